//! The figures of the outbox, read from the database.

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{
        family::Family,
        gauge::{ConstGauge, Gauge},
    },
    registry::{Registry, Unit},
};

use crate::store::outbox::figures::OutboxState;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FailureLabels {
    failure: &'static str,
}

/// The current figures. If the database did not answer, there is only `database_up`.
pub(super) fn registry(outbox: Option<&OutboxState>) -> Registry {
    let mut registry = Registry::default();
    registry.register(
        "database_up",
        "Whether the database answered what this page asked of it",
        ConstGauge::new(i64::from(outbox.is_some())),
    );
    let Some(outbox) = outbox else {
        return registry;
    };
    let mails = Family::<Labels, Gauge>::default();
    for &(state, count) in &outbox.mails {
        mails.get_or_create(&Labels { state }).set(count);
    }
    registry.register(
        "outbox_mails",
        "Mails in the outbox by their state; dead ones wait for a person",
        mails,
    );
    let failing = Family::<FailureLabels, Gauge>::default();
    for &(class, count) in &outbox.failing {
        let failure = class.name();
        failing.get_or_create(&FailureLabels { failure }).set(count);
    }
    registry.register(
        "outbox_failing_mails",
        "Mails that failed at their last attempt and wait for the next one, by the class of the failure",
        failing,
    );
    let webhooks = Family::<Labels, Gauge>::default();
    for &(state, count) in &outbox.webhooks {
        webhooks.get_or_create(&Labels { state }).set(count);
    }
    registry.register(
        "outbox_webhooks",
        "Webhooks in the outbox by their state; dead ones wait for a person",
        webhooks,
    );
    registry.register_with_unit(
        "outbox_oldest_due",
        "How long the mail that is due has been so, the longest of them; 0 if none is",
        Unit::Seconds,
        ConstGauge::new(outbox.oldest_due_seconds),
    );
    registry.register_with_unit(
        "outbox_oldest_pending",
        "Age of the oldest mail that is still to be sent, attempts that failed included; 0 if there is none",
        Unit::Seconds,
        ConstGauge::new(outbox.oldest_pending_seconds),
    );
    registry
}
