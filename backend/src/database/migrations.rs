//! Brings the database to the schema that this program expects. `schema.sql`, the first migration,
//! fills an empty database. Later migrations update a database that an earlier release created.
//!
//! Each migration is one transaction and releases its locks at its end, so that it works behind a
//! pooler. It waits only briefly for a lock, because every writer would queue behind it, and is
//! retried instead. A statement that cannot run in a transaction, such as
//! `CREATE INDEX CONCURRENTLY`, runs on a second connection, while the transaction of the first keeps
//! other backends from running it too.

use std::{
    iter,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use diesel::{
    Connection, QueryDsl, QueryResult,
    connection::SimpleConnection,
    dsl::sql,
    migration::MigrationSource,
    pg::Pg,
    result::Error as DieselError,
    select,
    sql_types::{Bool, Nullable, Text},
};
use diesel_async::{
    AsyncPgConnection, RunQueryDsl, async_connection_wrapper::AsyncConnectionWrapper,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use thiserror::Error;
use tokio::time::sleep;
use tracing::{info, warn};

use super::{
    connection, error::ConnectError, schema::__diesel_schema_migrations, secret_fingerprint,
};
use crate::{
    command_line::command_line,
    config::{DatabaseUrl, secret::Secret},
    observability::error_chain::chain,
};

/// The migrations after the first.
pub type Source = fn() -> EmbeddedMigrations;

const MIGRATIONS: Source = || {
    const EMBEDDED: EmbeddedMigrations = embed_migrations!();
    EMBEDDED
};

const SCHEMA: &str = include_str!("../../../schema.sql");

/// The version of the first migration. No release created a database that has tables but lacks it.
const FIRST: &str = "20261126000000";

/// The advisory lock of a migration. If several backends start together, one does the work, and the
/// others find it done. The lock ends with the transaction. Its number is arbitrary: `leads` in ASCII.
///
/// Visitors' statements, which have 4 seconds (`Deadlines::statement`), wait at most half a second
/// behind a migration that waits for a lock. The migration's work after that may take longer.
const LOCK: &str = "SET LOCAL lock_timeout = '500ms';
    SET LOCAL statement_timeout = 0;
    SELECT pg_advisory_xact_lock(465557349491)";

#[derive(Debug, Error)]
pub enum MigrationError {
    #[error(transparent)]
    Unreachable(#[from] ConnectError),
    #[error(
        "the database lacks migrations that the role of DATABASE_URL may not run: run `{}` with the DATABASE_URL of the tables' owner",
        command_line("migrate")
    )]
    NotPermitted,
    #[error(
        "the database has an unknown version, such as one from before the first release: back it up and set DATABASE_URL to an empty one, or remove the folder .data of a trial"
    )]
    UnknownVersion,
    #[error(
        "the servers of this database have another secret: set their IP_HASH_SECRET, which is in the file ip-hash-secret in DATA_DIR if it was generated. docs/launch.md describes how to change it"
    )]
    OtherSecret,
    /// Postgres refuses to begin, or another backend is running migrations.
    #[error("the migrations could not be started")]
    Begin(#[from] DieselError),
    #[error(
        "the index {0} is not finished: wait, or run `DROP INDEX CONCURRENTLY {0}` if nothing is building it"
    )]
    UnfinishedIndex(String),
    #[error("a migration failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the migrations were interrupted")]
    Interrupted(#[from] tokio::task::JoinError),
}

#[derive(Clone, Debug, Default)]
pub struct Migrated(Arc<AtomicBool>);

impl Migrated {
    pub(crate) fn is_done(&self) -> bool {
        AtomicBool::load(&self.0, Ordering::Acquire)
    }

    pub fn set_done(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// The delay after a failed attempt. After an outage, the database is used again within two
/// seconds.
const RETRY: Duration = Duration::from_millis(500);

/// The number of attempts of [`run`]. They take at least ten seconds.
const ATTEMPTS: u32 = 20;

/// Runs the migrations, and retries until they are done.
pub async fn run_when_possible(url: &DatabaseUrl, secret: &Secret, migrated: &Migrated) {
    let mut logged = None;
    while let Err(cause) = run_once(url, secret, migrated).await {
        let cause = chain(&cause);
        // Logs each reason once, not for each attempt.
        if logged.as_ref() != Some(&cause) {
            warn!(cause, "the database is not ready: retrying until it is");
            logged = Some(cause);
        }
        sleep(RETRY).await;
    }
}

/// Makes one attempt to run the migrations, and compares the secret with the one of the database's servers.
///
/// # Errors
/// When the database is unavailable, or a migration fails: try again. When the servers have another secret.
pub async fn run_once(
    url: &DatabaseUrl,
    secret: &Secret,
    migrated: &Migrated,
) -> Result<(), MigrationError> {
    let mut run = Vec::new();
    let attempted = attempt(url, MIGRATIONS, &mut run).await;
    for migration in run {
        info!(migration, "the schema was changed");
    }
    attempted?;
    if !secret_fingerprint::matches(&mut connection::connect(url).await?, secret).await? {
        return Err(MigrationError::OtherSecret);
    }
    migrated.set_done();
    info!("the database is ready");
    Ok(())
}

/// Returns the versions of the migrations that the database lacks, earliest first.
pub async fn lacking(connection: &mut AsyncPgConnection) -> QueryResult<Vec<String>> {
    lacking_of(connection, MIGRATIONS).await
}

async fn lacking_of(
    connection: &mut AsyncPgConnection,
    source: Source,
) -> QueryResult<Vec<String>> {
    let run: Vec<String> = __diesel_schema_migrations::table
        .select(__diesel_schema_migrations::version)
        .load(connection)
        .await?;
    let known =
        MigrationSource::<Pg>::migrations(&source()).map_err(DieselError::QueryBuilderError)?;
    Ok(iter::once(FIRST.to_owned())
        .chain(known.iter().map(|it| it.name().version().to_string()))
        .filter(|version| !run.contains(version))
        .collect())
}

/// Runs the migrations that the database lacks, and returns their names. A failed migration is
/// retried, because a table may be in use.
///
/// # Errors
/// When the last attempt fails. The error names the fix.
pub async fn run(url: &DatabaseUrl) -> Result<Vec<String>, MigrationError> {
    run_from(url, MIGRATIONS).await
}

/// Does the same as [`run`], with other migrations after the first.
pub async fn run_from(url: &DatabaseUrl, source: Source) -> Result<Vec<String>, MigrationError> {
    let mut run = Vec::new();
    for _ in 1..ATTEMPTS {
        match attempt(url, source, &mut run).await {
            Err(MigrationError::Begin(_) | MigrationError::Failed(_)) => sleep(RETRY).await,
            outcome => return outcome.map(|()| run),
        }
    }
    attempt(url, source, &mut run).await.map(|()| run)
}

/// Makes one attempt, and adds the names of the migrations that ran to `run`, even if a later migration fails.
async fn attempt(
    url: &DatabaseUrl,
    source: Source,
    run: &mut Vec<String>,
) -> Result<(), MigrationError> {
    let mut connection = connection::connect(url).await?;
    // Usually there is nothing to do. That takes no lock, and needs no right to change tables.
    match lacking_of(&mut connection, source).await.as_deref() {
        Ok([]) => return Ok(()),
        Ok([first, ..]) if first == FIRST => return Err(MigrationError::UnknownVersion),
        _ => {}
    }
    let may_create = sql::<Bool>("has_schema_privilege(current_schema(), 'CREATE')");
    if !select(may_create).get_result(&mut connection).await? {
        return Err(MigrationError::NotPermitted);
    }
    let mut harness = Harness::from(connection);
    let mut second = Harness::from(connection::connect(url).await?);
    let (versions, outcome) = tokio::task::spawn_blocking(move || {
        let mut versions = Vec::new();
        loop {
            match harness.transaction(|harness| run_next(harness, &mut second, source)) {
                Ok(Some(version)) => versions.push(version),
                Ok(None) => return (versions, Ok(())),
                Err(cause) => return (versions, Err(cause)),
            }
        }
    })
    .await?;
    run.extend(versions);
    outcome
}

type Harness = AsyncConnectionWrapper<AsyncPgConnection>;

const UNFINISHED_INDEX: &str = "(
    SELECT min(relname::text) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace)";

/// Creates all tables if there are none. Otherwise runs the next migration that the database lacks,
/// if any.
fn run_next(
    harness: &mut Harness,
    second: &mut Harness,
    source: Source,
) -> Result<Option<String>, MigrationError> {
    harness.batch_execute(LOCK)?;
    let is_empty = sql::<Bool>("to_regclass('__diesel_schema_migrations') IS NULL");
    if diesel::RunQueryDsl::get_result(select(is_empty), harness)? {
        harness.batch_execute(SCHEMA)?;
        return Ok(Some("schema.sql".to_owned()));
    }
    let pending = harness
        .pending_migrations(source())
        .map_err(MigrationError::Failed)?;
    let [next, ..] = &*pending else {
        return Ok(None);
    };
    let run = if next.metadata().run_in_transaction() {
        harness.run_migration(next)
    } else {
        let unfinished = sql::<Nullable<Text>>(UNFINISHED_INDEX);
        let unfinished: Option<String> =
            diesel::RunQueryDsl::get_result(select(unfinished), harness)?;
        if let Some(index) = unfinished {
            return Err(MigrationError::UnfinishedIndex(index));
        }
        // The portal of the last query would hold its snapshot, and the other connection waits for it.
        harness.batch_execute("SELECT")?;
        second.run_migration(next)
    };
    run.map(|version| Some(version.to_string()))
        .map_err(MigrationError::Failed)
}
