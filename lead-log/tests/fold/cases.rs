//! Runs the cases natively; they also run in WebAssembly at the desk and through HTTP.

use lead_log::{Act, Day, Event, Lead, PROMISE, fold};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
pub struct Table {
    /// The working hours from October 30 to December 20, 2026, in Atlanta: Monday to Saturday, 8 to
    /// 18. DST ends on November 1.
    pub days: Vec<Day>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    lead: Lead,
    /// The events, in the order of arrival.
    events: Vec<Event>,
    /// The parts of the state that the case checks.
    state: Map<String, Value>,
}

/// Returns the table of cases.
pub fn table() -> Table {
    serde_json::from_str(include_str!("../cases.json")).unwrap()
}

#[test]
fn every_case_has_its_state() {
    let Table { days, cases } = table();
    let mut wrong = Vec::new();
    for case in cases {
        let state = fold(&case.lead, None, &case.events, &days);
        let state = serde_json::to_value(state).unwrap();
        for (key, expected) in case.state {
            if state[&key] != expected {
                let (name, found) = (&case.name, &state[&key]);
                wrong.push(format!("{name}: {key} is {found}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_of_event_has_a_case() {
    let cases = table().cases.into_iter();
    let events = cases.flat_map(|case| case.events);
    let acts = events.map(|event| serde_json::to_value(event.act).unwrap());
    let kinds: Vec<Value> = acts.map(|act| act["kind"].clone()).collect();
    for kind in Act::KINDS {
        assert!(kinds.contains(&(*kind).into()), "{kind}");
    }
}

#[test]
fn a_new_lead_is_overdue_when_the_promise_is_broken() {
    let Table { days, cases } = table();
    let lead = cases[0].lead;
    let state = fold(&lead, None, &[], &days);
    assert_eq!(state.late_at, Some(lead.created_at + PROMISE));
}
