//! The body of a webhook, as `docs/webhooks.md` describes it.

use chrono::Utc;
use lead_log::Act;
use serde_json::{Value, json};
use validator_wasm::{Field, Urgency};

use crate::leads::{dialed_numbers::DialedNumbers, lead_records::LeadRecord, offers::Decided};

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
    let estimate = record.estimate.borrowed();
    let shown = estimate.for_owner(estimate.first_name);
    for (field, _) in Field::reported() {
        let text = *shown.get(field);
        let given = Some(text).filter(|text| !text.is_empty());
        match field {
            Field::FirstName => data["name"] = text.into(),
            Field::Phone => {
                data["phone"] = text.into();
                data["call"] = json!(DialedNumbers::of(text));
            }
            Field::Message => data["details"] = text.into(),
            Field::Urgency => {
                // `null` if the form does not offer it.
                data["urgency"] = estimate.chosen_urgency().map(Urgency::key).into();
                data["urgencyLabel"] = given.into();
                data["emergency"] = estimate.is_emergency().into();
            }
            _ => data[field.as_str()] = given.into(),
        }
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

/// Returns the event of an estimate that its customer accepted. Amounts are in cents.
pub fn estimate_accepted(record: &LeadRecord, decided: &Decided) -> Value {
    let mut event = lead_created(record);
    event["type"] = "estimate.accepted".into();
    event["timestamp"] = json!(decided.event.at);
    if let Act::Accepted {
        total, signed, day, ..
    } = &decided.event.act
    {
        let lines: Vec<Value> = (decided.offer.lines.iter())
            .map(|it| json!({ "what": it.what, "tree": it.tree, "cents": it.cents }))
            .collect();
        event["data"]["estimate"] =
            json!({ "lines": lines, "total": total, "signed": signed, "day": day });
    }
    event
}
