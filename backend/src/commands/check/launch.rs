//! What must be set before the site is public. The site's invented facts are listed in
//! `app/src/sample-data.ts`.

use backend::config::{self, Config};

use super::Finding;

/// Looks for settings that are still those of a trial.
pub fn check(config: &Config) -> Vec<Finding> {
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
        .collect()
}

fn public_url(url: &str) -> Option<Finding> {
    let said = match url.split_once("://") {
        Some((_, host)) if is_this_machine(host) => {
            "is this machine's: set the address that visitors use"
        }
        Some(("http", _)) => {
            "is not encrypted, and visitors type in their address and number: set one with https"
        }
        _ => return None,
    };
    Some(Finding::warning("PUBLIC_URL", said))
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
    use super::{is_example, public_url};

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
        assert!(is_example("canopybrothers.EXAMPLE"));
        assert!(!is_example("example.com"));
    }
}
