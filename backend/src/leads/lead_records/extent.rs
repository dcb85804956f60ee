//! Limits how much of a visitor's texts is read. The form has no length limits, and the whole text is stored.
//! But one visitor's text must not fill lists, emails, and notifications that also contain others' texts.

use validator_wasm::one_line;

/// The most characters of a single-line text. A name, a phone number, or a street address is far
/// shorter, and a deliverable email address has at most 254 (RFC 5321, section 4.5.3.1.3).
const MAX_LINE_CHARS: usize = 254;

/// The most characters of the details where one lead is shown: more than anybody types on a phone.
/// Even with escaped details, an email stays below 100 KB, at which some programs clip it.
const MAX_DETAILS_CHARS: usize = 10_000;

/// The most characters of the details where many leads are shown. 200 leads then have half a megabyte.
const MAX_LISTED_CHARS: usize = 1_000;

/// The part of a lead's texts that is read. The rest does not leave Postgres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    #[default]
    Whole,
    /// The part that is sent in a message about one lead.
    Message,
    /// The part that a list of leads shows.
    List,
}

impl Extent {
    pub const fn line_chars(self) -> usize {
        match self {
            Self::Whole => usize::MAX,
            Self::Message | Self::List => MAX_LINE_CHARS,
        }
    }

    /// Returns the most characters of the details, and of the text that contains them.
    pub const fn details_chars(self) -> usize {
        match self {
            Self::Whole => usize::MAX,
            Self::Message => MAX_DETAILS_CHARS,
            Self::List => MAX_LISTED_CHARS,
        }
    }
}

/// Returns how many characters to read from Postgres: one more shows whether the text is longer.
pub fn with_one_more(chars: usize) -> i32 {
    i32::try_from(chars).unwrap_or(i32::MAX).saturating_add(1)
}

/// Truncates a text, with an ellipsis. Returns whether it was too long.
pub fn shorten(text: &mut String, max_chars: usize) -> bool {
    // Each character has at least one byte.
    if text.len() <= max_chars {
        return false;
    }
    let Some((end, _)) = text.char_indices().nth(max_chars) else {
        return false;
    };
    text.truncate(end);
    text.push('…');
    true
}

/// Returns a single-line text as a list shows it.
pub fn listed_line(text: &str) -> String {
    let mut line = one_line(text);
    shorten(&mut line, MAX_LINE_CHARS);
    line
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn a_text_is_shortened_by_characters() {
        for (text, expected) in [
            ("", ""),
            ("oak", "oak"),
            ("樹樹樹", "樹樹樹"),
            ("樹樹樹樹", "樹樹樹…"),
            ("elms", "elm…"),
        ] {
            let mut shortened = text.to_owned();
            assert_eq!(shorten(&mut shortened, 3), text != expected);
            assert_eq!(shortened, expected);
        }
    }
}
