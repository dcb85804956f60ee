//! The IP address of the client behind a request.

use std::{
    net::{IpAddr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
};

use actix_web::{HttpRequest, http::header};
use ipnet::IpNet;
use tracing::warn;

use super::address_kind::AddressKind;

pub struct ClientAddresses {
    trusted_proxies: Vec<IpNet>,
    warned: AtomicBool,
}

impl ClientAddresses {
    /// Trusts these proxies' information about their clients.
    pub fn new(trusted_proxies: Vec<IpNet>) -> Self {
        Self {
            trusted_proxies,
            warned: AtomicBool::new(false),
        }
    }

    /// Returns the client's address.
    ///
    /// Each proxy appends the address that it saw to `X-Forwarded-For`. Read from the right, the
    /// first address that is not a trusted proxy is the client. The client itself may have sent the
    /// entries to the left of it, and they may contain anything.
    pub fn find(&self, request: &HttpRequest) -> Option<IpAddr> {
        let mut client = request.peer_addr()?.ip().to_canonical();
        let forwarded: Vec<&[u8]> = request
            .headers()
            .get_all(header::X_FORWARDED_FOR)
            .flat_map(|line| line.as_bytes().split(|&byte| byte == b','))
            .collect();
        // Proxies have private addresses, and visitors do not. The warning concerns every request or none.
        if !forwarded.is_empty()
            && !self.is_trusted(client)
            && AddressKind::of(client) == AddressKind::Private
            && !self.warned.swap(true, Ordering::Relaxed)
        {
            warn!(
                "requests come through a proxy that TRUSTED_PROXIES does not contain: \
                 all visitors count as one address and share its rate limits"
            );
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

    /// Whether a trusted proxy sent the request, so that its information about the client counts.
    pub fn is_from_proxy(&self, request: &HttpRequest) -> bool {
        request
            .peer_addr()
            .is_some_and(|peer| self.is_trusted(peer.ip().to_canonical()))
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted_proxies
            .iter()
            .any(|network| network.contains(&address))
    }
}

/// Parses an address as proxies write it: alone, in brackets, or with a port.
fn address(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text.trim_ascii()).ok()?;
    text.trim_matches(['[', ']'])
        .parse()
        .or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()))
        .ok()
        .map(|address| address.to_canonical())
}
