//! The settings of the server: their table, and their values.
//!
//! - [`Setting`], [`TABLE`]: every setting once, with the field that it sets
//! - [`Configuration`]: the values of the settings
//! - [`SettingField`]: how the value of a setting is parsed, written and bounded
//! - `quantity`: times and sizes as text; `file`: the settings file
//! - [`page`]: the text of `docs/configuration.md`

mod configuration;
pub mod file;
mod page;
mod place;
mod quantity;
mod table;

pub use configuration::Configuration;
pub use page::page;
pub use place::SettingField;
pub use table::{Setting, SettingGroup, TABLE};
