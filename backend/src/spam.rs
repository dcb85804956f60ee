//! How much a lead looks like spam. It is scored, never dropped: a suspect lead is saved and
//! answered like any other, and the owner reads it a little later, in the digest.
//!
//! A score is the sum of [`Sign`]s, each of which ordinary people show too: they let the browser
//! fill in a field that nobody sees, send links to their photographs, or have no JavaScript. So
//! none of the weak ones reaches [`SUSPECT_FROM`] alone. The language, the spelling, capitals and
//! the words that are chosen are no signs: a tree on a roof makes people shout.
//!
//! `tests/spam-samples.json` holds what the points were tuned on, and a test holds them to it.

pub mod details_hash;
pub mod evidence;
pub mod links;
pub mod repetition;
pub mod sign;
mod words;

pub use details_hash::details_hash;
pub use evidence::{Evidence, TokenEvidence};
pub use sign::Sign;

use validator_wasm::{Estimate, Lead};

/// From this many points on a lead is suspect. Most signs have 1 to 3 points, so that it takes two;
/// the two that have 4 (see [`Sign::points`]) are ones that no keyboard and no photo album makes.
pub const SUSPECT_FROM: i16 = 4;

/// What speaks against a lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The sum of the signs' points.
    pub points: i16,
    /// What was found, in the order in which [`Sign`] has them.
    pub signs: Vec<Sign>,
    /// Whether the owner's mail waits for the digest.
    pub suspect: bool,
}

impl Score {
    /// The signs as they are stored.
    #[must_use]
    pub fn sign_names(&self) -> Vec<&'static str> {
        self.signs.iter().map(|sign| sign.name()).collect()
    }
}

/// Scores a lead by what stands in it (the row, and the form that is in it) and by how it came.
/// [`Sign::RepeatedText`] is found where it is saved.
#[must_use]
pub fn score(lead: &Lead, estimate: &Estimate, evidence: &Evidence) -> Score {
    let signs = sign::found(lead, estimate, evidence);
    let points = signs.iter().map(|sign| sign.points()).sum();
    Score {
        points,
        signs,
        suspect: points >= SUSPECT_FROM,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use validator_wasm::{Estimate, Lead};

    use super::{Evidence, SUSPECT_FROM, Score, Sign, TokenEvidence};

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

    fn score(lead: &Lead, evidence: &Evidence) -> Score {
        super::score(lead, &lead.parse(), evidence)
    }

    fn evidence() -> Evidence {
        Evidence {
            trap_filled: false,
            token: TokenEvidence::Age(Duration::from_mins(1)),
        }
    }

    fn details(text: &str) -> Vec<Sign> {
        score(
            &lead(|estimate| estimate.message = text.into()),
            &evidence(),
        )
        .signs
    }

    #[test]
    fn an_ordinary_lead_shows_nothing() {
        let nothing = Score {
            points: 0,
            signs: Vec::new(),
            suspect: false,
        };
        assert_eq!(score(&lead(|_| {}), &evidence()), nothing);
    }

    #[test]
    fn the_evidence_has_its_signs() {
        let signs = |changes: &dyn Fn(&mut Evidence)| {
            let mut evidence = evidence();
            changes(&mut evidence);
            score(&lead(|_| {}), &evidence).signs
        };
        let age = |milliseconds| {
            signs(&|evidence| {
                evidence.token = TokenEvidence::Age(Duration::from_millis(milliseconds));
            })
        };
        assert_eq!(signs(&|evidence| evidence.trap_filled = true), [Sign::Trap]);
        assert_eq!(
            signs(&|evidence| evidence.token = TokenEvidence::Missing),
            [Sign::NoToken]
        );
        assert_eq!(
            signs(&|evidence| evidence.token = TokenEvidence::Invalid),
            [Sign::InvalidToken]
        );
        assert_eq!(age(0), [Sign::SentAtOnce]);
        assert_eq!(age(2_999), [Sign::SentAtOnce]);
        assert_eq!(age(3_000), [Sign::SentFast]);
        assert_eq!(age(4_999), [Sign::SentFast]);
        assert_eq!(age(5_000), []);
        assert_eq!(age(30 * 24 * 3_600_000), []);
    }

    #[test]
    fn each_link_in_the_details_beyond_the_first_has_a_point() {
        for (links, points) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (50, 4)] {
            let text = "Photo: https://photos.example/oak \n".repeat(links);
            let lead = lead(|estimate| estimate.message = text);
            let links = score(&lead, &evidence())
                .signs
                .into_iter()
                .filter(|sign| matches!(sign, Sign::Links(_)))
                .map(Sign::points)
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
            assert_eq!(details(text), [Sign::LinkMarkup]);
        }
    }

    #[test]
    fn a_link_in_another_field_is_one_sign_wherever_it_is() {
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
            let signs = score(&changed, &evidence()).signs;
            assert!(signs.contains(&Sign::LinkInField), "{signs:?}");
            assert_eq!(
                signs
                    .iter()
                    .filter(|sign| **sign == Sign::LinkInField)
                    .count(),
                1
            );
        }
        let email = lead(|estimate| estimate.address = "jane.doe@gmail.com".into());
        assert_eq!(score(&email, &evidence()).signs, []);
    }

    #[test]
    fn a_choice_that_the_form_does_not_offer_is_a_sign() {
        for service in [
            "Tree Trimming",
            "Storm Damage",
            "Land Care",
            " Tree Removal ",
        ] {
            let lead = lead(|estimate| estimate.service = service.into());
            assert_eq!(score(&lead, &evidence()).signs, [], "{service}");
        }
        for changed in [
            lead(|estimate| estimate.service = "google".into()),
            lead(|estimate| estimate.urgency = "google".into()),
        ] {
            assert_eq!(score(&changed, &evidence()).signs, [Sign::UnofferedChoice]);
        }
    }

    #[test]
    fn a_phone_that_cannot_be_called_is_a_sign() {
        for (phone, signs) in [
            ("555-0123", &[][..]),
            ("(404) 555-0123 ext 4", &[]),
            ("+52 55 1234 5678", &[]),
            ("４０４５５５０１２３", &[]),
            ("123456", &[Sign::UncallablePhone]),
            ("e-mail only please", &[Sign::UncallablePhone]),
        ] {
            let lead = lead(|estimate| estimate.phone = phone.into());
            assert_eq!(score(&lead, &evidence()).signs, signs, "{phone}");
        }
    }

    #[test]
    fn a_weak_sign_alone_marks_no_lead_and_two_may() {
        for sign in [
            Sign::Trap,
            Sign::NoToken,
            Sign::InvalidToken,
            Sign::SentAtOnce,
            Sign::SentFast,
            Sign::Links(4),
            Sign::LinkInField,
            Sign::UnofferedChoice,
            Sign::UncallablePhone,
            Sign::RepeatedText,
            Sign::RepetitiveText,
        ] {
            assert!(sign.points() < SUSPECT_FROM, "{sign:?}");
        }
        let hasty = Evidence {
            trap_filled: true,
            token: TokenEvidence::Age(Duration::from_secs(1)),
        };
        let score = score(&lead(|_| {}), &hasty);
        assert!(score.suspect);
        assert_eq!(score.points, 6);
        assert_eq!(score.sign_names(), ["honeypot", "sent-at-once"]);
    }
}
