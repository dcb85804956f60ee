//! Every setting, read once at start.
//!
//! The list of settings and their defaults is `.env.example`, which is compiled in. A line in
//! `.env` in the working directory overrides it, a variable in the environment overrides both.
//! An empty value means "not set" and overrides nothing. All that is wrong is reported at once.

use std::{
    collections::HashMap,
    fmt, fs, io,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    str::FromStr,
    time::Duration,
};

use actix_web::http::Uri;
use ipnet::IpNet;
use lettre::{AsyncSmtpTransport, Tokio1Executor, message::Mailbox};
use secrecy::{ExposeSecret, SecretString};
use tracing_subscriber::EnvFilter;

use crate::{
    cors,
    mail::transport::SmtpProtection,
    store::connection::{DatabaseUrl, UrlError},
    visitor::geolocation::GeolocationHeaders,
};

const DEFAULTS: &str = include_str!("../../.env.example");

/// Fewer characters than this can be guessed.
const MIN_SECRET_CHARS: usize = 32;

/// What to do about a `DATABASE_URL` that is none.
const DATABASE_REMEDY: &str = "set postgres://user:password@host:port/database (`npm start` runs a Postgres of its own and sets it).";

/// The settings, checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the server listens and what it serves.
    pub server: Server,
    /// What is logged, and how.
    pub log: Log,
    /// The database.
    pub database: Database,
    /// The key that the browser sends with a lead. The site's JavaScript contains it.
    pub anon_key: String,
    /// What is learnt of visitors.
    pub visitors: Visitors,
    /// The owner's mail.
    pub mail: Mail,
    /// `RETENTION_DAYS`: after so many days `backend leads erase --expired` erases a lead.
    pub retention_days: u32,
}

/// Where the server listens and what it serves.
#[derive(Clone, Debug)]
pub struct Server {
    /// `HOST` and `PORT`; port 0 lets the system choose.
    pub address: SocketAddr,
    /// `PUBLIC_URL`: scheme, host and port at which visitors reach the site.
    pub public_url: String,
    /// `ALLOWED_ORIGINS`: the other sites whose pages may call.
    pub allowed_origins: Vec<String>,
    /// `SITE_DIR`: the built site.
    pub site_dir: PathBuf,
    /// `DATA_DIR`: where the backend keeps what it writes itself.
    pub data_dir: PathBuf,
    /// `METRICS_PORT` on 127.0.0.1; port 0 lets the system choose.
    pub metrics_port: u16,
}

/// What is logged, and how.
#[derive(Clone, Debug)]
pub struct Log {
    /// `LOG`: an [`EnvFilter`].
    pub filter: String,
    /// `LOG_FORMAT`.
    pub format: LogFormat,
}

/// How a log line is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// The database.
#[derive(Clone, Debug)]
pub struct Database {
    /// `DATABASE_URL`, which holds the password, and `DATABASE_CA_FILE`.
    pub url: DatabaseUrl,
    /// `DATABASE_POOL_SIZE`: connections held open at most.
    pub pool_size: usize,
}

/// What is learnt of visitors.
#[derive(Clone, Debug)]
pub struct Visitors {
    /// `IP_HASH_SECRET`, the site's [`Secret`](crate::secret::Secret); when it is not set, one is
    /// generated and kept in `DATA_DIR`.
    pub ip_hash_secret: Option<SecretString>,
    /// `TRUSTED_PROXIES`: whose `X-Forwarded-For` and geolocation headers are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// `PLACE_HEADERS`: the headers in which a trusted proxy sends the geolocation.
    pub geolocation_headers: Option<GeolocationHeaders>,
    /// `PLACE_DATABASE`: files in which addresses are looked up.
    pub geolocation_databases: Vec<PathBuf>,
    /// What may come from one address within an hour.
    pub rate_limits: RateLimits,
}

/// What may come from one address within an hour.
#[derive(Clone, Copy, Debug)]
pub struct RateLimits {
    /// `LEADS_PER_ADDRESS_PER_HOUR`: estimate requests.
    pub leads: i32,
    /// `MAILS_PER_ADDRESS_PER_HOUR`: mails that belong to no estimate request.
    pub mails: i32,
    /// `CLICKS_PER_ADDRESS_PER_HOUR`: clicks on a call button.
    pub clicks: i32,
}

/// The owner's mail.
#[derive(Clone, Debug)]
pub struct Mail {
    /// `MAIL_TO`: who is notified of a lead.
    pub to: Mailbox,
    /// `MAIL_FROM`: in whose name.
    pub from: Mailbox,
    /// `SMTP_URL`, which holds a password; when it is not set, mails are written to files.
    pub smtp_url: Option<SecretString>,
    /// `DIGEST_MINUTES`: how long the first suspect lead waits for the others.
    pub digest: Duration,
}

/// A setting that cannot be used, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The setting.
    pub name: &'static str,
    /// What to set. Never holds the value: it may be a secret.
    pub remedy: String,
}

/// Why there is no configuration.
#[derive(Debug)]
pub enum ConfigError {
    /// `.env` is there, and cannot be read.
    UnreadableFile(io::Error),
    /// All settings that cannot be used.
    Problems(Vec<Problem>),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnreadableFile(cause) => {
                write!(f, ".env cannot be read ({cause}): mend or remove it.")
            }
            Self::Problems(problems) => {
                write!(
                    f,
                    "Some settings cannot be used. Set them in .env or in the environment:"
                )?;
                problems
                    .iter()
                    .try_for_each(|Problem { name, remedy }| write!(f, "\n  {name}: {remedy}"))
            }
        }
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// Reads `.env` in the working directory and the environment.
    ///
    /// # Errors
    /// [`ConfigError`] names all that is wrong.
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
    /// [`ConfigError::Problems`] names all that is wrong.
    pub fn from_layers(
        file: &str,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let mut values: HashMap<&str, String> = assignments(DEFAULTS).collect();
        let names: Vec<&str> = values.keys().copied().collect();
        let overrides = assignments(file).chain(
            names
                .into_iter()
                .filter_map(|name| Some((name, environment(name)?))),
        );
        for (name, value) in overrides.filter(|(_, value)| !value.is_empty()) {
            values.insert(name, value);
        }
        let mut reader = Reader {
            values,
            problems: Vec::new(),
        };
        reader
            .config()
            .filter(|_| reader.problems.is_empty())
            .ok_or(ConfigError::Problems(reader.problems))
    }
}

/// A setting's default: what `.env.example` says.
#[must_use]
pub fn default_of(name: &str) -> Option<String> {
    assignments(DEFAULTS)
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}

/// The assignments in an `.env` file: `NAME=value`, the value in quotes or not, `#` begins a
/// comment outside quotes. (The same dialect as Node's `util.parseEnv`, which the scripts use.)
fn assignments(text: &str) -> impl Iterator<Item = (&str, String)> {
    text.lines().filter_map(|line| {
        let (name, value) = line.split_once('=')?;
        let name = name.trim();
        let name = name.strip_prefix("export ").map_or(name, str::trim_start);
        let value = value.trim();
        let quoted = ['"', '\'', '`'].into_iter().find_map(|quote| {
            let (inside, _) = value.strip_prefix(quote)?.split_once(quote)?;
            Some(inside)
        });
        let value = match quoted {
            Some(inside) => inside,
            None => value.split('#').next().unwrap_or_default().trim_end(),
        };
        (!name.starts_with('#')).then(|| (name, value.to_owned()))
    })
}

/// Takes settings out of their texts and notes what cannot be used.
struct Reader<'a> {
    values: HashMap<&'a str, String>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    /// Each setting is read before the first that is missing ends it: all problems are noted.
    fn config(&mut self) -> Option<Config> {
        let host: Option<IpAddr> =
            self.parsed("HOST", "set an IP address, such as 127.0.0.1 or 0.0.0.0.");
        let port: Option<u16> = self.parsed("PORT", "set a number from 0 to 65535.");
        let public_url = self.checked(
            "PUBLIC_URL",
            "set the site's address without a path or a slash at its end, such as https://www.example.com.",
            |value| is_origin(value).then(|| value.to_owned()),
        );
        let allowed_origins = self.optional(
            "ALLOWED_ORIGINS",
            "set origins as browsers write them, comma-separated, such as https://www.example.com, http://localhost:5173.",
            origins,
        );
        let site_dir: Option<PathBuf> = self.parsed("SITE_DIR", "set a folder.");
        let data_dir: Option<PathBuf> = self.parsed("DATA_DIR", "set a folder.");
        let metrics_port: Option<u16> =
            self.parsed("METRICS_PORT", "set a number from 0 to 65535.");

        let filter = self.checked(
            "LOG",
            "set a log filter, such as info or backend=debug.",
            |value| EnvFilter::try_new(value).is_ok().then(|| value.to_owned()),
        );
        let format = self.checked("LOG_FORMAT", "set text or json.", |value| match value {
            "text" => Some(LogFormat::Text),
            "json" => Some(LogFormat::Json),
            _ => None,
        });

        let url = self.checked("DATABASE_URL", DATABASE_REMEDY, |value| {
            Some(value.to_owned())
        });
        let url = url.and_then(|url| self.database(&url));
        let pool_size = self.checked(
            "DATABASE_POOL_SIZE",
            "set a number from 1 to 1000.",
            |value| value.parse().ok().filter(|size| (1..=1000).contains(size)),
        );

        let anon_key = self.checked(
            "ANON_KEY",
            "set a key of visible ASCII characters without spaces.",
            |value| {
                value
                    .bytes()
                    .all(|byte| byte.is_ascii_graphic())
                    .then(|| value.to_owned())
            },
        );

        let visitors = self.visitors();

        let mailbox =
            "set a mail address, such as owner@example.com or Jane Doe <jane@example.com>.";
        let to: Option<Mailbox> = self.parsed("MAIL_TO", mailbox);
        let from: Option<Mailbox> = self.parsed("MAIL_FROM", mailbox);
        let smtp_url = self.optional(
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
            self.note(
                "SMTP_URL",
                "",
                "would send the password unencrypted; write ?tls=required at its end, or smtps:// at its beginning.",
            );
        }

        let digest_minutes = self.at_least_one("DIGEST_MINUTES");

        let retention_days = self.retention_days();

        Some(Config {
            server: Server {
                address: SocketAddr::new(host?, port?),
                public_url: public_url?,
                allowed_origins: allowed_origins.unwrap_or_default(),
                site_dir: site_dir?,
                data_dir: data_dir?,
                metrics_port: metrics_port?,
            },
            log: Log {
                filter: filter?,
                format: format?,
            },
            database: Database {
                url: url?,
                pool_size: pool_size?,
            },
            anon_key: anon_key?,
            visitors: visitors?,
            mail: Mail {
                to: to?,
                from: from?,
                smtp_url,
                digest: Duration::from_mins(u64::from(digest_minutes?.unsigned_abs())),
            },
            retention_days: retention_days?,
        })
    }

    /// `RETENTION_DAYS`.
    fn retention_days(&mut self) -> Option<u32> {
        let remedy = "set a number of days from 1 to 36500.";
        self.checked("RETENTION_DAYS", remedy, |value| {
            value
                .parse()
                .ok()
                .filter(|days| (1..=36_500).contains(days))
        })
    }

    /// A count.
    fn at_least_one(&mut self, name: &'static str) -> Option<i32> {
        self.checked(name, "set a number from 1 to 1000000.", |value| {
            value
                .parse()
                .ok()
                .filter(|count| (1..=1_000_000).contains(count))
        })
    }

    fn visitors(&mut self) -> Option<Visitors> {
        let ip_hash_secret = self.optional(
            "IP_HASH_SECRET",
            "set at least 32 characters, or nothing to have one generated.",
            |value| (value.chars().count() >= MIN_SECRET_CHARS).then(|| value.into()),
        );
        let trusted_proxies = self.optional(
            "TRUSTED_PROXIES",
            "set addresses or networks, comma-separated, such as 10.0.0.0/8, 2001:db8::1.",
            networks,
        );
        let geolocation_headers = self.optional(
            "PLACE_HEADERS",
            "set the names of three headers, comma-separated, for city, state and country, and the proxy that sends them in TRUSTED_PROXIES.",
            |value| GeolocationHeaders::parse(value).filter(|_| trusted_proxies.is_some()),
        );
        let geolocation_databases = self.optional(
            "PLACE_DATABASE",
            "set files, comma-separated, or nothing.",
            files,
        );
        let [leads, mails, clicks] = [
            "LEADS_PER_ADDRESS_PER_HOUR",
            "MAILS_PER_ADDRESS_PER_HOUR",
            "CLICKS_PER_ADDRESS_PER_HOUR",
        ]
        .map(|name| self.at_least_one(name));
        Some(Visitors {
            ip_hash_secret,
            trusted_proxies: trusted_proxies.unwrap_or_default(),
            geolocation_headers,
            geolocation_databases: geolocation_databases.unwrap_or_default(),
            rate_limits: RateLimits {
                leads: leads?,
                mails: mails?,
                clicks: clicks?,
            },
        })
    }

    /// Notes each thing that can be wrong under the setting that mends it.
    fn database(&mut self, url: &str) -> Option<DatabaseUrl> {
        let ca_file: Option<PathBuf> =
            self.optional("DATABASE_CA_FILE", "set a file.", |file| Some(file.into()));
        let (name, remedy) = match DatabaseUrl::new(url, ca_file.as_deref()) {
            Ok(url) => return Some(url),
            Err(UrlError::Malformed) => ("DATABASE_URL", DATABASE_REMEDY),
            Err(UrlError::UnknownMode) => (
                "DATABASE_URL",
                "write sslmode=require: it checks the certificate and the host's name, as verify-full does elsewhere.",
            ),
            Err(UrlError::NoRoots | UrlError::Tls(_)) => (
                "DATABASE_CA_FILE",
                "set a file with the certificate that Postgres's is checked by: the system has none.",
            ),
            Err(UrlError::CaFile(_)) => (
                "DATABASE_CA_FILE",
                "set a file that can be read and has certificates in PEM in it.",
            ),
        };
        self.note(name, "", remedy);
        None
    }

    /// A setting that must be there.
    fn checked<T>(
        &mut self,
        name: &'static str,
        remedy: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let value = self.values.get(name).map_or("", String::as_str);
        let setting = if value.is_empty() { None } else { read(value) };
        if setting.is_none() {
            self.note(
                name,
                if value.is_empty() { "is not set; " } else { "" },
                remedy,
            );
        }
        setting
    }

    /// A setting that must be there and says by its type how it is read.
    fn parsed<T: FromStr>(&mut self, name: &'static str, remedy: &str) -> Option<T> {
        self.checked(name, remedy, |value| value.parse().ok())
    }

    /// A setting that may be missing.
    fn optional<T>(
        &mut self,
        name: &'static str,
        remedy: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let value = self.values.get(name).filter(|value| !value.is_empty())?;
        let setting = read(value);
        if setting.is_none() {
            self.note(name, "", remedy);
        }
        setting
    }

    fn note(&mut self, name: &'static str, state: &str, remedy: &str) {
        self.problems.push(Problem {
            name,
            remedy: format!("{state}{remedy}"),
        });
    }
}

/// Whether the text is scheme, host and port alone.
fn is_origin(text: &str) -> bool {
    !text.ends_with('/')
        && text.parse::<Uri>().is_ok_and(|url| {
            matches!(url.scheme_str(), Some("http" | "https"))
                && url.authority().is_some()
                && url.path_and_query().is_none_or(|path| path == "/")
        })
}

fn origins(list: &str) -> Option<Vec<String>> {
    list.split(',')
        .map(|origin| Some(origin.trim().to_owned()).filter(|origin| cors::is_origin(origin)))
        .collect()
}

fn networks(list: &str) -> Option<Vec<IpNet>> {
    list.split(',')
        .map(str::trim)
        .map(|entry| {
            entry
                .parse()
                .ok()
                .or_else(|| entry.parse::<IpAddr>().ok().map(IpNet::from))
        })
        .collect()
}

fn files(list: &str) -> Option<Vec<PathBuf>> {
    list.split(',')
        .map(str::trim)
        .map(|file| (!file.is_empty()).then(|| file.into()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Config, ConfigError, LogFormat, assignments};

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
            "website@canopybrothers.example"
        );
        let Err(error) = Config::from_layers("", |_| None) else {
            panic!("a database out of nowhere");
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
            config.log.filter, "warn",
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
            let config = config(&format!("{proxy}PLACE_HEADERS={headers}"), &[]).unwrap();
            assert!(config.visitors.geolocation_headers.is_some(), "{headers}");
        }
        for file in [
            "PLACE_HEADERS=cf-ipcity,cf-region,cf-ipcountry",
            "TRUSTED_PROXIES=10.0.0.0/8\nPLACE_HEADERS=cf-ipcity",
        ] {
            assert_eq!(refused(file), ["PLACE_HEADERS"]);
        }
    }

    #[test]
    fn origins_are_as_browsers_write_them() {
        let config = config(
            "ALLOWED_ORIGINS=https://a.example, http://b.example:8080",
            &[],
        )
        .unwrap();
        assert_eq!(
            config.server.allowed_origins,
            ["https://a.example", "http://b.example:8080"]
        );
        for list in ["*", "https://a.example/", "https://a.example,"] {
            assert_eq!(
                refused(&format!("ALLOWED_ORIGINS={list}")),
                ["ALLOWED_ORIGINS"]
            );
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
    fn secrets_are_not_printed() {
        let file = "IP_HASH_SECRET=topsecret-topsecret-topsecret-topsecret\n\
                    SMTP_URL=smtps://user:topsecret@mail.example";
        let config = config(file, &[]).unwrap();
        assert!(!format!("{config:#?}").contains("topsecret"));
    }

    #[test]
    fn the_file_is_read_as_node_reads_it() {
        let text =
            "# A=1\n\nB = 2 # two\nexport C=3\nD=\"4 # four\"\nE='5'x\nF=\nG=a=b\nI=\"open\n";
        let read: Vec<_> = assignments(text).collect();
        let expected = [
            ("B", "2"),
            ("C", "3"),
            ("D", "4 # four"),
            ("E", "5"),
            ("F", ""),
            ("G", "a=b"),
            ("I", "\"open"),
        ];
        assert_eq!(read, expected.map(|(name, value)| (name, value.to_owned())));
    }
}
