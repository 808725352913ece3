//! The host of a table: whose turn it is, what a step makes of the table, and where it is kept.
//!
//! It uses neither threads nor connections: each call receives the readings of the clocks, a
//! [`TableNotifier`] receives the changes, and each door waits for a [`TableTurn`] in its own way.

use crate::play::Tables;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::setup::TableSide;
use super::table::{ClockReading, PlayedTable, TableStep};
use crate::error::ServiceError;
use crate::play::error::TableError;
use joseki_game::table::{Table, TableAction, TablePhase};
use joseki_game::{Color, Game, GameInPlay};
use joseki_influence::{LifeMethod, dead_stones};
use joseki_store::TokenHash;

/// Silence after which another node takes the tables of one over.
const SILENCE: Duration = Duration::from_secs(20);
/// Interval at which a node with tables notes that it runs.
const BEAT: Duration = Duration::from_secs(5);
/// Interval of removing tables that nobody touched for long.
const TIDY: Duration = Duration::from_secs(3600);
/// Time for which an engine that failed is not asked, doubled with each further failure so often.
const REST: Duration = Duration::from_secs(10);
const MAX_DOUBLINGS: u32 = 6;

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableTurn {
    /// Somebody's action, until the clock that runs is over.
    Action(Option<Duration>),
    /// A program's move.
    Program(Color),
    /// The agreement of two programs on the count.
    Count,
}

/// The game that a program is to move in.
#[derive(Clone, Debug)]
pub struct ProgramTurn {
    /// The side.
    pub side: Color,
    /// The game.
    pub game: Arc<GameInPlay>,
}

/// Receiver of the changes of a table.
pub trait TableNotifier {
    /// The table has changed to this.
    fn changed(&self, table: &PlayedTable);
    /// The table was removed, or is played at another node now.
    fn gone(&self);
}

/// A table after a step that is not kept yet.
#[derive(Debug)]
pub struct NextTable<T> {
    /// The table.
    pub table: PlayedTable,
    /// What the step gave, or why it was refused.
    pub done: Result<T, ServiceError>,
    /// Whether there is something to keep: a refused step may have come after the end of the time.
    pub changed: bool,
    /// Whether counting begins with it: the stones that are probably dead ([`estimate`]) are to be
    /// marked then.
    pub begins_counting: bool,
    by: Color,
}

impl<T> NextTable<T> {
    /// Marks stones as dead. Without an estimate the players mark them themselves.
    pub fn mark(&mut self, dead: Option<TableAction>, now: ClockReading) {
        if let Some(action) = dead {
            drop(self.table.step(&TableStep { by: self.by, action, comment: None }, now));
        }
    }
}

/// What became of a change that was to be kept.
#[derive(Debug)]
pub enum KeptTable {
    /// It is kept.
    Kept(PlayedTable),
    /// Something else was done meanwhile: the table as it is now.
    MovedOn(PlayedTable),
    /// The table was removed.
    Removed,
}

/// A table that is in no host's memory, by where it is played.
#[derive(Debug)]
pub enum FoundTable {
    /// Here, or nowhere in a store that is only read.
    Here(PlayedTable),
    /// At a node that does not run any more.
    Silent(PlayedTable),
    /// At this node.
    At(String),
}

impl PlayedTable {
    /// Returns what the table waits for. Ends the game if the time is over. Two programs play only
    /// while somebody watches.
    #[must_use]
    pub fn turn(&mut self, is_watched: bool, now: ClockReading) -> TableTurn {
        let at = self.game_time(now);
        self.table.tick(at);
        let programs = self.setup.sides().map(|side| side != TableSide::Person);
        let to_move = self.table.game().to_move();
        match self.table.phase() {
            TablePhase::Playing | TablePhase::Counting(_)
                if programs == [true; 2] && !is_watched =>
            {
                TableTurn::Action(None)
            }
            TablePhase::Playing if programs[to_move as usize] => TableTurn::Program(to_move),
            TablePhase::Counting(_) if programs == [true; 2] => TableTurn::Count,
            _ => TableTurn::Action(self.table.deadline().map(|end| end.saturating_sub(at))),
        }
    }

    /// Returns the turn of the program that is to move.
    #[must_use]
    pub fn program_turn(&self, side: Color) -> ProgramTurn {
        ProgramTurn { side, game: Arc::new(self.table.game().clone()) }
    }

    /// Whether a program is still to move in the game that it thinks about.
    #[must_use]
    pub fn awaits(&self, turn: &ProgramTurn) -> bool {
        let game = self.table.game();
        *self.table.phase() == TablePhase::Playing
            && game.to_move() == turn.side
            && game.moves() == turn.game.moves()
    }

    /// Makes a step on a copy of the table.
    pub fn next<T>(
        &self,
        make: impl FnOnce(&mut PlayedTable) -> Result<T, ServiceError>,
    ) -> NextTable<T> {
        let mut table = self.clone();
        let by = table.table.game().to_move();
        let done = make(&mut table);
        let counts = |table: &PlayedTable| matches!(table.table.phase(), TablePhase::Counting(_));
        let begins_counting = done.is_ok() && counts(&table) && !counts(self);
        let changed = done.is_ok() || table.table.result() != self.table.result();
        NextTable { table, done, changed, begins_counting, by }
    }

    /// Applies the outcome of a change and notifies `notifier`. Returns false if it was not kept.
    pub fn take(&mut self, kept: KeptTable, node: &str, notifier: &dyn TableNotifier) -> bool {
        let (table, is_kept) = match kept {
            KeptTable::Kept(table) => (table, true),
            KeptTable::MovedOn(table) => (table, false),
            KeptTable::Removed => {
                notifier.gone();
                return false;
            }
        };
        if table.node == self.node {
            // It was here all the time: its clocks went on.
            let at = self.at;
            *self = table;
            self.at = at;
        } else {
            *self = table;
        }
        if self.node != node {
            // Another node took it over: followers are redirected there.
            notifier.gone();
        }
        notifier.changed(self);
        is_kept
    }
}

/// Returns the estimate of dead stones with which counting begins; `None` while nothing is counted.
#[must_use]
pub fn estimate(table: &Table) -> Option<TableAction> {
    let TablePhase::Counting(_) = table.phase() else { return None };
    let board = table.game().board();
    let dead = dead_stones(board.go()?, &LifeMethod::default());
    Some(TableAction::MarkDead(dead))
}

impl Tables<'_> {
    /// Finds the table of a token for a node that does not hold it in memory.
    ///
    /// # Errors
    /// [`TableError::Unknown`], or the store cannot be read.
    pub fn find(&self, token: &TokenHash, node: &str) -> Result<FoundTable, ServiceError> {
        let table = self.get(token)?;
        if table.node == node || self.service.administration().is_read_only() {
            return Ok(FoundTable::Here(table));
        }
        let silence = self.node_silence(&table.node)?;
        Ok(if silence.is_some_and(|silence| silence < SILENCE) {
            FoundTable::At(table.node)
        } else {
            FoundTable::Silent(table)
        })
    }

    /// Keeps a table of a node after a step, if nothing else was done there since `before`, and no
    /// other node owns it now.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn keep_next(
        &self,
        node: &str,
        before: u32,
        next: PlayedTable,
    ) -> Result<KeptTable, ServiceError> {
        if self.keep(node, before, &next)? {
            return Ok(KeptTable::Kept(next));
        }
        match self.get(&next.tokens.watch) {
            Ok(table) => Ok(KeptTable::MovedOn(table)),
            Err(error) if matches!(error.of(), Some(TableError::Unknown)) => Ok(KeptTable::Removed),
            Err(error) => Err(error),
        }
    }

    /// Does what a host has to do from time to time; to be called at least every five seconds.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn attend(&self, node: &str, duties: HostDuties) -> Result<(), ServiceError> {
        let beaten = if duties.beat { self.note_node(node) } else { Ok(()) };
        if duties.tidy && self.has_expired()? {
            self.delete_expired()?;
        }
        beaten
    }
}

/// What a host has to do now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostDuties {
    /// Note that the node runs, so that no other one takes its tables over.
    pub beat: bool,
    /// Remove the tables that nobody touched for long.
    pub tidy: bool,
}

/// When a host did its duties last, by the monotonic clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostSchedule {
    beaten: Option<Duration>,
    tidied: Option<Duration>,
}

impl HostSchedule {
    /// The longest time between two calls of [`HostSchedule::due`].
    pub const EVERY: Duration = BEAT;

    /// Returns what is due, which counts as done. A host without tables does not say that it runs:
    /// others may have its tables.
    pub fn due(&mut self, now: Duration, has_tables: bool) -> HostDuties {
        let is_due = |last: Option<Duration>, every| {
            last.is_none_or(|last| now.saturating_sub(last) >= every)
        };
        let beat = has_tables && is_due(self.beaten, BEAT);
        let tidy = is_due(self.tidied, TIDY);
        if beat {
            self.beaten = Some(now);
        }
        if tidy {
            self.tidied = Some(now);
        }
        HostDuties { beat, tidy }
    }
}

/// Which engines of the operator rest after a failure.
#[derive(Debug, Default)]
pub struct EngineRests {
    failed: HashMap<Game, EngineFailure>,
}

/// Failures of an engine one after another.
#[derive(Clone, Copy, Debug)]
struct EngineFailure {
    count: u32,
    /// Until when it is not asked again, by the monotonic clock.
    until: Duration,
}

impl EngineRests {
    /// Whether the engine of a game is not to be asked.
    #[must_use]
    pub fn rests(&self, game: Game, now: Duration) -> bool {
        self.failed.get(&game).is_some_and(|failure| now < failure.until)
    }

    /// Notes that an engine failed, so that it is not asked for some time: the longer, the more often
    /// it failed before.
    pub fn failed(&mut self, game: Game, now: Duration) {
        let count = self.failed.get(&game).map_or(0, |failure| failure.count);
        let until = now.saturating_add(REST.saturating_mul(1 << count.min(MAX_DOUBLINGS)));
        self.failed.insert(game, EngineFailure { count: count.saturating_add(1), until });
    }

    /// Notes that an engine has answered.
    pub fn answered(&mut self, game: Game) {
        self.failed.remove(&game);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::super::setup::{ClockSetup, TableSetup};
    use super::*;
    use crate::service::Service;
    use joseki_game::{BoardSize, Move};
    use joseki_store::SqliteStore;

    /// A clock that a test sets.
    fn at(seconds: u64) -> ClockReading {
        ClockReading { monotonic: Duration::from_secs(seconds), wall: 1_800_000_000_000 }
    }

    fn table(setup: TableSetup) -> PlayedTable {
        let rules = setup.table_rules().unwrap();
        PlayedTable::unkept_at(setup, rules, at(0))
    }

    fn of_two_programs() -> PlayedTable {
        table(TableSetup {
            black: TableSide::Book,
            white: TableSide::Engine,
            ..TableSetup::default()
        })
    }

    fn play(text: &str) -> TableAction {
        TableAction::Play(Move::from_gtp(text, BoardSize::NINETEEN).unwrap())
    }

    fn step(table: &PlayedTable, action: TableAction) -> TableStep {
        TableStep { by: table.table.game().to_move(), action, comment: None }
    }

    /// Records its notifications.
    #[derive(Default)]
    struct Notifications(RefCell<Vec<String>>);

    impl TableNotifier for Notifications {
        fn changed(&self, table: &PlayedTable) {
            self.0.borrow_mut().push(format!("{} at {}", table.version(), table.node));
        }

        fn gone(&self) {
            self.0.borrow_mut().push("gone".to_owned());
        }
    }

    #[test]
    fn persons_are_waited_for_and_programs_play() {
        let clock = ClockSetup { main: 60.0, increment: 0.0, periods: 0, period: 0.0 };
        let mut with_clock = table(TableSetup { clock: Some(clock), ..TableSetup::default() });
        let left = |seconds| TableTurn::Action(Some(Duration::from_secs(seconds)));
        assert_eq!(with_clock.turn(false, at(10)), left(50));
        let first = step(&with_clock, play("Q16"));
        with_clock.step(&first, at(20)).unwrap();
        assert_eq!(with_clock.turn(false, at(20)), TableTurn::Program(Color::White));
        // A program is not waited for when its time is over.
        assert_eq!(with_clock.turn(false, at(81)), TableTurn::Action(None));
        assert_eq!(with_clock.table.result().unwrap().record(), "B+T");
    }

    #[test]
    fn two_programs_play_and_count_only_while_somebody_watches() {
        let mut table = of_two_programs();
        assert_eq!(table.turn(false, at(1)), TableTurn::Action(None));
        assert_eq!(table.turn(true, at(1)), TableTurn::Program(Color::Black));
        for _ in Color::ALL {
            let pass = step(&table, TableAction::Play(Move::Pass));
            let mut next = table.next(|next| next.step(&pass, at(1)));
            assert!(next.done.is_ok() && next.changed);
            if next.begins_counting {
                next.mark(estimate(&next.table.table), at(1));
            }
            table = next.table;
        }
        assert_eq!(table.version(), 3, "two passes, and what is probably dead");
        assert_eq!(table.turn(false, at(2)), TableTurn::Action(None));
        assert_eq!(table.turn(true, at(2)), TableTurn::Count);
    }

    #[test]
    fn a_move_that_nobody_waits_for_any_more_is_none() {
        let mut table = of_two_programs();
        let turn = table.program_turn(Color::Black);
        assert!(table.awaits(&turn));
        let first = step(&table, play("Q16"));
        table.step(&first, at(1)).unwrap();
        assert!(!table.awaits(&turn));
        assert!(table.awaits(&table.program_turn(Color::White)));
    }

    /// A step that comes too late changes nothing but the end that the clock had brought.
    #[test]
    fn a_refused_step_after_the_end_of_the_time_is_kept_as_the_end() {
        let clock = ClockSetup { main: 5.0, increment: 0.0, periods: 0, period: 0.0 };
        let table = table(TableSetup { clock: Some(clock), ..TableSetup::default() });
        let late = step(&table, play("Q16"));
        let next = table.next(|next| next.step(&late, at(6)));
        assert!(next.done.is_err() && next.changed);
        assert_eq!(next.table.table.result().unwrap().record(), "W+T");
        let occupied = table.next(|next| {
            next.step(&late, at(1))?;
            let again = step(next, play("Q16"));
            next.step(&again, at(1))
        });
        assert!(occupied.done.is_err() && !occupied.changed);
    }

    #[test]
    fn a_table_is_kept_moves_on_and_goes_away() {
        let directory = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(directory.path().join("a.db")).unwrap();
        let service = Service::new(Arc::new(store));
        let two = TableSetup { white: TableSide::Person, ..TableSetup::default() };
        let mut here = service.tables().create(&two, "here", 10).unwrap().table;
        let watch = here.tokens.watch;
        let mut late = here.clone();
        let notified = Notifications::default();
        let now = ClockReading::now();
        let make = |table: &PlayedTable, text: &str| {
            let step = step(table, play(text));
            table.next(|next| next.step(&step, now)).table
        };
        let kept = service.tables().keep_next("here", 0, make(&here, "Q16")).unwrap();
        assert!(here.take(kept, "here", &notified));
        // Another request saw the table before that: its clock went on meanwhile.
        let later = ClockReading { monotonic: now.monotonic + Duration::from_secs(90), ..now };
        let shown = late.game_time(later);
        let kept = service.tables().keep_next("here", 0, make(&late, "D4")).unwrap();
        assert!(!late.take(kept, "here", &notified));
        assert_eq!(late.table.game().moves(), here.table.game().moves());
        assert_eq!(late.game_time(later), shown);
        assert!(matches!(service.tables().find(&watch, "here").unwrap(), FoundTable::Here(_)));
        let FoundTable::At(node) = service.tables().find(&watch, "there").unwrap() else {
            panic!()
        };
        assert_eq!(node, "here");
        let FoundTable::Here(taken) = service.tables().take_over(&here, "there").unwrap() else {
            panic!();
        };
        // A third node is too late: it gets the address of the table's node and writes nothing.
        let FoundTable::At(node) = service.tables().take_over(&here, "third").unwrap() else {
            panic!();
        };
        assert_eq!(node, "there");
        let kept = service.tables().keep_next("third", 1, make(&taken, "D4")).unwrap();
        assert!(matches!(kept, KeptTable::MovedOn(_)), "{kept:?}");
        let kept = service.tables().keep_next("here", 1, make(&here, "D4")).unwrap();
        assert!(!here.take(kept, "here", &notified));
        assert_eq!(here.node, "there");
        service.tables().delete(&taken).unwrap();
        let kept = service.tables().keep_next("there", 1, make(&taken, "D4")).unwrap();
        assert!(!late.take(kept, "there", &notified));
        assert_eq!(*notified.0.borrow(), ["1 at here", "1 at here", "gone", "1 at there", "gone"]);
    }

    #[test]
    fn duties_are_due_in_time() {
        let mut schedule = HostSchedule::default();
        let due = |beat, tidy| HostDuties { beat, tidy };
        let seconds = Duration::from_secs;
        assert_eq!(schedule.due(seconds(0), false), due(false, true));
        assert_eq!(schedule.due(seconds(1), true), due(true, false));
        assert_eq!(schedule.due(seconds(5), true), due(false, false));
        assert_eq!(schedule.due(seconds(6), true), due(true, false));
        assert_eq!(schedule.due(seconds(3599), false), due(false, false));
        assert_eq!(schedule.due(seconds(3600), true), due(true, true));
    }

    #[test]
    fn an_engine_that_fails_rests_longer_each_time() {
        let mut rests = EngineRests::default();
        let seconds = Duration::from_secs;
        let mut now = 0;
        for rest in [10, 20, 40, 80, 160, 320, 640, 640] {
            assert!(!rests.rests(Game::Go, seconds(now)));
            rests.failed(Game::Go, seconds(now));
            assert!(rests.rests(Game::Go, seconds(now + rest - 1)));
            assert!(!rests.rests(Game::Renju, seconds(now)));
            now += rest;
        }
        rests.failed(Game::Go, seconds(now));
        rests.answered(Game::Go);
        assert!(!rests.rests(Game::Go, seconds(now)));
        rests.failed(Game::Go, seconds(now));
        assert!(!rests.rests(Game::Go, seconds(now + 10)), "it begins again");
    }
}
