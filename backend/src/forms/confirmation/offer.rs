//! The estimate on the confirmation, and the form that decides about it (`app/src/routes/contact/sent/offer.tsx`).

use actix_web::http::StatusCode;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use lead_log::{Act, Decision, Event, Offer, Pick, Status};
use lol_html::{HandlerResult, html_content::Element};
use serde::Deserialize;
use uuid::Uuid;
use validator_wasm::one_line;

use super::SentQuery;
use crate::{
    company::time_zone::{clock, day},
    leads::{
        lead_records::{LeadRecord, listed_line},
        offers::{self, Stage, dollars},
    },
    photos::refusal::PhotoRefusal,
    web::error::RequestError,
};

/// Why a decision about an estimate is not recorded. Its name is the code in the page's query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferRefusal {
    /// The estimate is not the present one.
    Replaced,
    /// What was chosen is not offered, such as a day that is over.
    Choice,
    /// The total is not the one that the customer saw.
    Total,
    Name,
    /// See [`PhotoRefusal::Many`].
    Many,
    /// See [`PhotoRefusal::Unanswered`].
    Unanswered,
}

impl From<OfferRefusal> for RequestError {
    fn from(refusal: OfferRefusal) -> Self {
        let (code, sentence) = match refusal {
            OfferRefusal::Replaced => ("replaced", REPLACED),
            OfferRefusal::Choice => ("choice", CHOICE),
            OfferRefusal::Total => ("total", OTHER_TOTAL),
            OfferRefusal::Name => ("name", NO_NAME),
            OfferRefusal::Many => return PhotoRefusal::Many.into(),
            OfferRefusal::Unanswered => return PhotoRefusal::Unanswered.into(),
        };
        Self {
            api_code: Some(code),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
        }
    }
}

const REPLACED: &str = "Our estimate has changed since you opened this page, so your answer was not recorded. \
    This page shows what holds now.";
const OTHER_TOTAL: &str = "Nothing is ordered yet: this is the total of what you ticked. If it suits you, type \
    your name and press Yes again.";
const NO_NAME: &str = "Nothing is ordered yet: please type your name, and press Yes again.";
const CHOICE: &str = "Nothing is ordered yet: what you chose is no longer free. Please choose again, type your \
    name, and press Yes.";

/// An estimate as the page shows it.
pub struct ShownOffer {
    id: Uuid,
    given_at: DateTime<Utc>,
    offer: Offer,
    stage: Stage,
    decision: Option<Decision>,
    /// Who accepted it, and when.
    signed: Option<String>,
    /// The positions of the lines that are ticked.
    chosen: Vec<u32>,
    total: u32,
    /// The chosen day.
    day: Option<DateTime<Utc>>,
}

impl ShownOffer {
    /// Returns the present estimate of a lead, if it has one in its log, with what the query says that was chosen.
    pub(super) fn of(
        lead: &LeadRecord,
        events: &[Event],
        query: &SentQuery,
        now: DateTime<Utc>,
    ) -> Option<Self> {
        let is_spam = lead.state.status == Status::Spam.name();
        let estimate = lead.sent_estimate.as_ref().filter(|_| !is_spam)?;
        let (given_at, offer) = offers::offer(events, estimate.id)?;
        let places = query.chosen.split('.');
        let asked: Vec<u32> = places.filter_map(|it| it.parse().ok()).collect();
        let is_kept = query.estimate == Some(estimate.id) && offer.total(&asked).is_some();
        let chosen = if is_kept {
            asked
        } else {
            offer.default_lines()
        };
        let mut shown = Self {
            id: estimate.id,
            given_at,
            stage: Stage::of(lead, offer, now),
            decision: estimate.decision,
            signed: None,
            total: offer.total(&chosen).unwrap_or_default(),
            chosen,
            day: query.day,
            offer: offer.clone(),
        };
        shown.offer.days.retain(|it| *it > now);
        let acceptance = offers::acceptance(events, estimate);
        if let Some((at, act)) = acceptance.map(|it| (it.at, &it.act))
            && let Act::Accepted {
                chosen,
                total,
                signed,
                day,
                ..
            } = act
        {
            shown.offer.lines = offers::ordered(offer, chosen);
            shown.total = *total;
            shown.day = *day;
            let signed = listed_line(signed);
            shown.signed = Some(format!("{signed}, {} at {}", date(at), clock(at)));
        }
        Some(shown)
    }

    pub fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    pub fn is_accepted(&self) -> bool {
        self.signed.is_some()
    }

    fn is_chosen(&self, place: usize) -> bool {
        u32::try_from(place).is_ok_and(|it| self.chosen.contains(&it))
    }

    /// Returns the text of a part of the estimate, such as `total`, or `what-0` of its first line. A part that is shown
    /// or not has its own name as its text.
    pub fn text(&self, part: &str) -> Option<String> {
        // One that ends at midnight ends with the day before.
        let until = (self.offer.until).map(|it| date(it - TimeDelta::seconds(1)));
        let is_so = match part {
            "open" => self.is_open(),
            "form" => self.stage != Stage::Ended,
            "asked" => self.decision == Some(Decision::Asked),
            "declined" => self.decision == Some(Decision::Declined),
            "may-decline" => self.is_open() && self.decision != Some(Decision::Declined),
            "given" => return Some(date(self.given_at)),
            "words" => return self.offer.words.as_deref().map(paragraphs),
            // Of an order by phone, only the desk knows the amount.
            "total" if self.stage == Stage::Ended && !self.is_accepted() => false,
            "total" => return Some(dollars(self.total)),
            "until" if self.is_open() => return until,
            "expired" if self.stage == Stage::Expired => return until,
            "signed" => return self.signed.clone(),
            "day" => return self.day.map(begin),
            of_one => return self.text_of_one(of_one),
        };
        is_so.then(|| part.to_owned())
    }

    /// Returns the text of a part of a line or a day.
    fn text_of_one(&self, part: &str) -> Option<String> {
        let (part, place) = part.split_once('-')?;
        let place: usize = place.parse().ok()?;
        if part == "day" {
            return self.offer.days.get(place).map(|it| begin(*it));
        }
        let line = self.offer.lines.get(place)?;
        let is_so = match part {
            "what" => return Some(listed_line(&line.what)),
            "tree" => return line.tree.as_deref().map(listed_line),
            "price" => return Some(dollars(line.cents)),
            "choice" => line.pick != Pick::Always,
            "optional" => line.pick == Pick::Optional,
            "option" => line.pick == Pick::OneOf,
            _ => return None,
        };
        is_so.then(|| part.to_owned())
    }

    /// Gives an element of the form (`data-offer`) what it has of the estimate.
    pub fn fill(&self, element: &mut Element<'_, '_>) -> HandlerResult {
        let name = element.get_attribute("data-offer").unwrap_or_default();
        let (part, place) = name.split_once('-').unwrap_or((&name, ""));
        let place: usize = place.parse().unwrap_or_default();
        let mut set = |name: &str, value: &str| element.set_attribute(name, value);
        match part {
            "estimate" => set("value", &self.id.to_string())?,
            "total" => set("value", &self.total.to_string())?,
            "lines" if !self.is_open() => set("disabled", "")?,
            // The page's script adds up these amounts.
            "cents" => {
                let cents = self.offer.lines.get(place).map(|it| it.cents.to_string());
                set("data-cents", &cents.unwrap_or_default())?;
            }
            "line" => {
                let line = self.offer.lines.get(place);
                if line.is_some_and(|it| it.pick == Pick::OneOf) {
                    set("type", "radio")?;
                    set("name", "option")?;
                }
                if self.is_chosen(place) && self.stage != Stage::Ended {
                    set("checked", "")?;
                }
            }
            "day" => {
                let day = self.offer.days.get(place);
                set("value", &day.map(query_time).unwrap_or_default())?;
                if day.is_some() && day == self.day.as_ref() {
                    set("checked", "")?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns a day as the query and the form have it.
pub fn query_time(day: &DateTime<Utc>) -> String {
    day.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// Returns a day as a document has it: `Friday, December 4, 2026`.
fn date(time: DateTime<Utc>) -> String {
    day(time).strftime("%A, %B %-d, %Y").to_string()
}

/// Returns when the work begins: `Friday, December 4, at 8 AM`.
fn begin(time: DateTime<Utc>) -> String {
    let day = day(time).strftime("%A, %B %-d");
    format!("{day}, at {}", clock(time))
}

/// Returns a text without invisible characters, line by line.
fn paragraphs(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(one_line).collect();
    lines.join("\n")
}
