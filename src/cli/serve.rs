//! `joseki serve`: the HTTP service.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use super::args::ServeArgs;
use super::database;
use super::error::CliError;
use super::message::note;
use crate::http::{ServeOptions, Server};

/// Says where the service is and how to ask it, then runs it until it is stopped.
pub fn run(db: &Path, args: &ServeArgs, out: &mut impl Write) -> Result<(), CliError> {
    let service = Arc::new(database::open(db)?);
    let options = ServeOptions {
        listen: args.listen,
        anonymous_reads: !args.require_key_for_reads,
        ..ServeOptions::default()
    };
    let server = Server::bind(Arc::clone(&service), options)?;
    // Only now, as a key that nobody saw because the address was taken could not be shown again.
    let key = service.ensure_key()?.map(|created| created.secret);
    let address = server.address();
    welcome(args, address, key.as_deref(), out)?;
    if !address.ip().is_loopback() && !args.require_key_for_reads {
        note("other machines can reach this address, and reading needs no key");
    }
    Ok(server.run()?)
}

fn welcome(
    args: &ServeArgs,
    address: SocketAddr,
    key: Option<&str>,
    out: &mut impl Write,
) -> io::Result<()> {
    let url = format!("http://{}", reachable(address));
    if let Some(key) = key {
        writeln!(
            out,
            "First key, for everything; it is shown this once:\n  {key}"
        )?;
    }
    writeln!(out, "Listening on {address}; stop with Ctrl-C.")?;
    writeln!(out, "The page:\n  {url}/")?;
    writeln!(out, "The API, to read and to try:\n  {url}/docs")?;
    let header = if args.require_key_for_reads {
        format!("-H 'Authorization: Bearer {}' ", key.unwrap_or("YOUR-KEY"))
    } else {
        String::new()
    };
    writeln!(
        out,
        "A first question:\n  curl {header}'{url}/v1/next?moves=Q16,O17,R14'"
    )?;
    out.flush()
}

/// The address for a link: one that means "everywhere" is this machine.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_this_machine() {
        for (listen, link) in [
            ("0.0.0.0:1", "127.0.0.1:1"),
            ("[::]:2", "[::1]:2"),
            ("192.0.2.7:3", "192.0.2.7:3"),
        ] {
            let address: SocketAddr = listen.parse().unwrap();
            assert_eq!(reachable(address).to_string(), link);
        }
    }
}
