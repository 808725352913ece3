//! Earlier versions of books that are not in memory, read in the store.
//!
//! How it works: the source of such a version (`book/index/past.rs`) is that of the present version
//! with the changes since undone. So a question reads what it needs, as it does in the present
//! version. The changes are read once for each version. If there are too many, the version is
//! computed from the whole book instead ([`Service::book_of`]).

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::book::Book;
use super::error::ServiceError;
use super::past::is_present;
use super::service::Service;
use super::stored_books::{ROOM, SnapshotSource, StoredVersion, has_sources};
use joseki_book::{Delta, Index, Line, NodeSource, StoredPast, StoredPastError};
use joseki_store::{BookInfo, BookSnapshot, HistoryMoment, StoreError};

/// Maximum number of nodes of all changes since a version. Few in tests.
const MAX_CHANGES: u64 = if cfg!(test) { 32 } else { 4096 };
/// Maximum number of nodes whose children are read to undo them: some 20 microseconds each.
const MAX_READ: usize = 1 << 14;
/// Versions that are kept, of all books together.
const MAX_PASTS: usize = 4;

/// The earlier versions that questions read in the store, the last one first.
#[derive(Debug, Default)]
pub(super) struct StoredPasts(Mutex<VecDeque<HeldPast>>);

#[derive(Debug)]
struct HeldPast {
    /// The present version that it was derived from.
    present: BookInfo,
    /// What was asked for: a later change may be before that time.
    moment: HistoryMoment,
    version: StoredVersion,
}

impl StoredPasts {
    fn lock(&self) -> MutexGuard<'_, VecDeque<HeldPast>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(
        &self,
        present: &BookInfo,
        moment: HistoryMoment,
        withheld: &BTreeSet<String>,
    ) -> Option<StoredVersion> {
        let mut held = self.lock();
        let is_it = |held: &HeldPast| {
            let version = HistoryMoment::Version(held.version.book.info.version);
            let is_present = held.present == *present && *held.version.withheld == *withheld;
            is_present && (held.moment == moment || version == moment)
        };
        let place = held.iter().position(is_it)?;
        let found = held.remove(place)?;
        let version = found.version.clone();
        held.push_front(found);
        Some(version)
    }

    fn keep(&self, past: HeldPast) {
        let mut held = self.lock();
        held.push_front(past);
        held.truncate(MAX_PASTS);
    }

    /// Keeps the versions that `wanted` accepts, by the present version and the earlier one.
    pub(super) fn retain(&self, wanted: impl Fn(&BookInfo, &StoredVersion) -> bool) {
        self.lock().retain(|held| wanted(&held.present, &held.version));
    }
}

impl Service {
    /// Returns a book at a moment, to be read in the store; `None` if it has to be loaded, since
    /// too much has changed, or since a withheld source has been in the book. Statistics and results
    /// are the current ones.
    ///
    /// # Errors
    /// Unknown book, moment before the start of the log, unreadable store, or too many requests for
    /// earlier versions at once.
    pub(super) fn stored_past(
        &self,
        name: &str,
        moment: HistoryMoment,
        withheld: &BTreeSet<String>,
    ) -> Result<Option<StoredVersion>, ServiceError> {
        let Some(info) = self.store.book(name)? else {
            return Err(self.unknown_book(name)?);
        };
        let books = self.stored_books();
        if books.version(name).is_some_and(|version| version < info.version) {
            // Another program changed it.
            books.forget(name);
        }
        if is_present(moment, &info)? {
            return self.stored_version(name, withheld).map(Some);
        }
        if let Some(held) = books.pasts.find(&info, moment, withheld) {
            return Ok(Some(held));
        }
        if has_sources(&*self.store, name, withheld)? {
            return Ok(None);
        }
        let _turn = self.past.enter()?;
        // Another request may have computed it meanwhile.
        if let Some(held) = books.pasts.find(&info, moment, withheld) {
            return Ok(Some(held));
        }
        let Some(snapshot) = self.store.snapshot(name)? else {
            return Err(self.unknown_book(name)?);
        };
        let present = snapshot.info.clone();
        let made = self.with_changes_undone(snapshot, moment, withheld)?;
        if let Some(version) = made.clone() {
            books.pasts.keep(HeldPast { present, moment, version });
        }
        Ok(made)
    }

    /// Returns a book as it was at a moment; `None` if too much has changed since.
    fn with_changes_undone(
        &self,
        snapshot: BookSnapshot,
        moment: HistoryMoment,
        withheld: &BTreeSet<String>,
    ) -> Result<Option<StoredVersion>, ServiceError> {
        let now = snapshot.info.clone();
        let present_version = now.version;
        let Some((version, changed)) = self.store.version_at(&now.name, moment)? else {
            // It fails before it loads anything, and says how far the log reaches back.
            drop(self.store.load_at(&now.name, moment)?);
            return Ok(None);
        };
        let earlier = HistoryMoment::Version(version);
        if let Some(held) = self.stored_books().pasts.find(&now, earlier, withheld) {
            return Ok(Some(held));
        }
        let until = Some(now.version);
        let later = self.store.changes_between(&now.name, version, until, MAX_CHANGES)?;
        let Some(later) = later else {
            return Ok(None);
        };
        if later.book != now || version > now.version {
            // It has changed since, or a replica lags behind.
            let (book, expected, found) = (now.name, now.version, later.book.version);
            return Err(StoreError::Conflict { book, expected, found }.into());
        }
        let Ok(since) = Delta::sum(later.changes.into_iter().map(|(_, delta)| delta)) else {
            return Ok(None);
        };
        if since.has_sources(withheld) {
            return Ok(None);
        }
        let undone = since.inverse();
        let tallies = if snapshot.is_counted {
            self.tallies_of_new(&now.name, &undone)?
        } else {
            HashMap::new()
        };
        let tally = |line: &Line| tallies.get(line).cloned();
        let (source, head) = SnapshotSource::new(Arc::clone(&self.store), snapshot);
        let present = Arc::clone(&source) as Arc<dyn NodeSource>;
        let past = match StoredPast::new(present, head, &undone, &tally, MAX_READ) {
            Ok(past) => past,
            Err(StoredPastError::Unread) => {
                return source.failure().map_or(Ok(None), |error| Err(error.into()));
            }
            Err(StoredPastError::TooLarge | StoredPastError::Delta(_)) => return Ok(None),
        };
        let (nodes, lines) = (past.book.nodes as u64, past.book.lines as u64);
        let info = BookInfo { version, changed, nodes, lines, ..now };
        // All of them together keep what a present version may keep.
        let index = Index::of_store(Arc::new(past.source), past.book, ROOM / MAX_PASTS);
        let mut book = Book::in_store(info, index.into_past());
        book.line_changes = past.lines;
        book.present = present_version;
        Ok(Some(StoredVersion::readable(book, source, withheld)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::curate::{Author, ConditionalEdit, EditRequest};
    use crate::past::BookRef;
    use joseki_book::{Edit, Patch, Verdict};
    use joseki_game::Variant;
    use joseki_store::SqliteStore;

    fn asked(service: &Service, version: u64) -> Result<(u64, u64, bool), ServiceError> {
        let moment = HistoryMoment::Version(version);
        service.ask(&BookRef::at("main", Some(moment)), |book| {
            Ok((book.info.version, book.info.nodes, book.index.is_stored()))
        })
    }

    #[test]
    fn earlier_versions_are_kept_until_the_book_changes_and_loaded_if_much_has_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("test.db");
        let open = || Service::new(Arc::new(SqliteStore::open(&path).expect("a store")));
        let editor = open();
        let by = Author::new("test");
        editor.curation().create_book("main", Variant::GO, None, &by).expect("a book");
        let change = |edits: Vec<Edit>| {
            let edits = edits.into_iter().map(|edit| ConditionalEdit { edit, seen: None });
            let (edits, by) = (edits.collect(), Author::new("test"));
            let request = EditRequest { book: "main".into(), edits, dry_run: false, by };
            editor.curation().edit(&request).expect("a change");
        };
        let add = |line: Line| Edit::Add { line, patch: Patch::default() };
        let first: Line = "DD".parse().expect("a line");
        let judge = |verdict: Verdict| {
            let patch = Patch { verdict: Some(Some(verdict)), ..Patch::default() };
            change(vec![Edit::Set { line: first.clone(), patch }]);
        };
        change(vec![add(first.clone())]);
        let letters = || 'A'..='I';
        let lines = letters().flat_map(|x| letters().map(move |y| format!("DD{x}{y}")));
        let lines = lines.filter(|line| line != "DDDD").filter_map(|line| line.parse().ok());
        let lines: BTreeSet<Line> = lines.map(|line: Line| line.canonical()).collect();
        let nodes = 1 + lines.len() as u64;
        assert!(nodes > MAX_CHANGES, "{nodes}");
        change(lines.into_iter().map(add).collect());
        judge(Verdict::Good);

        let service = open();
        service.keep_resident(0);
        let kept = || service.stored_books().pasts.lock().len();
        for _ in 0..2 {
            assert!(matches!(asked(&service, 3), Ok((3, found, true)) if found == nodes));
            assert_eq!(kept(), 1);
        }
        assert!(matches!(asked(&service, 4), Ok((4, _, true))));
        assert!(matches!(asked(&service, 2), Err(ServiceError::BookOnDisk { .. })));
        assert!(matches!(asked(&service, 5), Err(ServiceError::UnknownVersion { .. })));
        judge(Verdict::Mistake);
        service.refresh().expect("a look at the store");
        assert_eq!(kept(), 0);
        assert!(matches!(asked(&service, 4), Ok((4, _, true))));
        assert!(matches!(asked(&open(), 2), Ok((2, 1, false))));
    }
}
