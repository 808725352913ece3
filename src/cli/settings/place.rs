//! Parsing, bounds and formatting of the value of a setting.

use std::ffi::OsStr;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use tracing_subscriber::EnvFilter;

use super::quantity::{read_size, read_time, write_size, write_time};
use crate::log::LogFormat;
use joseki_base::named::Named;
use joseki_engine::{TableEngine, parse_table_engines, write_table_engines};
use joseki_http::{parse_hosts, parse_networks, parse_origins, write_networks};
use joseki_store::DatabaseAddress;

/// Maximum length of a node's name, in bytes.
const MAX_NAME: usize = 200;

/// Field of the configuration that a setting sets, with the bounds of its value.
#[derive(Debug)]
pub enum SettingField<'a> {
    /// A database.
    Database(&'a mut DatabaseAddress),
    /// A folder, or nothing.
    Folder(&'a mut Option<PathBuf>),
    /// The address of a PostgreSQL database, or nothing.
    Server(&'a mut String),
    /// A log filter.
    Filter(&'a mut String),
    /// The log format.
    Format(&'a mut LogFormat),
    /// An address with a port.
    Address(&'a mut SocketAddr),
    /// Names of hosts.
    Hosts(&'a mut Vec<String>),
    /// Origins of pages.
    Origins(&'a mut Vec<String>),
    /// The name of a node, or nothing.
    Node(&'a mut String),
    /// Engines that play at tables.
    Engines(&'a mut Vec<TableEngine>),
    /// Networks, and addresses without ports.
    Networks(&'a mut Vec<IpNet>),
    /// A boolean that is the negation of the setting.
    Negated(&'a mut bool),
    /// A number.
    Count(&'a mut usize, RangeInclusive<usize>),
    /// A time.
    Time(&'a mut Duration, RangeInclusive<Duration>),
    /// A number of bytes.
    Size(&'a mut usize, RangeInclusive<usize>),
}

impl SettingField<'_> {
    /// Parses `text` and sets the field.
    ///
    /// # Errors
    /// Returns what is allowed instead, as in `expected a number from 1 to 256`.
    pub fn read(self, text: &OsStr) -> Result<(), String> {
        let refused = format!("expected {}", self.allowed());
        if let SettingField::Database(address) = self {
            *address = DatabaseAddress::from(&parse_path(text).ok_or(refused)?);
            return Ok(());
        }
        text.to_str().and_then(|text| self.fill(text)).ok_or(refused)
    }

    fn fill(self, text: &str) -> Option<()> {
        match self {
            SettingField::Database(address) => {
                *address = DatabaseAddress::from(&parse_path(OsStr::new(text))?);
            }
            SettingField::Folder(folder) => {
                *folder = match text {
                    "" => None,
                    text => Some(parse_path(OsStr::new(text))?),
                };
            }
            SettingField::Server(address) => match DatabaseAddress::from(text) {
                DatabaseAddress::File(_) if !text.is_empty() => return None,
                _ => text.clone_into(address),
            },
            SettingField::Filter(filter) => {
                EnvFilter::builder().parse(text).ok()?;
                text.clone_into(filter);
            }
            SettingField::Format(format) => {
                *format = LogFormat::from_name(text)?;
            }
            SettingField::Address(address) => *address = read_address(text)?,
            SettingField::Hosts(hosts) => *hosts = parse_hosts(text)?,
            SettingField::Origins(origins) => *origins = parse_origins(text)?,
            SettingField::Node(node) => {
                let is_name = text.len() <= MAX_NAME && !text.contains(is_no_name);
                *node = is_name.then(|| text.to_owned())?;
            }
            SettingField::Engines(engines) => *engines = parse_table_engines(text)?,
            SettingField::Networks(networks) => *networks = parse_networks(text)?,
            SettingField::Negated(held) => *held = !text.parse::<bool>().ok()?,
            SettingField::Count(count, bounds) => *count = within(text.parse().ok()?, &bounds)?,
            SettingField::Time(time, bounds) => *time = within(read_time(text)?, &bounds)?,
            SettingField::Size(size, bounds) => {
                *size = within(usize::try_from(read_size(text)?).ok()?, &bounds)?;
            }
        }
        Some(())
    }

    /// Returns the value as text that [`SettingField::read`] parses.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            SettingField::Database(address) => address.to_string(),
            SettingField::Folder(folder) => {
                folder.as_ref().map_or_else(String::new, |path| path.display().to_string())
            }
            SettingField::Server(text) | SettingField::Node(text) => (*text).clone(),
            SettingField::Engines(engines) => write_table_engines(engines),
            SettingField::Filter(filter) => (*filter).clone(),
            SettingField::Format(format) => format.to_string(),
            SettingField::Address(address) => address.to_string(),
            SettingField::Hosts(texts) | SettingField::Origins(texts) => texts.join(","),
            SettingField::Networks(networks) => write_networks(networks),
            SettingField::Negated(held) => (!**held).to_string(),
            SettingField::Count(count, _) => count.to_string(),
            SettingField::Time(time, _) => write_time(**time),
            SettingField::Size(size, _) => write_size(**size as u64),
        }
    }

    /// Returns the value for people, with a placeholder for an empty text.
    #[must_use]
    pub fn shown(&self) -> String {
        Some(self.text()).filter(|text| !text.is_empty()).unwrap_or_else(|| "none".to_owned())
    }

    /// Returns the value as TOML.
    #[must_use]
    pub fn toml(&self) -> String {
        match self {
            SettingField::Negated(_) | SettingField::Count(..) => self.text(),
            // A JSON string is a TOML string, except for this character.
            _ => serde_json::Value::String(self.text()).to_string().replace('\u{7f}', "\\u007f"),
        }
    }

    /// Returns the placeholder of the value in help texts.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self {
            SettingField::Database(_) => "FILE",
            SettingField::Folder(_) => "PATH",
            SettingField::Server(_) => "ADDRESS",
            SettingField::Filter(_) => "FILTER",
            SettingField::Format(_) => "FORMAT",
            SettingField::Address(_) => "ADDRESS",
            SettingField::Hosts(_) => "NAMES",
            SettingField::Origins(_) => "ORIGINS",
            SettingField::Node(_) => "NAME",
            SettingField::Engines(_) => "ENGINES",
            SettingField::Networks(_) => "ADDRESSES",
            SettingField::Negated(_) => "BOOL",
            SettingField::Count(..) => "COUNT",
            SettingField::Time(..) => "TIME",
            SettingField::Size(..) => "SIZE",
        }
    }

    /// Describes the allowed values, as in `a number from 1 to 256`.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            SettingField::Database(_) | SettingField::Folder(_) => "a path".to_owned(),
            SettingField::Server(_) => {
                "the address of a PostgreSQL database, as in postgres://user@host/name".to_owned()
            }
            SettingField::Filter(_) => {
                "a level (off, error, warn, info, debug, trace) or a filter such as `joseki=debug,warn`"
                    .to_owned()
            }
            SettingField::Format(_) => LogFormat::names().join(" or "),
            SettingField::Address(_) => {
                "an address and a port, as in 127.0.0.1:8361 or [::1]:8361".to_owned()
            }
            SettingField::Hosts(_) => {
                "names of hosts without ports, separated by commas, as in go.example,192.0.2.7"
                    .to_owned()
            }
            SettingField::Origins(_) => {
                "origins of pages or * for all, separated by commas, as in https://go.example".to_owned()
            }
            SettingField::Node(_) => {
                "a name without blanks, as in https://node1.go.example".to_owned()
            }
            SettingField::Engines(_) => {
                "games with command lines, separated by semicolons, as in go=gnugo --mode gtp"
                    .to_owned()
            }
            SettingField::Networks(_) => {
                "networks and addresses without ports, separated by commas, as in 127.0.0.1,10.0.0.0/8"
                    .to_owned()
            }
            SettingField::Negated(_) => "true or false".to_owned(),
            SettingField::Count(_, bounds) => {
                format!("a number from {} to {}", bounds.start(), bounds.end())
            }
            SettingField::Time(_, bounds) => {
                let [least, most] = [bounds.start(), bounds.end()].map(|end| write_time(*end));
                format!("a time from {least} to {most}, as in 500ms, 5s or 2m")
            }
            SettingField::Size(_, bounds) => {
                let [least, most] = [bounds.start(), bounds.end()].map(|end| write_size(*end as u64));
                format!("a size from {least} to {most}, as in 64MiB, or a number of bytes")
            }
        }
    }
}

/// Whether a character cannot be in a node's name.
fn is_no_name(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

/// Returns the path, unless it is empty or contains a NUL byte.
fn parse_path(text: &OsStr) -> Option<PathBuf> {
    let possible = !text.is_empty() && !text.as_encoded_bytes().contains(&0);
    possible.then(|| PathBuf::from(text))
}

fn read_address(text: &str) -> Option<SocketAddr> {
    let local = text.strip_prefix("localhost:").map(str::parse);
    if let Some(Ok(port)) = local {
        return Some(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    }
    text.parse().ok()
}

fn within<T: PartialOrd>(found: T, bounds: &RangeInclusive<T>) -> Option<T> {
    bounds.contains(&found).then_some(found)
}
