//! Moves of the plain player where no engine is behind.

use super::session::GtpSession;
use joseki_game::{Color, Move, Point};
use joseki_influence::{gaining_moves, urgent_moves};
use joseki_service::engine::analysis::ProhibitedMoves;

/// Move of the plain player.
pub(super) struct OwnMove {
    pub(super) played: Move,
    /// Source of the move, for `joseki-last`.
    pub(super) reason: String,
}

impl GtpSession<'_> {
    /// Returns the move that captures or rescues most, if any that is not prohibited. The book and
    /// an engine decide themselves what is urgent.
    pub(super) fn urgent(&self, color: Color, prohibited: &ProhibitedMoves) -> Option<OwnMove> {
        if self.partner.is_some() || self.settings.book_only {
            return None;
        }
        let mut urgent = urgent_moves(self.board.position(), color).into_iter();
        let found = urgent.find(|found| self.may_play(color, found.point, prohibited))?;
        let point = found.point.to_gtp(self.board.size());
        let reason = match found.captured {
            0 => format!("rescue {point} {}", found.rescued),
            captured => format!("capture {point} {captured}"),
        };
        Some(OwnMove { played: Move::Play(found.point), reason })
    }

    /// Returns the move that gains most and is not prohibited, else a pass. The book alone always
    /// passes.
    pub(super) fn gaining(&self, color: Color, prohibited: &ProhibitedMoves) -> OwnMove {
        let pass = |reason: &str| OwnMove { played: Move::Pass, reason: reason.to_owned() };
        if self.settings.book_only {
            return pass("pass: no answer from the book");
        }
        let mut gaining = gaining_moves(self.board.position(), color).into_iter();
        match gaining.find(|value| self.may_play(color, value.point, prohibited)) {
            None => pass("pass: no move gains"),
            Some(value) => {
                let point = value.point.to_gtp(self.board.size());
                let reason = format!("influence {point} {:+.3}", value.gain(color));
                OwnMove { played: Move::Play(value.point), reason }
            }
        }
    }

    /// Checks that a move is allowed, and repeats no earlier position, so that a game with this
    /// player ends.
    fn may_play(&self, color: Color, point: Point, prohibited: &ProhibitedMoves) -> bool {
        let played = Move::Play(point);
        prohibited.allows(color, played, 0) && !self.board.repeats(color, played)
    }
}
