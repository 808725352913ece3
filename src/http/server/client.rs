//! Who sent a request: the address of its client, which a trusted proxy may name, and its key.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// Headers in which proxies name their client. Where both are present, the first counts.
const X_FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED: &str = "forwarded";

/// Client of a request, as the request's extension.
#[derive(Clone, Debug)]
pub struct Client {
    /// Address of the client.
    pub address: IpAddr,
    /// Prefix of its key, if the key is valid.
    pub key: Option<String>,
}

/// A caller, among which turns and limited places are shared fairly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// The server itself.
    Server,
    /// The owner of the key of this number.
    Key(i64),
    /// Clients without a key at one address, see [`network`].
    Address(IpAddr),
}

tokio::task_local! {
    /// The caller of the running request.
    pub static CALLER: Caller;
}

/// Returns the caller of the running request.
pub fn caller() -> Caller {
    CALLER.try_with(|caller| *caller).unwrap_or(Caller::Server)
}

/// Checks whether the running request has a valid key.
pub fn has_key() -> bool {
    matches!(caller(), Caller::Key(_))
}

/// Returns what counts as one client: an IPv4 address, or the network of 64 bits around an IPv6
/// address, since one client usually owns all of its addresses.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

/// Returns the address of a request's client: that of the connection, unless it is of a trusted
/// proxy. Then it is the last address in the header that is not of a trusted proxy: what precedes
/// it was not written by one.
#[must_use]
pub fn client_address(headers: &HeaderMap, peer: IpAddr, trusted: &[IpNet]) -> IpAddr {
    let mut address = peer;
    let (name, parse): (_, fn(&str) -> Option<IpAddr>) = if headers.contains_key(X_FORWARDED_FOR) {
        (X_FORWARDED_FOR, parse_address)
    } else {
        (FORWARDED, parse_forwarded)
    };
    // Split as bytes: the part that the client sent may not be valid UTF-8.
    let values = headers.get_all(name).iter().rev();
    let mut hops = values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
    while is_among(trusted, address) {
        let hop = hops.next().and_then(|hop| std::str::from_utf8(hop).ok());
        match hop.and_then(|hop| parse(hop.trim())) {
            Some(before) => address = before,
            None => break,
        }
    }
    address
}

/// Whether an address is in one of some networks.
#[must_use]
pub fn is_among(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

/// Parses networks, such as `10.0.0.0/8`, and addresses, separated by commas; `None` if one is
/// invalid.
#[must_use]
pub fn parse_networks(text: &str) -> Option<Vec<IpNet>> {
    let parts = text.split(',').map(str::trim).filter(|_| !text.trim().is_empty());
    let parse = |text: &str| match text.parse() {
        Ok(address) => Some(IpNet::from(IpAddr::to_canonical(&address))),
        Err(_) => text.parse().ok().filter(|network: &IpNet| network.trunc() == *network),
    };
    parts.map(parse).collect()
}

/// Writes them so that [`parse_networks`] reads them.
#[must_use]
pub fn write_networks(networks: &[IpNet]) -> String {
    let text = |network: &IpNet| {
        if network.prefix_len() == network.max_prefix_len() {
            network.addr().to_string()
        } else {
            network.to_string()
        }
    };
    networks.iter().map(text).collect::<Vec<_>>().join(",")
}

/// Parses an address with or without a port.
fn parse_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    bare.parse().ok().or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

/// Parses the client in an element of `Forwarded` (RFC 7239), as in `for="[2001:db8::1]:80";by=x`.
fn parse_forwarded(text: &str) -> Option<IpAddr> {
    let mut pairs = text.split(';').filter_map(|pair| pair.split_once('='));
    let (_, client) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    parse_address(client.trim().trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn an_ipv6_client_is_its_network() {
        let check = |text, expected| assert_eq!(network(address(text)), address(expected));
        check("192.0.2.7", "192.0.2.7");
        check("::ffff:192.0.2.7", "192.0.2.7");
        check("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
        check("2001:db8:1:2:ffff::", "2001:db8:1:2::");
        check("2001:db8:1:3::", "2001:db8:1:3::");
    }

    #[test]
    fn the_last_hop_that_is_not_trusted_is_the_client() {
        let trusted = parse_networks("10.0.0.1,::ffff:10.0.0.2, ::1, 172.16.0.0/12,fd00::/8");
        let trusted = trusted.expect("networks");
        let check = |peer: &str, headers: &[(&'static str, &'static str)], expected: &str| {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                let value = HeaderValue::from_bytes(value.as_bytes()).expect("a value");
                map.append(HeaderName::from_static(name), value);
            }
            let found = client_address(&map, address(peer), &trusted);
            assert_eq!(found, address(expected), "{peer} {headers:?}");
        };
        let proxy = "10.0.0.1";
        check(proxy, &[], proxy);
        check(
            "192.0.2.1",
            &[(X_FORWARDED_FOR, "192.0.2.2"), (FORWARDED, "for=192.0.2.3")],
            "192.0.2.1",
        );
        for (list, expected) in [
            ("192.0.2.2", "192.0.2.2"),
            ("192.0.2.9, 192.0.2.2 , 10.0.0.2", "192.0.2.2"),
            ("ü, 192.0.2.2", "192.0.2.2"),
            ("192.0.2.2:80,::1", "192.0.2.2"),
            ("[2001:db8::1]:80", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("::ffff:192.0.2.2", "192.0.2.2"),
            ("10.0.0.2", "10.0.0.2"),
            ("192.0.2.9, 192.0.2.2, 172.31.0.7, fd12::9", "192.0.2.2"),
            ("192.0.2.2, unknown", proxy),
            ("192.0.2.2, unknown, 10.0.0.2", "10.0.0.2"),
            ("", proxy),
            (",", proxy),
        ] {
            check(proxy, &[(X_FORWARDED_FOR, list)], expected);
        }
        let two = [(X_FORWARDED_FOR, "192.0.2.2"), (X_FORWARDED_FOR, "192.0.2.3")];
        check(proxy, &two, "192.0.2.3");
        for (list, expected) in [
            ("for=192.0.2.43", "192.0.2.43"),
            ("for=192.0.2.1, For=\"[2001:db8:cafe::17]:4711\";proto=http", "2001:db8:cafe::17"),
            ("proto=http; by=203.0.113.43;for=192.0.2.60", "192.0.2.60"),
            ("for=192.0.2.1, for=10.0.0.2", "192.0.2.1"),
            ("for=192.0.2.1, for=_hidden", proxy),
            ("for=192.0.2.1, by=10.0.0.2", proxy),
        ] {
            check(proxy, &[(FORWARDED, list)], expected);
        }
        check(proxy, &[(FORWARDED, "for=192.0.2.2"), (X_FORWARDED_FOR, "192.0.2.3")], "192.0.2.3");
    }

    #[test]
    fn lists_of_networks_are_checked() {
        assert_eq!(parse_networks(" "), Some(Vec::new()));
        let text = "10.0.0.1,172.16.0.0/12,::1,fd00::/8,192.0.2.0/32";
        let read = parse_networks(text).expect("networks");
        assert_eq!(write_networks(&read), text.strip_suffix("/32").expect("a whole address"));
        for text in ["a", "10.0.0.1,", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.1:80", "[::1]"] {
            assert_eq!(parse_networks(text), None, "{text}");
        }
    }
}
