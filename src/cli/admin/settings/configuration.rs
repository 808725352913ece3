//! Values of all settings.

use strum::{Display, IntoStaticStr, VariantArray};

use crate::cli::database::DatabaseFile;
use crate::http::ServeOptions;

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

/// Log format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
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
