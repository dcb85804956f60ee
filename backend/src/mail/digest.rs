//! Composes the digest: one mail about several suspect leads and notes.

use uuid::Uuid;
use validator_wasm::escaped_html;

use super::{
    links::{self, linked},
    message::{Mail, MailContent, one_line, rest_is_elsewhere},
};
use crate::{config::time_zone::minute, spam::explain, store::outbox::digest::DigestMember};

const SUSPECTS: &str = "Saved like any other, but something about them is unusual. Please see \
                        whether a customer is among them.";

const NOTES: &str = "Sent through the website without an estimate request. Anybody can write such \
                     a text, whatever it says of itself: do not trust links and numbers in it.";

/// Composes the mail. Where it lists leads, and there is a desk, it ends with a link to the desk's address for
/// what may be spam.
pub fn mail(members: &[DigestMember], id: Uuid, desk: Option<&str>) -> Mail {
    let mut content = compose(members);
    let has_leads = members
        .iter()
        .any(|member| matches!(member, DigestMember::Lead(_)));
    if let Some(desk) = desk.filter(|_| has_leads) {
        content.push_link("Decide at the desk", &format!("{desk}#spam"));
    }
    Mail::new(content, id, None)
}

fn compose(members: &[DigestMember]) -> MailContent {
    let (leads, notes): (Vec<_>, Vec<_>) = members
        .iter()
        .partition(|member| matches!(member, DigestMember::Lead(_)));
    let sections = [
        (leads, "estimate request", " that may be spam", SUSPECTS),
        (notes, "message", " without a request", NOTES),
    ]
    .into_iter()
    .filter(|(members, ..)| !members.is_empty())
    .map(|(members, one, which, introduction)| {
        let title = match members.len() {
            1 => format!("1 {one}{which}"),
            number => format!("{number} {one}s{which}"),
        };
        Section {
            title,
            introduction,
            entries: members.into_iter().map(Entry::of).collect(),
        }
    })
    .collect::<Vec<_>>();
    MailContent {
        subject: sections
            .iter()
            .map(|section| &*section.title)
            .collect::<Vec<_>>()
            .join(", "),
        html: sections.iter().map(Section::html).collect(),
        text: sections.iter().map(Section::text).collect(),
        // What may be spam must not be able to interrupt anybody.
        is_emergency: false,
        images: Vec::new(),
    }
}

struct Section {
    title: String,
    introduction: &'static str,
    entries: Vec<Entry>,
}

impl Section {
    fn html(&self) -> String {
        let entries: String = self.entries.iter().map(Entry::html).collect();
        format!(
            "<h1>{}</h1>\n<p>{}</p>\n{entries}",
            self.title, self.introduction
        )
    }

    fn text(&self) -> String {
        let entries: String = self.entries.iter().map(Entry::text).collect();
        format!("{}\n\n{}\n\n{entries}", self.title, self.introduction)
    }
}

/// The part of a digest about one lead or note.
struct Entry {
    title: String,
    /// The telephone number of a lead.
    phone: Option<String>,
    lines: Vec<String>,
}

impl Entry {
    fn of(member: &DigestMember) -> Self {
        match member {
            DigestMember::Lead(record) => {
                let email = match &*record.estimate.email {
                    "" => "no e-mail",
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
                Self {
                    title: one_line(&record.estimate.first_name),
                    phone: Some(record.estimate.phone.clone()),
                    lines,
                }
            }
            DigestMember::Note { note, created_at } => Self {
                title: note.subject.clone(),
                phone: None,
                lines: vec![minute(*created_at), note.text.clone()],
            },
        }
    }

    fn html(&self) -> String {
        let phone = self.phone.as_deref();
        let phone = phone.map(|phone| linked(phone, links::call(phone).as_deref()));
        let lines = self.lines.iter().map(|line| escaped_html(line));
        let lines: Vec<_> = phone.into_iter().chain(lines).collect();
        format!(
            "<h2>{}</h2>\n<p>{}</p>\n",
            escaped_html(&self.title),
            lines.join("</p>\n<p>")
        )
    }

    fn text(&self) -> String {
        let lines: Vec<_> = self.phone.iter().chain(&self.lines).cloned().collect();
        format!("{}\n{}\n\n", self.title, lines.join("\n"))
    }
}
