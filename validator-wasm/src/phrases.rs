//! Finds any of many phrases in one pass over a text.
//!
//! An Aho–Corasick automaton (Aho and Corasick, 1975) with a full transition table: each byte of
//! the text costs one look-up, for any number of phrases. The smallest crate that does this is
//! larger in the browser than all rules together.

use std::ops::Range;

/// The prefix of a list's entry that matches whole words only.
pub const WHOLE_WORDS: char = '=';

/// A set of phrases to look for, case-insensitively.
///
/// White space of any kind and length in the text counts as one space. NUL characters are skipped,
/// because they are not stored.
#[derive(Clone, Debug)]
pub struct PhraseMatcher {
    /// The class of each byte of UTF-8. Upper and lower case have the same class.
    classes: [u8; 256],
    /// The number of classes: the width of a row of `transitions`.
    width: usize,
    /// `transitions[state * width + class]` is the next state.
    transitions: Vec<u16>,
}

/// The state in which no part of a phrase has been read.
const START: u16 = 0;
/// The state after a phrase. No transition leaves it.
const FOUND: u16 = 1;
/// The state after a phrase that must be whole words. No transition leaves it either.
const FOUND_WORDS: u16 = 2;
/// The first state within a phrase.
const FIRST_INNER: u16 = 3;

/// The class of every character that is in no phrase. It leads back to the start.
const OTHER: u8 = 0;
/// The class of skipped bytes: NUL, and the bytes of a character after its first.
const NOTHING: u8 = 1;
/// The class of white space. Further white space is skipped.
const SPACE: u8 = 2;
/// The first class of a character in a phrase.
const FIRST_LETTER: u8 = 3;
/// The class of the first byte of a non-ASCII character, which has to be decoded. No row of
/// `transitions` has it.
const BEYOND_ASCII: u8 = u8::MAX;

/// The chunks of a text, which are read in turns, one byte of each. While a look-up waits for the
/// previous one in its chunk, the processor works on the other chunks.
const CHUNKS: usize = 4;

impl PhraseMatcher {
    /// Builds the automaton of these phrases. A phrase that is empty or not ASCII matches nothing.
    pub fn new<'a>(phrases: impl Iterator<Item = &'a str> + Clone) -> Self {
        let phrases = phrases.filter(|phrase| phrase.is_ascii());
        let (classes, width) = classes(phrases.clone());
        let mut matcher = Self {
            classes,
            width,
            transitions: vec![START; width],
        };
        matcher.transitions.resize(2 * width, FOUND);
        matcher.transitions.resize(3 * width, FOUND_WORDS);
        for phrase in phrases {
            match phrase.strip_prefix(WHOLE_WORDS) {
                Some(words) => matcher.insert(words, FOUND_WORDS),
                None => matcher.insert(phrase, FOUND),
            }
        }
        matcher.link();
        matcher
    }

    /// Adds a state without transitions, and returns it. `None` if there are 65,536 states.
    fn add_state(&mut self) -> Option<u16> {
        let end = self.transitions.len();
        let state = u16::try_from(end / self.width).ok()?;
        self.transitions.resize(end + self.width, START);
        *self.edge(state, NOTHING) = state;
        Some(state)
    }

    /// Adds the phrase's path from the start to its last state. If there are too few states for a
    /// phrase, it is ignored.
    fn insert(&mut self, phrase: &str, last_state: u16) {
        let Some((last, others)) = phrase.as_bytes().split_last() else {
            return;
        };
        let mut state = START;
        for &byte in others {
            let class = self.classes[usize::from(byte)];
            if *self.edge(state, class) == START {
                let Some(added) = self.add_state() else {
                    return;
                };
                *self.edge(state, class) = added;
                if class == SPACE {
                    *self.edge(added, SPACE) = added;
                }
            }
            state = *self.edge(state, class);
        }
        *self.edge(state, self.classes[usize::from(*last)]) = last_state;
    }

    /// Fills in every missing edge with the edge of the longest proper suffix, breadth first. A
    /// state's suffix is always nearer to the start, so its row is complete by then.
    fn link(&mut self) {
        let mut suffix = vec![START; self.transitions.len() / self.width];
        let mut queue = vec![START];
        let mut done = 0;
        while let Some(&state) = queue.get(done) {
            done += 1;
            for class in (OTHER..).take(self.width) {
                let over_suffix = match state {
                    START => START,
                    _ => *self.edge(suffix[usize::from(state)], class),
                };
                let next = self.edge(state, class);
                if *next == START || over_suffix == FOUND {
                    *next = over_suffix;
                } else if *next != state && *next >= FIRST_INNER {
                    let next = *next;
                    suffix[usize::from(next)] = over_suffix;
                    queue.push(next);
                }
            }
        }
    }

    fn edge(&mut self, state: u16, class: u8) -> &mut u16 {
        &mut self.transitions[usize::from(state) * self.width + usize::from(class)]
    }

    /// Returns the first phrase in the text, spelled as in the text.
    pub fn find<'a>(&self, text: &'a str) -> Option<&'a str> {
        if !self.may_match(text) {
            return None;
        }
        let mut from = 0;
        loop {
            let (phrase, state) = self.next_match(text, from)?;
            from = phrase.end;
            if state == FOUND || is_whole(text.as_bytes(), &phrase) {
                // (`text[phrase]` would add its panic's message, several KB, to the browser's download.)
                return text.get(phrase);
            }
        }
    }

    /// Finds the first phrase after `from`, and the state after it. Of the phrases that end first,
    /// it is the shortest.
    fn next_match(&self, text: &str, from: usize) -> Option<(Range<usize>, u16)> {
        let (mut end, state) = self.first_end(text, from..text.len())?;
        while !text.is_char_boundary(end) {
            end += 1;
        }
        // The phrase is found when the search begins at `start`, but not when it begins at `too_late`.
        let (mut start, mut too_late) = (from, end);
        while too_late - start > 1 {
            let middle = start.midpoint(too_late);
            match self.first_end(text, middle..end) {
                Some(_) => start = middle,
                None => too_late = middle,
            }
        }
        Some((start..end, state))
    }

    /// Finds the end of the first phrase in a part of the text, and the state after it.
    #[inline(never)]
    fn first_end(&self, text: &str, mut part: Range<usize>) -> Option<(usize, u16)> {
        let mut state = START;
        let last = part.find(|&index| {
            state = self.next_state(state, text, index);
            is_end(state)
        })?;
        Some((last + 1, state))
    }

    /// Whether the text contains any phrase, as whole words or not.
    fn may_match(&self, text: &str) -> bool {
        let chunk_length = text.len() / CHUNKS;
        let remainder = text.len() % CHUNKS;
        let [mut a, mut b, mut c, mut d] = [START; CHUNKS];
        for index in 0..remainder {
            a = self.next_state(a, text, index);
        }
        for index in remainder..remainder + chunk_length {
            a = self.next_state(a, text, index);
            b = self.next_state(b, text, index + chunk_length);
            c = self.next_state(c, text, index + 2 * chunk_length);
            d = self.next_state(d, text, index + 3 * chunk_length);
        }
        // A phrase that begins in one chunk may end in a later one.
        (1..).zip([a, b, c, d]).any(|(chunks, mut state)| {
            let mut following = remainder + chunks * chunk_length..text.len();
            while state != START
                && !is_end(state)
                && let Some(index) = following.next()
            {
                state = self.next_state(state, text, index);
            }
            is_end(state)
        })
    }

    /// Returns the state after the byte at `index`.
    #[inline]
    fn next_state(&self, state: u16, text: &str, index: usize) -> u16 {
        match self.classes[usize::from(text.as_bytes()[index])] {
            BEYOND_ASCII => {
                let c = text.get(index..).and_then(|rest| rest.chars().next());
                self.state_after_char(state, c)
            }
            class => self.transition(state, class),
        }
    }

    /// Returns the state after a non-ASCII character, by its lower case.
    #[cold]
    fn state_after_char(&self, state: u16, c: Option<char>) -> u16 {
        match c {
            // The Kelvin sign is the only character whose lower case is in ASCII.
            Some('\u{212a}') => self.transition(state, self.classes[usize::from(b'k')]),
            // Its lower case is an i and a combining dot above, which is in no phrase.
            Some('\u{130}') => {
                let state = self.transition(state, self.classes[usize::from(b'i')]);
                self.transition(state, OTHER)
            }
            Some(c) if c.is_whitespace() => self.transition(state, SPACE),
            _ => self.transition(state, OTHER),
        }
    }

    #[inline]
    fn transition(&self, state: u16, class: u8) -> u16 {
        self.transitions[usize::from(state) * self.width + usize::from(class)]
    }
}

/// Whether a phrase has been read.
const fn is_end(state: u16) -> bool {
    matches!(state, FOUND | FOUND_WORDS)
}

/// Whether no letter or digit touches a phrase in the text, except the s of a plural.
fn is_whole(text: &[u8], phrase: &Range<usize>) -> bool {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let (before, phrase) = text
        .get(..phrase.end)
        .unwrap_or_default()
        .split_at(phrase.start);
    let mut after = text
        .iter()
        .skip(before.len() + phrase.len())
        .filter(|byte| **byte != 0);
    let mut next = after.next();
    if matches!(next, Some(b's' | b'S')) {
        next = after.next();
    }
    let previous = before.iter().rfind(|byte| **byte != 0);
    let begins_inside = is_letter(previous) && is_letter(phrase.first());
    let ends_inside = is_letter(phrase.last()) && is_letter(next);
    !begins_inside && !ends_inside
}

/// Gives every character of the phrases its own class, and returns the number of classes.
fn classes<'a>(phrases: impl Iterator<Item = &'a str>) -> ([u8; 256], usize) {
    let mut classes = [OTHER; 256];
    classes[0] = NOTHING;
    classes[0x80..0xc0].fill(NOTHING);
    classes[0xc0..].fill(BEYOND_ASCII);
    for space in (0..=127).filter(|&c| char::from(c).is_whitespace()) {
        classes[usize::from(space)] = SPACE;
    }
    let mut next = FIRST_LETTER;
    for letter in phrases.flat_map(str::bytes) {
        let [lower, upper] = [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
        if classes[usize::from(lower)] == OTHER {
            classes[usize::from(lower)] = next;
            classes[usize::from(upper)] = next;
            next += 1;
        }
    }
    (classes, usize::from(next))
}
