//! The emails about an estimate: to the customer whom it is offered, and to the owner when the customer has decided.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::{Act, Event};
use uuid::Uuid;

use super::message::{NewMessage, insert};
use crate::{database::schema::desk_events, message_kind::Kind};

/// Enqueues the email that follows from an event of a lead. Returns whether there is one.
pub async fn enqueue(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    event: &Event,
) -> QueryResult<bool> {
    let kind = match &event.act {
        Act::Offered(offer) if offer.mail => Kind::Estimate,
        Act::Accepted { .. } | Act::Declined { .. } | Act::Asked { .. } => Kind::Decision,
        _ => return Ok(false),
    };
    let mail = NewMessage {
        lead_id: Some(lead),
        follow_up: kind == Kind::Decision,
        ..NewMessage::new(event.id, kind)
    };
    insert(connection, vec![mail]).await.map(|_| true)
}

/// Returns which of these emails announce an accepted estimate.
pub(super) async fn accepted(
    connection: &mut AsyncPgConnection,
    emails: &[Uuid],
) -> QueryResult<Vec<Uuid>> {
    desk_events::table
        .filter(desk_events::id.eq_any(emails))
        .filter(desk_events::kind.eq("accepted"))
        .select(desk_events::id)
        .load(connection)
        .await
}
