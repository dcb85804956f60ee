//! A lead as the desk shows it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use lead_log::{Appointment, Estimate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::Field;

use crate::{
    company::town,
    leads::{
        dialed_numbers::DialedNumbers,
        lead_records::{LeadRecord, LeadState},
        spam::explain,
    },
    message_kind::MessageState,
    photos::link::CustomerLinks,
    privacy::personal_data::PersonalDataMatcher,
};

/// The origin of a lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The site's form.
    Form,
    /// A phone call. A person at the desk entered the lead.
    Call,
}

/// The delivery state of an email or a webhook.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeskDeliveryState {
    /// The message is due, due later, or being sent.
    Waiting,
    /// The message waits for the spam digest or is listed in it.
    Held,
    /// The receiver accepted the message.
    Sent,
    /// The delivery failed for good.
    Failed,
    /// The lead was marked as spam before the message was sent.
    Stopped,
}

impl From<MessageState> for DeskDeliveryState {
    fn from(state: MessageState) -> Self {
        match state {
            MessageState::Pending => Self::Waiting,
            MessageState::Quarantined | MessageState::InDigest => Self::Held,
            MessageState::Sent => Self::Sent,
            MessageState::Dead => Self::Failed,
            MessageState::Stopped => Self::Stopped,
        }
    }
}

/// A lead. Texts are stored as the visitor typed them and may contain markup. Display them as plain text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskLead {
    id: Uuid,
    created_at: DateTime<Utc>,
    #[schema(value_type = Source)]
    source: String,
    /// First and last name.
    name: String,
    /// The phone number, as typed.
    phone: String,
    /// The number to dial; `null` if the typed phone number cannot be dialed.
    call: Option<DialedNumbers>,
    /// The phone numbers and the mailbox, normalized to compare the contacts of two leads.
    contacts: Vec<String>,
    /// The email address, if the visitor gave one.
    email: Option<String>,
    /// The requested service; `null` if the saved text does not contain it, like the address and the urgency.
    service: Option<String>,
    /// The urgency: `routine`, `within-week`, `urgent`, or `emergency`; `null` for anything else.
    urgency: Option<String>,
    /// The urgency as a label.
    urgency_label: Option<String>,
    emergency: bool,
    /// The address of the tree.
    address: Option<String>,
    /// The company's town that the address names, or else the city of the visitor's IP address.
    town: Option<String>,
    /// The visitor's description of the work.
    details: String,
    /// The form's other fields that the visitor filled in, by their labels.
    other_fields: BTreeMap<&'static str, String>,
    /// Whether long texts are cut and end with an ellipsis, as in lists. The lead's own path has
    /// the full texts.
    shortened: bool,
    /// The city of the visitor's IP address.
    city: Option<String>,
    /// The state of the visitor's IP address.
    state: Option<String>,
    #[serde(flatten)]
    lead_state: LeadState,
    /// The appointments, the earliest first.
    appointments: Vec<Appointment>,
    /// The latest estimate, if the customer can read it.
    #[schema(required)]
    estimate: Option<Estimate>,
    /// The sum of the person's earlier orders, in cents; `null` if there is none.
    ordered_before: Option<i64>,
    /// The number of events that the desk has recorded for the lead.
    events: i32,
    /// The time at which the lead becomes overdue.
    late_at: Option<DateTime<Utc>>,
    /// Whether the lead is only in the list of spam: it is spam, or suspect and no emergency.
    hidden: bool,
    changed_at: Option<DateTime<Utc>>,
    /// The spam signals, in words.
    signals: Vec<String>,
    /// The ids of the lead's photos, the oldest first; empty while the lead is suspect.
    photos: Vec<Uuid>,
    /// The delivery state of the lead's email; `null` if there is none: it was sent long ago, or stopped.
    mail: Option<DeskDeliveryState>,
    /// The URL of the customer's own page, for texts to the customer.
    link: String,
}

impl DeskLead {
    pub fn new(record: LeadRecord, links: &CustomerLinks) -> Self {
        let link = links.link(&record);
        let (late_at, hidden) = (record.late_at(), record.is_hidden());
        let (lead, estimate, state) = (record.lead, record.estimate, record.state);
        let choice = estimate.chosen_urgency();
        let emergency = estimate.is_emergency();
        let label = estimate.borrowed().urgency_label().to_owned();
        let mut contacts = PersonalDataMatcher::default();
        contacts.add(&lead.email, &estimate.phone);
        let has_property = [Field::Service, Field::Urgency, Field::Address];
        let other_fields = Field::reported()
            .filter(|(field, _)| field.facts().line.is_some() && !has_property.contains(field))
            .map(|(field, label)| (label, estimate.get(field).clone()))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        let given = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            id: lead.id,
            created_at: lead.created_at,
            source: record.source,
            name: estimate.first_name,
            call: DialedNumbers::of(&estimate.phone),
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
            other_fields,
            appointments: record.appointments,
            estimate: record.sent_estimate,
            ordered_before: record.ordered_before,
            shortened: record.is_shortened,
            city: lead.city,
            state: lead.state,
            events: record.events,
            late_at,
            hidden,
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
                .filter(|state| *state != MessageState::Stopped)
                .map(DeskDeliveryState::from),
            lead_state: state,
            link,
        }
    }
}
