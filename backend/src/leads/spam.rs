//! The spam score of a lead. It never drops a lead: a suspect one is saved and gets the same
//! response as any other, and the owner reads it a little later, in the digest.
//!
//! A score is the sum of [`SpamSignal`]s. Ordinary people trigger each of them too: they let the
//! browser fill in a hidden field, send links to their photographs, or have no JavaScript. So no
//! weak one reaches [`SUSPECT_FROM`] alone. Language, spelling, capitals and the choice of words
//! are not signals: a tree on a roof makes people shout.
//!
//! The points were tuned on `tests/spam-samples.json`; a test checks them against it.

mod details_hash;
mod links;
mod repetition;
mod request_signals;
mod score;
mod signal;

pub(crate) use details_hash::details_hash;
pub use request_signals::{FormTokenStatus, RequestSignals};
pub use score::{SUSPECT_FROM, Score, score};
pub use signal::SpamSignal;
pub(crate) use signal::explain;
