//! Editing: what curators change of a book, checked against what they have seen.

use std::sync::PoisonError;

use super::error::ServiceError;
use super::service::{Service, check_name};
use crate::book::{Delta, Edit, Forest, Line, NodeId, check_line};
use crate::store::{Applied, BookChange, BookInfo, ChangeKind, Note, StoreError};

/// How often a change is repeated when another program changes the book at the same time.
pub(super) const TRIES: usize = 200;
/// The most edits of one request.
pub const MOST_EDITS: usize = 10_000;

/// What a caller saw of a node that it edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The node's revision, or any later version of the book at which it was looked at.
    pub revision: u64,
    /// The book's version, if it is known, and else the revision: what follows a node that is moved or deleted must
    /// not have changed since.
    pub version: Option<u64>,
}

/// An edit with what its author saw.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenEdit {
    /// The edit.
    pub edit: Edit,
    /// What was seen of its node; nothing to edit it whatever it is now.
    pub seen: Option<Seen>,
}

/// Edits of a book: all of them or none.
#[derive(Clone, Debug)]
pub struct EditRequest {
    /// The book.
    pub book: String,
    /// The edits, one after the other.
    pub edits: Vec<SeenEdit>,
    /// Whether to say what would happen and change nothing.
    pub dry_run: bool,
    /// Who edits, for the log.
    pub who: String,
    /// Why, for the log; may be empty.
    pub reason: String,
}

/// What became of a change of a book.
#[derive(Clone, Debug)]
pub struct ChangeOutcome {
    /// The book, as it is now; in a dry run, as it would be.
    pub book: BookInfo,
    /// The change's number in the log, if anything was written.
    pub change: Option<i64>,
    /// What changed (would change).
    pub delta: Delta,
    /// Whether nothing was written because it was a dry run.
    pub dry_run: bool,
}

impl Service {
    /// Edits a book: all edits, or none if one of them cannot be done. Edits that change nothing are no change.
    ///
    /// # Errors
    /// An unknown book, an edit that cannot be done, a node that is not what was seen
    /// ([`ServiceError::StaleNode`]), a store that does not take it.
    pub fn edit(&self, request: &EditRequest) -> Result<ChangeOutcome, ServiceError> {
        if request.edits.len() > MOST_EDITS {
            return Err(ServiceError::TooManyEdits {
                count: request.edits.len(),
            });
        }
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.check_held(request)?;
        self.change_locked(&request.book, request.dry_run, |info, before| {
            let note = Note::new(ChangeKind::Edit, &request.who, "").because(&request.reason);
            Ok((edited(info, before, &request.edits)?, note))
        })
    }

    /// Refuses at once what is stale already: revisions only grow, so a node in memory that is newer than what was
    /// seen is enough. Many who edit one node then wait for each other, but not for each other's failures.
    fn check_held(&self, request: &EditRequest) -> Result<(), ServiceError> {
        let held = self.held();
        let Some(book) = held.get(&request.book) else {
            return Ok(());
        };
        for (index, SeenEdit { edit, seen }) in request.edits.iter().enumerate() {
            let found = book.revision_of(edit.line());
            if let (Some(seen), Some(found)) = (seen, found)
                && found > seen.revision
            {
                return Err(ServiceError::StaleNode {
                    book: request.book.clone(),
                    line: edit.line().canonical(),
                    index,
                    seen: seen.revision,
                    found: Some(found),
                });
            }
        }
        Ok(())
    }

    /// Makes a book without a line.
    ///
    /// # Errors
    /// A name that no book may have or that is taken, a store that does not take it.
    pub fn create_book(
        &self,
        name: &str,
        who: &str,
        reason: &str,
    ) -> Result<BookInfo, ServiceError> {
        check_name(name)?;
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let note = Note::new(ChangeKind::Create, who, "").because(reason);
        let mut forest = Forest::new();
        let change = BookChange::between(name, None, &mut forest, note);
        let applied = self.store.apply(&change)?;
        self.reload(name)?;
        Ok(applied.info)
    }

    /// Changes a book by what `make` turns it into, and notes what it says. Repeated if another program changes the
    /// book at the same time.
    pub(super) fn change_book(
        &self,
        book: &str,
        dry_run: bool,
        make: impl FnMut(&BookInfo, &Forest) -> Result<(Forest, Note), ServiceError>,
    ) -> Result<ChangeOutcome, ServiceError> {
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.change_locked(book, dry_run, make)
    }

    /// As [`Service::change_book`], while [`Service::changing`] is held.
    fn change_locked(
        &self,
        book: &str,
        dry_run: bool,
        mut make: impl FnMut(&BookInfo, &Forest) -> Result<(Forest, Note), ServiceError>,
    ) -> Result<ChangeOutcome, ServiceError> {
        let mut tries = 1;
        loop {
            let Some((info, before)) = self.store.load(book)? else {
                return Err(self.unknown_book(book)?);
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

    fn write_change(
        &self,
        info: &BookInfo,
        before: &Forest,
        after: &mut Forest,
        note: Note,
        dry_run: bool,
    ) -> Result<ChangeOutcome, ServiceError> {
        let change = BookChange::between(&info.name, Some((info, before)), after, note);
        if dry_run || change.is_empty() {
            let changed = !change.is_empty();
            return Ok(ChangeOutcome {
                book: head(info.clone(), change.forest, changed),
                change: None,
                delta: change.delta,
                dry_run,
            });
        }
        let applied = self.store.apply(&change)?;
        let (delta, updated, inserted) =
            (change.delta, change.updated, !change.inserted.is_empty());
        self.take_over(&applied, before, after, &updated, inserted)?;
        Ok(ChangeOutcome {
            book: applied.info,
            change: Some(applied.change),
            delta,
            dry_run,
        })
    }

    /// Puts what was written in the place of what is in memory.
    pub(super) fn take_over(
        &self,
        applied: &Applied,
        before: &Forest,
        after: &mut Forest,
        updated: &[NodeId],
        inserted: bool,
    ) -> Result<(), ServiceError> {
        let name = &applied.info.name;
        if inserted && !before.cohorts().is_empty() {
            // Games may have been counted of what is new.
            return self.reload(name);
        }
        applied.settle(after, updated);
        self.swap(applied.info.clone(), std::mem::take(after));
        Ok(())
    }
}

/// The book's head after a change that was not written.
pub(super) fn head(info: BookInfo, forest: &Forest, changed: bool) -> BookInfo {
    let ends = forest.live_ends();
    BookInfo {
        version: info.version + u64::from(changed),
        nodes: forest.len() as u64,
        lines: ends.iter().filter(|ends| **ends).count() as u64,
        ..info
    }
}

fn edited(info: &BookInfo, before: &Forest, edits: &[SeenEdit]) -> Result<Forest, ServiceError> {
    let mut forest = before.clone();
    for (index, SeenEdit { edit, seen }) in edits.iter().enumerate() {
        check_seen(info, before, edit, *seen, index)?;
        let done = forest.edited(edit);
        forest = done.map_err(|source| ServiceError::Edit {
            book: info.name.clone(),
            index,
            source,
        })?;
    }
    Ok(forest)
}

/// Whether a node is what the author of an edit saw, before any edit of the same request.
fn check_seen(
    info: &BookInfo,
    before: &Forest,
    edit: &Edit,
    seen: Option<Seen>,
    index: usize,
) -> Result<(), ServiceError> {
    let Some(seen) = seen else {
        return Ok(());
    };
    let stale = |line: &Line, found: Option<u64>| ServiceError::StaleNode {
        book: info.name.clone(),
        line: line.canonical(),
        index,
        seen: seen.revision,
        found,
    };
    let Some(id) = before.find(edit.line()) else {
        return match check_line(edit.line()) {
            Ok(()) => Err(stale(edit.line(), None)),
            // What could never be there says more than that it is not.
            Err(source) => Err(ServiceError::Edit {
                book: info.name.clone(),
                index,
                source,
            }),
        };
    };
    let latest = seen.version.unwrap_or(seen.revision).max(seen.revision);
    let found = before.node(id).revision;
    // What has not been yet was seen by nobody.
    if found > seen.revision || latest > info.version {
        return Err(stale(edit.line(), Some(found)));
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
    newer.next().map_or(Ok(()), |id| {
        Err(stale(&before.line(id), Some(before.node(id).revision)))
    })
}
