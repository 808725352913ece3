//! Following: keeps a copy of a published book up to date.

use crate::curate::published::Publishing;
use std::sync::PoisonError;

use minisign_verify::{PublicKey, Signature};
use serde::{Serialize, Serializer};

use super::digest::{BookDigest, sha256_hex};
use super::error::PublishedError;
use super::folder::{LATEST, parse_json};
use super::manifest::{
    DeltaState, LATEST_FORMAT, LatestJson, MANIFEST_FORMAT, PublishedSource, STATE_FORMAT,
    SnapshotManifest, delta_path, is_snapshot_folder,
};
use super::publish::{MANIFEST, SIGNATURE};
use super::rows_file::{digest_of, read_delta, read_snapshot};
use crate::curate::author::Author;
use crate::curate::revert::touched;
use crate::error::ServiceError;
use crate::service::check_name;
use joseki_base::cancel::checkpoint;
use joseki_book::{BookPart, Delta, Forest};
use joseki_game::Variant;
use joseki_peer::{PublishedAddress, PublishedReadError};
use joseki_store::{
    BookChange, BookInfo, ChangeKind, ChangeNote, ChangeQuery, SourceRecord, UNKNOWN_LICENSE,
};

/// Number of changes that are looked through at a time.
const PAGE: usize = 256;
/// Least number of deltas for which a snapshot is fetched instead.
const MAX_DELTAS: usize = 10_000;
/// Maximum size of a file of JSON, in bytes.
const MAX_JSON_BYTES: u64 = 16 << 20;
/// Maximum size of a signature, in bytes.
const MAX_SIGNATURE_BYTES: u64 = 16 << 10;
/// Maximum size of the compressed rows of a snapshot or a delta, in bytes.
const MAX_ROWS_BYTES: u64 = 1 << 30;

/// A published book to follow.
#[derive(Debug)]
pub struct FollowRequest<'a> {
    /// Where the published books are.
    pub address: &'a PublishedAddress,
    /// Name of the published book.
    pub published: String,
    /// Name of the copy.
    pub copy: String,
    /// Who follows it, for the log of the copy.
    pub by: Author,
    /// The key by which the manifest must be signed.
    pub key: Option<PublicKey>,
    /// Whether the copy may become an older version than it is.
    pub allow_older: bool,
}

/// What following a book did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FollowOutcome {
    /// The copy; serialized as its name.
    #[serde(serialize_with = "book_name")]
    pub book: BookInfo,
    /// The published version that it is now.
    pub version: u64,
    /// Number of deltas applied.
    pub deltas: u64,
    /// Whether the whole snapshot was fetched.
    #[serde(rename = "whole")]
    pub is_whole: bool,
    /// Why the snapshot was fetched although there was a copy.
    pub gap: Option<String>,
    /// The digest of both, in hexadecimal digits.
    pub digest: String,
    /// Names of sources whose licence differs from what this database says of them.
    #[serde(skip)]
    pub other_licenses: Vec<String>,
}

fn book_name<S: Serializer>(book: &BookInfo, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&book.name)
}

/// What the log of a copy says it is.
enum CopyState {
    /// No book has that name.
    Missing,
    /// It was this published version, and was perhaps changed by others since.
    At { version: u64, is_changed: bool },
}

/// Why deltas do not lead to the newest version.
enum DeltasError {
    /// Fetch the snapshot.
    Gap(String),
    /// Give up: the store or the network fails.
    Failed(PublishedError),
}

impl<E: Into<PublishedError>> From<E> for DeltasError {
    fn from(error: E) -> DeltasError {
        match error.into() {
            PublishedError::Read(PublishedReadError::Missing { address }) => {
                DeltasError::Gap(format!("{address} does not exist"))
            }
            PublishedError::Malformed { path, why } => {
                DeltasError::Gap(format!("invalid {path}: {why}"))
            }
            error => DeltasError::Failed(error),
        }
    }
}

impl Publishing<'_> {
    /// Brings a copy of a published book up to date: the first time by its snapshot, later by its
    /// deltas, each as a change of its own. Everything is checked against its checksum and digest
    /// before it is written. A copy that the deltas do not fit gets the newest snapshot.
    ///
    /// # Errors
    /// The published book cannot be read or is malformed, the copy is not one, or a write failed.
    pub fn follow(&self, request: &FollowRequest<'_>) -> Result<FollowOutcome, PublishedError> {
        check_name(&request.published)?;
        check_name(&request.copy)?;
        let latest = request.latest()?;
        let manifest = request.manifest(&latest)?;
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let state = self.copy_state(request)?;
        if let CopyState::At { version, .. } = state
            && version > latest.version
            && !request.allow_older
        {
            let (book, published) = (request.published.clone(), latest.version);
            return Err(PublishedError::Older { book, copy: version, published });
        }
        let other_licenses = self.take_sources(&manifest.sources, &request.by.who)?;
        let (deltas, gap, is_whole) = match state {
            CopyState::Missing => (0, None, true),
            CopyState::At { version, is_changed } => {
                match self.apply_deltas(request, &latest, version) {
                    Ok(deltas) => (deltas, None, false),
                    Err(DeltasError::Gap(_)) if is_changed => {
                        (0, Some("the copy was changed by somebody else".to_owned()), true)
                    }
                    Err(DeltasError::Gap(gap)) => (0, Some(gap), true),
                    Err(DeltasError::Failed(error)) => return Err(error),
                }
            }
        };
        if is_whole {
            self.apply_snapshot(request, &latest, &manifest)?;
        }
        // It is loaded again when it is needed.
        self.service.forget(&request.copy);
        let Some(book) = self.service.store.book(&request.copy)? else {
            return Err(self.service.unknown_book(&request.copy)?.into());
        };
        Ok(FollowOutcome {
            book,
            version: latest.version,
            deltas,
            is_whole,
            gap,
            digest: latest.digest.sha256(),
            other_licenses,
        })
    }

    /// Returns which published version the copy was last. Changes by `follow` are imports with that
    /// version as their origin. Whether the copy still is that version, its digest says.
    fn copy_state(&self, request: &FollowRequest<'_>) -> Result<CopyState, PublishedError> {
        if self.service.store.book(&request.copy)?.is_none() {
            return Ok(CopyState::Missing);
        }
        let mut query =
            ChangeQuery { book: Some(request.copy.clone()), limit: PAGE, ..ChangeQuery::default() };
        let mut is_changed = false;
        loop {
            let rows = self.service.store.changes(&query)?;
            let Some(last) = rows.last() else {
                return Err(PublishedError::NotACopy { book: request.copy.clone() });
            };
            query.before = Some(last.id);
            for row in rows {
                let is_import = row.note.kind == ChangeKind::Import;
                match row.note.origin.filter(|_| is_import) {
                    Some(origin) if origin.book == request.published => {
                        return Ok(CopyState::At { version: origin.version, is_changed });
                    }
                    _ => is_changed = true,
                }
            }
        }
    }

    /// Stores the published records of sources that are unknown here. Returns the names
    /// of those with another licence here, which stays.
    fn take_sources(
        &self,
        published: &[PublishedSource],
        by: &str,
    ) -> Result<Vec<String>, PublishedError> {
        let known = self.service.store.sources()?;
        let mut others = Vec::new();
        for source in published {
            let record = known.iter().find(|record| record.name == source.name);
            match record {
                Some(record) if record.license != UNKNOWN_LICENSE => {
                    others.extend((record.license != source.license).then(|| source.name.clone()));
                    continue;
                }
                _ => {}
            }
            let new = SourceRecord {
                name: source.name.clone(),
                license: source.license.clone(),
                attribution: source.attribution.clone(),
                address: source.address.clone(),
                withheld: record.is_some_and(|record| record.withheld),
            };
            if record != Some(&new) && !new.name.is_empty() && !new.license.is_empty() {
                self.service.store.put_source(&new, by)?;
            }
        }
        Ok(others)
    }

    /// Applies the deltas from a version of the copy to the newest one; returns their number.
    fn apply_deltas(
        &self,
        request: &FollowRequest<'_>,
        latest: &LatestJson,
        version: u64,
    ) -> Result<u64, DeltasError> {
        let Some((info, forest)) = self.service.store.load(&request.copy)? else {
            return Err(DeltasError::Gap("the copy was deleted".to_owned()));
        };
        if request.key.is_some() {
            return self.apply_signed_deltas(request, latest, version, (info, forest));
        }
        let mut digest = digest_of(&forest).map_err(ServiceError::not_written)?;
        let variant = forest.variant();
        drop(forest);
        let states = request.states_since(latest, version)?;
        for state in states.iter().rev() {
            let delta = request.delta(state, variant, digest)?;
            self.apply_delta(request, &delta.1, state)?;
            digest = delta.0;
        }
        if digest == latest.digest { Ok(states.len() as u64) } else { Err(another_digest()) }
    }

    /// Applies deltas as one change, as only the version that they lead to is signed.
    fn apply_signed_deltas(
        &self,
        request: &FollowRequest<'_>,
        latest: &LatestJson,
        version: u64,
        (info, before): (BookInfo, Forest),
    ) -> Result<u64, DeltasError> {
        let states = request.states_since(latest, version)?;
        let mut after = before.clone();
        let mut digest = digest_of(&before).map_err(ServiceError::not_written)?;
        for state in states.iter().rev() {
            let (later, delta) = request.delta(state, before.variant(), digest)?;
            after = after.apply(&delta).map_err(|error| DeltasError::Gap(error.to_string()))?;
            digest = later;
        }
        // What the deltas say of themselves is not signed.
        if digest_of(&after).map_err(ServiceError::not_written)? != latest.digest {
            return Err(another_digest());
        }
        if !states.is_empty() {
            let note = request.note(latest.version, latest.change);
            let before = Some((&info, &before));
            let change = BookChange::between(&request.copy, before, &mut after, note);
            self.service.store.apply(&change)?;
        }
        Ok(states.len() as u64)
    }

    /// Writes a delta as a change of the copy.
    fn apply_delta(
        &self,
        request: &FollowRequest<'_>,
        delta: &Delta,
        state: &DeltaState,
    ) -> Result<(), DeltasError> {
        let book = &request.copy;
        let loaded = match touched(delta) {
            // A delta without rows still says which version the copy is.
            Some(part) if part == BookPart::default() => {
                self.service.store.load_part(book, &BookPart::lines([joseki_book::Line::new()]))?
            }
            Some(part) => self.service.store.load_part(book, &part)?,
            None => self.service.store.load(book)?,
        };
        let Some((info, before)) = loaded else {
            return Err(DeltasError::Gap("the copy was deleted".to_owned()));
        };
        let applied = before.clone().apply(delta);
        let mut after = applied.map_err(|error| DeltasError::Gap(error.to_string()))?;
        let note = request.note(state.version, state.change);
        let change = BookChange::between(book, Some((&info, &before)), &mut after, note);
        self.service.store.apply(&change)?;
        Ok(())
    }

    /// Replaces the copy by the newest snapshot, as one change.
    fn apply_snapshot(
        &self,
        request: &FollowRequest<'_>,
        latest: &LatestJson,
        manifest: &SnapshotManifest,
    ) -> Result<(), PublishedError> {
        let mut forest = request.snapshot(latest, manifest)?;
        let before = self.service.store.load(&request.copy)?;
        if before.as_ref().is_some_and(|(info, _)| info.variant != forest.variant()) {
            return Err(PublishedError::OtherGame { book: request.copy.clone() });
        }
        let before = before.as_ref().map(|(info, forest)| (info, forest));
        let note = request.note(latest.version, latest.change);
        let change = BookChange::between(&request.copy, before, &mut forest, note);
        self.service.store.apply(&change)?;
        Ok(())
    }
}

impl FollowRequest<'_> {
    fn note(&self, version: u64, change: i64) -> ChangeNote {
        let what = format!("{}/{} change {change}", self.address.text(), self.published);
        self.by.note(ChangeKind::Import, what).with_origin(&self.published, version)
    }

    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, PublishedError> {
        Ok(self.address.read(&format!("{}/{path}", self.published), most)?)
    }

    /// Reads a file whose size and checksum are known.
    fn read_checked(
        &self,
        path: &str,
        bytes: u64,
        sha256: &str,
    ) -> Result<Vec<u8>, PublishedError> {
        if bytes > MAX_ROWS_BYTES {
            return Err(malformed(path, &format!("larger than {MAX_ROWS_BYTES} bytes")));
        }
        let found = match self.read(path, bytes) {
            Err(PublishedError::Read(error @ PublishedReadError::TooLarge { .. })) => {
                return Err(malformed(path, &error.to_string()));
            }
            read => read?,
        };
        if sha256_hex(&found) == sha256 { Ok(found) } else { Err(malformed(path, "wrong SHA-256")) }
    }

    /// Reads a delta from rows of a given digest; returns the digest of those after it, too.
    fn delta(
        &self,
        state: &DeltaState,
        variant: Variant,
        before: BookDigest,
    ) -> Result<(BookDigest, Delta), DeltasError> {
        checkpoint()?;
        let path = format!("{}.ndjson.gz", delta_path(state.change));
        let bytes = self.read_checked(&path, state.bytes, &state.sha256)?;
        let (head, delta) = read_delta(&bytes, variant).map_err(|why| malformed(&path, &why))?;
        if (head.change, head.version) != (state.change, state.version)
            || head.previous != state.previous
        {
            return Err(DeltasError::Gap(format!("{path} is another delta than its state")));
        }
        if head.before == before {
            Ok((head.after, delta))
        } else {
            Err(DeltasError::Gap(format!("{path} does not fit the copy")))
        }
    }

    fn latest(&self) -> Result<LatestJson, PublishedError> {
        let latest: LatestJson = parse_json(&self.read(LATEST, MAX_JSON_BYTES)?, LATEST)?;
        if latest.format == LATEST_FORMAT && latest.book == self.published {
            Ok(latest)
        } else {
            Err(malformed(LATEST, "unknown format, or another book"))
        }
    }

    /// Returns the manifest of the newest snapshot.
    fn manifest(&self, latest: &LatestJson) -> Result<SnapshotManifest, PublishedError> {
        let path = format!("{}/{MANIFEST}", folder(latest)?);
        let bytes = self.read(&path, MAX_JSON_BYTES)?;
        if sha256_hex(&bytes) != latest.manifest_sha256 {
            return Err(malformed(&path, "wrong SHA-256"));
        }
        if let Some(key) = &self.key {
            self.verify(key, &path, &bytes)?;
        }
        let manifest: SnapshotManifest = parse_json(&bytes, &path)?;
        let book = &manifest.book;
        let is_same = book.name == self.published
            && (book.version, book.change) == (latest.version, latest.change);
        if manifest.format == MANIFEST_FORMAT && is_same && manifest.digest == latest.digest {
            Ok(manifest)
        } else {
            Err(malformed(&path, "unknown format, or another book or version"))
        }
    }

    /// Checks the signature of a manifest. All other files are known by its checksums and digest.
    fn verify(&self, key: &PublicKey, path: &str, manifest: &[u8]) -> Result<(), PublishedError> {
        let path = format!("{path}{SIGNATURE}");
        let unsigned = |why: String| PublishedError::Unsigned { path: path.clone(), why };
        let bytes = match self.read(&path, MAX_SIGNATURE_BYTES) {
            Err(PublishedError::Read(error @ PublishedReadError::Missing { .. })) => {
                return Err(unsigned(error.to_string()));
            }
            read => read?,
        };
        let signature = Signature::decode(&String::from_utf8_lossy(&bytes));
        let verified = signature.and_then(|signature| key.verify(manifest, &signature, true));
        verified.map_err(|error| unsigned(error.to_string()))
    }

    fn snapshot(
        &self,
        latest: &LatestJson,
        manifest: &SnapshotManifest,
    ) -> Result<Forest, PublishedError> {
        let name = format!("{}-{}.ndjson.gz", manifest.book.name, manifest.book.version);
        let path = format!("{}/{name}", folder(latest)?);
        let file = manifest.files.iter().find(|file| file.name == name);
        let file = file.ok_or_else(|| malformed(MANIFEST, &format!("no file {name}")))?;
        let bytes = self.read_checked(&path, file.bytes, &file.sha256)?;
        read_snapshot(&bytes, manifest).map_err(|why| malformed(&path, &why))
    }

    /// Returns the states of the deltas after a version, newest first.
    fn states_since(
        &self,
        latest: &LatestJson,
        version: u64,
    ) -> Result<Vec<DeltaState>, DeltasError> {
        let mut states: Vec<DeltaState> = Vec::new();
        if latest.version == version {
            return Ok(states);
        }
        let gap = || DeltasError::Gap(format!("there are no deltas since version {version}"));
        let newest = latest.delta.as_ref().ok_or_else(gap)?;
        let (mut change, mut sha256) = (newest.change, newest.sha256.clone());
        if change != latest.change {
            return Err(gap());
        }
        while states.len() < MAX_DELTAS {
            checkpoint()?;
            let path = format!("{}.state.json", delta_path(change));
            let state: DeltaState = parse_json(&self.read(&path, MAX_JSON_BYTES)?, &path)?;
            if state.format != STATE_FORMAT || state.change != change || state.sha256 != sha256 {
                return Err(malformed(&path, "not the delta that follows").into());
            }
            let previous = state.previous.clone();
            states.push(state);
            if previous.version == version {
                return Ok(states);
            }
            match previous.sha256 {
                Some(before) if previous.version > version && previous.change < change => {
                    (change, sha256) = (previous.change, before);
                }
                _ => return Err(gap()),
            }
        }
        Err(gap())
    }
}

/// Returns the folder of the newest snapshot.
fn folder(latest: &LatestJson) -> Result<&str, PublishedError> {
    let folder = latest.newest().map(|entry| entry.folder.as_str());
    folder
        .filter(|name| is_snapshot_folder(name))
        .ok_or_else(|| malformed(LATEST, "no snapshot of the newest version"))
}

fn another_digest() -> DeltasError {
    DeltasError::Gap("the copy has another digest".to_owned())
}

fn malformed(path: &str, why: &str) -> PublishedError {
    PublishedError::malformed(path, why)
}

impl Publishing<'_> {
    /// Returns the digest of a book as it is stored, in hexadecimal digits.
    ///
    /// # Errors
    /// Unknown book, or unreadable store.
    pub fn book_digest(&self, name: &str) -> Result<BookDigest, PublishedError> {
        let Some((_, forest)) = self.service.store.load(name)? else {
            return Err(self.service.unknown_book(name)?.into());
        };
        Ok(digest_of(&forest).map_err(ServiceError::not_written)?)
    }
}
