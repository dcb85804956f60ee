//! Scores the labeled samples, for the test and the example.

use std::{collections::BTreeMap, fmt, time::Duration};

use backend::leads::spam::{FormTokenStatus, RequestSignals, SUSPECT_FROM, Score, score};
use serde::Deserialize;
use validator_wasm::{Estimate, Lead};

/// A labeled lead.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sample {
    pub label: Label,
    pub name: String,
    pub estimate: Estimate,
    token: Token,
    #[serde(default)]
    honeypot_filled: bool,
    points: i16,
    signals: Vec<String>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    Ordinary,
    Spam,
}

/// A form token: its age in seconds, or its error.
#[derive(Deserialize)]
#[serde(untagged)]
enum Token {
    Seconds(f64),
    None(NoToken),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum NoToken {
    Missing,
    Invalid,
}

impl Sample {
    /// Returns the points and signals of the sample's label.
    pub fn labelled_score(&self) -> (i16, Vec<&str>) {
        let signals = self.signals.iter().map(String::as_str).collect();
        (self.points, signals)
    }

    /// Returns the score that a lead gets.
    pub fn score(&self) -> Score {
        let token = match self.token {
            Token::Seconds(seconds) => FormTokenStatus::Age(Duration::from_secs_f64(seconds)),
            Token::None(NoToken::Missing) => FormTokenStatus::Missing,
            Token::None(NoToken::Invalid) => FormTokenStatus::Invalid,
        };
        let request_signals = RequestSignals {
            cross_site: false,
            honeypot_filled: self.honeypot_filled,
            token,
        };
        let name = Lead::compose(&self.estimate).full_name;
        score(&name, &self.estimate, &request_signals)
    }
}

/// Returns all samples.
pub fn samples() -> serde_json::Result<Vec<Sample>> {
    serde_json::from_str(include_str!("../spam-samples.json"))
}

/// The samples with their scores.
pub struct Report<'a> {
    scored: Vec<(&'a Sample, Score)>,
}

impl<'a> Report<'a> {
    pub fn of(samples: &'a [Sample]) -> Self {
        let scored = samples
            .iter()
            .map(|sample| (sample, sample.score()))
            .collect();
        Self { scored }
    }

    /// Returns the samples of one label with their scores.
    pub fn labelled(&self, label: Label) -> Vec<&(&'a Sample, Score)> {
        self.scored
            .iter()
            .filter(|(sample, _)| sample.label == label)
            .collect()
    }

    /// Returns how many samples of this label are marked.
    pub fn marked(&self, label: Label) -> usize {
        self.labelled(label)
            .iter()
            .filter(|(_, score)| score.suspect)
            .count()
    }

    /// Returns the share of the spam that is marked, in percent, rounded down.
    pub fn catch_rate(&self) -> usize {
        self.marked(Label::Spam) * 100 / self.labelled(Label::Spam).len().max(1)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |label| self.labelled(label).len();
        writeln!(
            f,
            "spam caught:       {} of {} ({} %)",
            self.marked(Label::Spam),
            count(Label::Spam),
            self.catch_rate()
        )?;
        writeln!(
            f,
            "ordinary marked:   {} of {}",
            self.marked(Label::Ordinary),
            count(Label::Ordinary)
        )?;

        writeln!(f, "\npoints (suspect from {SUSPECT_FROM})  ordinary  spam")?;
        let mut by_points: BTreeMap<i16, [usize; 2]> = BTreeMap::new();
        for (sample, score) in &self.scored {
            by_points.entry(score.points).or_default()[sample.label as usize] += 1;
        }
        for (points, [ordinary, spam]) in by_points {
            writeln!(f, "{points:>23}  {ordinary:>8}  {spam:>4}")?;
        }

        writeln!(f, "\nsignal            points  ordinary  spam")?;
        let mut by_signal: BTreeMap<(&str, i16), [usize; 2]> = BTreeMap::new();
        for (sample, score) in &self.scored {
            for signal in &score.signals {
                let key = (signal.name(), signal.points());
                by_signal.entry(key).or_default()[sample.label as usize] += 1;
            }
        }
        for ((name, points), [ordinary, spam]) in by_signal {
            writeln!(f, "{name:<16}  {points:>6}  {ordinary:>8}  {spam:>4}")?;
        }

        writeln!(f, "\nmisjudged, or not as labeled")?;
        for (sample, score) in &self.scored {
            let is_as_labelled = sample.labelled_score() == (score.points, score.signal_names());
            if score.suspect != (sample.label == Label::Spam) || !is_as_labelled {
                writeln!(
                    f,
                    "{:>2}  {}  [{}]",
                    score.points,
                    sample.name,
                    score.signal_names().join(", ")
                )?;
            }
        }
        Ok(())
    }
}
