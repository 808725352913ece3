//! Graph of a book's positions: values carried up, costs carried down, and the cheapest choice.
//!
//! Values are the side to move's and zero-sum: the other side's is the negative. A position is
//! worth its best move, in the book or outside, so an unread best move does not make it look bad.
//! A step of a line costs a ply, and more the more it loses, but not much for moves that people
//! play. A position costs the cheapest line that leads to it; the cheapest choice comes first.
//!
//! The level of a position is the length of its shortest line. Only links to a higher level carry
//! values and costs, so those cannot run in circles, and one pass over the levels in either
//! direction is enough.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use joseki_book::Line;
use joseki_game::{Color, Step};

/// Plies that a forced move costs at least, in place of 1.
const FORCED_PLY: f64 = 0.25;
/// Factor of `alpha` for the losses of the side whose book it is.
const OWN_LOSSES: f64 = 4.0;
/// Costs are compared in units of a billionth ply, so that rounding errors do not decide ties.
const COST_UNITS: f64 = 1e9;

/// Greatest numbers of children in Go, as in [`GrowRules::widths`].
const GO_WIDTHS: &[(usize, usize)] = &[(2, 8), (6, 4), (12, 3), (13, 2)];
/// The same in xiangqi.
const XIANGQI_WIDTHS: &[(usize, usize)] = &[(2, 10), (6, 4), (7, 2)];
/// The same in five in a row: all fourth and fifth moves are in a book.
const FIVE_WIDTHS: &[(usize, usize)] = &[(4, usize::MAX), (8, 3), (9, 2)];

/// What steps cost, and which moves are added. Values are points in Go, else win rates.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowRules {
    /// Plies per unit of value that a move loses.
    pub alpha: f64,
    /// Plies per nat of rarity, −ln of a move's share of games.
    pub gamma: f64,
    /// Points that a tenuki is worth; 0 in other games than Go.
    pub tenuki: f64,
    /// Greatest loss of a move that only an engine proposes.
    pub loss: f64,
    /// The side whose book it is; its losses cost four times as much.
    pub side: Option<Color>,
    /// Pairs of a number of steps and the greatest number of children up to there. The last one
    /// holds for all longer lines.
    pub widths: Cow<'static, [(usize, usize)]>,
    /// A position whose best child is more than this below the engine's value gets another one.
    pub margin: f64,
    /// Greatest number of steps of lines that are added.
    pub max_steps: Option<usize>,
    /// Whether moves are added at all, rather than only the positions of the book evaluated.
    pub adds_moves: bool,
}

impl GrowRules {
    /// Returns the default rules of Go, with the points that a tenuki is worth.
    #[must_use]
    pub const fn go(tenuki: f64) -> GrowRules {
        GrowRules {
            alpha: 2.0,
            gamma: 1.0,
            tenuki,
            loss: 3.0,
            side: None,
            widths: Cow::Borrowed(GO_WIDTHS),
            margin: 1.0,
            max_steps: None,
            adds_moves: true,
        }
    }

    /// Returns the default rules of xiangqi.
    #[must_use]
    pub const fn xiangqi() -> GrowRules {
        GrowRules {
            alpha: 25.0,
            gamma: 1.0,
            tenuki: 0.0,
            loss: 0.20,
            side: None,
            widths: Cow::Borrowed(XIANGQI_WIDTHS),
            margin: 0.05,
            max_steps: None,
            adds_moves: true,
        }
    }

    /// Returns the default rules of renju and gomoku.
    #[must_use]
    pub fn five() -> GrowRules {
        GrowRules { widths: Cow::Borrowed(FIVE_WIDTHS), ..GrowRules::xiangqi() }
    }

    /// The greatest number of children of a position at a level.
    fn width(&self, level: usize) -> usize {
        let found = self.widths.iter().find(|(steps, _)| level <= *steps);
        found.or(self.widths.last()).map_or(usize::MAX, |(_, width)| *width)
    }

    /// Whether a move of a position may be added if there is room. What people play is added
    /// however bad it is.
    fn allows(&self, node: &GrowNode, played: &GrowMove) -> bool {
        let is_proposed = played.loss.is_some_and(|loss| loss <= self.loss);
        self.adds_moves
            && played.may_grow
            && played.child.is_none()
            && (is_proposed || played.rarity().is_some())
            && self.max_steps.is_none_or(|most| node.line.len() < most)
    }
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowNode {
    /// A shortest line to it, canonical.
    pub line: Line,
    /// The side to move.
    pub to_play: Color,
    /// The engine's value for the side to move: points in Go, else the win rate less 0.5.
    pub value: Option<f64>,
    /// A proven value for the side to move, which holds whatever follows.
    pub proven: Option<f64>,
    /// Its moves, in the book and outside, one of each orbit.
    pub moves: Vec<GrowMove>,
}

/// A move of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowMove {
    /// The step, tenuki included.
    pub step: Step,
    /// Number of the node that it leads to in the book; `None` outside.
    pub child: Option<usize>,
    /// What it loses to the engine's best move by an evaluation of the position before it, at
    /// least 0.
    pub loss: Option<f64>,
    /// Its share of the position's games, 0 to 1, where known; 0 counts as unknown.
    pub share: Option<f64>,
    /// Whether it is forced, so that it costs a quarter of a ply instead of one.
    pub is_forced: bool,
    /// Whether it may be added while it is outside.
    pub may_grow: bool,
    /// Whether it takes one of the position's places; false for moves with games or of curators.
    pub counts_for_width: bool,
}

impl GrowMove {
    /// The −ln of its share of games, in nats.
    fn rarity(&self) -> Option<f64> {
        self.share.filter(|share| *share > 0.0).map(|share| -share.ln())
    }
}

/// Positions of a book and the moves between them. The first node is the root.
#[derive(Clone, Debug, Default)]
pub struct GrowGraph {
    nodes: Vec<GrowNode>,
}

impl GrowGraph {
    /// Creates a graph without nodes.
    #[must_use]
    pub fn new() -> GrowGraph {
        GrowGraph::default()
    }

    /// Adds a node and returns its number.
    pub fn add(&mut self, node: GrowNode) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Returns the node with a number that [`add`](GrowGraph::add) has returned.
    #[must_use]
    pub fn node(&self, number: usize) -> &GrowNode {
        &self.nodes[number]
    }

    /// Returns the node with a number that [`add`](GrowGraph::add) has returned, for changes.
    pub fn node_mut(&mut self, number: usize) -> &mut GrowNode {
        &mut self.nodes[number]
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Computes the values and costs of all nodes. Besides sorting the nodes by level, it looks at
    /// each link once in either direction.
    #[must_use]
    pub fn solve(&self, rules: &GrowRules) -> GrowSolution {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_unstable_by_key(|number| self.nodes[*number].line.len());
        let mut values: Vec<Option<f64>> = vec![None; self.nodes.len()];
        for &number in order.iter().rev() {
            values[number] = self.value(rules, &values, &self.nodes[number]);
        }
        let mut costs = vec![f64::INFINITY; self.nodes.len()];
        if let Some(root) = costs.first_mut() {
            *root = 0.0;
        }
        for number in order {
            let node = &self.nodes[number];
            for played in &node.moves {
                if let Some(child) = self.carrying_child(node, played) {
                    let cost = costs[number] + self.step_cost(rules, &values, number, played);
                    costs[child] = costs[child].min(cost);
                }
            }
        }
        GrowSolution { values, costs }
    }

    /// The child of a move whose link carries values and costs.
    fn carrying_child(&self, node: &GrowNode, played: &GrowMove) -> Option<usize> {
        let level = |child: usize| self.nodes.get(child).map(|child| child.line.len());
        played.child.filter(|child| level(*child).is_some_and(|level| level > node.line.len()))
    }

    /// The value of a node whose children have theirs.
    fn value(&self, rules: &GrowRules, values: &[Option<f64>], node: &GrowNode) -> Option<f64> {
        let worths = node.moves.iter().filter_map(|played| self.worth(rules, values, node, played));
        node.proven.or_else(|| worths.reduce(f64::max)).or(node.value)
    }

    /// What a move is worth to the side that plays it: by what follows, else by its loss.
    fn worth(
        &self,
        rules: &GrowRules,
        values: &[Option<f64>],
        node: &GrowNode,
        played: &GrowMove,
    ) -> Option<f64> {
        let child = self.carrying_child(node, played);
        match child.and_then(|child| values.get(child).copied().flatten()) {
            Some(value) if played.step.is_tenuki() => Some(rules.tenuki - value),
            // The negative of 0 is 0, not -0.
            Some(value) => Some(0.0 - value),
            None => Some(node.value? - played.loss?),
        }
    }

    /// The cost of a move of a node, in plies: the smaller one of what it loses and its rarity.
    fn step_cost(
        &self,
        rules: &GrowRules,
        values: &[Option<f64>],
        number: usize,
        played: &GrowMove,
    ) -> f64 {
        let node = &self.nodes[number];
        let worth = self.worth(rules, values, node, played);
        let loss = values[number].zip(worth).map(|(value, worth)| (value - worth).max(0.0));
        let alpha = rules.alpha * if rules.side == Some(node.to_play) { OWN_LOSSES } else { 1.0 };
        let behind = match (loss, played.rarity()) {
            (Some(loss), Some(rarity)) => (alpha * loss).min(rules.gamma * rarity),
            (Some(loss), None) => alpha * loss,
            (None, Some(rarity)) => rules.gamma * rarity,
            (None, None) => rules.alpha * rules.loss,
        };
        if played.is_forced { FORCED_PLY + behind } else { 1.0 + behind }
    }

    /// Counts the reserved moves of each node that take one of its places.
    fn reserved_places(&self, reserved: &HashSet<GrowChoice>) -> HashMap<usize, usize> {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for choice in reserved {
            if let GrowChoice::Expand { node, place } = *choice
                && let Some(played) = self.nodes.get(node).and_then(|node| node.moves.get(place))
                && played.child.is_none()
                && played.counts_for_width
            {
                *counts.entry(node).or_default() += 1;
            }
        }
        counts
    }

    /// The order of two choices: by cost, then by the steps and the text of the line they lead to.
    fn compare(&self, one: &ChosenGrowth, other: &ChosenGrowth) -> Ordering {
        let units = |chosen: &ChosenGrowth| (chosen.cost * COST_UNITS).round();
        let line = |chosen: &ChosenGrowth| self.line_after(chosen.choice);
        units(one)
            .total_cmp(&units(other))
            .then_with(|| line(one).count().cmp(&line(other).count()))
            // Steps order like their texts.
            .then_with(|| line(one).cmp(line(other)))
    }

    /// The steps of the line that a choice leads to.
    fn line_after(&self, choice: GrowChoice) -> impl Iterator<Item = Step> {
        let (number, place) = match choice {
            GrowChoice::Evaluate(number) => (number, None),
            GrowChoice::Expand { node, place } => (node, Some(place)),
        };
        let node = &self.nodes[number];
        let added = place.and_then(|place| node.moves.get(place)).map(|played| played.step);
        node.line.steps().iter().copied().chain(added)
    }
}

/// What an engine is asked next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GrowChoice {
    /// The value of a node of the book, by its number.
    Evaluate(usize),
    /// The value of the position after a move outside the book, which is added. If the position is
    /// in the book already, only the link is missing.
    Expand {
        /// Number of the node.
        node: usize,
        /// Index into the node's moves.
        place: usize,
    },
}

/// A choice and its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenGrowth {
    /// The choice.
    pub choice: GrowChoice,
    /// Plies from the root.
    pub cost: f64,
}

/// Values and costs of the nodes of a graph. Whatever changes the graph makes it stale.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowSolution {
    /// What each node is worth to the side to move; `None` without an evaluation at or below it.
    pub values: Vec<Option<f64>>,
    /// Plies from the root to each node; infinite where no link leads.
    pub costs: Vec<f64>,
}

impl GrowSolution {
    /// Returns what a node's move is worth to the side that plays it; `None` if nothing is known
    /// about it.
    #[must_use]
    pub fn worth(
        &self,
        graph: &GrowGraph,
        rules: &GrowRules,
        node: usize,
        place: usize,
    ) -> Option<f64> {
        let node = graph.nodes.get(node)?;
        graph.worth(rules, &self.values, node, node.moves.get(place)?)
    }

    /// Returns the cheapest choice that is not reserved: to evaluate a node without a value, or to
    /// add a move of a node with one. Reserved moves take places of their nodes as if they were
    /// added. Nodes that no link from the root leads to and proven ones are left alone.
    #[must_use]
    pub fn next(
        &self,
        graph: &GrowGraph,
        rules: &GrowRules,
        reserved: &HashSet<GrowChoice>,
    ) -> Option<ChosenGrowth> {
        let reserved_places = graph.reserved_places(reserved);
        let mut least: Option<ChosenGrowth> = None;
        let mut offer = |choice: GrowChoice, cost: f64| {
            let offered = ChosenGrowth { choice, cost };
            let is_less = least.is_none_or(|least| graph.compare(&offered, &least).is_lt());
            if is_less && !reserved.contains(&choice) {
                least = Some(offered);
            }
        };
        for (number, (node, &cost)) in graph.nodes.iter().zip(&self.costs).enumerate() {
            if node.proven.is_some() || cost.is_infinite() {
                continue;
            }
            if node.value.is_none() {
                offer(GrowChoice::Evaluate(number), cost);
                continue;
            }
            let taken = reserved_places.get(&number).copied().unwrap_or_default();
            let has_room = self.has_room(graph, rules, node, taken);
            for (place, played) in node.moves.iter().enumerate() {
                if rules.allows(node, played) && (has_room || !played.counts_for_width) {
                    let step = graph.step_cost(rules, &self.values, number, played);
                    offer(GrowChoice::Expand { node: number, place }, cost + step);
                }
            }
        }
        least
    }

    /// Whether a node has a place left besides those that reserved moves take. One more place is
    /// there if the best child is well below the engine's value: the right move may be missing.
    fn has_room(
        &self,
        graph: &GrowGraph,
        rules: &GrowRules,
        node: &GrowNode,
        reserved: usize,
    ) -> bool {
        let children = || node.moves.iter().filter(|played| played.child.is_some());
        let taken = reserved + children().filter(|played| played.counts_for_width).count();
        match taken.cmp(&rules.width(node.line.len())) {
            Ordering::Less => true,
            Ordering::Equal => {
                let worth = |played| graph.worth(rules, &self.values, node, played);
                let best = children().filter_map(worth).reduce(f64::max);
                best.zip(node.value).is_some_and(|(best, value)| value - best > rules.margin)
            }
            Ordering::Greater => false,
        }
    }
}

#[cfg(test)]
mod tests;
