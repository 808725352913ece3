//! Conditions held against the actual board.

use super::condition::{Conditions, Predicate};
use crate::game::Color;
use crate::game::go::{Frame, Point, Position};

/// Whether something is so; a board may be too small to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// It is not.
    False,
    /// It cannot be said.
    Unknown,
    /// It is.
    True,
}

impl Truth {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Truth::True => "true",
            Truth::False => "false",
            Truth::Unknown => "unknown",
        }
    }
}

/// A condition with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The condition in frame coordinates.
    pub text: String,
    /// Whether it holds now.
    pub holds: Truth,
    /// What stands at the points it speaks of.
    pub facts: Vec<(Point, Option<Color>)>,
}

impl Conditions {
    /// Holds the conditions of a move against a board on which `own` is to play it. Each predicate
    /// that must hold is an entry; alternatives are one entry together. No condition, no entry.
    #[must_use]
    pub fn check(&self, board: &Position, frame: Frame, own: Color) -> Vec<Checked> {
        if self.is_always() {
            return Vec::new();
        }
        let see = |predicate: &Predicate| Sight::of(*predicate, board, frame, own);
        let mut alternatives = self.alternatives();
        if alternatives.len() == 1
            && let Some(all) = alternatives.next()
        {
            let single = |predicate| Checked {
                text: format!("{predicate}"),
                holds: see(predicate).holds,
                facts: see(predicate).fact.into_iter().collect(),
            };
            return all.iter().map(single).collect();
        }
        let all_of = |all: &std::collections::BTreeSet<Predicate>| {
            all.iter()
                .map(|predicate| see(predicate).holds)
                .min()
                .unwrap_or(Truth::True)
        };
        let facts = self
            .alternatives()
            .flatten()
            .filter_map(|predicate| see(predicate).fact);
        vec![Checked {
            text: self.to_string(),
            holds: self.alternatives().map(all_of).max().unwrap_or(Truth::True),
            facts: facts.collect(),
        }]
    }
}

struct Sight {
    holds: Truth,
    fact: Option<(Point, Option<Color>)>,
}

impl Sight {
    fn of(predicate: Predicate, board: &Position, frame: Frame, own: Color) -> Sight {
        let Ok(point) = frame.point_of(predicate.step(), board.size()) else {
            return Sight {
                holds: Truth::Unknown,
                fact: None,
            };
        };
        let wanted = match predicate {
            Predicate::Own(_) => Some(own),
            Predicate::Enemy(_) => Some(own.opposite()),
            Predicate::Empty(_) => None,
        };
        let found = board.at(point);
        let holds = if found == wanted {
            Truth::True
        } else {
            Truth::False
        };
        Sight {
            holds,
            fact: Some((point, found)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{BoardSize, Corner};

    fn check(conditions: &str, lines: u8) -> Vec<(String, Truth)> {
        let size = BoardSize::new(lines).expect("a size");
        let frame = Frame::clockwise(Corner::UpperRight);
        let mut board = Position::new(size);
        board.place(Color::White, Point::from_gtp("D4", size).expect("a point"));
        let conditions: Conditions = conditions.parse().expect("conditions");
        let checked = conditions.check(&board, frame, Color::Black);
        checked
            .into_iter()
            .map(|checked| (checked.text, checked.holds))
            .collect()
    }

    #[test]
    fn each_predicate_is_an_entry() {
        let found = check("enemy(PP) and own(PP) and empty(DD)", 19);
        let wanted = [
            ("own(PP)", Truth::False),
            ("enemy(PP)", Truth::True),
            ("empty(DD)", Truth::True),
        ];
        assert_eq!(found, wanted.map(|(text, holds)| (text.to_owned(), holds)));
    }

    #[test]
    fn one_alternative_is_enough() {
        let text = "own(PP) and empty(DD) or enemy(PP)";
        assert_eq!(check(text, 19), [(text.to_owned(), Truth::True)]);
        let text = "own(DD) or own(PP)";
        assert_eq!(check(text, 19), [(text.to_owned(), Truth::False)]);
    }

    #[test]
    fn a_small_board_cannot_say() {
        assert_eq!(check("own(PP)", 9)[0].1, Truth::Unknown);
        assert_eq!(check("", 9), []);
    }
}
