//! Searches leads for words.
//!
//! Each word becomes a regular expression, in which a character matches all characters that are
//! folded to it. Folding the texts instead (`normalize`, `regexp_replace`) takes eleven times as
//! long (500,000 leads, Postgres 18). A column of folded texts would take a third of the time, but
//! would make each row half as long again.

use std::{collections::HashMap, sync::LazyLock};

use chrono::{DateTime, TimeDelta, Utc};
use contact_data::{PhoneNumber, STREET_WORDS, folded};
use diesel::{
    dsl::{not, sql},
    pg::Pg,
    prelude::*,
    sql_query,
    sql_types::{Bool, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use validator_wasm::PLACEHOLDER_EMAIL;

use super::{Extent, Page, Position, Selection, read};
use crate::database::schema::site_forms;

pub(super) type Condition = Box<dyn BoxableExpression<site_forms::table, Pg, SqlType = Bool>>;

/// Makes Postgres plan the next search of this transaction for its text. For a text that few leads
/// contain it scans the whole table in parallel. For a text that many contain it follows the index.
pub(super) async fn plan(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    sql_query("SET LOCAL plan_cache_mode = force_custom_plan")
        .execute(connection)
        .await
        .map(drop)
}

/// The number of the newest leads that are ranked: those with the words in their name or number
/// come first. The others are sorted by time only. Otherwise a word that is in no name would be
/// searched for in all names before the first result.
const RANKED: i64 = 100_000;

/// The time that is added to a ranked lead's own time: longer than the distance of any two leads.
const HEAD_START: TimeDelta = TimeDelta::days(200 * 365);

#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Whether it has the leads since a time with all words in their name or number, or all others.
    is_named: bool,
    since: Option<DateTime<Utc>>,
}

/// Reads a page of search results, the newest first: first the leads with the words in their name
/// or number, then the others. Call it in a transaction.
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
    let after_named = after.and_then(|place| {
        let at = place.at - HEAD_START;
        (at > DateTime::UNIX_EPOCH).then_some(Position { at, ..place })
    });
    let [named, others] = [true, false].map(|is_named| Part { is_named, since });
    let parts = match (after, after_named) {
        (Some(_), None) => vec![(others, after, TimeDelta::zero())],
        _ => vec![
            (named, after_named, HEAD_START),
            (others, None, TimeDelta::zero()),
        ],
    };
    let mut found = Vec::new();
    for (part, after, head_start) in parts {
        // One more lead shows whether there is another page.
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
            let at = at + head_start;
            found.push((record, Position { at, id }));
        }
    }
    let has_more = found.len() > size;
    found.truncate(size);
    let last = found.last().map(|(_, place)| *place);
    let records = found.into_iter().map(|(record, _)| record).collect();
    Ok((records, last.filter(|_| has_more)))
}

/// The fewest digits of a part of a phone number. Fewer would match too many leads.
const MIN_PHONE_DIGITS: usize = 3;

/// The most characters of a message that are searched: more than a person types.
const MAX_SEARCHED_CHARS: usize = 4_000;

/// Returns SQL for the first characters of a column. (`left` alone takes half as long again for short texts.)
fn beginning(column: &str, chars: usize) -> String {
    format!(
        "CASE WHEN octet_length({column}) > {chars} THEN left({column}, {chars}) ELSE {column} END"
    )
}

/// Returns SQL for the first characters of a single-line column.
fn line(column: &str) -> String {
    beginning(column, Extent::List.line_chars())
}

/// Returns the condition that a lead contains each word of a text: in the beginning of its name, message,
/// or email address, in its note, in a corrected address, or, in any notation, in its phone number.
pub(super) fn holds(text: &str) -> Condition {
    let texts = format!(
        "concat_ws(E'\n', {}, {}, note, CASE WHEN as_typed IS NOT NULL THEN address END,
            nullif(translate({}, '\"', ''), ",
        line("full_name"),
        beginning("message", MAX_SEARCHED_CHARS),
        line("email"),
    );
    in_each(text, |pattern| {
        Box::new(
            sql::<Bool>(&texts)
                .bind::<Text, _>(PLACEHOLDER_EMAIL)
                .sql(")) ~ ")
                .bind::<Text, _>(pattern),
        )
    })
}

/// Returns the condition that a lead is in a part of the results of a search for a text.
pub(super) fn is_in(part: Part, text: &str) -> Condition {
    let name_matches = format!("{} ~ ", line("full_name"));
    let mut is_named = in_each(text, |pattern| {
        Box::new(sql::<Bool>(&name_matches).bind::<Text, _>(pattern))
    });
    if let Some(since) = part.since {
        is_named = Box::new(site_forms::created_at.ge(since).and(is_named));
    }
    if part.is_named {
        is_named
    } else {
        Box::new(holds(text).and(not(is_named)))
    }
}

/// The number of digits of a lead's reference, which the confirmation shows: the last ones of its id.
const REFERENCE_DIGITS: usize = 4;

/// Returns the condition that each word of a text is in the place that `is_there` checks or in the
/// phone number, or is the reference, or that the whole text is a part of the phone number.
fn in_each(text: &str, is_there: impl Fn(String) -> Condition) -> Condition {
    let in_phone = |pattern: String| -> Condition {
        Box::new(sql::<Bool>(&format!("{} ~ ", line("phone"))).bind::<Text, _>(pattern))
    };
    let text = &folded(text);
    let mut words: Vec<&str> = text.split_whitespace().collect();
    // Long words come first: they are rare, and a lead without one is not searched for the next.
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let each = words.into_iter().map(|word| -> Condition {
        let mut is_found = is_there(pattern(word));
        if let Some(phone) = phone_pattern(word) {
            is_found = Box::new(is_found.or(in_phone(phone)));
        }
        if word.len() == REFERENCE_DIGITS && word.bytes().all(|it| it.is_ascii_hexdigit()) {
            let end = format!("right(site_forms.id::text, {REFERENCE_DIGITS}) = ");
            is_found = Box::new(is_found.or(sql::<Bool>(&end).bind::<Text, _>(word.to_owned())));
        }
        is_found
    });
    let all = each
        .reduce(|all, word| Box::new(all.and(word)))
        .unwrap_or_else(|| Box::new(sql::<Bool>("true")));
    match phone_pattern(text) {
        Some(phone) => Box::new(in_phone(phone).or(all)),
        None => all,
    }
}

/// Returns the regular expression of a folded word, in Postgres's "advanced" syntax.
fn pattern(word: &str) -> String {
    let bare = match word.trim_matches([',', '.', ';', ':']) {
        "" => word,
        bare => bare,
    };
    for (short, long) in STREET_WORDS {
        let [short_pattern, long_pattern] = [short, long].map(letters);
        if bare == short {
            // The short word may be the beginning of another word.
            return format!("{short_pattern}|{long_pattern}");
        }
        if bare == long {
            return format!(r"{long_pattern}|\m{short_pattern}\M");
        }
    }
    letters(bare)
}

/// The characters that are folded to a text of one or two letters, or to none, as the contents of a
/// bracket expression.
static FOLDED: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let mut characters = HashMap::<String, String>::new();
    // Western scripts, punctuation, and symbols; ligatures and full-width characters.
    for character in ('\u{1}'..='\u{303f}').chain('\u{fb00}'..='\u{ffef}') {
        let bracket = characters
            .entry(folded(&character.to_string()))
            .or_default();
        if character.is_ascii_punctuation() {
            bracket.push('\\');
        }
        bracket.push(character);
    }
    characters
});

/// Returns the regular expression of a folded text, in any spelling.
fn letters(text: &str) -> String {
    let bracket = |text: &str| FOLDED.get(text).map(|it| format!("[{it}]"));
    let invisible = bracket("").unwrap_or_default() + "*";
    let characters: Vec<String> = text.chars().map(String::from).collect();
    let mut pattern = String::new();
    let mut rest = &*characters;
    while let [first, others @ ..] = rest {
        let one = |text: &String| bracket(text).unwrap_or_else(|| text.clone()) + &invisible;
        rest = others;
        let part = match others {
            // For example ß, which is folded to two letters.
            [second, others @ ..] if let Some(both) = bracket(&format!("{first}{second}")) => {
                rest = others;
                format!("(?:{}{}|{both})", one(first), one(second))
            }
            _ => one(first),
        };
        pattern += &part;
    }
    pattern
}

/// The words that a phone number may contain besides digits, such as the word before an extension.
const IN_PHONES: [&str; 4] = ["", "x", "ext", "extension"];

/// Returns the pattern of a folded text that may be a phone number or a part of one: its digits,
/// with anything else between them.
fn phone_pattern(text: &str) -> Option<String> {
    let letters: String = text.chars().filter(|it| it.is_alphabetic()).collect();
    let is_number = IN_PHONES.contains(&&*letters)
        && !text.contains(|it: char| !it.is_alphanumeric() && !" +-().#:".contains(it));
    let typed = match &*PhoneNumber::all_in(text) {
        [number, ..] => number.digits().to_owned(),
        [] => text.chars().filter(char::is_ascii_digit).collect(),
    };
    let digits = match text.trim_start().strip_prefix("+1") {
        Some(_) => typed.strip_prefix('1').unwrap_or(&typed),
        None => &typed,
    };
    (is_number && digits.len() >= MIN_PHONE_DIGITS).then(|| {
        let spellings = digits.chars().map(|it| self::letters(&it.to_string()));
        spellings.collect::<Vec<_>>().join("[^0-9０-９]*")
    })
}
