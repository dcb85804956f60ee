//! Extracts the text of untrusted HTML.
//!
//! Tags, scripts, and styles are dropped, including the URLs of links. The time is linear in the
//! length of the HTML, of which at most [`MAX_HTML_BYTES`] are read.

use std::sync::LazyLock;

use html_escape::decode_html_entities;
use regex::{Captures, Regex};

use crate::leads::lead_records::shorten;

/// The most bytes of HTML that are read: many times the length of the resulting text.
pub const MAX_HTML_BYTES: usize = 32 * 1024;

pub const MAX_TEXT_CHARS: usize = 4_000;

/// Inline elements, and markup without a name: a comment or a declaration.
const INLINE: [&str; 15] = [
    "", "a", "abbr", "b", "code", "em", "font", "i", "label", "mark", "s", "small", "span",
    "strong", "u",
];

/// A comment, an element whose content is not text, a tag, or a declaration. The end may be missing.
#[expect(clippy::expect_used, reason = "the pattern is constant and is tested")]
static MARKUP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?sx) <!--.*?(?:-->|\z)
        | <((?i-u:script))(?-u:\b)[^>]*>?.*?(?:</(?i-u:script)[^>]*>?|\z)
        | <((?i-u:style))(?-u:\b)[^>]*>?.*?(?:</(?i-u:style)[^>]*>?|\z)
        | </?([a-zA-Z][a-zA-Z0-9]*)[^>]*>?
        | <[!?/][^>]*>?",
    )
    .expect("a valid pattern")
});

/// Extracts the text, without empty lines and with single spaces. Its only control characters are
/// line feeds.
pub fn html_text(html: &str) -> String {
    let html = &html[..html.floor_char_boundary(MAX_HTML_BYTES)];
    // In HTML, a line break is a space.
    let marked = MARKUP.replace_all(html, |found: &Captures| {
        let name = found.iter().skip(1).flatten().next();
        let lower_case = name.map_or_else(String::new, |it| it.as_str().to_ascii_lowercase());
        if INLINE.contains(&&*lower_case) {
            ""
        } else {
            "\0"
        }
    });
    let lines: Vec<_> = marked
        .split('\0')
        .map(|line| {
            decode_html_entities(line)
                .split(|c: char| c.is_whitespace() || c.is_control())
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .filter(|line| !line.is_empty())
        .collect();
    let mut text = lines.join("\n");
    shorten(&mut text, MAX_TEXT_CHARS);
    text
}

#[cfg(test)]
mod tests {
    use super::html_text;

    #[test]
    fn visible_text_is_kept() {
        for (html, text) in [
            ("<p>Oak <b>tree</b>s</p><p>Elm</p>", "Oak trees\nElm"),
            ("one<br>two<BR/>three", "one\ntwo\nthree"),
            (
                "<table><tr><th>Phone</th><td>404</td></tr></table>",
                "Phone\n404",
            ),
            ("  Oak\n\r\n and\tElm ", "Oak and Elm"),
            (
                "1 < 2 &amp;&amp; &lt;b&gt; &#39;&#x27; &nbsp;x",
                "1 < 2 && <b> '' x",
            ),
            ("Jürgen <ü> 樹", "Jürgen <ü> 樹"),
            ("a\u{8}b&#10;c", "a b c"),
        ] {
            assert_eq!(html_text(html), text, "{html}");
        }
    }

    #[test]
    fn scripts_and_hidden_parts_are_dropped() {
        for html in [
            "Oak<script>run('<p>')</script>",
            "Oak<SCRIPT src=x>run()</Script >",
            "Oak<style>p { color: red }</style>",
            "Oak<!-- <p>hidden</p> -->",
            "<!DOCTYPE html><?xml?>Oak",
            "Oak<img src=x onerror=run()>",
            "Oak<script title=\"</script>\">run()</script>",
            "Oak<style </STYLE\n> p { color: red }",
            "Oak<script>",
            "Oak<script title='</script",
            "Oak<!-- hidden",
            "Oak<a href='hidden",
            "Oak</",
        ] {
            assert_eq!(html_text(html), "Oak", "{html}");
        }
    }
}
