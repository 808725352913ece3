//! Positions of a book for training, each computed when it is first needed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::merit::{self, Merit};
use crate::next::priorities::prior_evidence;
use crate::next::settled::{PositionTurns, Settled};
use crate::next::statistics::{PlayWeights, SelectedGames, Statistics};
use joseki_book::{Index, NodeId, Verdict};
use joseki_game::{PositionKey, Symmetries, Symmetry};
use joseki_priority::{Edge, PriorityContext, beliefs};

/// Cache limit, in positions of about 200 bytes each.
const MAX_CACHED: usize = 100_000;

/// Cached positions of one version of a book. It contains no results, which change at any time:
/// right moves are determined on the board again.
#[derive(Debug, Default)]
pub struct QuizPositions {
    spots: Mutex<HashMap<NodeId, Arc<QuizPosition>>>,
    /// Nodes with names.
    named: OnceLock<Vec<NodeId>>,
}

/// A position of a corner, across transpositions.
#[derive(Debug)]
pub struct QuizPosition {
    /// Minimum number of moves that lead to it.
    pub rank: usize,
    /// Games that reached it.
    pub games: u32,
    /// Whether the opening rules place the next stone, so that any move of the book is as good.
    pub is_opening: bool,
    /// Whether neither side has to play there, so that lines end with it.
    pub is_settled: bool,
    /// Continuations in the book, without those that lead back to a position with no more moves.
    pub ways: Vec<QuizContinuation>,
}

/// A move of a position, across transpositions.
#[derive(Clone, Copy, Debug)]
pub struct QuizContinuation {
    /// Identity of the move.
    pub ply: Ply,
    /// First node of the position after it.
    pub next: NodeId,
    /// Criteria by which it is judged.
    pub merit: Merit,
    /// Probability that an opponent plays it, 0 to 1.
    pub share: f64,
}

/// A book move, independent of orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// Key of the edge; see [`Index::edge`].
    pub edge: u64,
    /// Whether it is a tenuki.
    pub tenuki: bool,
}

impl QuizPositions {
    /// Returns the first node of a node's position; none if the node has no position.
    pub fn first(index: &Index, node: NodeId) -> Option<NodeId> {
        index.matches(index.key(node)?).next().map(|found| found.node)
    }

    /// Returns the first node of the position with a key.
    pub fn find(index: &Index, key: u64) -> Option<NodeId> {
        let key = PositionKey { key, by: Symmetry::IDENTITY, stabiliser: Symmetries::IDENTITY };
        index.matches(key).next().map(|found| found.node)
    }

    /// Returns the position whose first node is given.
    pub fn spot(&self, index: &Index, first: NodeId) -> Arc<QuizPosition> {
        if let Some(spot) = self.held().get(&first) {
            return Arc::clone(spot);
        }
        let spot = Arc::new(QuizPosition::compute(index, first));
        let mut held = self.held();
        if held.len() >= MAX_CACHED {
            held.clear();
        }
        held.insert(first, Arc::clone(&spot));
        spot
    }

    /// Returns the nodes with a name that contains one of these texts, ignoring case.
    pub fn named(&self, index: &Index, texts: &[String]) -> Vec<NodeId> {
        let names = |node: NodeId| index.data(node).map(|data| &data.names);
        let named = self.named.get_or_init(|| {
            let has = |node: &NodeId| names(*node).is_some_and(|names| !names.is_empty());
            index.nodes().filter(has).collect()
        });
        let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        let fits = |name: &String| {
            let name = name.to_lowercase();
            texts.iter().any(|text| name.contains(text))
        };
        let wanted = |node: &&NodeId| names(**node).is_some_and(|names| names.iter().any(fits));
        named.iter().filter(wanted).copied().collect()
    }

    fn held(&self) -> std::sync::MutexGuard<'_, HashMap<NodeId, Arc<QuizPosition>>> {
        self.spots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QuizPosition {
    fn compute(index: &Index, first: NodeId) -> QuizPosition {
        let rank = index.depth(first);
        let mut found: Vec<(Ply, NodeId, NodeId)> = Vec::new();
        for node in index.same_position(first) {
            for child in index.children(node) {
                let next =
                    QuizPositions::first(index, child).filter(|next| index.depth(*next) > rank);
                let ply = Ply { edge: index.edge(child), tenuki: index.step(child).is_tenuki() };
                if let Some(next) = next
                    && !found.iter().any(|(other, ..)| *other == ply)
                {
                    found.push((ply, child, next));
                }
            }
        }
        let counted = index.counts_games();
        let arrived = index.count_by_position(first, |_| true);
        let games = SelectedGames::all(index.cohorts());
        let statistics: Vec<Option<Statistics>> = found
            .iter()
            .map(|(_, child, _)| {
                counted.then(|| Statistics::after(index, *child, &games, arrived.corners))
            })
            .collect();
        let ways = judge_moves(index, rank, &found, &statistics);
        let is_opening = rank < index.variant().game().opening_stones();
        let turns = PositionTurns::new(index, first, PlayWeights::default());
        let is_settled = Settled::judge(&turns).is_some();
        QuizPosition { rank, games: arrived.games, is_opening, is_settled, ways }
    }

    /// Returns the indices of the right moves, best first; never a tenuki.
    pub fn right(&self, tolerance: f64) -> Vec<usize> {
        let here: Vec<usize> =
            (0..self.ways.len()).filter(|place| !self.ways[*place].ply.tenuki).collect();
        let merits: Vec<Merit> = here.iter().map(|place| self.ways[*place].merit).collect();
        let right = merit::right_moves(&merits, tolerance).into_iter();
        right.map(|place| here[place]).collect()
    }

    /// Whether a move is worth playing.
    pub fn is_question(&self) -> bool {
        !self.is_settled && self.ways.iter().any(|way| !way.ply.tenuki && way.merit.is_sound())
    }

    /// Returns the probability of each continuation: the player chooses with equal probability
    /// among the right moves and a tenuki, if the book has one; the opponent chooses by share of
    /// plays. In a settled corner nobody goes on.
    pub fn likely(&self, ours: bool, tolerance: f64) -> Vec<f64> {
        if self.is_settled {
            return vec![0.0; self.ways.len()];
        }
        if !ours || self.is_opening {
            return self.ways.iter().map(|way| way.share).collect();
        }
        let right = self.right(tolerance);
        let taken = |place: &usize| right.contains(place) || self.ways[*place].ply.tenuki;
        let places = 0..self.ways.len();
        let among = places.clone().filter(taken).count().max(1) as f64;
        let likely = places.map(|place| if taken(&place) { 1.0 / among } else { 0.0 });
        likely.collect()
    }
}

fn judge_moves(
    index: &Index,
    rank: usize,
    found: &[(Ply, NodeId, NodeId)],
    statistics: &[Option<Statistics>],
) -> Vec<QuizContinuation> {
    let value = |node: NodeId| index.verdict(node).map_or(0, Verdict::value);
    let edges: Vec<Edge> = found
        .iter()
        .zip(statistics)
        .map(|((_, child, _), statistics)| Edge {
            prior: prior_evidence(
                index,
                *child,
                index.curated_verdict(*child).map_or(0, Verdict::value),
                statistics.as_ref(),
            ),
            ..Edge::default()
        })
        .collect();
    let asked = PriorityContext { ply: rank, ..PriorityContext::default() };
    let means: Vec<f64> = beliefs(&edges, &asked).iter().map(|belief| belief.mean).collect();
    let played =
        statistics.iter().map(|counted| counted.as_ref().map_or(0, |counted| counted.played));
    let values: Vec<i8> = found.iter().map(|(_, child, _)| value(*child)).collect();
    let shares = shares(played.zip(values.iter().copied()));
    let advantage = |node: NodeId| {
        let advantage = index.data(node)?.advantage?;
        let second_mover = index.depth(node).is_multiple_of(2);
        Some(if second_mover { 0.0 - advantage } else { advantage })
    };
    let ways = found.iter().enumerate();
    ways.map(|(place, (ply, child, next))| QuizContinuation {
        ply: *ply,
        next: *next,
        merit: Merit {
            value: values[place],
            mean: means[place],
            advantage: advantage(*child),
            holds: true,
        },
        share: shares[place],
    })
    .collect()
}

/// Returns the probability of each move: its counted games, plus one game divided among the moves by
/// verdict, in proportion to (3 + value)². Without counted games only the verdicts count.
fn shares(moves: impl Iterator<Item = (u32, i8)> + Clone) -> Vec<f64> {
    let prior = |value: i8| f64::from(3 + value).powi(2);
    let all: f64 = moves.clone().map(|(_, value)| prior(value)).sum();
    let weight = |(played, value): (u32, i8)| f64::from(played) + prior(value) / all.max(1.0);
    let total: f64 = moves.clone().map(weight).sum();
    let shares = moves.map(|one| weight(one) / total.max(f64::MIN_POSITIVE));
    shares.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::{Forest, Line};

    fn index(lines: &[(&str, Option<Verdict>)]) -> Index {
        let mut forest = Forest::new();
        for (line, verdict) in lines {
            let line: Line = line.parse().expect("a line");
            let node = forest.insert(&line);
            forest.data_mut(node).verdict = *verdict;
        }
        Index::build(forest)
    }

    #[test]
    fn transpositions_share_one_spot() {
        let index = index(&[("DDCFFCCCCDDB", None), ("DDCFCDCCFCEB", None)]);
        let plan = QuizPositions::default();
        let node = |line: &str| index.find(&line.parse().expect("a line")).expect("a node");
        let first = QuizPositions::first(&index, node("DDCFFCCCCD")).expect("a position");
        assert_eq!(QuizPositions::first(&index, node("DDCFCDCCFC")), Some(first));
        let spot = plan.spot(&index, first);
        let mut edges: Vec<u64> = spot.ways.iter().map(|way| way.ply.edge).collect();
        let mut expected =
            [node("DDCFFCCCCDDB"), node("DDCFCDCCFCEB")].map(|node| index.edge(node));
        edges.sort_unstable();
        expected.sort_unstable();
        assert_eq!(edges, expected);
        assert_eq!(spot.right(0.02).len(), 2, "nothing distinguishes them");
    }

    #[test]
    fn shares_follow_verdicts_where_nothing_was_counted() {
        let index = index(&[
            ("DDCF", Some(Verdict::Ideal)),
            ("DDCC", Some(Verdict::Mistake)),
            ("DDXXCF", None),
        ]);
        let node = index.find(&"DD".parse().expect("a line")).expect("a node");
        let spot = QuizPositions::default()
            .spot(&index, QuizPositions::first(&index, node).expect("a position"));
        let mut shares: Vec<(i8, bool, f64)> =
            spot.ways.iter().map(|way| (way.merit.value, way.ply.tenuki, way.share)).collect();
        shares.sort_by(|a, b| a.2.total_cmp(&b.2));
        let expected = [(-2, false, 1.0 / 35.0), (0, true, 9.0 / 35.0), (2, false, 25.0 / 35.0)];
        for (share, expected) in shares.iter().zip(expected) {
            assert_eq!((share.0, share.1), (expected.0, expected.1));
            assert!((share.2 - expected.2).abs() < 1e-12);
        }
        let ours = spot.likely(true, 0.02);
        let likely = |value, tenuki| {
            let ways = spot.ways.iter().zip(&ours);
            let found =
                ways.filter(|(way, _)| (way.merit.value, way.ply.tenuki) == (value, tenuki));
            found.map(|(_, likely)| *likely).sum::<f64>()
        };
        assert_eq!((likely(2, false), likely(0, true), likely(-2, false)), (0.5, 0.5, 0.0));
    }
}
