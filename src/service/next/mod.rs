//! The next joseki move: follows a board through the book, then filters and ranks the candidates.
//!
//! - `replay`: the game on the board and through the book
//! - `region`: the candidates of one region
//! - `region_cache`: answers by region, for other boards
//! - `settled`: whether neither side has to play in a corner
//! - `picture`: the board as a picture
//! - `opening_rules`: which colour to take, and which fifth moves to offer
//!
//! # A request, from the socket to the board
//!
//! 1. An interface parses a request into a `wire` type. It becomes a `NextQuery`, or a
//!    `RequestError` that names the field.
//! 2. `replay` plays the moves on a `game::Board` and checks each of them.
//! 3. `book::Tracker` follows the same moves through the regions, in Go the four corners. Each has
//!    up to eight readings (`Interpretation`). A stone near the corner's stones is a step of every
//!    reading; one further away is a step of one reading and a tenuki of another.
//! 4. One reading of a corner answers (`book/region_moves.rs`): the known one with most of the
//!    corner's stones. Its moves are those of its own node and of all nodes with the same position
//!    (`Index::matches`). A reading with fewer stones answers only where that one has no move, and
//!    without what the book says of its own position. No move is offered beside a stone that its
//!    line leaves out.
//! 5. Legal moves are filtered. `priority` orders them inside a corner by what the book and
//!    results say (`priorities`); urgency orders the corners (`order`).
//! 6. `wire::NextResponse` writes the points in the client's coordinates.

pub mod answer;
mod board_check;
pub mod candidate;
pub mod cloud;
pub mod examples;
pub mod opening_rules;
pub mod order;
pub mod picture;
pub mod priorities;
pub mod query;
mod region;
pub mod region_cache;
mod replay;
pub mod searched;
pub mod settled;
pub mod statistics;
pub mod whole_board;

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use board_check::BoardCheck;
use region::RegionQuery;
use region_cache::{AnsweredRegion, RegionCache, RegionLookup, SharedRegion};
use smallvec::SmallVec;

use crate::book::Book;
use crate::error::ServiceError;
use crate::go_only::GoFeature;
use crate::next::answer::{NextAnswer, NoMoveReason, RegionAnswer};
use crate::next::candidate::CandidateMove;
use crate::next::examples::{ExampleGame, is_wanted};
use crate::next::query::NextQuery;
use crate::next::statistics::{GamesFilter, PlayWeights};
use crate::past::BookRef;
use crate::service::{DEFAULT_BOOK, Service};
use joseki_book::{GameNumber, Index};
use joseki_game::{GameOpening, Region};
use joseki_ledger::Results;

pub use replay::{ReplayedGame, replay, replay_on, set_up};

impl Service {
    /// Returns the next joseki moves on a board.
    ///
    /// Once the book is loaded, it reads the store only for example games.
    ///
    /// # Errors
    /// Unknown book, illegal move, unsupported board size.
    pub fn next(&self, query: &NextQuery) -> Result<NextAnswer, ServiceError> {
        let name = query.book.as_deref().unwrap_or(DEFAULT_BOOK);
        let book = self.book_of(&BookRef::at(name, query.as_of))?;
        if query.whole_board {
            book.check_go(GoFeature::WholeBoard)?;
        }
        query.games.check(&book)?;
        let answer =
            |results: &dyn Results| answer_from_cache(&book, results, query, &self.region_cache());
        let mut answer = match query.whole_board {
            // Milliseconds instead of microseconds.
            true => answer(&self.live_results()?)?,
            false => answer(&*self.standing()?)?,
        };
        if query.examples > 0 {
            answer.examples = Some(self.examples_of(&answer, &query.games)?);
        }
        if let Some(nodes) = query.search {
            let replayed = ReplayedGame::replay(&book.index, query)?;
            // Half for the question of the opening rules, if there is one.
            let for_rules = if replayed.asks_of_search(query) { nodes / 2 } else { 0 };
            searched::search(&mut answer, replayed.board(), nodes - for_rules)?;
            replayed.search_opening_rules(&mut answer, query, for_rules)?;
        }
        Ok(answer)
    }

    /// Returns the example games of an answer's moves, by number.
    pub(crate) fn examples_of(
        &self,
        answer: &NextAnswer,
        filter: &GamesFilter,
    ) -> Result<BTreeMap<GameNumber, ExampleGame>, ServiceError> {
        let statistics = answer.moves.iter().flat_map(|found| &found.statistics);
        let numbers: BTreeSet<GameNumber> =
            statistics.flat_map(|statistics| statistics.examples.iter().copied()).collect();
        let numbers: Vec<GameNumber> = numbers.into_iter().collect();
        let games = self.example_games(&answer.book, &numbers)?;
        let held = self.book(&answer.book)?;
        let wanted = filter.select(held.index.cohorts(), PlayWeights::default());
        let games = games.into_iter().filter(|game| is_wanted(&wanted, game));
        let by_number = games.map(|game| (game.row.number, game));
        Ok(by_number.collect())
    }

    /// Returns the cache of what books say of regions.
    #[must_use]
    pub fn region_cache(&self) -> Arc<RegionCache> {
        self.features.of()
    }
}

/// Answers a query from one book and the results of games. Example games are given by number only.
///
/// # Errors
/// Unsupported board size, initial stones without liberties or on the same point, illegal move.
pub fn answer(
    name: &str,
    version: u64,
    index: &Index,
    standing: &dyn Results,
    query: &NextQuery,
) -> Result<NextAnswer, ServiceError> {
    let followed = ReplayedGame::replay(index, query)?;
    Ok(followed.answer(name, version, standing, query))
}

/// Answers a query as [`answer()`] does, with a cache of its regions.
///
/// # Errors
/// As [`answer()`].
pub fn answer_from_cache(
    book: &Book,
    standing: &dyn Results,
    query: &NextQuery,
    cache: &RegionCache,
) -> Result<NextAnswer, ServiceError> {
    let followed = ReplayedGame::replay(&book.index, query)?;
    // Whole boards seldom repeat, and a search changes their answers.
    let has_corners = book.index.variant().game().regions().len() > 1;
    let lookup = has_corners.then(|| cache.for_query(book.serial, standing, query)).flatten();
    let (name, version) = (&book.info.name, book.info.version);
    Ok(followed.answer_with(name, version, standing, query, lookup.as_ref()))
}

impl ReplayedGame<'_> {
    /// Answers a query whose moves are the replayed ones.
    #[must_use]
    pub fn answer(
        &self,
        name: &str,
        version: u64,
        standing: &dyn Results,
        query: &NextQuery,
    ) -> NextAnswer {
        self.answer_with(name, version, standing, query, None)
    }

    fn answer_with(
        &self,
        name: &str,
        version: u64,
        standing: &dyn Results,
        query: &NextQuery,
        cache: Option<&RegionLookup<'_>>,
    ) -> NextAnswer {
        let results = standing.applied();
        let (variant, to_play) = (self.tracker().index().variant(), query.to_play());
        let asked = LazyCell::new(|| RegionQuery::new(self, standing, query));
        let all = variant.game().regions();
        let mut shared: SmallVec<[Arc<SharedRegion>; 4]> = SmallVec::new();
        let (mut regions, mut moves) = (Vec::with_capacity(all.len()), Vec::new());
        for region in all {
            if let Some(cache) = cache {
                let holds = |check: &BoardCheck| check.holds(self, to_play);
                let make = || asked.answer(*region);
                let known = cache.get_or_make(self.tracker(), *region, holds, make);
                regions.push(Arc::clone(&known.answer));
                moves.extend(known.moves.iter().cloned());
                shared.push(known);
            } else {
                let answered = asked.answer(*region);
                regions.push(Arc::new(answered.answer));
                moves.extend(answered.moves.into_iter().map(Arc::new));
            }
        }
        let settled = regions.iter().filter(|answer| answer.settled.is_some());
        let settled: SmallVec<[Region; 4]> = settled.map(|answer| answer.region).collect();
        let is_settled = |region: Region| settled.contains(&region);
        moves.sort_by(|a, b| order::compare_over_regions(a, b));
        if !settled.is_empty() {
            // Stable: their order stays.
            moves.sort_by_key(|candidate| is_settled(candidate.region));
        }
        if let Some(corner) = query.corner.map(Region::from) {
            moves.retain(|candidate| candidate.region == corner);
            regions.retain(|answer| answer.region == corner);
            // Shared JSON is of all regions.
            shared.clear();
        }
        let reason = match moves.first() {
            None => Some(common_reason(&regions)),
            Some(first) => is_settled(first.region).then_some(NoMoveReason::Settled),
        };
        let whole = query.whole_board.then(|| asked.whole_board()).flatten();
        let whole_board = whole.map(|whole| whole.sum_up(&mut regions, &moves));
        NextAnswer {
            book: name.to_owned(),
            variant,
            version,
            results,
            results_ahead: standing.newest() != results,
            to_play,
            board: self.board().xiangqi().map(|board| Box::new(*board)),
            moves,
            regions,
            shared,
            examples: None,
            whole_board,
            opening: GameOpening::of_game(
                variant,
                &query.initial,
                query.position.as_deref(),
                &query.moves,
            ),
            swap: self.swap_advice(query),
            fifths: self.fifth_moves(standing, query),
            fourths: None,
            swap2: None,
            reason,
            searched: None,
        }
    }

    /// Returns the answer for a single region.
    #[must_use]
    pub fn in_region(
        &self,
        standing: &dyn Results,
        query: &NextQuery,
        region: Region,
    ) -> (RegionAnswer, Vec<CandidateMove>) {
        let AnsweredRegion { answer, moves, .. } =
            RegionQuery::new(self, standing, query).answer(region);
        (answer, moves)
    }
}

/// Returns the reason shared by all regions, else [`NoMoveReason::Mixed`].
fn common_reason(regions: &[Arc<RegionAnswer>]) -> NoMoveReason {
    let mut reasons = regions.iter().filter_map(|region| region.reason);
    match reasons.next() {
        Some(first) if reasons.all(|reason| reason == first) => first,
        _ => NoMoveReason::Mixed,
    }
}
