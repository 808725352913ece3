//! The programs that play at tables: engines of the operator, and the book and our own search where
//! they fail.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::player::EngineSettings;
use super::seat::{SeatBudget, SeatMove, TableSeat, book_seat_move};
use super::thinker::Thought;
use joseki_game::{Color, Game};
use joseki_service::{
    Service,
    play::{ClockReading, EngineRests, PlayedTable, TableSide},
};

/// Timeout for each response of an engine that was just started, beyond the time of a move: it may have
/// much to read.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The same of one that has answered before.
const LATE: Duration = Duration::from_secs(2);

/// An operator's engine for the tables of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEngine {
    /// The game.
    pub game: Game,
    /// Its command line.
    pub command: String,
}

/// Parses engines for games: `go=gnugo --mode gtp;xiangqi=engine`; `None` if one is invalid.
#[must_use]
pub fn parse_table_engines(text: &str) -> Option<Vec<TableEngine>> {
    let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (game, command) = part.split_once('=')?;
            let game = Game::parse(game.trim()).ok()?;
            let command = command.trim().to_owned();
            (!command.is_empty()).then_some(TableEngine { game, command })
        })
        .collect()
}

/// Writes engines as [`parse_table_engines`] reads them.
#[must_use]
pub fn write_table_engines(engines: &[TableEngine]) -> String {
    let engines = engines.iter().map(|engine| format!("{}={}", engine.game, engine.command));
    engines.collect::<Vec<_>>().join(";")
}

/// The programs of a host of tables.
#[derive(Default)]
pub struct TablePrograms {
    engines: Vec<TableEngine>,
    /// Engines that wait for their next move.
    idle: Mutex<Vec<(Game, TableSeat)>>,
    rests: Mutex<EngineRests>,
}

/// A program's move that is to be chosen.
#[derive(Clone, Debug)]
pub struct ProgramTask {
    /// The table.
    pub table: PlayedTable,
    /// The side.
    pub side: Color,
    /// Whether the operator's engine is asked.
    pub asks_engine: bool,
    /// Ends the thinking once true, with the best move so far.
    pub stop: Arc<AtomicBool>,
}

impl TablePrograms {
    /// Creates the programs with an operator's engines.
    #[must_use]
    pub fn new(engines: Vec<TableEngine>) -> TablePrograms {
        TablePrograms { engines, ..TablePrograms::default() }
    }

    /// Whether the operator's engine of a game is to be asked: there is one, and it does not rest after
    /// a failure.
    #[must_use]
    pub fn asks_engine(&self, game: Game, now: ClockReading) -> bool {
        let rests = self.rests().rests(game, now.monotonic);
        !rests && self.engines.iter().any(|engine| engine.game == game)
    }

    /// Chooses the move of a program: the book's if the side uses it, then that of the operator's
    /// engine or our own. Calls `report` with the best line of each depth of a search.
    pub fn choose(
        &self,
        service: &Service,
        task: &ProgramTask,
        report: &mut dyn FnMut(&Thought),
    ) -> SeatMove {
        let ProgramTask { table, side, .. } = task;
        let settings = EngineSettings {
            book: table.setup.book.clone(),
            uses_book: table.setup.sides()[*side as usize] == TableSide::Book,
            opponent: table.setup.opponent().ok().flatten(),
            ..EngineSettings::default()
        };
        let game = table.table.game();
        let at = table.game_time(ClockReading::now());
        let mut budget =
            SeatBudget::at_table(&table.table, *side, at, table.setup.move_time(), None);
        budget.stop = Arc::clone(&task.stop);
        let start = || self.engine(game.game(), table.table.rules().komi, budget.time);
        if let Some(mut engine) = task.asks_engine.then(start).flatten() {
            let book = settings.uses_book.then(|| book_seat_move(service, &settings, game));
            let chosen = match book.flatten() {
                Some(chosen) => Ok(chosen),
                None => engine.choose_with_progress(service, &settings, game, &budget, report),
            };
            match chosen {
                Ok(chosen) => {
                    self.rests().answered(game.game());
                    self.idle().push((game.game(), engine));
                    return chosen;
                }
                Err(error) => {
                    self.note_failure(game.game());
                    tracing::warn!(%error, "an engine for tables has failed; our own plays");
                    engine.quit();
                }
            }
        }
        let chosen =
            TableSeat::Book.choose_with_progress(service, &settings, game, &budget, report);
        // Our own engine does not fail.
        chosen.unwrap_or(SeatMove { played: None, comment: String::new() })
    }

    fn engine(&self, game: Game, komi: f64, time: Duration) -> Option<TableSeat> {
        let command = &self.engines.iter().find(|engine| engine.game == game)?.command;
        let mut idle = self.idle();
        if let Some(at) = idle.iter().position(|(of, _)| *of == game) {
            let (_, seat) = idle.swap_remove(at);
            let mut seat = match seat {
                TableSeat::Gtp(engine, _) => TableSeat::Gtp(engine, komi),
                seat => seat,
            };
            seat.set_patience(LATE, time);
            return Some(seat);
        }
        drop(idle);
        match TableSeat::start(game, command, TIMEOUT, komi) {
            Ok(mut seat) => {
                seat.set_patience(TIMEOUT, time);
                Some(seat)
            }
            Err(error) => {
                self.note_failure(game);
                tracing::warn!(%error, %game, "cannot start an engine for tables; our own plays");
                None
            }
        }
    }

    fn note_failure(&self, game: Game) {
        self.rests().failed(game, ClockReading::now().monotonic);
    }

    fn rests(&self) -> MutexGuard<'_, EngineRests> {
        self.rests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(Game, TableSeat)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_service::play::TableSetup;
    use joseki_store::SqliteStore;

    #[test]
    fn an_engine_that_fails_is_replaced_and_not_asked_for_some_time() {
        let directory = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(directory.path().join("a.db")).unwrap();
        let service = Service::new(Arc::new(store));
        let programs = TablePrograms::new(parse_table_engines("gomoku=false").unwrap());
        let setup = TableSetup {
            game: "gomoku".to_owned(),
            black: TableSide::Engine,
            white: TableSide::Person,
            ..TableSetup::default()
        };
        let rules = setup.table_rules().unwrap();
        let table = PlayedTable::unkept(setup, rules);
        let now = ClockReading::now();
        let asks_engine = programs.asks_engine(Game::Gomoku, now);
        assert!(asks_engine && !programs.asks_engine(Game::Renju, now));
        let stop = Arc::new(AtomicBool::new(true));
        let task = ProgramTask { table, side: Color::Black, asks_engine, stop };
        let chosen = programs.choose(&service, &task, &mut |_| {});
        assert!(chosen.played.is_some(), "our own plays: {}", chosen.comment);
        assert!(!programs.asks_engine(Game::Gomoku, ClockReading::now()));
    }
}
