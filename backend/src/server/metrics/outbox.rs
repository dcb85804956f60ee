//! The figures of the outbox, read from the database.

use prometheus_client::{
    metrics::{
        family::Family,
        gauge::{ConstGauge, Gauge},
    },
    registry::{Registry, Unit},
};

use crate::{
    database::outbox_kind::State,
    outbox::{
        failure::FailureClass,
        figures::{COUNTED, OutboxFigures},
    },
};

/// The names of labels with their values.
type Labels = [(&'static str, &'static str); 2];

/// The current figures. If the database did not respond, there is only `database_up`.
pub(super) fn registry(outbox: Option<&OutboxFigures>) -> Registry {
    let mut registry = Registry::default();
    registry.register(
        "database_up",
        "Whether the database answered what this page asked of it",
        ConstGauge::new(i64::from(outbox.is_some())),
    );
    let Some(outbox) = outbox else {
        return registry;
    };
    let waiting = Family::<Labels, Gauge>::default();
    let failing = Family::<Labels, Gauge>::default();
    for of in COUNTED {
        let channel = ("channel", of.name());
        for state in [State::Pending, State::Quarantined, State::Dead] {
            let gauge = waiting.get_or_create(&[channel, ("state", state.name())]);
            gauge.set(outbox.waiting(of, state));
        }
        for &class in FailureClass::ALL {
            let gauge = failing.get_or_create(&[channel, ("failure", class.name())]);
            gauge.set(outbox.failing(of, class));
        }
    }
    registry.register(
        "outbox_mails",
        "Mails and webhooks in the outbox by their state; dead ones wait for a person",
        waiting,
    );
    registry.register(
        "outbox_failing_mails",
        "Mails and webhooks that failed at their last attempt and wait for the next one, by the class of the failure",
        failing,
    );
    registry.register_with_unit(
        "outbox_oldest_due",
        "How long the mail that is due has been so, the longest of them; 0 if none is",
        Unit::Seconds,
        ConstGauge::new(outbox.oldest_due_seconds()),
    );
    registry.register_with_unit(
        "outbox_oldest_pending",
        "Age of the oldest mail that is still to be sent, attempts that failed included; 0 if there is none",
        Unit::Seconds,
        ConstGauge::new(outbox.oldest_pending_seconds()),
    );
    registry
}
