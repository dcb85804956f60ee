//! The version, settings, and clock of a Postgres server.

use diesel::{
    dsl::sql,
    prelude::*,
    select, sql_query,
    sql_types::{Array, Bool, Double, Integer, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

/// The settings that make acknowledged transactions survive a power failure, if they are off.
const SWITCHED_OFF: &str = "ARRAY(
    SELECT name FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
    ORDER BY name)";

/// Whether the last attempt to archive the write-ahead log failed.
const ARCHIVING_FAILS: &str = "(
    SELECT current_setting('archive_mode') <> 'off'
        AND coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
    FROM pg_stat_archiver)";

#[derive(Clone, Debug, Queryable)]
pub struct Inspection {
    /// The version as text: `18.4`, or longer.
    pub version: String,
    /// The version as a number: 180004.
    pub version_number: i32,
    pub is_encrypted: bool,
    pub is_local: bool,
    pub switched_off: Vec<String>,
    pub archiving_fails: bool,
    /// The server's time, in seconds since 1970.
    pub clock: f64,
}

/// Fails if the server has no room for data, or if a commit of this transaction would not be confirmed. Writes 300 KB
/// of rows to a temporary file, and a message that nobody reads to the write-ahead log.
pub async fn try_write(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    let memory = "SET LOCAL work_mem = '64kB'";
    let rows =
        "SELECT pg_logical_emit_message(true, 'room', ''), count(*) FROM generate_series(1, 10000)";
    sql_query(memory).execute(connection).await?;
    sql_query(rows).execute(connection).await?;
    Ok(())
}

pub async fn inspect(connection: &mut AsyncPgConnection) -> QueryResult<Inspection> {
    select((
        sql::<Text>("current_setting('server_version')"),
        sql::<Integer>("current_setting('server_version_num')::integer"),
        sql::<Bool>("EXISTS (SELECT FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl)"),
        // No address means a Unix socket of this machine.
        sql::<Bool>(
            "coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true)",
        ),
        sql::<Array<Text>>(SWITCHED_OFF),
        sql::<Bool>(ARCHIVING_FAILS),
        // This comes last, so that the result is as recent as possible.
        sql::<Double>("extract(epoch FROM clock_timestamp())::float8"),
    ))
    .get_result(connection)
    .await
}
