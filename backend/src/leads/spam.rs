//! The spam score of a lead. It never drops a lead. A suspect lead is saved and gets the same
//! response as any other, and the owner reads it a little later, in the digest.
//!
//! A score is the sum of [`SpamSignal`]s. Ordinary people trigger each signal too: they let the
//! browser fill in a hidden field, send links to their photos, or have no JavaScript. So no weak
//! signal reaches [`SUSPECT_FROM`] alone. Language, spelling, capitals, and word choice are not
//! signals. The points were tuned on `tests/spam-samples.json`, and a test checks them against it.

mod links;
mod signal;

use validator_wasm::Estimate;

pub(crate) use signal::explain;
pub use signal::{FormTokenStatus, RequestSignals, SpamSignal};

/// The points from which a lead is suspect. Most signals have 1 to 3 points, so it takes two. A
/// signal with 4 points does not result from typing or from one photo album.
pub const SUSPECT_FROM: i16 = 4;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub points: i16,
    /// The signals, in the order of [`SpamSignal`].
    pub signals: Vec<SpamSignal>,
    /// Whether the owner's email waits for the digest.
    pub suspect: bool,
}

impl Score {
    pub fn signal_names(&self) -> Vec<&'static str> {
        self.signals.iter().map(|signal| signal.name()).collect()
    }
}

/// Scores a lead by its content and its request.
pub fn score(full_name: &str, estimate: &Estimate, request_signals: &RequestSignals) -> Score {
    let signals = signal::found(full_name, estimate, request_signals);
    let points = signals.iter().map(|signal| signal.points()).sum();
    Score {
        points,
        signals,
        suspect: points >= SUSPECT_FROM,
    }
}
