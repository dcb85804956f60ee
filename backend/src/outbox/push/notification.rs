//! The notification that a phone shows about a lead.

use serde_json::{Value, json};
use validator_wasm::Service;

use crate::{config::company::town, leads::lead_records::LeadRecord, outbox::message::Occasion};

/// Returns the notification about a lead. Anybody who sees the phone can read it: it contains only the
/// service and the town, if they are among the company's, and nothing else that the visitor typed.
pub fn notification(record: &LeadRecord, occasion: Occasion) -> Value {
    let estimate = record.estimate.borrowed();
    let service = estimate.chosen_service().map(Service::key);
    let town = town(estimate.address).or(record.lead.city.as_deref());
    let named: Vec<&str> = [service, town].into_iter().flatten().collect();
    let title = match occasion {
        Occasion::Created if estimate.is_emergency() => "Emergency",
        Occasion::Created => "New request",
        Occasion::NotTaken => "Emergency: nobody has called yet",
        Occasion::Due(_) => "Due",
    };
    json!({ "lead": record.lead.id, "title": title, "body": named.join(" in ") })
}
