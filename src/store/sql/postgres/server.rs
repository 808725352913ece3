//! Where a database is, and how it is connected to.

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{CancelToken, Client, Config, Error, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::StoreError;

/// How long connecting to a host may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long data may stay unacknowledged before the connection counts as lost.
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(10);

/// What has to run for a connection to send and receive.
pub(crate) type Link = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// A database and how it is connected to.
#[derive(Clone)]
pub(crate) struct PostgresServer {
    config: Box<Config>,
    /// How connections are encrypted, if they are.
    tls: Option<MakeRustlsConnect>,
}

impl std::fmt::Debug for PostgresServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PostgresServer").field(&self.name()).finish()
    }
}

impl PostgresServer {
    /// Reads an address, with the password in `PGPASSWORD` if it has none. Of several hosts, those
    /// that can only be read are passed over unless `is_read_only`.
    ///
    /// # Errors
    /// Invalid address, or unreadable certificates of authorities.
    pub(crate) fn at(address: &str, is_read_only: bool) -> Result<PostgresServer, StoreError> {
        // Without the library's message, which could have the password.
        let invalid = |_| StoreError::Other {
            file: "invalid address of a database".to_owned(),
            detail: "expected postgres://user@host/database, perhaps with ?sslmode=require"
                .to_owned(),
        };
        let mut config: Config = address.parse().map_err(invalid)?;
        if config.get_password().is_none()
            && let Ok(password) = std::env::var("PGPASSWORD")
        {
            config.password(password);
        }
        if !is_read_only && config.get_hosts().len() > 1 {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        if config.get_application_name().is_none() {
            config.application_name("joseki");
        }
        config.connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(TCP_USER_TIMEOUT);
        let tls = (config.get_ssl_mode() == SslMode::Require).then(encryption).transpose()?;
        Ok(PostgresServer { config: Box::new(config), tls })
    }

    /// Connects to it.
    pub(crate) async fn connect(&self) -> Result<(Client, Link), Error> {
        Ok(match &self.tls {
            None => {
                let (client, link) = self.config.connect(NoTls).await?;
                (client, Box::pin(link))
            }
            Some(tls) => {
                let (client, link) = self.config.connect(tls.clone()).await?;
                (client, Box::pin(link))
            }
        })
    }

    /// Asks it to stop what a connection does.
    pub(crate) async fn cancel(&self, query: CancelToken) -> Result<(), Error> {
        match &self.tls {
            None => query.cancel_query(NoTls).await,
            Some(tls) => query.cancel_query(tls.clone()).await,
        }
    }

    /// Returns its address without its password.
    pub(crate) fn name(&self) -> String {
        let config = &self.config;
        let user = config.get_user().map(|user| format!("{user}@")).unwrap_or_default();
        let hosts = config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        let ports = config.get_ports().iter().map(|port| format!(":{port}"));
        let hosts: Vec<String> = hosts
            .zip(ports.chain(std::iter::repeat(String::new())))
            .map(|(host, port)| host + &port)
            .collect();
        format!("postgres://{user}{}/{}", hosts.join(","), config.get_dbname().unwrap_or_default())
    }
}

/// Returns how connections are encrypted: with a certificate that the authorities in the file
/// `PGSSLROOTCERT` signed, or else public ones.
fn encryption() -> Result<MakeRustlsConnect, StoreError> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if let Some(file) = std::env::var_os("PGSSLROOTCERT") {
        roots = read_authorities(Path::new(&file)).map_err(|detail| StoreError::Other {
            file: format!("PGSSLROOTCERT={}", file.display()),
            detail,
        })?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config
        .map_err(|error| StoreError::Other { file: "TLS".to_owned(), detail: error.to_string() })?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
}

fn read_authorities(file: &Path) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    let certificates = CertificateDer::pem_file_iter(file).map_err(|error| error.to_string())?;
    for certificate in certificates {
        let certificate = certificate.map_err(|error| error.to_string())?;
        roots.add(certificate).map_err(|error| error.to_string())?;
    }
    if roots.is_empty() { Err("expected certificates in PEM format".to_owned()) } else { Ok(roots) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_in_addresses_are_never_named() {
        let at = |address| PostgresServer::at(address, false);
        let server = at("postgres://joseki:secret@a:5432,c/b?sslmode=require").unwrap();
        assert_eq!(server.name(), "postgres://joseki@a:5432,c:5432/b");
        assert_eq!(format!("{server:?}"), r#"PostgresServer("postgres://joseki@a:5432,c:5432/b")"#);
        let invalid = at("postgres://joseki:secret@a:port/b").unwrap_err();
        assert!(!invalid.to_string().contains("secret"), "{invalid}");
    }
}
