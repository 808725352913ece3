//! Editing: curators' changes to a book, checked against the state they were based on.

use crate::curate::Curation;
use std::sync::PoisonError;

use super::author::Author;
use super::error::MAX_EDITS;
use crate::curate::error::ChangeError;
use crate::error::ServiceError;
use crate::service::check_name;
use crate::{GoFeature, curate::StarterBook};
use joseki_book::{BookPart, Delta, Edit, Forest, Line, check_line};
use joseki_game::Variant;
use joseki_store::{BookChange, BookInfo, ChangeKind, ChangeNote, StoreError};

/// Attempts of a change when other programs change the book at the same time.
pub(crate) const TRIES: usize = 200;

/// State of a node on which its edit is based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditBasis {
    /// Revision of the node, or any later version of the book at which the node was read.
    pub revision: u64,
    /// Version of the book, if known; defaults to the revision. The subtree of a moved or deleted
    /// node must not have changed since.
    pub version: Option<u64>,
}

/// An edit with the state it is based on.
#[derive(Clone, Debug, PartialEq)]
pub struct ConditionalEdit {
    /// The edit itself.
    pub edit: Edit,
    /// State that the edit is based on; none to apply it unconditionally.
    pub seen: Option<EditBasis>,
}

/// Edits of a book, applied all or none.
#[derive(Clone, Debug)]
pub struct EditRequest {
    /// Book to edit.
    pub book: String,
    /// Edits in order.
    pub edits: Vec<ConditionalEdit>,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Author and reason, for the log.
    pub by: Author,
}

/// Outcome of a change to a book.
#[derive(Clone, Debug)]
pub struct ChangeOutcome {
    /// The book after the change; in a dry run, as it would be.
    pub book: BookInfo,
    /// Number of the change in the log, if anything was written.
    pub change: Option<i64>,
    /// Difference made by the change; in a dry run, by the change that would be made.
    pub delta: Delta,
    /// Whether nothing was written because this was a dry run.
    pub dry_run: bool,
}

impl Curation<'_> {
    /// Edits a book: applies all edits, or none if one of them fails. Edits without effect record
    /// no change.
    ///
    /// # Errors
    /// Unknown book, invalid edit, node that changed since it was read
    /// ([`ChangeError::Stale`]), failed write.
    pub fn edit(&self, request: &EditRequest) -> Result<ChangeOutcome, ServiceError> {
        if request.edits.len() > MAX_EDITS {
            return Err(ChangeError::TooMany { count: request.edits.len() }.into());
        }
        self.once(&request.by, |change| self.recorded(change), || self.edit_now(request))
    }

    fn edit_now(&self, request: &EditRequest) -> Result<ChangeOutcome, ServiceError> {
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.check_conditions(request)?;
        self.reject_stale(request)?;
        let touched = request.edits.iter().map(|edit| edit.edit.part());
        let part = touched.fold(BookPart::default(), BookPart::with);
        self.change_locked(&request.book, Some(&part), request.dry_run, |info, before| {
            let note = request.by.note(ChangeKind::Edit, "");
            Ok((apply_edits(info, before, &request.edits)?, note))
        })
    }

    /// Rejects conditions in a book of a game that has none.
    fn check_conditions(&self, request: &EditRequest) -> Result<(), ServiceError> {
        let patches = request.edits.iter().filter_map(|edit| edit.edit.patch());
        let mut conditions = patches.filter_map(|patch| patch.conditions.as_ref());
        if conditions.any(|conditions| !conditions.is_always()) {
            GoFeature::Conditions.check(&self.service.book_info(&request.book)?)
        } else {
            Ok(())
        }
    }

    /// Rejects stale edits early: revisions only grow, so a newer node in memory proves the edit
    /// stale. Concurrent editors of one node then wait for each other's writes, but not for each
    /// other's failures.
    fn reject_stale(&self, request: &EditRequest) -> Result<(), ServiceError> {
        let held = self.service.loaded_books();
        let Some(book) = held.get(&request.book) else {
            return Ok(());
        };
        for (index, ConditionalEdit { edit, seen }) in request.edits.iter().enumerate() {
            let found = book.revision_of(edit.line());
            if let (Some(seen), Some(found)) = (seen, found)
                && found > seen.revision
            {
                return Err(ChangeError::Stale {
                    book: request.book.clone(),
                    line: edit.line().canonical(),
                    index,
                    seen: seen.revision,
                    found: Some(found),
                }
                .into());
            }
        }
        Ok(())
    }

    /// Creates a book about a game: without lines, or with those of a starter book.
    ///
    /// # Errors
    /// Invalid or taken name, failed write.
    pub fn create_book(
        &self,
        name: &str,
        variant: Variant,
        starter: Option<StarterBook>,
        by: &Author,
    ) -> Result<BookInfo, ServiceError> {
        check_name(name)?;
        let make = || {
            let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
            let note = by.note(ChangeKind::Create, "");
            let info = match starter {
                Some(starter) => self.write_starter(starter, name, note)?,
                None => {
                    let mut forest = Forest::for_variant(variant);
                    self.service
                        .store
                        .apply(&BookChange::between(name, None, &mut forest, note))?
                        .info
                }
            };
            self.service.reload(&info)?;
            Ok(info)
        };
        self.once(by, |change| self.recorded_book(change), make)
    }

    /// Replaces a part of a book, or all of it, by the result of `make` and logs its note. Retries if
    /// another program changes the book at the same time.
    pub(crate) fn change_book(
        &self,
        book: &str,
        part: Option<&BookPart>,
        dry_run: bool,
        make: impl FnMut(&BookInfo, &Forest) -> Result<(Forest, ChangeNote), ServiceError>,
    ) -> Result<ChangeOutcome, ServiceError> {
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.change_locked(book, part, dry_run, make)
    }

    /// Does the same as [`Service::change_book`] with [`Service::changing`] already locked.
    fn change_locked(
        &self,
        book: &str,
        part: Option<&BookPart>,
        dry_run: bool,
        mut make: impl FnMut(&BookInfo, &Forest) -> Result<(Forest, ChangeNote), ServiceError>,
    ) -> Result<ChangeOutcome, ServiceError> {
        let (whole, mut tries) = (BookPart::whole(), 1);
        loop {
            let loaded = self.service.store.load_part(book, part.unwrap_or(&whole))?;
            let Some((info, before)) = loaded else {
                return Err(self.service.unknown_book(book)?);
            };
            let (mut after, note) = make(&info, &before)?;
            match self.write_change(&info, &before, &mut after, note, dry_run) {
                Err(ServiceError::Store(StoreError::Conflict { .. })) if tries < TRIES => {
                    tries += 1;
                }
                outcome => return outcome,
            }
        }
    }

    /// Applies edits as one change, except those of nodes that no longer exist.
    ///
    /// # Errors
    /// Unknown book, an edit that cannot be applied, failed write.
    pub(crate) fn edit_existing(
        &self,
        book: &str,
        edits: &[Edit],
        dry_run: bool,
        note: &ChangeNote,
    ) -> Result<ChangeOutcome, ServiceError> {
        let parts = edits.iter().map(Edit::part);
        let part =
            (edits.len() <= MAX_EDITS).then(|| parts.fold(BookPart::default(), BookPart::with));
        self.change_book(book, part.as_ref(), dry_run, |info, before| {
            let mut after = before.clone();
            for edit in edits.iter().filter(|edit| before.find(edit.line()).is_some()) {
                after = after.edited(edit).map_err(|source| ChangeError::Edit {
                    book: info.name.clone(),
                    index: 0,
                    source,
                })?;
            }
            Ok((after, note.clone()))
        })
    }

    /// Adds moves and verdicts of engines as one change, except those that no longer fit: a curator
    /// was there first.
    ///
    /// # Errors
    /// Unknown book, failed write.
    pub(super) fn apply_growth(
        &self,
        book: &str,
        edits: &[Edit],
        by: &Author,
        what: &str,
    ) -> Result<ChangeOutcome, ServiceError> {
        let note = by.note(ChangeKind::Grow, what);
        let parts = edits.iter().map(Edit::part);
        let part =
            (edits.len() <= MAX_EDITS).then(|| parts.fold(BookPart::default(), BookPart::with));
        self.change_book(book, part.as_ref(), false, |_, before| {
            let mut after = before.clone();
            for edit in edits {
                after = after.clone().edited(edit).unwrap_or(after);
            }
            Ok((after, note.clone()))
        })
    }

    fn write_change(
        &self,
        info: &BookInfo,
        before: &Forest,
        after: &mut Forest,
        note: ChangeNote,
        dry_run: bool,
    ) -> Result<ChangeOutcome, ServiceError> {
        let change = BookChange::between(&info.name, Some((info, before)), after, note);
        if dry_run || change.is_empty() {
            return Ok(ChangeOutcome {
                book: head(info.clone(), &change),
                change: None,
                delta: change.delta,
                dry_run,
            });
        }
        let applied = self.service.store.apply(&change)?;
        let delta = change.delta;
        self.service.bring_forward(info, applied.info.clone(), &delta)?;
        Ok(ChangeOutcome { book: applied.info, change: Some(applied.change), delta, dry_run })
    }
}

/// Returns the book's head after a change that was not written.
pub(crate) fn head(info: BookInfo, change: &BookChange<'_>) -> BookInfo {
    let after = |before: u64, come: usize, gone: usize| {
        before.saturating_add(come as u64).saturating_sub(gone as u64)
    };
    let (inserted, _, deleted) = change.delta.counts();
    BookInfo {
        version: info.version + u64::from(!change.is_empty()),
        nodes: after(info.nodes, inserted as usize, deleted as usize),
        lines: after(info.lines, change.lines.len(), change.lines_gone.len()),
        ..info
    }
}

fn apply_edits(
    info: &BookInfo,
    before: &Forest,
    edits: &[ConditionalEdit],
) -> Result<Forest, ServiceError> {
    let mut forest = before.clone();
    for (index, ConditionalEdit { edit, seen }) in edits.iter().enumerate() {
        check_seen(info, before, edit, *seen, index)?;
        let done = forest.edited(edit);
        forest =
            done.map_err(|source| ChangeError::Edit { book: info.name.clone(), index, source })?;
    }
    Ok(forest)
}

/// Checks that a node is in the state that its edit is based on, before any edit of the same
/// request.
fn check_seen(
    info: &BookInfo,
    before: &Forest,
    edit: &Edit,
    seen: Option<EditBasis>,
    index: usize,
) -> Result<(), ServiceError> {
    let Some(seen) = seen else {
        return Ok(());
    };
    let stale = |line: &Line, found: Option<u64>| ChangeError::Stale {
        book: info.name.clone(),
        line: line.canonical(),
        index,
        seen: seen.revision,
        found,
    };
    let Some(id) = before.find(edit.line()) else {
        return match check_line(before.variant(), edit.line()) {
            Ok(()) => Err(stale(edit.line(), None).into()),
            // A line that is invalid in any book deserves a better error than a missing node.
            Err(source) => Err(ChangeError::Edit { book: info.name.clone(), index, source }.into()),
        };
    };
    let latest = seen.version.unwrap_or(seen.revision).max(seen.revision);
    let found = before.node(id).revision;
    // A state in the future cannot have been read.
    if found > seen.revision || latest > info.version {
        return Err(stale(edit.line(), Some(found)).into());
    }
    if !matches!(edit, Edit::Move { .. } | Edit::Delete { .. }) {
        return Ok(());
    }
    let version = seen.version.unwrap_or(seen.revision);
    let below = before.subtree(id).into_iter();
    let mut newer = below.filter(|id| {
        let node = before.node(*id);
        !node.mined && node.revision > version
    });
    newer
        .next()
        .map_or(Ok(()), |id| Err(stale(&before.line(id), Some(before.node(id).revision)).into()))
}
