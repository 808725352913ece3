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
use super::next::corner_report;
use crate::format::picture::{LegendEntry, Picture, PictureCell, PictureMark};
use crate::game::five::FiveBoard;
use crate::game::go::diagram::render_board;
use crate::game::xiangqi::{FILES, RANKS, Script, Square, XiangqiBoard};
use crate::game::{Board, BoardSize, Color, Game, Move, Point, Variant};
use crate::service::{CandidateMove, NextQuery};
use crate::wire::Coords;

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

/// The board of a query that was answered, with its candidates and the forbidden points.
struct MarkedBoard {
    board: Board,
    /// The letters of the candidates; of two that share a point, the better one's.
    candidates: BTreeMap<Point, char>,
    /// Points forbidden to the side to move.
    forbidden: Vec<Point>,
}

impl MarkedBoard {
    fn new(query: &NextQuery, variant: Variant, candidates: &[Arc<CandidateMove>]) -> MarkedBoard {
        let ranked = candidates.iter().enumerate().rev();
        let candidates = ranked.flat_map(|(rank, candidate)| {
            let mark = letter(rank);
            candidate.plays.iter().filter_map(move |played| match played {
                Move::Play(point) => Some((*point, mark)),
                // Where the piece arrives.
                Move::Shift(shift) => Some((shift.to.point(), mark)),
                Move::Pass => None,
            })
        });
        let board = board(query, variant);
        let five = board.five().filter(|_| query.to_play() == Color::Black);
        let forbidden = five.map(FiveBoard::forbidden_points).unwrap_or_default();
        MarkedBoard {
            candidates: candidates.collect(),
            forbidden: forbidden.into_iter().map(|(point, _)| point).collect(),
            board,
        }
    }
}

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

/// Returns the board as a picture.
pub fn board_picture(
    query: &NextQuery,
    variant: Variant,
    candidates: &[Arc<CandidateMove>],
) -> Picture {
    let marked = MarkedBoard::new(query, variant, candidates);
    if let Some(board) = marked.board.xiangqi() {
        return xiangqi_picture(board, &marked.candidates, candidates);
    }
    let cell = |point| PictureCell {
        shade: 0.0,
        stone: marked.board.at(point),
        mark: match marked.candidates.get(&point) {
            _ if marked.forbidden.contains(&point) => Some(PictureMark::Forbidden),
            letter => letter.map(|letter| PictureMark::Candidate(*letter)),
        },
    };
    let size = marked.board.size();
    let of = |color| size.points().filter(|point| marked.board.at(*point) == Some(color)).count();
    let to_play = corner_report::color(variant.game(), query.to_play());
    let forbidden = !marked.forbidden.is_empty();
    let legend = forbidden.then(|| LegendEntry {
        cell: PictureCell { mark: Some(PictureMark::Forbidden), ..PictureCell::default() },
        text: "forbidden to Black".to_owned(),
    });
    Picture {
        game: variant.game(),
        size,
        title: format!("{to_play} to play"),
        description: format!(
            "A board of {size} with {} black and {} white stones, {to_play} to play. {}{}",
            of(Color::Black),
            of(Color::White),
            match marked.candidates.is_empty() {
                true => "The book has no move.",
                false => "Letters are the moves of the book, a being the best.",
            },
            if forbidden { " Crosses are points that are forbidden to Black." } else { "" },
        ),
        cells: size.points().map(cell).collect(),
        legend: legend.into_iter().collect(),
    }
}

/// A board of xiangqi as a picture: letters of candidates stand where pieces arrive, if it is empty.
fn xiangqi_picture(
    board: &XiangqiBoard,
    marks: &BTreeMap<Point, char>,
    candidates: &[Arc<CandidateMove>],
) -> Picture {
    let to_play = corner_report::color(Game::Xiangqi, Color::from_side(board.to_move()));
    let cell = |point: Point| {
        let piece = Square::from_point(point).and_then(|square| board.at(square));
        let piece =
            piece.map(|piece| PictureMark::Piece(Color::from_side(piece.side), piece.letter()));
        let mark = piece.or_else(|| Some(PictureMark::Candidate(*marks.get(&point)?)));
        PictureCell { mark, ..PictureCell::default() }
    };
    let size = BoardSize::XIANGQI;
    let texts = (0..).zip(candidates).map(|(rank, candidate)| {
        let plays = candidate.plays.iter().map(|played| played.to_gtp(size));
        format!("{} {}", letter(rank), plays.collect::<Vec<_>>().join(" "))
    });
    let moves = match texts.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "The book has no move.".to_owned(),
        moves => format!("The moves of the book, the best first: {moves}."),
    };
    Picture {
        game: Game::Xiangqi,
        size,
        title: format!("{to_play} to play"),
        description: format!("A board of xiangqi, {}. {to_play} to play. {moves}", board.fen()),
        cells: size.points().map(cell).collect(),
        legend: Vec::new(),
    }
}

/// Replays the board of a query that was answered, so every move is legal.
fn board(query: &NextQuery, variant: Variant) -> Board {
    let mut board = match &query.position {
        Some(position) => Board::Xiangqi(position.clone()),
        None => Board::new(variant.game(), query.size),
    };
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
