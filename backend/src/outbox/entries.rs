//! Lists and counts messages of the outbox.

use chrono::{DateTime, Utc};
use diesel::{
    prelude::*,
    sql_types::{Nullable, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{Stream, TryStreamExt};
use serde::Serialize;
use uuid::Uuid;

use crate::{
    database::schema::{outbox, site_forms},
    leads::lead_records::{Extent, left, listed_line, with_one_more},
    message_kind::{Kind, MessageState},
};

/// A message of the outbox, without its content.
#[derive(Clone, Debug, Queryable, Serialize)]
pub struct OutboxEntry {
    pub(crate) id: Uuid,
    pub(crate) kind: Kind,
    pub(crate) state: MessageState,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) due_at: DateTime<Utc>,
    pub(crate) attempts: i32,
    pub(crate) attempted_at: Option<DateTime<Utc>>,
    pub(crate) http_status: Option<i16>,
    pub(crate) failure_class: Option<String>,
    pub(crate) failure: Option<String>,
    /// `None` for a lead's email, which has the lead's id.
    #[serde(skip)]
    pub(crate) lead_id: Option<Uuid>,
    #[serde(skip)]
    subject: Option<String>,
    #[serde(skip)]
    caller: Option<(String, String)>,
}

impl OutboxEntry {
    /// Returns the name and phone number of the lead, as a list shows them. `None` if there is no
    /// lead or it was erased.
    pub(crate) fn caller(&self) -> Option<(String, String)> {
        let (name, phone) = self.caller.as_ref()?;
        Some((listed_line(name), listed_line(phone)))
    }

    /// Returns the title of a message that has no [`caller`](Self::caller).
    pub(crate) fn title(&self) -> &str {
        let title = self.kind.facts().title;
        self.subject.as_deref().unwrap_or(title)
    }
}

diesel::define_sql_function! {
    fn coalesce(first: Nullable<SqlUuid>, second: SqlUuid) -> SqlUuid;
}

#[diesel::dsl::auto_type(no_type_alias)]
fn entries() -> _ {
    let line: i32 = with_one_more(Extent::List.line_chars());
    let kinds: &'static [Kind] = Kind::ALL;
    let states: &'static [MessageState] = MessageState::ALL;
    let is_known = outbox::kind.eq_any(kinds).and(outbox::state.eq_any(states));
    outbox::table
        .left_join(site_forms::table.on(site_forms::id.eq(coalesce(outbox::lead_id, outbox::id))))
        .select((
            outbox::id,
            outbox::kind,
            outbox::state,
            outbox::created_at,
            outbox::due_at,
            outbox::attempts,
            outbox::attempted_at,
            outbox::http_status,
            outbox::failure_class,
            outbox::failure,
            outbox::lead_id,
            outbox::subject,
            (
                left(site_forms::full_name, line),
                left(site_forms::phone, line),
            )
                .nullable(),
        ))
        .filter(is_known)
}

/// Returns the emails and webhooks that were not sent, or `all`, the oldest first.
///
/// # Errors
/// When the query cannot be sent. Later errors come in the stream.
pub async fn oldest_first(
    connection: &mut AsyncPgConnection,
    all: bool,
) -> QueryResult<impl Stream<Item = QueryResult<OutboxEntry>>> {
    let mut mails = entries()
        .order((outbox::created_at, outbox::id))
        .into_boxed();
    if !all {
        // With one condition per state, Postgres uses the partial indexes; with `eq_any` it does not.
        mails = mails.filter(
            outbox::state
                .eq(MessageState::Pending)
                .or(outbox::state.eq(MessageState::Quarantined))
                .or(outbox::state.eq(MessageState::Dead)),
        );
    }
    mails
        .load_stream::<OutboxEntry>(connection)
        .await
        .map(TryStreamExt::into_stream)
}

const MAX_UNDELIVERED: i64 = 200;

/// Returns the emails to the owner that failed for good or whose last attempt failed, the newest first.
pub async fn newest_undelivered(
    connection: &mut AsyncPgConnection,
) -> QueryResult<Vec<OutboxEntry>> {
    let failing = outbox::state
        .eq(MessageState::Pending)
        .and(outbox::failure_class.is_not_null());
    entries()
        .filter(outbox::state.eq(MessageState::Dead).or(failing))
        .filter(outbox::kind.eq_any(Kind::lasting_mails()))
        .order((outbox::created_at.desc(), outbox::id.desc()))
        .limit(MAX_UNDELIVERED)
        .load(connection)
        .await
}

const MAX_WEBHOOKS: i64 = 50;

pub(crate) async fn newest_webhooks(
    connection: &mut AsyncPgConnection,
) -> QueryResult<Vec<OutboxEntry>> {
    entries()
        .filter(outbox::kind.eq(Kind::Webhook))
        .order((outbox::created_at.desc(), outbox::id.desc()))
        .limit(MAX_WEBHOOKS)
        .load(connection)
        .await
}

/// Counts the dead messages of these kinds, or the pending ones whose last attempt failed.
pub(crate) async fn count_undelivered(
    connection: &mut AsyncPgConnection,
    kinds: &[Kind],
    state: MessageState,
) -> QueryResult<usize> {
    let is_dead = outbox::state.eq(MessageState::Dead);
    let count: i64 = outbox::table
        .filter(outbox::kind.eq_any(kinds).and(outbox::state.eq(state)))
        .filter(outbox::failure_class.is_not_null().or(is_dead))
        .count()
        .get_result(connection)
        .await?;
    Ok(usize::try_from(count).unwrap_or_default())
}
