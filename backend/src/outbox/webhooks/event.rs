//! The body of a webhook, as `docs/webhooks.md` describes it.

use chrono::Utc;
use serde_json::{Value, json};
use validator_wasm::{Estimate, Field, Urgency};

use crate::leads::{dialed_numbers::DialedNumbers, lead_records::LeadRecord};

/// Returns the event of a saved lead. Its texts are as the visitor typed them.
pub fn lead_created(record: &LeadRecord) -> Value {
    let lead = &record.lead;
    let mut data = json!({
        "id": lead.id,
        "createdAt": lead.created_at,
        // From the visitor's IP address.
        "city": lead.city,
        "state": lead.state,
        "site": lead.site_name,
        "shortened": record.is_shortened,
    });
    for (name, value) in form(&record.estimate.borrowed()) {
        data[name] = value;
    }
    json!({ "type": "lead.created", "timestamp": lead.created_at, "data": data })
}

/// Returns the event of photos that a visitor added to a lead. `desk` is the desk's URL; people who
/// are signed in there see the photos with the link.
pub fn lead_photographed(record: &LeadRecord, desk: Option<&str>) -> Value {
    let mut event = lead_created(record);
    event["type"] = "lead.photographed".into();
    event["timestamp"] = json!(Utc::now());
    let link = desk.map(|desk| record.link_at(desk));
    event["data"]["photos"] = json!({ "count": record.photos.len(), "link": link });
    event
}

/// Returns the value of each field of the form; `null` if the lead has none.
fn form(estimate: &Estimate<&str>) -> Vec<(&'static str, Value)> {
    let shown = estimate.for_owner(estimate.first_name);
    let mut form = Vec::new();
    for field in Field::REPORTED {
        let text = *shown.get(field);
        let given = Some(text).filter(|text| !text.is_empty());
        match field {
            Field::FirstName => form.push(("name", text.into())),
            Field::Phone => form.extend([
                ("phone", text.into()),
                ("call", json!(DialedNumbers::of(text))),
            ]),
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
