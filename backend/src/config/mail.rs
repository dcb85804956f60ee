//! The owner's mail.

use std::{net::IpAddr, time::Duration};

use lettre::{AsyncSmtpTransport, Tokio1Executor, message::Mailbox};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use validator_wasm::company::{DOMAIN, SHORT_NAME};

use super::reader::Reader;

/// The owner's mail.
#[derive(Clone, Debug)]
pub struct Mail {
    /// `MAIL_TO`: the recipient.
    pub to: Mailbox,
    /// `MAIL_FROM`: the sender.
    pub from: Mailbox,
    /// `SMTP_URL`, which holds a password; when it is not set, mails are written to files.
    pub smtp_url: Option<SecretString>,
    /// `DIGEST_MINUTES`: how long the first suspect lead waits for the others.
    pub digest: Duration,
}

impl Mail {
    /// The defaults that derive from the company's domain.
    pub(super) fn defaults() -> [(&'static str, String); 2] {
        [
            ("MAIL_TO", format!("owner@{DOMAIN}")),
            (
                "MAIL_FROM",
                format!("\"{SHORT_NAME} Website\" <website@{DOMAIN}>"),
            ),
        ]
    }

    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let mailbox =
            "set a mail address, such as owner@example.com or Jane Doe <jane@example.com>.";
        let to: Option<Mailbox> = reader.parsed("MAIL_TO", mailbox);
        let from: Option<Mailbox> = reader.parsed("MAIL_FROM", mailbox);
        let smtp_url = reader.optional(
            "SMTP_URL",
            "set smtp://user:password@host:587?tls=required or smtps://user:password@host, or nothing to have mails written to files.",
            |value| {
                AsyncSmtpTransport::<Tokio1Executor>::from_url(value)
                    .is_ok()
                    .then(|| SecretString::from(value))
            },
        );
        let sends_password_in_the_clear = smtp_url.as_ref().is_some_and(|url| {
            SmtpProtection::of(url.expose_secret()) == Some(SmtpProtection::ClearPassword)
        });
        if sends_password_in_the_clear {
            reader.note(
                "SMTP_URL",
                "would send the password unencrypted; write ?tls=required at its end, or smtps:// at its beginning.",
            );
        }
        let digest_minutes = reader.count("DIGEST_MINUTES");
        Some(Self {
            to: to?,
            from: from?,
            smtp_url,
            digest: Duration::from_mins(u64::from(digest_minutes?.unsigned_abs())),
        })
    }
}

/// The protection of the connection to the mail server of an `SMTP_URL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtpProtection {
    /// By TLS, or because it does not leave this machine.
    Private,
    /// None, or only if no machine in the middle removes it: the mails can be read on the way.
    Clear,
    /// As [`Clear`](Self::Clear), and a password would be sent over it.
    ClearPassword,
}

impl SmtpProtection {
    /// Parses a URL as lettre does. `None` when it is malformed.
    #[must_use]
    pub fn of(url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let host = url.host_str()?;
        let is_loopback = host.eq_ignore_ascii_case("localhost")
            || host
                .trim_matches(['[', ']'])
                .parse()
                .is_ok_and(|address: IpAddr| address.is_loopback());
        let tls = url.query_pairs().find(|(name, _)| name == "tls");
        let is_encrypted =
            url.scheme() == "smtps" || tls.is_some_and(|(_, value)| value == "required");
        Some(if is_encrypted || is_loopback {
            Self::Private
        } else if url.password().is_some() {
            Self::ClearPassword
        } else {
            Self::Clear
        })
    }
}

#[cfg(test)]
mod tests {
    use super::SmtpProtection::{self, Clear, ClearPassword, Private};

    #[test]
    fn a_password_is_sent_by_tls_or_stays_on_the_machine() {
        for (url, protection) in [
            ("smtps://user:password@mail.example", Private),
            (
                "smtp://user:password@mail.example:587?tls=required",
                Private,
            ),
            ("smtp://user:password@localhost:25", Private),
            ("smtp://user:password@127.0.0.2", Private),
            ("smtp://user:password@[::1]:25", Private),
            ("smtp://mail.example", Clear),
            ("smtp://user@mail.example", Clear),
            ("smtp://mail.example?tls=opportunistic", Clear),
            ("smtp://user:password@mail.example", ClearPassword),
            ("smtp://user:password@10.0.0.1:25", ClearPassword),
            // A machine in the middle removes the offer of TLS.
            (
                "smtp://user:password@mail.example?tls=opportunistic",
                ClearPassword,
            ),
            (
                "smtp://user:password@mail.example?tls=opportunistic&tls=required",
                ClearPassword,
            ),
        ] {
            assert_eq!(SmtpProtection::of(url), Some(protection), "{url}");
        }
    }
}
