//! Operations on whole books: copy, rename, delete, split, compare and merge.

use std::sync::PoisonError;

use super::author::Author;
use super::edit::{ChangeOutcome, head};
use crate::book::{Contradiction, Delta, EditError, Forest, Line, MergeRules, NodeId, merge};
use crate::service::error::ServiceError;
use crate::service::next::past::BookRef;
use crate::service::service::{Service, check_name};
use crate::store::{
    BookChange, BookInfo, ChangeKind, ChangeNote, ChangeQuery, HistoryMoment, Origin, variant_text,
};

/// A request to move lines into a book of their own.
#[derive(Clone, Debug)]
pub struct SplitRequest {
    /// Book that contains the lines.
    pub book: String,
    /// Name of the new book, which must not exist.
    pub to: String,
    /// Lines, in either handedness, whose nodes are moved with everything below them.
    pub lines: Vec<Line>,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Author and reason.
    pub by: Author,
}

/// Outcome of a split.
#[derive(Clone, Debug)]
pub struct SplitOutcome {
    /// Change of the book that contained the lines.
    pub from: ChangeOutcome,
    /// Change of the new book.
    pub to: ChangeOutcome,
}

/// A request to bring another book's changes into a book.
#[derive(Clone, Debug)]
pub struct MergeRequest {
    /// Target book.
    pub book: String,
    /// Source book, in its current or an earlier version.
    pub from: BookRef,
    /// Common ancestor; by default the one in the log: the copy or last merge of one into the
    /// other, or the empty book if there is none.
    pub base: Option<BookRef>,
    /// Resolution of conflicts between both books' changes.
    pub rules: MergeRules,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Author and reason.
    pub by: Author,
}

/// Outcome of a merge.
#[derive(Clone, Debug)]
pub struct MergeOutcome {
    /// Change of the target book.
    pub outcome: ChangeOutcome,
    /// Common ancestor that was used; none for the empty book.
    pub base: Option<Origin>,
    /// Conflicts, and how they were resolved.
    pub contradictions: Vec<Contradiction>,
}

impl Service {
    /// Creates a book as a copy of another, with its counts.
    ///
    /// # Errors
    /// Unknown book, invalid or taken name, failed write.
    pub fn copy_book(&self, from: &str, to: &str, by: &Author) -> Result<BookInfo, ServiceError> {
        check_name(to)?;
        let make = || {
            let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
            let source = self.stored(from)?;
            let note = by.note(ChangeKind::Copy, "").with_origin(from, source.version);
            let info = self.store.copy_book(from, to, &note)?;
            self.reload(to)?;
            Ok(info)
        };
        self.once(by, |change| self.recorded_book(change), make)
    }

    /// Renames a book; its history goes with it.
    ///
    /// # Errors
    /// See [`Service::copy_book`]; also a book that is not at the expected version, if one is
    /// given.
    pub fn rename_book(
        &self,
        name: &str,
        to: &str,
        expected: Option<u64>,
        by: &Author,
    ) -> Result<BookInfo, ServiceError> {
        check_name(to)?;
        let make = || {
            let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
            self.stored(name)?;
            let note = by.note(ChangeKind::Rename, format!("formerly {name}"));
            let info = self.store.rename_book(name, to, expected, &note)?;
            self.forget(name);
            self.reload(to)?;
            Ok(info)
        };
        self.once(by, |change| self.recorded_book(change), make)
    }

    /// Deletes a book with its counts and games. Its lines stay in the log: [`Service::revert`] of
    /// the change restores them. Returns the number of the change.
    ///
    /// # Errors
    /// Unknown book, a book that is not at the expected version, if one is given, failed write.
    pub fn delete_book(
        &self,
        name: &str,
        expected: Option<u64>,
        by: &Author,
    ) -> Result<i64, ServiceError> {
        self.once(by, Ok, || {
            let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
            self.stored(name)?;
            let note = by.note(ChangeKind::Delete, "");
            let change = self.store.delete_book(name, expected, &note)?;
            self.forget(name);
            Ok(change)
        })
    }

    /// Moves lines with all their data into a new book. Counts of games stay where they are, as do
    /// nodes that exist only for them.
    ///
    /// # Errors
    /// Unknown book or line, invalid or taken name, failed write.
    pub fn split_book(&self, request: &SplitRequest) -> Result<SplitOutcome, ServiceError> {
        check_name(&request.to)?;
        let recorded = |change| {
            let (from, to) = (self.recorded(change)?, self.recorded(change + 1)?);
            Ok(SplitOutcome { from, to })
        };
        self.once(&request.by, recorded, || self.split_now(request))
    }

    fn split_now(&self, request: &SplitRequest) -> Result<SplitOutcome, ServiceError> {
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((info, before)) = self.store.load(&request.book)? else {
            return Err(self.unknown_book(&request.book)?);
        };
        let (mut rest, mut part) = split_forest(&info, &before, &request.lines)?;
        let note = |what: String| request.by.note(ChangeKind::Split, what);
        let out = note(format!("into {}", request.to));
        let into =
            note(format!("out of {}", request.book)).with_origin(&request.book, info.version);
        // The request is known by its first change.
        let into = ChangeNote { token: None, ..into };
        let fewer = BookChange::between(&info.name, Some((&info, &before)), &mut rest, out);
        let new = BookChange::between(&request.to, None, &mut part, into);
        let (from, to) = (fewer.delta.clone(), new.delta.clone());
        if request.dry_run {
            let empty = BookInfo::empty(&request.to, info.variant);
            return Ok(SplitOutcome {
                from: change_outcome(head(info.clone(), &fewer), from, None),
                to: change_outcome(head(empty, &new), to, None),
            });
        }
        let applied = self.store.apply_all(&[fewer, new])?;
        self.reload(&request.book)?;
        self.reload(&request.to)?;
        let mut done = applied.into_iter().zip([from, to]);
        let mut next = || {
            let (applied, delta) = done.next()?;
            Some(change_outcome(applied.info, delta, Some(applied.change)))
        };
        match (next(), next()) {
            (Some(from), Some(to)) => Ok(SplitOutcome { from, to }),
            _ => Err(self.unknown_book(&request.to)?),
        }
    }

    /// Returns the difference between two books or versions of a book.
    ///
    /// # Errors
    /// Unknown book, books about two games, moment before the start of the log, or unreadable
    /// store.
    pub fn diff(&self, from: &BookRef, to: &BookRef) -> Result<Delta, ServiceError> {
        let (one, from) = self.load_of(from)?;
        let (two, to) = self.load_of(to)?;
        check_same_game(&one, &two)?;
        let (from, to) = (self.visible_part(from)?, self.visible_part(to)?);
        Ok(Delta::between(&from, &to))
    }

    /// Brings another book's changes since the common ancestor into a book.
    ///
    /// # Errors
    /// Unknown book, books about two games, moment before the start of the log, failed write.
    pub fn merge_books(&self, request: &MergeRequest) -> Result<MergeOutcome, ServiceError> {
        let recorded = |change| {
            let outcome = self.recorded(change)?;
            Ok(MergeOutcome { outcome, base: None, contradictions: Vec::new() })
        };
        self.once(&request.by, recorded, || self.merge_now(request))
    }

    fn merge_now(&self, request: &MergeRequest) -> Result<MergeOutcome, ServiceError> {
        let base = match &request.base {
            Some(base) => Some(base.clone()),
            None => self.common_ancestor(&request.book, &request.from.name)?,
        };
        let base = base.map(|base| self.load_of(&base)).transpose()?;
        let (theirs, forest) = self.load_of(&request.from)?;
        if let Some((info, _)) = &base {
            check_same_game(info, &theirs)?;
        }
        let origin = base
            .as_ref()
            .map(|(info, _)| Origin { book: info.name.clone(), version: info.version });
        let empty = || Forest::for_variant(theirs.variant);
        let base = base.map_or_else(empty, |(_, forest)| forest.without_mined());
        let forest = forest.without_mined();
        let what = format!("{}@{}", theirs.name, theirs.version);
        let note =
            request.by.note(ChangeKind::Merge, what).with_origin(&theirs.name, theirs.version);
        let mut contradictions = Vec::new();
        let outcome = self.change_book(&request.book, request.dry_run, |info, before| {
            check_same_game(info, &theirs)?;
            let merged = merge(&base, before.clone(), &forest, &request.rules);
            contradictions = merged.contradictions;
            Ok((merged.forest, note.clone()))
        })?;
        Ok(MergeOutcome { outcome, base: origin, contradictions })
    }

    /// Returns the last version that one of two books took from the other.
    fn common_ancestor(&self, one: &str, two: &str) -> Result<Option<BookRef>, ServiceError> {
        let mut found: Option<(i64, BookRef)> = None;
        for (book, other) in [(one, two), (two, one)] {
            let mut before = None;
            while let Some((change, origin, next)) = self.origin(book, other, before)? {
                if found.as_ref().is_none_or(|(last, _)| *last < change) {
                    let moment = Some(HistoryMoment::Version(origin.version));
                    found = Some((change, BookRef::at(other, moment)));
                }
                before = Some(next);
            }
        }
        Ok(found.map(|(_, book)| book))
    }

    /// Returns the newest change before `before` by which a book was copied from or merged with the
    /// other.
    fn origin(
        &self,
        book: &str,
        other: &str,
        before: Option<i64>,
    ) -> Result<Option<(i64, Origin, i64)>, ServiceError> {
        const PAGE: usize = 256;
        let mut before = before;
        loop {
            let changes = self.store.changes(&ChangeQuery {
                book: Some(book.to_owned()),
                before,
                after: None,
                limit: PAGE,
            })?;
            let Some(last) = changes.last().map(|row| row.id) else {
                return Ok(None);
            };
            let made = |kind| matches!(kind, ChangeKind::Copy | ChangeKind::Merge);
            let found = changes.into_iter().find_map(|row| {
                let origin = row.note.origin.filter(|_| made(row.note.kind))?;
                (origin.book == other).then_some((row.id, origin))
            });
            match found {
                Some((id, origin)) => return Ok(Some((id, origin, id))),
                None => before = Some(last),
            }
        }
    }

    /// Loads a book from the store in its current or an earlier version.
    pub(crate) fn load_of(&self, book: &BookRef) -> Result<(BookInfo, Forest), ServiceError> {
        let loaded = match book.as_of {
            None => self.store.load(&book.name)?,
            Some(moment) => {
                self.book_of(book)?;
                self.store.load_at(&book.name, moment)?
            }
        };
        match loaded {
            Some(loaded) => Ok(loaded),
            None => Err(self.unknown_book(&book.name)?),
        }
    }

    fn stored(&self, name: &str) -> Result<BookInfo, ServiceError> {
        match self.store.book(name)? {
            Some(info) => Ok(info),
            None => Err(self.unknown_book(name)?),
        }
    }
}

fn check_same_game(one: &BookInfo, other: &BookInfo) -> Result<(), ServiceError> {
    if one.variant == other.variant {
        return Ok(());
    }
    let about = |info: &BookInfo| (info.name.clone(), variant_text(info.variant));
    let ((book, game), (other, other_game)) = (about(one), about(other));
    Err(ServiceError::DifferentGames { book, game, other, other_game })
}

fn change_outcome(book: BookInfo, delta: Delta, change: Option<i64>) -> ChangeOutcome {
    ChangeOutcome { book, change, delta, dry_run: change.is_none() }
}

/// Returns which nodes are in the subtrees of some nodes, except nodes that exist only for counted
/// games. Each node is visited once, even if subtrees overlap.
fn curated_below(forest: &Forest, mut roots: Vec<(usize, NodeId)>) -> Vec<bool> {
    let mut seen = vec![false; forest.nodes().len()];
    let mut found = seen.clone();
    // A node that contains others has a shorter line.
    roots.sort_unstable_by_key(|(length, _)| *length);
    for (_, root) in roots {
        if seen[root.index()] {
            continue;
        }
        for id in forest.subtree(root) {
            seen[id.index()] = true;
            found[id.index()] = !forest.node(id).mined;
        }
    }
    found
}

/// Splits a book into the rest and the given lines with the nodes that lead to them. Nodes that
/// exist only for counted games stay.
fn split_forest(
    info: &BookInfo,
    before: &Forest,
    lines: &[Line],
) -> Result<(Forest, Forest), ServiceError> {
    let mut roots = Vec::with_capacity(lines.len());
    for line in lines {
        if line.is_empty() {
            return Err(ServiceError::Edit {
                book: info.name.clone(),
                index: 0,
                source: EditError::Root,
            });
        }
        let id = before.find(line).ok_or_else(|| ServiceError::UnknownNode {
            book: info.name.clone(),
            line: line.canonical(),
        })?;
        roots.push((line.len(), id));
    }
    let moves = curated_below(before, roots);
    let mut leads = moves.clone();
    for (id, node) in before.nodes().skip(1).collect::<Vec<_>>().into_iter().rev() {
        leads[node.parent.index()] |= leads[id.index()];
    }
    let mut part = before.clone().retain(|id, _| leads[id.index()]);
    for (id, _) in before.nodes().filter(|(id, _)| leads[id.index()] && !moves[id.index()]) {
        // The data of nodes that merely lead there stay in the first book.
        if let Some(id) = part.find(&before.line(id)) {
            part.set_state(id, Default::default());
        }
    }
    part.set_cohorts(Vec::new());
    part.mark_leaves();
    // A node on the way to counted games stays.
    let mut stays: Vec<bool> = moves.iter().map(|moves| !moves).collect();
    for (id, node) in before.nodes().skip(1).collect::<Vec<_>>().into_iter().rev() {
        stays[node.parent.index()] |= stays[id.index()];
    }
    let mut rest = before.clone();
    for (id, _) in before.nodes().filter(|(id, _)| moves[id.index()] && stays[id.index()]) {
        rest.set_state(id, Default::default());
        rest.set_mined(id, true);
    }
    let mut rest = rest.retain(|id, _| stays[id.index()]);
    rest.mark_leaves();
    Ok((rest, part))
}
