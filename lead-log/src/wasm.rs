//! The boundary to the desk: JavaScript objects in the shape of the server's JSON.
//!
//! They are read property by property, because the code that serde derives is eight times as large.
//! An act that lacks a field becomes [`Act::Other`], like an act of a newer version.

use alloc::{string::String, vec::Vec};
use core::{arch::wasm32, panic::PanicInfo};

use chrono::{DateTime, Utc};
use lol_alloc::{FreeListAllocator, LockedAllocator};
use uuid::{Uuid, fmt::Hyphenated};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{
    Act, Answer, Appointment, Correction, Day, Decision, End, Estimate, Event, Lead, LeadState,
    Line, LostReason, Means, Offer, Pick, Purpose, Status, Told, Why,
};

#[global_allocator]
static ALLOCATOR: LockedAllocator<FreeListAllocator> =
    LockedAllocator::new(FreeListAllocator::new());

/// Prints no message, because the standard library would print none here either.
#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    wasm32::unreachable()
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Object)]
    fn new_object() -> JsValue;

    #[wasm_bindgen(js_name = Array)]
    fn new_array() -> JsValue;

    #[wasm_bindgen(js_namespace = Reflect)]
    fn get(object: &JsValue, key: &str) -> JsValue;

    #[wasm_bindgen(js_namespace = Reflect, js_name = get)]
    fn get_at(array: &JsValue, index: u32) -> JsValue;

    #[wasm_bindgen(js_namespace = Reflect)]
    fn set(object: &JsValue, key: &str, value: &JsValue);

    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn set_at(array: &JsValue, index: u32, value: &JsValue);

    type Date;

    #[wasm_bindgen(constructor)]
    fn new(milliseconds: f64) -> Date;

    /// Parses a time. Returns `NaN` if the text is not a time.
    #[wasm_bindgen(static_method_of = Date)]
    fn parse(text: &JsValue) -> f64;

    #[wasm_bindgen(method, js_name = toISOString)]
    fn to_iso_string(this: &Date) -> Text;

    type Text;

    #[wasm_bindgen(method)]
    fn replace(this: &Text, what: &str, with: &str) -> JsValue;
}

/// Returns the state of a lead after some events. `state` is the state before them: `undefined` if
/// the lead was new.
#[wasm_bindgen]
pub fn fold(lead: &JsValue, state: &JsValue, events: &JsValue, days: &JsValue) -> JsValue {
    let fold = || {
        let (lead, state) = (Lead::read(lead)?, LeadState::read(state));
        let events: Vec<_> = items(events).filter_map(|it| read_event(&it)).collect();
        Some(crate::fold(&lead, state, &events, &Vec::read(days)?))
    };
    fold().write()
}

/// Returns why an event cannot be recorded, as a sentence; `null` if it can.
#[wasm_bindgen]
pub fn mistake(event: &JsValue) -> JsValue {
    let mistake = read_event(event).and_then(|event| event.check().err());
    mistake.map_or(JsValue::NULL, Into::into)
}

/// A value in JSON.
pub(crate) trait Json: Sized {
    /// Reads the value. `None` if it has another type.
    fn read(value: &JsValue) -> Option<Self>;

    fn write(&self) -> JsValue;
}

/// Implements [`Json`] for structs, with the JSON name of each field.
macro_rules! objects {
    ($($Struct:ident { $($field:ident = $key:literal),+ })+) => {$(
        impl Json for $Struct {
            fn read(object: &JsValue) -> Option<Self> {
                Some(Self { $($field: property(object, $key)?),+ })
            }

            fn write(&self) -> JsValue {
                let object = new_object();
                $(set(&object, $key, &self.$field.write());)+
                object
            }
        }
    )+};
}

objects! {
    Lead { created_at = "createdAt", emergency = "emergency", suspect = "suspect" }
    Day { begins = "begins", opens = "opens", closes = "closes" }
    LeadState {
        status = "status", suspect = "suspect", next_at = "nextAt", late_at = "lateAt",
        hidden = "hidden", calls = "calls", answered_at = "answeredAt", taken_by = "takenBy", quoted = "quoted", quoted_at = "quotedAt", estimate = "estimate",
        won = "won", closed_at = "closedAt", appointments = "appointments", visit_at = "visitAt", visit_by = "visitBy",
        lost_reason = "lostReason", note = "note", correction = "correction"
    }
    Appointment {
        id = "id", purpose = "purpose", from = "from", to = "to", crew = "crew", was_crew = "wasCrew", ended = "ended",
        was = "was", why = "why", changes = "changes", told = "told", answer = "answer"
    }
    Estimate {
        id = "id", first_look = "firstLook", last_look = "lastLook", decision = "decision", waits = "waits"
    }
    Offer { lines = "lines", until = "until", words = "words", days = "days", mail = "mail" }
    Line { what = "what", tree = "tree", cents = "cents", pick = "pick" }
    Told { changes = "changes", at = "at", who = "who", how = "how" }
    Correction {
        name = "name", phone = "phone", email = "email", address = "address", service = "service"
    }
}

pub(crate) fn property<T: Json>(object: &JsValue, key: &str) -> Option<T> {
    if object.is_object() {
        T::read(&get(object, key))
    } else {
        T::read(&JsValue::UNDEFINED)
    }
}

fn read_event(event: &JsValue) -> Option<Event> {
    Some(Event {
        id: property(event, "id")?,
        at: property(event, "at")?,
        // Only the server compares what the authors knew.
        seen: None,
        recorded_at: None,
        who: property(event, "who").unwrap_or_default(),
        act: Act::read(event).unwrap_or(Act::Other),
    })
}

fn items(array: &JsValue) -> impl Iterator<Item = JsValue> {
    let length = property(array, "length").unwrap_or_default();
    (0..length).map(|index| get_at(array, index))
}

impl<T: Json> Json for Vec<T> {
    fn read(array: &JsValue) -> Option<Self> {
        Some(items(array).filter_map(|item| T::read(&item)).collect())
    }

    fn write(&self) -> JsValue {
        let array = new_array();
        for (index, item) in (0..).zip(self) {
            set_at(&array, index, &item.write());
        }
        array
    }
}

impl<T: Json> Json for Option<T> {
    fn read(value: &JsValue) -> Option<Self> {
        Some(T::read(value))
    }

    fn write(&self) -> JsValue {
        self.as_ref().map_or(JsValue::NULL, T::write)
    }
}

/// Implements [`Json`] by converting a type from and to a JavaScript value.
macro_rules! values {
    ($($Type:ty: |$value:ident| $read:expr, |$it:ident| $write:expr;)+) => {$(
        impl Json for $Type {
            fn read($value: &JsValue) -> Option<Self> {
                $read
            }

            fn write(&self) -> JsValue {
                let $it = self;
                $write
            }
        }
    )+};
}

values! {
    String: |value| value.as_string(), |text| text.as_str().into();
    bool: |value| Some(value.is_truthy()), |is| (*is).into();
    Status: |value| Self::named(&String::read(value)?), |status| status.name().into();
    LostReason: |value| Self::named(&String::read(value)?), |reason| reason.name().into();
    Purpose: |value| Self::named(&String::read(value)?), |purpose| purpose.name().into();
    Why: |value| Self::named(&String::read(value)?), |why| why.name().into();
    End: |value| Self::named(&String::read(value)?), |how| how.name().into();
    Means: |value| Self::named(&String::read(value)?), |how| how.name().into();
    Answer: |value| Self::named(&String::read(value)?), |answer| answer.name().into();
    Decision: |value| Self::named(&String::read(value)?), |it| it.name().into();
    Pick: |value| Self::named(&String::read(value)?), |pick| pick.name().into();
    Uuid: |value| String::read(value).as_deref().map(read_id), |id| write_id(*id);
    u32: |value| value.as_f64().map(whole), |number| (*number).into();
    DateTime<Utc>: |value| read_time(value), |time| write_time(time);
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
fn whole(number: f64) -> u32 {
    number as u32
}

fn read_id(text: &str) -> Uuid {
    let digits = text.chars().filter_map(|digit| digit.to_digit(16));
    Uuid::from_u128(digits.fold(0, |id, digit| id << 4 | u128::from(digit)))
}

/// Writes an id without the standard library's formatting, which would be a sixth of the module.
fn write_id(id: Uuid) -> JsValue {
    let mut text = [0; Hyphenated::LENGTH];
    (&*id.hyphenated().encode_lower(&mut text)).into()
}

/// Reads a time, in milliseconds as in JavaScript.
#[expect(
    clippy::cast_possible_truncation,
    reason = "JavaScript's times are whole numbers"
)]
fn read_time(text: &JsValue) -> Option<DateTime<Utc>> {
    let milliseconds = Date::parse(text);
    let is_time = !milliseconds.is_nan();
    is_time.then(|| DateTime::from_timestamp_millis(milliseconds as i64))?
}

#[expect(
    clippy::cast_precision_loss,
    reason = "JavaScript's times are whole numbers"
)]
fn write_time(time: &DateTime<Utc>) -> JsValue {
    let text = Date::new(time.timestamp_millis() as f64).to_iso_string();
    // The server writes the time in this form.
    text.replace(".000", "")
}
