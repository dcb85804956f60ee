//! `/contact?sent` shows what was sent to the browser that sent it.

use std::{
    fs,
    ops::Deref,
    time::{Duration, SystemTime},
};

use backend::company::time_zone::{clock, day};
use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use crate::{
    app::{Answer, TestApp, as_form, assert_contains, estimate, row, site, with},
    desk::{Browser, OFFICE, save, save_suspect},
    photos::{Visitor, link_token, refusal, tokens},
};

/// A minimal confirmation page.
const PAGE: &str = r#"<!DOCTYPE html><title>Sent</title>
<section data-if="emergency">Call now</section>
<h2>Submitted<span data-if="givenName">, <b data-sent="givenName"></b></span></h2>
<p>We call you<span data-if="callTime"> <b data-sent="callTime"></b></span></p>
<p data-if="progress"><q data-if="read" data-sent="read"></q><q data-if="visit-0" data-sent="visit-0"></q></p>
<u data-if="instead-0" data-sent="instead-0"></u><u data-if="agreed-0">agreed</u><u data-if="call-0">call</u>
<button name="agreed" data-appointment="0" data-if="mayAgree-0"></button>
<button name="call" data-appointment="0" data-if="mayCall-0"></button>
<ol><li data-if="emergency">emergency</li><li data-if="new">new</li><li data-if="no-answer">no-answer</li>
<li data-if="called">called</li><li data-if="visited">visited</li>
<li data-if="estimate">estimate</li><li data-if="ordered">ordered</li>
<li data-if="day">day</li><li data-if="done">done</li><li data-if="closed">closed</li><li data-if="ended">ended</li></ol>
<p data-if="meanwhile">While you wait</p>
<p data-if="reference" data-sent="reference"></p>
<dl data-if="summary">
<div data-if="firstName"><dt>Name</dt><dd data-sent="firstName"></dd></div>
<div data-if="phone"><dt>Phone</dt><dd data-sent="phone"></dd></div>
<div data-if="service"><dt>Service</dt><dd data-sent="service"></dd></div>
<div data-if="urgency"><dt>How soon</dt><dd data-sent="urgency"></dd></div>
<div data-if="address"><dt>Where</dt><dd data-sent="address"></dd></div>
<div data-if="email"><dt>Email</dt><dd data-sent="email"></dd></div>
<div data-if="message"><dt>Details</dt><dd data-sent="message"></dd></div>
</dl>
<p data-if="routine">When it gets worse</p><section>
<aside data-if="photoChoice">Which request</aside><b data-if="photoRefusal" data-sent="photoRefusal"></b>
<form data-if="photoForm"><i data-if="photoCount" data-sent="photoCount"></i>
<p hidden data-photo="0"><img data-photo="0"><button data-photo="0"></button></p>
<p hidden data-photo="1"><img data-photo="1"><button data-photo="1"></button></p>
</form></section>"#;

/// A person of the desk whose address contains a name.
const JONAH: &str = "jonah@tree-care.example";

/// The page that a browser gets that has sent nothing.
const CONTACT_PAGE: &str = "<h1>Contact</h1>";

/// A server with a confirmation of a test's own.
pub struct Confirming {
    app: TestApp,
    _site: TempDir,
}

impl Deref for Confirming {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl Confirming {
    async fn spawn() -> Self {
        Self::spawn_with(PAGE).await
    }

    pub async fn spawn_with(page: &str) -> Self {
        let site = site();
        fs::write(site.path().join("contact/sent/index.html"), page).unwrap();
        let people = format!("{JONAH}, {OFFICE}");
        let settings = [
            ("SITE_DIR", site.path().to_str().unwrap()),
            ("DESK_EMAILS", &people),
        ];
        let app = TestApp::spawn_with(&settings).await;
        Self { app, _site: site }
    }

    /// Returns the page for a browser with these cookies.
    pub async fn page(&self, cookies: &str) -> String {
        self.page_at("/contact?sent", cookies).await
    }

    pub async fn page_at(&self, path: &str, cookies: &str) -> String {
        let request = self.get(path).header("cookie", cookies);
        let answer = Answer::to(request).await.expect(200);
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("x-robots-tag"), "noindex");
        answer.text
    }

    /// Sends a form; returns the page that follows.
    async fn page_after(&self, form: &Value) -> String {
        let answer = Answer::to(self.send_form(form)).await;
        self.page(&cookie_of(&answer.expect(303))).await
    }
}

/// Returns the only cookie that a response sets, the request's token, as a browser sends it back.
fn cookie_of(answer: &Answer) -> String {
    let cookies = answer.headers.get_all("set-cookie").iter();
    let cookies: Vec<_> = cookies.map(|cookie| cookie.to_str().unwrap()).collect();
    let [token] = cookies[..] else {
        panic!("{cookies:?}");
    };
    assert!(token.starts_with("photo_token="), "{token}");
    token.split(';').next().unwrap().to_owned()
}

/// Returns the progress notices that a page shows.
fn notices(page: &str) -> Vec<&str> {
    let texts = page.split("</q>").filter_map(|part| part.split_once("<q "));
    texts
        .map(|(_, notice)| notice.split_once('>').unwrap().1)
        .collect()
}

#[actix_web::test]
async fn each_way_to_send_a_request_has_what_was_sent_confirmed() {
    let app = Confirming::spawn().await;
    for request in [
        app.insert_select_single(&row()),
        app.insert(&row()),
        app.send_form(&estimate()),
    ] {
        let answer = Answer::to(request).await;
        assert!([201, 303].contains(&answer.status.as_u16()), "{answer:?}");
        let page = app.page(&cookie_of(&answer)).await;
        for part in [
            r#"<b data-sent="givenName">Jane</b>"#,
            r#"<dd data-sent="firstName">Jane Doe</dd>"#,
            r#"<dd data-sent="phone">404-555-0123</dd>"#,
            r#"<dd data-sent="service">Tree Removal</dd>"#,
            r#"<dd data-sent="urgency">Within a week</dd>"#,
            r#"<dd data-sent="address">12 Oak Street, Decatur</dd>"#,
            "When it gets worse",
        ] {
            assert_contains(&page, part);
        }
        assert!(!page.contains("data-if"), "{page}");
        assert!(!page.contains("Call now"), "{page}");
        for part in [
            r#"<dd data-sent="email">jane.doe@gmail.com</dd>"#,
            r#"<dd data-sent="message">The big white oak leans over the garage.</dd>"#,
        ] {
            assert_contains(&page, part);
        }
        let saved = app.database.site_forms().await;
        let id = saved.last().unwrap()["id"].as_str().unwrap().to_uppercase();
        assert_contains(
            &page,
            &format!(r#"data-sent="reference">{}</p>"#, &id[32..]),
        );
    }
}

#[actix_web::test]
async fn long_details_are_shown_whole() {
    let app = Confirming::spawn().await;
    let details = format!(
        "{}\nThe gate is open.",
        "An oak leans over the garage. ".repeat(40)
    );
    let page = app
        .page_after(&with(estimate(), json!({ "message": details })))
        .await;
    assert_contains(&page, &format!(r#"data-sent="message">{details}</dd>"#));
}

#[actix_web::test]
async fn a_call_is_promised_an_urgent_one_sooner() {
    let app = Confirming::spawn().await;
    let time = async |urgency: &str| {
        let form = with(estimate(), json!({ "urgency": urgency }));
        let page = app.page_after(&form).await;
        let (_, after) = page.split_once(r#"<b data-sent="callTime">to"#).unwrap();
        after.split('<').next().map(str::to_owned)
    };
    assert_ne!(time("routine").await, time("urgent").await);
}

#[actix_web::test]
async fn what_was_sent_is_shown_for_an_hour() {
    let app = Confirming::spawn().await;
    for (age, is_shown) in [("59 min", true), ("61 min", false), ("-61 min", false)] {
        let lead = save(&app, json!({})).await;
        app.execute(&format!(
            "UPDATE site_forms SET created_at = now() - interval '{age}' WHERE id = '{lead}'"
        ))
        .await;
        let page = app.page(&Visitor::of(&app, &lead).cookie).await;
        for part in ["Jane", "garage", "callTime", "<dl>"] {
            assert_eq!(page.contains(part), is_shown, "{age}: {page}");
        }
        assert_contains(&page, "data-sent=\"reference\"");
    }
}

#[actix_web::test]
async fn who_has_sent_nothing_is_shown_the_form_and_who_takes_no_cookies_the_thanks() {
    let app = Confirming::spawn().await;
    let page = async |from: &str| {
        let request = app.get("/contact?sent").header("sec-fetch-site", from);
        Answer::to(request).await.expect(200).text
    };
    assert_eq!(page("none").await, CONTACT_PAGE);
    assert_eq!(page("cross-site").await, CONTACT_PAGE);
    // This test's page has no notice to show.
    assert_eq!(page("same-origin").await, CONTACT_PAGE);
}

#[actix_web::test]
async fn what_saved_no_single_request_sets_no_cookie() {
    let app = TestApp::spawn().await;
    for (request, status) in [
        (app.insert(&json!([row(), row()])), 201),
        (app.insert(&with(row(), json!({ "phone": "" }))), 422),
        (app.send_form(&json!({})), 422),
        (app.get("/contact?sent"), 200),
    ] {
        let answer = Answer::to(request).await.expect(status);
        assert_eq!(answer.header("set-cookie"), "");
    }
}

#[actix_web::test]
async fn an_emergency_is_told_to_call() {
    let app = Confirming::spawn().await;
    let form = with(estimate(), json!({ "urgency": "emergency" }));
    let page = app.page_after(&form).await;
    assert_contains(&page, "<section>Call now</section>");
    assert_contains(&page, r#"<dd data-sent="urgency">Emergency</dd>"#);
    assert!(!page.contains("When it gets worse"), "{page}");
}

#[actix_web::test]
async fn texts_of_any_form_are_shown_as_text() {
    let app = Confirming::spawn().await;
    let hostile = r#""><script>alert('1')</script><!-- &amp;"#;
    let form = with(
        estimate(),
        json!({
            "firstName": hostile, "lastName": hostile, "phone": hostile,
            "service": hostile, "urgency": hostile, "address": hostile,
        }),
    );
    let page = app.page_after(&form).await;
    assert!(
        !page.contains("<script") && !page.contains("<!-- "),
        "{page}"
    );
    assert_eq!(page.matches("&amp;amp;").count(), 6, "{page}");
}

#[actix_web::test]
async fn photographs_are_listed_for_who_has_their_token_alone() {
    let app = Confirming::spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let page = app.page(&visitor.cookie).await;
    assert_contains(&page, "<form>\n<p hidden");
    assert_eq!(page.matches(" hidden").count(), 2, "{page}");

    let photo = visitor.add().await;
    let page = app.page(&visitor.cookie).await;
    for part in [
        r#"<form><i data-sent="photoCount">1</i>"#.to_owned(),
        format!(r#"<p data-photo="0"><img data-photo="0" src="/contact/photos/{photo}">"#),
        format!(r#"<button data-photo="0" value="{photo}"></button></p>"#),
        r#"<p hidden data-photo="1"><img data-photo="1"><button data-photo="1">"#.to_owned(),
    ] {
        assert_contains(&page, &part);
    }
    assert!(!page.contains("photoRefusal"), "{page}");

    let other = save(&app, json!({})).await;
    let page = app.page(&Visitor::of(&app, &other).cookie).await;
    assert!(!page.contains(&photo.to_string()), "{page}");
    let stranger = Visitor::with(&app, "forged");
    assert_eq!(app.page(&stranger.cookie).await, CONTACT_PAGE);

    let refused = visitor.put(Uuid::now_v7(), b"oak".to_vec()).await;
    let sentence = refusal(&refused, 415, "type");
    let address = "/contact?sent&photos=type";
    let page = app.page_at(address, &visitor.cookie).await;
    assert_contains(&page, &format!("{sentence}</b>\n<form>"));
    let page = app.page_at("/contact?sent&photos=late", "").await;
    assert_contains(&page, "The time for adding photos here is over.");
    assert!(!page.contains("<form"), "{page}");
    let unknown = "/contact?sent&photos=%3Cb%3E";
    assert_eq!(app.page_at(unknown, "").await, CONTACT_PAGE);
}

#[actix_web::test]
async fn the_confirmation_and_the_photographs_are_of_one_request() {
    let app = Confirming::spawn().await;
    let sent = Answer::to(app.insert_select_single(&row())).await;
    let id = sent.json()["id"].as_str().unwrap().to_owned();
    let other = save(&app, json!({})).await;
    let own = Visitor::of(&app, &id);
    let photo = own.add().await.to_string();
    let page = async |visitor: &Visitor<'_>, more: &str| {
        app.page(&format!("{}{more}", visitor.cookie)).await
    };
    let shown = page(&own, "").await;
    assert!(
        shown.contains("Jane Doe") && shown.contains(&photo),
        "{shown}"
    );
    // A link shows nothing that the browser sent, not even for the same request.
    for lead in [&id, &other] {
        let shown = page(&Visitor::by_link(&app, lead), "").await;
        assert!(
            !shown.contains("Jane") && !shown.contains(&photo),
            "{shown}"
        );
        assert_contains(&shown, "<form>");
    }

    // After a link to another request was followed, a question replaces the photos.
    let offer = format!("; photo_link={}", link_token(&other));
    let shown = page(&own, &offer).await;
    assert_contains(&shown, "<aside>Which request</aside>");
    assert!(
        shown.contains("Jane Doe") && !shown.contains("<form"),
        "{shown}"
    );
    let shown = page(&own, "; photo_link=forged").await;
    assert!(
        !shown.contains("<aside") && shown.contains(&photo),
        "{shown}"
    );
}

#[actix_web::test]
async fn what_was_sent_is_confirmed_also_where_photographs_cannot_be_read() {
    let app = Confirming::spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    app.execute("ALTER TABLE lead_photos RENAME TO away").await;
    let page = app.page(&visitor.cookie).await;
    assert_contains(&page, "<h2>Submitted</h2>");
    assert_contains(&page, "<form>\n<p hidden");
}

#[actix_web::test]
async fn who_has_read_a_request_is_told_to_who_has_its_token_alone() {
    let app = Confirming::spawn().await;
    let [lead, other] = [save(&app, json!({})).await, save(&app, json!({})).await];
    let [own, link] = [Visitor::of(&app, &lead), Visitor::by_link(&app, &lead)];
    let notices = async |cookies: &str| {
        let page = app.page(cookies).await;
        notices(&page)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let desk = Browser::of(&app, JONAH).await;
    // Listing a lead doesn't count as reading it.
    assert_eq!(desk.names("list=now").await.len(), 2);
    assert_eq!(notices(&own.cookie).await, [""; 0]);

    let before = Utc::now();
    desk.lead(&lead).await;
    let times = [before, Utc::now()].map(|time| format!("Jonah read this at {}", clock(time)));
    for cookie in [&own.cookie, &link.cookie] {
        let notices = notices(cookie).await;
        assert!(
            notices.len() == 1 && times.contains(&notices[0]),
            "{notices:?}"
        );
    }
    // Only the first reading counts.
    let office = Browser::of(&app, OFFICE).await;
    office.lead(&lead).await;
    desk.lead(&lead).await;
    assert!(times.contains(&notices(&own.cookie).await[0]));
    assert_eq!(desk.kinds(&lead).await, ["read"]);
    assert_eq!(desk.events(&lead).await[0]["who"], JONAH);

    for foreign in [
        Visitor::of(&app, &other).cookie,
        Visitor::by_link(&app, &other).cookie,
    ] {
        assert_eq!(notices(&foreign).await, [""; 0]);
    }
    for stranger in ["", "photo_token=", "photo_token=forged"] {
        assert_eq!(app.page(stranger).await, CONTACT_PAGE);
    }
    // Acting on a lead from the list counts as reading it; resending its mail doesn't.
    let taken = json!({ "kind": "taken", "mine": true });
    office.record(&other, taken).await;
    assert!(notices(&Visitor::of(&app, &other).cookie).await[0].starts_with("We read this at "));
    let third = save(&app, json!({})).await;
    app.execute(&format!(
        "INSERT INTO desk_events (id, at, who, lead_id, kind)
         VALUES (gen_random_uuid(), now(), '{JONAH}', '{third}', 'mail-sent-again')"
    ))
    .await;
    assert_eq!(notices(&Visitor::of(&app, &third).cookie).await, [""; 0]);
}

#[actix_web::test]
async fn a_token_that_is_over_shows_nothing_any_more() {
    let app = Confirming::spawn().await;
    let lead = save(&app, json!({})).await;
    Browser::of(&app, JONAH).await.lead(&lead).await;
    let id = lead.parse().unwrap();
    for (left, is_shown) in [(60, true), (0, false)] {
        let token = tokens().issue(id, SystemTime::now() + Duration::from_secs(left));
        let page = app.page(&format!("photo_token={token}")).await;
        assert_eq!(page.contains("Jonah"), is_shown, "{page}");
        assert_eq!(page == CONTACT_PAGE, !is_shown, "{page}");
    }
}

#[actix_web::test]
async fn a_customers_link_is_valid_until_it_is_revoked_and_changes_nothing() {
    let app = Confirming::spawn().await;
    let lead = save(&app, json!({})).await;
    let desk = Browser::of(&app, JONAH).await;
    let link = async || {
        let lead = desk.lead(&lead).await;
        let link = lead["link"].as_str().unwrap();
        link[link.find("/contact/link/").unwrap()..].to_owned()
    };
    let is_valid = async |link: &str| {
        let token = link.rsplit('/').next().unwrap();
        let followed = Answer::to(app.get(link)).await.expect(303);
        let page = app.page(&format!("photo_token={token}")).await;
        let is_shown = page.contains("Jonah") && page.contains("<form>");
        assert!(!page.contains("Jane"), "{page}");
        assert_eq!(followed.header("location") == "/contact?sent", is_shown);
        assert_eq!(page == CONTACT_PAGE, !is_shown);
        let photos = Answer::to(Visitor::with(&app, token).request("GET", "")).await;
        assert_eq!(photos.status == 200, is_shown);
        is_shown
    };
    let first = link().await;
    let stored =
        "SELECT (SELECT count(*) FROM desk_events) AS all, site_forms::text FROM site_forms";
    let before = app.query(stored).await;
    assert!(is_valid(&first).await);
    Answer::to(app.request("HEAD", &first)).await.expect(303);
    assert_eq!(app.query(stored).await, before);

    desk.record(&lead, json!({ "kind": "noted", "text": "Dog" }))
        .await;
    let second = link().await;
    assert!(is_valid(&first).await && is_valid(&second).await);
    desk.record(&lead, json!({ "kind": "link-revoked" })).await;
    let third = link().await;
    assert!(!is_valid(&first).await && !is_valid(&second).await);
    assert!(is_valid(&third).await);
    desk.undo(&lead).await;
    assert!(is_valid(&first).await && is_valid(&third).await);

    let body = json!({ "by": "email", "requests": [lead] });
    let path = format!("/leads/{lead}/person");
    desk.send("DELETE", &path, &body).await.expect(200);
    let page = app
        .page(&format!(
            "photo_token={}",
            third.rsplit('/').next().unwrap()
        ))
        .await;
    assert_eq!(page, CONTACT_PAGE);
}

#[actix_web::test]
async fn a_customers_link_ends_six_weeks_after_the_last_appointment_or_change() {
    let app = Confirming::spawn().await;
    let lead = save(&app, json!({})).await;
    let link = format!("/contact/link/{}", link_token(&lead));
    let days = |days: i32| format!("now() - interval '{days} days'");
    for (appointments, changed, is_valid) in [
        (&[][..], 41, true),
        (&[], 43, false),
        (&[(-90, "NULL")], 43, true),
        (&[(90, "'done'"), (41, "'done'")], 43, true),
        (&[(43, "'done'")], 1, false),
        // What was called off is no appointment.
        (&[(43, "'called-off'")], 41, true),
        (&[(-90, "'called-off'")], 43, false),
    ] {
        app.execute("DELETE FROM appointments").await;
        for (begins, ended) in appointments {
            app.execute(&format!(
                "INSERT INTO appointments VALUES ('{lead}', gen_random_uuid(), {}, {ended}, '{{}}')",
                days(*begins)
            ))
            .await;
        }
        for changed_at in ["changed_at", "created_at"] {
            let changed = days(changed);
            app.execute("UPDATE site_forms SET changed_at = NULL, created_at = '2020-01-01'")
                .await;
            app.execute(&format!("UPDATE site_forms SET {changed_at} = {changed}"))
                .await;
            let followed = Answer::to(app.get(&link)).await.expect(303);
            let is_followed = followed.header("location") == "/contact?sent";
            assert_eq!(
                is_followed, is_valid,
                "{appointments:?} {changed_at} {changed}"
            );
        }
    }
}

#[actix_web::test]
async fn a_link_that_has_ended_promises_no_call() {
    let app = Confirming::spawn().await;
    let page = app.page_at("/contact?sent&photos=late", "").await;
    assert_contains(&page, "<li>ended</li>");
}

#[actix_web::test]
async fn a_visit_is_told_as_it_is_set_changed_and_called_off() {
    let app = Confirming::spawn().await;
    let lead = save(&app, json!({})).await;
    let own = Visitor::of(&app, &lead);
    let desk = Browser::of(&app, JONAH).await;
    let note = json!({ "kind": "noted", "text": "Gate 4711" });
    desk.record(&lead, note).await;
    let visits = async |act: Value| {
        desk.record(&lead, act).await;
        let page = app.page(&own.cookie).await;
        for hidden in ["Ben", "4711", "1850"] {
            assert!(!page.contains(hidden), "{page}");
        }
        let notices = notices(&page).into_iter().map(str::to_owned);
        notices
            .filter(|notice| !notice.contains(" read this "))
            .collect::<Vec<_>>()
    };
    let hour = TimeDelta::hours(1);
    // The name of a day within a week would change at midnight.
    let next_month = (Utc::now() + TimeDelta::days(30))
        .duration_trunc(hour)
        .unwrap();
    let at =
        |time: DateTime<Utc>| json!({ "kind": "visit-set", "visitAt": time, "visitBy": "Ben" });
    let visit_notice = |time| format!("{} at {}", day(time).strftime("on %A, %B %-d"), clock(time));
    assert_eq!(visits(at(next_month)).await, [visit_notice(next_month)]);
    let later = next_month + TimeDelta::minutes(30);
    assert_eq!(visits(at(later)).await, [visit_notice(later)]);
    assert_eq!(visits(json!({ "kind": "visit-called-off" })).await, [""; 0]);
    let won = json!({ "kind": "won", "amount": 185_000, "workAt": next_month });
    assert_eq!(visits(won).await, [visit_notice(next_month)]);
    assert_eq!(visits(at(Utc::now() - hour)).await, [""; 0]);
    assert_eq!(visits(at(next_month)).await, [visit_notice(next_month)]);
    let lost = json!({ "kind": "lost", "reason": "price" });
    assert_eq!(visits(lost).await, [""; 0]);
}

#[actix_web::test]
async fn the_page_follows_the_request() {
    let app = Confirming::spawn().await;
    let desk = Browser::of(&app, JONAH).await;
    let step = async |lead: &str| {
        let page = app.page(&Visitor::of(&app, lead).cookie).await;
        let steps: Vec<_> = page.split("<li>").skip(1).collect();
        assert_eq!(steps.len(), 1, "{page}");
        let (step, _) = steps[0].split_once('<').unwrap();
        (step.to_owned(), page.contains("While you wait"))
    };
    let lead = save(&app, json!({})).await;
    let visit = |days| {
        let at = Utc::now() + TimeDelta::days(days);
        json!({ "kind": "visit-set", "visitAt": at, "visitBy": "Ben" })
    };
    let won = |days: Option<i64>| {
        let at = days.map(|days| Utc::now() + TimeDelta::days(days));
        json!({ "kind": "won", "amount": 185_000, "workAt": at })
    };
    assert_eq!(step(&lead).await, ("new".to_owned(), false));
    for (act, expected) in [
        (json!({ "kind": "called", "reached": false }), "no-answer"),
        (json!({ "kind": "called", "reached": true }), "called"),
        (visit(2), "called"),
        (visit(-1), "visited"),
        (json!({ "kind": "quoted", "amount": 185_000 }), "estimate"),
        (won(None), "ordered"),
        (won(Some(2)), "ordered"),
        (won(Some(0)), "day"),
        (won(Some(-1)), "done"),
        (json!({ "kind": "done" }), "done"),
        (json!({ "kind": "lost", "reason": "price" }), "closed"),
        (json!({ "kind": "spam" }), "new"),
    ] {
        desk.record(&lead, act.clone()).await;
        assert_eq!(step(&lead).await, (expected.to_owned(), false), "{act}");
    }

    let message = "Service: Storm Damage\nUrgency: Emergency\nAddress: 12 Oak Street\nDetails:\n";
    let lead = save(&app, json!({ "message": message })).await;
    for (act, expected, waits) in [
        (
            json!({ "kind": "called", "reached": false }),
            "emergency",
            true,
        ),
        (visit(2), "called", true),
        (won(Some(2)), "ordered", false),
    ] {
        desk.record(&lead, act).await;
        assert_eq!(step(&lead).await, (expected.to_owned(), waits));
    }
}

#[actix_web::test]
async fn a_customer_answers_to_an_appointment_as_it_was_shown() {
    let app = Confirming::spawn().await;
    let lead = save(&app, json!({})).await;
    let link = Visitor::by_link(&app, &lead);
    let desk = Browser::of(&app, JONAH).await;
    let id = Uuid::now_v7();
    let from = (Utc::now() + TimeDelta::days(30))
        .duration_trunc(TimeDelta::hours(1))
        .unwrap();
    let appointment = |kind: &str, days| {
        let from = from + TimeDelta::days(days);
        json!({ "kind": kind, "appointment": id, "purpose": "estimate", "why": "rain", "from": from,
            "to": from + TimeDelta::hours(1), "crew": "Ben" })
    };
    let shown = async || {
        let page = app.page(&link.cookie).await;
        assert!(!page.contains("Ben"), "{page}");
        let buttons = page.split("<button name=\"").skip(1);
        let buttons = buttons.filter_map(|it| it.split_once("\" data-appointment=\"0\" value=\""));
        let buttons: Vec<_> = buttons
            .map(|(name, rest)| format!("{name}={}", rest.split('"').next().unwrap()))
            .collect();
        let texts = page
            .split("<u")
            .skip(1)
            .map(|it| it.split_once('>').unwrap().1);
        let texts: Vec<_> = texts
            .map(|it| it.split('<').next().unwrap().to_owned())
            .collect();
        (texts, buttons)
    };
    let send = async |button: &str, header: [&str; 2]| {
        let (name, value) = button.split_once('=').unwrap();
        let request = as_form(app.post("/contact/appointments"), &json!({ name: value }));
        let answer = Answer::to(request.header(header[0], header[1]))
            .await
            .expect(303);
        answer.header("location").to_owned()
    };
    let own = ["cookie", &link.cookie];
    let recorded = async || {
        let lead = desk.lead(&lead).await;
        (
            lead["appointments"][0]["answer"].clone(),
            lead["events"].clone(),
        )
    };
    let [agreed, call] = [format!("agreed={id} 0"), format!("call={id} 0")];
    desk.record(&lead, appointment("appointed", 0)).await;
    assert_eq!(shown().await, (vec![], vec![agreed.clone(), call.clone()]));

    let late = "/contact?sent&photos=late";
    assert_eq!(send(&agreed, ["cookie", ""]).await, late);
    let other = Visitor::by_link(&app, &save(&app, json!({})).await);
    assert_eq!(
        send(&agreed, ["cookie", &other.cookie]).await,
        "/contact?sent"
    );
    assert_eq!(
        send("agreed=1", own).await,
        "/contact?sent&photos=unanswered#photos"
    );
    let request = as_form(
        app.post("/contact/appointments"),
        &json!({ "agreed": format!("{id} 0") }),
    );
    let request = request.header("cookie", &link.cookie);
    let foreign = Answer::to(request.header("sec-fetch-site", "cross-site")).await;
    assert_eq!(foreign.header("location"), late);
    assert_eq!(recorded().await, (json!(null), json!(1)));

    // A second press changes nothing.
    for _ in 0..2 {
        assert_eq!(send(&agreed, own).await, "/contact?sent");
        assert_eq!(recorded().await, (json!("agreed"), json!(2)));
    }
    assert_eq!(desk.events(&lead).await[0]["who"], "customer");
    assert_eq!(
        shown().await,
        (vec!["agreed".to_owned()], vec![call.clone()])
    );

    // It has moved since the page was shown: nothing is agreed, and the page asks again.
    desk.record(&lead, appointment("moved", 10)).await;
    for button in [&agreed, &call] {
        assert_eq!(send(button, own).await, "/contact?sent");
    }
    assert_eq!(recorded().await, (json!(null), json!(3)));
    let [agreed, call] = [format!("agreed={id} 1"), format!("call={id} 1")];
    let instead = format!("instead of {}: rain", day(from).strftime("%A, %B %-d"));
    assert_eq!(
        shown().await,
        (vec![instead.clone()], vec![agreed.clone(), call.clone()])
    );
    send(&call, own).await;
    assert_eq!(recorded().await, (json!("call-me"), json!(4)));
    assert_eq!(
        shown().await,
        (vec![instead, "call".to_owned()], vec![agreed.clone()])
    );
    let due = desk.lead(&lead).await["nextAt"]
        .as_str()
        .unwrap()
        .parse::<DateTime<Utc>>();
    assert!(due.unwrap() <= Utc::now());

    let path = format!("/leads/{lead}/person.json?by=phone");
    let data = desk.get(&path).await.expect(200).text;
    for answer in ["agreed", "call-wanted"] {
        assert_contains(&data, &format!(r#""kind": "{answer}""#));
    }

    let ended = json!({ "kind": "ended", "appointment": id, "how": "called-off" });
    desk.record(&lead, ended).await;
    assert_eq!(send(&agreed, own).await, "/contact?sent");
    assert_eq!(recorded().await, (json!(null), json!(5)));
    for _ in 0..120 {
        send("agreed=1", ["cookie", ""]).await;
    }
    assert_eq!(send(&agreed, own).await, "/contact?sent&photos=many#photos");
}

#[actix_web::test]
async fn of_spam_and_of_what_was_erased_nothing_is_told() {
    let app = Confirming::spawn().await;
    let lead = save_suspect(&app).await;
    let own = Visitor::of(&app, &lead);
    let desk = Browser::of(&app, JONAH).await;
    assert_eq!(notices(&app.page(&own.cookie).await), [""; 0]);
    desk.lead(&lead).await;
    assert_eq!(notices(&app.page(&own.cookie).await).len(), 1);
    desk.judge(&lead, "spam").await;
    assert_eq!(notices(&app.page(&own.cookie).await), [""; 0]);
    desk.judge(&lead, "released").await;
    assert_eq!(notices(&app.page(&own.cookie).await).len(), 1);

    app.execute(&format!("DELETE FROM site_forms WHERE id = '{lead}'"))
        .await;
    let page = app.page(&own.cookie).await;
    assert!(!page.contains("Jonah") && !page.contains("Jane"), "{page}");
    // The page's script leaves its text unchanged where the server knows nothing.
    assert!(!page.contains("<p></p>"), "{page}");
}

#[actix_web::test]
async fn the_page_has_no_path_of_its_own() {
    let app = Confirming::spawn().await;
    for path in [
        "/contact/sent",
        "/contact/sent/",
        "/contact%2Fsent",
        "/contact/sent?sent",
    ] {
        let answer = Answer::to(app.get(path)).await.expect(404);
        assert_contains(&answer.text, "Oops! Page not found");
    }
    let head = Answer::to(app.request("HEAD", "/contact?sent")).await;
    assert_eq!(head.status, 200);
}

#[actix_web::test]
async fn the_contact_is_a_vcard() {
    let app = TestApp::spawn().await;
    let card = Answer::to(app.get("/contact-card.vcf")).await.expect(200);
    assert_eq!(card.header("content-type"), "text/vcard; charset=utf-8");
}
