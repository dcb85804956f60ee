//! A lead as the desk shows it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    config::company::town,
    database::{call::Call, outbox_kind::State},
    leads::{
        lead_records::{LeadRecord, LeadState},
        spam::explain,
    },
    privacy::personal_data::PersonalDataMatcher,
};

/// Where a lead came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The site's form.
    Form,
    /// A telephone call: somebody of the desk entered it.
    Call,
}

/// What became of a mail or a webhook.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeskDeliveryState {
    /// It is sent when it is due, or being sent.
    Waiting,
    /// It is listed in the digest of what may be spam.
    Held,
    /// Its receiver took it.
    Sent,
    /// It was given up.
    Failed,
    /// Its lead was marked as spam before it was sent.
    Stopped,
}

impl From<State> for DeskDeliveryState {
    fn from(state: State) -> Self {
        match state {
            State::Pending => Self::Waiting,
            State::Quarantined | State::InDigest => Self::Held,
            State::Sent => Self::Sent,
            State::Dead => Self::Failed,
            State::Stopped => Self::Stopped,
        }
    }
}

/// A lead. Its texts are as the visitor typed them: they may hold markup, and are to be shown as text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskLead {
    id: Uuid,
    created_at: DateTime<Utc>,
    #[schema(value_type = Source)]
    source: String,
    /// First and last name.
    name: String,
    /// The telephone number as typed.
    phone: String,
    /// What is dialed to call; `null` where the telephone number has no number that can be called.
    call: Option<Call>,
    /// Its telephone numbers and its mailbox, in the form in which the contacts of two leads are compared.
    contacts: Vec<String>,
    /// The e-mail address, if one was given.
    email: Option<String>,
    /// What is to be done. `null`, as address and urgency, where the saved text does not say.
    service: Option<String>,
    /// How soon: `routine`, `within-week`, `urgent` or `emergency`; `null` for anything else.
    urgency: Option<String>,
    /// How soon, in words.
    urgency_label: Option<String>,
    emergency: bool,
    /// Where the tree stands.
    address: Option<String>,
    /// The company's town that the address names, or else the city of the visitor's network address.
    town: Option<String>,
    /// The visitor's own words.
    details: String,
    /// Whether a long text is cut and ends with an ellipsis, as in lists. The lead's own path has all of it.
    shortened: bool,
    /// City of the visitor's network address.
    city: Option<String>,
    /// State of the visitor's network address.
    state: Option<String>,
    #[serde(flatten)]
    became: LeadState,
    /// How many events the desk has recorded about it.
    events: i32,
    /// From when on it is overdue.
    late_at: Option<DateTime<Utc>>,
    changed_at: Option<DateTime<Utc>>,
    /// What is unusual about it, in words.
    signals: Vec<String>,
    /// The ids of its photographs, the oldest first; none while it is suspect.
    photos: Vec<Uuid>,
    /// What became of its mail; `null` where there is none: it was sent long ago, or stopped.
    mail: Option<DeskDeliveryState>,
}

impl From<LeadRecord> for DeskLead {
    fn from(record: LeadRecord) -> Self {
        let late_at = record.late_at();
        let (lead, estimate, state) = (record.lead, record.estimate, record.state);
        let choice = estimate.chosen_urgency();
        let emergency = estimate.is_emergency();
        let label = estimate.borrowed().urgency_label().to_owned();
        let mut contacts = PersonalDataMatcher::default();
        contacts.add(&lead.email, &estimate.phone);
        let given = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            id: lead.id,
            created_at: lead.created_at,
            source: record.source,
            name: estimate.first_name,
            call: Call::of(&estimate.phone),
            contacts: contacts.keys(),
            phone: estimate.phone,
            email: given(estimate.email),
            service: given(estimate.service),
            urgency: choice.map(|choice| choice.key().to_owned()),
            urgency_label: given(label),
            emergency,
            town: town(&estimate.address)
                .map(str::to_owned)
                .or(lead.city.clone()),
            address: given(estimate.address),
            details: estimate.message,
            shortened: record.is_shortened,
            city: lead.city,
            state: lead.state,
            events: record.events,
            late_at,
            changed_at: record.changed_at,
            signals: record
                .signals
                .iter()
                .map(|name| explain(std::slice::from_ref(name)))
                .collect(),
            photos: if state.suspect {
                Vec::new()
            } else {
                record.photos
            },
            mail: record
                .mail
                .filter(|state| *state != State::Stopped)
                .map(DeskDeliveryState::from),
            became: state,
        }
    }
}
