//! Estimates that customers read. Their lines are in the log of their lead.

use chrono::{DateTime, Utc};
use lead_log::{Act, Decision, Estimate, Event, Line, Offer, Pick, Status};
use uuid::Uuid;

use super::lead_records::LeadRecord;

/// What a customer may do with an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Accept it, decline it, or ask about it.
    Open,
    /// Only ask about it: its time is over.
    Expired,
    /// Nothing: the customer has ordered, or the lead is spam.
    Ended,
}

impl Stage {
    pub fn of(lead: &LeadRecord, offer: &Offer, now: DateTime<Utc>) -> Self {
        let estimate = lead.sent_estimate.as_ref();
        let is_accepted = estimate.is_some_and(|it| it.decision == Some(Decision::Accepted));
        match Status::named(&lead.state.status) {
            Some(Status::Won | Status::Spam) => Self::Ended,
            _ if is_accepted => Self::Ended,
            _ if offer.until.is_some_and(|it| it < now) => Self::Expired,
            _ => Self::Open,
        }
    }
}

/// Finds an estimate among its lead's events: when it was given, and its content.
pub fn offer(events: &[Event], estimate: Uuid) -> Option<(DateTime<Utc>, &Offer)> {
    events.iter().find_map(|it| match &it.act {
        Act::Offered(offer) if it.id == estimate => Some((it.at, offer)),
        _ => None,
    })
}

/// Finds the event with which the customer accepted an estimate among its lead's events, the latest first.
pub fn acceptance<'a>(events: &'a [Event], estimate: &Estimate) -> Option<&'a Event> {
    // Of several, the earlier ones were undone.
    let accepted = events.iter().find(|it| {
        matches!(it.act, Act::Accepted { .. }) && it.act.estimate() == Some(estimate.id)
    });
    accepted.filter(|_| estimate.decision == Some(Decision::Accepted))
}

/// Returns the lines of an estimate that are done if these are chosen, by their positions.
pub fn ordered(offer: &Offer, chosen: &[u32]) -> Vec<Line> {
    let lines = (0..).zip(&offer.lines);
    let done = lines.filter(|(place, line)| line.pick == Pick::Always || chosen.contains(place));
    let done = done.map(|(_, line)| line.clone());
    done.map(|line| Line {
        pick: Pick::Always,
        ..line
    })
    .collect()
}

/// A customer's decision, and the estimate that it is about: of an accepted one, the lines that were ordered.
#[derive(Clone, Debug)]
pub struct Decided {
    pub event: Event,
    pub offer: Offer,
}

impl Decided {
    /// Finds the latest such decision among its lead's events.
    pub fn find(events: &[Event], is_sought: impl Fn(&Event) -> bool) -> Option<Self> {
        let event = events.iter().find(|it| is_sought(it))?.clone();
        let (_, offer) = offer(events, event.act.estimate()?)?;
        let mut offer = offer.clone();
        if let Act::Accepted { chosen, .. } = &event.act {
            offer.lines = ordered(&offer, chosen);
        }
        Some(Self { event, offer })
    }
}

/// Formats an amount as customers read it: `$1,850.00`.
pub fn dollars(cents: u32) -> String {
    let (whole, cents) = (cents / 100, cents % 100);
    let (thousands, rest) = (whole / 1_000, whole % 1_000);
    match (thousands / 1_000, thousands % 1_000) {
        (0, 0) => format!("${rest}.{cents:02}"),
        (0, thousands) => format!("${thousands},{rest:03}.{cents:02}"),
        (millions, thousands) => format!("${millions},{thousands:03},{rest:03}.{cents:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::dollars;

    #[test]
    fn an_amount_has_its_cents_and_its_commas() {
        for (cents, text) in [
            (0, "$0.00"),
            (99_905, "$999.05"),
            (100_000, "$1,000.00"),
            (310_050, "$3,100.50"),
            (100_000_000, "$1,000,000.00"),
            (i32::MAX.unsigned_abs(), "$21,474,836.47"),
        ] {
            assert_eq!(dollars(cents), text);
        }
    }
}
