//! The spam score of a lead. It never drops a lead. A suspect lead is saved and gets the same
//! response as any other, and the owner reads it a little later, in the digest.
//!
//! A score is the sum of [`SpamSignal`]s. Ordinary people trigger each signal too: they let the
//! browser fill in a hidden field, send links to their photos, or have no JavaScript. So no weak
//! signal reaches [`SUSPECT_FROM`] alone. Language, spelling, capitals, and word choice are not
//! signals. The points were tuned on `tests/spam-samples.json`, and a test checks them against it.

mod links;
mod signal;

use validator_wasm::{Estimate, Lead};

pub(crate) use signal::explain;
pub use signal::{FormTokenStatus, RequestSignals, SpamSignal};

/// The points from which a lead is suspect. Most signals have 1 to 3 points, so it takes two. A
/// signal with 4 points does not result from typing or from one photo album.
pub const SUSPECT_FROM: i16 = 4;

/// The spam score of a lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The sum of the signals' points.
    pub points: i16,
    /// The signals, in the order of [`SpamSignal`].
    pub signals: Vec<SpamSignal>,
    /// Whether the owner's email waits for the digest.
    pub suspect: bool,
}

impl Score {
    /// Returns the stored names of the signals.
    pub fn signal_names(&self) -> Vec<&'static str> {
        self.signals.iter().map(|signal| signal.name()).collect()
    }
}

/// Scores a lead by its content (the row, and the form that it was composed from) and its request.
pub fn score(lead: &Lead, estimate: &Estimate, request_signals: &RequestSignals) -> Score {
    let signals = signal::found(lead, estimate, request_signals);
    let points = signals.iter().map(|signal| signal.points()).sum();
    Score {
        points,
        signals,
        suspect: points >= SUSPECT_FROM,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use validator_wasm::{Estimate, Field, Lead};

    use super::{FormTokenStatus, RequestSignals, SpamSignal, score};

    /// Returns the signals of an ordinary lead with one changed field and this token.
    fn signals(field: Field, text: &str, token: FormTokenStatus) -> Vec<SpamSignal> {
        let mut estimate = Estimate::from_fn(|field| field.example().to_owned());
        *estimate.get_mut(field) = text.to_owned();
        let lead = Lead::compose(&estimate);
        let request_signals = RequestSignals {
            honeypot_filled: false,
            token,
        };
        score(&lead, &lead.parse(), &request_signals).signals
    }

    #[test]
    fn a_token_is_a_signal_until_its_form_was_open_for_five_seconds() {
        for (milliseconds, signal) in [
            (2_999, Some(SpamSignal::SentAtOnce)),
            (3_000, Some(SpamSignal::SentFast)),
            (4_999, Some(SpamSignal::SentFast)),
            (5_000, None),
            (30 * 24 * 3_600_000, None),
        ] {
            let token = FormTokenStatus::Age(Duration::from_millis(milliseconds));
            let found = signals(Field::Message, "", token);
            assert_eq!(found, Vec::from_iter(signal), "{milliseconds}");
        }
    }

    #[test]
    fn signals_that_no_sample_has() {
        for (field, text, signal) in [
            (
                Field::LastName,
                "https://x.example/win",
                Some(SpamSignal::LinkInField),
            ),
            (Field::Urgency, "google", Some(SpamSignal::UnofferedChoice)),
            (Field::Service, " Tree Removal ", None),
            (Field::Phone, "+52 55 1234 5678", None),
            (Field::Phone, "４０４５５５０１２３", None),
        ] {
            let found = signals(field, text, FormTokenStatus::Age(Duration::from_mins(1)));
            assert_eq!(found, Vec::from_iter(signal), "{text}");
        }
    }
}
