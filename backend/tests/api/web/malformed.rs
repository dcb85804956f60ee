//! Malformed requests.

use std::fmt::Write;

use futures_util::{StreamExt, stream};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde_json::Value;

use crate::{
    app::{ANON_KEY, TestApp},
    database::Database,
    process::{Folders, Server},
    wire,
};

const REQUESTS: usize = 500;

/// The limit of the server's memory growth, in megabytes.
const MOST_GROWTH: u64 = 20;

/// Makes the requests the same in each run.
const SEED: u64 = 20_261_120;

/// The expected response to a request.
#[derive(Clone, Copy, Debug)]
enum Expected {
    /// A 4xx in any format, or a closed connection: the HTTP itself is malformed.
    Broken,
    /// The same, once the client has ended its side of the connection.
    Unfinished,
    /// A 4xx in PostgREST's format.
    PostgRest,
    /// A 4xx in the API's format, or in PostgREST's if the rules refuse a form.
    Api,
    /// A 4xx with a page.
    Page,
}

struct Malformed {
    shape: &'static str,
    expected: Expected,
    bytes: Vec<u8>,
}

#[actix_web::test]
async fn five_hundred_malformed_requests_are_refused_and_leave_nothing_behind() {
    let folders = Folders::new();
    let database = Database::migrated().await;
    let server = Server::start(&folders, &database, &[], &[]).await;
    let mut random = StdRng::seed_from_u64(SEED);
    let shapes = shapes();
    let mut requests = (0..REQUESTS).map(|number| shapes[number % shapes.len()](&mut random));
    let mut send = async |count| {
        stream::iter(requests.by_ref().take(count))
            .for_each_concurrent(64, async |request| {
                let answer = match request.expected {
                    Expected::Unfinished => {
                        wire::exchange_and_end(&server.url, &request.bytes).await
                    }
                    _ => wire::exchange(&server.url, &request.bytes).await,
                };
                check(&request, &answer);
            })
            .await;
        server.memory("VmRSS")
    };
    // After the first half, the server's buffers have their size.
    let before = send(REQUESTS / 2).await;
    let after = send(REQUESTS / 2).await;
    assert!(
        after < before + MOST_GROWTH,
        "{before} MB before, {after} after"
    );
    assert_eq!(database.site_forms().await.len(), 0);
    assert_eq!(database.phone_clicks().await.len(), 0);
    server.stop().await.assert_quiet();
}

fn check(request: &Malformed, answer: &str) {
    let about = || {
        format!(
            "{}: {:?}\n{answer}",
            request.shape,
            String::from_utf8_lossy(&request.bytes[..request.bytes.len().min(400)])
        )
    };
    let may_disconnect = matches!(request.expected, Expected::Broken | Expected::Unfinished);
    if may_disconnect && answer.is_empty() {
        return;
    }
    let status = wire::status(answer);
    assert!((400..500).contains(&status), "{}", about());
    let body = wire::body(answer);
    let json = || -> Value {
        serde_json::from_str(body).unwrap_or_else(|cause| panic!("{cause}: {}", about()))
    };
    let is_postgrest = |error: &Value| {
        ["code", "details", "hint", "message"]
            .iter()
            .all(|key| error.get(key).is_some())
    };
    match request.expected {
        Expected::Broken | Expected::Unfinished => {}
        Expected::PostgRest => assert!(is_postgrest(&json()), "{}", about()),
        Expected::Api => {
            let error = json();
            assert!(
                error["error"].is_string() || is_postgrest(&error),
                "{}",
                about()
            );
        }
        Expected::Page => assert!(!body.is_empty(), "{}", about()),
    }
}

type Shape = fn(&mut StdRng) -> Malformed;

/// Returns the generators; each returns a different request on each call.
fn shapes() -> Vec<Shape> {
    vec![
        bad_request_line,
        bad_header,
        bad_content_length,
        bad_chunks,
        oversized_head,
        noise,
        unfinished,
        |random| json_lead("invalid UTF-8", &insert_bytes(random, &[0xff, 0xfe, 0x80])),
        |random| json_lead("control character", &insert_bytes(random, &[0, 1, 0x1f])),
        |random| json_lead("truncated", &truncated(random)),
        |random| json_lead("more than JSON", &followed(random)),
        |random| json_lead("deep nesting", &nested(random)),
        |random| json_lead("lone surrogate", &lone_surrogate(random)),
        |random| json_lead("number", &number(random)),
        |random| json_lead("other values", &other_values(random)),
        |random| json_lead("duplicate keys", &duplicate_keys(random)),
        |random| json_lead("escaped NUL", &escaped_nul(random)),
        json_form,
        bad_encoding,
        bad_path,
        bad_web_form,
        bad_headers_of_ours,
    ]
}

fn malformed(shape: &'static str, expected: Expected, bytes: impl Into<Vec<u8>>) -> Malformed {
    Malformed {
        shape,
        expected,
        bytes: bytes.into(),
    }
}

/// Returns a complete request that closes the connection.
fn post(path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\
         content-length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

const JSON: &str = "content-type: application/json\r\n";

fn keyed(headers: &str) -> String {
    format!("apikey: {ANON_KEY}\r\n{headers}")
}

fn one<'a>(random: &mut StdRng, choices: &[&'a str]) -> &'a str {
    choices.choose(random).unwrap()
}

/// Returns one of the choices between `|`.
fn one_of<'a>(random: &mut StdRng, choices: &'a str) -> &'a str {
    one(random, &choices.split('|').collect::<Vec<_>>())
}

/// Returns random text of this length.
fn filler(random: &mut StdRng, length: usize) -> String {
    (0..length)
        .map(|_| char::from(random.random_range(b'a'..=b'z')))
        .collect()
}

// ---- HTTP ----

fn bad_request_line(random: &mut StdRng) -> Malformed {
    let word = filler(random, 6);
    let line = match random.random_range(0..8) {
        0 => word,
        1 => format!("GET  {word}"),
        2 => format!("GET /{word} HTTP/9.9"),
        3 => format!("G\u{1}T /{word} HTTP/1.1"),
        4 => format!("GET /{word} {word} HTTP/1.1"),
        5 => format!("GET /{word}\u{0} HTTP/1.1"),
        6 => format!("GET http://[{word} HTTP/1.1"),
        _ => format!("PRI * HTTP/2.0\r\n\r\nSM{word}"),
    };
    malformed(
        "request line",
        Expected::Broken,
        format!("{line}\r\nhost: localhost\r\nconnection: close\r\n\r\n"),
    )
}

fn bad_header(random: &mut StdRng) -> Malformed {
    let word = filler(random, 6);
    let header: Vec<u8> = match random.random_range(0..7) {
        0 => format!("{word} {word}: x").into(),
        1 => format!(": {word}").into(),
        2 => word.into(),
        3 => format!("x-{word}: a\u{0}b").into(),
        4 => [b"x-\xff", word.as_bytes(), b": x"].concat(),
        5 => format!("x-{word}: a\r\n folded").into(),
        _ => format!("host: {word}\r\nhost: other").into(),
    };
    let bytes = [
        b"GET /healthz HTTP/1.1\r\n".as_slice(),
        &header,
        b"\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    ]
    .concat();
    malformed("header", Expected::Broken, bytes)
}

#[actix_web::test]
async fn an_upgrade_is_declined() {
    let app = TestApp::spawn().await;
    let head = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade, http2-settings";
    let request = format!("{head}\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n\r\n");
    let answer = wire::exchange(&app.url, request.as_bytes()).await;
    assert_eq!(wire::status(&answer), 200);
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
}

fn bad_content_length(random: &mut StdRng) -> Malformed {
    let lengths = "-1|+5|0x10|1e3|99999999999999999999999999|5\r\ncontent-length: 6|5, 5|five\
                   |5\r\ntransfer-encoding: chunked|| ";
    let length = one_of(random, lengths);
    let head = format!(
        "POST /rest/v1/site_forms HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         {}{JSON}content-length: {length}\r\n\r\n[{{}}]",
        keyed("")
    );
    malformed("content-length", Expected::Broken, head)
}

fn bad_chunks(random: &mut StdRng) -> Malformed {
    let chunks = one(
        random,
        &[
            "zz\r\n{}\r\n0\r\n\r\n",
            "-2\r\n{}\r\n0\r\n\r\n",
            "fffffffffffffffff\r\n{}\r\n0\r\n\r\n",
            "2\r\n{}xx\r\n0\r\n\r\n",
            "2;\u{0}\r\n{}\r\n0\r\n\r\n",
            "\r\n\r\n",
        ],
    );
    let encoding = one_of(random, "chunked|chunked|gzip, chunked|cow");
    malformed(
        "chunks",
        Expected::Broken,
        format!(
            "POST /rest/v1/site_forms HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{}{JSON}\
             transfer-encoding: {encoding}\r\n\r\n{chunks}",
            keyed("")
        ),
    )
}

fn oversized_head(random: &mut StdRng) -> Malformed {
    let length = random.random_range(140_000..200_000);
    let long = filler(random, length);
    let kind = random.random_range(0..3);
    let path = if kind == 0 { &*long } else { "healthz" };
    let mut head = format!("GET /{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    if kind == 1 {
        write!(head, "x-long: {long}\r\n").unwrap();
    } else if kind == 2 {
        for number in 0..random.random_range(200..400) {
            write!(head, "x-{number}: x\r\n").unwrap();
        }
    }
    head.push_str("\r\n");
    malformed("oversized head", Expected::Broken, head)
}

fn noise(random: &mut StdRng) -> Malformed {
    let length = random.random_range(50..500);
    // Some begin as TLS does.
    let tls = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".as_slice();
    let beginning = *[tls, b""].choose(random).unwrap();
    let mut bytes = beginning.to_vec();
    bytes.extend((0..length).map(|_| random.random::<u8>()));
    // Terminates the head: the server can't distinguish an incomplete request from a slow client.
    bytes.extend_from_slice(b"\r\n\r\n");
    malformed("noise", Expected::Broken, bytes)
}

fn unfinished(random: &mut StdRng) -> Malformed {
    let mut request = post("/rest/v1/site_forms", &keyed(JSON), LEAD.as_bytes());
    request.truncate(random.random_range(1..request.len()));
    malformed("unfinished", Expected::Unfinished, request)
}

// ---- JSON ----

const LEAD: &str = r#"{"full_name":"Jane Doe","phone":"404-555-0123","message":"Service: Tree Removal\nUrgency: Routine\nAddress: 12 Oak Street"}"#;

fn json_lead(shape: &'static str, body: &[u8]) -> Malformed {
    malformed(
        shape,
        Expected::PostgRest,
        post("/rest/v1/site_forms?select=*", &keyed(JSON), body),
    )
}

/// Returns the lead with invalid bytes inside one of its strings.
fn insert_bytes(random: &mut StdRng, bytes: &[u8]) -> Vec<u8> {
    let place = *[15, 38, 70].choose(random).unwrap();
    let mut body = LEAD.as_bytes().to_vec();
    body.insert(place, *bytes.choose(random).unwrap());
    body
}

fn truncated(random: &mut StdRng) -> Vec<u8> {
    LEAD.as_bytes()[..random.random_range(0..LEAD.len())].to_vec()
}

fn followed(random: &mut StdRng) -> Vec<u8> {
    format!("{LEAD}{}", one(random, &["}", "{}", ",", "x", "\""])).into()
}

fn nested(random: &mut StdRng) -> Vec<u8> {
    let depth = random.random_range(130..100_000);
    match random.random_range(0..3) {
        0 => "[".repeat(depth).into(),
        1 => format!("{}{}", "[".repeat(depth), "]".repeat(depth)).into(),
        _ => r#"{"message":"#.repeat(depth / 10 + 130).into(),
    }
}

fn lone_surrogate(random: &mut StdRng) -> Vec<u8> {
    let escapes = r"\ud800|\udc00|\ud800\ud800|\ud83dx|\uZZZZ|\u12|\x41";
    let escape = one_of(random, escapes);
    LEAD.replace("Jane", escape).into()
}

fn number(random: &mut StdRng) -> Vec<u8> {
    let digits = random.random_range(1..400);
    let number = match random.random_range(0..5) {
        0 => format!("1e{}", 400 + digits),
        1 => format!("-1e{}", 400 + digits),
        2 => "NaN".to_owned(),
        3 => format!("0{}", "7".repeat(digits)),
        _ => format!("{}.", "9".repeat(digits)),
    };
    LEAD.replace("\"404-555-0123\"", &number).into()
}

fn other_values(random: &mut StdRng) -> Vec<u8> {
    let values = [
        r#"null|true|7|"Jane"|[[]]|[[[{}]]]|[1,2,3]|[null]|[{},[]]|{}|[{}]|"#,
        r#"{"full_name":[["Jane"]]}|{"full_name":{"first":"Jane"}}|"#,
        r#"{"full_name":"Jane Doe","__proto__":{}}|"#,
        r#"{"id":"00000000-0000-0000-0000-000000000000"}|"#,
        "\u{feff}{}|",
    ];
    one_of(random, &values.concat()).into()
}

/// The last value counts, as in Postgres.
fn duplicate_keys(random: &mut StdRng) -> Vec<u8> {
    let key = one(random, &["full_name", "phone", "message"]);
    let value = one(random, &["\"\"", "null", "\" \"", "\"\\t\""]);
    format!("{},\"{key}\":{value}}}", LEAD.trim_end_matches('}')).into()
}

fn escaped_nul(random: &mut StdRng) -> Vec<u8> {
    let (from, to) = *[
        ("Jane", "J\\u0000ane"),
        ("404", "\\u0000"),
        ("\"phone\"", "\"pho\\u0000ne\""),
        ("Oak", "O\\u0000k"),
    ]
    .choose(random)
    .unwrap();
    LEAD.replace(from, to).into()
}

fn json_form(random: &mut StdRng) -> Malformed {
    let calls = "send-email|get-tracking-data|incrementPhoneClickCount";
    let path = &format!("/api/{}", one_of(random, calls));
    let body = match random.random_range(0..5) {
        0 => truncated(random),
        1 => nested(random),
        // What is in a field that is not read does not matter.
        2 => String::from_utf8_lossy(&lone_surrogate(random))
            .replace("full_name", "visitor_id")
            .into(),
        3 => b"[[\"firstName\"]]".to_vec(),
        _ => br#"{"firstName":["Jane"],"subject":{},"visitor_id":7}"#.to_vec(),
    };
    malformed("JSON for /api", Expected::Api, post(path, JSON, &body))
}

// ---- headers, paths and encodings ----

fn bad_encoding(random: &mut StdRng) -> Malformed {
    let header = one(
        random,
        &[
            "content-type: application/json\r\ncontent-encoding: gzip\r\n",
            "content-type: application/json\r\ncontent-encoding: br, gzip\r\n",
            "content-type: application/json\r\ncontent-encoding: \u{fc}\r\n",
            "content-type: text/csv\r\n",
            "content-type: application/x-www-form-urlencoded\r\n",
            "content-type: \r\n",
            "content-type: application/json, text/plain\r\n",
            "",
        ],
    );
    let body = post("/rest/v1/site_forms", &keyed(header), LEAD.as_bytes());
    malformed("encoding", Expected::PostgRest, body)
}

fn bad_path(random: &mut StdRng) -> Malformed {
    let escape = one_of(random, "%|%zz|%f|%00|%ff|%c0%ae%c0%ae|..%2f");
    let (path, expected) = *[
        ("/rest/v1/site_forms", Expected::PostgRest),
        ("/rest/v1/", Expected::PostgRest),
        ("/api/send-email", Expected::Api),
        ("/api/", Expected::Api),
    ]
    .choose(random)
    .unwrap();
    let bytes = post(&format!("{path}{escape}x"), &keyed(JSON), LEAD.as_bytes());
    malformed("path", expected, bytes)
}

fn bad_web_form(random: &mut StdRng) -> Malformed {
    let value: &[u8] = [
        b"%".as_slice(),
        b"%4",
        b"%zz",
        b"%ff",
        b"%c3%28",
        b"%ed%a0%80",
        b"\xff",
        b"%00",
        b"\0",
    ]
    .choose(random)
    .unwrap();
    let body = [
        b"lastName=Doe&phone=404-555-0123&address=12+Oak+Street&service=Tree+Removal&firstName=Jane"
            .as_slice(),
        value,
    ]
    .concat();
    let headers = "content-type: application/x-www-form-urlencoded\r\n";
    malformed("web form", Expected::Page, post("/contact", headers, &body))
}

fn bad_headers_of_ours(random: &mut StdRng) -> Malformed {
    let header = one(
        random,
        &[
            "idempotency-key: 7\r\n",
            "idempotency-key: \u{fc}\r\n",
            "idempotency-key: 00000000-0000-0000-0000-00000000000g\r\n",
            "accept: \u{1f333}/\u{1f333}, text/html\r\naccept-profile: x\r\nidempotency-key: -\r\n",
            "content-profile: secret\r\n",
            "accept: text/html\r\n",
        ],
    );
    let headers = keyed(&format!("{JSON}{header}"));
    let bytes = post("/rest/v1/site_forms", &headers, LEAD.as_bytes());
    malformed("header of ours", Expected::PostgRest, bytes)
}
