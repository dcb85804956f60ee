//! The networks of an IP address. Limits count networks, because the holder of a network can choose
//! any address in it.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr},
    ops::{Add, Div},
    sync::Arc,
};

use ipnet::IpNet;
use parking_lot::Mutex;
use tokio::sync::Notify;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(pub(crate) IpNet);

/// Returns the networks of an address, the smaller first. In IPv6, a subscriber has a network of
/// 2^64 addresses (RFC 4291, section 2.5.4), and often 256 or 65,536 of these in a /56 or /48 (RFC
/// 6177). An IPv4 address is counted alone: its /24 has 256 subscribers, and many people may
/// already share the address.
pub fn networks(address: IpAddr) -> impl DoubleEndedIterator<Item = Network> {
    by_prefix(address, 32)
}

/// Returns the networks of an address that count for signing in, like [`networks`]. No customer signs
/// in, and a tenant of a data center may control a /24 of IPv4, so that is counted as one.
pub fn sign_in_networks(address: IpAddr) -> impl DoubleEndedIterator<Item = Network> {
    by_prefix(address, 24)
}

fn by_prefix(address: IpAddr, v4_bits: u8) -> impl DoubleEndedIterator<Item = Network> {
    let address = sender(address);
    let prefixes = match address {
        IpAddr::V4(_) => [Some(v4_bits), None],
        IpAddr::V6(_) => [Some(64), Some(48)],
    };
    let lengths = prefixes.into_iter().flatten();
    lengths.filter_map(move |bits| Some(Network(IpNet::new(address, bits).ok()?.trunc())))
}

/// Returns the IPv4 address that an IPv6 address represents: mapped (RFC 4291), translated on its
/// way to a server without IPv4 (RFC 6052), where all of IPv4 would be one /64, or 6to4 (RFC 3056),
/// where each IPv4 address also has a /48.
fn sender(address: IpAddr) -> IpAddr {
    let address = address.to_canonical();
    let IpAddr::V6(it) = address else {
        return address;
    };
    match it.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)).into()
        }
        _ => address,
    }
}

impl Network {
    /// Returns the most units that the network can have if one subscriber can have `share`. A
    /// network of many subscribers can have half as much again: if the share is a quarter, it takes
    /// three such networks, or four single addresses, to use everything up.
    pub fn most<N: Copy + From<u8> + Add<Output = N> + Div<Output = N>>(self, share: N) -> N {
        match self.0.prefix_len() {
            24 | 48 => share + (share + N::from(1)) / N::from(2),
            _ => share,
        }
    }
}

/// The units that the networks of addresses hold at the moment. No network holds more than its share.
pub struct NetworkShares {
    share: usize,
    held: Mutex<HashMap<Network, usize>>,
    freed: Notify,
}

impl NetworkShares {
    pub fn new(share: usize) -> Arc<Self> {
        Arc::new(Self {
            share,
            held: Mutex::default(),
            freed: Notify::new(),
        })
    }

    /// Counts one unit for an address, until it is dropped. `None` if a network of the address
    /// already holds its share.
    pub fn take(self: &Arc<Self>, address: IpAddr) -> Option<Held> {
        let mut held = self.held.lock();
        if networks(address).any(|it| {
            held.get(&it)
                .is_some_and(|&held| held >= it.most(self.share))
        }) {
            return None;
        }
        for network in networks(address) {
            *held.entry(network).or_default() += 1;
        }
        Some(Held(Arc::clone(self), address))
    }

    /// Waits until the address can hold one more unit, and counts it like [`take`](Self::take).
    pub async fn wait(self: &Arc<Self>, address: IpAddr) -> Held {
        loop {
            let freed = self.freed.notified();
            if let Some(held) = self.take(address) {
                return held;
            }
            freed.await;
        }
    }

    #[cfg(test)]
    pub fn are_free(&self) -> bool {
        self.held.lock().is_empty()
    }
}

pub struct Held(Arc<NetworkShares>, IpAddr);

impl Drop for Held {
    fn drop(&mut self) {
        let Self(shares, address) = self;
        let mut held = shares.held.lock();
        for network in networks(*address) {
            if let Some(count) = held.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    held.remove(&network);
                }
            }
        }
        drop(held);
        shares.freed.notify_waiters();
    }
}
