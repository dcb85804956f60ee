//! Composes the mail about a lead.

use uuid::Uuid;
use validator_wasm::{
    Estimate, Field, escaped_html,
    owner_email::{TITLE, entries, subject},
};

use super::{
    links::{self, linked},
    message::{Mail, MailContent, one_line, reply_address, rest_is_elsewhere},
};
use crate::leads::lead_records::LeadRecord;

/// Composes the mail, with a link to the lead at the address of the `desk`, if there is one. Replies go to
/// the visitor.
pub fn mail(record: &LeadRecord, id: Uuid, desk: Option<&str>) -> Mail {
    let estimate = record.estimate.borrowed();
    let reply_to = reply_address(estimate.first_name, estimate.email);
    let mut content = compose(&estimate, record.is_shortened, record.state.suspect);
    let link = desk.map(|desk| record.link_at(desk));
    content.push_link("Open it at the desk", link.as_deref());
    Mail::new(content, id, reply_to)
}

/// Composes the content: the entries of the request, with links that call, write to the visitor, or
/// show the address on a map. An emergency's begins with whom to call. A suspect lead's subject
/// says so. The first name is the full name.
fn compose(estimate: &Estimate<&str>, is_shortened: bool, is_suspect: bool) -> MailContent {
    let is_emergency = estimate.is_emergency();
    let (name, phone) = (estimate.first_name, estimate.phone);
    let mut html = String::new();
    let mut text = String::new();
    if is_emergency {
        let alarm = one_line(&format!("EMERGENCY: call {name}, {phone}"));
        let call = linked(&alarm, links::call(phone).as_deref());
        html.extend(["<p class=\"alarm\">", &call, "</p>\n"]);
        text.extend([&alarm, "\n\n"]);
    }
    html.extend(["<h1>", TITLE, "</h1>\n"]);
    text.extend([TITLE, "\n\n"]);
    for entry in entries(estimate, name) {
        let value = entry.value.trim();
        let link = match entry.field {
            Field::Phone => links::call(value),
            Field::Email => links::write_to(value),
            Field::Address => Some(links::map(value)),
            _ => None,
        };
        let shown = linked(value, link.as_deref());
        html.extend(["<p><b>", entry.label, "</b><br>\n", &shown, "</p>\n"]);
        text.extend([entry.label, ": ", value, "\n"]);
    }
    if is_shortened {
        let rest = rest_is_elsewhere();
        html.extend(["<p>", &escaped_html(&rest), "</p>\n"]);
        text.extend(["\n", &rest, "\n"]);
    }
    MailContent {
        subject: one_line(&format!(
            "{}{}",
            if is_suspect { "Maybe spam: " } else { "" },
            subject(estimate)
        )),
        html,
        text,
        is_emergency,
        ..MailContent::default()
    }
}
