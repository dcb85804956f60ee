//! A photo can harm only the process that decodes it.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use futures_util::{StreamExt, future::join_all, stream};
use image::ImageFormat;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::Command,
};
use uuid::Uuid;

use super::{
    Visitor,
    bombs::{Bomb, jpegs, pngs, webps},
    encoded, jpeg,
    limits::wait_for,
    picture, refusal, token,
};
use crate::{
    app::{ANON_KEY, Answer, IP_HASH_SECRET, TestApp, row},
    database::Database,
    desk::save,
    process::{Folders, PROGRAM, Server},
    until, wire,
};

/// A program that replaces the photo decoder.
struct Program {
    folder: TempDir,
    path: PathBuf,
}

impl Program {
    fn new(script: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("program");
        let at = folder.path().display();
        fs::write(&path, format!("#!/bin/sh\ncd {at}\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder, path }
    }

    /// Starts a server that gives a decoder this time.
    async fn app_within(&self, time: Duration) -> TestApp {
        let program = self.path.to_str().unwrap();
        let settings = [("TRUSTED_PROXIES", "127.0.0.1"), ("PROGRAM", program)];
        TestApp::spawn_within(&settings, |deadlines| deadlines.decoding = time).await
    }

    async fn app(&self) -> TestApp {
        self.app_within(Duration::from_mins(10)).await
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Waits until a file of the program's has at least this many lines; returns them.
    async fn lines(&self, name: &str, count: usize) -> Vec<String> {
        let lines = async || {
            let text = fs::read_to_string(self.file(name)).unwrap_or_default();
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            (lines.len() >= count).then_some(lines)
        };
        until(&format!("{name} has {count} lines"), lines).await
    }
}

/// Waits until a process has ended.
async fn ended(pid: &str) {
    let path = Path::new("/proc").join(pid);
    until("the process has ended", async || {
        (!path.exists()).then_some(())
    })
    .await;
}

/// Returns a file that looks like a JPEG until it is decoded.
fn named(name: &str) -> Vec<u8> {
    [b"\xff\xd8\xff", name.as_bytes()].concat()
}

fn put_from(
    visitor: &Visitor<'_>,
    address: &str,
    file: Vec<u8>,
) -> impl Future<Output = Answer> + use<> {
    let path = format!("/{}", Uuid::now_v7());
    let request = visitor.request("PUT", &path).body(file);
    Answer::to(request.header("x-forwarded-for", address))
}

#[actix_web::test]
async fn however_the_process_of_a_file_ends_the_file_is_broken_and_no_other() {
    let program = Program::new(
        "name=$(tr -cd a-z)
        env > environment-$name
        case $name in
        killed) kill -9 $$ ;;
        aborted) kill -6 $$ ;;
        endless) exec cat /dev/zero ;;
        failed) exit 1 ;;
        short) printf abc ;;
        lying) printf '\\0\\0\\0\\1\\0\\0\\0\\1\\377\\377\\377\\377abc' ;;
        large) exit 12 ;;
        unconfined) exit 20 ;;
        long) [ $2 = 5 ] || kill -XCPU $$; exit 12 ;;
        wide) [ $3 != 2048 ] || exit 12; exit 11 ;;
        hanging) echo $$ > hanging; exec sleep 1000 ;;
        esac",
    );
    let app = program.app().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let cases = [
        ("killed", 422, "broken"),
        ("aborted", 422, "broken"),
        ("endless", 422, "broken"),
        ("failed", 422, "broken"),
        ("short", 422, "broken"),
        ("lying", 422, "broken"),
        ("large", 413, "large"),
        ("unconfined", 503, "failed"),
        ("long", 413, "large"),
        ("wide", 415, "heic"),
    ];
    join_all(cases.into_iter().zip(1..).map(async |(case, number)| {
        let (name, status, code) = case;
        let answer = put_from(&visitor, &format!("203.0.113.{number}"), named(name));
        refusal(&answer.await, status, code);
    }))
    .await;
    let environment = fs::read_to_string(program.file("environment-short")).unwrap();
    assert!(!environment.contains(IP_HASH_SECRET), "{environment}");
    assert!(!environment.contains("DATABASE"), "{environment}");
    assert_eq!(visitor.list().await["left"], 6);

    // The server kills a process at its deadline.
    let app = program.app_within(Duration::from_secs(2)).await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let answer = put_from(&visitor, "203.0.113.1", named("hanging")).await;
    refusal(&answer, 503, "failed");
    ended(&program.lines("hanging", 1).await[0]).await;
}

#[actix_web::test]
async fn who_hangs_up_while_a_photograph_is_read_or_waits_leaves_nothing_behind() {
    let program = Program::new("cat > /dev/null; echo $$ >> begun; exec sleep 1000");
    let app = program.app().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let addresses = ["203.0.113.1", "203.0.113.2"];
    let mut open = Vec::new();
    for address in addresses {
        for _ in 0..2 {
            let mut stream = wire::connect(&app.url).await;
            let head = format!(
                "PUT /contact/photos/{} HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\
                 x-forwarded-for: {address}\r\ncontent-length: 3\r\n\r\n",
                Uuid::now_v7(),
                visitor.cookie
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.write_all(b"\xff\xd8\xff").await.unwrap();
            open.push(stream);
        }
    }
    program.lines("begun", 2).await;
    for address in addresses {
        wait_for(&visitor, address, 503).await;
    }
    let pending = app.idleness().await.expect(503).text;
    assert_eq!(pending, "a photo is being decoded\n");
    for stream in open {
        // Without a reset, the server could assume that the client still waits.
        stream.set_zero_linger().unwrap();
    }
    for pid in program.lines("begun", 2).await {
        ended(&pid).await;
    }
    for address in addresses {
        wait_for(&visitor, address, 415).await;
    }
    assert_eq!(
        program.lines("begun", 2).await.len(),
        2,
        "a waiting photo was decoded"
    );
}

#[actix_web::test]
async fn bombs_end_their_own_processes_and_the_server_takes_leads_and_photographs_meanwhile() {
    let (folders, database) = (Folders::new(), Database::migrated().await);
    let settings = [
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("LEADS_PER_ADDRESS_PER_HOUR", "1000"),
    ];
    let server = Server::start(&folders, &database, &["serve"], &settings).await;
    let pid = server.child.id().unwrap();
    // The server closes connections that are idle for 15 seconds, so the client drops them earlier.
    let client = reqwest::Client::builder().pool_idle_timeout(Duration::from_secs(10));
    let client = client.build().unwrap();
    let lead = async || -> String {
        let request = client.post(format!("{}/rest/v1/site_forms?select=*", server.url));
        let request = request
            .header("apikey", ANON_KEY)
            .header("prefer", "return=representation")
            .json(&row());
        let saved: Value = Answer::to(request).await.expect(201).json();
        saved[0]["id"].as_str().unwrap().to_owned()
    };
    let put = async |lead: &str, address: String, file: Vec<u8>| {
        let url = format!("{}/contact/photos/{}", server.url, Uuid::now_v7());
        let cookie = format!("photo_token={}", token(lead));
        let request = client.put(url).header("cookie", cookie).body(file);
        Answer::to(request.header("x-forwarded-for", address)).await
    };
    // A valid photo first, so that the server's usual memory isn't counted as growth.
    let first = lead().await;
    assert_eq!(
        put(&first, "192.0.2.1".to_owned(), jpeg(3_000, 2_000))
            .await
            .status,
        201
    );
    // Resets the peak.
    fs::write(format!("/proc/{pid}/clear_refs"), "5").unwrap();
    let before = server.memory("VmRSS");

    let bombs: Vec<Bomb> = [jpegs(), pngs(), webps()].concat();
    assert!(bombs.len() >= 39);
    let targets: Vec<String> = stream::iter(0..bombs.len().div_ceil(5))
        .then(|_| lead())
        .collect()
        .await;
    let all = stream::iter(bombs.into_iter().enumerate())
        .map(async |(number, (name, file))| {
            let (target, length) = (&targets[number / 5], file.len());
            let began = Instant::now();
            let answer = loop {
                let address = format!("203.0.113.{number}");
                let answer = put(target, address, file.clone()).await;
                if answer.status != 503 {
                    break answer;
                }
            };
            let status = answer.status.as_u16();
            println!("{name}: {length} bytes, {status}, {:?}", began.elapsed());
            assert!(matches!(status, 201 | 413 | 422), "{name}: {answer:?}");
        })
        // Two bombs stay below the limit of concurrent uploads.
        .buffer_unordered(2)
        .collect::<()>();
    let honest = async {
        let mut slowest = [Duration::ZERO; 2];
        for number in 0..5 {
            let began = Instant::now();
            let lead = lead().await;
            slowest[0] = slowest[0].max(began.elapsed());
            let began = Instant::now();
            let answer = put(&lead, format!("198.51.100.{number}"), jpeg(2_000, 1_500)).await;
            assert_eq!(answer.status, 201, "{answer:?}");
            slowest[1] = slowest[1].max(began.elapsed());
        }
        slowest
    };
    let ((), [slowest_lead, slowest_photo]) = tokio::join!(all, honest);
    let (peak, after) = (server.memory("VmHWM"), server.memory("VmRSS"));
    println!("{before} MB before, {peak} at most, {after} after");
    println!("a lead {slowest_lead:?}, a photograph {slowest_photo:?}");
    assert!(peak < before + 60, "{before} MB before, {peak} at most");
    let ended = server.stop().await;
    assert!(ended.success);
}

#[actix_web::test]
async fn the_first_attempt_decodes_no_more_than_what_the_sites_script_sends() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        for (side, code) in [(2_048, 0), (2_049, 12)] {
            let mut process = Command::new(PROGRAM)
                .args(["decode-photo", "1", "2048"])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            let file = encoded(&picture(8, side), format);
            let mut input = process.stdin.take().unwrap();
            input.write_all(&file).await.unwrap();
            drop(input);
            let ended = process.wait().await.unwrap();
            assert_eq!(ended.code(), Some(code), "{format:?}, {side}");
        }
    }
}

#[actix_web::test]
async fn it_has_so_much_memory_and_time_and_opens_no_file() {
    let mut process = Command::new(PROGRAM)
        .args(["decode-photo", "1", "2048"])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let folder = format!("/proc/{}", process.id().unwrap());
    let read = |name: &str| fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let mut input = process.stdin.take().unwrap();
    // The process limit is set last, so the others are in effect by then.
    let has_all = async || {
        let limits = read("limits");
        let is_last =
            |line: &str| line.starts_with("Max processes") && !line.contains(" unlimited");
        let last = limits.lines().find(|line| is_last(line))?;
        let soft = last.split_whitespace().nth(2)?;
        (soft == "0").then_some(limits)
    };
    let limits = until("its limits are set", has_all).await;
    for (name, limit) in [
        ("Max cpu time", "5"),
        ("Max file size", "0"),
        ("Max core file size", "0"),
        ("Max open files", "0"),
        ("Max address space", "536870912"),
    ] {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        let hard = line[name.len()..].split_whitespace().nth(1).unwrap();
        assert_eq!(hard, limit, "{name}");
    }
    assert!(read("status").contains("NoNewPrivs:\t1"));
    input.write_all(&jpeg(64, 48)).await.unwrap();
    drop(input);
    let mut kept = Vec::new();
    let mut output = process.stdout.take().unwrap();
    output.read_to_end(&mut kept).await.unwrap();
    assert!(process.wait().await.unwrap().success());
    assert_eq!(kept[..8], [0, 0, 0, 64, 0, 0, 0, 48]);
}
