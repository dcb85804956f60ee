//! Mails that have not reached the owner: which they are, and trying them again.

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, JoinOnDsl, NullableExpressionMethods,
    QueryDsl, QueryResult, Queryable,
    dsl::now,
    sql_types::{Bool, Nullable, Timestamptz},
    update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{Stream, TryStreamExt};
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::{DEAD, PENDING, QUARANTINED};
use crate::store::schema::{outbox, site_forms};

/// A mail, without what it says.
#[derive(Clone, Debug, Queryable, Serialize)]
pub struct MailRecord {
    /// Names the mail.
    pub id: Uuid,
    /// Kind of mail; see `schema.sql`. A lead's mail has the lead's id.
    pub kind: String,
    /// What became of it; see `schema.sql`.
    pub state: String,
    /// When it was put here.
    #[serde(serialize_with = "iso_8601")]
    pub created_at: DateTime<Utc>,
    /// When it is sent, if it is to be sent.
    #[serde(serialize_with = "iso_8601")]
    pub due_at: DateTime<Utc>,
    /// How often it was begun to be sent.
    pub attempts: i32,
    /// Why the last attempt failed, as a class and in words.
    pub failure_class: Option<String>,
    /// Likewise.
    pub failure: Option<String>,
    /// What a note is about.
    #[serde(skip)]
    pub subject: Option<String>,
    /// Name and telephone number of the lead.
    #[serde(skip)]
    pub caller: Option<(String, String)>,
}

fn iso_8601<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Secs, true))
}

/// The mails that were not sent, or `all`, the oldest first.
///
/// # Errors
/// When the query cannot be sent; later errors come in the stream.
pub async fn oldest_first(
    connection: &mut AsyncPgConnection,
    all: bool,
) -> QueryResult<impl Stream<Item = QueryResult<MailRecord>>> {
    outbox::table
        .left_join(site_forms::table.on(site_forms::id.eq(outbox::id)))
        .filter(
            outbox::state
                .eq_any([PENDING, QUARANTINED, DEAD])
                .or(all.into_sql::<Bool>()),
        )
        .order((outbox::created_at, outbox::id))
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
        .load_stream::<MailRecord>(connection)
        .await
        .map(TryStreamExt::into_stream)
}

/// How many mails did not go as they should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undelivered {
    /// Given up.
    pub dead: usize,
    /// Failed at their last attempt, and waiting for the next one.
    pub failing: usize,
}

/// Counts the mails that did not go as they should.
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

/// Which mails are to be tried again.
#[derive(Clone, Debug)]
pub enum Retry {
    /// All that were given up.
    Dead,
    /// These, given up or waiting.
    These(Vec<Uuid>),
}

/// Makes mails due now; those that were given up have all their attempts before them again. Answers
/// how many. One that is being sent at this moment is left to its lease.
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
            // First those that wait, so that none is counted twice.
            let hurried = update(outbox::table)
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
            Ok(hurried + revived)
        }
    }
}
