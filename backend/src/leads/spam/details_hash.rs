//! Hashes of details, which detect the same text from two customers.

use contact_data::{folded, words};
use sha2::{Digest, Sha256};

/// The fewest characters of a hashed text. Many customers write the same shorter texts: "Please
/// give me a quote to remove a tree" has 39.
const MIN_CHARS: usize = 40;

/// Returns the SHA-256 of the folded details, with one space between the words. `None` for a text
/// that is too short to be one customer's own words.
pub fn details_hash(details: &str) -> Option<[u8; 32]> {
    let text = words(&folded(details)).collect::<Vec<_>>().join(" ");
    (text.chars().count() >= MIN_CHARS).then(|| Sha256::digest(text).into())
}

#[cfg(test)]
mod tests {
    use super::details_hash;

    const TEXT: &str = "Large white oak, dead; leans over the garage.";

    #[test]
    fn case_white_space_and_punctuation_make_no_difference_and_another_word_does() {
        let hash = details_hash(TEXT);
        assert!(hash.is_some());
        for text in [
            "LARGE WHITE OAK -- DEAD -- LEANS OVER THE GARAGE!!!",
            "  large white oak\r\ndead\tleans\u{a0}over the garage 🌳",
            "Lárge ｗｈｉｔｅ oak\u{200b} dead: le\u{ad}ans over thé garage",
        ] {
            assert_eq!(details_hash(text), hash, "{text}");
        }
        let house = details_hash(&TEXT.replace("garage", "house"));
        let [one, two] = [1, 2].map(|lot| details_hash(&format!("{TEXT} Lot {lot}")));
        assert!(hash != house && one != two);
    }

    #[test]
    fn a_short_text_has_none_however_it_is_stretched() {
        for (text, is_long) in [
            ("", false),
            ("Please call me.", false),
            (&*"x".repeat(39), false),
            (&*format!("please{}call", " .,!".repeat(100)), false),
            (&*"x".repeat(40), true),
            (&*"樹".repeat(40), true),
        ] {
            assert_eq!(details_hash(text).is_some(), is_long, "{text}");
        }
    }
}
