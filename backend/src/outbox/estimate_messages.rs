//! The emails about an estimate: to the customer whom it is offered, and to the owner when the customer has decided.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::{Act, Event, Offer};
use uuid::Uuid;

use super::message::{NewMessage, insert, webhook_id};
use crate::{
    database::schema::desk_events,
    leads::{log, offers},
    message_kind::Kind,
};

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

/// A customer's decision, and the estimate that it is about: of an accepted one, the lines that were ordered.
#[derive(Clone, Debug)]
pub struct Decided {
    pub event: Event,
    pub offer: Offer,
}

impl Decided {
    /// Finds a decision among the events of a lead: the one of an email, or an acceptance, by the id of its webhook.
    pub(super) async fn find(
        connection: &mut AsyncPgConnection,
        lead: Uuid,
        message: Uuid,
    ) -> QueryResult<Option<Self>> {
        let events = log::of_lead(connection, lead).await?;
        let is_accepted = |it: &Event| matches!(it.act, Act::Accepted { .. });
        let event = (events.iter())
            .find(|it| it.id == message || is_accepted(it) && webhook_id(it.id) == message);
        let decided = event.and_then(|event| {
            let (_, offer) = offers::offer(&events, event.act.estimate()?)?;
            let mut offer = offer.clone();
            if let Act::Accepted { chosen, .. } = &event.act {
                offer.lines = offers::ordered(&offer, chosen);
            }
            let event = event.clone();
            Some(Self { event, offer })
        });
        Ok(decided)
    }
}
