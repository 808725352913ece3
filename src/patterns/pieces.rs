//! Patterns of pieces: positions and parts of them, and which pieces there are.

use std::ops::RangeInclusive;

use super::history::NEVER;
use super::matcher::{Hit, Hits};
use crate::game::xiangqi::{FILES, Kind, Piece, RANKS, Shift, Square, XiangqiBoard};
use crate::game::{Color, Side, Symmetry};

/// Number of squares, and of different pieces.
const SQUARES: usize = FILES as usize * RANKS as usize;
const PIECES: usize = 14;

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
        let mut pattern = PiecePattern {
            squares: [NOTHING; SQUARES],
            counts: [(0, u8::MAX); PIECES],
            swap: true,
            next: Some(board.to_move()),
            until_move: None,
        };
        for square in Square::all() {
            if let Some(piece) = board.at(square) {
                pattern.squares[square.index()] = bit(piece);
            }
        }
        pattern
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
        PieceMatcher { images, own }
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
    pub fn find(&self, events: &[u16], each: &mut Hits<'_>) {
        let mut board = [NOTHING; SQUARES];
        let mut counts = [0u8; PIECES];
        let start = XiangqiBoard::new();
        for square in Square::all() {
            if let Some(piece) = start.at(square) {
                board[square.index()] = bit(piece);
                counts[number(piece)] += 1;
            }
        }
        let differing = |image: &PiecePattern| {
            let squares = board.iter().zip(&image.squares);
            squares.filter(|(found, contents)| *found & *contents == 0).count()
        };
        let mut differing: Vec<usize> =
            self.images.iter().map(|(_, image)| differing(image)).collect();
        let mut is_found = vec![false; self.images.len()];
        for moment in 0..=events.len() {
            let next = events.get(moment).copied();
            for (image, (_, pattern)) in self.images.iter().enumerate() {
                let has_pieces = || {
                    let counts = counts.iter().zip(&pattern.counts);
                    counts.into_iter().all(|(found, (least, most))| least <= found && found <= most)
                };
                if is_found[image] || differing[image] > 0 || !has_pieces() {
                    continue;
                }
                let color = next.map(|shift| side_of(&board, shift));
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
            let (carried, taken) = (board[from], board[to]);
            if taken != NOTHING {
                counts[taken.trailing_zeros() as usize - 1] -= 1;
            }
            for ((_, image), differing) in self.images.iter().zip(&mut differing) {
                let fits = |contents: Contents, square: usize| {
                    usize::from(contents & image.squares[square] == 0)
                };
                *differing += fits(NOTHING, from) + fits(carried, to);
                *differing -= fits(carried, from) + fits(taken, to);
            }
            (board[from], board[to]) = (NOTHING, carried);
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
pub(super) fn prepare(moves: &[(Color, crate::game::Move)]) -> Option<(Vec<u32>, Vec<u16>)> {
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
        let crate::game::Move::Shift(shift) = played else { return None };
        board.is_legal_for(color.side(), *shift).ok()?;
        let _ = board.make(*shift);
        note(color.side(), shift.to);
        events.push(shift.index() as u16);
    }
    Some((ever, events))
}
