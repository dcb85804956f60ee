//! The mail that tells the owner of a request (specification, section 7).

use serde::{Deserialize, Serialize};

use crate::estimate::{Estimate, is_blank};

/// Subject and HTML of the owner's mail. What the visitor typed is escaped in the HTML.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnerEmail {
    /// One line that names the visitor and what they need.
    pub subject: String,
    /// The request as a table, with links to call and to answer.
    pub html: String,
}

impl OwnerEmail {
    /// Writes the mail of a request.
    #[must_use]
    pub fn compose<T: AsRef<str>>(estimate: &Estimate<T>) -> Self {
        let estimate = &estimate.borrowed();
        let name = full_name(estimate);
        let urgency = estimate.urgency_label();
        let mut html = format!("<h1>{TITLE}</h1>\n<table cellpadding=\"6\">\n");
        for entry in entries(estimate, &name) {
            let value = escaped_html(entry.value);
            let value = match entry.link {
                Some(link) => format!(r#"<a href="{}">{value}</a>"#, escaped_html(&link)),
                None => value,
            };
            html.extend([
                "<tr><th align=\"left\">",
                entry.label,
                "</th><td>",
                &value,
                "</td></tr>\n",
            ]);
        }
        html.push_str("</table>\n");
        Self {
            subject: one_line(&format!(
                "New estimate request from {name} ({}, {urgency})",
                estimate.service.trim()
            )),
            html,
        }
    }
}

/// The same mail as plain text, for mail programs that show no HTML. (It is no field of
/// [`OwnerEmail`]: the browser has no use for it.)
#[must_use]
pub fn plain_text<T: AsRef<str>>(estimate: &Estimate<T>) -> String {
    let estimate = &estimate.borrowed();
    let name = full_name(estimate);
    let entries =
        entries(estimate, &name).map(|entry| format!("{}: {}\n", entry.label, entry.value.trim()));
    format!("{TITLE}\n\n{}", entries.concat())
}

const TITLE: &str = "New estimate request";

/// One line of the mail.
struct Entry<'a> {
    label: &'static str,
    value: &'a str,
    /// The address that the value links to.
    link: Option<String>,
}

fn entries<'a>(estimate: &Estimate<&'a str>, name: &'a str) -> [Entry<'a>; 7] {
    let entry = |label, value| Entry {
        label,
        value,
        link: None,
    };
    let or = |value, otherwise| if is_blank(value) { otherwise } else { value };
    [
        entry("Name", name),
        Entry {
            link: Some(format!("tel:{}", dialled(estimate.phone))),
            ..entry("Phone", estimate.phone)
        },
        Entry {
            link: (!is_blank(estimate.email)).then(|| format!("mailto:{}", estimate.email.trim())),
            ..entry("Email", or(estimate.email, "Not provided"))
        },
        entry("Property address", estimate.address),
        entry("Service", estimate.service),
        entry("Urgency", estimate.urgency_label()),
        entry(
            "Project details",
            or(estimate.message, "No details were given."),
        ),
    ]
}

fn full_name(estimate: &Estimate<&str>) -> String {
    format!(
        "{} {}",
        estimate.first_name.trim(),
        estimate.last_name.trim()
    )
}

/// The digits and the leading plus of a telephone number: what a `tel:` link dials (RFC 3966).
fn dialled(phone: &str) -> String {
    let phone = phone.trim();
    let plus = if phone.starts_with('+') { "+" } else { "" };
    plus.chars()
        .chain(phone.chars().filter(char::is_ascii_digit))
        .collect()
}

/// A subject is one line: control characters and line breaks become spaces.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
    {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// The text as HTML, its line breaks kept, without white space around it.
#[must_use]
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
