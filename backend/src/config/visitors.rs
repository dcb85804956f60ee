use crate::hour::current_hour;
use std::{net::IpAddr, path::PathBuf};

use actix_web::http::header::HeaderName;
use ipnet::IpNet;
use secrecy::SecretString;

use super::reader::{list, settings};

/// The fewest characters of a secret. Shorter ones can be guessed.
const MIN_SECRET_CHARS: usize = 32;

settings! {
    #[derive(Clone, Debug)]
    pub struct Visitors(reader) {
        /// `TRUSTED_PROXIES`: the proxies whose `X-Forwarded-For` and geolocation headers are trusted.
        pub trusted_proxies: Vec<IpNet> = Some(reader.optional_list(
            "TRUSTED_PROXIES",
            "set addresses or networks, comma-separated, such as 10.0.0.0/8, 2001:db8::1.",
            network,
        )),
        /// `IP_HASH_SECRET`: the site's [`Secret`](super::secret::Secret). If it is not set, one is
        /// generated and stored in `DATA_DIR`.
        pub ip_hash_secret: Option<SecretString> = Some(reader.optional(
            "IP_HASH_SECRET",
            "set at least 32 characters, or leave it empty to generate one.",
            |value| (value.chars().count() >= MIN_SECRET_CHARS).then(|| value.into()),
        )),
        /// `PLACE_HEADERS`: the headers in which a trusted proxy sends city, state, and country.
        /// `None` for a part that it does not send.
        pub geolocation_headers: Option<[Option<HeaderName>; 3]> = Some(reader.optional(
            "PLACE_HEADERS",
            "set the names of three headers, comma-separated, for city, state, and country, and set TRUSTED_PROXIES to the proxy that sends them.",
            |value| headers(value).filter(|_| trusted_proxies != Some(Vec::new())),
        )),
        /// `PLACE_DATABASE`: the files in which addresses are looked up.
        pub geolocation_databases: Vec<PathBuf> = Some(reader.optional_list(
            "PLACE_DATABASE",
            "set files, comma-separated, or leave it empty.",
            |file| (!file.is_empty()).then(|| file.into()),
        )),
        pub rate_limits: RateLimits = RateLimits::read(reader),
    }
}

settings! {
    /// The most requests of each kind that one address can send within an hour.
    #[derive(Clone, Copy, Debug)]
    pub struct RateLimits(reader) {
        /// `LEADS_PER_ADDRESS_PER_HOUR`: estimate requests.
        pub leads: i32 = reader.count("LEADS_PER_ADDRESS_PER_HOUR"),
        /// `MAILS_PER_ADDRESS_PER_HOUR`: emails that belong to no estimate request.
        pub mails: i32 = reader.count("MAILS_PER_ADDRESS_PER_HOUR"),
        /// `CLICKS_PER_ADDRESS_PER_HOUR`: clicks on a call button.
        pub clicks: i32 = reader.count("CLICKS_PER_ADDRESS_PER_HOUR"),
        /// Returns the hour in which requests are counted. A test holds it.
        pub hour: fn() -> u64 = Some(current_hour as fn() -> u64),
    }
}

/// Parses the names of three headers, separated by commas. Each may be empty.
fn headers(names: &str) -> Option<[Option<HeaderName>; 3]> {
    let names = list(names, |name| match name {
        "" => Some(None),
        name => name.parse().ok().map(Some),
    })?;
    names.try_into().ok()
}

fn network(text: &str) -> Option<IpNet> {
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .ok()
}
