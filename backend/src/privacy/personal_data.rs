//! Finds a person's data by email address and phone number.

use std::collections::BTreeSet;

use contact_data::{EmailAddress, MAX_CHARS, PhoneNumber};
use diesel::{
    dsl::sql,
    pg::Pg,
    prelude::*,
    sql_types::{Array, Bool, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{StreamExt, TryStreamExt, future::ready};
use uuid::Uuid;
use validator_wasm::PLACEHOLDER_EMAIL;

use crate::database::schema::site_forms;

type Condition = Box<dyn BoxableExpression<site_forms::table, Pg, SqlType = Bool>>;

/// The number of digits at the end of a number that are never separated, however it is typed.
const COMPARED_DIGITS: usize = 5;

/// Parses an email address that identifies a person. Fails if it is not an address, or is the
/// placeholder for none.
pub fn email(typed: &str) -> Result<EmailAddress, &'static str> {
    if typed.trim().eq_ignore_ascii_case(PLACEHOLDER_EMAIL) {
        return Err("that is the placeholder of requests without an email address");
    }
    typed.parse()
}

/// Matches a person's data by all known addresses and numbers.
#[derive(Clone, Debug, Default)]
pub struct PersonalDataMatcher {
    pub emails: BTreeSet<EmailAddress>,
    pub phones: BTreeSet<PhoneNumber>,
}

impl PersonalDataMatcher {
    /// Adds the contacts of a request: its email address, and all numbers in its phone number.
    pub fn add(&mut self, email: &str, phone: &str) {
        self.emails.extend(self::email(email));
        self.phones.extend(PhoneNumber::all_in(phone));
    }

    /// Returns the addresses and numbers, normalized for comparison.
    pub fn keys(&self) -> Vec<String> {
        let phones = self.phones.iter().map(PhoneNumber::digits);
        let emails = self.emails.iter().map(EmailAddress::mailbox);
        phones.chain(emails).map(str::to_owned).collect()
    }

    /// Returns whether a request with this email address and phone number belongs to the person.
    pub fn is_of(&self, email: &str, phone: &str) -> bool {
        let mut other = Self::default();
        other.add(email, phone);
        !self.emails.is_disjoint(&other.emails) || !self.phones.is_disjoint(&other.phones)
    }

    /// Returns whether the text contains one of the person's addresses or numbers.
    pub fn is_in(&self, text: &str) -> bool {
        self.emails.iter().any(|email| email.is_in(text))
            || PhoneNumber::is_any_in(&self.phones, text)
    }

    /// Returns the condition that a row may have one of the numbers. Postgres compares the end of numbers in
    /// plain characters (a 0 may have been left out before it), in a third of the time that it would take to
    /// remove the others. Rows with other characters have to be read.
    fn may_have_phone(&self) -> Condition {
        let ends = self.phones.iter().map(|phone| {
            let digits = phone.digits();
            let end = digits[digits.len().saturating_sub(COMPARED_DIGITS)..].chars();
            let each: Vec<_> = end.map(String::from).collect();
            each.join("[- ().+/]*")
        });
        let patterns: Vec<_> = ends.chain(["[^-0-9 ().+/]".to_owned()]).collect();
        Box::new(sql::<Bool>("phone ~ ").bind::<Text, _>(patterns.join("|")))
    }

    /// Returns the condition that a row of `site_forms` may have one of the addresses or numbers,
    /// as far as Postgres can tell.
    fn may_be_of(&self) -> Condition {
        let emails = self.emails.iter().map(EmailAddress::mailbox);
        let has_email = sql::<Bool>("(email ~ '[^!-~]' OR rtrim(lower(email), '.') = ANY (")
            .bind::<Array<Text>, _>(emails.map(str::to_owned).collect::<Vec<_>>())
            .sql("))");
        match (self.emails.is_empty(), self.phones.is_empty()) {
            (_, true) => Box::new(has_email),
            (true, _) => self.may_have_phone(),
            _ => Box::new(has_email.or(self.may_have_phone())),
        }
    }

    /// Returns the ids of the requests that belong to the person, at most `limit`.
    pub async fn requests(
        &self,
        connection: &mut AsyncPgConnection,
        among: site_forms::BoxedQuery<'_, Pg>,
        limit: usize,
    ) -> QueryResult<Vec<Uuid>> {
        if self.emails.is_empty() && self.phones.is_empty() {
            return Ok(Vec::new());
        }
        let read = |column| sql::<Text>(&format!("left({column}, {MAX_CHARS})"));
        among
            .filter(self.may_be_of())
            .select((site_forms::id, read("email"), read("phone")))
            .load_stream::<(Uuid, String, String)>(connection)
            .await?
            .try_filter_map(|(id, email, phone)| {
                ready(Ok(self.is_of(&email, &phone).then_some(id)))
            })
            .take(limit)
            .try_collect()
            .await
    }
}
