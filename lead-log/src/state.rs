//! The state of a lead, and the effect of each event on it.

use alloc::{string::String, vec::Vec};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    appointment::{self, Appointment},
    calendar::{Calendar, Day},
    estimate::Estimate,
    event::{Act, Correction, Event},
    names::{Decision, End, LostReason, Purpose, Status},
};

/// The part of a lead that does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Lead {
    /// When the lead was saved.
    pub created_at: DateTime<Utc>,
    /// Whether the lead is an emergency.
    pub emergency: bool,
    /// Whether the lead is suspect, as of when it was saved or as the server has it: see [`fold`].
    pub suspect: bool,
}

/// The delay after which an emergency that nobody has called yet is overdue.
const EMERGENCY_PROMISE: TimeDelta = TimeDelta::hours(2);

/// The delay after which any other new lead is overdue: the site promises a call within it.
pub const PROMISE: TimeDelta =
    TimeDelta::hours(include!(concat!(env!("OUT_DIR"), "/reply_within_hours.rs")));

/// The delay after which any other step is overdue.
const GRACE: TimeDelta = TimeDelta::hours(1);

impl Lead {
    /// Returns when the next step is overdue. A status of a newer version is `None`.
    pub fn late_at(&self, status: Option<Status>, next_at: DateTime<Utc>) -> DateTime<Utc> {
        match (status, self.emergency) {
            (Some(Status::New), true) => self.created_at + EMERGENCY_PROMISE,
            (Some(Status::New), false) => self.created_at + PROMISE,
            _ => next_at + GRACE,
        }
    }

    /// Whether lists, figures, and notifications leave the lead out: it is spam, or suspect and no
    /// emergency. The database has the same rule, for its indexes (`VISIBLE`).
    pub fn is_hidden(&self, status: Option<Status>, suspect: bool) -> bool {
        status == Some(Status::Spam) || suspect && !self.emergency
    }
}

/// What follows from a lead's events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeadState {
    /// How far the lead is.
    pub status: Status,
    /// Whether the lead may be spam.
    pub suspect: bool,
    /// When the lead is due next; `null` if nothing is left to do, or if it is spam.
    pub next_at: Option<DateTime<Utc>>,
    /// When the next step is overdue; `null` if there is none.
    pub late_at: Option<DateTime<Utc>>,
    /// Whether the lead is only in the list of spam.
    pub hidden: bool,
    /// The times of the company's calls, the earliest first.
    pub calls: Vec<DateTime<Utc>>,
    /// When a person was first reached.
    pub answered_at: Option<DateTime<Utc>>,
    /// The address of the person who takes care of the lead.
    pub taken_by: Option<String>,
    /// The amount of the estimate, in cents.
    pub quoted: Option<u32>,
    /// When the latest estimate was given.
    pub quoted_at: Option<DateTime<Utc>>,
    /// The latest estimate, if the customer can read it.
    #[serde(default)]
    pub estimate: Option<Estimate>,
    /// The amount of the order, in cents.
    pub won: Option<u32>,
    /// When the lead was won or lost; `null` while neither holds.
    pub closed_at: Option<DateTime<Utc>>,
    /// The appointments, the earliest first.
    #[serde(default)]
    pub appointments: Vec<Appointment>,
    /// When the earliest open appointment begins.
    pub visit_at: Option<DateTime<Utc>>,
    /// Who goes there.
    pub visit_by: Option<String>,
    /// Set as long as the status is lost.
    pub lost_reason: Option<LostReason>,
    /// All notes, the earliest first, separated by an empty line.
    pub note: String,
    /// Corrections of the details that the customer gave.
    #[serde(default)]
    pub correction: Correction,
}

/// The days after an estimate on which the customer is asked about it.
const ASK_AFTER_DAYS: [u16; 3] = [3, 7, 14];

/// The days between further questions after [`ASK_AFTER_DAYS`].
const COLD_AFTER_DAYS: u16 = 7;

/// The days after which an order without a day for the work is due again.
const NO_DAY_AFTER_DAYS: u16 = 2;

/// The delay before an emergency is called again after nobody answered, if the caller chose no time.
const EMERGENCY_RETRY: TimeDelta = TimeDelta::minutes(10);

impl LeadState {
    /// Whether the customer is still, or again, to be reached: nobody has spoken with them, or the lead is lost.
    fn is_unreached(&self) -> bool {
        matches!(self.status, Status::New | Status::NoAnswer | Status::Lost)
    }

    /// Applies an event. Returns whether it counts: a step with spam does not.
    pub(crate) fn apply(&mut self, lead: &Lead, event: &Event, calendar: Calendar) -> bool {
        if let Some(estimate) = self.estimate.as_mut().filter(|_| event.act.is_sent()) {
            estimate.waits = false;
        }
        let counts = self.apply_act(lead, event, calendar);
        let next = appointment::next(&self.appointments, |_| true);
        self.visit_at = next.map(|it| it.from);
        self.visit_by = next.and_then(|it| it.crew.clone());
        counts
    }

    fn apply_act(&mut self, lead: &Lead, event: &Event, calendar: Calendar) -> bool {
        let at = event.at;
        match &event.act {
            Act::Noted { text } => {
                if !self.note.is_empty() {
                    self.note.push_str("\n\n");
                }
                self.note.push_str(text);
            }
            Act::Taken { mine } => self.taken_by = mine.then(|| event.who.clone()),
            Act::Corrected(correction) => self.correction.correct(correction),
            Act::Released { .. } => {
                self.suspect = false;
                if self.status == Status::Spam {
                    self.reopened();
                    self.next_at = Some(at);
                }
            }
            Act::Spam => {
                self.end_appointments(at);
                self.status = Status::Spam;
                self.lost_reason = None;
                self.closed_at = None;
                self.next_at = None;
            }
            Act::Undone { .. }
            | Act::LinkRevoked
            | Act::Read
            | Act::PhotoAdded
            | Act::PhotoRemoved
            | Act::MailSentAgain
            | Act::WebhookSentAgain
            | Act::DataDownloaded
            | Act::Other => {}
            // Nothing is to be done about spam, until somebody says that it is from a customer.
            _ if self.status == Status::Spam => return false,
            Act::SentAgain { .. } => {
                self.correction = Correction::default();
                self.next_at = Some(at);
            }
            // An entered emergency is new, because nobody has called back yet.
            Act::Entered if lead.emergency => {}
            Act::Entered => {
                self.calls.push(at);
                self.reached(lead, at);
                self.next_at = Some(calendar.opening_after(at));
            }
            Act::Called { reached, next } => self.called(lead, at, *reached, *next, calendar),
            // This is a thank-you to a customer with whom nothing is left to do.
            Act::Texted | Act::Wrote if self.next_at.is_none() => {}
            Act::Texted | Act::Wrote => {
                let retry = match self.status {
                    Status::Quoted => self.ask_again_after(at, calendar),
                    _ => calendar.opening_after(at),
                };
                self.next_at = self.agreed_after(at).or(Some(retry));
                self.tried();
            }
            Act::VisitSet { .. } | Act::VisitCalledOff => {
                self.visit_of_earlier_version(lead, event, calendar);
            }
            act if act.appointment().is_some() => self.appointment(lead, event, calendar),
            act if act.estimate().is_some() => self.decided(lead, event, calendar),
            Act::Quoted { amount } => {
                self.estimate = None;
                self.quoted(lead, at, *amount, calendar);
            }
            Act::Offered(offer) => {
                self.estimate = Some(Estimate::new(event.id));
                self.quoted(lead, at, offer.total(&offer.default_lines()), calendar);
            }
            Act::Won { amount, work_at } => {
                self.won = amount.or(self.won);
                self.ordered(lead, event, *work_at, calendar);
            }
            Act::Lost { reason } => {
                self.status = Status::Lost;
                self.lost_reason = Some(*reason);
                self.closed_at = Some(at);
                self.end_appointments(at);
            }
            Act::Done => self.end_appointments(at),
            Act::PutOff { until } => {
                if self.status == Status::Lost {
                    self.reopened();
                }
                self.due(at, *until);
            }
            _ => {}
        }
        true
    }

    /// Applies an act that concerns one appointment.
    fn appointment(&mut self, lead: &Lead, event: &Event, calendar: Calendar) {
        if matches!(event.act, Act::Appointed { .. } | Act::Moved { .. }) {
            self.reached(lead, event.at);
        }
        appointment::apply(&mut self.appointments, event);
        match event.act {
            Act::Appointed { .. } | Act::Moved { .. } | Act::Ended { .. } => {
                self.next_at = self.next_after_appointment(event, calendar);
            }
            Act::CallWanted { .. } => {
                if self.status == Status::Lost {
                    self.reopened();
                }
                self.next_at = Some(event.at);
            }
            _ => {}
        }
    }

    fn visit_of_earlier_version(&mut self, lead: &Lead, event: &Event, calendar: Calendar) {
        if let Act::VisitSet { visit_at, visit_by } = &event.act {
            self.reached(lead, event.at);
            let purpose = match self.status {
                Status::Won => Purpose::Work,
                _ => Purpose::Estimate,
            };
            let all = &mut self.appointments;
            appointment::set_only(all, event, purpose, *visit_at, visit_by.as_ref());
            self.next_at = Some(*visit_at);
            return;
        }
        if self.visit_at.is_some() && self.next_at == self.visit_at {
            self.next_at = Some(calendar.opening_after(event.at));
        }
        for it in &mut self.appointments {
            if it.ended.is_none() && Some(it.from) == self.visit_at {
                it.ended = Some(End::CalledOff);
            }
        }
    }

    fn quoted(&mut self, lead: &Lead, at: DateTime<Utc>, amount: Option<u32>, calendar: Calendar) {
        self.reached(lead, at);
        self.status = Status::Quoted;
        self.quoted = amount.or(self.quoted);
        self.quoted_at = Some(at);
        self.closed_at = None;
        let is_over = |it: &Appointment| it.purpose == Purpose::Estimate && it.from <= at;
        appointment::end(&mut self.appointments, at, is_over);
        self.due(at, self.ask_again_after(at, calendar));
    }

    /// Applies a customer's act about an estimate. One about an earlier estimate has no effect, except that what was
    /// accepted holds: the estimate that replaces it was not sent when the customer accepted.
    fn decided(&mut self, lead: &Lead, event: &Event, calendar: Calendar) {
        let id = event.act.estimate();
        let is_present = self.estimate.as_ref().map(|it| it.id) == id;
        if !is_present && matches!(event.act, Act::Accepted { .. }) {
            self.estimate = id.map(Estimate::new);
        } else if !is_present {
            return;
        }
        let Some(decision) = self.estimate.as_mut().and_then(|it| it.apply(event)) else {
            return;
        };
        if let Act::Accepted { total, day, .. } = &event.act {
            self.won = Some(*total);
            self.ordered(lead, event, None, calendar);
            if let Some(day) = day {
                appointment::choose(&mut self.appointments, event, *day);
            }
        }
        match (self.status, decision) {
            (Status::Lost, Decision::Declined) => return,
            (Status::Lost, _) => {
                self.reopened();
                self.status = Status::Quoted;
            }
            _ => {}
        }
        self.next_at = Some(event.at);
    }

    fn ordered(
        &mut self,
        lead: &Lead,
        event: &Event,
        work_at: Option<DateTime<Utc>>,
        calendar: Calendar,
    ) {
        let at = event.at;
        self.reached(lead, at);
        self.status = Status::Won;
        self.closed_at = Some(at);
        let all = &mut self.appointments;
        appointment::end(all, at, |it| it.purpose == Purpose::Estimate);
        if let Some(work_at) = work_at {
            let crew = self.visit_by.take();
            appointment::set_only(all, event, Purpose::Work, work_at, crew.as_ref());
        }
        let otherwise = || calendar.opening_in(NO_DAY_AFTER_DAYS, at);
        self.next_at = Some(self.ahead(at).or(work_at).unwrap_or_else(otherwise));
    }

    /// Ends what is open, and leaves nothing to do.
    fn end_appointments(&mut self, at: DateTime<Utc>) {
        appointment::end(&mut self.appointments, at, |_| true);
        self.next_at = None;
    }

    /// Returns when the next appointment after a time begins.
    fn ahead(&self, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        appointment::next(&self.appointments, |it| it.from > at).map(|it| it.from)
    }

    /// Makes the lead due at a time, or when an appointment begins before that.
    fn due(&mut self, at: DateTime<Utc>, next: DateTime<Utc>) {
        self.next_at = Some(self.ahead(at).map_or(next, |ahead| ahead.min(next)));
    }

    /// Returns when the lead is due after its appointments have changed.
    fn next_after_appointment(&self, event: &Event, calendar: Calendar) -> Option<DateTime<Utc>> {
        let earliest = appointment::next(&self.appointments, |_| true).map(|it| it.from);
        let is_work_done = self.status == Status::Won
            && matches!(event.act, Act::Ended { how: End::Done, .. })
            && self
                .appointments
                .iter()
                .any(|it| it.purpose == Purpose::Work && Some(it.id) == event.act.appointment());
        match &event.act {
            _ if earliest.is_some() => earliest,
            _ if is_work_done || self.next_at.is_none() => None,
            _ if self.next_at == self.visit_at => Some(calendar.opening_after(event.at)),
            _ => self.next_at,
        }
    }

    fn called(
        &mut self,
        lead: &Lead,
        at: DateTime<Utc>,
        is_reached: bool,
        chosen: Option<DateTime<Utc>>,
        calendar: Calendar,
    ) {
        self.calls.push(at);
        let agreed = self.agreed_after(at);
        let next = if is_reached {
            // A customer who was not reached before was due for another call. That is no longer necessary.
            let is_known = !self.is_unreached();
            let kept = self.next_at.filter(|_| is_known);
            self.reached(lead, at);
            kept.filter(|next| *next > at)
                .or(self.ahead(at))
                .unwrap_or_else(|| calendar.opening_after(at))
        } else {
            let retry = match self.status {
                Status::Quoted => self.ask_again_after(at, calendar),
                Status::New | Status::NoAnswer if lead.emergency => at + EMERGENCY_RETRY,
                _ => calendar.retry_after(at),
            };
            self.tried();
            retry
        };
        self.due(at, chosen.or(agreed).unwrap_or(next));
    }

    /// Returns the visit or the work if it is the next step and after `at`. Calls do not change that step.
    fn agreed_after(&self, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.visit_at
            .filter(|visit| *visit > at && self.next_at == Some(*visit))
    }

    /// Records that the customer was reached at `at` or earlier.
    fn reached(&mut self, lead: &Lead, at: DateTime<Utc>) {
        // The times of events come from a phone's clock.
        self.answered_at.get_or_insert(at.max(lead.created_at));
        if self.is_unreached() {
            self.reopened();
        }
    }

    /// Records an attempt to reach the customer.
    fn tried(&mut self) {
        if matches!(self.status, Status::New | Status::Lost) {
            self.reopened();
            self.status = Status::NoAnswer;
        }
    }

    /// Reopens a lead: its status follows from its calls.
    fn reopened(&mut self) {
        self.lost_reason = None;
        self.closed_at = None;
        self.status = match (self.answered_at, self.calls.is_empty()) {
            (Some(_), _) => Status::Called,
            (None, false) => Status::NoAnswer,
            (None, true) => Status::New,
        };
    }

    /// Returns when the customer is asked next about the estimate, after a time.
    fn ask_again_after(&self, at: DateTime<Utc>, calendar: Calendar) -> DateTime<Utc> {
        let quoted_at = self.quoted_at.unwrap_or(at);
        ASK_AFTER_DAYS
            .iter()
            .map(|days| calendar.opening_in(*days, quoted_at))
            .find(|next| *next > at)
            .unwrap_or_else(|| calendar.opening_in(COLD_AFTER_DAYS, at))
    }
}

/// The state before the first event of a lead. The lead was suspect if it is suspect now or if an event records
/// that it was.
pub(crate) fn new_state(lead: &Lead, events: &[Event]) -> LeadState {
    let was_suspect =
        |event: &Event| matches!(event.act, Act::Released { was_suspect } if was_suspect);
    LeadState {
        suspect: lead.suspect || events.iter().any(was_suspect),
        next_at: Some(lead.created_at),
        ..LeadState::default()
    }
}

/// Returns the events that were not undone, once each, in the order in which they happened.
pub(crate) fn in_order(events: &[Event]) -> Vec<&Event> {
    let undone: Vec<_> = events
        .iter()
        .filter_map(|event| match event.act {
            Act::Undone { event } => Some(event),
            _ => None,
        })
        .collect();
    // Sorts by time. A lead has few events, and a library's sort would be half of the module.
    let mut in_order: Vec<&Event> = Vec::new();
    for event in events.iter().filter(|event| !undone.contains(&event.id)) {
        // If a phone's clock is fast, the server replaces its time with its own, which is earlier.
        match in_order.iter().position(|it| it.id == event.id) {
            Some(place) if in_order[place].at <= event.at => continue,
            Some(place) => drop(in_order.remove(place)),
            None => {}
        }
        let place = in_order.partition_point(|it| (it.at, it.id) < (event.at, event.id));
        in_order.insert(place, event);
    }
    in_order
}

/// Returns the state of a lead after some events, in any order, and without undone ones.
///
/// `state` is the state before the first event. Without it, the lead was new. The days reach from the
/// first event to [`Calendar::DAYS_AHEAD`] after the last.
pub fn fold(lead: &Lead, state: Option<LeadState>, events: &[Event], days: &[Day]) -> LeadState {
    let mut state = state.unwrap_or_else(|| new_state(lead, events));
    for event in in_order(events) {
        state.apply(lead, event, Calendar(days));
    }
    let status = Some(state.status);
    state.late_at = state.next_at.map(|next| lead.late_at(status, next));
    state.hidden = lead.is_hidden(status, state.suspect);
    state
}
