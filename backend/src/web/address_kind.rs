//! The kinds of IP addresses, which decide whether requests to an address are permitted and whether
//! its geolocation is looked up.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressKind {
    /// An address of the internet.
    Public,
    /// An address of this machine, or of a network that the machine's owner runs.
    Private,
    /// An address that belongs neither to a visitor nor to the receiver of a request.
    Special,
}

impl AddressKind {
    pub fn of(address: IpAddr) -> Self {
        let is_in = |networks: &[IpNet]| networks.iter().any(|it| it.contains(&address));
        if is_in(&SPECIAL) {
            Self::Special
        } else if is_in(&PRIVATE) {
            Self::Private
        } else if is_in(&PUBLIC) {
            Self::Public
        } else {
            Self::Special
        }
    }
}

const fn v4(a: u8, b: u8, c: u8, d: u8, bits: u8) -> IpNet {
    IpNet::V4(Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), bits))
}

const fn v6(a: u16, b: u16, c: u16, h: u16, bits: u8) -> IpNet {
    let address = Ipv6Addr::new(a, b, c, 0, 0, 0, 0, h);
    IpNet::V6(Ipv6Net::new_assert(address, bits))
}

/// All IPv4 addresses, and all IPv6 unicast addresses that IANA allocates. This leaves out mapped IPv4
/// (`::ffff:0:0/96`), NAT64 (`64:ff9b::/96`, `64:ff9b:1::/48`), link-local, and multicast addresses.
const PUBLIC: [IpNet; 2] = [v4(0, 0, 0, 0, 0), v6(0x2000, 0, 0, 0, 3)];

const PRIVATE: [IpNet; 7] = [
    v4(10, 0, 0, 0, 8),
    // Shared by a carrier's customers, and used by private networks over the internet.
    v4(100, 64, 0, 0, 10),
    v4(127, 0, 0, 0, 8),
    v4(172, 16, 0, 0, 12),
    v4(192, 168, 0, 0, 16),
    v6(0, 0, 0, 1, 128),
    v6(0xfc00, 0, 0, 0, 7),
];

/// The special networks within the two above: the rest of IANA's registry of special-purpose IPv4
/// addresses, multicast, metadata services of clouds, and IPv6 addresses that represent others.
const SPECIAL: [IpNet; 17] = [
    v4(0, 0, 0, 0, 8),
    // Alibaba Cloud's metadata service.
    v4(100, 100, 100, 200, 32),
    // Azure's metadata service.
    v4(168, 63, 129, 16, 32),
    // Link-local, with the other clouds' metadata services.
    v4(169, 254, 0, 0, 16),
    v4(192, 0, 0, 0, 24),
    v4(192, 0, 2, 0, 24),
    v4(192, 88, 99, 0, 24),
    v4(198, 18, 0, 0, 15),
    v4(198, 51, 100, 0, 24),
    v4(203, 0, 113, 0, 24),
    v4(224, 0, 0, 0, 4),
    v4(240, 0, 0, 0, 4),
    // Protocols, such as Teredo.
    v6(0x2001, 0, 0, 0, 23),
    v6(0x2001, 0xdb8, 0, 0, 32),
    // 6to4, which represents IPv4 addresses.
    v6(0x2002, 0, 0, 0, 16),
    v6(0x3fff, 0, 0, 0, 20),
    // Amazon's metadata service.
    v6(0xfd00, 0xec2, 0, 0x254, 128),
];
