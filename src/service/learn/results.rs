//! Results of games: entering, correcting, withdrawing and reading them.

use crate::learn::Learning;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::learn::error::ResultError;
use crate::{
    book::Book,
    error::ServiceError,
    learn::error::MAX_GAME_ID_LENGTH,
    page,
    past::BookRef,
    pinned::PinnedBook,
    review::found::{BookMoves, ask_book_moves},
    service::Service,
};
use joseki_book::Line;
use joseki_format::{
    game_info::{GameInfo, GameOutcome, game_info},
    record,
    record::{RecordError, as_sgf, read_playable, read_record_of},
    sgf::{Limits, read_collection},
};
use joseki_game::{Color, Game, Variant};
use joseki_ledger::{BoardRecord, GameTerms, LedgerEntry, OpponentName, OwnOutcome, Untaught};
use joseki_mine::on_one_line;
use joseki_store::{LedgerOutcome, LedgerRequest, LedgerRow, LedgerStatus, ResultSender};

/// Minimum number of results that justify another thread.
const LEAST_PART: usize = 50;

/// A game against an opponent with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Identifier of the game, chosen by the client; a game is entered once.
    pub game: String,
    /// Name of the opponent.
    pub opponent: OpponentName,
    /// Class of the opponent; if not given, the previous one stays.
    pub class: Option<String>,
    /// Our colour.
    pub color: Color,
    /// Outcome for us.
    pub outcome: OwnOutcome,
    /// Margin in points, not negative; see [`OwnOutcome::margin`].
    pub margin: Option<f64>,
    /// The game itself.
    pub record: BoardRecord,
    /// Its terms: handicap, komi, rules, ranks and date.
    pub terms: GameTerms,
}

/// Outcome of entering a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedResult {
    /// Identifier of the game.
    pub game: String,
    /// Whether it was counted, existed already, and so on; conflicts, withdrawn and unknown results
    /// are errors instead.
    pub status: LedgerStatus,
    /// Number of book moves of both sides in the game, to which the result applies.
    pub learned: usize,
    /// Longest known book line of each corner: upper left, upper right, lower left, lower right. In
    /// a game of the whole board, the first is its line.
    pub lines: [Line; 4],
    /// What was played.
    pub variant: Variant,
    /// Change of the ledger up to which a reader must have read to see this outcome.
    pub results: u64,
    /// Why the terms of the game teach nothing.
    pub untaught: Option<Untaught>,
    /// The game that counts in place of this one, which is the same.
    pub duplicate_of: Option<String>,
}

/// Outcome of withdrawing a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// Whether the result counted until now.
    pub counted: bool,
    /// Change of the ledger up to which a reader must have read to see this outcome.
    pub results: u64,
}

/// Reads a record of a game in SGF: the main line of its first tree. Ignores stones after the last
/// move that only mark the end (territory, dead stones).
///
/// # Errors
/// Malformed SGF, another game, or an unplayable node.
pub fn read_game(game: Game, sgf: &[u8]) -> Result<BoardRecord, ServiceError> {
    let record = match read_record_of(game, sgf, None) {
        Err(error @ RecordError::LateSetup { .. }) => {
            read_without_late_setup(game, sgf).ok_or(error)?
        }
        record => record?,
    };
    Ok(record.into())
}

/// Returns the information of a record that [`read_game`] reads, and its result as written (`RE`).
#[must_use]
pub fn read_game_info(game: Game, sgf: &[u8]) -> Option<(GameInfo, Option<String>)> {
    let collection = read_collection(&as_sgf(game, sgf).ok()?, &Limits::default()).ok()?;
    let tree = collection.trees.first()?;
    let result = tree.root().first("RE").map(|value| on_one_line(&value.simple_text()));
    Some((game_info(tree), result))
}

/// Returns the result from our side that a record states.
#[must_use]
pub fn recorded_outcome(info: &GameInfo, ours: Color) -> Option<OwnOutcome> {
    match (info.result, info.result.winner()) {
        (GameOutcome::Draw, _) => Some(OwnOutcome::Draw),
        (_, Some(winner)) if winner == ours => Some(OwnOutcome::Win),
        (_, Some(_)) => Some(OwnOutcome::Loss),
        (_, None) => None,
    }
}

fn read_without_late_setup(game: Game, sgf: &[u8]) -> Option<record::RecordedGame> {
    let collection = read_collection(&as_sgf(game, sgf).ok()?, &Limits::default()).ok()?;
    let played = read_playable(game, collection.trees.first()?).ok()?;
    played.damaged_at.is_none().then_some(played.record)
}

impl Learning<'_> {
    /// Enters results. Each is handled on its own: a rejected one does not affect the others. All
    /// accepted results are durable when this returns. Finds the moves of all books in the games
    /// and learns from them.
    ///
    /// # Errors
    /// The store cannot be written; no result is entered then. For a single result: unsupported
    /// board size, illegal move, invalid identifier or one of another game, withdrawn game.
    pub fn post_results(
        &self,
        results: Vec<GameResult>,
        sender: impl Into<ResultSender>,
    ) -> Result<Vec<Result<PostedResult, ServiceError>>, ServiceError> {
        let books = self.pinned_books()?;
        let mut requests = Vec::with_capacity(results.len());
        let prepared = prepare_all(self.service, &books, results).into_iter();
        let answers: Vec<Result<PostedResult, ServiceError>> = prepared
            .map(|prepared| {
                let (entry, posted) = prepared?;
                requests.push(LedgerRequest::Enter(Box::new(entry)));
                Ok(posted)
            })
            .collect();
        let (outcomes, results) = self.enter(requests, &sender.into())?;
        let mut outcomes = outcomes.into_iter();
        let answers = answers.into_iter().map(|answer| {
            let posted = PostedResult { results, ..answer? };
            to_posted(posted, outcomes.next().ok_or_else(missing_outcome)?)
        });
        Ok(answers.collect())
    }

    /// Replaces the result that was entered under the same identifier.
    ///
    /// # Errors
    /// See `Learning::post_results`; also an unknown identifier, or a result of another key.
    pub fn correct_result(
        &self,
        result: GameResult,
        sender: impl Into<ResultSender>,
    ) -> Result<PostedResult, ServiceError> {
        let books = self.pinned_books()?;
        let (entry, posted) = prepare(self.service, &books, result)?;
        let requests = vec![LedgerRequest::Correct(Box::new(entry))];
        let (mut outcomes, results) = self.enter(requests, &sender.into())?;
        let outcome = outcomes.pop().ok_or_else(missing_outcome)?;
        to_posted(PostedResult { results, ..posted }, outcome)
    }

    /// Withdraws a game from everything that was learned. Its identifier stays taken; only a
    /// correction makes it count again.
    ///
    /// # Errors
    /// No result was entered under that identifier, or it was entered with another key.
    pub fn withdraw_result(
        &self,
        game: &str,
        sender: impl Into<ResultSender>,
    ) -> Result<Withdrawal, ServiceError> {
        let requests = vec![LedgerRequest::Withdraw(game.to_owned())];
        let (mut outcomes, results) = self.enter(requests, &sender.into())?;
        match outcomes.pop().ok_or_else(missing_outcome)?.status {
            LedgerStatus::Unknown => Err(ResultError::Unknown { game: game.to_owned() }.into()),
            LedgerStatus::NotOwned => Err(ResultError::NotOwn { game: game.to_owned() }.into()),
            status => Ok(Withdrawal { counted: status == LedgerStatus::Removed, results }),
        }
    }

    /// Returns the result entered under an identifier, withdrawn or not.
    ///
    /// # Errors
    /// No result was entered under that identifier.
    pub fn result(&self, game: &str) -> Result<LedgerRow, ServiceError> {
        let row = self.service.store.ledger_row(game)?;
        row.ok_or_else(|| ResultError::Unknown { game: game.to_owned() }.into())
    }

    /// Returns all books, which need not be in memory.
    pub(super) fn pinned_books(&self) -> Result<Vec<PinnedBook>, ServiceError> {
        let books = self.service.store.books()?.into_iter();
        books.map(|info| self.service.pin(&BookRef::current(info.name))).collect()
    }

    /// Returns all books, in memory.
    pub(crate) fn all_books(&self) -> Result<Vec<Arc<Book>>, ServiceError> {
        let books = self.service.store.books()?.into_iter();
        books.map(|info| self.service.book_for_upkeep(&info.name)).collect()
    }

    /// Returns the outcomes, and the change of the ledger up to which a reader must have read to
    /// see them all.
    fn enter(
        &self,
        requests: Vec<LedgerRequest>,
        sender: &ResultSender,
    ) -> Result<(Vec<LedgerOutcome>, u64), ServiceError> {
        if requests.is_empty() {
            return Ok((Vec::new(), 0));
        }
        let outcomes = self.service.store.enter_from(requests, sender, now())?;
        let changes = || outcomes.iter().flat_map(|outcome| &outcome.changes);
        self.apply_to_standing(changes());
        let mut results = changes().map(|change| change.number).max().unwrap_or_default();
        if outcomes.iter().any(|outcome| outcome.changes.is_empty()) {
            // Another node may have entered it, and this one not know of that yet. What was entered
            // here stays so if the number cannot be read.
            results = self.service.store.ledger_version().unwrap_or(results);
        }
        Ok((outcomes, results))
    }
}

pub(crate) type PreparedResult = Result<(LedgerEntry, PostedResult), ServiceError>;

/// Prepares results, large batches on all processors: replaying a game takes longer than entering
/// it.
fn prepare_all(
    service: &Service,
    books: &[PinnedBook],
    results: Vec<GameResult>,
) -> Vec<PreparedResult> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let part = results.len().div_ceil(threads).max(LEAST_PART);
    let mut results = results.into_iter();
    let parts = std::iter::from_fn(|| Some(results.by_ref().take(part).collect::<Vec<_>>()));
    let mut parts: Vec<Vec<GameResult>> = parts.take_while(|part| !part.is_empty()).collect();
    let all = |part: Vec<GameResult>| -> Vec<PreparedResult> {
        let results = part.into_iter();
        results.map(|result| prepare(service, books, result)).collect()
    };
    let last = parts.pop().unwrap_or_default();
    thread::scope(|scope| {
        let parts = parts.into_iter();
        let working: Vec<_> = parts.map(|part| scope.spawn(move || all(part))).collect();
        let last = all(last);
        let done = working.into_iter().map(|part| match part.join() {
            Ok(prepared) => prepared,
            Err(panic) => resume_unwind(panic),
        });
        done.chain([last]).flatten().collect()
    })
}

/// Returns the ledger entry of a result, and the response if no other record of the game counts.
pub(super) fn prepare(
    service: &Service,
    books: &[PinnedBook],
    result: GameResult,
) -> PreparedResult {
    check_game_id(&result.game)?;
    let BookMoves { edges, lines } = ask_book_moves(service, books, &result.record, result.color)?;
    let entry = LedgerEntry {
        game: result.game,
        opponent: result.opponent,
        class: result.class,
        color: result.color,
        outcome: result.outcome,
        margin: result.margin,
        record: result.record,
        terms: Some(result.terms),
        edges,
    };
    let untaught = entry.expectation().err();
    let posted = PostedResult {
        game: entry.game.clone(),
        status: if untaught.is_some() { LedgerStatus::Kept } else { LedgerStatus::Counted },
        learned: if untaught.is_some() { 0 } else { entry.edges.len() },
        lines,
        variant: entry.record.variant,
        results: 0,
        untaught,
        duplicate_of: None,
    };
    Ok((entry, posted))
}

fn check_game_id(game: &str) -> Result<(), ServiceError> {
    let long = game.chars().count() > MAX_GAME_ID_LENGTH;
    if game.trim().is_empty() || long || game.contains(char::is_control) {
        return Err(ResultError::InvalidGameId.into());
    }
    Ok(())
}

/// Converts the ledger's outcome to a response or an error.
fn to_posted(posted: PostedResult, outcome: LedgerOutcome) -> Result<PostedResult, ServiceError> {
    let game = posted.game.clone();
    let LedgerOutcome { status, duplicate_of, .. } = outcome;
    match status {
        LedgerStatus::Conflict => Err(ResultError::Other { game }.into()),
        LedgerStatus::Withdrawn => Err(ResultError::Withdrawn { game }.into()),
        LedgerStatus::Unknown => Err(ResultError::Unknown { game }.into()),
        LedgerStatus::NotOwned => Err(ResultError::NotOwn { game }.into()),
        status => {
            let learned = if duplicate_of.is_some() { 0 } else { posted.learned };
            Ok(PostedResult { status, learned, duplicate_of, ..posted })
        }
    }
}

fn missing_outcome() -> ServiceError {
    ServiceError::Store(joseki_store::StoreError::Invalid {
        detail: "the store returned no outcome for a result".to_owned(),
    })
}

/// Returns microseconds since 1970 UTC.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}

/// A page of the entered results, last first.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultPage {
    /// Results, including withdrawn ones.
    pub results: Vec<LedgerRow>,
    /// Cursor of older results: they start before this id. None on the last page.
    pub next: Option<i64>,
}

impl Learning<'_> {
    /// Returns the last `limit` results entered before the id `before`, against anyone or against
    /// one opponent in any version.
    ///
    /// # Errors
    /// Unknown opponent or unreadable store.
    pub fn results(
        &self,
        opponent: Option<&str>,
        before: Option<i64>,
        limit: usize,
    ) -> Result<ResultPage, ServiceError> {
        if let Some(name) = opponent
            && self.standing()?.opponent_view(name).is_none()
        {
            return Err(ResultError::UnknownOpponent { name: name.to_owned() }.into());
        }
        let mut results =
            self.service.store.ledger_rows(opponent, before, limit.saturating_add(1))?;
        let next = page::truncate(&mut results, limit).map(|row| row.id);
        Ok(ResultPage { results, next })
    }
}
