//! Sends messages of the outbox again.

use chrono::{DateTime, Utc};
use diesel::{
    dsl::{now, sql},
    prelude::*,
    sql_types::{Integer, Nullable, Timestamptz},
    update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::Act;
use uuid::Uuid;

use super::entries::coalesce;
use crate::{
    database::schema::outbox,
    leads::log,
    message_kind::{Kind, MessageState},
};

#[derive(Clone, Debug)]
pub enum SendAgain {
    Dead,
    /// These messages: dead or pending messages, and webhooks in any state.
    These(Vec<Uuid>),
    /// This email to the owner, if it is dead or pending.
    Mail(Uuid),
    /// This webhook, even if it was sent.
    Webhook(Uuid),
}

/// Makes emails and webhooks due now, and resets the attempts of those that are not pending. Messages in
/// flight stay leased. Records who requested it. Returns the number of messages. Call it in a transaction.
pub async fn send_again(
    connection: &mut AsyncPgConnection,
    which: &SendAgain,
    who: &str,
) -> QueryResult<usize> {
    let due = update(outbox::table).set((
        outbox::state.eq(MessageState::Pending),
        outbox::due_at.eq(now),
        outbox::attempts.eq(sql::<Integer>(
            "CASE WHEN state = 'pending' THEN attempts ELSE 0 END",
        )),
        // A webhook goes to the present receiver.
        outbox::receiver.eq(None::<Vec<u8>>),
        outbox::finished_at.eq(None::<DateTime<Utc>>.into_sql::<Nullable<Timestamptz>>()),
    ));
    let is_unsent = outbox::state.eq_any([MessageState::Pending, MessageState::Dead]);
    let is_webhook = outbox::kind.eq(Kind::Webhook);
    // Kinds and states of a newer version are left to that version.
    let due = due
        .filter(outbox::kind.eq_any(Kind::ALL))
        .filter(outbox::state.eq_any(MessageState::ALL))
        .into_boxed();
    // The log has the message's id if there is no lead.
    let retried: Vec<(Kind, Uuid)> = match which {
        SendAgain::Dead => due.filter(outbox::state.eq(MessageState::Dead)),
        SendAgain::These(ids) => due
            .filter(outbox::id.eq_any(ids))
            .filter(is_unsent.or(is_webhook)),
        SendAgain::Mail(id) => due
            .filter(outbox::id.eq(id))
            .filter(is_unsent)
            .filter(outbox::kind.eq_any(Kind::lasting_mails())),
        SendAgain::Webhook(id) => due.filter(outbox::id.eq(id)).filter(is_webhook),
    }
    .returning((outbox::kind, coalesce(outbox::lead_id, outbox::id)))
    .get_results(connection)
    .await?;
    for (kind, lead) in &retried {
        let act = match kind {
            Kind::Webhook => Act::WebhookSentAgain,
            _ => Act::MailSentAgain,
        };
        log::record(connection, who, *lead, act).await?;
    }
    Ok(retried.len())
}
