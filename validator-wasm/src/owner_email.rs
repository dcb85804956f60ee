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
    pub fn compose(estimate: &Estimate) -> Self {
        let name = full_name(estimate);
        let urgency = estimate.urgency_label();
        let rows = entries(estimate, &name)
            .map(|entry| {
                let value = escaped_html(entry.value);
                let value = match entry.link {
                    Some(link) => format!(r#"<a href="{}">{value}</a>"#, escaped_html(&link)),
                    None => value,
                };
                format!(
                    "<tr><th align=\"left\">{}</th><td>{value}</td></tr>\n",
                    entry.label
                )
            })
            .concat();
        Self {
            subject: one_line(&format!(
                "New estimate request from {name} ({}, {urgency})",
                estimate.service.trim()
            )),
            html: format!("<h1>{TITLE}</h1>\n<table cellpadding=\"6\">\n{rows}</table>\n"),
        }
    }
}

/// The same mail as plain text, for mail programs that show no HTML. (It is no field of
/// [`OwnerEmail`]: the browser has no use for it.)
#[must_use]
pub fn plain_text(estimate: &Estimate) -> String {
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

fn entries<'a>(estimate: &'a Estimate, name: &'a str) -> [Entry<'a>; 7] {
    let entry = |label, value| Entry {
        label,
        value,
        link: None,
    };
    let or = |value, otherwise| if is_blank(value) { otherwise } else { value };
    [
        entry("Name", name),
        Entry {
            link: Some(format!("tel:{}", dialled(&estimate.phone))),
            ..entry("Phone", &estimate.phone)
        },
        Entry {
            link: (!is_blank(&estimate.email)).then(|| format!("mailto:{}", estimate.email.trim())),
            ..entry("Email", or(&estimate.email, "Not provided"))
        },
        entry("Property address", &estimate.address),
        entry("Service", &estimate.service),
        entry("Urgency", estimate.urgency_label()),
        entry(
            "Project details",
            or(&estimate.message, "No details were given."),
        ),
    ]
}

fn full_name(estimate: &Estimate) -> String {
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
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The text as HTML, its line breaks kept, without white space around it.
#[must_use]
pub fn escaped_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            '\n' => html.push_str("<br>\n"),
            '\0' => {}
            _ => html.push(c),
        }
    }
    html
}
