//! Results of games in memory: loaded once, then updated by every change.

use crate::learn::Learning;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{LazyLock, PoisonError, RwLockReadGuard, RwLockWriteGuard};

use crate::error::ServiceError;
use crate::service::Service;
use joseki_ledger::{
    EdgeKey, LedgerChange, MoveEvidence, OpponentName, ResultTotals, Results, Rival,
};
use joseki_priority::Spread;
use joseki_store::LedgerSums;

/// Read lock on the results.
pub(crate) struct StandingGuard<'a>(RwLockReadGuard<'a, Option<ResultTotals>>);

/// Attempts to read sums without locking out new results.
const TRIES: usize = 3;

static NONE: LazyLock<ResultTotals> = LazyLock::new(ResultTotals::default);

impl std::ops::Deref for StandingGuard<'_> {
    type Target = ResultTotals;

    fn deref(&self) -> &ResultTotals {
        self.0.as_ref().unwrap_or(&NONE)
    }
}

/// Results for long queries: locked for one call at a time, so that others can enter theirs.
pub(crate) struct LiveResults<'a>(&'a Service);

impl Results for LiveResults<'_> {
    fn is_empty(&self) -> bool {
        self.0.learning().held_standing().is_empty()
    }

    fn applied(&self) -> u64 {
        self.0.learning().held_standing().applied()
    }

    fn newest(&self) -> u64 {
        self.0.learning().held_standing().newest()
    }

    fn rival(&self, opponent: Option<&OpponentName>, class: Option<&str>) -> Rival {
        self.0.learning().held_standing().rival(opponent, class)
    }

    fn evidence(&self, rival: &Rival, edge: EdgeKey, spread: &Spread) -> MoveEvidence {
        self.0.learning().held_standing().evidence(rival, edge, spread)
    }
}

impl<'s> Learning<'s> {
    /// Returns the sums of all results, loading them if necessary.
    pub(crate) fn standing(&self) -> Result<StandingGuard<'s>, ServiceError> {
        let held = self.read_standing();
        if held.is_some() {
            return Ok(StandingGuard(held));
        }
        drop(held);
        let mut held = self.write_standing();
        if held.is_none() {
            let sums = self.service.store.sums(0)?;
            let mut standing = ResultTotals::default();
            standing.limit(self.service.games_per_key.load(Relaxed));
            standing.load(sums.version, &sums.opponents);
            *held = Some(standing);
        }
        drop(held);
        Ok(self.held_standing())
    }

    /// Limits the weight of one key's results for others, in games; 0 for no limit.
    pub fn limit_games_per_key(&self, games: u32) {
        self.service.games_per_key.store(games, Relaxed);
        if let Some(standing) = self.write_standing().as_mut() {
            standing.limit(games);
        }
    }

    /// Returns the sums of all results for a long query, loading them if necessary.
    pub(crate) fn live_results(&self) -> Result<LiveResults<'s>, ServiceError> {
        self.standing()?;
        Ok(LiveResults(self.service))
    }

    fn held_standing(&self) -> StandingGuard<'s> {
        StandingGuard(self.read_standing())
    }

    /// Returns the last change of the ledger up to which all results are included in answers.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn results_version(&self) -> Result<u64, ServiceError> {
        Ok(self.standing()?.applied())
    }

    /// Returns the last change up to which all results in memory are included in answers; 0 before
    /// they are loaded.
    pub(crate) fn loaded_results(&self) -> u64 {
        self.read_standing().as_ref().map_or(0, ResultTotals::applied)
    }

    /// Returns what answers about a book depend on besides their queries: the book in memory, by a
    /// number of its own, and the last change of the results. None if the book is not in memory, or
    /// while an earlier result is missing.
    #[must_use]
    pub fn stamp(&self, book: &str) -> Option<(u64, u64)> {
        let serial = self.service.loaded_books().get(book)?.serial;
        let held = self.read_standing();
        let standing = held.as_ref().filter(|standing| standing.newest() == standing.applied())?;
        Some((serial, standing.applied()))
    }

    /// Loads results that another program entered. True if there were any.
    pub(crate) fn refresh_standing(&self) -> Result<bool, ServiceError> {
        let known = self.standing()?.applied();
        if self.service.store.ledger_version()? == known {
            return Ok(false);
        }
        for _ in 0..TRIES {
            let sums = self.service.store.sums(known)?;
            if replace_sums(&mut self.write_standing(), &sums) {
                return Ok(true);
            }
        }
        // Results arrive faster than sums can be read: make them wait.
        let mut held = self.write_standing();
        let sums = self.service.store.sums(known)?;
        replace_sums(&mut held, &sums);
        Ok(true)
    }

    /// Applies results that this program entered.
    pub(crate) fn apply_to_standing<'a>(&self, changes: impl Iterator<Item = &'a LedgerChange>) {
        // If nothing is loaded yet, they will be loaded with all others.
        if let Some(standing) = self.write_standing().as_mut() {
            standing.apply(changes);
        }
    }

    fn read_standing(&self) -> RwLockReadGuard<'s, Option<ResultTotals>> {
        self.service.standing.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_standing(&self) -> RwLockWriteGuard<'_, Option<ResultTotals>> {
        self.service.standing.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stores sums, unless a result was entered here after they were read: its opponent would lose it.
fn replace_sums(held: &mut Option<ResultTotals>, sums: &LedgerSums) -> bool {
    match held {
        Some(standing) if standing.newest() > sums.version => false,
        Some(standing) => {
            standing.load(sums.version, &sums.opponents);
            true
        }
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_priority::Parameters;
    use joseki_store::SqliteStore;
    use std::sync::Arc;

    #[test]
    fn live_results_let_others_enter_theirs() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(folder.path().join("a.db")).expect("a store");
        let service = Service::new(Arc::new(store));
        let live = service.learning().live_results().expect("results");
        let rival = live.rival(None, None);
        assert!(service.standing.try_write().is_ok());
        let spread = Parameters::DEFAULT.spread(0);
        assert_eq!(live.evidence(&rival, EdgeKey(1), &spread), MoveEvidence::default());
        let held = service.learning().standing().expect("results");
        assert!(service.standing.try_write().is_err());
        drop(held);
    }
}
