//! The two lists that the owner edits: they refuse what docs/product.md names and let
//! ordinary homeowners pass.

use validator_wasm::{
    PLACEHOLDER_EMAIL,
    lists::{EMAIL_BLOCKLIST, PROMOTIONAL_PHRASES},
    rules::{email, message},
};

#[test]
fn every_entry_is_lower_case_ascii_with_single_spaces() {
    for entry in EMAIL_BLOCKLIST.lines().chain(PROMOTIONAL_PHRASES.lines()) {
        assert!(entry.is_ascii(), "{entry}");
        assert_eq!(entry, entry.to_lowercase());
        assert_eq!(
            entry,
            entry.split_whitespace().collect::<Vec<_>>().join(" ")
        );
    }
}

#[test]
fn no_entry_is_covered_by_another() {
    for list in [EMAIL_BLOCKLIST, PROMOTIONAL_PHRASES] {
        for (index, entry) in list.lines().enumerate() {
            for (other_index, other) in list.lines().enumerate() {
                assert!(
                    index == other_index || !entry.contains(other),
                    "“{entry}” is covered by “{other}”: one of them can go"
                );
            }
        }
    }
}

#[test]
fn ordinary_messages_pass() {
    for text in include_str!("../ordinary-messages.txt").lines() {
        assert!(message::check(text).is_ok(), "{text}");
    }
}

#[test]
fn ordinary_addresses_pass() {
    for text in include_str!("../ordinary-emails.txt").lines() {
        assert!(email::check(text).is_ok(), "{text}");
    }
}

#[test]
fn the_placeholder_passes() {
    assert!(email::check(PLACEHOLDER_EMAIL).is_ok());
}
