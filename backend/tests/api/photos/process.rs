//! The process that decodes a photograph: what it may do, and what a file that it ends with does to others.

use std::{fs, process::Stdio, time::Duration};

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::Command,
    time::{Instant, timeout},
};
use uuid::Uuid;

use super::{Visitor, files::png, jpeg};
use crate::{
    app::{Answer, TestApp, row},
    desk::save,
    process::PROGRAM,
};

#[actix_web::test]
async fn it_has_so_much_memory_and_time_and_opens_no_file() {
    let mut process = Command::new(PROGRAM)
        .arg("decode-photo")
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let folder = format!("/proc/{}", process.id().unwrap());
    let mut input = process.stdin.take().unwrap();
    let file = jpeg(64, 48);
    // The pipe holds the first half alone when it has given up its rights: it has read of it.
    input.write_all(&file[..file.len() / 2]).await.unwrap();
    let confined = async {
        loop {
            let limits = fs::read_to_string(format!("{folder}/limits")).unwrap();
            if limits.contains("536870912") {
                return limits;
            }
            tokio::task::yield_now().await;
        }
    };
    let limits = timeout(Duration::from_secs(20), confined).await.unwrap();
    let hard = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..]
            .split_whitespace()
            .nth(1)
            .unwrap()
            .to_owned()
    };
    let status = fs::read_to_string(format!("{folder}/status")).unwrap();
    assert!(status.contains("NoNewPrivs:\t1"), "{status}");
    input.write_all(&file[file.len() / 2..]).await.unwrap();
    drop(input);
    let mut kept = Vec::new();
    process
        .stdout
        .take()
        .unwrap()
        .read_to_end(&mut kept)
        .await
        .unwrap();
    assert!(process.wait().await.unwrap().success());
    assert_eq!(kept[..8], [0, 0, 0, 64, 0, 0, 0, 48]);
    for (name, limit) in [
        ("Max cpu time", "5"),
        ("Max file size", "0"),
        ("Max core file size", "0"),
        ("Max address space", "536870912"),
    ] {
        assert_eq!(hard(name), limit, "{name}");
    }
}

/// A PNG of one column of 40 megapixels, which takes all the time that there is, or most of it.
fn slow_png() -> Vec<u8> {
    const LINES: u32 = 40_000_000;
    let header = [
        &1_u32.to_be_bytes()[..],
        &LINES.to_be_bytes(),
        &[8, 0, 0, 0, 0],
    ]
    .concat();
    png(&header, &vec![0; 2 * LINES as usize])
}

#[actix_web::test]
async fn a_file_that_takes_all_its_time_holds_up_neither_photographs_nor_leads() {
    let app = TestApp::spawn_with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let put = async |address: &str, file: Vec<u8>| {
        let request = visitor.request("PUT", &format!("/{}", Uuid::now_v7()));
        Answer::to(request.header("x-forwarded-for", address).body(file)).await
    };
    let slow = slow_png();
    let begun = Instant::now();
    let attack = async {
        tokio::join!(
            put("203.0.113.1", slow.clone()),
            put("203.0.113.1", slow.clone()),
            put("203.0.113.2", slow.clone()),
            put("203.0.113.2", slow.clone()),
        )
    };
    let honest = async {
        Answer::to(app.insert(&row())).await.expect(201);
        let photo = put("198.51.100.7", jpeg(640, 480)).await;
        (photo, begun.elapsed())
    };
    let ((one, ..), (photo, honest)) = tokio::join!(attack, honest);
    assert!([201, 422].contains(&one.status.as_u16()), "{one:?}");
    assert_eq!(photo.status, 201, "{photo:?}");
    assert!(honest < begun.elapsed(), "it waits for its turn alone");
}
