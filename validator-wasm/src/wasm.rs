//! The boundary to the browser: deserialize, call, serialize. What the rules need of the
//! browser, its clock and its storage, is read here.

use std::cell::Cell;

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Storage;

use crate::{Estimate, Lead, OwnerEmail, Rejection, cooldown};

/// Names this company's last submission in the browser's storage (specification, section 9).
const LAST_SUBMISSION_KEY: &str = "canopy-brothers-last-submission";

thread_local! {
    /// The last submission of this page: all there is where storage is closed to us.
    static LAST_SUBMISSION: Cell<Option<i64>> = const { Cell::new(None) };
}

/// What is to be done with a filled-in form.
#[derive(Serialize, Tsify)]
#[serde(
    tag = "verdict",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[tsify(into_wasm_abi, missing_as_null)]
pub enum Submission {
    /// Send it.
    Accepted {
        /// The row to save.
        lead: Lead,
        /// The mail to send once the row is saved.
        owner_email: OwnerEmail,
    },
    /// Tell the visitor.
    Rejected {
        /// Why, and in which words.
        rejection: Rejection,
    },
}

/// Checks the fields alone: no clock, no storage.
#[wasm_bindgen]
#[must_use]
#[allow(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen hands over values"
)]
pub fn validate(estimate: Estimate) -> Option<Rejection> {
    crate::validate(&estimate).err()
}

/// Writes the row of a form, without a check.
#[wasm_bindgen(js_name = composeLead)]
#[must_use]
#[allow(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen hands over values"
)]
pub fn compose_lead(estimate: Estimate) -> Lead {
    Lead::compose(&estimate)
}

/// Makes all four checks in order and, when they pass, notes the time of this submission
/// before it answers.
///
/// With `may_store` false (Global Privacy Control) the time is kept in this page's memory
/// alone; the same where storage is full, blocked or absent.
#[wasm_bindgen(js_name = prepareSubmission)]
#[must_use]
#[allow(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen hands over values"
)]
pub fn prepare_submission(estimate: Estimate, may_store: bool) -> Submission {
    let storage = may_store.then(local_storage).flatten();
    let now = now_ms();
    let checked = crate::validate(&estimate)
        .and_then(|()| cooldown::check(last_submission(storage.as_ref()), now));
    if let Err(rejection) = checked {
        return Submission::Rejected { rejection };
    }
    LAST_SUBMISSION.set(Some(now));
    if let Some(storage) = storage {
        // Full or blocked: the page's memory has it.
        let _ = storage.set_item(LAST_SUBMISSION_KEY, &now.to_string());
    }
    Submission::Accepted {
        lead: Lead::compose(&estimate),
        owner_email: OwnerEmail::compose(&estimate),
    }
}

/// The later of the times in storage and in memory; a time of the future counts as none.
fn last_submission(storage: Option<&Storage>) -> Option<i64> {
    let stored = storage.and_then(|storage| storage.get_item(LAST_SUBMISSION_KEY).ok().flatten());
    cooldown::read_stored(stored.as_deref()).or(LAST_SUBMISSION.get())
}

fn local_storage() -> Option<Storage> {
    // Reading the property throws where the visitor blocks storage.
    web_sys::window()?.local_storage().ok().flatten()
}

fn now_ms() -> i64 {
    // Whole milliseconds, exact far beyond any date.
    #[allow(clippy::cast_possible_truncation)]
    {
        js_sys::Date::now() as i64
    }
}
