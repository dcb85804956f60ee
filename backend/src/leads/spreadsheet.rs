//! Leads as a CSV file (RFC 4180) for a spreadsheet program.
//!
//! The file begins with a byte order mark: without it, Excel reads UTF-8 as the system's old code page,
//! and Jürgen is garbled. For programs that do not expect the mark, there is `leads list --json`.

use std::{
    borrow::Cow,
    io::{self, Write},
    iter,
};

use csv::{Terminator, Writer, WriterBuilder};
use validator_wasm::{Field, is_invisible};

use crate::{
    company::time_zone,
    leads::{lead_records::LeadRecord, spam::explain},
    message_kind::State,
};

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The title of a column, and the column's value for a lead.
type Column = (&'static str, fn(&LeadRecord) -> Cow<'_, str>);

/// The columns after the form's, the most important for the owner first.
const COLUMNS: [Column; 22] = [
    ("Status", |it| Cow::from(&it.state.status)),
    ("Quoted", |it| dollars(it.state.quoted)),
    ("Won", |it| dollars(it.state.won)),
    ("Visit", |it| {
        Cow::from(it.state.visit_at.map(time_zone::second).unwrap_or_default())
    }),
    ("Visit by", |it| or_empty(it.state.visit_by.as_deref())),
    ("Lost because", |it| {
        or_empty(it.state.lost_reason.as_deref())
    }),
    ("Calls", |it| Cow::from(it.state.calls.len().to_string())),
    ("Taken by", |it| or_empty(it.state.taken_by.as_deref())),
    ("Note", |it| Cow::from(&it.state.note)),
    ("May be spam", |it| {
        Cow::from(if it.state.suspect { "yes" } else { "no" })
    }),
    ("Unusual", |it| Cow::from(explain(&it.signals))),
    ("Email to the owner", |it| {
        Cow::from(it.mail.unwrap_or(State::Sent).label())
    }),
    ("Site", |it| Cow::from(&it.lead.site_name)),
    ("Came from", |it| or_empty(it.lead.referrer.as_deref())),
    ("City", |it| or_empty(it.lead.city.as_deref())),
    ("State", |it| or_empty(it.lead.state.as_deref())),
    ("Country", |it| or_empty(it.lead.country.as_deref())),
    ("Browser", |it| or_empty(it.lead.ua.as_deref())),
    ("Visitor", |it| or_empty(it.lead.visitor_id.as_deref())),
    ("Session", |it| or_empty(it.lead.session_id.as_deref())),
    ("Address hash", |it| or_empty(it.lead.ip_hash.as_deref())),
    ("Id", |it| Cow::from(it.lead.id.to_string())),
];

fn or_empty(text: Option<&str>) -> Cow<'_, str> {
    Cow::from(text.unwrap_or_default())
}

/// Formats cents as an amount that spreadsheet programs can read.
fn dollars(cents: Option<i32>) -> Cow<'static, str> {
    match cents {
        Some(cents) => format!("{}.{:02}", cents / 100, cents % 100).into(),
        None => "".into(),
    }
}

pub struct Spreadsheet<W: Write>(Writer<W>);

impl<W: Write> Spreadsheet<W> {
    pub fn begin(mut to: W) -> io::Result<Self> {
        to.write_all(BYTE_ORDER_MARK)?;
        let mut file = Self::resume(to);
        let received = format!("Received ({})", time_zone::name());
        let form = Field::reported().map(|(_, label)| label);
        let rest = COLUMNS.map(|(title, _)| title);
        let titles = [&*received].into_iter().chain(form).chain(rest);
        file.0.write_record(titles).map_err(as_io)?;
        Ok(file)
    }

    /// Continues a file that already has the titles and the first leads.
    pub fn resume(to: W) -> Self {
        let table = WriterBuilder::new()
            .terminator(Terminator::CRLF)
            .from_writer(to);
        Self(table)
    }

    pub fn write(&mut self, record: &LeadRecord) -> io::Result<()> {
        let estimate = record.estimate.borrowed();
        let form = estimate.for_owner(estimate.first_name);
        let received = Cow::from(time_zone::second(record.lead.created_at));
        let reported = Field::reported().map(|(field, _)| Cow::from(*form.get(field)));
        let rest = COLUMNS.map(|(_, value)| value(record));
        for value in iter::once(received).chain(reported).chain(rest) {
            let cell = escape_formula(&value);
            self.0.write_field(cell).map_err(as_io)?;
        }
        self.0.write_record(None::<&[u8]>).map_err(as_io)
    }

    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// Unwraps the I/O error, so that a closed pipe is recognized by its kind.
fn as_io(cause: csv::Error) -> io::Error {
    match cause.into_kind() {
        csv::ErrorKind::Io(cause) => cause,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// The characters that begin a formula, including the full-width ones of East Asian keyboards.
const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The characters that separate cells where a comma is the decimal separator, or rows.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Puts an apostrophe before each part of a text that a spreadsheet program would run as a formula:
/// `=HYPERLINK(…)` in a name would send the sheet to the formula's author. A program that separates cells by
/// semicolons does not see that quotes surround the text.
fn escape_formula(text: &str) -> String {
    let parts = text.split_inclusive(SEPARATORS).map(|part| {
        // Programs trim white space, and some trim invisible characters.
        let shown = part.trim_start_matches(|c: char| {
            c.is_whitespace() || c.is_control() || c == '"' || is_invisible(c)
        });
        let apostrophe = if shown.starts_with(FORMULA_SIGNS) {
            "'"
        } else {
            ""
        };
        [apostrophe, part]
    });
    parts.flatten().collect()
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
            "  =1",
            "\u{a0}=1",
            "\u{feff}=1",
            "\u{200b}@A1",
            "\u{1}=1",
            "＝1",
            "\"=1",
        ] {
            assert_eq!(escape_formula(formula), format!("'{formula}"));
            for before in ["Jane;", "Jane\t", "Jane\r", "Jane\n", "\t"] {
                let escaped = escape_formula(&format!("{before}{formula}"));
                assert_eq!(escaped, format!("{before}'{formula}"));
            }
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
