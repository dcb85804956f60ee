//! The geolocation of an IP address.

use serde::Serialize;
use utoipa::ToSchema;

/// The most characters of a name. The longest place name in use has 85.
const MAX_NAME_CHARS: usize = 100;

/// Codes that mean "unknown" in place of a country. Cloudflare sends the first, Google the second.
/// Cloudflare's `T1` for Tor is not a country either, but contains a digit.
const UNKNOWN_COUNTRIES: [&str; 2] = ["XX", "ZZ"];

/// City, state, and country of an IP address. Unknown parts are empty, never guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Geolocation {
    /// City.
    #[schema(required)]
    pub city: Option<String>,
    /// State or region.
    #[schema(required)]
    pub state: Option<String>,
    /// Country: two capital letters of ISO 3166-1.
    #[schema(required)]
    pub country: Option<String>,
}

impl Geolocation {
    /// Takes a source's values, except values that mean "unknown".
    pub(super) fn new(city: Option<&str>, state: Option<&str>, country: Option<&str>) -> Self {
        Self {
            city: city.and_then(name),
            state: state.and_then(name),
            country: country.and_then(country_code),
        }
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
