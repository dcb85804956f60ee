//! Checks the built site, and that it was built for these settings.

use super::Report;
use crate::{
    config::Config,
    observability::error_chain::chain,
    site::{ANOTHER_KEY, BuildStamp, Site},
};

const SUBJECT: &str = "site";

/// Checks that the site can be served and was built with the server's settings. Returns its build stamp.
pub fn check(report: &mut Report, config: &Config) -> Option<BuildStamp> {
    let source = &config.server.site;
    let site = Site::load(source).map_err(|cause| {
        let cause = chain(&cause);
        report.failed(
            SUBJECT,
            format!(
                "{source} is not a built site ({cause}): build it, or set SITE_DIR \
                 to the built site"
            ),
        );
    });
    let Some(stamp) = site.ok()?.stamp else {
        report.warning(
            SUBJECT,
            format!("{source} does not say which settings it was built with: build it again"),
        );
        return None;
    };
    let (sends_key, is_here) = (
        stamp.sends_key(&config.anon_key),
        stamp.public_url == config.server.public_url,
    );
    if !sends_key {
        report.failed(SUBJECT, format!("{source} was {ANOTHER_KEY}"));
    }
    if !is_here {
        let built_for = format!("{source} was built for PUBLIC_URL={}", stamp.public_url);
        let text = format!("{built_for}, which search engines read: build it with the current one");
        report.warning(SUBJECT, text);
    }
    if sends_key && is_here {
        report.ok(SUBJECT, format!("{source} was built for these settings"));
    }
    Some(stamp)
}
