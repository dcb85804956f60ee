//! The program and its commands, run as processes.

pub mod commands;
mod launch;
mod program;
