//! The mail that tells of suspect leads, several at once.

use validator_wasm::{PLACEHOLDER_EMAIL, escaped_html};

use super::Words;
use crate::store::outbox::Suspect;

/// The most characters that are shown of a message: enough to see whether it is a customer's.
const MAX_MESSAGE_CHARS: usize = 600;

/// The mail that tells of these leads.
#[must_use]
pub fn compose(suspects: &[Suspect]) -> Words {
    let count = suspects.len();
    let requests = if count == 1 { "request" } else { "requests" };
    let entries: String = suspects.iter().map(entry).collect();
    Words {
        subject: format!("{count} estimate {requests} that may be spam"),
        html: format!(
            "<h1>{count} estimate {requests} that may be spam</h1>\n\
             <p>Saved like any other, but something about them is unusual. Please see whether a \
             customer is among them.</p>\n{entries}"
        ),
    }
}

fn entry(suspect: &Suspect) -> String {
    let lead = &suspect.lead;
    let email = match &*lead.email {
        PLACEHOLDER_EMAIL => "no e-mail",
        email => email,
    };
    let mut message: String = lead.message.chars().take(MAX_MESSAGE_CHARS).collect();
    if message.len() < lead.message.len() {
        message.push('…');
    }
    format!(
        "<h2>{}</h2>\n<p>{} · {} · {}</p>\n<p>{}</p>\n<p>Unusual: {}</p>\n",
        escaped_html(&lead.full_name),
        lead.created_at.format("%Y-%m-%d %H:%M UTC"),
        escaped_html(&lead.phone),
        escaped_html(email),
        escaped_html(&message),
        escaped_html(&suspect.signs.join(", ")),
    )
}
