//! Drawing of a query's board, with the candidates as letters.

pub mod forbidden;
pub mod heat;
pub mod influence;
pub mod influence_report;
pub mod ladder;
pub mod line_answers;
pub mod model;
pub mod notation;
pub mod perft;
pub mod picture;
pub mod score;
pub mod score_report;
pub mod solve;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::look::OutputStyle;
use crate::game::go::diagram::render_board;
use crate::game::xiangqi::{FILES, RANKS, Script, Square, XiangqiBoard};
use crate::game::{Board, Point, Variant};
use crate::service::{CandidateMove, MarkedBoard, NextQuery};
use crate::wire::Coords;

/// Mark of points that renju forbids to Black.
const FORBIDDEN: char = '!';
/// Columns before the first point of a diagram, and from one point to the next.
const MARGIN: usize = 3;
const CELL: usize = 2;

/// Draws the board, with the forbidden points of renju and what they look like.
pub fn draw(
    query: &NextQuery,
    variant: Variant,
    candidates: &[Arc<CandidateMove>],
    coords: Coords,
    look: OutputStyle,
) -> String {
    let MarkedBoard { board, candidates: marks, forbidden } =
        MarkedBoard::new(query, variant, candidates);
    if let Some(board) = board.xiangqi() {
        return draw_xiangqi(board, coords);
    }
    let mut signs = marks.clone();
    signs.extend(forbidden.iter().map(|point| (*point, FORBIDDEN)));
    let mut drawing = render_board(&board, signs);
    if look.styled {
        drawing = embolden(&drawing, &marks, look);
    }
    if !forbidden.is_empty() {
        drawing.push_str(&format!("\n{FORBIDDEN} forbidden to Black\n"));
    }
    drawing
}

/// Draws a board without candidates.
pub fn draw_plain(board: &Board, coords: Coords) -> String {
    match board.xiangqi() {
        Some(board) => draw_xiangqi(board, coords),
        None => render_board(board, []),
    }
}

/// Draws a board of xiangqi: pieces as letters, those of Red capital, or as characters where moves
/// are written in Chinese.
fn draw_xiangqi(board: &XiangqiBoard, coords: Coords) -> String {
    let script = match coords {
        Coords::Chinese => Some(Script::Simplified),
        Coords::ChineseTraditional => Some(Script::Traditional),
        _ => None,
    };
    // Characters are two columns wide.
    let (empty, wide) = if script.is_some() { ("．", true) } else { (".", false) };
    let files: Vec<String> = (b'a'..=b'i').map(|file| char::from(file).to_string()).collect();
    let head = format!("  {}\n", files.join(if wide { "  " } else { " " }));
    let mut drawing = head.clone();
    for rank in (0..RANKS).rev() {
        let cells = (0..FILES).filter_map(|file| Square::new(file, rank)).map(|square| {
            let piece = board.at(square);
            piece.map_or(empty.to_owned(), |piece| match script {
                Some(script) => piece.set_character(script).to_string(),
                None => piece.letter().to_string(),
            })
        });
        let cells: Vec<String> = cells.collect();
        drawing.push_str(&format!("{rank} {} {rank}\n", cells.join(" ")));
        if rank == RANKS / 2 {
            drawing.push_str("  river\n");
        }
    }
    drawing + &head
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
    fn marks_are_bold_and_nothing_else_is() {
        let board = Board::new(Game::Go, BoardSize::MIN);
        let marks = BTreeMap::from([(Point::new(1, 0), 'a')]);
        let drawing = render_board(&board, marks.clone());
        let look = OutputStyle { styled: true, width: None };
        let styled = embolden(&drawing, &marks, look);
        assert_eq!(styled, "   A B\n 2 . \x1b[1ma\x1b[0m 2\n 1 . . 1\n   A B\n");
    }
}
