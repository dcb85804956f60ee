//! Lists and retries the mails that have not reached the owner.

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, JoinOnDsl, NullableExpressionMethods,
    QueryDsl, QueryResult, Queryable,
    dsl::now,
    sql_types::{Nullable, Timestamptz},
    update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{Stream, TryStreamExt};
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::{DEAD, PENDING, QUARANTINED};
use crate::store::schema::{outbox, site_forms};

/// A mail, without its content.
#[derive(Clone, Debug, Queryable, Serialize)]
pub struct MailRecord {
    /// The mail's id.
    pub id: Uuid,
    /// Kind of mail; see `schema.sql`. A lead's mail has the lead's id.
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

#[diesel::dsl::auto_type(no_type_alias)]
fn records() -> _ {
    outbox::table
        .left_join(site_forms::table.on(site_forms::id.eq(outbox::id)))
        .select((
            outbox::id,
            outbox::kind,
            outbox::state,
            outbox::created_at,
            outbox::due_at,
            outbox::attempts,
            outbox::failure_class,
            outbox::failure,
            outbox::subject,
            (site_forms::full_name, site_forms::phone).nullable(),
        ))
}

/// The mails that were not sent, or `all`, the oldest first.
///
/// # Errors
/// When the query cannot be sent; later errors come in the stream.
pub async fn oldest_first(
    connection: &mut AsyncPgConnection,
    all: bool,
) -> QueryResult<impl Stream<Item = QueryResult<MailRecord>>> {
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
        .load_stream::<MailRecord>(connection)
        .await
        .map(TryStreamExt::into_stream)
}

/// The most mails of [`newest`].
const MAX_NEWEST: i64 = 200;

/// The mails that were given up or whose last attempt failed, the newest first.
///
/// # Errors
/// When the query fails.
pub async fn newest(connection: &mut AsyncPgConnection) -> QueryResult<Vec<MailRecord>> {
    let failing = outbox::state
        .eq(PENDING)
        .and(outbox::failure_class.is_not_null());
    records()
        .filter(outbox::state.eq(DEAD).or(failing))
        .order((outbox::created_at.desc(), outbox::id.desc()))
        .limit(MAX_NEWEST)
        .load(connection)
        .await
}

/// The numbers of mails that were not delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undelivered {
    /// Mails that are not retried any more.
    pub dead: usize,
    /// Mails that failed at their last attempt and wait for the next one.
    pub failing: usize,
}

/// Counts the mails that were not delivered.
///
/// # Errors
/// When a query fails.
pub async fn count(connection: &mut AsyncPgConnection) -> QueryResult<Undelivered> {
    let dead: i64 = outbox::table
        .filter(outbox::state.eq(DEAD))
        .count()
        .get_result(connection)
        .await?;
    let failing: i64 = outbox::table
        .filter(outbox::state.eq(PENDING))
        .filter(outbox::failure_class.is_not_null())
        .count()
        .get_result(connection)
        .await?;
    Ok(Undelivered {
        dead: usize::try_from(dead).unwrap_or_default(),
        failing: usize::try_from(failing).unwrap_or_default(),
    })
}

/// Which mails to retry.
#[derive(Clone, Debug)]
pub enum Retry {
    /// All dead ones.
    Dead,
    /// These, dead or pending.
    These(Vec<Uuid>),
}

/// Makes mails due now, dead ones with no attempts counted. Returns how many. A mail that is being
/// sent stays leased.
///
/// # Errors
/// When a query fails.
pub async fn retry(connection: &mut AsyncPgConnection, which: &Retry) -> QueryResult<usize> {
    let revival = (
        outbox::state.eq(PENDING),
        outbox::due_at.eq(now),
        outbox::attempts.eq(0),
        outbox::finished_at.eq(None::<DateTime<Utc>>.into_sql::<Nullable<Timestamptz>>()),
    );
    let given_up = outbox::state.eq(DEAD);
    match which {
        Retry::Dead => {
            update(outbox::table.filter(given_up))
                .set(revival)
                .execute(connection)
                .await
        }
        Retry::These(ids) => {
            // Pending ones first, so that none is counted twice.
            let pending = update(outbox::table)
                .filter(outbox::id.eq_any(ids))
                .filter(outbox::state.eq(PENDING))
                .set(outbox::due_at.eq(now))
                .execute(connection)
                .await?;
            let revived = update(outbox::table.filter(given_up))
                .filter(outbox::id.eq_any(ids))
                .set(revival)
                .execute(connection)
                .await?;
            Ok(pending + revived)
        }
    }
}
