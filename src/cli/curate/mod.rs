//! Commands for curators: edit, import, export, history, conditions, whole books.

pub mod book;
pub mod books;
pub mod change_report;
pub mod conditions;
pub mod conditions_report;
pub mod diff;
pub mod edit;
pub mod edit_text;
pub mod export;
pub mod history;
pub mod import;
pub mod import_report;
pub mod lines;
pub mod published;
pub mod revert;
pub mod search;
pub mod sources;
