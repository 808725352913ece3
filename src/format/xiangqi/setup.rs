//! Positions as lists of pieces in a fixed order, as XQF and DhtmlXQ have them.

use crate::game::Side;
use crate::game::xiangqi::{Kind, Piece, Square};

/// The pieces of a side in their order.
pub(super) const PIECES: [Kind; 16] = {
    use Kind::{Advisor, Cannon, Elephant, General, Horse, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Rook, Cannon, Cannon,
        Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};

/// The side to move, which the formats do not say: that of the first piece that moves.
pub(super) fn to_move(pieces: &[(Square, Piece)], first: Option<Square>) -> Side {
    let mover = first.and_then(|from| pieces.iter().find(|(square, _)| *square == from));
    mover.map_or(Side::First, |(_, piece)| piece.side)
}
