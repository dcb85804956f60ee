//! Sends webhooks.

use std::{convert::Infallible, future::pending, io, net::SocketAddr, sync::Arc, time::Duration};

use chrono::Utc;
use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Method, Request, StatusCode,
    body::Bytes,
    client::conn::http1,
    header::{self, HeaderMap},
};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use secrecy::{ExposeSecret, SecretSlice};
use thiserror::Error;
use tokio::{
    net::{TcpStream, lookup_host},
    time::{Instant, timeout, timeout_at},
};
use tokio_rustls::{TlsConnector, client::TlsStream};
use tokio_util::either::Either;
use url::{Host, Position, Url};
use uuid::Uuid;
use validator_wasm::SITE_NAME;

use super::{address, event::Event, signature};
use crate::{
    config::{Webhook, tls},
    store::outbox::failure::FailureClass,
};

/// The timeout of a request until the status of its answer (Standard Webhooks, "Request timeouts": 15
/// to 30 s).
pub const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(15);

/// How long the rest of an answer is read, and how much of it. It is of no use; but a receiver may log
/// an error when a connection is closed in the middle of its answer.
const BODY_TIMEOUT: Duration = Duration::from_secs(1);
const MAX_BODY_BYTES: usize = 16 * 1024;

/// The most that an answer's head may have.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// Why a webhook was not delivered. The text holds neither the URL nor anything of the answer but its
/// status: it is logged.
#[derive(Debug, Error)]
pub enum WebhookError {
    /// `WEBHOOK_URL` has no host.
    #[error("WEBHOOK_URL is no address of a server")]
    Url,
    /// TLS cannot be set up.
    #[error("the system has no certificates to check the receiver by")]
    NoRoots,
    /// TLS cannot be set up.
    #[error("TLS cannot be set up")]
    Tls(#[from] rustls::Error),
    /// The event cannot be written.
    #[error("the event could not be put together")]
    Unwritable,
    /// The name leads to addresses that webhooks may not be sent to.
    #[error("{}", address_refused(*.is_encrypted))]
    AddressRefused {
        /// Whether the request would have been encrypted.
        is_encrypted: bool,
    },
    /// The receiver was not reached, or its certificate is not valid.
    #[error("the receiver was not reached")]
    Unreachable(#[source] io::Error),
    /// The connection broke, or the answer is no HTTP.
    #[error("the receiver did not answer")]
    Broken(#[source] hyper::Error),
    /// There was no answer within [`WEBHOOK_TIMEOUT`].
    #[error("the receiver took longer than {} s", WEBHOOK_TIMEOUT.as_secs())]
    TimedOut,
    /// The answer's status is none of success.
    #[error("the receiver answered {status}")]
    Refused {
        /// The status.
        status: StatusCode,
        /// The `Retry-After` header, where it is a number of seconds.
        retry_after: Option<Duration>,
    },
}

fn address_refused(is_encrypted: bool) -> &'static str {
    if is_encrypted {
        "WEBHOOK_URL leads into the server's own network: see WEBHOOK_ALLOW_PRIVATE"
    } else {
        "WEBHOOK_URL leads out of the private network, where it must begin with https://"
    }
}

impl WebhookError {
    /// The class of the failure.
    #[must_use]
    pub fn class(&self) -> FailureClass {
        match self {
            Self::Unwritable => FailureClass::Unwritable,
            Self::AddressRefused { .. } => FailureClass::Address,
            Self::Refused { status, .. } if *status == StatusCode::GONE => FailureClass::Gone,
            Self::Refused { status, .. }
                if status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS =>
            {
                FailureClass::Deferred
            }
            Self::Refused { .. } => FailureClass::Refused,
            Self::Url
            | Self::NoRoots
            | Self::Tls(_)
            | Self::Unreachable(_)
            | Self::Broken(_)
            | Self::TimedOut => FailureClass::Unreachable,
        }
    }

    /// The status of the answer, if there was one.
    #[must_use]
    pub fn status(&self) -> Option<StatusCode> {
        match self {
            Self::Refused { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// How long the receiver asks to be left alone.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Refused { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

type Stream = Either<TlsStream<TcpStream>, TcpStream>;

/// Sends webhooks to the receiver.
///
/// Each has a connection of its own, to an address that was looked up and checked for it: a name that
/// leads elsewhere a moment later gains nothing. No proxy is used, and no redirect followed.
pub struct WebhookClient {
    url: Url,
    keys: Vec<SecretSlice<u8>>,
    allow_private: bool,
    tls: TlsConnector,
}

impl WebhookClient {
    /// A client as configured.
    ///
    /// # Errors
    /// When the system has no certificates to check a receiver by.
    pub fn new(config: &Webhook) -> Result<Self, WebhookError> {
        let roots = tls::system_roots().ok_or(WebhookError::NoRoots)?;
        Ok(Self {
            url: Url::parse(config.url.expose_secret()).map_err(|_| WebhookError::Url)?,
            keys: config.keys.clone(),
            allow_private: config.allow_private,
            tls: TlsConnector::from(Arc::new(tls::client_config(roots)?)),
        })
    }

    /// The receiver's host, without the path, which may be a secret.
    #[must_use]
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Checks that the receiver takes a connection. Nothing is sent.
    ///
    /// # Errors
    /// When it is not reached, or its address is refused.
    pub async fn reach(&self) -> Result<(), WebhookError> {
        timeout(WEBHOOK_TIMEOUT, self.connect())
            .await
            .map_err(|_| WebhookError::TimedOut)?
            .map(drop)
    }

    /// Sends an event. `id` is the same at each attempt. Returns the status of success.
    ///
    /// # Errors
    /// When the event was not delivered, as far as is known.
    pub async fn send(&self, id: Uuid, event: &Event) -> Result<StatusCode, WebhookError> {
        let deadline = Instant::now() + WEBHOOK_TIMEOUT;
        let too_late = |_| WebhookError::TimedOut;
        let request = self.request(id, event)?;
        let stream = timeout_at(deadline, self.connect())
            .await
            .map_err(too_late)??;
        let handshake = http1::Builder::new()
            .max_buf_size(MAX_HEAD_BYTES)
            .handshake(TokioIo::new(stream));
        let (mut sender, connection) = timeout_at(deadline, handshake)
            .await
            .map_err(too_late)?
            .map_err(WebhookError::Broken)?;
        let exchange = async move {
            let answer = timeout_at(deadline, sender.send_request(request))
                .await
                .map_err(too_late)?
                .map_err(WebhookError::Broken)?;
            let (head, body) = answer.into_parts();
            let rest = Limited::new(body, MAX_BODY_BYTES).collect();
            drop(timeout(BODY_TIMEOUT, rest).await);
            Ok::<_, WebhookError>((head.status, head.headers))
        };
        // The connection does the work of the exchange, which it tells of an error.
        let connection = async {
            drop(connection.await);
            pending::<Infallible>().await
        };
        let (status, headers) = tokio::select! {
            answer = exchange => answer?,
            never = connection => match never {},
        };
        if status.is_success() {
            Ok(status)
        } else {
            Err(WebhookError::Refused {
                status,
                retry_after: retry_after(&headers),
            })
        }
    }

    fn request(&self, id: Uuid, event: &Event) -> Result<Request<Full<Bytes>>, WebhookError> {
        let body = serde_json::to_string(event).map_err(|_| WebhookError::Unwritable)?;
        let timestamp = Utc::now().timestamp();
        let signature = signature::sign(&self.keys, id, timestamp, &body)
            .map_err(|_| WebhookError::Unwritable)?;
        Request::builder()
            .method(Method::POST)
            .uri(&self.url[Position::BeforePath..Position::AfterQuery])
            .header(
                header::HOST,
                &self.url[Position::BeforeHost..Position::AfterPort],
            )
            .header(header::CONNECTION, "close")
            .header(header::USER_AGENT, SITE_NAME)
            .header(header::CONTENT_TYPE, "application/json")
            .header("webhook-id", id.to_string())
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signature)
            .body(Full::from(body))
            .map_err(|_| WebhookError::Unwritable)
    }

    /// Connects to an address that the host has now, and that is permitted.
    async fn connect(&self) -> Result<Stream, WebhookError> {
        let is_encrypted = self.url.scheme() == "https";
        let found = self.addresses().await.map_err(WebhookError::Unreachable)?;
        let permitted: Vec<SocketAddr> = found
            .into_iter()
            .filter(|it| address::is_permitted(it.ip(), is_encrypted, self.allow_private))
            .collect();
        if permitted.is_empty() {
            return Err(WebhookError::AddressRefused { is_encrypted });
        }
        let stream = TcpStream::connect(&*permitted)
            .await
            .map_err(WebhookError::Unreachable)?;
        if !is_encrypted {
            return Ok(Either::Right(stream));
        }
        let name = self.host().trim_matches(['[', ']']).to_owned();
        let name = ServerName::try_from(name).map_err(|_| WebhookError::Url)?;
        let stream = self.tls.connect(name, stream).await;
        stream.map(Either::Left).map_err(WebhookError::Unreachable)
    }

    /// The addresses that the host has now; at least one.
    async fn addresses(&self) -> io::Result<Vec<SocketAddr>> {
        let port = self.url.port_or_known_default().unwrap_or(443);
        let addresses: Vec<SocketAddr> = match self.url.host() {
            Some(Host::Ipv4(address)) => vec![(address, port).into()],
            Some(Host::Ipv6(address)) => vec![(address, port).into()],
            Some(Host::Domain(name)) => lookup_host((name, port)).await?.collect(),
            None => Vec::new(),
        };
        if addresses.is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                "the name has no address",
            ));
        }
        Ok(addresses)
    }
}

/// A date there is not read: the next attempt is later than most of them.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    seconds.trim().parse().ok().map(Duration::from_secs)
}
