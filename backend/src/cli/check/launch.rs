//! Checks what must change before the site is public: settings that still have their development
//! defaults, and the sample data on the pages. What no program can check is in docs/launch.md.

use super::{Finding, count};
use crate::{
    config::{self, Config},
    site::SampleRecord,
};

/// Checks for settings that still have their development defaults.
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

/// Reports in one line how much of the site is sample data.
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

/// Reports each part of the site that is sample data.
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

/// Warns if no trusted proxy is set: a public site has one in front of it.
pub fn proxy(config: &Config) -> Option<Finding> {
    config.visitors.trusted_proxies.is_empty().then(|| {
        Finding::warning(
            "TRUSTED_PROXIES",
            "is not set: behind the proxy that does TLS all visitors have one address, and share \
             what may come from one within an hour; set the proxy's address",
        )
    })
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
