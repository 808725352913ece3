//! Whole books: copied, renamed, deleted, split, compared and merged.

use std::sync::PoisonError;

use super::edit::{ChangeOutcome, head};
use super::error::ServiceError;
use super::past::BookRef;
use super::service::{Service, check_name};
use crate::book::{Contradiction, Delta, EditError, Forest, Line, NodeId, Rules, merge};
use crate::store::{BookChange, BookInfo, ChangeKind, ChangesAsked, Moment, Note, Origin};

/// Who changes a whole book and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct By {
    /// Who, for the log.
    pub who: String,
    /// Why, for the log; may be empty.
    pub reason: String,
}

/// Lines that become a book of their own.
#[derive(Clone, Debug)]
pub struct SplitRequest {
    /// The book that they are in.
    pub book: String,
    /// The book that they become; it must not be there.
    pub to: String,
    /// Where they begin, of either handedness: the nodes of these lines with all that follows.
    pub lines: Vec<Line>,
    /// Whether to say what would happen and change nothing.
    pub dry_run: bool,
    /// Who and why.
    pub by: By,
}

/// What became of a split.
#[derive(Clone, Debug)]
pub struct SplitOutcome {
    /// The book that the lines were in.
    pub from: ChangeOutcome,
    /// The book that they are in now.
    pub to: ChangeOutcome,
}

/// What another book changed, to be brought into a book.
#[derive(Clone, Debug)]
pub struct MergeRequest {
    /// The book that takes it in.
    pub book: String,
    /// The book that it comes from, now or at a moment.
    pub from: BookRef,
    /// What both were made of; if nothing is said, what the log knows: the copy or the last merge of one into the
    /// other. The empty book if it knows none.
    pub base: Option<BookRef>,
    /// What to do where both changed the same.
    pub rules: Rules,
    /// Whether to say what would happen and change nothing.
    pub dry_run: bool,
    /// Who and why.
    pub by: By,
}

/// What became of a merge.
#[derive(Clone, Debug)]
pub struct MergeOutcome {
    /// The change.
    pub outcome: ChangeOutcome,
    /// What was taken for the book that both were made of; nothing if that is the empty book.
    pub base: Option<Origin>,
    /// Where both changed the same, and what stands now.
    pub contradictions: Vec<Contradiction>,
}

impl Service {
    /// Makes a book as the copy of another, with its counts.
    ///
    /// # Errors
    /// An unknown book, a name that no book may have or that is taken, a store that does not take it.
    pub fn copy_book(&self, from: &str, to: &str, by: &By) -> Result<BookInfo, ServiceError> {
        check_name(to)?;
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let source = self.stored(from)?;
        let note = by.note(ChangeKind::Copy).of(from, source.version);
        let info = self.store.copy_book(from, to, &note)?;
        self.reload(to)?;
        Ok(info)
    }

    /// Gives a book another name; its history goes with it.
    ///
    /// # Errors
    /// As [`Service::copy_book`]; a book that is not at the version that is expected, if one is.
    pub fn rename_book(
        &self,
        name: &str,
        to: &str,
        expected: Option<u64>,
        by: &By,
    ) -> Result<BookInfo, ServiceError> {
        check_name(to)?;
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.stored(name)?;
        let what = format!("formerly {name}");
        let note = Note {
            what,
            ..by.note(ChangeKind::Rename)
        };
        let info = self.store.rename_book(name, to, expected, &note)?;
        self.forget(name);
        self.reload(to)?;
        Ok(info)
    }

    /// Deletes a book with its counts and games. Its lines stay in the log: [`Service::revert`] of the change
    /// makes them again. Gives the change's number.
    ///
    /// # Errors
    /// An unknown book, one that is not at the version that is expected, if one is, a store that does not
    /// take it.
    pub fn delete_book(
        &self,
        name: &str,
        expected: Option<u64>,
        by: &By,
    ) -> Result<i64, ServiceError> {
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.stored(name)?;
        let change = self
            .store
            .delete_book(name, expected, &by.note(ChangeKind::Delete))?;
        self.forget(name);
        Ok(change)
    }

    /// Moves lines with all that is known of them into a book of their own. Counts of games stay where they are, as
    /// do nodes that are there for them alone.
    ///
    /// # Errors
    /// An unknown book or line, a name that no book may have or that is taken, a store that does not take it.
    pub fn split_book(&self, request: &SplitRequest) -> Result<SplitOutcome, ServiceError> {
        check_name(&request.to)?;
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((info, before)) = self.store.load(&request.book)? else {
            return Err(self.unknown_book(&request.book)?);
        };
        let (mut rest, mut part) = parted(&info, &before, &request.lines)?;
        let note = |what: String| Note {
            what,
            ..request.by.note(ChangeKind::Split)
        };
        let out = note(format!("into {}", request.to));
        let into = note(format!("out of {}", request.book)).of(&request.book, info.version);
        let fewer = BookChange::between(&info.name, Some((&info, &before)), &mut rest, out);
        let new = BookChange::between(&request.to, None, &mut part, into);
        let (from, to) = (fewer.delta.clone(), new.delta.clone());
        if request.dry_run {
            let empty = BookInfo::empty(&request.to);
            return Ok(SplitOutcome {
                from: told(head(info.clone(), fewer.forest, true), from, None),
                to: told(head(empty, new.forest, true), to, None),
            });
        }
        let applied = self.store.apply_all(&[fewer, new])?;
        self.reload(&request.book)?;
        self.reload(&request.to)?;
        let mut done = applied.into_iter().zip([from, to]);
        let mut next = || {
            let (applied, delta) = done.next()?;
            Some(told(applied.info, delta, Some(applied.change)))
        };
        match (next(), next()) {
            (Some(from), Some(to)) => Ok(SplitOutcome { from, to }),
            _ => Err(self.unknown_book(&request.to)?),
        }
    }

    /// What turns one book, or state of a book, into another.
    ///
    /// # Errors
    /// An unknown book, a log that does not reach back so far, or the store cannot be read.
    pub fn diff(&self, from: &BookRef, to: &BookRef) -> Result<Delta, ServiceError> {
        let (_, from) = self.load_of(from)?;
        let (_, to) = self.load_of(to)?;
        Ok(Delta::between(&from, &to))
    }

    /// Brings into a book what another one changed since both were one.
    ///
    /// # Errors
    /// An unknown book, a log that does not reach back so far, a store that does not take it.
    pub fn merge_books(&self, request: &MergeRequest) -> Result<MergeOutcome, ServiceError> {
        let base = match &request.base {
            Some(base) => Some(base.clone()),
            None => self.common(&request.book, &request.from.name)?,
        };
        let base = base.map(|base| self.load_of(&base)).transpose()?;
        let origin = base.as_ref().map(|(info, _)| Origin {
            book: info.name.clone(),
            version: info.version,
        });
        let base = base.map_or_else(Forest::new, |(_, forest)| forest.without_mined());
        let (theirs, forest) = self.load_of(&request.from)?;
        let forest = forest.without_mined();
        let note = Note {
            what: format!("{}@{}", theirs.name, theirs.version),
            ..request.by.note(ChangeKind::Merge)
        };
        let note = note.of(&theirs.name, theirs.version);
        let mut contradictions = Vec::new();
        let outcome = self.change_book(&request.book, request.dry_run, |_, before| {
            let merged = merge(&base, before.clone(), &forest, &request.rules);
            contradictions = merged.contradictions;
            Ok((merged.forest, note.clone()))
        })?;
        Ok(MergeOutcome {
            outcome,
            base: origin,
            contradictions,
        })
    }

    /// The last version that one of two books took from the other.
    fn common(&self, one: &str, two: &str) -> Result<Option<BookRef>, ServiceError> {
        let mut found: Option<(i64, BookRef)> = None;
        for (book, other) in [(one, two), (two, one)] {
            let mut before = None;
            while let Some((change, origin, next)) = self.origin(book, other, before)? {
                if found.as_ref().is_none_or(|(last, _)| *last < change) {
                    let moment = Some(Moment::Version(origin.version));
                    found = Some((change, BookRef::at(other, moment)));
                }
                before = Some(next);
            }
        }
        Ok(found.map(|(_, book)| book))
    }

    /// The newest change before one by which a book was made of, or took in, another.
    fn origin(
        &self,
        book: &str,
        other: &str,
        before: Option<i64>,
    ) -> Result<Option<(i64, Origin, i64)>, ServiceError> {
        const PAGE: usize = 256;
        let mut before = before;
        loop {
            let changes = self.store.changes(&ChangesAsked {
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

    /// A book as it is stored, or was.
    pub(super) fn load_of(&self, book: &BookRef) -> Result<(BookInfo, Forest), ServiceError> {
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

impl By {
    fn note(&self, kind: ChangeKind) -> Note {
        Note::new(kind, &self.who, "").because(&self.reason)
    }
}

fn told(book: BookInfo, delta: Delta, change: Option<i64>) -> ChangeOutcome {
    ChangeOutcome {
        book,
        change,
        delta,
        dry_run: change.is_none(),
    }
}

/// Which nodes stand below some, with them, but for those of counted games alone. Each is looked at once, however many are named
/// and whichever of them contain others.
fn curated_below(forest: &Forest, mut roots: Vec<(usize, NodeId)>) -> Vec<bool> {
    let mut seen = vec![false; forest.nodes().len()];
    let mut found = seen.clone();
    // What contains others is shorter.
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

/// A book without what follows some lines, and these with what leads to them. What is there for counted games
/// alone stays.
fn parted(
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
    for (id, _) in before
        .nodes()
        .filter(|(id, _)| leads[id.index()] && !moves[id.index()])
    {
        // What merely leads there keeps its knowledge in the first book.
        if let Some(id) = part.find(&before.line(id)) {
            part.set_state(id, Default::default());
        }
    }
    part.set_cohorts(Vec::new());
    part.mark_leaves();
    // A node that counted games go through stays for them.
    let mut stays: Vec<bool> = moves.iter().map(|moves| !moves).collect();
    for (id, node) in before.nodes().skip(1).collect::<Vec<_>>().into_iter().rev() {
        stays[node.parent.index()] |= stays[id.index()];
    }
    let mut rest = before.clone();
    for (id, _) in before
        .nodes()
        .filter(|(id, _)| moves[id.index()] && stays[id.index()])
    {
        rest.set_state(id, Default::default());
        rest.set_mined(id, true);
    }
    let mut rest = rest.retain(|id, _| stays[id.index()]);
    rest.mark_leaves();
    Ok((rest, part))
}
