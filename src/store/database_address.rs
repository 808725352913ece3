//! Addresses of databases.

use std::ffi::OsStr;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

/// The schemes of addresses of servers.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Address of a database: a path, or an address on a server of PostgreSQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseAddress {
    /// A file, which may not exist yet.
    File(PathBuf),
    /// A database on a server, as in `postgres://user@host/name`.
    Server(String),
}

/// Parses a path, or an address that begins with `postgres://` or `postgresql://`.
impl<T: AsRef<OsStr> + ?Sized> From<&T> for DatabaseAddress {
    fn from(text: &T) -> DatabaseAddress {
        let text: &OsStr = text.as_ref();
        match text.to_str() {
            Some(address) if has_scheme(address) => DatabaseAddress::Server(address.to_owned()),
            _ => DatabaseAddress::File(text.into()),
        }
    }
}

impl DatabaseAddress {
    /// Returns the path of a file.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            DatabaseAddress::File(path) => Some(path),
            DatabaseAddress::Server(_) => None,
        }
    }

    /// Returns the path of a file that does not exist yet.
    #[must_use]
    pub fn missing_file(&self) -> Option<&Path> {
        self.file().filter(|path| !path.exists())
    }

    /// Whether the address of a server has a password, even if it is invalid otherwise.
    #[must_use]
    pub fn has_password(&self) -> bool {
        // Text that is not UTF-8 is a path, but a message about it would show the password too.
        let address = self.to_string();
        let Some((_, rest)) = address.split_once("://") else { return false };
        let authority = rest.split(['/', '?']).next().unwrap_or_default();
        let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
        has_scheme(&address) && (user.contains(':') || rest.contains("password="))
    }
}

impl Display for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseAddress::File(path) => path.display().fmt(f),
            DatabaseAddress::Server(address) => address.fmt(f),
        }
    }
}

fn has_scheme(address: &str) -> bool {
    SCHEMES.iter().any(|scheme| address.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_in_addresses_are_found() {
        for (address, found) in [
            ("postgres://joseki@a/b", false),
            ("postgres://joseki@a:5432,c:5433/b?target_session_attrs=read-write", false),
            ("postgres://a:5432/b", false),
            ("joseki.db", false),
            ("a:b@c://d", false),
            ("postgres://joseki:secret@a/b", true),
            ("postgresql://joseki:secret@a:port/b", true),
            ("postgres://joseki@a/b?password=secret", true),
        ] {
            assert_eq!(DatabaseAddress::from(address).has_password(), found, "{address}");
        }
    }
}
