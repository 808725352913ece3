//! A book as a graph of positions, with what engines say of them.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::graph::{GrowGraph, GrowMove, GrowNode};
use crate::engine::evaluate::colour_to_move;
use joseki_book::{ForcedResult, Index, Line, NodeId, Verdict, check_line};
use joseki_game::{Color, LinePosition, PositionKey, Side, Step, Variant};
use joseki_store::{PositionEvaluation, StoredChoice};

/// Games from which the share of a move is known, and from which it is grown however bad it is.
const MIN_GAMES: u32 = 20;
/// Visits from which an engine's search says what a move loses; its policy does below that.
const MIN_VISITS: u32 = 8;
/// Least policy of a move that an engine proposes.
pub(super) const MIN_POLICY: f64 = 0.01;
/// Policy from which a move is forced.
const FORCED_POLICY: f64 = 0.9;
/// What a move loses for each e-fold of policy below the best one: points in Go, else win rate.
const POINTS_PER_NAT: f64 = 0.5;
const WIN_RATE_PER_NAT: f64 = 0.03;

/// What identifies a position: its key and the side to move.
pub type PositionId = (u64, Color);

/// A book, or the part below a line, as a graph of positions.
#[derive(Debug)]
pub struct GrowBook {
    /// The graph; its root is the first position.
    pub graph: GrowGraph,
    variant: Variant,
    places: HashMap<PositionId, usize>,
    /// The keys of the positions in the frames of their lines, by node.
    keys: Vec<PositionKey>,
    /// The values on each board from the side to move's view, by node.
    values: Vec<Vec<f64>>,
    /// The moves of the book by the positions before and after them.
    moves: HashMap<(usize, usize), BookMove>,
    /// The positions before each position.
    parents: Vec<Vec<usize>>,
    /// Positions at which lines of games end, with the number of games.
    pub finished: Vec<(u32, usize)>,
}

/// A move of the book between two positions.
#[derive(Clone, Debug)]
pub struct BookMove {
    /// Its line in the book.
    pub line: Line,
    /// A curator's verdict, or one that a run has set.
    pub verdict: Option<Verdict>,
}

/// A position that a move leads to.
#[derive(Clone, Debug)]
pub struct GrownPosition {
    /// A line to it, canonical.
    pub line: Line,
    /// Its key, in the frame of the line.
    pub key: PositionKey,
    /// The side to move.
    pub to_play: Color,
}

impl GrownPosition {
    /// Returns the position after a line; `None` if it cannot be replayed alone.
    #[must_use]
    pub fn after(variant: Variant, line: &Line) -> Option<GrownPosition> {
        let line = line.canonical();
        let key = LinePosition::replay(variant, &line)?.key(line.to_move());
        let to_play = colour_to_move(line.len());
        Some(GrownPosition { line, key, to_play })
    }

    /// Returns what identifies it.
    #[must_use]
    pub const fn id(&self) -> PositionId {
        (self.key.key, self.to_play)
    }
}

impl GrowBook {
    /// Reads the positions of a book at and below a node.
    #[must_use]
    pub fn new(index: &Index, start: NodeId) -> GrowBook {
        let mut book = GrowBook {
            graph: GrowGraph::new(),
            variant: index.variant(),
            places: HashMap::new(),
            keys: Vec::new(),
            values: Vec::new(),
            moves: HashMap::new(),
            parents: Vec::new(),
            finished: Vec::new(),
        };
        let mut queue = VecDeque::new();
        queue.extend(book.add_node(index, start).map(|_| start));
        while let Some(node) = queue.pop_front() {
            let Some(place) = book.place_of(index, node) else { continue };
            let count = index.count_by_position(node, |_| true);
            let reached = count.corners;
            if !index.has_children(node) && count.games >= MIN_GAMES {
                book.finished.push((count.games, place));
            }
            for same in of_position(index, node) {
                for child in index.children(same) {
                    let Some(first) = of_position(index, child).into_iter().next() else {
                        continue;
                    };
                    let known = book.place_of(index, first);
                    let Some(to) = known.or_else(|| book.add_node(index, first)) else { continue };
                    if known.is_none() {
                        queue.push_back(first);
                    }
                    book.link(index, place, (same, child, to), reached);
                }
            }
        }
        book
    }

    /// Returns what the book is about.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the place of a position in the graph.
    #[must_use]
    pub fn find(&self, position: &GrownPosition) -> Option<usize> {
        self.places.get(&position.id()).copied()
    }

    /// Returns the position of a node of the graph.
    #[must_use]
    pub fn position(&self, place: usize) -> GrownPosition {
        let GrowNode { line, to_play, .. } = self.graph.node(place);
        GrownPosition { line: line.clone(), key: self.keys[place], to_play: *to_play }
    }

    /// Returns the line of a move of a node, canonical.
    #[must_use]
    pub fn line_of(&self, node: usize, place: usize) -> Line {
        let node = self.graph.node(node);
        let mut line = node.line.clone();
        line.push(node.moves[place].step);
        line.canonical()
    }

    /// Returns the position after a move of a node; `None` if no book may have the move.
    #[must_use]
    pub fn after(&self, node: usize, place: usize) -> Option<GrownPosition> {
        let line = self.line_of(node, place);
        check_line(self.variant, &line).ok()?;
        GrownPosition::after(self.variant, &line)
    }

    /// Adds a position without moves.
    pub fn add(&mut self, position: &GrownPosition) -> usize {
        let node = GrowNode {
            line: position.line.clone(),
            to_play: position.to_play,
            value: None,
            proven: None,
            moves: Vec::new(),
        };
        let place = self.graph.add(node);
        self.places.insert(position.id(), place);
        self.keys.push(position.key);
        self.values.push(Vec::new());
        self.parents.push(Vec::new());
        place
    }

    /// Returns the move of the book between two positions.
    #[must_use]
    pub fn book_move(&self, from: usize, to: usize) -> Option<&BookMove> {
        self.moves.get(&(from, to))
    }

    /// Returns the positions that a move of the book leads to a position from.
    #[must_use]
    pub fn parents(&self, place: usize) -> &[usize] {
        &self.parents[place]
    }

    /// Enters a move that was added to the book.
    pub fn enter_move(&mut self, from: usize, to: usize, line: Line) {
        if !self.parents[to].contains(&from) {
            self.parents[to].push(from);
        }
        self.moves.entry((from, to)).or_insert(BookMove { line, verdict: None });
    }

    /// Enters a verdict that was set.
    pub fn enter_verdict(&mut self, from: usize, to: usize, verdict: Verdict) {
        if let Some(known) = self.moves.get_mut(&(from, to)) {
            known.verdict = Some(verdict);
        }
    }

    /// Returns the difference between two positions' values from board to board, as half the range.
    #[must_use]
    pub fn spread(&self, one: usize, other: usize) -> f64 {
        let pairs = self.values[one].iter().zip(&self.values[other]);
        let differences = pairs.map(|(one, other)| one - other);
        let (low, high) = differences
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), it| {
                (low.min(it), high.max(it))
            });
        if low > high { 0.0 } else { (high - low) / 2.0 }
    }

    /// Returns the number of boards on which a position has been evaluated.
    #[must_use]
    pub fn boards(&self, place: usize) -> usize {
        self.values[place].len()
    }

    /// Sets what an engine says of a position, on one board or several.
    pub fn evaluate(&mut self, place: usize, evaluations: &[PositionEvaluation]) {
        if evaluations.is_empty() {
            return;
        }
        let is_scored = self.variant.game().is_scored();
        // The sum of both sides' values is 0.
        let value = |it: &PositionEvaluation| if is_scored { it.lead } else { it.win_rate - 0.5 };
        self.values[place] = evaluations.iter().map(value).collect();
        let mean = self.values[place].iter().sum::<f64>() / self.values[place].len() as f64;
        let mut losses: BTreeMap<Step, Vec<(f64, Option<f64>)>> = BTreeMap::new();
        for evaluation in evaluations {
            for (choice, loss) in proposed(evaluation, is_scored) {
                losses.entry(choice.step).or_default().push((loss, choice.policy));
            }
        }
        let key = self.keys[place];
        let node = self.graph.node_mut(place);
        node.value = Some(mean);
        let may_pass = is_scored && !node.line.is_empty() && !node.line.ends_in_tenuki();
        for (canonical, found) in losses {
            let step = canonical.transformed(key.by.inverse());
            if step.is_tenuki() && !may_pass {
                continue;
            }
            let count = found.len() as f64;
            let loss = found.iter().map(|(loss, _)| loss).sum::<f64>() / count;
            let policy = found.iter().map(|(_, policy)| policy.unwrap_or(0.0)).sum::<f64>() / count;
            let is_same =
                |other: &Step| key.stabiliser.iter().any(|twin| other.transformed(twin) == step);
            let known = node.moves.iter().position(|known| is_same(&known.step));
            let known = known.unwrap_or_else(|| {
                node.moves.push(GrowMove {
                    step,
                    child: None,
                    loss: None,
                    share: None,
                    is_forced: false,
                    may_grow: true,
                    counts_for_width: true,
                });
                node.moves.len() - 1
            });
            let known = &mut node.moves[known];
            known.loss = Some(loss);
            known.is_forced = policy >= FORCED_POLICY;
        }
    }

    fn place_of(&self, index: &Index, node: NodeId) -> Option<usize> {
        let key = index.key(node)?.key;
        self.places.get(&(key, colour_to_move(index.depth(node)))).copied()
    }

    fn add_node(&mut self, index: &Index, node: NodeId) -> Option<usize> {
        let key = index.key(node)?;
        let line = index.line(node);
        let to_play = colour_to_move(line.len());
        let place = self.add(&GrownPosition { line, key, to_play });
        // In corners nothing is decided by force.
        let data = index.data(node).filter(|_| !self.variant.game().is_scored());
        self.graph.node_mut(place).proven = data
            .and_then(ForcedResult::from_data)
            // It is of the side that has moved.
            .map(|result| if result.is_won { -0.5 } else { 0.5 });
        Some(place)
    }

    /// Links a position to the one after a child of one of its nodes.
    fn link(
        &mut self,
        index: &Index,
        place: usize,
        (node, child, to): (NodeId, NodeId, usize),
        reached: u32,
    ) {
        let Some(key) = index.key(node) else { return };
        let step = index.step(child).transformed(key.to(self.keys[place]));
        let parent = self.graph.node_mut(place);
        if parent.moves.iter().any(|known| known.child == Some(to)) {
            return;
        }
        let games = index.count_by_position(child, |_| true);
        let is_played = games.games >= MIN_GAMES;
        let share = f64::from(games.corners) / f64::from(reached.max(1));
        let is_curated = !index.is_mined(child);
        let verdict = index.curated_verdict(child);
        self.moves.insert((place, to), BookMove { line: index.line(child), verdict });
        self.parents[to].push(place);
        parent.moves.push(GrowMove {
            step,
            child: Some(to),
            loss: None,
            share: is_played.then_some(share.clamp(f64::MIN_POSITIVE, 1.0)),
            is_forced: false,
            may_grow: false,
            counts_for_width: !is_played && !is_curated,
        });
    }
}

/// Returns the nodes of a node's position with the same side to move, the shortest line first.
fn of_position(index: &Index, node: NodeId) -> Vec<NodeId> {
    let side = |node: NodeId| Side::to_move_after(index.depth(node));
    let mut same: Vec<NodeId> =
        index.same_position(node).filter(|other| side(*other) == side(node)).collect();
    if same.len() > 1 {
        same.sort_by_cached_key(|node| (index.depth(*node), index.line(*node)));
    }
    same
}

/// Returns the moves that an engine proposes in a position, with what they lose to its best.
fn proposed(
    evaluation: &PositionEvaluation,
    is_scored: bool,
) -> impl Iterator<Item = (&StoredChoice, f64)> {
    let policies = evaluation.moves.iter().filter_map(|choice| choice.policy);
    let most = policies.fold(0.0, f64::max);
    let best = if is_scored { evaluation.lead } else { evaluation.win_rate };
    let nat = if is_scored { POINTS_PER_NAT } else { WIN_RATE_PER_NAT };
    evaluation.moves.iter().enumerate().filter_map(move |(rank, choice)| {
        let worth = if is_scored { choice.lead } else { choice.win_rate };
        let policy = choice.policy.filter(|policy| *policy > 0.0);
        if choice.visits >= MIN_VISITS {
            return Some((choice, (best - worth).max(0.0)));
        }
        match policy {
            Some(policy) if policy >= MIN_POLICY => {
                Some((choice, (nat * (most / policy).ln()).max(0.0)))
            }
            // An engine without a policy names its best move alone.
            None if rank == 0 => Some((choice, 0.0)),
            _ => None,
        }
    })
}
