//! The settings: one table of them, and what flags, the environment and a file say.
//!
//! - [`Setting`], [`TABLE`]: every setting once, with the place that it fills
//! - [`Configuration`], [`LogFormat`]: what is filled
//! - [`Place`]: how a setting is written, and what it may be
//! - [`Settings`]: the settings in force, and where each is from; [`strangers`]: variables that say nothing
//! - `quantity`: times and sizes as texts; `file`: the file of settings
//! - [`page`]: the table for people

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
