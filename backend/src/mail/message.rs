//! A mail to the owner, made safe.
//!
//! Subject and HTML come from the browser, which may be anybody's program. So the HTML is reduced
//! to text, tables and links: nothing that runs, nothing that is loaded from elsewhere, nothing
//! that tells whether it was read. The subject is one line.

use std::sync::LazyLock;

use ammonia::Builder;
use lettre::{
    Message,
    message::{Mailbox, MultiPart},
};
use uuid::Uuid;
use validator_wasm::PLACEHOLDER_EMAIL;

use crate::error::Error;

/// The most characters of a subject: what mail programs show, several times over.
const MAX_SUBJECT_CHARS: usize = 250;

/// The most tags of the HTML, line breaks apart. Reading nested elements takes the square of their
/// number: a quarter of a megabyte of them would keep a processor busy for minutes, a thousand for
/// a few milliseconds. The mail of an estimate request has 40.
const MAX_TAGS: usize = 1000;

/// The width of the plain text, in characters.
const TEXT_WIDTH: usize = 78;

/// What a mail says, made safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// One line.
    pub subject: String,
    /// Text, tables and links.
    pub html: String,
}

impl Words {
    /// Makes a subject and HTML of unknown origin safe.
    ///
    /// # Errors
    /// [`Error::MalformedBody`] when nothing is left of the subject or of the HTML, or when the HTML
    /// has more than a thousand tags.
    pub fn new(subject: &str, html: &str) -> Result<Self, Error> {
        let subject = one_line(subject);
        if subject.is_empty() {
            return Err(Error::MalformedBody("The subject is empty.".to_owned()));
        }
        if html.matches('<').count() - html.matches("<br").count() > MAX_TAGS {
            return Err(Error::MalformedBody(format!(
                "The html has more than {MAX_TAGS} tags."
            )));
        }
        let html = ALLOWED_HTML.clean(html).to_string();
        if as_text(&html)?.trim().is_empty() {
            return Err(Error::MalformedBody("The html is empty.".to_owned()));
        }
        Ok(Self { subject, html })
    }
}

/// A mail to the owner.
#[derive(Clone, Debug)]
pub struct Mail {
    words: Words,
    text: String,
    id: Uuid,
    reply_to: Option<Mailbox>,
}

impl Mail {
    /// A mail that says this. `id` names it: sent again it has the same `Message-ID`, so that mail
    /// programs see one. Its answer goes to `reply_to`, or to whom it is from.
    ///
    /// # Errors
    /// [`Error::MalformedBody`] when the HTML cannot be read as text.
    pub fn new(words: Words, id: Uuid, reply_to: Option<Mailbox>) -> Result<Self, Error> {
        Ok(Self {
            text: as_text(&words.html)?,
            words,
            id,
            reply_to,
        })
    }

    /// Names the mail.
    #[must_use]
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// The message as it is sent: plain text beside the HTML.
    ///
    /// # Errors
    /// None that a [`Mail`] can cause.
    pub fn message(&self, from: &Mailbox, to: &Mailbox) -> Result<Message, lettre::error::Error> {
        let mut message = Message::builder().from(from.clone()).to(to.clone());
        if let Some(address) = &self.reply_to {
            message = message.reply_to(address.clone());
        }
        message
            .subject(&self.words.subject)
            .message_id(Some(format!("<{}@{}>", self.id, from.email.domain())))
            .multipart(MultiPart::alternative_plain_html(
                self.text.clone(),
                self.words.html.clone(),
            ))
    }
}

/// Where an answer to a lead goes: to its mailbox, if one was given that mail can be sent to.
#[must_use]
pub fn reply_address(full_name: &str, email: &str) -> Option<Mailbox> {
    if email == PLACEHOLDER_EMAIL {
        return None;
    }
    let name = Some(one_line(full_name)).filter(|name| !name.is_empty());
    Some(Mailbox::new(name, email.trim().parse().ok()?))
}

static ALLOWED_HTML: LazyLock<Builder> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder
        .rm_tags(["img", "map", "area"])
        .url_schemes(["http", "https", "mailto", "tel"].into())
        .add_tag_attributes("table", ["cellpadding"])
        .strip_comments(true);
    builder
});

/// Folds line breaks and other control characters into spaces: a subject cannot carry a header.
fn one_line(subject: &str) -> String {
    subject
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(MAX_SUBJECT_CHARS)
        .collect()
}

/// The HTML as plain text, with the addresses of its links below.
fn as_text(html: &str) -> Result<String, Error> {
    let text = html2text::config::plain()
        .link_footnotes(true)
        .no_table_borders()
        .allow_width_overflow()
        .string_from_read(html.as_bytes(), TEXT_WIDTH)
        .map_err(|_| Error::MalformedBody("The html cannot be read.".to_owned()))?;
    // Tables are padded with spaces to their right.
    Ok(text
        .lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n"))
}
