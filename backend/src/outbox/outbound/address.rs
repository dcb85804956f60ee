//! The addresses that requests may be sent to. People choose a URL, but not what its name resolves
//! to: that may change at any time, even to the services beside this one, which trust their network
//! ("Server side request forgery" in Standard Webhooks).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// Whether a request may be sent to an address. Unencrypted requests stay in a private network.
pub fn is_permitted(address: IpAddr, is_encrypted: bool, allow_private: bool) -> bool {
    let is_in = |networks: &[IpNet]| networks.iter().any(|it| it.contains(&address));
    if is_in(&SPECIAL) {
        false
    } else if is_in(&PRIVATE) {
        allow_private
    } else {
        is_encrypted && is_in(&PUBLIC)
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
/// (`::ffff:0:0/96`), NAT64 (`64:ff9b::/96`, `64:ff9b:1::/48`), link-local and multicast addresses.
const PUBLIC: [IpNet; 2] = [v4(0, 0, 0, 0, 0), v6(0x2000, 0, 0, 0, 3)];

/// This machine, or networks that its owner runs.
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

/// The addresses within the two above that no receiver has: the rest of IANA's registry of
/// special-purpose IPv4 addresses, multicast, clouds' metadata services outside of link-local
/// addresses, and IPv6 addresses that stand for others.
const SPECIAL: [IpNet; 17] = [
    v4(0, 0, 0, 0, 8),
    // Alibaba Cloud's metadata service.
    v4(100, 100, 100, 200, 32),
    // Azure's.
    v4(168, 63, 129, 16, 32),
    // Link-local, with the metadata services of the other clouds.
    v4(169, 254, 0, 0, 16),
    v4(192, 0, 0, 0, 24),
    v4(192, 0, 2, 0, 24),
    v4(192, 88, 99, 0, 24),
    v4(198, 18, 0, 0, 15),
    v4(198, 51, 100, 0, 24),
    v4(203, 0, 113, 0, 24),
    v4(224, 0, 0, 0, 4),
    v4(240, 0, 0, 0, 4),
    // Protocols, Teredo among them.
    v6(0x2001, 0, 0, 0, 23),
    v6(0x2001, 0xdb8, 0, 0, 32),
    // 6to4: IPv4 addresses.
    v6(0x2002, 0, 0, 0, 16),
    v6(0x3fff, 0, 0, 0, 20),
    // Amazon's metadata service.
    v6(0xfd00, 0xec2, 0, 0x254, 128),
];

#[cfg(test)]
mod tests {
    use super::is_permitted;

    #[test]
    fn public_addresses_get_what_is_encrypted_and_private_ones_what_is_allowed() {
        let by_encryption_and_setting =
            [(true, false), (true, true), (false, false), (false, true)];
        for (expected, addresses) in [
            (
                // Public.
                [true, true, false, false],
                &[
                    "1.1.1.1",
                    "9.255.255.255",
                    "11.0.0.0",
                    "100.63.255.255",
                    "100.128.0.0",
                    "172.15.255.255",
                    "172.32.0.0",
                    "192.167.255.255",
                    "223.255.255.255",
                    "2606:4700::1111",
                    "2a00::1",
                ][..],
            ),
            (
                // Private.
                [false, true, false, true],
                &[
                    "10.0.0.1",
                    "100.64.0.1",
                    "127.0.0.1",
                    "127.255.255.254",
                    "172.16.0.1",
                    "172.31.255.255",
                    "192.168.1.1",
                    "::1",
                    "fc00::1",
                    "fdff::1",
                ],
            ),
        ] {
            for address in addresses {
                let permitted = by_encryption_and_setting.map(|(is_encrypted, allow_private)| {
                    is_permitted(address.parse().unwrap(), is_encrypted, allow_private)
                });
                assert_eq!(permitted, expected, "{address}");
            }
        }
    }
}
