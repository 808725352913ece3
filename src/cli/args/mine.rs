//! The flags of `joseki mine`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::{FormatArgs, NewBookArgs};
use joseki_service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki mine --book pro --source pro records/ more.tar.gz
  joseki mine --book vcf --game renju archive.zip  a new book of another game
  joseki mine --book pro new-games.sgf.gz          add games; known ones are not counted again
  joseki mine --book pro --min-games 20            prune the book again, without reading games

Each game is counted once, even if it comes again rotated, mirrored or with the colours swapped.
Games on other board sizes, with handicap or with setup stones are not counted; the report says
how many. If no game record can be read at all, nothing changes and the exit code is 1.

All counts stay in the database. The pruning flags only choose which moves the book recommends. They
are stored with the book; a flag that is not given keeps its last value (at first 3, 0.005 and 30).";

/// The flags of `joseki mine`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct MineArgs {
    /// Game records: files (SGF, GIB, NGF, UGF), folders and archives (gz, zst, zip, tar); none to
    /// only prune the book again.
    #[arg(
        value_name = "PATH",
        required_unless_present_any = ["min_games", "min_share", "max_depth"]
    )]
    pub paths: Vec<PathBuf>,
    /// Book to count into; created if it does not exist.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    #[command(flatten)]
    pub game: NewBookArgs,
    /// Name of the collection [default: name of its folder or archive].
    #[arg(long, value_name = "NAME", value_parser = source)]
    pub source: Option<String>,
    /// Pruning: recommend only moves played in at least this many games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub min_games: Option<u32>,
    /// Pruning: and in at least this share of the corners that reached the position, 0 to 1.
    #[arg(long, value_name = "X", value_parser = share)]
    pub min_share: Option<f64>,
    /// Pruning: and at most this many steps deep, including tenuki.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_depth: Option<u32>,
    /// Number of moves elsewhere after which a corner is finished, 1 to 250; fixed by the first
    /// games of a book [default: 20].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=250))]
    pub quiet: Option<u8>,
    /// Do not store the moves of the games; counts and names are still stored.
    #[arg(long)]
    pub no_records: bool,
    /// Approximate memory for games being counted; the rest is spilled to unnamed files next to the
    /// database. The book itself comes on top: about 1.7 KiB for each of its nodes.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 512,
        value_parser = RangedU64ValueParser::<usize>::new().range(16..=1 << 20)
    )]
    pub memory: usize,
    /// Ratings of the players, made by `joseki ratings` [default: those that these games give].
    #[arg(long, value_name = "FILE")]
    pub ratings: Option<PathBuf>,
    /// Number of counting threads [default: one per processor].
    #[arg(
        long,
        value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024)
    )]
    pub threads: Option<usize>,
    /// Report what would change, without changing anything.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

const RATINGS_AFTER: &str = "\
Examples:
  joseki ratings records/ -o ratings.txt
  joseki mine --ratings ratings.txt --book pro records/part-1.tar.gz

What a move is worth is judged by results beyond those that the players' strength makes one expect.
`joseki mine` rates the players of the games that it reads. Rate all games first where they are
counted in several runs or on several machines: then every run expects the same.";

/// The flags of `joseki ratings`.
#[derive(Debug, Args)]
#[command(after_help = RATINGS_AFTER)]
pub struct RatingsArgs {
    /// Game records: files (SGF, GIB, NGF, UGF), folders and archives (gz, zst, zip, tar).
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Name of the collection [default: name of its folder or archive].
    #[arg(long, value_name = "NAME", value_parser = source)]
    pub source: Option<String>,
    /// File to write; `-` is standard output [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(long, requires = "output")]
    pub force: bool,
}

fn source(text: &str) -> Result<String, String> {
    let name = text.trim();
    let length = name.chars().count();
    if (1..=100).contains(&length)
        && !name.chars().any(|c| c.is_control() || c.is_whitespace() || c == ',')
    {
        Ok(name.to_owned())
    } else {
        Err("a collection name must have 1 to 100 characters, without spaces or commas".to_owned())
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a share from 0 to 1, such as 0.01 for one in a hundred".to_owned()),
    }
}
