//! A mail to the owner as a message.

use lettre::{
    Message,
    message::{Mailbox, MultiPart},
};
use uuid::Uuid;
use validator_wasm::{Lead, OwnerEmail, PLACEHOLDER_EMAIL, owner_email};

/// The most characters of a subject: what mail programs show, several times over.
const MAX_SUBJECT_CHARS: usize = 250;

/// The content of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailContent {
    /// One line.
    pub subject: String,
    /// The body as HTML. Visitors' texts are escaped in it.
    pub html: String,
    /// The body as plain text.
    pub text: String,
}

/// A mail to the owner.
#[derive(Clone, Debug)]
pub struct Mail {
    content: MailContent,
    id: Uuid,
    reply_to: Option<Mailbox>,
}

impl Mail {
    /// A mail with this content. Sent again with the same `id`, it has the same `Message-ID`, so
    /// that mail programs show one. Replies go to `reply_to`, or to the sender.
    #[must_use]
    pub fn new(content: MailContent, id: Uuid, reply_to: Option<Mailbox>) -> Self {
        Self {
            content,
            id,
            reply_to,
        }
    }

    /// Composes the mail about a lead.
    #[must_use]
    pub fn of_lead(lead: &Lead, id: Uuid) -> Self {
        let estimate = lead.parse();
        let OwnerEmail { subject, html } = OwnerEmail::compose(&estimate);
        let content = MailContent {
            subject: one_line(&subject),
            html,
            text: owner_email::plain_text(&estimate),
        };
        Self::new(content, id, reply_address(&lead.full_name, &lead.email))
    }

    /// The id of the mail.
    #[must_use]
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// Builds the message: plain text and HTML as alternatives.
    ///
    /// # Errors
    /// None for a sender and a recipient with an address.
    pub fn message(&self, from: &Mailbox, to: &Mailbox) -> Result<Message, lettre::error::Error> {
        let mut message = Message::builder().from(from.clone()).to(to.clone());
        if let Some(address) = &self.reply_to {
            message = message.reply_to(address.clone());
        }
        message
            .subject(&self.content.subject)
            .message_id(Some(format!("<{}@{}>", self.id, from.email.domain())))
            .multipart(MultiPart::alternative_plain_html(
                self.content.text.clone(),
                self.content.html.clone(),
            ))
    }
}

/// The mailbox of a lead, if the visitor gave one that mail can be sent to.
fn reply_address(full_name: &str, email: &str) -> Option<Mailbox> {
    if email == PLACEHOLDER_EMAIL {
        return None;
    }
    let name = Some(one_line(full_name)).filter(|name| !name.is_empty());
    Some(Mailbox::new(name, email.trim().parse().ok()?))
}

/// Replaces line breaks and other control characters by spaces, and truncates the text: a subject
/// cannot inject a header.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(MAX_SUBJECT_CHARS)
        .collect()
}
