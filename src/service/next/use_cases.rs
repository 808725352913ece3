//! Answers for the next move.

use crate::next::NextMoves;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use smallvec::SmallVec;

use super::answer::{NextAnswer, NoMoveReason, RegionAnswer};
use super::board_check::BoardCheck;
use super::candidate::CandidateMove;
use super::examples::{ExampleGame, is_wanted};
use super::query::NextQuery;
use super::region::RegionQuery;
use super::region_cache::{AnsweredRegion, RegionCache, RegionLookup, SharedRegion};
use super::replay::ReplayedGame;
use super::statistics::{GamesFilter, PlayWeights};
use super::{order, searched};
use crate::book::Book;
use crate::error::ServiceError;
use crate::go_only::GoFeature;
use crate::past::BookRef;
use crate::service::DEFAULT_BOOK;
use joseki_book::{GameNumber, Index};
use joseki_game::{GameOpening, Region};
use joseki_ledger::Results;

impl NextMoves<'_> {
    /// Returns the next joseki moves on a board.
    ///
    /// If the book is in memory, it reads the store only for example games.
    ///
    /// # Errors
    /// Unknown book, illegal move, unsupported board size.
    pub fn next(&self, query: &NextQuery) -> Result<NextAnswer, ServiceError> {
        let name = query.book.as_deref().unwrap_or(DEFAULT_BOOK);
        self.service.ask(&BookRef::at(name, query.as_of), |book| self.answer(book, query))
    }

    fn answer(&self, book: &Book, query: &NextQuery) -> Result<NextAnswer, ServiceError> {
        if query.whole_board {
            book.check_go(GoFeature::WholeBoard)?;
        }
        query.games.check(book)?;
        let answer =
            |results: &dyn Results| answer_from_cache(book, results, query, &self.region_cache());
        let mut answer = if query.whole_board || book.index.is_stored() {
            // Milliseconds instead of microseconds.
            answer(&self.service.learning().live_results()?)?
        } else {
            answer(&*self.service.learning().standing()?)?
        };
        if query.examples > 0 {
            answer.examples = Some(self.examples_of(book, &answer, &query.games)?);
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
        book: &Book,
        answer: &NextAnswer,
        filter: &GamesFilter,
    ) -> Result<BTreeMap<GameNumber, ExampleGame>, ServiceError> {
        let statistics = answer.moves.iter().flat_map(|found| &found.statistics);
        let numbers: BTreeSet<GameNumber> =
            statistics.flat_map(|statistics| statistics.examples.iter().copied()).collect();
        let numbers: Vec<GameNumber> = numbers.into_iter().collect();
        let games = self.games_of(book, &numbers)?;
        let wanted = filter.select(book.index.cohorts(), PlayWeights::default());
        let games = games.into_iter().filter(|game| is_wanted(&wanted, game));
        let by_number = games.map(|game| (game.row.number, game));
        Ok(by_number.collect())
    }

    /// Returns the cache of what books say of regions.
    #[must_use]
    pub fn region_cache(&self) -> Arc<RegionCache> {
        self.service.features.of()
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
        let corner = query.corner.map(Region::from);
        let all = variant.game().regions().iter();
        let all = all.filter(|region| corner.is_none_or(|corner| corner == **region));
        let mut shared: SmallVec<[Arc<SharedRegion>; 4]> = SmallVec::new();
        let (mut regions, mut moves) = (Vec::with_capacity(4), Vec::new());
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
        if let Some(most) = query.most.filter(|most| moves.len() > *most) {
            keep_best(&mut moves, most);
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

/// Keeps the first moves, and the first one of each region.
fn keep_best(moves: &mut Vec<Arc<CandidateMove>>, most: usize) {
    let mut regions: SmallVec<[Region; 4]> = SmallVec::new();
    let mut kept = 0;
    moves.retain(|candidate| {
        let is_first = !regions.contains(&candidate.region);
        if is_first {
            regions.push(candidate.region);
        }
        kept += 1;
        kept <= most || is_first
    });
}

/// Returns the reason shared by all regions, else [`NoMoveReason::Mixed`].
fn common_reason(regions: &[Arc<RegionAnswer>]) -> NoMoveReason {
    let mut reasons = regions.iter().filter_map(|region| region.reason);
    match reasons.next() {
        Some(first) if reasons.all(|reason| reason == first) => first,
        _ => NoMoveReason::Mixed,
    }
}
