//! Published books: snapshots and deltas that any web server can serve, and copies that follow.
//!
//! - `row`: a node's public columns as one line of JSON
//! - `digest`: the digest by which copies are compared
//! - `license`: which texts may be published
//! - `manifest`: what published files say of themselves
//! - `rows_file`: the rows of snapshots and deltas
//! - `folder`: the folder of a published book
//! - `publish`, `follow`: the use cases
//!
//! # How a book is published
//!
//! 1. **Choose** (`license`). `LicensePolicy` decides by node which texts may be published. It
//!    looks at one node at a time, so the public part of a delta needs no book.
//!    `store/public_columns.rs` lists every column of the store as public or private; a test reads
//!    the catalog.
//! 2. **Write** (`publish`, `folder`). One load of the book is one transaction, and everything
//!    else follows from its version: the log is append-only. Rows (`row`) are hashed as they are
//!    written. `BookDigest` is a sum, so deltas keep it up to date. If the deltas lead to another
//!    digest than that of the snapshot, the licences or the history changed, and the chain of
//!    deltas starts again. Everything is written under temporary names; `latest.json` is renamed
//!    last.
//! 3. **Follow** (`follow`). `peer::PublishedAddress` reads files of bounded size. The newest
//!    change of the copy has the published version as its origin, and there is no other state.
//!    From the newest delta the states are followed back to that version; then each delta is
//!    applied to the part of the book that it touches, as a change of its own. After a gap or with
//!    another digest, the snapshot is used.
//! 4. **Serve** (`http/curate/published.rs`). Only paths that published files may have reach
//!    `tower-http`'s `ServeDir`, and only if no part of them is a symbolic link.

pub(crate) mod digest;
pub(crate) mod error;
pub(crate) mod folder;
pub(crate) mod follow;
pub(crate) mod license;
pub(crate) mod manifest;
pub(crate) mod publish;
pub(crate) mod row;
pub(crate) mod rows_file;
mod texts;

pub use digest::{BookDigest, DigestJson};
pub use error::PublishedError;
pub use follow::{FollowOutcome, FollowRequest};
pub use license::LicensePolicy;
pub use manifest::{
    DeltaHead, DeltaRef, DeltaState, LatestJson, PreviousState, PublishedBook, PublishedFile,
    PublishedSource, SnapshotEntry, SnapshotManifest, is_published_path,
};
pub use publish::{PublishOutcome, PublishRequest};
pub use row::PublicRow;
pub use rows_file::RowChange;

use crate::service::Service;

/// Publishing and following books.
#[derive(Clone, Copy)]
pub struct Publishing<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn publishing(&self) -> Publishing<'_> {
        Publishing { service: self }
    }
}
