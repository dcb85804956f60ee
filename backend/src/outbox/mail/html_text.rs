//! Extracts the text of untrusted HTML.
//!
//! Tags, scripts and styles are dropped, and with them the addresses of links. The time is linear
//! in the length of the HTML, of which at most [`MAX_HTML_BYTES`] are read.

use html_escape::decode_html_entities;

use crate::leads::lead_records::shorten;

/// The most bytes of HTML that are read: many times the length of the text that is kept.
pub const MAX_HTML_BYTES: usize = 32 * 1024;

/// The most characters of the text.
pub const MAX_TEXT_CHARS: usize = 4_000;

/// Inline elements.
const INLINE: [&str; 14] = [
    "a", "abbr", "b", "code", "em", "font", "i", "label", "mark", "s", "small", "span", "strong",
    "u",
];

/// Extracts the text, without empty lines and with single spaces. Its only control characters are
/// line feeds.
pub fn html_text(html: &str) -> String {
    let mut html = &html[..html.floor_char_boundary(MAX_HTML_BYTES)];
    let mut lines = String::new();
    while let Some((text, tag)) = html.split_once('<') {
        push_text(&mut lines, text);
        let name_start = tag.strip_prefix('/').unwrap_or(tag);
        html = if let Some(comment) = tag.strip_prefix("!--") {
            after(comment, "-->")
        } else if name_start.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let name_end = name_start.find(|c: char| !c.is_ascii_alphanumeric());
            let name = name_start[..name_end.unwrap_or(name_start.len())].to_ascii_lowercase();
            if !INLINE.contains(&&*name) {
                lines.push('\n');
            }
            let content = after(tag, ">");
            match &*name {
                "script" | "style" if !tag.starts_with('/') => after_raw_text(content, &name),
                _ => content,
            }
        } else if tag.starts_with(['!', '?', '/']) {
            after(tag, ">")
        } else {
            lines.push('<');
            tag
        };
    }
    push_text(&mut lines, html);
    let mut text = lines
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n");
    shorten(&mut text, MAX_TEXT_CHARS);
    text
}

/// Appends a text. Line breaks in HTML are spaces.
fn push_text(lines: &mut String, text: &str) {
    let text = decode_html_entities(text);
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    lines.extend(text.chars().map(|c| if is_space(c) { ' ' } else { c }));
}

/// The text after `end`; empty if there is none.
fn after<'a>(text: &'a str, end: &str) -> &'a str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

/// Skips the content of an element that only its own end tag closes. The rest begins with that tag.
fn after_raw_text<'a>(content: &'a str, name: &str) -> &'a str {
    let end = format!("</{name}");
    content
        .match_indices("</")
        .map(|(start, _)| &content[start..])
        .find(|rest| {
            rest.get(..end.len())
                .is_some_and(|tag| tag.eq_ignore_ascii_case(&end))
        })
        .unwrap_or("")
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
            "Oak<script>",
            "Oak<!-- hidden",
            "Oak<a href='hidden",
            "Oak</",
        ] {
            assert_eq!(html_text(html), "Oak", "{html}");
        }
    }
}
