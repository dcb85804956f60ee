//! `backend migrate`: runs the migrations.

use backend::{config::Config, store::migrations};

use super::CliError;

/// Runs the migrations and prints their names.
pub async fn run(config: &Config) -> Result<(), CliError> {
    for migration in migrations::run(&config.database.url).await? {
        println!("migration {migration} run");
    }
    Ok(())
}
