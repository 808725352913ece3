//! Continuation of the book: best moves of both sides.

use super::judged::{BookContinuation, JudgedMove, PunishingMove};
use crate::next::ReplayedGame;
use crate::next::order::is_sound;
use crate::review::follow::CornerContinuation;
use crate::{Book, next::NextQuery};
use joseki_format::main_line::MainLine;
use joseki_game::{Color, Region};
use joseki_ledger::Results;

/// Maximum number of moves in a line.
const LONGEST: usize = 24;

/// Inputs for continuing a line with the book.
#[derive(Clone, Copy)]
pub struct BookLines<'a> {
    pub book: &'a Book,
    pub standing: &'a dyn Results,
}

impl BookLines<'_> {
    /// Returns the book's best moves of both sides in a corner, up to a leaf or to where the book
    /// advises against every move; none if `first` has no such move.
    pub fn continue_line(
        &self,
        followed: ReplayedGame<'_>,
        mut query: NextQuery,
        corner: Region,
        first: Color,
    ) -> Option<BookContinuation> {
        let mut going = CornerContinuation { followed, standing: self.standing };
        let mut moves: Vec<PunishingMove> = Vec::new();
        let mut advantage = None;
        let mut color = first;
        while moves.len() < LONGEST {
            query.to_play = Some(color);
            let best = going.step(&query, corner, |found| {
                let best = found.into_iter().next().filter(is_sound)?;
                let played = best.plays.first().copied()?;
                Some((best, played))
            });
            let Some((best, played)) = best else {
                break;
            };
            let in_view = |advantage: f64| if color == first { advantage } else { 0.0 - advantage };
            advantage = best.advantage.map(in_view).or(advantage);
            let leaf = best.leaf;
            moves.push(PunishingMove { color, played, leads_to: best.leads_to });
            if leaf {
                break;
            }
            color = color.opposite();
        }
        (!moves.is_empty()).then_some(BookContinuation { moves, advantage })
    }

    /// Returns the line that starts with the book's better move.
    pub fn better_line(&self, line: &MainLine, judged: &JudgedMove) -> Option<BookContinuation> {
        judged.better()?;
        let record = &line.record;
        let query = NextQuery {
            limit: usize::MAX,
            initial: record.initial.clone(),
            moves: record.moves.iter().take(judged.number - 1).copied().collect(),
            ..NextQuery::new(record.size)
        };
        let followed = ReplayedGame::replay(&self.book.index, &query).ok()?;
        self.continue_line(followed, query, judged.corner, judged.color)
    }
}
