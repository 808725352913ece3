//! Model values of one game after some of its moves.

use super::calibration::CalibrationSums;
use super::measure::PairSums;
use joseki_format::evaluation::Evaluations;
use joseki_game::go::{PointSet, Position};
use joseki_game::{BoardSize, Color, Move};
use joseki_influence::Model;

/// Values of one board of a game; positive numbers favour Black.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardValues {
    /// Black's stones minus White's.
    pub stones: f64,
    /// Lead by each model.
    pub models: Vec<f64>,
    /// Lead given by the engine.
    pub engine: Option<f64>,
    /// For each predictor (the stones, then the models): changes of its value by the moves since
    /// the previous board, paired with the points that these moves gained according to the engine,
    /// both in the mover's view.
    pub moves: Vec<PairSums>,
    /// Calibration on this board, if requested.
    pub calibration: Option<CalibrationSums>,
}

/// Evaluates the boards of a 19x19 game after the given numbers of moves (ascending); boards beyond
/// the end of the game are missing.
pub fn evaluate_boards(
    moves: &[(Color, Move)],
    evaluations: &Evaluations,
    after: &[usize],
    models: &[Model],
) -> Vec<BoardValues> {
    let mut game = MeasuredGame { board: Position::new(BoardSize::NINETEEN), models };
    let mut played = 0;
    let mut looked = Vec::with_capacity(after.len());
    for &count in after {
        let Some(next) = moves.get(played..count) else {
            break;
        };
        let mut pairs = vec![PairSums::default(); models.len() + 1];
        for (index, (color, made)) in (played..).zip(next) {
            let gained = evaluations.loss(index, *color).and_then(|loss| loss.points);
            game.play(*color, *made, gained.map(|lost| -f64::from(lost)), &mut pairs);
        }
        played = count;
        let numbers = game.numbers();
        looked.push(BoardValues {
            stones: numbers[0],
            models: numbers[1..].to_vec(),
            engine: evaluations.lead(count).map(f64::from),
            moves: pairs,
            calibration: None,
        });
    }
    looked
}

struct MeasuredGame<'a> {
    board: Position,
    models: &'a [Model],
}

impl MeasuredGame<'_> {
    /// Returns the values by predictor: the stones, then the models.
    fn numbers(&self) -> Vec<f64> {
        let stones = |color| f64::from(self.board.stones(color).len());
        let models = self.models.iter();
        std::iter::once(stones(Color::Black) - stones(Color::White))
            .chain(models.map(|model| model.lead(&self.board, PointSet::EMPTY)))
            .collect()
    }

    /// Plays a move. If the engine says what it gained, pairs the change of each value with that
    /// gain.
    fn play(&mut self, color: Color, made: Move, gained: Option<f64>, pairs: &mut [PairSums]) {
        let before = gained.map(|gained| (gained, self.numbers()));
        match made {
            // All moves of a parsed record are legal.
            Move::Play(point) => drop(self.board.play(color, point)),
            Move::Pass | Move::Shift(_) => self.board.pass(),
        }
        let Some((gained, before)) = before else {
            return;
        };
        let sign = match color {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        let changes = self.numbers().into_iter().zip(before);
        for (pairs, (after, before)) in pairs.iter_mut().zip(changes) {
            pairs.add(sign * (after - before), gained);
        }
    }
}
