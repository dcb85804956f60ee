//! The session cookie.

use std::time::Duration;

use crate::{
    config::is_https,
    desk::{Desk, Token, tables::sessions::Session},
};
use actix_web::{
    HttpRequest,
    cookie::{Cookie, SameSite, time},
};
use chrono::Utc;

fn name(desk: &Desk) -> &'static str {
    if is_https(&desk.public_url) {
        // Browsers accept the prefix only over HTTPS, for this host (RFC 6265bis, section 4.1.3.2).
        "__Host-desk"
    } else {
        "desk"
    }
}

pub(super) fn token(request: &HttpRequest, desk: &Desk) -> Option<Token> {
    let cookie = request.cookie(name(desk))?;
    Some(Token::sent(cookie.value()))
}

/// Builds a session's cookie. It expires with the session, unless the session is used again.
pub fn session_cookie(desk: &Desk, session: &Session, token: &Token) -> Cookie<'static> {
    let left = (session.ends_at - Utc::now()).to_std().unwrap_or_default();
    cookie(desk, token.text().to_owned(), left)
}

pub fn removed(desk: &Desk) -> Cookie<'static> {
    cookie(desk, String::new(), Duration::ZERO)
}

fn cookie(desk: &Desk, value: String, left: Duration) -> Cookie<'static> {
    // Rounded, so that a new session has its full 30 days.
    let seconds = left.as_secs_f64().round();
    Cookie::build(name(desk), value)
        .path("/")
        .http_only(true)
        .secure(is_https(&desk.public_url))
        .same_site(SameSite::Strict)
        .max_age(time::Duration::seconds_f64(seconds))
        .finish()
}
