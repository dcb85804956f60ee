//! The estimate on the confirmation, and the form that decides about it (`app/src/routes/contact/sent/offer.tsx`).

use actix_web::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use lead_log::{Act, Decision, Event, Line, Offer, Pick, Status};
use lol_html::{HandlerResult, html_content::Element};
use serde::Deserialize;
use uuid::Uuid;
use validator_wasm::one_line;

use crate::{
    company::{
        PHONE,
        time_zone::{clock, day},
    },
    leads::{
        lead_records::{LeadRecord, listed_line},
        offers::{self, Stage, dollars},
    },
    photos::refusal::PhotoRefusal,
    web::error::RequestError,
};

/// The most characters of the name that the customer types.
pub const MAX_NAME_CHARS: usize = 100;

/// The most characters of a question, or of the reason to decline.
pub const MAX_TEXT_CHARS: usize = 2_000;

pub fn is_longer(text: &str, chars: usize) -> bool {
    text.chars().nth(chars).is_some()
}

/// Why a decision about an estimate is not recorded. Its name is the code in the page's query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferRefusal {
    /// The estimate is not the present one.
    Replaced,
    /// Not exactly one line is chosen of those of which one is taken.
    Choice,
    /// The total is not the one that the customer saw.
    Total,
    Name,
    Long,
    /// The day is over, or was not offered.
    Day,
    /// See [`PhotoRefusal::Many`].
    Many,
    /// See [`PhotoRefusal::Unanswered`].
    Unanswered,
}

impl From<OfferRefusal> for RequestError {
    fn from(refusal: OfferRefusal) -> Self {
        let (code, sentence) = match refusal {
            OfferRefusal::Replaced => (
                "replaced",
                format!(
                    "Our estimate has changed since you opened this page, so your answer was not recorded. This page shows what holds now. Questions? Call {PHONE}."
                ),
            ),
            OfferRefusal::Choice => ("choice", "Please choose one of the options.".to_owned()),
            OfferRefusal::Total => (
                "total",
                "Nothing is ordered yet: this is the total of what you ticked. If it suits you, type your name and press Yes again.".to_owned(),
            ),
            OfferRefusal::Name => (
                "name",
                "Nothing is ordered yet: please type your name, and press Yes again.".to_owned(),
            ),
            OfferRefusal::Long => (
                "long",
                format!(
                    "That was too long. A name can have {MAX_NAME_CHARS} characters, and a text about {MAX_TEXT_CHARS}. Please shorten it."
                ),
            ),
            OfferRefusal::Day => (
                "day",
                "Nothing is ordered yet: that day is no longer free. Please choose again, and press Yes.".to_owned(),
            ),
            OfferRefusal::Many => return PhotoRefusal::Many.into(),
            OfferRefusal::Unanswered => return PhotoRefusal::Unanswered.into(),
        };
        Self {
            api_code: Some(code),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
        }
    }
}

/// What the page's query says about the estimate's form.
#[derive(Debug, Default, Deserialize)]
pub struct OfferQuery {
    /// Why nothing was recorded.
    pub offer: Option<OfferRefusal>,
    /// The positions of the chosen lines, each followed by a period.
    chosen: Option<String>,
    /// The chosen day.
    day: Option<DateTime<Utc>>,
}

/// An estimate as the page shows it.
pub struct ShownOffer {
    id: Uuid,
    given_at: DateTime<Utc>,
    offer: Offer,
    stage: Stage,
    decision: Option<Decision>,
    acceptance: Option<Event>,
    /// The positions of the chosen lines.
    chosen: Vec<u32>,
    day: Option<DateTime<Utc>>,
}

impl ShownOffer {
    /// Returns the present estimate of a lead, if it has one in its log.
    pub fn of(lead: &LeadRecord, events: &[Event], now: DateTime<Utc>) -> Option<Self> {
        let is_spam = lead.state.status == Status::Spam.name();
        let estimate = lead.sent_estimate.as_ref().filter(|_| !is_spam)?;
        let (given_at, offer) = offers::offer(events, estimate.id)?;
        let acceptance = offers::acceptance(events, estimate.id);
        let chosen = match acceptance.map(|it| &it.act) {
            Some(Act::Accepted { chosen, .. }) => chosen.clone(),
            _ => offer.default_lines(),
        };
        let mut offer = offer.clone();
        offer.days.retain(|it| *it > now);
        Some(Self {
            id: estimate.id,
            given_at,
            stage: Stage::of(lead, &offer, now),
            decision: estimate.decision,
            acceptance: acceptance.cloned(),
            chosen,
            day: None,
            offer,
        })
    }

    /// Chooses what the query says, if that can be chosen.
    pub fn choose(&mut self, query: &OfferQuery) {
        let places = query.chosen.iter().flat_map(|it| it.split('.'));
        let chosen: Vec<u32> = places.filter_map(|it| it.parse().ok()).collect();
        if self.acceptance.is_none() && self.offer.total(&chosen).is_some() && !chosen.is_empty() {
            self.chosen = chosen;
        }
        self.day = query.day;
    }

    fn total(&self) -> u32 {
        match self.acceptance.as_ref().map(|it| &it.act) {
            Some(Act::Accepted { total, .. }) => *total,
            _ => self.offer.total(&self.chosen).unwrap_or_default(),
        }
    }

    fn is_chosen(&self, place: usize) -> bool {
        u32::try_from(place).is_ok_and(|it| self.chosen.contains(&it))
    }

    /// Returns a line that is shown: of an accepted estimate, those that were chosen.
    fn line(&self, place: usize) -> Option<&Line> {
        let line = self.offer.lines.get(place)?;
        let is_shown =
            self.acceptance.is_none() || line.pick == Pick::Always || self.is_chosen(place);
        is_shown.then_some(line)
    }

    fn may_choose(&self, place: usize) -> bool {
        let line = self.line(place);
        self.stage == Stage::Open && line.is_some_and(|it| it.pick != Pick::Always)
    }

    /// Returns the text of a part of the estimate, such as `total`, or `what-0` of its first line. A part that is shown
    /// or not has its own name as its text.
    pub fn text(&self, part: &str) -> Option<String> {
        let is_open = self.stage == Stage::Open;
        let is_so = match part {
            "lines" => true,
            "open" => is_open,
            "form" => self.stage != Stage::Ended,
            "asked" => self.stage != Stage::Ended && self.decision == Some(Decision::Asked),
            "declined" => self.stage != Stage::Ended && self.decision == Some(Decision::Declined),
            "may-decline" => is_open && self.decision != Some(Decision::Declined),
            "days" => !self.offer.days.is_empty(),
            "given" => return Some(date(self.given_at)),
            "words" => return self.offer.words.as_deref().map(paragraphs),
            // Of an order by phone, only the desk knows the amount.
            "total" if self.stage == Stage::Ended && self.acceptance.is_none() => false,
            "total" => return Some(dollars(self.total())),
            "until" if is_open => return self.until(),
            "expired" if self.stage == Stage::Expired => return self.until(),
            "signed" => return self.acceptance.as_ref().and_then(signed),
            "day" => return self.acceptance.as_ref().and_then(chosen_day),
            of_one => return self.text_at(of_one),
        };
        is_so.then(|| part.to_owned())
    }

    /// Returns the text of a part of a line or a day.
    fn text_at(&self, part: &str) -> Option<String> {
        let (part, place) = part.split_once('-')?;
        let place = place.parse().ok()?;
        if part == "day" {
            return self.offer.days.get(place).map(|it| begin(*it));
        }
        let line = self.line(place)?;
        let is_so = match part {
            "what" => return Some(listed_line(&line.what)),
            "tree" => return line.tree.as_deref().map(listed_line),
            "price" => return Some(dollars(line.cents)),
            "optional" => line.pick == Pick::Optional && self.stage != Stage::Ended,
            "option" => line.pick == Pick::OneOf && self.stage != Stage::Ended,
            _ => return None,
        };
        is_so.then(|| part.to_owned())
    }

    fn until(&self) -> Option<String> {
        // One that ends at midnight ends with the day before.
        self.offer.until.map(|it| date(it - TimeDelta::seconds(1)))
    }

    /// Gives an element of the form (`data-offer`) what it has of the estimate.
    pub fn fill(&self, element: &mut Element<'_, '_>) -> HandlerResult {
        let name = element.get_attribute("data-offer").unwrap_or_default();
        let (part, place) = name.split_once('-').unwrap_or((&name, ""));
        let place: usize = place.parse().unwrap_or_default();
        match part {
            "estimate" => element.set_attribute("value", &self.id.to_string())?,
            "total" => element.set_attribute("value", &self.total().to_string())?,
            // Only a line that can be chosen has a control to label. The page's script adds up the others too.
            "label" if !self.may_choose(place) => {
                let cents = self.offer.lines.get(place).map_or(0, |it| it.cents);
                element.set_tag_name("div")?;
                element.set_attribute("data-cents", &cents.to_string())?;
            }
            "line" if !self.may_choose(place) => element.remove(),
            "line" => self.fill_line(element, place)?,
            "day" => {
                if let Some(day) = self.offer.days.get(place) {
                    let value = day.format("%FT%TZ").to_string();
                    element.set_attribute("value", &value)?;
                    if self.day == Some(*day) {
                        element.set_attribute("checked", "")?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn fill_line(&self, input: &mut Element<'_, '_>, place: usize) -> HandlerResult {
        let Some(line) = self.line(place) else {
            return Ok(());
        };
        if line.pick == Pick::OneOf {
            input.set_attribute("type", "radio")?;
            input.set_attribute("name", "option")?;
        }
        input.set_attribute("value", &place.to_string())?;
        input.set_attribute("data-cents", &line.cents.to_string())?;
        if self.is_chosen(place) {
            input.set_attribute("checked", "")?;
        }
        Ok(())
    }
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

/// Returns who accepted an estimate, and when.
fn signed(acceptance: &Event) -> Option<String> {
    let Act::Accepted { signed, .. } = &acceptance.act else {
        return None;
    };
    let (signed, at) = (listed_line(signed), acceptance.at);
    Some(format!("{signed}, {} at {}", date(at), clock(at)))
}

fn chosen_day(acceptance: &Event) -> Option<String> {
    let Act::Accepted { day, .. } = &acceptance.act else {
        return None;
    };
    day.map(begin)
}
