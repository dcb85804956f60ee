//! A lead as the desk shows it.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::Estimate;

use crate::{
    spam::explain,
    store::{
        desk::{audit::Record, status::Status},
        lead_records::LeadRecord,
        outbox::kind::State,
    },
};

/// Writes a time as ISO 8601 in UTC, with milliseconds.
///
/// # Errors
/// Those of the serializer.
pub fn iso_8601<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Millis, true))
}

/// The same for a time that may be missing.
///
/// # Errors
/// Those of the serializer.
pub fn optional_iso_8601<S: Serializer>(
    time: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => iso_8601(time, serializer),
        None => serializer.serialize_none(),
    }
}

/// What became of a lead's mail to the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailState {
    /// The mail server took it.
    Sent,
    /// It is sent when it is due.
    Waiting,
    /// It was given up.
    Failed,
    /// It is listed in the digest of what may be spam.
    Held,
}

impl MailState {
    fn of(state: State) -> Option<Self> {
        match state {
            State::Sent => Some(Self::Sent),
            State::Pending => Some(Self::Waiting),
            State::Dead => Some(Self::Failed),
            State::Quarantined | State::InDigest => Some(Self::Held),
            State::Stopped => None,
        }
    }
}

/// A lead. Its texts are as the visitor typed them: they may hold markup, and are to be shown as text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskLead {
    /// Its id.
    id: Uuid,
    /// When it was saved.
    #[serde(serialize_with = "iso_8601")]
    #[schema(value_type = String, format = DateTime)]
    created_at: DateTime<Utc>,
    /// First and last name.
    name: String,
    /// The telephone number as typed.
    phone: String,
    /// The e-mail address, if one was given.
    #[schema(required)]
    email: Option<String>,
    /// What is to be done. `null`, as address and urgency, where the saved text does not say.
    #[schema(required)]
    service: Option<String>,
    /// How soon: `routine`, `within-week`, `urgent` or `emergency`; `null` for anything else.
    #[schema(required)]
    urgency: Option<String>,
    /// How soon, in words.
    #[schema(required)]
    urgency_label: Option<String>,
    /// Whether it is an emergency.
    emergency: bool,
    /// Where the tree stands.
    #[schema(required)]
    address: Option<String>,
    /// The visitor's own words.
    details: String,
    /// The whole text, as it was saved.
    message: String,
    /// City of the visitor's network address.
    #[schema(required)]
    city: Option<String>,
    /// State of the visitor's network address.
    #[schema(required)]
    state: Option<String>,
    /// What became of it.
    #[schema(value_type = Status)]
    status: String,
    /// The owner's note.
    note: String,
    /// How often it was changed. A change names the version that it is a change of.
    version: i32,
    /// When it was answered.
    #[serde(serialize_with = "optional_iso_8601")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    answered_at: Option<DateTime<Utc>>,
    /// When it was last changed.
    #[serde(serialize_with = "optional_iso_8601")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    changed_at: Option<DateTime<Utc>>,
    /// Whether it may be spam.
    suspect: bool,
    /// What is unusual about it, in words.
    signals: Vec<String>,
    /// What became of its mail; `null` where there is none: it was sent long ago, or stopped.
    #[schema(required)]
    mail: Option<MailState>,
}

impl From<LeadRecord> for DeskLead {
    fn from(record: LeadRecord) -> Self {
        let lead = record.lead;
        let estimate = lead.estimate();
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
        Self {
            id: lead.id,
            created_at: lead.created_at,
            name: lead.full_name,
            phone: lead.phone,
            email: given(email),
            service: given(service),
            urgency: choice.map(|choice| choice.key().to_owned()),
            urgency_label: given(label),
            emergency,
            address: given(address),
            details: message,
            message: lead.message,
            city: lead.city,
            state: lead.state,
            status: record.status,
            note: record.note,
            version: record.version,
            answered_at: record.answered_at,
            changed_at: record.changed_at,
            suspect: record.suspect,
            signals: record
                .signals
                .iter()
                .map(|name| explain(std::slice::from_ref(name)))
                .collect(),
            mail: record.mail.and_then(MailState::of),
        }
    }
}

/// A change of a lead.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Change {
    /// When.
    #[serde(serialize_with = "iso_8601")]
    #[schema(value_type = String, format = DateTime)]
    at: DateTime<Utc>,
    /// The address of who made it.
    who: String,
    /// What was changed, in words.
    #[schema(example = "Status: new → called")]
    what: String,
}

impl From<Record> for Change {
    fn from(record: Record) -> Self {
        let what = match (&*record.what, &record.old_status, &record.new_status) {
            ("status", Some(old), Some(new)) => format!("Status: {old} → {new}"),
            ("note", ..) => "Note changed".to_owned(),
            ("customer", ..) => "Marked as a customer".to_owned(),
            ("spam", ..) => "Marked as spam".to_owned(),
            ("mail-retry", ..) => "Mail sent again".to_owned(),
            ("person-export", ..) => "Data of this person downloaded".to_owned(),
            ("webhook-replay", ..) => "Webhook sent again".to_owned(),
            _ => record.what,
        };
        Self {
            at: record.at,
            who: record.who,
            what,
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::json;
    use uuid::Uuid;

    use super::DeskLead;
    use crate::store::{lead_records::LeadRecord, outbox::kind::State, site_forms::SiteForm};

    fn shown(message: &str) -> serde_json::Value {
        let record = LeadRecord {
            lead: SiteForm {
                id: Uuid::nil(),
                created_at: DateTime::from_timestamp_millis(1_789_000_000_123).unwrap(),
                full_name: "Jane Doe".to_owned(),
                email: validator_wasm::PLACEHOLDER_EMAIL.to_owned(),
                phone: "404-555-0123".to_owned(),
                message: message.to_owned(),
                site_name: String::new(),
                visitor_id: None,
                session_id: None,
                ip_hash: None,
                ua: None,
                referrer: None,
                city: None,
                state: None,
                country: None,
            },
            suspect: true,
            signals: vec!["honeypot".to_owned(), "of-tomorrow".to_owned()],
            status: "new".to_owned(),
            note: String::new(),
            version: 0,
            answered_at: None,
            changed_at: None,
            mail: Some(State::InDigest),
        };
        serde_json::to_value(DeskLead::from(record)).unwrap()
    }

    #[test]
    fn a_lead_is_taken_apart() {
        let lead = shown(
            "Service: Storm Damage\nUrgency: Emergency\nAddress: 12 Oak Street\n  Decatur\nDetails:\n<b>",
        );
        for (key, value) in [
            ("createdAt", json!("2026-09-10T00:26:40.123Z")),
            ("email", json!(null)),
            ("service", json!("Storm Damage")),
            ("address", json!("12 Oak Street\nDecatur")),
            ("details", json!("<b>")),
            ("mail", json!("held")),
        ] {
            assert_eq!(lead[key], value, "{key}");
        }
        assert_eq!(lead["signals"].as_array().unwrap().len(), 2);
        assert_eq!(lead["signals"][1], "of-tomorrow");
    }

    #[test]
    fn what_cannot_be_taken_apart_is_details() {
        let lead = shown("Please call me");
        for key in ["service", "urgency", "urgencyLabel", "address"] {
            assert_eq!(lead[key], json!(null), "{key}");
        }
        assert_eq!(lead["emergency"], false);
        assert_eq!(lead["details"], "Please call me");
    }
}
