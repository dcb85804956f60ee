//! All data that is stored about a person, as JSON that Postgres writes.

use diesel::{
    QueryResult, QueryableByName, sql_query,
    sql_types::{Array, Text, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::erasure::Plan;
use crate::leads::{
    lead_records::{self, Position, Selection},
    spam::explain,
};

/// A request as JSON: its columns and its events. Parameters: its id; its spam signals in words.
const REQUEST: &str = "
    SELECT row_to_json(request, true)::text AS json FROM (
        SELECT id, created_at, full_name, email, phone, message, site_name, visitor_id, session_id,
            ip_hash, ua, referrer, city, state, country, source, as_typed, status, note, suspect,
            next_at, calls, taken_by, quoted, quoted_at, won, closed_at, visit_at, visit_by,
            lost_reason, estimate, $2 AS spam_signals,
            ARRAY(
                SELECT data FROM appointments WHERE lead_id = $1 ORDER BY begins_at, id
            ) AS appointments,
            ARRAY(
                SELECT json_build_object('id', id, 'created_at', created_at, 'source', source,
                    'width', width, 'height', height)
                FROM lead_photos WHERE lead_id = $1 ORDER BY created_at, id) AS photos,
            ARRAY(
                SELECT jsonb_build_object('id', id, 'at', at, 'who', who, 'kind', kind) || data
                FROM desk_events WHERE lead_id = $1 ORDER BY at DESC, id DESC) AS events
        FROM site_forms WHERE id = $1
    ) AS request";

/// A person's other data as JSON. Parameters: the ids of the person's clicks and emails.
const OTHER_DATA: &str = "
    SELECT row_to_json(data, true)::text AS json FROM (
        SELECT now() AS exported_at,
            ARRAY(
                SELECT row_to_json(click) FROM phone_clicks AS click
                WHERE id = ANY ($1) ORDER BY created_at, id) AS call_clicks,
            ARRAY(
                SELECT json_build_object('id', id, 'created_at', created_at, 'kind', kind,
                    'state', state, 'subject', subject, 'text', text)
                FROM outbox WHERE id = ANY ($2) ORDER BY created_at, id) AS mails
    ) AS data";

#[derive(QueryableByName)]
struct Object {
    #[diesel(sql_type = Text)]
    json: String,
}

/// A page of a person's requests as JSON, and the position of the last one if there are more.
type RequestPage = (Vec<String>, Option<Position>);

pub async fn requests(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    after: Option<Position>,
) -> QueryResult<RequestPage> {
    let (records, next) = lead_records::page(connection, selection, after).await?;
    let mut requests = Vec::new();
    for record in records {
        let request: Object = sql_query(REQUEST)
            .bind::<SqlUuid, _>(record.lead.id)
            .bind::<Text, _>(explain(&record.signals))
            .get_result(connection)
            .await?;
        requests.push(request.json);
    }
    Ok((requests, next))
}

/// Reads a person's data besides the requests.
pub async fn other_data(connection: &mut AsyncPgConnection, found: &Plan) -> QueryResult<String> {
    let data: Object = sql_query(OTHER_DATA)
        .bind::<Array<SqlUuid>, _>(&found.clicks)
        .bind::<Array<SqlUuid>, _>(&found.mails)
        .get_result(connection)
        .await?;
    Ok(data.json)
}
