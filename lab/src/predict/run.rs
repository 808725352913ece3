//! Prediction study: reads games, evaluates their boards and compares the numbers with the winners.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::calibration::{Calibration, CalibrationSums, calibrate};
use super::game::{BoardValues, evaluate_boards};
use super::measure::{Estimate, PairSums, Roc};
use super::request::{
    PredictOutcome, PredictRecords, PredictRequest, PredictionsAt, Predictor, PredictorComparison,
    PredictorMeasures,
};
use joseki_format::game_info::{self, GameOutcome};
use joseki_format::main_line::main_line;
use joseki_format::sgf::GameTree;
use joseki_game::{Color, Variant};
use joseki_mine::{
    ReadProgress, RecordCollection, RecordPlace, ReportConsumer, ReportCounts, read_game,
};
use joseki_service::ServiceError;
use joseki_service::wilson;

/// Measures how well each model's lead, the stone count and the record's engine predict the winner
/// after some moves, and how they correlate with that engine's lead. The result depends neither on
/// the order of the records nor on the number of threads.
///
/// # Errors
/// Missing or unreadable path.
pub fn predict(
    request: &PredictRequest,
    on_progress: &mut (dyn FnMut(ReadProgress) + Send),
) -> Result<PredictOutcome, ServiceError> {
    let collection = RecordCollection::find(&request.paths, None)?;
    let study = PredictionStudy { request, shared: Mutex::default() };
    collection.read(&study, request.threads, on_progress)?;
    Ok(study.finish())
}

struct PredictionStudy<'a> {
    request: &'a PredictRequest,
    shared: Mutex<StudyState>,
}

#[derive(Default)]
struct StudyState {
    /// Games by fingerprint, so that sums are computed in a fixed order.
    games: BTreeMap<u64, (GameOutcome, Vec<BoardValues>)>,
    records: PredictRecords,
}

impl PredictionStudy<'_> {
    fn shared(&self) -> MutexGuard<'_, StudyState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(self) -> PredictOutcome {
        let shared = self.shared.into_inner();
        let StudyState { games, mut records } = shared.unwrap_or_else(PoisonError::into_inner);
        records.used = games.len() as u64;
        let has_winner = |outcome: &GameOutcome| outcome.winner().is_some();
        let without = games.values().filter(|(outcome, _)| !has_winner(outcome));
        records.without_winner = without.count() as u64;
        let after = self.request.after.iter().enumerate();
        PredictOutcome {
            after: after
                .map(|(place, moves)| {
                    let boards = games
                        .values()
                        .filter_map(|(outcome, looked)| Some((*outcome, looked.get(place)?)));
                    predicted(*moves, &boards.collect::<Vec<_>>(), self.request)
                })
                .collect(),
            records,
        }
    }
}

type StudiedBoard<'a> = (GameOutcome, &'a BoardValues);

fn predicted(moves: usize, boards: &[StudiedBoard<'_>], request: &PredictRequest) -> PredictionsAt {
    let won = |wanted| boards.iter().filter(|(outcome, _)| *outcome == wanted).count() as u64;
    let models = request.models.iter().cloned().map(Predictor::Model);
    let predictors: Vec<Predictor> =
        std::iter::once(Predictor::Stones).chain(models).chain([Predictor::Engine]).collect();
    let leads = boards.iter().filter(|(_, looked)| looked.engine.is_some());
    let measured = predictors.iter().enumerate();
    let pairs = (0..predictors.len())
        .flat_map(|one| (one + 1..predictors.len()).map(move |two| (one, two)));
    PredictionsAt {
        moves,
        black_won: won(GameOutcome::Black),
        white_won: won(GameOutcome::White),
        leads: leads.count() as u64,
        measures: measured
            .map(|(place, predictor)| measure(predictor.clone(), place, boards))
            .collect(),
        calibration: request.calibrate.then(|| calibration(boards)),
        compared: pairs
            .map(|(one, two)| PredictorComparison {
                one: predictors[one].clone(),
                other: predictors[two].clone(),
                better: compare(one, two, boards),
            })
            .collect(),
    }
}

fn calibration(boards: &[StudiedBoard<'_>]) -> Calibration {
    let mut all = CalibrationSums::default();
    for sums in boards.iter().filter_map(|(_, looked)| looked.calibration.as_ref()) {
        all.merge(sums);
    }
    all.calibration()
}

/// Returns the number of the predictor with that index: the stones, the models, the engine.
fn number(looked: &BoardValues, place: usize) -> Option<f64> {
    match place.checked_sub(1) {
        None => Some(looked.stones),
        Some(model) => looked.models.get(model).copied().or(looked.engine),
    }
}

fn measure(predictor: Predictor, place: usize, boards: &[StudiedBoard<'_>]) -> PredictorMeasures {
    let decided = decided(boards, |looked| number(looked, place));
    let games = decided.len() as f64;
    let right: f64 = decided.iter().map(|(number, black)| is_right(*number, *black)).sum();
    let share = (!decided.is_empty()).then(|| {
        let (low, high) = wilson(right / games, games);
        Estimate { value: right / games, interval: [low, high] }
    });
    let (mut leads, mut moves) = (PairSums::default(), PairSums::default());
    for (_, looked) in boards {
        if let Some((number, engine)) = number(looked, place).zip(looked.engine) {
            leads.add(number, engine);
        }
        moves = looked.moves.get(place).map_or(moves, |more| moves.merge(more));
    }
    let with_itself = predictor == Predictor::Engine;
    PredictorMeasures {
        games: decided.len() as u64,
        right: share,
        separation: Roc::new(&decided).map(|roc| roc.separation()),
        agreement: leads.agreement().filter(|_| !with_itself),
        moves: moves.agreement(),
        predictor,
    }
}

/// Returns the numbers of the games with a winner, and whether the winner was Black.
fn decided(
    boards: &[StudiedBoard<'_>],
    number: impl Fn(&BoardValues) -> Option<f64>,
) -> Vec<(f64, bool)> {
    let decided = boards.iter().filter_map(|(outcome, looked)| {
        let winner = outcome.winner()?;
        Some((number(looked)?, winner == Color::Black))
    });
    decided.collect()
}

fn is_right(number: f64, black: bool) -> f64 {
    match (number > 0.0, number < 0.0) {
        (true, _) => f64::from(u8::from(black)),
        (_, true) => f64::from(u8::from(!black)),
        _ => 0.5,
    }
}

fn compare(one: usize, two: usize, boards: &[StudiedBoard<'_>]) -> Option<Estimate> {
    let has_both = |(_, looked): &&StudiedBoard<'_>| {
        number(looked, one).is_some() && number(looked, two).is_some()
    };
    let both: Vec<StudiedBoard<'_>> = boards.iter().filter(has_both).copied().collect();
    let roc = |place| Roc::new(&decided(&both, |looked| number(looked, place)));
    Some(roc(one)?.better_than(&roc(two)?))
}

/// Sort key of several records of a game: prefers one with a winner, then with more engine values;
/// then any total order.
fn rank((outcome, looked): &(GameOutcome, Vec<BoardValues>)) -> (bool, usize, String) {
    let silent = looked.iter().filter(|looked| looked.engine.is_none());
    (outcome.winner().is_none(), silent.count(), format!("{outcome:?}{looked:?}"))
}

impl ReportConsumer for PredictionStudy<'_> {
    fn with_counts<T>(&self, use_counts: impl FnOnce(ReportCounts<'_>) -> T) -> T {
        let PredictRecords { seen, skipped, unreadable, defects, .. } = &mut self.shared().records;
        use_counts(ReportCounts { seen, skipped, unreadable, defects })
    }

    fn add_record(&self, _: RecordPlace<'_>, tree: &GameTree) -> io::Result<()> {
        let request = self.request;
        let game = read_game(tree, Variant::GO);
        self.shared().records.seen += 1;
        let game = match game {
            Ok(game) => game,
            Err(rejection) => {
                let mut shared = self.shared();
                *shared.records.rejected.entry(rejection.into()).or_default() += 1;
                return Ok(());
            }
        };
        let evaluations =
            main_line(Variant::GO, tree).map(|line| line.evaluations).unwrap_or_default();
        let mut looked =
            evaluate_boards(&game.moves, &evaluations, &request.after, &request.models);
        if request.calibrate {
            let is_whole = game.damaged_at.is_none();
            let counted = is_whole && game_info::margin(&game.result).is_some();
            let calibrated = calibrate(&game.moves, counted, &request.after);
            for (board, sums) in looked.iter_mut().zip(calibrated) {
                board.calibration = Some(sums);
            }
        }
        let mut shared = self.shared();
        let found = (game.info.result, looked);
        match shared.games.entry(game.fingerprint) {
            Entry::Vacant(place) => drop(place.insert(found)),
            Entry::Occupied(mut place) => {
                // Which of two records came first depends on the threads.
                if rank(&found) < rank(place.get()) {
                    place.insert(found);
                }
                shared.records.duplicates += 1;
            }
        }
        Ok(())
    }
}
