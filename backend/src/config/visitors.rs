//! What is stored about visitors, and their rate limits.

use std::{net::IpAddr, path::PathBuf};

use actix_web::http::header::HeaderName;
use ipnet::IpNet;
use secrecy::SecretString;

use super::reader::{Reader, all_read, list};

/// Shorter secrets can be guessed.
const MIN_SECRET_CHARS: usize = 32;

/// What is stored about visitors, and their rate limits.
#[derive(Clone, Debug)]
pub struct Visitors {
    /// `IP_HASH_SECRET`, the site's [`Secret`](super::secret::Secret); when it is not set, one is
    /// generated and kept in `DATA_DIR`.
    pub ip_hash_secret: Option<SecretString>,
    /// `TRUSTED_PROXIES`: the proxies whose `X-Forwarded-For` and geolocation headers are believed.
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

/// The headers in which a proxy sends city, state and country. `None` for what it does not send.
#[derive(Clone, Debug)]
pub struct GeolocationHeaders {
    /// City.
    pub city: Option<HeaderName>,
    /// State or region.
    pub state: Option<HeaderName>,
    /// Country.
    pub country: Option<HeaderName>,
}

impl GeolocationHeaders {
    /// Parses the names of the three headers, comma-separated; each may be empty.
    pub fn parse(names: &str) -> Option<Self> {
        let names = list(names, |name| match name {
            "" => Some(None),
            name => name.parse().ok().map(Some),
        })?;
        let [city, state, country] = names.try_into().ok()?;
        Some(Self {
            city,
            state,
            country,
        })
    }
}

impl Visitors {
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let trusted_proxies = reader.optional_list(
            "TRUSTED_PROXIES",
            "set addresses or networks, comma-separated, such as 10.0.0.0/8, 2001:db8::1.",
            network,
        );
        let has_proxy = !trusted_proxies.is_empty();
        all_read!(Self {
            ip_hash_secret: Some(reader.optional(
                "IP_HASH_SECRET",
                "set at least 32 characters, or nothing to have one generated.",
                |value| (value.chars().count() >= MIN_SECRET_CHARS).then(|| value.into()),
            )),
            trusted_proxies: Some(trusted_proxies),
            geolocation_headers: Some(reader.optional(
                "PLACE_HEADERS",
                "set the names of three headers, comma-separated, for city, state and country, and the proxy that sends them in TRUSTED_PROXIES.",
                |value| GeolocationHeaders::parse(value).filter(|_| has_proxy),
            )),
            geolocation_databases: Some(reader.optional_list(
                "PLACE_DATABASE",
                "set files, comma-separated, or nothing.",
                |file| (!file.is_empty()).then(|| file.into()),
            )),
            rate_limits: RateLimits::read(reader),
        })
    }
}

impl RateLimits {
    fn read(reader: &mut Reader) -> Option<Self> {
        all_read!(Self {
            leads: reader.count("LEADS_PER_ADDRESS_PER_HOUR"),
            mails: reader.count("MAILS_PER_ADDRESS_PER_HOUR"),
            clicks: reader.count("CLICKS_PER_ADDRESS_PER_HOUR"),
        })
    }
}

fn network(text: &str) -> Option<IpNet> {
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::GeolocationHeaders;

    #[test]
    fn the_names_of_geolocation_headers_are_three() {
        assert!(GeolocationHeaders::parse(",,cf-ipcountry").is_some());
        for names in ["cf-ipcity", "a,b", "a,b,c,d", "a b,c,d", "ä,b,c"] {
            assert!(GeolocationHeaders::parse(names).is_none(), "{names}");
        }
    }
}
