//! The flags of `joseki gtp`.

use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValuesParser};

use super::AgainstArgs;
use super::checks::{fraction, number, seconds, url};
use joseki_base::named::Named;
use joseki_book::Verdict;
use joseki_gtp::Bar;
use joseki_service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki gtp                                            the book, and a plain player where it has no move
  joseki gtp --book-only                                the book alone; it passes where it has no move
  joseki gtp --engine \"gnugo --mode gtp\"                GNU Go with joseki
  joseki gtp --engine \"gnugo --mode gtp\" --opponent ann --class 5k      learn what works against ann
  joseki gtp --engine \"katago gtp -model m.bin.gz\" --check 0.03 --depth 12

In a program such as Sabaki or GoGui, configure this command as the engine. genmove is answered
from the book while a corner has a move that passes the filters; everything else goes to the
engine, which always has the same position. Without an engine joseki captures and rescues stones in
atari first, then plays the book, else the move that gains most in SFB (docs/influence.md), and
passes when nothing gains. lz-analyze and kata-analyze show book moves where
there are any.

In front of an engine, the book plays on 19 lines (--small-boards: on fewer too), where moves are
recommended or often chosen. A line that was begun is finished: the --min flags are for beginning
one. If the opponent's last move is not in the book, the book plays in empty corners only, and
nothing if the move is near our stones, since it may be an attack (--after-any-move overrides this).
If the engine exits, hangs or sends invalid responses, joseki
returns a GTP error and restarts the engine in the same position when it is next needed.

With --opponent, joseki learns the result of every game it played as one colour when the game ends:
by two passes and the engine's score, by resignation, or by the command `joseki-result B+3.5` from a
controller that knows the result.";

/// The flags of `joseki gtp`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct GtpArgs {
    /// Command line of a GTP engine that plays when the book has no move.
    #[arg(long, value_name = "COMMAND")]
    pub engine: Option<String>,
    /// Play the book alone: pass where it has no move.
    #[arg(long, conflicts_with = "engine")]
    pub book_only: bool,
    /// Timeout for each response of the engine, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = seconds)]
    pub patience: f64,
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    #[command(flatten)]
    pub against: AgainstArgs,
    /// Lowest verdict of a move that begins a line [default: any but mistake, trick and question].
    #[arg(
        long,
        value_name = "VERDICT",
        value_parser = PossibleValuesParser::new(Verdict::names())
    )]
    pub min_verdict: Option<String>,
    /// Lowest priority of a move that begins a line.
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    pub min_priority: Option<f64>,
    /// Minimum number of counted games of a move that begins a line.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// In front of an engine: lowest share of the corners in which a move without a verdict is
    /// played, 0 to 1.
    #[arg(long, value_name = "X", default_value_t = Bar::MIN_SHARE, value_parser = fraction)]
    pub min_share: f64,
    /// Lowest urgency of a corner to begin a line in, 0 to 1.
    #[arg(long, value_name = "X", value_parser = fraction)]
    pub min_urgency: Option<f64>,
    /// Smallest whole-board gain (SFB, in points, from our view) of a line to play. Moves of equal
    /// priority are then also ordered by it.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = number)]
    pub min_gain: Option<f64>,
    /// Deepest step of a corner's line to play.
    #[arg(long, value_name = "STEPS")]
    pub depth: Option<usize>,
    /// Last move number of the game at which to play from the book.
    #[arg(long, value_name = "N")]
    pub until_move: Option<usize>,
    /// Play from the book even if the opponent's last move is not in the book.
    #[arg(long)]
    pub after_any_move: bool,
    /// In front of an engine, play from the book on fewer than 19 lines too: first stones of empty
    /// corners, or with --depth lines in half of the board.
    #[arg(long)]
    pub small_boards: bool,
    /// Have the engine check each book move on the whole board: skip moves that lose more win rate,
    /// 0 to 1, than this against the engine's best move. Needs an engine with lz-analyze.
    #[arg(long, value_name = "LOSS", value_parser = fraction, requires = "engine")]
    pub check: Option<f64>,
    /// Time for the engine's check, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds, requires = "check")]
    pub check_time: f64,
    /// Learn nothing from the games.
    #[arg(
        long,
        env = "JOSEKI_NO_LEARN",
        hide_env_values = true,
        value_parser = FalseyValueParser::new()
    )]
    pub no_learn: bool,
    /// Send results to the service at this URL instead of the database.
    #[arg(long, value_name = "URL", requires = "opponent", value_parser = url)]
    pub post: Option<String>,
    /// API key for that service.
    #[arg(long, value_name = "KEY", env = "JOSEKI_KEY", hide_env_values = true, requires = "post")]
    pub key: Option<String>,
}
