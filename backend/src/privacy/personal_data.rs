//! Finds a person's data by email address and phone number.

use std::collections::BTreeSet;

use contact_data::{EmailAddress, PhoneNumber};
use diesel::{
    dsl::sql,
    pg::Pg,
    prelude::*,
    sql_types::{Array, Bool, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::TryStreamExt;
use uuid::Uuid;
use validator_wasm::PLACEHOLDER_EMAIL;

use crate::{database::schema::site_forms, leads::lead_records::letters};

/// The number of digits at the end of a number that are never separated, however it is typed.
const COMPARED_DIGITS: usize = 5;

/// The most letters of an address that Postgres compares.
const COMPARED_LETTERS: usize = 12;

/// The most addresses and numbers that Postgres compares. With more, all texts are read.
const MAX_COMPARED: usize = 8;

/// The condition that a number may have letters: those of a word, as in 1-800-FLOWERS, or letters that look
/// like digits.
const HAS_LETTERS: &str = "phone ~ '[^-0-9 ().+/]'
    OR note ~ '[0-9][oOiIlLzZsSbBgG|!]|[oOiIlLzZsSbBgG|!][0-9]'";

/// The texts of a request that may have an address or a number: the customer's and the desk's.
const TEXTS: &str = "email, phone, note, as_typed->>'email', as_typed->>'phone'";

/// The text of an event, and the events that have one.
const EVENT_TEXT: &str =
    "concat_ws(E'\\n', data->>'text', data->>'email', data->>'phone', data->>'before')";
const EVENTS: &str = "desk_events WHERE kind IN ('noted', 'corrected', 'sent-again')";

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
        let given = EmailAddress::all_in(email).into_iter();
        let given = given.filter(|it| it.mailbox() != PLACEHOLDER_EMAIL);
        self.emails.extend(given);
        self.phones.extend(PhoneNumber::all_in(phone));
    }

    /// Parses the addresses or the numbers that identify a person. The placeholder for none does not.
    pub fn of(email: &str, phone: &str) -> Result<Self, &'static str> {
        let mut person = Self::default();
        person.add(email, phone);
        if person.keys().is_empty() {
            return Err("write a complete address, such as jane@example.com, or 7 to 15 digits");
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
        let emails = EmailAddress::all_in(text);
        emails.iter().any(|email| self.emails.contains(email))
            || PhoneNumber::is_any_in(&self.phones, text)
    }

    /// Returns whether the text contains what looks like one of the person's addresses or numbers.
    fn is_like_one_in(&self, text: &str) -> bool {
        let like = EmailAddress::all_like_in(text);
        let mut emails = self.emails.iter().map(EmailAddress::without_variants);
        emails.any(|email| like.contains(&email)) || PhoneNumber::is_any_like_in(&self.phones, text)
    }

    /// Returns the regular expression of texts that may have one of the addresses or numbers, as far as
    /// Postgres can tell: the beginning of an address, or the end of a number (a 0 may have been left out
    /// before it), with words or signs within them.
    fn pattern(&self) -> String {
        if self.emails.len() + self.phones.len() > MAX_COMPARED {
            return String::new();
        }
        let spelled = |text: &str, gap: &str| {
            let letters: Vec<_> = text.chars().map(|it| letters(&it.to_string())).collect();
            letters.join(gap)
        };
        let users = self.emails.iter().map(|email| {
            let meant = email.without_variants();
            let user = meant.split('@').next().unwrap_or_default().chars();
            spelled(
                &user.take(COMPARED_LETTERS).collect::<String>(),
                r"(?:\W|dot)*",
            )
        });
        let ends = self.phones.iter().map(|phone| {
            let digits = phone.digits();
            let end = &digits[digits.len().saturating_sub(COMPARED_DIGITS)..];
            spelled(end, "[^0-9]*")
        });
        users.chain(ends).collect::<Vec<_>>().join("|")
    }

    /// Finds the requests that have one of the addresses or numbers, also in their history if it is
    /// searched (which reads all events), until `limit` are sure.
    pub async fn requests(
        &self,
        connection: &mut AsyncPgConnection,
        among: site_forms::BoxedQuery<'_, Pg>,
        is_history_searched: bool,
        limit: usize,
    ) -> QueryResult<Matches> {
        let mut matches = Matches::default();
        if self.keys().is_empty() {
            return Ok(matches);
        }
        let has_letters = if self.phones.is_empty() {
            "false"
        } else {
            HAS_LETTERS
        };
        let has_text = format!("({has_letters} OR concat_ws(E'\\n', {TEXTS}) ~ ");
        let has_event =
            format!(" AND site_forms.id IN (SELECT lead_id FROM {EVENTS} AND {EVENT_TEXT} ~ ");
        let texts = format!(
            "array_remove(ARRAY[{TEXTS}], NULL)
                || ARRAY(SELECT {EVENT_TEXT} FROM {EVENTS} AND lead_id = site_forms.id)"
        );
        let may_have_one = sql::<Bool>(&has_text)
            .bind::<Text, _>(self.pattern())
            .sql(" OR ")
            .bind::<Bool, _>(is_history_searched)
            .sql(&has_event)
            .bind::<Text, _>(self.pattern())
            .sql("))");
        let mut rows = among
            .filter(may_have_one)
            .select((site_forms::id, sql::<Array<Text>>(&texts)))
            .load_stream::<(Uuid, Vec<String>)>(connection)
            .await?;
        while matches.sure.len() < limit
            && let Some((id, texts)) = rows.try_next().await?
        {
            if texts.iter().any(|text| self.is_in(text)) {
                matches.sure.push(id);
            } else if texts.iter().any(|text| self.is_like_one_in(text)) {
                matches.alike.push(id);
            }
        }
        Ok(matches)
    }
}
