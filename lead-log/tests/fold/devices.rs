//! Three people act on one lead, with wrong clocks, and without a network at will.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use lead_log::{
    Act, Correction, End, Event, Lead, LeadState, LostReason, Purpose, Status, Why, clashes, fold,
};
use proptest::prelude::*;
use uuid::Uuid;

use crate::properties::{DAYS, time};

const PEOPLE: [&str; 3] = ["ann", "ben", "cleo"];

/// A clock that is wrong by up to 26 hours.
const WRONG_MINUTES: i64 = 26 * 60;

/// The appointment that all move and end.
const SEEN_BY_ALL: Uuid = Uuid::from_u128(1_000_000);

const LEAD: fn() -> Lead = || Lead {
    created_at: time(0),
    emergency: false,
    suspect: false,
};

/// A step of the simulation: who, after how many minutes, and the kind of the act. Without one, the device
/// sends its events and reads the others'.
type Step = (usize, i64, Option<u32>);

fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (
        0..PEOPLE.len(),
        1..300_i64,
        prop::option::weighted(0.6, 0..9_u32),
    );
    prop::collection::vec(step, 0..24)
}

fn any_clocks() -> impl Strategy<Value = [i64; 3]> {
    prop::array::uniform3(-WRONG_MINUTES..=WRONG_MINUTES)
}

fn appointed(appointment: Uuid, minute: i64) -> Act {
    Act::Appointed {
        appointment,
        purpose: Purpose::Work,
        from: time(minute),
        to: time(minute + 60),
        crew: None,
        told: None,
    }
}

/// Returns an act of a kind. Its values are its own, so that its effect can be told from others'.
fn act(kind: u32, number: u32) -> Act {
    match kind {
        0 => Act::Quoted {
            amount: Some(number),
        },
        1 => Act::Won {
            amount: Some(number),
            work_at: None,
        },
        2 => Act::Lost {
            reason: LostReason::ALL[number as usize % 4],
        },
        3 => Act::Moved {
            appointment: SEEN_BY_ALL,
            from: time(number.into()),
            to: time(i64::from(number) + 60),
            crew: None,
            why: Why::Rain,
            told: None,
        },
        7 => Act::Ended {
            appointment: SEEN_BY_ALL,
            how: End::CalledOff,
            told: None,
        },
        8 => appointed(Uuid::from_u128(1_000 + u128::from(number)), number.into()),
        4 => Act::Taken { mine: true },
        5 => Act::Spam,
        _ => Act::Corrected(Correction {
            phone: Some(number.to_string()),
            ..Correction::default()
        }),
    }
}

#[derive(Default)]
struct Device {
    /// How many of the server's events it has.
    known: usize,
    unsent: Vec<Event>,
    latest: DateTime<Utc>,
}

/// The server's log, in the order of arrival, and for each event the ids of those that its author knew.
fn run(clocks: [i64; 3], steps: &[Step]) -> (Vec<Event>, HashMap<Uuid, HashSet<Uuid>>) {
    let first = Event {
        id: SEEN_BY_ALL,
        at: time(0),
        seen: None,
        recorded_at: Some(time(0)),
        who: PEOPLE[0].to_owned(),
        act: appointed(SEEN_BY_ALL, 0),
    };
    let mut devices = PEOPLE.map(|_| Device {
        known: 1,
        ..Device::default()
    });
    let mut knew = HashMap::from([(SEEN_BY_ALL, HashSet::new())]);
    let mut log = vec![first];
    let mut now = time(1);
    let all = (0..PEOPLE.len()).map(|it| (it, 1, None));
    for (number, (person, minutes, kind)) in (1..).zip(steps.iter().copied().chain(all)) {
        now += TimeDelta::minutes(minutes);
        let (device, who) = (&mut devices[person], PEOPLE[person].to_owned());
        let Some(kind) = kind else {
            for mut event in device.unsent.drain(..) {
                // As the server does (`leads/log.rs`).
                now += TimeDelta::milliseconds(1);
                let after = event.seen.unwrap() + TimeDelta::microseconds(1);
                event.at = event.at.max(after).min(now);
                event.recorded_at = Some(now);
                log.push(event);
            }
            device.known = log.len();
            continue;
        };
        // As the desk does (`data/act.ts`).
        let seen = log[..device.known]
            .last()
            .map_or(LEAD().created_at, |it| it.recorded_at.unwrap());
        let clock = now + TimeDelta::minutes(clocks[person]);
        let after = seen.max(device.latest) + TimeDelta::milliseconds(1);
        device.latest = clock.max(after);
        let id = Uuid::from_u128(number.into());
        let own = log.iter().chain(&device.unsent).filter(|it| it.who == who);
        knew.insert(
            id,
            log[..device.known]
                .iter()
                .chain(own)
                .map(|it| it.id)
                .collect(),
        );
        device.unsent.push(Event {
            id,
            at: device.latest,
            seen: Some(seen),
            recorded_at: None,
            who,
            act: act(kind, number),
        });
    }
    (log, knew)
}

/// The parts of a state that an act can set.
const fn parts(act: &Act) -> &[&str] {
    match act {
        Act::Quoted { .. } | Act::Won { .. } => &["status"],
        Act::Lost { .. } | Act::Spam => &["status", "of all", "own"],
        Act::Ended { .. }
        | Act::Appointed {
            appointment: SEEN_BY_ALL,
            ..
        } => &["of all"],
        Act::Appointed { .. } => &["status", "own"],
        Act::Moved { .. } => &["status", "of all"],
        Act::Taken { .. } => &["taken"],
        _ => &["phone"],
    }
}

fn has_effect(state: &LeadState, event: &Event) -> bool {
    let place = |id| {
        let mut all = state.appointments.iter();
        all.find(|it| it.id == id).map(|it| (it.from, it.ended))
    };
    match &event.act {
        Act::Quoted { amount } => {
            state.quoted == *amount && matches!(state.status, Status::Quoted | Status::Won)
        }
        Act::Won { amount, .. } => state.won == *amount && state.status == Status::Won,
        Act::Lost { .. } => state.status == Status::Lost,
        Act::Appointed { appointment, .. } => place(*appointment).is_some_and(|it| it.1.is_none()),
        Act::Moved {
            appointment, from, ..
        } => place(*appointment) == Some((*from, None)),
        Act::Ended {
            appointment, how, ..
        } => place(*appointment).is_some_and(|it| it.1 == Some(*how)),
        Act::Taken { .. } => state.taken_by.as_deref() == Some(&*event.who),
        Act::Spam => state.status == Status::Spam,
        Act::Corrected(correction) => state.correction.phone == correction.phone,
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_event_comes_after_all_that_its_author_knew_and_all_fold_the_same(
        clocks in any_clocks(),
        steps in any_steps(),
    ) {
        let (mut log, knew) = run(clocks, &steps);
        let state = fold(&LEAD(), None, &log, &DAYS);
        log.sort_by_key(|event| (event.at, event.id));
        prop_assert_eq!(fold(&LEAD(), None, &log, &DAYS), state);
        for (place, event) in log.iter().enumerate() {
            let known = &knew[&event.id];
            prop_assert!(!log[place..].iter().any(|it| known.contains(&it.id)));
        }
    }

    #[test]
    fn what_was_acknowledged_has_an_effect_or_is_replaced_knowingly_or_is_reported(
        clocks in any_clocks(),
        steps in any_steps(),
    ) {
        let (mut log, knew) = run(clocks, &steps);
        let state = fold(&LEAD(), None, &log, &DAYS);
        let found = clashes(&LEAD(), &log, &DAYS);
        log.sort_by_key(|event| (event.at, event.id));
        for (place, event) in log.iter().enumerate() {
            // Two who do the same have one outcome.
            let same: Vec<Uuid> =
                log.iter().filter(|it| it.act == event.act).map(|it| it.id).collect();
            let is_reported = (found.iter())
                .any(|clash| same.contains(&clash.replaced) || same.contains(&clash.holding));
            let is_replaced = log[place + 1..].iter().any(|later| {
                let is_progress = matches!((&event.act, &later.act), (Act::Quoted { .. }, Act::Won { .. }));
                let is_known = same.iter().any(|id| knew[&later.id].contains(id));
                parts(&later.act).iter().any(|it| parts(&event.act).contains(it)) && (is_known || is_progress)
            });
            let is_of_spam = log[..place].iter().any(|it| it.act == Act::Spam && knew[&event.id].contains(&it.id));
            prop_assert!(
                has_effect(&state, event) || is_replaced || is_reported || is_of_spam,
                "{event:?} in {log:#?}"
            );
        }
        // Only what two people did without knowing of each other is reported.
        for clash in found {
            let who = |id| &log.iter().find(|it| it.id == id).unwrap().who;
            prop_assert_ne!(who(clash.replaced), who(clash.holding));
            prop_assert!(!knew[&clash.replaced].contains(&clash.holding));
            prop_assert!(!knew[&clash.holding].contains(&clash.replaced));
        }
    }
}
