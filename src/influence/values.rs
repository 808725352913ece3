//! ΔSFB of every legal move.

use super::Whole;
use super::whole::to_millionths;
use joseki_game::{Color, Move, Point};

/// Effect of one move on SFB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveGain {
    /// Point of the move.
    pub point: Point,
    /// ΔSFB of the move, rounded to a millionth: positive if Black gained.
    pub change: f64,
}

impl MoveGain {
    /// Returns ΔSFB in the view of a colour: positive if it gained.
    #[must_use]
    pub fn gain(&self, color: Color) -> f64 {
        match color {
            Color::Black => self.change,
            Color::White => 0.0 - self.change,
        }
    }
}

impl Whole {
    /// Returns ΔSFB of every legal move of a colour, the best for that colour first, equal ones in
    /// reading order. Rounding makes moves equal that a symmetry of the board exchanges.
    ///
    /// ```
    /// use joseki_game::go::diagram;
    /// use joseki_game::{Color, Point};
    /// use joseki_influence::{Mechanical, Whole};
    ///
    /// // The suicide in the corner is not listed.
    /// let board = diagram::parse(". O . . .\nO . . . .\n. . . . .\n. . X . .\n. . . . .")?;
    /// let values = Whole::new(&board, Mechanical::default()).values(Color::Black);
    /// assert_eq!(values.len(), 21);
    /// assert_eq!(values[0].point, Point::new(3, 1));
    /// assert!(values[0].change > 0.0 && values[0].gain(Color::White) < 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn values(&self, color: Color) -> Vec<MoveGain> {
        let before = self.sfb();
        let value = |point| {
            let mut after = self.clone();
            after.play(color, Move::Play(point)).ok()?;
            Some(MoveGain { point, change: to_millionths(after.sfb() - before) })
        };
        let mut values: Vec<MoveGain> = self.board().empty().iter().filter_map(value).collect();
        values.sort_by(|one, two| two.gain(color).total_cmp(&one.gain(color)));
        values
    }
}
