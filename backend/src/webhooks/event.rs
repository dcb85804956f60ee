//! The body of a webhook.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Serialize, Serializer};
use serde_json::Value;
use uuid::Uuid;
use validator_wasm::{Field, Lead, Urgency};

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
    #[serde(flatten, serialize_with = "as_map")]
    form: Vec<(&'static str, Value)>,
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
        let saved_at = time(announced.saved_at);
        Self {
            kind: "lead.created",
            timestamp: saved_at.clone(),
            data: LeadData {
                id: announced.id,
                created_at: saved_at,
                form: form(lead),
                city: announced.city.clone(),
                state: announced.state.clone(),
                site: lead.site_name.clone(),
            },
        }
    }
}

/// What the lead says of each field of the form; `null` where it does not say.
fn form(lead: &Lead) -> Vec<(&'static str, Value)> {
    let estimate = lead.parse();
    let estimate = estimate.borrowed();
    let shown = estimate.for_owner(&lead.full_name);
    let mut form = Vec::new();
    for field in Field::REPORTED {
        let text = *shown.get(field);
        let given = Some(text).filter(|text| !text.is_empty());
        match field {
            Field::FirstName => form.push(("name", text.into())),
            Field::Phone => form.push(("phone", text.into())),
            Field::Message => form.push(("details", text.into())),
            Field::Urgency => form.extend([
                // The key of a choice of the form; `null` for anything else.
                (
                    "urgency",
                    estimate.chosen_urgency().map(Urgency::key).into(),
                ),
                ("urgencyLabel", given.into()),
                ("emergency", estimate.is_emergency().into()),
            ]),
            _ => form.push((field.as_str(), given.into())),
        }
    }
    form
}

#[expect(clippy::ptr_arg, reason = "serde's signature")]
fn as_map<S: Serializer>(
    form: &Vec<(&'static str, Value)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(form.iter().map(|(name, value)| (name, value)))
}

fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
