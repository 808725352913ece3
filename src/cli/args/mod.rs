//! The flags of every command and their parsers; nothing here runs a command.
//!
//! - [`Cli`], [`CliCommand`]: the whole command line
//! - [`Format`]: text or JSON
//! - [`BoardArgs`]: the flags that describe a board, shared by commands that need no book
//! - one file per command that has flags of its own

mod against;
mod analysis;
mod assess;
mod backup;
mod board;
mod book;
mod books;
mod checks;
mod cli;
mod command;
mod conditions;
mod contest;
mod convert;
mod details;
mod doctor;
mod edit;
mod engine;
mod evaluate;
mod export;
mod fields;
mod find;
mod forbidden;
mod format;
mod game;
mod grow;
mod gtp;
mod history;
mod import;
mod influence;
mod keys;
mod ladder;
mod learn;
mod ledger;
mod lines;
mod mine;
mod new_book;
mod next;
mod notation;
mod perft;
mod play;
mod published;
mod quiz;
mod review;
mod score;
mod search;
mod serve;
mod shell;
mod solve;
mod sources;
mod tables;
mod tally;
mod weights;

pub use against::AgainstArgs;
pub use analysis::AnalysisArgs;
pub use assess::AssessArgs;
pub use backup::{BackupArgs, CopyArgs, DumpArgs, RecoverArgs, RestoreArgs};
pub use board::BoardArgs;
pub use book::{BookArgs, BookCommand, BookCreateArgs, BookMergeArgs, BookSplitArgs};
pub use books::BooksArgs;
pub use cli::{COLOR_WHEN, Cli, CliCommand};
pub use command::command;
pub use conditions::ConditionsArgs;
pub use contest::MatchArgs;
pub use convert::{ConvertArgs, RecordFormat};
pub use details::DetailsArgs;
pub use doctor::DoctorArgs;
pub use edit::{ApplyArgs, EditArgs, EditCommand, MoveArgs, NodeArgs, SubtreeFormat, WriteArgs};
pub use engine::{EngineArgs, GomocupArgs, UciArgs};
pub use evaluate::EvaluateArgs;
pub use export::ExportArgs;
pub use fields::FieldsArgs;
pub use find::FindArgs;
pub use forbidden::ForbiddenArgs;
pub use format::{Format, FormatArgs};
pub use game::GameArgs;
pub use grow::GrowArgs;
pub use gtp::GtpArgs;
pub use history::{ChangeArgs, DiffArgs, HistoryArgs, RevertArgs};
pub use import::{ImportArgs, ImportSourceArgs};
pub use influence::{InfluenceArgs, PictureArgs};
pub use keys::{
    KeysArgs, KeysCommand, KeysCreateArgs, KeysListArgs, KeysLogArgs, KeysRevokeArgs,
    KeysRotateArgs,
};
pub use ladder::LadderArgs;
pub use learn::LearnArgs;
pub use ledger::{MergeArgs, OpponentsArgs, ResultsArgs, WithdrawArgs};
pub use lines::LinesArgs;
pub use mine::{MineArgs, RatingsArgs};
pub use new_book::NewBookArgs;
pub use next::NextArgs;
pub use notation::NotationArgs;
pub use perft::PerftArgs;
pub use play::PlayArgs;
pub use published::{FollowArgs, PublishArgs};
pub use quiz::QuizArgs;
pub use review::ReviewArgs;
pub use score::ScoreArgs;
pub use search::SearchArgs;
pub use serve::ServeArgs;
pub use shell::{CompletionsArgs, ManArgs, PingArgs};
pub use solve::SolveArgs;
pub use sources::{SourcesArgs, SourcesCommand, SourcesSetArgs};
pub use tables::{TablesArgs, TablesCloseArgs, TablesCommand};
pub use tally::TallyArgs;
pub use weights::{
    WeightsArgs, WeightsCommand, WeightsHistoryArgs, WeightsListArgs, WeightsSetArgs,
    WeightsShowArgs,
};
