//! The log: its format, its filter, and its writer.
//!
//! Nothing that a visitor sent, or that identifies a visitor, is logged: no IP address, user agent,
//! query, body, or email address, and no path except the route's pattern.
//!
//! A separate thread writes the lines. If standard error is read too slowly, or not at all, lines are
//! lost, but never a lead: lines that do not fit into the thread's queue are dropped and counted.

use std::{
    convert::Infallible,
    io::{self, BufWriter, IsTerminal},
    time::Duration,
};

use tokio::time::sleep;
use tracing::{Level, warn};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::{
    Layer, filter::filter_fn, layer::SubscriberExt, registry, util::SubscriberInitExt,
    util::TryInitError,
};

use crate::config::{Log, LogFormat};

/// The most lines that wait to be written: about 6 MB, or two seconds of a busy server's log.
const QUEUED_LINES: usize = 32_768;

/// The writer of the log. When it is dropped, it writes the queued lines first, within a second.
#[must_use = "the log ends when it is dropped"]
pub struct LogWriter {
    dropped: ErrorCounter,
    _thread: WorkerGuard,
}

impl LogWriter {
    /// Logs once a minute how many lines were dropped in that minute, if any.
    pub async fn report_dropped_lines(&self) -> Infallible {
        let mut reported = 0;
        loop {
            sleep(Duration::from_mins(1)).await;
            let dropped = self.dropped.dropped_lines();
            if dropped > reported {
                let lines = dropped - reported;
                warn!(
                    lines,
                    "log lines were dropped: standard error was not read fast enough"
                );
                reported = dropped;
            }
        }
    }
}

/// Starts the log, to standard error, until the writer is dropped.
pub fn init(log: &Log) -> Result<LogWriter, TryInitError> {
    // The thread flushes the buffer when its queue is empty.
    let (writer, thread) = NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(QUEUED_LINES)
        .finish(BufWriter::new(io::stderr()));
    let dropped = writer.error_counter();
    let layer = tracing_subscriber::fmt::layer()
        .with_writer(writer)
        .with_ansi(io::stderr().is_terminal());
    let lines = match log.format {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer.json().boxed(),
    };
    // Libraries log their data (tokio-postgres: the values of queries) at debug and below. Only
    // this program logs at these levels, so that no setting of LOG puts a visitor's data into the
    // log.
    let without_data = filter_fn(|event| {
        // actix-http logs each malformed request as an error, and each migration logs that its
        // table of migrations exists.
        let is_noise = ["actix_http::h1", "tokio_postgres::connection"]
            .iter()
            .any(|target| event.target().starts_with(target));
        (*event.level() <= Level::INFO && !is_noise)
            || event.target().starts_with(env!("CARGO_PKG_NAME"))
    });
    registry()
        .with(lines.with_filter(without_data))
        .with(log.filter.clone())
        .try_init()?;
    Ok(LogWriter {
        dropped,
        _thread: thread,
    })
}
