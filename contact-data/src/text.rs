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
/// accents and invisible characters, with narrow letters for full-width ones, ASCII digits, and with `'`, `"`,
/// `-`, or a space for all characters of the same kind.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        let shown = text.chars().map(punctuation);
        return shown.map(|it| it.to_ascii_lowercase()).collect();
    }
    // This happens before decomposition, because a stand-alone acute accent becomes a space there.
    let parts = text.chars().map(punctuation).nfkd().map(punctuation);
    let shown = parts
        .filter(|&part| !is_accent(part) && !is_invisible(part))
        .map(ascii_digit);
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

/// The zeros of other scripts' decimal digits, and what precedes the circled ones that Unicode does not
/// decompose, such as ❶.
const ZEROS: [u32; 21] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50,
    0xed0, 0xf20, 0x1040, 0x17e0, 0x24f4, 0x2775, 0x277f, 0x2789,
];

/// Converts a decimal digit of another script, or in a circle, to ASCII.
pub(crate) fn ascii_digit(character: char) -> char {
    if character == '⓿' {
        return '0';
    }
    let code = u32::from(character);
    let mut values = ZEROS.iter().map(|zero| code.wrapping_sub(*zero));
    let digit = values.find_map(|value| char::from_digit(value, 10));
    digit.unwrap_or(character)
}
