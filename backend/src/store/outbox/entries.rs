//! Lists and retries what has not reached the owner, or the receiver of webhooks.

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, JoinOnDsl, NullableExpressionMethods,
    QueryDsl, QueryResult, Queryable,
    dsl::{now, sql},
    sql_types::{Integer, Nullable, Timestamptz, Uuid as SqlUuid},
    update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{Stream, TryStreamExt};
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::{DEAD, FOLLOW_UPS, PENDING, QUARANTINED, WEBHOOK};
use crate::store::schema::{outbox, site_forms};

/// A message of the outbox, without its content.
#[derive(Clone, Debug, Queryable, Serialize)]
pub struct OutboxRecord {
    /// Its id.
    pub id: Uuid,
    /// Its kind; see `schema.sql`. A lead's mail has the lead's id.
    pub kind: String,
    /// Its state; see `schema.sql`.
    pub state: String,
    /// When it was created.
    #[serde(serialize_with = "iso_8601")]
    pub created_at: DateTime<Utc>,
    /// When it is sent, if it is to be sent.
    #[serde(serialize_with = "iso_8601")]
    pub due_at: DateTime<Utc>,
    /// The number of attempts so far.
    pub attempts: i32,
    /// When the last attempt ended.
    #[serde(serialize_with = "optional_iso_8601")]
    pub attempted_at: Option<DateTime<Utc>>,
    /// The status (HTTP) that the last attempt of a webhook was answered with.
    pub http_status: Option<i16>,
    /// The class of the last attempt's failure.
    pub failure_class: Option<String>,
    /// The last attempt's failure in words.
    pub failure: Option<String>,
    /// The subject of a note.
    #[serde(skip)]
    pub subject: Option<String>,
    /// The name and telephone number of the lead.
    #[serde(skip)]
    pub caller: Option<(String, String)>,
}

fn iso_8601<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Secs, true))
}

#[expect(clippy::ref_option, reason = "serde gives a reference to the field")]
fn optional_iso_8601<S: Serializer>(
    time: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => iso_8601(time, serializer),
        None => serializer.serialize_none(),
    }
}

diesel::define_sql_function! {
    /// The first of the two that is not null.
    fn coalesce(first: Nullable<SqlUuid>, second: SqlUuid) -> SqlUuid;
}

#[diesel::dsl::auto_type(no_type_alias)]
fn records() -> _ {
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
            outbox::subject,
            (site_forms::full_name, site_forms::phone).nullable(),
        ))
}

/// The mails and webhooks that were not sent, or `all`, the oldest first.
///
/// # Errors
/// When the query cannot be sent; later errors come in the stream.
pub async fn oldest_first(
    connection: &mut AsyncPgConnection,
    all: bool,
) -> QueryResult<impl Stream<Item = QueryResult<OutboxRecord>>> {
    let mut mails = records()
        .order((outbox::created_at, outbox::id))
        .into_boxed();
    if !all {
        // A condition for each: Postgres finds their partial indexes, as it does not for `eq_any`.
        mails = mails.filter(
            outbox::state
                .eq(PENDING)
                .or(outbox::state.eq(QUARANTINED))
                .or(outbox::state.eq(DEAD)),
        );
    }
    mails
        .load_stream::<OutboxRecord>(connection)
        .await
        .map(TryStreamExt::into_stream)
}

/// The most mails of [`newest`].
const MAX_NEWEST: i64 = 200;

/// The mails to the owner that were given up or whose last attempt failed, the newest first.
///
/// # Errors
/// When the query fails.
pub async fn newest(connection: &mut AsyncPgConnection) -> QueryResult<Vec<OutboxRecord>> {
    let failing = outbox::state
        .eq(PENDING)
        .and(outbox::failure_class.is_not_null());
    records()
        .filter(outbox::state.eq(DEAD).or(failing))
        .filter(outbox::kind.ne_all(FOLLOW_UPS))
        .order((outbox::created_at.desc(), outbox::id.desc()))
        .limit(MAX_NEWEST)
        .load(connection)
        .await
}

/// The numbers of mails to the owner that were not delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undelivered {
    /// Mails that are not retried any more.
    pub dead: usize,
    /// Mails that failed at their last attempt and wait for the next one.
    pub failing: usize,
}

/// Counts the mails to the owner that were not delivered.
///
/// # Errors
/// When a query fails.
pub async fn count(connection: &mut AsyncPgConnection) -> QueryResult<Undelivered> {
    let dead: i64 = outbox::table
        .filter(outbox::state.eq(DEAD))
        .filter(outbox::kind.ne_all(FOLLOW_UPS))
        .count()
        .get_result(connection)
        .await?;
    let failing: i64 = outbox::table
        .filter(outbox::state.eq(PENDING))
        .filter(outbox::failure_class.is_not_null())
        .filter(outbox::kind.ne_all(FOLLOW_UPS))
        .count()
        .get_result(connection)
        .await?;
    Ok(Undelivered {
        dead: usize::try_from(dead).unwrap_or_default(),
        failing: usize::try_from(failing).unwrap_or_default(),
    })
}

/// What to send again.
#[derive(Clone, Debug)]
pub enum Retry {
    /// All that is dead.
    Dead,
    /// These: what is dead or pending, and any webhook.
    These(Vec<Uuid>),
    /// This mail to the owner, dead or pending.
    Mail(Uuid),
    /// This webhook, also if it was sent.
    Webhook(Uuid),
}

/// Makes mails and webhooks due now; what is not pending any more has no attempts counted. Returns how
/// many. What is being sent stays leased.
///
/// # Errors
/// When the query fails.
pub async fn retry(connection: &mut AsyncPgConnection, which: &Retry) -> QueryResult<usize> {
    let due = update(outbox::table).set((
        outbox::state.eq(PENDING),
        outbox::due_at.eq(now),
        outbox::attempts.eq(sql::<Integer>(
            "CASE WHEN state = 'pending' THEN attempts ELSE 0 END",
        )),
        outbox::finished_at.eq(None::<DateTime<Utc>>.into_sql::<Nullable<Timestamptz>>()),
    ));
    let is_unsent = outbox::state.eq(PENDING).or(outbox::state.eq(DEAD));
    let is_webhook = outbox::kind.eq(WEBHOOK);
    let due = due.into_boxed();
    match which {
        Retry::Dead => due.filter(outbox::state.eq(DEAD)),
        Retry::These(ids) => due
            .filter(outbox::id.eq_any(ids))
            .filter(is_unsent.or(is_webhook)),
        Retry::Mail(id) => due
            .filter(outbox::id.eq(id))
            .filter(is_unsent)
            .filter(outbox::kind.ne_all(FOLLOW_UPS)),
        Retry::Webhook(id) => due.filter(outbox::id.eq(id)).filter(is_webhook),
    }
    .execute(connection)
    .await
}
