//! Limits the open connections by client address, and closes connections early when there are many.
//!
//! An address, or an IPv6 subscriber, has at most a quarter of the connections. A /48 of
//! subscribers has at most three eighths. So it takes four addresses, or three such networks, to
//! shut out the others. While three quarters of the connections are open, each is closed with its
//! next response: a client gets one response per connection, and queues behind the others for the
//! next. A server that stops does the same. Timeouts close a connection that sends nothing. A client
//! with many addresses that connects faster than that still shuts out others. A proxy or the
//! network in front must stop it.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::ConnectionType,
    middleware::Next,
};
use ipnet::IpNet;
use tokio::time::{Instant, sleep};

use crate::web::networks::{Held, NetworkShares};

/// The age from which a connection is closed with its next response.
const GREATEST_AGE: Duration = Duration::from_mins(5);

/// How often a server that stops counts its connections, and how long one that was accepted may take to be counted.
const DRAIN_INTERVAL: Duration = Duration::from_millis(50);

pub struct Connections {
    limit: usize,
    /// The networks of proxies, which forward everybody's requests.
    unlimited: Vec<IpNet>,
    open: AtomicUsize,
    is_draining: AtomicBool,
    shares: Arc<NetworkShares>,
}

impl Connections {
    /// Counts connections, at most `limit`. The addresses of the `unlimited` networks can use all of them.
    pub fn new(limit: usize, unlimited: Vec<IpNet>) -> Arc<Self> {
        Arc::new(Self {
            limit,
            unlimited,
            open: AtomicUsize::new(0),
            is_draining: AtomicBool::new(false),
            shares: NetworkShares::new((limit / 4).max(1)),
        })
    }

    /// Closes each connection with its next response. Returns when none is open.
    pub async fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
        loop {
            sleep(DRAIN_INTERVAL).await;
            if self.open.load(Ordering::Relaxed) == 0 {
                return;
            }
        }
    }

    /// Counts a connection until it is dropped. `None` if its client has too many.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Connection> {
        let is_limited = !(self.unlimited.iter()).any(|it| it.contains(&address.to_canonical()));
        let held = if is_limited {
            Some(self.shares.take(address)?)
        } else {
            None
        };
        self.open.fetch_add(1, Ordering::Relaxed);
        Some(Connection {
            connections: Arc::clone(self),
            _held: held,
            since: Instant::now(),
        })
    }
}

pub struct Connection {
    connections: Arc<Connections>,
    _held: Option<Held>,
    since: Instant,
}

impl Connection {
    /// Whether the connection is closed with its next response.
    pub fn is_ending(&self) -> bool {
        let Connections { limit, open, .. } = &*self.connections;
        open.load(Ordering::Relaxed) >= limit - limit / 4
            || self.connections.is_draining.load(Ordering::Relaxed)
            || self.since.elapsed() >= GREATEST_AGE
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Closes a connection with its response if it is ending, or if the client offers to upgrade it: actix
/// would announce an upgrade, for example to `h2c`, that does not follow.
pub async fn close_in_time(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let is_upgrade = request.head().upgrade();
    let mut response = next.call(request).await?;
    let connection = response.request().conn_data::<Arc<Connection>>();
    if is_upgrade || connection.is_some_and(|it| it.is_ending()) {
        let head = response.response_mut().head_mut();
        head.set_connection_type(ConnectionType::Close);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{Connections, GREATEST_AGE};

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_client_has_a_quarter_of_the_connections_and_a_proxy_all() {
        let connections = Connections::new(8, vec!["10.0.0.0/8".parse().unwrap()]);
        let admit = |text| connections.admit(address(text));
        for (one, another) in [
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.8", "::ffff:203.0.113.8"),
            ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2"),
        ] {
            let [first, second] = [one, another].map(|it| admit(it).unwrap());
            assert!(admit(one).is_none() && admit(another).is_none());
            drop(first);
            assert!(admit(one).is_some());
            drop(second);
        }
        let network = ["2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"].map(admit);
        assert!(network.iter().all(Option::is_some) && admit("2001:db8:0:4::1").is_none());
        assert!(admit("2001:db8:1:4::1").is_some());
        drop(network);
        let many: Vec<_> = (0..6).map(|_| admit("10.1.2.3").unwrap()).collect();
        assert!(many[0].is_ending());
        drop(many);
        assert!(!admit("10.1.2.3").unwrap().is_ending());
        assert!(connections.shares.are_free());
    }

    #[tokio::test(start_paused = true)]
    async fn an_old_connection_is_ending() {
        let connection = Connections::new(8, Vec::new()).admit(address("203.0.113.7"));
        let connection = connection.unwrap();
        assert!(!connection.is_ending());
        tokio::time::advance(GREATEST_AGE).await;
        assert!(connection.is_ending());
    }
}
