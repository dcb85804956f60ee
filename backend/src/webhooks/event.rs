//! The body of a webhook.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use uuid::Uuid;
use validator_wasm::{Estimate, Urgency};

use crate::store::outbox::message::AnnouncedLead;

/// An event, as `docs/webhooks.md` describes it.
#[derive(Clone, Debug, Serialize)]
pub struct Event {
    #[serde(rename = "type")]
    kind: &'static str,
    /// When the lead was saved.
    timestamp: String,
    data: LeadData,
}

/// A lead. Its texts are as the visitor typed them.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LeadData {
    id: Uuid,
    created_at: String,
    name: String,
    phone: String,
    /// `null` where none was given.
    email: Option<String>,
    service: Option<String>,
    /// The key of a choice of the form; `null` for anything else.
    urgency: Option<&'static str>,
    /// In words.
    urgency_label: Option<String>,
    emergency: bool,
    address: Option<String>,
    details: String,
    /// Of the visitor's network address.
    city: Option<String>,
    /// Of the visitor's network address.
    state: Option<String>,
    site: String,
}

impl Event {
    /// A lead was saved.
    #[must_use]
    pub fn lead_created(announced: &AnnouncedLead) -> Self {
        let lead = &announced.lead;
        let estimate = lead.parse();
        let choice = estimate.chosen_urgency();
        let emergency = estimate.is_emergency();
        let label = estimate.borrowed().urgency_label().to_owned();
        let Estimate {
            email,
            service,
            address,
            message,
            ..
        } = estimate;
        let given = |text: String| Some(text).filter(|text| !text.is_empty());
        let saved_at = time(announced.saved_at);
        Self {
            kind: "lead.created",
            timestamp: saved_at.clone(),
            data: LeadData {
                id: announced.id,
                created_at: saved_at,
                name: lead.full_name.clone(),
                phone: lead.phone.clone(),
                email: given(email),
                service: given(service),
                urgency: choice.map(Urgency::key),
                urgency_label: given(label),
                emergency,
                address: given(address),
                details: message,
                city: announced.city.clone(),
                state: announced.state.clone(),
                site: lead.site_name.clone(),
            },
        }
    }
}

fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
