//! `/api/desk/leads/{id}/events`: the events of a lead.

use actix_web::{HttpResponse, http::StatusCode};
use chrono::{DateTime, Datelike, Utc};
use contact_data::EmailAddress;
use lead_log::{Act, Correction, Event};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    database::outbox_kind::Channel,
    desk::{http::DeskRequest, lead::DeskLead, tables::leads},
    web::{error::RequestError, transaction::transaction},
};

/// The maximum length of a corrected value, in characters.
const MAX_CORRECTION_CHARS: usize = 254;

/// The maximum amount in cents: the maximum of the table's column.
const MAX_CENTS: u32 = i32::MAX.unsigned_abs();

/// A lead and its events.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeadAndLog {
    lead: DeskLead,
    /// The lead's events, the latest first.
    events: Vec<Event>,
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
    check(&event)?;
    event.who.clone_from(&request.session.address);
    let (lead, events, is_mail_due) = transaction(&request.store, async |connection| {
        leads::append(connection, id, event.clone()).await
    })
    .await?;
    if is_mail_due {
        request.desk.notifier.notify(Channel::Mails);
    }
    let lead = DeskLead::from(lead);
    Ok(HttpResponse::Ok().json(LeadAndLog { lead, events }))
}

fn refusal(field: Option<&'static str>, sentence: &'static str) -> RequestError {
    RequestError {
        field,
        ..RequestError::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }
}

/// Rejects a time outside the years 2000 to 2099, which is a mistake and would break the order of lists.
pub(super) fn check_time(time: DateTime<Utc>) -> Result<(), RequestError> {
    if (2000..2100).contains(&time.year()) {
        Ok(())
    } else {
        Err(refusal(None, "The time must be in this century."))
    }
}

/// Rejects an event that the desk does not send, or whose values are a mistake.
fn check(event: &Event) -> Result<(), RequestError> {
    check_time(event.at)?;
    if !event.act.is_sent() {
        return Err(refusal(None, "The desk cannot record this event."));
    }
    match &event.act {
        Act::Noted { text } => {
            let chars = text.chars().count();
            if text.trim().is_empty() || chars > Act::MAX_NOTE_CHARS {
                let sentence = "A note must not be empty, and can have at most 5,000 characters.";
                return Err(refusal(Some("text"), sentence));
            }
        }
        Act::VisitSet { visit_at, visit_by } => {
            check_time(*visit_at)?;
            let by = visit_by.as_deref().unwrap_or_default();
            if by.chars().count() > Act::MAX_VISIT_BY_CHARS {
                let sentence = "A name can have at most 100 characters.";
                return Err(refusal(Some("visitBy"), sentence));
            }
        }
        Act::Called { next: time, .. } | Act::Won { work_at: time, .. } => {
            time.map_or(Ok(()), check_time)?;
        }
        Act::PutOff { until } => check_time(*until)?,
        Act::Corrected(correction) => check_correction(correction)?,
        _ => {}
    }
    match event.act {
        Act::Quoted { amount } | Act::Won { amount, .. }
            if amount.is_some_and(|amount| amount > MAX_CENTS) =>
        {
            let sentence = "An amount must be less than 21 million dollars.";
            Err(refusal(Some("amount"), sentence))
        }
        _ => Ok(()),
    }
}

fn check_correction(correction: &Correction) -> Result<(), RequestError> {
    let Correction {
        name,
        phone,
        email,
        address,
        service,
    } = correction;
    let is_blank = |text: &Option<String>| text.as_deref().is_some_and(|it| it.trim().is_empty());
    for (field, text, is_required) in [
        ("name", name, true),
        ("phone", phone, true),
        ("email", email, false),
        ("address", address, false),
        ("service", service, false),
    ] {
        let chars = text.as_deref().unwrap_or_default().chars().count();
        if chars > MAX_CORRECTION_CHARS || is_required && is_blank(text) {
            let sentence = "Use at most 254 characters. Name and phone must not be empty.";
            return Err(refusal(Some(field), sentence));
        }
    }
    let is_address = |email: &String| email.is_empty() || email.parse::<EmailAddress>().is_ok();
    if email.as_ref().is_some_and(|email| !is_address(email)) {
        return Err(refusal(Some("email"), "That is not an email address."));
    }
    Ok(())
}
