//! Patterns of pieces: positions and parts of them, and which pieces there are.

use std::ops::RangeInclusive;

use super::history::NEVER;
use super::matcher::{EachHit, Hit};
use joseki_game::xiangqi::{FILES, Kind, Piece, RANKS, SQUARES, Shift, Square, XiangqiBoard};
use joseki_game::{Color, Move, Side, Symmetry};

/// Number of different pieces.
const PIECES: usize = 2 * Kind::ALL.len();
/// Number of moves between squares.
pub(super) const SHIFTS: usize = SQUARES * SQUARES;

/// What a square may hold: bit 0 for nothing, then one for each piece.
type Contents = u16;
const NOTHING: Contents = 1;
const ANYTHING: Contents = (1 << (PIECES + 1)) - 1;
/// The pieces of Red.
const RED: Contents = (1 << 8) - 2;

/// A pattern of pieces on the board of xiangqi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePattern {
    squares: [Contents; SQUARES],
    /// How many of each piece there may be.
    counts: [(u8, u8); PIECES],
    swap: bool,
    next: Option<Side>,
    until_move: Option<u16>,
}

/// Why a pattern of pieces is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PiecePatternError {
    /// Another number of rows or squares.
    #[error("{found} {what}: expected {expected}")]
    Size {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: u8,
    },
    /// An unknown letter.
    #[error(
        "row {row}, square {column}: unknown symbol `{letter}`: expected a piece as in FEN, . (empty), X (Red's), O (Black's), x (not Black's), o (not Red's) or * (anything)"
    )]
    Symbol {
        /// Number of the row, from 1.
        row: usize,
        /// Number of the square, from 1.
        column: usize,
        /// The letter.
        letter: char,
    },
}

impl PiecePattern {
    /// Creates a pattern of ten rows of nine squares, Black's back rank first; no rows leave all
    /// squares open.
    ///
    /// # Errors
    /// The rows are invalid.
    pub fn new(rows: &[impl AsRef<str>]) -> Result<PiecePattern, PiecePatternError> {
        let mut pattern = PiecePattern {
            squares: [ANYTHING; SQUARES],
            counts: [(0, u8::MAX); PIECES],
            swap: true,
            next: None,
            until_move: None,
        };
        if rows.is_empty() {
            return Ok(pattern);
        }
        if rows.len() != usize::from(RANKS) {
            let found = rows.len();
            return Err(PiecePatternError::Size { what: "rows", found, expected: RANKS });
        }
        for ((rank, row), text) in (0..RANKS).rev().zip(1..).zip(rows) {
            let text = text.as_ref();
            let found = text.chars().count();
            if found != usize::from(FILES) {
                return Err(PiecePatternError::Size {
                    what: "squares in a row",
                    found,
                    expected: FILES,
                });
            }
            for ((file, column), letter) in (0..).zip(1..).zip(text.chars()) {
                let contents = contents(letter);
                let contents = contents.ok_or(PiecePatternError::Symbol { row, column, letter })?;
                if let Some(square) = Square::new(file, rank) {
                    pattern.squares[square.index()] = contents;
                }
            }
        }
        Ok(pattern)
    }

    /// Creates the pattern of a position: its pieces, and its side to move next.
    #[must_use]
    pub fn of_position(board: &XiangqiBoard) -> PiecePattern {
        PiecePattern {
            squares: PieceBoard::new(board).squares,
            counts: [(0, u8::MAX); PIECES],
            swap: true,
            next: Some(board.to_move()),
            until_move: None,
        }
    }

    /// Limits how many of a piece there may be.
    #[must_use]
    pub const fn with_count(mut self, piece: Piece, count: RangeInclusive<u8>) -> PiecePattern {
        self.counts[number(piece)] = (*count.start(), *count.end());
        self
    }

    /// Excludes all pieces but generals whose number was not limited.
    #[must_use]
    pub fn with_no_others(mut self) -> PiecePattern {
        for side in [Side::First, Side::Second] {
            for kind in Kind::ALL {
                let count = &mut self.counts[number(Piece { side, kind })];
                if *count == (0, u8::MAX) && kind != Kind::General {
                    *count = (0, 0);
                }
            }
        }
        self
    }

    /// Sets whether sides may be exchanged, which side must move next, and the last move after
    /// which a hit counts.
    #[must_use]
    pub fn with_options(
        mut self,
        swap: bool,
        next: Option<Side>,
        until_move: Option<u16>,
    ) -> PiecePattern {
        (self.swap, self.next, self.until_move) = (swap, next.or(self.next), until_move);
        self
    }

    /// The pattern turned by a symmetry; one that turns the board over exchanges the sides.
    fn turned(&self, symmetry: Symmetry) -> PiecePattern {
        let exchanges = symmetry.turns_over();
        let mut turned = self.clone();
        for square in Square::all() {
            let contents = self.squares[square.index()];
            turned.squares[square.transformed(symmetry).index()] =
                if exchanges { exchanged(contents) } else { contents };
        }
        if exchanges {
            turned.counts.rotate_left(PIECES / 2);
            turned.next = self.next.map(Side::opposite);
        }
        turned
    }
}

/// What a letter of a row may hold.
fn contents(letter: char) -> Option<Contents> {
    Some(match letter {
        '.' => NOTHING,
        '*' => ANYTHING,
        'X' => RED,
        'O' => exchanged(RED),
        'x' => RED | NOTHING,
        'o' => exchanged(RED) | NOTHING,
        letter => bit(Piece::from_letter(letter)?),
    })
}

const fn number(piece: Piece) -> usize {
    piece.side as usize * (PIECES / 2) + piece.kind as usize
}

const fn bit(piece: Piece) -> Contents {
    2 << number(piece)
}

/// The same with the pieces of the other side.
const fn exchanged(contents: Contents) -> Contents {
    contents & NOTHING | (contents & RED) << 7 | contents >> 7 & RED
}

/// A pattern of pieces, prepared for finding it.
#[derive(Debug)]
pub(super) struct PieceMatcher {
    images: Vec<(Symmetry, PiecePattern)>,
    /// The symmetries that leave the pattern as it is.
    own: Vec<Symmetry>,
    start: PieceBoard,
    /// Number of squares at the start that are not as an image says.
    differing: Vec<usize>,
}

/// What a position has on its squares, and how many of each piece.
#[derive(Clone, Debug)]
struct PieceBoard {
    squares: [Contents; SQUARES],
    counts: [u8; PIECES],
}

impl PieceBoard {
    fn new(board: &XiangqiBoard) -> PieceBoard {
        let mut found = PieceBoard { squares: [NOTHING; SQUARES], counts: [0; PIECES] };
        for (square, piece) in board.pieces(Side::First).chain(board.pieces(Side::Second)) {
            found.squares[square.index()] = bit(piece);
            found.counts[number(piece)] += 1;
        }
        found
    }

    fn has_pieces(&self, pattern: &PiecePattern) -> bool {
        let mut counts = self.counts.iter().zip(&pattern.counts);
        counts.all(|(found, (least, most))| least <= found && found <= most)
    }
}

impl PieceMatcher {
    pub fn new(pattern: &PiecePattern) -> PieceMatcher {
        let all = [
            Symmetry::IDENTITY,
            Symmetry::MIRROR_LEFT_RIGHT,
            Symmetry::MIRROR_TOP_BOTTOM,
            Symmetry::ROTATE_180,
        ];
        let mut images: Vec<(Symmetry, PiecePattern)> = Vec::new();
        let mut own = Vec::new();
        for symmetry in all.into_iter().filter(|it| pattern.swap || !it.turns_over()) {
            let image = pattern.turned(symmetry);
            if image == *pattern {
                own.push(symmetry);
            }
            if images.iter().all(|(_, found)| *found != image) {
                images.push((symmetry, image));
            }
        }
        let start = PieceBoard::new(&XiangqiBoard::new());
        let differing = |(_, image): &(Symmetry, PiecePattern)| {
            let squares = start.squares.iter().zip(&image.squares);
            squares.filter(|(found, contents)| *found & *contents == 0).count()
        };
        let differing = images.iter().map(differing).collect();
        PieceMatcher { images, own, start, differing }
    }

    pub fn len(&self) -> usize {
        self.images.len()
    }

    pub fn is_colorless(&self) -> bool {
        self.own.iter().any(|symmetry| symmetry.turns_over())
    }

    pub fn image(&self, number: u16) -> Symmetry {
        self.images[usize::from(number)].0
    }

    /// Whether a game may have the pattern, by the squares where each side ever had a piece.
    pub fn filter(&self, ever: &[u32]) -> bool {
        let was = |side: Side, square: Square| {
            let point = square.point();
            let row = side as usize * usize::from(RANKS) + usize::from(point.y());
            ever.get(row).is_some_and(|row| row >> point.x() & 1 == 1)
        };
        self.images.iter().any(|(_, image)| {
            Square::all().all(|square| {
                let contents = image.squares[square.index()];
                contents & NOTHING != 0
                    || contents & RED != 0 && was(Side::First, square)
                    || contents & exchanged(RED) != 0 && was(Side::Second, square)
            })
        })
    }

    /// Replays a game and finds each image at its first moment.
    pub fn find(&self, events: &[u16], each: &mut EachHit<'_>) {
        let (mut board, mut differing) = (self.start.clone(), self.differing.clone());
        let mut is_found = vec![false; self.images.len()];
        for moment in 0..=events.len() {
            let next = events.get(moment).copied();
            for (image, (_, pattern)) in self.images.iter().enumerate() {
                if is_found[image] || differing[image] > 0 || !board.has_pieces(pattern) {
                    continue;
                }
                let color = next.map(|shift| side_of(&board.squares, shift));
                is_found[image] = true;
                let until = pattern.until_move.unwrap_or(NEVER - 1);
                let is_next = pattern.next.is_none_or(|side| color == Some(side));
                if moment > usize::from(until) || !is_next {
                    continue;
                }
                let moment = moment as u16;
                let hit = Hit {
                    image: image as u16,
                    x: 0,
                    y: 0,
                    moment,
                    since: moment,
                    next: next.map(|shift| (self.continuation(image, shift), moment + 1)),
                };
                if !each(hit) {
                    return;
                }
            }
            let Some(shift) = next.and_then(|shift| Shift::from_index(usize::from(shift))) else {
                return;
            };
            let (from, to) = (shift.from.index(), shift.to.index());
            let (carried, taken) = (board.squares[from], board.squares[to]);
            if taken != NOTHING {
                board.counts[taken.trailing_zeros() as usize - 1] -= 1;
            }
            for ((_, image), differing) in self.images.iter().zip(&mut differing) {
                let fits = |contents: Contents, square: usize| {
                    usize::from(contents & image.squares[square] == 0)
                };
                *differing += fits(NOTHING, from) + fits(carried, to);
                *differing -= fits(carried, from) + fits(taken, to);
            }
            (board.squares[from], board.squares[to]) = (NOTHING, carried);
        }
    }

    /// The number of a continuation: that of the least move on which a symmetry of the pattern maps
    /// it.
    fn continuation(&self, image: usize, shift: u16) -> u16 {
        let Some(shift) = Shift::from_index(usize::from(shift)) else { return shift };
        let back = self.images[image].0.inverse();
        let shift = shift.transformed(back);
        let images = self.own.iter().map(|symmetry| shift.transformed(*symmetry).index());
        images.min().unwrap_or_else(|| shift.index()) as u16
    }
}

/// The side of the piece that a move carries.
fn side_of(board: &[Contents; SQUARES], shift: u16) -> Side {
    let from = Shift::from_index(usize::from(shift)).map(|shift| shift.from.index());
    let carried = from.map_or(NOTHING, |from| board[from]);
    if carried & RED != 0 { Side::First } else { Side::Second }
}

/// The events of a game of pieces, and the squares where each side ever had one.
pub(super) fn prepare(moves: &[(Color, Move)]) -> Option<(Vec<u32>, Vec<u16>)> {
    let mut board = XiangqiBoard::new();
    let mut ever = vec![0u32; 2 * usize::from(RANKS)];
    let mut note = |side: Side, square: Square| {
        let point = square.point();
        ever[side as usize * usize::from(RANKS) + usize::from(point.y())] |= 1 << point.x();
    };
    for side in [Side::First, Side::Second] {
        board.pieces(side).for_each(|(square, _)| note(side, square));
    }
    let mut events = Vec::with_capacity(moves.len());
    for (color, played) in moves {
        let Move::Shift(shift) = played else { return None };
        board.is_legal_for(color.side(), *shift).ok()?;
        let _ = board.make(*shift);
        note(color.side(), shift.to);
        events.push(shift.index() as u16);
    }
    Some((ever, events))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::plain::exchanged as other_case;
    use crate::tests::{Numbers, head, rank};
    use crate::{GameOrder, PatternGame, PatternGames, PatternHit, PatternSearch, SearchedPattern};
    use joseki_game::{BoardSize, Game};

    /// A game of random legal moves of xiangqi.
    fn game_of_pieces(numbers: &mut Numbers, length: usize) -> Vec<Shift> {
        let mut board = XiangqiBoard::new();
        let mut moves = Vec::new();
        while moves.len() < length {
            let legal = board.legal_moves();
            let takes: Vec<Shift> =
                legal.iter().copied().filter(|it| board.at(it.to).is_some()).collect();
            let from = if takes.is_empty() || numbers.below(2) == 0 { &legal } else { &takes };
            let Some(shift) = (!from.is_empty()).then(|| from[numbers.below(from.len())]) else {
                break;
            };
            let _ = board.make(shift);
            moves.push(shift);
        }
        moves
    }

    /// Whether a square is as a letter says.
    fn holds_piece(letter: char, piece: Option<Piece>) -> bool {
        match (letter, piece) {
            ('*', _) | ('.' | 'x' | 'o', None) => true,
            ('X' | 'x', Some(piece)) => piece.side == Side::First,
            ('O' | 'o', Some(piece)) => piece.side == Side::Second,
            (letter, piece) => piece.map(Piece::letter) == Some(letter),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn pieces_are_found_where_replaying_finds_them(seed in any::<u64>(), swap in any::<bool>()) {
            let mut numbers = Numbers(seed);
            let games: Vec<_> = (0..8).map(|_| game_of_pieces(&mut numbers, 60)).collect();
            // A position of a game with some squares left open, some open to a side.
            let cut = &games[numbers.below(games.len())];
            let mut board = XiangqiBoard::new();
            for shift in &cut[..numbers.below(cut.len() + 1)] {
                let _ = board.make(*shift);
            }
            let open = numbers.below(10);
            let rows: Vec<String> = (0..10u8)
                .rev()
                .map(|rank| {
                    let letters = (0..9u8).map(|file| {
                        let piece = Square::new(file, rank).and_then(|square| board.at(square));
                        match (numbers.below(10) < open, piece) {
                            (true, Some(piece)) if numbers.below(3) == 0 => {
                                if piece.side == Side::First { 'X' } else { 'O' }
                            }
                            (true, _) => '*',
                            (false, None) => ".xo".chars().nth(numbers.below(3)).unwrap_or('.'),
                            (false, Some(piece)) => piece.letter(),
                        }
                    });
                    letters.collect()
                })
                .collect();
            let rook = Piece { side: Side::First, kind: Kind::Rook };
            let rooks = board.pieces(Side::First).filter(|(_, piece)| *piece == rook).count() as u8;
            let pattern = PiecePattern::new(&rows).expect("rows").with_count(rook, rooks..=2);
            let pattern = pattern.with_options(swap, None, None);
            let held = games.iter().zip(0..).map(|(moves, number)| {
                let colors = [Color::Black, Color::White].into_iter().cycle();
                let moves: Vec<_> = colors.zip(moves.iter().map(|shift| Move::Shift(*shift))).collect();
                PatternGame::new(Game::Xiangqi, BoardSize::XIANGQI, &moves, head(number)).expect("legal")
            });
            let held = PatternGames::new(BoardSize::XIANGQI).with_games(held.collect());
            let order: GameOrder<'_> = Box::new(rank);
            let search = PatternSearch::new(vec![SearchedPattern::of_pieces(&pattern)]);
            let mut search = search.listing(100, order, None);
            prop_assert_eq!(search.run(&held, 1, &|| false), Ok(true));
            let mut found: Vec<(u32, u16, bool, Option<u16>)> = Vec::new();
            for (_, head, hits) in search.listed(&held, 100) {
                let next = |hit: &PatternHit| hit.next.map(|(moment, _)| moment);
                found.extend(hits.iter().map(|hit| (head.number, hit.moment, hit.is_exchanged, next(hit))));
            }
            // The plain search turns the games, and leaves out images that are the same.
            let turns = [
                Symmetry::IDENTITY,
                Symmetry::MIRROR_LEFT_RIGHT,
                Symmetry::MIRROR_TOP_BOTTOM,
                Symmetry::ROTATE_180,
            ];
            let mut expected = Vec::new();
            let mut images: Vec<(Vec<(usize, char)>, u8)> = Vec::new();
            for turn in turns.into_iter().filter(|turn| swap || !turn.turns_over()) {
                let mut lies: Vec<(usize, char)> = Vec::new();
                for (rank, row) in (0..10u8).rev().zip(&rows) {
                    for (file, letter) in (0..9u8).zip(row.chars()) {
                        let square = Square::new(file, rank).expect("a square").transformed(turn);
                        let letter = match (turn.turns_over(), letter) {
                            (true, 'x' | 'X' | 'o' | 'O') => other_case(letter),
                            (true, letter) if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
                            (true, letter) => letter.to_ascii_uppercase(),
                            (false, letter) => letter,
                        };
                        lies.push((square.index(), letter));
                    }
                }
                lies.sort_unstable();
                let side = if turn.turns_over() { 'r' } else { 'R' };
                if images.iter().any(|(found, rook)| *found == lies && *rook == side as u8) {
                    continue;
                }
                images.push((lies.clone(), side as u8));
                for (number, moves) in (0..).zip(&games) {
                    let mut board = XiangqiBoard::new();
                    for moment in 0..=moves.len() {
                        let side = if turn.turns_over() { Side::Second } else { Side::First };
                        let count = board.pieces(side).filter(|(_, it)| it.kind == Kind::Rook).count();
                        let is_there = (rooks..=2).contains(&(count as u8)) && lies.iter().all(|(square, letter)| {
                            let square = Square::from_index(*square as u8).expect("a square");
                            holds_piece(*letter, board.at(square))
                        });
                        if is_there {
                            let next = (moment < moves.len()).then_some(moment as u16 + 1);
                            expected.push((number, moment as u16, turn.turns_over(), next));
                            break;
                        }
                        if moment < moves.len() {
                            let _ = board.make(moves[moment]);
                        }
                    }
                }
            }
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert!(found.len() == expected.len() && found == expected, "{:?} {:?} {:?}", rows, found, expected);
        }
    }
}
