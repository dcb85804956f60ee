//! `/contact?sent`: what was sent, shown to the browser that sent it.

use std::{fs, ops::Deref};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::Utc;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use crate::{
    app::{Answer, TestApp, estimate, row, site, with},
    desk::save,
    photos::{Visitor, link_token, refusal},
};

/// The confirmation, as small as can be.
const PAGE: &str = r#"<!DOCTYPE html><title>Sent</title>
<section data-if="emergency">Call now</section>
<h2>Submitted<span data-if="givenName">, <b data-sent="givenName"></b></span></h2>
<p>We call you<span data-if="callTime"> <b data-sent="callTime"></b></span></p>
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
<p data-if="routine">When it gets worse</p><section data-if="photos">
<aside data-if="photoChoice">Which request</aside><b data-if="photoRefusal" data-sent="photoRefusal"></b>
<form data-if="photoForm"><i data-if="photoCount" data-sent="photoCount"></i>
<p hidden data-photo="0"><img data-photo="0"><button data-photo="0"></button></p>
<p hidden data-photo="1"><img data-photo="1"><button data-photo="1"></button></p>
</form></section>"#;

/// What is there for a browser that has sent nothing.
const CONTACT_PAGE: &str = "<h1>Contact</h1>";

/// A server whose site has this page.
struct Confirming {
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
        let site = site();
        fs::write(site.path().join("contact/sent/index.html"), PAGE).unwrap();
        let app = TestApp::spawn_with(&[("SITE_DIR", site.path().to_str().unwrap())]).await;
        Self { app, _site: site }
    }

    /// The page that a browser with these cookies is shown.
    async fn page(&self, cookies: &str) -> String {
        self.page_at("/contact?sent", cookies).await
    }

    async fn page_at(&self, path: &str, cookies: &str) -> String {
        let request = self.get(path).header("cookie", cookies);
        let answer = Answer::to(request).await.expect(200);
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("x-robots-tag"), "noindex");
        answer.text
    }

    /// The page after this form was sent.
    async fn page_after(&self, form: &Value) -> String {
        let answer = Answer::to(self.send_form(form)).await;
        self.page(pair(&cookie_of(&answer.expect(303)))).await
    }
}

/// The cookie with what was sent. Beside it is the photographs' token alone.
fn cookie_of(answer: &Answer) -> String {
    let cookies = answer.headers.get_all("set-cookie").iter();
    let cookies: Vec<_> = cookies.map(|it| it.to_str().unwrap()).collect();
    let [sent, photos] = cookies[..] else {
        panic!("{cookies:?}");
    };
    assert!(photos.starts_with("photo_token="), "{photos}");
    sent.to_owned()
}

/// The part of a cookie that the browser sends back.
fn pair(cookie: &str) -> &str {
    cookie.split(';').next().unwrap()
}

fn assert_contains(page: &str, part: &str) {
    assert!(page.contains(part), "{part} is not in {page}");
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
        let page = app.page(pair(&cookie_of(&answer))).await;
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
        // The browser keeps neither the details nor the address of the mailbox: the server has them, for whose token
        // it is.
        assert!(
            !page.contains("garage") && !page.contains("gmail"),
            "{page}"
        );
        let photos = answer.headers.get_all("set-cookie").iter().nth(1).unwrap();
        let cookies = format!(
            "{}; {}",
            pair(&cookie_of(&answer)),
            pair(photos.to_str().unwrap())
        );
        let page = app.page(&cookies).await;
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
async fn a_call_is_promised_an_urgent_one_sooner_and_of_a_strange_time_none() {
    let app = Confirming::spawn().await;
    let page = async |urgency: &str, saved_at: i64| {
        let summary = json!({ "saved_at": saved_at, "phone": "1", "urgency": urgency });
        let cookie = BASE64_URL_SAFE_NO_PAD.encode(summary.to_string());
        app.page(&format!("sent={cookie}")).await
    };
    let now = Utc::now().timestamp();
    let time = async |urgency: &str| {
        let page = page(urgency, now).await;
        let (_, after) = page.split_once(r#"<b data-sent="callTime">to"#).unwrap();
        after.split('<').next().map(str::to_owned)
    };
    assert_ne!(time("routine").await, time("urgent").await);
    for strange in [0, now + 86_400, i64::MAX] {
        assert_contains(&page("routine", strange).await, "<p>We call you</p>");
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
    // The page of this test has no notice to show.
    assert_eq!(page("same-origin").await, CONTACT_PAGE);
}

#[actix_web::test]
async fn the_cookie_is_kept_from_scripts_other_sites_and_other_paths_for_an_hour() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(app.insert(&row())).await.expect(201);
    let cookie = cookie_of(&answer);
    let attributes: Vec<&str> = cookie.split("; ").skip(1).collect();
    assert_eq!(
        attributes,
        ["HttpOnly", "SameSite=Lax", "Path=/contact", "Max-Age=3600"]
    );
    let secure = TestApp::spawn_with(&[("PUBLIC_URL", "https://www.example.com")]).await;
    let answer = Answer::to(secure.insert(&row())).await.expect(201);
    let with_secure = cookie_of(&answer);
    assert!(
        with_secure.split("; ").any(|it| it == "Secure"),
        "{with_secure}"
    );
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
async fn texts_of_any_length_and_form_are_shown_as_text_and_fit_the_cookie() {
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

    for (text, shown) in [
        ("x".repeat(300), "x".repeat(200)),
        ("🌳".repeat(1_000), "🌳".repeat(20)),
        ("\u{1}\"\\".repeat(1_000), "\"\\".to_owned()),
        (
            "Árbol caído, calle del Señor ".repeat(40),
            "Árbol caído, calle".to_owned(),
        ),
    ] {
        let form = with(
            estimate(),
            json!({
                "firstName": text, "lastName": text, "phone": text,
                "service": text, "urgency": text, "address": text,
            }),
        );
        let answer = Answer::to(app.send_form(&form)).await;
        let cookie = cookie_of(&answer.expect(303));
        assert!(cookie.len() < 2_048, "{}", cookie.len());
        assert_contains(&app.page(pair(&cookie)).await, &shown);
    }
}

#[actix_web::test]
async fn a_cookie_that_is_no_summary_counts_as_none() {
    let app = Confirming::spawn().await;
    assert_eq!(app.page("other=1").await, CONTACT_PAGE);
    let encoded = |json: &str| BASE64_URL_SAFE_NO_PAD.encode(json);
    for value in [
        String::new(),
        "%00".to_owned(),
        "not base64!".to_owned(),
        encoded("not json"),
        encoded("{}"),
        encoded("null"),
        encoded("[1, 2]"),
        encoded(r#"{"saved_at": "yesterday", "phone": "1"}"#),
        encoded(r#"{"saved_at": 1, "phone": 1}"#),
        BASE64_URL_SAFE_NO_PAD.encode(b"\xff\xfe{}"),
    ] {
        assert_eq!(
            app.page(&format!("sent={value}")).await,
            CONTACT_PAGE,
            "{value}"
        );
    }
    // What somebody else put there is a text like any other; a time that cannot be is left out.
    let foreign = encoded(
        r#"{"saved_at": 9223372036854775807, "phone": "\u202e<b>1", "urgency": "emergency"}"#,
    );
    let page = app.page(&format!("sent={foreign}")).await;
    assert_contains(&page, r#"<dd data-sent="phone">&lt;b&gt;1</dd>"#);
    assert_contains(&page, "Call now");
    assert!(!page.contains("callTime"), "{page}");
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
    let summary = pair(&cookie_of(&sent)).to_owned();
    let id = sent.json()["id"].as_str().unwrap().to_owned();
    let other = save(&app, json!({})).await;
    let own = Visitor::of(&app, &id);
    let photo = own.add().await.to_string();
    let page = async |visitor: &Visitor<'_>, more: &str| {
        app.page(&format!("{summary}; {}{more}", visitor.cookie))
            .await
    };
    let shown = page(&own, "").await;
    assert!(
        shown.contains("Jane Doe") && shown.contains(&photo),
        "{shown}"
    );
    // By the link, nothing that the browser added, of the same request.
    let shown = page(&Visitor::by_link(&app, &id), "").await;
    assert!(
        shown.contains("Jane Doe") && !shown.contains(&photo),
        "{shown}"
    );
    assert_contains(&shown, "<form>");
    let shown = page(&Visitor::by_link(&app, &other), "").await;
    assert!(
        !shown.contains("Jane Doe") && !shown.contains(&photo),
        "{shown}"
    );

    // A link of another request was followed: the question takes the place of the photographs.
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
