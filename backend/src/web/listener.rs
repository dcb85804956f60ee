//! The HTTP server: its limit of connections, and its timeouts.
//!
//! actix-web's `HttpServer` does not allow a connection to be wrapped. This module assembles the
//! same parts, with [`TimeoutStream`] between the socket and the protocol.

use std::{
    fmt,
    future::ready,
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
    thread,
};

use actix_http::{HttpService, Request, Response, body::MessageBody, error::DispatchError};
use actix_server::Server;
use actix_service::{
    IntoServiceFactory, ServiceFactory, ServiceFactoryExt, fn_service, map_config,
};
use actix_web::dev::AppConfig;
use futures_util::{FutureExt, future::LocalBoxFuture};
use ipnet::IpNet;
use listenfd::ListenFd;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tracing::warn;

use super::{
    connections::{Connection, Connections},
    timeout_stream::TimeoutStream,
};
use crate::config::Deadlines;

/// The most connections of the process, for any number of worker threads. Others wait in the
/// system's queue. An open connection costs about 20 KB, so 5,000 cost 100 MB. If each sends as
/// much as actix reads ahead (128 KiB, and 32 KiB of a body), they take 800 MB for ten seconds.
const MAX_CONNECTIONS: usize = 5_000;

/// The most connections that wait in the system's queue for a worker. This is also Linux's own
/// limit. The standard library's 128 overflow when a thousand clients connect at once, and a client
/// that is refused retries only after seconds.
const BACKLOG: u32 = 4096;

/// The most open files, for twice as many connections. macOS refuses to raise the limit to its own maximum.
const MAX_OPEN_FILES: u64 = 16_384;

/// The default limit of open files on most systems.
const USUAL_OPEN_FILES: u64 = 1024;

/// Takes the listening socket that the service manager passes (`LISTEN_FDS`, systemd's socket
/// activation). Without one, binds the address. Returns it, and whether it stays open while the
/// server restarts.
pub fn open(address: SocketAddr) -> io::Result<(TcpListener, bool)> {
    match ListenFd::from_env().take_tcp_listener(0)? {
        Some(listener) => Ok((listener, true)),
        None => Ok((bind(address)?, false)),
    }
}

pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // After a restart, connections of the previous process may still be closing.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Without this option, a response in two writes would wait up to 40 ms for the client to
    // acknowledge the first one. Accepted connections inherit the option.
    socket.set_nodelay(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)?.into_std()
}

/// Starts a server on this port. The connections of `proxies` are not limited by address. Returns the
/// server with the future that stops it: actix by itself would drop the connections that it has
/// accepted and not served yet. If the port `stays_open`, new connections wait for the next server.
pub fn serve<F, A, S, B>(
    listener: TcpListener,
    stays_open: bool,
    proxies: Vec<IpNet>,
    deadlines: &Deadlines,
    app: F,
) -> io::Result<(Server, LocalBoxFuture<'static, ()>)>
where
    F: Fn() -> A + Send + Clone + 'static,
    A: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<actix_web::Error>,
    S::InitError: fmt::Debug,
    S::Response: Into<Response<B>>,
    B: MessageBody + 'static,
{
    let workers = thread::available_parallelism()?.get();
    let per_worker = connections_per_worker(open_files(), workers);
    let connections = Connections::new(per_worker * workers, proxies);
    let server = Server::build()
        .workers(workers)
        .max_concurrent_connections(per_worker)
        .shutdown_timeout(deadlines.shutdown.saturating_sub(deadlines.drain).as_secs())
        .disable_signals();
    let (stopping, deadlines) = (server.graceful_shutdown_signal(), *deadlines);
    let open = Arc::clone(&connections);
    let server = server.listen("site", listener, move || {
        let stopping = stopping.clone();
        let connections = Arc::clone(&open);
        let app = app()
            .into_factory()
            .map_err(|error| error.into().error_response());
        let http = HttpService::build()
            .client_request_timeout(deadlines.head)
            .keep_alive(deadlines.keep_alive)
            .client_disconnect_timeout(deadlines.linger)
            .on_connect_ext(|stream: &TimeoutStream<_, Arc<Connection>>, extensions| {
                extensions.insert(Arc::clone(&stream.context));
                extensions.insert(stream.upload.clone());
            })
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            // The configuration is for building URLs, which this server never does.
            .h1(map_config(app, |()| AppConfig::default()));
        fn_service(move |stream: TcpStream| {
            let client = stream.peer_addr();
            let connection = client.and_then(|client| {
                let connection = connections.admit(client.ip());
                let connection = connection.ok_or(io::ErrorKind::ConnectionRefused)?;
                Ok((
                    TimeoutStream::new(stream, Arc::new(connection), &deadlines),
                    Some(client),
                ))
            });
            ready(connection.map_err(DispatchError::Io))
        })
        .and_then(http)
    })?;
    let server = server.run();
    let handle = server.handle();
    let stop = async move {
        if stays_open {
            handle.pause().await;
        }
        drop(timeout(deadlines.drain, connections.drain()).await);
        handle.stop(true).await;
    };
    Ok((server, stop.boxed_local()))
}

/// Raises the limit of open files as far as the system allows, and returns it. Each connection is a
/// file.
fn open_files() -> u64 {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let limit = maximum.map_or(MAX_OPEN_FILES, |limit| limit.min(MAX_OPEN_FILES));
    let current = Some(limit);
    if let Err(cause) = setrlimit(Resource::Nofile, Rlimit { current, maximum }) {
        warn!(%cause, "the limit of open files could not be raised");
        return USUAL_OPEN_FILES;
    }
    limit
}

/// Returns a worker's share of the process's connections. actix counts them per worker, and assigns
/// a connection to a worker that has room. Half of the files are for visitors. The rest are for the
/// database, emails, and the log.
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
    fn connections_are_limited_by_process_and_by_open_files() {
        for workers in [1, 2, 8, 64] {
            let connections = workers * connections_per_worker(u64::MAX, workers);
            assert!(connections <= MAX_CONNECTIONS, "{connections}");
            assert!(connections > MAX_CONNECTIONS - workers, "{connections}");
        }
        // The other half of the files is for everything else.
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
