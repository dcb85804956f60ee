//! What a Postgres says of itself.

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

/// The settings by which Postgres keeps what it has acknowledged through a power cut.
const KEEPING: [&str; 3] = ["fsync", "full_page_writes", "synchronous_commit"];

/// What a Postgres says of itself.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// As it writes it: `18.4`, or longer.
    pub version: String,
    /// The same as a number: 180004.
    pub version_number: i32,
    /// Whether the connection is encrypted.
    pub is_encrypted: bool,
    /// Whether it runs on this machine.
    pub is_local: bool,
    /// Its clock, in seconds since 1970.
    pub clock: f64,
    /// Those of [`KEEPING`] that are switched off.
    pub switched_off: Vec<&'static str>,
}

/// Asks for it.
///
/// # Errors
/// When a query fails.
pub async fn inspect(connection: &mut AsyncPgConnection) -> QueryResult<Inspection> {
    let (version, number, is_encrypted, is_local): (String, String, bool, Option<bool>) = select((
        current_setting("server_version".into_sql::<Text>()),
        current_setting("server_version_num".into_sql::<Text>()),
        sql::<Bool>("EXISTS (SELECT FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl)"),
        // No address: a socket of this machine.
        sql::<Nullable<Bool>>(
            "coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true)",
        ),
    ))
    .get_result(connection)
    .await?;
    let mut switched_off = Vec::new();
    for name in KEEPING {
        let value: String = select(current_setting(name)).get_result(connection).await?;
        if value == "off" {
            switched_off.push(name);
        }
    }
    // Last, so that its answer is as young as can be.
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
    })
}
