//! Values of all settings.

use crate::database::DatabaseFile;
use crate::log::LogFormat;
use joseki_http::ServeOptions;

/// Values of all settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// Database file.
    pub db: DatabaseFile,
    /// Log filter.
    pub log: String,
    /// Log format.
    pub log_format: LogFormat,
    /// Listen address and limits of the server.
    pub serve: ServeOptions,
}

/// The defaults of a server.
impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            db: DatabaseFile::default(),
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            serve: ServeOptions::default(),
        }
    }
}
