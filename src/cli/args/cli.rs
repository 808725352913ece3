//! The whole command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use super::{
    AnalysisArgs, AssessArgs, BackupArgs, BookArgs, BooksArgs, ChangeArgs, CompletionsArgs,
    ConditionsArgs, ConvertArgs, CopyArgs, DiffArgs, DoctorArgs, DumpArgs, EditArgs, EvaluateArgs,
    ExportArgs, FindArgs, FollowArgs, ForbiddenArgs, GameArgs, GomocupArgs, GrowArgs, GtpArgs,
    HistoryArgs, ImportArgs, InfluenceArgs, KeysArgs, LadderArgs, LearnArgs, LinesArgs, ManArgs,
    MatchArgs, MergeArgs, MineArgs, NextArgs, NotationArgs, OpponentsArgs, PerftArgs, PingArgs,
    PlayArgs, PublishArgs, QuizArgs, RatingsArgs, RecoverArgs, RestoreArgs, ResultsArgs,
    RevertArgs, ReviewArgs, ScoreArgs, SearchArgs, ServeArgs, SolveArgs, SourcesArgs, TablesArgs,
    TallyArgs, UciArgs, WeightsArgs, WithdrawArgs,
};
use crate::look::ColorWhen;

const AFTER: &str = "\
Examples:
  joseki next Q16,O17,R14               the next joseki move, from the starter book
  joseki import joseki/*.sgf            merge dictionaries into the book \"main\"
  joseki edit set DDCF --verdict good   edit a move of the book
  joseki revert 17                      revert a change
  joseki mine --book pro games/         count the moves played in game records
  joseki learn mine/ --player me        learn what works against each opponent
  joseki review game.sgf                compare a game with the book
  joseki serve                          start the HTTP service

Commands that write create the database, with the starter book in it. Commands that read never do:
without --db, JOSEKI_DB and a joseki.db here, the starter book answers.

With --format json an error is a line of JSON on standard error, with \"error\" and \"hint\".

Exit codes:
  0  success; also when nodes of a file were refused, or when a pipe was closed by its reader
  1  failure: a missing file, book or key, an illegal move, an I/O error, or damage found by doctor
  2  invalid command line or setting";

/// Name of the flag `--color` that says when output has colours.
pub const COLOR_WHEN: &str = "color_when";

/// Help heading of the flags that every command takes.
const GLOBAL: &str = "Global options";

/// Joseki and opening patterns for Go, renju, gomoku and xiangqi: a database with import, export and
/// an HTTP service.
#[derive(Debug, Parser)]
#[command(name = "joseki", version, after_help = AFTER, max_term_width = 100)]
pub struct Cli {
    /// Database file [env: JOSEKI_DB] [default: joseki.db].
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL,
        value_name = "FILE"
    )]
    pub db: Option<PathBuf>,
    /// Open the database for reading only, and never create or migrate it [env: JOSEKI_READ_ONLY].
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pub read_only: Option<bool>,
    /// Log filter for standard error: a level (error, warn, info, debug, trace) or a filter such as
    /// `joseki=debug,warn` [env: JOSEKI_LOG] [default: warn; info for serve].
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL,
        value_name = "FILTER",
        value_parser = log_filter
    )]
    pub log: Option<String>,
    /// When output has colours and bold text; `auto`: on a terminal, unless NO_COLOR is set
    /// [default: auto].
    // Not global: some commands have a --color that means a side.
    #[arg(id = COLOR_WHEN, long = "color", help_heading = GLOBAL, value_name = "WHEN", value_enum)]
    pub color: Option<ColorWhen>,
    /// The subcommand.
    #[command(subcommand)]
    pub command: CliCommand,
}

/// The commands by what they are for, as the help lists them. Laboratory tools are not listed.
pub const GROUPS: [(&str, &[&str]); 8] = [
    ("Ask a book", &["next", "search", "lines", "find", "tally", "game", "books"]),
    ("Play and train", &["play", "quiz", "review", "match"]),
    (
        "Serve programs",
        &["serve", "keys", "tables", "ping", "gtp", "analysis", "gomocup", "uci", "weights"],
    ),
    (
        "Write a book",
        &[
            "import",
            "edit",
            "history",
            "change",
            "revert",
            "diff",
            "book",
            "conditions",
            "sources",
            "export",
            "publish",
            "follow",
        ],
    ),
    (
        "Learn from games",
        &[
            "mine",
            "ratings",
            "learn",
            "results",
            "withdraw",
            "opponents",
            "merge",
            "assess",
            "evaluate",
            "grow",
        ],
    ),
    (
        "Boards, without a database",
        &["influence", "score", "ladder", "solve", "forbidden", "convert", "notation", "perft"],
    ),
    ("Keep the database", &["doctor", "backup", "restore", "recover", "dump", "copy"]),
    ("Shell", &["completions", "man", "help"]),
];

/// A subcommand with its flags.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Start the HTTP service.
    Serve(ServeArgs),
    /// Merge files into a book: all of them, or none if one cannot be read.
    Import(ImportArgs),
    /// Edit a book: in your editor, one node at a time, or from a file.
    Edit(Box<EditArgs>),
    /// List the changes of a book, or of one of its nodes.
    History(HistoryArgs),
    /// Show the details of one change.
    Change(ChangeArgs),
    /// Revert a change, an import, or everything since a version.
    Revert(RevertArgs),
    /// Compare two books, or two versions of a book.
    Diff(DiffArgs),
    /// Create, copy, rename, delete, split and merge books.
    Book(BookArgs),
    /// Count game records into a book; a run is saved as a whole or not at all.
    Mine(MineArgs),
    /// Rate the players of game records, for `mine --ratings`; needs no database.
    Ratings(RatingsArgs),
    /// Learn from the results of your own games, by opponent.
    Learn(LearnArgs),
    /// Merge results, quiz answers and evaluations from another database.
    Merge(MergeArgs),
    /// List opponents, or show how results against one of them differ.
    Opponents(OpponentsArgs),
    /// List the entered results.
    Results(ResultsArgs),
    /// Withdraw games from everything that was learned.
    Withdraw(WithdrawArgs),
    /// Compare games with a book: where they went wrong, and what a player's games have in common.
    Review(ReviewArgs),
    /// Measure a book on games: how far it covers them, and how often it agrees.
    Assess(AssessArgs),
    /// Serve a book over KataGo's analysis protocol on standard input and output.
    Analysis(AnalysisArgs),
    /// Have an engine evaluate the positions of a book, or list its evaluations.
    Evaluate(Box<EvaluateArgs>),
    /// Have engines extend a book and judge its moves.
    Grow(Box<GrowArgs>),
    /// List the conditions of a book's moves, and propose missing ladder conditions.
    Conditions(ConditionsArgs),
    /// Export a book as SGF, lines, game counts or an engine's book file.
    Export(ExportArgs),
    /// Write a book for others: a snapshot with checksums and licences, and what changed since.
    Publish(PublishArgs),
    /// Keep a copy of a published book up to date.
    Follow(FollowArgs),
    /// Play the book over GTP, alone or in front of another engine.
    Gtp(Box<GtpArgs>),
    /// Play five in a row over Gomocup's protocol: the book first, then a search.
    Gomocup(Box<GomocupArgs>),
    /// Play xiangqi over UCI or UCCI: the book first, then a search.
    Uci(Box<UciArgs>),
    /// Keep weights of the evaluations of `gomocup` and `uci`, in versions.
    Weights(WeightsArgs),
    /// Play a game on the terminal: persons, the book and engines.
    Play(Box<PlayArgs>),
    /// Play a match between two engines, and learn from it.
    #[command(name = "match")]
    Match(Box<MatchArgs>),
    /// Show the next joseki moves on a board.
    Next(Box<NextArgs>),
    /// Find the points that renju forbids to Black; needs no database.
    Forbidden(ForbiddenArgs),
    /// Write records of xiangqi in another format; needs no database.
    Convert(ConvertArgs),
    /// Write moves of xiangqi in every notation; needs no database.
    Notation(NotationArgs),
    /// Count the lines of xiangqi from a position; needs no database.
    Perft(PerftArgs),
    /// Find wins by force on a board, without a database, or in a book.
    Solve(SolveArgs),
    /// Read the ladders of a board; needs no database.
    Ladder(LadderArgs),
    /// Show the influence of stones on a board by a model; needs no database.
    Influence(Box<InfluenceArgs>),
    /// Score a board by area or by territory; needs no database.
    Score(Box<ScoreArgs>),
    /// Train with a book: asks about moves you are likely to forget, and grades your answers.
    Quiz(Box<QuizArgs>),
    /// Find moves of a book by names, tags and comments.
    Search(SearchArgs),
    /// List the lines of a book.
    Lines(LinesArgs),
    /// Count what the games of a book about the whole board are: lines, positions, openings.
    Tally(TallyArgs),
    /// Print the record of a counted game as SGF.
    Game(GameArgs),
    /// Find a pattern of stones in the games of a book, and what follows it.
    Find(Box<FindArgs>),
    /// List the books.
    Books(BooksArgs),
    /// List where the contents of books come from, and write down licences.
    Sources(SourcesArgs),
    /// Create, list, rotate and revoke the API keys of the HTTP service.
    Keys(KeysArgs),
    /// List the tables that people and programs play at, and close them.
    Tables(TablesArgs),
    /// Check the database and its books for damage, and mend it.
    Doctor(DoctorArgs),
    /// Copy the database while it is in use, and check the copy.
    Backup(BackupArgs),
    /// Replace the database with a backup.
    Restore(RestoreArgs),
    /// Copy what can be read of a damaged database into a new one, and mend that.
    Recover(RecoverArgs),
    /// Write the whole database as SQL.
    Dump(DumpArgs),
    /// Copy everything into an empty database: a file, or one of PostgreSQL.
    Copy(CopyArgs),
    /// Ask a running service whether it is ready, for health checks.
    Ping(PingArgs),
    /// Print completions for a shell.
    Completions(CompletionsArgs),
    /// Write manual pages into a folder.
    Man(ManArgs),
}

/// Checks a log filter and returns its text.
fn log_filter(text: &str) -> Result<String, String> {
    let filter = EnvFilter::builder().parse(text);
    filter.map(|_| text.to_owned()).map_err(|error| error.to_string())
}
