//! Compares the spam score with the labels of the samples.

mod report;

use std::collections::HashSet;

use report::{Label, Report, samples};
use validator_wasm::validate;

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
