//! The version, settings and clock of a Postgres.

use diesel::{
    IntoSql, QueryResult, define_sql_function,
    dsl::sql,
    select,
    sql_types::{Bool, Double, Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

define_sql_function! {
    /// The value of a setting.
    fn current_setting(name: Text) -> Text;
}

/// The settings that make acknowledged transactions survive a power cut.
const DURABILITY: [&str; 3] = ["fsync", "full_page_writes", "synchronous_commit"];

/// Whether a Postgres archives its write-ahead log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archiving {
    /// `archive_mode` is off.
    Off,
    /// It is on, and no segment has been archived yet.
    Pending,
    /// The last attempt failed.
    Failing,
    /// The last attempt succeeded.
    Working,
}

/// The version, settings and clock of a Postgres.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The version as text: `18.4`, or longer.
    pub version: String,
    /// The version as a number: 180004.
    pub version_number: i32,
    /// Whether the connection is encrypted.
    pub is_encrypted: bool,
    /// Whether it runs on this machine.
    pub is_local: bool,
    /// Its clock, in seconds since 1970.
    pub clock: f64,
    /// The settings of [`DURABILITY`] that are switched off.
    pub switched_off: Vec<&'static str>,
    /// Whether it archives its write-ahead log.
    pub archiving: Archiving,
}

/// Inspects a Postgres.
pub async fn inspect(connection: &mut AsyncPgConnection) -> QueryResult<Inspection> {
    let (version, number, is_encrypted, is_local): (String, String, bool, Option<bool>) = select((
        current_setting("server_version".into_sql::<Text>()),
        current_setting("server_version_num".into_sql::<Text>()),
        sql::<Bool>("EXISTS (SELECT FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl)"),
        // No address: a Unix socket of this machine.
        sql::<Nullable<Bool>>(
            "coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true)",
        ),
    ))
    .get_result(connection)
    .await?;
    let mut switched_off = Vec::new();
    for name in DURABILITY {
        let value: String = select(current_setting(name)).get_result(connection).await?;
        if value == "off" {
            switched_off.push(name);
        }
    }
    let archiving = archiving(connection).await?;
    // Last, so that the result is as recent as possible.
    let clock = select(sql::<Double>(
        "extract(epoch FROM clock_timestamp())::float8",
    ))
    .get_result(connection)
    .await?;
    Ok(Inspection {
        version,
        version_number: number.parse().unwrap_or_default(),
        is_encrypted,
        is_local: is_local.unwrap_or(true),
        clock,
        switched_off,
        archiving,
    })
}

async fn archiving(connection: &mut AsyncPgConnection) -> QueryResult<Archiving> {
    let (is_on, is_failing, has_archived): (bool, bool, bool) = select((
        sql::<Bool>("current_setting('archive_mode') <> 'off'"),
        sql::<Bool>(
            "EXISTS (SELECT FROM pg_stat_archiver
                WHERE last_failed_time > coalesce(last_archived_time, '-infinity'))",
        ),
        sql::<Bool>("EXISTS (SELECT FROM pg_stat_archiver WHERE archived_count > 0)"),
    ))
    .get_result(connection)
    .await?;
    Ok(match (is_on, is_failing, has_archived) {
        (false, _, _) => Archiving::Off,
        (true, true, _) => Archiving::Failing,
        (true, false, false) => Archiving::Pending,
        (true, false, true) => Archiving::Working,
    })
}
