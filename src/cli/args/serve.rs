//! The flags of `joseki serve`.

use std::net::{Ipv4Addr, SocketAddr};

use clap::Args;

const AFTER: &str = "\
Examples:
  joseki serve
  joseki serve --db club.db --listen 127.0.0.1:9000
  joseki serve --listen 0.0.0.0:8361 --require-key-for-reads

If the database has no key yet, the first one is made and printed, once. Stop with Ctrl-C.";

/// The flags of `joseki serve`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ServeArgs {
    /// The address and port to listen on; port 0 takes a free one. Only this machine can reach the
    /// default.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8361", value_parser = address)]
    pub listen: SocketAddr,
    /// Ask for a key even for reading. Writing always needs one.
    #[arg(long)]
    pub require_key_for_reads: bool,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let local = text.strip_prefix("localhost:").map(str::parse);
    if let Some(Ok(port)) = local {
        return Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    }
    text.parse()
        .map_err(|_| "write an address and a port, as in 127.0.0.1:8361 or [::1]:8361".to_owned())
}
