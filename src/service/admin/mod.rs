//! What operators look after: the health of the database, and API keys.

pub(crate) mod doctor;
pub(crate) mod keys;

pub use doctor::Repairs;
pub use keys::{CreatedKey, allow, now};

use crate::service::Service;

/// Keys, and the care of the database.
#[derive(Clone, Copy)]
pub struct Administration<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn administration(&self) -> Administration<'_> {
        Administration { service: self }
    }
}
