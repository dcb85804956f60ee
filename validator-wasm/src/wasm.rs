//! The boundary to the browser: reads the form, calls the rules, answers in TypeScript's types.
//! What the rules need of the browser, its clock and its storage, is read here.

mod types;

use std::cell::Cell;

use tsify::{Ts, Tsify};
use wasm_bindgen::{JsError, prelude::wasm_bindgen};
use web_sys::Storage;

use crate::{Estimate, Lead, OwnerEmail, company::SLUG, cooldown};
use types::{Rejection, Submission};

thread_local! {
    /// The last submission of this page: all there is where storage is closed to us.
    static LAST_SUBMISSION: Cell<Option<i64>> = const { Cell::new(None) };
}

#[wasm_bindgen]
extern "C" {
    /// The form as the page hands it over, read property by property: a deserializer's error
    /// messages alone would make the module a third larger.
    #[wasm_bindgen(typescript_type = "Estimate")]
    pub type Form;

    #[wasm_bindgen(method, getter, js_name = firstName)]
    fn first_name(this: &Form) -> String;
    #[wasm_bindgen(method, getter, js_name = lastName)]
    fn last_name(this: &Form) -> String;
    #[wasm_bindgen(method, getter)]
    fn phone(this: &Form) -> String;
    #[wasm_bindgen(method, getter)]
    fn email(this: &Form) -> String;
    #[wasm_bindgen(method, getter)]
    fn address(this: &Form) -> String;
    #[wasm_bindgen(method, getter)]
    fn service(this: &Form) -> String;
    #[wasm_bindgen(method, getter)]
    fn urgency(this: &Form) -> String;
    #[wasm_bindgen(method, getter)]
    fn message(this: &Form) -> String;
}

impl From<&Form> for Estimate {
    fn from(form: &Form) -> Self {
        Self {
            first_name: form.first_name(),
            last_name: form.last_name(),
            phone: form.phone(),
            email: form.email(),
            address: form.address(),
            service: form.service(),
            urgency: form.urgency(),
            message: form.message(),
        }
    }
}

/// Checks the fields alone: no clock, no storage.
///
/// # Errors
/// The answer could not be made a JavaScript object.
#[wasm_bindgen]
pub fn validate(estimate: &Form) -> Result<Option<Ts<Rejection>>, JsError> {
    let rejection = crate::validate(&estimate.into()).err();
    Ok(rejection
        .map(|rejection| Rejection::from(rejection).into_ts())
        .transpose()?)
}

/// Writes the row of a form, without a check.
///
/// # Errors
/// As [`validate`].
#[wasm_bindgen(js_name = composeLead)]
pub fn compose_lead(estimate: &Form) -> Result<Ts<types::Lead>, JsError> {
    Ok(types::Lead::from(Lead::compose(&estimate.into())).into_ts()?)
}

/// Makes all four checks in order and, when they pass, records the time of this submission
/// before it answers.
///
/// With `mayStore` false (Global Privacy Control) the time is kept in this page's memory
/// alone; the same where storage is full, blocked or absent.
///
/// # Errors
/// As [`validate`].
#[wasm_bindgen(js_name = prepareSubmission)]
pub fn prepare_submission(
    estimate: &Form,
    #[wasm_bindgen(js_name = mayStore)] may_store: bool,
) -> Result<Ts<Submission>, JsError> {
    let estimate = Estimate::from(estimate);
    let storage = may_store.then(local_storage).flatten();
    let now = now_ms();
    let checked = crate::validate(&estimate)
        .and_then(|()| cooldown::check(last_submission(storage.as_ref()), now));
    if let Err(rejection) = checked {
        let rejection = rejection.into();
        return Ok(Submission::Rejected { rejection }.into_ts()?);
    }
    LAST_SUBMISSION.set(Some(now));
    if let Some(storage) = storage {
        // Full or blocked: the page's memory has it.
        let _ = storage.set_item(&last_submission_key(), &now.to_string());
    }
    let accepted = Submission::Accepted {
        lead: Lead::compose(&estimate).into(),
        owner_email: OwnerEmail::compose(&estimate).into(),
    };
    Ok(accepted.into_ts()?)
}

/// The time in storage, or the one in memory where there is none.
fn last_submission(storage: Option<&Storage>) -> Option<i64> {
    let stored =
        storage.and_then(|storage| storage.get_item(&last_submission_key()).ok().flatten());
    cooldown::read_stored(stored.as_deref()).or(LAST_SUBMISSION.get())
}

/// Names this company's last submission in the browser's storage (specification, section 9).
fn last_submission_key() -> String {
    [SLUG, "-last-submission"].concat()
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
