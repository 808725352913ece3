//! Publishing: writes a book as a snapshot, and what changed since the last one as deltas.

use crate::curate::published::Publishing;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use minisign_verify::Signature;
use serde::{Deserialize, Serialize};

use super::digest::sha256_hex;
use super::error::PublishedError;
use super::folder::{CHECKSUMS, GzipFile, HashedFile, PublishedFolder, at, json_text, read_latest};
use super::license::LicensePolicy;
use super::manifest::{
    DELTA_FORMAT, DeltaHead, DeltaRef, DeltaState, LATEST_FORMAT, LatestJson, MANIFEST_FORMAT,
    PreviousState, PublishedBook, PublishedFile, PublishedSource, STATE_FORMAT, SnapshotEntry,
    SnapshotManifest, delta_path,
};
use super::rows_file::{row_changes, write_delta, write_snapshot};
use super::texts::{licenses, readme};
use crate::book::Book;
use crate::curate::book_file::{BookFormat, write_whole};
use crate::curate::sources::names_in;
use crate::error::ServiceError;
use crate::text::as_path;
use joseki_book::{Forest, NodeId, NodeState, OWN_SOURCE};
use joseki_peer::program;
use joseki_store::{BookInfo, ChangeQuery, ChangeRow};

/// Number of changes that are looked through at a time.
const PAGE: usize = 256;
/// The format of counts that `joseki-cluster export` writes.
const COUNTS_FORMAT: &str = "joseki-cluster counts 1";
/// Name of a manifest.
pub(super) const MANIFEST: &str = "manifest.json";
/// What its name is followed by in that of its signature, in the form of minisign.
pub(super) const SIGNATURE: &str = ".minisig";

/// A book to publish.
#[derive(Clone, Debug)]
pub struct PublishRequest {
    /// Name of the book.
    pub book: String,
    /// The folder of all published books.
    pub to: PathBuf,
    /// The licences whose texts are published, as SPDX expressions; every known one if absent.
    pub allow: Option<Vec<String>>,
    /// Number of snapshots to keep, at least 1.
    pub keep: usize,
    /// The folder into which `joseki-cluster export` wrote the counts of the book, if they are
    /// published.
    pub counts: Option<PathBuf>,
    /// Command line of a program that signs the manifest: the path of the manifest follows, and the
    /// signature is written beside it (`manifest.json.minisig`), as `minisign -S -m` does.
    pub sign: Option<String>,
}

/// What was published.
#[derive(Clone, Debug, Serialize)]
pub struct PublishOutcome {
    /// The folder of the snapshot's files.
    #[serde(serialize_with = "as_path")]
    pub folder: PathBuf,
    /// Number of deltas written.
    pub deltas: u64,
    /// Number of earlier snapshots removed.
    pub removed: usize,
    /// Why there are no deltas from the snapshot before, if one was published.
    pub gap: Option<&'static str>,
    /// The manifest of the snapshot.
    pub manifest: SnapshotManifest,
}

/// The deltas since the snapshot before, and the newest one.
#[derive(Default)]
struct Deltas {
    written: Vec<i64>,
    newest: Option<DeltaRef>,
    /// Sources that they name.
    sources: BTreeSet<String>,
}

impl Publishing<'_> {
    /// Publishes a book below a folder: a snapshot of it as it is now, and a delta for every change
    /// since the last snapshot. Readers never see an incomplete file, and a run that is killed
    /// leaves what was newest.
    ///
    /// # Errors
    /// Unknown book, unknown licence, failed write, or another run at the same time.
    pub fn publish(&self, request: &PublishRequest) -> Result<PublishOutcome, PublishedError> {
        let policy = LicensePolicy::new(request.allow.as_deref(), self.service.store.sources()?);
        let Some((info, forest)) = self.service.store.load(&request.book)? else {
            return Err(self.service.unknown_book(&request.book)?.into());
        };
        check_licenses(&policy, &forest)?;
        let row = self.change_row(&info)?;
        let folder = PublishedFolder::open(&request.to, &info.name)?;
        let latest = folder.latest()?;
        let has_withheld = forest.has_sources(&policy.withheld());
        let (forest, left_out) = policy.public_forest(forest);

        let work = folder.temporary()?;
        let files = work.path().join("snapshot");
        fs::create_dir(&files).map_err(at(&files))?;
        let counts = request.counts.as_deref();
        let counts =
            counts.map(|counts| counts_file(&files, &info, counts, &policy)).transpose()?;
        let manifest = snapshot(&files, (&info, &row), forest, &policy, &left_out, counts)?;
        let deltas = match &latest {
            None => Ok(Deltas::default()),
            Some(latest) if has_forbidden(latest, &policy) => {
                Err("what was published may not be published any more")
            }
            Some(_) if has_withheld => Err("a source of the book is withheld"),
            Some(latest) => self.deltas(work.path(), latest, &manifest, &policy)?,
        };
        let gap = deltas.as_ref().err().copied();
        let deltas = deltas.unwrap_or_default();
        for change in &deltas.written {
            for ending in ["ndjson.gz", "state.json"] {
                let path = format!("{}.{ending}", delta_path(*change));
                folder.take(&work.path().join(format!("{change}.{ending}")), &path)?;
            }
        }
        let name = folder.take_snapshot(&files, info.version)?;
        if let Some(command) = &request.sign {
            sign(command, &folder.path().join(&name).join(MANIFEST), work.path())?;
        }
        let is_chained = gap.is_none() && latest.is_some();
        let manifest_sha256 = sha256_hex(&json_text(&manifest, MANIFEST)?);
        let next = LatestJson {
            manifest_sha256,
            ..next_latest(latest, &manifest, &name, &deltas, &policy, request.keep)
        };
        folder.put_latest(&next)?;
        let kept = next.snapshots.iter().map(|entry| entry.folder.as_str()).collect();
        let oldest = next.snapshots.first().map_or(next.change, |entry| entry.change);
        let has_delta =
            |change| is_chained && next.delta.is_some() && change > oldest && change <= next.change;
        let removed = folder.clean(&kept, has_delta)?;
        Ok(PublishOutcome {
            manifest,
            folder: folder.path().join(name),
            deltas: deltas.written.len() as u64,
            removed,
            gap,
        })
    }

    /// Returns the snapshots of a book that can be fetched from a folder, oldest first; none if
    /// nothing was published.
    ///
    /// # Errors
    /// Unknown book, or unreadable folder.
    pub fn snapshots(
        &self,
        folder: Option<&Path>,
        book: &str,
    ) -> Result<Vec<SnapshotEntry>, ServiceError> {
        let name = self.service.book_info(book)?.name;
        let latest = folder.map(|folder| read_latest(&folder.join(name))).transpose();
        let latest = latest.map_err(|error| ServiceError::Published(error.to_string()))?;
        Ok(latest.flatten().map_or_else(Vec::new, |latest| latest.snapshots))
    }

    /// Returns the change that led to this version of a book.
    fn change_row(&self, info: &BookInfo) -> Result<ChangeRow, PublishedError> {
        let mut query =
            ChangeQuery { book: Some(info.name.clone()), limit: PAGE, ..ChangeQuery::default() };
        loop {
            let rows = self.service.store.changes(&query)?;
            query.before = rows.last().map(|row| row.id);
            let found = rows.into_iter().find(|row| row.version == info.version);
            match (found, query.before) {
                (Some(row), _) => return Ok(row),
                (None, Some(_)) => {}
                (None, None) => {
                    let error =
                        format!("the log has no change that led to version {}", info.version);
                    return Err(ServiceError::Export(error).into());
                }
            }
        }
    }

    /// Writes the deltas since what is newest into a folder; the inner error says why there can be
    /// none.
    fn deltas(
        &self,
        work: &Path,
        latest: &LatestJson,
        manifest: &SnapshotManifest,
        policy: &LicensePolicy,
    ) -> Result<Result<Deltas, &'static str>, PublishedError> {
        let book = &manifest.book;
        let is_same = (latest.version, latest.change) == (book.version, book.change);
        if !is_same && (latest.version >= book.version || latest.change >= book.change) {
            return Ok(Err("the database is in an earlier state"));
        }
        let withheld = policy.withheld();
        let mut deltas = Deltas { newest: latest.delta.clone(), ..Deltas::default() };
        let mut digest = latest.digest;
        let mut previous = PreviousState {
            change: latest.change,
            version: latest.version,
            sha256: latest.delta.as_ref().map(|delta| delta.sha256.clone()),
        };
        let mut query = ChangeQuery {
            book: Some(book.name.clone()),
            after: Some(latest.change),
            limit: PAGE,
            ..ChangeQuery::default()
        };
        loop {
            let rows = self.service.store.changes(&query)?;
            let Some(last) = rows.last().map(|row| row.id) else { break };
            query.after = Some(last);
            for row in rows.iter().filter(|row| row.id <= book.change) {
                if !row.has_contents {
                    return Ok(Err("the log does not have the contents of a change"));
                }
                let Some((_, delta)) = self.service.store.change(row.id)? else {
                    return Ok(Err("the log does not have a change"));
                };
                if delta.has_sources(&withheld) {
                    return Ok(Err("a source of a change is withheld"));
                }
                let states = delta.changes().iter().flat_map(|it| [&it.before, &it.after]);
                let data = states.flatten().filter_map(|state| state.data.as_ref());
                deltas.sources.extend(data.flat_map(|data| data.sources.iter().cloned()));
                let public = |state: &NodeState| policy.public_state(state).0;
                let rows = row_changes(&delta, public).map_err(ServiceError::not_written)?;
                let before = digest;
                rows.iter().for_each(|row| row.update(&mut digest));
                let head = DeltaHead {
                    format: DELTA_FORMAT.to_owned(),
                    book: book.name.clone(),
                    change: row.id,
                    version: row.version,
                    at: row.at,
                    previous: previous.clone(),
                    rows: rows.len() as u64,
                    before,
                    after: digest,
                };
                let path = work.join(format!("{}.ndjson.gz", row.id));
                let mut out = GzipFile::create(&path)?;
                write_delta(&head, &rows, &mut out).map_err(at(&path))?;
                let (bytes, sha256) = out.finish(&path)?;
                let state = DeltaState {
                    format: STATE_FORMAT.to_owned(),
                    book: head.book,
                    change: head.change,
                    version: head.version,
                    at: head.at,
                    previous: head.previous,
                    digest,
                    rows: head.rows,
                    bytes,
                    sha256: sha256.clone(),
                };
                write_text(work, &format!("{}.state.json", row.id), &json_text(&state, "state")?)?;
                previous = PreviousState {
                    change: row.id,
                    version: row.version,
                    sha256: Some(sha256.clone()),
                };
                deltas.newest = Some(DeltaRef { change: row.id, sha256 });
                deltas.written.push(row.id);
            }
        }
        // Other licences than last time, or another history.
        let leads_here = digest == manifest.digest && previous.change == book.change;
        Ok(if leads_here { Ok(deltas) } else { Err("other texts may be published than before") })
    }
}

/// Lets a program sign a manifest: a copy of it in another folder, so that readers see no signature
/// that is not complete. An earlier signature is replaced.
fn sign(command: &str, manifest: &Path, work: &Path) -> Result<(), PublishedError> {
    let failed = |why: String| PublishedError::NotSigned { path: manifest.to_owned(), why };
    let signature_of = |path: &Path| {
        let mut name = path.as_os_str().to_owned();
        name.push(SIGNATURE);
        PathBuf::from(name)
    };
    let copy = work.join(MANIFEST);
    fs::copy(manifest, &copy).map_err(at(&copy))?;
    let mut program = program(command).map_err(|error| failed(error.to_string()))?;
    let status = program.arg(&copy).stdout(Stdio::null()).status();
    let status = status.map_err(|error| failed(format!("`{command}`: {error}")))?;
    if !status.success() {
        return Err(failed(format!("`{command}` ended with {status}")));
    }
    let signature = signature_of(&copy);
    let text = fs::read_to_string(&signature)
        .map_err(|error| failed(format!("`{command}` wrote no {MANIFEST}{SIGNATURE}: {error}")))?;
    Signature::decode(&text)
        .map_err(|error| failed(format!("`{command}` wrote no signature: {error}")))?;
    let place = signature_of(manifest);
    fs::rename(&signature, &place).map_err(at(&place))
}

/// Refuses a book with sources whose licence is unknown, unless the allowed licences were named.
fn check_licenses(policy: &LicensePolicy, forest: &Forest) -> Result<(), PublishedError> {
    if !policy.requires_licenses() {
        return Ok(());
    }
    let withheld = policy.withheld();
    let names = names_in(forest).into_iter();
    let unknown = names.filter(|name| !withheld.contains(*name) && !policy.allows(name));
    let sources: Vec<String> = unknown.map(str::to_owned).collect();
    if sources.is_empty() { Ok(()) } else { Err(PublishedError::UnknownLicense { sources }) }
}

/// Whether kept files have texts that may not be published any more, or name a source that is
/// withheld now.
fn has_forbidden(latest: &LatestJson, policy: &LicensePolicy) -> bool {
    let withheld = policy.withheld();
    latest.texts_of.iter().any(|name| !policy.allows(name))
        || latest.sources.iter().any(|name| withheld.contains(name))
}

/// Writes the files of a snapshot into a folder.
fn snapshot(
    folder: &Path,
    (info, row): (&BookInfo, &ChangeRow),
    forest: Forest,
    policy: &LicensePolicy,
    left_out: &BTreeMap<String, u64>,
    counts: Option<PublishedFile>,
) -> Result<SnapshotManifest, PublishedError> {
    let base = format!("{}-{}", info.name, info.version);
    let name = format!("{base}.ndjson.gz");
    let path = folder.join(&name);
    let mut out = GzipFile::create(&path)?;
    let head = (info.name.as_str(), info.version, row.id);
    let (rows, digest) =
        write_snapshot(&forest, head, &mut out).map_err(ServiceError::not_written)?;
    let (bytes, sha256) = out.finish(&path)?;
    let mut files = vec![PublishedFile { name, bytes, rows: Some(rows), sha256 }];
    files.extend(counts);
    let variant = forest.variant();
    let games = forest.node(NodeId::ROOT).tally().map_or(0, |tally| tally.total().games.into());
    let book = PublishedBook {
        name: info.name.clone(),
        game: variant.game().to_string(),
        board_size: variant.board_size(),
        version: info.version,
        change: row.id,
        at: row.at,
        nodes: digest.nodes,
        lines: forest.live_ends().into_iter().filter(|ends| *ends).count() as u64,
        games,
    };
    let sources = sources(&forest, policy, left_out);
    let held = Book::new(info.clone(), forest);
    files.push(tree_file(folder, &base, &held)?);
    if variant.game().has_corners() {
        files.push(binary_file(folder, &base, &held)?);
    }
    let program = concat!("joseki ", env!("CARGO_PKG_VERSION")).to_owned();
    let mut manifest = SnapshotManifest {
        format: MANIFEST_FORMAT.to_owned(),
        program,
        book,
        digest,
        sources,
        files,
    };
    manifest.files.push(write_text(folder, "LICENSES.md", licenses(&manifest).as_bytes())?);
    manifest.files.push(write_text(folder, "README.md", readme(&manifest).as_bytes())?);
    manifest.files.sort_by(|one, two| one.name.cmp(&two.name));
    let own = write_text(folder, MANIFEST, &json_text(&manifest, MANIFEST)?)?;
    let sums = manifest.files.iter().chain([&own]);
    let sums: String = sums.map(|file| format!("{}  {}\n", file.sha256, file.name)).collect();
    write_text(folder, CHECKSUMS, sums.as_bytes())?;
    Ok(manifest)
}

/// The manifest of exported counts, as far as it matters here.
#[derive(Deserialize)]
struct ExportedCounts {
    format: String,
    book: Option<String>,
    version: Option<u64>,
    #[serde(default)]
    sources: Vec<String>,
    files: Vec<PublishedFile>,
}

/// Copies exported counts into the folder of a snapshot.
///
/// # Errors
/// Counts of another book or version, with a source that is withheld, or a damaged file.
fn counts_file(
    folder: &Path,
    info: &BookInfo,
    counts: &Path,
    policy: &LicensePolicy,
) -> Result<PublishedFile, PublishedError> {
    let path = counts.join(MANIFEST);
    let text = fs::read(&path).map_err(at(&path))?;
    let malformed = |why: String| PublishedError::malformed(&path.display().to_string(), why);
    let found: ExportedCounts =
        serde_json::from_slice(&text).map_err(|error| malformed(error.to_string()))?;
    if found.format != COUNTS_FORMAT {
        return Err(malformed(format!(
            "the format is \"{}\", expected \"{COUNTS_FORMAT}\"",
            found.format
        )));
    }
    if (found.book.as_deref(), found.version) != (Some(&info.name), Some(info.version)) {
        let (book, version) = (found.book.unwrap_or_default(), found.version.unwrap_or_default());
        return Err(malformed(format!(
            "counts of book \"{book}\", version {version}, expected \"{}\", version {}: export them again",
            info.name, info.version
        )));
    }
    let withheld = policy.withheld();
    if let Some(source) = found.sources.iter().find(|source| withheld.contains(*source)) {
        return Err(malformed(format!(
            "source \"{source}\" is withheld now: export the counts again"
        )));
    }
    let [file] = found.files.as_slice() else {
        return Err(malformed("expected one file".to_owned()));
    };
    let from = counts.join(Path::new(&file.name).file_name().unwrap_or_default());
    let name = format!("{}-{}.counts.parquet", info.name, info.version);
    let path = folder.join(&name);
    let mut out = HashedFile::create(&path)?;
    let mut source = File::open(&from).map_err(at(&from))?;
    std::io::copy(&mut source, &mut out).map_err(at(&from))?;
    let (bytes, sha256) = out.finish(&path)?;
    if (bytes, &sha256) != (file.bytes, &file.sha256) {
        let why = "its SHA-256 is not that of its manifest";
        return Err(PublishedError::malformed(&from.display().to_string(), why));
    }
    Ok(PublishedFile { name, bytes, rows: file.rows, sha256 })
}

fn tree_file(folder: &Path, base: &str, book: &Book) -> Result<PublishedFile, PublishedError> {
    let name = format!("{base}.sgf.gz");
    let path = folder.join(&name);
    let mut out = GzipFile::create(&path)?;
    let contents = write_whole(book, BookFormat::Sgf, &mut out)?;
    let (bytes, sha256) = out.finish(&path)?;
    Ok(PublishedFile { name, bytes, rows: Some(contents.entries as u64), sha256 })
}

fn binary_file(folder: &Path, base: &str, book: &Book) -> Result<PublishedFile, PublishedError> {
    let name = format!("{base}.bin");
    let path = folder.join(&name);
    let mut out = HashedFile::create(&path)?;
    let contents = write_whole(book, BookFormat::Binary, &mut out)?;
    let (bytes, sha256) = out.finish(&path)?;
    Ok(PublishedFile { name, bytes, rows: Some(contents.entries as u64), sha256 })
}

fn write_text(folder: &Path, name: &str, text: &[u8]) -> Result<PublishedFile, PublishedError> {
    let path = folder.join(name);
    let mut out = HashedFile::create(&path)?;
    out.write_all(text).map_err(at(&path))?;
    let (bytes, sha256) = out.finish(&path)?;
    Ok(PublishedFile { name: name.to_owned(), bytes, rows: None, sha256 })
}

/// Returns the sources of a published book with their licences.
fn sources(
    forest: &Forest,
    policy: &LicensePolicy,
    left_out: &BTreeMap<String, u64>,
) -> Vec<PublishedSource> {
    // A withheld collection is still among the cohorts, but has no games.
    let mut games: BTreeMap<&str, u64> = BTreeMap::new();
    for cell in forest.node(NodeId::ROOT).tally().into_iter().flat_map(|tally| &tally.cells) {
        if let Some(cohort) = forest.cohorts().get(cell.cohort as usize) {
            *games.entry(&cohort.source).or_default() += u64::from(cell.count.games);
        }
    }
    let mut nodes: BTreeMap<&str, u64> = games.keys().map(|name| (*name, 0)).collect();
    for name in forest.nodes().filter_map(|(_, node)| node.data()).flat_map(|data| &data.sources) {
        *nodes.entry(name).or_default() += 1;
    }
    nodes.remove(OWN_SOURCE);
    let source = |(name, nodes): (&str, u64)| {
        let record = policy.record(name);
        PublishedSource {
            name: record.name,
            license: record.license,
            attribution: record.attribution,
            address: record.address,
            nodes,
            games: games.get(name).copied().unwrap_or_default(),
            texts: policy.allows(name),
            left_out: left_out.get(name).copied().unwrap_or_default(),
        }
    };
    nodes.into_iter().map(source).collect()
}

/// Returns what is newest once a snapshot is in its place.
fn next_latest(
    latest: Option<LatestJson>,
    manifest: &SnapshotManifest,
    folder: &str,
    deltas: &Deltas,
    policy: &LicensePolicy,
    keep: usize,
) -> LatestJson {
    let book = &manifest.book;
    // What may not be published any more is removed with the files that contain it.
    let earlier = latest.filter(|latest| !has_forbidden(latest, policy));
    let (mut sources, mut snapshots) =
        earlier.map(|latest| (latest.sources, latest.snapshots)).unwrap_or_default();
    sources.extend(manifest.sources.iter().map(|source| source.name.clone()));
    sources.extend(deltas.sources.iter().cloned());
    let texts_of = sources.iter().filter(|name| policy.allows(name)).cloned().collect();
    snapshots.retain(|entry| entry.version < book.version);
    let files = manifest.files.iter();
    snapshots.push(SnapshotEntry {
        version: book.version,
        change: book.change,
        at: book.at,
        folder: folder.to_owned(),
        nodes: book.nodes,
        lines: book.lines,
        bytes: files.map(|file| file.bytes).sum(),
        digest: manifest.digest.sha256(),
    });
    let surplus = snapshots.len().saturating_sub(keep.max(1));
    snapshots.drain(..surplus);
    LatestJson {
        format: LATEST_FORMAT.to_owned(),
        book: book.name.clone(),
        version: book.version,
        change: book.change,
        digest: manifest.digest,
        manifest_sha256: String::new(),
        delta: deltas.newest.clone(),
        sources,
        texts_of,
        snapshots,
    }
}
