//! Every setting, read once at start: one file a concern.
//!
//! The list of settings and their defaults is `.env.example`, which is compiled in. A line in
//! `.env` in the working directory overrides it, a variable in the environment overrides both.
//! An empty value means "not set" and overrides nothing. All problems are reported at once.

mod auto_reply;
mod command_line;
pub(crate) mod company;
mod database;
mod desk;
mod env_file;
mod log;
mod mail;
mod origin;
mod photos;
mod reader;
pub mod secret;
mod server;
pub mod time_zone;
pub(crate) mod tls;
mod visitors;
mod webhook;

use std::{collections::HashMap, fs, io};

pub(crate) use auto_reply::AutoReply;
pub(crate) use command_line::{PROGRAM, command_line};
pub(crate) use database::Database;
pub use database::DatabaseUrl;
pub(crate) use desk::{Desk, DeskPerson};
pub(crate) use log::{Log, LogFormat};
pub(crate) use mail::{Mail, SmtpEncryption, SmtpServer};
pub(crate) use origin::is_https;
pub(crate) use photos::Photos;
pub(crate) use reader::Problem;
use reader::{Reader, settings};
pub(crate) use server::{Server, SiteSource};
use thiserror::Error;
pub(crate) use visitors::{GeolocationHeaders, RateLimits, Visitors};
pub(crate) use webhook::Webhook;

const DEFAULTS: &str = include_str!("../../.env.example");

/// The most days that an age may have: a century.
pub const MAX_DAYS: u32 = 36_500;

settings! {
    /// The settings, checked.
    #[derive(Clone, Debug)]
    pub struct Config(reader) {
        /// Where the server listens and what it serves.
        pub server: Server = Server::read(reader),
        /// What is logged, and how.
        pub log: Log = Log::read(reader),
        /// The database.
        pub database: Database = Database::read(reader),
        /// `ANON_KEY`: the key that the browser sends with a lead. The site's JavaScript contains it.
        pub anon_key: String = reader.required(
            "ANON_KEY",
            "set a key of visible ASCII characters without spaces.",
            |key| key.bytes().all(|byte| byte.is_ascii_graphic()).then(|| key.to_owned()),
        ),
        /// What is stored about visitors, and their rate limits.
        pub visitors: Visitors = Visitors::read(reader),
        /// The owner's mail.
        pub mail: Mail = Mail::read(reader),
        /// The owner's desk.
        pub desk: Desk = Desk::read(reader),
        /// Where new leads are announced. `None` is nowhere.
        pub webhook: Option<Webhook> = Some(Webhook::read(reader)),
        /// Whether visitors are answered by a mail at once. `None` is not.
        pub auto_reply: Option<AutoReply> = Some(AutoReply::read(reader)),
        /// How much photographs may take.
        pub photos: Photos = Photos::read(reader),
        /// `RETENTION_DAYS`: the age in days from which `backend leads erase --expired` erases a lead.
        pub retention_days: u32 = reader.number("RETENTION_DAYS", 1..=MAX_DAYS),
    }
}

/// Why there is no configuration.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// `.env` exists and cannot be read.
    #[error(".env cannot be read ({0}): mend or remove it.")]
    UnreadableFile(io::Error),
    /// All settings that cannot be used.
    #[error(
        "Some settings cannot be used. Set them in .env or in the environment:\n  {}",
        lines(.0)
    )]
    Problems(Vec<Problem>),
}

fn lines(problems: &[Problem]) -> String {
    let lines: Vec<_> = problems.iter().map(Problem::to_string).collect();
    lines.join("\n  ")
}

impl Config {
    /// Reads `.env` in the working directory and the environment.
    ///
    /// # Errors
    /// When `.env` exists and cannot be read, or when a setting cannot be used: the error names
    /// each such setting and what to set instead.
    pub fn load() -> Result<Self, ConfigError> {
        let file = match fs::read_to_string(".env") {
            Ok(text) => text,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => String::new(),
            Err(cause) => return Err(ConfigError::UnreadableFile(cause)),
        };
        Self::from_layers(&file, |name| std::env::var(name).ok())
    }

    /// Reads the text of an `.env` file, overridden by an environment.
    ///
    /// # Errors
    /// [`ConfigError::Problems`] when settings cannot be used; it names all of them.
    pub fn from_layers(
        file: &str,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let mut values: HashMap<&str, String> = env_file::assignments(DEFAULTS)
            .chain(Mail::defaults())
            .collect();
        let names: Vec<&str> = values.keys().copied().collect();
        let overrides = env_file::assignments(file).chain(
            names
                .into_iter()
                .filter_map(|name| Some((name, environment(name)?))),
        );
        for (name, value) in overrides.filter(|(_, value)| !value.is_empty()) {
            values.insert(name, value);
        }
        let mut reader = Reader::new(values);
        Self::read(&mut reader)
            .filter(|_| reader.problems.is_empty())
            .ok_or(ConfigError::Problems(reader.problems))
    }
}

/// The default of a setting, as `.env.example` has it.
pub(crate) fn default_of(name: &str) -> Option<String> {
    env_file::assignments(DEFAULTS)
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use validator_wasm::company::{DOMAIN, SHORT_NAME};

    use super::{Config, ConfigError, LogFormat};

    const DATABASE: &str = "DATABASE_URL=postgres://owner:topsecret@localhost/leads\n";

    fn config(file: &str, environment: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::from_layers(&format!("{DATABASE}{file}"), |name| {
            environment
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    fn refused(file: &str) -> Vec<&'static str> {
        match config(file, &[]) {
            Err(ConfigError::Problems(problems)) => {
                problems.into_iter().map(|problem| problem.name).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_database_is_the_only_setting_without_a_default() {
        let config = config("", &[]).unwrap();
        assert_eq!(config.server.address.to_string(), "127.0.0.1:8080");
        assert_eq!(
            config.mail.from.email.to_string(),
            format!("website@{DOMAIN}")
        );
        assert_eq!(config.mail.from.name, Some(format!("{SHORT_NAME} Website")));
        let Err(error) = Config::from_layers("", |_| None) else {
            panic!("a database without a setting");
        };
        assert!(
            error.to_string().contains("DATABASE_URL: is not set"),
            "{error}"
        );
        assert_eq!(error.to_string().lines().count(), 2);
    }

    #[test]
    fn the_file_overrides_the_defaults_and_the_environment_both() {
        let file = "PORT=1\nLOG=warn\nLOG_FORMAT=json\n";
        let config = config(file, &[("PORT", "2"), ("LOG", ""), ("UNHEARD_OF", "x")]).unwrap();
        assert_eq!(config.server.address.port(), 2);
        assert_eq!(
            config.log.filter.to_string(),
            "warn",
            "an empty value overrides nothing"
        );
        assert_eq!(config.log.format, LogFormat::Json);
    }

    #[test]
    fn every_problem_is_noted() {
        assert_eq!(
            refused("HOST=localhost\nPUBLIC_URL=http://localhost/\nLOG=a=b=c\nDATABASE_URL=leads"),
            ["HOST", "PUBLIC_URL", "LOG", "DATABASE_URL"]
        );
        assert_eq!(
            refused("DATABASE_POOL_SIZE=0\nANON_KEY='two words'\nTRUSTED_PROXIES=10.0.0.0/8,proxy"),
            ["DATABASE_POOL_SIZE", "ANON_KEY", "TRUSTED_PROXIES"]
        );
        assert_eq!(
            refused("PUBLIC_URL=https://example.com/path\nMAIL_FROM=a b\nSMTP_URL=mail.example"),
            ["PUBLIC_URL", "MAIL_FROM", "SMTP_URL"]
        );
    }

    #[test]
    fn proxies_are_addresses_or_networks() {
        let config = config("TRUSTED_PROXIES=10.0.0.0/8, 2001:db8::1", &[]).unwrap();
        let proxies = config.visitors.trusted_proxies;
        assert_eq!(format!("{proxies:?}"), "[10.0.0.0/8, 2001:db8::1/128]");
    }

    #[test]
    fn headers_of_a_geolocation_are_three_and_come_from_a_proxy() {
        let proxy = "TRUSTED_PROXIES=10.0.0.0/8\n";
        for headers in ["cf-ipcity,cf-region,cf-ipcountry", ",,cf-ipcountry"] {
            let file = format!("PLACE_HEADERS={headers}");
            let config = config(&format!("{proxy}{file}"), &[]).unwrap();
            assert!(config.visitors.geolocation_headers.is_some(), "{headers}");
            assert_eq!(refused(&file), ["PLACE_HEADERS"]);
        }
        for headers in ["cf-ipcity", "a,b", "a,b,c,d", "a b,c,d", "ä,b,c"] {
            let file = format!("{proxy}PLACE_HEADERS={headers}");
            assert_eq!(refused(&file), ["PLACE_HEADERS"], "{headers}");
        }
    }

    #[test]
    fn origins_are_as_browsers_write_them() {
        let origins = [
            "https://www.example.com",
            "http://localhost:5173",
            "https://[2001:db8::1]:8443",
        ];
        let list = origins.join(", ");
        let config = config(&format!("ALLOWED_ORIGINS={list}"), &[]).unwrap();
        assert_eq!(config.server.allowed_origins, origins);
        for list in [
            "*",
            "null",
            "www.example.com",
            "ftp://example.com",
            "https://",
            "https://www.example.com/",
            "https://www.example.com/path",
            "https://www.example.com,",
            "https://WWW.example.com",
            "https://*.example.com",
            "https://www.example.com:443",
            "http://www.example.com:80",
            "https://jane@example.com",
            "https://two words",
        ] {
            let file = format!("ALLOWED_ORIGINS={list}");
            assert_eq!(refused(&file), ["ALLOWED_ORIGINS"], "{list}");
        }
    }

    #[test]
    fn databases_of_geolocations_are_files() {
        let config = config("PLACE_DATABASE=ipv4.mmdb, ipv6.mmdb", &[]).unwrap();
        let files = config.visitors.geolocation_databases;
        assert_eq!(format!("{files:?}"), r#"["ipv4.mmdb", "ipv6.mmdb"]"#);
        assert_eq!(refused("PLACE_DATABASE=ipv4.mmdb,"), ["PLACE_DATABASE"]);
    }

    #[test]
    fn the_desk_is_for_the_addresses_that_are_listed() {
        assert!(!config("", &[]).unwrap().desk.is_on());
        let desk = config("DESK_EMAILS=Jane@A.example, joe@b.example", &[])
            .unwrap()
            .desk;
        assert_eq!(desk.people.len(), 2);
        let jane = desk.person(" jane@a.EXAMPLE ").unwrap();
        assert_eq!(jane.address().to_string(), "Jane@A.example");
        assert_eq!(jane.key(), "jane@a.example");
        for stranger in ["", "jane", "jane@b.example", "joe@b.example,"] {
            assert!(desk.person(stranger).is_none(), "{stranger}");
        }
        for list in ["jane", "jane@a.example,", "Jane <jane@a.example>"] {
            assert_eq!(refused(&format!("DESK_EMAILS={list}")), ["DESK_EMAILS"]);
        }
    }

    #[test]
    fn visitors_are_answered_only_if_that_is_asked_for() {
        assert!(config("", &[]).unwrap().auto_reply.is_none());
        let on = config("AUTO_REPLY=true\nAUTO_REPLIES_PER_HOUR=7", &[]).unwrap();
        assert_eq!(on.auto_reply.unwrap().per_hour, 7);
        assert_eq!(refused("AUTO_REPLY=yes"), ["AUTO_REPLY"]);
        let none = "AUTO_REPLIES_PER_HOUR=0";
        assert_eq!(refused(none), ["AUTO_REPLIES_PER_HOUR"]);
    }

    /// What `openssl rand -base64 24` may print.
    const KEY: &str = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    #[test]
    fn a_webhook_has_an_https_address_and_a_secret() {
        assert!(config("", &[]).unwrap().webhook.is_none());
        assert!(config("WEBHOOK_SECRET=x", &[]).unwrap().webhook.is_none());
        let url = "WEBHOOK_URL=https://crm.example/hooks/1?key=2\n";
        for (secrets, keys) in [
            (format!("whsec_{KEY}"), 1),
            (format!("whsec_{KEY}, whsec_{KEY}"), 2),
        ] {
            let webhook = config(&format!("{url}WEBHOOK_SECRET={secrets}"), &[])
                .unwrap()
                .webhook
                .unwrap();
            assert_eq!(webhook.keys.len(), keys);
            assert!(!webhook.allow_private);
        }
        for secret in [
            "",
            KEY,
            "whsec_",
            "whsec_c2hvcnQ=",
            "whsec_not/base64!",
            &format!("whsec_{KEY},"),
            &format!("whsec_{}", KEY.repeat(3)),
        ] {
            let file = format!("{url}WEBHOOK_SECRET={secret}");
            assert_eq!(refused(&file), ["WEBHOOK_SECRET"], "{secret}");
        }
    }

    #[test]
    fn only_a_webhook_in_a_private_network_may_go_unencrypted() {
        let file = |url: &str, allowed: bool| {
            format!(
                "WEBHOOK_URL={url}\nWEBHOOK_SECRET=whsec_{KEY}\nWEBHOOK_ALLOW_PRIVATE={allowed}"
            )
        };
        assert_eq!(
            refused(&file("http://crm.example/", false)),
            ["WEBHOOK_URL"]
        );
        assert!(config(&file("http://crm.example/", true), &[]).is_ok());
        for url in [
            "crm.example",
            "ftp://crm.example/",
            "file:///etc/passwd",
            "https://user@crm.example/",
            "https://:password@crm.example/",
            "'https://crm.example/#part'",
            "https://",
        ] {
            for allowed in [false, true] {
                assert_eq!(refused(&file(url, allowed)), ["WEBHOOK_URL"], "{url}");
            }
        }
        let odd = "WEBHOOK_ALLOW_PRIVATE=yes";
        assert_eq!(refused(odd), ["WEBHOOK_ALLOW_PRIVATE"]);
    }

    #[test]
    fn secrets_are_not_printed() {
        let file = "IP_HASH_SECRET=topsecret-topsecret-topsecret-topsecret\n\
                    SMTP_URL=smtps://user:topsecret@mail.example\n\
                    WEBHOOK_URL=https://crm.example/topsecret\n\
                    WEBHOOK_SECRET=whsec_dG9wc2VjcmV0dG9wc2VjcmV0dG9wc2VjcmV0";
        let config = config(file, &[]).unwrap();
        let printed = format!("{config:#?}");
        assert!(!printed.contains("topsecret"), "{printed}");
        assert!(!printed.contains("116"), "a byte of the key: {printed}");
    }
}
