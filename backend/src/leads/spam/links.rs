//! Finds links in visitors' texts.

use std::sync::LazyLock;

use regex::Regex;

/// Matches a link in lower case: with its scheme, with `www.`, a host with a path, or a bare host
/// whose top-level domain is not a word that may follow a period. (`.ga` is Georgia, `.co` a
/// county, and `.me`, `.us`, or `.site` result from a missing space: "please call.me".) An email
/// address matches first, and its host does not count as a link.
const LINK: &str = concat!(
    "[a-z0-9._%+-]*@[a-z0-9.-]+",
    "|(https?://[^[:space:]]+",
    r"|www\.[^[:space:]]+",
    r"|(?:[a-z0-9-]+\.)+",
    "(?:(?:com|net|org|io|ai|biz|xyz|ru|cn|ly|gl|su|tk|cc)",
    r"(?-u:\b)(?:/[^[:space:]]*)?",
    "|[a-z]{2,24}/[^[:space:]]+))",
);

/// Matches the opening or closing tag of a link in HTML or BBCode, or the middle of a link in
/// Markdown, in lower case.
const MARKUP: &str = r"<[[:space:]]*a[[:space:]][^>]*href|</a>|\[/?url|\[link=|\]\(https?:";

static LINKS: LazyLock<Regex> = LazyLock::new(|| regex(LINK));
static MARKUPS: LazyLock<Regex> = LazyLock::new(|| regex(MARKUP));

#[expect(
    clippy::expect_used,
    reason = "the patterns are constants, and tests read them"
)]
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a valid pattern")
}

/// The most links that are counted. More would not change the score, and ten thousand would take
/// seconds.
pub const MAX_COUNTED: usize = 10;

/// Counts the links in the text, up to [`MAX_COUNTED`].
pub fn count(text: &str) -> usize {
    LINKS
        .captures_iter(&text.to_ascii_lowercase())
        .filter(|found| found.get(1).is_some())
        .take(MAX_COUNTED)
        .count()
}

pub fn has_markup(text: &str) -> bool {
    MARKUPS.is_match(&text.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::{MAX_COUNTED, count, has_markup};

    #[test]
    fn links_are_found_however_they_are_written() {
        for text in [
            "https://photos.example/album/1",
            "HTTP://EXAMPLE.COM",
            "see www.example.com.",
            "photos.app.goo.gl/AbCdEf",
            "example.com",
            "EXAMPLE.COM/?a=b",
            "buy at cheap-pills.ru!",
            "t.me/winner",
            "maps.app.goo.gl/x, gate code 12",
            "https://user@example.com/",
            "(https://example.com)",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
        assert_eq!(count("a.com b.net\nhttps://c.org,https://d.io"), 3);
        assert_eq!(count("https://a.example https://b.example"), 2);
    }

    #[test]
    fn what_is_no_link_is_not_found() {
        for text in [
            "",
            "jane.doe@gmail.com",
            "jane @gmail.com",
            "info+trees@mail.co.uk/home",
            "It came down last night.Please call me",
            "12 Oak St.Decatur,GA 30030",
            "Decatur.GA",
            "Cobb.Co",
            "call.me",
            "the crew was on.site",
            "8 a.m./5 p.m.",
            "24.5/30 ft",
            "Tues/Wed and/or Fri",
            "the pines.oaks.maples",
            "4.5 ft dia. x 60 ft.",
            "J. R. Smith Jr.",
            "www",
            "http",
            "trees...many of them",
            "the tree is dead.community pool side",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }

    #[test]
    fn a_text_made_to_take_long_is_given_up_on() {
        // Each of these may be the beginning of an email address that ends with the text.
        assert_eq!(count(&"a.com%".repeat(40_000)), MAX_COUNTED);
    }

    #[test]
    fn markup_is_found_however_it_is_written() {
        for text in [
            "<a href='https://x.example'>x</a>",
            "< A\nclass=\"b\" HREF=x>",
            "x</a>",
            "[url=https://x.example]x[/url]",
            "[URL]https://x.example[/URL]",
            "[link=https://x.example]",
            "[x](https://x.example)",
        ] {
            assert!(has_markup(text), "{text}");
        }
        for text in [
            "",
            "< a lot of leaves >",
            "a <b> c",
            "[urgent] call me",
            "the oak [the big one] (left)",
            "trunk < 3 ft, a > b",
        ] {
            assert!(!has_markup(text), "{text}");
        }
    }
}
