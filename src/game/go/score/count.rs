//! Counts each side's points on a finished board.

use super::{Score, ScoreError, Scoring, ScoringRules, seki_stones};
use crate::Color;
use crate::go::{Point, PointSet, Position, flood};

/// The count of a finished board.
///
/// ```
/// use joseki_game::{BoardSize, Color, Point};
/// use joseki_game::go::{Count, Position, Scoring, ScoringRules};
///
/// let mut board = Position::new(BoardSize::NINETEEN);
/// board.place(Color::Black, Point::new(3, 3));
/// let count = Count::new(&board, &Scoring::new(ScoringRules::Chinese, 7.5)).unwrap();
/// assert_eq!(count.black.points, 361.0);
/// assert_eq!(count.score().to_string(), "B+353.5");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// The rules used.
    pub rules: ScoringRules,
    /// White's compensation for moving second, in points.
    pub komi: f64,
    /// Black's count.
    pub black: SideCount,
    /// White's count, without komi.
    pub white: SideCount,
    /// Empty points, and points under dead stones, that belong to neither side.
    pub neutral: PointSet,
    /// The dead stones, whole chains of both colours.
    pub dead: PointSet,
    /// The stones in seki, whole chains of both colours.
    pub seki: PointSet,
    /// The living stones of Black, of White.
    living: [PointSet; 2],
}

/// The count of one side on a finished board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideCount {
    /// Its living stones.
    pub stones: u32,
    /// Its points: empty ones, and those under dead stones of the other side.
    pub territory: PointSet,
    /// Stones it captured in the game.
    pub prisoners: u32,
    /// Dead stones of the other side, taken off as prisoners at the end.
    pub dead: u32,
    /// Its total without komi. Area: stones, territory and half of the neutral points. Territory
    /// rules: territory, prisoners and dead stones.
    pub points: f64,
}

impl Count {
    /// Counts a board after taking off the given dead stones.
    ///
    /// # Errors
    ///
    /// When a point given as dead or as in seki has no stone.
    pub fn new(position: &Position, scoring: &Scoring) -> Result<Count, ScoreError> {
        let size = position.size();
        let stones = Color::ALL.map(|color| position.stones(color));
        let stones = stones[0].union(stones[1]);
        let unknown = |named: PointSet| named.difference(stones).first();
        if let Some(point) = unknown(scoring.dead) {
            return Err(ScoreError::Dead(point, size));
        }
        if let Some(point) = scoring.seki.and_then(unknown) {
            return Err(ScoreError::Seki(point, size));
        }
        Ok(Count::new_unchecked(position, scoring))
    }

    /// Like [`Count::new`] for points that come from the board itself; a point without a stone is
    /// ignored.
    #[must_use]
    pub fn new_unchecked(position: &Position, scoring: &Scoring) -> Count {
        let dead = chains(position, scoring.dead);
        let board = without(position, dead);
        let seki = match scoring.seki {
            Some(named) => chains(position, named),
            None => seki_stones(&board),
        }
        .difference(dead);
        let regions = Regions::find(&board, seki, scoring.rules);
        let side = |color: Color| {
            let taken = scoring.prisoners[color as usize];
            let territory = regions.of[color as usize];
            let lost = dead.intersection(position.stones(color.opposite()));
            let mut side = SideCount {
                stones: board.stones(color).len(),
                territory,
                prisoners: position.prisoners(color).saturating_add(taken),
                dead: lost.difference(regions.seki_eyes).len(),
                points: 0.0,
            };
            side.points = side.sum(scoring.rules, regions.neutral.len());
            side
        };
        Count {
            rules: scoring.rules,
            komi: scoring.komi,
            black: side(Color::Black),
            white: side(Color::White),
            neutral: regions.neutral,
            dead,
            seki,
            living: Color::ALL.map(|color| board.stones(color)),
        }
    }

    /// The count of a side.
    #[must_use]
    pub const fn side(&self, color: Color) -> &SideCount {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The owner of a point: the colour of a living stone, or of the territory that contains it.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| {
            self.living[color as usize].contains(point)
                || self.side(color).territory.contains(point)
        })
    }

    /// The result including komi.
    #[must_use]
    pub fn score(&self) -> Score {
        // A komi of tenths has no exact binary form, so round to hundredths.
        let points = self.black.points - self.white.points - self.komi;
        Score((points * 100.0).round() / 100.0 + 0.0)
    }

    /// The winner; `None` for a draw, except that under Ing rules Black wins it.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let drawn = (self.rules == ScoringRules::Ing).then_some(Color::Black);
        self.score().winner().or(drawn)
    }
}

impl SideCount {
    fn sum(&self, rules: ScoringRules, neutral: u32) -> f64 {
        let territory = f64::from(self.territory.len());
        if rules.is_area() {
            f64::from(self.stones) + territory + f64::from(neutral) / 2.0
        } else {
            f64::from(self.prisoners) + f64::from(self.dead) + territory
        }
    }
}

/// The owners of the empty points.
struct Regions {
    of: [PointSet; 2],
    neutral: PointSet,
    /// One-coloured regions that are not territory because they belong to a seki.
    seki_eyes: PointSet,
}

impl Regions {
    fn find(board: &Position, seki: PointSet, rules: ScoringRules) -> Regions {
        let mut regions = Regions {
            of: [PointSet::EMPTY; 2],
            neutral: PointSet::EMPTY,
            seki_eyes: PointSet::EMPTY,
        };
        let stones = Color::ALL.map(|color| board.stones(color));
        let mut left = board.empty();
        while let Some(first) = left.first() {
            let region = flood::chain(first, &left);
            left = left.difference(region);
            let around = region.neighbours(board.size());
            let [black, white] = stones.map(|stones| !around.is_disjoint(&stones));
            let owner = match (black, white) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                _ => None,
            };
            let is_eye = !rules.is_area() && !around.is_disjoint(&seki);
            match owner {
                Some(color) if !is_eye => {
                    let own = &mut regions.of[color as usize];
                    *own = own.union(region);
                }
                _ => {
                    regions.neutral = regions.neutral.union(region);
                    if owner.is_some() {
                        regions.seki_eyes = regions.seki_eyes.union(region);
                    }
                }
            }
        }
        regions
    }
}

/// The whole chains of the named stones.
fn chains(position: &Position, named: PointSet) -> PointSet {
    let mut chains = PointSet::EMPTY;
    for point in named {
        if !chains.contains(point) {
            chains = chains.union(position.chain(point));
        }
    }
    chains
}

/// Returns the board without these stones.
fn without(position: &Position, stones: PointSet) -> Position {
    let mut board = *position;
    for point in stones {
        board.clear(point);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardSize;

    fn count(board: &Position, komi: f64) -> Count {
        Count::new(board, &Scoring::new(ScoringRules::Chinese, komi)).unwrap()
    }

    /// The values of the facts page, "Rules of the board under it".
    #[test]
    fn the_golden_values_of_the_facts() {
        let mut board = Position::new(BoardSize::NINETEEN);
        assert_eq!(count(&board, 0.0).neutral.len(), 361);
        board.place(Color::Black, Point::new(3, 3));
        let lone = count(&board, 0.0);
        assert_eq!((lone.black.points, lone.white.points), (361.0, 0.0));
        assert!(lone.neutral.is_empty());
        let mut board = Position::new(BoardSize::NINETEEN);
        for y in 0..19 {
            board.place(Color::Black, Point::new(8, y));
            board.place(Color::White, Point::new(10, y));
        }
        let walls = count(&board, 0.0);
        let own = |side: &SideCount| side.stones + side.territory.len();
        assert_eq!((own(&walls.black), own(&walls.white)), (171, 171));
        assert_eq!(walls.neutral.len(), 19);
        assert_eq!((walls.black.points, walls.white.points), (180.5, 180.5));
        assert_eq!(walls.score().to_string(), "0");
        assert_eq!(count(&board, 5.5).score().to_string(), "W+5.5");
        assert_eq!(count(&board, -2.0).score().to_string(), "B+2");
    }

    /// 2.75 stones of komi: Black needs more than 183.25 of 361.
    #[test]
    fn half_the_komi_is_what_black_needs_beyond_half_of_the_board() {
        let size = BoardSize::NINETEEN;
        let points: Vec<Point> = size.points().collect();
        for black in 1..=360 {
            let mut board = Position::new(size);
            for (number, &point) in points.iter().enumerate() {
                let color = if number < black { Color::Black } else { Color::White };
                board.place(color, point);
            }
            let won = count(&board, 5.5).score().winner() == Some(Color::Black);
            assert_eq!(won, black as f64 > 183.25, "{black}");
        }
    }
}
