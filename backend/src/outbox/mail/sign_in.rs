//! Composes the email with a link and a code for signing in to the desk.

use std::time::Duration;

use validator_wasm::{company::SHORT_NAME, escaped_html};

use super::message::MailContent;

/// Composes the email: the link, the code, and how long they are valid.
pub fn compose(link: &str, code: &str, timeout: Duration) -> MailContent {
    let title = format!("Sign in to {SHORT_NAME}'s desk");
    let terms = format!(
        "Link and code are good once, for {} minutes.",
        timeout.as_secs() / 60
    );
    let typed = "Or type this code where you asked for this email:";
    let stranger = "If you did not ask for it, ignore this email, and tell nobody the code: without it or the link nobody is let in.";
    MailContent {
        html: format!(
            "<h1>{title}</h1>\n<p><a href=\"{}\">Sign in</a></p>\n<p>{typed}<br>\n<b>{code}</b></p>\n<p>{terms}</p>\n<p>{stranger}</p>\n",
            escaped_html(link),
            title = escaped_html(&title),
        ),
        text: format!("{title}:\n\n{link}\n\n{typed}\n{code}\n\n{terms}\n{stranger}\n"),
        subject: title,
        ..MailContent::default()
    }
}
