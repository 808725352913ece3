//! Drawing of a query's board, with the candidates as letters.

pub mod forbidden;
pub mod heat;
pub mod influence;
pub mod influence_report;
pub mod ladder;
pub mod model;
pub mod picture;
pub mod score;
pub mod score_report;

use std::collections::BTreeMap;

use super::look::OutputStyle;
use crate::game::go::diagram::render_board;
use crate::game::{Board, Color, Point, Variant};
use crate::service::{CandidateMove, NextQuery};

/// Letters for candidates, without `o` and `x`, which look like stones.
const LETTERS: &str = "abcdefghijklmnpqrstuvwyz";
/// Mark of points that renju forbids to Black.
const FORBIDDEN: char = '!';
/// Mark of candidates beyond the last letter.
const OVERFLOW: char = '*';
/// Columns before the first point of a diagram, and from one point to the next.
const MARGIN: usize = 3;
const CELL: usize = 2;

/// Returns the letter of the candidate with this rank, from 0.
pub fn letter(rank: usize) -> char {
    LETTERS.chars().nth(rank).unwrap_or(OVERFLOW)
}

/// Draws the board. If candidates of two corners share a point, it gets the better one's letter.
pub fn draw(
    query: &NextQuery,
    variant: Variant,
    candidates: &[CandidateMove],
    look: OutputStyle,
) -> String {
    let ranked = candidates.iter().enumerate().rev();
    let marks: BTreeMap<Point, char> = ranked
        .flat_map(|(rank, candidate)| {
            let mark = letter(rank);
            candidate.points.iter().map(move |point| (*point, mark))
        })
        .collect();
    let board = board(query, variant);
    let mut signs = marks.clone();
    if let Some(five) = board.five().filter(|_| query.to_play() == Color::Black) {
        signs.extend(five.forbidden_points().into_iter().map(|(point, _)| (point, FORBIDDEN)));
    }
    let drawing = render_board(&board, signs);
    if look.styled { embolden(&drawing, &marks, look) } else { drawing }
}

/// Replays the board of a query that was answered, so every move is legal.
fn board(query: &NextQuery, variant: Variant) -> Board {
    let mut board = Board::new(variant.game(), query.size);
    query.initial.iter().for_each(|(color, point)| board.place(*color, *point));
    for (color, played) in &query.moves {
        let _ = board.play(*color, *played);
    }
    board
}

fn embolden(drawing: &str, marks: &BTreeMap<Point, char>, look: OutputStyle) -> String {
    let mut styled = String::with_capacity(drawing.len() * 2);
    for (row, line) in drawing.lines().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            match point_at(row, column).filter(|point| marks.contains_key(point)) {
                Some(_) => styled.push_str(&look.bold(&letter.to_string())),
                None => styled.push(letter),
            }
        }
        styled.push('\n');
    }
    styled
}

/// Returns the point at a row and column of the drawing; the first row has the column letters.
pub fn point_at(row: usize, column: usize) -> Option<Point> {
    let offset = column.checked_sub(MARGIN).filter(|offset| offset % CELL == 0)?;
    let x = u8::try_from(offset / CELL).ok()?;
    let y = u8::try_from(row.checked_sub(1)?).ok()?;
    Some(Point::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BoardSize, Game};

    #[test]
    fn letters_run_out() {
        assert_eq!((letter(0), letter(23), letter(24)), ('a', 'z', '*'));
    }

    #[test]
    fn marks_are_bold_and_nothing_else_is() {
        let board = Board::new(Game::Go, BoardSize::MIN);
        let marks = BTreeMap::from([(Point::new(1, 0), 'a')]);
        let drawing = render_board(&board, marks.clone());
        let look = OutputStyle { styled: true, width: None };
        let styled = embolden(&drawing, &marks, look);
        assert_eq!(styled, "   A B\n 2 . \x1b[1ma\x1b[0m 2\n 1 . . 1\n   A B\n");
    }
}
