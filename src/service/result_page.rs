//! Pages of the entered results.

use super::error::ServiceError;
use super::service::Service;
use crate::store::LedgerRow;

/// A page of the entered results, last first.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultPage {
    /// Results, including withdrawn ones.
    pub results: Vec<LedgerRow>,
    /// Cursor of older results: they start before this id. None on the last page.
    pub next: Option<i64>,
}

impl Service {
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
            return Err(ServiceError::UnknownOpponent {
                name: name.to_owned(),
            });
        }
        let mut results = self
            .store
            .ledger_rows(opponent, before, limit.saturating_add(1))?;
        let more = results.len() > limit;
        results.truncate(limit);
        Ok(ResultPage {
            next: results.last().filter(|_| more).map(|row| row.id),
            results,
        })
    }
}
