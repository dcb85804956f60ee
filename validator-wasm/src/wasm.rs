//! The boundary to the browser: reads the form, the clock, and the storage, calls the rules, and
//! returns TypeScript's types.

use std::cell::{Cell, RefCell};

use lol_alloc::{FreeListAllocator, LockedAllocator};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::{JsValue, UnwrapThrowExt, prelude::wasm_bindgen};
use web_sys::Storage;

use crate::{Estimate, Field, Lead, OwnerEmail, Rejection, company::SLUG, cooldown};

#[global_allocator]
static ALLOCATOR: LockedAllocator<FreeListAllocator> =
    LockedAllocator::new(FreeListAllocator::new());

thread_local! {
    /// The last submission of this page, for browsers without storage.
    static LAST_SUBMISSION: Cell<Option<i64>> = const { Cell::new(None) };

    /// The texts of a form that is being checked.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[wasm_bindgen(module = "/src/wasm/encode-form.js")]
extern "C" {
    /// The form that the page passes.
    #[wasm_bindgen(typescript_type = "Estimate")]
    pub type Form;

    /// Sets the names of the form's fields, separated by spaces.
    #[wasm_bindgen(js_name = setFieldNames)]
    fn set_field_names(names: &str);

    /// Writes the form's texts, in the order of the field names, into `bytes` as UTF-8, separated
    /// by `0xFF`. Returns the number of bytes, or, if `bytes` is too short, a sufficient number.
    ///
    /// There is one call for all texts, because a call for each would take longer than the rules.
    #[wasm_bindgen(js_name = encodeForm)]
    fn encode_form(form: &Form, bytes: &mut [u8]) -> usize;
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = window)]
    type Page;

    /// Returns the page's storage. Throws if the visitor blocks it, or if there is no page.
    #[wasm_bindgen(static_method_of = Page, js_class = "window", getter, js_name = localStorage, catch)]
    fn local_storage() -> Result<Option<Storage>, JsValue>;

    /// Returns the tab's storage, likewise.
    #[wasm_bindgen(static_method_of = Page, js_class = "window", getter, js_name = sessionStorage, catch)]
    fn session_storage() -> Result<Option<Storage>, JsValue>;
}

/// Runs when the module is loaded.
#[wasm_bindgen(start)]
fn start() {
    set_field_names(Field::NAMES);
}

/// Calls `f` with the form. Its texts are copied once.
fn with_estimate<T>(form: &Form, f: impl FnOnce(&Estimate<&str>) -> T) -> T {
    BUFFER.with_borrow_mut(|buffer| {
        let mut written = encode_form(form, buffer);
        if written > buffer.len() {
            buffer.resize(written, 0);
            written = encode_form(form, buffer);
        }
        let mut texts = buffer[..written].splitn(Field::ALL.len(), |byte| *byte == 0xFF);
        let texts = Field::ALL
            .map(|_| str::from_utf8(texts.next().unwrap_or_default()).unwrap_or_default());
        f(&Estimate::from_fn(|field| texts[field as usize]))
    })
}

/// The outcome of a submitted form.
#[derive(Serialize, Tsify)]
#[serde(
    tag = "verdict",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[tsify(missing_as_null)]
pub enum Submission {
    /// The form can be sent.
    Accepted {
        /// The row to save.
        lead: Lead,
        /// The email to send once the row is saved.
        owner_email: OwnerEmail,
    },
    /// The visitor must be shown a notice.
    Rejected {
        /// The notice.
        rejection: Rejection,
    },
}

/// Checks the fields only, without clock and storage.
///
/// # Panics
/// When the result cannot be converted to a JavaScript object. No known input causes that. The
/// caller gets an exception.
#[wasm_bindgen]
pub fn validate(estimate: &Form) -> Option<Ts<Rejection>> {
    let rejection = with_estimate(estimate, |estimate| crate::validate(estimate).err())?;
    Some(rejection.into_ts().unwrap_throw())
}

/// Runs all four checks in order and, if they pass, records the time of this submission.
///
/// The time stays in the tab if `outlastsTab` is false (Global Privacy Control). It is only in this
/// page's memory if storage is full, blocked, or absent.
///
/// # Panics
/// Like [`validate`].
#[wasm_bindgen(js_name = prepareSubmission)]
pub fn prepare_submission(
    estimate: &Form,
    #[wasm_bindgen(js_name = outlastsTab)] outlasts_tab: bool,
) -> Ts<Submission> {
    let storage = storage(outlasts_tab);
    let submission = with_estimate(estimate, |estimate| check_and_compose(estimate, storage));
    submission.into_ts().unwrap_throw()
}

/// Forgets the time of the last submission, which saved nothing.
#[wasm_bindgen(js_name = forgetSubmission)]
pub fn forget_submission(#[wasm_bindgen(js_name = outlastsTab)] outlasts_tab: bool) {
    LAST_SUBMISSION.set(None);
    if let Some(storage) = storage(outlasts_tab) {
        let _ = storage.remove_item(&last_submission_key());
    }
}

fn storage(outlasts_tab: bool) -> Option<Storage> {
    let storage = if outlasts_tab {
        Page::local_storage()
    } else {
        Page::session_storage()
    };
    storage.ok().flatten()
}

fn check_and_compose(estimate: &Estimate<&str>, storage: Option<Storage>) -> Submission {
    let now = now_ms();
    let checked = crate::validate(estimate)
        .and_then(|()| cooldown::check(last_submission(storage.as_ref()), now));
    if let Err(rejection) = checked {
        return Submission::Rejected { rejection };
    }
    LAST_SUBMISSION.set(Some(now));
    if let Some(storage) = storage {
        // If the storage is full or blocked, the page's memory has the time.
        let _ = storage.set_item(&last_submission_key(), &now.to_string());
    }
    Submission::Accepted {
        lead: Lead::compose(estimate),
        owner_email: OwnerEmail::compose(estimate),
    }
}

/// Returns the time in storage, or else the time in memory.
fn last_submission(storage: Option<&Storage>) -> Option<i64> {
    let stored =
        storage.and_then(|storage| storage.get_item(&last_submission_key()).ok().flatten());
    cooldown::read_stored(stored.as_deref()).or(LAST_SUBMISSION.get())
}

/// Returns the storage key of this company's last submission (docs/product.md, section 9).
fn last_submission_key() -> String {
    format!("{SLUG}-last-submission")
}

fn now_ms() -> i64 {
    // Whole milliseconds are exact far beyond any date.
    #[allow(clippy::cast_possible_truncation)]
    {
        js_sys::Date::now() as i64
    }
}
