//! Finding any of many phrases in one pass over a text.
//!
//! An Aho–Corasick automaton (Aho and Corasick, 1975), worked out to a full transition
//! table: each character of the text costs one look-up, however many phrases there are.
//! Ready-made crates do the same and more; built for the browser the smallest of them
//! weighs more than all of our rules together.

use std::collections::VecDeque;

/// A set of phrases to look for, case-insensitively.
///
/// White space of any kind and length in the text counts as one space, so that a line
/// break inside a phrase does not hide it. NUL characters do not count at all: they are
/// dropped before a text is stored.
#[derive(Clone, Debug)]
pub struct PhraseMatcher {
    /// The class of each ASCII character. Upper and lower case share one.
    classes: [u8; 128],
    /// How many classes there are: the width of a row of `transitions`.
    width: usize,
    /// `transitions[state * width + class]` is the next state. State 0 is the start.
    transitions: Vec<u16>,
    /// Whether a phrase ends in the state.
    accepting: Vec<bool>,
}

/// The class of every character that is in no phrase: it leads back to the start.
const OTHER: u8 = 0;
/// The class of NUL: it leads nowhere, as if it were not there.
const NUL: u8 = 1;
/// The class of white space: where one has led, the next leads nowhere.
const SPACE: u8 = 2;
/// The first class of a character that a phrase is made of.
const FIRST_LETTER: u8 = 3;

impl PhraseMatcher {
    /// Reads a list with one phrase a line. Blank lines and lines that begin with `#` are
    /// skipped. Phrases are ASCII; other characters in them match nothing.
    #[must_use]
    pub fn from_list(list: &str) -> Self {
        Self::new(entries(list))
    }

    /// Builds the automaton of these phrases. The empty phrase is in every text.
    #[must_use]
    pub fn new<'a>(phrases: impl Iterator<Item = &'a str> + Clone) -> Self {
        let (classes, width) = classes(phrases.clone());
        let mut matcher = Self {
            classes,
            width,
            transitions: Vec::new(),
            accepting: Vec::new(),
        };
        matcher.add_state();
        for phrase in phrases {
            matcher.insert(phrase);
        }
        matcher.link();
        matcher
    }

    /// Adds a state that nothing leads out of, and answers it; `None` when 65,536 are there.
    fn add_state(&mut self) -> Option<u16> {
        let state = u16::try_from(self.accepting.len()).ok()?;
        self.transitions
            .resize(self.transitions.len() + self.width, 0);
        self.accepting.push(false);
        *self.edge(state.into(), NUL) = state;
        Some(state)
    }

    /// Adds the phrase's path from the start. A phrase that makes the list longer than
    /// 65,535 characters, more than any person keeps, is not looked for.
    fn insert(&mut self, phrase: &str) {
        let mut state = 0;
        for class in phrase.chars().map(|c| self.class(c)).collect::<Vec<_>>() {
            let mut next = *self.edge(state, class);
            if next == 0 {
                let Some(added) = self.add_state() else {
                    return;
                };
                *self.edge(state, class) = added;
                if class == SPACE {
                    *self.edge(added.into(), SPACE) = added;
                }
                next = added;
            }
            state = usize::from(next);
        }
        self.accepting[state] = true;
    }

    /// Fills in every missing edge with that of the longest proper suffix, breadth first:
    /// a state's suffix is always nearer to the start, so its row is complete by then.
    fn link(&mut self) {
        let mut suffix = vec![0; self.accepting.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            self.accepting[state] |= self.accepting[suffix[state]];
            for class in (OTHER..).take(self.width) {
                let over_suffix = match state {
                    0 => 0,
                    _ => *self.edge(suffix[state], class),
                };
                let next = self.edge(state, class);
                if *next == 0 {
                    *next = over_suffix;
                } else if usize::from(*next) != state {
                    let next = usize::from(*next);
                    suffix[next] = usize::from(over_suffix);
                    queue.push_back(next);
                }
            }
        }
    }

    fn edge(&mut self, state: usize, class: u8) -> &mut u16 {
        &mut self.transitions[state * self.width + usize::from(class)]
    }

    /// Whether any phrase stands anywhere in the text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        let mut state = 0;
        let mut step = |class: u8| {
            state = usize::from(self.transitions[state * self.width + usize::from(class)]);
            self.accepting[state]
        };
        self.accepting[0]
            || text.bytes().enumerate().any(|(index, byte)| match byte {
                0..0x80 => step(self.classes[usize::from(byte)]),
                // The rest of a character whose first byte has been seen.
                0x80..0xc0 => false,
                _ => match text[index..].chars().next() {
                    // Its lower case is an i and a dot above, which is in no phrase.
                    Some('\u{130}') => step(self.class('i')) || step(OTHER),
                    c => step(c.map_or(OTHER, |c| self.class(c))),
                },
            })
    }

    /// The class of a character's lower case.
    fn class(&self, c: char) -> u8 {
        match c {
            // The Kelvin sign: the one character outside ASCII whose lower case is in ASCII.
            '\u{212a}' => self.classes[usize::from(b'k')],
            c if c.is_ascii() => self.classes[c as usize],
            c if c.is_whitespace() => SPACE,
            _ => OTHER,
        }
    }
}

/// Gives every ASCII character that the phrases are made of a class of its own.
fn classes<'a>(phrases: impl Iterator<Item = &'a str>) -> ([u8; 128], usize) {
    let mut classes = [OTHER; 128];
    classes[0] = NUL;
    for space in (0..=127).filter(|&c| char::from(c).is_whitespace()) {
        classes[usize::from(space)] = SPACE;
    }
    let mut next = FIRST_LETTER;
    for letter in phrases.flat_map(str::bytes) {
        let [lower, upper] = [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
        if classes.get(usize::from(lower)) == Some(&OTHER) {
            classes[usize::from(lower)] = next;
            classes[usize::from(upper)] = next;
            next += 1;
        }
    }
    (classes, usize::from(next))
}

/// The phrases of a list: one a line, without blank lines and `#` comments.
pub fn entries(list: &str) -> impl Iterator<Item = &str> + Clone {
    list.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}
