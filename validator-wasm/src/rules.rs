//! The checks of a submission, in the order of docs/product.md, section 5.

pub mod cooldown;
pub mod email;
pub mod message;
pub mod required;

use crate::{estimate::Estimate, rejection::Rejection};

/// Checks the fields of a request: required fields, then the e-mail block list, then the
/// promotional phrases. The fourth check, [`cooldown::check`], needs a clock and comes last.
///
/// # Errors
/// The first check that fails stops the submission and is the answer.
pub fn validate<T: AsRef<str>>(estimate: &Estimate<T>) -> Result<(), Rejection> {
    let estimate = estimate.borrowed();
    required::check(&estimate)?;
    email::check(estimate.email)?;
    message::check(estimate.message)
}
