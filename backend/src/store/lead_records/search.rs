//! The search for words in leads.
//!
//! Each word is a regular expression, in which a letter is itself with any accent. To fold the accents of
//! the texts instead (`normalize`, `regexp_replace`) takes eleven times as long, and `ILIKE`, which knows
//! no accents, three times (500,000 leads, Postgres 18).

use std::{collections::HashMap, sync::LazyLock};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    dsl::{not, sql},
    pg::Pg,
    prelude::*,
    sql_query,
    sql_types::{Bool, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use unicode_normalization::UnicodeNormalization;
use validator_wasm::PLACEHOLDER_EMAIL;

use super::{Page, Position, Selection, read};
use crate::store::schema::site_forms;

/// A condition on a lead.
pub(super) type Condition = Box<dyn BoxableExpression<site_forms::table, Pg, SqlType = Bool>>;

/// Has the next search of this transaction planned for its text: what is in few leads is sought in the
/// whole table, by several processes, and what is in many along the index.
pub(super) async fn plan(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    sql_query("SET LOCAL plan_cache_mode = force_custom_plan")
        .execute(connection)
        .await
        .map(drop)
}

/// Among how many of the newest leads those are first that have the words in their name or number. All
/// others come by their time: a word that is in no name would be sought in all of them, before the first
/// one that has it elsewhere.
const RANKED: i64 = 100_000;

/// How much later than it came a lead of the first part is placed: no lead is as late.
const HEAD_START: TimeDelta = TimeDelta::days(200 * 365);

/// A part of what a search finds.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Leads since this time that have all words in their name or number.
    Named(Option<DateTime<Utc>>),
    /// All others.
    Others(Option<DateTime<Utc>>),
}

/// Reads a page of what a search finds: first those that have the words in their name or number, then the
/// others, the newest first. Call it in a transaction.
pub async fn search_page(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    after: Option<Position>,
    size: usize,
) -> QueryResult<Page> {
    let since: Option<DateTime<Utc>> = site_forms::table
        .order(site_forms::created_at.desc())
        .offset(RANKED)
        .select(site_forms::created_at)
        .first(connection)
        .await
        .optional()?;
    let of_named = |place: Position| {
        let at = place.at - HEAD_START;
        (at > DateTime::UNIX_EPOCH).then_some(Position { at, ..place })
    };
    let after_named = after.and_then(of_named);
    let is_past_named = after.is_some() && after_named.is_none();
    let named = (Part::Named(since), after_named, HEAD_START);
    let after_others = after.filter(|_| is_past_named);
    let others = (Part::Others(since), after_others, TimeDelta::zero());
    let named = Some(named).filter(|_| !is_past_named);
    let mut found = Vec::new();
    for (part, after, head_start) in named.into_iter().chain([others]) {
        // One more shows whether there is another page.
        let missing = (size + 1).saturating_sub(found.len());
        if missing == 0 {
            break;
        }
        let limit = i64::try_from(missing).unwrap_or(i64::MAX);
        let in_part = Selection {
            part: Some(part),
            ..selection.clone()
        };
        for record in read(connection, &in_part, after, limit).await? {
            let Position { at, id } = record.position();
            found.push((
                record,
                Position {
                    at: at + head_start,
                    id,
                },
            ));
        }
    }
    let has_more = found.len() > size;
    found.truncate(size);
    let last = found.last().map(|(_, place)| *place);
    let records = found.into_iter().map(|(record, _)| record).collect();
    Ok((records, last.filter(|_| has_more)))
}

/// Fewer digits are in too many telephone numbers.
const MIN_PHONE_DIGITS: usize = 3;

/// Where words are sought. A lead's message has its address and its details.
const TEXTS: &str = "concat_ws(E'\n', full_name, message, nullif(email, ";

/// The condition that a lead holds each word of a text: in its name, its message, its e-mail address, the
/// note, or, written in any way, its telephone number.
pub(super) fn holds(text: &str) -> Condition {
    let in_texts = |pattern: String| -> Condition {
        Box::new(
            sql::<Bool>(TEXTS)
                .bind::<Text, _>(PLACEHOLDER_EMAIL)
                .sql("), note) ~ ")
                .bind::<Text, _>(pattern),
        )
    };
    in_each(text, in_texts)
}

/// The condition that a lead is in a part of what a search for a text finds.
pub(super) fn is_in(part: Part, text: &str) -> Condition {
    let in_name = |pattern: String| -> Condition {
        Box::new(sql::<Bool>("full_name ~ ").bind::<Text, _>(pattern))
    };
    let (Part::Named(since) | Part::Others(since)) = part;
    let mut is_named = in_each(text, in_name);
    if let Some(since) = since {
        is_named = Box::new(site_forms::created_at.ge(since).and(is_named));
    }
    match part {
        Part::Named(_) => is_named,
        Part::Others(_) => Box::new(holds(text).and(not(is_named))),
    }
}

/// The condition that each word of a text is there, or in the telephone number; or that the text is a part
/// of that.
fn in_each(text: &str, is_there: impl Fn(String) -> Condition) -> Condition {
    let in_phone = |pattern: String| -> Condition {
        Box::new(sql::<Bool>("phone ~ ").bind::<Text, _>(pattern))
    };
    let mut words: Vec<&str> = text.split_whitespace().collect();
    // A lead that lacks a word need not be searched for the next: long ones are rare.
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let each = words.into_iter().map(|word| -> Condition {
        match phone_pattern(word) {
            Some(phone) => Box::new(is_there(pattern(word)).or(in_phone(phone))),
            None => is_there(pattern(word)),
        }
    });
    let all = each.reduce(|all, word| Box::new(all.and(word)));
    let all = all.unwrap_or_else(|| Box::new(sql::<Bool>("true")));
    match phone_pattern(text) {
        Some(phone) => Box::new(in_phone(phone).or(all)),
        None => all,
    }
}

/// The words of streets that are written in two ways.
const STREET_WORDS: [(&str, &str); 12] = [
    ("ave", "avenue"),
    ("blvd", "boulevard"),
    ("cir", "circle"),
    ("ct", "court"),
    ("dr", "drive"),
    ("hwy", "highway"),
    ("ln", "lane"),
    ("pkwy", "parkway"),
    ("pl", "place"),
    ("rd", "road"),
    ("st", "street"),
    ("ter", "terrace"),
];

/// The regular expression of a word (Postgres's "advanced" ones).
fn pattern(word: &str) -> String {
    let bare = word.trim_matches([',', '.', ';', ':']);
    let bare = if bare.is_empty() { word } else { bare };
    let lower = bare.to_lowercase();
    for (short, long) in STREET_WORDS {
        let [short_pattern, long_pattern] = [short, long].map(letters);
        if lower == short {
            // It may be the beginning of another word.
            return format!("{short_pattern}|{long_pattern}");
        }
        if lower == long {
            return format!(r"{long_pattern}|\m{short_pattern}\M");
        }
    }
    letters(bare)
}

/// The letters that are a Latin one with an accent, by that in lower case.
static ACCENTED: LazyLock<HashMap<char, String>> = LazyLock::new(|| {
    let mut accented = HashMap::<char, String>::new();
    for letter in ('\u{c0}'..='\u{24f}').chain('\u{1e00}'..='\u{1eff}') {
        if let Some(base) = base(letter) {
            accented.entry(base).or_default().push(letter);
        }
    }
    accented
});

/// The Latin letter that a character is, in lower case, without its accents.
fn base(character: char) -> Option<char> {
    let mut parts = character.nfd();
    let base = parts.next().filter(char::is_ascii_alphabetic)?;
    parts.all(is_accent).then(|| base.to_ascii_lowercase())
}

/// Whether a character is an accent of the one before it (Unicode's "Combining Diacritical Marks").
const fn is_accent(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// The regular expression of a text, whatever the case and the accents of its letters.
fn letters(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.nfc().filter(|it| !is_accent(*it)) {
        if let Some(base) = base(character) {
            let upper = base.to_ascii_uppercase();
            let accented = ACCENTED.get(&base).map_or("", String::as_str);
            pattern.extend([
                "[",
                &format!("{base}{upper}"),
                accented,
                r"][\u0300-\u036f]*",
            ]);
        } else if character.is_alphabetic() {
            pattern.push('[');
            pattern.extend(character.to_lowercase().chain(character.to_uppercase()));
            pattern.push(']');
        } else {
            if character.is_ascii_punctuation() {
                pattern.push('\\');
            }
            pattern.push(character);
        }
    }
    pattern
}

/// The pattern of a text that may be a telephone number: its digits without the country's 1, and
/// anything else between them.
fn phone_pattern(text: &str) -> Option<String> {
    let is_number = text
        .chars()
        .all(|c| c.is_ascii_digit() || c.is_whitespace() || "+-().".contains(c));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let digits = match digits.strip_prefix('1') {
        Some(national) if digits.len() == 11 || text.trim_start().starts_with('+') => national,
        _ => &digits,
    };
    (is_number && digits.len() >= MIN_PHONE_DIGITS).then(|| {
        let digits: Vec<String> = digits.chars().map(String::from).collect();
        digits.join("[^0-9]*")
    })
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::{pattern, phone_pattern};

    /// Whether the text holds the word. (Rust's regular expressions write what Postgres's have otherwise.)
    fn holds(text: &str, word: &str) -> bool {
        let pattern = pattern(word)
            .replace(r"\u0300-\u036f", r"\u{300}-\u{36f}")
            .replace(r"\m", r"(?-u:\b)")
            .replace(r"\M", r"(?-u:\b)");
        Regex::new(&pattern).unwrap().is_match(text)
    }

    #[test]
    fn letters_are_found_whatever_their_case_and_accents() {
        for (text, word) in [
            ("Sofía Hernández", "sofia"),
            ("Sofia", "SOFÍA"),
            ("Sofi\u{301}a", "sofia"),
            ("Sofía", "sofi\u{301}a"),
            ("JÜRGEN", "jurgen"),
            ("Nguyễn", "nguyen"),
            ("Иван", "иван"),
            ("樹", "樹"),
        ] {
            assert!(holds(text, word), "{word} in {text}");
        }
        assert!(!holds("Sofa", "sofia"));
    }

    #[test]
    fn words_of_streets_are_alike() {
        for (text, word) in [
            ("1 Oak Parkway", "Pkwy"),
            ("1 Oak Pkwy", "parkway"),
            ("1 Oak St, Decatur", "street"),
            ("1 Oak St.", "Street,"),
            ("1 Oak Street", "St."),
            ("1 Stone Way", "st"),
        ] {
            assert!(holds(text, word), "{word} in {text}");
        }
        assert!(!holds("1 Stone Way", "street"));
        assert!(!holds("1 Oak Way", "north"));
    }

    #[test]
    fn characters_of_a_pattern_are_none_here() {
        for text in [
            "50%", "of_a", r"a\b", "[a", "(a", "a)", "a|b", "^", "$", ".*", "***:x", "{2}", "a.b",
        ] {
            assert!(holds(text, text), "{text}");
            assert!(!holds("b", text), "{text}");
        }
        assert!(!holds("acb", "a.b"));
        assert!(!holds("ab", "a.*b"));
    }

    #[test]
    fn a_number_is_searched_by_its_digits() {
        for (text, digits) in [
            ("404-555-0123", Some("4045550123")),
            ("+1 (404) 555.0123", Some("4045550123")),
            ("14045550123", Some("4045550123")),
            ("+1 404", Some("404")),
            ("0123", Some("0123")),
            ("12", None),
            ("12 Oak", None),
            ("", None),
        ] {
            assert_eq!(
                phone_pattern(text)
                    .map(|it| it.replace("[^0-9]*", ""))
                    .as_deref(),
                digits,
                "{text}"
            );
        }
    }
}
