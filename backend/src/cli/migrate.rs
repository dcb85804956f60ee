//! `backend migrate`: the schema.

use backend::{config::Config, store::migrations};

use super::CliError;

/// Brings the database to the schema and says which migrations that took.
pub async fn run(config: &Config) -> Result<(), CliError> {
    for migration in migrations::run(&config.database.url).await? {
        println!("migration {migration} run");
    }
    Ok(())
}
