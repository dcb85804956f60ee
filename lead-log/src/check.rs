//! Checks an event: the desk does it before it stores the event, and the server before it records it.

use alloc::string::String;
use core::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};

use crate::{Act, Correction, Event, Offer, Pick};

/// The most characters of a note.
const MAX_NOTE_CHARS: usize = 5_000;

/// The most characters of the name of a crew.
const MAX_CREW_CHARS: usize = 100;

/// The longest appointment: work of two days is two.
const MAX_DURATION: TimeDelta = TimeDelta::days(1);

/// The most lines of an estimate.
pub const MAX_LINES: usize = 20;

/// The most characters of what is done in a line of an estimate, and of its tree.
const MAX_LINE_CHARS: usize = 200;

/// The most characters of the words to the customer in an estimate.
const MAX_WORDS_CHARS: usize = 1_000;

/// The most days that an estimate offers for the work.
pub const MAX_DAYS: usize = 2;

/// The most characters of a corrected value.
const MAX_CORRECTION_CHARS: usize = 254;

/// The maximum amount in cents: the maximum of the table's column.
const MAX_CENTS: u32 = i32::MAX.unsigned_abs();

/// The years 2000 to 2099, in seconds since 1970.
const CENTURY: Range<i64> = 946_684_800..4_102_444_800;

/// Checks that a time is in this century. Any other is a mistake, and would break the order of lists.
///
/// # Errors
///
/// The mistake, as a sentence for people.
pub fn check_time(time: DateTime<Utc>) -> Result<(), &'static str> {
    let is_mistake = !CENTURY.contains(&time.timestamp());
    refuse_if(is_mistake, "The time must be in this century.")
}

fn refuse_if(is_mistake: bool, sentence: &'static str) -> Result<(), &'static str> {
    if is_mistake { Err(sentence) } else { Ok(()) }
}

impl Event {
    /// Checks that the desk may record the event, and that its values are no mistakes.
    ///
    /// # Errors
    ///
    /// The mistake, as a sentence for people.
    pub fn check(&self) -> Result<(), &'static str> {
        check_time(self.at)?;
        refuse_if(!self.act.is_sent(), "The desk cannot record this event.")?;
        match &self.act {
            Act::Noted { text } => {
                let sentence = "A note must not be empty, and can have at most 5,000 characters.";
                refuse_if(is_blank(text) || is_longer(text, MAX_NOTE_CHARS), sentence)
            }
            Act::Appointed { from, to, crew, .. } | Act::Moved { from, to, crew, .. } => {
                let is_mistake = to <= from || *to - *from > MAX_DURATION;
                refuse_if(is_mistake, "It must end after it begins, within a day.")?;
                check_crew(crew.as_ref())?;
                check_time(*from)
            }
            Act::VisitSet { visit_at, visit_by } => {
                check_crew(visit_by.as_ref())?;
                check_time(*visit_at)
            }
            Act::Quoted { amount } => check_amount(*amount),
            Act::Offered(offer) => offer.check(),
            Act::Won { amount, work_at } => {
                check_amount(*amount)?;
                work_at.map_or(Ok(()), check_time)
            }
            Act::Called { next, .. } => next.map_or(Ok(()), check_time),
            Act::PutOff { until } => check_time(*until),
            Act::Corrected(correction) => correction.check(),
            _ => Ok(()),
        }
    }
}

fn check_crew(name: Option<&String>) -> Result<(), &'static str> {
    let is_long = name.is_some_and(|name| is_longer(name, MAX_CREW_CHARS));
    refuse_if(is_long, "A name can have at most 100 characters.")
}

fn check_amount(cents: Option<u32>) -> Result<(), &'static str> {
    let sentence = "An amount must be less than 21 million dollars.";
    refuse_if(cents > Some(MAX_CENTS), sentence)
}

impl Offer {
    fn check(&self) -> Result<(), &'static str> {
        let lines = &self.lines;
        let is_many = lines.is_empty() || lines.len() > MAX_LINES;
        refuse_if(is_many, "An estimate has 1 to 20 lines.")?;
        let is_wrong = lines.iter().any(|it| {
            let tree = it.tree.as_deref().unwrap_or_default();
            is_blank(&it.what)
                || is_longer(&it.what, MAX_LINE_CHARS)
                || is_longer(tree, MAX_LINE_CHARS)
        });
        refuse_if(
            is_wrong,
            "A line says what is done, in at most 200 characters.",
        )?;
        let options = lines.iter().filter(|it| it.pick == Pick::OneOf).count();
        refuse_if(options == 1, "An option needs another one to choose from.")?;
        let all: u64 = lines.iter().map(|it| u64::from(it.cents)).sum();
        check_amount(Some(u32::try_from(all).unwrap_or(u32::MAX)))?;
        let words = self.words.as_deref().unwrap_or_default();
        let is_long = is_longer(words, MAX_WORDS_CHARS);
        refuse_if(is_long, "The words can have at most 1,000 characters.")?;
        refuse_if(
            self.days.len() > MAX_DAYS,
            "An estimate offers at most two days.",
        )?;
        self.until
            .iter()
            .chain(&self.days)
            .try_for_each(|it| check_time(*it))
    }
}

impl Correction {
    fn check(&self) -> Result<(), &'static str> {
        let Self {
            name,
            phone,
            email,
            address,
            service,
        } = self;
        let is_any_long = [name, phone, email, address, service]
            .into_iter()
            .flatten()
            .any(|text| is_longer(text, MAX_CORRECTION_CHARS));
        refuse_if(is_any_long, "A detail can have at most 254 characters.")?;
        let is_missing = [name, phone]
            .into_iter()
            .flatten()
            .any(|text| is_blank(text));
        refuse_if(is_missing, "Name and number must not be empty.")?;
        let email = email.as_deref().unwrap_or_default();
        let is_no_address = !email.is_empty() && !is_address(email);
        refuse_if(is_no_address, "That is not an email address.")
    }
}

fn is_longer(text: &str, chars: usize) -> bool {
    text.chars().nth(chars).is_some()
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Whether a text can be an email address: there is something on both sides of an `@`.
fn is_address(text: &str) -> bool {
    let sides = text.rsplit_once(['@', '＠']);
    sides.is_some_and(|(user, domain)| !is_blank(user) && !is_blank(domain))
}
