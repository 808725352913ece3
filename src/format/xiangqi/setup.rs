//! Positions as lists of 32 pieces in a fixed order, as XQF and DhtmlXQ have them.

use joseki_game::Side;
use joseki_game::xiangqi::{Kind, Piece, Square, XiangqiBoard};

/// The pieces of a side in their order.
const PIECES: [Kind; 16] = {
    use Kind::{Advisor, Cannon, Elephant, General, Horse, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Rook, Cannon, Cannon,
        Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};

/// Returns the pieces with their squares, `None` for a captured one: those of Red, then of Black.
///
/// # Errors
/// The square of two pieces.
pub(super) fn pieces(
    squares: impl Iterator<Item = Option<Square>>,
) -> Result<Vec<(Square, Piece)>, Square> {
    let sides = [Side::First, Side::Second].into_iter();
    let owners = sides.flat_map(|side| PIECES.map(|kind| Piece { side, kind }));
    let mut pieces: Vec<(Square, Piece)> = Vec::new();
    for (square, piece) in squares.zip(owners) {
        let Some(square) = square else { continue };
        if pieces.iter().any(|(other, _)| *other == square) {
            return Err(square);
        }
        pieces.push((square, piece));
    }
    Ok(pieces)
}

/// Returns the squares of a board's pieces in that order.
pub(super) fn squares(board: &XiangqiBoard) -> [Option<Square>; 32] {
    let mut squares = [None; 32];
    for side in [Side::First, Side::Second] {
        let own = &mut squares[16 * side as usize..][..16];
        for (square, piece) in board.pieces(side) {
            let mut places = own.iter_mut().zip(PIECES);
            if let Some((place, _)) =
                places.find(|(place, kind)| place.is_none() && *kind == piece.kind)
            {
                *place = Some(square);
            }
        }
    }
    squares
}

/// Returns the side to move, which the formats do not state: that of the first piece that moves.
pub(super) fn to_move(pieces: &[(Square, Piece)], first: Option<Square>) -> Side {
    let mover = first.and_then(|from| pieces.iter().find(|(square, _)| *square == from));
    mover.map_or(Side::First, |(_, piece)| piece.side)
}
