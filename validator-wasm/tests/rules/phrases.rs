//! Compares the phrase matcher with simple and well-known implementations.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use proptest::prelude::*;
use validator_wasm::{
    lists::{EMAIL_BLOCKLIST, PROMOTIONAL_PHRASES},
    phrases::{PhraseMatcher, WHOLE_WORDS},
};

fn matcher(phrases: &[&str]) -> PhraseMatcher {
    PhraseMatcher::new(phrases.iter().copied())
}

fn is_match(matcher: &PhraseMatcher, text: &str) -> bool {
    matcher.find(text).is_some()
}

#[test]
fn a_phrase_is_found_wherever_it_stands() {
    let matcher = matcher(&["web design", "free trial"]);
    for text in [
        "web design",
        "our web design!",
        "xweb designx",
        "free free trial",
        "web web design",
    ] {
        assert!(is_match(&matcher, text), "{text}");
    }
    for text in [
        "",
        "web",
        "web-design",
        "webdesign",
        "design web",
        "free tria",
    ] {
        assert!(!is_match(&matcher, text), "{text}");
    }
}

#[test]
fn a_whole_word_is_not_found_inside_another() {
    let matcher = matcher(&["=seo company", "=grok ai", "=outreach@", "=ai chat", "web"]);
    for text in [
        "SEO company",
        "Our (seo\n company)!",
        "seo companys",
        "an El Paseo Company; a seo company",
        "Grok AI, grok ais",
        "outreach@acme.com",
        "st.outreach@acme.com",
        "\0seo company\0",
        "cobwebs",
    ] {
        assert!(is_match(&matcher, text), "{text:?}");
    }
    for text in [
        "El Paseo Company",
        "Pa\0seo company",
        "seo company2",
        "Grok aims",
        "grok ai\0m",
        "stoutreach@acme.com",
        "Thai chat",
    ] {
        assert!(!is_match(&matcher, text), "{text:?}");
    }
}

#[test]
fn the_first_phrase_is_found_as_it_is_written() {
    let matcher = matcher(&["web design", "design", "=free trial", "abc", "=xyz"]);
    for (text, found) in [
        ("Zoë’s Web \u{a0}Design DESIGN", "Design"),
        ("a FREE\n trials, web designs", "FREE\n trial"),
        ("a freer trial, no free\0 trial", "free\0 trial"),
        ("pre-xyzs, abc", "xyz"),
        ("axyz, xyzabc, abc", "abc"),
        ("🌳de\u{212a} DESIGN🌳", "DESIGN"),
    ] {
        assert_eq!(matcher.find(text), Some(found), "{text:?}");
    }
}

#[test]
fn a_phrase_inside_the_beginning_of_another_is_found() {
    let matcher = matcher(&["abcde", "bc", "cdx"]);
    assert!(is_match(&matcher, "abcx"));
    assert!(is_match(&matcher, "abdcdx"));
    assert!(!is_match(&matcher, "abdcd"));
}

#[test]
fn case_and_white_space_do_not_hide_a_phrase() {
    let matcher = matcher(&["link building", "openai"]);
    for text in [
        "LINK BUILDING",
        "link\n\t building",
        "link\u{a0}\u{2003}building",
        "Lin\u{212a} building",
        "li\0nk building",
        "OPENA\u{130}",
    ] {
        assert!(is_match(&matcher, text), "{text:?}");
    }
}

#[test]
fn a_character_outside_ascii_is_never_part_of_a_phrase() {
    let matcher = matcher(&["test"]);
    for text in ["te\u{301}st", "tеst (with a Cyrillic letter)", "te🌳st"] {
        assert!(!is_match(&matcher, text), "{text}");
    }
}

#[test]
fn every_character_is_folded_as_the_standard_library_folds_it() {
    let letters: Vec<String> = ('a'..='z').map(String::from).collect();
    let matcher = PhraseMatcher::new(letters.iter().map(String::as_str));
    for c in (char::MIN..=char::MAX).filter(|&c| c != '\0') {
        let expected = c.to_lowercase().any(|lower| lower.is_ascii_lowercase());
        assert_eq!(is_match(&matcher, &c.to_string()), expected, "{c:?}");
    }
    let two_words = self::matcher(&["a b"]);
    for c in char::MIN..=char::MAX {
        let expected = c.is_whitespace();
        assert_eq!(is_match(&two_words, &format!("a{c}b")), expected, "{c:?}");
    }
}

/// Folds case with the standard library, regardless of speed.
fn folded(text: &str) -> String {
    let lower = text.replace('\0', "").to_lowercase();
    let mut folded = String::new();
    for c in lower.chars() {
        match c {
            c if !c.is_whitespace() => folded.push(c),
            _ if folded.ends_with(' ') => {}
            _ => folded.push(' '),
        }
    }
    folded
}

struct RealList {
    phrases: Vec<&'static str>,
    ours: PhraseMatcher,
    theirs: AhoCorasick,
}

static REAL_LISTS: LazyLock<[RealList; 2]> = LazyLock::new(|| {
    [EMAIL_BLOCKLIST, PROMOTIONAL_PHRASES].map(|list| {
        // Only our matcher supports whole words.
        let phrases: Vec<&str> = list
            .lines()
            .map(|entry| entry.trim_start_matches(WHOLE_WORDS))
            .collect();
        RealList {
            ours: matcher(&phrases),
            theirs: AhoCorasick::new(&phrases).unwrap(),
            phrases,
        }
    })
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn it_agrees_with_a_search_for_each_phrase(
        phrases in prop::collection::vec(" ?[abk]{1,4}( [abk]{1,3}){0,2} ?", 1..8),
        text in "[abkAK\u{212a}\u{130}é \n\u{0}]{0,60}",
    ) {
        let phrases: Vec<&str> = phrases.iter().map(String::as_str).collect();
        let expected = phrases.iter().any(|phrase| folded(&text).contains(phrase));
        prop_assert_eq!(is_match(&matcher(&phrases), &text), expected);
    }

    #[test]
    fn it_agrees_with_the_aho_corasick_crate_on_the_real_lists(
        before in any::<String>(), index in any::<prop::sample::Index>(), after in any::<String>(),
    ) {
        for list in REAL_LISTS.iter() {
            let text = format!("{before}{}{after}", index.get(&list.phrases).to_uppercase());
            prop_assert_eq!(is_match(&list.ours, &text), list.theirs.is_match(&folded(&text)));
            prop_assert_eq!(is_match(&list.ours, &after), list.theirs.is_match(&folded(&after)));
        }
    }
}
