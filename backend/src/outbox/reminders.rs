//! Reminds the desk's people of leads, with push messages in the outbox.
//!
//! The id of a push message is derived from the lead, the occasion, and the browser. So there is only
//! one message, however many processes search, and none about something that was done in the meantime.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::sql,
    sql_types::{Bool, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{
    message::{NewMessage, Occasion, insert},
    push_subscriptions,
};
use crate::{
    database::{error::StoreError, pool::Store},
    leads::lead_records::{CLASS, VISIBLE},
};

/// The age at which an emergency that nobody has taken is announced again.
const AGAIN_AFTER: Duration = Duration::from_mins(5);

/// The period that is searched for leads that need a reminder: a weekend in which no backend ran.
const LOOKED_FOR: Duration = Duration::from_hours(3 * 24);

/// Selects the leads, the times at which a reminder fell due, and whether it is the second announcement.
/// A lead whose `next_at` had already passed when somebody changed it needs no reminder. The classes
/// are those of the index: 1 has emergencies, including new ones, and 0 has leads that are not new.
fn query() -> String {
    let [again, looked_for] =
        [AGAIN_AFTER, LOOKED_FOR].map(|it| format!("interval '{} s'", it.as_secs()));
    format!(
        "SELECT id, next_at, false FROM site_forms
         WHERE next_at IS NOT NULL AND {VISIBLE} AND {CLASS} IN (0, 1) AND status <> 'new'
             AND next_at <= now() AND next_at > now() - {looked_for}
             AND coalesce(changed_at, created_at) < next_at
         UNION ALL
         SELECT id, created_at + {again}, true FROM site_forms
         WHERE next_at IS NOT NULL AND {VISIBLE} AND {CLASS} = 1 AND status = 'new'
             AND next_at <= now() AND next_at > now() - {again} - {looked_for}
             AND created_at <= now() - {again}
             AND created_at > now() - {again} - {looked_for}
             AND calls = '{{}}' AND taken_by IS NULL"
    )
}

/// Enqueues push messages, unless they exist already, about due leads and about emergencies that
/// nobody has taken. They go to all browsers in which the people with these lowercase addresses were
/// signed in by then. Returns the number of new messages.
pub async fn enqueue(store: &Store, people: &[String]) -> Result<usize, StoreError> {
    store
        .run(async |connection| {
            let passed: Vec<(Uuid, DateTime<Utc>, bool)> =
                sql::<(SqlUuid, Timestamptz, Bool)>(&query())
                    .load(connection)
                    .await?;
            if passed.is_empty() {
                return Ok(0);
            }
            let sessions = push_subscriptions::sessions_of(connection, people).await?;
            let mut pushes = Vec::new();
            for (id, at, is_again) in passed {
                let occasion = if is_again {
                    Occasion::NotTaken
                } else {
                    Occasion::Due(at)
                };
                let told = sessions.iter().filter(|(_, since)| *since < at);
                pushes.extend(told.map(|(session, _)| NewMessage::push(id, occasion, *session)));
            }
            Ok(insert(connection, pushes).await?.len())
        })
        .await
}
