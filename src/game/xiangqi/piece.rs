//! Pieces.

use crate::Side;
use crate::square::Square;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 帅 将: one step within the palace.
    General,
    /// 仕 士: one diagonal step within the palace.
    Advisor,
    /// 相 象: two diagonal steps over an empty point, on its own side of the river.
    Elephant,
    /// 马: one step along a line to an empty point, then one diagonal step away.
    Horse,
    /// 车: any distance along a line.
    Rook,
    /// 炮: moves like a rook, and takes the second piece on a line.
    Cannon,
    /// 兵 卒: one step forward, and sideways once it has crossed the river.
    Pawn,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 7] = [
        Kind::General,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Rook,
        Kind::Cannon,
        Kind::Pawn,
    ];

    /// The letter in FEN, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Kind::General => 'K',
            Kind::Advisor => 'A',
            Kind::Elephant => 'B',
            Kind::Horse => 'N',
            Kind::Rook => 'R',
            Kind::Cannon => 'C',
            Kind::Pawn => 'P',
        }
    }

    /// The kind of a letter in any case. The letters of the World Xiangqi Federation for the
    /// elephant (E) and the horse (H) are read too.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Kind::General,
            'A' => Kind::Advisor,
            'B' | 'E' => Kind::Elephant,
            'N' | 'H' => Kind::Horse,
            'R' => Kind::Rook,
            'C' => Kind::Cannon,
            'P' => Kind::Pawn,
            _ => return None,
        })
    }

    /// The most pieces of this kind that a side has.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Kind::General => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }
}

/// A piece of a side. Red is the first side, Black the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side.
    pub side: Side,
    /// The kind.
    pub kind: Kind,
}

impl Piece {
    /// Whether the piece may ever stand on a square by its own rule.
    #[must_use]
    pub const fn may_stand_on(self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank_of(self.side));
        match self.kind {
            Kind::General => 3 <= file && file <= 5 && rank <= 2,
            Kind::Advisor => {
                matches!((file, rank), (3 | 5, 0 | 2) | (4, 1))
            }
            Kind::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
            Kind::Pawn => rank >= 5 || rank >= 3 && file % 2 == 0,
            Kind::Horse | Kind::Rook | Kind::Cannon => true,
        }
    }

    /// The letter in FEN: upper case for Red.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a letter: upper case for Red.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Piece { side, kind }),
            None => None,
        }
    }
}
