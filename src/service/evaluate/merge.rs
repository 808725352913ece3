//! Import of another store's evaluations.

use std::sync::Arc;

use crate::service::{Service, ServiceError};
use crate::store::{EntryCounts, Store};

/// Evaluations imported per transaction.
const PAGE: usize = 1_000;

impl Service {
    /// Imports the evaluations of another store; of two with the same key the better one stays.
    ///
    /// # Errors
    /// One of the stores failed; earlier pages stay imported.
    pub fn merge_evaluations(&self, other: &Arc<dyn Store>) -> Result<EntryCounts, ServiceError> {
        let mut entered = EntryCounts::default();
        let mut after = None;
        loop {
            let page = other.evaluations(after.as_ref(), PAGE)?;
            let Some(last) = page.last() else {
                return Ok(entered);
            };
            after = Some(last.key.clone());
            entered.add(self.store.enter_evaluations(page)?);
        }
    }
}
