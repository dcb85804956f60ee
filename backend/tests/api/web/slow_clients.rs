//! Clients that make the server wait.

use std::{fs, io, time::Duration};

use backend::web::limits::MAX_LARGE_BODIES;
use futures_util::future::join_all;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{interval, timeout},
};

use crate::{
    app::{ANON_KEY, Answer, TestApp, row},
    database::Database,
    process::{Folders, Server},
    wire,
};

const SLOW: usize = 1_000;

/// The beginnings of slow requests; each continues one byte at a time.
const BEGINNINGS: [&str; 4] = [
    "",
    "GET /contact HTTP/1.1\r\nhost: localhost\r\nx-slow: ",
    "POST /api/send-email HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
     content-length: 9999\r\n\r\n{\"html\": \"",
    "POST /rest/v1/site_forms HTTP/1.1\r\nhost: localhost\r\napikey: anon-key-of-the-tests\r\n\
     content-type: application/json\r\ncontent-length: 9999\r\n\r\n{\"full_name\": \"",
];

#[actix_web::test]
async fn a_thousand_slow_clients_block_no_other() {
    // Each connection also needs an open file in this process.
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let current = maximum;
    setrlimit(Resource::Nofile, Rlimit { current, maximum }).unwrap();
    let folders = Folders::new();
    let database = Database::migrated().await;
    let server = Server::start(&folders, &database, &[], &[]).await;
    let slow = join_all((0..SLOW).map(async |number| {
        let mut stream = wire::connect(&server.url).await;
        let beginning = BEGINNINGS[number % BEGINNINGS.len()];
        stream.write_all(beginning.as_bytes()).await.unwrap();
        stream
    }))
    .await;
    serve_everybody(&server).await;
    assert!(slow.iter().all(is_open), "a slow client was disconnected");
    drop(slow);
    serve_everybody(&server).await;
    assert_eq!(database.site_forms().await.len(), 2);
    assert_eq!(database.phone_clicks().await.len(), 2);
    server.stop().await.assert_quiet();
}

/// Whether the server has sent nothing and has not disconnected.
fn is_open(stream: &TcpStream) -> bool {
    let read = stream.try_read(&mut [0]);
    read.is_err_and(|cause| cause.kind() == io::ErrorKind::WouldBlock)
}

/// Divides the deadlines, for tests of them.
const SHORT: (&str, &str) = ("DEADLINE_FACTOR", "0.1");

#[actix_web::test]
async fn a_slow_request_is_refused() {
    assert!(BEGINNINGS[3].contains(ANON_KEY));
    let folders = Folders::new();
    let database = Database::migrated().await;
    let server = Server::start(&folders, &database, &[], &[SHORT]).await;
    let answers = join_all(BEGINNINGS.iter().map(async |beginning| {
        let mut stream = wire::connect(&server.url).await;
        stream.write_all(beginning.as_bytes()).await.unwrap();
        let answer = trickle(stream, !beginning.is_empty()).await;
        assert_eq!(wire::status(&answer), 408, "{beginning}: {answer}");
        wire::body(&answer).to_owned()
    }))
    .await;
    // actix responds before it has parsed a request.
    assert_eq!([&*answers[0], &answers[1]], ["", ""]);
    let json = |answer: &String| serde_json::from_str::<Value>(answer).unwrap();
    let [error, postgrest] = [json(&answers[2]), json(&answers[3])];
    let too_slow = "The request took longer than 1 seconds to arrive.";
    assert_eq!(error, json!({ "error": too_slow }));
    assert_eq!(postgrest["code"], "PT408");
    assert_eq!(postgrest["message"], too_slow);
    let log = server.stop().await.err;
    assert!(!log.contains("request failed"), "{log}");
}

/// Sends a byte from time to time until the server disconnects; returns the response.
async fn trickle(stream: TcpStream, talks: bool) -> String {
    let (mut from, mut to) = stream.into_split();
    let sender = tokio::spawn(async move {
        let mut pauses = interval(PAUSE);
        while talks && to.write_all(b"x").await.is_ok() {
            pauses.tick().await;
        }
        to
    });
    let mut answer = Vec::new();
    let ended = from.read_to_end(&mut answer).await;
    assert!(!answer.is_empty(), "no answer: {ended:?}");
    sender.abort();
    String::from_utf8(answer).unwrap()
}

/// The pause of a slow client between two bytes.
const PAUSE: Duration = Duration::from_millis(50);

/// Requests a page, saves a lead, and records a click on a call button.
async fn serve_everybody(server: &Server) {
    let client = reqwest::Client::new();
    let url = &server.url;
    for (request, status) in [
        (client.get(format!("{url}/contact")), 200),
        (
            client
                .post(format!("{url}/rest/v1/site_forms"))
                .header("apikey", ANON_KEY)
                .json(&row()),
            201,
        ),
        (
            client
                .post(format!("{url}/api/incrementPhoneClickCount"))
                .json(&json!({})),
            200,
        ),
    ] {
        let answer = Answer::to(request.timeout(Duration::from_secs(20))).await;
        assert_eq!(answer.status, status, "{answer:?}");
    }
}

#[actix_web::test]
async fn large_bodies_wait_for_their_turn_and_small_ones_do_not() {
    let folders = Folders::new();
    let database = Database::migrated().await;
    let server = Server::start(&folders, &database, &[], &[]).await;
    let blanks = " ".repeat(50_000);
    let mut held_back = Vec::new();
    // Twice as many as the server reads at once.
    for _ in 0..2 * MAX_LARGE_BODIES {
        let mut stream = wire::connect(&server.url).await;
        let sent = format!("{}{blanks}", head(99_999));
        stream.write_all(sent.as_bytes()).await.unwrap();
        held_back.push(stream);
    }
    serve_everybody(&server).await;

    let body = format!("{}{blanks}", row());
    let sent = format!("{}{body}", head(body.len()));
    let url = server.url.clone();
    let large = tokio::spawn(async move { wire::exchange(&url, sent.as_bytes()).await });
    for _ in 0..5 {
        serve_everybody(&server).await;
    }
    assert!(
        !large.is_finished(),
        "too many large bodies were read at once"
    );
    drop(held_back);
    let answer = large.await.unwrap();
    assert_eq!(wire::status(&answer), 201, "{answer}");
}

/// Returns the head of a request whose row has `length` bytes.
fn head(length: usize) -> String {
    format!(
        "POST /rest/v1/site_forms HTTP/1.1\r\nhost: localhost\r\napikey: {ANON_KEY}\r\n\
         content-type: application/json\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
    )
}

#[actix_web::test]
#[cfg(target_os = "linux")]
async fn stalled_bodies_of_one_network_hold_up_no_other() {
    let folders = Folders::new();
    let database = Database::migrated().await;
    let server = Server::start(&folders, &database, &[], &[]).await;
    let sent = format!("{}{}", head(99_999), " ".repeat(50_000));
    let mut stalled = Vec::new();
    for _ in 0..70 {
        let mut stream = connect_from(&server, [127, 0, 0, 2]).await;
        stream.write_all(sent.as_bytes()).await.unwrap();
        stalled.push(stream);
    }
    // The server has read the allowed ones by now: it reads this request after them.
    serve_everybody(&server).await;
    let body = format!("{}{}", row(), " ".repeat(22_000));
    let mut honest = connect_from(&server, [127, 0, 0, 3]).await;
    let request = format!("{}{body}", head(body.len()));
    honest.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    honest.read_to_string(&mut answer).await.unwrap();
    assert_eq!(wire::status(&answer), 201, "{answer}");
    assert!(stalled.iter().all(is_open), "a stalled one made room");
}

/// Half of the files are for connections, and one address may have a quarter of those.
const OPEN_FILES: usize = 256;
const OF_ONE_ADDRESS: usize = OPEN_FILES / 2 / 4;

/// Connects from a loopback address.
#[cfg(target_os = "linux")]
async fn connect_from(server: &Server, from: [u8; 4]) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    let address = server.url.strip_prefix("http://").unwrap();
    socket.connect(address.parse().unwrap()).await.unwrap()
}

/// Connects from a loopback address and requests a page. Returns the connection and the beginning
/// of the response, which is empty if the server disconnected.
#[cfg(target_os = "linux")]
async fn visit(server: &Server, from: [u8; 4]) -> (TcpStream, String) {
    let mut stream = connect_from(server, from).await;
    let request = b"GET /contact HTTP/1.1\r\nhost: localhost\r\n\r\n";
    drop(stream.write_all(request).await);
    let mut answer = [0; 2048];
    let length = timeout(Duration::from_mins(1), stream.read(&mut answer))
        .await
        .expect("a connection waited for another one to close")
        .unwrap_or_default();
    (
        stream,
        String::from_utf8_lossy(&answer[..length]).into_owned(),
    )
}

#[actix_web::test]
#[cfg(target_os = "linux")]
async fn one_address_has_a_quarter_of_the_connections_and_full_ones_are_closed() {
    let folders = Folders::new();
    let database = Database::migrated().await;
    let server = Server::with_open_files(&folders, &database, OPEN_FILES).await;
    let mut open = Vec::new();
    for client in [2, 3] {
        let visits = (0..100).map(|_| visit(&server, [127, 0, 0, client]));
        let (answered, refused): (Vec<_>, _) = join_all(visits)
            .await
            .into_iter()
            .partition(|(_, answer)| !answer.is_empty());
        assert_eq!(
            (answered.len(), refused.len()),
            (OF_ONE_ADDRESS, 100 - OF_ONE_ADDRESS)
        );
        open.extend(answered);
    }
    let closes = |answer: &str| answer.contains("\r\nconnection: close\r\n");
    for number in 0..OF_ONE_ADDRESS {
        let visit = visit(&server, [127, 0, 0, 4]).await;
        // This connection fills three quarters of the limit.
        assert_eq!(closes(&visit.1), number + 1 == OF_ONE_ADDRESS, "{number}");
        open.push(visit);
    }
    for _ in 0..100 {
        let (_, answer) = visit(&server, [127, 0, 0, 1]).await;
        assert_eq!(wire::status(&answer), 200);
        assert!(closes(&answer), "{answer}");
    }
    server.stop().await;
}

/// Larger than the system's send buffer for a client that doesn't read.
const LARGE: usize = 32 * 1024 * 1024;

#[actix_web::test]
async fn requests_that_actix_would_wait_for_forever_time_out() {
    let folders = Folders::new();
    fs::write(folders.site.path().join("large.bin"), vec![0; LARGE]).unwrap();
    let database = Database::migrated().await;
    let server = Server::start(&folders, &database, &[], &[SHORT]).await;

    let second_request = async {
        let mut stream = wire::connect(&server.url).await;
        stream
            .write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\n")
            .await
            .unwrap();
        assert_eq!(wire::status(&trickle(stream, true).await), 200);
    };
    let body_that_nobody_reads = async |talks| {
        let mut stream = wire::connect(&server.url).await;
        stream
            .write_all(
                b"POST /api/none HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n\
                  9999\r\n",
            )
            .await
            .unwrap();
        assert_eq!(wire::status(&trickle(stream, talks).await), 404);
    };
    let answer_that_is_not_fetched = async {
        let mut stream = wire::connect(&server.url).await;
        stream
            .write_all(b"GET /large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n")
            .await
            .unwrap();
        // Writing fails once the server has disconnected.
        let mut pauses = interval(PAUSE);
        while stream.write_all(b"x").await.is_ok() {
            pauses.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(100), async {
        tokio::join!(
            second_request,
            body_that_nobody_reads(true),
            body_that_nobody_reads(false),
            answer_that_is_not_fetched
        )
    })
    .await
    .expect("a client kept its connection");
    let log = server.stop().await.err;
    assert!(!log.contains("ERROR"), "{log}");
}

#[actix_web::test]
async fn a_client_that_sends_too_much_reads_the_error_and_is_disconnected() {
    // So long, the rest of a refused body is read.
    let linger = Duration::from_secs(10);
    let app = TestApp::spawn_within(&[], |deadlines| deadlines.linger = linger).await;
    let body = "x".repeat(4 * 1024 * 1024);
    let (url, body, length) = (&app.url, &body, body.len());
    let refusals = [
        ("/rest/v1/site_forms", "", 401),
        ("/rest/v1/none", "apikey: anon-key-of-the-tests\r\n", 404),
        ("/api/none", "", 404),
        ("/api/send-email", "", 415),
        ("/api/send-email", "content-type: application/json\r\n", 413),
        ("/contact", "", 415),
        ("/", "", 405),
    ];
    let exchanges = refusals.into_iter().flat_map(|(path, headers, status)| {
        let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n{headers}");
        [
            format!("{head}content-length: {length}\r\n\r\n{body}"),
            // This request never sends its whole body.
            format!("{head}content-length: {length}\r\n\r\n{}", &body[..300_000]),
            format!(
                "{head}connection: close\r\ntransfer-encoding: chunked\r\n\r\n\
                 {length:x}\r\n{body}\r\n0\r\n\r\n"
            ),
        ]
        .map(|request| async move {
            let answer = wire::exchange(url, request.as_bytes()).await;
            assert_eq!(wire::status(&answer), status, "{path}: {answer}");
        })
    });
    join_all(exchanges).await;
}
