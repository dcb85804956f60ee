use std::{net::IpAddr, time::Duration};

use lettre::{
    message::Mailbox,
    transport::smtp::{authentication::Credentials, extension::ClientId},
};
use percent_encoding::percent_decode_str;
use url::Url;
use validator_wasm::company::{DOMAIN, SHORT_NAME};

use super::{
    origin::is_this_machine,
    reader::{Problem, Reader, settings},
};

const MAILBOX: &str =
    "set an email address, such as owner@example.com or Jane Doe <jane@example.com>.";

settings! {
    #[derive(Clone, Debug)]
    pub struct Mail(reader) {
        /// `MAIL_TO`: the recipient.
        pub to: Mailbox = recipient(reader),
        /// `MAIL_FROM`: the sender.
        pub from: Mailbox = reader.parsed("MAIL_FROM", MAILBOX),
        /// `SMTP_URL`: the mail server. If it is not set, emails are written to files.
        pub server: Option<SmtpServer> = Some(SmtpServer::read(reader)),
        /// `DIGEST_MINUTES`: how long the first suspect lead waits for the others.
        pub digest: Duration = reader
            .count("DIGEST_MINUTES")
            .map(|minutes| Duration::from_mins(u64::from(minutes.unsigned_abs()))),
    }
}

impl Mail {
    /// Returns the default sender, which is derived from the company's domain.
    pub(super) fn default_sender() -> (&'static str, String) {
        let sender = format!("\"{SHORT_NAME} Website\" <website@{DOMAIN}>");
        ("MAIL_FROM", sender)
    }
}

/// Reads `MAIL_TO`. Only in development it has a default: a public site's owner would hear of nothing.
fn recipient(reader: &mut Reader) -> Option<Mailbox> {
    let site = reader.text("PUBLIC_URL").unwrap_or_default();
    if is_this_machine(&site) && reader.text("MAIL_TO").is_none() {
        return format!("owner@{DOMAIN}").parse().ok();
    }
    reader.parsed("MAIL_TO", MAILBOX)
}

#[derive(Clone, Debug)]
pub struct SmtpServer {
    pub host: String,
    pub port: u16,
    pub encryption: SmtpEncryption,
    /// User and password. They are not printed.
    pub credentials: Option<Credentials>,
    pub client_name: ClientId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtpEncryption {
    None,
    /// After `STARTTLS`, if the server offers it. An attacker between the two can remove the offer.
    Opportunistic,
    /// After `STARTTLS`.
    Required,
    /// From the first byte on.
    Implicit,
}

impl SmtpServer {
    /// Reads `SMTP_URL`. `None` if it is not set or cannot be used.
    fn read(reader: &mut Reader) -> Option<Self> {
        let server = reader.optional(
            "SMTP_URL",
            "set smtp://user:password@host:587?tls=required or smtps://user:password@host, or leave it empty to write emails to files.",
            Self::parse,
        )?;
        if server.reveals_password() {
            reader.problems.push(Problem::new(
                "SMTP_URL",
                "would send the password unencrypted; add ?tls=required at its end, or use smtps://.",
            ));
        }
        Some(server)
    }

    /// Parses a URL in the format of lettre's `AsyncSmtpTransport::from_url`.
    fn parse(url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let tls = url.query_pairs().find(|(name, _)| name == "tls");
        let (encryption, port) = match (url.scheme(), tls.as_ref().map(|(_, value)| &**value)) {
            ("smtps", _) => (SmtpEncryption::Implicit, 465),
            ("smtp", Some("required")) => (SmtpEncryption::Required, 587),
            ("smtp", Some("opportunistic")) => (SmtpEncryption::Opportunistic, 587),
            ("smtp", None) => (SmtpEncryption::None, 25),
            _ => return None,
        };
        let decoded = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let credentials = url
            .password()
            .map(|password| Credentials::new(decoded(url.username()), decoded(password)));
        Some(Self {
            host: url.host_str()?.to_owned(),
            port: url.port().unwrap_or(port),
            encryption,
            credentials,
            client_name: match url.path().trim_matches('/') {
                "" => ClientId::default(),
                name => ClientId::Domain(name.to_owned()),
            },
        })
    }

    /// Whether nobody can read the emails in transit: TLS encrypts them, or they do not leave this machine.
    pub fn is_private(&self) -> bool {
        let is_loopback = self.host.eq_ignore_ascii_case("localhost")
            || self
                .host
                .trim_matches(['[', ']'])
                .parse()
                .is_ok_and(|address: IpAddr| address.is_loopback());
        let is_encrypted = matches!(
            self.encryption,
            SmtpEncryption::Required | SmtpEncryption::Implicit
        );
        is_encrypted || is_loopback
    }

    /// Whether somebody can read the password in transit.
    fn reveals_password(&self) -> bool {
        self.credentials.is_some() && !self.is_private()
    }
}

#[cfg(test)]
mod tests {
    use super::SmtpServer;

    #[test]
    fn a_password_is_sent_by_tls_or_stays_on_the_machine() {
        const PRIVATE: (bool, bool) = (true, false);
        const CLEAR: (bool, bool) = (false, false);
        const CLEAR_PASSWORD: (bool, bool) = (false, true);
        for (url, protection) in [
            ("smtps://user:password@mail.example", PRIVATE),
            (
                "smtp://user:password@mail.example:587?tls=required",
                PRIVATE,
            ),
            ("smtp://user:password@localhost:25", PRIVATE),
            ("smtp://user:password@127.0.0.2", PRIVATE),
            ("smtp://user:password@[::1]:25", PRIVATE),
            ("smtp://mail.example", CLEAR),
            ("smtp://user@mail.example", CLEAR),
            ("smtp://mail.example?tls=opportunistic", CLEAR),
            ("smtp://user:password@mail.example", CLEAR_PASSWORD),
            ("smtp://user:password@10.0.0.1:25", CLEAR_PASSWORD),
            // An attacker between the two can remove the offer of TLS.
            (
                "smtp://user:password@mail.example?tls=opportunistic",
                CLEAR_PASSWORD,
            ),
            (
                "smtp://user:password@mail.example?tls=opportunistic&tls=required",
                CLEAR_PASSWORD,
            ),
        ] {
            let server = SmtpServer::parse(url).unwrap();
            let is = (server.is_private(), server.reveals_password());
            assert_eq!(is, protection, "{url}");
        }
    }
}
