//! The key that equal positions share.

use super::board::XiangqiBoard;
use super::piece::{Kind, Piece};
use crate::go::split_mix;
use crate::square::{SQUARES, Square};
use crate::{PositionKey, Side, Symmetry, Variant};

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

/// The images of a position: as it is, in the mirror, and both turned over with the colours
/// exchanged, by half of the symmetry's number.
const IMAGES: [Symmetry; 4] = [
    Symmetry::IDENTITY,
    Symmetry::MIRROR_LEFT_RIGHT,
    Symmetry::MIRROR_TOP_BOTTOM,
    Symmetry::ROTATE_180,
];

/// The hashes of a position's images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ImageHashes([u64; 4]);

impl ImageHashes {
    /// Computes the hashes of a position.
    pub(super) fn of(board: &XiangqiBoard) -> ImageHashes {
        let mut hashes = ImageHashes([Variant::XIANGQI.salt(); 4]);
        for side in [Side::First, Side::Second] {
            for (square, piece) in board.pieces(side) {
                hashes.toggle(piece, square);
            }
        }
        hashes
    }

    /// Adds or removes a piece.
    pub(super) fn toggle(&mut self, piece: Piece, square: Square) {
        for (hash, symmetry) in self.0.iter_mut().zip(IMAGES) {
            let side = if symmetry.turns_over() { piece.side.opposite() } else { piece.side };
            *hash ^= number(Piece { side, ..piece }, square.transformed(symmetry));
        }
    }

    /// The key with a side to move, which is Red in the images that count.
    pub(super) fn key(self, to_move: Side) -> PositionKey {
        let is_turned = to_move == Side::Second;
        let images = IMAGES.into_iter().zip(self.0);
        PositionKey::least(images.filter(|(symmetry, _)| symmetry.turns_over() == is_turned))
    }
}

impl Piece {
    /// The random number of the piece on a square.
    #[must_use]
    pub const fn number(self, square: Square) -> u64 {
        number(self, square)
    }
}

impl XiangqiBoard {
    /// The key of the position: the same for its mirror image, and for the position after half a turn
    /// with colours exchanged, in which the other side is to move. Counters and history are not in it.
    #[must_use]
    pub fn position_key(&self) -> u64 {
        ImageHashes::of(self).key(self.to_move()).key
    }
}
