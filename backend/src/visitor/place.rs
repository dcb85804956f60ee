//! Where a visitor's address lies: told by the proxy in front, or looked up in a database.
//!
//! Both write the country as the two letters of ISO 3166-1. City and state are written as the
//! source writes them.

mod database;
mod headers;

use std::net::IpAddr;

use actix_web::http::header::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

pub use database::{DatabaseError, PlaceDatabase};
pub use headers::PlaceHeaders;

/// The longest name that is taken for one, in characters. The longest place name in use has 85.
const MAX_NAME_CHARS: usize = 100;

/// Codes that stand for "unknown" where a country is expected (Cloudflare writes the first one,
/// Google the second). Cloudflare's `T1` for Tor is no country either: it holds a digit.
const UNKNOWN_COUNTRIES: [&str; 2] = ["XX", "ZZ"];

/// Where an address lies. What is not known is empty, never guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Place {
    /// City.
    #[schema(required)]
    pub city: Option<String>,
    /// State or region.
    #[schema(required)]
    pub state: Option<String>,
    /// Country: two letters of ISO 3166-1, in capitals.
    #[schema(required)]
    pub country: Option<String>,
}

impl Place {
    /// A place of what a source says of it, without what says nothing.
    fn new(city: Option<&str>, state: Option<&str>, country: Option<&str>) -> Self {
        Self {
            city: city.and_then(name),
            state: state.and_then(name),
            country: country.and_then(country_code),
        }
    }
}

/// The sources of places. Without any, nothing is known.
#[derive(Default)]
pub struct Places {
    /// In which headers a trusted proxy tells the place.
    pub headers: Option<PlaceHeaders>,
    /// Where an address is looked up when no proxy tells.
    pub database: PlaceDatabase,
}

impl Places {
    /// The place of a visitor. `from_proxy` are the request's headers, if a trusted proxy sent
    /// them. A proxy that says that it does not know is believed: the database is not asked.
    #[must_use]
    pub fn find(&self, from_proxy: Option<&HeaderMap>, address: IpAddr) -> Place {
        from_proxy
            .zip(self.headers.as_ref())
            .and_then(|(sent, headers)| headers.read(sent))
            .unwrap_or_else(|| self.database.find(address))
    }
}

fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let is_name = !text.is_empty()
        && text.chars().count() <= MAX_NAME_CHARS
        && !text.chars().any(char::is_control);
    is_name.then(|| text.to_owned())
}

fn country_code(text: &str) -> Option<String> {
    let code = text.trim().to_ascii_uppercase();
    let is_country = code.len() == 2
        && code.bytes().all(|byte| byte.is_ascii_uppercase())
        && !UNKNOWN_COUNTRIES.contains(&&*code);
    is_country.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn what_says_nothing_is_left_out() {
        for nothing in ["", " ", "a\0b", "a\nb", &"x".repeat(101)] {
            let place = Place::new(Some(nothing), Some(nothing), Some(nothing));
            assert_eq!(place, Place::default(), "{nothing:?}");
        }
        for nothing in ["XX", "ZZ", "T1", "USA", "U", "Ü"] {
            assert_eq!(Place::new(None, None, Some(nothing)), Place::default());
        }
        let place = Place::new(Some(" Zürich "), Some("Zurich"), Some("ch"));
        assert_eq!(place.city.as_deref(), Some("Zürich"));
        assert_eq!(place.state.as_deref(), Some("Zurich"));
        assert_eq!(place.country.as_deref(), Some("CH"));
    }
}
