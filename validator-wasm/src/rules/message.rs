//! Rule 3: promotional messages.

use std::sync::LazyLock;

use crate::{lists::PROMOTIONAL_PHRASES, phrases::PhraseMatcher, rejection::Rejection};

static PHRASES: LazyLock<PhraseMatcher> =
    LazyLock::new(|| PhraseMatcher::new(PROMOTIONAL_PHRASES.lines()));

/// Refuses a message that contains an entry of `rules/promotional-phrases.txt`.
///
/// # Errors
/// [`Rejection::promotional_message`] with the phrase.
pub fn check(message: &str) -> Result<(), Rejection> {
    match PHRASES.find(message) {
        None => Ok(()),
        Some(phrase) => Err(Rejection::promotional_message(phrase)),
    }
}
