//! Undo: reverts a change, a whole import or everything since a version, as a new entry of the log.

use crate::curate::Curation;
use std::sync::PoisonError;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::author::Author;
use super::edit::ChangeOutcome;
use super::error::MAX_EDITS;
use crate::curate::error::ChangeError;
use crate::error::ServiceError;
use joseki_book::{
    BookPart, Contradiction, Delta, Forest, Line, MergeRule, MergeRules, Node, NodeChange, NodeId,
    NodeState, merge, merge_counted,
};
use joseki_game::Variant;
use joseki_store::{BookInfo, ChangeKind, ChangeQuery, ChangeRow, HistoryMoment, StoreError};

/// Number of changes that are looked through at a time.
const PAGE: usize = 256;

/// Changes to revert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// One change, by its number in the log; an import is one change.
    Change(i64),
    /// Everything after this moment.
    Since(HistoryMoment),
}

/// Handling of later changes to the same lines.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, ValueEnum,
)]
#[serde(rename_all = "lowercase")]
#[schema(as = LaterChoice)]
pub enum OnConflict {
    /// Refuse to revert if there are any.
    #[default]
    Refuse,
    /// Keep them.
    Keep,
    /// Drop them.
    Drop,
}

/// A revert request.
#[derive(Clone, Debug)]
pub struct RevertRequest {
    /// Book to revert; for the deletion of a book, its name.
    pub book: String,
    /// Changes to revert.
    pub undo: Undo,
    /// Treatment of conflicts with later changes; ignored for [`Undo::Since`].
    pub later: OnConflict,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Author and reason, for the log.
    pub by: Author,
}

/// Outcome of a revert.
#[derive(Clone, Debug)]
pub struct RevertOutcome {
    /// The resulting change.
    pub outcome: ChangeOutcome,
    /// Conflicts with later changes, and how they were resolved.
    pub contradictions: Vec<Contradiction>,
}

impl Curation<'_> {
    /// Reverts changes by a new change, which is logged and can itself be reverted. Counts of games
    /// are not touched. If games were counted since, nodes that exist only for them stay as they
    /// are.
    ///
    /// # Errors
    /// Unknown book or change, irreversible change, conflict with later changes that must be
    /// refused ([`ChangeError::Conflict`]), moment before the start of the log, failed write.
    pub fn revert(&self, request: &RevertRequest) -> Result<RevertOutcome, ServiceError> {
        let recorded = |change| {
            let outcome = self.recorded(change)?;
            Ok(RevertOutcome { outcome, contradictions: Vec::new() })
        };
        self.once(&request.by, recorded, || self.revert_now(request))
    }

    fn revert_now(&self, request: &RevertRequest) -> Result<RevertOutcome, ServiceError> {
        match request.undo {
            Undo::Change(id) => {
                let (row, delta) = self.change(id)?;
                match row.note.kind {
                    ChangeKind::Delete => self.restore(request, &row),
                    _ => self.revert_change(request, &row, &delta),
                }
            }
            Undo::Since(moment) => self.revert_since(request, moment),
        }
    }

    fn revert_change(
        &self,
        request: &RevertRequest,
        row: &ChangeRow,
        delta: &Delta,
    ) -> Result<RevertOutcome, ServiceError> {
        self.check_revertible(request, row)?;
        let rules = match request.later {
            OnConflict::Drop => MergeRules::all(MergeRule::Take),
            OnConflict::Refuse | OnConflict::Keep => MergeRules::all(MergeRule::Keep),
        };
        let merge = if self.counted_since(&request.book, |later| later.id > row.id)? {
            merge
        } else {
            merge_counted
        };
        let mut contradictions = Vec::new();
        let part = touched(delta);
        let outcome =
            self.change_book(&request.book, part.as_ref(), request.dry_run, |_, before| {
                let (then, earlier) = changed_forests(delta, before.variant());
                let merged = merge(&then, before.clone(), &earlier, &rules);
                contradictions = merged.contradictions;
                if request.later == OnConflict::Refuse
                    && !contradictions.is_empty()
                    && !request.dry_run
                {
                    return Err(ChangeError::Conflict {
                        change: row.id,
                        contradictions: std::mem::take(&mut contradictions),
                    }
                    .into());
                }
                let note = request.by.note(ChangeKind::Revert, format!("change {}", row.id));
                Ok((merged.forest, note))
            })?;
        Ok(RevertOutcome { outcome, contradictions })
    }

    fn check_revertible(
        &self,
        request: &RevertRequest,
        row: &ChangeRow,
    ) -> Result<(), ServiceError> {
        let no = |why: &str| -> ServiceError {
            ChangeError::NotRevertible { id: row.id, kind: row.note.kind, why: why.to_owned() }
                .into()
        };
        match &row.current_name {
            None => {
                return Err(no(&format!(
                    "its book \"{}\" was deleted: first restore it by reverting the change that deleted it",
                    row.book
                )));
            }
            Some(living) if *living != request.book => {
                let why = format!(
                    "it belongs to book \"{living}\", not \"{}\": specify that book",
                    request.book
                );
                return Err(no(&why));
            }
            Some(_) => {}
        }
        match row.note.kind {
            _ if !row.has_contents => Err(no("the log does not contain its details")),
            ChangeKind::Mine => {
                Err(no("counted games stay counted: prune the book again with `joseki mine`"))
            }
            ChangeKind::Rename => Err(no("rename the book again")),
            ChangeKind::Create | ChangeKind::Copy | ChangeKind::Restore | ChangeKind::Baseline
                if row.inserted > 0 || row.note.kind != ChangeKind::Create =>
            {
                Err(no("it created the book: delete the book instead"))
            }
            _ => Ok(()),
        }
    }

    fn revert_since(
        &self,
        request: &RevertRequest,
        moment: HistoryMoment,
    ) -> Result<RevertOutcome, ServiceError> {
        let what = match moment {
            HistoryMoment::Version(version) => format!("all since version {version}"),
            HistoryMoment::Time(time) => format!("all since second {time}"),
        };
        let outcome = self.change_book(&request.book, None, request.dry_run, |info, before| {
            if let HistoryMoment::Version(version) = moment
                && version > info.version
            {
                return Err(ServiceError::UnknownVersion {
                    book: info.name.clone(),
                    asked: version,
                    found: info.version,
                });
            }
            let Some((_, then)) = self.service.store.load_at(&request.book, moment)? else {
                return Err(self.service.unknown_book(&request.book)?);
            };
            let since = |row: &ChangeRow| match moment {
                HistoryMoment::Version(version) => row.version > version,
                HistoryMoment::Time(time) => row.at > time,
            };
            let state = if self.counted_since(&request.book, since)? {
                with_counted(then, before)
            } else {
                then
            };
            Ok((state, request.by.note(ChangeKind::Revert, what.clone())))
        })?;
        Ok(RevertOutcome { outcome, contradictions: Vec::new() })
    }

    /// Whether games were counted, or the book was pruned again, in any change that `is_later`
    /// accepts.
    fn counted_since(
        &self,
        book: &str,
        is_later: impl Fn(&ChangeRow) -> bool,
    ) -> Result<bool, ServiceError> {
        let mut asked =
            ChangeQuery { book: Some(book.to_owned()), limit: PAGE, ..ChangeQuery::default() };
        loop {
            let changes = self.service.store.changes(&asked)?;
            let mut later = changes.iter().take_while(|row| is_later(row));
            if later.any(|row| row.note.kind == ChangeKind::Mine) {
                return Ok(true);
            }
            match changes.last() {
                Some(last) if is_later(last) => asked.before = Some(last.id),
                _ => return Ok(false),
            }
        }
    }

    fn restore(
        &self,
        request: &RevertRequest,
        row: &ChangeRow,
    ) -> Result<RevertOutcome, ServiceError> {
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let note = request.by.note(ChangeKind::Restore, format!("change {}", row.id));
        if request.dry_run {
            return Err(ChangeError::NotRevertible {
                id: row.id,
                kind: row.note.kind,
                why: "restoring a book has no dry run: see the change itself".to_owned(),
            }
            .into());
        }
        if row.book != request.book {
            return Err(ChangeError::NotRevertible {
                id: row.id,
                kind: row.note.kind,
                why: format!("it deleted book \"{}\": specify that book", row.book),
            }
            .into());
        }
        let book = self.service.store.restore_book(row.id, &note)?;
        self.service.reload(&book)?;
        let (change, delta) = self.change_to(&book).map_err(|error| match error {
            // It was restored, but nobody knows as which change.
            ServiceError::Store(StoreError::Unreachable { file, .. }) => {
                StoreError::OutcomeUnknown { file }.into()
            }
            other => other,
        })?;
        Ok(RevertOutcome {
            outcome: ChangeOutcome { book, change: Some(change), delta, dry_run: false },
            contradictions: Vec::new(),
        })
    }
}

impl Curation<'_> {
    /// Returns the change that led to a version of a book.
    fn change_to(&self, book: &BookInfo) -> Result<(i64, Delta), ServiceError> {
        let query =
            ChangeQuery { book: Some(book.name.clone()), limit: PAGE, ..ChangeQuery::default() };
        let rows = self.service.store.changes(&query)?;
        let row = rows.into_iter().find(|row| row.version == book.version);
        let id = row.map_or_else(|| self.service.store.last_change(), |row| Ok(row.id))?;
        let (_, delta) = self.change(id)?;
        Ok((id, delta))
    }
}

/// Returns the part of a book that making or undoing a change touches; `None` if it is large.
pub(super) fn touched(delta: &Delta) -> Option<BookPart> {
    let mut part = BookPart::default();
    if delta.changes().len() > MAX_EDITS {
        return None;
    }
    let is_retired = |state: &Option<NodeState>| state.as_ref().is_some_and(|state| state.retired);
    let is_mined = |state: &Option<NodeState>| state.as_ref().is_some_and(|state| state.mined);
    for NodeChange { line, before, after } in delta.changes() {
        // What follows goes, retires or comes back with it, or is what a counted node stays for.
        let with_rest = before.is_some() != after.is_some()
            || is_retired(before) != is_retired(after)
            || is_mined(before) != is_mined(after);
        let lines = if with_rest { &mut part.subtrees } else { &mut part.lines };
        lines.push(line.clone());
    }
    Some(part)
}

/// Returns the nodes of a change after it and before it, each as a forest of its own.
fn changed_forests(delta: &Delta, variant: Variant) -> (Forest, Forest) {
    let empty = || Forest::for_variant(variant);
    let (mut after, mut before) = (empty(), empty());
    for change in delta.changes() {
        for (forest, state) in [(&mut after, &change.after), (&mut before, &change.before)] {
            let Some(state) = state else { continue };
            let id = insert_line(forest, &change.line);
            forest.set_state(id, state.clone());
        }
    }
    // Nodes that merely lead to a changed node are the same in both.
    for change in delta.changes() {
        for forest in [&mut after, &mut before] {
            let mut line = change.line.clone();
            line.pop();
            if delta.change_at(&line).is_none() {
                insert_line(forest, &line);
            }
        }
    }
    (after, before)
}

/// Returns the node of a canonical line, inserting missing nodes.
fn insert_line(forest: &mut Forest, line: &Line) -> NodeId {
    let steps = line.steps().iter();
    steps.fold(NodeId::ROOT, |node, step| forest.child_or_insert(node, *step).0)
}

/// Returns an earlier state with the mined nodes of today instead of those of that time.
fn with_counted(then: Forest, now: &Forest) -> Forest {
    let stays = |id: NodeId, node: &Node| !node.mined || now.find(&then.line(id)).is_some();
    let wanted: Vec<bool> = then.nodes().map(|(id, node)| stays(id, node)).collect();
    let mut needed = wanted.clone();
    for (id, node) in then.nodes().collect::<Vec<_>>().into_iter().rev() {
        needed[node.parent.index()] |= needed[id.index()];
    }
    let mut state = then.retain(|id, _| needed[id.index()]);
    for (_, id) in now.walk().filter(|(_, id)| now.node(*id).mined) {
        let line = now.line(id);
        if state.find(&line).is_none() {
            let place = insert_line(&mut state, &line);
            state.set_state(place, now.state(id));
        }
    }
    state.mark_leaves();
    state
}
