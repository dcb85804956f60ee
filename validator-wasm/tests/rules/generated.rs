//! Generates forms and rows from all of Unicode and from texts that the rules and the wire format treat specially.

use proptest::{prelude::*, sample};
use validator_wasm::{
    Estimate, Field, Lead, PLACEHOLDER_EMAIL,
    lists::{EMAIL_BLOCKLIST, PROMOTIONAL_PHRASES},
    phrases::WHOLE_WORDS,
};

/// Many kinds of white space, our own labels, characters with a special lower case, and characters
/// that HTML escapes.
const PIECES: [&str; 27] = [
    " ",
    "\n",
    "\r\n",
    "\t",
    "\u{a0}",
    "\u{2003}",
    "\0",
    "\n  ",
    "Service: ",
    "Urgency: ",
    "Address: ",
    "Details:\n",
    "routine",
    "Within a week",
    "Tree Removal",
    "web\ndesign",
    "jane@gmail.com",
    PLACEHOLDER_EMAIL,
    "İ",
    "ß",
    "Σ",
    "K",
    "樹",
    "e\u{301}",
    "<b>",
    "&",
    "\"",
];

/// A special text or a list entry, sometimes in upper case or cut in half.
fn piece() -> impl Strategy<Value = String> {
    let entries = EMAIL_BLOCKLIST.lines().chain(PROMOTIONAL_PHRASES.lines());
    let entries = entries.map(|entry| entry.trim_start_matches(WHOLE_WORDS));
    let pieces: Vec<&str> = PIECES.into_iter().chain(entries).collect();
    (sample::select(pieces), 0..4).prop_map(|(piece, change)| match change {
        0 => piece.to_uppercase(),
        1 => piece.chars().take(piece.chars().count() / 2).collect(),
        _ => piece.to_owned(),
    })
}

/// Any text; one in a few hundred is long.
pub fn any_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![2 => piece(), 1 => any::<String>(), 1 => "[A-Za-z0-9@. ]{0,12}"];
    let text = prop::collection::vec(part, 0..6).prop_map(|parts| parts.concat());
    (text, prop_oneof![400 => Just(1), 1 => 2..2000_usize])
        .prop_map(|(text, times)| text.repeat(times))
}

/// Any form. Most required fields are filled in, so that the later rules run.
pub fn any_estimate() -> impl Strategy<Value = Estimate> {
    let usual =
        |value: &'static str| prop_oneof![7 => Just(value.to_owned()), 1 => any_text()].boxed();
    let texts = Field::ALL.map(|field| match field {
        Field::Email => prop_oneof![3 => Just(String::new()), 1 => any_text()].boxed(),
        Field::Address => usual("12 Oak Street\nDecatur"),
        Field::Message => any_text().boxed(),
        _ => usual(field.example()),
    });
    texts.prop_map(|texts| {
        let mut texts = texts.into_iter();
        Estimate::from_fn(|_| texts.next().unwrap_or_default())
    })
}

/// Any row, whether a form could make it or not.
#[allow(dead_code, reason = "the fixture needs forms alone")]
pub fn any_lead() -> impl Strategy<Value = Lead> {
    let change = || prop::option::weighted(0.2, any_text());
    (any_estimate(), [change(), change(), change(), change()]).prop_map(|(estimate, changes)| {
        let mut lead = Lead::compose(&estimate);
        let fields = [
            &mut lead.full_name,
            &mut lead.email,
            &mut lead.phone,
            &mut lead.message,
        ];
        for (field, change) in fields.into_iter().zip(changes) {
            if let Some(text) = change {
                *field = text;
            }
        }
        lead
    })
}
