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
    let missing = |field: &Field| field.is_required() && is_blank(estimate.get(*field));
    match Field::ALL.into_iter().find(missing) {
        Some(field) => Err(Rejection::missing_information(field)),
        None => Ok(()),
    }
}
