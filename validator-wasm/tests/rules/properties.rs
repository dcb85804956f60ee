//! Properties of every form and row. `PROPTEST_CASES=10000000 cargo test --release -p
//! validator-wasm --test rules properties` makes it a fuzzer; it reduces a failing case to a
//! minimal one and prints it.

use proptest::prelude::*;
use validator_wasm::{
    Estimate, Field, Lead, OwnerEmail, PLACEHOLDER_EMAIL, Urgency, estimate::is_blank, validate,
};

use crate::generated::{any_estimate, any_lead};

/// The minimum number of cases; `PROPTEST_CASES` can raise it.
const MIN_CASES: u32 = 1024;

fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig {
        cases: config.cases.max(MIN_CASES),
        // A failing case deserves a test, not a line in a file.
        failure_persistence: None,
        ..config
    }
}

/// Returns what is stored of a typed text: all but NUL, which Postgres can't store.
fn kept(text: &str) -> String {
    text.replace('\0', "")
}

/// Returns what is stored of a text typed into a single-line field.
fn kept_line(text: &str) -> String {
    kept(text).trim().to_owned()
}

fn without_names(estimate: Estimate) -> Estimate {
    Estimate {
        first_name: String::new(),
        last_name: String::new(),
        ..estimate
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_row_has_the_verdict_of_the_form(estimate in any_estimate()) {
        // Compares only the codes: a row doesn't say which half of a name is missing.
        let form = validate(&estimate).err();
        let row = validate(&Lead::compose(&estimate).parse()).err();
        prop_assert_eq!(form.map(|r| r.code), row.map(|r| r.code));
    }

    #[test]
    fn the_row_keeps_what_was_typed(estimate in any_estimate()) {
        let read_back = Lead::compose(&estimate).parse();
        for field in Field::ALL {
            let typed = estimate.get(field);
            let line = kept_line(typed);
            let expected = match field {
                // The row has one text for both names, which may split differently.
                Field::FirstName | Field::LastName => continue,
                Field::Email if line == PLACEHOLDER_EMAIL => continue,
                Field::Urgency if Urgency::from_key(typed).is_none() => continue,
                Field::Message if is_blank(typed) => continue,
                Field::Message => kept(typed),
                _ => line,
            };
            prop_assert_eq!(read_back.get(field), &expected, "{}", field.as_str());
        }
    }

    #[test]
    fn a_form_that_was_read_back_is_read_back_as_itself(estimate in any_estimate()) {
        // Names may split differently.
        let read_back = Lead::compose(&estimate).parse();
        let again = Lead::compose(&read_back).parse();
        prop_assert_eq!(without_names(again), without_names(read_back));
    }

    #[test]
    fn any_row_can_be_read(lead in any_lead()) {
        let estimate = lead.parse();
        // The form contains all of the row's message, so nothing evades the rules.
        let lines = Field::ALL.into_iter().filter_map(|field| {
            Some(field.facts().line?.len() + estimate.get(field).len())
        });
        prop_assert!(
            lines.sum::<usize>() + estimate.message.len() + 13
                + lead.message.matches('\n').count() * 3
                >= lead.message.len()
        );
        prop_assert_eq!(validate(&estimate), validate(&lead.parse()));
    }

    #[test]
    fn a_row_holds_no_character_that_postgres_refuses(estimate in any_estimate()) {
        let lead = Lead::compose(&estimate);
        for text in [lead.full_name, lead.email, lead.phone, lead.message] {
            prop_assert!(!text.contains('\0'));
        }
    }

    #[test]
    fn the_owners_mail_has_a_subject_of_one_line_and_no_markup_of_the_visitors(lead in any_lead()) {
        let estimate = lead.parse();
        let email = OwnerEmail::compose(&estimate);
        prop_assert!(!email.subject.chars().any(char::is_control));
        let plain = OwnerEmail::compose(&Estimate {
            first_name: "a".into(),
            email: if is_blank(&estimate.email) { String::new() } else { "a".into() },
            ..Estimate::default()
        });
        let without_line_breaks = email.html.replace("<br>", "");
        prop_assert_eq!(
            without_line_breaks.matches('<').count(),
            plain.html.replace("<br>", "").matches('<').count()
        );
        prop_assert_eq!(email.html.matches('"').count(), plain.html.matches('"').count());
    }
}
