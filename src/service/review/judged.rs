//! A judged move: what it was, what the book expected, and what it cost.

use crate::book::{Checked, Line, Truth, Verdict};
use crate::format::evaluation::Loss;
use crate::game::go::{Corner, Move, Point};
use crate::game::{Color, Step};
use crate::service::Candidate;

/// How many of the expected moves are told.
pub(super) const TOLD: usize = 5;
/// An advantage given away from which on a move is costly, in the unit of the book: between even and good.
const COSTLY_ADVANTAGE: f64 = 1.0;
/// A difference of expected results from which on a move is costly: more than a grade of verdict.
const COSTLY_RESULT: f64 = 0.05;
/// A loss that an engine tells from which on a move is costly, in points. Engines that play each other
/// disagree by less.
const COSTLY_POINTS: f32 = 2.0;
/// The same where it tells the win rate only.
const COSTLY_RATE: f32 = 0.1;
/// An engine that says that a move lost less clears it of what other games make of it.
const CLEARED: (f32, f32) = (1.0, 0.05);

/// A move of a game in the eyes of the book.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its number in the game, from 1.
    pub number: usize,
    /// Who played it.
    pub color: Color,
    /// Where; for a tenuki where they played instead.
    pub played: Move,
    /// The corner that it is judged in.
    pub corner: Corner,
    /// The move in the corner's frame; `XX` for a tenuki.
    pub step: Step,
    /// The book's node of the move, canonical; of a move that is in no book, the last one known.
    pub node: Line,
    /// What it is.
    pub kind: Kind,
    /// Whether there was nothing better to play, because the conditions of all that is better failed.
    pub excused: bool,
    /// Its verdict, if the book has one.
    pub verdict: Option<Verdict>,
    /// Whether the verdict is a curator's; else counted games speak for it.
    pub curated: bool,
    /// The advantage after it from its player's view.
    pub advantage: Option<f64>,
    /// Names of the node.
    pub names: Vec<String>,
    /// Its rank among the corner's moves, from 1.
    pub rank: Option<usize>,
    /// What the book expected, best first; at most five. Moves whose conditions failed come last.
    pub expected: Vec<Expected>,
    /// How many moves the book had there.
    pub offered: usize,
    /// Whether all that the book had there was to play elsewhere.
    pub tenuki_only: bool,
    /// What it cost.
    pub cost: Cost,
    /// Its own conditions that failed at that moment.
    pub failed: Vec<Checked>,
    /// How the book goes on after it, if it was bad and the book does.
    pub punishment: Option<Punishment>,
    /// How the book would have gone on with what it has in its place, that move included; only if lines were
    /// asked for.
    pub better_line: Option<Punishment>,
    /// The identity of the move, for adding up.
    pub(super) edge: Option<u64>,
}

/// What a judged move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The book's first choice.
    Best,
    /// In the book, and it costs nothing to speak of.
    Book,
    /// In the book, and it costs something.
    Costly,
    /// The book advises against it, by its verdict (mistake, trick or question), or because its condition
    /// failed where another move's held.
    Mistake,
    /// It left the book.
    Left,
    /// Its player played elsewhere where the book does not know that, or advises against it. It is told once the
    /// other side has played here again.
    Tenuki,
}

/// What a move cost its player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// The advantage after the best move minus that after this one, in the book's unit, where both are known.
    pub points: Option<f64>,
    /// The expected result of the best move minus that of this one, 0 to 1. Both are what `next` expects: counted by
    /// position, with what is learned, and smoothed by the verdicts as priorities are.
    pub win_rate: Option<f64>,
    /// The standard deviation of that difference.
    pub error: Option<f64>,
    /// What the record's own engine says that the move lost.
    pub evaluation: Option<Loss>,
}

/// A move that the book had.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Where, with the twin of a symmetric position.
    pub points: Vec<Point>,
    /// The move in the corner's frame.
    pub step: Step,
    /// The book's node of it.
    pub leads_to: Line,
    /// Its verdict.
    pub verdict: Option<Verdict>,
    /// Whether the verdict is a curator's.
    pub curated: bool,
    /// Its share of the corners that came to the position, if games are counted.
    pub share: Option<f64>,
    /// Its rank inside the corner.
    pub priority: f64,
    /// The expected result.
    pub mean: Option<f64>,
    /// The advantage after it.
    pub advantage: Option<f64>,
    /// Its conditions that failed at that moment.
    pub failed: Vec<Checked>,
}

/// How the book goes on after a move.
#[derive(Clone, Debug)]
pub struct Punishment {
    /// The moves, the best of the book for both sides.
    pub moves: Vec<Punished>,
    /// The advantage at its end from the view of the side that makes its first move, if the book tells it.
    pub advantage: Option<f64>,
}

/// A move of such a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Punished {
    /// Who plays it.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// The book's node of it.
    pub leads_to: Line,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [
        Kind::Best,
        Kind::Book,
        Kind::Costly,
        Kind::Mistake,
        Kind::Left,
        Kind::Tenuki,
    ];

    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Best => "best",
            Kind::Book => "book",
            Kind::Costly => "costly",
            Kind::Mistake => "mistake",
            Kind::Left => "left",
            Kind::Tenuki => "tenuki",
        }
    }
}

impl Judged {
    /// Whether a player may want to look at it: it was not as the book has it, and nothing excuses that. Where the
    /// book had nothing, leaving it is no fault.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        let had_something = self.offered > 0 || self.tenuki_only;
        match self.kind {
            Kind::Best | Kind::Book => false,
            Kind::Left => had_something && !self.excused,
            Kind::Costly | Kind::Mistake | Kind::Tenuki => !self.excused,
        }
    }

    /// The move that the book would have had in its place; none where it had none that it does not advise
    /// against.
    #[must_use]
    pub fn better(&self) -> Option<&Expected> {
        let best = self.expected.first()?;
        let sound = best.verdict.map_or(0, Verdict::value) >= 0 && best.failed.is_empty();
        (self.rank != Some(1) && sound).then_some(best)
    }
}

impl Cost {
    /// Whether the move cost something to speak of: an advantage, what the record's engine says, or, where a verdict
    /// does not call the move ideal or good and the engine does not clear it, expected results beyond their
    /// standard deviation.
    #[must_use]
    pub fn is_felt(&self, verdict: Option<Verdict>) -> bool {
        let praised = verdict.map_or(0, Verdict::value) > 0;
        self.points.is_some_and(|points| points >= COSTLY_ADVANTAGE)
            || self.is_engine_over(COSTLY_POINTS, COSTLY_RATE)
            || (!praised && !self.is_cleared() && self.is_surely_worse())
    }

    /// Whether the record's engine says that nothing to speak of was lost.
    #[must_use]
    pub fn is_cleared(&self) -> bool {
        self.evaluation.is_some() && !self.is_engine_over(CLEARED.0, CLEARED.1)
    }

    fn is_surely_worse(&self) -> bool {
        let error = self.error.unwrap_or_default();
        self.win_rate
            .is_some_and(|rate| rate >= COSTLY_RESULT.max(error))
    }

    fn is_engine_over(&self, points: f32, rate: f32) -> bool {
        self.evaluation.is_some_and(|lost| match lost.points {
            Some(lost) => lost >= points,
            None => lost.win_rate.is_some_and(|lost| lost >= rate),
        })
    }
}

impl Expected {
    pub(super) fn of(candidate: &Candidate) -> Expected {
        Expected {
            points: candidate.points.to_vec(),
            step: candidate.step,
            leads_to: candidate.leads_to.clone(),
            verdict: candidate.verdict(),
            curated: candidate.is_curated(),
            share: candidate.statistics.as_ref().map(|counted| counted.share()),
            priority: candidate.priority,
            mean: candidate
                .evidence
                .map(|evidence| evidence.belief.expected()),
            advantage: candidate.advantage,
            failed: failed(candidate),
        }
    }
}

/// The conditions of a move that failed.
pub(super) fn failed(candidate: &Candidate) -> Vec<Checked> {
    let conditions = candidate.conditions.iter();
    let failed = conditions.filter(|checked| checked.holds == Truth::False);
    failed.cloned().collect()
}
