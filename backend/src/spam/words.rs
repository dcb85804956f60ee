//! The words of a text, as one reads it aloud.

/// The words of a text that is in lower case already: what stands between white space, punctuation
/// and pictures.
pub(super) fn words(lower: &str) -> impl Iterator<Item = &str> {
    lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}
