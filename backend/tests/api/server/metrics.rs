//! The metrics as Prometheus reads them.

use backend::{
    message_kind::{Channel, MessageState},
    outbox::{
        figures::{self, COUNTED},
        outcome::FailureClass,
    },
};
use serde_json::{Value, json};

use crate::{
    app::{ANON_KEY, Answer, TestApp, estimate, private_visitor, row, with},
    database::{Database, connect, outage, wait_for_lock},
    mail_server::{MailServer, SmtpBehaviour},
    until,
};

/// The metrics at one moment.
struct Figures(String);

impl Figures {
    async fn of(app: &TestApp) -> Self {
        let answer = Answer::to(reqwest::Client::new().get(&app.metrics_url))
            .await
            .expect(200);
        assert_eq!(
            answer.header("content-type"),
            "application/openmetrics-text; version=1.0.0; charset=utf-8"
        );
        let text = answer.text;
        assert!(text.ends_with("\n# EOF\n"), "{text}");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(['{', ' ']).next().unwrap();
            let name = ["_total", "_bucket", "_sum", "_count", "_info"]
                .iter()
                .find_map(|ending| name.strip_suffix(ending))
                .unwrap_or(name);
            for comment in ["HELP", "TYPE"] {
                let comments = text.matches(&format!("# {comment} {name} ")).count();
                assert_eq!(comments, 1, "{comment} of {name} in {text}");
            }
        }
        Self(text)
    }

    fn get(&self, name: &str) -> Option<f64> {
        let value = self
            .0
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        Some(value.parse().unwrap())
    }

    fn lead(&self, verdict: &str) -> Option<f64> {
        self.get(&format!("leads_total{{verdict=\"{verdict}\"}}"))
    }

    fn requests(&self, route: &str, method: &str, status: &str) -> Option<f64> {
        let labels = format!("{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}}");
        let count = self.get(&format!("http_request_duration_seconds_count{labels}"));
        let sum = self.get(&format!("http_request_duration_seconds_sum{labels}"));
        assert_eq!(count.is_some(), sum.is_some_and(|seconds| seconds > 0.0));
        count
    }
}

#[actix_web::test]
async fn every_outcome_is_counted_on_every_route() {
    let app = TestApp::spawn().await;
    let keyed = |phone: &str| {
        app.insert(&with(row(), json!({ "phone": phone })))
            .header("idempotency-key", "6f1c3a52-0d6e-4f59-9d4e-2d1b7c8e9f00")
    };
    let in_session = || app.insert(&with(row(), json!({ "session_id": "s" })));
    let form = |changes: Value| app.send_form(&with(estimate(), changes));
    for (request, status) in [
        (keyed("404-555-0123"), 201),
        (keyed("404-555-0123"), 201),
        (keyed("404-555-0199"), 201),
        (in_session(), 201),
        (in_session(), 429),
        (app.insert(&json!([row(), row()])), 201),
        (form(json!({ "phone": "" })), 422),
        (form(json!({ "email": "promo@shop.com" })), 422),
        (form(json!({ "message": "Cheap backlinks!" })), 422),
        (form(json!({})), 303),
        (form(json!({})), 303),
        (form(json!({ "address": " " })), 422),
        // These can't be leads.
        (app.insert(&json!("row")), 400),
        (app.post("/contact").body("{}"), 415),
    ] {
        Answer::to(request).await.expect(status);
    }
    outage::shut(&app.database).await;
    Answer::to(form(json!({}))).await.expect(503);
    outage::open(&app.database).await;

    let figures = Figures::of(&app).await;
    for (verdict, count) in [
        ("saved", 5.0),
        ("suspect", 0.0),
        ("repeated", 2.0),
        ("changed", 1.0),
        ("missing_information", 2.0),
        ("blocked_email", 1.0),
        ("promotional_message", 1.0),
        ("cooldown", 1.0),
        ("flooded", 0.0),
        ("key_used", 0.0),
        ("outage", 1.0),
        ("fault", 0.0),
    ] {
        assert_eq!(figures.lead(verdict), Some(count), "{verdict}");
    }
}

#[actix_web::test]
async fn a_server_is_idle_once_nothing_is_queued_due_or_uncounted() {
    let mails = MailServer::start(SmtpBehaviour::Stalls).await;
    // Each lead is a share of the limit that is exchanged.
    let settings = [
        ("SMTP_URL", &*mails.url),
        ("LEADS_PER_ADDRESS_PER_HOUR", "8"),
    ];
    let app = TestApp::spawn_with(&settings).await;
    app.idle().await;
    let mut blocker = connect(&app.database.url).await;
    let lock = blocker.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE site_forms").await.unwrap();
    let pending = async {
        wait_for_lock(&app.database).await;
        let pending = app.idleness().await.expect(503).text;
        lock.commit().await.unwrap();
        pending
    };
    let (saved, pending) = tokio::join!(Answer::to(app.insert(&row())), pending);
    saved.expect(201);
    assert_eq!(pending, "a lead is being saved\n");

    mails.wait_for(1).await;
    // Another process may have leased it.
    app.wait_for("SELECT FROM rate_limits WHERE count = 1")
        .await;
    let is_due = async || {
        let answer = app.idleness().await.expect(503);
        (answer.text == "a message is due\n").then_some(())
    };
    until("only the mail is left", is_due).await;
    // It will be due again, but not now.
    mails.behave(SmtpBehaviour::Defers);
    mails.go_on();
    app.idle().await;
    Answer::to(app.insert(&row())).await.expect(201);
    app.idle().await;
    let counted = "SELECT FROM rate_limits WHERE count = 2";
    assert_ne!(app.query(counted).await.len(), 0);
    let later = "SELECT FROM outbox WHERE state = 'pending' AND due_at > now()";
    assert_eq!(app.query(later).await.len(), 1);

    outage::shut(&app.database).await;
    let unknown = app.idleness().await.expect(503).text;
    assert_eq!(unknown, "the database is unavailable\n");
}

#[actix_web::test]
async fn requests_are_measured_by_their_route_and_clicks_are_counted() {
    let app = TestApp::spawn().await;
    for (request, status) in [
        (app.get("/"), 200),
        (app.get("/private/path?email=jane@mailbox.net"), 404),
        (app.request("HEAD", "/contact"), 200),
        (app.request("JANEDOE", "/"), 405),
        (app.get("/api/private-path"), 404),
        (app.get("/rest/v1/private_table"), 401),
        (app.get("/healthz"), 200),
        (
            app.post("/api/incrementPhoneClickCount").json(&json!({})),
            200,
        ),
        (
            app.post("/api/incrementPhoneClickCount").json(&json!([])),
            400,
        ),
    ] {
        Answer::to(request).await.expect(status);
    }
    let figures = Figures::of(&app).await;
    let clicks = "/api/incrementPhoneClickCount";
    for (route, method, status) in [
        ("page", "GET", "2xx"),
        ("page", "GET", "4xx"),
        ("page", "other", "4xx"),
        ("page", "HEAD", "2xx"),
        ("/healthz", "GET", "2xx"),
        (clicks, "POST", "2xx"),
        (clicks, "POST", "4xx"),
    ] {
        assert!(
            figures.requests(route, method, status).is_some(),
            "{route} {method} {status}: {}",
            figures.0
        );
    }
    assert_eq!(figures.requests("/healthz", "GET", "2xx"), Some(1.0));
    assert_eq!(figures.get("phone_clicks_total"), Some(1.0));
    for private in ["private", "jane", "mailbox"] {
        assert!(!figures.0.to_lowercase().contains(private), "{}", figures.0);
    }
}

#[actix_web::test]
async fn the_metrics_hold_no_data_of_the_visitor() {
    let app = TestApp::spawn_with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    let (tracking, lead) = private_visitor();
    for request in [
        app.insert(&with(lead, tracking.clone())),
        app.post("/api/get-tracking-data").json(&tracking),
        app.post("/api/incrementPhoneClickCount").json(&tracking),
        app.post("/api/send-email")
            .json(&json!({ "subject": "Private subject", "html": "<p>Private mail</p>" })),
    ] {
        let request = request
            .header("user-agent", "PrivateBrowser/1.0")
            .header("x-forwarded-for", "203.0.113.77")
            .header("idempotency-key", "6f1c3a52-0d6e-4f59-9d4e-2d1b7c8e9f00");
        let answer = Answer::to(request).await;
        assert!(answer.status.is_success(), "{}", answer.text);
    }
    let text = Figures::of(&app).await.0.to_lowercase();
    for private in [
        "privat",
        "mailbox",
        "555-0177",
        "203.0.113",
        "127.0.0.1",
        "6f1c3a52",
        ANON_KEY,
    ] {
        assert!(!text.contains(private), "{private} is in {text}");
    }
}

#[actix_web::test]
async fn the_public_port_has_no_metrics_and_their_port_has_no_site() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(app.get("/metrics")).await.expect(404);
    assert!(!answer.text.contains("leads_total"));

    let address = app.metrics_url.strip_suffix("/metrics").unwrap();
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    let client = reqwest::Client::new();
    for (request, status) in [
        (client.get(format!("{address}/")), 404),
        (client.get(format!("{address}/healthz")), 404),
        (client.post(format!("{address}/api/send-email")), 404),
        (client.post(&app.metrics_url), 405),
        (client.head(&app.metrics_url), 200),
    ] {
        Answer::to(request).await.expect(status);
    }
}

#[actix_web::test]
async fn an_unavailable_database_removes_its_own_metrics_alone() {
    let app = TestApp::spawn().await;
    Answer::to(app.get("/healthz")).await.expect(200);
    let figures = Figures::of(&app).await;
    assert_eq!(figures.get("database_up"), Some(1.0));
    assert_eq!(
        figures.get("outbox_mails{channel=\"mail\",state=\"dead\"}"),
        Some(0.0)
    );
    assert_eq!(figures.get("outbox_oldest_due_seconds"), Some(0.0));

    outage::shut(&app.database).await;
    let figures = Figures::of(&app).await;
    assert_eq!(figures.get("database_up"), Some(0.0));
    assert!(!figures.0.contains("outbox"), "{}", figures.0);
    assert_eq!(figures.requests("/healthz", "GET", "2xx"), Some(1.0));
    assert_eq!(figures.lead("saved"), Some(0.0));

    outage::open(&app.database).await;
    assert_eq!(Figures::of(&app).await.get("database_up"), Some(1.0));
}

#[actix_web::test]
async fn the_outbox_is_measured_by_state_and_by_its_oldest_mail() {
    let database = Database::migrated().await;
    let store = database.store(1);
    let empty = figures::read(&store).await.unwrap();
    for channel in COUNTED {
        for &state in MessageState::ALL {
            assert_eq!(empty.waiting(channel, state), 0);
        }
    }
    assert_eq!(
        (empty.oldest_due_seconds(), empty.oldest_pending_seconds()),
        (0.0, 0.0)
    );

    database
        .execute(
            "INSERT INTO outbox (id, kind, state, created_at, due_at, failure_class, finished_at, lead_id)
             SELECT gen_random_uuid(), 'webhook', state, now() - interval '9 days',
                 now() - interval '9 days', class, finished_at, gen_random_uuid()
             FROM (VALUES
                 ('pending', NULL, NULL), ('pending', 'gone', NULL), ('dead', 'gone', now()),
                 ('sent', NULL, now()), ('stopped', NULL, now())
             ) AS webhook (state, class, finished_at);
             INSERT INTO outbox (id, kind, state, created_at, due_at, failure_class, finished_at)
             SELECT gen_random_uuid(), 'lead', mail.* FROM (VALUES
             ('pending', now() - interval '3 hours', now() + interval '1 hour', 'refused', NULL),
             ('pending', now() - interval '2 hours', now() - interval '10 minutes', NULL, NULL),
             ('quarantined', now() - interval '9 hours', now() - interval '9 hours', NULL, NULL),
             ('dead', now() - interval '9 days', now() - interval '9 days', 'unwritable', now()),
             ('sent', now() - interval '9 days', now() - interval '9 days', NULL, now())) AS mail",
        )
        .await;
    let outbox = figures::read(&store).await.unwrap();
    let states = [
        MessageState::Pending,
        MessageState::Quarantined,
        MessageState::Dead,
    ];
    for (channel, expected, failure) in [
        (Channel::Mails, [2, 1, 1], FailureClass::Refused),
        (Channel::Webhooks, [2, 0, 1], FailureClass::Gone),
    ] {
        assert_eq!(states.map(|state| outbox.waiting(channel, state)), expected);
        for &class in FailureClass::ALL {
            let expected = i64::from(class == failure);
            assert_eq!(outbox.failing(channel, class), expected, "{class:?}");
        }
    }
    for (seconds, minutes) in [
        (outbox.oldest_due_seconds(), 10.0),
        (outbox.oldest_pending_seconds(), 180.0),
    ] {
        let past = seconds - minutes * 60.0;
        assert!((0.0..60.0).contains(&past), "{seconds}");
    }
}
