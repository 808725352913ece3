//! The results that were entered, page by page.

use super::error::ServiceError;
use super::service::Service;
use crate::store::LedgerRow;

/// A page of the results that were entered, the last first.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultPage {
    /// The results, withdrawn ones too.
    pub results: Vec<LedgerRow>,
    /// Where older ones start: before this id. Nothing on the last page.
    pub next: Option<i64>,
}

impl Service {
    /// The last `limit` results that were entered before the id `before`, against anybody or against one
    /// opponent, whichever version.
    ///
    /// # Errors
    /// No result against the opponent was ever entered, or the store cannot be read.
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
