//! `/api/desk/leads/{id}/events`: the events of a lead.

use actix_web::{HttpResponse, http::StatusCode};
use lead_log::{Clash, Event, clashes};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    company::calendar,
    desk::{Desk, http::DeskRequest, lead::DeskLead, lead_events},
    leads::lead_records::LeadRecord,
    message_kind::Channel,
    web::{error::RequestError, transaction::transaction},
};

/// A lead and its events.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeadAndLog {
    lead: DeskLead,
    /// The lead's events, the latest first.
    events: Vec<Event>,
    /// Pairs of events whose authors did not know of each other, and of which one has no effect.
    clashes: Vec<Clash>,
}

impl LeadAndLog {
    pub(super) fn new(lead: LeadRecord, events: Vec<Event>, desk: &Desk) -> Self {
        Self {
            clashes: clashes(&lead.unchanging(), &events, &calendar::days(&events)),
            lead: DeskLead::new(lead, &desk.senders.customer_links),
            events,
        }
    }
}

/// Record an event of a lead
///
/// An event that is already recorded is not recorded again. A lead's state follows from its events,
/// in the order of their times. The email about a customer's lead is sent at once. The email about
/// spam, if it was not sent yet, is neither sent nor listed in a digest.
#[utoipa::path(
    post,
    path = "/api/desk/leads/{id}/events",
    operation_id = "recordDeskEvent",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    request_body = Event,
    responses((status = 200, description = "The lead as it is now.", body = LeadAndLog)),
)]
pub(crate) async fn record(mut request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let mut event: Event = request.fields().await?;
    event.check().map_err(refusal)?;
    event.who.clone_from(&request.session.address);
    let (lead, events, is_mail_due) = transaction(&request.store, async |connection| {
        lead_events::append(connection, id, event.clone()).await
    })
    .await?;
    if is_mail_due {
        request.desk.notifier.notify(Channel::Mails);
    }
    Ok(HttpResponse::Ok().json(LeadAndLog::new(lead, events, &request.desk)))
}

/// Refuses a request with a mistake in it, which the sentence tells.
pub(super) fn refusal(sentence: &'static str) -> RequestError {
    RequestError::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
}
