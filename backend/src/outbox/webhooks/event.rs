//! The body of a webhook.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use uuid::Uuid;
use validator_wasm::{Estimate, Field, Urgency};

use crate::{database::call::Call, leads::lead_records::LeadRecord};

/// An event, as `docs/webhooks.md` describes it.
#[derive(Clone, Debug, Serialize)]
pub struct Event {
    #[serde(rename = "type")]
    kind: &'static str,
    /// When it happened; for photos, when it is announced.
    timestamp: DateTime<Utc>,
    data: LeadData,
}

/// A lead. Its texts are as the visitor typed them.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LeadData {
    id: Uuid,
    created_at: DateTime<Utc>,
    #[serde(flatten, serialize_with = "as_map")]
    form: Vec<(&'static str, Value)>,
    /// The city of the visitor's network address.
    city: Option<String>,
    /// The state of the visitor's network address.
    state: Option<String>,
    site: String,
    /// Whether a text was shortened here.
    shortened: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    photos: Option<Photos>,
}

/// The photos of a lead.
#[derive(Clone, Debug, Serialize)]
struct Photos {
    count: usize,
    /// The link with which people who are signed in at the desk see them; `null` without a desk.
    link: Option<String>,
}

impl Event {
    /// A lead was saved.
    pub fn lead_created(record: &LeadRecord) -> Self {
        let lead = &record.lead;
        Self {
            kind: "lead.created",
            timestamp: lead.created_at,
            data: LeadData {
                id: lead.id,
                created_at: lead.created_at,
                form: form(&record.estimate.borrowed()),
                city: lead.city.clone(),
                state: lead.state.clone(),
                site: lead.site_name.clone(),
                shortened: record.is_shortened,
                photos: None,
            },
        }
    }

    /// A visitor added photos to a lead. `desk` is the desk's address.
    pub fn lead_photographed(record: &LeadRecord, desk: Option<&str>) -> Self {
        let mut event = Self::lead_created(record);
        event.kind = "lead.photographed";
        event.timestamp = Utc::now();
        event.data.photos = Some(Photos {
            count: record.photos.len(),
            link: desk.map(|desk| record.link_at(desk)),
        });
        event
    }
}

/// The value of each field of the form; `null` where the lead has none.
fn form(estimate: &Estimate<&str>) -> Vec<(&'static str, Value)> {
    let shown = estimate.for_owner(estimate.first_name);
    let mut form = Vec::new();
    for field in Field::REPORTED {
        let text = *shown.get(field);
        let given = Some(text).filter(|text| !text.is_empty());
        match field {
            Field::FirstName => form.push(("name", text.into())),
            Field::Phone => form.extend([("phone", text.into()), ("call", json!(Call::of(text)))]),
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

fn as_map<S: Serializer>(form: &[(&'static str, Value)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(form.iter().map(|(name, value)| (name, value)))
}
