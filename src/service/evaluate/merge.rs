//! The evaluations of another store.

use std::sync::Arc;

use crate::service::{Service, ServiceError};
use crate::store::{EvaluationsEntered, Store};

/// Evaluations that are taken in together.
const PAGE: usize = 1_000;

impl Service {
    /// Takes the evaluations of another store in; of two of one key the better one stays.
    ///
    /// # Errors
    /// One of the stores fails; what was taken in before stays.
    pub fn merge_evaluations(
        &self,
        other: &Arc<dyn Store>,
    ) -> Result<EvaluationsEntered, ServiceError> {
        let mut entered = EvaluationsEntered::default();
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
