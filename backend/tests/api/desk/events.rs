//! Each event of a lead is recorded once, and the lead's state follows from all of them.

use backend::company::calendar;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join;
use lead_log::{Act, Event, Lead, fold};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Browser, OFFICE, event, save, save_suspect, spawn};
use crate::{
    app::{OWNER, with},
    cli::commands::run,
};

/// Returns an event that happened some minutes ago.
fn ago(minutes: i64, act: Value) -> Value {
    let at = Utc::now() - TimeDelta::minutes(minutes);
    with(event(act), json!({ "at": at }))
}

/// Returns the id that one lead gives to an event of the cases.
fn own_id(lead: &str, event: Uuid) -> Uuid {
    let lead: Uuid = lead.parse().unwrap();
    Uuid::from_u128(lead.as_u128() ^ event.as_u128())
}

/// Removes from a lead what changes with every event.
fn state_of(mut lead: Value) -> Value {
    for key in ["events", "changedAt", "mail", "link"] {
        lead.as_object_mut().unwrap().remove(key);
    }
    lead
}

#[actix_web::test]
async fn an_event_that_is_sent_again_is_there_once_and_is_of_one_lead() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let other = save(&app, json!({ "phone": "404-555-0199" })).await;
    app.mails(2).await;
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    let untouched = owner.lead(&other).await;
    // The session determines who did it, not the event.
    let note = event(json!({ "kind": "noted", "text": "Gate 4711", "who": "mallory@x.example" }));
    let first = owner.send_event(&id, &note).await.expect(200).json();
    assert_eq!(first["lead"]["note"], "Gate 4711");
    assert_eq!(first["lead"]["events"], 1);
    assert_eq!(first["events"][0]["who"], OWNER);
    assert_eq!(first["events"][0]["id"], note["id"]);
    let again = with(note.clone(), json!({ "text": "Gate 0815" }));
    for browser in [&owner, &office] {
        let again = browser.send_event(&id, &again).await.expect(200);
        assert_eq!(again.json(), first);
    }
    owner.send_event(&other, &note).await.api_error(409);
    // An event changes only its own lead.
    assert_eq!(owner.lead(&other).await, untouched);
}

#[actix_web::test]
async fn events_happen_in_the_order_of_their_times_whenever_they_arrive() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    for (browser, minutes, act) in [
        (&owner, 10, json!({ "kind": "lost", "reason": "price" })),
        (&office, 20, json!({ "kind": "quoted", "amount": 185_050 })),
        (&office, 30, json!({ "kind": "noted", "text": "Two oaks" })),
        (&owner, 25, json!({ "kind": "noted", "text": "Long saw" })),
    ] {
        let event = ago(minutes, act);
        browser.send_event(&id, &event).await.expect(200);
    }
    let lead = owner.lead(&id).await;
    for (key, value) in [
        ("status", json!("lost")),
        ("lostReason", json!("price")),
        ("nextAt", json!(null)),
        ("quoted", json!(185_050)),
        ("note", json!("Two oaks\n\nLong saw")),
        ("events", json!(4)),
    ] {
        assert_eq!(lead[key], value, "{key}");
    }
    assert!(lead["quotedAt"].as_str().unwrap() < lead["closedAt"].as_str().unwrap());
    assert_eq!(owner.kinds(&id).await, ["lost", "quoted", "noted", "noted"]);
    // A phone whose clock is fast.
    let future = json!({ "at": "2099-01-01T00:00:00Z" });
    let won = with(event(json!({ "kind": "won" })), future);
    let won = owner.send_event(&id, &won).await.expect(200).json();
    let closed_at: DateTime<Utc> = won["lead"]["closedAt"].as_str().unwrap().parse().unwrap();
    assert!(closed_at <= Utc::now(), "{closed_at}");
}

#[actix_web::test]
async fn an_act_follows_what_its_author_had_seen_whatever_the_phones_clock_says() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    office
        .record(&id, json!({ "kind": "quoted", "amount": 100 }))
        .await;
    let seen = owner.lead(&id).await["changedAt"].clone();
    let won = ago(
        10,
        json!({ "kind": "won", "amount": 290_000, "seen": seen }),
    );
    let won = owner.send_event(&id, &won).await.expect(200).json();
    assert_eq!(won["lead"]["status"], "won");
    let [latest, quoted] = [0, 1].map(|place| won["events"][place].clone());
    assert_eq!((&latest["kind"], &latest["seen"]), (&json!("won"), &seen));
    assert!(quoted["recordedAt"].as_str().unwrap() <= seen.as_str().unwrap());
    // An earlier version's event does not say what its author had seen.
    let lost = ago(10, json!({ "kind": "lost", "reason": "late" }));
    let lost = owner.send_event(&id, &lost).await.expect(200).json();
    assert_eq!(lost["lead"]["status"], "won");
}

#[actix_web::test]
async fn every_act_is_undone() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let time = "2099-01-01T13:00:00Z";
    // Values for the fields of all kinds, of which each reads its own.
    let fields = json!({ "text": "Two oaks", "reached": true, "next": time, "visitAt": time,
        "visitBy": "Ben", "amount": 185_050, "workAt": time, "reason": "elsewhere", "until": time,
        "mine": true, "name": "Jane Roe", "phone": "404-555-0177", "email": "",
        "address": "1 Elm Court", "service": "Pruning", "event": Uuid::nil(),
        "before": "Jane Doe", "appointment": Uuid::nil(), "purpose": "work", "from": time,
        "to": "2099-01-01T14:00:00Z", "crew": "Ben", "why": "rain", "how": "called-off", "told": "text",
        "lines": [{ "what": "Remove the oak", "cents": 240_000, "pick": "always" }], "mail": false,
        "estimate": Uuid::nil(), "chosen": [0], "total": 240_000, "signed": "Jane Roe" });
    let mut acts = vec![json!({ "kind": "called", "reached": false })];
    for kind in Act::KINDS {
        let act = with(fields.clone(), json!({ "kind": kind }));
        let act: Act = serde_json::from_value(act).unwrap();
        if act.is_sent() && *kind != "undone" {
            acts.push(json!(act));
        }
    }
    for act in &acts {
        let before = state_of(owner.lead(&id).await);
        owner.record(&id, act.clone()).await;
        assert_eq!(state_of(owner.undo(&id).await), before, "{act}");
        // Keeps the act, so that the next one is undone on top of it.
        owner.record(&id, act.clone()).await;
    }
    let before = state_of(owner.lead(&id).await);
    assert_eq!(
        (&before["status"], &before["name"]),
        (&json!("spam"), &json!("Jane Roe"))
    );
    for _ in &acts {
        owner.undo(&id).await;
    }
    let new = owner.lead(&id).await;
    for (key, value) in [
        ("status", json!("new")),
        ("nextAt", new["createdAt"].clone()),
        ("calls", json!([])),
        ("note", json!("")),
        ("name", json!("Jane Doe")),
        ("email", json!("jane.doe@gmail.com")),
        ("answeredAt", json!(null)),
        ("visitAt", json!(null)),
        ("quoted", json!(null)),
        ("events", json!(4 * acts.len())),
    ] {
        assert_eq!(new[key], value, "{key}");
    }
}

#[actix_web::test]
async fn what_two_people_do_at_once_is_kept_and_the_later_outcome_holds() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    for round in 0..10 {
        let quoted = event(json!({ "kind": "quoted", "amount": round }));
        let lost = event(json!({ "kind": "lost", "reason": "late" }));
        let (one, other) = join(
            office.send_event(&id, &lost),
            owner.send_event(&id, &quoted),
        )
        .await;
        assert_eq!((one.status.as_u16(), other.status.as_u16()), (200, 200));
        let lead = owner.lead(&id).await;
        assert_eq!(lead["status"], "lost", "round {round}");
        assert_eq!(lead["quoted"], round);
        assert_eq!(lead["events"], 2 * (round + 1));
    }
    let who: Vec<Value> = (owner.events(&id).await.iter())
        .map(|event| event["who"].clone())
        .collect();
    assert_eq!(who[..4], [OFFICE, OWNER, OFFICE, OWNER]);
}

#[actix_web::test]
async fn what_is_corrected_is_shown_and_found_and_what_was_typed_is_kept() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let corrected =
        json!({ "kind": "corrected", "phone": "404-555-0177", "address": "9 Walnut Way" });
    owner.record(&id, corrected).await;
    let name = json!({ "kind": "corrected", "phone": "404-555-0178", "name": "Jane Roe" });
    let lead = owner.record(&id, name).await;
    for (key, value) in [
        ("name", "Jane Roe"),
        ("phone", "404-555-0178"),
        ("address", "9 Walnut Way"),
        ("email", "jane.doe@gmail.com"),
    ] {
        assert_eq!(lead[key], value, "{key}");
    }
    for found in ["walnut", "roe", "0178"] {
        assert_eq!(owner.names(&format!("search={found}")).await, ["Jane Roe"]);
    }
    let typed = app.query("SELECT as_typed FROM site_forms").await;
    let address = typed[0]["as_typed"]["address"].as_str().unwrap();
    assert_eq!(
        typed,
        [json!({ "as_typed": {
            "name": "Jane Doe", "phone": "404-555-0123", "address": address,
        } })]
    );
    owner.undo(&id).await;
    owner.undo(&id).await;
    let typed = app.query("SELECT as_typed, phone FROM site_forms").await;
    assert_eq!(
        typed,
        [json!({ "as_typed": null, "phone": "404-555-0123" })]
    );
}

#[actix_web::test]
async fn what_cannot_be_kept_is_refused_and_a_guessed_id_finds_nothing() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let long = |chars: usize| "樹".repeat(chars);
    let late = "2100-01-01T00:00:00Z";
    for act in [
        json!({ "kind": "entered" }),
        json!({ "kind": "read" }),
        json!({ "kind": "photo-added" }),
        json!({ "kind": "whistled" }),
        json!({ "kind": "put-off", "until": "1999-12-31T23:59:59Z" }),
        json!({ "kind": "put-off", "until": "0027-01-01T00:00:00Z" }),
        json!({ "kind": "visit-set", "visitAt": late }),
        json!({ "kind": "called", "reached": true, "next": late }),
        json!({ "kind": "won", "workAt": late }),
        json!({ "kind": "done", "at": "1999-12-31T23:59:59Z" }),
        json!({ "kind": "noted", "text": " \n" }),
        json!({ "kind": "noted", "text": long(5_001) }),
        json!({ "kind": "visit-set", "visitBy": long(101), "visitAt": "2027-01-01T00:00:00Z" }),
        json!({ "kind": "quoted", "amount": 3_000_000_000_u32 }),
        json!({ "kind": "corrected", "name": " " }),
        json!({ "kind": "corrected", "phone": "" }),
        json!({ "kind": "corrected", "email": "jane" }),
        json!({ "kind": "corrected", "address": long(255) }),
    ] {
        let refused = owner.send_event(&id, &event(act.clone())).await;
        assert_eq!(refused.status, 422, "{act}: {}", refused.text);
        assert!(refused.json()["error"].is_string(), "{}", refused.text);
    }
    let no_id = json!({ "kind": "done", "at": "2026-11-24T13:00:00Z" });
    owner.send_event(&id, &no_id).await.api_error(400);
    for act in [
        json!({}),
        json!({ "kind": "noted" }),
        json!({ "kind": "noted", "text": 1 }),
        json!({ "kind": "noted", "text": "a\0b" }),
        json!({ "kind": "called" }),
        json!({ "kind": "put-off", "until": "tomorrow" }),
        json!({ "kind": "quoted", "amount": -1 }),
        json!({ "kind": "quoted", "amount": 0.5 }),
        json!({ "kind": "won", "amount": "100" }),
        json!({ "kind": "lost", "reason": "other" }),
        json!({ "kind": "undone", "event": "1" }),
        json!({ "kind": "done", "at": "now" }),
        json!({ "kind": "done", "id": "1" }),
    ] {
        owner.send_event(&id, &event(act)).await.api_error(400);
    }
    assert_eq!(owner.lead(&id).await["events"], 0);
    let longest = json!({ "kind": "noted", "text": long(5_000) });
    owner.record(&id, longest).await;
    let guess = Uuid::new_v4().to_string();
    for id in [&*guess, "1", "%00", "..%2Fmails", "{id}"] {
        owner.get(&format!("/leads/{id}")).await.api_error(404);
        let won = event(json!({ "kind": "won" }));
        owner.send_event(id, &won).await.api_error(404);
        let retry = format!("/mails/{id}/retry");
        let retry = owner.send("POST", &retry, &json!({})).await;
        retry.api_error(404);
    }
}

#[actix_web::test]
async fn a_lead_has_five_hundred_events_at_most() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let last = event(json!({ "kind": "texted" }));
    app.execute("UPDATE site_forms SET events = 499").await;
    owner.send_event(&id, &last).await.expect(200);
    let more = owner
        .send_event(&id, &event(json!({ "kind": "done" })))
        .await;
    assert_eq!(more.status, 422, "{}", more.text);
    owner.send_event(&id, &last).await.expect(200);
}

#[actix_web::test]
async fn what_was_written_of_a_lead_is_erased_with_it() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    app.mails(1).await;
    let owner = Browser::of_owner(&app).await;
    let note = json!({ "kind": "noted", "text": "Comes on Tuesday.\nBring the long saw: 樹" });
    owner.record(&id, note).await;
    let exported = run(&app, &["leads", "export"]).await;
    assert!(exported.out.contains("long saw"), "{}", exported.err);
    let erase = ["leads", "erase", "--yes", "--email", "jane.doe@gmail.com"];
    let erased = run(&app, &erase).await;
    assert!(erased.success, "{}", erased.err);
    owner.get(&format!("/leads/{id}")).await.api_error(404);
    let events = "SELECT kind, data FROM desk_events WHERE lead_id IS NOT NULL";
    assert_eq!(
        app.query(events).await,
        [json!({ "kind": "noted", "data": {} })]
    );
}

#[actix_web::test]
async fn the_mail_of_a_suspect_lead_follows_what_the_lead_is() {
    let app = spawn().await;
    let id = save_suspect(&app).await;
    let owner = Browser::of_owner(&app).await;
    // Notes and calls don't decide about spam.
    for (act, mail) in [
        (json!({ "kind": "noted", "text": "Who?" }), json!("held")),
        (json!({ "kind": "called", "reached": false }), json!("held")),
        (json!({ "kind": "spam" }), json!(null)),
        (json!({ "kind": "noted", "text": "A robot" }), json!(null)),
    ] {
        assert_eq!(owner.record(&id, act.clone()).await["mail"], mail, "{act}");
    }
    // Undoes the note, then the verdict.
    owner.undo(&id).await;
    let undone = owner.undo(&id).await;
    assert_eq!(
        (&undone["mail"], &undone["status"]),
        (&json!("held"), &json!("no-answer"))
    );
}

#[actix_web::test]
async fn old_events_are_pruned_where_their_lead_is_gone() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    app.execute(&format!(
        "INSERT INTO desk_events (id, who, kind, lead_id, at) VALUES
             (gen_random_uuid(), 'kept', 'texted', '{id}', now() - interval '732 days'),
             (gen_random_uuid(), 'gone', 'texted', gen_random_uuid(), now() - interval '732 days'),
             (gen_random_uuid(), 'new', 'texted', gen_random_uuid(), now())"
    ))
    .await;
    app.spawn_another().await;
    app.wait_for(
        "SELECT WHERE (SELECT array_agg(who ORDER BY who) FROM desk_events) = '{kept, new}'",
    )
    .await;
}

/// These cases also run natively and in the desk's build: `lead-log/tests/cases.json`.
#[actix_web::test]
async fn every_case_of_the_rule_has_its_state_over_http() {
    let cases: Value =
        serde_json::from_str(include_str!("../../../../lead-log/tests/cases.json")).unwrap();
    let app = spawn().await;
    let owner = Browser::of_owner(&app).await;
    for case in cases["cases"].as_array().unwrap() {
        let name = &case["name"];
        let id = save(&app, json!({})).await;
        let saved: Lead = serde_json::from_value(case["lead"].clone()).unwrap();
        app.execute(&format!(
            "UPDATE site_forms SET created_at = '{0}', next_at = '{0}', suspect = {1}, emergency = {2},
                 urgency = CASE WHEN {2} THEN 'emergency' ELSE 'routine' END
             WHERE id = '{id}'",
            saved.created_at, saved.suspect, saved.emergency
        ))
        .await;
        // Phones don't send every kind of event, and an id belongs to one lead.
        let mut events = Vec::new();
        for case in case["events"].as_array().unwrap() {
            let mut event: Event = serde_json::from_value(case.clone()).unwrap();
            event.id = own_id(&id, event.id);
            if let Act::Undone { event } = &mut event.act {
                *event = own_id(&id, *event);
            }
            OWNER.clone_into(&mut event.who);
            if event.act.is_sent() {
                let sent = serde_json::to_value(&event).unwrap();
                owner.send_event(&id, &sent).await.expect(200);
                events.push(event);
            }
        }
        let days = calendar::days(&events);
        let state = fold(&saved, None, &events, &days);
        let lead = owner.lead(&id).await;
        let mut expected = serde_json::to_value(&state).unwrap();
        let expected = expected.as_object_mut().unwrap();
        expected.remove("correction");
        for (key, value) in expected {
            assert_eq!(lead[key], *value, "{name}: {key}");
        }
    }
}

#[actix_web::test]
async fn what_a_server_of_the_version_before_made_of_an_estimate_is_mended() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let line = json!({ "what": "Remove the oak", "cents": 240_000, "pick": "always" });
    owner
        .record(&id, json!({ "kind": "offered", "lines": [line] }))
        .await;
    let call = json!({ "kind": "called", "reached": true });
    let before = owner.record(&id, call).await;
    // That server knows no estimates with lines.
    app.execute(
        "UPDATE site_forms SET status = 'called', quoted = NULL, quoted_at = NULL, events = events + 1",
    )
    .await;
    app.spawn_another().await;
    app.wait_for("SELECT FROM site_forms WHERE status = 'quoted' AND quoted = 240000")
        .await;
    assert_eq!(owner.lead(&id).await["nextAt"], before["nextAt"]);
}
