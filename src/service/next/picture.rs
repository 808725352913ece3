//! The board of a question as a picture, with the book's moves as letters.

use crate::next::NextMoves;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::NextAnswer;
use super::candidate::CandidateMove;
use super::query::NextQuery;
use joseki_format::picture::{LegendEntry, Picture, PictureCell, PictureMark, PicturePart};
use joseki_game::five::FiveBoard;
use joseki_game::xiangqi::{Square, XiangqiBoard};
use joseki_game::{Board, BoardSize, Color, Corner, Game, Move, Point, Variant};

/// Letters for candidates, without `o` and `x`, which look like stones.
const LETTERS: &str = "abcdefghijklmnpqrstuvwyz";
/// Mark of candidates beyond the last letter.
const OVERFLOW: char = '*';

/// Returns the letter of the candidate with this rank, from 0.
#[must_use]
pub fn candidate_letter(rank: usize) -> char {
    LETTERS.chars().nth(rank).unwrap_or(OVERFLOW)
}

/// The board of a query that was answered, with its candidates and the forbidden points.
#[derive(Debug)]
pub struct MarkedBoard {
    /// The board.
    pub board: Board,
    /// The letters of the candidates; of two that share a point, the better one's.
    pub candidates: BTreeMap<Point, char>,
    /// Points forbidden to the side to move.
    pub forbidden: Vec<Point>,
}

impl MarkedBoard {
    /// Replays the board of a query that was answered, so every move is legal.
    #[must_use]
    pub fn new(
        query: &NextQuery,
        variant: Variant,
        candidates: &[Arc<CandidateMove>],
    ) -> MarkedBoard {
        let ranked = candidates.iter().enumerate().rev();
        let candidates = ranked.flat_map(|(rank, candidate)| {
            let mark = candidate_letter(rank);
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

/// Returns the board of a query that was answered as a picture, or a corner of it, with a mark on the
/// last stone and the candidates as letters.
#[must_use]
pub fn next_picture(
    query: &NextQuery,
    variant: Variant,
    candidates: &[Arc<CandidateMove>],
    corner: Option<Corner>,
) -> Picture {
    // Letters begin with the first one that is shown.
    let shown = candidates.iter().filter(|it| corner.is_none() || it.region.corner() == corner);
    let candidates = &shown.map(Arc::clone).collect::<Vec<_>>();
    let marked = MarkedBoard::new(query, variant, candidates);
    if let Some(board) = marked.board.xiangqi() {
        return xiangqi_picture(board, &marked.candidates, candidates);
    }
    let last = query.moves.last().and_then(|(_, played)| played.point());
    let cell = |point| PictureCell {
        shade: 0.0,
        stone: marked.board.at(point),
        mark: match marked.candidates.get(&point) {
            _ if marked.forbidden.contains(&point) => Some(PictureMark::Forbidden),
            None if last == Some(point) => Some(PictureMark::Last),
            letter => letter.map(|letter| PictureMark::Candidate(*letter)),
        },
    };
    let size = marked.board.size();
    let of = |color| size.points().filter(|point| marked.board.at(*point) == Some(color)).count();
    let to_play = variant.game().side_name(query.to_play());
    let forbidden = !marked.forbidden.is_empty();
    let legend = forbidden.then(|| LegendEntry {
        cell: PictureCell { mark: Some(PictureMark::Forbidden), ..PictureCell::default() },
        text: "forbidden to Black".to_owned(),
    });
    Picture {
        game: variant.game(),
        size,
        part: PicturePart::of_corner(size, corner),
        title: format!("{to_play} to play"),
        description: format!(
            "A board of {size} with {} black and {} white stones, {to_play} to play. {}{}",
            of(Color::Black),
            of(Color::White),
            if marked.candidates.is_empty() {
                "The book has no move."
            } else {
                "Letters are the moves of the book, a being the best."
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
    let to_play = Game::Xiangqi.side_name(Color::from_side(board.to_move()));
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
        format!("{} {}", candidate_letter(rank), plays.collect::<Vec<_>>().join(" "))
    });
    let moves = match texts.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "The book has no move.".to_owned(),
        moves => format!("The moves of the book, the best first: {moves}."),
    };
    Picture {
        game: Game::Xiangqi,
        size,
        part: PicturePart::of_corner(size, None),
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

impl NextMoves<'_> {
    /// Returns a name of the position of an answer in a book: that of the opening, or of the joseki
    /// in the corner of the last move or in the one that has most moves; those on the way to it count
    /// too.
    #[must_use]
    pub fn position_name(&self, book: &str, answer: &NextAnswer) -> Option<String> {
        let opening = answer.opening.and_then(|opening| opening.names().next());
        let books = self.service.loaded_books();
        let index = &books.get(book)?.index;
        let nodes =
            answer.regions.iter().filter_map(|region| index.find(&region.node.as_ref()?.line));
        let named = nodes.filter_map(|node| Some((index.depth(node), index.nearest_names(node)?)));
        let names = named.max_by_key(|(depth, _)| *depth).map(|(_, names)| names);
        let name = names.and_then(|names| names.first()).map(String::as_str);
        opening.or(name).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_run_out() {
        assert_eq!(
            (candidate_letter(0), candidate_letter(23), candidate_letter(24)),
            ('a', 'z', '*')
        );
    }
}
