//! The board and moves of a game, and their text form.

use joseki_format::record;
use joseki_game::{BoardSize, Color, Move, Point, Variant};
use joseki_mine::{moves_to_text, text_to_moves};

/// The board of a game and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRecord {
    /// The game.
    pub variant: Variant,
    /// Size of the board.
    pub size: BoardSize,
    /// Handicap and setup stones.
    pub initial: Vec<(Color, Point)>,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
}

impl From<record::RecordedGame> for BoardRecord {
    fn from(record: record::RecordedGame) -> BoardRecord {
        let record::RecordedGame { variant, size, initial, moves, .. } = record;
        BoardRecord { variant, size, initial, moves }
    }
}

impl BoardRecord {
    /// Returns the initial stones and the moves as texts, see [`moves_to_text`].
    #[must_use]
    pub fn to_texts(&self) -> (String, String) {
        let initial = self.initial.iter();
        let initial: Vec<(Color, Move)> =
            initial.map(|(color, point)| (*color, Move::Play(*point))).collect();
        (moves_to_text(&initial), moves_to_text(&self.moves))
    }

    /// Parses the texts that [`BoardRecord::to_texts`] returns; `None` if they are not valid for
    /// this board.
    #[must_use]
    pub fn from_texts(
        variant: Variant,
        size: BoardSize,
        initial: &str,
        moves: &str,
    ) -> Option<BoardRecord> {
        let stones = text_to_moves(initial, size)?.into_iter();
        let stones = stones.map(|(color, played)| match played {
            Move::Play(point) => Some((color, point)),
            Move::Shift(_) | Move::Pass => None,
        });
        let initial = stones.collect::<Option<_>>()?;
        Some(BoardRecord { variant, size, initial, moves: text_to_moves(moves, size)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn records_read_back(
            size in 9u8..=19,
            initial in proptest::collection::vec((any::<bool>(), 0u8..9, 0u8..9), 0..9),
            moves in proptest::collection::vec((any::<bool>(), 0u8..9, 0u8..10), 0..60),
        ) {
            let color = |black| if black { Color::Black } else { Color::White };
            let size = BoardSize::new(size).expect("a size");
            let record = BoardRecord {
                variant: Variant::GO,
                size,
                initial: initial.into_iter().map(|(black, x, y)| (color(black), Point::new(x, y))).collect(),
                moves: moves.into_iter().map(|(black, x, y)| {
                    (color(black), if y == 9 { Move::Pass } else { Move::Play(Point::new(x, y)) })
                }).collect(),
            };
            let (initial, moves) = record.to_texts();
            prop_assert_eq!(BoardRecord::from_texts(Variant::GO, size, &initial, &moves), Some(record));
        }

        #[test]
        fn any_text_is_a_record_or_none(
            size in 2u8..=25, initial: String, moves in "[a-tA-T]{0,40}",
        ) {
            let size = BoardSize::new(size).expect("a size");
            let _read = BoardRecord::from_texts(Variant::GO, size, &initial, &moves);
        }
    }
}
