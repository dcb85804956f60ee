//! Compares and searches texts.

use unicode_normalization::UnicodeNormalization;

/// The words for streets, folded, each in its two spellings.
pub const STREET_WORDS: [(&str, &str); 31] = [
    ("aly", "alley"),
    ("ave", "avenue"),
    ("blvd", "boulevard"),
    ("bnd", "bend"),
    ("cir", "circle"),
    ("ct", "court"),
    ("cv", "cove"),
    ("dr", "drive"),
    ("expy", "expressway"),
    ("hl", "hill"),
    ("hts", "heights"),
    ("hwy", "highway"),
    ("ln", "lane"),
    ("lndg", "landing"),
    ("lp", "loop"),
    ("mnr", "manor"),
    ("pk", "pike"),
    ("pkwy", "parkway"),
    ("pl", "place"),
    ("pt", "point"),
    ("rd", "road"),
    ("rdg", "ridge"),
    ("sq", "square"),
    ("st", "street"),
    ("ter", "terrace"),
    ("trce", "trace"),
    ("trl", "trail"),
    ("vw", "view"),
    ("way", "way"),
    ("wlk", "walk"),
    ("xing", "crossing"),
];

/// Returns a text in the form in which texts are compared and searched: in lower case, without
/// accents and invisible characters, with narrow letters for full-width ones, and with `'`, `"`,
/// `-`, or a space for all characters of the same kind.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        let shown = text.chars().map(punctuation);
        return shown.map(|it| it.to_ascii_lowercase()).collect();
    }
    // This happens before decomposition, because a stand-alone acute accent becomes a space there.
    let parts = text.chars().map(punctuation).nfkd().map(punctuation);
    let shown = parts.filter(|&part| !is_accent(part) && !is_invisible(part));
    let mut folded = String::new();
    for part in shown.flat_map(char::to_lowercase) {
        match part {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' => folded.push('d'),
            'ı' => folded.push('i'),
            part => folded.push(part),
        }
    }
    folded.nfc().collect()
}

/// Returns the words of a [`folded`] text: the parts between white space, punctuation, and emoji.
pub fn words(folded: &str) -> impl Iterator<Item = &str> {
    let parts = folded.split(|part: char| !part.is_alphanumeric());
    parts.filter(|word| !word.is_empty())
}

/// Returns the ASCII character of a character's kind, if it has one.
pub(crate) fn punctuation(character: char) -> char {
    match character {
        '`' | '´' | 'ʹ'..='ʽ' | '‘'..='‛' | '′' | '‵' | '＇' => '\'',
        '“'..='‟' | '″' | '«' | '»' => '"',
        '‐'..='―' | '⁃' | '−' | '﹘' | '﹣' | '－' => '-',
        // An invisible character that separates words.
        '\u{200b}' => ' ',
        character if character.is_whitespace() => ' ',
        character => character,
    }
}

/// Whether a character is an accent of the one before it (Unicode's "Combining Diacritical Marks").
pub(crate) const fn is_accent(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// Whether a character is invisible: a direction mark, a joiner, a soft hyphen, a variation
/// selector, or the combining keycap of an emoji.
pub(crate) const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{20e3}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}
