//! How much a lead looks like spam. It is scored, never dropped: a suspect lead is saved and
//! answered like any other, and the owner reads it a little later, in the digest.
//!
//! A score is the sum of [`SpamSignal`]s, each of which ordinary people show too: they let the browser
//! fill in a field that nobody sees, send links to their photographs, or have no JavaScript. So
//! none of the weak ones reaches [`SUSPECT_FROM`] alone. The language, the spelling, capitals and
//! the words that are chosen are no signals: a tree on a roof makes people shout.
//!
//! `tests/spam-samples.json` holds what the points were tuned on, and a test holds them to it.

mod details_hash;
mod links;
mod repetition;
mod request_signals;
mod score;
mod signal;
mod words;

pub use details_hash::details_hash;
pub use request_signals::{FormTokenStatus, RequestSignals};
pub use score::{SUSPECT_FROM, Score, score};
pub use signal::SpamSignal;
