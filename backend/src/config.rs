//! All settings, read once at startup. Each concern has its own file.
//!
//! The list of settings and their defaults is `.env.example`, which is compiled in. A line in
//! `.env` in the working directory overrides a default, and a variable in the environment overrides
//! both. An empty value means "not set" and overrides nothing. All problems are reported at once.

mod database;
mod deadlines;
mod desk;
mod env_file;
mod log;
mod mail;
mod origin;
mod photos;
mod reader;
pub mod secret;
mod server;
mod unknown_names;
mod visitors;
mod webhook;

use std::{collections::HashMap, env, fs, io, path::PathBuf};

pub(crate) use database::Database;
pub use database::DatabaseUrl;
pub use deadlines::Deadlines;
pub(crate) use desk::{Desk, DeskPerson, MAX_SESSION, SESSION_TIMEOUT};
pub(crate) use log::{Log, LogFormat};
pub(crate) use mail::{Mail, SmtpEncryption, SmtpServer};
pub(crate) use origin::{is_https, is_this_machine};
pub(crate) use photos::Photos;
pub(crate) use reader::Problem;
use reader::{Reader, settings};
pub(crate) use server::{Server, SiteSource};
use thiserror::Error;
pub(crate) use visitors::{RateLimits, Visitors};
pub(crate) use webhook::Webhook;

const DEFAULTS: &str = include_str!("../../.env.example");

/// The longest age, in days: a century.
pub const MAX_DAYS: u32 = 36_500;

settings! {
    #[derive(Clone, Debug)]
    pub struct Config(reader) {
        pub server: Server = Server::read(reader),
        pub log: Log = Log::read(reader),
        /// `DEADLINE_FACTOR`: the deadlines. See [`within`](Self::within).
        pub deadlines: Deadlines = Deadlines::read(reader),
        pub database: Database = Database::read(reader),
        /// `ANON_KEY`: the key that the browser sends with a lead. The site's JavaScript contains it.
        pub anon_key: String = reader.required(
            "ANON_KEY",
            "set a key of visible ASCII characters without spaces.",
            |key| key.bytes().all(|byte| byte.is_ascii_graphic()).then(|| key.to_owned()),
        ),
        pub visitors: Visitors = Visitors::read(reader),
        pub mail: Mail = Mail::read(reader),
        pub desk: Desk = Desk::read(reader),
        pub webhook: Option<Webhook> = Some(Webhook::read(reader)),
        /// `AUTO_REPLIES_PER_HOUR`: the most auto-replies that all backends together send within an
        /// hour. `None` unless `AUTO_REPLY` is `true`.
        pub auto_replies_per_hour: Option<i32> = {
            let is_on = reader.switch("AUTO_REPLY");
            let per_hour = reader.count("AUTO_REPLIES_PER_HOUR");
            Some(per_hour.filter(|_| is_on == Some(true)))
        },
        pub photos: Photos = Photos::read(reader),
        /// `RETENTION_DAYS`: the age in days at which `backend leads erase --expired` erases a lead.
        pub retention_days: u32 = reader.number("RETENTION_DAYS", 1..=MAX_DAYS),
        /// Lines of `.env`, and misspelled variables, that set nothing.
        pub unknown: Vec<Problem> = Some(reader.unknown.clone()),
    }
}

#[derive(Debug, Error)]
pub enum ConfigError {
    #[error(".env cannot be read ({0}): fix or remove it.")]
    UnreadableFile(io::Error),
    #[error(
        "Some settings cannot be used. Set them in .env or in the environment:\n  {}",
        .0.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n  ")
    )]
    Problems(Vec<Problem>),
}

impl Config {
    /// Returns the folder for emails if no mail server is set.
    pub fn mail_folder(&self) -> PathBuf {
        self.server.data_dir.join("outbox")
    }

    /// Reads `.env` in the working directory and the environment.
    pub fn load() -> Result<Self, ConfigError> {
        let file = match fs::read_to_string(".env") {
            Ok(text) => text,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => String::new(),
            Err(cause) => return Err(ConfigError::UnreadableFile(cause)),
        };
        let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let mut loaded = Self::from_layers(&file, |name| env::var(name).ok());
        if let Ok(Self { unknown, .. }) | Err(ConfigError::Problems(unknown)) = &mut loaded {
            unknown.extend(unknown_names::in_environment(names));
        }
        loaded
    }

    /// Reads the text of an `.env` file, overridden by an environment.
    pub fn from_layers(
        file: &str,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        // Some editors begin a file with a byte-order mark.
        let file = file.trim_start_matches('\u{feff}');
        let mut values: HashMap<&str, String> = env_file::assignments(DEFAULTS)
            .chain([Mail::default_sender()])
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
        let mut reader = Reader::new(values, unknown_names::in_file(file));
        let read = Self::read(&mut reader).filter(|_| reader.problems.is_empty());
        let Some(config) = read else {
            reader.problems.append(&mut reader.unknown);
            return Err(ConfigError::Problems(reader.problems));
        };
        let deadlines = config.deadlines;
        Ok(config.within(deadlines))
    }

    /// Sets the deadlines, also those of connections to the database.
    #[must_use]
    pub fn within(mut self, deadlines: Deadlines) -> Self {
        self.deadlines = deadlines;
        self.database.url.deadlines = deadlines;
        self
    }
}

/// Returns the default of a setting from `.env.example`.
pub(crate) fn default_of(name: &str) -> Option<String> {
    env_file::assignments(DEFAULTS)
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}
