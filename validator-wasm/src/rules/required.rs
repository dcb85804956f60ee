//! Rule 1: the required fields.

use crate::{
    estimate::{Estimate, Field, is_blank},
    rejection::Rejection,
};

/// Returns the required fields that are blank, in the order of the form.
pub fn missing<T: AsRef<str>>(estimate: &Estimate<T>) -> impl Iterator<Item = Field> {
    (Field::ALL.into_iter())
        .filter(|field| field.is_required() && is_blank(estimate.get(*field).as_ref()))
}

/// Refuses a request in which a required field is blank.
///
/// # Errors
/// [`Rejection::missing_information`] for these fields.
pub fn check(estimate: &Estimate<&str>) -> Result<(), Rejection> {
    let mut missing = missing(estimate);
    match missing.next() {
        None => Ok(()),
        Some(first) => Err(Rejection::missing_information(first, missing)),
    }
}
