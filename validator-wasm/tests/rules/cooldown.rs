//! The limits of rule 4.

use validator_wasm::{
    Rejection,
    cooldown::{COOLDOWN_MS, check, read_stored},
};

const NOW: i64 = 1_790_000_000_000;

#[test]
fn a_first_submission_is_taken() {
    assert_eq!(check(None, NOW), Ok(()));
}

#[test]
fn a_submission_after_less_than_30_seconds_is_refused() {
    assert_eq!(check(Some(NOW), NOW), Err(Rejection::cooldown(30)));
    assert_eq!(check(Some(NOW - 1), NOW), Err(Rejection::cooldown(30)));
    assert_eq!(check(Some(NOW - 1000), NOW), Err(Rejection::cooldown(29)));
    assert_eq!(check(Some(NOW - 29_999), NOW), Err(Rejection::cooldown(1)));
}

#[test]
fn a_submission_after_30_seconds_is_taken() {
    assert_eq!(check(Some(NOW - COOLDOWN_MS), NOW), Ok(()));
    assert_eq!(check(Some(0), NOW), Ok(()));
}

#[test]
fn a_time_in_the_future_locks_nobody_out() {
    assert_eq!(check(Some(NOW + 1), NOW), Ok(()));
    assert_eq!(check(Some(i64::MAX), NOW), Ok(()));
    assert_eq!(check(Some(i64::MIN), i64::MAX), Ok(()));
}

#[test]
fn a_stored_time_that_cannot_be_read_is_none() {
    assert_eq!(read_stored(Some(" 1790000000000\n")), Some(NOW));
    for stored in [
        None,
        Some(""),
        Some("yesterday"),
        Some("NaN"),
        Some("1e99"),
        Some("99999999999999999999"),
    ] {
        assert_eq!(read_stored(stored), None, "{stored:?}");
    }
}
