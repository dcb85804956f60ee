//! The mail that tells the owner of a request (specification, section 7).

use serde::{Deserialize, Serialize};

use crate::estimate::{Estimate, is_blank};

/// Subject and HTML of the owner's mail. What the visitor typed is escaped in the HTML.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
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
        let name = format!(
            "{} {}",
            estimate.first_name.trim(),
            estimate.last_name.trim()
        );
        let urgency = estimate.urgency_label();
        let phone = escaped_html(&estimate.phone);
        let email = escaped_html(&estimate.email);
        let rows = [
            ("Name", escaped_html(&name)),
            (
                "Phone",
                format!(r#"<a href="tel:{}">{phone}</a>"#, dialled(&estimate.phone)),
            ),
            (
                "Email",
                if is_blank(&estimate.email) {
                    "Not provided".to_owned()
                } else {
                    format!(r#"<a href="mailto:{email}">{email}</a>"#)
                },
            ),
            ("Property address", escaped_html(&estimate.address)),
            ("Service", escaped_html(&estimate.service)),
            ("Urgency", escaped_html(urgency)),
            (
                "Project details",
                if is_blank(&estimate.message) {
                    "No details were given.".to_owned()
                } else {
                    escaped_html(&estimate.message)
                },
            ),
        ]
        .map(|(label, value)| format!("<tr><th align=\"left\">{label}</th><td>{value}</td></tr>\n"))
        .concat();
        Self {
            subject: one_line(&format!(
                "New estimate request from {name} ({}, {urgency})",
                estimate.service.trim()
            )),
            html: format!(
                "<h1>New estimate request</h1>\n<table cellpadding=\"6\">\n{rows}</table>\n"
            ),
        }
    }
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
