//! `/contact` without JavaScript: the browser posts the form, and the response is a page.

use std::{
    fs,
    ops::Deref,
    time::{Duration, SystemTime},
};

use backend::{config::secret::Secret, leads::idempotency::FormKeys};
use serde_json::{Value, json};
use tempfile::TempDir;
use validator_wasm::Estimate;

use crate::app::{Answer, IP_HASH_SECRET, TestApp, assert_contains, estimate, row, site, with};

/// A minimal contact page with every kind of control and of notice.
const PAGE: &str = r#"<!DOCTYPE html><title>Contact</title><meta name="phone">
<form id="estimate-form" action="/contact" method="post">
<input name="firstName"><p data-notice="firstName" hidden><b data-notice-title></b><i data-notice-text></i></p>
<input name="lastName"><p data-notice="lastName" hidden><b data-notice-title></b><i data-notice-text></i></p>
<input name="phone">
<p id="phone-notice" data-notice="phone" hidden=""><b data-notice-title></b><i data-notice-text></i></p>
<input name="email"><p data-notice="email" hidden><b data-notice-title></b><i data-notice-text></i></p>
<input name="address"><p data-notice="address" hidden><b data-notice-title></b><i data-notice-text></i></p>
<p data-notice="service" hidden><b data-notice-title></b><i data-notice-text></i></p>
<select name="service"><option value="">Choose</option><option value="Tree Removal">Tree Removal</option></select>
<input type="radio" name="urgency" value="routine" checked=""><input type="radio" name="urgency" value="within-week">
<textarea name="message"></textarea>
<p data-notice="message" hidden><b data-notice-title></b><i data-notice-text></i><u data-notice-finding></u></p>
<p data-notice="failure" hidden><b data-notice-title>Something went wrong</b><i data-notice-text>Call.</i></p>
<p data-notice="success" hidden><b data-notice-title>Thanks</b><i data-notice-text>Soon.</i></p>
</form>"#;

/// A server whose contact page is [`PAGE`].
pub struct Contact {
    app: TestApp,
    _site: TempDir,
}

impl Deref for Contact {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl Contact {
    pub async fn spawn() -> Self {
        let site = site();
        fs::write(site.path().join("contact/index.html"), PAGE).unwrap();
        fs::remove_dir_all(site.path().join("contact/sent")).unwrap();
        let app = TestApp::spawn_with(&[("SITE_DIR", site.path().to_str().unwrap())]).await;
        Self { app, _site: site }
    }

    /// Sends a form that the server refuses; returns the page.
    async fn refused(&self, fields: &Value, status: u16) -> Answer {
        let answer = Answer::to(self.send_form(fields)).await.expect(status);
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-store");
        answer
    }
}

impl Answer {
    #[track_caller]
    pub fn assert_contains(&self, part: &str) {
        assert_contains(&self.text, part);
    }
}

#[actix_web::test]
async fn a_form_is_saved_and_mailed_and_answered_by_a_redirect() {
    let app = Contact::spawn().await;
    let sent = with(
        estimate(),
        json!({
            "visitor_id": "fingerprint",
            "session_id": "session",
            "referrer": "https://search.example/",
        }),
    );
    let request = app.send_form(&sent).header("user-agent", "Browser/1.0");
    let answer = Answer::to(request).await.expect(303);
    assert_eq!(answer.header("location"), "/contact?sent");

    let saved = app.database.site_forms().await;
    assert_eq!(saved.len(), 1);
    for (column, value) in row().as_object().unwrap() {
        assert_eq!(saved[0][column], *value, "{column}");
    }
    assert_eq!(saved[0]["visitor_id"], "fingerprint");
    assert_eq!(saved[0]["session_id"], "session");
    assert_eq!(saved[0]["referrer"], "https://search.example/");
    assert_eq!(saved[0]["ua"], "Browser/1.0");
    assert_eq!(saved[0]["ip_hash"].as_str().unwrap().len(), 64);
    app.mails(1).await;
}

#[actix_web::test]
async fn what_is_missing_counts_as_empty() {
    let app = Contact::spawn().await;
    let sent = json!({
        "firstName": "Jane",
        "lastName": "Doe",
        "phone": "404-555-0123",
        "address": "12 Oak Street",
        "service": "Stump Grinding",
        "unheard_of": "passed over",
    });
    Answer::to(app.send_form(&sent)).await.expect(303);
    let saved = &app.database.site_forms().await[0];
    assert_eq!(
        saved["message"],
        "Service: Stump Grinding\nUrgency: Routine\nAddress: 12 Oak Street"
    );
    assert_eq!(saved["email"], validator_wasm::PLACEHOLDER_EMAIL);
    for column in ["visitor_id", "session_id", "referrer"] {
        assert_eq!(saved[column], Value::Null, "{column}");
    }
}

#[actix_web::test]
async fn a_site_without_a_confirmation_thanks_in_the_words_of_its_contact_page() {
    let app = Contact::spawn().await;
    let sent = app.get("/contact?sent");
    let thanks = Answer::to(sent.header("sec-fetch-site", "same-origin")).await;
    let thanks = thanks.expect(200);
    assert_eq!(thanks.header("cache-control"), "no-store");
    thanks.assert_contains(
        r#"<p data-notice="success" tabindex="-1" autofocus=""><b data-notice-title>Thanks</b><i data-notice-text>Soon.</i></p>"#,
    );
    let without = thanks
        .text
        .replace(r#" tabindex="-1" autofocus="""#, " hidden");
    assert_eq!(without, PAGE);
    for path in ["/contact", "/contact?sent"] {
        assert_eq!(Answer::to(app.get(path)).await.text, PAGE);
    }
}

#[actix_web::test]
async fn a_link_chooses_a_service_that_the_form_offers() {
    let app = Contact::spawn().await;
    let chosen = Answer::to(app.get("/contact?service=Tree%20Removal"))
        .await
        .expect(200);
    assert_eq!(chosen.header("cache-control"), "no-cache");
    chosen.assert_contains(r#"<option value="Tree Removal" selected="">"#);
    assert_eq!(chosen.text.replace(r#" selected="""#, ""), PAGE);

    for query in [
        "service=Roofing",
        "service=%22%3E%3Cscript%3E",
        "service",
        "tree=Tree%20Removal",
    ] {
        let page = Answer::to(app.get(&format!("/contact?{query}"))).await;
        assert_eq!(page.status, 200, "{query}");
        assert_eq!(page.text, PAGE, "{query}");
    }
}

#[actix_web::test]
async fn the_same_form_sent_again_is_the_same_request() {
    let app = Contact::spawn().await;
    for _ in 0..2 {
        Answer::to(app.send_form(&estimate())).await.expect(303);
    }
    assert_eq!(app.database.site_forms().await.len(), 1);
    app.mails(1).await;

    // Line breaks are saved as the app sends them.
    let other = with(
        estimate(),
        json!({ "message": "And the maple.\r\nAn elm." }),
    );
    Answer::to(app.send_form(&other)).await.expect(303);
    let saved = app.database.site_forms().await;
    assert_eq!(saved.len(), 2);
    let message = saved[1]["message"].as_str().unwrap();
    assert!(
        message.ends_with("\nDetails:\nAnd the maple.\nAn elm."),
        "{message}"
    );
    app.mails(2).await;
}

#[actix_web::test]
async fn a_form_that_is_sent_again_past_midnight_is_the_same_request() {
    let app = Contact::spawn().await;
    let form: Estimate = serde_json::from_value(estimate()).unwrap();
    let day = Duration::from_hours(24);
    let secret = Secret::load(Some(&IP_HASH_SECRET.into()), app.data_dir.path()).unwrap();
    let keys = FormKeys::new(&secret);
    for (days, saved) in [(2, 2), (1, 1)] {
        app.execute("DELETE FROM site_forms").await;
        let key = keys.key(&form, None, SystemTime::now() - days * day);
        let earlier = app
            .insert(&row())
            .header("idempotency-key", key.to_string());
        Answer::to(earlier).await.expect(201);
        Answer::to(app.send_form(&estimate())).await.expect(303);
        let leads = app.database.site_forms().await;
        assert_eq!(leads.len(), saved, "after {days} days");
    }
}

#[actix_web::test]
async fn a_refused_form_comes_back_filled_in_with_the_notice_at_its_field() {
    let app = Contact::spawn().await;
    let page = app
        .refused(&with(estimate(), json!({ "phone": " " })), 422)
        .await;
    for part in [
        r#"<input name="firstName" value="Jane">"#,
        r#"<input name="phone" value=" " aria-invalid="true" aria-describedby="phone-notice" autofocus="">"#,
        r#"<p id="phone-notice" data-notice="phone"><b data-notice-title>Missing Information</b><i data-notice-text>Please fill in all required fields.</i></p>"#,
        r#"<option value="">Choose</option><option value="Tree Removal" selected="">"#,
        r#"value="routine"><input type="radio" name="urgency" value="within-week" checked="">"#,
        "<textarea name=\"message\">\nThe big white oak leans over the garage.</textarea>",
        r#"<p data-notice="failure" hidden>"#,
        r#"<p data-notice="success" hidden>"#,
        // A `name` in the page's head is not a form field.
        r#"<meta name="phone">"#,
    ] {
        page.assert_contains(part);
    }
    assert_eq!(app.database.site_forms().await.len(), 0);
    assert_eq!(app.outbox().len(), 0);
}

#[actix_web::test]
async fn every_rule_has_its_own_notice() {
    let app = Contact::spawn().await;
    for (place, typed, title) in [
        ("email", "info@oakhill.com", "Invalid email address"),
        ("message", "We sell backlinks.", "Message not allowed"),
    ] {
        let form = with(estimate(), json!({ place: typed }));
        let page = app.refused(&form, 422).await;
        page.assert_contains(&format!(
            r#"<p data-notice="{place}"><b data-notice-title>{title}</b>"#
        ));
    }
    let missing = json!({ "firstName": "", "phone": " ", "address": "" });
    let page = app.refused(&with(estimate(), missing), 422).await;
    assert_eq!(page.text.matches(r#"aria-invalid="true""#).count(), 3);
    assert_eq!(page.text.matches("autofocus").count(), 1);
    page.assert_contains(r#"<p data-notice="address">"#);
    let advertising = json!({ "message": "We sell <i>Web  Design</i>." });
    let page = app.refused(&with(estimate(), advertising), 422).await;
    page.assert_contains("<u data-notice-finding>“Web  Design” looks like advertising.");
}

#[actix_web::test]
async fn input_is_shown_as_text_and_never_as_markup() {
    let app = Contact::spawn().await;
    let hostile = r#""><script>alert('1')</script>&quot;&amp; </textarea></select><!--"#;
    let sent = json!({
        "firstName": hostile, "lastName": hostile, "phone": "", "email": hostile,
        "address": hostile, "service": hostile, "urgency": hostile,
        "message": format!("\n{hostile}"),
    });
    let page = app.refused(&sent, 422).await;
    let attribute =
        r#"value="&quot;><script>alert('1')</script>&amp;quot;&amp;amp; </textarea></select><!--""#;
    assert_eq!(page.text.matches(attribute).count(), 4, "{}", page.text);
    // The HTML parser drops the first line break; the visitor typed the second one.
    page.assert_contains(
        "<textarea name=\"message\">\n\n\"&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;quot;&amp;amp; &lt;/textarea&gt;&lt;/select&gt;&lt;!--</textarea>",
    );
    // An unknown choice selects nothing.
    assert!(!page.text.contains("selected"), "{}", page.text);
    assert!(!page.text.contains("checked"), "{}", page.text);
}

#[actix_web::test]
async fn the_cooldown_applies_to_the_form_too() {
    let app = Contact::spawn().await;
    let first = with(estimate(), json!({ "session_id": "a" }));
    Answer::to(app.send_form(&first)).await.expect(303);
    let second = with(first, json!({ "message": "And the maple." }));
    let page = app.refused(&second, 429).await;
    let seconds: u32 = page.header("retry-after").parse().unwrap();
    assert!((1..=30).contains(&seconds), "{seconds}");
    page.assert_contains(
        r#"<p data-notice="failure" tabindex="-1" autofocus=""><b data-notice-title>Slow down!</b><i data-notice-text>Please wait a few seconds before submitting again.</i></p>"#,
    );
    page.assert_contains("And the maple.");
    assert_eq!(app.database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn without_a_database_the_page_asks_to_call() {
    let app = Contact::spawn().await;
    app.execute("ALTER TABLE site_forms ADD CONSTRAINT closed CHECK (phone = '')")
        .await;
    let page = app.refused(&estimate(), 500).await;
    page.assert_contains(
        "<b data-notice-title>Something went wrong</b><i data-notice-text>Something went wrong on our side. Please call us.</i>",
    );
    page.assert_contains(r#"<input name="firstName" value="Jane">"#);
    app.execute("ALTER TABLE site_forms DROP CONSTRAINT closed")
        .await;

    crate::database::outage::shut(&app.database).await;
    let page = app.refused(&estimate(), 503).await;
    page.assert_contains("We could not save your request just now. Please call us.");
    crate::database::outage::open(&app.database).await;
    Answer::to(app.send_form(&estimate())).await.expect(303);
}

#[actix_web::test]
async fn a_malformed_form_is_answered_by_the_page_too() {
    let app = Contact::spawn().await;
    let json = Answer::to(app.post("/contact").json(&estimate()))
        .await
        .expect(415);
    json.assert_contains("The Content-Type must be application/x-www-form-urlencoded.");
    app.refused(&with(estimate(), json!({ "message": "\0" })), 400)
        .await;
    app.refused(
        &with(estimate(), json!({ "session_id": "x".repeat(201) })),
        400,
    )
    .await;
    app.refused(
        &with(estimate(), json!({ "message": "x".repeat(256 * 1024) })),
        413,
    )
    .await;
    app.refused(&json!({}), 422).await;
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn global_privacy_control_keeps_the_visitor_unknown() {
    let app = Contact::spawn().await;
    let sent = with(estimate(), json!({ "visitor_id": "fingerprint" }));
    let request = app.send_form(&sent).header("sec-gpc", "1");
    Answer::to(request).await.expect(303);
    let saved = &app.database.site_forms().await[0];
    for column in ["visitor_id", "ip_hash", "ua"] {
        assert_eq!(saved[column], Value::Null, "{column}");
    }
}
