//! Appointments: the times at which the company is at the customer's.

use alloc::{string::String, vec::Vec};
use core::mem;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    event::{Act, Event},
    names::{Answer, End, Means, Purpose, Why},
};

/// A time at which the company is at the customer's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
pub struct Appointment {
    /// Its id. One that an earlier version of the desk set has the id of that event.
    pub id: Uuid,
    /// What it is for.
    pub purpose: Purpose,
    /// When it begins.
    pub from: DateTime<Utc>,
    /// When it ends.
    pub to: DateTime<Utc>,
    /// Who goes there, as it was typed.
    #[cfg_attr(feature = "description", schema(required))]
    pub crew: Option<String>,
    /// Who went there before the crew was changed last.
    #[serde(rename = "wasCrew", default, skip_serializing_if = "Option::is_none")]
    pub was_crew: Option<String>,
    /// How it ended; `null` while it is open.
    #[cfg_attr(feature = "description", schema(required))]
    pub ended: Option<End>,
    /// When it began before it was moved, as far as the customer was told.
    #[cfg_attr(feature = "description", schema(required))]
    pub was: Option<DateTime<Utc>>,
    /// Why it was moved.
    #[cfg_attr(feature = "description", schema(required))]
    pub why: Option<Why>,
    /// How often it was moved or called off: the customer has to be told each time.
    pub changes: u32,
    /// Who told the customer last.
    #[cfg_attr(feature = "description", schema(required))]
    pub told: Option<Told>,
    /// What the customer answered to the appointment as it is.
    #[cfg_attr(feature = "description", schema(required))]
    pub answer: Option<Answer>,
}

/// That the customer was told of an appointment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
pub struct Told {
    /// The changes of the appointment that the customer was told of.
    pub changes: u32,
    /// When.
    pub at: DateTime<Utc>,
    /// The address of the person who told the customer.
    pub who: String,
    /// How.
    pub how: Means,
}

impl Appointment {
    fn new(id: Uuid, purpose: Purpose, from: DateTime<Utc>, to: DateTime<Utc>) -> Self {
        Self {
            id,
            purpose,
            from,
            to,
            crew: None,
            was_crew: None,
            ended: None,
            was: None,
            why: None,
            changes: 0,
            told: None,
            answer: None,
        }
    }

    fn move_to(&mut self, from: DateTime<Utc>, to: DateTime<Utc>, crew: Option<&String>) {
        if self.crew.as_ref() != crew {
            self.was_crew = mem::replace(&mut self.crew, crew.cloned());
        }
        if (self.from, self.to) != (from, to) || self.ended.is_some() {
            // A customer who was not told of the last change still expects what was before it.
            let is_told = self
                .told
                .as_ref()
                .is_some_and(|it| it.changes == self.changes);
            if is_told || self.answer.is_some() || self.was.is_none() {
                self.was = Some(self.from);
            }
            (self.from, self.to) = (from, to);
            self.ended = None;
            self.change();
        }
    }

    /// Counts a change, of which the customer has to be told.
    fn change(&mut self) {
        self.changes += 1;
        self.answer = None;
    }

    fn tell(&mut self, event: &Event, how: Option<Means>) {
        if let Some(how) = how {
            self.told = Some(Told {
                changes: self.changes,
                at: event.at,
                who: event.who.clone(),
                how,
            });
        }
    }
}

/// Returns the earliest open appointment of those that are chosen.
pub(crate) fn next(
    all: &[Appointment],
    is_chosen: impl Fn(&Appointment) -> bool,
) -> Option<&Appointment> {
    all.iter().find(|it| it.ended.is_none() && is_chosen(it))
}

/// Takes out an appointment. Put it back with [`put`].
fn take(all: &mut Vec<Appointment>, id: Uuid) -> Option<Appointment> {
    let place = all.iter().position(|it| it.id == id)?;
    Some(all.remove(place))
}

/// Puts an appointment in its place, in the order of their beginnings.
fn put(all: &mut Vec<Appointment>, it: Appointment) {
    let place = all.partition_point(|other| (other.from, other.id) < (it.from, it.id));
    all.insert(place, it);
}

/// Applies an act that concerns one appointment. One of an unknown appointment has no effect: what set it was undone.
pub(crate) fn apply(all: &mut Vec<Appointment>, event: &Event) {
    let Some(id) = event.act.appointment() else {
        return;
    };
    let mut it = match (take(all, id), &event.act) {
        (Some(it), _) => it,
        (
            None,
            Act::Appointed {
                purpose,
                from,
                to,
                crew,
                ..
            },
        ) => Appointment {
            crew: crew.clone(),
            ..Appointment::new(id, *purpose, *from, *to)
        },
        _ => return,
    };
    match &event.act {
        Act::Moved {
            from,
            to,
            crew,
            why,
            ..
        } => {
            it.why = Some(*why);
            it.move_to(*from, *to, crew.as_ref());
        }
        Act::Ended { how, .. } => {
            if *how == End::CalledOff && it.ended.is_none() {
                it.change();
            }
            it.ended = Some(*how);
        }
        Act::Agreed { from, .. } if *from == it.from => it.answer = Some(Answer::Agreed),
        Act::CallWanted { .. } => it.answer = Some(Answer::CallMe),
        _ => {}
    }
    match &event.act {
        Act::Appointed { told, .. } | Act::Moved { told, .. } | Act::Ended { told, .. } => {
            it.tell(event, *told);
        }
        Act::Told { told, .. } => it.tell(event, Some(*told)),
        _ => {}
    }
    put(all, it);
}

/// Sets the only appointment of a purpose, as earlier versions of the desk do: an open one moves.
pub(crate) fn set_only(
    all: &mut Vec<Appointment>,
    event: &Event,
    purpose: Purpose,
    from: DateTime<Utc>,
    crew: Option<&String>,
) {
    let to = from
        + match purpose {
            Purpose::Estimate => TimeDelta::hours(1),
            Purpose::Work => TimeDelta::hours(8),
        };
    let open = next(all, |it| it.purpose == purpose).map(|it| it.id);
    let mut it = open
        .and_then(|id| take(all, id))
        .unwrap_or_else(|| Appointment::new(event.id, purpose, from, to));
    it.move_to(from, to, crew);
    // The customer was on the phone.
    it.tell(event, Some(Means::Call));
    put(all, it);
}

/// Adds the day of the work that the customer chose when they accepted an estimate.
pub(crate) fn choose(all: &mut Vec<Appointment>, event: &Event, from: DateTime<Utc>) {
    let to = from + TimeDelta::hours(8);
    let chosen = Appointment {
        answer: Some(Answer::Agreed),
        ..Appointment::new(event.id, Purpose::Work, from, to)
    };
    put(all, chosen);
}

/// Ends the open appointments of those that are chosen. One that has not begun does not take place.
pub(crate) fn end(
    all: &mut [Appointment],
    at: DateTime<Utc>,
    is_chosen: impl Fn(&Appointment) -> bool,
) {
    for it in all.iter_mut() {
        if it.ended.is_none() && is_chosen(it) {
            let how = if it.from <= at {
                End::Done
            } else {
                End::CalledOff
            };
            it.ended = Some(how);
        }
    }
}
