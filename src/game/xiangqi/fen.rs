//! Positions as text: FEN.

use std::fmt::Write;
use std::str::FromStr;

use super::board::XiangqiBoard;
use super::piece::{Kind, Piece};
use crate::Side;
use crate::square::{FILES, RANKS, Square};

/// The longest text that is read.
const LONGEST: usize = 200;

/// Error for a text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text is too long to be one.
    #[error("the text has {0} bytes: expected a FEN, at most {LONGEST}")]
    TooLong(usize),
    /// Another number of ranks than ten.
    #[error("expected 10 ranks between slashes, found {0}")]
    Ranks(usize),
    /// A rank with more or fewer than nine points.
    #[error("rank {rank} has {found} points: expected 9")]
    Points {
        /// The rank, 9 for the first of the text.
        rank: u8,
        /// The points that its text describes.
        found: usize,
    },
    /// An unknown piece.
    #[error("unknown piece {letter:?} on rank {rank}: expected one of KABNRCP, or E and H")]
    Letter {
        /// The letter.
        letter: char,
        /// The rank.
        rank: u8,
    },
    /// An unknown side to move.
    #[error("unknown side to move {0:?}: expected w (or r) for Red, b for Black")]
    ToMove(String),
    /// An invalid counter.
    #[error("invalid counter {0:?}: expected a number up to 65535")]
    Counter(String),
    /// More fields than a FEN has.
    #[error("{0:?} follows the FEN")]
    Trailing(String),
    /// The position cannot stand on a board.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
}

/// Why pieces cannot stand on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetUpError {
    /// A side without a general, or with several.
    #[error("{} has {found} generals: expected one", name(*.side))]
    Generals {
        /// The side.
        side: Side,
        /// Its generals.
        found: usize,
    },
    /// More pieces of a kind than a side has.
    #[error("{} has {found} of {}: expected at most {}", name(*.side), .kind.letter(), .kind.most())]
    TooMany {
        /// The side.
        side: Side,
        /// The kind.
        kind: Kind,
        /// How many it has.
        found: usize,
    },
    /// A piece on a square that it never reaches.
    #[error("the piece {} never reaches {square}", .piece.letter())]
    Place {
        /// The piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// Two pawns that have not crossed the river on one file.
    #[error("two pawns of {} that have not crossed the river stand on file {}", name(*.side), char::from(b'a' + *.file))]
    Pawns {
        /// The side.
        side: Side,
        /// The file, 0 to 8.
        file: u8,
    },
    /// The generals face each other.
    #[error("the generals face each other on an open file")]
    Facing,
    /// The side that has just moved is in check.
    #[error("{} has just moved and is in check", name(*.0))]
    MovedIntoCheck(Side),
}

/// Red or Black.
#[must_use]
pub const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Red",
        Side::Second => "Black",
    }
}

impl FromStr for XiangqiBoard {
    type Err = FenError;

    /// Reads a FEN. A blank may be written as in a URL, `+` or `%20`; the counters, or all fields
    /// after the side to move, may be missing.
    fn from_str(text: &str) -> Result<XiangqiBoard, FenError> {
        if text.len() > LONGEST {
            return Err(FenError::TooLong(text.len()));
        }
        let text =
            text.replace("%20", " ").replace("%2F", "/").replace("%2f", "/").replace('+', " ");
        let mut fields = text.split_whitespace();
        let mut board = XiangqiBoard::empty();
        read_pieces(fields.next().unwrap_or_default(), &mut board)?;
        let to_move = match fields.next() {
            Some("w" | "W" | "r" | "R") | None => Side::First,
            Some("b" | "B") => Side::Second,
            Some(other) => return Err(FenError::ToMove(other.to_owned())),
        };
        let rest: Vec<&str> = fields.filter(|field| *field != "-").collect();
        let number = |field: Option<&&str>, usual: u16| match field {
            None => Ok(usual),
            Some(text) => text.parse().map_err(|_| FenError::Counter((*text).to_owned())),
        };
        board.set_turn(to_move, number(rest.first(), 0)?, number(rest.get(1), 1)?.max(1));
        match rest.get(2) {
            Some(extra) => Err(FenError::Trailing((*extra).to_owned())),
            None => {
                board.check_set_up()?;
                Ok(board)
            }
        }
    }
}

/// Puts the pieces of a FEN's first field on a board, but for a second general of a side.
fn read_pieces(text: &str, board: &mut XiangqiBoard) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(RANKS) {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut generals = [0; 2];
    for (rank, text) in (0..RANKS).rev().zip(ranks) {
        let mut found = 0usize;
        for letter in text.chars() {
            if let Some(gap) = letter.to_digit(10) {
                found += gap as usize;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Letter { letter, rank })?;
            if let Some(square) = u8::try_from(found).ok().and_then(|file| Square::new(file, rank))
            {
                generals[piece.side as usize] += usize::from(piece.kind == Kind::General);
                board.put(piece, square);
            }
            found += 1;
        }
        if found != usize::from(FILES) {
            return Err(FenError::Points { rank, found });
        }
    }
    for (side, found) in [Side::First, Side::Second].into_iter().zip(generals) {
        if found != 1 {
            return Err(SetUpError::Generals { side, found }.into());
        }
    }
    Ok(())
}

impl XiangqiBoard {
    /// Sets up pieces, each on a square of its own.
    ///
    /// # Errors
    /// They cannot stand on a board.
    pub fn from_pieces(
        pieces: impl Iterator<Item = (Square, Piece)> + Clone,
        to_move: Side,
    ) -> Result<XiangqiBoard, SetUpError> {
        for side in [Side::First, Side::Second] {
            let general = Piece { side, kind: Kind::General };
            let found = pieces.clone().filter(|(_, piece)| *piece == general).count();
            if found != 1 {
                return Err(SetUpError::Generals { side, found });
            }
        }
        let mut board = XiangqiBoard::empty();
        for (square, piece) in pieces {
            if board.at(square).is_none() {
                board.put(piece, square);
            }
        }
        board.set_turn(to_move, 0, 1);
        board.check_set_up()?;
        Ok(board)
    }

    /// Checks that the pieces can stand on a board.
    fn check_set_up(&self) -> Result<(), SetUpError> {
        for side in [Side::First, Side::Second] {
            for kind in Kind::ALL {
                let found = self.pieces(side).filter(|(_, piece)| piece.kind == kind).count();
                if found > kind.most() {
                    return Err(SetUpError::TooMany { side, kind, found });
                }
            }
            let mut files = [0; FILES as usize];
            for (square, piece) in self.pieces(side) {
                if !piece.may_stand_on(square) {
                    return Err(SetUpError::Place { piece, square });
                }
                if piece.kind == Kind::Pawn && square.rank_of(side) < 5 {
                    files[usize::from(square.file())] += 1;
                }
            }
            if let Some(file) = (0..FILES).find(|file| files[usize::from(*file)] > 1) {
                return Err(SetUpError::Pawns { side, file });
            }
        }
        let moved = self.to_move().opposite();
        match self.is_attacked(moved) {
            true if self.is_facing() => Err(SetUpError::Facing),
            true => Err(SetUpError::MovedIntoCheck(moved)),
            false => Ok(()),
        }
    }

    fn is_facing(&self) -> bool {
        let [red, black] = [self.general(Side::First), self.general(Side::Second)];
        let between = red.rank() + 1..black.rank();
        red.file() == black.file()
            && between.into_iter().all(|rank| self.at(Square::at(red.file(), rank)).is_none())
    }

    /// The FEN, with the counters.
    #[must_use]
    pub fn fen(&self) -> String {
        let side = if self.to_move() == Side::First { 'w' } else { 'b' };
        let mut text = self.board_text();
        // Writing to a string does not fail.
        let _ = write!(text, " {side} - - {} {}", self.quiet_moves(), self.move_number());
        text
    }

    /// The first field of the FEN: the pieces.
    #[must_use]
    pub fn board_text(&self) -> String {
        let mut text = String::with_capacity(64);
        for rank in (0..RANKS).rev() {
            let mut gap = 0;
            for file in 0..FILES {
                match self.at(Square::at(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            text.push(char::from(b'0' + gap));
                            gap = 0;
                        }
                        text.push(piece.letter());
                    }
                }
            }
            if gap > 0 {
                text.push(char::from(b'0' + gap));
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// The position in the mirror of the middle file.
    #[must_use]
    pub fn mirrored(&self) -> XiangqiBoard {
        self.image(|square, piece| (square.mirrored(), piece), self.to_move())
    }

    /// The position after half a turn, with colours exchanged.
    #[must_use]
    pub fn exchanged(&self) -> XiangqiBoard {
        let exchanged = |square: Square, piece: Piece| {
            (square.turned(), Piece { side: piece.side.opposite(), ..piece })
        };
        self.image(exchanged, self.to_move().opposite())
    }

    fn image(
        &self,
        image: impl Fn(Square, Piece) -> (Square, Piece),
        to_move: Side,
    ) -> XiangqiBoard {
        let mut board = XiangqiBoard::empty();
        board.set_turn(to_move, self.quiet_moves(), self.move_number());
        for side in [Side::First, Side::Second] {
            for (square, piece) in self.pieces(side) {
                let (square, piece) = image(square, piece);
                board.put(piece, square);
            }
        }
        board
    }
}
