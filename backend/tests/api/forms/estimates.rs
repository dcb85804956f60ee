//! Customers read an estimate on the confirmation, and decide about it.

use std::{collections::BTreeMap, fmt::Write};

use actix_web::rt::spawn as spawn_task;
use backend::company::time_zone::{clock, day};
use chrono::{DateTime, SecondsFormat, SubsecRound, TimeDelta, Utc};
use futures_util::future::join_all;
use serde_json::{Value, json};
use uuid::Uuid;

use super::confirmation::Confirming;
use crate::{
    app::{Answer, as_form, assert_contains, with},
    desk::{Browser, OFFICE, event, save, save_suspect},
    photos::Visitor,
};

const LATE: &str = "/contact?sent&photos=late";

const DONE: &str = "/contact?sent#answer";

/// The texts of the estimate that the page may have.
const PARTS: [&str; 13] = [
    "refusal",
    "given",
    "words",
    "until",
    "expired",
    "total",
    "signed",
    "day",
    "asked",
    "declined",
    "open",
    "form",
    "may-decline",
];

/// Returns a minimal page, with an element for each part of the estimate.
fn page() -> String {
    let mut page = "<!DOCTYPE html><title>Sent</title><p data-if=\"ended\">ended</p>\
        <p data-if=\"offered\">offered</p><section data-if=\"offer-section\">"
        .to_owned();
    let part = |page: &mut String, part: &str| {
        let _ = write!(
            page,
            "<u data-if=\"offer-{part}\" data-sent=\"offer-{part}\"></u>"
        );
    };
    for name in PARTS {
        part(&mut page, name);
    }
    page += "<form data-if=\"offer-form\"><fieldset data-offer=\"lines\"></fieldset><input name=\"estimate\" data-offer=\"estimate\">\
        <input name=\"total\" data-offer=\"total\">";
    for place in 0..5 {
        let _ = write!(
            page,
            "<label data-offer=\"cents-{place}\" data-if=\"offer-price-{place}\">\
            <input name=\"line-{place}\" value=\"{place}\" data-offer=\"line-{place}\" data-if=\"offer-choice-{place}\">"
        );
        for name in ["what", "tree", "price", "optional", "option"] {
            part(&mut page, &format!("{name}-{place}"));
        }
        page += "</label>";
    }
    for place in 0..2 {
        part(&mut page, &format!("day-{place}"));
        let _ = write!(page, "<input name=\"day\" data-offer=\"day-{place}\">");
    }
    page + "</form></section>"
}

/// What the page shows of an estimate: the texts of its parts, and the attributes of its inputs.
#[derive(Debug)]
struct Shown {
    parts: BTreeMap<String, String>,
    inputs: Vec<BTreeMap<String, String>>,
    page: String,
}

impl Shown {
    fn of(page: String) -> Self {
        let attributes = |tag: &str| {
            let tag = tag.split('>').next().unwrap();
            let pairs = tag
                .split_terminator("\" ")
                .filter_map(|it| it.split_once('='));
            let pairs = pairs.map(|(name, it)| (name.trim().to_owned(), it.replace('"', "")));
            pairs.collect::<BTreeMap<_, _>>()
        };
        let parts = page.split("<u data-sent=\"offer-").skip(1).map(|it| {
            let (name, rest) = it.split_once("\">").unwrap();
            (
                name.to_owned(),
                rest.split_once("</u>").unwrap().0.to_owned(),
            )
        });
        Self {
            parts: parts.collect(),
            inputs: page.split("<input ").skip(1).map(attributes).collect(),
            page,
        }
    }

    fn part(&self, name: &str) -> Option<&str> {
        self.parts.get(name).map(String::as_str)
    }

    /// Returns the form as a browser sends it with a button: the inputs that are chosen.
    fn form(&self, decision: &str) -> Value {
        let mut form = json!({ "decision": decision, "signed": " Jane  Doe ", "day": "" });
        for input in &self.inputs {
            let is_choice = input["name"].starts_with("line-") || input["name"] == "option";
            if input["name"] != "day" && (!is_choice || input.contains_key("checked")) {
                form[&input["name"]] = input["value"].clone().into();
            }
        }
        form
    }

    /// Returns the names and values of the choices, and which of them are chosen.
    fn choices(&self) -> Vec<String> {
        let choices = self
            .inputs
            .iter()
            .filter(|it| it["name"] == "option" || it["name"].starts_with("line-"));
        let choices = choices.map(|it| {
            let mark = if it.contains_key("checked") { "+" } else { "" };
            format!("{}={}{mark}", it["name"], it["value"])
        });
        choices.collect()
    }
}

/// Two options, an extra, and what is always done.
fn lines() -> Value {
    json!([
        { "what": "Remove the oak", "tree": "By the drive", "cents": 240_000, "pick": "one-of" },
        { "what": "Prune the oak", "cents": 90_050, "pick": "one-of" },
        { "what": "Grind the stump", "cents": 20_000, "pick": "optional" },
        { "what": "Haul it away", "cents": 10_000, "pick": "always" },
    ])
}

fn offered(changes: Value) -> Value {
    with(
        json!({ "kind": "offered", "lines": lines(), "mail": false }),
        changes,
    )
}

/// A customer with an estimate, and the desk that gave it.
struct Customer<'a> {
    app: &'a Confirming,
    desk: Browser<'a>,
    lead: String,
    cookie: String,
}

impl<'a> Customer<'a> {
    async fn with(app: &'a Confirming, estimate: Value) -> Self {
        let lead = save(app, json!({})).await;
        let desk = Browser::of(app, OFFICE).await;
        desk.record(&lead, estimate).await;
        let cookie = Visitor::by_link(app, &lead).cookie;
        Self {
            app,
            desk,
            lead,
            cookie,
        }
    }

    async fn shown(&self) -> Shown {
        self.shown_at("/contact?sent").await
    }

    async fn shown_at(&self, path: &str) -> Shown {
        Shown::of(self.app.page_at(path, &self.cookie).await)
    }

    /// Sends a form; returns where the page is.
    async fn send(&self, form: &Value) -> String {
        self.send_with(form, [("cookie", &*self.cookie)]).await
    }

    async fn send_with<const N: usize>(&self, form: &Value, headers: [(&str, &str); N]) -> String {
        let mut request = as_form(self.app.post("/contact/estimate"), form);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let answer = Answer::to(request).await.expect(303);
        answer.header("location").to_owned()
    }

    async fn look(&self, estimate: &Value) -> String {
        let look = json!({ "estimate": estimate, "decision": "look" });
        self.send(&look).await
    }

    /// Returns the customer's events, the latest first.
    async fn acts(&self) -> Vec<Value> {
        let events = self.desk.events(&self.lead).await;
        events
            .into_iter()
            .filter(|it| it["who"] == "customer")
            .collect()
    }

    async fn kinds(&self) -> Vec<String> {
        let acts = self.acts().await;
        acts.iter()
            .map(|it| it["kind"].as_str().unwrap().to_owned())
            .collect()
    }
}

fn date(time: DateTime<Utc>) -> String {
    day(time).strftime("%A, %B %-d, %Y").to_string()
}

#[actix_web::test]
async fn an_estimate_is_accepted_as_it_was_seen_and_once() {
    let app = Confirming::spawn_with(&page()).await;
    let [first, second] =
        [30, 31].map(|days| (Utc::now() + TimeDelta::days(days)).trunc_subsecs(3));
    let over = Utc::now() - TimeDelta::hours(1);
    let until = Utc::now() + TimeDelta::days(14);
    let estimate =
        offered(json!({ "days": [first, second], "until": until, "words": "Hi.\nCall us." }));
    let customer = Customer::with(&app, estimate).await;
    let shown = customer.shown().await;
    let day_of = |it| format!("{}, at {}", day(it).strftime("%A, %B %-d"), clock(it));
    for (part, text) in [
        ("what-0", "Remove the oak"),
        ("tree-0", "By the drive"),
        ("price-1", "$900.50"),
        ("option-1", "option"),
        ("optional-2", "optional"),
        ("words", "Hi.\nCall us."),
        ("total", "$2,500.00"),
        ("until", &date(until)),
        ("given", &date(Utc::now())),
        ("day-1", &day_of(second)),
        ("open", "open"),
    ] {
        assert_eq!(shown.part(part), Some(text), "{part}: {shown:?}");
    }
    for part in [
        "tree-1",
        "option-3",
        "optional-3",
        "signed",
        "refusal",
        "expired",
        "what-4",
    ] {
        assert_eq!(shown.part(part), None, "{shown:?}");
    }
    assert_eq!(shown.choices(), ["option=0+", "option=1", "line-2=2"]);
    assert_contains(&shown.page, "<p>offered</p>");
    assert_contains(
        &shown.page,
        "<label data-offer=\"cents-3\" data-cents=\"10000\">",
    );
    // The browser that sent the request sees the same.
    let own = app.page(&Visitor::of(&app, &customer.lead).cookie).await;
    assert_eq!(Shown::of(own).parts, shown.parts);

    // Other lines were ticked without JavaScript, so the customer saw another total.
    let mut form = with(
        shown.form("yes"),
        json!({ "option": "1", "line-2": "2", "day": first }),
    );
    let page = customer.send(&form).await;
    let day = first.to_rfc3339_opts(SecondsFormat::AutoSi, true);
    let id = form["estimate"].as_str().unwrap();
    let choice = format!("estimate={id}&chosen=1.2&day={day}");
    assert_eq!(page, format!("/contact?sent&offer=total&{choice}#offer"));
    assert_eq!(customer.kinds().await, ["looked"]);
    let shown = customer.shown_at(page.trim_end_matches("#offer")).await;
    assert_contains(shown.part("refusal").unwrap(), "Nothing is ordered yet");
    assert_eq!(shown.choices(), ["option=0", "option=1+", "line-2=2+"]);
    assert_eq!(shown.part("total"), Some("$1,200.50"));
    assert_eq!(shown.form("yes")["total"], "120050");
    assert!(
        shown
            .inputs
            .iter()
            .any(|it| it["value"] == day && it.contains_key("checked"))
    );

    form["total"] = "120050".into();
    for (changes, refusal) in [
        (json!({ "signed": " \u{200b} " }), "name"),
        (json!({ "signed": "x".repeat(101) }), "unanswered"),
        (json!({ "option": "3" }), "choice"),
        (json!({ "total": "much" }), "total"),
        (json!({ "day": over }), "choice"),
    ] {
        let page = customer.send(&with(form.clone(), changes)).await;
        assert_contains(&page, &format!("/contact?sent&offer={refusal}&estimate="));
    }
    assert_eq!(
        customer
            .send(&with(form.clone(), json!({ "decision": "look" })))
            .await,
        format!("/contact?sent&{choice}#offer")
    );
    assert_eq!(customer.kinds().await, ["looked"]);

    for _ in 0..2 {
        assert_eq!(customer.send(&form).await, DONE);
        assert_eq!(customer.kinds().await, ["accepted", "looked"]);
    }
    let accepted = &customer.acts().await[0];
    for (field, value) in [
        ("chosen", json!([1, 2])),
        ("total", json!(120_050)),
        ("signed", json!("Jane Doe")),
        ("day", json!(first)),
    ] {
        assert_eq!(accepted[field], value);
    }
    let lead = customer.desk.lead(&customer.lead).await;
    assert_eq!(
        (&lead["status"], &lead["won"]),
        (&json!("won"), &json!(120_050))
    );
    for decision in ["no", "ask"] {
        assert_eq!(
            customer
                .send(&with(form.clone(), json!({ "decision": decision })))
                .await,
            DONE
        );
    }
    assert_eq!(customer.kinds().await, ["accepted", "looked"]);

    let shown = customer.shown().await;
    assert_contains(
        shown.part("signed").unwrap(),
        &format!("Jane Doe, {} at ", date(Utc::now())),
    );
    assert_eq!(shown.part("day"), Some(&*day_of(first)));
    assert_eq!(shown.part("total"), Some("$1,200.50"));
    let again = customer.shown_at("/contact?sent&offer=total").await;
    assert_eq!(again.part("refusal"), None);
    let parts: Vec<_> = shown.parts.keys().collect();
    assert_eq!(parts, ["day", "given", "signed", "total", "words"]);
    // An acceptance that was recorded by mistake is undone at the desk.
    customer.desk.undo(&customer.lead).await;
    assert_eq!(customer.shown().await.part("open"), Some("open"));
}

#[actix_web::test]
async fn an_estimate_is_decided_with_the_token_of_its_own_lead_alone() {
    let app = Confirming::spawn_with(&page()).await;
    let customer = Customer::with(&app, offered(json!({}))).await;
    let form = customer.shown().await.form("yes");
    let other = Visitor::by_link(&app, &save(&app, json!({})).await).cookie;
    let elsewhere = customer.send_with(&form, [("cookie", &other)]).await;
    assert_contains(&elsewhere, "/contact?sent&offer=replaced");
    let page = app.page_at("/contact?sent&offer=replaced", &other).await;
    assert_contains(Shown::of(page).part("refusal").unwrap(), "was not recorded");
    for (name, value) in [("cookie", ""), ("cookie", "photo_token=forged")] {
        assert_eq!(customer.send_with(&form, [(name, value)]).await, LATE);
    }
    let foreign = [
        ("cookie", &*customer.cookie),
        ("sec-fetch-site", "cross-site"),
    ];
    assert_eq!(customer.send_with(&form, foreign).await, LATE);
    for wrong in [json!({ "decision": "maybe" }), json!({ "estimate": "1" })] {
        let page = customer.send(&with(form.clone(), wrong)).await;
        assert_contains(&page, "&offer=unanswered");
    }
    assert!(customer.kinds().await.iter().all(|it| it == "looked"));

    let link = ["cookie", &customer.cookie];
    customer
        .desk
        .record(&customer.lead, json!({ "kind": "link-revoked" }))
        .await;
    assert_eq!(customer.send_with(&form, [(link[0], link[1])]).await, LATE);
    assert_eq!(customer.look(&form["estimate"]).await, LATE);
    customer.desk.undo(&customer.lead).await;
    app.execute(
        "UPDATE site_forms SET changed_at = now() - interval '43 days', created_at = '2020-01-01'",
    )
    .await;
    assert_eq!(customer.send(&form).await, LATE);
    assert!(customer.kinds().await.iter().all(|it| it == "looked"));
    // Somebody who guesses has to wait.
    for _ in 0..120 {
        customer
            .send_with(&form, [("cookie", "photo_token=guessed")])
            .await;
    }
    assert_contains(&customer.send(&form).await, "/contact?sent&offer=many");
}

#[actix_web::test]
async fn an_estimate_that_was_replaced_since_it_was_shown_is_not_accepted() {
    let app = Confirming::spawn_with(&page()).await;
    let customer = Customer::with(&app, offered(json!({}))).await;
    let form = customer.shown().await.form("yes");
    let replaced = form["estimate"].as_str().unwrap();
    let cheaper = json!([
        { "what": "Remove the oak", "cents": 100_000, "pick": "always" },
        { "what": "Plant another", "cents": 900_000, "pick": "optional" },
    ]);
    customer
        .desk
        .record(&customer.lead, offered(json!({ "lines": cheaper })))
        .await;
    for decision in ["yes", "ask", "no"] {
        let page = customer
            .send(&with(form.clone(), json!({ "decision": decision })))
            .await;
        assert_eq!(
            page,
            format!("/contact?sent&offer=replaced&estimate={replaced}&chosen=0#offer")
        );
    }
    customer.look(&form["estimate"]).await;
    assert_eq!(customer.kinds().await, [""; 0]);
    let shown = customer
        .shown_at(&format!(
            "/contact?sent&offer=replaced&estimate={replaced}&chosen=1"
        ))
        .await;
    assert_contains(shown.part("refusal").unwrap(), "Our estimate has changed");
    // What was ticked in the earlier one is not ticked in this one.
    assert_eq!(shown.part("total"), Some("$1,000.00"));
    assert_eq!(customer.send(&shown.form("yes")).await, DONE);
    assert_eq!(customer.kinds().await, ["accepted", "looked"]);

    // An amount alone leaves nothing to accept.
    let other = Customer::with(&app, offered(json!({}))).await;
    let form = other.shown().await.form("yes");
    other
        .desk
        .record(&other.lead, json!({ "kind": "quoted", "amount": 1 }))
        .await;
    assert_contains(&other.send(&form).await, "offer=replaced");
    let shown = other.shown_at("/contact?sent&offer=replaced").await;
    assert_eq!(shown.parts.keys().collect::<Vec<_>>(), ["refusal"]);
    assert_eq!(other.kinds().await, [""; 0]);
}

#[actix_web::test]
async fn of_two_phones_that_accept_at_once_one_is_recorded() {
    let app = Confirming::spawn_with(&page()).await;
    let customer = Customer::with(&app, offered(json!({}))).await;
    let form = customer.shown().await.form("yes");
    let phones = (0..4).map(|phone| {
        let form = with(form.clone(), json!({ "signed": format!("Jane {phone}") }));
        let request = as_form(app.post("/contact/estimate"), &form);
        spawn_task(request.header("cookie", &customer.cookie).send())
    });
    for answer in join_all(phones).await {
        let answer = answer.unwrap().unwrap();
        assert_eq!(answer.headers()["location"], DONE);
    }
    assert_eq!(customer.kinds().await, ["accepted", "looked"]);
}

#[actix_web::test]
async fn a_customer_asks_declines_and_may_still_accept() {
    let app = Confirming::spawn_with(&page()).await;
    let customer = Customer::with(&app, offered(json!({}))).await;
    let shown = customer.shown().await;
    let ask = |question: &str| with(shown.form("ask"), json!({ "question": question }));
    for _ in 0..2 {
        assert_eq!(customer.send(&ask(" Is the stump\nin it? ")).await, DONE);
    }
    assert_eq!(customer.kinds().await, ["asked", "looked"]);
    assert_eq!(customer.acts().await[0]["text"], "Is the stump\nin it?");
    assert_eq!(customer.shown().await.part("asked"), Some("asked"));
    let long = "樹".repeat(2_001);
    for text in [&*long, &"x".repeat(17_000)] {
        assert_contains(
            &customer.send(&ask(text)).await,
            "/contact?sent&offer=unanswered",
        );
    }
    let no = with(shown.form("no"), json!({ "reason": " " }));
    assert_eq!(customer.send(&no).await, DONE);
    let declined = customer.shown().await;
    assert_eq!(declined.part("declined"), Some("declined"));
    assert_eq!(declined.part("may-decline"), None);
    assert_eq!(customer.acts().await[0].get("text"), None);
    customer
        .desk
        .record(&customer.lead, json!({ "kind": "lost", "reason": "price" }))
        .await;
    assert_eq!(customer.send(&shown.form("yes")).await, DONE);
    assert_eq!(
        customer.kinds().await,
        ["accepted", "declined", "asked", "looked"]
    );
    assert_eq!(customer.desk.lead(&customer.lead).await["status"], "won");
}

#[actix_web::test]
async fn an_expired_estimate_is_asked_about_and_not_accepted() {
    let app = Confirming::spawn_with(&page()).await;
    let over = Utc::now() - TimeDelta::minutes(1);
    let customer = Customer::with(&app, offered(json!({ "until": over }))).await;
    let shown = customer.shown().await;
    assert_eq!(shown.part("expired"), Some(&*date(over)));
    assert_eq!((shown.part("open"), shown.part("until")), (None, None));
    assert_eq!(shown.choices(), ["option=0+", "option=1", "line-2=2"]);
    assert_contains(&shown.page, "<fieldset data-offer=\"lines\" disabled=");
    assert!(!shown.page.contains("<p>offered</p>"), "{shown:?}");
    let form = shown.form("yes");
    assert_eq!(customer.send(&form).await, DONE);
    assert_eq!(customer.kinds().await, ["looked"]);
    customer.send(&shown.form("ask")).await;
    assert_eq!(customer.kinds().await, ["asked", "looked"]);
}

#[actix_web::test]
async fn what_was_ordered_by_phone_and_what_is_spam_is_not_accepted() {
    let app = Confirming::spawn_with(&page()).await;
    let customer = Customer::with(&app, offered(json!({}))).await;
    let form = customer.shown().await.form("yes");
    customer
        .desk
        .record(&customer.lead, json!({ "kind": "won", "amount": 200_000 }))
        .await;
    assert_eq!(customer.send(&form).await, DONE);
    let shown = customer.shown().await;
    assert_eq!((shown.part("total"), shown.part("form")), (None, None));
    assert!(!shown.page.contains(" checked="), "{shown:?}");

    let lead = save_suspect(&app).await;
    customer.desk.record(&lead, offered(json!({}))).await;
    let spam = Customer {
        cookie: Visitor::by_link(&app, &lead).cookie,
        lead,
        ..customer
    };
    assert_eq!(spam.shown().await.part("open"), Some("open"));
    let form = spam.shown().await.form("yes");
    spam.desk.judge(&spam.lead, "spam").await;
    assert_eq!(spam.shown().await.parts.len(), 0);
    assert_eq!(spam.send(&form).await, DONE);
    assert_eq!(spam.desk.lead(&spam.lead).await["status"], "spam");
    assert!(!spam.kinds().await.contains(&"accepted".to_owned()));
}

#[actix_web::test]
async fn a_look_is_recorded_once_a_day_and_never_by_a_get() {
    let app = Confirming::spawn_with(&page()).await;
    let customer = Customer::with(&app, offered(json!({}))).await;
    let form = customer.shown().await.form("yes");
    let desk_link = customer.desk.lead(&customer.lead).await["link"]
        .as_str()
        .unwrap()
        .to_owned();
    let link = &desk_link[desk_link.find("/contact/link/").unwrap()..];
    for method in ["GET", "HEAD", "OPTIONS"] {
        for path in [
            link,
            "/contact?sent",
            "/contact?sent&chosen=1",
            "/contact/estimate",
        ] {
            let request = app.request(method, path).header("cookie", &customer.cookie);
            Answer::to(request.header("purpose", "prefetch")).await;
        }
    }
    assert_eq!(customer.kinds().await, [""; 0]);
    let look = with(form.clone(), json!({ "decision": "look" }));
    let foreign = [
        ("cookie", &*customer.cookie),
        ("sec-fetch-site", "cross-site"),
    ];
    assert_eq!(customer.send_with(&look, foreign).await, LATE);
    assert_eq!(customer.send_with(&look, []).await, LATE);
    assert_eq!(customer.kinds().await, [""; 0]);
    for _ in 0..2 {
        customer.look(&form["estimate"]).await;
    }
    assert_eq!(customer.kinds().await, ["looked"]);
    customer.look(&json!(Uuid::nil().to_string())).await;
    assert_eq!(customer.kinds().await, ["looked"]);
    // Yesterday's look is another day's.
    app.execute("UPDATE desk_events SET at = at - interval '1 day', recorded_at = recorded_at - interval '1 day'").await;
    customer
        .desk
        .record(&customer.lead, json!({ "kind": "texted" }))
        .await;
    customer.look(&form["estimate"]).await;
    assert_eq!(customer.kinds().await, ["looked", "looked"]);
    let estimate = customer.desk.lead(&customer.lead).await["estimate"].clone();
    assert_ne!(estimate["firstLook"], estimate["lastLook"]);
}

#[actix_web::test]
async fn a_full_log_keeps_no_customer_from_accepting_and_a_customer_fills_no_log() {
    let app = Confirming::spawn_with(&page()).await;
    let customer = Customer::with(&app, offered(json!({}))).await;
    let shown = customer.shown().await;
    // The desk has recorded as much as it may.
    app.execute("UPDATE site_forms SET events = 500").await;
    let note = event(json!({ "kind": "noted", "text": "One more" }));
    assert_eq!(
        customer.desk.send_event(&customer.lead, &note).await.status,
        422
    );
    let made = async |count: i32| {
        app.execute(&format!(
            "DELETE FROM desk_events WHERE who = 'customer';
             INSERT INTO desk_events (id, at, who, lead_id, kind, data)
             SELECT gen_random_uuid(), now() - interval '1 day', 'customer', '{}', 'asked',
                jsonb_build_object('estimate', '{}', 'text', place::text) FROM generate_series(1, {count}) AS place",
            customer.lead, shown.form("")["estimate"].as_str().unwrap(),
        ))
        .await;
    };
    let ask = shown.form("ask");
    made(49).await;
    customer.look(&ask["estimate"]).await;
    assert_eq!(customer.kinds().await[0], "looked");
    made(50).await;
    customer.look(&ask["estimate"]).await;
    assert_eq!(customer.kinds().await.len(), 50);
    assert_eq!(customer.send(&ask).await, DONE);
    assert_eq!(customer.kinds().await.len(), 51);
    made(100).await;
    assert_contains(&customer.send(&ask).await, "offer=unanswered");
    assert_eq!(customer.send(&shown.form("yes")).await, DONE);
    assert_eq!(customer.kinds().await[0], "accepted");
    assert_eq!(customer.kinds().await.len(), 101);
}

#[actix_web::test]
async fn words_of_the_desk_and_of_the_customer_are_shown_as_text() {
    let app = Confirming::spawn_with(&page()).await;
    let hostile = r#""><script>alert('1')</script><!-- &amp; "#;
    let reversed = "\u{202e}00.001$\u{2066}";
    let lines = json!([
        { "what": format!("{hostile}{reversed}"), "tree": hostile, "cents": 1, "pick": "optional" },
        { "what": "樹".repeat(200), "tree": "\n\n", "cents": 1, "pick": "always" },
        { "what": "\u{200b}", "cents": 100, "pick": "always" },
    ]);
    let estimate = offered(json!({ "lines": lines, "words": hostile.repeat(10) + reversed }));
    let customer = Customer::with(&app, estimate).await;
    let shown = customer.shown().await;
    let is_harmless = |page: &str| {
        assert!(
            !page.contains("<script") && !page.contains("<!-- "),
            "{page}"
        );
        assert!(
            !page.contains('\u{202e}') && !page.contains('\u{2066}'),
            "{page}"
        );
    };
    is_harmless(&shown.page);
    assert_eq!(shown.part("tree-1"), None);
    // A line that is part of the total is shown, whatever it is called.
    assert_eq!(
        (shown.part("what-2"), shown.part("price-2")),
        (None, Some("$1.00"))
    );
    assert_eq!(shown.part("what-1"), Some(&*"樹".repeat(200)));
    let long = with(shown.form("ask"), json!({ "question": "x".repeat(5_000) }));
    assert_contains(&customer.send(&long).await, "offer=unanswered");
    let signed = with(
        shown.form("yes"),
        json!({ "signed": format!("{hostile}{reversed}") }),
    );
    assert_eq!(customer.send(&signed).await, DONE);
    let shown = customer.shown().await;
    is_harmless(&shown.page);
    assert_contains(shown.part("signed").unwrap(), "&lt;script&gt;");
    for query in [
        "chosen=99999999999.-1.x",
        "offer=%3Cscript%3E",
        "day=%22%3E%3Cscript%3E",
        "chosen=%22%3E",
    ] {
        is_harmless(
            &customer
                .shown_at(&format!("/contact?sent&{query}"))
                .await
                .page,
        );
    }
}

#[actix_web::test]
async fn an_estimate_is_exported_and_one_that_was_erased_while_it_was_open_is_not_accepted() {
    let app = Confirming::spawn_with(&page()).await;
    let customer = Customer::with(&app, offered(json!({ "words": "See you" }))).await;
    let form = customer.shown().await.form("yes");
    customer
        .send(&with(
            form.clone(),
            json!({ "decision": "ask", "question": "When?" }),
        ))
        .await;
    let path = format!("/leads/{}/person", customer.lead);
    let data = customer
        .desk
        .get(&format!("{path}.json?by=phone"))
        .await
        .expect(200)
        .text;
    for part in ["See you", "When?", "Remove the oak", "\"looked\""] {
        assert_contains(&data, part);
    }
    let body = json!({ "by": "email", "requests": [customer.lead] });
    customer.desk.send("DELETE", &path, &body).await.expect(200);
    let own = Visitor::of(&app, &customer.lead).cookie;
    for cookie in [&customer.cookie, &own] {
        assert_eq!(customer.send_with(&form, [("cookie", cookie)]).await, LATE);
        let page = app.page_at(LATE, cookie).await;
        assert_contains(&page, "<p>ended</p>");
        assert_eq!(Shown::of(page).parts.len(), 0);
    }
    // Only what was done is kept, and when.
    let left = "SELECT data FROM desk_events WHERE lead_id IS NOT NULL AND data <> '{}'";
    assert_eq!(app.query(left).await, [json!(null); 0]);
}
