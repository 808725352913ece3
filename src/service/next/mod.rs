//! The next joseki move: follows a board through the book, then filters and ranks the candidates.
//!
//! - `replay`: the game on the board and through the book
//! - `region`: the candidates of one region
//! - `opening_rules`: which colour to take, and which fifth moves to offer

pub mod cloud;
pub mod opening_rules;
pub mod order;
pub mod past;
pub mod priorities;
pub mod query;
mod region;
mod replay;
pub mod searched;
pub mod simulate;
pub mod statistics;
pub mod whole_board;

use crate::book::Index;
use crate::game::{GameOpening, Region};
use crate::ledger::Results;
use crate::service::error::ServiceError;
use crate::service::next::query::{
    CandidateMove, NextAnswer, NextQuery, NoMoveReason, RegionAnswer,
};

use region::{FoundMoves, RegionQuery};
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
        let results = standing.applied();
        let asked = RegionQuery::new(self, standing, query);
        let regions = self.tracker().index().variant().game().regions();
        let found: SmallVec<[FoundMoves<'_>; 4]> =
            regions.iter().map(|region| asked.found(*region)).collect();
        // Candidates are large: allocate once.
        let mut moves = Vec::with_capacity(found.iter().map(|found| found.len()).sum());
        let mut regions: Vec<RegionAnswer> = regions
            .iter()
            .zip(&found)
            .map(|(region, found)| asked.region(*region, found, &mut moves))
            .collect();
        order::sort(&mut moves, order::compare_over_regions);
        let reason = moves.is_empty().then(|| common_reason(&regions));
        let whole = asked.whole_board();
        let whole_board = whole.map(|whole| whole.sum_up(&mut regions, &moves));
        let variant = self.tracker().index().variant();
        NextAnswer {
            book: name.to_owned(),
            variant,
            version,
            results,
            results_ahead: standing.newest() != results,
            to_play: query.to_play(),
            board: self.board().xiangqi().map(|board| Box::new(*board)),
            moves,
            regions,
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
        let asked = RegionQuery::new(self, standing, query);
        let found = asked.found(region);
        let mut candidates = Vec::with_capacity(found.len());
        let answer = asked.region(region, &found, &mut candidates);
        (answer, candidates)
    }
}

/// Returns the reason shared by all regions, else [`NoMoveReason::Mixed`].
fn common_reason(regions: &[RegionAnswer]) -> NoMoveReason {
    let mut reasons = regions.iter().filter_map(|region| region.reason);
    match reasons.next() {
        Some(first) if reasons.all(|reason| reason == first) => first,
        _ => NoMoveReason::Mixed,
    }
}
