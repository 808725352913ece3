//! What published files say of themselves: manifests, states of deltas, and what is newest.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::digest::BookDigest;
use super::folder::LATEST;

/// Format of a snapshot's rows.
pub const SNAPSHOT_FORMAT: &str = "joseki-snapshot-1";
/// Format of a manifest.
pub const MANIFEST_FORMAT: &str = "joseki-manifest-1";
/// Format of a delta.
pub const DELTA_FORMAT: &str = "joseki-delta-1";
/// Format of the state of a delta.
pub const STATE_FORMAT: &str = "joseki-delta-state-1";
/// Format of `latest.json`.
pub const LATEST_FORMAT: &str = "joseki-latest-1";

/// A snapshot: what it is of, and its files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SnapshotManifest {
    /// `MANIFEST_FORMAT`.
    pub format: String,
    /// The program that wrote it, with its version.
    pub program: String,
    /// The book at that version.
    pub book: PublishedBook,
    /// The digest of its rows.
    pub digest: BookDigest,
    /// The sources of the book, by name.
    pub sources: Vec<PublishedSource>,
    /// The files beside the manifest, by name.
    pub files: Vec<PublishedFile>,
}

/// A version of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedBook {
    /// Its name.
    pub name: String,
    /// The game that it is about.
    pub game: String,
    /// Lines of its boards; absent unless the game has books for several sizes.
    pub board_size: Option<u8>,
    /// Its version.
    pub version: u64,
    /// Number of the change that led to the version.
    pub change: i64,
    /// Time of that change, in seconds since 1970 UTC.
    pub at: i64,
    /// Number of moves, retired ones included.
    pub nodes: u64,
    /// Number of lines in use.
    pub lines: u64,
    /// Number of counted games.
    pub games: u64,
}

/// A source of a published book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedSource {
    /// Its name.
    pub name: String,
    /// Its licence: an SPDX expression, or `unknown`.
    pub license: String,
    /// Whom to name, and how.
    pub attribution: String,
    /// Where it is found.
    pub address: String,
    /// Number of nodes that name it.
    pub nodes: u64,
    /// Number of counted games from it.
    pub games: u64,
    /// Whether its texts are published.
    pub texts: bool,
    /// Number of its nodes whose texts were left out.
    pub left_out: u64,
}

/// A file of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Number of its rows, records or nodes; absent for a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// What is newest of a book: `latest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatestJson {
    /// `LATEST_FORMAT`.
    pub format: String,
    /// The name of the book.
    pub book: String,
    /// Its newest published version.
    pub version: u64,
    /// Number of the change that led to it.
    pub change: i64,
    /// The digest of its rows.
    pub digest: BookDigest,
    /// SHA-256 of the manifest of the newest snapshot, in hexadecimal digits.
    pub manifest_sha256: String,
    /// The newest delta; none if the next one is the first.
    pub delta: Option<DeltaRef>,
    /// The sources that any kept file names.
    pub sources: BTreeSet<String>,
    /// The sources whose texts are in any kept file.
    pub texts_of: BTreeSet<String>,
    /// The snapshots that are kept, oldest first.
    pub snapshots: Vec<SnapshotEntry>,
}

/// A snapshot that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SnapshotJson, example = json!({
    "version": 12, "change": 13, "at": 1767225600, "folder": "12", "nodes": 556, "lines": 138, "bytes": 40960,
    "digest": "5f70bf18a086007016a9aa5a1ae2e2a0ee3ea4b7ad0f7c3b6b4ec6b6d2d6a1c3"
}))]
pub struct SnapshotEntry {
    /// Version of the book.
    pub version: u64,
    /// Number of the change that led to the version.
    pub change: i64,
    /// Time of that change, in seconds since 1970-01-01 UTC.
    pub at: i64,
    /// Name of the folder of its files.
    pub folder: String,
    /// Number of moves.
    pub nodes: u64,
    /// Number of lines.
    pub lines: u64,
    /// Size of its files in bytes.
    pub bytes: u64,
    /// Digest of the book, in hexadecimal digits.
    pub digest: String,
}

/// A delta by its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeltaRef {
    /// Number of the change.
    pub change: i64,
    /// SHA-256 of its file, in hexadecimal digits.
    pub sha256: String,
}

/// The state that a delta begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviousState {
    /// Number of the change before.
    pub change: i64,
    /// The version that it led to.
    pub version: u64,
    /// SHA-256 of its delta; absent for the first delta after a snapshot.
    pub sha256: Option<String>,
}

/// The first row of a delta.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeltaHead {
    /// `DELTA_FORMAT`.
    pub format: String,
    /// The name of the book.
    pub book: String,
    /// Number of the change.
    pub change: i64,
    /// The version that it led to.
    pub version: u64,
    /// Time of the change, in seconds since 1970 UTC.
    pub at: i64,
    /// The state before.
    pub previous: PreviousState,
    /// Number of changed nodes, which is that of the other rows.
    pub rows: u64,
    /// The digest before.
    pub before: BookDigest,
    /// The digest after.
    pub after: BookDigest,
}

/// A delta as a file: what a follower needs to find its way back, and to check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeltaState {
    /// `STATE_FORMAT`.
    pub format: String,
    /// The name of the book.
    pub book: String,
    /// Number of the change.
    pub change: i64,
    /// The version that it led to.
    pub version: u64,
    /// Time of the change, in seconds since 1970 UTC.
    pub at: i64,
    /// The state before.
    pub previous: PreviousState,
    /// The digest after.
    pub digest: BookDigest,
    /// Number of changed nodes.
    pub rows: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

impl LatestJson {
    /// Returns the newest snapshot.
    #[must_use]
    pub fn newest(&self) -> Option<&SnapshotEntry> {
        self.snapshots.iter().rfind(|entry| entry.version == self.version)
    }
}

/// Returns the path of a delta without its ending, from the book's folder: `deltas/000/000/013`.
#[must_use]
pub fn delta_path(change: i64) -> String {
    let digits = format!("{change:09}");
    let (rest, last) = digits.split_at(digits.len() - 3);
    let (first, middle) = rest.split_at(rest.len() - 3);
    format!("deltas/{first}/{middle}/{last}")
}

/// Whether a path below the folder of published books may be that of a published file: never of a
/// temporary file or of one outside the folder.
#[must_use]
pub fn is_published_path(path: &str) -> bool {
    let is_plain = |part: &&str| {
        let letter = |it: u8| it.is_ascii_alphanumeric() || b"._-".contains(&it);
        !part.is_empty() && !part.starts_with('.') && part.bytes().all(letter)
    };
    let parts: Vec<&str> = path.split('/').collect();
    let Some((last, folders)) = parts.split_last().filter(|_| parts.iter().all(is_plain)) else {
        return false;
    };
    let is_number = |part: &str| part.bytes().all(|it| it.is_ascii_digit());
    match folders {
        [_] => *last == LATEST,
        [_, folder] => is_snapshot_folder(folder),
        [_, "deltas", first, middle] => is_number(first) && is_number(middle),
        _ => false,
    }
}

/// Whether a name is that of a snapshot's folder: a version, and a number if the same version was
/// published again with other files (`12`, `12-2`).
#[must_use]
pub fn is_snapshot_folder(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    match name.split_once('-') {
        None => is_number(name),
        Some((version, number)) => is_number(version) && is_number(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deltas_lie_a_thousand_in_a_folder() {
        assert_eq!(delta_path(13), "deltas/000/000/013");
        assert_eq!(delta_path(12_345_678), "deltas/012/345/678");
        assert_eq!(delta_path(9_012_345_678), "deltas/9012/345/678");
    }

    #[test]
    fn only_published_files_have_paths() {
        let published =
            ["main/latest.json", "main/12/a-12.bin", "a.b/deltas/000/000/013.state.json"];
        assert!(published.into_iter().all(is_published_path));
        let others = [
            "",
            "main",
            "main/",
            "main/.lock",
            "main/other.json",
            "main/12",
            "main/12/",
            "main/..",
            "../latest.json",
            "main/../latest.json",
            "main//latest.json",
            "main/12/../a.bin",
            "main/.joseki-1/a",
            "main/deltas/000/000/",
            "main/deltas/a/000/013.state.json",
            "main/12/a%2f",
            "main/12/a\\b",
            "main/12/.a",
            "/main/latest.json",
        ];
        let wrong: Vec<_> = others.into_iter().filter(|path| is_published_path(path)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn folders_of_snapshots_have_numbers() {
        assert!(["12", "12-2"].into_iter().all(is_snapshot_folder));
        assert!(
            !["", "-", "12-", "deltas", "..", "1/2", ".joseki-1"]
                .iter()
                .any(|name| is_snapshot_folder(name))
        );
    }
}
