//! The command line: `args` parses the flags, one module per command acts on them, and `error`
//! turns errors into messages and exit codes.
//!
//! - [`main`]: runs the program
//! - [`command`]: the definition of the command line, for tests and shell completion
//! - [`settings_page`]: the text of `docs/configuration.md`
//!
//! Inside, by stage:
//!
//! - `args`: the flags; `settings`: the server's settings from flags, environment and file
//! - `run`: from the flags to the command to the exit code; `error`: error messages; `hint`: what
//!   to do about them
//! - `serve`, `import`, `edit` (with `edit_fields` and `edit_file`), `history` (and `change`),
//!   `revert`, `diff`, `book`, `mine`, `learn`, `merge`, `opponents`, `results` (and `withdraw`),
//!   `review`, `assess`, `predict`, `analysis`, `evaluate`, `simulate`, `conditions`, `export`
//!   (with `export_check`), `next`, `gtp`, `contest` (`joseki match`), `ladder`, `influence`,
//!   `score`, `model`, `quiz` (and `players`), `lines`, `game`, `books`, `keys`, `doctor`,
//!   `backup`, `restore`: one command each
//! - `change_report`, `outcome_report`, `import_report`, `mine_report`, `learn_report`,
//!   `review_report`, `review_profile`, `assess_report`, `predict_report`, `records_report`,
//!   `evaluate_report`, `simulate_report`, `next_report`, `games_report`, `evidence_report`,
//!   `corner_report`, `conditions_report`, `opponent_report`, `quiz_report`, `influence_report`,
//!   `score_report`, `whole_report`, `file_report`, `board`, `heat`: output as text
//! - `database`, `source`, `new_file`, `new_folder`, `review_files`, `given_board`, `record_said`,
//!   `picture`: files that commands open, read and write
//! - `again`, `who`: suggested follow-up commands, and who made a change
//! - `date`, `log`, `look`, `message`, `output`, `progress`, `mine_progress`, `simulate_progress`,
//!   `table`, `text`: formatting of output and messages

mod again;
mod analysis;
mod args;
mod assess;
mod assess_report;
mod backup;
mod board;
mod book;
mod books;
mod change_report;
mod conditions;
mod conditions_report;
mod contest;
mod corner_report;
mod database;
mod date;
mod diff;
mod doctor;
mod edit;
mod edit_fields;
mod edit_file;
mod error;
mod evaluate;
mod evaluate_report;
mod evidence_report;
mod export;
mod export_check;
mod file_report;
mod game;
mod games_report;
mod given_board;
mod gtp;
mod heat;
mod hint;
mod history;
mod import;
mod import_report;
mod influence;
mod influence_report;
mod keys;
mod ladder;
mod learn;
mod learn_report;
mod lines;
mod log;
mod look;
mod merge;
mod message;
mod mine;
mod mine_progress;
mod mine_report;
mod model;
mod new_file;
mod new_folder;
mod next;
mod next_report;
mod opponent_report;
mod opponents;
mod outcome_report;
mod output;
mod picture;
mod players;
mod predict;
mod predict_report;
mod progress;
mod quiz;
mod quiz_report;
mod record_said;
mod records_report;
mod restore;
mod results;
mod revert;
mod review;
mod review_files;
mod review_profile;
mod review_report;
mod run;
mod score;
mod score_report;
mod serve;
mod settings;
mod simulate;
mod simulate_progress;
mod simulate_report;
mod source;
mod table;
mod text;
mod who;
mod whole_report;

pub use run::{command, main};
pub use settings::page as settings_page;
