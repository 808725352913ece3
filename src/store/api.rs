//! The store's interface, as the service uses it.

use std::collections::BTreeSet;

use super::{
    AppliedChange, AuditRow, BookChange, BookInfo, BookSnapshot, ChangeNote, ChangeQuery,
    ChangeRow, CountedGames, EdgeUpdates, EnteredAnswer, EntryCounts, EvaluationKey, GameKey,
    GameRow, GamesChange, HistoryMoment, KeyRecord, LaterChanges, LedgerOutcome, LedgerRequest,
    LedgerRow, LedgerRows, LedgerSums, LineRow, NewKey, NewWeights, NodeLogEntry, NodeQuery,
    PositionEvaluation, RequestToken, ResultSender, SourceRecord, StoreError, TableEventRow,
    TableRow, TokenHash, Upkeep, WeightsVersion,
};
use joseki_book::{BookPart, Delta, Forest, Line, NodeChange, StoredNode, Tally};
use joseki_ledger::training::{Lessons, QuizAnswer};

/// Storage for books, results, players' answers, evaluations and keys.
///
/// Every method is one transaction: it sees and leaves a consistent state. A method that changes
/// something blocks until the change would survive a power cut; call it only from a thread that may
/// block. All methods may be called from many threads at once, and readers do not wait for writers.
///
/// Errors: every method fails if the store cannot be read or written; its docs say with what else.
pub trait Store: Upkeep {
    /// Returns all books of known games, ordered by name.
    fn books(&self) -> Result<Vec<BookInfo>, StoreError>;

    /// Returns [`StoreError::UnknownVariant`] for each book that [`Store::books`] leaves out,
    /// ordered by name. Every other method fails with that error for such a book.
    fn unknown_variants(&self) -> Result<Vec<StoreError>, StoreError>;

    /// Returns a book's summary, or `None` if no book has this name.
    fn book(&self, name: &str) -> Result<Option<BookInfo>, StoreError>;

    /// Loads a whole book, or returns `None` if no book has this name. Its nodes, including the
    /// root, carry their stored ids and the tallies of the counted games.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if its rows do not form a book.
    fn load(&self, name: &str) -> Result<Option<(BookInfo, Forest)>, StoreError>;

    /// Does the same as [`Store::load`], perhaps on a replica, which has at least what the last
    /// [`Upkeep::data_version`] saw. The methods that return lines, games, counts, earlier versions,
    /// parts of changes and what a snapshot is for may read the replica, too.
    ///
    /// # Errors
    /// As for [`Store::load`].
    fn load_for_answers(&self, name: &str) -> Result<Option<(BookInfo, Forest)>, StoreError>;

    /// Loads a part of a book, or returns `None` if no book has this name. Its nodes carry their
    /// stored ids and what they leave out ([`Node::left_out`](joseki_book::Node::left_out)), but no
    /// counts.
    ///
    /// # Errors
    /// As for [`Store::load`].
    fn load_part(
        &self,
        name: &str,
        part: &BookPart,
    ) -> Result<Option<(BookInfo, Forest)>, StoreError>;

    /// Returns the counts of games for some canonical lines of a book, where there are any.
    ///
    /// # Errors
    /// As for [`Store::load`].
    fn tallies(&self, book: &str, lines: &[Line]) -> Result<Vec<(Line, Tally)>, StoreError>;

    /// Returns the head of a book as it is now, by which the following methods know it, or `None` if
    /// no book has this name.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it cannot be read.
    fn snapshot(&self, name: &str) -> Result<Option<BookSnapshot>, StoreError>;

    /// Returns nodes of a book, as they are stored.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the book has changed since the snapshot, [`StoreError::NotFound`]
    /// if it was deleted, [`StoreError::Corrupt`] if a node cannot be read.
    fn nodes(&self, book: &BookSnapshot, which: NodeQuery) -> Result<Vec<StoredNode>, StoreError>;

    /// Returns the numbers of the nodes with a position, by its key, retired ones included, in any
    /// order. The root is left out.
    ///
    /// # Errors
    /// As for [`Store::nodes`].
    fn with_position(&self, book: &BookSnapshot, key: u64) -> Result<Vec<u32>, StoreError>;

    /// Writes a change of a book: all of it or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the book is not at the expected version,
    /// [`StoreError::NotFound`] if it does not exist, [`StoreError::AlreadyExists`] if it was
    /// expected to be new, [`StoreError::Invalid`] if the change contradicts itself or the store or
    /// is about another game than the book, or any I/O error.
    fn apply(&self, change: &BookChange<'_>) -> Result<AppliedChange, StoreError>;

    /// Writes a change of a book together with its counted games: all of it or nothing. The
    /// forest's cohorts are ignored. If its nodes have tallies, they must be those of the parts in
    /// `games`; otherwise they are derived from these.
    ///
    /// # Errors
    /// Those of [`Store::apply`]; [`StoreError::Invalid`] also for a game that already exists or
    /// whose cohort is missing. If games or parts cannot be read: [`StoreError::DiskFull`] if there
    /// is no space, otherwise [`StoreError::Source`].
    fn apply_games(
        &self,
        change: &BookChange<'_>,
        games: GamesChange,
    ) -> Result<AppliedChange, StoreError>;

    /// Returns the cohorts, mining settings and sizes of a book's counted games.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist.
    fn counted(&self, book: &str) -> Result<CountedGames, StoreError>;

    /// Calls `each` with the keys of a book's counted games, ordered by number.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist.
    fn game_keys(&self, book: &str, each: &mut dyn FnMut(GameKey)) -> Result<(), StoreError>;

    /// Returns part number `part` of a book's counted lines, starting at 0; `None` past the last
    /// one.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist.
    fn tally_part(&self, book: &str, part: u32) -> Result<Option<Vec<u8>>, StoreError>;

    /// Returns the counted game with this fingerprint and its moves, or `None`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist.
    fn game(&self, book: &str, fingerprint: u64) -> Result<Option<GameRow>, StoreError>;

    /// Returns at most `most` counted games with their moves, from the number `first` on, in the order
    /// of their numbers.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist.
    fn games_from(&self, book: &str, first: u32, most: u32) -> Result<Vec<GameRow>, StoreError>;

    /// Returns the counted games with these numbers, without their moves, in the order of
    /// `numbers`. Unknown numbers are skipped.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist.
    fn games(&self, book: &str, numbers: &[u32]) -> Result<Vec<GameRow>, StoreError>;

    /// Writes changes of several books, in order: all of them or nothing.
    ///
    /// # Errors
    /// Those of [`Store::apply`], for any of the changes.
    fn apply_all(&self, changes: &[BookChange<'_>]) -> Result<Vec<AppliedChange>, StoreError>;

    /// Creates a book as a copy of another, with its nodes, lines, counts and games.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if book `from` does not exist, [`StoreError::AlreadyExists`] if
    /// book `to` exists, or any I/O error.
    fn copy_book(&self, from: &str, to: &str, note: &ChangeNote) -> Result<BookInfo, StoreError>;

    /// Renames a book. Its next version is one that neither it nor any book of the new name had.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::AlreadyExists`], [`StoreError::Conflict`] if it is
    /// not at the `expected` version, or any I/O error.
    fn rename_book(
        &self,
        name: &str,
        to: &str,
        expected: Option<u64>,
        note: &ChangeNote,
    ) -> Result<BookInfo, StoreError>;

    /// Deletes a book with all its lines and games. Its nodes are kept in the log, so that
    /// [`Store::restore_book`] can restore it. A later book of the same name continues its version
    /// numbers. Returns the number of the change.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Conflict`] if it is not at the `expected` version,
    /// or any I/O error.
    fn delete_book(
        &self,
        name: &str,
        expected: Option<u64>,
        note: &ChangeNote,
    ) -> Result<i64, StoreError>;

    /// Restores the book that this change deleted, under its old name, with its nodes and its
    /// history. Its counted games are lost.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the change does not exist, [`StoreError::Invalid`] if it deleted
    /// no book or the book was already restored, [`StoreError::AlreadyExists`] if the name is
    /// taken, or any I/O error.
    fn restore_book(&self, change: i64, note: &ChangeNote) -> Result<BookInfo, StoreError>;

    /// Returns a page of the log of changes. A book that never existed has no changes.
    fn changes(&self, asked: &ChangeQuery) -> Result<Vec<ChangeRow>, StoreError>;

    /// Returns a change with all nodes it affected, or `None` for an unknown change. The delta
    /// is empty if the log has no contents for it.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the nodes cannot be decoded.
    fn change(&self, id: i64) -> Result<Option<(ChangeRow, Delta)>, StoreError>;

    /// As [`Store::change`], with at most `limit` nodes: those after a line, if one is given. The
    /// time depends on the limit, not on the size of the change.
    ///
    /// # Errors
    /// As [`Store::change`], for the nodes that are read.
    fn change_page(
        &self,
        id: i64,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Option<(ChangeRow, Vec<NodeChange>)>, StoreError>;

    /// Returns the changes of a book that affected the node of a canonical line, newest first: at
    /// most `limit` of them, with numbers below `before` if it is given.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist.
    fn node_changes(
        &self,
        book: &str,
        line: &Line,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<NodeLogEntry>, StoreError>;

    /// Returns the random mark of the store's history. A restored backup has a new one, since its
    /// versions and numbers of changes will stand for other states than before; so has a store with
    /// a source that is withheld now or no more.
    fn history(&self) -> Result<String, StoreError>;

    /// Returns the change that a request with this token made, with whether it was the same request;
    /// `None` if there was none. The new book of a split is the next change.
    fn change_of(&self, token: RequestToken) -> Result<Option<(bool, i64)>, StoreError>;

    /// Returns the number of the log's last change; 0 if there is none.
    fn last_change(&self) -> Result<i64, StoreError>;

    /// Loads a whole book as it was at `moment`, or returns `None` if no book has this name now.
    /// Its nodes have no revisions and no stored ids; its game counts are today's. The summary has
    /// the version and time of that state. The book is empty for any time between its deletion and
    /// its restoration.
    ///
    /// # Errors
    /// [`StoreError::NoHistory`] if the log does not reach back that far, for example to before the
    /// book was created; [`StoreError::Corrupt`] if the log contradicts itself or the book.
    fn load_at(
        &self,
        name: &str,
        moment: HistoryMoment,
    ) -> Result<Option<(BookInfo, Forest)>, StoreError>;

    /// Returns the version of a book at `moment` and the time of that version; `None` if no
    /// book has this name now, or the log does not reach back that far.
    fn version_at(
        &self,
        name: &str,
        moment: HistoryMoment,
    ) -> Result<Option<(u64, i64)>, StoreError>;

    /// Returns the changes of a book after a version, and up to one if given. `None` if no book has
    /// this name now, if the log does not have them all, or if they have more than `most` nodes.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the changes cannot be decoded.
    fn changes_between(
        &self,
        name: &str,
        after: u64,
        until: Option<u64>,
        most: u64,
    ) -> Result<Option<LaterChanges>, StoreError>;

    /// Rebuilds the book from the log alone, by applying all changes in order to an empty book;
    /// `None` if no book has this name.
    ///
    /// # Errors
    /// Those of [`Store::load_at`].
    fn replay(&self, name: &str) -> Result<Option<Forest>, StoreError>;

    /// Returns a page of the book's flattened lines that start with `prefix`: the first `limit` of
    /// them after the line `after`, ordered by text. Texts are compared character by character, so
    /// a prefix may end in the middle of a step, and one in lower case matches nothing.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist.
    fn lines(
        &self,
        book: &str,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<LineRow>, StoreError>;

    /// Counts the book's flattened lines that start with `prefix`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist.
    fn line_count(&self, book: &str, prefix: &str) -> Result<u64, StoreError>;

    /// Returns the sources that have a record, by name.
    fn sources(&self) -> Result<Vec<SourceRecord>, StoreError>;

    /// Returns the names of the sources of a book's nodes and counted games, or `None` if no book
    /// has this name.
    fn sources_of(&self, book: &str) -> Result<Option<BTreeSet<String>>, StoreError>;

    /// Writes the record of a source, replacing an earlier one; `by` is the name of the caller.
    fn put_source(&self, source: &SourceRecord, by: &str) -> Result<(), StoreError>;

    /// Returns all versions of the weights of a name, or of all names, by name and version.
    fn weights(&self, name: Option<&str>) -> Result<Vec<WeightsVersion>, StoreError>;

    /// Appends weights as the next version of their name, unless its last version has the same
    /// text. Returns the last version, and whether it is new.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if the name has weights for another evaluation, or any I/O error.
    fn append_weights(&self, new: &NewWeights) -> Result<(WeightsVersion, bool), StoreError>;

    /// Adds a table. If there are `most` already, one gives way: the one that was untouched longest of
    /// those whose game is over, then of those that have hardly begun, both not touched since a time,
    /// in milliseconds since 1970 UTC, and then of the others, not touched for a day before it. False
    /// if none can.
    fn add_table(&self, table: TableRow, most: u64, idle_since: i64) -> Result<bool, StoreError>;

    /// Returns the table of a token, with what was done there.
    fn table(
        &self,
        token: &TokenHash,
    ) -> Result<Option<(TableRow, Vec<TableEventRow>)>, StoreError>;

    /// Appends events to a table, given with its node, that has `version` of them, and notes its
    /// result. False if it has another number, or is played at another node: nothing is written then.
    fn append_to_table(
        &self,
        table: (TokenHash, &str),
        version: u32,
        events: Vec<TableEventRow>,
        result: Option<String>,
        now: i64,
    ) -> Result<bool, StoreError>;

    /// Returns the tables of a node whose games go on.
    fn tables_going_on(&self, node: &str) -> Result<Vec<TableRow>, StoreError>;

    /// Returns tables, those touched last first: at most `limit`, of those whose token to watch has a
    /// hash from the first to the second one.
    fn tables(&self, hashes: [TokenHash; 2], limit: usize) -> Result<Vec<TableRow>, StoreError>;

    /// Moves a table from a node to another; false if it is not there.
    fn take_over_table(&self, table: TokenHash, from: &str, to: &str) -> Result<bool, StoreError>;

    /// Deletes a table; false if there is none.
    fn delete_table(&self, table: TokenHash) -> Result<bool, StoreError>;

    /// Returns whether there are tables that were not touched since a time, in milliseconds since 1970 UTC.
    fn has_untouched_tables(&self, since: i64) -> Result<bool, StoreError>;

    /// Deletes the tables that were not touched since a time, in milliseconds since 1970 UTC; returns
    /// their number.
    fn delete_untouched_tables(&self, since: i64) -> Result<u64, StoreError>;

    /// Returns when a node was last known to run, in milliseconds since 1970 UTC.
    fn table_node_seen(&self, node: &str) -> Result<Option<i64>, StoreError>;

    /// Notes that a node runs.
    fn note_table_node(&self, node: &str, now: i64) -> Result<(), StoreError>;

    /// Stores a new key; `by` is the name of the caller, for the audit.
    ///
    /// # Errors
    /// [`StoreError::AlreadyExists`] if a key has that prefix, or any I/O error.
    fn add_key(&self, key: &NewKey, by: &str) -> Result<KeyRecord, StoreError>;

    /// Returns all keys in the order in which they were added, including expired and revoked ones.
    fn keys(&self) -> Result<Vec<KeyRecord>, StoreError>;

    /// Returns the key with this prefix, even if it is expired or revoked.
    fn key_by_prefix(&self, prefix: &str) -> Result<Option<KeyRecord>, StoreError>;

    /// Revokes the key with this prefix, as of now. A key that was already revoked keeps its
    /// earlier time.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or any I/O error.
    fn revoke_key(&self, prefix: &str, by: &str) -> Result<KeyRecord, StoreError>;

    /// Stores a new key that replaces the one with this prefix. The old key stays valid until
    /// `ends`, in seconds since 1970 UTC, or until its own expiry if that is earlier.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Invalid`] if the old key was revoked or has expired,
    /// [`StoreError::AlreadyExists`] if a key has the new one's prefix, or any I/O error.
    fn rotate_key(
        &self,
        prefix: &str,
        new: &NewKey,
        ends: i64,
        by: &str,
    ) -> Result<KeyRecord, StoreError>;

    /// Returns a page of the audit of keys and results, newest first: at most `limit` changes, with
    /// numbers below `before` if it is given. It has every key that was created, rotated or
    /// revoked and every result that was corrected or withdrawn, since schema 9.
    fn audit(&self, before: Option<i64>, limit: usize) -> Result<Vec<AuditRow>, StoreError>;

    /// Executes requests to the ledger in order, in one transaction. A request that fails for one
    /// game is reported in its outcome and does not affect the others. A sender that may not change
    /// all games corrects and withdraws only those entered with its key, or with one that its key
    /// replaced. `received` is the arrival time of the first request, in microseconds since 1970 UTC;
    /// each further one counts as a microsecond later. An opponent's class is the one reported
    /// last.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] for a game without an identity or with a margin that
    /// [`joseki_ledger::OwnOutcome::margin`] never returns, or any I/O error; nothing is changed
    /// then.
    fn enter_from(
        &self,
        requests: Vec<LedgerRequest>,
        sender: &ResultSender,
        received: i64,
    ) -> Result<Vec<LedgerOutcome>, StoreError>;

    /// Executes requests of a caller without a key, who may change all games; see
    /// [`Store::enter_from`].
    ///
    /// # Errors
    /// Those of [`Store::enter_from`].
    fn enter(
        &self,
        requests: Vec<LedgerRequest>,
        by: &str,
        received: i64,
    ) -> Result<Vec<LedgerOutcome>, StoreError> {
        self.enter_from(requests, &by.into(), received)
    }

    /// Returns the game entered under an identity, even if it was withdrawn.
    fn ledger_row(&self, game: &str) -> Result<Option<LedgerRow>, StoreError>;

    /// Returns the identity under which a game counts, by its fingerprint
    /// ([`joseki_ledger::GameTerms::fingerprint`]).
    fn counted_record(&self, fingerprint: &str) -> Result<Option<String>, StoreError>;

    /// Returns games of the ledger, last entered first: at most `limit` of them, with ids below
    /// `before` if it is given, against any version of `opponent` if it is given.
    fn ledger_rows(
        &self,
        opponent: Option<&str>,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<LedgerRow>, StoreError>;

    /// Calls `each` with all games of the ledger in order of arrival, from one snapshot. Stops when
    /// `each` returns false.
    fn for_each_ledger_row(
        &self,
        each: &mut dyn FnMut(LedgerRow) -> bool,
    ) -> Result<(), StoreError>;

    /// Returns the sums of all opponents affected by changes after change `since`; all of them for
    /// 0.
    fn sums(&self, since: u64) -> Result<LedgerSums, StoreError>;

    /// Returns the number of the ledger's last change; 0 if there was none.
    fn ledger_version(&self) -> Result<u64, StoreError>;

    /// Merges the games of another ledger, all of them or nothing, and renumbers all games of every
    /// version of an opponent in order of arrival. Of two revisions of a game the later one wins;
    /// its arrival time is the earlier of the two. So the sums do not depend on which ledger is
    /// merged into which, as long as both knew the same books. An opponent that received games has
    /// the class reported with its last game to arrive. The audit names `who` for each game that
    /// was known and got another revision.
    ///
    /// # Errors
    /// [`StoreError::Ledgers`] if the ledgers have different games with the same identity and
    /// revision; [`StoreError::Source`] if the other ledger cannot be read, or a game does not
    /// match its hash.
    fn merge_ledger(&self, rows: LedgerRows, who: &str) -> Result<EntryCounts, StoreError>;

    /// Enters a player's answer and adds it to what the player has learned. A question is answered
    /// once: an existing answer stays, and the changes it made at the time are returned. An unknown
    /// player is created.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] for an answer that contradicts itself, see [`QuizAnswer::fault`], or
    /// any I/O error.
    fn enter_answer(&self, player: &str, answer: QuizAnswer) -> Result<EnteredAnswer, StoreError>;

    /// Enters a player's answers, all of them or none. Of two answers to one question the earlier
    /// one stays. The player's lessons are then a function of all answers, regardless of arrival
    /// order.
    ///
    /// # Errors
    /// Those of [`Store::enter_answer`].
    fn enter_answers(
        &self,
        player: &str,
        answers: Vec<QuizAnswer>,
    ) -> Result<EntryCounts, StoreError>;

    /// Returns what a player has learned; `None` if the player does not exist.
    fn lessons(&self, player: &str) -> Result<Option<Lessons>, StoreError>;

    /// Returns a page of a player's answers: the first `limit` of them after the position `after`,
    /// in the order of [`QuizAnswer::sort_key`].
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown player; [`StoreError::Corrupt`] if an answer is
    /// invalid.
    fn answers(
        &self,
        player: &str,
        after: Option<(i64, String)>,
        limit: usize,
    ) -> Result<Vec<QuizAnswer>, StoreError>;

    /// Returns the number of answers a player has given.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the player does not exist.
    fn answer_count(&self, player: &str) -> Result<u64, StoreError>;

    /// Returns the names of all players, sorted.
    fn players(&self) -> Result<Vec<String>, StoreError>;

    /// Deletes a player with all answers; returns the number of answers.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the player does not exist, or any I/O error.
    fn delete_player(&self, player: &str) -> Result<u64, StoreError>;

    /// Recomputes all sums from the answers of all players; returns how many were wrong.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if an answer cannot be read, or any I/O error; nothing is changed.
    fn recount_answers(&self) -> Result<u64, StoreError>;

    /// Recomputes all sums from the games of the ledger, after replacing the moves of the games in
    /// `found`; unknown identities are skipped. Returns the number of games whose moves changed if
    /// `found` is given, otherwise the number of sums that were wrong. Opponents' classes stay.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if a game cannot be read, or any I/O error; nothing is changed then.
    fn recount(&self, found: Option<EdgeUpdates>) -> Result<u64, StoreError>;

    /// Enters engines' evaluations of positions, all of them or nothing. Of two evaluations with
    /// the same key the better one stays, see [`PositionEvaluation::is_better_than`], so the result
    /// does not depend on their order.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] for an implausible evaluation, see [`PositionEvaluation::fault`], or
    /// any I/O error.
    fn enter_evaluations(
        &self,
        evaluations: Vec<PositionEvaluation>,
    ) -> Result<EntryCounts, StoreError>;

    /// Returns all evaluations of some positions, ordered by key.
    fn evaluations_of(&self, positions: &[u64]) -> Result<Vec<PositionEvaluation>, StoreError>;

    /// Returns a page of all evaluations: the first `limit` after a key, in a stable order.
    fn evaluations(
        &self,
        after: Option<&EvaluationKey>,
        limit: usize,
    ) -> Result<Vec<PositionEvaluation>, StoreError>;

    /// Logs differences between a book's nodes and its log as a change of their own, so that
    /// replaying the log gives the book again. Returns the number of nodes that differed.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the book does not exist, [`StoreError::Corrupt`] if the log
    /// contradicts itself or the nodes cannot be read, or any I/O error; nothing is changed then.
    fn log_differences(&self, book: &str, note: &ChangeNote) -> Result<u64, StoreError>;

    /// Rebuilds the flattened lines, the positions and the counts of all books from their nodes;
    /// returns how many of them were wrong. Versions stay.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the nodes cannot be read, or any I/O error; nothing is changed.
    fn repair_lines(&self) -> Result<u64, StoreError>;
}
