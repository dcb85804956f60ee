//! Runs the cases natively; they also run in the browser's build and through HTTP.

use std::iter;

use serde::Deserialize;
use validator_wasm::{Estimate, Field, Lead, Rejection, validate};

#[derive(Deserialize)]
struct Case {
    name: String,
    estimate: Estimate,
    verdict: Option<Verdict>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Verdict {
    code: String,
    field: Option<String>,
}

impl From<Rejection> for Verdict {
    fn from(rejection: Rejection) -> Self {
        let code = serde_json::to_value(rejection.code).unwrap();
        Self {
            code: code.as_str().unwrap().to_owned(),
            field: rejection.field.map(|field| field.as_str().to_owned()),
        }
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../cases.json")).unwrap()
}

#[test]
fn every_case_has_its_verdict() {
    for case in cases() {
        let verdict = validate(&case.estimate).err().map(Verdict::from);
        assert_eq!(verdict, case.verdict, "{}", case.name);
    }
}

#[test]
fn every_case_has_the_same_verdict_after_the_way_over_the_wire() {
    for case in cases() {
        let read_back = Lead::compose(&case.estimate).parse();
        let code = validate(&read_back)
            .err()
            .map(|rejection| Verdict::from(rejection).code);
        assert_eq!(
            code,
            case.verdict.map(|verdict| verdict.code),
            "{}",
            case.name
        );
    }
}

#[test]
fn the_words_are_those_of_the_product() {
    let words = [
        Rejection::missing_information(Field::Phone, iter::empty()),
        Rejection::blocked_email(""),
        Rejection::promotional_message(""),
        Rejection::cooldown(1),
    ]
    .map(|rejection| format!("{} - {}", rejection.title, rejection.text));
    assert_eq!(
        words,
        [
            "Missing Information - Please fill in all required fields.",
            "Invalid email address - Your email address is not allowed. Please use a valid business or personal email.",
            "Message not allowed - Your message appears to contain promotional content. Please try again.",
            "Slow down! - Please wait a few seconds before submitting again.",
        ]
    );
}

#[test]
fn all_that_is_missing_is_named_in_the_order_of_the_form() {
    let rejection = validate(&Estimate {
        last_name: "Doe".into(),
        phone: " ".into(),
        address: "12 Oak Street".into(),
        ..Estimate::default()
    })
    .unwrap_err();
    assert_eq!(rejection.field, Some(Field::Service));
    assert_eq!(
        rejection.finding,
        "Still empty: Service, First name, Phone."
    );
}
