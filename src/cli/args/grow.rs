//! The flags of `joseki grow`.

use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use super::evaluate::rules;
use joseki_game::Color;
use joseki_service::{DEFAULT_BOOK, curate::grow::GrowRequest, engine::evaluate::EvaluateRequest};

const AFTER: &str = "\
Examples:
  joseki grow --engine ./katago.sh --positions 2000
  joseki grow --engine ./katago.sh --judge-only --visits 200
  joseki grow pro --engine ./katago.sh --from DDCCCD --time 3600
  joseki grow xiangqi --engine \"joseki uci\" --visits 100000 --in-flight 2
  joseki grow --engine ./katago.sh --dry-run

The engines speak the protocols that joseki evaluate knows: for a book of Go KataGo's, for renju,
standard and gomoku Gomocup's, for xiangqi UCI or UCCI. Several share the work.

What costs least is next: a position of the book that has no evaluation, or a move that the book
lacks. Each step of a line costs 1, and more if the move is bad; what people play costs little
however bad it is. Corners of Go are set up on a pair of boards whose ladders work for one side and
for the other. A move that would change the first choice or get a verdict is evaluated again, with
four times the visits and mirrored.

Evaluations are stored at once, moves and verdicts in batches of 32 moves or a minute, each one
change that can be reverted. An interrupted run resumes where it stopped.";

/// The flags of `joseki grow`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct GrowArgs {
    /// Name of the book.
    #[arg(value_name = "BOOK", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Command line of an engine; several share the work.
    #[arg(long, value_name = "COMMAND", required = true)]
    pub engine: Vec<String>,
    /// Grow only below this line.
    #[arg(long, value_name = "LINE")]
    pub from: Option<String>,
    /// The side whose book it is: bad moves of the other side are followed, its own are not.
    #[arg(long = "for", value_name = "SIDE", default_value = "both", value_parser = side)]
    pub side: GrownSide,
    /// Visits per position and board; in other games than Go, positions to search.
    #[arg(
        long,
        alias = "nodes",
        value_name = "N",
        default_value_t = GrowRequest::VISITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000_000)
    )]
    pub visits: u32,
    /// Maximum number of positions to evaluate.
    #[arg(
        long,
        value_name = "N",
        default_value_t = GrowRequest::POSITIONS,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub positions: u64,
    /// Time after which no more positions are sent, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    pub time: Option<u64>,
    /// Maximum loss of a move that only an engine proposes: points in Go (3), else win rate (0.20).
    #[arg(long, value_name = "LOSS", value_parser = loss)]
    pub loss: Option<f64>,
    /// Maximum number of moves of a position that are added for an engine alone; by default from 8
    /// or 10 at the beginning down to 2.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=100))]
    pub width: Option<usize>,
    /// Rules, by the engine's name for them: chinese, japanese, tromp-taylor and others.
    #[arg(long, value_name = "NAME", default_value = EvaluateRequest::RULES, value_parser = rules)]
    pub rules: String,
    /// Number of positions in flight at each engine.
    #[arg(
        long,
        value_name = "N",
        default_value_t = EvaluateRequest::IN_FLIGHT,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=4096)
    )]
    pub in_flight: usize,
    /// Timeout if an engine sends nothing, in seconds; its start counts too.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = EvaluateRequest::TIMEOUT.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    pub patience: u64,
    /// Add no moves: only evaluate and judge those of the book.
    #[arg(long)]
    pub judge_only: bool,
    /// Replace a curator's verdict from which the engine's differs by two classes or more; the move
    /// gets a tag that names the old one.
    #[arg(long)]
    pub rejudge: bool,
    /// Report what would be sent first, asking the engines only for their names.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The side whose book is grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrownSide(pub Option<Color>);

impl GrowArgs {
    /// The time of the run.
    pub fn time(&self) -> Option<Duration> {
        self.time.map(Duration::from_secs)
    }
}

fn side(text: &str) -> Result<GrownSide, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(GrownSide(Some(Color::Black))),
        "w" | "white" => Ok(GrownSide(Some(Color::White))),
        "both" => Ok(GrownSide(None)),
        _ => Err("the side must be B, W or both".to_owned()),
    }
}

fn loss(text: &str) -> Result<f64, String> {
    let loss: Option<f64> = text.parse().ok();
    loss.filter(|loss| (0.0..=100.0).contains(loss))
        .ok_or_else(|| "the loss must be a number from 0 to 100, such as 3 or 0.2".to_owned())
}
