//! Each lead is announced to another program once, whatever fails.

mod desk;
mod network;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use uuid::Uuid;
use validator_wasm::SITE_NAME;

use crate::{
    app::{Answer, TestApp, assert_contains, estimate, figures, one, with},
    database::{Database, wait_for_outbox},
    desk::{save, save_suspect},
    mail_server::{MailServer, SmtpBehaviour},
    process::{Folders, Output, Server},
    webhook_receiver::{Receiver, SECRET},
};

/// Makes pending webhooks due now.
const LET_TIME_PASS: &str =
    "UPDATE outbox SET due_at = now() WHERE state = 'pending' AND kind = 'webhook'";

const WEBHOOKS: &str = "SELECT * FROM outbox WHERE kind = 'webhook'";

async fn wait_for_state(database: &Database, condition: &str) {
    let webhook = format!("{WEBHOOKS} AND {condition}");
    database.wait_for(&webhook).await;
}

#[actix_web::test]
async fn a_lead_is_announced_as_the_specification_of_webhooks_has_it() {
    let receiver = Receiver::start(204);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    let sent = with(estimate(), json!({ "urgency": "emergency" }));
    Answer::to(app.send_form(&sent)).await.expect(303);
    wait_for_state(&app.database, "state = 'sent' AND http_status = 204").await;
    let request = &one(receiver.received());
    assert_eq!(request.path, "/hooks/1?key=2");
    assert_eq!(request.header("content-type"), "application/json");
    assert_eq!(
        request.header("host"),
        format!("127.0.0.1:{}", receiver.port)
    );
    let webhook = &app.query(WEBHOOKS).await[0];
    assert_eq!(request.header("webhook-id"), webhook["id"]);

    let event = request.event();
    assert_eq!(event["type"], "lead.created");
    let lead = &app.database.site_forms().await[0];
    let saved_at: DateTime<Utc> = lead["created_at"].as_str().unwrap().parse().unwrap();
    let timestamp: DateTime<Utc> = event["timestamp"].as_str().unwrap().parse().unwrap();
    assert_eq!(timestamp, saved_at);
    assert_eq!(
        event["data"],
        json!({
            "id": lead["id"],
            "createdAt": event["timestamp"],
            "name": "Jane Doe",
            "phone": "404-555-0123",
            "call": { "number": "4045550123", "extension": null, "others": [] },
            "email": "jane.doe@gmail.com",
            "service": "Tree Removal",
            "urgency": "emergency",
            "urgencyLabel": "Emergency",
            "emergency": true,
            "address": "12 Oak Street, Decatur",
            "details": "The big white oak leans over the garage.",
            "city": null,
            "state": null,
            "shortened": false,
            "site": SITE_NAME,
        })
    );
    // The owner still gets the mail.
    app.mails(1).await;
}

#[actix_web::test]
async fn an_address_that_was_not_given_is_null() {
    let receiver = Receiver::start(200);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    let sent = with(estimate(), json!({ "email": "" }));
    Answer::to(app.send_form(&sent)).await.expect(303);
    receiver.wait_for(1).await;
    assert_eq!(receiver.received()[0].event()["data"]["email"], Value::Null);
}

#[actix_web::test]
async fn two_secrets_sign_both_so_that_a_receiver_may_have_either() {
    let receiver = Receiver::start(200);
    let other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    let both = format!("{other}, {SECRET}");
    let mut settings = receiver.settings();
    settings[1].1 = &both;
    let app = TestApp::spawn_with(&settings).await;
    save(&app, json!({})).await;
    receiver.wait_for(1).await;
    let request = &one(receiver.received());
    request.event();
    let by_other = Webhook::new(other).unwrap();
    by_other.verify(&request.body, &request.headers).unwrap();
}

#[actix_web::test]
async fn without_an_address_nothing_is_announced_and_no_row_is_made() {
    let app = TestApp::spawn_with(&[("WEBHOOK_SECRET", SECRET)]).await;
    save(&app, json!({})).await;
    app.mails(1).await;
    let rows = app.query("SELECT follow_up FROM outbox").await;
    assert_eq!(rows, [json!({ "follow_up": false })], "in no index");
}

#[actix_web::test]
async fn a_lead_is_saved_also_when_no_webhook_can_be_put_into_the_outbox() {
    let receiver = Receiver::start(200);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    // Makes every insert of a webhook fail.
    app.execute("ALTER TABLE outbox ADD CHECK (kind <> 'webhook')")
        .await;
    save(&app, json!({})).await;
    let rows = app.query("SELECT kind FROM outbox").await;
    assert_eq!(rows, [json!({ "kind": "lead" })]);
    app.execute("ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check")
        .await;
    wait_for_state(&app.database, "state = 'sent'").await;
}

#[actix_web::test]
async fn a_webhook_is_retried_until_it_is_accepted_with_the_same_id_and_a_new_signature() {
    let receiver = Receiver::start(500);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    save(&app, json!({})).await;
    let answers = [
        (500, "deferred"),
        (429, "deferred"),
        (404, "refused"),
        (302, "refused"),
    ];
    for (attempt, (status, class)) in (1..).zip(answers) {
        if attempt > 1 {
            receiver.answer_with(status, &[("location", "/elsewhere")]);
            app.execute(LET_TIME_PASS).await;
        }
        wait_for_state(
            &app.database,
            &format!(
                "state = 'pending' AND attempts = {attempt} AND http_status = {status}
                 AND failure_class = '{class}' AND failure LIKE 'the receiver returned {status}%'
                 AND attempted_at IS NOT NULL AND due_at > now() AND leased_until IS NULL"
            ),
        )
        .await;
    }
    receiver.answer(200);
    app.execute(LET_TIME_PASS).await;
    wait_for_state(&app.database, "state = 'sent' AND failure IS NULL").await;
    let received = receiver.received();
    assert_eq!(received.len(), 5, "no redirect is followed");
    for request in &received {
        request.event();
        assert_eq!(
            request.header("webhook-id"),
            received[0].header("webhook-id")
        );
        assert_eq!(request.path, received[0].path);
    }
    let failures = app.query("SELECT failure FROM outbox").await;
    assert!(
        !json!(failures).to_string().contains("secret"),
        "{failures:?}"
    );
}

#[actix_web::test]
async fn a_receiver_that_asks_for_time_gets_it() {
    let receiver = Receiver::start(503);
    receiver.answer_with(503, &[("retry-after", "3600")]);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    save(&app, json!({})).await;
    wait_for_state(
        &app.database,
        "attempts = 1 AND due_at > now() + interval '59 minutes'",
    )
    .await;
}

#[actix_web::test]
async fn a_receiver_that_is_gone_is_not_asked_again() {
    let receiver = Receiver::start(410);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    save(&app, json!({})).await;
    wait_for_state(
        &app.database,
        "state = 'dead' AND attempts = 1 AND http_status = 410 AND failure_class = 'gone'",
    )
    .await;
    let settings = [("DATABASE_URL", &*app.database.url)];
    let checked = Output::of(&Folders::new(), &["check"], &settings).await;
    let finding = "1 webhook did not reach the receiver";
    assert!(checked.out.contains(finding), "{}", checked.out);
    // It isn't counted as an undelivered mail.
    let figures = figures(&app.metrics_url).await;
    for line in [
        "outbox_mails{channel=\"mail\",state=\"dead\"} 0",
        "outbox_mails{channel=\"webhook\",state=\"dead\"} 1",
        "outbox_failing_mails{channel=\"webhook\",failure=\"gone\"} 0",
        "mails_total{channel=\"webhook\",outcome=\"dead\"} 1",
        "mails_total{channel=\"mail\",outcome=\"dead\"} 0",
        "mails_total{channel=\"mail\",outcome=\"sent\"} 1",
        "lead_to_mail_seconds_count 1",
        "lead_to_mail_seconds_bucket{le=\"300.0\"} 1",
    ] {
        assert_contains(&figures, &format!("\n{line}\n"));
    }
}

#[actix_web::test]
async fn the_mails_go_out_while_the_receiver_does_not_answer() {
    let receiver = Receiver::start(200);
    receiver.stall();
    let app = TestApp::spawn_with(&receiver.settings()).await;
    for n in 0..20 {
        save(&app, json!({ "full_name": format!("Jane Doe{n}") })).await;
    }
    // Eight webhooks wait for a response, and the others wait for them.
    receiver.wait_for(8).await;
    app.mails(20).await;
    assert_eq!(receiver.received().len(), 8);
    receiver.go_on();
    app.wait_for(&format!("{WEBHOOKS} AND state = 'sent' OFFSET 19"))
        .await;
    let mut names: Vec<_> = receiver
        .received()
        .iter()
        .map(|request| request.event()["data"]["name"].to_string())
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 20);
}

#[actix_web::test]
async fn the_webhooks_go_out_while_the_mail_server_refuses() {
    let server = MailServer::start(SmtpBehaviour::Defers).await;
    let receiver = Receiver::start(200);
    let mut settings = receiver.settings().to_vec();
    settings.push(("SMTP_URL", &server.url));
    let app = TestApp::spawn_with(&settings).await;
    save(&app, json!({})).await;
    wait_for_state(&app.database, "state = 'sent'").await;
    // Another attempt to send the mail doesn't announce the lead again.
    app.execute("UPDATE outbox SET due_at = now() WHERE kind = 'lead'")
        .await;
    let is_tried = "kind = 'lead' AND attempts = 2 AND leased_until IS NULL";
    wait_for_outbox(&app.database, is_tried).await;
    let again = ["outbox", "retry", "--dead"];
    app.execute("UPDATE outbox SET state = 'dead', finished_at = now() WHERE kind = 'lead'")
        .await;
    let settings = [("DATABASE_URL", &*app.database.url)];
    let output = Output::of(&Folders::new(), &again, &settings).await;
    assert!(output.success, "{}", output.err);
    let is_tried = "kind = 'lead' AND attempts = 1 AND leased_until IS NULL";
    wait_for_outbox(&app.database, is_tried).await;
    assert_eq!(app.query(WEBHOOKS).await.len(), 1);
    assert_eq!(receiver.received().len(), 1);
}

#[actix_web::test]
async fn a_webhook_survives_the_death_of_the_process_that_sends_it() {
    let receiver = Receiver::start(200);
    receiver.stall();
    let database = Database::migrated().await;
    let folders = Folders::new();
    let mut server = Server::start(&folders, &database, &[], &receiver.settings()).await;
    server.send_form(&estimate()).await;
    receiver.wait_for(1).await;
    server.child.kill().await.unwrap();
    receiver.go_on();
    wait_for_state(&database, "state = 'pending' AND leased_until > now()").await;

    let server = Server::start(&folders, &database, &[], &receiver.settings()).await;
    database
        .execute("UPDATE outbox SET leased_until = now() WHERE state = 'pending'")
        .await;
    wait_for_state(&database, "state = 'sent' AND attempts = 2").await;
    let ids: Vec<_> = receiver
        .received()
        .iter()
        .map(|request| request.header("webhook-id").to_owned())
        .collect();
    assert_eq!(ids.len(), 2);
    assert_eq!(ids[0], ids[1]);
    server.stop().await;
}

#[actix_web::test]
async fn a_webhook_whose_address_is_gone_is_given_up_until_it_is_sent_again() {
    let (earlier, present) = (Receiver::start(500), Receiver::start(200));
    let database = Database::migrated().await;
    let folders = Folders::new();
    let serve =
        async |settings: &[(&str, &str)]| Server::start(&folders, &database, &[], settings).await;
    let server = serve(&earlier.settings()).await;
    server.send_form(&estimate()).await;
    wait_for_state(&database, "attempts = 1 AND leased_until IS NULL").await;
    server.stop().await;
    for settings in [&[][..], &present.settings()] {
        database.execute(LET_TIME_PASS).await;
        let server = serve(settings).await;
        wait_for_state(
            &database,
            "state = 'dead' AND failure LIKE 'WEBHOOK_URL is no longer%'",
        )
        .await;
        server.stop().await;
        database
            .execute(
                "UPDATE outbox SET state = 'pending', finished_at = NULL WHERE kind = 'webhook'",
            )
            .await;
    }
    assert_eq!((earlier.received().len(), present.received().len()), (1, 0));
    let id = database.query(WEBHOOKS).await[0]["id"].clone();
    let again = ["outbox", "retry", id.as_str().unwrap()];
    let settings = [("DATABASE_URL", &*database.url)];
    Output::of(&folders, &again, &settings).await;
    let server = serve(&present.settings()).await;
    wait_for_state(&database, "state = 'sent'").await;
    server.stop().await;
}

#[actix_web::test]
async fn two_servers_announce_each_lead_once() {
    let receiver = Receiver::start(200);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    app.spawn_another_with(&receiver.settings()).await;
    for n in 0..20 {
        save(&app, json!({ "full_name": format!("Jane Doe{n}") })).await;
    }
    app.wait_for(&format!("{WEBHOOKS} AND state = 'sent' OFFSET 19"))
        .await;
    assert_eq!(receiver.received().len(), 20);
}

#[actix_web::test]
async fn the_webhook_of_an_erased_lead_is_not_sent() {
    let receiver = Receiver::start(500);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    let ids = [save(&app, json!({})).await, {
        let other = json!({ "email": "joe@mail.com", "phone": "404-555-0199" });
        save(&app, other).await
    }];
    app.mails(2).await;
    app.wait_for(&format!(
        "{WEBHOOKS} AND failure_class = 'deferred' AND leased_until IS NULL OFFSET 1"
    ))
    .await;
    // The command erases one lead with everything about it; SQL deletes only the other's row.
    let settings = [
        ("DATABASE_URL", &*app.database.url),
        ("DATA_DIR", app.data_dir.path().to_str().unwrap()),
    ];
    let erase = ["leads", "erase", "--email", "joe@mail.com", "--yes"];
    let output = Output::of(&Folders::new(), &erase, &settings).await;
    assert!(output.success, "{}", output.err);
    let left = app.query(WEBHOOKS).await;
    assert_eq!(left.len(), 1);
    assert_eq!(left[0]["lead_id"], ids[0]);
    app.execute("DELETE FROM site_forms").await;
    receiver.answer(200);
    app.execute(LET_TIME_PASS).await;
    app.wait_for(&format!("SELECT WHERE NOT EXISTS ({WEBHOOKS})"))
        .await;
    assert_eq!(receiver.received().len(), 2, "only the first attempts");
}

#[actix_web::test]
async fn a_suspect_lead_is_not_announced() {
    let receiver = Receiver::start(200);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    save(&app, json!({})).await;
    app.mails(1).await;
    save_suspect(&app).await;
    app.idle().await;
    assert_eq!(app.query(WEBHOOKS).await.len(), 1);
    assert_eq!(receiver.received().len(), 1);
}

#[actix_web::test]
async fn webhooks_are_listed_with_their_answer_and_sent_again_by_command() {
    let receiver = Receiver::start(410);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    save(&app, json!({})).await;
    wait_for_state(&app.database, "state = 'dead'").await;
    let id = app.query(WEBHOOKS).await[0]["id"].clone();
    let id = id.as_str().unwrap();
    let settings = [
        ("DATABASE_URL", &*app.database.url),
        ("SMTP_URL", "smtp://localhost"),
    ];
    let folders = Folders::new();
    let run = async |arguments: &[&str]| Output::of(&folders, arguments, &settings).await.out;
    let listed = run(&["outbox"]).await;
    for part in [
        "Jane Doe  404-555-0123\n",
        &format!("    webhook {id}\n"),
        "    given up after 1 attempt\n",
        "    the receiver returned 410",
        "\n1 in total.\n",
    ] {
        assert_contains(&listed, part);
    }
    let listed: Value = serde_json::from_str(&run(&["outbox", "--json"]).await).unwrap();
    assert_eq!(listed[0]["kind"], "webhook");
    assert_eq!(listed[0]["http_status"], 410);
    assert!(listed[0]["attempted_at"].is_string());

    receiver.answer(200);
    run(&["outbox", "retry", "--dead"]).await;
    wait_for_state(&app.database, "state = 'sent'").await;
    let all = run(&["outbox", "--all"]).await;
    assert!(all.contains("    sent, response 200\n"), "{all}");
    // A webhook that was sent can be sent again.
    run(&["outbox", "retry", id]).await;
    receiver.wait_for(3).await;
    wait_for_state(&app.database, "state = 'sent'").await;
    let stranger = Uuid::new_v4().to_string();
    let none = run(&["outbox", "retry", &stranger]).await;
    assert!(none.starts_with("Nothing to send"), "{none}");
}

#[actix_web::test]
async fn webhooks_that_were_sent_or_stopped_are_pruned_as_mails_are() {
    let receiver = Receiver::start(200);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    let old = "01900000-0000-8000-8000-00000000000";
    let rows: Vec<String> = ["sent", "stopped", "dead"]
        .iter()
        .enumerate()
        .map(|(n, state)| {
            format!(
                "('{old}{n}', 'webhook', '{state}', gen_random_uuid(), now() - interval '31 days')"
            )
        })
        .collect();
    app.execute(&format!(
        "INSERT INTO outbox (id, kind, state, lead_id, finished_at) VALUES {}",
        rows.join(", ")
    ))
    .await;
    let other = app.spawn_another_with(&receiver.settings()).await;
    assert!(!other.is_empty());
    app.wait_for("SELECT FROM outbox HAVING count(*) = 1 AND min(state) = 'dead'")
        .await;
}
