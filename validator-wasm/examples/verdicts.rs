//! Prints generated requests with their verdicts and rows, one JSON object a line: what the
//! WebAssembly build is compared with. The same count gives the same lines each time.
//!
//! ```sh
//! cargo run --release -p validator-wasm --example verdicts -- 100000
//! ```

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use validator_wasm::{Estimate, Lead, OwnerEmail, Rejection, phrases, validate};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    estimate: Estimate,
    verdict: Option<Rejection>,
    lead: Lead,
    owner_email: OwnerEmail,
}

fn main() -> io::Result<()> {
    let count = std::env::args()
        .nth(1)
        .map_or(Ok(1000), |text| text.parse::<usize>())
        .map_err(|error| io::Error::other(format!("the count is no number: {error}")))?;
    let mut generator = Generator::new();
    let mut out = BufWriter::new(io::stdout().lock());
    for _ in 0..count {
        let estimate = generator.estimate();
        let line = Line {
            verdict: validate(&estimate).err(),
            lead: Lead::compose(&estimate),
            owner_email: OwnerEmail::compose(&estimate),
            estimate,
        };
        serde_json::to_writer(&mut out, &line)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Puts texts together from pieces that matter to the rules.
struct Generator {
    state: u64,
    pieces: Vec<String>,
}

/// Pieces beside the two lists: ordinary words, white space of many kinds, our own labels,
/// characters whose lower case is special, and characters that HTML escapes.
const PIECES: &[&str] = &[
    "",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "\u{a0}",
    "\u{2003}",
    "\u{0}",
    "oak",
    "Jane",
    "Mary Ann",
    "O’Neil",
    "12 Peachtree St",
    "404-555-0123",
    "jane@gmail.com",
    "Tree Removal",
    "Service: ",
    "Urgency: ",
    "Address: ",
    "Details:\n",
    "\n  ",
    "K",
    "İ",
    "ß",
    "Σ",
    "樹",
    "🌳",
    "e\u{301}",
    "<b>",
    "&amp;",
    "\"",
    "'",
    "none-given@canopybrothers.invalid",
    "routine",
    "Routine",
];

impl Generator {
    fn new() -> Self {
        let lists = [
            include_str!("../rules/email-blocklist.txt"),
            include_str!("../rules/promotional-phrases.txt"),
        ];
        let entries = lists.into_iter().flat_map(phrases::entries);
        Self {
            state: 0x5eed,
            pieces: PIECES
                .iter()
                .copied()
                .chain(entries)
                .map(str::to_owned)
                .collect(),
        }
    }

    /// A pseudo-random number below `bound` (SplitMix64: Steele, Lea and Flood, 2014).
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        #[allow(clippy::cast_possible_truncation)]
        {
            (z ^ (z >> 31)) as usize % bound
        }
    }

    fn text(&mut self, most_pieces: usize) -> String {
        let mut text = String::new();
        for _ in 0..self.below(most_pieces + 1) {
            let index = self.below(self.pieces.len());
            let upper = self.below(4) == 0;
            let cut = self.below(8) == 0;
            let piece = &self.pieces[index];
            let kept = if cut {
                piece.chars().count() / 2
            } else {
                usize::MAX
            };
            text.extend(
                piece
                    .chars()
                    .take(kept)
                    .map(|c| if upper { c.to_ascii_uppercase() } else { c }),
            );
        }
        text
    }

    /// Mostly filled in, so that the later rules have their turn.
    fn required(&mut self, usual: &str) -> String {
        if self.below(8) == 0 {
            self.text(3)
        } else {
            usual.to_owned()
        }
    }

    fn estimate(&mut self) -> Estimate {
        Estimate {
            first_name: self.required("Jane"),
            last_name: self.required("Doe"),
            phone: self.required("404-555-0123"),
            email: if self.below(4) == 0 {
                self.text(3)
            } else {
                String::new()
            },
            address: self.required("12 Oak Street\nDecatur"),
            service: self.required("Stump Grinding"),
            urgency: self.required("within-week"),
            message: self.text(6),
        }
    }
}
