//! Finds a person's data by email address and phone number.

use std::collections::BTreeSet;

use contact_data::{EmailAddress, PhoneNumber};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{Array, Text, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::TryStreamExt;
use uuid::Uuid;
use validator_wasm::PLACEHOLDER_EMAIL;

/// The most addresses and numbers that Postgres looks for. With more, all texts are read.
const MAX_SOUGHT: usize = 32;

/// The first characters of an address or number that Postgres looks for: it calls itself for each.
const MAX_SOUGHT_CHARS: usize = 64;

/// The digits that no letter looks like.
const CLEAR_DIGITS: &str = "3467";

/// The characters that may be read as a letter or digit of ASCII, such as digits of another script.
const UNCLEAR: &str = r"[^\x01-\x7f\u00c0-\u00ff\u2010-\u2027\u20ac]";

/// The condition that a phone field may have one of the numbers: it has the digits (the second parameter), or
/// is partly words or letters, as in 1-800-FLOWERS.
const MAY_HAVE_NUMBER: &str = "(phone LIKE ANY ($2) OR phone ~ '[^-0-9 ().+/]')";

/// The text of an event that changed an address or a number.
const CHANGE: &str = "concat_ws(E'\\n', data->>'email', data->>'phone', data->>'before')";

#[derive(QueryableByName)]
struct Candidate {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Array<Text>)]
    texts: Vec<String>,
}

/// The ids of requests: those that are surely a person's, and those that only look alike.
#[derive(Debug, Default)]
pub struct Matches {
    pub sure: Vec<Uuid>,
    pub alike: Vec<Uuid>,
}

/// Matches a person's data by all known addresses and numbers.
#[derive(Clone, Debug, Default)]
pub struct PersonalDataMatcher {
    pub emails: BTreeSet<EmailAddress>,
    pub phones: Vec<PhoneNumber>,
}

impl PersonalDataMatcher {
    /// Adds the contacts of a request: all addresses and numbers in its fields for them.
    pub fn add(&mut self, email: &str, phone: &str) {
        let emails = EmailAddress::all_in(email).into_iter();
        self.emails
            .extend(emails.filter(|it| it.mailbox() != PLACEHOLDER_EMAIL));
        self.phones.extend(PhoneNumber::all_in(phone));
    }

    /// Parses the addresses or the numbers that identify a person. The placeholder for none does not.
    pub fn of(email: &str, phone: &str) -> Result<Self, &'static str> {
        let mut person = Self::default();
        person.add(email, phone);
        if person.keys().is_empty() {
            return Err(if phone.is_empty() {
                "write a complete address, such as jane@example.com"
            } else {
                "write a number with 7 to 15 digits"
            });
        }
        Ok(person)
    }

    /// Returns the addresses and numbers, normalized for comparison.
    pub fn keys(&self) -> Vec<String> {
        let phones = self.phones.iter().map(PhoneNumber::digits);
        let emails = self.emails.iter().map(EmailAddress::mailbox);
        phones.chain(emails).map(str::to_owned).collect()
    }

    /// Returns whether the text surely contains one of the person's addresses or numbers.
    pub fn is_in(&self, text: &str) -> bool {
        let has_email = |it: &EmailAddress| self.emails.contains(it);
        !self.emails.is_empty() && EmailAddress::all_in(text).iter().any(has_email)
            || PhoneNumber::is_any_in(&self.phones, text)
    }

    /// Returns whether the text contains what looks like one of the person's addresses or numbers.
    fn is_like_one_in(&self, text: &str) -> bool {
        let like = EmailAddress::all_like_in(text);
        let mut emails = self.emails.iter().map(EmailAddress::without_variants);
        !like.is_empty() && emails.any(|email| like.contains(&email))
            || PhoneNumber::is_any_like_in(&self.phones, text)
    }

    /// Finds the requests that have one of the addresses or numbers. With SQL for a condition and an order, these
    /// are searched for what is surely in their fields for an address and a number, otherwise all for what is or
    /// looks alike in any of their texts.
    pub async fn requests(
        &self,
        connection: &mut AsyncPgConnection,
        among: Option<&str>,
    ) -> QueryResult<Matches> {
        let letters = self.emails.iter().map(EmailAddress::letters);
        let numbers = self.phones.iter().map(|it| it.digits().to_owned());
        let clear_digits = |it: String| match among {
            Some(_) => it,
            None => it.replace(|it| !CLEAR_DIGITS.contains(it), ""),
        };
        let [email, note, as_typed] = ["email", "note", "(as_typed::text)"].map(may_have);
        let statement = match among {
            Some(among) => format!(
                "SELECT id, ARRAY[email, phone] AS texts FROM site_forms
                WHERE ({email} OR {MAY_HAVE_NUMBER}) AND {among}"
            ),
            // Of `= 1`, Postgres expects few rows, and reads the table in parallel.
            None => format!(
                "SELECT id, array_remove(ARRAY[
                    CASE WHEN {email} THEN email END,
                    CASE WHEN {MAY_HAVE_NUMBER} THEN phone END,
                    CASE WHEN {note} THEN note END,
                    CASE WHEN {as_typed} THEN as_typed->>'email' END,
                    CASE WHEN {as_typed} THEN as_typed->>'phone' END], NULL) AS texts
                FROM site_forms
                WHERE ({email} OR {MAY_HAVE_NUMBER} OR {note} OR {as_typed})::integer = 1
                UNION ALL
                SELECT lead_id, ARRAY[{CHANGE}] FROM desk_events
                WHERE kind IN ('corrected', 'sent-again') AND lead_id IS NOT NULL AND {}",
                may_have(CHANGE),
            ),
        };
        let mut candidates = sql_query(statement)
            .bind::<Array<Text>, _>(patterns(letters.chain(numbers.clone().map(clear_digits))))
            .bind::<Array<Text>, _>(patterns(numbers))
            .load_stream::<Candidate>(connection)
            .await?;
        let mut matches = Matches::default();
        while let Some(Candidate { id, texts }) = candidates.try_next().await? {
            if texts.iter().any(|text| self.is_in(text)) {
                matches.sure.push(id);
            } else if among.is_none() && texts.iter().any(|text| self.is_like_one_in(text)) {
                matches.alike.push(id);
            }
        }
        Ok(matches)
    }
}

/// Returns the patterns of `LIKE` for texts with these characters, in their order.
fn patterns(sought: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = sought.take(MAX_SOUGHT + 1).collect();
    if all.len() > MAX_SOUGHT {
        all = vec![String::new()];
    }
    let pattern = |it: &String| {
        let first = it.chars().take(MAX_SOUGHT_CHARS);
        first.flat_map(|it| ['%', it]).chain(['%']).collect()
    };
    all.iter().map(pattern).collect()
}

/// Returns SQL for the condition that a text may have one of the addresses or numbers, as far as Postgres can
/// tell: it has the characters that each spelling has in ASCII (the first parameter), or unclear ones. Words for
/// digits count in a phone field only.
fn may_have(text: &str) -> String {
    format!(
        "(lower({text} COLLATE \"C\") LIKE ANY ($1)
            OR octet_length({text}) <> char_length({text}) AND {text} ~ '{UNCLEAR}')"
    )
}
