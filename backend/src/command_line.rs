//! The command line that a person types to run this program.

use std::{env, path::Path};

/// The environment variable in which a script that runs this program passes its own command line.
/// (It is not a setting, because nobody sets it by hand.)
pub const PROGRAM: &str = "BACKEND_COMMAND";

/// Returns the name of the program's file, which a bundle names after the company.
pub fn file_name() -> String {
    let path = env::args_os().next().unwrap_or_default();
    let name = Path::new(&path).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns the command line of a command, such as `npm run backend -- outbox`.
pub fn command_line(command: &str) -> String {
    let program = env::var(PROGRAM).unwrap_or_else(|_| file_name());
    format!("{program} {command}")
}
