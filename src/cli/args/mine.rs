//! The flags of `joseki mine`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use crate::service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki mine --book pro --source pro records/ more.tar.gz
  joseki mine --book pro new-games.sgf.gz          add games; known ones are not counted again
  joseki mine --book pro --min-games 20            cut the book anew, without reading games

Games are counted once, also if they come again, turned or with the colours swapped. Games on other
boards, with handicap or with stones set up are not counted; the report says how many. If no game
record can be read at all, nothing is changed and the exit code is 1.

All counts stay in the database. The pruning flags only say which moves the book answers with; they
are kept with the book, and what is not said stays as it was (at first 3, 0.005 and 30).";

/// The flags of `joseki mine`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct MineArgs {
    /// Game records: SGF files, folders and archives (gz, zst, zip, tar); none to cut the book anew.
    #[arg(
        value_name = "PATH",
        required_unless_present_any = ["min_games", "min_share", "max_depth"]
    )]
    pub paths: Vec<PathBuf>,
    /// The book that they are counted into; it is made if it is not there.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// What to call the collection [default: its folder or archive].
    #[arg(long, value_name = "NAME", value_parser = source)]
    pub source: Option<String>,
    /// Pruning: answer with moves that are in at least so many games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub min_games: Option<u32>,
    /// Pruning: and in at least this share of the corners that reached their position, 0 to 1.
    #[arg(long, value_name = "X", value_parser = share)]
    pub min_share: Option<f64>,
    /// Pruning: and at most so many steps deep, tenukis included.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_depth: Option<u32>,
    /// A corner is over after so many moves elsewhere, 1 to 250; chosen with the first games of a book
    /// [default: 20].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=250))]
    pub quiet: Option<u8>,
    /// Do not keep the moves of the games; their counts and names are kept.
    #[arg(long)]
    pub no_records: bool,
    /// About how much memory to use for games that are being counted; the rest waits in unnamed files
    /// beside the database.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 512,
        value_parser = RangedU64ValueParser::<usize>::new().range(16..=1 << 20)
    )]
    pub memory: usize,
    /// How many threads count [default: one for each processor].
    #[arg(
        long,
        value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024)
    )]
    pub threads: Option<usize>,
    /// Say what would happen and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn source(text: &str) -> Result<String, String> {
    let name = text.trim();
    let length = name.chars().count();
    if (1..=100).contains(&length)
        && !name
            .chars()
            .any(|c| c.is_control() || c.is_whitespace() || c == ',')
    {
        Ok(name.to_owned())
    } else {
        Err("a collection's name has 1 to 100 characters, without spaces and commas".to_owned())
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share is from 0 to 1, as in 0.01 for one in a hundred".to_owned()),
    }
}
