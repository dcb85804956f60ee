//! Rate limits per address.

use chrono::Utc;
use futures_util::future::join_all;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{Answer, TestApp, estimate, row, with};

const SENTENCE: &str =
    "Too many requests came from your network just now. Please call us, or try again later.";

/// Trusts the tests' own address as a proxy, so each request can choose its address.
const BEHIND_A_PROXY: (&str, &str) = ("TRUSTED_PROXIES", "127.0.0.1");

#[actix_web::test]
async fn leads_beyond_the_limit_are_asked_to_call() {
    let app = TestApp::spawn_with(&[("LEADS_PER_ADDRESS_PER_HOUR", "3"), BEHIND_A_PROXY]).await;
    let key = Uuid::new_v4().to_string();
    let first = app.insert(&row()).header("idempotency-key", &key);
    Answer::to(first).await.expect(201);
    Answer::to(app.send_form(&estimate())).await.expect(303);
    let two_more = json!([row(), row()]);
    let answer = Answer::to(app.insert(&two_more)).await;
    check_rate_limited(&answer);
    // A refused request and one that couldn't be saved don't count.
    app.execute("ALTER TABLE outbox RENAME TO gone").await;
    Answer::to(app.insert(&row())).await.expect(500);
    app.execute("ALTER TABLE gone RENAME TO outbox").await;
    Answer::to(app.insert(&row())).await.expect(201);

    check_rate_limited(&Answer::to(app.insert(&row())).await);
    let other = with(estimate(), json!({ "message": "And the maple." }));
    let answer = Answer::to(app.send_form(&other)).await.expect(429);
    check_retry_after(&answer);
    assert_eq!(app.database.site_forms().await.len(), 3);

    // A resubmission of a saved request still succeeds.
    let again = app.insert(&row()).header("idempotency-key", &key);
    Answer::to(again).await.expect(201);
    // Another IPv4 address, and another IPv6 network, has its own limit.
    for address in ["203.0.113.7", "2001:db8:0:1::1", "2001:db8:0:2::1"] {
        let other = app.insert(&row()).header("x-forwarded-for", address);
        assert_eq!(Answer::to(other).await.status, 201, "{address}");
    }
}

#[actix_web::test]
async fn of_requests_at_once_as_many_are_taken_as_the_limit_lets_in() {
    let app = TestApp::spawn_with(&[("LEADS_PER_ADDRESS_PER_HOUR", "10"), BEHIND_A_PROXY]).await;
    let answers = join_all((0..40).map(|_| {
        let request = app.insert(&row());
        Answer::to(request.header("x-forwarded-for", "203.0.113.7"))
    }))
    .await;
    let taken = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(taken, 10);
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        check_rate_limited(answer);
    }
    assert_eq!(app.database.site_forms().await.len(), 10);
}

#[actix_web::test]
async fn a_network_of_many_subscribers_has_half_as_much_again_as_one_of_them() {
    let app = TestApp::spawn_with(&[("LEADS_PER_ADDRESS_PER_HOUR", "4"), BEHIND_A_PROXY]).await;
    let taken = async |addresses: Vec<String>| {
        let mut taken = 0;
        for address in addresses {
            let request = app.insert(&row()).header("x-forwarded-for", address);
            taken += u32::from(Answer::to(request).await.status == 201);
        }
        taken
    };
    let addresses = |networks: &str, count: usize| {
        let address = |number: usize| networks.replace('#', &number.to_string());
        (1..=count).map(address).collect()
    };
    assert_eq!(
        taken(addresses("2001:db8:1:1::#", 9)).await,
        4,
        "one subscriber"
    );
    assert_eq!(
        taken(addresses("2001:db8:1:1#::7", 9)).await,
        2,
        "the rest of their /48"
    );
    assert_eq!(
        taken(addresses("2001:db8:2:#::7", 9)).await,
        6,
        "another /48"
    );
    assert_eq!(
        taken(addresses("203.0.113.#", 9)).await,
        9,
        "addresses of IPv4"
    );
    // All notations of an IPv4 address are the same address.
    let one = [
        "203.0.114.7",
        "::ffff:203.0.114.7",
        "64:ff9b::203.0.114.7",
        "2002:cb00:7207::1",
    ];
    let twice = [one, one].concat().into_iter().map(str::to_owned);
    assert_eq!(taken(twice.collect()).await, 4);
}

#[actix_web::test]
async fn large_bodies_of_a_network_are_counted_before_they_are_parsed() {
    let app = TestApp::spawn_with(&[BEHIND_A_PROXY]).await;
    let large = json!(vec![json!({ "": 0 }); 4_000]);
    for counted in 0..=60 {
        let answer = Answer::to(app.insert(&large)).await;
        let expected = if counted < 60 { 400 } else { 429 };
        assert_eq!(answer.status, expected, "{}", answer.text);
    }
    let form = with(estimate(), json!({ "message": "oak ".repeat(5_000) }));
    Answer::to(app.send_form(&form)).await.expect(429);
    Answer::to(app.insert(&row())).await.expect(201);
    let other = app
        .send_form(&form)
        .header("x-forwarded-for", "203.0.113.7");
    Answer::to(other).await.expect(303);
    // These routes take nothing large at all.
    for path in ["/api/get-tracking-data", "/api/incrementPhoneClickCount"] {
        Answer::to(app.post(path).json(&large)).await.expect(413);
    }
}

#[actix_web::test]
async fn servers_share_the_limit_once_they_have_exchanged_their_counts() {
    let settings = [("LEADS_PER_ADDRESS_PER_HOUR", "6")];
    let app = TestApp::spawn_with(&settings).await;
    let other = app.spawn_another_with(&settings).await;
    let count = async |count: i32| {
        let counted = format!("SELECT FROM rate_limits WHERE count = {count}");
        app.wait_for(&counted).await;
    };
    for _ in 0..4 {
        Answer::to(app.insert(&row())).await.expect(201);
    }
    count(4).await;
    Answer::to(app.insert_at(&other, &row())).await.expect(201);
    count(5).await;
    // The servers finish the exchange shortly after the row exists.
    let taken = async { while Answer::to(app.insert_at(&other, &row())).await.status == 201 {} };
    taken.await;
    let saved = app.database.site_forms().await.len();
    assert!((6..10).contains(&saved), "{saved}");

    // A new server continues the count.
    let anew = app.spawn_another_with(&settings).await;
    Answer::to(app.insert_at(&anew, &row())).await.expect(201);
    count(i32::try_from(saved).unwrap() + 1).await;
}

#[actix_web::test]
async fn the_limit_applies_under_global_privacy_control_without_storing_the_address() {
    let app = TestApp::spawn_with(&[("LEADS_PER_ADDRESS_PER_HOUR", "1")]).await;
    let send = || Answer::to(app.insert(&row()).header("sec-gpc", "1"));
    assert_eq!(send().await.status, 201);
    check_rate_limited(&send().await);
    assert_eq!(app.database.site_forms().await[0]["ip_hash"], Value::Null);
    app.wait_for("SELECT FROM rate_limits").await;

    // The next hour has another key, and this one is pruned.
    app.execute("UPDATE rate_limits SET created_at = now() - interval '1501 minutes'")
        .await;
    app.spawn_another_with(&[]).await;
    app.wait_for("SELECT FROM rate_limits HAVING count(*) = 0")
        .await;
}

#[actix_web::test]
async fn mails_of_no_lead_are_limited_and_those_of_leads_are_not() {
    let app = TestApp::spawn_with(&[("MAILS_PER_ADDRESS_PER_HOUR", "1")]).await;
    let send_mail = async |key: Uuid, html: &str| {
        let sent = json!({ "subject": "Request", "html": html });
        let request = app.post("/api/send-email").json(&sent);
        Answer::to(request.header("idempotency-key", key.to_string())).await
    };
    let lead_key = Uuid::new_v4();
    let saved = app.insert(&row());
    let saved = saved.header("idempotency-key", lead_key.to_string());
    Answer::to(saved).await.expect(201);
    assert_eq!(send_mail(lead_key, "<p>Oak</p>").await.status, 200);

    let note_key = Uuid::new_v4();
    assert_eq!(send_mail(note_key, "<p>Oak</p>").await.status, 200);
    assert_eq!(
        send_mail(note_key, "<p>Oak</p>").await.status,
        200,
        "the same note"
    );
    // The server doesn't look at its text: an empty one would get another error.
    let refused = send_mail(Uuid::new_v4(), "").await;
    assert_eq!(refused.api_error(429), SENTENCE);
    check_retry_after(&refused);
    assert_eq!(send_mail(lead_key, "<p>Oak</p>").await.status, 200);

    let kinds = "SELECT kind, state FROM outbox WHERE kind = 'note'";
    let note = json!({ "kind": "note", "state": "quarantined" });
    assert_eq!(app.query(kinds).await, [note]);
    app.mails(1).await;
}

#[actix_web::test]
async fn clicks_are_limited() {
    let app = TestApp::spawn_with(&[("CLICKS_PER_ADDRESS_PER_HOUR", "2")]).await;
    let click = || {
        Answer::to(
            app.post("/api/incrementPhoneClickCount")
                .json(&json!({ "referrer": "" })),
        )
    };
    assert_eq!(click().await.status, 200);
    assert_eq!(click().await.status, 200);
    assert_eq!(click().await.api_error(429), SENTENCE);
    assert_eq!(app.database.phone_clicks().await.len(), 2);
}

fn check_rate_limited(answer: &Answer) {
    let error = answer.postgrest_error(429, "PT429");
    assert_eq!(error["message"], "Too many requests");
    assert_eq!(error["details"], SENTENCE);
    assert_eq!(error["hint"], answer.header("retry-after"));
    check_retry_after(answer);
}

fn check_retry_after(answer: &Answer) {
    let seconds: i64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=3600).contains(&seconds), "{seconds}");
    let past_the_hour = (Utc::now().timestamp() + seconds) % 3600;
    assert!(past_the_hour < 60, "{past_the_hour}");
}
