//! Zobrist's model: positive and negative values spread.

use super::Field;
use joseki_game::Color;
use joseki_game::go::Position;

/// Zobrist's model. A stone is worth 50, White's −50; then, four times and simultaneously, every
/// positive point adds 1 to each of its neighbours and every negative one subtracts 1, stones
/// included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zobrist {
    /// Value of a stone, 1 to 10,000.
    pub(super) stone: i32,
    /// Number of spreading rounds, 0 to 48.
    pub(super) rounds: u32,
}

impl Zobrist {
    /// Maximum value of a stone.
    pub const MAX: i32 = 10_000;
    /// Maximum number of rounds: no value spreads further on the largest board.
    pub const MAX_ROUNDS: u32 = 48;

    /// Creates the model with a value of a stone other than 50 and a number of rounds other than 4;
    /// none if either is out of range.
    #[must_use]
    pub fn with_parameters(stone: i32, rounds: u32) -> Option<Zobrist> {
        let fits = (1..=Zobrist::MAX).contains(&stone) && rounds <= Zobrist::MAX_ROUNDS;
        fits.then_some(Zobrist { stone, rounds })
    }

    /// Computes the field of a board.
    #[must_use]
    pub fn field(self, board: &Position) -> Field {
        let mut field = Field::zero(board.size());
        field.add_all(board.stones(Color::Black), self.stone);
        field.add_all(board.stones(Color::White), -self.stone);
        for _ in 0..self.rounds {
            let (black, white) =
                (field.points_where(|value| value > 0), field.points_where(|value| value < 0));
            for (columns, rows) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                field.add_all(black.shifted(columns, rows, board.size()), 1);
                field.add_all(white.shifted(columns, rows, board.size()), -1);
            }
        }
        field
    }
}

impl Default for Zobrist {
    fn default() -> Zobrist {
        Zobrist { stone: 50, rounds: 4 }
    }
}
