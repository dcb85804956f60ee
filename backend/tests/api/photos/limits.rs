//! Uploads keep within their limits of concurrency and database size, and don't affect leads.

use std::time::Duration;

use futures_util::future::join;
use photo_file::MAX_BYTES;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::interval,
};
use uuid::Uuid;

use super::{Visitor, encoded, files::dots, jpeg, refusal};
use crate::{
    app::{Answer, TestApp, assert_contains, figures, row},
    desk::{Browser, PEOPLE, save},
    process::{Folders, Output},
    until, wire,
};
use image::ImageFormat;

/// Starts an upload from this address and leaves it open; the server has begun to read it.
async fn open_upload(app: &TestApp, visitor: &Visitor<'_>, address: &str) -> TcpStream {
    let mut stream = wire::connect(&app.url).await;
    let head = format!(
        "PUT /contact/photos/{} HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\
         x-forwarded-for: {address}\r\ncontent-length: 1000000\r\nexpect: 100-continue\r\n\r\n",
        Uuid::now_v7(),
        visitor.cookie
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 100");
    stream.write_all(b"half").await.unwrap();
    stream
}

/// Uploads a file that isn't a photo from this address: the server refuses it when it reads it.
async fn probe(visitor: &Visitor<'_>, address: &str) -> Answer {
    let request = visitor
        .request("PUT", &format!("/{}", Uuid::now_v7()))
        .header("x-forwarded-for", address);
    Answer::to(request.body("oak")).await
}

/// Repeats a probe from this address until the response has this status.
pub async fn wait_for(visitor: &Visitor<'_>, address: &str, status: u16) -> Answer {
    let find = async || Some(probe(visitor, address).await).filter(|it| it.status == status);
    until(&format!("the response is {status}"), find).await
}

#[actix_web::test]
async fn uploads_that_fill_all_places_are_refused_unread_and_hold_up_no_lead() {
    let app = TestApp::spawn_with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let mut open = Vec::new();
    // Eight addresses hold two uploads each, and a third is refused; sixteen others hold one each.
    for number in 0..24 {
        let address = format!("203.0.113.{number}");
        open.push(open_upload(&app, &visitor, &address).await);
        if number < 8 {
            open.push(open_upload(&app, &visitor, &address).await);
        }
        let full = probe(&visitor, &address).await;
        refusal(&full, 503, "busy");
        assert_eq!(full.header("retry-after"), "5");
    }
    // No upload slot is free.
    let elsewhere = "198.51.100.7";
    refusal(&probe(&visitor, elsewhere).await, 503, "busy");
    let endless = format!(
        "PUT /contact/photos/{} HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\
         connection: close\r\ncontent-length: 1000000\r\n\r\n",
        Uuid::now_v7(),
        visitor.cookie
    );
    let mut unread = wire::connect(&app.url).await;
    unread.write_all(endless.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    unread.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 503", "the response precedes the body");

    for _ in 0..5 {
        Answer::to(app.insert(&row())).await.expect(201);
    }
    assert_eq!(visitor.list().await["left"], 6);
    // A disconnected upload frees its slot.
    drop(open);
    refusal(&wait_for(&visitor, elsewhere, 415).await, 415, "type");
}

#[actix_web::test]
async fn an_upload_takes_longer_than_another_request_may_and_one_that_stalls_ends() {
    const PARTS: usize = 30;
    let app = TestApp::spawn_within(&[], |deadlines| {
        deadlines.response = Duration::from_secs(2);
        deadlines.upload_pause = Duration::from_secs(2);
    })
    .await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let file = [jpeg(64, 48), vec![0; PARTS * 3 * 1024]].concat();
    let head = format!(
        "PUT /contact/photos/{} HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        Uuid::now_v7(),
        visitor.cookie,
        file.len()
    );
    let slow = async {
        let mut stream = wire::connect(&app.url).await;
        stream.write_all(head.as_bytes()).await.unwrap();
        // Together they take longer than another request may.
        let mut pauses = interval(Duration::from_millis(100));
        for part in file.chunks(file.len().div_ceil(PARTS)) {
            pauses.tick().await;
            stream.write_all(part).await.unwrap();
        }
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert_eq!(wire::status(&answer), 201, "{answer}");
    };
    let stalled = async {
        let answer = wire::exchange(&app.url, format!("{head}half").as_bytes()).await;
        assert_eq!(wire::status(&answer), 408, "{answer}");
        assert!(
            wire::body(&answer).contains("\"code\":\"slow\""),
            "{answer}"
        );
    };
    join(slow, stalled).await;
    assert_eq!(visitor.ids().await.len(), 1);
}

#[actix_web::test]
async fn an_upload_without_an_end_is_refused_once_it_is_too_large() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    // The end of its only chunk never arrives.
    let endless = format!(
        "PUT /contact/photos/{} HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\
         transfer-encoding: chunked\r\n\r\nffffffff\r\n{}",
        Uuid::now_v7(),
        Visitor::of(&app, &lead).cookie,
        "x".repeat(MAX_BYTES + 1)
    );
    let mut stream = wire::connect(&app.url).await;
    stream.write_all(endless.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 413");
}

#[actix_web::test]
async fn an_address_sends_so_many_photographs_an_hour() {
    let app = TestApp::spawn_with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    for _ in 0..120 {
        assert_eq!(probe(&visitor, "203.0.113.7").await.status, 415);
    }
    let many = probe(&visitor, "203.0.113.7").await;
    refusal(&many, 429, "many");
    let seconds: u32 = many.header("retry-after").parse().unwrap();
    assert!((1..=3_600).contains(&seconds));
    assert_eq!(probe(&visitor, "203.0.113.8").await.status, 415);
}

#[actix_web::test]
async fn a_form_counts_even_without_a_photograph() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let send = async || {
        let form = visitor
            .request("POST", "")
            .header("content-type", "multipart/form-data; boundary=x");
        Answer::to(form.body("--x--\r\n")).await
    };
    for _ in 0..120 {
        assert_eq!(send().await.header("location"), "/contact?sent#photos");
    }
    let many = send().await;
    assert_eq!(many.header("location"), "/contact?sent&photos=many#photos");
}

#[actix_web::test]
async fn a_form_of_parts_without_an_end_is_refused() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let part = "--x\r\ncontent-disposition: form-data; name=\"photo\"\r\n\r\n\r\n";
    let request = format!(
        "POST /contact/photos HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\nconnection: close\r\n\
         content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n{}",
        visitor.cookie,
        part.repeat(200)
    );
    let mut stream = wire::connect(&app.url).await;
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = vec![0; 2_000];
    let read = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]);
    assert_contains(&answer, "location: /contact?sent&photos=many#photos");
}

/// Adds and removes photos of a lead until there is no space; returns how many were added.
async fn fill(visitor: &Visitor<'_>, address: &str, file: &[u8]) -> u32 {
    let mut added = 0;
    loop {
        let path = format!("/{}", Uuid::now_v7());
        let request = visitor.request("PUT", &path).body(file.to_vec());
        let answer = Answer::to(request.header("x-forwarded-for", address)).await;
        if answer.status != 201 {
            refusal(&answer, 507, "space");
            return added;
        }
        added += 1;
        let id = answer.json()["id"].as_str().unwrap().parse().unwrap();
        assert_eq!(visitor.remove(id).await.status, 204);
    }
}

#[actix_web::test]
async fn a_lead_and_a_network_have_shares_of_the_day_and_some_is_left_for_who_comes_next() {
    let settings = [("TRUSTED_PROXIES", "127.0.0.1"), ("PHOTOS_DAY_MB", "8")];
    let app = TestApp::spawn_with(&settings).await;
    let dots = encoded(&dots(400, 400), ImageFormat::Jpeg);
    let lead = save(&app, json!({})).await;
    let other = save(&app, json!({})).await;
    // A network gets an eighth of the day's space for all leads together; removed photos count too.
    let one = fill(&Visitor::of(&app, &lead), "203.0.113.1", &dots).await;
    assert!((2..=20).contains(&one), "{one}");
    assert_eq!(
        fill(&Visitor::of(&app, &other), "203.0.113.1", &dots).await,
        0
    );
    assert_eq!(
        fill(&Visitor::of(&app, &other), "203.0.113.2", &dots).await,
        one
    );
    // When others have used up the day's space, a network that has sent little still has its own.
    app.execute(
        "INSERT INTO lead_photos (id, lead_id, source, width, height, photo, thumbnail)
         VALUES (gen_random_uuid(), gen_random_uuid(), 'visitor', 1, 1,
             convert_to(repeat('x', 9 * 1024 * 1024), 'UTF8'), '')",
    )
    .await;
    let next = save(&app, json!({})).await;
    let few = fill(&Visitor::of(&app, &next), "198.51.100.7", &dots).await;
    assert_eq!(few, one);
}

#[actix_web::test]
async fn beyond_its_room_photographs_are_refused_and_the_owner_learns_how_full_it_is() {
    let app = TestApp::spawn_with(&[
        ("DESK_EMAILS", PEOPLE),
        ("PHOTOS_TOTAL_MB", "10"),
        ("PHOTOS_DAY_MB", "1"),
    ])
    .await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let browser = Browser::of_owner(&app).await;
    let put = async |name: &str| {
        let path = format!("/leads/{lead}/photos/{name}");
        let request = browser
            .request("PUT", &path)
            .header("content-type", "image/jpeg");
        Answer::to(request.body(jpeg(64, 48))).await
    };
    let megabytes = |count: u32, age: &str| {
        format!(
            "INSERT INTO lead_photos (id, lead_id, created_at, source, width, height, photo, thumbnail)
             VALUES (gen_random_uuid(), gen_random_uuid(), now() - interval '{age}', 'visitor', 1, 1,
                 convert_to(repeat('x', {count} * 1024 * 1024), 'UTF8'), '')"
        )
    };
    app.execute(&megabytes(1, "25 h")).await;
    visitor.add().await;
    app.execute(&megabytes(1, "23 h")).await;
    let file = encoded(&dots(200, 200), ImageFormat::Jpeg);
    fill(&visitor, "", &file).await;
    let refused = refusal(&visitor.put(Uuid::now_v7(), file).await, 507, "space");
    assert!(refused.contains("text message to"), "{refused}");
    let known = visitor.ids().await[0];
    visitor.put(known, jpeg(64, 48)).await.expect(200);
    put(&Uuid::now_v7().to_string()).await.expect(201);

    let text = figures(&app.metrics_url).await;
    let figure = |name: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_once(' ').unwrap().1.parse().unwrap()
    };
    let total = figure("photos_bytes ");
    assert!((2_097_152.0..2_200_000.0).contains(&total), "{text}");
    assert!(text.contains("\nphotos_limit_bytes 10485760\n"), "{text}");

    let settings = [
        ("DATABASE_URL", &*app.database.url),
        ("PHOTOS_TOTAL_MB", "10"),
        ("PHOTOS_DAY_MB", "1"),
    ];
    let folders = Folders::new();
    let line = async || {
        let check = Output::of(&folders, &["check"], &settings).await;
        let line = check.out.lines().find(|line| line.contains(" photos "));
        line.unwrap_or_else(|| panic!("{}", check.out)).to_owned()
    };
    let found = line().await;
    assert!(
        found.starts_with("warning") && found.contains("PHOTOS_DAY_MB"),
        "{found}"
    );
    app.execute("UPDATE lead_photos SET created_at = now() - interval '2 days'")
        .await;
    let found = line().await;
    assert!(
        found.starts_with("ok") && found.contains("2 of 10 MB"),
        "{found}"
    );
    app.execute(&megabytes(8, "2 days")).await;
    let found = line().await;
    assert!(
        found.starts_with("warning") && found.contains("PHOTOS_TOTAL_MB"),
        "{found}"
    );
    refusal(
        &visitor.put(Uuid::now_v7(), jpeg(64, 48)).await,
        507,
        "space",
    );
    refusal(&put(&Uuid::now_v7().to_string()).await, 507, "space");
}
