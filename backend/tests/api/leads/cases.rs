//! The cases that also run natively and in the browser's build: both routes return the same
//! verdicts and texts.

use std::iter;

use serde::Deserialize;
use serde_json::{Value, json};
use validator_wasm::{Estimate, Lead, Rejection, RejectionCode};

use crate::{
    app::{Answer, TestApp, with},
    forms::contact::Contact,
};

#[derive(Deserialize)]
struct Case {
    name: String,
    estimate: Value,
    verdict: Option<Verdict>,
}

#[derive(Deserialize)]
struct Verdict {
    code: String,
    field: Option<String>,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../../../validator-wasm/tests/cases.json")).unwrap()
}

/// Returns the texts of a verdict.
fn words(verdict: &Verdict) -> Rejection {
    [
        Rejection::blocked_email(""),
        Rejection::promotional_message(""),
        Rejection::missing_information(validator_wasm::Field::Phone, iter::empty()),
    ]
    .into_iter()
    .find(|rejection| code(rejection.code) == verdict.code)
    .unwrap()
}

/// Asserts that the response to a row is the verdict.
fn check(case: &Case, answer: &Answer) {
    let name = &case.name;
    let Some(verdict) = &case.verdict else {
        assert_eq!(answer.status, 201, "{name}: {}", answer.text);
        return;
    };
    let error = answer.postgrest_error(422, "PT422");
    let words = words(verdict);
    assert_eq!(error["message"], words.title, "{name}");
    assert_eq!(error["details"], words.text, "{name}");
    let field = error["hint"].as_str().map(str::to_owned);
    // A row doesn't say which half of the name is missing.
    let half_of_name =
        |field: &Option<String>| matches!(field.as_deref(), Some("firstName" | "lastName"));
    if !(half_of_name(&field) && half_of_name(&verdict.field)) {
        assert_eq!(field, verdict.field, "{name}");
    }
}

fn code(code: RejectionCode) -> Value {
    serde_json::to_value(code).unwrap()
}

#[actix_web::test]
async fn every_case_has_its_verdict_as_a_row() {
    let app = TestApp::spawn().await;
    let mut accepted = 0;
    for case in cases() {
        let estimate: Estimate = serde_json::from_value(case.estimate.clone()).unwrap();
        let row = serde_json::to_value(Lead::compose(&estimate)).unwrap();
        let answer = Answer::to(app.insert_select_single(&row)).await;
        check(&case, &answer);
        accepted += usize::from(case.verdict.is_none());
    }
    assert_eq!(app.database.site_forms().await.len(), accepted);
}

#[actix_web::test]
async fn every_case_has_its_verdict_as_a_form() {
    let app = Contact::spawn().await;
    let mut accepted = 0;
    for (index, case) in cases().iter().enumerate() {
        // Two identical forms count as two requests here.
        let session = json!({ "session_id": format!("case {index}") });
        let answer = Answer::to(app.send_form(&with(case.estimate.clone(), session))).await;
        let (name, page) = (&case.name, &answer.text);
        // Browsers can't put a NUL into the form, and the route refuses it.
        if case.estimate.to_string().contains("\\u0000") {
            assert_eq!(answer.status, 400, "{name}");
        } else if let Some(verdict) = &case.verdict {
            assert_eq!(answer.status, 422, "{name}: {page}");
            let Rejection { title, text, .. } = words(verdict);
            let place = verdict.field.as_deref().unwrap_or("failure");
            answer.assert_contains(&format!(
                r#"data-notice="{place}"><b data-notice-title>{title}</b><i data-notice-text>{text}</i>"#
            ));
        } else {
            assert_eq!(answer.status, 303, "{name}: {page}");
            accepted += 1;
        }
    }
    assert_eq!(app.database.site_forms().await.len(), accepted);
    app.mails(accepted).await;
}
