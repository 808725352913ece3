//! A table with what was done there, and its place in the store.

use crate::play::Tables;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::host::FoundTable;
use super::record::{RecordTexts, TableRecordError, TableRecordFormat, table_record};
use super::setup::TableSetup;
use crate::admin::keys::random_hex;
use crate::error::ServiceError;
use crate::play::error::TableError;
use joseki_game::table::{Table, TableAction, TableEvent, TableRefusal, TableRules};
use joseki_game::{BoardSize, Color, GameInPlay, IllegalMove};
use joseki_store::{StoreError, TableEventRow, TableRow, TableTokens, TokenHash};

/// Random bytes in a token.
const TOKEN_BYTES: usize = 16;
/// Bytes in a table's id.
const ID_BYTES: usize = 8;
/// Maximum size of all actions of a table, as texts.
const MAX_BYTES: usize = 128 << 10;
/// Days after which a table that nobody touched is removed.
const KEPT_DAYS: i64 = 30;
/// Milliseconds in a day, and those after which a game that has hardly begun gives way to another.
const DAY: i64 = 86_400_000;
const IDLE: i64 = 3_600_000;

/// What the machine's clocks say. The clocks of games run by the one that nobody sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// Time since this program first asked, by the monotonic clock.
    pub monotonic: Duration,
    /// Milliseconds since 1970 UTC, by the system's clock.
    pub wall: i64,
}

impl ClockReading {
    /// Reads both clocks.
    #[must_use]
    pub fn now() -> ClockReading {
        static FIRST: OnceLock<Instant> = OnceLock::new();
        let monotonic = FIRST.get_or_init(Instant::now).elapsed();
        ClockReading { monotonic, wall: milliseconds() }
    }
}

/// A table with what was done there.
#[derive(Clone, Debug)]
pub struct PlayedTable {
    /// The hashes of its tokens.
    pub tokens: TableTokens,
    /// What is played, and by whom.
    pub setup: TableSetup,
    /// The node where it is played.
    pub node: String,
    /// When it was made, in milliseconds since 1970 UTC.
    pub made: i64,
    /// When something was last done there, in milliseconds since 1970 UTC.
    pub touched: i64,
    /// The game.
    pub table: Table,
    /// The words of programs on their moves, by the index of the move.
    pub comments: BTreeMap<usize, String>,
    /// What was done, each with the words of a program.
    events: Vec<(TableEvent, Option<String>)>,
    bytes: usize,
    /// The time of the game at a reading of the monotonic clock: that of the last action when the
    /// table was read, since no clock runs while no node holds the table.
    pub(super) at: (Duration, Duration),
}

/// What a side does, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStep {
    /// The side.
    pub by: Color,
    /// The action.
    pub action: TableAction,
    /// The words of a program on its move.
    pub comment: Option<String>,
}

/// A table that was just made, with its tokens, which are not kept.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The token of spectators.
    pub watch: String,
    /// The tokens of Black and White; `None` where a program plays.
    pub sides: [Option<String>; 2],
    /// The table.
    pub table: PlayedTable,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ListedTableJson)]
pub struct ListedTable {
    /// Its id, by which it can be closed; no token.
    pub id: String,
    /// The game; `unknown` if the table cannot be read.
    pub game: String,
    /// Who plays Black, or Red: `person`, `book` or `engine`; `unknown` if the table cannot be read.
    pub black: String,
    /// Who plays White, or Black in xiangqi.
    pub white: String,
    /// The node where it is played.
    pub node: String,
    /// When it was made, in seconds since 1970-01-01 UTC.
    pub made: i64,
    /// When something was last done there, in seconds since 1970-01-01 UTC.
    pub touched: i64,
    /// Number of things done there.
    pub version: u32,
    /// The result, as in SGF; null while the game goes on.
    pub result: Option<String>,
}

impl ListedTable {
    fn new(row: TableRow) -> ListedTable {
        let unknown = || "unknown".to_owned();
        let (game, [black, white]) = match read_setup(&row) {
            Ok(setup) => (setup.game.clone(), setup.sides().map(|side| side.to_string())),
            Err(_) => (unknown(), [unknown(), unknown()]),
        };
        ListedTable {
            id: row.tokens.watch[..ID_BYTES].iter().map(|byte| format!("{byte:02x}")).collect(),
            game,
            black,
            white,
            node: row.node,
            made: row.made / 1000,
            touched: row.touched / 1000,
            version: row.version,
            result: row.result,
        }
    }
}

fn damaged(detail: String) -> ServiceError {
    let detail = format!("a table: {detail}");
    ServiceError::Store(StoreError::Corrupt { file: "the database".to_owned(), detail })
}

fn read_setup(row: &TableRow) -> Result<TableSetup, ServiceError> {
    serde_json::from_str(&row.setup).map_err(|error| damaged(error.to_string()))
}

impl PlayedTable {
    /// Creates a table that is not stored, starting now.
    #[must_use]
    pub fn unkept(setup: TableSetup, rules: TableRules) -> PlayedTable {
        PlayedTable::unkept_at(setup, rules, ClockReading::now())
    }

    pub(super) fn unkept_at(
        setup: TableSetup,
        rules: TableRules,
        now: ClockReading,
    ) -> PlayedTable {
        let tokens = TableTokens { watch: TokenHash::default(), sides: [None; 2] };
        PlayedTable::new(tokens, setup, rules, "", now)
    }

    /// Writes the record of the game, with the words of programs if the format has comments.
    ///
    /// # Errors
    /// The format cannot hold the game.
    pub fn record(
        &self,
        format: TableRecordFormat,
        texts: &RecordTexts<'_>,
    ) -> Result<Vec<u8>, TableRecordError> {
        table_record(&self.table, format, texts, |at| self.comments.get(&at).cloned())
    }

    /// Returns the number of things done there.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.events.len() as u32
    }

    /// Returns the game after `version` events; `None` if there are fewer.
    #[must_use]
    pub fn game_at(&self, version: u32) -> Option<GameInPlay> {
        if version == self.version() {
            return Some(self.table.game().clone());
        }
        let events = self.events.get(..version as usize)?.iter();
        let mut table = Table::new(self.table.rules().clone());
        for (event, _) in events {
            // It was possible when it was done.
            table.act(event.by, event.action.clone(), event.at).ok()?;
        }
        Some(table.game().clone())
    }

    /// Returns the first event after `version` others.
    #[must_use]
    pub fn event(&self, version: u32) -> Option<&TableEvent> {
        self.events.get(version as usize).map(|(event, _)| event)
    }

    /// Returns the sides that a token may play.
    #[must_use]
    pub fn sides_of(&self, token: &TokenHash) -> Vec<Color> {
        let is_own = |color: &Color| self.tokens.sides[*color as usize].as_ref() == Some(token);
        Color::ALL.into_iter().filter(is_own).collect()
    }

    /// Returns the time since the game began, as its clocks count it.
    #[must_use]
    pub fn game_time(&self, now: ClockReading) -> Duration {
        let (at, monotonic) = self.at;
        let time = at + now.monotonic.saturating_sub(monotonic);
        // As it is stored.
        Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    /// Returns when the table is removed if nobody touches it, in milliseconds since 1970 UTC.
    #[must_use]
    pub const fn expires(&self) -> i64 {
        self.touched.saturating_add(KEPT_DAYS * DAY)
    }

    /// Returns the words of the program on a move.
    #[must_use]
    pub fn comment(&self, at: usize) -> Option<&str> {
        self.comments.get(&at).map(String::as_str)
    }

    /// Does a step at a time, in milliseconds since 1970 UTC, on this copy only: see
    /// `Tables::keep`.
    ///
    /// # Errors
    /// [`TableError::Refused`], or the table has too many actions.
    pub fn step(&mut self, step: &TableStep, now: ClockReading) -> Result<(), ServiceError> {
        let at = self.game_time(now);
        let TableStep { by, action, comment } = step;
        let text = action.to_text(self.size());
        let bytes = self.bytes + text.len() + comment.as_ref().map_or(0, String::len);
        let ends = matches!(action, TableAction::Resign | TableAction::Forfeit);
        if bytes > MAX_BYTES && !ends {
            return Err(TableError::Full.into());
        }
        self.table.check_often(action).map_err(TableError::from)?;
        self.table.act(*by, action.clone(), at).map_err(TableError::from)?;
        self.note(TableEvent { at, by: *by, action: action.clone() }, comment.clone());
        (self.bytes, self.touched) = (bytes, now.wall);
        Ok(())
    }

    /// Does the step of a program: by an illegal move it loses, which is returned, and at a table where
    /// too much was done it resigns.
    ///
    /// # Errors
    /// As [`PlayedTable::step`]: its time was over.
    pub fn program_step(
        &mut self,
        step: &TableStep,
        now: ClockReading,
    ) -> Result<Option<IllegalMove>, ServiceError> {
        let instead = |action| TableStep { by: step.by, action, comment: None };
        let done = self.step(step, now);
        match done.as_ref().err().and_then(ServiceError::of) {
            Some(TableError::Refused(TableRefusal::Illegal(reason))) => {
                self.step(&instead(TableAction::Forfeit), now)?;
                Ok(Some(*reason))
            }
            Some(TableError::Full) => {
                self.step(&instead(TableAction::Resign), now)?;
                Ok(None)
            }
            _ => done.map(|()| None),
        }
    }

    fn note(&mut self, event: TableEvent, comment: Option<String>) {
        let moves = self.table.game().moves().len();
        self.comments.retain(|at, _| *at < moves);
        if let (TableAction::Play(_), Some(last)) = (&event.action, moves.checked_sub(1)) {
            self.comments.remove(&last);
            self.comments.extend(comment.clone().map(|comment| (last, comment)));
        }
        self.events.push((event, comment));
    }

    fn size(&self) -> BoardSize {
        self.table.game().board().size()
    }

    fn result(&self) -> Option<String> {
        self.table.result().map(|result| result.record())
    }

    /// Reads a table from its rows.
    fn read(
        row: TableRow,
        events: Vec<TableEventRow>,
        now: ClockReading,
    ) -> Result<PlayedTable, ServiceError> {
        let setup = read_setup(&row)?;
        let rules = setup.table_rules().map_err(|error| damaged(error.to_string()))?;
        let made = ClockReading { wall: row.made, ..now };
        let mut read = PlayedTable::new(row.tokens, setup, rules, &row.node, made);
        read.touched = row.touched;
        let size = read.size();
        for (number, TableEventRow { at, by, action, comment }) in events.into_iter().enumerate() {
            let at = Duration::from_millis(at.unsigned_abs());
            read.bytes += action.len() + comment.as_ref().map_or(0, String::len);
            let problem = |why: &str| damaged(format!("event {number}, `{action}`: {why}"));
            let parsed = TableAction::parse(&action, size);
            let parsed = parsed.ok_or_else(|| problem("unknown action"))?;
            let done = read.table.act(by, parsed.clone(), at);
            done.map_err(|refusal| problem(&refusal.to_string()))?;
            read.note(TableEvent { at, by, action: parsed }, comment);
            read.at.0 = read.at.0.max(at);
        }
        Ok(read)
    }

    fn new(
        tokens: TableTokens,
        setup: TableSetup,
        rules: TableRules,
        node: &str,
        made: ClockReading,
    ) -> PlayedTable {
        PlayedTable {
            tokens,
            setup,
            node: node.to_owned(),
            made: made.wall,
            touched: made.wall,
            table: Table::new(rules),
            comments: BTreeMap::new(),
            events: Vec::new(),
            bytes: 0,
            at: (Duration::ZERO, made.monotonic),
        }
    }
}

impl Tables<'_> {
    /// Makes a table on a node, of at most `most`.
    ///
    /// # Errors
    /// [`TableError::Setup`], [`TableError::TooMany`], an unknown book, or the store
    /// cannot be written.
    pub fn create(
        &self,
        setup: &TableSetup,
        node: &str,
        most: u64,
    ) -> Result<NewTable, ServiceError> {
        let rules = setup.table_rules()?;
        if let Some(book) = &setup.book {
            let variant = self.service.book_info(book)?.variant;
            if variant.game() != rules.start.game() {
                let message = format!("the book \"{book}\" is about {}", variant.game());
                return Err(TableError::Setup { field: "book", message }.into());
            }
        }
        let watch = random_hex::<TOKEN_BYTES>()?;
        let own = |side: usize| setup.sides()[side] == super::TableSide::Person;
        let black = own(0).then(random_hex::<TOKEN_BYTES>).transpose()?;
        let white = if setup.one_screen {
            black.clone()
        } else {
            own(1).then(random_hex::<TOKEN_BYTES>).transpose()?
        };
        let sides = [black, white];
        let tokens = TableTokens {
            watch: token_hash(&watch),
            sides: [0, 1].map(|side: usize| sides[side].as_deref().map(token_hash)),
        };
        let text = serde_json::to_string(setup);
        let text =
            text.map_err(|error| TableError::Setup { field: "setup", message: error.to_string() })?;
        let now = ClockReading::now();
        let row = TableRow {
            tokens,
            setup: text,
            node: node.to_owned(),
            made: now.wall,
            touched: now.wall,
            version: 0,
            result: None,
        };
        if !self.service.store.add_table(row, most, now.wall - IDLE)? {
            return Err(TableError::TooMany { most }.into());
        }
        // Other nodes would take it over from one that was never seen.
        self.service.store.note_table_node(node, now.wall)?;
        let table = PlayedTable::new(tokens, setup.clone(), rules, node, now);
        Ok(NewTable { watch, sides, table })
    }

    /// Returns the table of a token as it is stored, with the loss of a side that ran out of time.
    ///
    /// # Errors
    /// [`TableError::Unknown`], or the store cannot be read.
    pub fn get(&self, token: &TokenHash) -> Result<PlayedTable, ServiceError> {
        let (row, events) = self.service.store.table(token)?.ok_or(TableError::Unknown)?;
        let was_over = row.result.is_some();
        let mut read = PlayedTable::read(row, events, ClockReading::now())?;
        if was_over && let Some(deadline) = read.table.deadline() {
            // It did not end by an action.
            read.table.tick(deadline);
        }
        Ok(read)
    }

    /// Stores what was done at a table of a node since `before`, which is the table as it is stored. False if
    /// somebody else did something there meanwhile, or another node took it over, and nothing is
    /// written then.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn keep(&self, node: &str, before: u32, after: &PlayedTable) -> Result<bool, ServiceError> {
        let size = after.size();
        let added = after.events.iter().skip(before as usize);
        let rows = added.map(|(event, comment)| TableEventRow {
            at: i64::try_from(event.at.as_millis()).unwrap_or(i64::MAX),
            by: event.by,
            action: event.action.to_text(size),
            comment: comment.clone(),
        });
        let rows = rows.collect();
        let (table, now) = ((after.tokens.watch, node), after.touched);
        Ok(self.service.store.append_to_table(table, before, rows, after.result(), now)?)
    }

    /// Returns the games of a node whose clocks run, after it did not run: with the time that was left
    /// after the last action.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn resume(&self, node: &str) -> Result<Vec<PlayedTable>, ServiceError> {
        let rows = self.service.store.tables_going_on(node)?.into_iter();
        let mut tables = Vec::new();
        for row in rows {
            match self.get(&row.tokens.watch) {
                Ok(table) if table.table.deadline().is_some() => tables.push(table),
                Ok(_) => {}
                Err(error) if matches!(error.of(), Some(TableError::Unknown)) => {}
                Err(ServiceError::Store(error @ StoreError::Corrupt { .. })) => {
                    // It keeps no other game from going on.
                    tracing::warn!(%error, "a table cannot be read");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(tables)
    }

    /// Moves a table to a node from one that does not run any more; the table as it is now, with the
    /// time that was left after the last action, or the node that took it first.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn take_over(&self, table: &PlayedTable, node: &str) -> Result<FoundTable, ServiceError> {
        let watch = table.tokens.watch;
        // Before it has the table, so that it is not taken back.
        self.service.store.note_table_node(node, milliseconds())?;
        self.service.store.take_over_table(watch, &table.node, node)?;
        self.find(&watch, node)
    }

    /// Notes that a node runs.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn note_node(&self, node: &str) -> Result<(), ServiceError> {
        Ok(self.service.store.note_table_node(node, milliseconds())?)
    }

    /// Returns how long ago a node was last known to run; `None` if it never was.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn node_silence(&self, node: &str) -> Result<Option<Duration>, ServiceError> {
        let seen = self.service.store.table_node_seen(node)?;
        let silence = seen.map(|seen| milliseconds().saturating_sub(seen));
        Ok(silence.map(|time| Duration::from_millis(u64::try_from(time).unwrap_or(0))))
    }

    /// Deletes a table.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn delete(&self, table: &PlayedTable) -> Result<bool, ServiceError> {
        Ok(self.service.store.delete_table(table.tokens.watch)?)
    }

    /// Returns the tables of all nodes, those touched last first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn list(&self, limit: usize) -> Result<Vec<ListedTable>, ServiceError> {
        let rows = self.service.store.tables([[0; 32], [0xff; 32]], limit)?;
        Ok(rows.into_iter().map(ListedTable::new).collect())
    }

    /// Closes a table, even during a game, which is lost. Returns what it was.
    ///
    /// # Errors
    /// [`TableError::Unknown`], or the store cannot be written.
    pub fn close(&self, id: &str) -> Result<(ListedTable, TokenHash), ServiceError> {
        let hashes = hashes_of(id).ok_or(TableError::Unknown)?;
        let row = self.service.store.tables(hashes, 1)?.pop().ok_or(TableError::Unknown)?;
        let watch = row.tokens.watch;
        self.service.store.delete_table(watch)?;
        Ok((ListedTable::new(row), watch))
    }

    /// Returns whether there are tables that nobody touched for 30 days.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn has_expired(&self) -> Result<bool, ServiceError> {
        Ok(self.service.store.has_untouched_tables(milliseconds() - KEPT_DAYS * DAY)?)
    }

    /// Deletes the tables that nobody touched for 30 days; returns their number.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn delete_expired(&self) -> Result<u64, ServiceError> {
        Ok(self.service.store.delete_untouched_tables(milliseconds() - KEPT_DAYS * DAY)?)
    }
}

/// The first and the last hash that an id may stand for; `None` if it is not one.
fn hashes_of(id: &str) -> Option<[TokenHash; 2]> {
    let bytes = id.len() == 2 * ID_BYTES && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut hashes = [[0; 32], [0xff; 32]];
    for at in (0..ID_BYTES).filter(|_| bytes) {
        let byte = u8::from_str_radix(&id[2 * at..2 * at + 2], 16).ok()?;
        hashes.iter_mut().for_each(|hash| hash[at] = byte);
    }
    bytes.then_some(hashes)
}

/// Returns the hash by which a token is stored.
#[must_use]
pub fn token_hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// Returns the present time in milliseconds since 1970 UTC.
fn milliseconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests;
