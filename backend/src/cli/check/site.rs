//! Checks the built site, and that it was built for these settings.

use super::Finding;
use crate::{
    config::Config,
    observability::error_chain::chain,
    site::{BuildStamp, Site},
};

const SUBJECT: &str = "site";

/// Runs the checks. Also returns the site's build stamp.
pub fn check(config: &Config) -> (Vec<Finding>, Option<BuildStamp>) {
    let source = &config.server.site;
    let site = match Site::load(source) {
        Ok(site) => site,
        Err(cause) => {
            let text = format!(
                "{source} is no built site ({}): build it (`npm run build`), or set SITE_DIR to \
                 where it is",
                chain(&cause)
            );
            return (vec![Finding::failed(SUBJECT, text)], None);
        }
    };
    let findings = match &site.stamp {
        Some(stamp) => settings(stamp, config),
        None => vec![Finding::warning(
            SUBJECT,
            format!("{source} does not say which settings it was built with: build it again"),
        )],
    };
    (findings, site.stamp)
}

/// Whether the site was built with the settings of the server.
fn settings(stamp: &BuildStamp, config: &Config) -> Vec<Finding> {
    let source = &config.server.site;
    let mut findings = Vec::new();
    if !stamp.sends_key(&config.anon_key) {
        findings.push(Finding::failed(
            SUBJECT,
            format!(
                "{source} was built for another ANON_KEY, so every request of its form is \
                 refused: build it with this one, or set the one that it was built with"
            ),
        ));
    }
    if stamp.public_url != config.server.public_url {
        findings.push(Finding::warning(
            SUBJECT,
            format!(
                "{source} was built for PUBLIC_URL={}, which is what search engines are told: \
                 build it with the one that is set",
                stamp.public_url
            ),
        ));
    }
    if findings.is_empty() {
        findings.push(Finding::ok(
            SUBJECT,
            format!("{source} was built for these settings"),
        ));
    }
    findings
}
