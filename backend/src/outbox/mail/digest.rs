//! Composes the digest: one email about several suspect leads and notes.

use uuid::Uuid;
use validator_wasm::escaped_html;

use super::{
    folder::DIGEST,
    links,
    message::{Mail, MailContent, one_line, rest_is_elsewhere},
};
use crate::{company::time_zone::minute, leads::spam::explain, outbox::digest::DigestMember};

const SUSPECTS: &str = "Saved like any other, but something about them is unusual. Please see \
                        whether a customer is among them.";

const NOTES: &str = "Sent through the website without an estimate request. Anybody can write such \
                     a text, whatever it says of itself: do not trust links and numbers in it.";

/// Composes the email. If it lists leads and there is a desk, it ends with a link to the desk's list of
/// possible spam. It is never marked as an emergency, because possible spam must not interrupt anybody.
pub fn mail(members: &[DigestMember], id: Uuid, desk: Option<&str>) -> Mail {
    let (leads, notes): (Vec<_>, Vec<_>) = members
        .iter()
        .partition(|member| matches!(member, DigestMember::Lead(_)));
    let desk = desk.filter(|_| !leads.is_empty());
    let link = desk.map(|desk| format!("{desk}#spam"));
    let mut content = MailContent::default();
    let mut titles = Vec::new();
    for (members, one, which, introduction) in [
        (leads, "estimate request", " that may be spam", SUSPECTS),
        (notes, "message", " without a request", NOTES),
    ] {
        let title = match members.len() {
            0 => continue,
            1 => format!("1 {one}{which}"),
            number => format!("{number} {one}s{which}"),
        };
        content.push_title(&title);
        content.push_paragraph(introduction, None);
        content.text.push('\n');
        for member in members {
            push(&mut content, member);
        }
        titles.push(title);
    }
    content.subject = titles.join(", ");
    content.push_link("Decide at the desk", link);
    Mail::new(content, id, None).about(DIGEST)
}

fn push(content: &mut MailContent, member: &DigestMember) {
    let (title, phone, lines) = match member {
        DigestMember::Lead(record) => {
            let email = match &*record.estimate.email {
                "" => "no email",
                email => email,
            };
            let mut lines = vec![
                format!("{} · {email}", minute(record.lead.created_at)),
                record.lead.message.clone(),
                format!("Unusual: {}.", explain(&record.signals)),
            ];
            if record.is_shortened {
                lines.push(rest_is_elsewhere());
            }
            let title = one_line(&record.estimate.first_name);
            (title, Some(&record.estimate.phone), lines)
        }
        DigestMember::Note(note, created_at) => {
            let lines = vec![minute(*created_at), note.text.clone()];
            (note.subject.clone(), None, lines)
        }
    };
    let shown = escaped_html(&title);
    content.html.extend(["<h2>", &shown, "</h2>\n"]);
    content.text.extend([&title, "\n"]);
    if let Some(phone) = phone {
        content.push_paragraph(phone, links::call(phone).as_deref());
    }
    for line in lines {
        content.push_paragraph(&line, None);
    }
    content.text.push('\n');
}
