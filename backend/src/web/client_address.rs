//! The address of the client behind a request.

use std::{
    net::{IpAddr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
};

use actix_web::{HttpRequest, http::header};
use ipnet::IpNet;
use tracing::warn;

/// Finds the addresses of clients, behind proxies too.
pub struct ClientAddresses {
    trusted_proxies: Vec<IpNet>,
    /// Whether the warning about an untrusted proxy was logged.
    warned: AtomicBool,
}

impl ClientAddresses {
    /// Trusts what these proxies say of their clients.
    pub fn new(trusted_proxies: Vec<IpNet>) -> Self {
        Self {
            trusted_proxies,
            warned: AtomicBool::new(false),
        }
    }

    /// The client's address.
    ///
    /// Each proxy appends the address that it saw to `X-Forwarded-For`. Read from the right, the
    /// first address that is no trusted proxy is the client; the entries left of it are the
    /// client's own claims, and may be anything.
    pub fn find(&self, request: &HttpRequest) -> Option<IpAddr> {
        let mut client = request.peer_addr()?.ip().to_canonical();
        let forwarded: Vec<&[u8]> = request
            .headers()
            .get_all(header::X_FORWARDED_FOR)
            .flat_map(|line| line.as_bytes().split(|&byte| byte == b','))
            .collect();
        if !forwarded.is_empty() && !self.is_trusted(client) && is_private(client) {
            self.warn_of_unknown_proxy();
        }
        for entry in forwarded.into_iter().rev() {
            if !self.is_trusted(client) {
                break;
            }
            match address(entry) {
                Some(previous) => client = previous,
                None => break,
            }
        }
        Some(client)
    }

    /// Whether a trusted proxy has sent the request: what it says of the client counts.
    pub fn is_from_proxy(&self, request: &HttpRequest) -> bool {
        request
            .peer_addr()
            .is_some_and(|peer| self.is_trusted(peer.ip().to_canonical()))
    }

    /// Warns once: it concerns every request, or none.
    fn warn_of_unknown_proxy(&self) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            warn!(
                "visitors come through a proxy that TRUSTED_PROXIES does not name: \
                 they count as one address, and their limits are one"
            );
        }
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted_proxies
            .iter()
            .any(|network| network.contains(&address))
    }
}

/// Whether the address is one of this machine or of a private network, as proxies have and visitors
/// do not.
fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn address(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text.trim_ascii()).ok()?;
    text.trim_matches(['[', ']'])
        .parse()
        .or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()))
        .ok()
        .map(|address| address.to_canonical())
}
