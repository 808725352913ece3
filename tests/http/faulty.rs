//! A store that fails, waits or panics when a test says so.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Condvar, Mutex};

use joseki::book::{BookPart, Delta, Forest, Line, NodeChange, StoredNode, Tally};
use joseki::ledger::training::{Lessons, QuizAnswer};
use joseki::store::{
    AppliedChange, AuditRow, BookChange, BookInfo, BookSnapshot, BookStream, ChangeNote,
    ChangeQuery, ChangeRow, CountedGames, EdgeUpdates, EnteredAnswer, EntryCounts, EvaluationKey,
    GameKey, GameRow, GamesChange, HistoryMoment, KeyRecord, LaterChanges, LedgerOutcome,
    LedgerRequest, LedgerRow, LedgerRows, LedgerSums, LineRow, NewKey, NewWeights, NodeLogEntry,
    NodeQuery, PositionEvaluation, RequestToken, ResultSender, SourceRecord, SqliteStore, Store,
    StoreError, StoreStats, TableEventRow, TableRow, TokenHash, Upkeep, WeightsVersion,
};

/// What a store is to do instead of its work.
#[derive(Clone, Debug, Default)]
pub enum Fault {
    #[default]
    None,
    Fail(StoreError),
    Panic,
    /// Wait until the fault is another one.
    Wait,
}

#[derive(Default)]
struct Faults {
    read: Fault,
    write: Fault,
    written: Fault,
    /// What `read` and `evaluations` are once a book is changed.
    later: Fault,
    evaluations: Fault,
    sums: Fault,
    waiting: usize,
}

/// A store with faults.
pub struct FaultyStore {
    store: SqliteStore,
    faults: Mutex<Faults>,
    changed: Condvar,
}

impl FaultyStore {
    pub fn new(store: SqliteStore) -> FaultyStore {
        FaultyStore { store, faults: Mutex::default(), changed: Condvar::new() }
    }

    /// Behaviour of lines, counts and heads.
    pub fn on_read(&self, fault: Fault) {
        self.faults.lock().expect("no panic").read = fault;
        self.changed.notify_all();
    }

    /// Behaviour of changes and keys.
    pub fn on_write(&self, fault: Fault) {
        self.faults.lock().expect("no panic").write = fault;
        self.changed.notify_all();
    }

    /// Behaviour of changes of books once they are written.
    pub fn on_written(&self, fault: Fault) {
        self.faults.lock().expect("no panic").written = fault;
        self.changed.notify_all();
    }

    /// What lines, counts, heads and evaluations do once a book is changed.
    pub fn on_read_after_write(&self, fault: Fault) {
        let mut faults = self.faults.lock().expect("no panic");
        (faults.later, faults.evaluations) = (fault, Fault::None);
    }

    /// Behaviour of the sums of results once they are read.
    pub fn on_sums(&self, fault: Fault) {
        self.faults.lock().expect("no panic").sums = fault;
        self.changed.notify_all();
    }

    /// How many calls wait.
    pub fn waiting(&self) -> usize {
        self.faults.lock().expect("no panic").waiting
    }

    fn meet(&self, choose: impl Fn(&Faults) -> Fault) -> Result<(), StoreError> {
        let mut faults = self.faults.lock().expect("no panic");
        faults.waiting += 1;
        while matches!(choose(&faults), Fault::Wait) {
            faults = self.changed.wait(faults).expect("no panic");
        }
        faults.waiting -= 1;
        let fault = choose(&faults);
        drop(faults);
        match fault {
            Fault::None | Fault::Wait => Ok(()),
            Fault::Fail(error) => Err(error),
            Fault::Panic => panic!("the store was told to panic"),
        }
    }

    fn read(&self) -> Result<(), StoreError> {
        self.meet(|faults| faults.read.clone())
    }

    fn write(&self) -> Result<(), StoreError> {
        self.meet(|faults| faults.write.clone())
    }
}

impl Store for FaultyStore {
    fn books(&self) -> Result<Vec<BookInfo>, StoreError> {
        self.read()?;
        self.store.books()
    }

    fn unknown_variants(&self) -> Result<Vec<StoreError>, StoreError> {
        self.store.unknown_variants()
    }

    fn book(&self, name: &str) -> Result<Option<BookInfo>, StoreError> {
        self.store.book(name)
    }

    fn load(&self, name: &str) -> Result<Option<(BookInfo, Forest)>, StoreError> {
        self.store.load(name)
    }

    fn load_for_answers(&self, name: &str) -> Result<Option<(BookInfo, Forest)>, StoreError> {
        self.load(name)
    }

    fn load_part(
        &self,
        name: &str,
        part: &BookPart,
    ) -> Result<Option<(BookInfo, Forest)>, StoreError> {
        self.store.load_part(name, part)
    }

    fn tallies(&self, book: &str, lines: &[Line]) -> Result<Vec<(Line, Tally)>, StoreError> {
        self.store.tallies(book, lines)
    }

    fn snapshot(&self, name: &str) -> Result<Option<BookSnapshot>, StoreError> {
        self.read()?;
        self.store.snapshot(name)
    }

    fn nodes(&self, book: &BookSnapshot, which: NodeQuery) -> Result<Vec<StoredNode>, StoreError> {
        self.read()?;
        self.store.nodes(book, which)
    }

    fn with_position(&self, book: &BookSnapshot, key: u64) -> Result<Vec<u32>, StoreError> {
        self.read()?;
        self.store.with_position(book, key)
    }

    fn apply(&self, change: &BookChange<'_>) -> Result<AppliedChange, StoreError> {
        self.write()?;
        let applied = self.store.apply(change)?;
        let mut faults = self.faults.lock().expect("no panic");
        if !matches!(faults.later, Fault::None) {
            faults.read = faults.later.clone();
            faults.evaluations = faults.later.clone();
        }
        drop(faults);
        self.meet(|faults| faults.written.clone())?;
        Ok(applied)
    }

    fn apply_games(
        &self,
        change: &BookChange<'_>,
        games: GamesChange,
    ) -> Result<AppliedChange, StoreError> {
        self.write()?;
        self.store.apply_games(change, games)
    }

    fn counted(&self, book: &str) -> Result<CountedGames, StoreError> {
        self.read()?;
        self.store.counted(book)
    }

    fn game_keys(&self, book: &str, each: &mut dyn FnMut(GameKey)) -> Result<(), StoreError> {
        self.store.game_keys(book, each)
    }

    fn tally_part(&self, book: &str, part: u32) -> Result<Option<Vec<u8>>, StoreError> {
        self.store.tally_part(book, part)
    }

    fn game(&self, book: &str, fingerprint: u64) -> Result<Option<GameRow>, StoreError> {
        self.read()?;
        self.store.game(book, fingerprint)
    }

    fn games_from(&self, book: &str, first: u32, most: u32) -> Result<Vec<GameRow>, StoreError> {
        self.read()?;
        self.store.games_from(book, first, most)
    }

    fn games(&self, book: &str, numbers: &[u32]) -> Result<Vec<GameRow>, StoreError> {
        self.read()?;
        self.store.games(book, numbers)
    }

    fn apply_all(&self, changes: &[BookChange<'_>]) -> Result<Vec<AppliedChange>, StoreError> {
        self.write()?;
        self.store.apply_all(changes)
    }

    fn copy_book(&self, from: &str, to: &str, note: &ChangeNote) -> Result<BookInfo, StoreError> {
        self.write()?;
        self.store.copy_book(from, to, note)
    }

    fn rename_book(
        &self,
        name: &str,
        to: &str,
        expected: Option<u64>,
        note: &ChangeNote,
    ) -> Result<BookInfo, StoreError> {
        self.write()?;
        self.store.rename_book(name, to, expected, note)
    }

    fn delete_book(
        &self,
        name: &str,
        expected: Option<u64>,
        note: &ChangeNote,
    ) -> Result<i64, StoreError> {
        self.write()?;
        self.store.delete_book(name, expected, note)
    }

    fn restore_book(&self, change: i64, note: &ChangeNote) -> Result<BookInfo, StoreError> {
        self.write()?;
        self.store.restore_book(change, note)
    }

    fn changes(&self, asked: &ChangeQuery) -> Result<Vec<ChangeRow>, StoreError> {
        self.read()?;
        self.store.changes(asked)
    }

    fn change(&self, id: i64) -> Result<Option<(ChangeRow, Delta)>, StoreError> {
        self.read()?;
        self.store.change(id)
    }

    fn change_page(
        &self,
        id: i64,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Option<(ChangeRow, Vec<NodeChange>)>, StoreError> {
        self.read()?;
        self.store.change_page(id, after, limit)
    }

    fn node_changes(
        &self,
        book: &str,
        line: &Line,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<NodeLogEntry>, StoreError> {
        self.read()?;
        self.store.node_changes(book, line, before, limit)
    }

    fn history(&self) -> Result<String, StoreError> {
        self.store.history()
    }

    fn change_of(&self, token: RequestToken) -> Result<Option<(bool, i64)>, StoreError> {
        self.store.change_of(token)
    }

    fn last_change(&self) -> Result<i64, StoreError> {
        self.store.last_change()
    }

    fn load_at(
        &self,
        name: &str,
        moment: HistoryMoment,
    ) -> Result<Option<(BookInfo, Forest)>, StoreError> {
        self.read()?;
        self.store.load_at(name, moment)
    }

    fn version_at(
        &self,
        name: &str,
        moment: HistoryMoment,
    ) -> Result<Option<(u64, i64)>, StoreError> {
        self.read()?;
        self.store.version_at(name, moment)
    }

    fn changes_between(
        &self,
        name: &str,
        after: u64,
        until: Option<u64>,
        most: u64,
    ) -> Result<Option<LaterChanges>, StoreError> {
        self.store.changes_between(name, after, until, most)
    }

    fn replay(&self, name: &str) -> Result<Option<Forest>, StoreError> {
        self.store.replay(name)
    }

    fn lines(
        &self,
        book: &str,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<LineRow>, StoreError> {
        self.read()?;
        self.store.lines(book, prefix, after, limit)
    }

    fn line_count(&self, book: &str, prefix: &str) -> Result<u64, StoreError> {
        self.store.line_count(book, prefix)
    }

    fn sources(&self) -> Result<Vec<SourceRecord>, StoreError> {
        self.store.sources()
    }

    fn sources_of(&self, book: &str) -> Result<Option<BTreeSet<String>>, StoreError> {
        self.store.sources_of(book)
    }

    fn put_source(&self, source: &SourceRecord, by: &str) -> Result<(), StoreError> {
        self.write()?;
        self.store.put_source(source, by)
    }

    fn weights(&self, name: Option<&str>) -> Result<Vec<WeightsVersion>, StoreError> {
        self.store.weights(name)
    }

    fn append_weights(&self, new: &NewWeights) -> Result<(WeightsVersion, bool), StoreError> {
        self.write()?;
        self.store.append_weights(new)
    }

    fn add_table(&self, table: TableRow, most: u64, idle_since: i64) -> Result<bool, StoreError> {
        self.write()?;
        self.store.add_table(table, most, idle_since)
    }

    fn table(
        &self,
        token: &TokenHash,
    ) -> Result<Option<(TableRow, Vec<TableEventRow>)>, StoreError> {
        self.store.table(token)
    }

    fn append_to_table(
        &self,
        table: (TokenHash, &str),
        version: u32,
        events: Vec<TableEventRow>,
        result: Option<String>,
        now: i64,
    ) -> Result<bool, StoreError> {
        self.write()?;
        self.store.append_to_table(table, version, events, result, now)
    }

    fn tables_going_on(&self, node: &str) -> Result<Vec<TableRow>, StoreError> {
        self.store.tables_going_on(node)
    }

    fn tables(&self, hashes: [TokenHash; 2], limit: usize) -> Result<Vec<TableRow>, StoreError> {
        self.store.tables(hashes, limit)
    }

    fn take_over_table(&self, table: TokenHash, from: &str, to: &str) -> Result<bool, StoreError> {
        self.write()?;
        self.store.take_over_table(table, from, to)
    }

    fn delete_table(&self, table: TokenHash) -> Result<bool, StoreError> {
        self.write()?;
        self.store.delete_table(table)
    }

    fn has_untouched_tables(&self, since: i64) -> Result<bool, StoreError> {
        self.store.has_untouched_tables(since)
    }

    fn delete_untouched_tables(&self, since: i64) -> Result<u64, StoreError> {
        self.write()?;
        self.store.delete_untouched_tables(since)
    }

    fn table_node_seen(&self, node: &str) -> Result<Option<i64>, StoreError> {
        self.store.table_node_seen(node)
    }

    fn note_table_node(&self, node: &str, now: i64) -> Result<(), StoreError> {
        self.write()?;
        self.store.note_table_node(node, now)
    }

    fn add_key(&self, key: &NewKey, by: &str) -> Result<KeyRecord, StoreError> {
        self.write()?;
        self.store.add_key(key, by)
    }

    fn keys(&self) -> Result<Vec<KeyRecord>, StoreError> {
        self.store.keys()
    }

    fn key_by_prefix(&self, prefix: &str) -> Result<Option<KeyRecord>, StoreError> {
        self.store.key_by_prefix(prefix)
    }

    fn revoke_key(&self, prefix: &str, by: &str) -> Result<KeyRecord, StoreError> {
        self.store.revoke_key(prefix, by)
    }

    fn rotate_key(
        &self,
        prefix: &str,
        new: &NewKey,
        ends: i64,
        by: &str,
    ) -> Result<KeyRecord, StoreError> {
        self.write()?;
        self.store.rotate_key(prefix, new, ends, by)
    }

    fn audit(&self, before: Option<i64>, limit: usize) -> Result<Vec<AuditRow>, StoreError> {
        self.store.audit(before, limit)
    }

    fn enter_from(
        &self,
        requests: Vec<LedgerRequest>,
        sender: &ResultSender,
        received: i64,
    ) -> Result<Vec<LedgerOutcome>, StoreError> {
        self.write()?;
        self.store.enter_from(requests, sender, received)
    }

    fn ledger_row(&self, game: &str) -> Result<Option<LedgerRow>, StoreError> {
        self.read()?;
        self.store.ledger_row(game)
    }

    fn counted_record(&self, fingerprint: &str) -> Result<Option<String>, StoreError> {
        self.read()?;
        self.store.counted_record(fingerprint)
    }

    fn ledger_rows(
        &self,
        opponent: Option<&str>,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<LedgerRow>, StoreError> {
        self.read()?;
        self.store.ledger_rows(opponent, before, limit)
    }

    fn for_each_ledger_row(
        &self,
        each: &mut dyn FnMut(LedgerRow) -> bool,
    ) -> Result<(), StoreError> {
        self.store.for_each_ledger_row(each)
    }

    fn sums(&self, since: u64) -> Result<LedgerSums, StoreError> {
        let sums = self.store.sums(since);
        self.meet(|faults| faults.sums.clone())?;
        sums
    }

    fn ledger_version(&self) -> Result<u64, StoreError> {
        self.store.ledger_version()
    }

    fn merge_ledger(&self, rows: LedgerRows, who: &str) -> Result<EntryCounts, StoreError> {
        self.write()?;
        self.store.merge_ledger(rows, who)
    }

    fn recount(&self, found: Option<EdgeUpdates>) -> Result<u64, StoreError> {
        self.write()?;
        self.store.recount(found)
    }

    fn enter_answer(&self, player: &str, answer: QuizAnswer) -> Result<EnteredAnswer, StoreError> {
        self.meet(|faults| faults.write.clone())?;
        self.store.enter_answer(player, answer)
    }

    fn enter_answers(
        &self,
        player: &str,
        answers: Vec<QuizAnswer>,
    ) -> Result<EntryCounts, StoreError> {
        self.meet(|faults| faults.write.clone())?;
        self.store.enter_answers(player, answers)
    }

    fn lessons(&self, player: &str) -> Result<Option<Lessons>, StoreError> {
        self.store.lessons(player)
    }

    fn answers(
        &self,
        player: &str,
        after: Option<(i64, String)>,
        limit: usize,
    ) -> Result<Vec<QuizAnswer>, StoreError> {
        self.store.answers(player, after, limit)
    }

    fn answer_count(&self, player: &str) -> Result<u64, StoreError> {
        self.store.answer_count(player)
    }

    fn players(&self) -> Result<Vec<String>, StoreError> {
        self.store.players()
    }

    fn delete_player(&self, player: &str) -> Result<u64, StoreError> {
        self.meet(|faults| faults.write.clone())?;
        self.store.delete_player(player)
    }

    fn recount_answers(&self) -> Result<u64, StoreError> {
        self.store.recount_answers()
    }

    fn enter_evaluations(
        &self,
        evaluations: Vec<PositionEvaluation>,
    ) -> Result<EntryCounts, StoreError> {
        self.meet(|faults| faults.write.clone())?;
        self.store.enter_evaluations(evaluations)
    }

    fn evaluations_of(&self, positions: &[u64]) -> Result<Vec<PositionEvaluation>, StoreError> {
        self.meet(|faults| faults.evaluations.clone())?;
        self.store.evaluations_of(positions)
    }

    fn evaluations(
        &self,
        after: Option<&EvaluationKey>,
        limit: usize,
    ) -> Result<Vec<PositionEvaluation>, StoreError> {
        self.store.evaluations(after, limit)
    }

    fn log_differences(&self, book: &str, note: &ChangeNote) -> Result<u64, StoreError> {
        self.store.log_differences(book, note)
    }

    fn repair_lines(&self) -> Result<u64, StoreError> {
        self.store.repair_lines()
    }
}

impl Upkeep for FaultyStore {
    fn data_version(&self) -> Result<u64, StoreError> {
        self.store.data_version()
    }

    fn check_structure(&self) -> Result<Vec<String>, StoreError> {
        self.store.check_structure()
    }

    fn stream_book(&self, book: BookStream) -> Result<BookInfo, StoreError> {
        self.write()?;
        self.store.stream_book(book)
    }

    fn refuse_changes(&self, why: String) {
        self.store.refuse_changes(why);
    }

    fn is_read_only(&self) -> bool {
        self.store.is_read_only()
    }

    fn refusal(&self) -> Option<String> {
        self.store.refusal()
    }

    fn check_place(&self) -> Result<(), StoreError> {
        self.store.check_place()
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.write()?;
        self.store.probe()
    }

    fn stats(&self) -> StoreStats {
        self.store.stats()
    }

    fn check(&self) -> Result<Vec<String>, StoreError> {
        self.store.check()
    }

    fn backup_to(&self, path: &Path) -> Result<(), StoreError> {
        self.store.backup_to(path)
    }

    fn checkpoint(&self) -> Result<(), StoreError> {
        self.store.checkpoint()
    }

    fn close(&self) -> Result<(), StoreError> {
        self.store.close()
    }
}
