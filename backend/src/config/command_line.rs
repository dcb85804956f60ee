//! What a person types to run this program.

use std::env;

/// The variable in which a script that runs the program says how it is itself run. (No setting: nobody
/// sets it by hand.)
pub const PROGRAM: &str = "BACKEND_COMMAND";

/// The command line of a command, such as `npm run backend -- outbox`.
pub fn command_line(command: &str) -> String {
    let program = env::var(PROGRAM).ok();
    format!("{} {command}", program.as_deref().unwrap_or("backend"))
}
