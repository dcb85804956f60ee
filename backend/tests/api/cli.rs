//! The program and its commands, run as processes.

pub mod commands;
mod erasure;
mod launch;
mod program;
