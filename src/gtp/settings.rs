//! Settings of the GTP engine.

use std::time::Duration;

use joseki_book::Verdict;
use joseki_ledger::OpponentName;

/// Settings of a session.
#[derive(Clone, Debug)]
pub struct GtpSettings {
    /// Command line of the engine behind, if any.
    pub engine: Option<String>,
    /// Whether the book plays alone: without an engine behind it passes where it has no move.
    pub book_only: bool,
    /// Response timeout of that engine.
    pub timeout: Duration,
    /// Name of the book.
    pub book: String,
    /// The opponent, for statistics and results.
    pub opponent: Option<OpponentName>,
    /// The opponent's class.
    pub class: Option<String>,
    /// Seed for drawing moves by weight, incremented with every game; without it the best move is
    /// played.
    pub seed: Option<u64>,
    /// Conditions for playing a move from the book.
    pub bar: Bar,
    /// Verification of book moves by the engine before they are played.
    pub check: Option<EngineCheck>,
    /// Destination of results.
    pub results: ResultsTarget,
}

/// Conditions for playing a move from the book. The minimums are for beginning a line in a corner: a
/// line that waits for us and has a stone of ours is finished. With an engine behind, a move needs a
/// curator's recommendation in a corner where the last move was elsewhere or a whole line was
/// played, and a move without a verdict needs a share.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Minimum verdict; by default any except mistake, trick and question.
    pub min_verdict: Option<Verdict>,
    /// Minimum priority.
    pub min_priority: Option<f64>,
    /// Minimum number of counted games.
    pub min_games: Option<u32>,
    /// With an engine behind: minimum share of the corners, 0 to 1, for a move without a verdict.
    pub min_share: f64,
    /// Minimum urgency of the corner.
    pub min_urgency: Option<f64>,
    /// Minimum gain on this board of a book line in SFB points; it then also ranks equal moves.
    pub min_gain: Option<f64>,
    /// Maximum number of steps in the corner's line, this move included.
    pub depth: Option<usize>,
    /// Maximum number of moves in the game, this move included.
    pub until_move: Option<usize>,
    /// Whether to play from the book after an opponent's move outside the book, although an engine
    /// could answer it.
    pub after_any_move: bool,
    /// Whether to play from the book on fewer than 19 lines, although an engine could: first stones
    /// of empty corners, or with a depth lines, in their half of the board.
    pub small_boards: bool,
}

impl Bar {
    /// Default of [`Self::min_share`].
    pub const MIN_SHARE: f64 = 0.3;
}

impl Default for Bar {
    fn default() -> Bar {
        Bar {
            min_verdict: None,
            min_priority: None,
            min_games: None,
            min_share: Bar::MIN_SHARE,
            min_urgency: None,
            min_gain: None,
            depth: None,
            until_move: None,
            after_any_move: false,
            small_boards: false,
        }
    }
}

/// Verification of book moves by the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineCheck {
    /// Maximum loss of win rate against the engine's own best move, 0 to 1.
    pub loss: f64,
    /// Time for the engine's analysis.
    pub time: Duration,
}

/// Destination of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultsTarget {
    /// Results are discarded.
    Nowhere,
    /// The book's database.
    Database,
    /// A running server.
    Service {
        /// URL of the server.
        url: String,
        /// API key with the scope `feedback`.
        key: Option<String>,
    },
}
