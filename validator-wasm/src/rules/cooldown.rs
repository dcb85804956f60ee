//! Rule 4: one submission in 30 seconds (docs/product.md, sections 5 and 9).
//!
//! Times are milliseconds since the Unix epoch. The browser takes them from its clock and storage.

use crate::rejection::Rejection;

/// The time after a submission in which the next one is refused, in milliseconds.
pub const COOLDOWN_MS: i64 = 30_000;

/// Refuses a submission less than [`COOLDOWN_MS`] after the last one.
///
/// A last submission in the future (the clock was set back) does not count.
///
/// # Errors
/// [`Rejection::cooldown`] with the seconds left, rounded up.
pub fn check(last_submission_ms: Option<i64>, now_ms: i64) -> Result<(), Rejection> {
    let Some(age) = last_submission_ms.and_then(|last| now_ms.checked_sub(last)) else {
        return Ok(());
    };
    if !(0..COOLDOWN_MS).contains(&age) {
        return Ok(());
    }
    let seconds_left = (COOLDOWN_MS - age + 999) / 1000;
    Err(Rejection::cooldown(
        u32::try_from(seconds_left).unwrap_or(u32::MAX),
    ))
}

/// Parses a stored time. `None` if it is absent or malformed.
pub fn read_stored(stored: Option<&str>) -> Option<i64> {
    stored?.trim().parse().ok()
}
