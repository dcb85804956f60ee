//! Detects that two customers sent the same text.

use sha2::{Digest, Sha256};

use super::words::words;

/// Many customers write the same shorter text: "please call me" has 14 characters, "please give me
/// a quote to remove a tree" has 39.
const MIN_CHARS: usize = 40;

/// SHA-256 of the details in lower case, with one space between the words. `None` for a text that
/// is too short to be one customer's own words.
pub fn details_hash(details: &str) -> Option<[u8; 32]> {
    let lower = details.to_lowercase();
    let text = words(&lower).collect::<Vec<_>>().join(" ");
    (text.chars().count() >= MIN_CHARS).then(|| Sha256::digest(text).into())
}

#[cfg(test)]
mod tests {
    use super::details_hash;

    const TEXT: &str = "Large white oak, dead; leans over the garage.";

    #[test]
    fn case_white_space_and_punctuation_make_no_difference() {
        let hash = details_hash(TEXT);
        assert!(hash.is_some());
        for text in [
            "LARGE WHITE OAK -- DEAD -- LEANS OVER THE GARAGE!!!",
            "  large white oak\r\ndead\tleans\u{a0}over the garage 🌳",
        ] {
            assert_eq!(details_hash(text), hash, "{text}");
        }
    }

    #[test]
    fn another_word_makes_another_hash() {
        assert_ne!(
            details_hash(TEXT),
            details_hash(&TEXT.replace("garage", "house"))
        );
        let numbered = |lot| details_hash(&format!("{TEXT} Lot {lot}"));
        assert_ne!(numbered(1), numbered(2));
    }

    #[test]
    fn a_short_text_has_none_however_it_is_stretched() {
        for text in [
            "",
            "Please call me.",
            &"x".repeat(39),
            &format!("please{}call", " .,!".repeat(100)),
        ] {
            assert_eq!(details_hash(text), None, "{text}");
        }
        assert!(details_hash(&"x".repeat(40)).is_some());
        assert!(details_hash(&"樹".repeat(40)).is_some());
    }
}
