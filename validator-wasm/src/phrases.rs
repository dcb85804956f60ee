//! Finding any of many phrases in one pass over a text.
//!
//! An Aho–Corasick automaton (Aho and Corasick, 1975), worked out to a full transition
//! table: each character of the text costs one look-up, however many phrases there are.
//! Ready-made crates do the same and more; built for the browser the smallest of them
//! weighs more than all of our rules together.

/// A set of phrases to look for, case-insensitively.
///
/// White space of any kind and length in the text counts as one space, so that a line
/// break inside a phrase does not hide it. NUL characters do not count at all: they are
/// dropped before a text is stored.
#[derive(Clone, Debug)]
pub struct PhraseMatcher {
    /// The class of each ASCII character; [`OTHER`] where no phrase has the character.
    classes: [u8; 128],
    /// How many classes there are: the width of a row of `transitions`.
    width: usize,
    /// `transitions[state * width + class]` is the next state. State 0 is the start.
    transitions: Vec<u16>,
    /// Whether a phrase ends in the state.
    accepting: Vec<bool>,
}

/// The class of every character that is in no phrase.
const OTHER: u8 = 0;

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
        let mut classes = [OTHER; 128];
        let mut width = 1;
        for symbol in phrases.clone().flat_map(folded) {
            if let Some(class) = classes.get_mut(usize::from(symbol))
                && *class == OTHER
            {
                // 127 ASCII characters at most, so the class fits.
                #[allow(clippy::cast_possible_truncation)]
                {
                    *class = width as u8;
                }
                width += 1;
            }
        }
        let mut matcher = Self {
            classes,
            width,
            transitions: vec![0; width],
            accepting: vec![false],
        };
        for phrase in phrases {
            matcher.insert(phrase);
        }
        matcher.link();
        matcher
    }

    /// Adds the phrase's path from the start.
    fn insert(&mut self, phrase: &str) {
        let mut state = 0;
        for symbol in folded(phrase) {
            let edge = state * self.width + self.class(symbol);
            if self.transitions[edge] == 0 {
                // More than 65,535 characters of phrases would be a list that no person keeps;
                // a phrase past that is not looked for.
                let Ok(new_state) = u16::try_from(self.accepting.len()) else {
                    return;
                };
                self.transitions[edge] = new_state;
                self.transitions
                    .resize(self.transitions.len() + self.width, 0);
                self.accepting.push(false);
            }
            state = usize::from(self.transitions[edge]);
        }
        self.accepting[state] = true;
    }

    /// Fills in every missing edge with that of the longest proper suffix, breadth first:
    /// a state's suffix is always nearer to the start, so its row is complete by then.
    fn link(&mut self) {
        let mut suffix = vec![0; self.accepting.len()];
        let mut queue = std::collections::VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            self.accepting[state] |= self.accepting[suffix[state]];
            for class in 0..self.width {
                let edge = state * self.width + class;
                let next = usize::from(self.transitions[edge]);
                let over_suffix = if state == 0 {
                    0
                } else {
                    self.transitions[suffix[state] * self.width + class]
                };
                if next == 0 {
                    self.transitions[edge] = over_suffix;
                } else {
                    suffix[next] = usize::from(over_suffix);
                    queue.push_back(next);
                }
            }
        }
    }

    /// Whether any phrase stands anywhere in the text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        let mut state = 0;
        self.accepting[state]
            || folded(text).any(|symbol| {
                state = usize::from(self.transitions[state * self.width + self.class(symbol)]);
                self.accepting[state]
            })
    }

    fn class(&self, symbol: u8) -> usize {
        usize::from(
            self.classes
                .get(usize::from(symbol))
                .copied()
                .unwrap_or(OTHER),
        )
    }
}

/// The phrases of a list: one a line, without blank lines and `#` comments.
pub fn entries(list: &str) -> impl Iterator<Item = &str> + Clone {
    list.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The text in lower case, one symbol for each run of white space, and one symbol that is
/// in no phrase for each character outside ASCII.
fn folded(text: &str) -> impl Iterator<Item = u8> + '_ {
    const NOT_ASCII: u8 = 0x80;
    let mut after_space = false;
    text.chars()
        .filter(|&c| c != '\0')
        // The Kelvin sign and the dotted capital I are the two characters outside ASCII
        // whose lower case begins with an ASCII letter.
        .flat_map(char::to_lowercase)
        .filter_map(move |c| {
            let is_space = c.is_whitespace();
            let repeated = is_space && after_space;
            after_space = is_space;
            match c {
                _ if repeated => None,
                _ if is_space => Some(b' '),
                _ => Some(
                    u8::try_from(c)
                        .ok()
                        .filter(u8::is_ascii)
                        .unwrap_or(NOT_ASCII),
                ),
            }
        })
}
