//! Composes the mail with a link that signs in to the desk.

use std::time::Duration;

use validator_wasm::{company::SHORT_NAME, escaped_html};

use super::message::MailContent;

/// Composes the mail: the link, and for how long it is good.
#[must_use]
pub fn compose(link: &str, timeout: Duration) -> MailContent {
    let title = format!("Sign in to {SHORT_NAME}'s desk");
    let terms = format!(
        "The link is good once, for {} minutes.",
        timeout.as_secs() / 60
    );
    let stranger =
        "If you did not ask for it, ignore this mail: without the link nobody is let in.";
    MailContent {
        html: format!(
            "<h1>{title}</h1>\n<p><a href=\"{}\">Sign in</a></p>\n<p>{terms}</p>\n<p>{stranger}</p>\n",
            escaped_html(link),
            title = escaped_html(&title),
        ),
        text: format!("{title}:\n\n{link}\n\n{terms}\n{stranger}\n"),
        subject: title,
        is_emergency: false,
    }
}
