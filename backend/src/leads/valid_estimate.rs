//! An estimate request that the rules accept.

use validator_wasm::{Estimate, Field, Lead, Rejection, rules::required, validate};

/// An estimate request that the rules accept, as the form and as the row. The
/// [`LeadWriter`](super::LeadWriter) accepts nothing else, so no route can save a row without the
/// check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidEstimate {
    estimate: Estimate,
    lead: Lead,
}

impl ValidEstimate {
    pub fn of_form(estimate: &Estimate) -> Result<Self, Rejection> {
        validate(estimate)?;
        Ok(Self::new(Lead::compose(estimate)))
    }

    /// Checks a form that the owner fills in for a caller, and composes its row. Everything but the
    /// phone number can be asked for later. The block list and the phrases are against strangers'
    /// forms. Here they would refuse people whom the owner has spoken to.
    pub(crate) fn of_call(estimate: &Estimate) -> Result<Self, Rejection> {
        const LATER: &str = "later";
        let mut asked = estimate.borrowed();
        for field in Field::ALL {
            if field != Field::Phone && asked.get(field).trim().is_empty() {
                *asked.get_mut(field) = LATER;
            }
        }
        required::check(&asked)?;
        Ok(Self::new(Lead::compose(estimate)))
    }

    /// Checks a row by the rules that the browser applied to its form.
    pub fn of_row(lead: Lead) -> Result<Self, Rejection> {
        let valid = Self::new(lead);
        validate(&valid.estimate)?;
        Ok(valid)
    }

    /// Parses the form from its row, without NUL characters, and with choices instead of their labels.
    fn new(lead: Lead) -> Self {
        let estimate = lead.parse();
        Self { estimate, lead }
    }

    pub fn estimate(&self) -> &Estimate {
        &self.estimate
    }

    pub(crate) fn into_parts(self) -> (Estimate, Lead) {
        (self.estimate, self.lead)
    }
}
