//! Rule 1: the fields without which nobody can be called back.

use crate::{
    estimate::{Estimate, Field, is_blank},
    rejection::Rejection,
};

/// Refuses a request in which a required field is blank.
///
/// # Errors
/// [`Rejection::missing_information`] for the first such field, in the order of the form.
pub fn check(estimate: &Estimate<&str>) -> Result<(), Rejection> {
    let required = [
        (estimate.first_name, Field::FirstName),
        (estimate.last_name, Field::LastName),
        (estimate.phone, Field::Phone),
        (estimate.address, Field::Address),
        (estimate.service, Field::Service),
    ];
    match required.into_iter().find(|(text, _)| is_blank(text)) {
        Some((_, field)) => Err(Rejection::missing_information(field)),
        None => Ok(()),
    }
}
