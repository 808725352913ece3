//! Continuation of the book: best moves of both sides.

use super::judged::{Judged, Punished, Punishment};
use crate::format::main_line::MainLine;
use crate::game::Color;
use crate::game::go::Corner;
use crate::ledger::Standing;
use crate::service::going::{Going, is_sound};
use crate::service::next::Followed;
use crate::service::{Book, NextQuery};

/// Maximum number of moves in a line.
const LONGEST: usize = 24;

/// Inputs for continuing a line with the book.
#[derive(Clone, Copy)]
pub struct Lines<'a> {
    pub book: &'a Book,
    pub standing: &'a Standing,
}

impl Lines<'_> {
    /// Returns the book's best moves of both sides in a corner, up to a leaf or to where the book
    /// advises against every move; none if `first` has no such move.
    pub fn from(
        &self,
        followed: Followed<'_>,
        mut query: NextQuery,
        corner: Corner,
        first: Color,
    ) -> Option<Punishment> {
        let mut going = Going {
            followed,
            standing: self.standing,
        };
        let mut moves: Vec<Punished> = Vec::new();
        let mut advantage = None;
        let mut color = first;
        while moves.len() < LONGEST {
            query.to_play = Some(color);
            let best = going.step(&query, corner, |found| {
                let best = found.into_iter().next().filter(is_sound)?;
                let point = best.points.first().copied()?;
                Some((best, point))
            });
            let Some((best, point)) = best else {
                break;
            };
            let in_view = |advantage: f64| match color == first {
                true => advantage,
                false => 0.0 - advantage,
            };
            advantage = best.advantage.map(in_view).or(advantage);
            let leaf = best.leaf;
            moves.push(Punished {
                color,
                point,
                leads_to: best.leads_to,
            });
            if leaf {
                break;
            }
            color = color.opposite();
        }
        (!moves.is_empty()).then_some(Punishment { moves, advantage })
    }

    /// Returns the line that starts with the book's better move.
    pub fn instead(&self, line: &MainLine, judged: &Judged) -> Option<Punishment> {
        judged.better()?;
        let record = &line.record;
        let query = NextQuery {
            limit: usize::MAX,
            initial: record.initial.clone(),
            moves: record
                .moves
                .iter()
                .take(judged.number - 1)
                .copied()
                .collect(),
            ..NextQuery::new(record.size)
        };
        let followed = Followed::replay(&self.book.index, &query).ok()?;
        self.from(followed, query, judged.corner, judged.color)
    }
}
