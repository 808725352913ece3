//! Importing: files merged into a book, all of them or none.

use std::sync::PoisonError;

use super::counts;
use super::error::ServiceError;
use super::service::{DEFAULT_BOOK, Service, check_name};
use crate::book::Forest;
use crate::format::dictionary::{ImportReport, Importer};
use crate::format::sgf::{Limits, read_collection};
use crate::mine::{Settings, read_counts};
use crate::store::{BookChange, BookInfo, ChangeKind, GamesChange, Note, StoreError};

/// The starter book, as it was written for this project.
const STARTER: &[u8] = include_bytes!("../../fixtures/starter.sgf");
/// What games say of it; see the file's own head.
const COUNTS: &str = include_str!("../../fixtures/starter_counts.txt");
/// How often a change is repeated when another program changes the book at the same time.
const TRIES: usize = 5;

/// A file to import.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name, for reports.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Files and where they go.
#[derive(Clone, Debug)]
pub struct ImportRequest {
    /// The book; it is made if it is not there.
    pub book: String,
    /// The files.
    pub files: Vec<SourceFile>,
    /// Whether to say what would happen and change nothing.
    pub dry_run: bool,
    /// Who imports, for the log.
    pub who: String,
}

/// What became of an import.
#[derive(Clone, Debug)]
pub struct ImportOutcome {
    /// The book, as it is now; in a dry run, as it would be.
    pub book: BookInfo,
    /// Whether nothing was written because it was a dry run.
    pub dry_run: bool,
    /// Whether the book changed (would change).
    pub changed: bool,
    /// The account of each file.
    pub files: Vec<(String, ImportReport)>,
}

impl ImportOutcome {
    /// The account of all files together.
    #[must_use]
    pub fn total(&self) -> ImportReport {
        let mut total = ImportReport::default();
        self.files
            .iter()
            .for_each(|(_, report)| total.add(report.clone()));
        total
    }
}

impl Service {
    /// Merges files into a book: all of them, or none if one cannot be read.
    ///
    /// # Errors
    /// A name that no book may have, a file that is no SGF or too large, a store that does not take
    /// it; the book is then as it was.
    pub fn import(&self, request: &ImportRequest) -> Result<ImportOutcome, ServiceError> {
        self.import_with(request, |_| {})
    }

    /// As [`Service::import`]; `done` is told the number of nodes placed so far.
    ///
    /// # Errors
    /// As [`Service::import`].
    pub fn import_with(
        &self,
        request: &ImportRequest,
        mut done: impl FnMut(usize),
    ) -> Result<ImportOutcome, ServiceError> {
        check_name(&request.book)?;
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tries = 1;
        loop {
            match self.try_import(request, &mut done) {
                Err(ServiceError::Store(StoreError::Conflict { .. })) if tries < TRIES => {
                    tries += 1
                }
                Err(ServiceError::Store(StoreError::AlreadyExists { .. })) if tries < TRIES => {
                    tries += 1;
                }
                outcome => return outcome,
            }
        }
    }

    /// Gives a store without books the starter book, with its counts; true if it did.
    ///
    /// # Errors
    /// The store does not take it.
    pub fn ensure_starter(&self) -> Result<bool, ServiceError> {
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.books()?.is_empty() {
            return Ok(false);
        }
        let files = [SourceFile {
            name: "starter.sgf".to_owned(),
            bytes: STARTER.to_vec(),
        }];
        let mut forest = Forest::new();
        read_files(&mut forest, &files, &mut |_| {})?;
        let (cohorts, entries) = read_counts(COUNTS).map_err(|error| ServiceError::Counts {
            file: "starter_counts.txt".to_owned(),
            error,
        })?;
        let settings = Settings::default();
        let parts = counts::take(&entries, settings, &mut forest);
        forest.set_cohorts(cohorts.clone());
        let games = GamesChange {
            cohorts,
            settings: Some(settings),
            games: Box::new(std::iter::empty()),
            parts: Box::new(parts.into_iter().map(Ok)),
        };
        let change = BookChange::new_book(DEFAULT_BOOK, &forest, "starter");
        match self.store.apply_games(&change, games) {
            Ok(_) => Ok(true),
            // Another program was faster.
            Err(StoreError::AlreadyExists { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn try_import(
        &self,
        request: &ImportRequest,
        done: &mut impl FnMut(usize),
    ) -> Result<ImportOutcome, ServiceError> {
        let stored = self.store.load(&request.book)?;
        let before = match &stored {
            Some((_, forest)) => forest.clone(),
            None => Forest::new(),
        };
        let mut forest = before.clone();
        let files = read_files(&mut forest, &request.files, done)?;
        let info = stored.as_ref().map(|(info, _)| info);
        let names: Vec<&str> = request
            .files
            .iter()
            .map(|file| file.name.as_str())
            .collect();
        let note = Note::new(ChangeKind::Import, &request.who, names.join(", "));
        let stored = info.map(|info| (info, &before));
        let change = BookChange::between(&request.book, stored, &mut forest, note);
        let changed = !change.is_empty();
        if request.dry_run || (!changed && info.is_some()) {
            let book = head(info.cloned(), &request.book, change.forest, changed);
            return Ok(ImportOutcome {
                book,
                dry_run: request.dry_run,
                changed,
                files,
            });
        }
        let applied = self.store.apply(&change)?;
        if before.cohorts().is_empty() {
            let updated = change.updated;
            applied.settle(&mut forest, &updated);
            self.swap(applied.info.clone(), forest);
        } else {
            // Games may have been counted of what is new.
            self.reload(&request.book)?;
        }
        Ok(ImportOutcome {
            book: applied.info,
            dry_run: false,
            changed,
            files,
        })
    }
}

fn read_files(
    forest: &mut Forest,
    files: &[SourceFile],
    done: &mut impl FnMut(usize),
) -> Result<Vec<(String, ImportReport)>, ServiceError> {
    let mut reports = Vec::with_capacity(files.len());
    for file in files {
        let collection = read_collection(&file.bytes, &Limits::default()).map_err(|source| {
            ServiceError::Sgf {
                file: file.name.clone(),
                source,
            }
        })?;
        let mut importer = Importer::new(forest);
        for tree in &collection.trees {
            importer.add(tree);
            done(tree.node_count());
        }
        let mut report = importer.finish();
        report
            .warnings
            .extend(collection.warnings.iter().map(ToString::to_string));
        reports.push((file.name.clone(), report));
    }
    Ok(reports)
}

/// The book's head after an import that was not written.
fn head(info: Option<BookInfo>, name: &str, forest: &Forest, changed: bool) -> BookInfo {
    let (version, created, edited) =
        info.map_or((0, 0, 0), |info| (info.version, info.created, info.changed));
    BookInfo {
        name: name.to_owned(),
        version: version + u64::from(changed),
        nodes: forest.len() as u64,
        lines: forest.lines().count() as u64,
        created,
        changed: edited,
    }
}
