//! Composes the email about a lead.

use uuid::Uuid;
use validator_wasm::{
    Field,
    owner_email::{TITLE, entries, subject},
};

use super::{
    links::{self, linked},
    message::{Mail, MailContent, one_line, reply_address, rest_is_elsewhere},
};
use crate::leads::lead_records::LeadRecord;

const CHANGED: &str =
    "The customer sent this again with other words. The first ones are in its history.";

/// Composes the email: the entries of the request, with links that call, write to the visitor, or show
/// the address on a map, and a link to the lead at the `desk`'s URL, if there is one. An emergency's
/// email begins with whom to call. A suspect lead's subject says so. Replies go to the visitor.
pub fn mail(record: &LeadRecord, id: Uuid, desk: Option<&str>) -> Mail {
    let estimate = &record.estimate.borrowed();
    // The first name is the full name.
    let (name, phone) = (estimate.first_name, estimate.phone);
    let warning = if record.state.suspect {
        "Maybe spam: "
    } else {
        ""
    };
    let mut content = MailContent {
        subject: one_line(&format!("{warning}{}", subject(estimate))),
        is_emergency: estimate.is_emergency(),
        ..MailContent::default()
    };
    if content.is_emergency {
        let alarm = one_line(&format!("EMERGENCY: call {name}, {phone}"));
        let call = linked(&alarm, links::call(phone).as_deref());
        content
            .html
            .extend(["<p class=\"alarm\">", &call, "</p>\n"]);
        content.text.extend([&alarm, "\n\n"]);
    }
    content.push_title(TITLE);
    let is_changed = id != record.lead.id;
    if is_changed {
        content.push_paragraph(CHANGED, None);
    }
    for entry in entries(estimate, name) {
        let value = entry.value.trim();
        let link = match entry.field {
            Field::Phone => links::call(value),
            Field::Email => links::write_to(value),
            Field::Address => Some(links::map(value)),
            _ => None,
        };
        let shown = linked(value, link.as_deref());
        let (html, text) = (&mut content.html, &mut content.text);
        html.extend(["<p><b>", entry.label, "</b><br>\n", &shown, "</p>\n"]);
        text.extend([entry.label, ": ", value, "\n"]);
    }
    if record.is_shortened {
        content.text.push('\n');
        content.push_paragraph(&rest_is_elsewhere(), None);
    }
    content.push_link("Open it at the desk", desk.map(|desk| record.link_at(desk)));
    let mail = Mail::new(content, id, reply_address(name, estimate.email));
    if is_changed {
        return mail.about(record.lead.id);
    }
    mail
}
