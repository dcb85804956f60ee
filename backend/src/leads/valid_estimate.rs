//! An estimate request that the rules accept.

use validator_wasm::{Estimate, Lead, Rejection, validate};

/// An estimate request that the rules accept, as the form and as the row. There is no other way to
/// a saved row: the [`LeadWriter`](super::LeadWriter) takes nothing else, so that no route can
/// forget the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidEstimate {
    estimate: Estimate,
    lead: Lead,
}

impl ValidEstimate {
    /// Checks a form, and composes its row.
    ///
    /// # Errors
    /// When a rule refuses the form: the rejection is for the visitor.
    pub fn of_form(estimate: Estimate) -> Result<Self, Rejection> {
        validate(&estimate)?;
        let lead = Lead::compose(&estimate);
        Ok(Self { estimate, lead })
    }

    /// Checks a row by the rules that the browser checked its form by.
    ///
    /// # Errors
    /// When a rule refuses the form that the row was composed of: the rejection is for the visitor.
    pub fn of_row(lead: Lead) -> Result<Self, Rejection> {
        let estimate = lead.parse();
        validate(&estimate)?;
        Ok(Self { estimate, lead })
    }

    /// The form.
    #[must_use]
    pub fn estimate(&self) -> &Estimate {
        &self.estimate
    }

    /// The row.
    #[must_use]
    pub fn lead(&self) -> &Lead {
        &self.lead
    }

    /// The row alone.
    #[must_use]
    pub fn into_lead(self) -> Lead {
        self.lead
    }
}
