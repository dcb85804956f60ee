//! The table `desk_events`: events at the desk, about leads and otherwise.

use chrono::{DateTime, Utc};
use diesel::{
    dsl::sql,
    prelude::*,
    result::Error as DieselError,
    sql_query,
    sql_types::{Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::{Act, Event};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, from_value};
use uuid::Uuid;

use crate::database::schema::desk_events;

/// The name under which commands record their changes.
pub const COMMAND_LINE: &str = "command line";

/// An act at the desk that concerns no lead.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DeskAct {
    Export,
    Erase { leads: usize },
    PushOn,
    PushOff,
    SignIn,
    SignOut,
    SignOutEverywhere,
}

/// Parameters: the id; the time, if it is not now; the person; the lead; the kind; other data; what the
/// person had seen, which the event follows.
const INSERT: &str = "
    INSERT INTO desk_events (id, at, who, lead_id, kind, data)
    VALUES ($1, least(greatest($2, $7 + interval '1 microsecond'), clock_timestamp()), $3, $4, $5,
        $6::jsonb || jsonb_strip_nulls(jsonb_build_object('seen', $7)))";

async fn insert(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    at: Option<DateTime<Utc>>,
    who: &str,
    lead: Option<Uuid>,
    act: impl Serialize,
    seen: Option<DateTime<Utc>>,
) -> QueryResult<()> {
    let mut data = serde_json::to_value(act)
        .map_err(|cause| DieselError::SerializationError(Box::new(cause)))?;
    let kind = data.as_object_mut().and_then(|data| data.remove("kind"));
    sql_query(INSERT)
        .bind::<SqlUuid, _>(id)
        .bind::<Nullable<Timestamptz>, _>(at)
        .bind::<Text, _>(who)
        .bind::<Nullable<SqlUuid>, _>(lead)
        .bind::<Text, _>(kind.as_ref().and_then(Value::as_str).unwrap_or_default())
        .bind::<Text, _>(data.to_string())
        .bind::<Nullable<Timestamptz>, _>(seen)
        .execute(connection)
        .await
        .map(drop)
}

pub async fn record_at_desk(
    connection: &mut AsyncPgConnection,
    who: &str,
    act: DeskAct,
) -> QueryResult<()> {
    insert(connection, Uuid::now_v7(), None, who, None, act, None).await
}

/// Records an act that does not change the state of its lead.
pub async fn record(
    connection: &mut AsyncPgConnection,
    who: &str,
    lead: Uuid,
    act: Act,
) -> QueryResult<()> {
    insert(connection, Uuid::now_v7(), None, who, Some(lead), act, None).await
}

/// Records an event of a lead, after what its author had seen. A future time becomes the current time.
pub async fn append(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    event: &Event,
) -> QueryResult<()> {
    let (id, at, who, seen) = (event.id, Some(event.at), &event.who, event.seen);
    insert(connection, id, at, who, Some(lead), &event.act, seen).await
}

/// Returns the lead of a recorded event. `Some(None)` if the event has no lead.
pub async fn lead_of(
    connection: &mut AsyncPgConnection,
    event: Uuid,
) -> QueryResult<Option<Option<Uuid>>> {
    desk_events::table
        .find(event)
        .select(desk_events::lead_id)
        .first(connection)
        .await
        .optional()
}

/// Reads the events of a lead, the latest first.
pub async fn of_lead(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<Vec<Event>> {
    type Times = (DateTime<Utc>, DateTime<Utc>);
    let rows: Vec<(Uuid, Times, String, String, String)> = desk_events::table
        .filter(desk_events::lead_id.eq(lead))
        .order((desk_events::at.desc(), desk_events::id.desc()))
        .select((
            desk_events::id,
            (desk_events::at, sql::<Timestamptz>("recorded_at")),
            desk_events::who,
            desk_events::kind,
            sql::<Text>("data::text"),
        ))
        .load(connection)
        .await?;
    let events = rows
        .into_iter()
        .map(|(id, (at, recorded_at), who, kind, data)| {
            let mut json: Map<String, Value> = serde_json::from_str(&data).unwrap_or_default();
            json.insert("kind".to_owned(), kind.into());
            let seen = json.remove("seen").and_then(|it| from_value(it).ok());
            Event {
                id,
                at,
                seen,
                recorded_at: Some(recorded_at),
                who,
                act: Act::deserialize(Value::Object(json)).unwrap_or(Act::Other),
            }
        });
    Ok(events.collect())
}

#[derive(Clone, Debug, Queryable)]
pub struct Reader {
    pub who: String,
    pub at: DateTime<Utc>,
}

/// The kinds of events that happen without a person who reads the lead.
const UNREAD: [&str; 3] = ["mail-sent-again", "webhook-sent-again", "sent-again"];

/// Returns the first person who opened a lead at the desk, or acted on it.
pub async fn first_reader(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
) -> QueryResult<Option<Reader>> {
    desk_events::table
        .filter(desk_events::lead_id.eq(lead))
        .filter(desk_events::kind.ne_all(UNREAD))
        .order((desk_events::at, desk_events::id))
        .select((desk_events::who, desk_events::at))
        .first(connection)
        .await
        .optional()
}

/// Records the first person who opens a lead. Two at the same moment are both recorded.
pub async fn record_read(
    connection: &mut AsyncPgConnection,
    who: &str,
    lead: Uuid,
) -> QueryResult<()> {
    if first_reader(connection, lead).await?.is_none() {
        record(connection, who, lead, Act::Read).await?;
    }
    Ok(())
}
