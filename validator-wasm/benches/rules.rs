//! How long the rules take, and that it does not grow with the number of phrases:
//! `cargo bench -p validator-wasm`.

use std::hint::black_box;

use aho_corasick::AhoCorasick;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
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

fn one_request(c: &mut Criterion) {
    let estimate = estimate(&"The big white oak leans over the garage. ".repeat(10));
    let lead = Lead::compose(&estimate);
    let mut group = c.benchmark_group("one request");
    group.bench_function("validate", |b| b.iter(|| validate(black_box(&estimate))));
    group.bench_function("compose", |b| {
        b.iter(|| Lead::compose(black_box(&estimate)));
    });
    group.bench_function("parse and validate", |b| {
        b.iter(|| validate(&black_box(&lead).parse()));
    });
    group.bench_function("build the matcher of the phrases", |b| {
        b.iter(|| PhraseMatcher::new(black_box(PROMOTIONAL_PHRASES).lines()));
    });
    group.finish();
}

/// The same 1 MB text against ever more phrases: one pass, the same by the `aho-corasick` crate (which
/// takes white space as it is), and a search for each.
fn growing_lists(c: &mut Criterion) {
    let text = "The big white oak leads over the link fence. ".repeat(25_000);
    let mut group = c.benchmark_group("1 MB of text");
    group
        .throughput(Throughput::Bytes(text.len() as u64))
        .sample_size(10);
    for count in [1, 10, 100] {
        let phrases: Vec<&str> = PROMOTIONAL_PHRASES
            .lines()
            .map(|it| it.trim_start_matches(WHOLE_WORDS))
            .take(count)
            .collect();
        let matcher = PhraseMatcher::new(phrases.iter().copied());
        group.bench_function(format!("{count} phrases, one pass"), |b| {
            b.iter(|| matcher.find(black_box(&text)).is_some());
        });
        if let Ok(peer) = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(&phrases)
        {
            group.bench_function(format!("{count} phrases, aho-corasick"), |b| {
                b.iter(|| peer.is_match(black_box(&text)));
            });
        }
        group.bench_function(format!("{count} phrases, a search for each"), |b| {
            b.iter(|| {
                let text = black_box(&text).to_lowercase();
                phrases.iter().any(|phrase| text.contains(phrase))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, one_request, growing_lists);
criterion_main!(benches);
