//! The flags of every command, parsed without doing anything.
//!
//! - [`Cli`], [`Command`]: the whole command line
//! - [`Format`]: text or JSON
//! - one file for each command that has flags of its own

mod assess;
mod books;
mod cli;
mod export;
mod format;
mod game;
mod import;
mod keys;
mod learn;
mod ledger;
mod lines;
mod mine;
mod next;
mod serve;
mod simulate;

pub use assess::AssessArgs;
pub use books::BooksArgs;
pub use cli::{Cli, Command};
pub use export::{ExportArgs, ExportFormat};
pub use format::{Format, FormatArgs};
pub use game::GameArgs;
pub use import::ImportArgs;
pub use keys::{KeysArgs, KeysCommand, KeysCreateArgs, KeysListArgs, KeysRevokeArgs};
pub use learn::LearnArgs;
pub use ledger::{DoctorArgs, MergeArgs, OpponentsArgs, ResultsArgs, WithdrawArgs};
pub use lines::LinesArgs;
pub use mine::MineArgs;
pub use next::{ColorArg, NextArgs};
pub use serve::ServeArgs;
pub use simulate::SimulateArgs;
