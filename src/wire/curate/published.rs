//! Published books: what publishing and following did, and what is published.

use serde::Serialize;
use utoipa::ToSchema;

use joseki_service::curate::published::{
    FollowOutcome, PublishOutcome, SnapshotEntry, SnapshotManifest,
};

/// What publishing a book did.
#[derive(Clone, Debug, Serialize)]
pub struct PublishJson {
    /// Folder of the snapshot.
    pub folder: String,
    /// Number of deltas written.
    pub deltas: u64,
    /// Number of earlier snapshots removed.
    pub removed: usize,
    /// Why there are no deltas from the snapshot before; null if there are, or if there was none.
    pub gap: Option<&'static str>,
    /// The manifest of the snapshot.
    pub manifest: SnapshotManifest,
}

impl From<&PublishOutcome> for PublishJson {
    fn from(outcome: &PublishOutcome) -> PublishJson {
        PublishJson {
            folder: outcome.folder.display().to_string(),
            deltas: outcome.deltas,
            removed: outcome.removed,
            gap: outcome.gap,
            manifest: outcome.manifest.clone(),
        }
    }
}

/// What following a book did.
#[derive(Clone, Debug, Serialize)]
pub struct FollowJson {
    /// Name of the copy.
    pub book: String,
    /// The published version that it is now.
    pub version: u64,
    /// Number of deltas applied.
    pub deltas: u64,
    /// Whether the whole snapshot was fetched.
    pub whole: bool,
    /// Why it was fetched although there was a copy; null if it was not, or if there was none.
    pub gap: Option<String>,
    /// Digest of both, in hexadecimal digits.
    pub digest: String,
}

impl From<&FollowOutcome> for FollowJson {
    fn from(outcome: &FollowOutcome) -> FollowJson {
        FollowJson {
            book: outcome.book.name.clone(),
            version: outcome.version,
            deltas: outcome.deltas,
            whole: outcome.is_whole,
            gap: outcome.gap.clone(),
            digest: outcome.digest.clone(),
        }
    }
}

/// Published snapshots of a book.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct SnapshotsJson {
    /// Snapshots that can be fetched, oldest first; empty if nothing is published.
    pub snapshots: Vec<SnapshotEntry>,
}
