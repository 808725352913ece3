//! The next joseki move: follows a board through the book, then filters and ranks the candidates.
//!
//! - `replay`: the game on the board and through the book
//! - `region`: the candidates of one region
//! - `region_cache`: answers by region, for other boards
//! - `settled`: whether neither side has to play in a corner
//! - `picture`: the board as a picture
//! - `opening_rules`: which colour to take, and which fifth moves to offer

pub mod cloud;
pub mod opening_rules;
pub mod order;
pub mod past;
pub mod picture;
pub mod priorities;
pub mod query;
mod region;
pub mod region_cache;
mod replay;
pub mod searched;
pub mod settled;
pub mod simulate;
pub mod statistics;
pub mod whole_board;

use std::cell::LazyCell;
use std::sync::Arc;

use crate::book::Index;
use crate::game::{GameOpening, Region};
use crate::ledger::Results;
use crate::service::book::Book;
use crate::service::error::ServiceError;
use crate::service::next::query::{
    CandidateMove, NextAnswer, NextQuery, NoMoveReason, RegionAnswer,
};

use region::{BoardCheck, RegionQuery};
use region_cache::{AnsweredRegion, RegionCache, RegionLookup, SharedRegion};
pub use replay::{ReplayedGame, replay, replay_on, set_up};
use smallvec::SmallVec;

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

/// Answers a query as [`answer`] does, with a cache of its regions.
///
/// # Errors
/// As [`answer`].
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
