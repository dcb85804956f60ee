//! Cookies of the contact page.

use std::time::Duration;

use actix_web::{
    HttpResponse,
    cookie::{Cookie, SameSite, time},
};

use super::CONTACT_PAGE;

/// Creates a cookie for the contact page and the paths below it, with this lifetime.
pub fn cookie(
    name: &'static str,
    value: String,
    kept: Duration,
    is_secure: bool,
) -> Cookie<'static> {
    Cookie::build(name, value)
        .path(CONTACT_PAGE)
        .http_only(true)
        .secure(is_secure)
        .same_site(SameSite::Lax)
        .max_age(time::Duration::seconds_f64(kept.as_secs_f64()))
        .finish()
}

/// Sets cookies on a response. A cookie that is not a valid header is left out.
pub fn with_cookies(
    mut response: HttpResponse,
    cookies: impl IntoIterator<Item = Cookie<'static>>,
) -> HttpResponse {
    for cookie in cookies {
        drop(response.add_cookie(&cookie));
    }
    response
}
