//! Checks what must change before the site is public: settings that still have their defaults for
//! development, the sample data on the pages, and what running a site takes beside this program.

use crate::{
    config::{self, Config},
    http::site::SampleRecord,
    mail::transport::Destination,
    store::inspection::Archiving,
};

use super::{Finding, count};

/// Checks for settings that still have their defaults for development.
pub fn settings(config: &Config) -> impl Iterator<Item = Finding> {
    let addresses = [
        ("MAIL_TO", &config.mail.to),
        ("MAIL_FROM", &config.mail.from),
    ];
    let addresses = addresses
        .into_iter()
        .filter(|(_, mailbox)| is_example(mailbox.email.domain()))
        .map(|(name, _)| {
            Finding::warning(
                name,
                "is under .example, which no mail reaches: set an address of yours",
            )
        });
    let key = config::default_of("ANON_KEY").is_some_and(|default| default == config.anon_key);
    let key = key.then(|| {
        Finding::warning(
            "ANON_KEY",
            "is the one of the source code: set one of your own, and build the site with it",
        )
    });
    addresses
        .chain(key)
        .chain(public_url(&config.server.public_url))
}

/// Says in one line how much of the site is invented.
pub fn summary(records: &[SampleRecord]) -> Option<Finding> {
    (!records.is_empty()).then(|| {
        Finding::warning(
            SAMPLE_DATA,
            format!(
                "{} of the pages are invented: `check --launch` names each",
                count(records.len(), "part")
            ),
        )
    })
}

const SAMPLE_DATA: &str = "sample data";

/// Names each part of the site that is invented.
pub fn sample_data(records: &[SampleRecord]) -> impl Iterator<Item = Finding> {
    records.iter().map(|SampleRecord { what, file, why }| {
        Finding::warning(
            SAMPLE_DATA,
            format!(
                "{what}: {why} Replace it in {file}, and remove its entry in \
                 app/src/sample-data.ts"
            ),
        )
    })
}

/// Checks what running a public site takes, and explains what cannot be checked from here.
pub fn operation(
    config: &Config,
    mails: Destination,
    archiving: Option<Archiving>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if config.visitors.trusted_proxies.is_empty() {
        findings.push(Finding::warning(
            "TRUSTED_PROXIES",
            "is not set: behind the proxy that does TLS all visitors have one address, and share \
             what may come from one within an hour; set the proxy's address",
        ));
    }
    findings
        .extend(archiving.map(|archiving| backups(archiving, config.launch.backups.as_deref())));
    findings.push(match &config.launch.alerts {
        Some(statement) => Finding::ok("alerts", format!("as ALERTS says: {statement}")),
        None => Finding::warning(
            "alerts",
            "nobody reads a log: have the metrics watched (docs/operations.md), then write into \
             ALERTS who is told, and by what",
        ),
    });
    findings.extend(sender(&config.mail, mails));
    findings
}

fn backups(archiving: Archiving, statement: Option<&str>) -> Finding {
    const SUBJECT: &str = "backups";
    match (archiving, statement) {
        (Archiving::Failing, _) => Finding::warning(
            SUBJECT,
            "Postgres cannot archive its log, so its disk fills up: its own log says why \
             archive_command fails",
        ),
        (_, Some(statement)) => Finding::ok(SUBJECT, format!("as BACKUPS says: {statement}")),
        (Archiving::Working, None) => Finding::ok(SUBJECT, "Postgres archives its log"),
        (Archiving::Off | Archiving::Pending, None) => Finding::warning(
            SUBJECT,
            "nothing of this database's log is archived, and a lead that is lost with a disk is lost: \
             set backups up (docs/backup.md), restore one for a try, then write into BACKUPS \
             where they go",
        ),
    }
}

/// Explains which DNS records let mail servers accept mails from the sender's address. They are not
/// looked up: a resolver on this machine may answer otherwise than the public DNS.
fn sender(config: &config::Mail, mails: Destination) -> Vec<Finding> {
    let domain = config.from.email.domain();
    let server = match mails {
        Destination::Server { host, .. } => host,
        Destination::Folder(_) => "the mail server",
    };
    [
        (
            "SPF",
            format!(
                "who may send for {domain}: a TXT record at {domain}, v=spf1 … -all, with the \
                 include: that the provider of {server} names"
            ),
        ),
        (
            "DKIM",
            format!(
                "{server} must sign mails for {domain}: a record at the selector that its provider \
                 names, such as s1._domainkey.{domain}"
            ),
        ),
        (
            "DMARC",
            format!(
                "what to do with others' mails: a TXT record at _dmarc.{domain}, such as \
                 v=DMARC1; p=quarantine; rua=mailto:{}",
                config.to.email
            ),
        ),
    ]
    .map(|(subject, text)| Finding::note(subject, text))
    .into()
}

fn public_url(url: &str) -> Option<Finding> {
    let text = match url.split_once("://") {
        Some((_, host)) if is_this_machine(host) => {
            "is this machine's: set the address that visitors use"
        }
        Some(("http", _)) => {
            "is not encrypted, and visitors type in their address and number: set one with https"
        }
        _ => return None,
    };
    Some(Finding::warning("PUBLIC_URL", text))
}

fn is_example(domain: &str) -> bool {
    let domain = domain.to_ascii_lowercase();
    domain == "example" || domain.ends_with(".example")
}

fn is_this_machine(host: &str) -> bool {
    host.starts_with("localhost") || host.starts_with("127.") || host.starts_with("[::1]")
}

#[cfg(test)]
mod tests {
    use crate::store::inspection::Archiving;

    use super::{backups, is_example, public_url};
    use crate::cli::check::Severity;

    #[test]
    fn a_public_url_is_encrypted_and_somewhere() {
        for url in [
            "http://localhost:8080",
            "https://127.0.0.1",
            "http://trees.com",
        ] {
            assert!(public_url(url).is_some(), "{url}");
        }
        assert!(public_url("https://trees.com").is_none());
    }

    #[test]
    fn example_is_a_domain_of_its_own() {
        assert!(is_example("trees.EXAMPLE"));
        assert!(!is_example("example.com"));
    }

    #[test]
    fn a_backup_is_seen_or_stated_and_never_while_archiving_fails() {
        for (archiving, statement, severity) in [
            (Archiving::Off, None, Severity::Warning),
            (Archiving::Off, Some("nightly, elsewhere"), Severity::Ok),
            (Archiving::Pending, None, Severity::Warning),
            (Archiving::Working, None, Severity::Ok),
            (
                Archiving::Failing,
                Some("nightly, elsewhere"),
                Severity::Warning,
            ),
        ] {
            let found = backups(archiving, statement).severity;
            assert!(found == severity, "{archiving:?} {statement:?}");
        }
    }
}
