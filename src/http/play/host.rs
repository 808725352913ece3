//! Tables in memory. Each has a task, which holds no thread: it waits for what the table says that it
//! waits for ([`TableTurn`]), and lets the table go when nobody is there. What is done is in the store
//! before it is shown, so a server that is killed loses nothing.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex as Lock, PoisonError};
use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard, watch};
use tokio::time::{sleep, timeout};

use crate::error::problem::Problem;
use crate::server::app::App;
use crate::server::client::{CALLER, Caller};
use crate::server::feed::Follower;
use joseki_engine::{ProgramTask, TablePrograms, Thought};
use joseki_game::Color;
use joseki_game::table::TableAction;
use joseki_service::{
    Code, ServiceError,
    play::{
        ClockReading, FoundTable, HostDuties, HostSchedule, PlayedTable, ProgramTurn, TableError,
        TableNotifier, TableSide, TableStep, TableTurn, estimate, token_hash,
    },
};
use joseki_store::TokenHash;

/// Time without anybody after which a table without a running clock leaves memory.
const LEFT_ALONE: Duration = Duration::from_secs(60);
/// Pause after something failed.
const RETRY: Duration = Duration::from_secs(1);
/// Number of callers whose tables are counted; with more, all counts start again at zero.
const MAX_MAKERS: usize = 10_000;

/// The tables in memory.
pub struct TableHost {
    /// The server.
    pub app: Arc<App>,
    /// Each by all of its tokens.
    held: Lock<HashMap<TokenHash, Arc<HeldTable>>>,
    /// Tables that each caller made, by the token to watch; some may be over.
    made: Lock<HashMap<Caller, MadeTables>>,
    /// The programs that play at them.
    pub programs: TablePrograms,
}

/// Tables that one caller made.
pub type MadeTables = Arc<Mutex<Vec<TokenHash>>>;

/// A table in memory.
pub struct HeldTable {
    /// The table as it is stored.
    state: Mutex<PlayedTable>,
    /// Changed with the table, and with who is there.
    pub changed: watch::Sender<()>,
    /// What a program thinks, while one does.
    pub thinking: watch::Sender<Option<Thinking>>,
    /// Number of followers with the token of Black, with that of White, and in all.
    followers: [AtomicUsize; 3],
    /// Whether the table was removed, or is played at another node now.
    is_removed: AtomicBool,
}

/// A program that thinks.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Whose turn it is, and in which game.
    pub turn: ProgramTurn,
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

impl TableHost {
    /// Creates a host without tables.
    #[must_use]
    pub fn new(app: Arc<App>) -> Arc<TableHost> {
        Arc::new(TableHost {
            held: Lock::default(),
            made: Lock::default(),
            programs: TablePrograms::new(app.options.table_engines.clone()),
            app,
        })
    }

    /// Returns the tables that a caller made, to be locked while it makes another one.
    #[must_use]
    pub fn made_by(&self, by: Caller) -> MadeTables {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= MAX_MAKERS {
            made.clear();
        }
        Arc::clone(made.entry(by).or_default())
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
    pub async fn find(
        self: &Arc<Self>,
        token: &str,
    ) -> Result<(Arc<HeldTable>, TokenHash), Problem> {
        let (app, token) = (&self.app, token_hash(token));
        if let Some(table) = self.held(&token) {
            return Ok((table, token));
        }
        let own = app.options.node.clone();
        let mut found = app.read(move |service| service.tables().find(&token, &own)).await?;
        if let FoundTable::Silent(table) = found {
            let own = app.options.node.clone();
            found = app.write(move |service| service.tables().take_over(&table, &own)).await?;
        }
        let node = match found {
            FoundTable::Here(table) => {
                // The first request for it does not decide for whom its programs play.
                return Ok((self.hold(table, Caller::Server), token));
            }
            FoundTable::Silent(table) => table.node,
            FoundTable::At(node) => node,
        };
        let detail = format!("this table is played at {node}: ask there");
        let problem = Problem::new(Code::TableElsewhere, detail);
        Err(problem.with(|json| json.node = Some(node)))
    }

    fn held(&self, token: &TokenHash) -> Option<Arc<HeldTable>> {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.get(token).map(Arc::clone)
    }

    /// Takes a table into memory, unless it is there; its programs play in turns of a caller.
    pub fn hold(self: &Arc<Self>, table: PlayedTable, by: Caller) -> Arc<HeldTable> {
        let tokens = table.tokens;
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
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
        tokio::spawn(CALLER.scope(by, run(Arc::clone(self), Arc::clone(&table))));
        table
    }

    /// Ends a table that was closed, if it is in memory.
    pub async fn drop_closed(&self, watch: &TokenHash) {
        if let Some(table) = self.held(watch) {
            let _state = table.state.lock().await;
            table.gone();
        }
    }

    /// Evicts an idle table: one that only the caller and the map hold. True if it was evicted.
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
}

/// Notifies waiting tasks of changes of a table through its channels.
impl TableNotifier for HeldTable {
    fn changed(&self, table: &PlayedTable) {
        if let Some(thinking) = &*self.thinking.borrow()
            && !table.awaits(&thinking.turn)
        {
            thinking.stop.store(true, Relaxed);
        }
        self.changed.send_replace(());
    }

    fn gone(&self) {
        self.is_removed.store(true, Relaxed);
        let _ = self.stop();
        self.changed.send_replace(());
    }
}

impl HeldTable {
    /// Waits for the table.
    ///
    /// # Errors
    /// It was removed.
    pub async fn lock(&self) -> Result<MutexGuard<'_, PlayedTable>, Problem> {
        let state = self.state.lock().await;
        if self.is_removed.load(Relaxed) {
            Err(ServiceError::from(TableError::Unknown).into())
        } else {
            Ok(state)
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
        self.step_by(app, state, |next| next.step(step, ClockReading::now())).await
    }

    /// Does a step of a program, see [`PlayedTable::program_step`].
    async fn program_step(
        &self,
        app: &App,
        state: &mut PlayedTable,
        step: &TableStep,
    ) -> Result<(), Problem> {
        let make = |next: &mut PlayedTable| next.program_step(step, ClockReading::now()).map(drop);
        self.step_by(app, state, make).await
    }

    /// Makes a step on a copy of the table, and stores it before it is shown.
    async fn step_by(
        &self,
        app: &App,
        state: &mut PlayedTable,
        make: impl FnOnce(&mut PlayedTable) -> Result<(), ServiceError>,
    ) -> Result<(), Problem> {
        let mut next = state.next(make);
        if next.begins_counting {
            let table = next.table.table.clone();
            let dead = app.compute(move |_| Ok(estimate(&table))).await.ok().flatten();
            next.mark(dead, ClockReading::now());
        }
        if next.changed {
            self.keep(app, state, next.table).await?;
        }
        Ok(next.done?)
    }

    /// Stores a table, then shows it.
    async fn keep(
        &self,
        app: &App,
        state: &mut PlayedTable,
        next: PlayedTable,
    ) -> Result<(), Problem> {
        let (before, node) = (state.version(), app.options.node.clone());
        let kept =
            app.write(move |service| service.tables().keep_next(&node, before, next)).await?;
        match state.take(kept, &app.options.node, self) {
            true => Ok(()),
            false if self.is_removed() && state.node == app.options.node => {
                Err(ServiceError::from(TableError::Unknown).into())
            }
            false => Err(moved_on()),
        }
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
        app.write(move |service| service.tables().delete(&table)).await?;
        self.gone();
        Ok(())
    }

    /// Whether anybody follows the table.
    fn is_watched(&self) -> bool {
        self.followers[2].load(Relaxed) > 0
    }
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
        let follower = app.table_feed.follow(address)?;
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

/// Shows a table that another program plays.
fn show(table: &HeldTable, state: &mut PlayedTable, next: PlayedTable) {
    let is_over = next.table.result() != state.table.result();
    *state = next;
    if is_over {
        TableNotifier::changed(table, state);
    }
}

/// Runs a table until nobody uses it.
async fn run(host: Arc<TableHost>, table: Arc<HeldTable>) {
    let app = &*host.app;
    let mut changes = table.changed.subscribe();
    loop {
        changes.mark_unchanged();
        let mut state = table.state.lock().await;
        if table.is_removed() {
            host.let_go(&table);
            return;
        }
        // On a copy, so that an end that could not be stored is found again.
        let mut next = state.clone();
        let turn = next.turn(table.is_watched(), ClockReading::now());
        if app.service.administration().is_read_only() {
            show(&table, &mut state, next);
            drop(state);
            let left = match turn {
                TableTurn::Action(left) => left.filter(|_| table.is_watched()),
                TableTurn::Program(_) | TableTurn::Count => None,
            };
            if !wait_for_change(&host, &table, &mut changes, left).await {
                return;
            }
            continue;
        }
        if next.table.result() != state.table.result() {
            if let Err(problem) = table.keep(app, &mut state, next).await {
                tracing::debug!(code = ?problem.code(), "cannot store the end of a game");
                drop(state);
                sleep(RETRY).await;
            }
            continue;
        }
        let done = match turn {
            TableTurn::Action(left) => {
                drop(state);
                if !wait_for_change(&host, &table, &mut changes, left).await {
                    return;
                }
                Ok(())
            }
            TableTurn::Count => {
                let step =
                    TableStep { by: Color::Black, action: TableAction::Agree, comment: None };
                table.program_step(app, &mut state, &step).await
            }
            TableTurn::Program(side) => {
                let seen = state.clone();
                drop(state);
                play(&host, &table, seen, side).await
            }
        };
        if let Err(problem) = done {
            tracing::debug!(code = ?problem.code(), "a table waits");
            sleep(RETRY).await;
        }
    }
}

/// Waits for a change of a table, or until the clock that runs is over. False if the table is
/// evicted: nobody follows it, and no clock runs.
async fn wait_for_change(
    host: &TableHost,
    table: &Arc<HeldTable>,
    changes: &mut watch::Receiver<()>,
    left: Option<Duration>,
) -> bool {
    let wait = left.unwrap_or(LEFT_ALONE);
    let is_alone = timeout(wait, changes.changed()).await.is_err();
    if !is_alone || left.is_some() {
        return true;
    }
    let state = table.state.lock().await;
    let runs =
        state.table.deadline().is_some() && !host.app.service.administration().is_read_only();
    runs || table.is_watched() || !host.let_go(table)
}

/// Lets a program play its move.
async fn play(
    host: &Arc<TableHost>,
    table: &Arc<HeldTable>,
    seen: PlayedTable,
    side: Color,
) -> Result<(), Problem> {
    let stop = Arc::new(AtomicBool::new(false));
    let turn = seen.program_turn(side);
    let thinking = Thinking { turn: turn.clone(), best: None, stop: Arc::clone(&stop) };
    let now = ClockReading::now();
    let asks_engine = host.programs.asks_engine(turn.game.game(), now);
    let has_person = seen.setup.sides().contains(&TableSide::Person);
    let place = host.app.enqueue_table(asks_engine, has_person)?;
    table.thinking.send_replace(Some(thinking.clone()));
    table.changed.send_replace(());
    let left = seen.table.deadline().map(|end| end.saturating_sub(seen.game_time(now)));
    let (holder, at) = (Arc::clone(host), Arc::clone(table));
    let task = ProgramTask { table: seen, side, asks_engine, stop };
    let work = place.run(move || {
        let mut report = |thought: &Thought| {
            at.thinking.send_modify(|thinking| {
                if let Some(thinking) = thinking {
                    thinking.best = Some(thought.clone());
                }
            });
        };
        holder.programs.choose(&holder.app.service, &task, &mut report)
    });
    // The game ends when the time is over, whatever the program does.
    let chosen = timeout(left.unwrap_or(Duration::MAX), work).await;
    table.thinking.send_replace(None);
    let Ok(chosen) = chosen else {
        thinking.stop.store(true, Relaxed);
        return Ok(());
    };
    let chosen = chosen?;
    let mut state = table.lock().await?;
    if !state.awaits(&turn) {
        return Ok(());
    }
    table.program_step(&host.app, &mut state, &chosen.into_step(side)).await
}

impl TableHost {
    /// Lets games go on after a start, before anybody asks for them.
    pub async fn resume(self: &Arc<Self>) {
        let app = &self.app;
        if app.service.administration().is_read_only() {
            return;
        }
        let node = app.options.node.clone();
        match app.write(move |service| service.tables().resume(&node)).await {
            Ok(tables) => {
                tables.into_iter().for_each(|table| drop(self.hold(table, Caller::Server)));
            }
            Err(problem) => tracing::warn!(code = ?problem.code(), "cannot read the tables"),
        }
    }

    /// Notes that this server runs while it has tables, and removes those that nobody touched for
    /// long.
    pub async fn watch(self: Arc<Self>) {
        let app = &self.app;
        if app.service.administration().is_read_only() {
            return;
        }
        let mut schedule = HostSchedule::default();
        loop {
            // While it has none in memory, another node may take its tables over.
            let has_tables = self.load().0 > 0;
            let duties = schedule.due(ClockReading::now().monotonic, has_tables);
            if duties != HostDuties::default() {
                let node = app.options.node.clone();
                if let Err(problem) =
                    app.write(move |service| service.tables().attend(&node, duties)).await
                {
                    let code = problem.code();
                    tracing::warn!(
                        ?code,
                        "cannot note that this server runs, or remove old tables"
                    );
                    schedule = HostSchedule::default();
                }
            }
            sleep(HostSchedule::EVERY).await;
        }
    }

    /// Notes that this server runs.
    pub async fn note_running(&self) {
        let node = self.app.options.node.clone();
        if let Err(problem) = self.app.write(move |service| service.tables().note_node(&node)).await
        {
            tracing::debug!(code = ?problem.code(), "cannot note that this server runs");
        }
    }
}
