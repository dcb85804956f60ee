//! Checks what must change before the site is public: settings that still have their development defaults,
//! and the sample data on the pages. docs/launch.md lists the rest, which a program cannot check.

use super::{Report, count};
use crate::{
    config::{self, Config},
    site::SampleRecord,
};

/// Checks for settings that still have their development defaults.
pub fn settings(report: &mut Report, config: &Config) {
    let mail = &config.mail;
    for (name, mailbox) in [("MAIL_TO", &mail.to), ("MAIL_FROM", &mail.from)] {
        if is_example(mailbox.email.domain()) {
            let text = "is under .example, where no email arrives: set your own address";
            report.warning(name, text);
        }
    }
    if config::default_of("ANON_KEY").is_some_and(|default| default == config.anon_key) {
        report.warning(
            "ANON_KEY",
            "is the default in the source code: set your own, and build the site with it",
        );
    }
    if config::is_this_machine(&config.server.public_url) {
        let text = "is an address of this machine: set the address that visitors use";
        report.warning("PUBLIC_URL", text);
    } else if !config::is_https(&config.server.public_url) {
        let text = "is not encrypted, and visitors enter their address and phone number: set an https address";
        report.warning("PUBLIC_URL", text);
    }
}

const SAMPLE_DATA: &str = "sample data";

/// Reports in one line how many parts of the site are sample data.
pub fn summary(report: &mut Report, records: &[SampleRecord]) {
    if !records.is_empty() {
        let samples = count(records.len(), "sample");
        let text = format!("the pages contain {samples}: `check --launch` lists them");
        report.warning(SAMPLE_DATA, text);
    }
}

/// Reports each part of the site that is sample data.
pub fn sample_data(report: &mut Report, records: &[SampleRecord]) {
    for SampleRecord { what, file, why } in records {
        report.warning(
            SAMPLE_DATA,
            format!(
                "{what}: {why} Replace it in {file}, and remove its entry in \
                 app/src/sample-data.ts"
            ),
        );
    }
}

/// Warns if no trusted proxy is set, because a public site has a proxy in front of it.
pub fn proxy(report: &mut Report, config: &Config) {
    if config.visitors.trusted_proxies.is_empty() {
        report.warning(
            "TRUSTED_PROXIES",
            "is not set: behind the proxy that terminates TLS, all visitors have one address and \
             share its rate limits; set the proxy's address",
        );
    }
}

fn is_example(domain: &str) -> bool {
    let domain = domain.to_ascii_lowercase();
    domain == "example" || domain.ends_with(".example")
}
