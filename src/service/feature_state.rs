//! What features keep beside what all of them share: caches that a book or the service holds for
//! them without knowing them.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

type State = Arc<dyn Any + Send + Sync>;

/// States of features, each by its type and created on first use.
#[derive(Default)]
pub(super) struct FeatureState(RwLock<HashMap<TypeId, State>>);

impl FeatureState {
    /// Returns a feature's state.
    pub(super) fn of<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let id = TypeId::of::<T>();
        let held = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
        let held = held.unwrap_or_else(|| {
            let mut states = self.0.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(states.entry(id).or_insert_with(|| Arc::<T>::default()))
        });
        // Each is stored under its own type, so there is always one.
        held.downcast().unwrap_or_default()
    }
}

impl fmt::Debug for FeatureState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FeatureState").finish_non_exhaustive()
    }
}
