//! The settings of the server: their table, and their values from flags, environment and file.
//!
//! - [`Setting`], [`TABLE`]: every setting once, with the field that it sets
//! - [`Configuration`], [`LogFormat`]: the values of the settings
//! - [`Place`]: how the value of a setting is parsed, written and bounded
//! - [`Settings`]: the effective settings with their sources; [`strangers`]: unknown variables
//! - `quantity`: times and sizes as text; `file`: the settings file
//! - [`page`]: the text of `docs/configuration.md`

mod configuration;
mod file;
mod gather;
mod page;
mod place;
mod quantity;
mod table;

pub use configuration::{Configuration, LogFormat};
pub use gather::{Settings, strangers};
pub use page::page;
pub use place::Place;
pub use table::{Group, Setting, TABLE};
