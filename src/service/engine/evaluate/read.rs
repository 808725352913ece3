//! Stored evaluations, compared with those of sibling moves.

use crate::engine::Engines;
use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::plan::colour_to_move;
use crate::ServiceError;
use joseki_book::{Index, Line, NodeId};
use joseki_game::{Color, Variant};
use joseki_store::PositionEvaluation;

/// An evaluation of a node's position from the view of the side that played the move to it; at the
/// root, of the side that does not move first.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeEvaluation {
    /// The stored evaluation, from the view of the side to move.
    pub stored: PositionEvaluation,
    /// Win rate, 0 to 1.
    pub win_rate: f64,
    /// Lead in points.
    pub lead: f64,
    /// Loss of the move against its best sibling evaluated by the same engine on the same board;
    /// none at the root and where no sibling was evaluated.
    pub lost: Option<LostAgainst>,
}

/// Loss of a move compared with its best sibling.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = LostAgainstJson)]
pub struct LostAgainst {
    /// Loss in win rate, 0 to 1.
    pub win_rate: f64,
    /// Loss in points.
    pub lead: f64,
    /// Number of siblings evaluated.
    pub siblings: usize,
}

/// Selection of evaluated moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvaluationsQuery {
    /// Book to query.
    pub book: String,
    /// Maximum number of steps of a line.
    pub depth: Option<usize>,
    /// Minimum number of counted games that reached a position.
    pub min_games: Option<u32>,
    /// Maximum number of moves.
    pub limit: Option<usize>,
}

/// A node of a book with one of its evaluations.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedMove {
    /// First line that leads to the position.
    pub line: Line,
    /// Counted games that reached the position.
    pub games: u32,
    /// The evaluation.
    pub evaluation: NodeEvaluation,
}

/// The evaluated moves of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedBook {
    /// Name of the book.
    pub name: String,
    /// Its version.
    pub version: u64,
    /// Its game.
    pub variant: Variant,
    /// The moves.
    pub moves: Vec<EvaluatedMove>,
}

impl Engines<'_> {
    /// Returns the evaluations of a node's position, most visits first.
    pub(crate) fn node_evaluations(
        &self,
        index: &Index,
        node: NodeId,
    ) -> Result<Vec<NodeEvaluation>, ServiceError> {
        let Some(key) = index.key(node) else {
            return Ok(Vec::new());
        };
        if self.service.store.evaluations_of(&[key.key])?.is_empty() {
            return Ok(Vec::new());
        }
        let positions: Vec<u64> = siblings(index, node).chain([key.key]).collect();
        let kept = StoredEvaluations::new(self.service.store.evaluations_of(&positions)?);
        Ok(kept.of_node(index, node))
    }

    /// Returns a book's moves that engines evaluated, short lines first.
    ///
    /// # Errors
    /// Unknown book or unreadable store.
    pub fn evaluations(&self, query: &EvaluationsQuery) -> Result<EvaluatedBook, ServiceError> {
        let book = self.service.book(&query.book)?;
        let index = &book.index;
        let positions: Vec<u64> =
            index.nodes().filter_map(|node| Some(index.key(node)?.key)).collect();
        let kept = StoredEvaluations::new(self.service.store.evaluations_of(&positions)?);
        let most = query.limit.unwrap_or(usize::MAX);
        let mut seen = std::collections::HashSet::new();
        let mut moves = Vec::new();
        for node in index.nodes() {
            let deep = query.depth.is_some_and(|depth| index.depth(node) > depth);
            let place = index.key(node).map(|key| (key.key, index.depth(node) % 2));
            if deep || place.is_none_or(|place| !seen.insert(place)) {
                continue;
            }
            let games = index.count_by_position(node, |_| true).games;
            if query.min_games.is_some_and(|least| games < least) {
                continue;
            }
            let found = kept.of_node(index, node).into_iter();
            moves.extend(found.map(|evaluation| EvaluatedMove {
                line: index.line(node),
                games,
                evaluation,
            }));
            if moves.len() >= most {
                break;
            }
        }
        moves.truncate(most);
        Ok(EvaluatedBook {
            name: book.info.name.clone(),
            version: book.info.version,
            variant: book.index.variant(),
            moves,
        })
    }
}

/// Returns the positions after the moves of a node's parent, across transpositions; its own is
/// among them.
fn siblings(index: &Index, node: NodeId) -> impl Iterator<Item = u64> {
    let parents = (node != NodeId::ROOT).then(|| index.parent(node));
    let parents = parents.into_iter().flat_map(|parent| index.same_position(parent));
    let children = parents.flat_map(|parent| index.children(parent));
    children.filter_map(|child| Some(index.key(child)?.key))
}

/// Stored evaluations by position and side to move.
pub(crate) struct StoredEvaluations(HashMap<(u64, Color), Vec<PositionEvaluation>>);

impl StoredEvaluations {
    pub(crate) fn new(evaluations: Vec<PositionEvaluation>) -> StoredEvaluations {
        let mut kept: HashMap<(u64, Color), Vec<PositionEvaluation>> = HashMap::new();
        for evaluation in evaluations {
            let key = (evaluation.key.position, evaluation.key.to_play);
            kept.entry(key).or_default().push(evaluation);
        }
        // Most visits first, then the latest.
        for of_position in kept.values_mut() {
            of_position.sort_by_key(|one| std::cmp::Reverse((one.visits, one.at)));
        }
        StoredEvaluations(kept)
    }

    /// Returns the evaluations of a position with this side to move, most visits first.
    pub(crate) fn at(&self, position: u64, to_play: Color) -> &[PositionEvaluation] {
        let found = self.0.get(&(position, to_play));
        found.map_or(&[], Vec::as_slice)
    }

    /// Returns an evaluation of the position before a node's move that is comparable with one after
    /// it.
    pub(crate) fn before(
        &self,
        index: &Index,
        node: NodeId,
        after: &PositionEvaluation,
    ) -> Option<&PositionEvaluation> {
        let parent = index.parent(node);
        let found = self.at(index.key(parent)?.key, colour_to_move(index.depth(parent)));
        found.iter().find(|before| is_comparable(after, before))
    }

    pub(crate) fn of_node(&self, index: &Index, node: NodeId) -> Vec<NodeEvaluation> {
        let Some(key) = index.key(node) else {
            return Vec::new();
        };
        let to_play = colour_to_move(index.depth(node));
        let found = self.at(key.key, to_play);
        let mut others: Vec<u64> = if found.is_empty() {
            Vec::new()
        } else {
            siblings(index, node).filter(|other| *other != key.key).collect()
        };
        others.sort_unstable();
        others.dedup();
        let evaluations = found.iter().map(|own| {
            let others = others.iter().filter_map(|position| {
                let mut evaluated = self.at(*position, to_play).iter();
                evaluated.find(|other| is_comparable(own, other))
            });
            let others: Vec<&PositionEvaluation> = others.collect();
            let best = |value: fn(&PositionEvaluation) -> f64| {
                let all = others.iter().map(|other| value(other));
                all.fold(value(own), f64::max) - value(own)
            };
            NodeEvaluation {
                win_rate: win_rate_after(own),
                lead: lead_after(own),
                lost: (!others.is_empty()).then(|| LostAgainst {
                    win_rate: best(win_rate_after),
                    lead: best(lead_after),
                    siblings: others.len(),
                }),
                stored: own.clone(),
            }
        });
        evaluations.collect()
    }
}

/// Whether two evaluations are comparable: same engine, rules, komi and board.
fn is_comparable(one: &PositionEvaluation, other: &PositionEvaluation) -> bool {
    let (one, other) = (&one.key, &other.key);
    (one.komi, &one.rules, &one.engine, &one.board)
        == (other.komi, &other.rules, &other.engine, &other.board)
}

/// Returns the win rate of the side that has just moved.
pub(crate) fn win_rate_after(evaluation: &PositionEvaluation) -> f64 {
    1.0 - evaluation.win_rate
}

/// Returns the lead of the side that has just moved.
pub(crate) fn lead_after(evaluation: &PositionEvaluation) -> f64 {
    0.0 - evaluation.lead
}
