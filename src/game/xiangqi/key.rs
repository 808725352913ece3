//! The key that equal positions share.

use super::board::XiangqiBoard;
use super::piece::{Kind, Piece};
use super::square::{SQUARES, Square};
use crate::game::Side;
use crate::game::go::split_mix;

/// The seed of SplitMix64: the second 16 hexadecimal digits of the fraction of pi.
const SEED: u64 = 0x1319_8a2e_0370_7344;

/// The random number of a piece on a square. Keys derived from these numbers are stored: they must
/// never change.
const fn number(piece: Piece, square: Square) -> u64 {
    TABLE[piece.side as usize * Kind::ALL.len() + piece.kind as usize][square.index()]
}

/// By piece, those of Red first, and square: the outputs of SplitMix64 in that order.
static TABLE: [[u64; SQUARES]; 2 * Kind::ALL.len()] = {
    let mut table = [[0; SQUARES]; 2 * Kind::ALL.len()];
    let mut n = 0;
    while n < 2 * Kind::ALL.len() * SQUARES {
        table[n / SQUARES][n % SQUARES] = split_mix(SEED, n as u64);
        n += 1;
    }
    table
};

impl XiangqiBoard {
    /// The key of the position: the same for its mirror image, and for the position after half a turn
    /// with colours exchanged, in which the other side is to move. Counters and history are not in it.
    #[must_use]
    pub fn position_key(&self) -> u64 {
        // As the side to move sees it, which is Red then.
        let seen = |square: Square, piece: Piece| match self.to_move() {
            Side::First => (square, piece),
            Side::Second => (square.turned(), Piece { side: piece.side.opposite(), ..piece }),
        };
        let (mut plain, mut mirrored) = (0, 0);
        for side in [Side::First, Side::Second] {
            for (square, piece) in self.pieces(side) {
                let (square, piece) = seen(square, piece);
                plain ^= number(piece, square);
                mirrored ^= number(piece, square.mirrored());
            }
        }
        plain.min(mirrored)
    }
}
