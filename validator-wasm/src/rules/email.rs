//! Rule 2: addresses that belong to robots, sellers and shared mailboxes.

use std::sync::LazyLock;

use crate::{phrases::PhraseMatcher, rejection::Rejection};

static BLOCKLIST: LazyLock<PhraseMatcher> =
    LazyLock::new(|| PhraseMatcher::from_list(include_str!("../../rules/email-blocklist.txt")));

/// Refuses an address that contains an entry of `rules/email-blocklist.txt`. None given is fine.
///
/// # Errors
/// [`Rejection::blocked_email`].
pub fn check(email: &str) -> Result<(), Rejection> {
    if BLOCKLIST.is_match(email) {
        return Err(Rejection::blocked_email());
    }
    Ok(())
}
