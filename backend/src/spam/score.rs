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

/// Scores a lead by its content (the row, and the form that it was composed of) and its request.
/// [`SpamSignal::RepeatedText`] is detected later, by the
/// store.
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

    use validator_wasm::{Estimate, Lead};

    use super::{RequestSignals, SUSPECT_FROM, Score, SpamSignal};
    use crate::spam::FormTokenStatus;

    fn lead(changes: impl FnOnce(&mut Estimate)) -> Lead {
        let mut estimate = Estimate {
            first_name: "Jane".into(),
            last_name: "Doe".into(),
            phone: "404-555-0123".into(),
            email: "jane.doe@gmail.com".into(),
            address: "12 Oak Street, Decatur, GA".into(),
            service: "Tree Removal".into(),
            urgency: "routine".into(),
            message: "The big white oak leans over the garage.".into(),
        };
        changes(&mut estimate);
        Lead::compose(&estimate)
    }

    fn score(lead: &Lead, request_signals: &RequestSignals) -> Score {
        super::score(lead, &lead.parse(), request_signals)
    }

    fn request_signals() -> RequestSignals {
        RequestSignals {
            honeypot_filled: false,
            token: FormTokenStatus::Age(Duration::from_mins(1)),
        }
    }

    fn details(text: &str) -> Vec<SpamSignal> {
        score(
            &lead(|estimate| estimate.message = text.into()),
            &request_signals(),
        )
        .signals
    }

    #[test]
    fn an_ordinary_lead_shows_nothing() {
        let nothing = Score {
            points: 0,
            signals: Vec::new(),
            suspect: false,
        };
        assert_eq!(score(&lead(|_| {}), &request_signals()), nothing);
    }

    #[test]
    fn each_property_of_the_request_has_its_signal() {
        let signals = |changes: &dyn Fn(&mut RequestSignals)| {
            let mut request_signals = request_signals();
            changes(&mut request_signals);
            score(&lead(|_| {}), &request_signals).signals
        };
        let age = |milliseconds| {
            signals(&|request_signals| {
                request_signals.token = FormTokenStatus::Age(Duration::from_millis(milliseconds));
            })
        };
        assert_eq!(
            signals(&|request_signals| request_signals.honeypot_filled = true),
            [SpamSignal::Honeypot]
        );
        assert_eq!(
            signals(&|request_signals| request_signals.token = FormTokenStatus::Missing),
            [SpamSignal::NoToken]
        );
        assert_eq!(
            signals(&|request_signals| request_signals.token = FormTokenStatus::Invalid),
            [SpamSignal::InvalidToken]
        );
        assert_eq!(age(0), [SpamSignal::SentAtOnce]);
        assert_eq!(age(2_999), [SpamSignal::SentAtOnce]);
        assert_eq!(age(3_000), [SpamSignal::SentFast]);
        assert_eq!(age(4_999), [SpamSignal::SentFast]);
        assert_eq!(age(5_000), []);
        assert_eq!(age(30 * 24 * 3_600_000), []);
    }

    #[test]
    fn each_link_in_the_details_beyond_the_first_has_a_point() {
        for (links, points) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (50, 4)] {
            let text = "Photo: https://photos.example/oak \n".repeat(links);
            let lead = lead(|estimate| estimate.message = text);
            let links = score(&lead, &request_signals())
                .signals
                .into_iter()
                .filter(|signal| matches!(signal, SpamSignal::Links(_)))
                .map(SpamSignal::points)
                .sum::<i16>();
            assert_eq!(links, points);
        }
    }

    #[test]
    fn markup_counts_once_and_not_as_links_too() {
        for text in [
            "<a href=\"https://x.example\">pills</a>",
            "[url=https://x.example]pills[/url] and https://y.example, https://z.example",
        ] {
            assert_eq!(details(text), [SpamSignal::LinkMarkup]);
        }
    }

    #[test]
    fn a_link_in_another_field_is_one_signal_wherever_it_is() {
        let link = "https://x.example/win";
        for changed in [
            lead(|estimate| estimate.first_name = link.into()),
            lead(|estimate| estimate.last_name = link.into()),
            lead(|estimate| estimate.phone = link.into()),
            lead(|estimate| estimate.address = link.into()),
            lead(|estimate| {
                estimate.last_name = link.into();
                estimate.address = link.into();
            }),
        ] {
            let signals = score(&changed, &request_signals()).signals;
            assert!(signals.contains(&SpamSignal::LinkInField), "{signals:?}");
            assert_eq!(
                signals
                    .iter()
                    .filter(|signal| **signal == SpamSignal::LinkInField)
                    .count(),
                1
            );
        }
        let email = lead(|estimate| estimate.address = "jane.doe@gmail.com".into());
        assert_eq!(score(&email, &request_signals()).signals, []);
    }

    #[test]
    fn a_choice_that_the_form_does_not_offer_is_a_signal() {
        for service in [
            "Tree Trimming",
            "Storm Damage",
            "Land Care",
            " Tree Removal ",
        ] {
            let lead = lead(|estimate| estimate.service = service.into());
            assert_eq!(score(&lead, &request_signals()).signals, [], "{service}");
        }
        for changed in [
            lead(|estimate| estimate.service = "google".into()),
            lead(|estimate| estimate.urgency = "google".into()),
        ] {
            assert_eq!(
                score(&changed, &request_signals()).signals,
                [SpamSignal::UnofferedChoice]
            );
        }
    }

    #[test]
    fn a_phone_that_cannot_be_called_is_a_signal() {
        for (phone, signals) in [
            ("555-0123", &[][..]),
            ("(404) 555-0123 ext 4", &[]),
            ("+52 55 1234 5678", &[]),
            ("４０４５５５０１２３", &[]),
            ("123456", &[SpamSignal::UncallablePhone]),
            ("e-mail only please", &[SpamSignal::UncallablePhone]),
        ] {
            let lead = lead(|estimate| estimate.phone = phone.into());
            assert_eq!(score(&lead, &request_signals()).signals, signals, "{phone}");
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
        let score = score(&lead(|_| {}), &hasty);
        assert!(score.suspect);
        assert_eq!(score.points, 6);
        assert_eq!(score.signal_names(), ["honeypot", "sent-at-once"]);
    }
}
