//! The flags of `joseki-lab predict`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use joseki_cli::FormatArgs;
use joseki_influence::Model;

const AFTER: &str = "\
Examples:
  joseki-lab predict games
  joseki-lab predict games.zip --after 30,60,100,150
  joseki-lab predict games --model mechanical --model zobrist:rounds=6 --format json
  joseki-lab predict games --model mechanical --calibrate

After the given numbers of moves in each game, the prediction of each influence model is compared
with the winner, and with the lead that an engine noted in the record. Needs neither book nor
database. As for mining, only games on 19 lines without handicap are read.";

/// The flags of `joseki-lab predict`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct PredictArgs {
    /// Game records: files, folders and archives.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Numbers of moves after which boards are evaluated, 1 to 1000 each.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "30,60,100",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub after: Vec<usize>,
    /// Influence model, as in `zobrist` or `zobrist:rounds=6`; may be repeated [default: all four].
    #[arg(long, value_name = "MODEL", value_parser = str::parse::<Model>)]
    pub model: Vec<Model>,
    /// Also calibrate the mechanical model: who owns the points at the end that it gives to a side,
    /// in games that were counted, and the rank by F of the points that players choose.
    #[arg(long)]
    pub calibrate: bool,
    /// Number of threads [default: one per core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    /// Output format.
    pub format: FormatArgs,
}
