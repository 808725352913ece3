//! `joseki serve`: the HTTP service.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use super::effective_settings::{EffectiveSettings, unknown_variables};
use crate::args::ServeArgs;
use crate::database;
use crate::error::CliError;
use crate::log::{note, warning};
use crate::text::one_line;
use joseki_http::{Server, ServerError, node_name};
use joseki_peer::{end_groups, leave_signals};
use joseki_service::{Service, admin::CreatedKey};

/// Prints the addresses of the service and a sample query, then runs it until it is stopped.
pub fn run(
    settings: &EffectiveSettings,
    args: &ServeArgs,
    out: &mut impl Write,
) -> Result<(), CliError> {
    unknown_variables().iter().for_each(|message| warning(message));
    if args.check_config {
        return Ok(print(settings, out)?);
    }
    // Requests under way end first, and then the engines.
    leave_signals();
    let config = &settings.values;
    let new = config.db.missing_file();
    let started = start(settings, out);
    if let Some(path) = new
        && started.as_ref().is_err_and(database::is_out_of_room)
    {
        database::remove_new(path);
    }
    let ended = started?.run();
    end_groups();
    Ok(ended?)
}

/// Starts the server, with its first key, and says where it is.
fn start(settings: &EffectiveSettings, out: &mut impl Write) -> Result<Server, CliError> {
    let config = &settings.values;
    let service = Arc::new(database::open_to_serve(&config.db)?);
    let mut options = config.serve.clone();
    if options.node.is_empty() && config.db.file().is_none() {
        options.node = node_name(options.listen.port());
    }
    let server = Server::bind(Arc::clone(&service), options)?;
    // Only after binding: no key is shown if the address is taken.
    let key = match service.administration().refusal() {
        None if service.administration().is_read_only() => None,
        None => first_key(&service, config.serve.first_key_file.as_deref(), out)?,
        Some(why) => {
            database::report_damage(&config.db, &why);
            None
        }
    };
    database::check_behind(&service, &config.db.address).map_err(ServerError::Runtime)?;
    let key = key.map(|created| created.secret).filter(|_| config.serve.first_key_file.is_none());
    let address = server.address();
    let (version, settings) = (env!("CARGO_PKG_VERSION"), settings.changed_settings());
    tracing::info!(version, %address, db = %config.db.address, settings, "listening");
    let anonymous = config.serve.anonymous_reads;
    welcome(anonymous, address, key.as_deref(), out).map_err(output_failed)?;
    if !address.ip().is_loopback() && anonymous {
        note("other machines can reach this address, and reading needs no key");
    }
    if let Err(error) = notify_ready() {
        warning(&format!("cannot tell the service manager that the service is ready: {error}"));
    }
    Ok(server)
}

/// Notifies systemd that the service is ready, if the unit is `Type=notify`; see sd_notify(3).
#[cfg(target_os = "linux")]
fn notify_ready() -> io::Result<()> {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(name) = std::env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    let address = match name.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(&name)?,
    };
    UnixDatagram::unbound()?.send_to_addr(b"READY=1", &address).map(drop)
}

/// Other systems have no service manager that waits for it.
#[cfg(not(target_os = "linux"))]
fn notify_ready() -> io::Result<()> {
    Ok(())
}

/// Makes the first key if there is none, and shows it or writes it to a file. A key that cannot be
/// stored is taken back.
fn first_key(
    service: &Service,
    file: Option<&Path>,
    out: &mut impl Write,
) -> Result<Option<CreatedKey>, CliError> {
    let mut is_shown = false;
    let made = service.administration().ensure_key(|key| {
        match file {
            Some(path) => write_key(key, path, out)?,
            None => print_key(key, out).map_err(output_failed)?,
        }
        is_shown = true;
        Ok::<_, CliError>(())
    });
    if made.is_err() && is_shown {
        match file {
            Some(path) => drop(fs::remove_file(path)),
            None => warning("that key is not valid: it could not be stored"),
        }
    }
    made
}

/// Wraps a failed write of the addresses or the key. Unlike the output of other commands, a closed
/// pipe is an error here too, since nobody would know the key.
fn output_failed(error: io::Error) -> CliError {
    CliError::Output(io::Error::other(format!("{error}; no server was started")))
}

/// Prints the effective settings in the format of the settings file.
fn print(settings: &EffectiveSettings, out: &mut impl Write) -> io::Result<()> {
    for (setting, mut config, source) in settings.each() {
        let value = (setting.field)(&mut config).toml();
        let source = one_line(&source.to_string());
        writeln!(out, "{} = {value} # {source}", setting.key())?;
    }
    out.flush()
}

/// Prints the first key, the only time that it is shown.
fn print_key(key: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "First API key, with the scope admin, which allows everything; it is shown only once:\n  {key}"
    )?;
    out.flush()
}

/// Writes the first key to a file that does not exist yet and that its owner alone can read.
fn write_key(key: &str, path: &Path, out: &mut impl Write) -> Result<(), CliError> {
    let failed = |error| CliError::Write { path: path.to_owned(), error };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => CliError::KeyFileExists { path: path.to_owned() },
        _ => failed(error),
    })?;
    let written = file.write_all(format!("{key}\n").as_bytes()).and_then(|()| file.sync_all());
    if let Err(error) = written {
        drop(fs::remove_file(path));
        return Err(failed(error));
    }
    let path = path.display();
    writeln!(out, "First API key, with the scope admin, which allows everything: written to {path}")
        .map_err(output_failed)
}

fn welcome(
    anonymous: bool,
    address: SocketAddr,
    key: Option<&str>,
    out: &mut impl Write,
) -> io::Result<()> {
    let url = format!("http://{}", reachable(address));
    writeln!(out, "Listening on {address}; stop with Ctrl-C.")?;
    writeln!(out, "Web page:\n  {url}/")?;
    writeln!(out, "API documentation:\n  {url}/docs")?;
    let header = if anonymous {
        String::new()
    } else {
        format!("-H 'Authorization: Bearer {}' ", key.unwrap_or("YOUR-KEY"))
    };
    writeln!(out, "Sample query:\n  curl {header}'{url}/v1/next?moves=Q16,O17,R14'")?;
    out.flush()
}

/// Returns the address for links: an unspecified address becomes the loopback address.
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
        for (listen, link) in
            [("0.0.0.0:1", "127.0.0.1:1"), ("[::]:2", "[::1]:2"), ("192.0.2.7:3", "192.0.2.7:3")]
        {
            let address: SocketAddr = listen.parse().unwrap();
            assert_eq!(reachable(address).to_string(), link);
        }
    }
}
