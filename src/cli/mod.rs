//! The command line: `args` parses the flags, one module per command acts on them, and `error`
//! turns errors into messages and exit codes.
//!
//! - [`main`]: runs the program
//! - [`command`]: the definition of the command line, for tests and shell completion
//! - [`settings_page`]: the text of `docs/configuration.md`
//! - [`FormatArgs`], [`OutputStyle`], [`TextTable`], [`RecordCounts`], [`ReadingProgress`]: how
//!   commands write, for those of `lab`
//!
//! Inside:
//!
//! - `args`: the flags; `settings`: those of the server; `run`: from the flags to the command to the exit code; `error`, `hint`:
//!   error messages and what to do about them
//! - `next`, `curate`, `learn`, `mine`, `review`, `train`, `board`, `engine`, `play`, `admin`: the commands
//!   and their text output, by feature
//! - `database`, `source`, `new_file`, `new_folder`: files that commands open, read and write
//! - `again`, `who`: suggested follow-up commands, and who made a change
//! - `date`, `drawing`, `picture`, `log`, `look`, `output`, `progress`, `table`, `text`: formatting of output
//!   and messages

mod admin;
mod again;
mod args;
mod board;
mod curate;
mod database;
mod date;
mod drawing;
mod engine;
mod error;
mod hint;
mod learn;
mod log;
mod look;
mod mine;
mod new_file;
mod new_folder;
mod next;
mod output;
mod patterns;
mod picture;
mod play;
mod progress;
mod review;
mod run;
mod settings;
mod source;
mod table;
mod text;
mod train;
mod who;

pub use args::{Format, FormatArgs, command};
pub use look::{ColorWhen, OutputStyle, choose_color};
pub use mine::records_report::RecordCounts;
pub use progress::ReadingProgress;
pub use run::main;
pub use settings::page as settings_page;
pub use table::{Column, TextTable};
