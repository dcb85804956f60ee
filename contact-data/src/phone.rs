//! Phone numbers in typed text.
//!
//! The code is the product's own. Of the libraries, `phonenumber` finds no number in a text.
//! `rlibphonenumber` (2.2) does, but does not find `1-800-FLOWERS`, `local 212`, `555-0123`, or a
//! number next to a letter, and takes 50 s more to compile.
//!
//! A text is read as groups of digits with gaps between them. A North American number is recognized
//! by its groups (`404 555 0123`), an international number by its `+`. Other digits are one number
//! if only spaces and similar characters separate them and they have a number's length.

use std::{mem, ops::Range};

use unicode_normalization::UnicodeNormalization;

use crate::text::{ascii_digit, is_accent, is_invisible, punctuation};

/// The fewest digits of a phone number. Fewer identify nobody.
const MIN_DIGITS: usize = 7;

/// The most digits of a phone number (E.164).
const MAX_DIGITS: usize = 15;

/// The digits of a North American number, including its area code.
const NATIONAL_DIGITS: usize = 10;

const MAX_EXTENSION: usize = 6;

/// The most characters of a text that are read: many times as many as a number needs.
const MAX_CHARS: usize = 1_000;

/// The most characters between two groups of digits of a number, such as `) - `.
const MAX_GAP: usize = 3;

/// The words before an extension, as people type them.
const EXTENSION_WORDS: [&str; 19] = [
    "x",
    "xt",
    "ex",
    "ext",
    "extn",
    "exten",
    "extension",
    "xtn",
    "press",
    "opt",
    "option",
    "local",
    "loc",
    "poste",
    "anexo",
    "ramal",
    "int",
    "interno",
    "доб",
];

/// The words after a number of hours, or of another unit.
const UNITS: [&str; 14] = [
    "a", "p", "am", "pm", "h", "hr", "hrs", "uhr", "st", "nd", "rd", "th", "ft", "min",
];

const DIGIT_WORDS: [&str; 11] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "oh",
];

/// The fewest consecutive words for digits that count as digits.
const MIN_DIGIT_WORDS: usize = 3;

/// The digits that the letters from A to Z are on (E.161).
const KEYS: &[u8; 26] = b"22233344455566677778889999";

/// The area codes of toll-free numbers. Their words may be longer than the number.
const TOLL_FREE: [&str; 7] = ["800", "833", "844", "855", "866", "877", "888"];

/// The country codes that a 0 follows in international numbers. In other countries that 0 is for
/// domestic calls only.
const ZERO_AFTER_CODE: [&str; 4] = ["39", "225", "242", "378"];

/// A letter that is on no key. It takes the place of an O that may be a 0.
const UNREADABLE: char = 'о';

/// A phone number in a text. Two are equal if their digits are equal, without extension and country code 1.
#[derive(Clone, Debug)]
pub struct PhoneNumber {
    dialed: String,
    extension: Option<String>,
}

impl PhoneNumber {
    /// Finds the numbers in a text, in their order, each once.
    pub fn all_in(text: &str) -> Vec<Self> {
        let end = text
            .char_indices()
            .nth(MAX_CHARS)
            .map_or(text.len(), |it| it.0);
        let mut numbers: Vec<Self> = Vec::new();
        for number in Reader::new(&text[..end], '0').read() {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }

    /// Finds the numbers in a text that reach somebody: without a country code, eight or nine digits lack one.
    pub fn all_dialable_in(text: &str) -> Vec<Self> {
        let mut numbers = Self::all_in(text);
        numbers.retain(|it| it.dialed.starts_with('+') || !matches!(it.dialed.len(), 8 | 9));
        numbers
    }

    /// Returns the digits that a phone dials, after a `+` if a country code is recognized. The
    /// extension is left out, because phones differ in how they dial one.
    pub fn dialed(&self) -> &str {
        &self.dialed
    }

    /// Returns the digits of the extension.
    pub fn extension(&self) -> Option<&str> {
        self.extension.as_deref()
    }

    /// Returns the digits that are compared: without the country code 1.
    pub fn digits(&self) -> &str {
        without_code(self.dialed.trim_start_matches('+'))
    }

    /// Whether a text surely contains one of these numbers, as a number or as groups of digits
    /// beside other digits. A search for a person's data does not need to judge what is a number.
    pub fn is_any_in(numbers: &[Self], text: &str) -> bool {
        if numbers.is_empty() {
            return false;
        }
        let is_one = |digits: &str| numbers.iter().any(|it| it.digits() == without_code(digits));
        let mut reader = Reader::new(text, UNREADABLE);
        while let Some(run) = reader.next_run() {
            let is_from = |start: usize| {
                let mut digits = String::new();
                let end = run.end.min(start + MAX_DIGITS);
                reader.parts[start..end].iter().any(|group| {
                    digits.push_str(&group.text);
                    is_one(&digits)
                })
            };
            if run.clone().any(is_from) {
                return true;
            }
        }
        reader.parts.truncate(MAX_CHARS);
        reader.read().iter().any(|number| numbers.contains(number))
    }

    /// Whether a text contains what a person may read as one of these numbers: with letters for digits,
    /// with words between its groups, or in reverse.
    pub fn is_any_like_in(numbers: &[Self], text: &str) -> bool {
        let are_in = |text: &str| {
            let groups = groups_like(text);
            let digits = groups.replace(' ', "");
            let mut whole = numbers.iter().map(Self::digits);
            whole.any(|it| digits.contains(it)) && Self::is_any_in(numbers, &groups)
        };
        let is_shown_reversed = text.contains('\u{202e}');
        !numbers.is_empty()
            && (are_in(text)
                || is_shown_reversed && are_in(&text.chars().rev().collect::<String>())
                || Self::all_in(text).iter().any(|it| numbers.contains(it)))
    }
}

/// Returns the groups of digits of a text, with digits for letters that look like one.
fn groups_like(text: &str) -> String {
    let text: String = plain(text, '0').into_iter().collect();
    let words = text.split(|it: char| !it.is_alphanumeric() && !"|!".contains(it));
    let groups = words.filter(|word| word.contains(|it: char| it.is_ascii_digit()));
    let groups = groups.map(|word| {
        let alike: Option<String> = word.chars().map(digit_like).collect();
        alike.unwrap_or_else(|| word.replace(|it: char| !it.is_ascii_digit(), ""))
    });
    groups.collect::<Vec<_>>().join(" ")
}

/// Returns the digit that a character is or looks like.
fn digit_like(character: char) -> Option<char> {
    let place = "oil|!zsbg".find(character);
    let digit = place.and_then(|it| "011112589".chars().nth(it));
    digit.or(Some(character).filter(char::is_ascii_digit))
}

impl PartialEq for PhoneNumber {
    fn eq(&self, other: &Self) -> bool {
        self.digits() == other.digits()
    }
}

fn without_code(digits: &str) -> &str {
    match digits.strip_prefix('1') {
        Some(national) if national.len() == NATIONAL_DIGITS => national,
        _ => digits,
    }
}

/// Digits or letters of a text, and the gap before them.
#[derive(Clone)]
struct Part {
    gap: String,
    text: String,
}

impl Part {
    fn is_digits(&self) -> bool {
        self.text.starts_with(|it: char| it.is_ascii_digit())
    }

    /// Whether this group of digits can continue a number that already has this many digits.
    fn may_follow(&self, digits: usize) -> bool {
        self.gap.len() <= MAX_GAP
            && self.gap.chars().all(|it| " -.()[]{}/,_*·•~".contains(it))
            // In a list, these characters separate numbers. In a number, they separate groups.
            && !(self.gap.contains(['/', ',']) && digits >= MIN_DIGITS)
    }

    /// Returns the digit that the part is the word for.
    fn digit(&self) -> Option<usize> {
        let place = DIGIT_WORDS.iter().position(|word| *word == self.text)?;
        Some(place % 10)
    }
}

/// Divides a text into its parts. The gap after the last part is left out.
fn parts(text: &str, zero: char) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut gap = String::new();
    for same in plain(text, zero).chunk_by(|one, other| kind(*one) == kind(*other)) {
        let text: String = same.iter().collect();
        if kind(same[0]) == Kind::Gap {
            gap = text;
        } else {
            let gap = mem::take(&mut gap);
            parts.push(Part { gap, text });
        }
    }
    // "four oh four" is 404.
    let words_or_others = parts.chunk_by(|one, other| {
        one.digit().is_some() && other.digit().is_some() && other.gap.len() <= MAX_GAP
    });
    let spelled = words_or_others.flat_map(|words| match words {
        [first, ..] if words.len() >= MIN_DIGIT_WORDS => vec![Part {
            gap: first.gap.clone(),
            text: words
                .iter()
                .filter_map(Part::digit)
                .map(|it| it.to_string())
                .collect(),
        }],
        words => words.to_vec(),
    });
    spelled.collect()
}

#[derive(PartialEq, Eq)]
enum Kind {
    Digit,
    Letter,
    Gap,
}

fn kind(character: char) -> Kind {
    match character {
        '0'..='9' => Kind::Digit,
        character if character.is_alphabetic() => Kind::Letter,
        _ => Kind::Gap,
    }
}

/// Returns the characters of a text in lower case, with the ASCII characters for digits, spaces,
/// and punctuation of any script, and this character for an O that may be a 0.
fn plain(text: &str, zero: char) -> Vec<char> {
    let unified = text.chars().map(|it| match it {
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
        'ー' => '-',
        it => punctuation(it),
    });
    let mut plain: Vec<char> = unified
        .nfkd()
        .filter(|&it| !is_invisible(it) && !is_accent(it))
        .map(ascii_digit)
        .flat_map(char::to_lowercase)
        .collect();
    for place in 0..plain.len() {
        let beside = [place.wrapping_sub(1), place + 1].map(|it| plain.get(it).copied());
        let has = |wanted: Kind| beside.iter().flatten().any(|it| kind(*it) == wanted);
        // "4O4" is dialed as 404.
        if plain[place] == 'o' && has(Kind::Digit) && !has(Kind::Letter) {
            plain[place] = zero;
        }
    }
    plain
}

struct Reader {
    parts: Vec<Part>,
    /// Whether anything but letters may be between a number's groups. Then only North American numbers count.
    is_loose: bool,
    at: usize,
}

impl Reader {
    /// An O that may be a 0 is read as the character.
    fn new(text: &str, zero: char) -> Self {
        Self {
            parts: parts(text, zero),
            is_loose: false,
            at: 0,
        }
    }

    /// Reads the numbers, in the order of the text. If there are none, a second pass accepts groups that
    /// are far apart, or that have other characters between them.
    fn read(mut self) -> Vec<PhoneNumber> {
        let mut found = Vec::new();
        for is_loose in [false, true] {
            (self.is_loose, self.at) = (is_loose, 0);
            while let Some(run) = self.next_run() {
                for (dialed, end) in self.numbers(run) {
                    let (extension, after) = match self.extension(end) {
                        Some((extension, after)) => (Some(extension), after),
                        None => (None, self.at.max(end)),
                    };
                    self.at = after;
                    found.push(PhoneNumber { dialed, extension });
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// Returns the next groups of digits that only spaces and similar characters separate.
    fn next_run(&mut self) -> Option<Range<usize>> {
        let rest = self.parts.get(self.at..)?;
        let start = self.at + rest.iter().position(Part::is_digits)?;
        self.at = self.end_of_run(start);
        Some(start..self.at)
    }

    fn end_of_run(&self, start: usize) -> usize {
        let mut digits = self.parts[start].text.len();
        let mut end = start + 1;
        while let Some(part) = self.parts.get(end)
            && part.is_digits()
            && (self.is_loose || part.may_follow(digits))
            && !self.is_counted(end)
        {
            digits += part.text.len();
            end += 1;
        }
        end
    }

    /// Whether a group of digits is an hour or another quantity.
    fn is_counted(&self, at: usize) -> bool {
        self.parts[at].text.len() <= 2
            && self.parts.get(at + 1).is_some_and(|next| {
                (next.gap.len() <= 1 && UNITS.contains(&&*next.text))
                    || (next.gap == ":" && next.is_digits())
            })
    }

    fn digits(&self, run: Range<usize>) -> String {
        self.parts[run].iter().map(|part| &*part.text).collect()
    }

    /// Returns the numbers of a run: the digits to dial, and the index after each number.
    fn numbers(&self, mut run: Range<usize>) -> Vec<(String, usize)> {
        let mut numbers = Vec::new();
        while let Some(found) = self.international(run.clone()) {
            run.start = found.1;
            numbers.push(found);
        }
        let mut here = Vec::new();
        let (mut at, mut has_national, mut longest_rest) = (run.start, false, 0);
        while at < run.end {
            let national = self.end_of_national(at..run.end);
            has_national |= national.is_some();
            if let Some(end) = national.or_else(|| self.end_of_local(at..run.end)) {
                here.push((self.digits(at..end), end));
                at = end;
            } else {
                longest_rest = longest_rest.max(self.parts[at].text.len());
                at += 1;
            }
        }
        // The remaining digits are hours or a house number, or the groups belong to another country's number.
        if self.is_loose && !has_national {
            return Vec::new();
        }
        if !(has_national || !here.is_empty() && longest_rest <= 2) {
            here = Vec::from_iter(self.other(run.clone()).or_else(|| self.vanity(run)));
        }
        numbers.extend(here);
        numbers
    }

    /// Returns a number with a country code, which follows a `+` or an international prefix, 00 or 011.
    fn international(&self, run: Range<usize>) -> Option<(String, usize)> {
        let Part { gap, text } = self.parts[run.clone()].first()?;
        let is_after_digits = run.start > 0 && self.parts[run.start - 1].is_digits();
        let is_minute = is_after_digits && gap == ":";
        // Between two numbers, " + " is "and".
        let has_plus = gap.trim_end_matches([' ', '(']).ends_with('+')
            && !(is_after_digits && gap.ends_with("+ "));
        // The form 44 (0)20 is not used within a country.
        let has_zero = text.len() <= 3
            && (self.parts[run.clone()].get(1))
                .is_some_and(|next| next.text == "0" && next.gap.ends_with('('));
        let code = match text.strip_prefix("00") {
            _ if has_plus || has_zero => text,
            Some(code) if !is_minute => code,
            // In some countries, a domestic number can begin with 011.
            _ if self
                .digits(run.start..run.end.min(run.start + MAX_DIGITS))
                .len()
                < 12 =>
            {
                return None;
            }
            _ => text.strip_prefix("011")?,
        };
        let mut digits = code.to_owned();
        let mut end = run.start + 1;
        for part in &self.parts[end..run.end] {
            let is_within = digits.len() <= 3 && !ZERO_AFTER_CODE.contains(&&*digits);
            let group = match part.text.strip_prefix('0') {
                Some(group) if is_within && !digits.is_empty() => group,
                _ => &part.text,
            };
            let is_complete = match digits.len() {
                0..8 => false,
                // Hours or another number follow.
                length => {
                    (length == NATIONAL_DIGITS + 1 && digits.starts_with('1'))
                        || (length >= NATIONAL_DIGITS && group.len() == 1)
                        || length + group.len() > MAX_DIGITS
                        || self.end_of_national(end..run.end).is_some()
                }
            };
            if is_complete {
                break;
            }
            digits.push_str(group);
            end += 1;
        }
        let is_whole = match digits.strip_prefix('1') {
            Some(national) => national.len() == NATIONAL_DIGITS,
            None => {
                (MIN_DIGITS + 1..=MAX_DIGITS).contains(&digits.len()) && !digits.starts_with('0')
            }
        };
        is_whole.then(|| (format!("+{digits}"), end))
    }

    /// Returns the end of the North American number at the beginning of a run: 404 555 0123, with
    /// or without a 1 before it, in any combination of these groups.
    fn end_of_national(&self, run: Range<usize>) -> Option<usize> {
        let first = &self.parts[run.start].text;
        let code = usize::from(first.starts_with('1'));
        let area = first.as_bytes().get(code).or_else(|| {
            let next = self.parts[run.start + 1..run.end].first()?;
            next.text.as_bytes().first()
        });
        if !area.is_some_and(|digit| (b'2'..=b'9').contains(digit)) {
            return None;
        }
        let mut length = 0;
        for (at, part) in run.clone().zip(&self.parts[run]) {
            length += part.text.len();
            match length.checked_sub(code) {
                Some(NATIONAL_DIGITS) => return Some(at + 1),
                Some(0 | 3 | 6 | 8) => {}
                _ => return None,
            }
        }
        None
    }

    /// Returns the end of the number without an area code at the beginning of a run: 555 0123.
    fn end_of_local(&self, run: Range<usize>) -> Option<usize> {
        let mut lengths = self.parts[run.clone()].iter().map(|part| part.text.len());
        let groups = match (lengths.next()?, lengths.next()) {
            (MIN_DIGITS, _) => 1,
            (3, Some(4)) => 2,
            _ => return None,
        };
        let is_local = !self.parts[run.start].text.starts_with(['0', '1']);
        is_local.then_some(run.start + groups)
    }

    /// Returns all digits of a run as one number, such as another country's domestic number, unless
    /// they are a date or a ZIP code.
    fn other(&self, mut run: Range<usize>) -> Option<(String, usize)> {
        let mut lengths = Vec::new();
        let mut length = 0;
        for part in &self.parts[run.clone()] {
            // Hours follow.
            if length >= NATIONAL_DIGITS && part.text.len() == 1 {
                break;
            }
            length += part.text.len();
            lengths.push(part.text.len());
        }
        run.end = run.start + lengths.len();
        let is_number = (MIN_DIGITS..=MAX_DIGITS).contains(&length)
            && !matches!(lengths[..], [4, 1 | 2, 1 | 2] | [1 | 2, 1 | 2, 4] | [5, 4]);
        is_number.then(|| (self.digits(run.clone()), run.end))
    }

    /// Returns a number that is partly a word, such as 1-800-FLOWERS.
    fn vanity(&self, run: Range<usize>) -> Option<(String, usize)> {
        let gap = &self.parts[run.clone()].first()?.gap;
        let mut dialed = self.digits(run.start..run.end.min(run.start + NATIONAL_DIGITS));
        let code = usize::from(dialed.starts_with('1'));
        let area = dialed.get(code..code + 3)?.to_owned();
        let is_free = TOLL_FREE.contains(&&*area);
        let whole = code + NATIONAL_DIGITS;
        let mut end = run.end;
        while dialed.len() < whole {
            let Part { gap, text } = self.parts.get(end)?;
            let is_joined = matches!(gap.trim_start_matches(')'), "" | "-" | ".")
                || gap.starts_with(')') && gap.len() == 2
                || is_free && gap == " " && (code == 1 || dialed.len() + text.len() == whole);
            let is_blank = text.chars().all(|letter| letter == 'x');
            if !is_joined
                || is_blank
                || EXTENSION_WORDS.contains(&&**text)
                || UNITS.contains(&&**text)
            {
                return None;
            }
            for letter in text.bytes() {
                dialed.push(match letter {
                    b'0'..=b'9' => letter.into(),
                    b'a'..=b'z' => KEYS[usize::from(letter - b'a')].into(),
                    _ => return None,
                });
            }
            end += 1;
        }
        if area.starts_with(['0', '1']) || dialed.len() > whole && !is_free || end == run.end {
            return None;
        }
        dialed.truncate(whole);
        let plus = if gap.ends_with('+') && code == 1 {
            "+"
        } else {
            ""
        };
        Some((format!("{plus}{dialed}"), end))
    }

    /// Returns the extension after a number, and the index after it.
    fn extension(&self, mut at: usize) -> Option<(String, usize)> {
        let first = self.parts.get(at)?;
        let is_pause = !first.gap.is_empty() && first.gap.chars().all(|it| ",;".contains(it));
        if !first.is_digits() {
            if first.gap.contains('\n') || !EXTENSION_WORDS.contains(&&*first.text) {
                return None;
            }
            at += 1;
            let next = self.parts.get(at).map(|it| &*it.text);
            at += usize::from(matches!(next, Some("no" | "number")));
        } else if !first.gap.contains('#') && !is_pause {
            return None;
        }
        let Part { gap, text } = self.parts.get(at).filter(|part| part.is_digits())?;
        let end = self.end_of_run(at);
        let is_other = gap.contains(['\n', '+'])
            || self.end_of_national(at..end).is_some()
            || is_pause && end > at + 1;
        (!is_other && text.len() <= MAX_EXTENSION).then(|| (text.clone(), at + 1))
    }
}
