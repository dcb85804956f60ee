//! The table `site_forms`: one row an estimate request.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::{
    ExpressionMethods, Insertable, IntoSql, QueryDsl, QueryResult, Queryable, Selectable,
    SelectableHelper,
    dsl::{exists, now, sql},
    insert_into,
    result::OptionalExtension,
    select,
    sql_types::{
        Array, BigInt, Binary, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
    },
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::{
    Lead, Rejection,
    cooldown::{self, COOLDOWN_MS},
};

use super::{
    Store, StoreError,
    flood::{FloodLimit, within_flood_limit},
    interval,
    schema::site_forms,
    timestamptz_mi_interval,
};
use crate::{spam::Score, visitor::Visitor};

diesel::define_sql_function! {
    /// Whether the session's last request is at least so many milliseconds old; see `schema.sql`.
    fn session_may_submit(session: Nullable<Text>, cooldown_ms: BigInt) -> Bool;
}

/// A row to be saved.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = site_forms, treat_none_as_default_value = false)]
pub struct NewSiteForm {
    idempotency_key: Option<Uuid>,
    full_name: String,
    email: String,
    phone: String,
    message: String,
    site_name: String,
    visitor_id: Option<String>,
    session_id: Option<String>,
    ip_hash: Option<String>,
    ua: Option<String>,
    referrer: Option<String>,
    city: Option<String>,
    state: Option<String>,
    country: Option<String>,
    spam_score: i16,
    spam_signs: Vec<&'static str>,
    suspect: bool,
    details_hash: Option<Vec<u8>>,
}

impl NewSiteForm {
    /// Puts a row together.
    #[must_use]
    pub fn new(
        lead: Lead,
        visitor: Visitor,
        score: &Score,
        details_hash: Option<[u8; 32]>,
        idempotency_key: Option<Uuid>,
    ) -> Self {
        Self {
            idempotency_key,
            full_name: lead.full_name,
            email: lead.email,
            phone: lead.phone,
            message: lead.message,
            site_name: lead.site_name,
            visitor_id: visitor.visitor_id,
            session_id: visitor.session_id,
            ip_hash: visitor.ip_hash,
            ua: visitor.ua,
            referrer: visitor.referrer,
            city: visitor.place.city,
            state: visitor.place.state,
            country: visitor.place.country,
            spam_score: score.points,
            spam_signs: score.sign_names(),
            suspect: score.suspect,
            details_hash: details_hash.map(Into::into),
        }
    }
}

/// A saved row. The idempotency key is left out: it is the browser's secret.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = site_forms, check_for_backend(diesel::pg::Pg))]
#[expect(missing_docs, reason = "the columns are documented in schema.sql")]
pub struct SiteForm {
    pub id: Uuid,
    #[serde(serialize_with = "as_postgrest_writes_it")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: DateTime<Utc>,
    pub full_name: String,
    pub email: String,
    pub phone: String,
    pub message: String,
    pub site_name: String,
    pub visitor_id: Option<String>,
    pub session_id: Option<String>,
    pub ip_hash: Option<String>,
    pub ua: Option<String>,
    pub referrer: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub country: Option<String>,
}

fn as_postgrest_writes_it<S: Serializer>(
    time: &DateTime<Utc>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Micros, false))
}

/// What came of rows that were to be saved. Either all of them are saved or none is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They are saved.
    Saved(Vec<SiteForm>),
    /// The row was saved before, under the same idempotency key.
    Repeated(Box<SiteForm>),
    /// The idempotency key belongs to a row with other content.
    KeyUsed,
    /// A session's last request is less than 30 seconds old.
    TooSoon(Rejection),
    /// Too many requests came from the address within this hour.
    Flooded,
}

/// Saves rows: all of them, or none.
///
/// # Errors
/// [`StoreError`].
pub async fn insert(
    store: &Store,
    rows: &[NewSiteForm],
    limit: &FloodLimit,
) -> Result<Outcome, StoreError> {
    match rows {
        [] => Ok(Outcome::Saved(Vec::new())),
        [row] => insert_one(store, row, limit).await,
        rows => insert_together(store, rows, limit).await,
    }
}

/// One statement decides and saves, in one round trip to the database: a row whose address has sent
/// too much, whose session must wait, or whose idempotency key is there already, is not saved. Why
/// is looked up afterwards.
async fn insert_one(
    store: &Store,
    row: &NewSiteForm,
    limit: &FloodLimit,
) -> Result<Outcome, StoreError> {
    store
        .run(async |connection| {
            let row_of_admitted = select((
                row.idempotency_key.into_sql::<Nullable<SqlUuid>>(),
                row.full_name.as_str().into_sql::<Text>(),
                row.email.as_str().into_sql::<Text>(),
                row.phone.as_str().into_sql::<Text>(),
                row.message.as_str().into_sql::<Text>(),
                row.site_name.as_str().into_sql::<Text>(),
                row.visitor_id.as_deref().into_sql::<Nullable<Text>>(),
                row.session_id.as_deref().into_sql::<Nullable<Text>>(),
                row.ip_hash.as_deref().into_sql::<Nullable<Text>>(),
                row.ua.as_deref().into_sql::<Nullable<Text>>(),
                row.referrer.as_deref().into_sql::<Nullable<Text>>(),
                row.city.as_deref().into_sql::<Nullable<Text>>(),
                row.state.as_deref().into_sql::<Nullable<Text>>(),
                row.country.as_deref().into_sql::<Nullable<Text>>(),
                row.spam_score.into_sql::<SmallInt>(),
                row.spam_signs.clone().into_sql::<Array<Text>>(),
                row.suspect.into_sql::<Bool>(),
                row.details_hash.as_deref().into_sql::<Nullable<Binary>>(),
            ))
            .filter(within_flood_limit(limit.key.as_deref(), 1, limit.per_hour))
            .filter(session_may_submit(row.session_id.as_deref(), COOLDOWN_MS));
            let saved = row_of_admitted
                .insert_into(site_forms::table)
                .into_columns((
                    site_forms::idempotency_key,
                    site_forms::full_name,
                    site_forms::email,
                    site_forms::phone,
                    site_forms::message,
                    site_forms::site_name,
                    site_forms::visitor_id,
                    site_forms::session_id,
                    site_forms::ip_hash,
                    site_forms::ua,
                    site_forms::referrer,
                    site_forms::city,
                    site_forms::state,
                    site_forms::country,
                    site_forms::spam_score,
                    site_forms::spam_signs,
                    site_forms::suspect,
                    site_forms::details_hash,
                ))
                .on_conflict(site_forms::idempotency_key)
                .do_nothing()
                .returning(SiteForm::as_returning())
                // All results, though it is one at most: `get_result` would be content with the
                // row, which Postgres sends before it commits.
                .get_results(connection)
                .await?;
            if saved.is_empty() {
                return refusal(connection, row, limit).await;
            }
            Ok(Outcome::Saved(saved))
        })
        .await
}

/// Rows that are sent together are saved in one transaction, none if the session of one must wait.
/// They have no idempotency key.
async fn insert_together(
    store: &Store,
    rows: &[NewSiteForm],
    limit: &FloodLimit,
) -> Result<Outcome, StoreError> {
    let amount = i32::try_from(rows.len()).unwrap_or(i32::MAX);
    store
        .run(async |connection| {
            connection
                .transaction(async |connection| {
                    let key = limit.key.as_deref();
                    if !select(within_flood_limit(key, amount, limit.per_hour))
                        .get_result(connection)
                        .await?
                    {
                        return Ok(Outcome::Flooded);
                    }
                    for session in sessions(rows) {
                        if !select(session_may_submit(session, COOLDOWN_MS))
                            .get_result(connection)
                            .await?
                        {
                            return too_soon(connection, Some(session)).await;
                        }
                    }
                    insert_into(site_forms::table)
                        .values(rows)
                        .returning(SiteForm::as_returning())
                        .get_results(connection)
                        .await
                        .map(Outcome::Saved)
                })
                .await
        })
        .await
}

/// The sessions of the rows, each once, and always in the same order, so that no two requests
/// wait for each other.
fn sessions(rows: &[NewSiteForm]) -> Vec<&str> {
    let mut sessions: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.session_id.as_deref())
        .collect();
    sessions.sort_unstable();
    sessions.dedup();
    sessions
}

/// Why a row was not saved.
async fn refusal(
    connection: &mut AsyncPgConnection,
    row: &NewSiteForm,
    limit: &FloodLimit,
) -> QueryResult<Outcome> {
    let earlier = site_forms::table
        .filter(site_forms::idempotency_key.eq(row.idempotency_key))
        .select(SiteForm::as_select())
        .first(connection)
        .await
        .optional()?;
    match earlier {
        None if limit.is_passed(connection).await? => Ok(Outcome::Flooded),
        None => too_soon(connection, row.session_id.as_deref()).await,
        Some(earlier)
            if earlier.full_name == row.full_name
                && earlier.email == row.email
                && earlier.phone == row.phone
                && earlier.message == row.message =>
        {
            Ok(Outcome::Repeated(Box::new(earlier)))
        }
        Some(_) => Ok(Outcome::KeyUsed),
    }
}

/// How long the session must wait.
async fn too_soon(
    connection: &mut AsyncPgConnection,
    session: Option<&str>,
) -> QueryResult<Outcome> {
    let times: Option<(DateTime<Utc>, DateTime<Utc>)> = site_forms::table
        .filter(site_forms::session_id.eq(session))
        .order(site_forms::created_at.desc())
        .select((
            site_forms::created_at,
            sql::<Timestamptz>("clock_timestamp()"),
        ))
        .first(connection)
        .await
        .optional()?;
    let waited = times.map_or(Ok(()), |(last, current)| {
        cooldown::check(Some(last.timestamp_millis()), current.timestamp_millis())
    });
    // The wait may have come to its end while this was asked.
    Ok(Outcome::TooSoon(
        waited.err().unwrap_or(Rejection::cooldown(1)),
    ))
}

/// For how long a text is remembered as somebody's.
const TEXT_REMEMBERED: Duration = Duration::from_hours(7 * 24);

/// Whether the same details came lately with another telephone number.
///
/// # Errors
/// [`StoreError`].
pub async fn is_anothers_text(
    store: &Store,
    details_hash: &[u8; 32],
    phone: &str,
) -> Result<bool, StoreError> {
    let same = site_forms::table
        .filter(site_forms::details_hash.eq(details_hash.as_slice()))
        .filter(site_forms::phone.ne(phone))
        .filter(site_forms::created_at.gt(timestamptz_mi_interval(now, interval(TEXT_REMEMBERED))));
    store
        .run(async |connection| select(exists(same)).get_result(connection).await)
        .await
}
