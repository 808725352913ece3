//! The flags of `joseki evaluate`.

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use crate::service::{DEFAULT_BOOK, EvaluateRequest};

const AFTER: &str = "\
Examples:
  joseki evaluate --engine ./katago.sh --limit 1000
  joseki evaluate --engine ./katago.sh --min-games 50 --dry-run
  joseki evaluate --list --depth 4

An engine is a whole command line: --engine \"katago analysis -config FILE -model FILE\". No shell reads it.

Every position of the book is laid in the upper right corner of an empty board, with a pass for every
tenuki, and sent to the engine: the most played and most uncertain first. What it answers is kept with the
position, so that all books share it. What was evaluated by the same engine with as many visits is not asked
again: a run that was ended goes on where it was.

If the engine fails, what it answered before is kept, and the exit code is 1.";

/// The flags of `joseki evaluate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct EvaluateArgs {
    /// How to start an engine that speaks KataGo's analysis protocol.
    #[arg(long, value_name = "COMMAND", required_unless_present = "list")]
    pub engine: Option<String>,
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Visits a position.
    #[arg(
        long,
        value_name = "N",
        default_value_t = EvaluateRequest::VISITS,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub visits: u32,
    /// Ask for so many positions at most; in a list show so many at most.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub limit: Option<usize>,
    /// Only lines of so many steps, tenukis included.
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Only positions that so many counted games reached.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Komi, which is White's: a half-integer from -150 to 150.
    #[arg(
        long,
        value_name = "POINTS",
        default_value = "7.5",
        value_parser = half_points,
        allow_negative_numbers = true
    )]
    pub komi: i16,
    /// The rules, as the engine calls them: chinese, japanese, tromp-taylor and others.
    #[arg(long, value_name = "NAME", default_value = EvaluateRequest::RULES, value_parser = rules)]
    pub rules: String,
    /// How many positions the engine has at a time.
    #[arg(
        long,
        value_name = "N",
        default_value_t = EvaluateRequest::IN_FLIGHT,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=4096)
    )]
    pub in_flight: usize,
    /// How long the engine may say nothing; its start counts, too.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = EvaluateRequest::PATIENCE.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    pub patience: u64,
    /// Ask again for what is there; the evaluation with more visits stays, of equal ones the later.
    #[arg(long)]
    pub again: bool,
    /// Ask the engine for its name only, and say what would be asked.
    #[arg(long)]
    pub dry_run: bool,
    /// List what is kept, with what each move loses against the best of its siblings.
    #[arg(long, conflicts_with_all = ["engine", "again", "dry_run"])]
    pub list: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn half_points(text: &str) -> Result<i16, String> {
    let points: Option<f64> = text.parse().ok();
    let halves = points.map(|points| points * 2.0);
    let halves = halves.filter(|halves| halves.fract() == 0.0 && halves.abs() <= 300.0);
    let halves = halves.ok_or("komi is a half-integer from -150 to 150, as in 7.5")?;
    Ok(halves as i16)
}

fn rules(text: &str) -> Result<String, String> {
    let name = text.trim().to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match (1..=40).contains(&name.len()) && name.chars().all(plain) {
        true => Ok(name),
        false => Err("rules are a name, as in chinese or tromp-taylor".to_owned()),
    }
}
