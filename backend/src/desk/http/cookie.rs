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

/// Browsers accept this prefix only over HTTPS and for this host only (RFC 6265bis, section 4.1.3.2).
const SECURE_NAME: &str = "__Host-desk";

const PLAIN_NAME: &str = "desk";

fn name(desk: &Desk) -> &'static str {
    if is_https(&desk.public_url) {
        SECURE_NAME
    } else {
        PLAIN_NAME
    }
}

/// Returns the token that the browser sent.
pub(super) fn token(request: &HttpRequest, desk: &Desk) -> Option<Token> {
    let cookie = request.cookie(name(desk))?;
    Some(Token::sent(cookie.value()))
}

/// Builds a session's cookie. It expires with the session, unless the session is used again.
pub fn session_cookie(desk: &Desk, session: &Session, token: &Token) -> Cookie<'static> {
    let left = (session.ends_at - Utc::now()).to_std().unwrap_or_default();
    cookie(desk, token.text().to_owned(), left)
}

/// Builds a cookie that removes the session cookie.
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
