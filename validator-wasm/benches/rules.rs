//! How long the rules take, and that it does not grow with the number of phrases:
//! `cargo bench -p validator-wasm`. Prints each benchmark's name and the median of a call, in nanoseconds.
//! Arguments: the seconds of each benchmark, and what the names of the chosen ones begin with.

use std::{
    env,
    hint::black_box,
    time::{Duration, Instant},
};

use aho_corasick::AhoCorasick;
use validator_wasm::{
    Estimate, Lead,
    lists::PROMOTIONAL_PHRASES,
    phrases::{PhraseMatcher, WHOLE_WORDS},
    validate,
};

fn estimate(message: &str) -> Estimate {
    Estimate {
        first_name: "Jane".into(),
        last_name: "Doe".into(),
        phone: "404-555-0123".into(),
        email: "jane.doe@gmail.com".into(),
        address: "12 Oak Street, Decatur, GA".into(),
        service: "Tree Removal".into(),
        message: message.into(),
        ..Estimate::default()
    }
}

/// The number of measurements of each benchmark.
const SAMPLES: u32 = 20;

/// Measures the benchmarks that are chosen.
struct Benchmarks {
    duration: Duration,
    chosen: String,
}

impl Benchmarks {
    fn measure<T>(&self, name: &str, mut work: impl FnMut() -> T) {
        if !name.starts_with(&self.chosen) {
            return;
        }
        let mut sample = |calls: u32| {
            let begin = Instant::now();
            for _ in 0..calls {
                black_box(work());
            }
            begin.elapsed() / calls
        };
        let first = sample(1).max(Duration::from_nanos(1));
        let calls = (self.duration / SAMPLES).as_nanos() / first.as_nanos();
        let calls = u32::try_from(calls).unwrap_or(u32::MAX).max(1);
        let mut samples: Vec<Duration> = (0..SAMPLES).map(|_| sample(calls)).collect();
        samples.sort();
        println!("{name}\t{}", samples[samples.len() / 2].as_nanos());
    }
}

fn one_request(benchmarks: &Benchmarks) {
    let estimate = estimate(&"The big white oak leans over the garage. ".repeat(10));
    let lead = Lead::compose(&estimate);
    benchmarks.measure("validate", || validate(black_box(&estimate)));
    benchmarks.measure("compose", || Lead::compose(black_box(&estimate)));
    benchmarks.measure("parse and validate", || validate(&black_box(&lead).parse()));
    benchmarks.measure("build the matcher of the phrases", || {
        PhraseMatcher::new(black_box(PROMOTIONAL_PHRASES).lines())
    });
}

/// The same 1 MiB of text against ever more phrases: one pass, the same by the `aho-corasick` crate (which
/// takes white space as it is), and a search for each.
fn growing_lists(benchmarks: &Benchmarks) {
    let mut text = "The big white oak leads over the link fence. ".repeat(25_000);
    text.truncate(1 << 20);
    for count in [1, 10, 100] {
        let phrases: Vec<&str> = PROMOTIONAL_PHRASES
            .lines()
            .map(|it| it.trim_start_matches(WHOLE_WORDS))
            .take(count)
            .collect();
        let matcher = PhraseMatcher::new(phrases.iter().copied());
        benchmarks.measure(&format!("{count} phrases, one pass"), || {
            matcher.find(black_box(&text)).is_some()
        });
        if let Ok(peer) = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(&phrases)
        {
            benchmarks.measure(&format!("{count} phrases, aho-corasick"), || {
                peer.is_match(black_box(&text))
            });
        }
        benchmarks.measure(&format!("{count} phrases, a search for each"), || {
            let text = black_box(&text).to_lowercase();
            phrases.iter().any(|phrase| text.contains(phrase))
        });
    }
}

fn main() {
    // cargo adds `--bench`.
    let mut arguments = env::args().skip(1).filter(|it| it != "--bench");
    let seconds = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(3);
    let benchmarks = Benchmarks {
        duration: Duration::from_secs(seconds),
        chosen: arguments.next().unwrap_or_default(),
    };
    one_request(&benchmarks);
    growing_lists(&benchmarks);
}
