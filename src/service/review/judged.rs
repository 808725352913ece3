//! A judged move: its kind, the expected moves and its cost.

use std::fmt;
use std::sync::Arc;

use strum::{IntoStaticStr, VariantArray};

use crate::next::{CandidateMove, SettledRegion};
use joseki_book::{ConditionResult, Line, Truth, Verdict};
use joseki_format::evaluation::Loss;
use joseki_game::{Color, Move, Region, Step};

/// Maximum number of expected moves in a report.
pub(super) const MAX_EXPECTED: usize = 5;
/// Loss of advantage that makes a move costly, in the book's unit: between even and good.
const COSTLY_ADVANTAGE: f64 = 1.0;
/// Loss of expected result that makes a move costly: more than one grade of verdict.
const COSTLY_RESULT: f64 = 0.05;
/// Engine's loss in points that makes a move costly. Engines that play each other disagree by less.
const COSTLY_POINTS: f32 = 2.0;
/// Engine's loss in win rate that makes a move costly, if it gives no points.
const COSTLY_RATE: f32 = 0.1;
/// Engine's loss in points and win rate below which other games' results do not count against the
/// move.
const CLEARED: (f32, f32) = (1.0, 0.05);

/// A move of a game, judged by the book.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// Number of the move, from 1.
    pub number: usize,
    /// Player of the move.
    pub color: Color,
    /// The move; for a tenuki, the move played elsewhere.
    pub played: Move,
    /// Corner where it is judged.
    pub corner: Region,
    /// The move in the corner's frame; `XX` for a tenuki.
    pub step: Step,
    /// Canonical node of the move in the book; outside the book, the last known node.
    pub node: Line,
    /// Kind of the move.
    pub kind: JudgedKind,
    /// Whether nothing better could be played because the conditions of all better moves failed.
    pub excused: bool,
    /// Verdict of the book, if it has one.
    pub verdict: Option<Verdict>,
    /// Whether the verdict is a curator's; else it is proposed from counted games.
    pub curated: bool,
    /// Advantage after it, from its player's view.
    pub advantage: Option<f64>,
    /// Names of the node.
    pub names: Vec<String>,
    /// Rank among the corner's moves, from 1.
    pub rank: Option<usize>,
    /// Moves the book expected, best first, at most five. Moves whose conditions failed come last.
    pub expected: Vec<ExpectedMove>,
    /// Number of moves the book had there.
    pub offered: usize,
    /// Whether the book's only continuation was a tenuki.
    pub tenuki_only: bool,
    /// Evidence that neither side had to play there before the move.
    pub settled: Option<SettledRegion>,
    /// Cost of the move.
    pub cost: Cost,
    /// Conditions of the move that failed at that moment.
    pub failed: Vec<ConditionResult>,
    /// The book's continuation, if the move was bad and the book has one.
    pub punishment: Option<BookContinuation>,
    /// Line that starts with the book's better move; only computed on request.
    pub better_line: Option<BookContinuation>,
    /// Key of the move for sums over games.
    pub(super) edge: Option<u64>,
}

/// Kind of a judged move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum JudgedKind {
    /// The book's first choice.
    Best,
    /// A book move without a significant cost.
    Book,
    /// A book move with a significant cost.
    Costly,
    /// Move that the book advises against, by verdict (mistake, trick or question), or because its
    /// condition failed while another move's held.
    Mistake,
    /// Move that left the book.
    Left,
    /// Tenuki that the book does not have or advises against. It is reported once the other side
    /// has played here again.
    Tenuki,
}

/// Cost of a move to its player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Advantage after the best move minus that after this one, in the book's unit, if both are
    /// known.
    pub points: Option<f64>,
    /// Expected result of the best move minus that of this one, 0 to 1. Both are as in `next`:
    /// counted by position, including learned results, and smoothed by verdicts like priorities.
    pub win_rate: Option<f64>,
    /// Standard deviation of that difference.
    pub error: Option<f64>,
    /// Loss according to the record's own engine.
    pub evaluation: Option<Loss>,
}

/// A move that the book had.
#[derive(Clone, Debug)]
pub struct ExpectedMove {
    /// The move on the board, with the twin in a symmetric position.
    pub plays: Vec<Move>,
    /// The move in the corner's frame.
    pub step: Step,
    /// Node of the move in the book.
    pub leads_to: Line,
    /// Verdict of the move.
    pub verdict: Option<Verdict>,
    /// Whether the verdict is a curator's.
    pub curated: bool,
    /// Share of the corners that reached the position, if games are counted.
    pub share: Option<f64>,
    /// Rank within the corner.
    pub priority: f64,
    /// Value, see [`joseki_priority::Belief::expected`].
    pub mean: Option<f64>,
    /// Advantage after it.
    pub advantage: Option<f64>,
    /// Conditions of the move that failed at that moment.
    pub failed: Vec<ConditionResult>,
}

/// The book's continuation after a move.
#[derive(Clone, Debug)]
pub struct BookContinuation {
    /// Best book moves of both sides.
    pub moves: Vec<PunishingMove>,
    /// Advantage at the end, from the view of the side that moves first, if known.
    pub advantage: Option<f64>,
}

/// A move of such a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PunishingMove {
    /// Player of the move.
    pub color: Color,
    /// The move.
    pub played: Move,
    /// Node of the move in the book.
    pub leads_to: Line,
}

impl JudgedMove {
    /// Whether the move deserves a look: it differed from the book's choice, without excuse.
    /// Leaving the book where it had no moves is not a fault, nor in a settled corner, unless the
    /// record's engine says so.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        let had_something = self.offered > 0 || self.tenuki_only;
        match self.kind {
            JudgedKind::Best | JudgedKind::Book => false,
            JudgedKind::Left if self.settled.is_some() => self.cost.is_engine_loss(),
            JudgedKind::Left => had_something && !self.excused,
            JudgedKind::Costly | JudgedKind::Mistake | JudgedKind::Tenuki => !self.excused,
        }
    }

    /// Returns the book's better move; none if the book has no move that it does not advise
    /// against.
    #[must_use]
    pub fn better(&self) -> Option<&ExpectedMove> {
        let best = self.expected.first()?;
        let sound = best.verdict.map_or(0, Verdict::value) >= 0 && best.failed.is_empty();
        (self.rank != Some(1) && sound).then_some(best)
    }
}

impl Cost {
    /// Whether the cost is significant: in advantage, according to the record's engine, or in
    /// expected result beyond its standard deviation, unless the verdict is ideal or good or the
    /// engine clears the move.
    #[must_use]
    pub fn is_significant(&self, verdict: Option<Verdict>) -> bool {
        let praised = verdict.map_or(0, Verdict::value) > 0;
        self.points.is_some_and(|points| points >= COSTLY_ADVANTAGE)
            || self.is_engine_loss()
            || (!praised && !self.is_cleared() && self.is_surely_worse())
    }

    /// Whether the record's engine gives no significant loss.
    #[must_use]
    pub fn is_cleared(&self) -> bool {
        self.evaluation.is_some() && !self.is_engine_over(CLEARED.0, CLEARED.1)
    }

    /// Whether the record's engine gives a significant loss.
    #[must_use]
    pub fn is_engine_loss(&self) -> bool {
        self.is_engine_over(COSTLY_POINTS, COSTLY_RATE)
    }

    fn is_surely_worse(&self) -> bool {
        let error = self.error.unwrap_or_default();
        self.win_rate.is_some_and(|rate| rate >= COSTLY_RESULT.max(error))
    }

    fn is_engine_over(&self, points: f32, rate: f32) -> bool {
        self.evaluation.is_some_and(|lost| match lost.points {
            Some(lost) => lost >= points,
            None => lost.win_rate.is_some_and(|lost| lost >= rate),
        })
    }
}

impl ExpectedMove {
    pub(super) fn new(candidate: &CandidateMove) -> ExpectedMove {
        ExpectedMove {
            plays: candidate.plays.to_vec(),
            step: candidate.step,
            leads_to: candidate.leads_to.clone(),
            verdict: candidate.verdict(),
            curated: candidate.is_curated(),
            share: candidate.statistics.as_ref().map(|counted| counted.share()),
            priority: candidate.priority,
            mean: candidate.evidence.map(|evidence| evidence.belief.expected()),
            advantage: candidate.advantage,
            failed: failed_conditions(candidate),
        }
    }
}

/// Returns the conditions of a move that failed.
pub(super) fn failed_conditions(candidate: &CandidateMove) -> Vec<ConditionResult> {
    let conditions = candidate.conditions.iter();
    let failed = conditions.filter(|checked| checked.holds == Truth::False);
    failed.cloned().collect()
}

/// Origin of a game: a text and the line on which it begins. Games are reported in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GamePlace {
    /// Name of the text; empty for games without one.
    pub file: Arc<str>,
    /// Line in the text, from 1; for games without a text, their number, from 0.
    pub line: u32,
    /// Fingerprint of the game, which distinguishes games on the same line.
    pub game: u64,
}

/// Formats as `games.sgf:12`, or as the number alone.
impl fmt::Display for GamePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.file {
            "" => write!(f, "{}", self.line),
            file => write!(f, "{file}:{}", self.line),
        }
    }
}
