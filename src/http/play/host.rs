//! Tables in memory. Each has a task, which holds no thread: it lets programs play, ends games on
//! time, and lets the table go when nobody is there. What is done is in the store before it is shown,
//! so a server that is killed loses nothing.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex as Lock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, MutexGuard, watch};
use tokio::time::{sleep, timeout};

use crate::engine::{
    EngineSettings, SeatBudget, SeatMove, TableSeat, Thought, book_seat_move, estimate,
};
use crate::game::table::{TableAction, TablePhase};
use crate::game::{Color, Game, GameInPlay};
use crate::http::curate::feed::{Feed, Follower};
use crate::http::error::code::Code;
use crate::http::error::problem::Problem;
use crate::http::server::app::App;
use crate::http::server::client::Caller;
use crate::service::{
    PlayedTable, Service, ServiceError, TableSetup, TableSide, TableStep, milliseconds, token_hash,
};
use crate::store::TokenHash;

/// Time without anybody after which a table without a running clock leaves memory.
const LEFT_ALONE: Duration = Duration::from_secs(60);
/// Pause after something failed.
const RETRY: Duration = Duration::from_secs(1);
/// Interval at which a server with tables notes that it runs.
const BEAT: Duration = Duration::from_secs(5);
/// Silence after which another node takes the tables of one over.
const SILENCE: Duration = Duration::from_secs(20);
/// Interval of removing tables that nobody touched for long.
const TIDY: Duration = Duration::from_secs(3600);
/// Timeout for each response of an operator's engine that was just started, beyond the time of a
/// move: it may have much to read.
const PATIENCE: Duration = Duration::from_secs(20);
/// The same of one that has answered before.
const LATE: Duration = Duration::from_secs(2);
/// Time for which an engine that failed is not asked, doubled with each further failure so often.
const REST: Duration = Duration::from_secs(10);
const MOST_DOUBLINGS: u32 = 6;
/// Number of callers whose tables are counted; with more, all counts start again at zero.
const MOST_MAKERS: usize = 10_000;

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

/// The tables in memory.
pub struct TableHost {
    /// Each by all of its tokens.
    held: Lock<HashMap<TokenHash, Arc<HeldTable>>>,
    /// Those who follow tables.
    pub feed: Feed,
    /// Engines that wait for their next move.
    idle: Lock<Vec<(Game, TableSeat)>>,
    /// Tables that each caller made, by the token to watch; some may be over.
    made: Lock<HashMap<Caller, MadeTables>>,
    /// Engines that failed, by their game.
    failed: Lock<HashMap<Game, EngineFailure>>,
}

/// Tables that one caller made.
pub type MadeTables = Arc<Mutex<Vec<TokenHash>>>;

/// Failures of an engine one after another.
#[derive(Clone, Copy, Debug)]
struct EngineFailure {
    count: u32,
    /// Until when it is not asked again.
    until: Instant,
}

/// A table in memory.
pub struct HeldTable {
    /// The table as it is stored.
    state: Mutex<PlayedTable>,
    /// Changed with the table, and with who is there.
    pub changed: watch::Sender<()>,
    /// What a program thinks, while one does.
    pub thinking: watch::Sender<Option<Thinking>>,
    /// Whoever follows it with the token of Black, with that of White, and all.
    followers: [AtomicUsize; 3],
    /// Whether the table was removed, or is played at another node now.
    is_removed: AtomicBool,
}

/// A program that thinks.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The side.
    pub side: Color,
    /// The game that it thinks about.
    pub game: Arc<GameInPlay>,
    /// The best line so far.
    pub best: Option<Thought>,
    /// Ends it once true.
    pub stop: Arc<AtomicBool>,
}

/// Somebody who follows a table; dropping it frees the place.
pub struct TableFollower {
    /// The table.
    pub table: Arc<HeldTable>,
    /// The place among those who follow tables.
    pub follower: Follower,
    own: Vec<Color>,
}

/// What a table waits for.
enum TableTurn {
    /// Somebody's action, until the clock that runs is over.
    Action(Option<Duration>),
    /// A program's move.
    Program(Color),
    /// The agreement of two programs on the count.
    Count,
}

impl TableHost {
    /// Creates a host with a maximum number of followers, in all and at one address.
    #[must_use]
    pub fn new(followers: usize, followers_per_address: usize) -> TableHost {
        TableHost {
            held: Lock::default(),
            feed: Feed::new(followers, followers_per_address),
            idle: Lock::default(),
            made: Lock::default(),
            failed: Lock::default(),
        }
    }

    /// Returns the tables that a caller made, to be locked while it makes another one.
    #[must_use]
    pub fn made_by(&self, by: Caller) -> MadeTables {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= MOST_MAKERS {
            made.clear();
        }
        Arc::clone(made.entry(by).or_default())
    }

    /// Whether the operator's engine of a game is to be asked.
    fn asks_engine(&self, app: &App, game: Game) -> bool {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let rests = failed.get(&game).is_some_and(|failure| Instant::now() < failure.until);
        !rests && app.options.table_engines.iter().any(|engine| engine.game == game)
    }

    /// Notes that an engine failed, so that it is not asked for some time: the longer, the more often
    /// it failed before.
    fn note_failure(&self, game: Game) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let count = failed.get(&game).map_or(0, |failure| failure.count);
        let rest = REST.saturating_mul(1 << count.min(MOST_DOUBLINGS));
        let until = Instant::now() + rest;
        failed.insert(game, EngineFailure { count: count.saturating_add(1), until });
    }

    /// Returns the number of tables in memory, and of those who follow one.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        let tables = self.distinct();
        let followers = tables.iter().map(|table| table.followers[2].load(Relaxed)).sum();
        (tables.len(), followers)
    }

    /// The tables in memory, each once.
    fn distinct(&self) -> Vec<Arc<HeldTable>> {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tables: Vec<Arc<HeldTable>> = held.values().map(Arc::clone).collect();
        tables.sort_by_key(|table| Arc::as_ptr(table).addr());
        tables.dedup_by(|one, other| Arc::ptr_eq(one, other));
        tables
    }

    /// Returns the table of a token, reading it if it is not in memory.
    ///
    /// # Errors
    /// Unknown table, one that is played at another node, or the store cannot be read.
    pub async fn find(app: &Arc<App>, token: &str) -> Result<(Arc<HeldTable>, TokenHash), Problem> {
        let token = token_hash(token);
        if let Some(table) = app.tables.held(&token) {
            return Ok((table, token));
        }
        let own = app.options.node.clone();
        let found = app.read(move |service| find_stored(service, &token, &own)).await?;
        let table = match found {
            StoredTable::Here(table) => table,
            StoredTable::Silent(table) => {
                let own = app.options.node.clone();
                app.write(move |service| service.take_over_table(&table, &own)).await?
            }
            StoredTable::At(node) => {
                let detail = format!("this table is played at {node}: ask there");
                let problem = Problem::new(Code::TableElsewhere, detail);
                return Err(problem.with(|json| json.node = Some(node)));
            }
        };
        Ok((TableHost::hold(app, table), token))
    }

    fn held(&self, token: &TokenHash) -> Option<Arc<HeldTable>> {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.get(token).map(Arc::clone)
    }

    /// Takes a table into memory, unless it is there.
    pub fn hold(app: &Arc<App>, table: PlayedTable) -> Arc<HeldTable> {
        let tokens = table.tokens;
        let mut held = app.tables.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = held.get(&tokens.watch) {
            return Arc::clone(table);
        }
        let table = Arc::new(HeldTable {
            state: Mutex::new(table),
            changed: watch::Sender::new(()),
            thinking: watch::Sender::new(None),
            followers: Default::default(),
            is_removed: AtomicBool::new(false),
        });
        for token in tokens.sides.into_iter().flatten().chain([tokens.watch]) {
            held.insert(token, Arc::clone(&table));
        }
        drop(held);
        tokio::spawn(run(Arc::clone(app), Arc::clone(&table)));
        table
    }

    /// Lets a table go that nobody uses: the caller is the only one who has it, besides the map.
    /// True if it is gone.
    fn let_go(&self, table: &Arc<HeldTable>) -> bool {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let in_map = held.values().filter(|other| Arc::ptr_eq(other, table)).count();
        let is_used = Arc::strong_count(table) > in_map + 1;
        if is_used && !table.is_removed() {
            return false;
        }
        held.retain(|_, other| !Arc::ptr_eq(other, table));
        true
    }

    fn engine(&self, app: &App, game: Game, komi: f64, time: Duration) -> Option<TableSeat> {
        let command = &app.options.table_engines.iter().find(|engine| engine.game == game)?.command;
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
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
        match TableSeat::start(game, command, PATIENCE, komi) {
            Ok(mut seat) => {
                seat.set_patience(PATIENCE, time);
                Some(seat)
            }
            Err(error) => {
                self.note_failure(game);
                tracing::warn!(%error, %game, "cannot start an engine for tables; our own plays");
                None
            }
        }
    }

    fn give_back(&self, game: Game, seat: TableSeat) {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).remove(&game);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((game, seat));
    }
}

/// A table that is not in memory, by where it is played.
enum StoredTable {
    /// Here, or nowhere in a store that is only read.
    Here(PlayedTable),
    /// At a node that does not run any more.
    Silent(PlayedTable),
    /// At this node.
    At(String),
}

/// Reads a table, for a node.
fn find_stored(
    service: &Service,
    token: &TokenHash,
    node: &str,
) -> Result<StoredTable, ServiceError> {
    let table = service.table(token)?;
    if table.node == node || service.is_read_only() {
        return Ok(StoredTable::Here(table));
    }
    let silence = service.table_node_silence(&table.node)?;
    Ok(match silence.is_some_and(|silence| silence < SILENCE) {
        true => StoredTable::At(table.node),
        false => StoredTable::Silent(table),
    })
}

impl HeldTable {
    /// Waits for the table.
    ///
    /// # Errors
    /// It was removed.
    pub async fn lock(&self) -> Result<MutexGuard<'_, PlayedTable>, Problem> {
        let state = self.state.lock().await;
        match self.is_removed.load(Relaxed) {
            true => Err(ServiceError::UnknownTable.into()),
            false => Ok(state),
        }
    }

    /// Returns whether somebody follows the table with the token of each side.
    #[must_use]
    pub fn present(&self) -> [bool; 2] {
        [0, 1].map(|side: usize| self.followers[side].load(Relaxed) > 0)
    }

    /// Whether the table was removed.
    #[must_use]
    pub fn is_removed(&self) -> bool {
        self.is_removed.load(Relaxed)
    }

    /// Does a step of a player, and stores it before it is shown.
    ///
    /// # Errors
    /// The table refuses it, or the store cannot be written.
    pub async fn step(
        &self,
        app: &App,
        state: &mut PlayedTable,
        step: &TableStep,
    ) -> Result<(), Problem> {
        self.step_by(app, state, |next| next.step(step, milliseconds())).await
    }

    /// Makes a step on a copy of the table, and stores it before it is shown.
    async fn step_by(
        &self,
        app: &App,
        state: &mut PlayedTable,
        make: impl FnOnce(&mut PlayedTable) -> Result<(), ServiceError>,
    ) -> Result<(), Problem> {
        let mut next = state.clone();
        let by = next.table.game().to_move();
        let done = make(&mut next);
        let began_counting = matches!(next.table.phase(), TablePhase::Counting(_))
            && !matches!(state.table.phase(), TablePhase::Counting(_));
        if done.is_ok() && began_counting {
            let table = next.table.clone();
            // Without an estimate the players mark the dead stones themselves.
            let dead = app.compute(move |_| Ok(estimate(&table))).await.ok().flatten();
            if let Some(action) = dead {
                let estimate = TableStep { by, action, comment: None };
                drop(next.step(&estimate, milliseconds()));
            }
        }
        // A refused step may have come after the end of the time.
        if done.is_ok() || next.table.result() != state.table.result() {
            self.keep(app, state, next).await?;
        }
        Ok(done?)
    }

    /// Stores a table, then shows it.
    async fn keep(
        &self,
        app: &App,
        state: &mut PlayedTable,
        next: PlayedTable,
    ) -> Result<(), Problem> {
        let (before, watch) = (state.version(), state.tokens.watch);
        let (next, kept) = app
            .write(move |service| {
                let kept = service.keep_table(before, &next)?;
                Ok(if kept { (next, true) } else { (service.table(&watch)?, false) })
            })
            .await?;
        *state = next;
        if state.node != app.options.node {
            // Another node took it over: whoever follows it is sent there.
            self.is_removed.store(true, Relaxed);
        }
        self.show(state);
        match kept {
            true => Ok(()),
            false => Err(moved_on()),
        }
    }

    /// Shows a change, and ends the thinking about a game that has changed.
    fn show(&self, state: &PlayedTable) {
        if let Some(thinking) = &*self.thinking.borrow()
            && !is_awaited(state, thinking)
        {
            thinking.stop.store(true, Relaxed);
        }
        self.changed.send_replace(());
    }

    /// Lets a program that thinks play the best move that it has found. False if none thinks.
    #[must_use]
    pub fn stop(&self) -> bool {
        let thinking = self.thinking.borrow();
        thinking.as_ref().inspect(|it| it.stop.store(true, Relaxed)).is_some()
    }

    /// Removes the table.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn remove(&self, app: &App, state: &PlayedTable) -> Result<(), Problem> {
        let table = state.clone();
        app.write(move |service| service.delete_table(&table)).await?;
        self.is_removed.store(true, Relaxed);
        let _ = self.stop();
        self.changed.send_replace(());
        Ok(())
    }

    /// Returns what the table waits for. Ends the game if the time is over.
    fn turn(&self, state: &mut PlayedTable) -> TableTurn {
        let at = state.since_made(milliseconds());
        state.table.tick(at);
        let programs = state.setup.sides().map(|side| side != TableSide::Person);
        let to_move = state.table.game().to_move();
        match state.table.phase() {
            // Two programs play while somebody watches.
            TablePhase::Playing | TablePhase::Counting(_)
                if programs == [true; 2] && self.followers[2].load(Relaxed) == 0 =>
            {
                TableTurn::Action(None)
            }
            TablePhase::Playing if programs[to_move as usize] => TableTurn::Program(to_move),
            TablePhase::Counting(_) if programs == [true; 2] => TableTurn::Count,
            _ => TableTurn::Action(state.table.deadline().map(|end| end.saturating_sub(at))),
        }
    }
}

/// Whether a program is still to move in the game that it thinks about.
fn is_awaited(state: &PlayedTable, thinking: &Thinking) -> bool {
    let game = state.table.game();
    *state.table.phase() == TablePhase::Playing
        && game.to_move() == thinking.side
        && game.moves() == thinking.game.moves()
}

/// Problem: something else was done at the table.
pub fn moved_on() -> Problem {
    let detail = "something else was done at the table: read its state and decide again";
    Problem::new(Code::TableMovedOn, detail).field("version")
}

impl TableFollower {
    /// Follows a table with a token.
    ///
    /// # Errors
    /// Too many follow tables, in all or at an address.
    pub fn new(
        app: &App,
        table: Arc<HeldTable>,
        own: Vec<Color>,
        address: IpAddr,
    ) -> Result<TableFollower, Problem> {
        let follower = app.tables.feed.follow(address)?;
        let own_and_all = own.iter().map(|color| *color as usize).chain([2]);
        for at in own_and_all {
            table.followers[at].fetch_add(1, Relaxed);
        }
        table.changed.send_replace(());
        Ok(TableFollower { table, follower, own })
    }
}

impl Drop for TableFollower {
    fn drop(&mut self) {
        let own_and_all = self.own.iter().map(|color| *color as usize).chain([2]);
        for at in own_and_all {
            self.table.followers[at].fetch_sub(1, Relaxed);
        }
        self.table.changed.send_replace(());
    }
}

/// Runs a table until nobody uses it.
async fn run(app: Arc<App>, table: Arc<HeldTable>) {
    let mut changes = table.changed.subscribe();
    loop {
        changes.mark_unchanged();
        let mut state = table.state.lock().await;
        if table.is_removed() {
            app.tables.let_go(&table);
            return;
        }
        let was_over = state.table.result();
        let turn = table.turn(&mut state);
        if state.table.result() != was_over {
            let next = state.clone();
            if let Err(problem) = table.keep(&app, &mut state, next).await {
                tracing::debug!(code = ?problem.code(), "cannot store the end of a game");
                drop(state);
                sleep(RETRY).await;
            }
            continue;
        }
        let done = match turn {
            TableTurn::Action(left) => {
                drop(state);
                let wait = left.unwrap_or(LEFT_ALONE);
                let is_alone = timeout(wait, changes.changed()).await.is_err();
                if is_alone && left.is_none() {
                    let state = table.state.lock().await;
                    let is_let_go = state.table.deadline().is_none()
                        && table.followers[2].load(Relaxed) == 0
                        && app.tables.let_go(&table);
                    if is_let_go {
                        return;
                    }
                }
                Ok(())
            }
            TableTurn::Count => {
                let step =
                    TableStep { by: Color::Black, action: TableAction::Agree, comment: None };
                table.step(&app, &mut state, &step).await
            }
            TableTurn::Program(side) => {
                let seen = state.clone();
                drop(state);
                play(&app, &table, seen, side).await
            }
        };
        if let Err(problem) = done {
            tracing::debug!(code = ?problem.code(), "a table waits");
            sleep(RETRY).await;
        }
    }
}

/// Lets a program play its move.
async fn play(
    app: &Arc<App>,
    table: &Arc<HeldTable>,
    seen: PlayedTable,
    side: Color,
) -> Result<(), Problem> {
    let stop = Arc::new(AtomicBool::new(false));
    let game = Arc::new(seen.table.game().clone());
    let thinking = Thinking { side, game, best: None, stop: Arc::clone(&stop) };
    let of = seen.table.game().game();
    let asks_engine = app.tables.asks_engine(app, of);
    let has_person = seen.setup.sides().contains(&TableSide::Person);
    let place = app.enqueue_table(asks_engine, has_person)?;
    table.thinking.send_replace(Some(thinking.clone()));
    table.changed.send_replace(());
    let (holder, at) = (Arc::clone(app), Arc::clone(table));
    let chosen = place.run(move || choose(&holder, &at, &seen, side, asks_engine, stop)).await;
    table.thinking.send_replace(None);
    let chosen = chosen?;
    let mut state = table.lock().await?;
    if !is_awaited(&state, &thinking) {
        return Ok(());
    }
    let step = chosen.into_step(side);
    let make = |next: &mut PlayedTable| next.program_step(&step, milliseconds()).map(drop);
    table.step_by(app, &mut state, make).await
}

/// Chooses the move of a program: the book's if the side has it, then that of the operator's engine
/// or our own.
fn choose(
    app: &App,
    table: &HeldTable,
    seen: &PlayedTable,
    side: Color,
    asks_engine: bool,
    stop: Arc<AtomicBool>,
) -> SeatMove {
    let service = &app.service;
    let TableSetup { book, .. } = &seen.setup;
    let settings = EngineSettings {
        book: book.clone(),
        uses_book: seen.setup.sides()[side as usize] == TableSide::Book,
        opponent: seen.setup.opponent().ok().flatten(),
        ..EngineSettings::default()
    };
    let game = seen.table.game();
    let at = seen.since_made(milliseconds());
    let time = seen.setup.move_time();
    let mut budget = SeatBudget::at_table(&seen.table, side, at, time, None);
    budget.stop = stop;
    let mut tell = |thought: &Thought| {
        table.thinking.send_modify(|thinking| {
            if let Some(thinking) = thinking {
                thinking.best = Some(thought.clone());
            }
        });
    };
    let komi = seen.table.rules().komi;
    let start = || app.tables.engine(app, game.game(), komi, budget.time);
    if let Some(mut engine) = asks_engine.then(start).flatten() {
        let book = settings.uses_book.then(|| book_seat_move(service, &settings, game)).flatten();
        let chosen = match book {
            Some(chosen) => Ok(chosen),
            None => engine.choose_with_progress(service, &settings, game, &budget, &mut tell),
        };
        match chosen {
            Ok(chosen) => {
                app.tables.give_back(game.game(), engine);
                return chosen;
            }
            Err(error) => {
                app.tables.note_failure(game.game());
                tracing::warn!(%error, "an engine for tables has failed; our own plays");
                engine.quit();
            }
        }
    }
    let chosen = TableSeat::Book.choose_with_progress(service, &settings, game, &budget, &mut tell);
    // Our own engine does not fail.
    chosen.unwrap_or(SeatMove { played: None, comment: String::new() })
}

/// Lets games go on after a start, before anybody asks for them.
pub async fn resume_tables(app: &Arc<App>) {
    if app.service.is_read_only() {
        return;
    }
    let node = app.options.node.clone();
    match app.write(move |service| service.resume_tables(&node)).await {
        Ok(tables) => tables.into_iter().for_each(|table| drop(TableHost::hold(app, table))),
        Err(problem) => tracing::warn!(code = ?problem.code(), "cannot read the tables"),
    }
}

/// Notes that this server runs while it has tables, and removes those that nobody touched for long.
pub async fn watch_tables(app: Arc<App>) {
    if app.service.is_read_only() {
        return;
    }
    let mut since_tidy = TIDY;
    loop {
        // While it has none in memory, another node may take its tables over.
        if app.tables.load().0 > 0 {
            note_running(&app).await;
        }
        if since_tidy >= TIDY {
            since_tidy = Duration::ZERO;
            if let Err(problem) = remove_expired(&app).await {
                tracing::warn!(code = ?problem.code(), "cannot remove old tables");
            }
        }
        sleep(BEAT).await;
        since_tidy += BEAT;
    }
}

async fn remove_expired(app: &App) -> Result<(), Problem> {
    if app.read(Service::has_expired_tables).await? {
        app.write(Service::delete_expired_tables).await?;
    }
    Ok(())
}

/// Notes that this server runs.
pub async fn note_running(app: &App) {
    let node = app.options.node.clone();
    if let Err(problem) = app.write(move |service| service.note_table_node(&node)).await {
        tracing::debug!(code = ?problem.code(), "cannot note that this server runs");
    }
}
