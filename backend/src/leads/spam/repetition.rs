//! Detects texts that repeat the same few words.

use std::collections::HashSet;

use contact_data::{folded, words};

/// The fewest words of a repetitive text: "HELP tree on house HELP HELP" is ordinary.
const MIN_WORDS: usize = 30;

/// The most words that are examined. The longer a text, the smaller its share of different words.
const MAX_WORDS: usize = 200;

/// The most characters that are examined.
const MAX_CHARS: usize = 50 * MAX_WORDS;

/// A text is repetitive if fewer than one in this many of its words is new. Of the samples with at
/// least [`MIN_WORDS`], ordinary prose has one new word in 1.6, a list of trees building by
/// building one in 2.6, and keyword spam one in 5.4 to 14.
const WORDS_PER_NEW_WORD: usize = 4;

/// Whether a text of at least [`MIN_WORDS`] words has few different words.
pub fn repeats_itself(text: &str) -> bool {
    let text: String = text.chars().take(MAX_CHARS).collect();
    let text = folded(&text);
    let words: Vec<&str> = words(&text).take(MAX_WORDS).collect();
    let different = words.iter().collect::<HashSet<_>>().len();
    words.len() >= MIN_WORDS && different * WORDS_PER_NEW_WORD < words.len()
}

#[cfg(test)]
mod tests {
    use super::repeats_itself;

    #[test]
    fn a_long_text_of_few_words_repeats_itself() {
        assert!(repeats_itself(&"Best casino bonus! ".repeat(20)));
        assert!(repeats_itself(&"casino ".repeat(30)));
        assert!(repeats_itself(&"казино бонус ".repeat(30)));
    }

    #[test]
    fn a_short_text_may_say_the_same_again() {
        assert!(!repeats_itself(""));
        assert!(!repeats_itself(&"HELP! ".repeat(29)));
    }

    #[test]
    fn a_list_of_trees_does_so_only_when_its_lines_are_alike() {
        let alike = (1..=20)
            .map(|lot| format!("Lot {lot}: one dead pine, remove and grind the stump."))
            .collect::<Vec<_>>()
            .join("\n");
        assert!(repeats_itself(&alike), "so it is a weak signal");
        let list = "Oak by the gate, 24 in, remove. Pine behind the pool, 18 in, remove. \
                    Gum at the fence, 20 in, prune. Pine at the drive, 22 in, remove the stump too.";
        assert!(!repeats_itself(&list.repeat(2)));
    }
}
