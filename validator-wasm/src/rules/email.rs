//! Rule 2: addresses that belong to robots, sellers, and shared mailboxes.

use std::sync::LazyLock;

use crate::{lists::EMAIL_BLOCKLIST, phrases::PhraseMatcher, rejection::Rejection};

static BLOCKLIST: LazyLock<PhraseMatcher> =
    LazyLock::new(|| PhraseMatcher::new(EMAIL_BLOCKLIST.lines()));

/// Refuses an address that contains an entry of `rules/email-blocklist.txt`.
///
/// # Errors
/// [`Rejection::blocked_email`] with the part that is an entry.
pub fn check(email: &str) -> Result<(), Rejection> {
    match BLOCKLIST.find(email) {
        None => Ok(()),
        Some(part) => Err(Rejection::blocked_email(part)),
    }
}
