//! The row that the browser sends, composed from the form and parsed back.
//!
//! The table has one text for service, urgency, address, and details (docs/product.md, sections 3
//! and 7). [`Lead::compose`] writes it, and [`Lead::parse`] parses it. The server checks the parsed
//! form with the same [`validate`](crate::validate) as the browser, and gets the same result.
//!
//! ```text
//! Service: Tree Removal
//! Urgency: Within a week
//! Address: 12 Oak Street
//!   Decatur, GA
//! Details:
//! The big oak leans over the garage.
//! ```
//!
//! A line break in a value before the details is followed by two spaces, so that an address cannot look
//! like a label. An optional field that is blank has no line. The details come last and are unchanged.

use serde::{Deserialize, Serialize};

use crate::{
    company::{PLACEHOLDER_EMAIL, SITE_NAME},
    estimate::{Estimate, Field, Urgency, is_blank},
};

const DETAILS: &str = "Details:\n";
const CONTINUATION: &str = "\n  ";

/// The part of a `site_forms` row that comes from the form (docs/product.md, section 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Lead {
    /// First and last name, separated by a space.
    pub full_name: String,
    /// The email address, or a placeholder if the visitor gave none.
    pub email: String,
    /// The phone number as typed.
    pub phone: String,
    /// Service, urgency, address, and details in one text.
    pub message: String,
    /// The name that marks this site's rows.
    pub site_name: String,
}

impl Lead {
    /// Composes a row from the form, without white space around single-line fields, and without NUL
    /// characters, which Postgres cannot store.
    pub fn compose<T: AsRef<str>>(estimate: &Estimate<T>) -> Self {
        let estimate = estimate.borrowed();
        let email = single_line(estimate.email);
        Self {
            full_name: full_name(estimate.first_name, estimate.last_name),
            email: if email.is_empty() {
                PLACEHOLDER_EMAIL.to_owned()
            } else {
                email
            },
            phone: single_line(estimate.phone),
            message: message(&estimate),
            site_name: SITE_NAME.to_owned(),
        }
    }

    /// Parses the form from any row. Text without a label counts as details.
    pub fn parse(&self) -> Estimate {
        let full_name = self.full_name.trim();
        let (first_name, last_name) = full_name
            .split_once(divides_names)
            .unwrap_or((full_name, ""));
        Estimate {
            first_name: first_name.to_owned(),
            last_name: last_name.trim().to_owned(),
            phone: self.phone.clone(),
            email: if self.email == PLACEHOLDER_EMAIL {
                String::new()
            } else {
                self.email.clone()
            },
            ..parse_message(&self.message)
        }
    }
}

/// Parses the form from a row's message, like [`Lead::parse`]. The fields of other columns are empty.
pub fn parse_message(message: &str) -> Estimate {
    let mut rest = message;
    let mut lines = Estimate::from_fn(|_| String::new());
    for (field, label) in labelled_lines() {
        *lines.get_mut(field) = take_labelled(&mut rest, label);
    }
    let mut choices = Urgency::ALL.into_iter();
    let chosen = choices.find(|choice| choice.label() == lines.urgency);
    Estimate {
        urgency: chosen.map_or(lines.urgency, |choice| choice.key().to_owned()),
        message: rest.strip_prefix(DETAILS).unwrap_or(rest).to_owned(),
        ..lines
    }
}

/// Returns the fields that are lines of the row's text, each with its label, in their order there: the form's.
fn labelled_lines() -> impl Iterator<Item = (Field, &'static str)> {
    let fields = Field::ALL.into_iter();
    fields.filter_map(|field| Some((field, field.facts().line?)))
}

/// Returns a single-line text without white space around it.
fn single_line(text: &str) -> String {
    without_nul(text).trim().to_owned()
}

fn without_nul(text: &str) -> String {
    text.replace('\0', "")
}

/// The white space within a name whose other half is blank. It is the only white space that does
/// not separate names.
const NO_BREAK_SPACE: char = '\u{a0}';

fn divides_names(c: char) -> bool {
    c.is_whitespace() && c != NO_BREAK_SPACE
}

fn full_name(first_name: &str, last_name: &str) -> String {
    let first_name = single_line(first_name);
    let last_name = single_line(last_name);
    if first_name.is_empty() || last_name.is_empty() {
        // Joins the name to one word, so that the row lacks a name just as the form does.
        let joined = |c| if divides_names(c) { NO_BREAK_SPACE } else { c };
        return first_name
            .chars()
            .chain(last_name.chars())
            .map(joined)
            .collect();
    }
    format!("{first_name} {last_name}")
}

fn message(estimate: &Estimate<&str>) -> String {
    let shown = estimate.for_owner("");
    let mut text = String::new();
    for (field, label) in labelled_lines() {
        let value = single_line(shown.get(field));
        if value.is_empty() && !field.facts().if_blank.is_empty() {
            continue;
        }
        text.push_str(label);
        text.push_str(&value.replace('\n', CONTINUATION));
        text.push('\n');
    }
    if is_blank(estimate.message) {
        text.pop();
    } else {
        text.push_str(DETAILS);
        text.push_str(&without_nul(estimate.message));
    }
    text
}

/// Takes the labelled value at the beginning of `rest`, with its continuation lines. If the label
/// is missing, takes nothing and returns an empty value.
fn take_labelled(rest: &mut &str, label: &str) -> String {
    let Some(labelled) = rest.strip_prefix(label) else {
        return String::new();
    };
    let end = labelled
        .match_indices('\n')
        .map(|(index, _)| index)
        .find(|&index| !labelled[index..].starts_with(CONTINUATION));
    let (value, after) = match end {
        Some(index) => (&labelled[..index], &labelled[index + 1..]),
        None => (labelled, ""),
    };
    *rest = after;
    value.replace(CONTINUATION, "\n")
}
