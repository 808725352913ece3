//! The store in SQL, apart from what a database needs of its own.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use super::clock::now;
use super::connection::SqlConnection;
use super::edit::{GamesEdit, StoreEdit};
use super::fault::Fault;
use super::single_use::SingleUse;
use super::{
    audit, books, evaluations, games, history, keys, ledger, lines, log, mend, part, snapshot,
    sources, tables, tallies, training, weights, whole,
};
use crate::{
    AppliedChange, AuditRow, BookChange, BookInfo, BookSnapshot, ChangeNote, ChangeQuery,
    ChangeRow, CountedGames, EdgeUpdates, EnteredAnswer, EntryCounts, EvaluationKey, GameKey,
    GameRow, GamesChange, HistoryMoment, KeyRecord, LaterChanges, LedgerOutcome, LedgerRequest,
    LedgerRow, LedgerRows, LedgerSums, LineRow, NewKey, NewWeights, NodeLogEntry, NodeQuery,
    PositionEvaluation, RequestToken, ResultSender, SourceRecord, Store, StoreError, TableEventRow,
    TableRow, TokenHash, Upkeep, WeightsVersion,
};
use joseki_book::{BookPart, Delta, Forest, Line, NodeChange, StoredNode, Tally};
use joseki_ledger::training::{Lessons, QuizAnswer};

/// Work in a transaction; it keeps its result itself.
pub(crate) type Transaction<'a> = dyn FnMut(SqlConnection<'_>) -> Result<(), Fault> + 'a;
/// The same on another thread.
pub(crate) type Changes = Box<dyn FnMut(SqlConnection<'_>) -> Result<(), Fault> + Send>;

/// A database in which a store is: how it is read and written. What a database needs of its own is
/// compiled once, and not for each type of result.
pub(crate) trait Backend: Upkeep {
    /// Does the work of [`Backend::read`].
    ///
    /// # Errors
    /// As for [`Backend::read`].
    fn run_queries(&self, queries: &mut Transaction<'_>) -> Result<(), StoreError>;

    /// Does the work of [`Backend::read_from_replica`].
    ///
    /// # Errors
    /// As for [`Backend::read`].
    fn run_queries_on_replica(&self, queries: &mut Transaction<'_>) -> Result<(), StoreError> {
        self.run_queries(queries)
    }

    /// Does the work of [`Backend::read_once`].
    ///
    /// # Errors
    /// As for [`Backend::read`].
    fn run_query(&self, query: &mut Transaction<'_>) -> Result<(), StoreError> {
        self.run_queries_on_replica(query)
    }

    /// Does the work of [`Backend::write`].
    ///
    /// # Errors
    /// As for [`Backend::write`].
    fn run_changes(&self, changes: Changes) -> Result<(), StoreError>;

    /// Runs queries in one transaction, so that all of them see the same snapshot; once more if the
    /// connection is lost meanwhile.
    ///
    /// # Errors
    /// That of the queries, or any I/O error.
    fn read<T>(
        &self,
        query: impl FnMut(SqlConnection<'_>) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        answer(query, |queries| self.run_queries(queries))
    }

    /// Does the same as [`Backend::read`], perhaps on a replica that does not lag behind the last
    /// [`Upkeep::data_version`].
    ///
    /// # Errors
    /// As for [`Backend::read`].
    fn read_from_replica<T>(
        &self,
        query: impl FnMut(SqlConnection<'_>) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        answer(query, |queries| self.run_queries_on_replica(queries))
    }

    /// Does the same as [`Backend::read_from_replica`] for a single statement, which needs no
    /// transaction.
    ///
    /// # Errors
    /// As for [`Backend::read`].
    fn read_once<T>(
        &self,
        query: impl FnMut(SqlConnection<'_>) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        answer(query, |query| self.run_query(query))
    }

    /// Runs changes in one transaction, after all others; returns when they are durable. They are
    /// retried if the transaction was in conflict with another one.
    ///
    /// # Errors
    /// That of the changes, which are then rolled back, or any I/O error.
    fn write<T: Send + 'static>(
        &self,
        mut work: impl FnMut(SqlConnection<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        let result = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&result);
        self.run_changes(Box::new(move |conn| {
            let made = work(conn)?;
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
            Ok(())
        }))?;
        let made = result.lock().unwrap_or_else(PoisonError::into_inner).take();
        made.ok_or_else(not_run)
    }
}

/// Returns what queries answer that something runs in a transaction, perhaps again after a failure.
fn answer<T>(
    mut query: impl FnMut(SqlConnection<'_>) -> Result<T, Fault>,
    run: impl FnOnce(&mut Transaction<'_>) -> Result<(), StoreError>,
) -> Result<T, StoreError> {
    let mut answer = None;
    run(&mut |conn| {
        answer = Some(query(conn)?);
        Ok(())
    })?;
    answer.ok_or_else(not_run)
}

/// Error of a backend that reports success without having run the work.
fn not_run() -> StoreError {
    let detail = "a transaction ended before its work".to_owned();
    StoreError::Other { file: "the database".to_owned(), detail }
}

fn whole_book(conn: SqlConnection<'_>, name: &str) -> Result<Option<(BookInfo, Forest)>, Fault> {
    let loaded = books::load(conn, name)?;
    conn.release_memory()?;
    Ok(loaded)
}

impl<B: Backend> Store for B {
    fn books(&self) -> Result<Vec<BookInfo>, StoreError> {
        self.read(books::all)
    }

    fn unknown_variants(&self) -> Result<Vec<StoreError>, StoreError> {
        self.read(books::unknown_variants)
    }

    fn book(&self, name: &str) -> Result<Option<BookInfo>, StoreError> {
        self.read(|conn| Ok(books::find(conn, name)?.map(|head| head.info)))
    }

    fn load(&self, name: &str) -> Result<Option<(BookInfo, Forest)>, StoreError> {
        self.read(|conn| whole_book(conn, name))
    }

    fn load_for_answers(&self, name: &str) -> Result<Option<(BookInfo, Forest)>, StoreError> {
        self.read_from_replica(|conn| whole_book(conn, name))
    }

    fn load_part(
        &self,
        name: &str,
        part: &BookPart,
    ) -> Result<Option<(BookInfo, Forest)>, StoreError> {
        self.read(|conn| part::load(conn, name, part))
    }

    fn tallies(&self, book: &str, lines: &[Line]) -> Result<Vec<(Line, Tally)>, StoreError> {
        self.read_from_replica(|conn| tallies::of_lines(conn, book, lines))
    }

    fn snapshot(&self, name: &str) -> Result<Option<BookSnapshot>, StoreError> {
        self.read_from_replica(|conn| snapshot::take(conn, name))
    }

    fn nodes(&self, book: &BookSnapshot, which: NodeQuery) -> Result<Vec<StoredNode>, StoreError> {
        self.read_once(|conn| snapshot::nodes(conn, book, which))
    }

    fn with_position(&self, book: &BookSnapshot, key: u64) -> Result<Vec<u32>, StoreError> {
        self.read_once(|conn| snapshot::with_position(conn, book, key))
    }

    fn apply(&self, change: &BookChange<'_>) -> Result<AppliedChange, StoreError> {
        let edit = StoreEdit::new(change)?;
        self.write(move |conn| edit.write(conn, now()))
    }

    fn apply_games(
        &self,
        change: &BookChange<'_>,
        games: GamesChange,
    ) -> Result<AppliedChange, StoreError> {
        GamesEdit::prepare(change, games, |mut edit| {
            self.write(move |conn| edit.write(conn, now()))
        })
    }

    fn counted(&self, book: &str) -> Result<CountedGames, StoreError> {
        self.read(|conn| games::counted(conn, book))
    }

    fn game_keys(&self, book: &str, each: &mut dyn FnMut(GameKey)) -> Result<(), StoreError> {
        self.read(|conn| games::keys(conn, book, each))
    }

    fn tally_part(&self, book: &str, part: u32) -> Result<Option<Vec<u8>>, StoreError> {
        self.read_from_replica(|conn| games::part(conn, book, part))
    }

    fn game(&self, book: &str, fingerprint: u64) -> Result<Option<GameRow>, StoreError> {
        self.read_from_replica(|conn| games::by_fingerprint(conn, book, fingerprint))
    }

    fn games_from(&self, book: &str, first: u32, most: u32) -> Result<Vec<GameRow>, StoreError> {
        self.read_from_replica(|conn| games::from_number(conn, book, first, most))
    }

    fn games(&self, book: &str, numbers: &[u32]) -> Result<Vec<GameRow>, StoreError> {
        self.read_from_replica(|conn| games::by_numbers(conn, book, numbers))
    }

    fn apply_all(&self, changes: &[BookChange<'_>]) -> Result<Vec<AppliedChange>, StoreError> {
        let edits = changes.iter().map(StoreEdit::new).collect::<Result<Vec<_>, _>>()?;
        self.write(move |conn| {
            let written = edits.iter().map(|edit| edit.write(conn, now()));
            written.collect()
        })
    }

    fn copy_book(&self, from: &str, to: &str, note: &ChangeNote) -> Result<BookInfo, StoreError> {
        let (from, to, note) = (from.to_owned(), to.to_owned(), note.clone());
        self.write(move |conn| whole::copy(conn, &from, &to, &note, now()))
    }

    fn rename_book(
        &self,
        name: &str,
        to: &str,
        expected: Option<u64>,
        note: &ChangeNote,
    ) -> Result<BookInfo, StoreError> {
        let (name, to, note) = (name.to_owned(), to.to_owned(), note.clone());
        self.write(move |conn| whole::rename(conn, &name, &to, expected, &note, now()))
    }

    fn delete_book(
        &self,
        name: &str,
        expected: Option<u64>,
        note: &ChangeNote,
    ) -> Result<i64, StoreError> {
        let (name, note) = (name.to_owned(), note.clone());
        self.write(move |conn| whole::delete(conn, &name, expected, &note, now()))
    }

    fn restore_book(&self, change: i64, note: &ChangeNote) -> Result<BookInfo, StoreError> {
        let note = note.clone();
        self.write(move |conn| whole::restore(conn, change, &note, now()))
    }

    fn changes(&self, query: &ChangeQuery) -> Result<Vec<ChangeRow>, StoreError> {
        self.read(|conn| log::page(conn, query))
    }

    fn change(&self, id: i64) -> Result<Option<(ChangeRow, Delta)>, StoreError> {
        self.read(|conn| log::change(conn, id))
    }

    fn change_page(
        &self,
        id: i64,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Option<(ChangeRow, Vec<NodeChange>)>, StoreError> {
        self.read_from_replica(|conn| log::change_page(conn, id, after, limit))
    }

    fn node_changes(
        &self,
        book: &str,
        line: &Line,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<NodeLogEntry>, StoreError> {
        self.read_from_replica(|conn| log::node_changes(conn, book, line, before, limit))
    }

    fn history(&self) -> Result<String, StoreError> {
        self.read(history::mark)
    }

    fn change_of(&self, token: RequestToken) -> Result<Option<(bool, i64)>, StoreError> {
        let found = self.read(|conn| log::change_of(conn, &token.token))?;
        Ok(found.map(|(request, change)| (request == token.request, change)))
    }

    fn last_change(&self) -> Result<i64, StoreError> {
        self.read(log::last)
    }

    fn load_at(
        &self,
        name: &str,
        moment: HistoryMoment,
    ) -> Result<Option<(BookInfo, Forest)>, StoreError> {
        self.read_from_replica(|conn| history::load_at(conn, name, moment))
    }

    fn version_at(
        &self,
        name: &str,
        moment: HistoryMoment,
    ) -> Result<Option<(u64, i64)>, StoreError> {
        self.read(|conn| history::version_at(conn, name, moment))
    }

    fn changes_between(
        &self,
        name: &str,
        after: u64,
        until: Option<u64>,
        most: u64,
    ) -> Result<Option<LaterChanges>, StoreError> {
        self.read_from_replica(|conn| history::between(conn, name, after, until, most))
    }

    fn replay(&self, name: &str) -> Result<Option<Forest>, StoreError> {
        self.read(|conn| match books::find(conn, name)? {
            Some(head) => history::replay(conn, &head).map(Some),
            None => Ok(None),
        })
    }

    fn lines(
        &self,
        book: &str,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<LineRow>, StoreError> {
        self.read_from_replica(|conn| lines::page(conn, book, prefix, after, limit))
    }

    fn line_count(&self, book: &str, prefix: &str) -> Result<u64, StoreError> {
        self.read_from_replica(|conn| lines::count(conn, book, prefix))
    }

    fn sources(&self) -> Result<Vec<SourceRecord>, StoreError> {
        self.read(sources::all)
    }

    fn sources_of(&self, book: &str) -> Result<Option<BTreeSet<String>>, StoreError> {
        self.read(|conn| sources::of_book(conn, book))
    }

    fn put_source(&self, source: &SourceRecord, by: &str) -> Result<(), StoreError> {
        let (source, by) = (source.clone(), by.to_owned());
        self.write(move |conn| sources::put(conn, &source, &by, now()))
    }

    fn weights(&self, name: Option<&str>) -> Result<Vec<WeightsVersion>, StoreError> {
        self.read(|conn| weights::versions(conn, name))
    }

    fn append_weights(&self, new: &NewWeights) -> Result<(WeightsVersion, bool), StoreError> {
        let new = new.clone();
        self.write(move |conn| weights::append(conn, &new, now()))
    }

    fn add_table(&self, table: TableRow, most: u64, idle_since: i64) -> Result<bool, StoreError> {
        self.write(move |conn| tables::add(conn, &table, most, idle_since))
    }

    fn table(
        &self,
        token: &TokenHash,
    ) -> Result<Option<(TableRow, Vec<TableEventRow>)>, StoreError> {
        self.read(|conn| tables::find(conn, token))
    }

    fn append_to_table(
        &self,
        (table, node): (TokenHash, &str),
        version: u32,
        events: Vec<TableEventRow>,
        result: Option<String>,
        now: i64,
    ) -> Result<bool, StoreError> {
        let node = node.to_owned();
        self.write(move |conn| {
            tables::append(conn, (&table, &node), version, &events, result.as_deref(), now)
        })
    }

    fn tables_going_on(&self, node: &str) -> Result<Vec<TableRow>, StoreError> {
        self.read(|conn| tables::going_on(conn, node))
    }

    fn tables(&self, hashes: [TokenHash; 2], limit: usize) -> Result<Vec<TableRow>, StoreError> {
        self.read(|conn| tables::list(conn, hashes, limit))
    }

    fn take_over_table(&self, table: TokenHash, from: &str, to: &str) -> Result<bool, StoreError> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.write(move |conn| tables::take_over(conn, &table, &from, &to))
    }

    fn delete_table(&self, table: TokenHash) -> Result<bool, StoreError> {
        self.write(move |conn| tables::delete(conn, table))
    }

    fn has_untouched_tables(&self, since: i64) -> Result<bool, StoreError> {
        self.read(|conn| tables::has_untouched(conn, since))
    }

    fn delete_untouched_tables(&self, since: i64) -> Result<u64, StoreError> {
        self.write(move |conn| tables::delete_untouched(conn, since))
    }

    fn table_node_seen(&self, node: &str) -> Result<Option<i64>, StoreError> {
        self.read(|conn| tables::node_seen(conn, node))
    }

    fn note_table_node(&self, node: &str, now: i64) -> Result<(), StoreError> {
        let node = node.to_owned();
        self.write(move |conn| tables::note_node(conn, &node, now))
    }

    fn add_key(&self, key: &NewKey, by: &str) -> Result<KeyRecord, StoreError> {
        let (key, by) = (key.clone(), by.to_owned());
        self.write(move |conn| keys::add(conn, &key, &by, now()))
    }

    fn keys(&self) -> Result<Vec<KeyRecord>, StoreError> {
        self.read(keys::all)
    }

    fn key_by_prefix(&self, prefix: &str) -> Result<Option<KeyRecord>, StoreError> {
        self.read(|conn| keys::find(conn, prefix))
    }

    fn revoke_key(&self, prefix: &str, by: &str) -> Result<KeyRecord, StoreError> {
        let (prefix, by) = (prefix.to_owned(), by.to_owned());
        self.write(move |conn| keys::revoke(conn, &prefix, &by, now()))
    }

    fn rotate_key(
        &self,
        prefix: &str,
        new: &NewKey,
        ends: i64,
        by: &str,
    ) -> Result<KeyRecord, StoreError> {
        let (prefix, new, by) = (prefix.to_owned(), new.clone(), by.to_owned());
        self.write(move |conn| keys::rotate(conn, &prefix, &new, ends, &by, now()))
    }

    fn audit(&self, before: Option<i64>, limit: usize) -> Result<Vec<AuditRow>, StoreError> {
        self.read(|conn| audit::page(conn, before, limit))
    }

    fn enter_from(
        &self,
        requests: Vec<LedgerRequest>,
        sender: &ResultSender,
        received: i64,
    ) -> Result<Vec<LedgerOutcome>, StoreError> {
        let sender = sender.clone();
        let requests = requests.into_iter().map(ledger::PreparedRequest::prepare);
        let requests = requests.collect::<Result<Vec<_>, _>>()?;
        self.write(move |conn| ledger::enter(conn, &requests, &sender, received))
    }

    fn ledger_row(&self, game: &str) -> Result<Option<LedgerRow>, StoreError> {
        self.read(|conn| ledger::row(conn, game))
    }

    fn counted_record(&self, fingerprint: &str) -> Result<Option<String>, StoreError> {
        self.read(|conn| ledger::counted_record(conn, fingerprint))
    }

    fn ledger_rows(
        &self,
        opponent: Option<&str>,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<LedgerRow>, StoreError> {
        self.read(|conn| ledger::rows(conn, opponent, before, limit))
    }

    fn for_each_ledger_row(
        &self,
        each: &mut dyn FnMut(LedgerRow) -> bool,
    ) -> Result<(), StoreError> {
        self.read(|conn| ledger::each(conn, each))
    }

    fn sums(&self, since: u64) -> Result<LedgerSums, StoreError> {
        self.read(|conn| ledger::sums(conn, since))
    }

    fn ledger_version(&self) -> Result<u64, StoreError> {
        self.read(ledger::version)
    }

    fn merge_ledger(&self, rows: LedgerRows, who: &str) -> Result<EntryCounts, StoreError> {
        let (mut rows, who) = (SingleUse::new(rows), who.to_owned());
        self.write(move |conn| ledger::merge(conn, &mut rows, &who))
    }

    fn enter_answer(&self, player: &str, answer: QuizAnswer) -> Result<EnteredAnswer, StoreError> {
        let player = player.to_owned();
        self.write(move |conn| training::enter(conn, &player, &answer))
    }

    fn enter_answers(
        &self,
        player: &str,
        answers: Vec<QuizAnswer>,
    ) -> Result<EntryCounts, StoreError> {
        let player = player.to_owned();
        self.write(move |conn| training::enter_many(conn, &player, &answers))
    }

    fn lessons(&self, player: &str) -> Result<Option<Lessons>, StoreError> {
        self.read(|conn| training::lessons(conn, player))
    }

    fn answers(
        &self,
        player: &str,
        after: Option<(i64, String)>,
        limit: usize,
    ) -> Result<Vec<QuizAnswer>, StoreError> {
        self.read(|conn| training::answers(conn, player, after.clone(), limit))
    }

    fn answer_count(&self, player: &str) -> Result<u64, StoreError> {
        self.read(|conn| training::count(conn, player))
    }

    fn players(&self) -> Result<Vec<String>, StoreError> {
        self.read(training::players)
    }

    fn delete_player(&self, player: &str) -> Result<u64, StoreError> {
        let player = player.to_owned();
        self.write(move |conn| training::forget(conn, &player))
    }

    fn recount_answers(&self) -> Result<u64, StoreError> {
        self.write(training::recompute)
    }

    fn recount(&self, found: Option<EdgeUpdates>) -> Result<u64, StoreError> {
        let mut found = found.map(SingleUse::new);
        self.write(move |conn| ledger::recount(conn, found.as_mut()))
    }

    fn enter_evaluations(
        &self,
        evaluations: Vec<PositionEvaluation>,
    ) -> Result<EntryCounts, StoreError> {
        self.write(move |conn| evaluations::enter(conn, &evaluations))
    }

    fn evaluations_of(&self, positions: &[u64]) -> Result<Vec<PositionEvaluation>, StoreError> {
        self.read(|conn| evaluations::of_positions(conn, positions))
    }

    fn evaluations(
        &self,
        after: Option<&EvaluationKey>,
        limit: usize,
    ) -> Result<Vec<PositionEvaluation>, StoreError> {
        self.read(|conn| evaluations::page(conn, after, limit))
    }

    fn log_differences(&self, book: &str, note: &ChangeNote) -> Result<u64, StoreError> {
        let (book, note) = (book.to_owned(), note.clone());
        self.write(move |conn| mend::log_differences(conn, &book, &note, now()))
    }

    fn repair_lines(&self) -> Result<u64, StoreError> {
        self.write(mend::repair_lines)
    }
}
