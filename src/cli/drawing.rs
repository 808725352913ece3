//! Drawings of boards, with the candidates as letters.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::look::OutputStyle;
use joseki_game::xiangqi::{FILES, RANKS, Script, Square, XiangqiBoard};
use joseki_game::{Board, Color, Point, Side, Variant};
use joseki_service::next::{CandidateMove, MarkedBoard, NextQuery};
use joseki_wire::Coords;

/// Mark of points that renju forbids to Black.
const FORBIDDEN: char = '!';
/// A stone on a terminal.
const STONE: char = '●';
/// Attributes of a terminal: wood, what is drawn on it, and Red's pieces in xiangqi.
const WOOD: &str = "48;5;179";
const BLACK_INK: &str = "38;5;16";
const WHITE_INK: &str = "38;5;231";
const LINE_INK: &str = "38;5;94";
const MARK_INK: &str = "1;38;5;16";
const RED: &str = "1;31";
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
        return draw_xiangqi(board, coords, look);
    }
    let mut signs = marks.clone();
    signs.extend(forbidden.iter().map(|point| (*point, FORBIDDEN)));
    let mut drawing = paint(&board, &board.diagram(signs), &marks, look);
    if !forbidden.is_empty() {
        drawing.push_str(&format!("\n{FORBIDDEN} forbidden to Black\n"));
    }
    drawing
}

/// Draws a board without candidates.
pub fn draw_plain(board: &Board, coords: Coords, look: OutputStyle) -> String {
    match board.xiangqi() {
        Some(board) => draw_xiangqi(board, coords, look),
        None => paint(board, &board.diagram([]), &BTreeMap::new(), look),
    }
}

/// Draws a board of xiangqi: pieces as letters, those of Red capital, or as characters where moves
/// are written in Chinese.
fn draw_xiangqi(board: &XiangqiBoard, coords: Coords, look: OutputStyle) -> String {
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
            let Some(piece) = piece else { return empty.to_owned() };
            let shown = match script {
                Some(script) => piece.set_character(script).to_string(),
                None => piece.letter().to_string(),
            };
            let attribute = if piece.side == Side::First { RED } else { "1" };
            look.paint(&shown, attribute).into_owned()
        });
        let cells: Vec<String> = cells.collect();
        drawing.push_str(&format!("{rank} {} {rank}\n", cells.join(" ")));
        if rank == RANKS / 2 {
            drawing.push_str("  river\n");
        }
    }
    drawing + &head
}

/// Paints a drawing of a board: round stones on wood, with the marks in bold.
fn paint(board: &Board, drawing: &str, marks: &BTreeMap<Point, char>, look: OutputStyle) -> String {
    if !look.styled {
        return drawing.to_owned();
    }
    let size = board.size();
    let last = MARGIN + CELL * (usize::from(size.width()) - 1);
    let mut painted = String::with_capacity(drawing.len() * 16);
    for (row, line) in drawing.lines().enumerate() {
        let is_rank = (1..=usize::from(size.get())).contains(&row);
        for (column, letter) in line.chars().enumerate() {
            if !is_rank || !(MARGIN..=last).contains(&column) {
                painted.push(letter);
                continue;
            }
            let point = point_at(row, column);
            let mark = point.filter(|point| marks.contains_key(point));
            let (ink, letter) = match (mark, point.and_then(|point| board.at(point))) {
                (Some(_), _) => (MARK_INK, letter),
                (None, Some(Color::Black)) => (BLACK_INK, STONE),
                (None, Some(Color::White)) => (WHITE_INK, STONE),
                (None, None) => (LINE_INK, letter),
            };
            painted.push_str(&look.paint(&letter.to_string(), &format!("{ink};{WOOD}")));
        }
        painted.push('\n');
    }
    painted
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
    use joseki_game::{BoardSize, Game};

    #[test]
    fn stones_are_round_and_marks_bold_on_a_terminal() {
        let mut board = Board::new(Game::Go, BoardSize::MIN);
        let black = Point::new(0, 0);
        board.play(Color::Black, black.into()).unwrap();
        let marks = BTreeMap::from([(Point::new(1, 0), 'a')]);
        let drawing = board.diagram(marks.clone());
        let look = OutputStyle { styled: true, width: None };
        let cell = |ink: &str, sign: &str| format!("\x1b[{ink};48;5;179m{sign}\x1b[0m");
        let (line, space) = (cell("38;5;94", "."), cell("38;5;94", " "));
        let first = cell("38;5;16", "●") + &space + &cell("1;38;5;16", "a");
        let expected = format!("   A B\n 2 {first} 2\n 1 {line}{space}{line} 1\n   A B\n");
        assert_eq!(paint(&board, &drawing, &marks, look), expected);
        assert_eq!(paint(&board, &drawing, &marks, OutputStyle::default()), drawing);
    }
}
