use tracing_subscriber::filter::Targets;

use super::reader::settings;

settings! {
    #[derive(Clone, Debug)]
    pub struct Log(reader) {
        /// `LOG`: the levels, optionally per target.
        pub filter: Targets =
            reader.parsed("LOG", "set a log filter, such as info or backend=debug."),
        /// `LOG_FORMAT`: the format of log lines.
        pub format: LogFormat =
            reader.required("LOG_FORMAT", "set text or json.", |value| match value {
                "text" => Some(LogFormat::Text),
                "json" => Some(LogFormat::Json),
                _ => None,
            }),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}
