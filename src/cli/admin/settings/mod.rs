//! The settings of the server: their table, and their values from flags, environment and file.
//!
//! - [`Setting`], [`TABLE`]: every setting once, with the field that it sets
//! - [`Configuration`], [`LogFormat`]: the values of the settings
//! - [`SettingField`]: how the value of a setting is parsed, written and bounded
//! - [`EffectiveSettings`]: the effective settings with their sources; [`unknown_variables`]:
//!   unknown variables
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
pub use gather::{EffectiveSettings, unknown_variables};
pub use page::page;
pub use place::SettingField;
pub use table::{Setting, SettingGroup, TABLE};
