//! The two lists that the owner edits refuse what docs/product.md names and accept ordinary
//! homeowners.

use validator_wasm::{
    PLACEHOLDER_EMAIL,
    lists::{EMAIL_BLOCKLIST, PROMOTIONAL_PHRASES},
    phrases::WHOLE_WORDS,
    rules::{email, message},
};

#[test]
fn every_entry_is_lower_case_ascii_with_single_spaces() {
    for entry in EMAIL_BLOCKLIST.lines().chain(PROMOTIONAL_PHRASES.lines()) {
        let words = entry.strip_prefix(WHOLE_WORDS).unwrap_or(entry);
        assert!(entry.is_ascii(), "{entry}");
        assert_eq!(words, words.to_lowercase());
        assert_eq!(
            words,
            words.split_whitespace().collect::<Vec<_>>().join(" ")
        );
    }
}

#[test]
fn no_entry_is_covered_by_another() {
    for list in [EMAIL_BLOCKLIST, PROMOTIONAL_PHRASES] {
        for (index, entry) in list.lines().enumerate() {
            let words = format!(" {} ", entry.trim_start_matches(WHOLE_WORDS));
            for (other_index, other) in list.lines().enumerate() {
                let is_covered = match other.strip_prefix(WHOLE_WORDS) {
                    Some(other) => words.contains(&format!(" {other} ")),
                    None => words.contains(other),
                };
                assert!(
                    index == other_index || !is_covered,
                    "“{entry}” is covered by “{other}”: one of them can go"
                );
            }
        }
    }
}

#[test]
fn assistants_and_what_search_engines_show_are_named_and_refused() {
    for text in [
        "ChatGPT said it could be oak wilt.",
        "I used Claude AI to write this.",
        "Anthropic's Claude says the oak is dying.",
        "Gemini AI identified it as a water oak.",
        "I asked Gemini and it says to cut it in winter.",
        "Microsoft Copilot drafted this request.",
        "According to Copilot the roots go under the slab.",
        "Perplexity AI gave me your number.",
        "Asked Grok about the fungus.",
        "DeepSeek thinks it is a hickory.",
        "We put you on the first page of a search engine.",
        "Cheap SEO services for you",
        "We rank your website on Google",
        "Email marketing for your shop",
    ] {
        assert!(message::check(text).is_err(), "{text}");
    }
}

#[test]
fn a_refusal_names_what_it_found_as_it_was_written() {
    let refused = message::check("Our Web\n design,  SEO services; BACKLINKS").unwrap_err();
    assert_eq!(
        refused.finding,
        "“Web\n design” looks like advertising. Say it in other words, or call us."
    );
    let refused = email::check("INFO@Demo-Trees.com").unwrap_err();
    assert_eq!(
        refused.finding,
        "“INFO@” is not allowed in it. You may leave it empty: we call you back."
    );
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
