//! The email that notifies the owner of a request (docs/product.md, section 7).

use serde::{Deserialize, Serialize};

use crate::estimate::{Estimate, Field, Topic, Urgency, is_blank, is_invisible};

/// The email that notifies the owner of a request. The visitor's texts are escaped in the HTML.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct OwnerEmail {
    /// One line with the urgency, the visitor, and the service.
    pub subject: String,
    /// The request as a table.
    pub html: String,
}

impl OwnerEmail {
    /// Composes the email of a request: a plain table, which keeps the browser's download small.
    /// The server formats the same [`entries`] for a phone.
    pub fn compose<T: AsRef<str>>(estimate: &Estimate<T>) -> Self {
        let estimate = &estimate.borrowed();
        let name = full_name(estimate);
        let mut html = format!("<h1>{TITLE}</h1>\n<table cellpadding=\"6\">\n");
        for entry in entries(estimate, &name) {
            html.extend([
                "<tr><th align=\"left\">",
                entry.label,
                "</th><td>",
                &escaped_html(entry.value),
                "</td></tr>\n",
            ]);
        }
        html.push_str("</table>\n");
        Self {
            subject: subject(estimate),
            html,
        }
    }
}

/// The heading of the email.
pub const TITLE: &str = "New estimate request";

/// Returns the subject: one line with the urgency, the visitor, and the service. The urgency comes
/// first, because a phone shows about forty characters. An urgency that is not a choice of the form
/// may be long, and comes last.
pub fn subject(estimate: &Estimate<&str>) -> String {
    let name = full_name(estimate);
    let service = estimate.service.trim();
    one_line(&match estimate.chosen_urgency() {
        Some(Urgency::Emergency) => format!("EMERGENCY: {TITLE} from {name} ({service})"),
        Some(urgency) => format!("{}: {TITLE} from {name} ({service})", urgency.label()),
        None => format!("{TITLE} from {name} ({service}, {})", estimate.urgency),
    })
}

/// One line of the email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The field of the form; [`Field::FirstName`] for the full name.
    pub field: Field,
    /// The label of the value.
    pub label: &'static str,
    /// The text that the visitor typed, or a text for a blank field.
    pub value: &'a str,
}

/// The fields in the order of the email (docs/product.md, section 7). Name and phone number come first.
const LISTED: [Field; Field::ALL.len()] =
    Field::by_topic([Topic::Person, Topic::Place, Topic::Work, Topic::Details]);

/// Returns the lines of the email.
pub fn entries<'a>(
    estimate: &Estimate<&'a str>,
    full_name: &'a str,
) -> impl Iterator<Item = Entry<'a>> {
    let estimate = estimate.for_owner(full_name);
    LISTED.into_iter().filter_map(move |field| {
        let facts = field.facts();
        let typed: &'a str = estimate.get(field);
        Some(Entry {
            field,
            label: facts.reported?,
            value: if is_blank(typed) {
                facts.if_blank
            } else {
                typed
            },
        })
    })
}

fn full_name(estimate: &Estimate<&str>) -> String {
    let (first, last) = (estimate.first_name.trim(), estimate.last_name.trim());
    format!("{first} {last}")
}

/// Returns a text as one line: control characters and line breaks become spaces, and
/// [invisible](is_invisible) characters are removed. So a phone number looks like the number that is dialed.
pub fn one_line(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars().filter(|c| !is_invisible(*c)) {
        if !c.is_whitespace() && !c.is_control() {
            line.push(c);
        } else if !line.is_empty() && !line.ends_with(' ') {
            line.push(' ');
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// Returns the text as HTML, with its line breaks, without white space around it.
pub fn escaped_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.trim().chars() {
        let mut utf8 = [0; 4];
        html.push_str(match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            '\n' => "<br>\n",
            '\0' => "",
            _ => c.encode_utf8(&mut utf8),
        });
    }
    html
}
