//! HTTP requests to external addresses: webhook receivers and push services. No request
//! reaches a network that is not permitted.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use futures_util::{FutureExt, future::select_ok};
use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Request, StatusCode,
    body::Bytes,
    client::conn::http1,
    header::{self, HeaderMap},
};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use thiserror::Error;
use tokio::{
    net::{TcpStream, lookup_host},
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_rustls::{TlsConnector, client::TlsStream};
use tokio_util::either::Either;
use url::{Position, Url};
use validator_wasm::SITE_NAME;

use super::outcome::{DeliveryFailure, FailureClass};
use crate::{
    config::Deadlines, observability::error_chain::chain, tls, web::address_kind::AddressKind,
};

/// The most bytes of the rest of a response that are read.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// The time that an address has before the next one is tried too (RFC 8305, section 5).
const HEAD_START: Duration = Duration::from_millis(250);

const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The reason why a request failed. The text is logged, so it contains neither the URL nor anything
/// of the response but its status.
#[derive(Debug, Error)]
pub enum OutboundError {
    #[error("the system has no certificates to verify the receiver")]
    NoRoots,
    #[error("the receiver's URL does not name a server")]
    Url,
    #[error("the request could not be built")]
    Unwritable,
    #[error("the receiver's address is in the server's own network: see {0}")]
    AddressRefused(&'static str),
    #[error(
        "the receiver's address is outside the private network, so it must begin with https://"
    )]
    Unencrypted,
    #[error("the receiver could not be reached")]
    Unreachable(#[source] io::Error),
    #[error("the receiver did not respond")]
    Broken(#[from] hyper::Error),
    #[error("the receiver took longer than {} s", .0.as_secs())]
    TimedOut(Duration),
    #[error("the receiver returned {status}")]
    Refused {
        status: StatusCode,
        /// The `Retry-After` header, if it is a number of seconds.
        retry_after: Option<Duration>,
    },
}

impl From<OutboundError> for DeliveryFailure {
    fn from(cause: OutboundError) -> Self {
        let class = match cause {
            OutboundError::Unwritable => FailureClass::Unwritable,
            OutboundError::AddressRefused(_) | OutboundError::Unencrypted => FailureClass::Address,
            OutboundError::Refused { status, .. } => match status {
                StatusCode::GONE => FailureClass::Gone,
                status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                    FailureClass::Deferred
                }
                _ => FailureClass::Refused,
            },
            _ => FailureClass::Unreachable,
        };
        let mut failure = Self::new(class, chain(&cause));
        if let OutboundError::Refused {
            status,
            retry_after,
        } = cause
        {
            failure.http_status = Some(status.as_u16());
            failure.retry_after = retry_after;
        }
        failure
    }
}

type Stream = Either<TlsStream<TcpStream>, TcpStream>;

/// Sends requests.
///
/// Each request has its own connection, to an address that was looked up and checked for that request, so a
/// name that resolves elsewhere a moment later gains nothing. The client uses no proxy and follows no redirect.
pub(crate) struct OutboundClient {
    setting: &'static str,
    allow_private: bool,
    tls: TlsConnector,
    deadlines: Deadlines,
}

impl OutboundClient {
    /// Creates a client. `setting` names the setting that permits private networks, and
    /// `allow_private` is its value.
    pub fn new(
        setting: &'static str,
        allow_private: bool,
        deadlines: &Deadlines,
    ) -> Result<Self, OutboundError> {
        let tls = tls::system_roots().and_then(tls::client_config);
        Ok(Self {
            setting,
            allow_private,
            tls: TlsConnector::from(Arc::new(tls.ok_or(OutboundError::NoRoots)?)),
            deadlines: *deadlines,
        })
    }

    /// Checks that a receiver accepts a connection. Sends nothing.
    pub async fn reach(&self, url: &Url) -> Result<(), OutboundError> {
        self.in_time(self.connect(url)).await.map(drop)
    }

    /// Posts a body with these headers and those of the connection. Returns the status if it is a success.
    pub async fn post(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> Result<u16, OutboundError> {
        let request = request(url, headers, body.into())?;
        // The connection has to be polled for the exchange to proceed. Its errors reach the exchange.
        let mut connections = JoinSet::new();
        let (answer, _sender) = self
            .in_time(async {
                let stream = self.connect(url).await?;
                let (mut sender, connection) = http1::Builder::new()
                    .max_buf_size(MAX_HEAD_BYTES)
                    .handshake(TokioIo::new(stream))
                    .await?;
                connections.spawn(connection);
                Ok((sender.send_request(request).await?, sender))
            })
            .await?;
        let (head, body) = answer.into_parts();
        let rest = Limited::new(body, MAX_BODY_BYTES).collect();
        drop(timeout(self.deadlines.outbound_body, rest).await);
        if head.status.is_success() {
            return Ok(head.status.as_u16());
        }
        Err(OutboundError::Refused {
            status: head.status,
            retry_after: retry_after(&head.headers),
        })
    }

    /// Looks up the host, and connects to one of its permitted addresses. People choose a URL, but
    /// its name may resolve to any address at any time, even to services that trust this network
    /// ("Server side request forgery" in Standard Webhooks).
    async fn connect(&self, url: &Url) -> Result<Stream, OutboundError> {
        let is_encrypted = url.scheme() == "https";
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let port = url.port_or_known_default().unwrap_or(443);
        let found = lookup_host((host, port)).await;
        let permitted: Vec<SocketAddr> = found
            .map_err(OutboundError::Unreachable)?
            .filter(|it| match AddressKind::of(it.ip()) {
                AddressKind::Public => is_encrypted,
                AddressKind::Private => self.allow_private,
                AddressKind::Special => false,
            })
            .collect();
        if permitted.is_empty() {
            return Err(if is_encrypted {
                OutboundError::AddressRefused(self.setting)
            } else {
                OutboundError::Unencrypted
            });
        }
        let opened = connect_to_one(permitted).await;
        let stream = opened.map_err(OutboundError::Unreachable)?;
        if !is_encrypted {
            return Ok(Either::Right(stream));
        }
        let name = ServerName::try_from(host.to_owned()).map_err(|_| OutboundError::Url)?;
        let encrypted = self.tls.connect(name, stream).await;
        (encrypted.map(Either::Left)).map_err(OutboundError::Unreachable)
    }

    async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, OutboundError>>,
    ) -> Result<T, OutboundError> {
        let time = self.deadlines.outbound;
        let done = timeout(time, work).await;
        done.map_err(|_| OutboundError::TimedOut(time))?
    }
}

/// Connects to one of several addresses, at least one: to the first that responds.
async fn connect_to_one(addresses: Vec<SocketAddr>) -> io::Result<TcpStream> {
    let attempts = (0..).zip(addresses).map(|(number, address)| {
        let attempt = async move {
            sleep(HEAD_START * number).await;
            TcpStream::connect(address).await
        };
        attempt.boxed()
    });
    Ok(select_ok(attempts).await?.0)
}

fn request(
    url: &Url,
    headers: &[(&str, &str)],
    body: Bytes,
) -> Result<Request<Full<Bytes>>, OutboundError> {
    let mut request = Request::post(&url[Position::BeforePath..Position::AfterQuery])
        .header(
            header::HOST,
            &url[Position::BeforeHost..Position::AfterPort],
        )
        .header(header::CONNECTION, "close")
        .header(header::USER_AGENT, SITE_NAME);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request
        .body(Full::from(body))
        .map_err(|_| OutboundError::Unwritable)
}

/// Parses `Retry-After` in seconds. A date is ignored, because the next attempt is later than most dates.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    seconds.trim().parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use tokio::net::{TcpListener, TcpSocket, TcpStream};

    use super::connect_to_one;

    #[tokio::test]
    async fn an_address_that_does_not_respond_blocks_no_other() {
        let dead = TcpSocket::new_v4().unwrap();
        dead.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = dead.listen(1).unwrap();
        let dead = listener.local_addr().unwrap();
        // The system ignores further connections to a listener that accepts none.
        let _waiting = [
            TcpStream::connect(dead).await,
            TcpStream::connect(dead).await,
        ];
        let healthy = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let healthy = healthy.local_addr().unwrap();
        let connected = connect_to_one(vec![dead, healthy]).await.unwrap();
        assert_eq!(connected.peer_addr().unwrap(), healthy);
    }
}
