//! The figures of the outbox, read from the database.

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{
        family::Family,
        gauge::{ConstGauge, Gauge},
    },
    registry::{Registry, Unit},
};

use crate::store::outbox::{
    failure::FailureClass,
    figures::{COUNTED, OutboxFigures},
    kind::State,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StateLabels {
    channel: &'static str,
    state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FailureLabels {
    channel: &'static str,
    failure: &'static str,
}

/// The current figures. If the database did not answer, there is only `database_up`.
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
    let waiting = Family::<StateLabels, Gauge>::default();
    let failing = Family::<FailureLabels, Gauge>::default();
    for of in COUNTED {
        let channel = of.name();
        for counted in [State::Pending, State::Quarantined, State::Dead] {
            let state = counted.name();
            let labels = StateLabels { channel, state };
            waiting
                .get_or_create(&labels)
                .set(outbox.waiting(of, counted));
        }
        for &class in FailureClass::ALL {
            let failure = class.name();
            let labels = FailureLabels { channel, failure };
            failing
                .get_or_create(&labels)
                .set(outbox.failing(of, class));
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
