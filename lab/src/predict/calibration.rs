//! Calibration of the mechanical model: who owns the points at the end that it gives to a side, and
//! how strong the field is where players choose to play.

use serde::Serialize;

use joseki_game::go::{Count, PointSet, Position, ScoringRules};
use joseki_game::{BoardSize, Color, Move, Point};
use joseki_influence::{
    Forces, LifeMethod, Mechanical, PointMetrics, SATURATION, Territory, estimated_count,
};

/// Lower bounds of the bands of FB; the last one is where a point belongs fully to one side.
const BANDS: [f64; 7] = [0.0, 1.0, 2.0, 4.0, 8.0, 16.0, SATURATION];

/// Number of bins of ranks, one per cent each.
const BINS: usize = 100;

/// Calibration on the boards after one number of moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// Games of that length that ended in a count.
    pub counted: u64,
    /// Points of influence that are not solid.
    pub influence: OwnedPoints,
    /// Solid points.
    pub solid: OwnedPoints,
    /// Empty points by FB, held by the side that A favours.
    pub balanced: Vec<BalancedBand>,
    /// Moves since the previous boards.
    pub chosen: ChosenPoints,
}

/// Empty points that a side holds by the model, and who owns them at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OwnedPoints {
    /// Number of points.
    pub points: u64,
    /// Those that this side owns at the end.
    pub own: u64,
    /// Those that the other side owns at the end; the rest is neutral.
    pub other: u64,
}

/// Points of one band of FB.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BalancedBand {
    /// Smallest FB of the band; the next band's is the bound above. Points with FB 0 belong to
    /// none.
    pub from: f64,
    /// Its points.
    #[serde(flatten)]
    pub owned: OwnedPoints,
}

/// Rank by F of the points that players chose: the share of the empty points with a greater F,
/// counting equal ones as half, 0 for the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChosenPoints {
    /// Number of moves.
    pub moves: u64,
    /// Mean; none without moves.
    pub mean: Option<f64>,
    /// Quartiles, in whole per cents; none without moves.
    pub quartiles: Option<[f64; 3]>,
}

/// Sums over the boards of one or several games.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationSums {
    counted: u64,
    influence: OwnedPoints,
    solid: OwnedPoints,
    balanced: [OwnedPoints; BANDS.len()],
    ranks: Vec<u32>,
    /// Sum of the ranks in millionths, so that it does not depend on the order.
    ranks_sum: u64,
}

impl Default for CalibrationSums {
    fn default() -> CalibrationSums {
        CalibrationSums {
            counted: 0,
            influence: OwnedPoints::default(),
            solid: OwnedPoints::default(),
            balanced: Default::default(),
            ranks: vec![0; BINS],
            ranks_sum: 0,
        }
    }
}

/// Calibrates the model on the boards of a 19x19 game after the given numbers of moves (ascending).
/// The owners of the points are those of the last board, if the game ended in a count.
pub fn calibrate(
    moves: &[(Color, Move)],
    ended_in_count: bool,
    after: &[usize],
) -> Vec<CalibrationSums> {
    let mut board = Position::new(BoardSize::NINETEEN);
    let end = ended_in_count.then(|| owners(moves));
    let mut played = 0;
    let mut boards = Vec::with_capacity(after.len());
    for &count in after {
        let Some(next) = moves.get(played..count) else {
            break;
        };
        let mut sums = CalibrationSums::default();
        for (color, made) in next {
            if let Move::Play(point) = made {
                sums.choose(&board, *point);
            }
            play(&mut board, *color, *made);
        }
        played = count;
        if let Some(end) = &end {
            sums.hold(&board, end);
        }
        boards.push(sums);
    }
    boards
}

fn owners(moves: &[(Color, Move)]) -> Count {
    let mut board = Position::new(BoardSize::NINETEEN);
    for (color, made) in moves {
        play(&mut board, *color, *made);
    }
    estimated_count(&board, ScoringRules::Chinese, 0.0, &LifeMethod::default())
}

fn play(board: &mut Position, color: Color, made: Move) {
    match made {
        // All moves of a parsed record are legal.
        Move::Play(point) => drop(board.play(color, point)),
        Move::Pass | Move::Shift(_) => board.pass(),
    }
}

impl CalibrationSums {
    /// Adds the rank of a point that is chosen on a board.
    fn choose(&mut self, board: &Position, chosen: Point) {
        let forces = Forces::new(board, Mechanical::default());
        let strength = |point| -> i64 {
            let squares = forces.at(point).map(|force| i64::from(force).pow(2));
            squares.iter().sum()
        };
        let (mine, mut greater, mut others) = (strength(chosen), 0.0, 0.0);
        for point in board.empty() {
            if point != chosen {
                others += 1.0;
                let their = strength(point);
                greater +=
                    if their > mine { 1.0 } else { f64::from(u8::from(their == mine)) / 2.0 };
            }
        }
        let rank: f64 = if others > 0.0 { greater / others } else { 0.0 };
        let bin = (rank * BINS as f64) as usize;
        self.ranks[bin.min(BINS - 1)] += 1;
        self.ranks_sum += (rank * 1e6).round() as u64;
    }

    /// Adds the points that the sides hold on a board.
    fn hold(&mut self, board: &Position, end: &Count) {
        let forces = Forces::new(board, Mechanical::default());
        let territory = Territory::new(board, &forces);
        self.counted += 1;
        for color in Color::ALL {
            let held = territory.side(color);
            self.influence.add(held.influence_only(), color, end);
            self.solid.add(held.solid, color, end);
        }
        for point in board.empty() {
            let signed = PointMetrics::from_forces(forces.at(point)).signed();
            let color = match signed {
                signed if signed > 0.0 => Color::Black,
                signed if signed < 0.0 => Color::White,
                _ => continue,
            };
            let band = BANDS.iter().rposition(|from| signed.abs() >= *from);
            self.balanced[band.unwrap_or(0)].add(PointSet::from(point), color, end);
        }
    }

    /// Adds the sums of other boards.
    pub fn merge(&mut self, other: &CalibrationSums) {
        self.counted += other.counted;
        self.influence.merge(&other.influence);
        self.solid.merge(&other.solid);
        for (sum, more) in self.balanced.iter_mut().zip(&other.balanced) {
            sum.merge(more);
        }
        for (sum, more) in self.ranks.iter_mut().zip(&other.ranks) {
            *sum += more;
        }
        self.ranks_sum += other.ranks_sum;
    }

    /// Returns the result.
    pub fn calibration(&self) -> Calibration {
        let bands = BANDS.into_iter().zip(self.balanced);
        let moves: u64 = self.ranks.iter().map(|count| u64::from(*count)).sum();
        Calibration {
            counted: self.counted,
            influence: self.influence,
            solid: self.solid,
            balanced: bands.map(|(from, owned)| BalancedBand { from, owned }).collect(),
            chosen: ChosenPoints {
                moves,
                mean: (moves > 0).then(|| self.ranks_sum as f64 / 1e6 / moves as f64),
                quartiles: (moves > 0).then(|| [1, 2, 3].map(|part| self.quantile(part, moves))),
            },
        }
    }

    /// Returns the lower end of the bin below which a number of quarters of the ranks lie.
    fn quantile(&self, quarters: u64, moves: u64) -> f64 {
        let mut below = 0;
        let bin = self.ranks.iter().position(|count| {
            below += u64::from(*count);
            4 * below >= quarters * moves
        });
        bin.unwrap_or(0) as f64 / BINS as f64
    }
}

impl OwnedPoints {
    fn add(&mut self, points: PointSet, color: Color, end: &Count) {
        for point in points {
            self.points += 1;
            match end.owner(point) {
                Some(owner) if owner == color => self.own += 1,
                Some(_) => self.other += 1,
                None => {}
            }
        }
    }

    fn merge(&mut self, other: &OwnedPoints) {
        self.points += other.points;
        self.own += other.own;
        self.other += other.other;
    }

    /// Returns the share of the points that their side owns at the end; none without points.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.points > 0).then(|| self.own as f64 / self.points as f64)
    }

    /// Returns the share of the points that the other side owns; none without points.
    #[must_use]
    pub fn other_share(&self) -> Option<f64> {
        (self.points > 0).then(|| self.other as f64 / self.points as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: BoardSize = BoardSize::NINETEEN;

    fn at(x: u8, y: u8) -> Point {
        Point::new(x, y)
    }

    /// By the golden values a lone stone on 3-3 holds ten points, two of them solid; Black owns all
    /// of them at the end, or White does.
    #[test]
    fn held_points_are_compared_with_their_owners() {
        let mut board = Position::new(SIZE);
        board.place(Color::Black, at(2, 2));
        for owner in Color::ALL {
            let mut end = Position::new(SIZE);
            end.place(owner, at(2, 2));
            let end = estimated_count(&end, ScoringRules::Chinese, 0.0, &LifeMethod::default());
            let mut sums = CalibrationSums::default();
            sums.hold(&board, &end);
            let found = sums.calibration();
            let share = if owner == Color::Black { 1.0 } else { 0.0 };
            assert_eq!((found.influence.points, found.solid.points), (8, 2));
            assert_eq!((found.influence.share(), found.solid.share()), (Some(share), Some(share)));
            assert_eq!(found.solid.other_share(), Some(1.0 - share));
            let bands: u64 = found.balanced.iter().map(|band| band.owned.points).sum();
            assert!(bands >= 10);
        }
    }

    /// The force of a lone stone is greatest beside it; far from it there is none, where all points
    /// are equal.
    #[test]
    fn the_rank_of_a_chosen_point_is_the_share_of_stronger_ones() {
        let mut board = Position::new(SIZE);
        board.place(Color::Black, at(9, 9));
        let rank = |point| {
            let mut sums = CalibrationSums::default();
            sums.choose(&board, point);
            sums.calibration().chosen
        };
        // Four points are equal: three others count half each, of 359.
        let beside = rank(at(10, 9));
        assert!((beside.mean.unwrap() - 1.5 / 359.0).abs() < 1e-6);
        assert_eq!((beside.moves, beside.quartiles), (1, Some([0.0; 3])));
        let forces = Forces::new(&board, Mechanical::default());
        let zero = board.empty().iter().filter(|point| forces.at(*point) == [0; 4]).count();
        let far = rank(at(0, 0)).mean.unwrap();
        let expected = (360.0 - zero as f64 + (zero as f64 - 1.0) / 2.0) / 359.0;
        assert!((far - expected).abs() < 1e-6, "{far} {expected}");
    }
}
