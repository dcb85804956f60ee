//! The HTTP server around the paths: how many connections it takes, and how long each may take.
//!
//! `HttpServer` of actix-web would do, if it let a connection be wrapped. This puts the same parts
//! together, with [`TimeoutStream`] between the socket and the protocol.

use std::{
    fmt, io,
    net::{SocketAddr, TcpListener},
    time::Duration,
};

use actix_http::{HttpService, Request, Response, body::MessageBody};
use actix_server::Server;
use actix_service::{
    IntoServiceFactory, ServiceFactory, ServiceFactoryExt, fn_service, map_config,
};
use actix_web::dev::AppConfig;
use tokio::net::{TcpSocket, TcpStream};
use tracing::warn;

use super::timeout_stream::TimeoutStream;

/// How long the head of a connection's first request may take. It has a kilobyte or two: a phone
/// with two bars sends that in a fraction of a second.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a connection stays open for a next request. A page loads its parts within seconds; a
/// visitor who reads on first connects again, which costs one round trip.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How long the rest of a body that was refused unread is still taken in (and thrown away), so that
/// a client that sends first and reads then gets to read why.
const LINGER: Duration = Duration::from_secs(5);

/// How long requests, and a mail, that are under way when the server is told to stop have to come to
/// an end. The process ends within ten seconds, which is how long container runtimes wait before they
/// kill it; a second of them is the log's, to be flushed.
pub const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// Connections that the process has at most, whatever the number of its worker threads; more of
/// them wait in the system's queue. An open connection costs some 20 KB, so 5,000 cost 100 MB. If
/// each of them sends as much as actix reads ahead (128 KiB, and 32 KiB of a body), it is 800 MB for
/// ten seconds; what handlers have read is limited by [`limits`](super::limits). To hold all of them,
/// somebody has to open 500 new connections a second.
const MAX_CONNECTIONS: usize = 5_000;

/// Connections that wait in the system's queue for a worker at most; it is also Linux's own limit.
/// The standard library's 128 overflow when a thousand clients connect at once, and a client that is
/// turned away then tries again after seconds.
const BACKLOG: u32 = 4096;

/// What systems allow a process by default.
const USUAL_OPEN_FILES: u64 = 1024;

/// Takes a port.
///
/// # Errors
/// When it is taken already, or is none of this machine's.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A server that starts again at once finds the connections of the one before still closing.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // An answer that takes two writes would wait for the client's acknowledgement of the first one,
    // up to 40 ms. Accepted connections inherit it.
    socket.set_nodelay(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)?.into_std()
}

/// A server on this port, ready to be awaited.
///
/// # Errors
/// When the system does not let the port be used so.
pub fn serve<F, A, S, B>(listener: TcpListener, workers: usize, app: F) -> io::Result<Server>
where
    F: Fn() -> A + Send + Clone + 'static,
    A: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<actix_web::Error>,
    S::InitError: fmt::Debug,
    S::Response: Into<Response<B>>,
    B: MessageBody + 'static,
{
    let server = Server::build()
        .workers(workers)
        .max_concurrent_connections(connections_per_worker(open_files(), workers))
        .shutdown_timeout(SHUTDOWN_TIMEOUT.as_secs())
        .disable_signals();
    let stopping = server.graceful_shutdown_signal();
    let server = server.listen("site", listener, move || {
        let stopping = stopping.clone();
        let app = app()
            .into_factory()
            .map_err(|error| error.into().error_response());
        let http = HttpService::build()
            .client_request_timeout(HEAD_TIMEOUT)
            .keep_alive(KEEP_ALIVE)
            .client_disconnect_timeout(LINGER)
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            // The configuration is what URLs are made of, which this server never does.
            .h1(map_config(app, |()| AppConfig::default()));
        fn_service(async |stream: TcpStream| {
            let client = stream.peer_addr().ok();
            Ok((TimeoutStream::new(stream), client))
        })
        .and_then(http)
    })?;
    Ok(server.run())
}

/// Raises the number of files that the process may have open to what the system lets it, and answers
/// it: each connection is one.
fn open_files() -> u64 {
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|cause| {
        warn!(%cause, "the limit of open files stays as it is");
        USUAL_OPEN_FILES
    })
}

/// A worker's share of the process's connections: actix counts them by worker, and gives a
/// connection to whichever has room. Half of the files are for visitors; the database, mails and
/// the log take theirs of the rest.
fn connections_per_worker(open_files: u64, workers: usize) -> usize {
    let connections =
        usize::try_from(open_files / 2).map_or(MAX_CONNECTIONS, |files| files.min(MAX_CONNECTIONS));
    (connections / workers).max(1)
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpStream;

    use super::{MAX_CONNECTIONS, bind, connections_per_worker};

    #[test]
    fn connections_are_limited_by_process_however_many_workers_it_has() {
        for workers in [1, 2, 8, 64] {
            let connections = workers * connections_per_worker(u64::MAX, workers);
            assert!(connections <= MAX_CONNECTIONS, "{connections}");
            assert!(connections > MAX_CONNECTIONS - workers, "{connections}");
        }
    }

    #[test]
    fn connections_leave_half_of_the_files_to_the_rest() {
        assert_eq!(connections_per_worker(1024, 2), 256);
        assert_eq!(connections_per_worker(0, 2), 1);
    }

    #[tokio::test]
    async fn accepted_connections_send_without_delay() {
        let listener = bind(([127, 0, 0, 1], 0).into()).unwrap();
        listener.set_nonblocking(true).unwrap();
        let listener = tokio::net::TcpListener::from_std(listener).unwrap();
        let address = listener.local_addr().unwrap();
        let (accepted, _client) = tokio::join!(listener.accept(), TcpStream::connect(address));
        assert!(accepted.unwrap().0.nodelay().unwrap());
    }
}
