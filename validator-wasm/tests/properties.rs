//! What holds for every text that a visitor can type.

use proptest::prelude::*;
use validator_wasm::{
    Estimate, Lead, OwnerEmail, PLACEHOLDER_EMAIL, Urgency, estimate::is_blank, validate,
};

/// Any text: all of Unicode, and pieces that the rules and the wire format look at.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => any::<String>(),
        3 => "[ \t\r\n\u{a0}\u{0}]{0,3}",
        3 => "[A-Za-z0-9@. ]{0,12}",
        2 => prop::sample::select(vec![
            "Service: ", "Urgency: ", "Address: ", "Details:\n", "\n  ", "\n", "Routine",
            "Within a week", "urgent", "Tree Removal", "free trial", "Backlinks", "web\ndesign",
            "test", "info@", "jane@gmail.com", PLACEHOLDER_EMAIL,
        ]).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

/// Any form; half of the required fields are filled in, so that the later rules are reached.
fn any_estimate() -> impl Strategy<Value = Estimate> {
    let filled = |usual: &'static str| prop_oneof![Just(usual.to_owned()), any_text()];
    (
        filled("Jane"),
        filled("Doe"),
        filled("404-555-0123"),
        filled(""),
        filled("12 Oak Street"),
        filled("Tree Removal"),
        filled("within-week"),
        any_text(),
    )
        .prop_map(
            |(first_name, last_name, phone, email, address, service, urgency, message)| Estimate {
                first_name,
                last_name,
                phone,
                email,
                address,
                service,
                urgency,
                message,
            },
        )
}

/// What of a typed text is kept: all but NUL, which Postgres cannot store.
fn kept(text: &str) -> String {
    text.replace('\0', "")
}

/// What of a text typed into a field of one line is kept.
fn kept_line(text: &str) -> String {
    kept(text).trim().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn the_row_has_the_verdict_of_the_form(estimate in any_estimate()) {
        let form = validate(&estimate).err();
        let row = validate(&Lead::compose(&estimate).parse()).err();
        prop_assert_eq!(form.map(|r| r.code), row.map(|r| r.code));
    }

    #[test]
    fn the_row_keeps_what_was_typed(estimate in any_estimate()) {
        let read_back = Lead::compose(&estimate).parse();
        prop_assert_eq!(read_back.phone, kept_line(&estimate.phone));
        prop_assert_eq!(read_back.address, kept_line(&estimate.address));
        prop_assert_eq!(read_back.service, kept_line(&estimate.service));
        let email = kept_line(&estimate.email);
        if email != PLACEHOLDER_EMAIL {
            prop_assert_eq!(read_back.email, email);
        }
        if Urgency::from_key(&estimate.urgency).is_some() {
            prop_assert_eq!(read_back.urgency, estimate.urgency);
        }
        if !is_blank(&estimate.message) {
            prop_assert_eq!(read_back.message, kept(&estimate.message));
        }
    }

    #[test]
    fn any_row_can_be_read(
        full_name in any_text(), email in any_text(), phone in any_text(), message in any_text(),
    ) {
        let lead = Lead { full_name, email, phone, message, site_name: String::new() };
        let estimate = lead.parse();
        // Whatever the row's message holds is somewhere in the form: nothing evades the rules.
        prop_assert!(
            estimate.message.len() + estimate.address.len() + estimate.service.len()
                + estimate.urgency.len() + 40 + lead.message.matches('\n').count() * 3
                >= lead.message.len()
        );
        let _ = validate(&estimate);
    }

    #[test]
    fn a_row_holds_no_character_that_postgres_refuses(estimate in any_estimate()) {
        let lead = Lead::compose(&estimate);
        for text in [lead.full_name, lead.email, lead.phone, lead.message] {
            prop_assert!(!text.contains('\0'));
        }
    }

    #[test]
    fn the_owners_mail_has_a_subject_of_one_line_and_no_markup_of_the_visitors(
        estimate in any_estimate(),
    ) {
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
