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
use std::fmt::Write;

use super::look::OutputStyle;
use crate::game::five::FiveBoard;
use crate::game::go::Position;
use crate::game::go::diagram::render_marked;
use crate::game::{Color, Move, Point, Variant};
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
    let drawing = match five(query, variant) {
        Some(board) => render_five(&board, query.to_play(), &marks),
        None => render_marked(&position(query), marks.clone()),
    };
    if look.styled { embolden(&drawing, &marks, look) } else { drawing }
}

/// Replays a game of five in a row, if the query is about one.
fn five(query: &NextQuery, variant: Variant) -> Option<FiveBoard> {
    let mut board = FiveBoard::new(variant.game().five_rules()?, variant.size());
    query.initial.iter().for_each(|(color, point)| board.place(*color, *point));
    for (color, played) in &query.moves {
        // It was answered, so every move is legal.
        let _ = board.play(*color, *played);
    }
    Some(board)
}

/// Draws a board of five in a row with marks, and the points that are forbidden to Black where it
/// is to move.
fn render_five(board: &FiveBoard, to_play: Color, marks: &BTreeMap<Point, char>) -> String {
    let size = board.size();
    let forbidden: Vec<Point> = match to_play {
        Color::Black => board.forbidden_points().into_iter().map(|(point, _)| point).collect(),
        Color::White => Vec::new(),
    };
    let letters: String = (0..size.width()).map(|x| format!(" {}", char::from(b'a' + x))).collect();
    let mut drawing = format!("  {letters}\n");
    for y in 0..size.get() {
        let row = size.get() - y;
        let _ = write!(drawing, "{row:>2}");
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let sign = match board.at(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if forbidden.contains(&point) => FORBIDDEN,
                None => marks.get(&point).copied().unwrap_or('.'),
            };
            let _ = write!(drawing, " {sign}");
        }
        let _ = writeln!(drawing, " {row}");
    }
    drawing + "  " + &letters + "\n"
}

/// Replays the board of a query that was answered, so every move is legal.
fn position(query: &NextQuery) -> Position {
    let mut board = Position::new(query.size);
    for (color, point) in &query.initial {
        board.place(*color, *point);
    }
    for (color, played) in &query.moves {
        match played {
            Move::Pass => board.pass(),
            Move::Play(point) => drop(board.play(*color, *point)),
        }
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
    use crate::game::BoardSize;

    #[test]
    fn letters_run_out() {
        assert_eq!((letter(0), letter(23), letter(24)), ('a', 'z', '*'));
    }

    #[test]
    fn marks_are_bold_and_nothing_else_is() {
        let board = Position::new(BoardSize::MIN);
        let marks = BTreeMap::from([(Point::new(1, 0), 'a')]);
        let drawing = render_marked(&board, marks.clone());
        let look = OutputStyle { styled: true, width: None };
        let styled = embolden(&drawing, &marks, look);
        assert_eq!(styled, "   A B\n 2 . \x1b[1ma\x1b[0m 2\n 1 . . 1\n   A B\n");
    }
}
