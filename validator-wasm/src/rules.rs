//! The checks of a submission, in the order of docs/product.md, section 5.

pub mod cooldown;
pub mod email;
pub mod message;
pub mod required;

use crate::{estimate::Estimate, rejection::Rejection};

/// Checks the fields of a request: required fields, then the email block list, then the promotional
/// phrases. The fourth check, [`cooldown::check`], needs a clock and comes last.
///
/// # Errors
/// Returns the rejection of the first check that fails. Later checks do not run.
pub fn validate<T: AsRef<str>>(estimate: &Estimate<T>) -> Result<(), Rejection> {
    let estimate = estimate.borrowed();
    required::check(&estimate)?;
    email::check(estimate.email)?;
    message::check(estimate.message)
}
