//! Checks conditions against the stones of their own line, whatever the rest of the board.

use super::normal_form::Conditions;
use super::predicate::{ConditionSide, Literal, Predicate};
use crate::line::Line;
use joseki_game::go::CornerPosition;
use joseki_game::{Side, Step};

/// Stones at this distance from the corner or further need not belong to the line.
const AREA: u8 = 10;

impl Conditions {
    /// Returns the reason why the conditions of this line's last move are meaningless, if they are:
    /// they can never hold with the line's own stones, or they name a ladder of a missing chain.
    #[must_use]
    pub fn contradiction(&self, line: &Line) -> Option<String> {
        let (step, before) = line.steps().split_last()?;
        let board = CornerPosition::replay(Line::from_iter(before.iter().copied()))?;
        let own = Side::to_move_after(before.len());
        let alone = LineContext { board, own, step: *step };
        let never = |literal: &Literal| alone.is_never(literal);
        let alternatives = self.alternatives();
        if alternatives.len() > 0 && self.alternatives().all(|all| all.iter().any(never)) {
            return Some(format!("\"{self}\" can never hold with the stones of its line"));
        }
        let mut literals = self.alternatives().flatten();
        literals.find_map(|literal| alone.unreadable_ladder(&literal.predicate))
    }
}

struct LineContext {
    board: CornerPosition,
    own: Side,
    step: Step,
}

impl LineContext {
    fn is_never(&self, literal: &Literal) -> bool {
        let (step, wanted) = match &literal.predicate {
            Predicate::Own(step) => (step, Some(self.side(ConditionSide::Own))),
            Predicate::Enemy(step) => (step, Some(self.side(ConditionSide::Enemy))),
            Predicate::First(step) => (step, Some(self.side(ConditionSide::First))),
            Predicate::Second(step) => (step, Some(self.side(ConditionSide::Second))),
            Predicate::Empty(step) => (step, None),
            _ => return false,
        };
        let stands = self.board.at(*step);
        stands.is_some() && (stands == wanted) == literal.negated
    }

    fn side(&self, who: ConditionSide) -> Side {
        match who {
            ConditionSide::Own => self.own,
            ConditionSide::Enemy => self.own.opposite(),
            ConditionSide::First => Side::First,
            ConditionSide::Second => Side::Second,
        }
    }

    /// Returns the reason why a ladder cannot be read after the moves that lead to it.
    fn unreadable_ladder(&self, predicate: &Predicate) -> Option<String> {
        let Predicate::Ladder { step, after, .. } = predicate else {
            return None;
        };
        let mut board = self.board;
        let mut side = self.own;
        for played in [self.step].iter().chain(after) {
            if board.play_on(side, *played).is_err() {
                return Some(format!(
                    "\"{predicate}\": {played} cannot be played before the ladder"
                ));
            }
            side = side.opposite();
        }
        let near = step.coordinates().is_some_and(|(u, v)| u.max(v) < AREA);
        (near && board.at(*step).is_none())
            .then(|| format!("\"{predicate}\": the line has no stone there to be chased"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nonsense(line: &str, conditions: &str) -> Option<String> {
        let conditions: Conditions = conditions.parse().unwrap();
        conditions.contradiction(&line.parse().unwrap())
    }

    #[test]
    fn what_the_line_excludes_is_found() {
        // First has DD, second CF, and first is to play FC.
        for text in [
            "own(CF)",
            "empty(DD)",
            "not own(DD)",
            "second(DD)",
            "enemy(DD) or empty(CF)",
            "own(PP) and not second(CF)",
        ] {
            assert!(nonsense("DDCFFC", text).is_some(), "{text}");
        }
        for text in [
            "",
            "own(DD)",
            "own(PP)",
            "own(CF) or own(PP)",
            "not own(CF)",
            "open(side_u)",
            "ladder(CF, own)",
            "ladder(FC, own, after CC)",
            "ladder(PP, own)",
        ] {
            assert_eq!(nonsense("DDCFFC", text), None, "{text}");
        }
    }

    #[test]
    fn ladders_that_cannot_be_read_are_found() {
        for text in ["ladder(EE, own)", "ladder(CF, own, after DD)", "not ladder(CC, enemy)"] {
            assert!(nonsense("DDCFFC", text).is_some(), "{text}");
        }
    }
}
