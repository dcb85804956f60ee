//! The spam score: the sum of a lead's signals.

use validator_wasm::{Estimate, Lead};

use super::{
    request_signals::RequestSignals,
    signal::{self, SpamSignal},
};

/// The points from which a lead is suspect. Most signals have 1 to 3 points, so that it takes two;
/// those that have 4 (see [`SpamSignal::points`]) do not result from typing or from one photo
/// album.
pub const SUSPECT_FROM: i16 = 4;

/// The spam score of a lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The sum of the signals' points.
    pub points: i16,
    /// The signals, in the order of [`SpamSignal`].
    pub signals: Vec<SpamSignal>,
    /// Whether the owner's mail waits for the digest.
    pub suspect: bool,
}

impl Score {
    /// The names of the signals, as they are stored.
    #[must_use]
    pub fn signal_names(&self) -> Vec<&'static str> {
        self.signals.iter().map(|signal| signal.name()).collect()
    }
}

/// Scores a lead by its content (the row, and the form that it was composed from) and its request.
/// [`SpamSignal::RepeatedText`] is detected later, when the lead's mail is leased.
#[must_use]
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

    use super::{RequestSignals, SUSPECT_FROM, Score, SpamSignal, score};
    use crate::leads::spam::FormTokenStatus;

    const USUAL: RequestSignals = RequestSignals {
        honeypot_filled: false,
        token: FormTokenStatus::Age(Duration::from_mins(1)),
    };

    /// The score of an ordinary lead in which these fields are changed.
    fn with(changes: &[(Field, &str)], request_signals: &RequestSignals) -> Score {
        let mut estimate = Estimate::from_fn(|field| field.example().to_owned());
        for (field, text) in changes {
            *estimate.get_mut(*field) = (*text).to_owned();
        }
        let lead = Lead::compose(&estimate);
        score(&lead, &lead.parse(), request_signals)
    }

    fn signals(changes: &[(Field, &str)]) -> Vec<SpamSignal> {
        with(changes, &USUAL).signals
    }

    #[test]
    fn an_ordinary_lead_shows_nothing() {
        let nothing = Score {
            points: 0,
            signals: Vec::new(),
            suspect: false,
        };
        assert_eq!(with(&[], &USUAL), nothing);
    }

    #[test]
    fn each_property_of_the_request_has_its_signal() {
        let filled = RequestSignals {
            honeypot_filled: true,
            ..USUAL
        };
        assert_eq!(with(&[], &filled).signals, [SpamSignal::Honeypot]);
        let age = |milliseconds| FormTokenStatus::Age(Duration::from_millis(milliseconds));
        for (token, signal) in [
            (FormTokenStatus::Missing, Some(SpamSignal::NoToken)),
            (FormTokenStatus::Invalid, Some(SpamSignal::InvalidToken)),
            (age(0), Some(SpamSignal::SentAtOnce)),
            (age(2_999), Some(SpamSignal::SentAtOnce)),
            (age(3_000), Some(SpamSignal::SentFast)),
            (age(4_999), Some(SpamSignal::SentFast)),
            (age(5_000), None),
            (age(30 * 24 * 3_600_000), None),
        ] {
            let found = with(&[], &RequestSignals { token, ..USUAL }).signals;
            assert_eq!(found, Vec::from_iter(signal), "{token:?}");
        }
    }

    #[test]
    fn each_link_in_the_details_beyond_the_first_has_a_point() {
        for (links, points) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (50, 4)] {
            let text = "Photo: https://photos.example/oak \n".repeat(links);
            let found = signals(&[(Field::Message, &text)]);
            let of_links = found.iter().filter(|it| matches!(it, SpamSignal::Links(_)));
            assert_eq!(of_links.map(|it| it.points()).sum::<i16>(), points);
        }
    }

    #[test]
    fn what_is_written_in_a_field_has_its_signal_once() {
        let link = "https://x.example/win";
        for (changes, expected) in [
            // It counts as markup, and not as links too.
            (
                &[(Field::Message, "<a href=\"https://x.example\">pills</a>")][..],
                &[SpamSignal::LinkMarkup][..],
            ),
            (
                &[(
                    Field::Message,
                    "[url=https://x.example]pills[/url] and https://y.example, https://z.example",
                )],
                &[SpamSignal::LinkMarkup],
            ),
            (&[(Field::FirstName, link)], &[SpamSignal::LinkInField]),
            (&[(Field::LastName, link)], &[SpamSignal::LinkInField]),
            (
                &[(Field::Phone, link)],
                &[SpamSignal::LinkInField, SpamSignal::UncallablePhone],
            ),
            (&[(Field::Address, link)], &[SpamSignal::LinkInField]),
            (
                &[(Field::LastName, link), (Field::Address, link)],
                &[SpamSignal::LinkInField],
            ),
            (&[(Field::Address, "jane.doe@gmail.com")], &[]),
            (&[(Field::Service, "Tree Trimming")], &[]),
            (&[(Field::Service, "Storm Damage")], &[]),
            (&[(Field::Service, "Land Care")], &[]),
            (&[(Field::Service, " Tree Removal ")], &[]),
            (
                &[(Field::Service, "google")],
                &[SpamSignal::UnofferedChoice],
            ),
            (
                &[(Field::Urgency, "google")],
                &[SpamSignal::UnofferedChoice],
            ),
            (&[(Field::Phone, "555-0123")], &[]),
            (&[(Field::Phone, "(404) 555-0123 ext 4")], &[]),
            (&[(Field::Phone, "+52 55 1234 5678")], &[]),
            (&[(Field::Phone, "４０４５５５０１２３")], &[]),
            (&[(Field::Phone, "123456")], &[SpamSignal::UncallablePhone]),
            (
                &[(Field::Phone, "e-mail only please")],
                &[SpamSignal::UncallablePhone],
            ),
        ] {
            assert_eq!(signals(changes), expected, "{changes:?}");
        }
    }

    #[test]
    fn a_weak_signal_alone_marks_no_lead_and_two_may() {
        for signal in [
            SpamSignal::Honeypot,
            SpamSignal::NoToken,
            SpamSignal::InvalidToken,
            SpamSignal::SentAtOnce,
            SpamSignal::SentFast,
            SpamSignal::Links(4),
            SpamSignal::LinkInField,
            SpamSignal::UnofferedChoice,
            SpamSignal::UncallablePhone,
            SpamSignal::RepeatedText,
            SpamSignal::RepetitiveText,
        ] {
            assert!(signal.points() < SUSPECT_FROM, "{signal:?}");
        }
        let hasty = RequestSignals {
            honeypot_filled: true,
            token: FormTokenStatus::Age(Duration::from_secs(1)),
        };
        let score = with(&[], &hasty);
        assert!(score.suspect);
        assert_eq!(score.points, 6);
        assert_eq!(score.signal_names(), ["honeypot", "sent-at-once"]);
    }
}
