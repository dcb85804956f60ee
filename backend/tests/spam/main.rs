//! Compares the spam score with the labels of the samples.

mod report;

use std::{collections::HashSet, time::Duration};

use backend::leads::spam::{FormTokenStatus, RequestSignals, SpamSignal, score};
use report::{Label, Report, samples};
use validator_wasm::{Estimate, Field, Lead, validate};

/// The minimum catch rate in percent, rounded down. `cargo run -p backend --example spam_report` prints the rate.
const MIN_CATCH_RATE: usize = 55;

#[test]
fn no_ordinary_lead_is_marked_and_most_spam_is() {
    let samples = samples().unwrap();
    let report = Report::of(&samples);
    println!("{report}");
    assert_eq!(report.marked(Label::Ordinary), 0, "{report}");
    assert!(report.catch_rate() >= MIN_CATCH_RATE, "{report}");
}

#[test]
fn every_sample_has_its_signals_and_points() {
    for sample in samples().unwrap() {
        let score = sample.score();
        let found = (score.points, score.signal_names());
        assert_eq!(found, sample.labelled_score(), "{}", sample.name);
    }
}

#[test]
fn the_samples_are_many_and_each_is_one_of_its_own() {
    let samples = samples().unwrap();
    let report = Report::of(&samples);
    assert!(report.labelled(Label::Ordinary).len() >= 80);
    assert!(report.labelled(Label::Spam).len() >= 60);
    let names: HashSet<_> = samples.iter().map(|sample| &sample.name).collect();
    assert_eq!(names.len(), samples.len());
}

#[test]
fn every_sample_passes_the_rules_since_what_they_refuse_is_never_scored() {
    for sample in samples().unwrap() {
        assert_eq!(validate(&sample.estimate), Ok(()), "{}", sample.name);
    }
}

/// Returns the signals of an ordinary lead with one changed field and this token.
fn signals(field: Field, text: &str, token: FormTokenStatus) -> Vec<SpamSignal> {
    let mut estimate = Estimate::from_fn(|field| field.example().to_owned());
    text.clone_into(estimate.get_mut(field));
    let lead = Lead::compose(&estimate);
    let request_signals = RequestSignals {
        cross_site: false,
        honeypot_filled: false,
        token,
    };
    score(&lead.full_name, &lead.parse(), &request_signals).signals
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
