//! Area scoring of a board that is played to its end.

use std::fmt::{self, Display, Formatter};

use super::{PointSet, Position, flood};
use crate::game::Color;

/// The points of both sides: stones, and empty regions that touch stones of one colour only. Every other empty
/// point is neutral. All stones count as alive, as in the Tromp-Taylor rules: dead ones have to be taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// Black's points.
    pub black: u32,
    /// White's points.
    pub white: u32,
    /// Points of neither side.
    pub neutral: u32,
}

/// By how much a game was won: positive for Black, negative for White, 0 for a draw. Written as in GTP and
/// SGF: `B+3.5`, `W+12`, `0`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Score(pub f64);

impl Area {
    /// Counts a board.
    #[must_use]
    pub fn of(board: &Position) -> Area {
        let (black, white) = (board.stones(Color::Black), board.stones(Color::White));
        let mut area = Area {
            black: black.len(),
            white: white.len(),
            neutral: 0,
        };
        let mut left = board.empty();
        while let Some(first) = left.first() {
            let region = flood::chain(first, &left);
            left = left.difference(region);
            let around = region.neighbours(board.size());
            let touches = |stones: PointSet| !around.is_disjoint(&stones);
            match (touches(black), touches(white)) {
                (true, false) => area.black += region.len(),
                (false, true) => area.white += region.len(),
                _ => area.neutral += region.len(),
            }
        }
        area
    }

    /// The result with a komi: a neutral point is half for each.
    #[must_use]
    pub fn score(self, komi: f64) -> Score {
        Score(f64::from(self.black) - f64::from(self.white) - komi)
    }
}

impl Score {
    /// Who won.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self.0 {
            points if points > 0.0 => Some(Color::Black),
            points if points < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl Display for Score {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{}+{}", winner.letter(), self.0.abs()),
            None => f.write_str("0"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{BoardSize, Point};

    fn wall(board: &mut Position, color: Color, x: u8) {
        for y in 0..19 {
            board.place(color, Point::new(x, y));
        }
    }

    /// The facts page, "Rules of the board under it".
    #[test]
    fn the_golden_values_of_the_facts() {
        let mut board = Position::new(BoardSize::NINETEEN);
        assert_eq!(Area::of(&board).neutral, 361);
        board.place(Color::Black, Point::new(3, 3));
        let area = Area::of(&board);
        assert_eq!((area.black, area.white, area.neutral), (361, 0, 0));
        let mut board = Position::new(BoardSize::NINETEEN);
        wall(&mut board, Color::Black, 8);
        wall(&mut board, Color::White, 10);
        let area = Area::of(&board);
        assert_eq!((area.black, area.white, area.neutral), (171, 171, 19));
        assert_eq!(area.score(0.0).to_string(), "0");
        assert_eq!(area.score(5.5).to_string(), "W+5.5");
        assert_eq!(area.score(-2.0).to_string(), "B+2");
    }

    /// 2.75 stones of komi: Black needs more than 183.25 of 361.
    #[test]
    fn half_the_komi_is_what_black_needs_beyond_half_of_the_board() {
        for black in 0..=361u32 {
            let area = Area {
                black,
                white: 361 - black,
                neutral: 0,
            };
            let won = area.score(5.5).winner() == Some(Color::Black);
            assert_eq!(won, f64::from(black) > 183.25, "{black}");
        }
    }
}
