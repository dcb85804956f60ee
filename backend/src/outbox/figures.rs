//! The figures of the outbox: how many messages wait, and for how long. Auto-replies and push
//! messages are not counted, because their failures require no action.

use diesel::{
    QueryableByName,
    dsl::sql,
    select, sql_query,
    sql_types::{Array, BigInt, Bool, Double, Nullable, Text},
};
use diesel_async::RunQueryDsl;

use super::outcome::FailureClass;
use crate::{
    database::{error::StoreError, pool::Store},
    message_kind::{Channel, Kind, MessageState},
};

pub const COUNTED: [Channel; 2] = [Channel::Mails, Channel::Webhooks];

#[derive(Clone, Debug)]
pub struct OutboxFigures {
    groups: Vec<Group>,
}

/// Parameter: the kinds. With one condition per state, Postgres uses the partial indexes, so the cost
/// does not grow with the number of sent emails.
const READ: &str = "
    SELECT kind, state, failure_class, count(*) AS number,
        greatest(extract(epoch FROM now() - min(due_at)), 0)::float8 AS due_seconds,
        greatest(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age_seconds
    FROM outbox
    WHERE (state = 'pending' OR state = 'quarantined' OR state = 'dead') AND kind = ANY ($1)
    GROUP BY kind, state, failure_class";

#[derive(Clone, Debug, QueryableByName)]
struct Group {
    #[diesel(sql_type = Text)]
    kind: Kind,
    #[diesel(sql_type = Text)]
    state: MessageState,
    #[diesel(sql_type = Nullable<Text>)]
    failure_class: Option<String>,
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = Double)]
    due_seconds: f64,
    #[diesel(sql_type = Double)]
    age_seconds: f64,
}

pub async fn read(store: &Store) -> Result<OutboxFigures, StoreError> {
    let kinds = Kind::with(|facts| !facts.is_short_lived);
    let groups = store
        .run(async |connection| {
            sql_query(READ)
                .bind::<Array<Text>, _>(&kinds)
                .load(connection)
                .await
        })
        .await?;
    Ok(OutboxFigures { groups })
}

pub(crate) async fn is_message_due(store: &Store) -> Result<bool, StoreError> {
    let is_due = "EXISTS (SELECT FROM outbox
        WHERE state = 'pending' AND (due_at <= now() OR leased_until > now()))";
    store
        .run(async |connection| select(sql::<Bool>(is_due)).get_result(connection).await)
        .await
}

impl OutboxFigures {
    /// Returns the number of messages in a state that is not final. Sent messages are not counted:
    /// there are as many as leads.
    pub fn waiting(&self, channel: Channel, state: MessageState) -> i64 {
        self.of(channel, state).map(|group| group.number).sum()
    }

    /// Returns the number of pending messages whose last attempt failed with this class of failure.
    pub fn failing(&self, channel: Channel, class: FailureClass) -> i64 {
        self.of(channel, MessageState::Pending)
            .filter(|group| group.failure_class.as_deref() == Some(class.name()))
            .map(|group| group.number)
            .sum()
    }

    /// Returns the seconds since the email that is due for the longest became due; 0 if none is due.
    pub fn oldest_due_seconds(&self) -> f64 {
        let mails = self.of(Channel::Mails, MessageState::Pending);
        mails.map(|group| group.due_seconds).fold(0.0, f64::max)
    }

    /// Returns the age of the oldest pending email in seconds; 0 if there is none. An email that
    /// keeps failing becomes due later and later; only its age grows.
    pub fn oldest_pending_seconds(&self) -> f64 {
        let mails = self.of(Channel::Mails, MessageState::Pending);
        mails.map(|group| group.age_seconds).fold(0.0, f64::max)
    }

    fn of(&self, channel: Channel, state: MessageState) -> impl Iterator<Item = &Group> {
        self.groups
            .iter()
            .filter(move |group| group.state == state && group.kind.facts().channel == channel)
    }
}
