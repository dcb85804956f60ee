//! The command line that a person types to run this program.

use std::env;

/// The environment variable in which a script that runs this program passes its own command line.
/// (It is not a setting, because nobody sets it by hand.)
pub const PROGRAM: &str = "BACKEND_COMMAND";

/// Returns the command line of a command, such as `npm run backend -- outbox`.
pub fn command_line(command: &str) -> String {
    let program = env::var(PROGRAM).ok();
    format!("{} {command}", program.as_deref().unwrap_or("backend"))
}
