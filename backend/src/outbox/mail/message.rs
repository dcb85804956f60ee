//! Builds the message of an email.

use std::fmt::Display;

use contact_data::EmailAddress;
use email_encoding::headers::{rfc2047, writer::EmailWriter};
use lettre::{
    Address, Message,
    message::{
        Attachment, Mailbox, MultiPart, SinglePart,
        header::{ContentType, Header, HeaderName, HeaderValue, Subject},
    },
};
use uuid::Uuid;
use validator_wasm::{escaped_html, owner_email};

use super::{error::MailError, links::linked};
use crate::command_line::command_line;

/// The maximum length of a subject, in characters: several times what mail programs show.
const MAX_SUBJECT_CHARS: usize = 250;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailContent {
    pub subject: String,
    /// The HTML of the body. Visitors' texts are escaped in it.
    pub html: String,
    pub text: String,
    /// Whether mail programs mark it as important.
    pub is_emergency: bool,
    /// The JPEGs that the HTML shows by `cid:` and their name.
    pub images: Vec<(String, Vec<u8>)>,
}

impl MailContent {
    /// Builds the body: plain text and HTML as alternatives, the HTML with its images (RFC 2387).
    fn body(&self) -> MultiPart {
        let html = SinglePart::html(page(self));
        let body = MultiPart::alternative().singlepart(SinglePart::plain(self.text.clone()));
        if self.images.is_empty() {
            return body.singlepart(html);
        }
        let images = self.images.iter().map(|(name, jpeg)| {
            let media_type = ContentType::parse("image/jpeg").unwrap_or(ContentType::TEXT_PLAIN);
            Attachment::new_inline(name.clone()).body(jpeg.clone(), media_type)
        });
        let related = MultiPart::related().singlepart(html);
        body.multipart(images.fold(related, MultiPart::singlepart))
    }

    pub(super) fn push_title(&mut self, title: &str) {
        self.html.extend(["<h1>", &escaped_html(title), "</h1>\n"]);
        self.text.extend([title, "\n\n"]);
    }

    pub(super) fn push_paragraph(&mut self, text: &str, href: Option<&str>) {
        self.html.extend(["<p>", &linked(text, href), "</p>\n"]);
        self.text.extend([text, "\n"]);
    }

    pub(super) fn push_link(&mut self, words: &str, address: Option<String>) {
        if let Some(address) = address {
            let shown = linked(words, Some(&address));
            self.html.extend(["<p>", &shown, "</p>\n"]);
            self.text.extend(["\n", words, ": ", &address, "\n"]);
        }
    }
}

/// The headers that mark an email as important: one from RFC 2156, section 5.3.6, and an older one
/// without a standard that most mail programs know.
const IMPORTANT: [(HeaderName, &str); 2] = [
    (HeaderName::new_from_ascii_str("Importance"), "high"),
    (HeaderName::new_from_ascii_str("X-Priority"), "1"),
];

/// The style sheet sets no colors, so that the email follows the phone's light or dark mode. Long
/// words break instead of widening the page. Programs that drop style sheets keep the attributes.
const STYLE: &str = "
:root { color-scheme: light dark; supported-color-schemes: light dark }
h1 { font-size: 1.4em; line-height: 1.2 }
h2 { font-size: 1.15em; line-height: 1.2 }
a { display: inline-block; padding: .65em 0 }
.alarm { background: #b3261e; padding: .5em .8em; border-radius: .4em; font-weight: bold }
.alarm, .alarm a { color: #fff }
";

#[derive(Clone, Debug)]
pub struct Mail {
    content: MailContent,
    id: Uuid,
    /// The name of the email's file when no mail server is set, without an extension: the lead's id
    /// or `digest`, if any, and the email's id.
    pub(super) file: String,
    reply_to: Option<Mailbox>,
    /// The visitor who gets the email. `None` for an email to the owner.
    pub(super) visitor: Option<Mailbox>,
    /// Whether nobody at the company caused the email to the visitor.
    pub(super) is_automatic: bool,
}

/// Marks an email as an automatic reply, so that no program replies to it (RFC 3834, section 5).
const AUTO_SUBMITTED: (HeaderName, &str) = (
    HeaderName::new_from_ascii_str("Auto-Submitted"),
    "auto-replied",
);

impl Mail {
    /// Creates an email with this content. A retry with the same `id` has the same `Message-ID`, so
    /// that mail programs show only one. Replies go to `reply_to`, or to the sender.
    pub fn new(content: MailContent, id: Uuid, reply_to: Option<Mailbox>) -> Self {
        // A lone CR would be sent unchanged, and emails may not contain one (RFC 5322, section 2.3).
        let line_feeds = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
        let content = MailContent {
            html: line_feeds(&content.html),
            text: line_feeds(&content.text),
            ..content
        };
        Self {
            content,
            id,
            file: id.to_string(),
            reply_to,
            visitor: None,
            is_automatic: false,
        }
    }

    /// Names the file after the subject of the email.
    pub(super) fn about(self, subject: impl Display) -> Self {
        let file = format!("{subject}.{}", self.id);
        Self { file, ..self }
    }

    /// Builds the message, encoded for 7 bits. It goes to `to`; an auto-reply goes to the visitor, and
    /// replies to it go to `to`. Unless the server `takes_unicode` in addresses, a reply address that
    /// needs Unicode is left out.
    ///
    /// # Errors
    /// When the sender or the recipient needs Unicode, and the server does not support it.
    pub fn message(
        &self,
        from: &Mailbox,
        to: &Mailbox,
        takes_unicode: bool,
    ) -> Result<Message, MailError> {
        let (to, reply_to) = match &self.visitor {
            Some(visitor) => (visitor, Some(to)),
            None => (to, self.reply_to.as_ref()),
        };
        let is_taken = |it: &Mailbox| takes_unicode || it.email.to_string().is_ascii();
        let [from, to] = [from, to].map(on_the_wire);
        if ![&from, &to].into_iter().all(is_taken) {
            return Err(MailError::NeedsUnicode);
        }
        let sender_domain = from.email.domain().to_owned();
        let mut head = Message::builder().from(from).to(to);
        if let Some(address) = reply_to.map(on_the_wire).filter(is_taken) {
            head = head.reply_to(address);
        }
        let subject = &self.content.subject;
        let mut message = head
            .subject(subject)
            .message_id(Some(format!("<{}@{}>", self.id, sender_domain)))
            .multipart(self.content.body())?;
        let answers = self.is_automatic.then_some(AUTO_SUBMITTED);
        let important = self.content.is_emergency.then_some(IMPORTANT);
        for (name, value) in answers.into_iter().chain(important.into_iter().flatten()) {
            let header = HeaderValue::new(name, value.to_owned());
            message.headers_mut().insert_raw(header);
        }
        if subject.contains("=?")
            && let Some(header) = encoded_subject(subject)
        {
            message.headers_mut().insert_raw(header);
        }
        Ok(message)
    }
}

/// Encodes a subject that contains what looks like an encoded word (RFC 2047): lettre leaves ASCII as it is,
/// and a mail program would decode what a visitor typed.
fn encoded_subject(text: &str) -> Option<HeaderValue> {
    let name = Subject::name();
    let mut encoded = String::new();
    rfc2047::encode(
        text,
        &mut EmailWriter::new(&mut encoded, "Subject: ".len(), 0, false),
    )
    .ok()?;
    Some(HeaderValue::dangerous_new_pre_encoded(
        name,
        text.to_owned(),
        encoded,
    ))
}

/// Formats an email's HTML as a page that is no wider than the screen.
fn page(content: &MailContent) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <div style=\"max-width:36em;font:16px/1.5 sans-serif;overflow-wrap:anywhere\">\n\
         {}</div>\n</body>\n</html>\n",
        escaped_html(&content.subject),
        content.html
    )
}

/// Returns the note about where to read the rest of a lead whose texts the email shortens.
pub(super) fn rest_is_elsewhere() -> String {
    format!(
        "This request is longer: all of it is at the desk, and in `{}`.",
        command_line("leads list")
    )
}

/// Returns the mailbox of a lead, if the visitor gave an address that email can be sent to.
pub(super) fn reply_address(full_name: &str, email: &str) -> Option<Mailbox> {
    let name = Some(one_line(full_name)).filter(|name| !name.is_empty());
    Some(Mailbox::new(name, email.trim().parse().ok()?))
}

/// Returns a mailbox in the form that mail servers use: its domain in ASCII (RFC 5890), its local
/// part as typed. Only the local part may contain non-ASCII characters (RFC 6531).
fn on_the_wire(mailbox: &Mailbox) -> Mailbox {
    let typed = &mailbox.email;
    let meant = typed.to_string().parse::<EmailAddress>().ok();
    let address = meant
        .filter(|_| !typed.domain().is_ascii())
        .and_then(|meant| Address::new(typed.user(), meant.domain()).ok());
    Mailbox::new(
        mailbox.name.clone(),
        address.unwrap_or_else(|| typed.clone()),
    )
}

/// Returns a text as [one line](owner_email::one_line), truncated, so that a subject cannot inject a header.
pub(crate) fn one_line(text: &str) -> String {
    let line = owner_email::one_line(text);
    line.chars().take(MAX_SUBJECT_CHARS).collect()
}
