//! Names under which a server answers. Without them, any web page could read a server that listens
//! on loopback: its own name need only resolve to 127.0.0.1 (DNS rebinding).

use std::net::IpAddr;

use super::options::ServeOptions;

/// Returns whether the server answers requests for `authority`, a host with or without a port.
#[must_use]
pub fn is_served(options: &ServeOptions, authority: &str) -> bool {
    let own = options.listen.ip().to_canonical();
    if options.hosts.is_empty() && !own.is_loopback() {
        return true;
    }
    let Some(name) = without_port(authority).map(without_dot) else {
        return false;
    };
    let is_own = name.parse::<IpAddr>().is_ok_and(|address| {
        let address = address.to_canonical();
        address.is_loopback() || address == own
    });
    is_own
        || name.eq_ignore_ascii_case("localhost")
        || options.hosts.iter().any(|host| name.eq_ignore_ascii_case(host))
}

/// Parses names and addresses separated by commas; `None` if one is neither.
#[must_use]
pub fn parse_hosts(text: &str) -> Option<Vec<String>> {
    let names = text.split(',').map(str::trim).filter(|_| !text.trim().is_empty());
    names.map(parse_host).collect()
}

/// Parses origins of pages separated by commas, `https://go.example` or `*` for all; `None` if one is
/// neither.
#[must_use]
pub fn parse_origins(text: &str) -> Option<Vec<String>> {
    let origins = text.split(',').map(str::trim).filter(|_| !text.trim().is_empty());
    origins.map(parse_origin).collect()
}

fn parse_origin(text: &str) -> Option<String> {
    if text == "*" {
        return Some(text.to_owned());
    }
    let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    let authority = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let name = without_port(authority)?;
    parse_host(name).is_some_and(|_| !name.ends_with('.')).then_some(text)
}

fn parse_host(text: &str) -> Option<String> {
    let name = without_dot(text).to_ascii_lowercase();
    let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&name);
    if let Ok(address) = bare.parse::<IpAddr>() {
        return Some(address.to_string());
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (!name.is_empty() && name.bytes().all(plain)).then_some(name)
}

fn without_port(authority: &str) -> Option<&str> {
    let (name, port) = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    (port.is_empty() || port.strip_prefix(':').is_some_and(is_port)).then_some(name)
}

/// Removes the dot that ends a fully qualified name.
fn without_dot(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_have_a_scheme_and_no_path() {
        let all = "https://go.example, http://localhost:8080,*,https://Go.Example/";
        let wanted = ["https://go.example", "http://localhost:8080", "*", "https://go.example"];
        assert_eq!(parse_origins(all).unwrap(), wanted);
        assert_eq!(parse_origins(" "), Some(Vec::new()));
        for text in [
            "go.example",
            "https://",
            "https://a/b",
            "ftp://a",
            "https://a;b",
            "https://a b",
            "https://*",
            "https://a,,https://b",
            "https://a'",
        ] {
            assert_eq!(parse_origins(text), None, "{text}");
        }
    }

    fn options(listen: &str, hosts: &str) -> ServeOptions {
        let listen = format!("{listen}:0").parse().expect("an address");
        let hosts = parse_hosts(hosts).expect("names");
        ServeOptions { listen, hosts, ..ServeOptions::default() }
    }

    #[test]
    fn a_loopback_server_answers_for_loopback_and_its_names() {
        let plain = options("127.0.0.1", "");
        let named = options("[::1]", "Go.example., 192.0.2.7,[2001:db8::1]");
        for host in [
            "localhost",
            "LOCALHOST:1",
            "localhost.",
            "localhost.:80",
            "127.0.0.1",
            "127.9.9.9:8361",
            "[::1]",
            "[::1]:8361",
            "[::ffff:127.0.0.1]:1",
            "localhost:",
        ] {
            assert!(is_served(&plain, host) && is_served(&named, host), "{host}");
        }
        for host in ["go.example", "GO.example.:443", "192.0.2.7:1", "[2001:db8::1]"] {
            assert!(!is_served(&plain, host) && is_served(&named, host), "{host}");
        }
        for host in [
            "",
            ".",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "x@localhost",
            "localhost:80:80",
            "localhost:x",
            "[::1",
            "::1:1",
            "127.1",
            "2130706433",
            "0.0.0.0",
            "a,go.example",
        ] {
            assert!(!is_served(&plain, host) && !is_served(&named, host), "{host}");
        }
    }

    #[test]
    fn a_server_for_other_machines_answers_for_all_unless_it_has_names() {
        assert!(is_served(&options("0.0.0.0", ""), "evil.example"));
        assert!(is_served(&options("192.0.2.7", ""), ""));
        let named = options("192.0.2.7", "go.example");
        for host in ["go.example:8361", "192.0.2.7:8361", "localhost"] {
            assert!(is_served(&named, host), "{host}");
        }
        assert!(!is_served(&named, "192.0.2.8") && !is_served(&named, "evil.example"));
    }

    #[test]
    fn lists_of_names_are_checked() {
        assert_eq!(parse_hosts(" "), Some(Vec::new()));
        assert_eq!(parse_hosts("A.b, [::1]"), Some(vec!["a.b".to_owned(), "::1".to_owned()]));
        for text in ["a,", ",", "a b", "http://a", "a:80", "*", "a/b", "定石"] {
            assert_eq!(parse_hosts(text), None, "{text}");
        }
    }
}
