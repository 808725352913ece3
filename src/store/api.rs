//! The store as the service sees it.

use std::path::Path;

use super::{
    AnswersEntered, Applied, BookChange, BookInfo, ChangeRow, ChangesAsked, Counted, Entered,
    Evaluation, EvaluationKey, EvaluationsEntered, FoundEdges, GameKey, GameRow, GamesChange,
    KeyRecord, LedgerOutcome, LedgerRequest, LedgerRow, LedgerRows, LineRow, Merged, Moment,
    NewKey, NodeLog, Note, StoreError, StoreStats, Sums,
};
use crate::book::{Delta, Forest, Line};
use crate::ledger::training::{Lessons, QuizAnswer};

/// A place where books and keys are kept.
///
/// Every method is one transaction: it sees and leaves a consistent state. A method that changes
/// something returns once the change would survive a power cut, and blocks until then; so none of
/// them belongs on a thread that others wait for. All may be called from many threads at once, and
/// reading does not wait for writing.
pub trait Store: Send + Sync {
    /// All books, in the order of their names.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn books(&self) -> Result<Vec<BookInfo>, StoreError>;

    /// One book, if there is one of that name.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn book(&self, name: &str) -> Result<Option<BookInfo>, StoreError>;

    /// A whole book, if there is one of that name. Its nodes, the root too, carry their stored ids and
    /// what the counted games say of them.
    ///
    /// # Errors
    /// If the store cannot be read; [`StoreError::Corrupt`] if what it holds is no book.
    fn load(&self, name: &str) -> Result<Option<(BookInfo, Forest)>, StoreError>;

    /// Writes a change of a book: all of it or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the book is at another version than expected,
    /// [`StoreError::NotFound`] if it is not there at all, [`StoreError::AlreadyExists`] if it was
    /// said to be new and is not, [`StoreError::Invalid`] if the change contradicts itself or the
    /// store, and whatever a disk can cause.
    fn apply(&self, change: &BookChange<'_>) -> Result<Applied, StoreError>;

    /// Writes a change of a book together with its counted games: all of it or nothing. The forest's
    /// tallies and cohorts do not count, they are what `games` says.
    ///
    /// # Errors
    /// As [`Store::apply`]; [`StoreError::Invalid`] also for a game that is there already or whose
    /// cohort is not. If games or parts cannot be had: [`StoreError::DiskFull`] for want of room, and
    /// else [`StoreError::Source`].
    fn apply_games(
        &self,
        change: &BookChange<'_>,
        games: GamesChange,
    ) -> Result<Applied, StoreError>;

    /// What is known of a book's counted games.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such book.
    fn counted(&self, book: &str) -> Result<Counted, StoreError>;

    /// Tells the keys of a book's counted games one by one, in the order of their numbers.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such book.
    fn game_keys(&self, book: &str, each: &mut dyn FnMut(GameKey)) -> Result<(), StoreError>;

    /// A part of a book's counted lines, the first being 0; `None` after the last one.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such book.
    fn tally_part(&self, book: &str, part: u32) -> Result<Option<Vec<u8>>, StoreError>;

    /// The counted game of this identity with its moves, if the book has it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such book.
    fn game(&self, book: &str, fingerprint: u64) -> Result<Option<GameRow>, StoreError>;

    /// The counted games of these numbers without their moves, in the order of the numbers as they
    /// are given; numbers that no game has are left out.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such book.
    fn games(&self, book: &str, numbers: &[u32]) -> Result<Vec<GameRow>, StoreError>;

    /// Writes changes of several books: all of them or nothing, in their order.
    ///
    /// # Errors
    /// As [`Store::apply`], for any of them.
    fn apply_all(&self, changes: &[BookChange<'_>]) -> Result<Vec<Applied>, StoreError>;

    /// Makes a book as the copy of another with its nodes, lines, counts and games.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no book `from`, [`StoreError::AlreadyExists`] if there is one
    /// `to`, and whatever a disk can cause.
    fn copy_book(&self, from: &str, to: &str, note: &Note) -> Result<BookInfo, StoreError>;

    /// Gives a book another name. It goes on with a version that neither it nor any book of that name had.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::AlreadyExists`], [`StoreError::Conflict`] if it is not at
    /// the version that is expected, if one is, and whatever a disk can cause.
    fn rename_book(
        &self,
        name: &str,
        to: &str,
        expected: Option<u64>,
        note: &Note,
    ) -> Result<BookInfo, StoreError>;

    /// Deletes a book with all its lines and games. What its nodes were goes into the log, so that
    /// [`Store::restore_book`] can make it again. Should a book of that name come again, its versions go on where
    /// this one's ended. Gives the number of the change.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Conflict`] if it is not at the version that is expected,
    /// if one is, and whatever a disk can cause.
    fn delete_book(
        &self,
        name: &str,
        expected: Option<u64>,
        note: &Note,
    ) -> Result<i64, StoreError>;

    /// Makes a book again that a change of this number deleted, under the name it had, with its nodes and
    /// its history; its counted games are gone.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such change, [`StoreError::Invalid`] if it deleted no book
    /// or the book was made again already, [`StoreError::AlreadyExists`] if the name is taken, and
    /// whatever a disk can cause.
    fn restore_book(&self, change: i64, note: &Note) -> Result<BookInfo, StoreError>;

    /// Changes of the log.
    ///
    /// # Errors
    /// If the store cannot be read. A book that never was has no changes.
    fn changes(&self, asked: &ChangesAsked) -> Result<Vec<ChangeRow>, StoreError>;

    /// A change with all nodes that it concerned, if there is one of this number; no nodes if the log has
    /// not what changed.
    ///
    /// # Errors
    /// If the store cannot be read; [`StoreError::Corrupt`] if the nodes cannot.
    fn change(&self, id: i64) -> Result<Option<(ChangeRow, Delta)>, StoreError>;

    /// The changes of a book that concerned the node of a canonical line, the newest first: the first
    /// `limit` of those with numbers below `before`, if one is said.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such book.
    fn node_changes(
        &self,
        book: &str,
        line: &Line,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<NodeLog>, StoreError>;

    /// The number of the log's last change; 0 if there was none.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn last_change(&self) -> Result<i64, StoreError>;

    /// A whole book as it was at a moment, if there is one of that name now. Its nodes have no revisions and
    /// no stored ids; the counts of games are those of today. The head has the version and time of that state.
    /// While the book was deleted, before it was made again, it is empty.
    ///
    /// # Errors
    /// [`StoreError::NoHistory`] if the log does not reach back so far, as before the book was made;
    /// [`StoreError::Corrupt`] if the log contradicts itself or the book.
    fn load_at(&self, name: &str, moment: Moment)
    -> Result<Option<(BookInfo, Forest)>, StoreError>;

    /// The book that the log alone makes, all changes one after the other from nothing; `None` if there is
    /// no book of that name.
    ///
    /// # Errors
    /// As [`Store::load_at`].
    fn replay(&self, name: &str) -> Result<Option<Forest>, StoreError>;

    /// A page of the book's flattened lines that start with `prefix`: the first `limit` of them
    /// after the line `after`, in the order of their texts. Texts are compared letter by letter,
    /// so a prefix may end in half a step, and one in small letters finds nothing.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such book.
    fn lines(
        &self,
        book: &str,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<LineRow>, StoreError>;

    /// How many of the book's flattened lines start with `prefix`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such book.
    fn line_count(&self, book: &str, prefix: &str) -> Result<u64, StoreError>;

    /// Keeps a new key.
    ///
    /// # Errors
    /// [`StoreError::AlreadyExists`] if a key has that prefix, and whatever a disk can cause.
    fn add_key(&self, key: &NewKey) -> Result<KeyRecord, StoreError>;

    /// All keys in the order in which they were added, expired and revoked ones too.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn keys(&self) -> Result<Vec<KeyRecord>, StoreError>;

    /// The key with this prefix, expired or revoked though it may be.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn key_by_prefix(&self, prefix: &str) -> Result<Option<KeyRecord>, StoreError>;

    /// Revokes the key with this prefix from now on. A key that was revoked before stays so from
    /// then on.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], and whatever a disk can cause.
    fn revoke_key(&self, prefix: &str) -> Result<KeyRecord, StoreError>;

    /// Keeps a new key in the place of the one with this prefix, which goes on until `ends`, in seconds since
    /// 1970 UTC, unless it ends before.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Invalid`] if the old key was revoked or has expired,
    /// [`StoreError::AlreadyExists`] if a key has the new one's prefix, and whatever a disk can cause.
    fn rotate_key(&self, prefix: &str, new: &NewKey, ends: i64) -> Result<KeyRecord, StoreError>;

    /// Does what is asked of the ledger, in this order and in one transaction. What cannot be done to one
    /// game is told in its outcome and does not hinder the others. `by` says who, and `received`
    /// when the first of them came, in microseconds since 1970 UTC; each is a microsecond later than
    /// the one before. The class of an opponent is the one that was said last.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] for a game without an identity or with a margin that
    /// [`crate::ledger::Outcome::margin`] does not give, and whatever a disk can cause; nothing is changed
    /// then.
    fn enter(
        &self,
        requests: Vec<LedgerRequest>,
        by: &str,
        received: i64,
    ) -> Result<Vec<LedgerOutcome>, StoreError>;

    /// The game that was entered under an identity, withdrawn or not.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn ledger_row(&self, game: &str) -> Result<Option<LedgerRow>, StoreError>;

    /// Games of the ledger, the last entered first: the first `limit` of those whose id is below
    /// `before`, if one is said, against this opponent in any version, if one is named.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn ledger_rows(
        &self,
        opponent: Option<&str>,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<LedgerRow>, StoreError>;

    /// Tells all games of the ledger in the order of their arrival, as they are at one moment. It
    /// stops when `each` says false.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn each_ledger_row(&self, each: &mut dyn FnMut(LedgerRow) -> bool) -> Result<(), StoreError>;

    /// The sums of all opponents that a change after change `since` concerned; of all of them since 0.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn sums(&self, since: u64) -> Result<Sums, StoreError>;

    /// The number of the ledger's last change; 0 if there was none.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn ledger_version(&self) -> Result<u64, StoreError>;

    /// Takes the games of another ledger in, all of them or nothing, and numbers all games of every
    /// version of an opponent anew, in the order of their arrival. Of two revisions of a game the later one
    /// counts, and it arrived when the first ledger got it. So the sums are the same whichever ledger
    /// is merged into which, as long as both knew the same books. An opponent that got games has the class
    /// that was said with its game that arrived last.
    ///
    /// # Errors
    /// [`StoreError::Ledgers`] if a game is there in the same revision and is another one;
    /// [`StoreError::Source`] if the other ledger cannot be read, or a game is not what its hash says.
    fn merge_ledger(&self, rows: LedgerRows) -> Result<Merged, StoreError>;

    /// Enters an answer of a player, and adds it to what the player has learned. A question is answered once: if
    /// there is an answer to it, that one stays, and what it changed when it came is told. A player whom nobody
    /// knows yet is made.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] for an answer that contradicts itself, see [`QuizAnswer::fault`], and whatever a
    /// disk can cause.
    fn enter_answer(&self, player: &str, answer: QuizAnswer) -> Result<Entered, StoreError>;

    /// Enters answers of a player, all of them or none. Of two answers to one question the earlier one stays. What
    /// the player has learned is then a function of all answers there are, in whichever order they came.
    ///
    /// # Errors
    /// As [`Store::enter_answer`].
    fn enter_answers(
        &self,
        player: &str,
        answers: Vec<QuizAnswer>,
    ) -> Result<AnswersEntered, StoreError>;

    /// What a player has learned; `None` if there is no such player.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn lessons(&self, player: &str) -> Result<Option<Lessons>, StoreError>;

    /// A page of a player's answers: the first `limit` of them after the place `after`, in the order of
    /// [`QuizAnswer::place`].
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such player; [`StoreError::Corrupt`] if an answer is none.
    fn answers(
        &self,
        player: &str,
        after: Option<(i64, String)>,
        limit: usize,
    ) -> Result<Vec<QuizAnswer>, StoreError>;

    /// How many answers a player has given.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such player.
    fn answer_count(&self, player: &str) -> Result<u64, StoreError>;

    /// The names of all players, in their order.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn players(&self) -> Result<Vec<String>, StoreError>;

    /// Forgets a player with all answers; tells how many there were.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such player, and whatever a disk can cause.
    fn forget_player(&self, player: &str) -> Result<u64, StoreError>;

    /// Makes all sums anew from the answers of all players; tells how many were wrong.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if an answer cannot be read, and whatever a disk can cause; nothing is changed then.
    fn recount_answers(&self) -> Result<u64, StoreError>;

    /// Makes all sums anew from the games of the ledger, after the moves of the games that `found` names
    /// were replaced; identities that no game has are passed over. Tells of how many games the moves
    /// changed if `found` is there, and else how many sums were wrong. Classes stay.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if a game cannot be read, and whatever a disk can cause; nothing is changed
    /// then.
    fn recount(&self, found: Option<FoundEdges>) -> Result<u64, StoreError>;

    /// Enters what engines say of positions, all of it or nothing. Of two evaluations of one key the better one stays,
    /// see [`Evaluation::is_better_than`], so that what is left does not depend on the order.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] for one that no engine says, see [`Evaluation::fault`], and whatever a disk can
    /// cause.
    fn enter_evaluations(
        &self,
        evaluations: Vec<Evaluation>,
    ) -> Result<EvaluationsEntered, StoreError>;

    /// All evaluations of some positions, in the order of their keys.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn evaluations_of(&self, positions: &[u64]) -> Result<Vec<Evaluation>, StoreError>;

    /// A page of all evaluations: the first `limit` after a key, in an order that stays the same.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn evaluations(
        &self,
        after: Option<&EvaluationKey>,
        limit: usize,
    ) -> Result<Vec<Evaluation>, StoreError>;

    /// A number that is another one after every change, by this store or by another program on the
    /// same file. It is cheap to ask, means nothing in itself, and starts anew with every store
    /// that is opened.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn data_version(&self) -> Result<u64, StoreError>;

    /// What is wrong with the store's structure, each in a sentence: what can be looked at in passing, and
    /// tells whether more can be written without making it worse.
    ///
    /// # Errors
    /// If the store cannot be opened or is busy; damage is an answer and not an error.
    fn check_structure(&self) -> Result<Vec<String>, StoreError>;

    /// Has every later change refused with [`StoreError::Damaged`], for this reason; reading goes on as far as
    /// it can. The first reason stays.
    fn refuse_changes(&self, why: String);

    /// Why changes are refused, if they are.
    fn refusal(&self) -> Option<String>;

    /// Whether the store is still where it was opened: what is written to a file that has lost its name is lost.
    ///
    /// # Errors
    /// [`StoreError::Displaced`] if it was removed or replaced. Changes are refused with that, too, for as long as it is so.
    fn check_place(&self) -> Result<(), StoreError>;

    /// Writes nothing new, all the way to the disk: whether a change would find room.
    ///
    /// # Errors
    /// As a change would give them: [`StoreError::DiskFull`], [`StoreError::ReadOnly`], and whatever else a disk
    /// can cause.
    fn probe(&self) -> Result<(), StoreError>;

    /// How the store does. It waits for nobody who reads or writes, and what cannot be found out is 0.
    fn stats(&self) -> StoreStats;

    /// Reads everything and says what is wrong with it, each in a sentence; nothing if all is well.
    ///
    /// # Errors
    /// If the store cannot be opened or is busy; damage is an answer and not an error.
    fn check(&self) -> Result<Vec<String>, StoreError>;

    /// Notes in the log what is in a book's nodes that no change of the log put there, if anything is: as a change of
    /// its own, so that the log makes the book again. Gives the number of nodes that differed.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such book, [`StoreError::Corrupt`] if the log contradicts itself or
    /// the nodes cannot be read, and whatever a disk can cause; nothing is changed then.
    fn note_found(&self, book: &str, note: &Note) -> Result<u64, StoreError>;

    /// Makes the flattened lines and the counts in the heads of all books anew from their nodes; tells how
    /// many lines and heads were wrong. Versions stay.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the nodes cannot be read, and whatever a disk can cause; nothing is changed
    /// then.
    fn mend_lines(&self) -> Result<u64, StoreError>;

    /// Writes a copy of the store to a new file, as it is at one moment, while others go on
    /// reading and writing. The file appears once it is complete and on the disk.
    ///
    /// # Errors
    /// [`StoreError::AlreadyExists`] if the file is there, and whatever a disk can cause.
    fn backup_to(&self, path: &Path) -> Result<(), StoreError>;

    /// Moves what was written from the log into the store's main file.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if a reader holds on to the log; nothing is lost then.
    fn checkpoint(&self) -> Result<(), StoreError>;

    /// Finishes what is waiting to be written and closes. Every method called afterwards, this one
    /// excepted, gives [`StoreError::Closed`]. Dropping the store does the same.
    ///
    /// # Errors
    /// If the last writing failed.
    fn close(&self) -> Result<(), StoreError>;
}
