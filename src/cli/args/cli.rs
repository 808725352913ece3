//! The whole command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use super::{
    AnalysisArgs, AssessArgs, BackupArgs, BookArgs, BooksArgs, ChangeArgs, ConditionsArgs,
    ContestArgs, DiffArgs, DoctorArgs, EditArgs, EvaluateArgs, ExportArgs, GameArgs, GtpArgs,
    HistoryArgs, ImportArgs, InfluenceArgs, KeysArgs, LadderArgs, LearnArgs, LinesArgs, MergeArgs,
    MineArgs, ModelArgs, NextArgs, OpponentsArgs, PredictArgs, QuizArgs, RestoreArgs, ResultsArgs,
    RevertArgs, ReviewArgs, ScoreArgs, ServeArgs, SimulateArgs, WithdrawArgs,
};

const AFTER: &str = "\
Examples:
  joseki next --moves Q16,O17,R14       the next joseki move, from the starter book
  joseki import joseki/*.sgf            merge dictionaries into the book \"main\"
  joseki edit set DDCF --verdict good   change what is known of a move
  joseki revert 17                      take a change back
  joseki mine --book pro games/         count what is played in game records
  joseki learn mine/ --player me        learn what works against whom
  joseki review game.sgf                what the book says of a game
  joseki serve                          answer programs over HTTP

A database that does not exist is created, with the starter book in it.

Exit codes:
  0  done; also when nodes of a file were refused, and when the reader of a pipe went away
  1  failed: a file, a book or a key that is not there, an illegal move, a disk; damage that the
     doctor found
  2  the command line or a setting makes no sense";

/// The heading of what every command takes.
const GLOBAL: &str = "Global options";

/// Joseki and opening patterns for Go: a database, its import and export, and its service.
#[derive(Debug, Parser)]
#[command(name = "joseki", version, after_help = AFTER, max_term_width = 100)]
pub struct Cli {
    /// The database [env: JOSEKI_DB] [default: joseki.db].
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL,
        value_name = "FILE"
    )]
    pub db: Option<PathBuf>,
    /// What to log on standard error: a level (error, warn, info, debug, trace) or a filter such as
    /// `joseki=debug,warn` [env: JOSEKI_LOG] [default: warn; info for serve].
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL,
        value_name = "FILTER",
        value_parser = log_filter
    )]
    pub log: Option<String>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer programs over HTTP.
    Serve(ServeArgs),
    /// Merge SGF files into a book: all of them, or none if one cannot be read.
    Import(ImportArgs),
    /// Change a book, a node at a time or by a file.
    Edit(Box<EditArgs>),
    /// List what happened to a book, or to one of its nodes.
    History(HistoryArgs),
    /// Show one change with all that it changed.
    Change(ChangeArgs),
    /// Take back a change, an import, or everything since a version.
    Revert(RevertArgs),
    /// Compare two books, or states of a book.
    Diff(DiffArgs),
    /// Create, copy, rename, delete, split and merge books.
    Book(BookArgs),
    /// Count game records into a book: all of a run, or nothing.
    Mine(MineArgs),
    /// Learn from the results of your own games, by opponent.
    Learn(LearnArgs),
    /// Take in the results, the answers of players and the evaluations that another database has.
    Merge(MergeArgs),
    /// List the opponents, or show what is different with one of them.
    Opponents(OpponentsArgs),
    /// List the results that were entered.
    Results(ResultsArgs),
    /// Take games out of everything that was learned.
    Withdraw(WithdrawArgs),
    /// Hold games against a book: what went wrong where, and what a player's games have in common.
    Review(ReviewArgs),
    /// Measure a book on games: how far it knows them, and how often it agrees.
    Assess(AssessArgs),
    /// Measure on games how well models of influence tell who wins; it needs no database.
    Predict(PredictArgs),
    /// Answer KataGo's analysis protocol on standard input, out of a book.
    Analysis(AnalysisArgs),
    /// Have an engine evaluate the positions of a book, or list what it said.
    Evaluate(Box<EvaluateArgs>),
    /// Compare policies for the order of moves in simulated games; it needs no database.
    Simulate(SimulateArgs),
    /// List what the moves of a book depend on, and propose ladders that they do not name.
    Conditions(ConditionsArgs),
    /// Write a book as SGF or as its lines, or write what it counts.
    Export(ExportArgs),
    /// Play the book over GTP, alone or in front of another engine.
    Gtp(Box<GtpArgs>),
    /// Play a match between two GTP engines, and learn from it.
    #[command(name = "match")]
    Match(Box<ContestArgs>),
    /// Show the next joseki moves on a board.
    Next(Box<NextArgs>),
    /// Read the ladders of a board; it needs no database.
    Ladder(LadderArgs),
    /// Show what the stones of a board are worth to each other by a model; it needs no database.
    Influence(Box<InfluenceArgs>),
    /// Count a board by area or by territory; it needs no database.
    Score(Box<ScoreArgs>),
    /// Show why a board has 19 lines: a stone on the third line and one on the fourth, by the size of the board.
    Model(ModelArgs),
    /// Train with a book: it asks what you forget, and grades what you answer.
    Quiz(Box<QuizArgs>),
    /// List the lines of a book.
    Lines(LinesArgs),
    /// Print the record of a counted game as SGF.
    Game(GameArgs),
    /// List the books.
    Books(BooksArgs),
    /// Create, list, rotate and revoke the keys of the HTTP service.
    Keys(KeysArgs),
    /// Look for what is wrong in the database and its books, and mend it.
    Doctor(DoctorArgs),
    /// Copy the database while it is in use, and look whether the copy is whole.
    Backup(BackupArgs),
    /// Put a backup in the place of the database.
    Restore(RestoreArgs),
}

/// A filter is kept as text once it is known to be one.
fn log_filter(text: &str) -> Result<String, String> {
    let filter = EnvFilter::builder().parse(text);
    filter
        .map(|_| text.to_owned())
        .map_err(|error| error.to_string())
}
