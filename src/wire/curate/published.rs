//! Published books.

use serde::Serialize;
use utoipa::ToSchema;

use joseki_service::curate::published::SnapshotEntry;

/// Published snapshots of a book.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct SnapshotsJson {
    /// Snapshots that can be fetched, oldest first; empty if nothing is published.
    pub snapshots: Vec<SnapshotEntry>,
}
