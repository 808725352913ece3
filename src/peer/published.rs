//! Reader of a folder of published books, over HTTP or on this machine.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::time::Duration;

use ureq::Agent;

/// Timeout of a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout of the head of a response.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout of a whole file.
const FILE_TIMEOUT: Duration = Duration::from_secs(600);

/// Where published books are: a folder of a web server or of this machine.
#[derive(Debug)]
pub struct PublishedAddress {
    text: String,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Server(Agent),
    Folder(PathBuf),
}

/// A published file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PublishedReadError {
    /// It does not exist, or not any more.
    #[error("{address} does not exist")]
    Missing {
        /// Its address.
        address: String,
    },
    /// It is larger than it may be.
    #[error("{address} is larger than {most} bytes")]
    TooLarge {
        /// Its address.
        address: String,
        /// The maximum size in bytes.
        most: u64,
    },
    /// It cannot be read, at least now.
    #[error("cannot read {address}: {why}")]
    Failed {
        /// Its address.
        address: String,
        /// Why.
        why: String,
    },
}

impl PublishedAddress {
    /// Parses an address: `https://example.org/books`, `file:///srv/books` or a path.
    #[must_use]
    pub fn new(text: &str) -> PublishedAddress {
        let text = text.trim_end_matches('/').to_owned();
        let is_server = text.starts_with("http://") || text.starts_with("https://");
        let place = if is_server {
            let config = Agent::config_builder()
                .timeout_connect(Some(CONNECT_TIMEOUT))
                .timeout_recv_response(Some(HEAD_TIMEOUT))
                .timeout_global(Some(FILE_TIMEOUT))
                .http_status_as_error(false);
            Place::Server(config.build().into())
        } else {
            Place::Folder(PathBuf::from(text.strip_prefix("file://").unwrap_or(&text)))
        };
        PublishedAddress { text, place }
    }

    /// Returns the address as text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads a file below the address, of at most `most` bytes.
    ///
    /// # Errors
    /// It does not exist, is too large or cannot be read.
    pub fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, PublishedReadError> {
        let address = format!("{}/{path}", self.text);
        let failed = |why: String| PublishedReadError::Failed { address: address.clone(), why };
        let missing = || PublishedReadError::Missing { address: address.clone() };
        let mut bytes = Vec::new();
        let read = match &self.place {
            Place::Folder(folder) => match File::open(folder.join(path)) {
                Ok(file) => read_most(file, most, &mut bytes),
                Err(error) if error.kind() == ErrorKind::NotFound => return Err(missing()),
                Err(error) => Err(error),
            },
            Place::Server(agent) => {
                let mut answer =
                    agent.get(&address).call().map_err(|error| failed(error.to_string()))?;
                match answer.status().as_u16() {
                    200 => read_most(answer.body_mut().as_reader(), most, &mut bytes),
                    404 | 410 => return Err(missing()),
                    status => return Err(failed(format!("the server returned {status}"))),
                }
            }
        };
        read.map_err(|error| failed(error.to_string()))?;
        if bytes.len() as u64 > most {
            Err(PublishedReadError::TooLarge { address, most })
        } else {
            Ok(bytes)
        }
    }
}

/// Reads one byte more than allowed, so that a larger file is noticed.
fn read_most(reader: impl Read, most: u64, bytes: &mut Vec<u8>) -> io::Result<usize> {
    reader.take(most.saturating_add(1)).read_to_end(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_folder_are_read_up_to_their_limit() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), "four").unwrap();
        for address in
            [folder.path().display().to_string(), format!("file://{}/", folder.path().display())]
        {
            let address = PublishedAddress::new(&address);
            assert_eq!(address.read("a", 4).unwrap(), b"four");
            assert!(matches!(
                address.read("a", 3),
                Err(PublishedReadError::TooLarge { most: 3, .. })
            ));
            assert!(matches!(address.read("b", 3), Err(PublishedReadError::Missing { .. })));
        }
    }

    #[test]
    fn a_server_that_is_away_is_an_error() {
        let address = PublishedAddress::new("http://127.0.0.1:9/");
        assert_eq!(address.text(), "http://127.0.0.1:9");
        assert!(matches!(address.read("a", 3), Err(PublishedReadError::Failed { .. })));
    }
}
