//! The result of reading a ladder.

use crate::Color;
use crate::go::{Point, PointSet, Position};

/// The outcome for a chain that is chased by atari after atari, ordered by the attacker's
/// preference, except `Unknown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LadderOutcome {
    /// The chain escapes: to three liberties, or to two that the attacker cannot play on. It does
    /// so even if the attacker may retake every ko at once.
    Escapes,
    /// A ko decides: the attacker captures the chain if it may retake every ko at once, and does
    /// not if the defender may. Also the outcome when the chase returns to an earlier position by
    /// legal moves.
    Ko,
    /// The chain is captured, even if the defender may retake every ko at once. A defender who
    /// would have to do so again and again without end is captured too.
    Captured,
    /// The budget ran out, and the unread part could decide.
    Unknown,
}

/// The result of reading a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderReading {
    /// The outcome with best play on both sides.
    pub outcome: LadderOutcome,
    /// The colour of the chased chain.
    pub defender: Color,
    /// The moves that show the outcome, all legal, colours alternating. A defender who is lost
    /// holds out as long as possible; an attacker who cannot succeed plays what looks best.
    ///
    /// - captured: up to the move that captures the chain, or to an atari without a legal response
    /// - escapes: up to the move that frees the chain; empty when nothing needs to be played
    /// - ko: up to where the side to move would have to retake a ko at once, or to a repeated
    ///   position
    /// - unknown: empty
    ///
    /// The first move is by the side that was to begin, with one exception: when a defender with
    /// two liberties does best to play elsewhere, the moves begin with the attacker's, as after a
    /// pass.
    pub moves: Vec<(Color, Point)>,
    /// After an escape: the ladder breaker, if it was a stone of the defender. It is a stone that
    /// stood on the board before, apart from the chain, and the last such stone that the chain's
    /// moves met.
    pub met: Option<Point>,
    /// After an escape: the attacker's stones captured by the last move. Empty unless the chain
    /// escaped by capturing.
    pub taken: PointSet,
    /// The number of positions visited.
    pub nodes: u32,
}

impl LadderReading {
    /// The side that succeeds without a ko: the attacker by capturing, the defender by escaping.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        match self.outcome {
            LadderOutcome::Captured => Some(self.defender.opposite()),
            LadderOutcome::Escapes => Some(self.defender),
            LadderOutcome::Ko | LadderOutcome::Unknown => None,
        }
    }

    /// Fills in `met` and `taken` by replaying the moves.
    pub(super) fn explained(mut self, position: &Position, target: Point) -> Self {
        if self.outcome != LadderOutcome::Escapes {
            return self;
        }
        let strangers = position.stones(self.defender).difference(position.chain(target));
        let mut now = *position;
        for &(color, point) in &self.moves {
            let before = now.chain(target);
            self.taken = now.play(color, point).unwrap_or_default();
            if color == self.defender {
                let joined = now.chain(target).difference(before).intersection(strangers);
                // Of all the stones now connected, the one that the move itself touches.
                let touched = joined.iter().find(|&stone| PointSet::from(stone).touches(point));
                self.met = touched.or(joined.first()).or(self.met);
            }
        }
        self
    }
}
