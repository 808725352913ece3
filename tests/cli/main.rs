//! The command line, run as a program: answers, messages and exit codes.
//!
//! - `program`: the program in a directory of its own
//! - `help`, `import`, `mine`, `learn`, `review`, `assess`, `export`, `next`, `lists`, `keys`, `serve`, `doctor`: one file for each
//!   door handle
//! - `starter`: the books of a new database, which answer where there is none
//! - `settings`, `logs`: how the server is set, and what it says of itself
//! - `influence`, `score`, `model`: whole boards without a book
//! - `quiz`: training through a pipe
//! - `analysis`, `analysis_boards`, `analysis_refusals`: the analysis protocol; `evaluate`, `evaluate_failures`: an engine
//!   asked, which is `katago.py`
//! - `ledger`: results that were learned, looked at, withdrawn and merged; `games` makes them
//! - `edit`, `edit_file`, `edit_refusals`, `import_rules`, `history`, `revert`, `shelves`: books changed, taken back, and kept apart; `day` is a whole day of it
//! - `published`, `followed`: snapshots, deltas and copies that follow them, killed at any moment
//! - `weights`: weights of engines, in versions
//! - `backup`: copies of the database, and putting them back
//! - `counted`: what counted games say, by way of all of them
//! - `failures`: what goes wrong, with its message and exit code
//! - `hostile`: files and requests that are made to do harm
//! - `pipes`: readers that go away, writers that never come

mod analysis;
mod analysis_boards;
mod analysis_refusals;
mod assess;
mod backup;
mod conditions;
#[path = "../counted_support/mod.rs"]
mod counted;
#[path = "counted.rs"]
mod counted_games;
mod day;
mod doctor;
mod edit;
mod edit_file;
mod edit_refusals;
mod edit_text;
mod evaluate;
mod evaluate_failures;
mod export;
mod failures;
mod followed;
mod forbidden;
mod games;
mod grow;
mod help;
mod history;
mod hostile;
mod import;
mod import_rules;
mod influence;
mod keys;
mod ladder;
mod learn;
mod ledger;
mod lists;
mod logs;
mod mine;
mod next;
mod patterns;
mod pipes;
mod program;
mod published;
mod quiz;
mod records;
mod revert;
mod review;
mod score;
mod serve;
mod settings;
mod shell;
mod shelves;
mod starter;
mod tables;
mod weights;
mod xiangqi;

#[path = "../support/full.rs"]
mod full;
#[path = "../support/messages.rs"]
mod messages;
#[path = "../support/programs.rs"]
mod programs;
#[path = "../store/support/raw.rs"]
mod raw;
