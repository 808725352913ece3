//! The conditions of a book: those that it has, and those that are proposed for ladders that its moves depend on.

use super::error::ServiceError;
use super::service::{Book, Service};
use crate::book::{
    Conditions, CornerPosition, Edit, Fact, Index, LadderCondition, LadderDoubt, LadderKind, Line,
    NodeId, Patch, Predicate, Region, Scene, Side, Truth, find_ladders,
};
use crate::game::{Color, Step};
use crate::service::{Seen, SeenEdit};
use crate::store::BookInfo;

/// Which conditions of a book.
#[derive(Clone, Debug)]
pub struct ConditionsQuery {
    /// The book.
    pub book: String,
    /// Only those of lines that start so.
    pub prefix: String,
    /// Those that may not matter too.
    pub all: bool,
    /// Only those of lines after this one.
    pub after: Option<String>,
    /// Those of so many lines at most; all of one line come together.
    pub limit: usize,
}

/// Conditions of a book, in the order of the lines.
#[derive(Clone, Debug)]
pub struct ConditionPage {
    /// The book's name and version.
    pub book: BookInfo,
    /// The conditions.
    pub items: Vec<BookCondition>,
    /// Where the next page starts: after this line. Nothing on the last page.
    pub next: Option<String>,
    /// The conditions that were asked for, on all pages.
    pub total: u64,
}

/// Where a condition is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConditionSource {
    /// The book has it.
    Book,
    /// The move depends on a ladder and does not say so.
    Proposed,
}

impl ConditionSource {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ConditionSource::Book => "book",
            ConditionSource::Proposed => "proposed",
        }
    }
}

/// What a condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConditionKind {
    /// A ladder that a move depends on, as it was found.
    Found(LadderKind),
    /// A ladder among other things, as the book has it.
    Ladder,
    /// Anything else.
    Other,
}

impl ConditionKind {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ConditionKind::Found(kind) => kind.name(),
            ConditionKind::Ladder => "ladder",
            ConditionKind::Other => "other",
        }
    }
}

/// A condition of a move, its own or a proposed one. Steps are in the frame of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct BookCondition {
    /// The node of the move.
    pub node: NodeId,
    /// Its line, canonical.
    pub line: Line,
    /// The condition.
    pub conditions: Conditions,
    /// Where it is from.
    pub source: ConditionSource,
    /// What it speaks of.
    pub kind: ConditionKind,
    /// Whether it holds where nothing but the line's stones is on the board.
    pub holds_when_empty: Truth,
    /// The ladder there, if there is one.
    pub ladder: Vec<(Side, Step)>,
    /// A stone of the chain that is chased there.
    pub target: Option<Step>,
    /// Whether the chain is the mover's own.
    pub own: bool,
    /// Named regions in which one stone turns the ladder round.
    pub regions: Vec<Region>,
    /// Such stones.
    pub breakers: Vec<Step>,
    /// Why a proposed condition may not matter.
    pub doubt: Option<LadderDoubt>,
}

impl BookCondition {
    /// The side that plays the move.
    #[must_use]
    pub fn mover(&self) -> Side {
        Side::to_move_after(self.line.len().saturating_sub(1))
    }

    fn is_told(&self, all: bool) -> bool {
        all || self.doubt.is_none()
    }
}

impl Service {
    /// The conditions that a book has and those that are proposed.
    ///
    /// # Errors
    /// An unknown book, or a prefix that is none.
    pub fn conditions(&self, query: &ConditionsQuery) -> Result<ConditionPage, ServiceError> {
        let book = self.book(&query.book)?;
        page(&book, query)
    }

    /// The edits that join proposed conditions to those that their nodes have: of some lines, or of all. A ladder that
    /// may not matter is only joined where its line is named.
    ///
    /// # Errors
    /// An unknown book.
    pub fn proposed_edits(
        &self,
        book: &str,
        prefix: &str,
        lines: Option<&[Line]>,
    ) -> Result<Vec<SeenEdit>, ServiceError> {
        let book = self.book(book)?;
        let prefix = prefix.to_ascii_uppercase();
        let wanted = |item: &&BookCondition| match lines {
            Some(lines) => lines.iter().any(|line| line.canonical() == item.line),
            None => item.doubt.is_none() && item.line.to_string().starts_with(&prefix),
        };
        let proposed = all(&book)
            .iter()
            .filter(|item| item.source == ConditionSource::Proposed);
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
        let edit = |(node, line, conditions): (NodeId, Line, Conditions)| SeenEdit {
            seen: Some(Seen {
                revision: book.revision(node),
                version: None,
            }),
            edit: Edit::Set {
                line,
                patch: Patch {
                    conditions: Some(conditions),
                    ..Patch::default()
                },
            },
        };
        Ok(edits.into_iter().map(edit).collect())
    }
}

/// The conditions that were asked for.
///
/// # Errors
/// A prefix that is none.
pub(super) fn page(book: &Book, query: &ConditionsQuery) -> Result<ConditionPage, ServiceError> {
    let prefix = query.prefix.to_ascii_uppercase();
    if !prefix
        .bytes()
        .all(|byte| matches!(byte, b'A'..=b'S' | b'X'))
    {
        return Err(ServiceError::LinePrefix { prefix });
    }
    let told = all(book).iter().filter(|item| item.is_told(query.all));
    let told: Vec<(String, &BookCondition)> = told
        .map(|item| (item.line.to_string(), item))
        .filter(|(line, _)| line.starts_with(&prefix))
        .collect();
    let after = query.after.as_deref().unwrap_or_default();
    let left = told.iter().filter(|(line, _)| line.as_str() > after);
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
    Ok(ConditionPage {
        book: book.info.clone(),
        items,
        next,
        total: told.len() as u64,
    })
}

/// All conditions of a book and all that are proposed, in the order of the lines; found once for each version.
pub(super) fn all(book: &Book) -> &[BookCondition] {
    book.conditions.get_or_init(|| {
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
        all
    })
}

fn proposed(found: LadderCondition) -> BookCondition {
    let ladder = found.ladder;
    BookCondition {
        node: found.node,
        line: found.line,
        conditions: found.conditions,
        source: ConditionSource::Proposed,
        kind: ConditionKind::Found(found.kind),
        holds_when_empty: ladder.holds_when_empty.into(),
        ladder: ladder.ladder,
        target: Some(ladder.step),
        own: ladder.own,
        regions: ladder.regions,
        breakers: ladder.breakers,
        doubt: found.doubt,
    }
}

/// What a book says itself, held against the line's stones alone.
fn own(index: &Index, node: NodeId, conditions: &Conditions) -> BookCondition {
    let line = index.line(node);
    let mover = Side::to_move_after(line.len().saturating_sub(1));
    let (mut holds, mut ladder, mut target, mut is_own) = (Truth::Unknown, Vec::new(), None, false);
    let before: Line = line.steps()[..line.len() - 1].iter().copied().collect();
    if let Some(position) = CornerPosition::replay(&before) {
        let checked = conditions.check(&Scene {
            board: position.board(),
            frame: CornerPosition::FRAME,
            own: CornerPosition::color_of(mover),
            first: Color::Black,
            step: Some(index.step(node)),
        });
        holds = checked
            .iter()
            .map(|checked| checked.holds)
            .min()
            .unwrap_or(Truth::True);
        let mut facts = checked.iter().flat_map(|checked| &checked.facts);
        let reading = facts.find_map(|fact| match fact {
            Fact::Ladder(point, reading) => Some((*point, reading)),
            _ => None,
        });
        if let Some((point, reading)) = reading {
            let moves = reading.moves.iter();
            ladder = moves
                .filter_map(|(color, at)| {
                    Some((
                        CornerPosition::side_of(*color),
                        CornerPosition::step_at(*at)?,
                    ))
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
        kind: match of_ladder {
            true => ConditionKind::Ladder,
            false => ConditionKind::Other,
        },
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
