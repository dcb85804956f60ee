//! The program: its commands, its shutdown, its log.

use std::{
    fs,
    net::SocketAddr,
    os::unix::fs::symlink,
    time::{Duration, Instant},
};

use backend::config::Deadlines;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    process::Command,
};
use tokio_util::sync::CancellationToken;

use crate::{
    app::{
        ANON_KEY, Answer, IP_HASH_SECRET, TestApp, as_form, assert_begins, assert_contains,
        estimate, one, private_visitor, row, with,
    },
    database::Database,
    process::{Folders, Output, PROGRAM, Server, program},
    wire,
};

#[actix_web::test]
async fn serve_is_the_default_command() {
    let folders = Folders::new();
    let database = Database::create().await;
    for arguments in [&[][..], &["serve"]] {
        let server = Server::start(&folders, &database, arguments, &[]).await;
        let answer = reqwest::get(format!("{}/healthz", server.url))
            .await
            .unwrap();
        assert_eq!(answer.status(), 200);
        let output = server.stop().await;
        assert_eq!(output.out, "", "three lines on standard output");
    }
}

#[actix_web::test]
async fn on_sigterm_and_sigint_requests_in_flight_are_completed() {
    let folders = Folders::new();
    let database = Database::migrated().await;
    for signal in ["TERM", "INT"] {
        let mut server = Server::start(&folders, &database, &[], &[]).await;
        let address = server.url.strip_prefix("http://").unwrap().to_owned();
        let mut visitor = TcpStream::connect(&address).await.unwrap();
        let body = row().to_string();
        let head = format!(
            "POST /rest/v1/site_forms HTTP/1.1\r\nhost: localhost\r\napikey: {ANON_KEY}\r\n\
             content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        visitor.write_all(head.as_bytes()).await.unwrap();
        let mut go_on = [0; 25];
        visitor.read_exact(&mut go_on).await.unwrap();
        assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");

        server.signal(signal).await;
        server.wait_for_log("stopping").await;
        visitor.write_all(body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        visitor.read_to_string(&mut answer).await.unwrap();
        assert_begins(&answer, "HTTP/1.1 201 Created");
        let status = server.child.wait().await.unwrap();
        assert!(status.success(), "{signal}: {status}");
        assert!(TcpStream::connect(&address).await.is_err());
        assert!(TcpStream::connect(&server.metrics_address).await.is_err());
    }
    assert_eq!(database.site_forms().await.len(), 2);
}

#[actix_web::test]
async fn the_process_ends_within_ten_seconds_of_sigterm_whatever_is_in_flight() {
    let folders = Folders::new();
    let database = Database::create().await;
    // This mail server accepts the connection and never responds.
    let mail_server = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let smtp = format!("smtp://{}", mail_server.local_addr().unwrap());
    let settings = [("SMTP_URL", &*smtp), ("DEADLINE_FACTOR", "0.5")];
    let mut server = Server::start(&folders, &database, &[], &settings).await;
    server.send_form(&estimate()).await;
    let _mail_under_way = mail_server.accept().await.unwrap();
    let mut request_under_way = wire::connect(&server.url).await;
    request_under_way
        .write_all(
            b"POST /contact HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\
              content-type: application/x-www-form-urlencoded\r\nexpect: 100-continue\r\n\r\n",
        )
        .await
        .unwrap();
    request_under_way.read_exact(&mut [0; 25]).await.unwrap();

    server.signal("TERM").await;
    let status = tokio::time::timeout(Duration::from_secs(10), server.child.wait())
        .await
        .expect("the process did not exit");
    assert!(status.unwrap().success());
    assert!(Deadlines::default().shutdown < Duration::from_secs(10));
}

#[actix_web::test]
async fn a_log_that_is_not_read_blocks_no_request() {
    let folders = Folders::new();
    let database = Database::create().await;
    let settings = [
        ("PORT", "0"),
        ("METRICS_PORT", "0"),
        ("DATABASE_URL", &*database.url),
        ("SITE_DIR", folders.site.path().to_str().unwrap()),
    ];
    let mut child = program(&folders, &[], &settings).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = out.next_line().await.unwrap().unwrap();
    let url = line.strip_prefix("listening on ").unwrap();
    let client = reqwest::Client::builder()
        .timeout(Duration::from_secs(30))
        .build()
        .unwrap();
    // Each request logs a line of over 100 bytes; a pipe holds 64 KiB.
    for _ in 0..2_000 {
        let answer = client.get(format!("{url}/healthz")).send().await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    let pid = child.id().unwrap().to_string();
    let sent = Command::new("kill").args(["-s", "TERM", &pid]).status();
    assert!(sent.await.unwrap().success());
    let status = tokio::time::timeout(Duration::from_secs(10), child.wait()).await;
    assert!(status.expect("the process did not exit").unwrap().success());
}

#[actix_web::test]
async fn a_method_that_the_client_made_up_is_not_logged() {
    let folders = Folders::new();
    let database = Database::create().await;
    let server = Server::start(&folders, &database, &[], &[]).await;
    for (method, path) in [("JANEDOE", "/api/send-email"), ("POST", "/readyz")] {
        let request = reqwest::Client::new()
            .request(method.parse().unwrap(), format!("{}{path}", server.url));
        Answer::to(request).await.expect(405);
    }
    let log = server.stop().await.err;
    assert!(!log.contains("JANEDOE"), "{log}");
    assert!(log.contains("POST"), "{log}");
}

#[actix_web::test]
async fn a_wrong_value_is_refused_with_what_to_write() {
    let folders = Folders::new();
    let day = "write a day as year-month-day, such as 2026-11-01";
    let number = "write a whole number from 1 to ";
    let id = "copy the 36 characters after `email` or `webhook` in the list";
    let address = "write a complete address";
    let digits = "write a number with 7 to ";
    for (arguments, message) in [
        (&["leads", "--since", "11/1/2026"][..], day),
        (&["leads", "export", "--since", "2026-02-30"], day),
        (&["leads", "--limit", "0"], number),
        (&["leads", "--limit", "-1"], number),
        (&["leads", "erase", "--older-than-days", "x"], number),
        (&["leads", "erase", "--older-than-days", "-3"], number),
        (&["outbox", "retry", "123"], id),
        (&["leads", "erase", "--email", "jane"], address),
        (&["leads", "erase", "--phone", "12"], digits),
    ] {
        let refused = Output::of(&folders, arguments, &[]).await;
        assert!(!refused.success, "{arguments:?}: {}", refused.out);
        assert_contains(&refused.err, message);
    }
}

#[actix_web::test]
async fn help_and_advice_name_what_is_typed_to_run_the_program() {
    let folders = Folders::new();
    let database = Database::create().await;
    // A bundle names the program after the company.
    let installed = folders.work.path().join("tall-timber");
    symlink(PROGRAM, &installed).unwrap();
    let version = Command::new(installed).arg("--version").output().await;
    let version = String::from_utf8(version.unwrap().stdout).unwrap();
    assert_begins(&version, "tall-timber ");

    let npm = ("BACKEND_COMMAND", "npm run backend --");
    let url = ("DATABASE_URL", &*database.url);
    for (settings, program) in [(&[url][..], "backend"), (&[url, npm], npm.1)] {
        let help = Output::of(&folders, &["leads", "erase", "--help"], settings).await;
        let usage = format!("Usage: {program} leads erase [OPTIONS]");
        assert!(help.out.contains(&usage), "{}", help.out);
        let empty = Output::of(&folders, &["leads"], settings).await;
        let advice = format!("has no tables yet: start the server or run `{program} migrate`");
        assert!(empty.err.contains(&advice), "{}", empty.err);
    }
}

#[actix_web::test]
async fn a_port_of_another_program_is_named_as_such() {
    let folders = Folders::new();
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://a:b@{}/leads", other.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut client, _) = other.accept().await.unwrap();
        // Closing a socket with unread bytes would reset the connection.
        client.read_exact(&mut [0; 8]).await.unwrap();
        client
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            .await
            .unwrap();
        client.shutdown().await.unwrap();
        client.read_to_end(&mut Vec::new()).await.unwrap();
    });
    let refused = Output::of(&folders, &["leads"], &[("DATABASE_URL", &url)]).await;
    assert_eq!(
        refused.err,
        "the server there is not Postgres: check the host and port in DATABASE_URL\n"
    );
}

#[actix_web::test]
async fn all_problems_of_the_settings_are_reported_at_once() {
    let folders = Folders::new();
    fs::write(
        folders.work.path().join(".env"),
        "PORT=eighty\nSMTP_URL=https://user:topsecret@mail.example\nLOG_FORMAT=xml # or json\n",
    )
    .unwrap();
    let settings = [
        ("PORT", "99999"),
        ("IP_HASH_SECRET", "topsecret"),
        ("MAIL_TO", "nobody"),
    ];
    let output = Output::of(&folders, &["serve"], &settings).await;
    assert!(!output.success);
    assert_eq!(output.out, "");
    for problem in [
        "\n  PORT: set a number from 0 to 65535.",
        "\n  DATABASE_URL: is not set; set postgres://",
        "\n  LOG_FORMAT: set text or json.",
        "\n  IP_HASH_SECRET: set at least 32 characters",
        "\n  MAIL_TO: set an email address",
        "\n  SMTP_URL: set smtp://",
    ] {
        assert_contains(&output.err, problem);
    }
    assert_eq!(output.err.lines().count(), 7, "{}", output.err);
    assert!(!output.err.contains("topsecret"), "{}", output.err);
}

#[actix_web::test]
async fn a_failed_start_names_the_setting_that_mends_it() {
    let folders = Folders::new();
    let database = Database::create().await;
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let empty = TempDir::new().unwrap();
    let empty = empty.path().to_str().unwrap();
    let file = folders.work.path().join("file");
    fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    let no_places = "PLACE_DATABASE=/none cannot be used";
    for (name, value, message) in [
        ("SITE_DIR", "/none", "SITE_DIR=/none is not a built site"),
        ("SITE_DIR", empty, "/index.html is missing"),
        ("PORT", &port, "set HOST and PORT to another address"),
        ("METRICS_PORT", &port, "set METRICS_PORT to another port"),
        ("PLACE_DATABASE", "/none", no_places),
        ("PLACE_DATABASE", file, "set files in MaxMind's format"),
        ("DATA_DIR", file, "set DATA_DIR to a writable folder"),
    ] {
        let settings = [
            ("DATABASE_URL", &*database.url),
            ("SITE_DIR", folders.site.path().to_str().unwrap()),
            ("PORT", "0"),
            ("METRICS_PORT", "0"),
            (name, value),
        ];
        let output = Output::of(&folders, &[], &settings).await;
        assert!(!output.success);
        assert_contains(&output.err, message);
        assert_eq!(output.out, "");
    }
}

#[actix_web::test]
async fn an_untrusted_proxy_is_logged_once() {
    let folders = Folders::new();
    let database = Database::create().await;
    for (proxies, warnings) in [("", 1), ("127.0.0.1", 0)] {
        let settings = [("TRUSTED_PROXIES", proxies)];
        let server = Server::start(&folders, &database, &[], &settings).await;
        for _ in 0..3 {
            let request = reqwest::Client::new()
                .post(format!("{}/rest/v1/site_forms", server.url))
                .header("x-forwarded-for", "203.0.113.7")
                .header("apikey", ANON_KEY)
                .json(&row());
            Answer::to(request).await.expect(201);
        }
        let log = server.stop().await.err;
        let warned = log.matches("a proxy that TRUSTED_PROXIES does not contain");
        assert_eq!(warned.count(), warnings, "{log}");
    }
}

#[actix_web::test]
async fn a_secret_for_address_hashes_is_generated_and_kept() {
    let folders = Folders::new();
    let database = Database::create().await;
    let mut hashes = Vec::new();
    for _ in 0..2 {
        let settings = [("IP_HASH_SECRET", "")];
        let server = Server::start(&folders, &database, &[], &settings).await;
        let data: Value = reqwest::Client::new()
            .post(format!("{}/api/get-tracking-data", server.url))
            .json(&json!({}))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        hashes.push(data["data"]["ip_hash"].as_str().unwrap().to_owned());
        server.stop().await;
    }
    assert_eq!(hashes[0], hashes[1]);

    // Another secret would be a second site's.
    let settings = [
        ("DATABASE_URL", &*database.url),
        ("SITE_DIR", folders.site.path().to_str().unwrap()),
        ("PORT", "0"),
        ("METRICS_PORT", "0"),
        ("IP_HASH_SECRET", IP_HASH_SECRET),
        ("DEADLINE_FACTOR", "20"),
    ];
    let refused = Output::of(&folders, &["serve"], &settings).await;
    assert!(!refused.success);
    assert_contains(
        &refused.err,
        "the servers of this database have another secret",
    );
    assert!(!refused.err.contains(IP_HASH_SECRET), "{}", refused.err);
    let file = folders.work.path().join(".data/ip-hash-secret");
    assert_eq!(fs::read_to_string(&file).unwrap().len(), 64);
    let files = fs::read_dir(file.parent().unwrap()).unwrap();
    assert_eq!(files.count(), 1, "the draft is gone");
    #[cfg(unix)]
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions()) & 0o777,
        0o600
    );
}

#[actix_web::test]
async fn migrate_prints_what_it_runs_and_needs_no_site() {
    let folders = Folders::new();
    let database = Database::create().await;
    let settings = [("DATABASE_URL", &*database.url)];
    let first = Output::of(&folders, &["migrate"], &settings).await;
    assert!(first.success, "{}", first.err);
    assert_eq!(first.out, "schema.sql was run.\n");
    let again = Output::of(&folders, &["migrate"], &settings).await;
    assert!(again.success, "{}", again.err);
    assert_eq!(again.out, "The tables are up to date.\n");
    assert_eq!(database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn leads_list_shows_them_newest_first() {
    let app = TestApp::spawn().await;
    let folders = Folders::new();
    let settings = [("DATABASE_URL", &*app.database.url)];
    let none = Output::of(&folders, &["leads", "list"], &settings).await;
    assert_eq!(none.out, "No requests yet.\n", "{}", none.err);
    let none = Output::of(&folders, &["leads", "list", "--json"], &settings).await;
    assert_eq!(none.out, "[]\n");

    Answer::to(app.insert(&row())).await.expect(201);
    app.database.age_rows("1 hour").await;
    let steering = with(
        row(),
        json!({ "full_name": "John \u{1b}[2J\u{9b}Roe", "email": null }),
    );
    Answer::to(app.insert(&steering)).await.expect(201);

    let text = Output::of(&folders, &["leads", "list"], &settings).await;
    assert!(text.success, "{}", text.err);
    let lines: Vec<&str> = text.out.lines().collect();
    assert!(
        lines[0].ends_with("  John [2JRoe  404-555-0123  no email"),
        "{}",
        text.out
    );
    assert_eq!(lines[1], "    Service: Tree Removal");
    assert_contains(&text.out, "  Jane Doe  404-555-0123  jane.doe@gmail.com\n");
    assert!(text.out.ends_with("\n\n2 in total.\n"), "{}", text.out);

    let json = Output::of(&folders, &["leads", "list", "--json"], &settings).await;
    let leads: Vec<Value> = serde_json::from_str(&json.out).unwrap();
    assert_eq!(leads.len(), 2);
    assert_eq!(leads[0]["full_name"], "John \u{1b}[2J\u{9b}Roe");
    assert_eq!(leads[1]["full_name"], "Jane Doe");
    assert_eq!(leads[1].as_object().unwrap().len(), 15);
}

#[actix_web::test]
async fn the_log_has_every_request_and_no_data_of_the_visitor() {
    let folders = Folders::new();
    let database = Database::create().await;
    let settings = [
        ("LOG", "trace"),
        ("LOG_FORMAT", "json"),
        ("TRUSTED_PROXIES", "127.0.0.1"),
    ];
    let server = Server::start(&folders, &database, &[], &settings).await;
    let client = reqwest::Client::builder();
    let client = client.redirect(Policy::none()).build().unwrap();
    let post = |path: &str| {
        client
            .post(format!("{}{path}", server.url))
            .header("user-agent", "PrivateBrowser/1.0")
            .header("x-forwarded-for", "203.0.113.77")
            .header("referer", "https://private-referer.example")
            .header("apikey", ANON_KEY)
    };
    let (tracking, lead) = private_visitor();
    let form = with(
        estimate(),
        json!({
            "firstName": "Privatus", "lastName": "Privateer", "email": "private@mailbox.net",
            "phone": "404-555-0177", "address": "77 Private Street", "message": "Private details.",
        }),
    );
    let mail = json!({ "subject": "Private subject", "html": "<p>Private mail</p>" });
    let tracked = with(lead.clone(), tracking.clone());
    let key = uuid::Uuid::new_v4().to_string();
    let insert = |row: Value| post("/rest/v1/site_forms").json(&row);
    let get = |path: &str| client.get(format!("{}{path}", server.url));
    let contact = post("/contact?email=private@mailbox.net");
    let note = post("/api/send-email").header("idempotency-key", &key);
    let requests = [
        (post("/rest/v1/site_forms?select=*").json(&tracked), 201),
        (insert(tracked), 429),
        (insert(with(lead.clone(), json!({ "phone": "" }))), 422),
        (insert(with(lead.clone(), json!({ "private": 1 }))), 400),
        (insert(json!([lead, lead])), 201),
        (post("/rest/v1/private_table").json(&lead), 404),
        (as_form(contact, &form), 303),
        (post("/api/get-tracking-data").json(&tracking), 200),
        (post("/api/incrementPhoneClickCount").json(&tracking), 200),
        (note.json(&mail), 200),
        (post("/api/private/path").json(&tracking), 404),
        (get("/private/path?q=private-query"), 404),
        (get("/contact"), 200),
    ];
    let mut ids = Vec::new();
    for (request, status) in requests {
        let answer = Answer::to(request).await.expect(status);
        ids.push(answer.header("x-request-id").to_owned());
    }
    database
        .execute("ALTER TABLE phone_clicks RENAME TO gone")
        .await;
    let failed = Answer::to(post("/api/incrementPhoneClickCount").json(&tracking))
        .await
        .expect(500);
    ids.push(failed.header("x-request-id").to_owned());

    let output = server.stop().await;
    for id in ids {
        assert!(output.err.contains(&id), "no line of request {id}");
    }
    let lines: Vec<Value> = output
        .err
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let lines_with = |message: &str| {
        lines
            .iter()
            .filter(|line| line["fields"]["message"] == message)
            .collect::<Vec<_>>()
    };
    let answered = lines_with("request completed");
    let sum = |field: &str| -> u64 {
        let values = answered.iter().map(|line| &line["fields"][field]);
        values.filter_map(Value::as_u64).sum()
    };
    let sums = ["leads", "emails_given", "emails_well_formed"].map(sum);
    assert_eq!(sums, [4, 4, 4]);
    let failure = one(lines_with("request failed"));
    assert_eq!(failure["level"], "ERROR");
    assert_eq!(failure["fields"]["route"], "/api/incrementPhoneClickCount");
    assert_eq!(
        failure["fields"]["cause"],
        "the query failed: relation \"phone_clicks\" does not exist"
    );
    let log = output.err.to_lowercase();
    for private in [
        "privat",
        "mailbox",
        "555-0177",
        "203.0.113",
        "127.0.0.1",
        &key,
        ANON_KEY,
    ] {
        // The server logs its own address when it starts.
        let leaked = log
            .lines()
            .filter(|line| !line.contains("listening on"))
            .find(|line| line.contains(private));
        assert_eq!(leaked, None, "{private} is in the log");
    }
}

#[actix_web::test]
async fn a_restart_on_a_socket_of_systemd_loses_no_request() {
    let folders = Folders::new();
    let database = Database::create().await;
    // Stays open while the servers change, as systemd's socket does.
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", socket.local_addr().unwrap());
    let start = || {
        let settings = [
            // No server can listen on this address.
            ("HOST", "192.0.2.1"),
            ("METRICS_PORT", "0"),
            ("DATABASE_URL", &*database.url),
            ("SITE_DIR", folders.site.path().to_str().unwrap()),
            ("PROGRAM", env!("CARGO_BIN_EXE_backend")),
            ("LISTEN_FDS", "1"),
        ];
        let passing = r#"LISTEN_PID=$$ exec "$PROGRAM" serve 3<&0 </dev/null"#;
        Command::new("/bin/sh")
            .args(["-c", passing])
            .stdin(std::os::fd::OwnedFd::from(socket.try_clone().unwrap()))
            .current_dir(&folders.work)
            .env_clear()
            .envs(settings)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap()
    };
    let address = socket.local_addr().unwrap();
    let first = start();
    let is_over = CancellationToken::new();
    let clients: Vec<_> = (0..16)
        .map(|number| tokio::spawn(ask_repeatedly(address, number % 2 == 0, is_over.clone())))
        .collect();
    let mut server = first;
    for _ in 0..3 {
        Answer::to(reqwest::Client::new().get(format!("{url}/healthz")))
            .await
            .expect(200);
        let pid = server.id().unwrap().to_string();
        let sent = Command::new("kill").args(["-s", "TERM", &pid]).status();
        assert!(sent.await.unwrap().success());
        assert!(server.wait().await.unwrap().success());
        server = start();
    }
    is_over.cancel();
    for client in clients {
        client.await.unwrap();
    }

    let mut first = server;
    let get = || async { Answer::to(reqwest::Client::new().get(format!("{url}/healthz"))).await };
    assert_eq!(get().await.status, 200);
    let pid = first.id().unwrap().to_string();
    let sent = Command::new("kill").args(["-s", "TERM", &pid]).status();
    assert!(sent.await.unwrap().success());
    assert!(first.wait().await.unwrap().success());

    // No server accepts the connection, so it waits.
    let waiting = tokio::spawn(reqwest::Client::new().get(format!("{url}/healthz")).send());
    TcpStream::connect(url.strip_prefix("http://").unwrap())
        .await
        .unwrap();
    let _second = start();
    assert_eq!(waiting.await.unwrap().unwrap().status(), 200);
}

/// Sends requests until `is_over`, and asserts that each is answered. A connection is used until the server announces
/// its end, or for one request.
async fn ask_repeatedly(address: SocketAddr, keeps_alive: bool, is_over: CancellationToken) {
    while !is_over.is_cancelled() {
        let mut connection = TcpStream::connect(address).await.unwrap();
        let mut last_asked = None;
        while let Some(answer) = ask(&mut connection, &mut last_asked).await {
            if !keeps_alive || answer.contains("connection: close") || is_over.is_cancelled() {
                break;
            }
        }
    }
}

/// Sends a request, and returns the answer. `None` if the server that stops had answered the last request and waited
/// for this one for [`Deadlines::drain`], as on a busy machine.
async fn ask(connection: &mut TcpStream, last_asked: &mut Option<Instant>) -> Option<String> {
    let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let last = last_asked.replace(Instant::now());
    let sent = connection.write_all(request).await;
    let idle = last.map(|at| at.elapsed());
    let mut answer = String::new();
    while !answer.ends_with("\"ok\"}") {
        let mut part = [0; 1024];
        match connection.read(&mut part).await {
            Ok(length @ 1..) => answer.push_str(str::from_utf8(&part[..length]).unwrap()),
            ended => {
                let may_end = idle.is_some_and(|idle| idle >= Deadlines::default().drain);
                assert!(
                    may_end && answer.is_empty(),
                    "{sent:?}, {ended:?}, {idle:?}"
                );
                return None;
            }
        }
    }
    Some(answer)
}
