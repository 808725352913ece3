//! What settings fill.

use std::path::PathBuf;

use crate::http::ServeOptions;

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The database.
    pub db: PathBuf,
    /// The filter of the log.
    pub log: String,
    /// How the log is written.
    pub log_format: LogFormat,
    /// How the server listens, and its limits.
    pub serve: ServeOptions,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

impl LogFormat {
    /// All of them.
    pub const ALL: [LogFormat; 2] = [LogFormat::Text, LogFormat::Json];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        }
    }
}

/// What a server has if nothing is set.
impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            db: PathBuf::from("joseki.db"),
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            serve: ServeOptions::default(),
        }
    }
}
