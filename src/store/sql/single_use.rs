//! Data that can be read only once, in work that is done again after a failure.

use super::fault::Fault;

/// A source of data for changes, which can be read only once.
pub(super) struct SingleUse<T>(Option<T>);

impl<T> SingleUse<T> {
    pub(super) fn new(source: T) -> SingleUse<T> {
        SingleUse(Some(source))
    }

    /// Returns the source.
    ///
    /// # Errors
    /// [`Fault::Spent`] if it was read in an earlier transaction.
    pub(super) fn take(&mut self) -> Result<T, Fault> {
        self.0.take().ok_or(Fault::Spent)
    }
}
