//! Sends made-up forms and rows through the rules, on every core, and counts what goes wrong: a
//! panic, or a row whose verdict is not its form's.
//!
//! ```sh
//! cargo run --release -p validator-wasm --example fuzz -- 10000000 1
//! ```
//!
//! The arguments are how many inputs and the seed. Input `n` of a seed is always the same, and is
//! named where something goes wrong.

use std::{
    env,
    io::{self, Write},
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    thread,
    time::Instant,
};

use validator_wasm::{
    Estimate, Lead, OwnerEmail, PLACEHOLDER_EMAIL, estimate::is_blank, phrases, validate,
};

fn main() -> io::Result<ExitCode> {
    let [inputs, seed] = [(1, 10_000_000), (2, 1)].map(|(index, usual)| {
        env::args()
            .nth(index)
            .map_or(Ok(usual), |text| text.parse::<u64>())
            .map_err(|error| io::Error::other(format!("argument {index} is no number: {error}")))
    });
    let (inputs, seed) = (inputs?, seed?);
    let corpus = Corpus::read()?;
    let cores = thread::available_parallelism()?.get();
    let began = Instant::now();
    let counts = thread::scope(|scope| {
        let workers: Vec<_> = (0..inputs)
            .take(cores)
            .map(|first| {
                let corpus = &corpus;
                scope.spawn(move || fuzz(corpus, seed, (first..inputs).step_by(cores)))
            })
            .collect();
        workers
            .into_iter()
            .map(thread::ScopedJoinHandle::join)
            .fold(Counts::default(), |sum, counts| match counts {
                Ok(counts) => sum.and(&counts),
                Err(_) => Counts {
                    panics: sum.panics + 1,
                    ..sum
                },
            })
    });
    let rate = u128::from(counts.inputs) * 1000 / began.elapsed().as_millis().max(1);
    writeln!(
        io::stdout(),
        "{} inputs, {} panics, {} broken invariants, {rate} a second",
        counts.inputs,
        counts.panics,
        counts.broken
    )?;
    Ok(if counts.panics + counts.broken == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[derive(Default)]
struct Counts {
    inputs: u64,
    panics: u64,
    broken: u64,
}

impl Counts {
    fn and(&self, other: &Self) -> Self {
        Self {
            inputs: self.inputs + other.inputs,
            panics: self.panics + other.panics,
            broken: self.broken + other.broken,
        }
    }
}

fn fuzz(corpus: &Corpus, seed: u64, inputs: impl Iterator<Item = u64>) -> Counts {
    let mut counts = Counts::default();
    for input in inputs {
        counts.inputs += 1;
        let checked = panic::catch_unwind(AssertUnwindSafe(|| {
            let mut generator = Generator::new(corpus, seed, input);
            if generator.one_in(3) {
                check_row(&generator.lead())
            } else {
                check_form(&generator.estimate())
            }
        }));
        let complaint = match checked {
            Ok(Ok(())) => continue,
            Ok(Err(complaint)) => {
                counts.broken += 1;
                complaint
            }
            Err(_) => {
                counts.panics += 1;
                "a panic"
            }
        };
        eprintln!("input {input} of seed {seed}: {complaint}");
    }
    counts
}

/// The row of a form has the form's verdict, and holds what was typed.
fn check_form(estimate: &Estimate) -> Result<(), &'static str> {
    let lead = Lead::compose(estimate);
    let read_back = lead.parse();
    // The code alone: which half of a name is missing, a row cannot tell.
    let [form, row] = [estimate, &read_back].map(|form| validate(form).err().map(|no| no.code));
    if form != row {
        return Err("the row has another verdict than the form");
    }
    if !is_blank(&estimate.message) && read_back.message != estimate.message.replace('\0', "") {
        return Err("the row holds other details than the form");
    }
    if read_back.address != estimate.address.replace('\0', "").trim() {
        return Err("the row holds another address than the form");
    }
    let texts = [&lead.full_name, &lead.email, &lead.phone, &lead.message];
    if texts.iter().any(|text| text.contains('\0')) {
        return Err("the row holds a NUL, which Postgres refuses");
    }
    // What was read back is a form like any other: but for where its names divide, it stays.
    let again = Lead::compose(&read_back).parse();
    let nameless = |form: &Estimate| Estimate {
        first_name: String::new(),
        last_name: String::new(),
        ..form.clone()
    };
    if nameless(&again) != nameless(&read_back) {
        return Err("the form that was read back is not read back as itself");
    }
    check_mail(&read_back)
}

/// Checks that any row, of any origin, can be parsed and has one verdict.
fn check_row(lead: &Lead) -> Result<(), &'static str> {
    let estimate = lead.parse();
    if validate(&estimate) != validate(&lead.parse()) {
        return Err("the same row has two verdicts");
    }
    check_mail(&estimate)
}

fn check_mail(estimate: &Estimate) -> Result<(), &'static str> {
    let mail = OwnerEmail::compose(estimate);
    if mail.subject.chars().any(char::is_control) {
        return Err("the mail's subject has more than one line");
    }
    Ok(())
}

/// What inputs are made of.
struct Corpus {
    /// The forms of the table of cases.
    estimates: Vec<Estimate>,
    /// The entries of the two lists, our own labels, and characters that are special somewhere.
    pieces: Vec<String>,
}

const PIECES: &[&str] = &[
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\u{a0}",
    "\u{2003}",
    "\0",
    "\n  ",
    "Service: ",
    "Urgency: ",
    "Address: ",
    "Details:\n",
    "oak",
    "routine",
    "Within a week",
    "Tree Removal",
    "jane@gmail.com",
    PLACEHOLDER_EMAIL,
    "İ",
    "ß",
    "Σ",
    "樹",
    "🌳",
    "e\u{301}",
    "<b>",
    "&",
    "\"",
];

impl Corpus {
    fn read() -> io::Result<Self> {
        let cases: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../tests/cases.json"))?;
        let estimates = cases
            .into_iter()
            .filter_map(|case| serde_json::from_value(case.get("estimate")?.clone()).ok())
            .collect();
        let lists = [
            include_str!("../rules/email-blocklist.txt"),
            include_str!("../rules/promotional-phrases.txt"),
        ];
        let entries = lists.into_iter().flat_map(phrases::entries);
        Ok(Self {
            estimates,
            pieces: PIECES
                .iter()
                .copied()
                .chain(entries)
                .map(str::to_owned)
                .collect(),
        })
    }
}

struct Generator<'a> {
    corpus: &'a Corpus,
    state: u64,
}

impl<'a> Generator<'a> {
    fn new(corpus: &'a Corpus, seed: u64, input: u64) -> Self {
        let mut generator = Self {
            corpus,
            state: seed,
        };
        // Far from the state of its neighbours.
        generator.state = generator.next() ^ input.wrapping_mul(0xd134_2543_de82_ef95);
        generator
    }

    /// A pseudo-random number (SplitMix64: Steele, Lea and Flood, 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        #[allow(clippy::cast_possible_truncation)]
        {
            (self.next() % bound.max(1) as u64) as usize
        }
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// A form of the table of cases, some of its fields made up or changed.
    fn estimate(&mut self) -> Estimate {
        let index = self.below(self.corpus.estimates.len());
        let mut estimate = self
            .corpus
            .estimates
            .get(index)
            .cloned()
            .unwrap_or_default();
        for field in [
            &mut estimate.first_name,
            &mut estimate.last_name,
            &mut estimate.phone,
            &mut estimate.email,
            &mut estimate.address,
            &mut estimate.service,
            &mut estimate.urgency,
            &mut estimate.message,
        ] {
            self.fuzz(field);
        }
        estimate
    }

    /// A row: one that a form makes, or none that a form could make.
    fn lead(&mut self) -> Lead {
        let mut lead = Lead::compose(&self.estimate());
        for field in [
            &mut lead.full_name,
            &mut lead.email,
            &mut lead.phone,
            &mut lead.message,
            &mut lead.site_name,
        ] {
            self.fuzz(field);
        }
        lead
    }

    fn fuzz(&mut self, text: &mut String) {
        match self.below(16) {
            0 => *text = self.pieces(6),
            1 => *text = self.unicode(40),
            2 => self.mutate(text),
            3 => text.clear(),
            // Seldom, for it takes as long as a thousand others.
            4 if self.one_in(200) => *text = self.pieces(6).repeat(1 + self.below(2000)),
            _ => {}
        }
    }

    /// Pieces that matter to the rules, in any case.
    fn pieces(&mut self, most: usize) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(most) {
            let corpus = self.corpus;
            let piece = &corpus.pieces[self.below(corpus.pieces.len())];
            match self.below(4) {
                0 => text.push_str(&piece.to_uppercase()),
                1 => {
                    let kept = self.below(piece.chars().count() + 1);
                    text.extend(piece.chars().take(kept));
                }
                _ => text.push_str(piece),
            }
        }
        text
    }

    /// Any characters, most of them of the first planes.
    fn unicode(&mut self, most: usize) -> String {
        (0..=self.below(most)).map(|_| self.character()).collect()
    }

    fn character(&mut self) -> char {
        let end = [0x80, 0x800, 0x3000, 0x11_0000][self.below(4)];
        u32::try_from(self.below(end))
            .ok()
            .and_then(char::from_u32)
            .unwrap_or('\u{fffd}')
    }

    /// A few characters taken out, put in, doubled or exchanged.
    fn mutate(&mut self, text: &mut String) {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(4) {
            let place = self.below(characters.len() + 1);
            let character = self.character();
            match (self.below(4), characters.get(place).copied()) {
                (0, Some(_)) => {
                    characters.remove(place);
                }
                (1, Some(doubled)) => characters.insert(place, doubled),
                (2, Some(_)) => characters[place] = character,
                _ => characters.insert(place, character),
            }
        }
        *text = characters.into_iter().collect();
    }
}
