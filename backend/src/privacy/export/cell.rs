//! Escapes a visitor's text for a spreadsheet's cell.

use std::borrow::Cow;

/// The characters that begin a formula, including the full-width ones of East Asian keyboards.
const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Prefixes a text with an apostrophe if a spreadsheet program would run it as a formula: `=HYPERLINK(…)` in
/// a name would send the sheet to its author.
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    // Programs trim white space, and some of them invisible characters.
    let shown = text.trim_start_matches(|c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}')
    });
    if shown.starts_with(FORMULA_SIGNS) || text.starts_with(['\t', '\r', '\n']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::escape_formula;

    #[test]
    fn formulas_get_an_apostrophe() {
        for formula in [
            "=1+1",
            "+1 404-555-0123",
            "-1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "  =1",
            "\u{a0}=1",
            "\u{feff}=1",
            "\u{200b}@A1",
            "\u{1}=1",
            "＝1",
            "\tJane",
        ] {
            assert_eq!(escape_formula(formula), format!("'{formula}"));
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in [
            "",
            " ",
            "Jane Doe",
            "404-555-0123",
            "(404) 555-0123",
            " Jane",
            "a = b",
            "'=1",
            "jane+oak@example.com",
        ] {
            assert_eq!(escape_formula(text), text);
        }
    }
}
