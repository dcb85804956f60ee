//! The table of cases that also runs natively and in the browser's build: the same verdicts, in
//! the same words, by both ways in.

use serde::Deserialize;
use serde_json::{Value, json};
use validator_wasm::{Estimate, Lead, Rejection, RejectionCode};

use crate::app::{Answer, TestApp};

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

/// Asserts that the answer is the verdict.
fn check(case: &Case, answer: &Answer, way: &str) {
    let Some(verdict) = &case.verdict else {
        assert_eq!(answer.status, 201, "{way}: {}: {}", case.name, answer.text);
        return;
    };
    let error = answer.postgrest_error(422, "PT422");
    let words = [
        Rejection::blocked_email(),
        Rejection::promotional_message(),
        Rejection::missing_information(validator_wasm::Field::Phone),
    ]
    .into_iter()
    .find(|rejection| code(rejection.code) == verdict.code)
    .unwrap();
    assert_eq!(error["message"], words.title, "{way}: {}", case.name);
    assert_eq!(error["details"], words.text, "{way}: {}", case.name);
    let field = error["hint"].as_str().map(str::to_owned);
    // A row does not keep which half of the name it is that it lacks.
    let half_of_name = |field: &Option<String>| {
        matches!(field.as_deref(), Some("firstName" | "lastName")) && way == "row"
    };
    if !(half_of_name(&field) && half_of_name(&verdict.field)) {
        assert_eq!(field, verdict.field, "{way}: {}", case.name);
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
        check(&case, &answer, "row");
        accepted += usize::from(case.verdict.is_none());
    }
    assert_eq!(app.database.site_forms().await.len(), accepted);
}

#[actix_web::test]
async fn every_case_has_its_verdict_as_a_form() {
    let app = TestApp::spawn().await;
    let mut accepted = 0;
    for case in cases() {
        let request = app.post("/api/estimate-requests").json(&case.estimate);
        let answer = Answer::to(request).await;
        // The browser's form cannot hold a NUL character, and the wire refuses it.
        if case.estimate.to_string().contains("\\u0000") {
            answer.api_error(400);
            continue;
        }
        check(&case, &answer, "form");
        if case.verdict.is_none() {
            assert_eq!(answer.json(), json!({ "id": answer.json()["id"] }));
            accepted += 1;
        }
    }
    assert_eq!(app.database.site_forms().await.len(), accepted);
    app.mails(accepted).await;
}
