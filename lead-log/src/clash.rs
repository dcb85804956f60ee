//! Acts of two people who did not know of each other's.

use alloc::vec::Vec;

use serde::Serialize;
use uuid::Uuid;

use crate::{
    appointment::Appointment,
    calendar::{Calendar, Day},
    event::{Act, Event},
    names::Status,
    state::{Lead, LeadState, in_order, new_state},
};

/// An act without effect: another person's act, of which its author did not know, excludes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
pub struct Clash {
    /// The id of the event that has no effect.
    pub replaced: Uuid,
    /// The id of the other person's event.
    pub holding: Uuid,
}

/// A part of a state that acts set.
struct Part {
    is_set_by: fn(&Act) -> bool,
    /// Whether an act, which led from the first state to the second, replaced the part.
    is_replaced: fn(&Act, &LeadState, &LeadState) -> bool,
}

const OUTCOME: Part = Part {
    is_set_by: |act| {
        matches!(
            act,
            Act::Quoted { .. }
                | Act::Offered(_)
                | Act::Accepted { .. }
                | Act::Won { .. }
                | Act::Lost { .. }
                | Act::Released { .. }
                | Act::Spam
        )
    },
    is_replaced: |_, old, new| {
        // An order follows an estimate.
        let is_progress = (old.status, new.status) == (Status::Quoted, Status::Won);
        let is_same = old.status == new.status
            && old.lost_reason == new.lost_reason
            && old.quoted == new.quoted
            && old.won == new.won;
        !is_progress && !is_same
    },
};

/// The time that a person chose for the next step. An estimate, an order, and a visit are further steps.
const NEXT: Part = Part {
    is_set_by: |act| {
        matches!(
            act,
            Act::Called { next: Some(_), .. } | Act::PutOff { .. } | Act::Done
        )
    },
    is_replaced: |act, old, new| {
        let is_step = matches!(
            act,
            Act::Quoted { .. }
                | Act::Offered(_)
                | Act::Won { .. }
                | Act::VisitSet { .. }
                | Act::Appointed { .. }
                | Act::Moved { .. }
                | Act::Ended { .. }
        );
        !is_step && old.next_at != new.next_at
    },
};

const TAKEN: Part = Part {
    is_set_by: |act| matches!(act, Act::Taken { .. }),
    is_replaced: |_, old, new| old.taken_by != new.taken_by,
};

macro_rules! correction_of {
    ($field:ident) => {
        Part {
            is_set_by: |act| matches!(act, Act::Corrected(it) if it.$field.is_some()),
            is_replaced: |_, old, new| old.correction.$field != new.correction.$field,
        }
    };
}

const PARTS: [Part; 8] = [
    OUTCOME,
    NEXT,
    TAKEN,
    correction_of!(name),
    correction_of!(phone),
    correction_of!(email),
    correction_of!(address),
    correction_of!(service),
];

/// Whether an act sets an appointment that it changes. An outcome only ends it.
const fn sets_appointments(act: &Act) -> bool {
    matches!(
        act,
        Act::Appointed { .. }
            | Act::Moved { .. }
            | Act::Ended { .. }
            | Act::VisitSet { .. }
            | Act::VisitCalledOff
            | Act::Won { .. }
    )
}

/// Returns the ids of the appointments that an act, which led from the first state to the second, set anew or ended.
fn changed<'a>(old: &'a LeadState, new: &'a LeadState) -> impl Iterator<Item = Uuid> + 'a {
    let place = |it: &Appointment| (it.id, it.from, it.to, it.crew.clone(), it.ended);
    let is_old =
        move |it: &&Appointment| old.appointments.iter().any(|old| place(old) == place(it));
    let all = new.appointments.iter();
    all.filter(move |it| !is_old(it)).map(|it| it.id)
}

impl Event {
    /// Whether the author knew of another event. An event of an earlier version does not say what its author had
    /// seen, and counts as knowing all.
    fn knows(&self, other: &Self) -> bool {
        let knew = |seen| other.recorded_at.is_some_and(|at| at <= seen);
        self.who == other.who || self.seen.is_none_or(knew)
    }
}

/// Returns the clashes among all events of a lead, in the order in which they happened.
pub fn clashes(lead: &Lead, events: &[Event], days: &[Day]) -> Vec<Clash> {
    let mut state = new_state(lead, events);
    let mut found = Vec::new();
    // The event that set each part.
    let mut set: [Option<&Event>; PARTS.len()] = [None; PARTS.len()];
    let mut set_appointments: Vec<(Uuid, &Event)> = Vec::new();
    for event in in_order(events) {
        let before = state.clone();
        let is_step = state.apply(lead, event, Calendar(days));
        let is_sent = event.act.is_sent();
        let mut report = |replaced: &Event, holding: &Event| {
            let clash = Clash {
                replaced: replaced.id,
                holding: holding.id,
            };
            if is_sent && !found.contains(&clash) {
                found.push(clash);
            }
        };
        if !is_step {
            if let Some(spam) = set[0].filter(|it| !event.knows(it)) {
                report(event, spam);
            }
            continue;
        }
        for (part, setter) in PARTS.iter().zip(&mut set) {
            let is_replaced = (part.is_replaced)(&event.act, &before, &state);
            if let Some(replaced) = setter.filter(|it| is_replaced && !event.knows(it)) {
                report(replaced, event);
            }
            if (part.is_set_by)(&event.act) {
                *setter = Some(event);
            } else if is_replaced {
                *setter = None;
            }
        }
        for id in changed(&before, &state) {
            let setter = set_appointments.iter().position(|(set, _)| *set == id);
            let setter = setter.map(|place| set_appointments.swap_remove(place).1);
            if let Some(replaced) = setter.filter(|it| !event.knows(it)) {
                report(replaced, event);
            }
            if sets_appointments(&event.act) {
                set_appointments.push((id, event));
            }
        }
    }
    found
}
