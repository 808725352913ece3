//! The flags of `joseki predict`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use crate::influence::Model;

const AFTER: &str = "\
Examples:
  joseki predict games
  joseki predict games.zip --after 30,60,100,150
  joseki predict games --model mechanical --model zobrist:rounds=6 --format json

After some moves of each game the board is looked at, and what each model of influence says of it is held against who won,
and against the lead that the record's engine gave. No book and no database is needed. Records are read as for mining:
boards of 19 lines without handicap.";

/// The flags of `joseki predict`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct PredictArgs {
    /// Files, folders and archives with game records.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// After how many moves the boards are looked at, 1 to 1000 each.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "30,60,100",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub after: Vec<usize>,
    /// A model, as in `zobrist` or `zobrist:rounds=6`; give it again for another [default: all four].
    #[arg(long, value_name = "MODEL", value_parser = str::parse::<Model>)]
    pub model: Vec<Model>,
    /// How many threads to use [default: one for each core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}
