//! The flags of `joseki evaluate`.

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use joseki_service::{DEFAULT_BOOK, engine::evaluate::EvaluateRequest};

const AFTER: &str = "\
Examples:
  joseki evaluate --engine ./katago.sh --limit 1000
  joseki evaluate --engine ./katago.sh --min-games 50 --dry-run
  joseki evaluate --book xiangqi --engine fairy-stockfish --visits 100000 --in-flight 2
  joseki evaluate --list --depth 4
  joseki evaluate --verdicts --book xiangqi --dry-run

For a book of Go the engine speaks KataGo's analysis protocol; for renju, standard and gomoku
Gomocup's, for xiangqi UCI or UCCI, and --in-flight engines run at a time, which search --visits
positions. Leads are then in hundreds of the engine's points: pawns in xiangqi.

The engine is a full command line: --engine \"katago analysis -config FILE -model FILE\". It is run
without a shell.

Every position of the book is placed in the upper right corner of an empty board, with a pass for
every tenuki, and sent to the engine: the most played and most uncertain first. The evaluation is
stored with the position and shared by all books. Positions that the same engine has already
evaluated with as many visits are skipped, so an interrupted run resumes where it stopped.

--verdicts compares each move with the best evaluated move of its position and, except in Go, with
the evaluation of the position before it. In Go it is ideal if it loses less than 0.25 points, good
below 0.8, a question above that and a mistake above 2 points; in other games ideal if its win rate
is less than 2 % lower, good below 5 %, a question above 10 % and a mistake above 20 %.

If the engine fails, the evaluations received so far are kept, and the exit code is 1.";

/// The flags of `joseki evaluate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct EvaluateArgs {
    /// Command line of an engine.
    #[arg(long, value_name = "COMMAND", required_unless_present_any = ["list", "verdicts"])]
    pub engine: Option<String>,
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Visits per position; in other games than Go, positions to search.
    #[arg(
        long,
        value_name = "N",
        default_value_t = EvaluateRequest::VISITS,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub visits: u32,
    /// Maximum number of positions to evaluate or, with --list, to show.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub limit: Option<usize>,
    /// Only lines of at most N steps, including tenuki.
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Only positions reached by at least N counted games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Komi, in points for White: a multiple of 0.5 from -150 to 150.
    #[arg(
        long,
        value_name = "POINTS",
        default_value = "7.5",
        value_parser = half_points,
        allow_negative_numbers = true
    )]
    pub komi: i16,
    /// Rules, by the engine's name for them: chinese, japanese, tromp-taylor and others.
    #[arg(long, value_name = "NAME", default_value = EvaluateRequest::RULES, value_parser = rules)]
    pub rules: String,
    /// Number of positions in flight at the engine.
    #[arg(
        long,
        value_name = "N",
        default_value_t = EvaluateRequest::IN_FLIGHT,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=4096)
    )]
    pub in_flight: usize,
    /// Timeout if the engine sends nothing, in seconds; its start counts too.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = EvaluateRequest::TIMEOUT.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    pub patience: u64,
    /// Evaluate again what is already evaluated; more visits win, of equal visits the later one. With
    /// --verdicts, judge again what has a verdict.
    #[arg(long)]
    pub again: bool,
    /// Report what would be evaluated, asking the engine only for its name; or what would be judged.
    #[arg(long)]
    pub dry_run: bool,
    /// List the stored evaluations, with the loss of each move against its best sibling.
    #[arg(long, conflicts_with_all = ["engine", "again", "dry_run"])]
    pub list: bool,
    /// Give each move without a verdict one from the stored evaluations, as one change of the book.
    #[arg(long, conflicts_with_all = ["engine", "list", "limit"])]
    pub verdicts: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn half_points(text: &str) -> Result<i16, String> {
    let points: Option<f64> = text.parse().ok();
    let halves = points.map(|points| points * 2.0);
    let halves = halves.filter(|halves| halves.fract() == 0.0 && halves.abs() <= 300.0);
    let halves = halves.ok_or("komi must be a multiple of 0.5 from -150 to 150, such as 7.5")?;
    Ok(halves as i16)
}

pub(super) fn rules(text: &str) -> Result<String, String> {
    let name = text.trim().to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if (1..=40).contains(&name.len()) && name.chars().all(plain) {
        Ok(name)
    } else {
        Err("rules must be a name of 1 to 40 letters, digits, `-` or `_`, such as tromp-taylor"
            .to_owned())
    }
}
