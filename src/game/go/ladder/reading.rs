//! What a reading says.

use crate::game::Color;
use crate::game::go::{Point, PointSet, Position};

/// What becomes of a chain that is chased by atari after atari. In the order of what the attacker likes,
/// `Unknown` apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LadderOutcome {
    /// It gets away: to three liberties, or to two that the attacker cannot play on.
    /// It does so even if the attacker may take back every ko at once.
    Escapes,
    /// A ko decides: the attacker takes the chain if he may take back every ko at once, and does not if the
    /// defender may. So it is too when the chase comes back to a position it had, by moves that all are legal.
    Ko,
    /// It is taken, even if the defender may take back every ko at once. A defender who has to do so again and
    /// again, without end, is taken too.
    Captured,
    /// The budget did not suffice, and what was left unread could decide.
    Unknown,
}

impl LadderOutcome {
    /// The name in answers: `escapes`, `ko`, `captured`, `unknown`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LadderOutcome::Escapes => "escapes",
            LadderOutcome::Ko => "ko",
            LadderOutcome::Captured => "captured",
            LadderOutcome::Unknown => "unknown",
        }
    }
}

/// A ladder that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderReading {
    /// What becomes of the chain if both sides do their best.
    pub outcome: LadderOutcome,
    /// The colour of the chain that is chased.
    pub defender: Color,
    /// The moves that show it, all legal, the colours in turn. A defender who is lost holds out longest, an
    /// attacker who cannot succeed plays what looks best.
    ///
    /// - captured: up to the move that takes the chain, or to an atari that no legal move answers
    /// - escapes: up to the move that sets it free; none when nothing needs to be played
    /// - ko: up to where the side to move would have to take back a ko at once, or to a position that was
    ///   there before
    /// - unknown: none
    ///
    /// The first move is that of the side that was to begin. Only a defender with two liberties who does best
    /// to play elsewhere has none: the moves then begin with the attacker's, as after a pass.
    pub moves: Vec<(Color, Point)>,
    /// After an escape: a stone of the defender that stood on the board before, apart from the chain, and that
    /// the last of the chain's moves to meet such a stone met. This is the breaker, if a stone of his own was.
    pub met: Option<Point>,
    /// After an escape: the stones of the attacker that the last move took. Empty unless it took its way out.
    pub taken: PointSet,
    /// Positions that were looked at.
    pub nodes: u32,
}

impl LadderReading {
    /// Who gets what he wants without a ko: the attacker the chain, the defender its escape.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        match self.outcome {
            LadderOutcome::Captured => Some(self.defender.opposite()),
            LadderOutcome::Escapes => Some(self.defender),
            LadderOutcome::Ko | LadderOutcome::Unknown => None,
        }
    }

    /// Fills in what let the chain out, from the moves and the position they are played in.
    pub(super) fn explained(mut self, position: &Position, target: Point) -> Self {
        if self.outcome != LadderOutcome::Escapes {
            return self;
        }
        let strangers = position
            .stones(self.defender)
            .difference(position.chain(target));
        let mut now = *position;
        for &(color, point) in &self.moves {
            let before = now.chain(target);
            self.taken = now.play(color, point).unwrap_or_default();
            if color == self.defender {
                let joined = now.chain(target).difference(before).intersection(strangers);
                // Of all that it is connected to now, the stone that the move itself touches.
                let touched = joined
                    .iter()
                    .find(|&stone| PointSet::from(stone).touches(point));
                self.met = touched.or(joined.first()).or(self.met);
            }
        }
        self
    }
}
