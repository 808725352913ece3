//! The next joseki move: follows a board through the book, then filters and ranks the candidates.
//!
//! - `replay`: the game on the board and through the book
//! - `corner`: the candidates of one corner

mod corner;
pub mod order;
pub mod past;
pub mod priorities;
pub mod query;
mod replay;
pub mod simulate;
pub mod statistics;
pub mod whole_board;

use crate::book::Index;
use crate::game::go::Corner;
use crate::ledger::Results;
use crate::service::error::ServiceError;
use crate::service::next::query::{
    CandidateMove, CornerAnswer, NextAnswer, NextQuery, NoMoveReason,
};

use corner::CornerQuery;
pub use replay::{ReplayedGame, replay, set_up};

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
        let asked = CornerQuery::new(self, standing, query);
        let found = Corner::ALL.map(|corner| asked.found(corner));
        // Candidates are large: allocate once.
        let mut moves = Vec::with_capacity(found.iter().map(|found| found.len()).sum());
        let mut corners: Vec<CornerAnswer> = Corner::ALL
            .iter()
            .zip(&found)
            .map(|(corner, found)| asked.corner(*corner, found, &mut moves))
            .collect();
        order::sort(&mut moves, order::compare_over_corners);
        let reason = moves.is_empty().then(|| common_reason(&corners));
        let whole = asked.whole_board();
        let whole_board = whole.map(|whole| whole.sum_up(&mut corners, &moves));
        NextAnswer {
            book: name.to_owned(),
            version,
            results,
            results_ahead: standing.newest() != results,
            to_play: query.to_play(),
            moves,
            corners,
            examples: None,
            whole_board,
            reason,
        }
    }

    /// Returns the answer for a single corner.
    #[must_use]
    pub fn in_corner(
        &self,
        standing: &dyn Results,
        query: &NextQuery,
        corner: Corner,
    ) -> (CornerAnswer, Vec<CandidateMove>) {
        let asked = CornerQuery::new(self, standing, query);
        let found = asked.found(corner);
        let mut candidates = Vec::with_capacity(found.len());
        let answer = asked.corner(corner, &found, &mut candidates);
        (answer, candidates)
    }
}

/// Returns the reason shared by all corners, else [`NoMoveReason::Mixed`].
fn common_reason(corners: &[CornerAnswer]) -> NoMoveReason {
    let mut reasons = corners.iter().filter_map(|corner| corner.reason);
    match reasons.next() {
        Some(first) if reasons.all(|reason| reason == first) => first,
        _ => NoMoveReason::Mixed,
    }
}
