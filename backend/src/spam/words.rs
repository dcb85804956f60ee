//! Splits a text into words.

/// The words of a text in lower case: the parts between white space, punctuation and emoji.
pub(super) fn words(lower: &str) -> impl Iterator<Item = &str> {
    lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}
