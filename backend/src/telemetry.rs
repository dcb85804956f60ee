//! The log.
//!
//! Each request has an id, which stands in its log lines and in the answer's `x-request-id`. What
//! a visitor sent or is, is not logged: no address, no user agent, no path beyond the route's
//! pattern, no query, no body, no mail address.
//!
//! Lines are written by a thread of their own. A standard error that nobody reads fast enough, or at
//! all, costs lines, never a lead: what does not fit into the thread's queue is dropped and counted.

use std::{
    convert::Infallible,
    error::Error as StdError,
    io::{self, BufWriter, IsTerminal},
    iter,
    time::{Duration, Instant},
};

use actix_web::{
    Error as ActixError,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, HeaderName, HeaderValue},
    middleware::Next,
    web,
};
use tokio::time::sleep;
use tracing::{Instrument, Level, debug, error, info, info_span, warn};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::{
    EnvFilter, Layer, filter::filter_fn, layer::SubscriberExt, registry, util::SubscriberInitExt,
    util::TryInitError,
};
use uuid::Uuid;

use crate::{
    api,
    config::{Log, LogFormat},
    contact_page,
    metrics::{Metrics, method_name},
    postgrest,
};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Lines that wait to be written at most: some 6 MB, and what a busy server logs in two seconds.
const QUEUED_LINES: usize = 32_768;

/// How often dropped lines are reported.
const DROPPED_LINES_INTERVAL: Duration = Duration::from_mins(1);

/// The writer of the log. Lines that are queued when it is dropped are written first, within a second.
#[must_use = "the log ends when it is dropped"]
pub struct LogWriter {
    dropped: ErrorCounter,
    _thread: WorkerGuard,
}

impl LogWriter {
    /// Logs, once a minute, how many lines were dropped since it last did.
    pub async fn report_dropped_lines(&self) -> Infallible {
        let mut reported = 0;
        loop {
            sleep(DROPPED_LINES_INTERVAL).await;
            let dropped = self.dropped.dropped_lines();
            if dropped > reported {
                let lines = dropped - reported;
                warn!(
                    lines,
                    "lines of the log were dropped: standard error was not read fast enough"
                );
                reported = dropped;
            }
        }
    }
}

/// Writes the log to standard error from here on, until the writer is dropped.
///
/// # Errors
/// When the process has a log already.
pub fn init(log: &Log) -> Result<LogWriter, TryInitError> {
    // The thread flushes the buffer when its queue is empty.
    let (writer, thread) = NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(QUEUED_LINES)
        .finish(BufWriter::new(io::stderr()));
    let dropped = writer.error_counter();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(writer)
        .with_ansi(io::stderr().is_terminal());
    let lines = match log.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    // Libraries log what passes through them (tokio-postgres: the values of queries) at debug and
    // below. So that no setting of LOG puts a visitor's data into the log, only this program is
    // heard there.
    let discreet = filter_fn(|event| {
        // What a client does wrong on the wire is no fault of this program's, and actix-http calls it
        // an error. And each migration notes that its table of migrations is there already.
        let tells_nothing = ["actix_http::h1", "tokio_postgres::connection"]
            .iter()
            .any(|target| event.target().starts_with(target));
        (*event.level() <= Level::INFO && !tells_nothing)
            || event.target().starts_with(env!("CARGO_PKG_NAME"))
    });
    registry()
        .with(lines.with_filter(discreet))
        .with(EnvFilter::new(&log.filter))
        .try_init()?;
    Ok(LogWriter {
        dropped,
        _thread: thread,
    })
}

/// Gives each request its id, logs how it went and measures it.
///
/// # Errors
/// What the service answers.
pub async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, ActixError> {
    let id = Uuid::new_v4();
    // The client may send any word as its method: only known ones are logged.
    let span = info_span!("request", %id, method = method_name(request.method()));
    async {
        let started = Instant::now();
        let mut response = next.call(request).await?;
        let status = response.status().as_u16();
        let elapsed = started.elapsed();
        let microseconds = elapsed.as_micros();
        // What has a tag is a file of the site, also where a path of ours is a page's: `/contact`.
        let is_tagged = response.headers().contains_key(header::ETAG);
        let route = response.request().match_pattern().filter(|_| !is_tagged);
        // A file of the site does without: it would wait for it longer, and nobody looks for it in
        // the log.
        let is_file = route.is_none() && !response.status().is_client_error();
        if !is_file && let Ok(value) = HeaderValue::from_str(&id.to_string()) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        if let Some(metrics) = response.request().app_data::<web::Data<Metrics>>() {
            let method = response.request().method();
            metrics.request(route.as_deref(), method, response.status(), elapsed);
        }
        if let Some(cause) = response.response().error().and_then(server_fault) {
            error!(route, status, microseconds, cause, "request failed");
        } else if route.is_some() {
            info!(route, status, microseconds, "request answered");
        } else {
            debug!(status, microseconds, "page served");
        }
        Ok(response)
    }
    .instrument(span)
    .await
}

/// Why a request failed, if that was no fault of the client's.
fn server_fault(error: &ActixError) -> Option<String> {
    if !error.as_response_error().status_code().is_server_error() {
        return None;
    }
    let failure = error
        .as_error::<postgrest::PostgrestError>()
        .and_then(StdError::source)
        .or_else(|| error.as_error::<api::ApiError>().and_then(StdError::source))
        .or_else(|| {
            error
                .as_error::<contact_page::ContactPageError>()
                .and_then(StdError::source)
        });
    Some(failure.map_or_else(|| error.to_string(), chain))
}

/// An error with its causes, in one line. Some libraries say their cause themselves: it is not said
/// twice.
#[must_use]
pub fn chain(error: &dyn StdError) -> String {
    let mut said: Vec<String> = Vec::new();
    for cause in iter::successors(Some(error), |&error| error.source()) {
        let text = cause.to_string();
        if said.last().is_none_or(|last| !last.ends_with(&text)) {
            said.push(text);
        }
    }
    said.join(": ")
}
