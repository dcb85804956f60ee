//! `backend migrate`: brings the database to the current schema.

use std::io::{self, Write};

use super::CliError;
use crate::{config::Config, database::migrations};

pub async fn run(config: &Config) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let run = migrations::run(&config.database.url).await?;
    for migration in &run {
        writeln!(out, "{migration} was run.")?;
    }
    if run.is_empty() {
        writeln!(out, "The tables are up to date.")?;
    }
    Ok(())
}
