//! The program. Its commands are in [`backend::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    backend::cli::main()
}
