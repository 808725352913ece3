//! Operations on whole books: copy, rename, delete, split, compare and merge.

use crate::curate::Curation;
use std::sync::PoisonError;

use super::author::Author;
use super::edit::{ChangeOutcome, head};
use super::error::MAX_EDITS;
use super::revert::touched;
use crate::curate::error::ChangeError;
use crate::error::ServiceError;
use crate::past::BookRef;
use crate::service::check_name;
use joseki_book::{
    BookPart, Contradiction, Delta, EditError, Forest, LeftOut, Line, MergeRules, NodeId, merge,
};
use joseki_store::{
    BookChange, BookInfo, ChangeKind, ChangeNote, ChangeQuery, ChangeRow, HistoryMoment, Origin,
    variant_text,
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

/// The common ancestor of two books.
struct Ancestor {
    base: BookRef,
    /// The version of the other book that was a copy of it, if it was copied and has not merged
    /// from it since.
    copied: Option<u64>,
}

/// The other book of a merge and the common ancestor, without what is there for counted games alone.
struct OtherSide {
    theirs: BookInfo,
    base: Option<Origin>,
    before: Forest,
    after: Forest,
    /// The part of a book where `before` and `after` differ, if it is not large.
    part: Option<BookPart>,
}

impl Curation<'_> {
    /// Creates a book as a copy of another, with its counts.
    ///
    /// # Errors
    /// Unknown book, invalid or taken name, failed write.
    pub fn copy_book(&self, from: &str, to: &str, by: &Author) -> Result<BookInfo, ServiceError> {
        check_name(to)?;
        let make = || {
            let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
            let source = self.stored(from)?;
            let note = by.note(ChangeKind::Copy, "").with_origin(from, source.version);
            let info = self.service.store.copy_book(from, to, &note)?;
            self.service.reload(&info)?;
            Ok(info)
        };
        self.once(by, |change| self.recorded_book(change), make)
    }

    /// Renames a book; its history goes with it.
    ///
    /// # Errors
    /// See `Curation::copy_book`; also a book that is not at the expected version, if one is
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
            let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
            self.stored(name)?;
            let note = by.note(ChangeKind::Rename, format!("formerly {name}"));
            let info = self.service.store.rename_book(name, to, expected, &note)?;
            self.service.renamed(name, &info)?;
            Ok(info)
        };
        self.once(by, |change| self.recorded_book(change), make)
    }

    /// Deletes a book with its counts and games. Its lines stay in the log: `Curation::revert` of
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
            let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
            self.stored(name)?;
            let note = by.note(ChangeKind::Delete, "");
            let change = self.service.store.delete_book(name, expected, &note)?;
            self.service.forget(name);
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
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = request.lines.iter().filter(|line| !line.is_empty());
        let moved = BookPart::subtrees(lines.map(Line::canonical));
        let Some((info, before)) = self.service.store.load_part(&request.book, &moved)? else {
            return Err(self.service.unknown_book(&request.book)?);
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
        let applied = self.service.store.apply_all(&[fewer, new])?;
        if let [fewer, new] = applied.as_slice() {
            self.service.bring_forward(&info, fewer.info.clone(), &from)?;
            self.service.reload(&new.info)?;
        }
        let mut done = applied.into_iter().zip([from, to]);
        let mut next = || {
            let (applied, delta) = done.next()?;
            Some(change_outcome(applied.info, delta, Some(applied.change)))
        };
        match (next(), next()) {
            (Some(from), Some(to)) => Ok(SplitOutcome { from, to }),
            _ => Err(self.service.unknown_book(&request.to)?),
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
        let ancestor = match &request.base {
            Some(base) => Some(Ancestor { base: base.clone(), copied: None }),
            None => self.common_ancestor(&request.book, &request.from.name)?,
        };
        let changed = match &ancestor {
            Some(ancestor) => self.changed_since(ancestor, &request.from)?,
            None => None,
        };
        let OtherSide { theirs, base, before, after, part } = match changed {
            Some(changed) => changed,
            None => self.whole_side(ancestor.map(|it| it.base), &request.from)?,
        };
        let what = format!("{}@{}", theirs.name, theirs.version);
        let note =
            request.by.note(ChangeKind::Merge, what).with_origin(&theirs.name, theirs.version);
        let mut contradictions = Vec::new();
        let (book, part) = (request.book.as_str(), part.as_ref());
        let outcome = self.change_book(book, part, request.dry_run, |info, ours| {
            check_same_game(info, &theirs)?;
            let merged = merge(&before, ours.clone(), &after, &request.rules);
            contradictions = merged.contradictions;
            Ok((merged.forest, note.clone()))
        })?;
        Ok(MergeOutcome { outcome, base, contradictions })
    }

    /// Loads the other book and the ancestor whole. Of the target, the part where they differ is
    /// enough.
    fn whole_side(&self, base: Option<BookRef>, from: &BookRef) -> Result<OtherSide, ServiceError> {
        let base = base.map(|base| self.load_of(&base)).transpose()?;
        let (theirs, after) = self.load_of(from)?;
        if let Some((info, _)) = &base {
            check_same_game(info, &theirs)?;
        }
        let (base, before) = match base {
            Some((info, before)) => {
                (Some(Origin { book: info.name, version: info.version }), before.without_mined())
            }
            None => (None, Forest::for_variant(theirs.variant)),
        };
        let after = after.without_mined();
        let part = touched(&Delta::between(&before, &after));
        Ok(OtherSide { theirs, base, before, after, part })
    }

    /// Loads only the nodes that the other book changed since the ancestor, by its log; `None` if the
    /// log does not have these changes, or if they are many.
    fn changed_since(
        &self,
        ancestor: &Ancestor,
        from: &BookRef,
    ) -> Result<Option<OtherSide>, ServiceError> {
        let Ancestor { base, copied } = ancestor;
        let (version, since) = match (base.as_of, *copied) {
            _ if from.as_of.is_some() => return Ok(None),
            (Some(HistoryMoment::Version(version)), Some(copied)) => (version, copied),
            (Some(HistoryMoment::Version(version)), None) if base.name == from.name => {
                (version, version)
            }
            _ => return Ok(None),
        };
        let most = MAX_EDITS as u64;
        let Some(later) = self.service.store.changes_between(&from.name, since, None, most)? else {
            return Ok(None);
        };
        let deltas = later.changes.into_iter().map(|(_, delta)| delta);
        let Ok(delta) = Delta::sum(deltas) else { return Ok(None) };
        let Some(part) = touched(&delta) else { return Ok(None) };
        let Some((theirs, after)) = self.service.store.load_part(&from.name, &part)? else {
            return Ok(None);
        };
        let before = after.clone().apply(&delta.inverse()).ok();
        let before = before.filter(|_| theirs == later.book);
        Ok(before.map(|before| OtherSide {
            theirs,
            base: Some(Origin { book: base.name.clone(), version }),
            before: before.without_mined(),
            after: after.without_mined(),
            part: Some(part),
        }))
    }

    /// Returns the last version that one of two books took from the other.
    fn common_ancestor(&self, one: &str, two: &str) -> Result<Option<Ancestor>, ServiceError> {
        let mut found: Option<(i64, Ancestor)> = None;
        for (book, other) in [(one, two), (two, one)] {
            let mut before = None;
            while let Some((row, origin)) = self.origin(book, other, before)? {
                if found.as_ref().is_none_or(|(last, _)| *last < row.id) {
                    let moment = Some(HistoryMoment::Version(origin.version));
                    let is_copy = book == two && row.note.kind == ChangeKind::Copy;
                    let base = BookRef::at(other, moment);
                    found =
                        Some((row.id, Ancestor { base, copied: is_copy.then_some(row.version) }));
                }
                before = Some(row.id);
            }
        }
        Ok(found.map(|(_, ancestor)| ancestor))
    }

    /// Returns the newest change before `before` by which a book was copied from or merged with the
    /// other.
    fn origin(
        &self,
        book: &str,
        other: &str,
        before: Option<i64>,
    ) -> Result<Option<(ChangeRow, Origin)>, ServiceError> {
        const PAGE: usize = 256;
        let mut before = before;
        loop {
            let changes = self.service.store.changes(&ChangeQuery {
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
                let origin = row.note.origin.clone().filter(|_| made(row.note.kind))?;
                (origin.book == other).then_some((row, origin))
            });
            match found {
                Some(found) => return Ok(Some(found)),
                None => before = Some(last),
            }
        }
    }

    /// Loads a book from the store in its current or an earlier version.
    pub(crate) fn load_of(&self, book: &BookRef) -> Result<(BookInfo, Forest), ServiceError> {
        let loaded = match book.as_of {
            None => self.service.store.load(&book.name)?,
            Some(moment) => {
                self.service.book_of(book)?;
                self.service.store.load_at(&book.name, moment)?
            }
        };
        match loaded {
            Some(loaded) => Ok(loaded),
            None => Err(self.service.unknown_book(&book.name)?),
        }
    }

    fn stored(&self, name: &str) -> Result<BookInfo, ServiceError> {
        match self.service.store.book(name)? {
            Some(info) => Ok(info),
            None => Err(self.service.unknown_book(name)?),
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

/// Splits a book, or the part of it with the given lines and what follows them, into the rest and
/// the lines with the nodes that lead to them. Nodes that exist only for counted games stay.
fn split_forest(
    info: &BookInfo,
    before: &Forest,
    lines: &[Line],
) -> Result<(Forest, Forest), ServiceError> {
    let mut roots = Vec::with_capacity(lines.len());
    for line in lines {
        if line.is_empty() {
            return Err(ChangeError::Edit {
                book: info.name.clone(),
                index: 0,
                source: EditError::Root,
            }
            .into());
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
    // It is a book of its own, without the other moves of the first one.
    for id in part.nodes().map(|(id, _)| id).collect::<Vec<_>>() {
        part.set_left_out(id, LeftOut::Nothing);
    }
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::curate::{ConditionalEdit, EditRequest};
    use crate::service::Service;
    use joseki_book::{Edit, Patch};
    use joseki_game::{Step, Variant};
    use joseki_store::{SqliteStore, Store};
    use proptest::prelude::*;

    #[test]
    fn a_merge_loads_only_what_the_other_book_changed() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(folder.path().join("test.db")).unwrap();
        let service = Service::new(Arc::new(store));
        let by = Author::new("test");
        service.curation().create_book("main", Variant::GO, None, &by).unwrap();
        let add = |book: &str, line: &str| {
            let edit = Edit::Add { line: line.parse().unwrap(), patch: Patch::default() };
            let edits = vec![ConditionalEdit { edit, seen: None }];
            let request =
                EditRequest { book: book.to_owned(), edits, dry_run: false, by: by.clone() };
            service.curation().edit(&request).unwrap();
        };
        ["DDCF", "DDCC", "CD"].iter().for_each(|line| add("main", line));
        service.curation().copy_book("main", "copy", &by).unwrap();
        let loaded = |ancestor: &Ancestor, from: &BookRef| {
            let side = service.curation().changed_since(ancestor, from).unwrap()?;
            Some((side.before.len(), side.after.len()))
        };
        let copy = BookRef::current("copy");
        add("copy", "CDEE");
        let ancestor = service.curation().common_ancestor("main", "copy").unwrap().unwrap();
        assert_eq!(loaded(&ancestor, &copy), Some((1, 2)));
        let base = BookRef::at("main", Some(HistoryMoment::Version(4)));
        let request = MergeRequest {
            book: "main".to_owned(),
            from: copy.clone(),
            base: None,
            rules: MergeRules::default(),
            dry_run: false,
            by: by.clone(),
        };
        assert_eq!(service.curation().merge_books(&request).unwrap().base.unwrap().book, base.name);
        add("copy", "CDEEFF");
        let ancestor = service.curation().common_ancestor("main", "copy").unwrap().unwrap();
        assert_eq!(loaded(&ancestor, &copy), Some((2, 3)));
        // Without changes in the log of the other book, everything is compared.
        let earlier = BookRef::at("copy", Some(HistoryMoment::Version(2)));
        assert_eq!(loaded(&ancestor, &earlier), None);
        assert_eq!(loaded(&Ancestor { base, copied: None }, &copy), None);
        let unreached = BookRef::at("copy", Some(HistoryMoment::Version(99)));
        let request = MergeRequest { base: Some(unreached), ..request };
        let refused = service.curation().merge_books(&request).unwrap_err();
        assert!(matches!(refused, ServiceError::UnknownVersion { .. }), "{refused}");
    }

    /// Few steps, so that lines meet.
    fn any_line() -> impl Strategy<Value = Line> {
        proptest::collection::vec(0u8..6, 1..6).prop_map(|steps| {
            let mut line = Line::new();
            for step in steps.into_iter().filter_map(|at| Step::corner(2 + at % 3, 2 + at / 3)) {
                if !line.steps().contains(&step) {
                    line.push(step);
                }
            }
            line
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_part_of_a_book_is_split_as_all_of_it(
            book in proptest::collection::vec((any_line(), 0u8..8), 1..12),
            lines in proptest::collection::vec(any_line(), 1..3),
        ) {
            let mut forest: Forest = book.iter().map(|(line, _)| line).collect();
            for (line, flags) in &book {
                let id = forest.find(line).unwrap();
                forest.set_mined(id, flags & 1 > 0);
                forest.set_retired(id, flags & 2 > 0);
                forest.data_mut(id).tags.extend((flags & 4 > 0).then(|| "a tag".to_owned()));
            }
            let folder = tempfile::tempdir().unwrap();
            let store = SqliteStore::open(folder.path().join("test.db")).unwrap();
            store.apply(&BookChange::new_book("main", &forest, "test")).unwrap();
            let outcome = |change: &BookChange<'_>| {
                let mut lines: Vec<Line> =
                    change.lines.iter().map(|id| change.forest.line(*id)).collect();
                let (mut gone, mut deleted) = (change.lines_gone.clone(), change.deleted.clone());
                lines.sort();
                gone.sort();
                deleted.sort_unstable();
                (change.delta.clone(), lines, gone, deleted)
            };
            let split = |(info, before): (BookInfo, Forest)| {
                let (mut rest, mut part) = split_forest(&info, &before, &lines)
                    .map_err(|error| error.to_string())?;
                let note = ChangeNote::new(ChangeKind::Split, "test", "");
                let stored = Some((&info, &before));
                let fewer = BookChange::between("main", stored, &mut rest, note.clone());
                let new = BookChange::between("new", None, &mut part, note);
                Ok::<_, String>([outcome(&fewer), outcome(&new)])
            };
            let whole = store.load("main").unwrap().unwrap();
            let moved = BookPart::subtrees(lines.iter().map(Line::canonical));
            let part = store.load_part("main", &moved).unwrap().unwrap();
            prop_assert_eq!(split(part), split(whole));
        }
    }
}
