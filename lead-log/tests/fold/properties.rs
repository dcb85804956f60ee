//! Properties of every log.

use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use lead_log::{
    Act, Day, End, Event, Lead, LeadState, LostReason, Means, Purpose, Status, Why, fold,
};
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use crate::cases::table;

pub static DAYS: LazyLock<Vec<Day>> = LazyLock::new(|| table().days);

/// The events fall within these minutes: November 1 to 20, 2026.
const MINUTES: i64 = 20 * 24 * 60;

pub fn time(minute: i64) -> DateTime<Utc> {
    let first = "2026-11-01T04:00:00Z".parse::<DateTime<Utc>>().unwrap();
    first + TimeDelta::minutes(minute)
}

fn any_time() -> impl Strategy<Value = DateTime<Utc>> {
    (0..MINUTES).prop_map(time)
}

/// A lead that is lost and then sent again by the customer is due, and still lost.
const SENT_AGAIN: &str = "sent-again";

/// Any act: a kind, and values for the fields of all kinds, of which it reads its own.
fn any_act() -> impl Strategy<Value = Act> {
    let kinds = Act::KINDS.iter().filter(|kind| **kind != SENT_AGAIN);
    let text = "[a-z]{1,3}";
    (
        prop::sample::select(kinds.collect::<Vec<_>>()),
        (text, prop::option::of(text), prop::option::of(text)),
        (any_time(), prop::option::of(any_time())),
        prop::option::of(0..1_000_000_u32),
        any::<bool>(),
        prop::sample::select(LostReason::ALL),
        (
            prop::sample::select(Purpose::ALL),
            prop::sample::select(Why::ALL),
            prop::sample::select(End::ALL),
            prop::option::of(prop::sample::select(Means::ALL)),
        ),
    )
        .prop_map(|(kind, (text, name, phone), (time, later), amount, is, reason, (purpose, why, how, told))| {
            let act = json!({
                "kind": kind, "text": text, "reached": is, "next": later, "visitAt": time,
                "visitBy": name, "amount": amount, "workAt": later, "reason": reason, "until": time,
                "mine": is, "name": name, "phone": phone, "event": Uuid::nil(),
                "appointment": Uuid::from_u128(is.into()), "purpose": purpose, "from": time,
                "to": time + TimeDelta::hours(1), "crew": name, "why": why, "how": how,
                "lines": [{ "what": text, "cents": 100, "pick": "always" }], "mail": is,
                "estimate": Uuid::from_u128(is.into()), "chosen": [0], "signed": text, "total": 100, "day": later,
                "told": if *kind == "told" { told.or(Some(Means::Mail)) } else { told },
            });
            serde_json::from_value(act).unwrap()
        })
}

/// Events with different ids, many of them at the same time.
fn any_events() -> impl Strategy<Value = Vec<Event>> {
    let event = (any_act(), 0..MINUTES / 60, "[ab]");
    prop::collection::vec(event, 0..12).prop_map(|events| {
        let with_id = |(id, (act, hour, who)): (u128, _)| Event {
            id: Uuid::from_u128(id),
            at: time(hour * 60),
            seen: None,
            recorded_at: None,
            who,
            act,
        };
        (1..).zip(events).map(with_id).collect()
    })
}

fn any_lead() -> impl Strategy<Value = Lead> {
    (any::<bool>(), any::<bool>()).prop_map(|(emergency, suspect)| Lead {
        created_at: time(0),
        emergency,
        suspect,
    })
}

fn undoing(event: &Event, id: u128, at: DateTime<Utc>) -> Event {
    Event {
        id: Uuid::from_u128(id),
        at,
        seen: None,
        recorded_at: None,
        who: String::new(),
        act: Act::Undone { event: event.id },
    }
}

fn state_of(lead: &Lead, events: &[Event]) -> LeadState {
    fold(lead, None, events, &DAYS)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_arrival_gives_the_same_state(
        lead in any_lead(),
        (events, shuffled) in any_events().prop_flat_map(|events| {
            let mut events = events;
            if let Some(first) = events.first() {
                events.push(undoing(first, 1_000, time(MINUTES)));
            }
            (Just(events.clone()), Just(events).prop_shuffle())
        }),
    ) {
        prop_assert_eq!(state_of(&lead, &shuffled), state_of(&lead, &events));
    }

    /// The server replaces a fast phone's time with its own.
    #[test]
    fn an_event_twice_is_once(lead in any_lead(), events in any_events(), fast in 0..600_i64) {
        let later = events.iter().cloned().map(|mut event| {
            event.at += TimeDelta::minutes(fast);
            event
        });
        let twice: Vec<_> = later.chain(events.iter().cloned()).collect();
        prop_assert_eq!(state_of(&lead, &twice), state_of(&lead, &events));
    }

    #[test]
    fn undo_of_all_gives_the_new_lead(lead in any_lead(), events in any_events()) {
        let undone = (1_000..).zip(&events).map(|(id, event)| undoing(event, id, event.at));
        let all: Vec<_> = undone.chain(events.iter().cloned()).collect();
        let new = state_of(&lead, &[]);
        prop_assert_eq!((new.next_at, new.suspect), (Some(lead.created_at), lead.suspect));
        prop_assert_eq!(state_of(&lead, &all), new);
    }

    #[test]
    fn two_halves_in_the_order_of_time_give_what_the_whole_gives(
        lead in any_lead(),
        events in any_events(),
        share in 0..=12_usize,
    ) {
        let mut events = events;
        events.sort_by_key(|event| (event.at, event.id));
        let (earlier, later) = events.split_at(share.min(events.len()));
        let state = fold(&lead, Some(state_of(&lead, earlier)), later, &DAYS);
        prop_assert_eq!(state, state_of(&lead, &events));
    }

    #[test]
    fn only_what_ends_a_lead_takes_it_from_the_lists_and_only_an_outcome_closes_it(lead in any_lead(), events in any_events()) {
        let state = state_of(&lead, &events);
        let ends = |event: &Event| {
            matches!(event.act, Act::Done | Act::Lost { .. } | Act::Spam | Act::Ended { how: End::Done, .. })
        };
        prop_assert!(state.next_at.is_some() || events.iter().any(ends));
        let is_over = matches!(state.status, Status::Lost | Status::Spam);
        prop_assert!(!is_over || state.next_at.is_none());
        prop_assert_eq!(state.lost_reason.is_some(), state.status == Status::Lost);
        let is_closed = matches!(state.status, Status::Won | Status::Lost);
        prop_assert_eq!(state.closed_at.is_some(), is_closed);
        // An open appointment is never without a lead that is due.
        let is_any_open = state.appointments.iter().any(|it| it.ended.is_none());
        prop_assert!(!is_any_open || state.next_at.is_some());
        prop_assert_eq!(is_any_open, state.visit_at.is_some());
    }
}
