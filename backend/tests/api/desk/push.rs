//! Phones get notifications of new leads, with only the service and the town.

use backend::{message_kind::Channel, outbox::lease::lease};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::Utc;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{self, ECDH_P256, EphemeralPrivateKey, agree_ephemeral},
    hkdf::{HKDF_SHA256, Prk, Salt},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Browser, OFFICE, PEOPLE, save, save_suspect, save_suspect_with, towns};
use crate::{
    app::{Answer, OWNER, TestApp, assert_contains, estimate, figures, one, row, with},
    database::wait_for_outbox,
    mail_server::{MailServer, SmtpBehaviour},
    outbox::estimates::decide,
    process::{Folders, Output},
    webhook_receiver::{Received, Receiver},
};

const PUSHES: &str = "SELECT * FROM outbox WHERE kind = 'push'";

fn base64(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn decoded(text: &str) -> Vec<u8> {
    BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
}

/// A phone's browser with a push subscription, which can read one message.
struct Phone {
    key: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
    endpoint: String,
}

impl Phone {
    fn of(service: &Receiver) -> Self {
        let key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        Self {
            public: key.compute_public_key().unwrap().as_ref().to_vec(),
            key,
            auth: rand::random(),
            endpoint: format!("http://127.0.0.1:{}/send/1", service.port),
        }
    }

    /// Returns what `PushSubscription.toJSON()` returns.
    fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint,
            "expirationTime": null,
            "keys": { "p256dh": base64(&self.public), "auth": base64(&self.auth) },
        })
    }

    /// Decrypts a message as browsers do (RFC 8188, RFC 8291).
    fn read(self, message: &Received) -> Value {
        assert_eq!(message.header("content-encoding"), "aes128gcm");
        let (head, record) = message.body.split_at(86);
        let (salt, sender) = (&head[..16], &head[21..]);
        let sender_key = agreement::UnparsedPublicKey::new(&ECDH_P256, sender);
        let salt_of_secret = Salt::new(HKDF_SHA256, &self.auth);
        let prk = agree_ephemeral(self.key, &sender_key, |shared| {
            salt_of_secret.extract(shared)
        });
        let prk = prk.unwrap();
        let info = [b"WebPush: info\0", &*self.public, sender].concat();
        let input: [u8; 32] = expanded(&prk, &info);
        let prk = Salt::new(HKDF_SHA256, salt).extract(&input);
        let key: [u8; 16] = expanded(&prk, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = expanded(&prk, b"Content-Encoding: nonce\0");
        let mut record = record.to_vec();
        let opened = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap())
            .open_in_place(
                Nonce::assume_unique_for_key(nonce),
                Aad::empty(),
                &mut record,
            )
            .unwrap();
        let (end, text) = opened.split_last().unwrap();
        assert_eq!(*end, 2);
        serde_json::from_slice(text).unwrap()
    }
}

fn expanded<const N: usize>(prk: &Prk, info: &[u8]) -> [u8; N] {
    struct Length(usize);
    impl ring::hkdf::KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut bytes = [0; N];
    let info = [info];
    let okm = prk.expand(&info, Length(N)).unwrap();
    okm.fill(&mut bytes).unwrap();
    bytes
}

/// Returns the key, header, and claims that identify a server (RFC 8292). Asserts that the key
/// signed them.
fn identification(message: &Received) -> (String, Value, Value) {
    let (token, key) = message
        .header("authorization")
        .strip_prefix("vapid t=")
        .unwrap()
        .split_once(", k=")
        .unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decoded(key))
        .verify(signed.as_bytes(), &decoded(signature))
        .unwrap();
    let (header, claims) = signed.split_once('.').unwrap();
    let [header, claims] =
        [header, claims].map(|part| serde_json::from_slice(&decoded(part)).unwrap());
    (key.to_owned(), header, claims)
}

async fn spawn() -> TestApp {
    TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("PUSH_ALLOW_PRIVATE", "true")]).await
}

async fn subscribe(browser: &Browser<'_>, phone: &Phone) {
    browser
        .send("PUT", "/push", &phone.subscription())
        .await
        .expect(200);
}

async fn wait_for_state(app: &TestApp, condition: &str) {
    app.wait_for(&format!("{PUSHES} AND {condition}")).await;
}

#[actix_web::test]
async fn a_lead_is_announced_on_each_phone_that_asked_for_it() {
    let service = Receiver::start(201);
    let app = TestApp::spawn_with(&[
        ("DESK_EMAILS", PEOPLE),
        ("PUSH_ALLOW_PRIVATE", "true"),
        ("PUBLIC_URL", "https://www.example.com"),
    ])
    .await;
    let browser = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    let (phone, other) = (Phone::of(&service), Phone::of(&Receiver::start(201)));
    subscribe(&browser, &phone).await;
    subscribe(&office, &other).await;
    let [town, _] = towns();
    let address = format!("12 Oak Street, {town}");
    let sent = with(
        estimate(),
        json!({ "urgency": "emergency", "address": address }),
    );
    Answer::to(app.send_form(&sent)).await.expect(303);
    wait_for_state(&app, "state = 'sent' AND http_status = 201").await;

    let message = &one(service.received());
    let lead = &app.database.site_forms().await[0]["id"];
    assert_eq!(
        phone.read(message),
        json!({ "lead": lead, "title": "Emergency", "body": format!("Tree Removal in {town}") })
    );
    assert_eq!(message.path, "/send/1");
    assert_eq!(message.header("ttl"), "43200");
    assert_eq!(message.header("urgency"), "high");
    let (key, header, claims) = identification(message);
    assert_eq!(browser.get("/push").await.json()["publicKey"], key);
    assert_eq!(header, json!({ "typ": "JWT", "alg": "ES256" }));
    let expiry = claims["exp"].as_i64().unwrap() - Utc::now().timestamp();
    assert!((12 * 3600 - 60..=12 * 3600).contains(&expiry), "{expiry}");
    assert_eq!(claims["aud"], format!("http://127.0.0.1:{}", service.port));
    assert_eq!(claims["sub"], "https://www.example.com");
    let pushes = app.query(PUSHES).await;
    assert_eq!(pushes.len(), 2, "one per phone");
    // The owner still gets the mail, and only that mail is counted.
    app.mails(1).await;
    let figures = figures(&app.metrics_url).await;
    assert_contains(
        &figures,
        "\nmails_total{channel=\"mail\",outcome=\"sent\"} 1\n",
    );
}

#[actix_web::test]
async fn a_notification_names_the_service_and_the_town_and_nothing_that_a_visitor_typed() {
    let service = Receiver::start(201);
    let app = TestApp::spawn_with(&[
        ("DESK_EMAILS", PEOPLE),
        ("PUSH_ALLOW_PRIVATE", "true"),
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("PLACE_HEADERS", "x-city,,"),
    ])
    .await;
    let browser = Browser::of_owner(&app).await;
    let [town, _] = towns();
    let address = format!("12 Oak Street, {}", town.to_lowercase());
    let typed = "call 555-0100 now";
    let (removal, street) = ("Tree Removal", "12 Oak Street");
    let in_town = format!("{removal} in {town}");
    for (number, (service_typed, address, city, body)) in (1..).zip([
        (removal, &*address, "Elsewhere", &*in_town),
        (removal, street, "Elsewhere", "Tree Removal in Elsewhere"),
        (removal, street, "", removal),
        (typed, &address, "", &town),
        (typed, typed, "", ""),
    ]) {
        let phone = Phone::of(&service);
        subscribe(&browser, &phone).await;
        let changes = json!({
            "phone": format!("404-555-01{number}0"), "service": service_typed, "address": address,
        });
        let form = app.send_form(&with(estimate(), changes));
        Answer::to(form.header("x-city", city)).await.expect(303);
        service.wait_for(number).await;
        let shown = phone.read(&service.received()[number - 1]);
        assert_eq!(
            (&shown["title"], &shown["body"]),
            (&json!("New request"), &json!(body))
        );
    }
}

#[actix_web::test]
async fn a_browser_is_subscribed_once_and_until_its_session_ends() {
    let service = Receiver::start(201);
    let app = spawn().await;
    let first = Browser::of_owner(&app).await;
    let second = Browser::of_owner(&app).await;
    let phone = Phone::of(&service);
    subscribe(&first, &phone).await;
    subscribe(&first, &phone).await;
    // The same phone after another sign-in.
    subscribe(&second, &phone).await;
    subscribe(
        &first,
        &Phone {
            endpoint: format!("{}/other", phone.endpoint),
            ..Phone::of(&service)
        },
    )
    .await;
    let subscriptions = "SELECT FROM desk_push_subscriptions";
    assert_eq!(app.query(subscriptions).await.len(), 2);

    second.send("DELETE", "/push", &json!({})).await.expect(200);
    second.send("DELETE", "/push", &json!({})).await;
    first.send("DELETE", "/session", &json!({})).await;
    assert_eq!(app.query(subscriptions).await.len(), 0);
    save(&app, json!({})).await;
    app.mails(1).await;
    assert_eq!(app.query(PUSHES).await.len(), 0);

    let audit = "SELECT who, kind FROM desk_events WHERE kind LIKE 'push-%' ORDER BY id";
    let audit = app.query(audit).await;
    let done: Vec<&str> = audit
        .iter()
        .map(|row| row["kind"].as_str().unwrap())
        .collect();
    assert_eq!(done, ["push-on", "push-on", "push-on", "push-off"]);
    assert_eq!(audit[0]["who"], OWNER);
}

#[actix_web::test]
async fn a_phone_of_nobody_of_the_desk_or_of_a_session_that_is_over_is_told_nothing() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    subscribe(&browser, &Phone::of(&Receiver::start(201))).await;
    for change in [
        "address = 'former@tree-care.example'",
        "address = 'owner@tree-care.example', seen_at = now() - interval '31 days'",
    ] {
        app.execute(&format!("UPDATE desk_sessions SET {change}"))
            .await;
        let phone = format!("404-555-01{}", change.len());
        save(&app, json!({ "phone": phone })).await;
    }
    app.mails(2).await;
    assert_eq!(app.query(PUSHES).await.len(), 0);
}

#[actix_web::test]
async fn a_suspect_lead_is_announced_when_the_owner_has_released_it_and_spam_never() {
    let service = Receiver::start(201);
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let phone = Phone::of(&service);
    let suspect = save_suspect(&app).await;
    subscribe(&browser, &phone).await;
    browser.judge(&suspect, "released").await;
    wait_for_state(&app, "state = 'sent'").await;
    let message = &service.received()[0];
    assert_eq!(phone.read(message)["lead"], suspect);
    // Push services don't accept this server's PUBLIC_URL.
    assert_eq!(identification(message).2.get("sub"), None);

    service.answer(503);
    let spam = save(&app, json!({ "phone": "404-555-0199" })).await;
    wait_for_state(&app, "failure_class = 'deferred'").await;
    browser.judge(&spam, "spam").await;
    let_time_pass(&app).await;
    app.wait_for(&format!(
        "SELECT WHERE NOT EXISTS ({PUSHES} AND lead_id = '{spam}')"
    ))
    .await;
    assert_eq!(service.received().len(), 2);
}

#[actix_web::test]
async fn of_two_callers_who_are_entered_the_emergency_is_announced() {
    let service = Receiver::start(201);
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let phone = Phone::of(&service);
    subscribe(&browser, &phone).await;
    let caller =
        |urgency| json!({ "id": Uuid::now_v7(), "phone": "404-555-0199", "urgency": urgency });
    let [urgent, emergency] = ["urgent", "emergency"].map(caller);
    for caller in [&urgent, &emergency] {
        browser.send("POST", "/leads", caller).await.expect(201);
    }
    wait_for_state(&app, "state = 'sent'").await;
    let shown = phone.read(&service.received()[0]);
    assert_eq!(
        (&shown["lead"], &shown["title"]),
        (&emergency["id"], &json!("Emergency"))
    );
    app.idle().await;
    assert_eq!(app.outbox().len(), 1);
    assert_eq!(service.received().len(), 1);
}

#[actix_web::test]
async fn a_suspect_emergency_is_announced_at_once() {
    let service = Receiver::start(201);
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let phone = Phone::of(&service);
    subscribe(&browser, &phone).await;
    let message = "Service: Storm Damage\nUrgency: Emergency\nAddress: 12 Oak Street, Decatur";
    let id = save_suspect_with(&app, json!({ "message": message })).await;
    wait_for_state(&app, "state = 'sent'").await;
    let shown = phone.read(&service.received()[0]);
    assert_eq!(
        (&shown["lead"], &shown["title"]),
        (&json!(id), &json!("Emergency"))
    );
}

/// Makes pending notifications due now.
async fn let_time_pass(app: &TestApp) {
    let due = "UPDATE outbox SET due_at = now() WHERE kind = 'push' AND state = 'pending'";
    app.execute(due).await;
}

#[actix_web::test]
async fn a_message_that_is_not_taken_is_sent_again_and_replaces_itself() {
    let service = Receiver::start(429);
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    subscribe(&browser, &Phone::of(&service)).await;
    save(&app, json!({})).await;
    wait_for_state(&app, "http_status = 429").await;
    let settings = [("DATABASE_URL", &*app.database.url)];
    let listed = Output::of(&Folders::new(), &["outbox"], &settings)
        .await
        .out;
    let id = app.query(PUSHES).await[0]["id"].clone();
    let notification = format!("    notification {}\n", id.as_str().unwrap());
    assert!(listed.contains(&notification), "{listed}");
    service.answer(201);
    let_time_pass(&app).await;
    wait_for_state(&app, "state = 'sent'").await;
    let [first, second] = <[_; 2]>::try_from(service.received()).unwrap();
    assert_eq!(first.header("topic"), second.header("topic"));
    // The salt and the server's key are new for each message.
    assert_ne!(first.body[..16], second.body[..16]);
    assert_ne!(first.body[21..86], second.body[21..86]);
    assert!((1..=32).contains(&first.header("topic").len()));
}

#[actix_web::test]
async fn a_subscription_that_has_ended_is_removed() {
    for status in [404, 410] {
        let service = Receiver::start(status);
        let app = spawn().await;
        let browser = Browser::of_owner(&app).await;
        subscribe(&browser, &Phone::of(&service)).await;
        save(&app, json!({})).await;
        app.wait_for("SELECT WHERE NOT EXISTS (SELECT FROM desk_push_subscriptions)")
            .await;
        wait_for_state(&app, "state = 'stopped'").await;
    }
    // Any other refusal may be the service's own fault.
    let service = Receiver::start(403);
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    subscribe(&browser, &Phone::of(&service)).await;
    save(&app, json!({})).await;
    wait_for_state(&app, "state = 'stopped'").await;
    let kept = app
        .database
        .query("SELECT FROM desk_push_subscriptions")
        .await;
    assert_eq!(kept.len(), 1);
}

#[actix_web::test]
async fn the_mails_and_webhooks_go_out_while_a_push_service_does_not_answer() {
    let (service, receiver) = (Receiver::start(201), Receiver::start(200));
    let settings = receiver.settings();
    let app = TestApp::spawn_with(&[
        ("DESK_EMAILS", PEOPLE),
        ("PUSH_ALLOW_PRIVATE", "true"),
        settings[0],
        settings[1],
        settings[2],
    ])
    .await;
    let browser = Browser::of_owner(&app).await;
    subscribe(&browser, &Phone::of(&service)).await;
    service.stall();
    for number in 10..22 {
        save(&app, json!({ "phone": format!("404-555-01{number}") })).await;
    }
    app.mails(12).await;
    receiver.wait_for(12).await;
    service.wait_for(8).await;
    assert_eq!(
        service.received().len(),
        8,
        "the limit of concurrent notifications"
    );
    service.go_on();
    service.wait_for(12).await;
}

#[actix_web::test]
async fn an_emergency_comes_first_in_each_channel_and_waits_for_no_mail_server() {
    let mails = MailServer::start(SmtpBehaviour::Stalls).await;
    let (service, receiver) = (Receiver::start(201), Receiver::start(200));
    let mut settings = receiver.settings().to_vec();
    settings.extend([
        ("DESK_EMAILS", PEOPLE),
        ("PUSH_ALLOW_PRIVATE", "true"),
        ("SMTP_URL", &*mails.url),
    ]);
    let app = TestApp::spawn_with(&settings).await;
    let browser = Browser::of_owner(&app).await;
    subscribe(&browser, &Phone::of(&service)).await;
    service.stall();
    receiver.stall();
    // More than are sent at once.
    for _ in 0..4 {
        let rows = app.insert(&json!(vec![row(); 20]));
        Answer::to(rows).await.expect(201);
    }
    wait_for_outbox(&app.database, "kind = 'lead' AND attempts = 1 OFFSET 63").await;
    service.wait_for(8).await;
    receiver.wait_for(8).await;
    let message = "Service: Storm Damage\nUrgency: Emergency\nAddress: 1 Oak St\nDetails:\nA limb";
    let emergency = save(&app, json!({ "message": message })).await;
    let about = format!("(lead_id = '{emergency}' OR id = '{emergency}') AND attempts = 0");
    let all = format!("{about} AND state = 'pending' AND emergency HAVING count(*) = 3");
    wait_for_outbox(&app.database, &all).await;
    let store = app.database.store(1);
    for &channel in Channel::ALL {
        let leased = lease(&store, channel, 1, true).await.unwrap();
        let id = format!("id = '{}' AND emergency", one(leased).id);
        wait_for_outbox(&app.database, &id).await;
    }
}

#[actix_web::test]
async fn a_new_secret_changes_no_key() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let settings = [
        ("DESK_EMAILS", PEOPLE),
        ("IP_HASH_SECRET", "another secret of 32 characters or more"),
    ];
    // As docs/launch.md says.
    app.execute("DELETE FROM secret_fingerprint").await;
    let other = app.spawn_another_with(&settings).await;
    let elsewhere = reqwest::Client::new().get(format!("{other}/api/desk/push"));
    let elsewhere = elsewhere.header("cookie", &browser.cookie);
    let (one, another) = tokio::join!(browser.get("/push"), Answer::to(elsewhere));
    let key = &one.json()["publicKey"];
    assert_eq!(decoded(key.as_str().unwrap()).len(), 65);
    assert_eq!(&another.json()["publicKey"], key);
}

#[actix_web::test]
async fn a_push_endpoint_in_the_servers_own_network_is_not_connected_to() {
    let service = Receiver::start(201);
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE)]).await;
    let browser = Browser::of_owner(&app).await;
    let mut phone = Phone::of(&service);
    let refused = browser.send("PUT", "/push", &phone.subscription()).await;
    refused.api_error(400);
    phone.endpoint = format!("https://localhost:{}/send/1", service.port);
    subscribe(&browser, &phone).await;
    save(&app, json!({})).await;
    wait_for_state(&app, "failure_class = 'address'").await;
    assert_eq!(service.received().len(), 0);
}

#[actix_web::test]
async fn what_no_message_can_be_encrypted_for_is_refused() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let phone = Phone::of(&Receiver::start(201));
    let good = phone.subscription();
    let keys = |p256dh: &str, auth: &str| json!({ "keys": { "p256dh": p256dh, "auth": auth } });
    let (point, auth) = (phone.public, base64(&phone.auth));
    let key = base64(&point);
    let mut off_the_curve = point.clone();
    off_the_curve[64] ^= 1;
    let compressed = [&[2 + (point[64] & 1)], &point[1..33]].concat();
    for change in [
        json!({ "endpoint": "" }),
        json!({ "endpoint": "/send/1" }),
        json!({ "endpoint": "ftp://127.0.0.1/send/1" }),
        json!({ "endpoint": "data:text/plain,x" }),
        json!({ "endpoint": format!("https://push.example/{}", "x".repeat(2_000)) }),
        json!({ "keys": {} }),
        keys(&key, ""),
        keys(&key, &base64(&[0; 15])),
        keys(&key, "no base64"),
        keys("", &auth),
        keys(&base64(&[4; 65]), &auth),
        keys(&base64(&off_the_curve), &auth),
        keys(&base64(&compressed), &auth),
        keys(&base64(&point[..64]), &auth),
    ] {
        let answer = browser
            .send("PUT", "/push", &with(good.clone(), change))
            .await;
        answer.api_error(400);
    }
    let padded = keys(&format!("{key}="), &format!("{auth}=="));
    browser
        .send("PUT", "/push", &with(good, padded))
        .await
        .expect(200);
}

/// Reminders of what was due before a person signed in are not sent to them.
const SIGNED_IN_LONG_AGO: &str =
    "UPDATE desk_sessions SET created_at = created_at - interval '9 days'";

/// Starts another server, which looks for due leads when it starts.
async fn remind(app: &TestApp) {
    app.spawn_another_with(&[("DESK_EMAILS", PEOPLE), ("PUSH_ALLOW_PRIVATE", "true")])
        .await;
}

/// Returns the lead and title of the only notification.
fn title(received: &[Received], phone: Phone) -> (String, String) {
    let shown = phone.read(&one(received.to_vec()));
    let [lead, title] = ["lead", "title"].map(|key| shown[key].as_str().unwrap().to_owned());
    (lead, title)
}

#[actix_web::test]
async fn a_lead_that_is_due_is_told_once_and_not_what_was_done_meanwhile() {
    let service = Receiver::start(201);
    let app = spawn().await;
    let browser = Browser::of(&app, OFFICE).await;
    let phone = Phone::of(&service);
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(save(&app, json!({ "phone": format!("404-555-017{number}") })).await);
    }
    app.mails(5).await;
    subscribe(&browser, &phone).await;
    let next = |id: &str, status: &str, ago: &str| {
        format!(
            "UPDATE site_forms SET status = '{status}', changed_at = now() - interval '9 days',
             next_at = now() - interval '{ago}' WHERE id = '{id}';"
        )
    };
    let [due, later, new, long_ago, spam] = &ids[..] else {
        unreachable!()
    };
    let changes = [
        next(due, "called", "2 days"),
        next(later, "called", "-1 h"),
        next(new, "new", "1 s"),
        next(long_ago, "quoted", "4 days"),
        next(spam, "spam", "1 s"),
        SIGNED_IN_LONG_AGO.to_owned(),
    ];
    app.execute(&changes.concat()).await;
    // Three servers look, two of them at the same time.
    tokio::join!(remind(&app), remind(&app));
    remind(&app).await;
    wait_for_state(&app, "state = 'sent'").await;
    let shown = title(&service.received(), phone);
    assert_eq!(shown, (due.clone(), "Due".to_owned()));

    // The lead is postponed before the push service accepts the notification.
    service.answer(503);
    let phone = Phone::of(&service);
    subscribe(&browser, &phone).await;
    app.execute(&next(later, "called", "2 s")).await;
    remind(&app).await;
    wait_for_state(&app, "failure_class = 'deferred'").await;
    app.execute(&next(later, "called", "-2 h")).await;
    service.answer(201);
    let_time_pass(&app).await;
    app.wait_for(&format!(
        "SELECT WHERE NOT EXISTS ({PUSHES} AND lead_id = '{later}' AND state = 'pending')"
    ))
    .await;
    let shown = title(&service.received()[1..], phone);
    assert_eq!(shown, (later.clone(), "Due".to_owned()));

    // A new due time makes another notification.
    app.execute(&next(due, "called", "3 s")).await;
    remind(&app).await;
    let again =
        format!("kind = 'push' AND lead_id = '{due}' AND state = 'sent' HAVING count(*) = 2");
    wait_for_outbox(&app.database, &again).await;
}

#[actix_web::test]
async fn an_emergency_that_nobody_has_taken_is_told_again_to_everybody() {
    let app = spawn().await;
    let mut phones = Vec::new();
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    let mut ids = Vec::new();
    let message = "Service: Storm Damage\nUrgency: Emergency\nAddress: 1 Oak St\nDetails:\nA limb";
    for number in 0..5 {
        let phone = format!("404-555-016{number}");
        ids.push(save(&app, json!({ "phone": phone, "message": message })).await);
    }
    app.mails(5).await;
    for browser in [&owner, &office] {
        let service = Receiver::start(201);
        let phone = Phone::of(&service);
        subscribe(browser, &phone).await;
        phones.push((service, phone));
    }
    let [waits, called, taken, early, reached] = &ids[..] else {
        unreachable!()
    };
    let age = "created_at = created_at - interval '1 day', next_at = next_at - interval '1 day'";
    app.execute(&format!(
        "{SIGNED_IN_LONG_AGO}; UPDATE site_forms SET {age} WHERE id <> '{early}';
         UPDATE site_forms SET calls = ARRAY[now()] WHERE id = '{called}';
         UPDATE site_forms SET taken_by = '{OFFICE}' WHERE id = '{taken}';
         UPDATE site_forms SET status = 'called' WHERE id = '{reached}';"
    ))
    .await;
    remind(&app).await;
    remind(&app).await;
    let both = "kind = 'push' AND state = 'sent' HAVING count(*) = 2";
    wait_for_outbox(&app.database, both).await;
    for (service, phone) in phones {
        let text = "Emergency: nobody has called yet".to_owned();
        assert_eq!(title(&service.received(), phone), (waits.clone(), text));
    }
}

#[actix_web::test]
async fn a_phone_shows_that_a_customer_has_accepted_an_estimate() {
    let service = Receiver::start(201);
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("PUSH_ALLOW_PRIVATE", "true")]).await;
    let browser = Browser::of_owner(&app).await;
    let lead = save(&app, json!({})).await;
    app.mails(1).await;
    let phone = Phone::of(&service);
    subscribe(&browser, &phone).await;
    let line = json!({ "what": "Remove the oak", "cents": 240_000, "pick": "always" });
    browser
        .record(&lead, json!({ "kind": "offered", "lines": [line] }))
        .await;
    let order = json!({ "decision": "yes", "total": "240000", "signed": "Jane Doe" });
    decide(&app, &lead, order).await;
    wait_for_state(&app, "state = 'sent'").await;
    let shown = phone.read(&one(service.received()));
    assert_eq!(shown["title"], "Estimate accepted");
    assert!(!shown.to_string().contains("Doe"), "{shown}");
}
