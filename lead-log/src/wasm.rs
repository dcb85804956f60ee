//! The boundary to the desk: objects of JavaScript in the shape of the server's JSON.
//!
//! They are read property by property: what serde derives for the same is eight times as much to download. An
//! act that lacks what it should have is [`Act::Other`], as one of a newer version is.

use alloc::{string::String, vec::Vec};
use core::{arch::wasm32, panic::PanicInfo};

use chrono::{DateTime, Utc};
use lol_alloc::{FreeListAllocator, LockedAllocator};
use uuid::Uuid;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{Act, Correction, Day, Event, Lead, LostReason, State, Status};

#[global_allocator]
static ALLOCATOR: LockedAllocator<FreeListAllocator> =
    LockedAllocator::new(FreeListAllocator::new());

/// Without words: the standard library would print none either.
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

    /// `NaN` if it is no text of a time.
    #[wasm_bindgen(static_method_of = Date)]
    fn parse(text: &JsValue) -> f64;

    #[wasm_bindgen(method, js_name = toISOString)]
    fn to_iso_string(this: &Date) -> Text;

    type Text;

    #[wasm_bindgen(method)]
    fn replace(this: &Text, what: &str, with: &str) -> JsValue;
}

/// Returns the state of a lead after some events.
///
/// `state` is what it was before them; `undefined`, that of a new lead.
#[wasm_bindgen]
pub fn fold(lead: &JsValue, state: &JsValue, events: &JsValue, days: &JsValue) -> JsValue {
    let lead = Lead {
        created_at: time(lead, "createdAt").unwrap_or_default(),
        emergency: is(lead, "emergency"),
        suspect: is(lead, "suspect"),
    };
    let state = read_state(state);
    let events: Vec<_> = items(events)
        .filter_map(|event| read_event(&event))
        .collect();
    write_state(&crate::fold(&lead, state, &events, &read_days(days)))
}

fn read_event(event: &JsValue) -> Option<Event> {
    Some(Event {
        id: id(event, "id")?,
        at: time(event, "at")?,
        who: text(event, "who").unwrap_or_default(),
        act: read_act(event).unwrap_or(Act::Other),
    })
}

/// Reads what the rule looks at: the other kinds change nothing.
fn read_act(event: &JsValue) -> Option<Act> {
    Some(match text(event, "kind")?.as_str() {
        "noted" => Act::Noted {
            text: text(event, "text")?,
        },
        "called" => Act::Called {
            reached: is(event, "reached"),
            next: time(event, "next"),
        },
        "texted" => Act::Texted,
        "wrote" => Act::Wrote,
        "visit-set" => Act::VisitSet {
            visit_at: time(event, "visitAt")?,
            visit_by: text(event, "visitBy"),
        },
        "visit-called-off" => Act::VisitCalledOff,
        "quoted" => Act::Quoted {
            amount: amount(event, "amount"),
        },
        "won" => Act::Won {
            amount: amount(event, "amount"),
            work_at: time(event, "workAt"),
        },
        "lost" => Act::Lost {
            reason: LostReason::named(&text(event, "reason")?)?,
        },
        "done" => Act::Done,
        "put-off" => Act::PutOff {
            until: time(event, "until")?,
        },
        "taken" => Act::Taken {
            mine: is(event, "mine"),
        },
        "corrected" => Act::Corrected(read_correction(event)),
        "entered" => Act::Entered,
        "released" => Act::Released {
            was_suspect: is(event, "wasSuspect"),
        },
        "spam" => Act::Spam,
        "undone" => Act::Undone {
            event: id(event, "event")?,
        },
        _ => return None,
    })
}

fn read_state(state: &JsValue) -> Option<State> {
    Some(State {
        status: Status::named(&text(state, "status")?)?,
        suspect: is(state, "suspect"),
        next_at: time(state, "nextAt"),
        calls: items(&get(state, "calls"))
            .filter_map(|at| read_time(&at))
            .collect(),
        answered_at: time(state, "answeredAt"),
        taken_by: text(state, "takenBy"),
        quoted: amount(state, "quoted"),
        quoted_at: time(state, "quotedAt"),
        won: amount(state, "won"),
        closed_at: time(state, "closedAt"),
        visit_at: time(state, "visitAt"),
        visit_by: text(state, "visitBy"),
        lost_reason: text(state, "lostReason").and_then(|name| LostReason::named(&name)),
        note: text(state, "note").unwrap_or_default(),
        correction: read_correction(&get(state, "correction")),
    })
}

fn write_state(state: &State) -> JsValue {
    let to = new_object();
    set(&to, "status", &state.status.name().into());
    set(&to, "suspect", &state.suspect.into());
    let calls = new_array();
    for (index, at) in (0..).zip(&state.calls) {
        set_at(&calls, index, &write_time(at));
    }
    set(&to, "calls", &calls);
    set(&to, "note", &state.note.as_str().into());
    set(&to, "correction", &write_correction(&state.correction));
    let reason = state.lost_reason.map(LostReason::name);
    for (key, value) in [
        ("takenBy", state.taken_by.as_deref()),
        ("visitBy", state.visit_by.as_deref()),
        ("lostReason", reason),
    ] {
        set(&to, key, &value.map_or(JsValue::NULL, JsValue::from));
    }
    for (key, value) in [("quoted", state.quoted), ("won", state.won)] {
        set(&to, key, &value.map_or(JsValue::NULL, JsValue::from));
    }
    for (key, value) in [
        ("nextAt", &state.next_at),
        ("answeredAt", &state.answered_at),
        ("quotedAt", &state.quoted_at),
        ("closedAt", &state.closed_at),
        ("visitAt", &state.visit_at),
    ] {
        set(&to, key, &value.as_ref().map_or(JsValue::NULL, write_time));
    }
    to
}

fn read_correction(object: &JsValue) -> Correction {
    Correction {
        name: text(object, "name"),
        phone: text(object, "phone"),
        email: text(object, "email"),
        address: text(object, "address"),
        service: text(object, "service"),
    }
}

fn write_correction(correction: &Correction) -> JsValue {
    let to = new_object();
    for (key, value) in [
        ("name", &correction.name),
        ("phone", &correction.phone),
        ("email", &correction.email),
        ("address", &correction.address),
        ("service", &correction.service),
    ] {
        if let Some(value) = value {
            set(&to, key, &value.as_str().into());
        }
    }
    to
}

fn read_days(days: &JsValue) -> Vec<Day> {
    let read = |day: JsValue| {
        Some(Day {
            begins: time(&day, "begins")?,
            opens: time(&day, "opens"),
            closes: time(&day, "closes"),
        })
    };
    items(days).filter_map(read).collect()
}

/// The items of an array.
fn items(array: &JsValue) -> impl Iterator<Item = JsValue> {
    let length = amount(array, "length").unwrap_or_default();
    (0..length).map(|index| get_at(array, index))
}

/// A property; `undefined` of what is no object.
fn property(object: &JsValue, key: &str) -> JsValue {
    if object.is_object() {
        get(object, key)
    } else {
        JsValue::UNDEFINED
    }
}

fn text(object: &JsValue, key: &str) -> Option<String> {
    property(object, key).as_string()
}

fn is(object: &JsValue, key: &str) -> bool {
    property(object, key).is_truthy()
}

/// A whole number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
fn amount(object: &JsValue, key: &str) -> Option<u32> {
    property(object, key).as_f64().map(|number| number as u32)
}

fn id(object: &JsValue, key: &str) -> Option<Uuid> {
    let text = text(object, key)?;
    let digits = text.chars().filter_map(|digit| digit.to_digit(16));
    Some(Uuid::from_u128(
        digits.fold(0, |id, digit| id << 4 | u128::from(digit)),
    ))
}

fn time(object: &JsValue, key: &str) -> Option<DateTime<Utc>> {
    read_time(&property(object, key))
}

/// A time, in milliseconds as JavaScript has them.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a time of JavaScript is a whole number"
)]
fn read_time(text: &JsValue) -> Option<DateTime<Utc>> {
    let milliseconds = Date::parse(text);
    let is_time = !milliseconds.is_nan();
    is_time.then(|| DateTime::from_timestamp_millis(milliseconds as i64))?
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a time of JavaScript is a whole number"
)]
fn write_time(time: &DateTime<Utc>) -> JsValue {
    let text = Date::new(time.timestamp_millis() as f64).to_iso_string();
    // As the server writes it.
    text.replace(".000", "")
}
