//! What is logged, and how.

use tracing_subscriber::filter::Targets;

use super::reader::{Reader, all_read};

/// What is logged, and how.
#[derive(Clone, Debug)]
pub struct Log {
    /// `LOG`: levels, by target if wished.
    pub filter: Targets,
    /// `LOG_FORMAT`.
    pub format: LogFormat,
}

/// The format of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

impl Log {
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        all_read!(Self {
            filter: reader.parsed("LOG", "set a log filter, such as info or backend=debug."),
            format: reader.required("LOG_FORMAT", "set text or json.", |value| match value {
                "text" => Some(LogFormat::Text),
                "json" => Some(LogFormat::Json),
                _ => None,
            }),
        })
    }
}
