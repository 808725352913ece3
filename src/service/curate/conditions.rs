//! Conditions of a book: stored ones, and ones proposed for moves that depend on ladders.

use crate::curate::Curation;
use std::sync::{Arc, OnceLock};

use crate::book::Book;
use crate::error::ServiceError;
use crate::{
    GoFeature,
    curate::{ConditionalEdit, EditBasis},
};
use joseki_book::{
    ConditionContext, ConditionRegion, Conditions, Edit, Fact, Index, LadderCondition, LadderDoubt,
    LadderKind, Line, NodeId, Patch, Predicate, Truth, find_ladders,
};
use joseki_game::go::CornerPosition;
use joseki_game::{Alphabet, Color, Side, Step};
use joseki_store::BookInfo;

/// Selection of a book's conditions.
#[derive(Clone, Debug)]
pub struct ConditionsQuery {
    /// Book to query.
    pub book: String,
    /// Only lines with this prefix.
    pub prefix: String,
    /// Whether to include conditions that may not matter.
    pub all: bool,
    /// Only lines after this one.
    pub after: Option<String>,
    /// Maximum number of lines; all conditions of a line come together.
    pub limit: usize,
}

/// One page of a book's conditions, in the order of the lines.
#[derive(Clone, Debug)]
pub struct ConditionPage {
    /// Name and version of the book.
    pub book: BookInfo,
    /// Conditions on this page.
    pub items: Vec<BookCondition>,
    /// Cursor of the next page: it starts after this line. None on the last page.
    pub next: Option<String>,
    /// Number of selected conditions on all pages.
    pub total: u64,
}

/// Origin of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ConditionSource {
    /// Stored in the book.
    Book,
    /// Proposed: the move depends on a ladder and has no condition for it.
    Proposed,
}

/// Subject of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ConditionKind {
    /// Ladder that a move depends on, found by reading.
    #[strum(transparent)]
    FoundLadder(LadderKind),
    /// Stored condition about a ladder, possibly among other things.
    Ladder,
    /// Anything else.
    Other,
}

/// A condition of a move, stored or proposed. Steps are in the frame of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct BookCondition {
    /// Node of the move.
    pub node: NodeId,
    /// Canonical line of the move.
    pub line: Line,
    /// The condition itself.
    pub conditions: Conditions,
    /// Origin of the condition.
    pub source: ConditionSource,
    /// Subject of the condition.
    pub kind: ConditionKind,
    /// Whether it holds with only the line's stones on the board.
    pub holds_when_empty: Truth,
    /// Moves of the ladder on that board, if it exists.
    pub ladder: Vec<(Side, Step)>,
    /// A stone of the chased chain on that board.
    pub target: Option<Step>,
    /// Whether the chain is the mover's own.
    pub own: bool,
    /// Named regions in which a single stone reverses the ladder.
    pub regions: Vec<ConditionRegion>,
    /// Stones that reverse the ladder.
    pub breakers: Vec<Step>,
    /// Why a proposed condition may not matter.
    pub doubt: Option<LadderDoubt>,
}

impl BookCondition {
    /// Returns the side that plays the move.
    #[must_use]
    pub fn mover(&self) -> Side {
        Side::to_move_after(self.line.len().saturating_sub(1))
    }

    fn is_listed(&self, all: bool) -> bool {
        all || self.doubt.is_none()
    }
}

impl Curation<'_> {
    /// Returns the stored and the proposed conditions of a book.
    ///
    /// # Errors
    /// Unknown book or invalid prefix.
    pub fn conditions(&self, query: &ConditionsQuery) -> Result<ConditionPage, ServiceError> {
        let book = self.service.book(&query.book)?;
        book.check_go(GoFeature::Conditions)?;
        page(&book, query)
    }

    /// Returns the edits that join proposed conditions to those of their nodes, for some lines or
    /// for all. A ladder that may not matter is joined only if its line is named.
    ///
    /// # Errors
    /// Unknown book.
    pub fn proposed_edits(
        &self,
        book: &str,
        prefix: &str,
        lines: Option<&[Line]>,
    ) -> Result<Vec<ConditionalEdit>, ServiceError> {
        let book = self.service.book(book)?;
        book.check_go(GoFeature::Conditions)?;
        let prefix = prefix.to_ascii_uppercase();
        let wanted = |item: &&BookCondition| match lines {
            Some(lines) => lines.iter().any(|line| line.canonical() == item.line),
            None => item.doubt.is_none() && item.line.to_string().starts_with(&prefix),
        };
        let all = all(&book);
        let proposed = all.iter().filter(|item| item.source == ConditionSource::Proposed);
        let mut edits: Vec<(NodeId, Line, Conditions)> = Vec::new();
        for item in proposed.filter(wanted) {
            let own = book.index.data(item.node);
            let own = own.map(|data| data.conditions.clone()).unwrap_or_default();
            let before = match edits.last() {
                Some((node, _, conditions)) if *node == item.node => conditions.clone(),
                _ => own,
            };
            let Some(joined) = before.and(&item.conditions) else {
                continue;
            };
            match edits.last_mut() {
                Some((node, _, conditions)) if *node == item.node => *conditions = joined,
                _ => edits.push((item.node, item.line.clone(), joined)),
            }
        }
        let edit = |(node, line, conditions): (NodeId, Line, Conditions)| ConditionalEdit {
            seen: Some(EditBasis { revision: book.index.revision(node), version: None }),
            edit: Edit::Set {
                line,
                patch: Patch { conditions: Some(conditions), ..Patch::default() },
            },
        };
        Ok(edits.into_iter().map(edit).collect())
    }
}

/// Returns the selected conditions.
///
/// # Errors
/// Invalid prefix.
pub(crate) fn page(book: &Book, query: &ConditionsQuery) -> Result<ConditionPage, ServiceError> {
    let prefix = query.prefix.to_ascii_uppercase();
    if !prefix.bytes().all(|byte| matches!(byte, b'A'..=b'S' | b'X')) {
        let letters = Alphabet::CORNER.letter_range();
        return Err(ServiceError::InvalidLinePrefix { prefix, letters });
    }
    let all = all(book);
    let listed = all.iter().filter(|item| item.is_listed(query.all));
    let listed: Vec<(String, &BookCondition)> = listed
        .map(|item| (item.line.to_string(), item))
        .filter(|(line, _)| line.starts_with(&prefix))
        .collect();
    let after = query.after.as_deref().unwrap_or_default();
    let left = listed.iter().filter(|(line, _)| line.as_str() > after);
    let (mut items, mut lines, mut next, mut last) = (Vec::new(), 0, None, "");
    for (line, item) in left {
        if line != last {
            if lines == query.limit {
                next = Some(last.to_owned());
                break;
            }
            lines += 1;
            last = line;
        }
        items.push((*item).clone());
    }
    Ok(ConditionPage { book: book.info.clone(), items, next, total: listed.len() as u64 })
}

/// The conditions of a book, once they were asked for.
#[derive(Debug, Default)]
struct KnownConditions(OnceLock<Arc<Vec<BookCondition>>>);

/// Returns all stored and proposed conditions in the order of the lines; computed once per book
/// version.
pub(crate) fn all(book: &Book) -> Arc<Vec<BookCondition>> {
    let known = book.features.of::<KnownConditions>();
    let all = known.0.get_or_init(|| {
        let index = &book.index;
        let found = find_ladders(index).into_iter();
        let proposed = found.filter(|found| !found.known).map(proposed);
        let own = index.nodes().skip(1).filter_map(|node| {
            let conditions = &index.data(node)?.conditions;
            (!conditions.is_always()).then(|| own(index, node, conditions))
        });
        let mut all: Vec<BookCondition> = own.chain(proposed).collect();
        all.sort_by(|one, two| {
            (&one.line, one.source, one.target).cmp(&(&two.line, two.source, two.target))
        });
        Arc::new(all)
    });
    Arc::clone(all)
}

fn proposed(found: LadderCondition) -> BookCondition {
    let ladder = found.ladder;
    BookCondition {
        node: found.node,
        line: found.line,
        conditions: found.conditions,
        source: ConditionSource::Proposed,
        kind: ConditionKind::FoundLadder(found.kind),
        holds_when_empty: ladder.holds_when_empty.into(),
        ladder: ladder.ladder,
        target: Some(ladder.step),
        own: ladder.own,
        regions: ladder.regions,
        breakers: ladder.breakers,
        doubt: found.doubt,
    }
}

/// Describes a stored condition, checked against the line's stones alone.
fn own(index: &Index, node: NodeId, conditions: &Conditions) -> BookCondition {
    let line = index.line(node);
    let mover = Side::to_move_after(line.len().saturating_sub(1));
    let (mut holds, mut ladder, mut target, mut is_own) = (Truth::Unknown, Vec::new(), None, false);
    let before: Line = line.steps()[..line.len() - 1].iter().copied().collect();
    if let Some(position) = CornerPosition::replay(&before) {
        let checked = conditions.check(&ConditionContext {
            board: position.board(),
            frame: CornerPosition::FRAME,
            own: CornerPosition::color_of(mover),
            first: Color::Black,
            step: Some(index.step(node)),
        });
        holds = checked.iter().map(|checked| checked.holds).min().unwrap_or(Truth::True);
        let mut facts = checked.iter().flat_map(|checked| &checked.facts);
        let reading = facts.find_map(|fact| match fact {
            Fact::Ladder(point, reading) => Some((*point, reading)),
            _ => None,
        });
        if let Some((point, reading)) = reading {
            let moves = reading.moves.iter();
            ladder = moves
                .filter_map(|(color, at)| {
                    Some((CornerPosition::side_of(*color), CornerPosition::step_at(*at)?))
                })
                .collect();
            target = CornerPosition::step_at(point);
            is_own = CornerPosition::side_of(reading.defender) == mover;
        }
    }
    let mut literals = conditions.alternatives().flatten();
    let of_ladder = literals.any(|it| matches!(it.predicate, Predicate::Ladder { .. }));
    BookCondition {
        node,
        conditions: conditions.clone(),
        source: ConditionSource::Book,
        kind: if of_ladder { ConditionKind::Ladder } else { ConditionKind::Other },
        holds_when_empty: holds,
        ladder,
        target,
        own: is_own,
        regions: Vec::new(),
        breakers: Vec::new(),
        doubt: None,
        line,
    }
}
