//! A lead as the desk shows it.

use chrono::{DateTime, Utc};
use lead_log::{LostReason, Status};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    config::company::town,
    database::{call::Call, outbox_kind::State},
    leads::{lead_records::LeadRecord, spam::explain},
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
    created_at: DateTime<Utc>,
    /// Where it came from.
    #[schema(value_type = Source)]
    source: String,
    /// First and last name.
    name: String,
    /// The telephone number as typed.
    phone: String,
    /// What is dialed to call; `null` where the telephone number has no number that can be called.
    #[schema(required)]
    call: Option<Call>,
    /// By what two leads of a person are known: each of its numbers, and its mailbox, in the one form in which they
    /// are compared.
    contacts: Vec<String>,
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
    /// The company's town that the address names, or else the city of the visitor's network address.
    #[schema(required)]
    town: Option<String>,
    /// The visitor's own words.
    details: String,
    /// Whether a text is longer than it is here; it ends with an ellipsis then. Lists have the beginning of
    /// a long text, and the lead's own path has all of it.
    shortened: bool,
    /// City of the visitor's network address.
    #[schema(required)]
    city: Option<String>,
    /// State of the visitor's network address.
    #[schema(required)]
    state: Option<String>,
    /// What became of it.
    #[schema(value_type = Status)]
    status: String,
    /// All notes, the earliest first, with an empty line between two.
    note: String,
    /// How many events the desk has recorded about it.
    events: i32,
    /// When it needs somebody next; `null` when it is over, or spam.
    #[schema(required)]
    next_at: Option<DateTime<Utc>>,
    /// From when on it is overdue.
    #[schema(required)]
    late_at: Option<DateTime<Utc>>,
    /// When somebody of the company called, the earliest first.
    calls: Vec<DateTime<Utc>>,
    /// The address of who takes care of it.
    #[schema(required)]
    taken_by: Option<String>,
    /// The amount of the estimate, in cents.
    #[schema(required)]
    quoted: Option<i32>,
    /// When the estimate was given.
    #[schema(required)]
    quoted_at: Option<DateTime<Utc>>,
    /// The amount of the order, in cents.
    #[schema(required)]
    won: Option<i32>,
    /// When it was won or lost.
    #[schema(required)]
    closed_at: Option<DateTime<Utc>>,
    /// When somebody goes there.
    #[schema(required)]
    visit_at: Option<DateTime<Utc>>,
    /// Who goes there.
    #[schema(required)]
    visit_by: Option<String>,
    /// Why it was lost.
    #[schema(value_type = Option<LostReason>, required)]
    lost_reason: Option<String>,
    /// When a person was first reached.
    #[schema(required)]
    answered_at: Option<DateTime<Utc>>,
    /// When it was last changed.
    #[schema(required)]
    changed_at: Option<DateTime<Utc>>,
    /// Whether it may be spam.
    suspect: bool,
    /// What is unusual about it, in words.
    signals: Vec<String>,
    /// The ids of its photographs, the oldest first; none while it is suspect.
    photos: Vec<Uuid>,
    /// What became of its mail; `null` where there is none: it was sent long ago, or stopped.
    #[schema(required)]
    mail: Option<MailState>,
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
            status: state.status,
            note: state.note,
            events: record.events,
            next_at: state.next_at,
            late_at,
            calls: state.calls,
            taken_by: state.taken_by,
            quoted: state.quoted,
            quoted_at: state.quoted_at,
            won: state.won,
            closed_at: state.closed_at,
            visit_at: state.visit_at,
            visit_by: state.visit_by,
            lost_reason: state.lost_reason,
            answered_at: state.answered_at,
            changed_at: record.changed_at,
            suspect: state.suspect,
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
            mail: record.mail.and_then(MailState::of),
        }
    }
}
