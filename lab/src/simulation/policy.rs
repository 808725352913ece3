//! The policies compared, and how each chooses among the moves of a position.

use std::ops::Range;

use smallvec::SmallVec;

use super::rows::{OwnRow, Player, PoolRow, Rows};
use super::world::{Advice, CLASSES, OPPONENTS, World};
use joseki_priority::random::{hash, uniform};
use joseki_priority::{
    Beliefs, Edge, Estimate, Estimator, OpponentContext, OpponentGames, Parameters, PooledGames,
    PriorEvidence, PriorityContext, Spread,
};

const CHOICE: u64 = 14;
/// Weight of the uncertainty in UCB1.
const UCB1: f64 = 0.35;
/// Weight of the uncertainty in PUCT.
const PUCT: f64 = 0.5;

/// A policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// Name.
    pub name: &'static str,
    /// Rule by which it chooses.
    pub rule: Rule,
    /// How it learns that an opponent has changed.
    pub changes: Changes,
}

/// How a policy learns that an opponent has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// It does not.
    Unknown,
    /// From a new name of the opponent.
    Announced,
    /// From the opponent's replies.
    Detected,
}

/// Rule by which a policy chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Best verdict.
    Verdict,
    /// Uniformly random.
    Uniform,
    /// Best mean so far against the opponent.
    Greedy,
    /// The same with a bonus for rarely played moves.
    Ucb1,
    /// The same with a bonus weighted by verdicts.
    Puct,
    /// Hierarchical Bayes on the opponent's own games only.
    Own(Parameters),
    /// Hierarchical Bayes on the games of all opponents.
    Pooled(Parameters),
}

impl Policy {
    /// All policies, in the order of reports.
    pub const ALL: [Policy; 11] = [
        Policy::new("static", Rule::Verdict),
        Policy::new("uniform", Rule::Uniform),
        Policy::new("greedy", Rule::Greedy),
        Policy::new("ucb1", Rule::Ucb1),
        Policy::new("puct", Rule::Puct),
        Policy::new("hb_nopool", Rule::Own(Parameters::HB_UCB)),
        Policy::new("hb", Rule::Pooled(Parameters::HB_UCB)),
        Policy {
            name: "hb_version",
            rule: Rule::Pooled(Parameters::HB_UCB),
            changes: Changes::Announced,
        },
        Policy {
            name: "hb_drift",
            rule: Rule::Pooled(Parameters::HB_UCB),
            changes: Changes::Detected,
        },
        Policy {
            name: "hb_steady",
            rule: Rule::Pooled(Parameters::STEADY),
            changes: Changes::Detected,
        },
        Policy {
            name: "hb_joint",
            rule: Rule::Pooled(Parameters::DEFAULT),
            changes: Changes::Detected,
        },
    ];

    /// Creates a policy that does not learn of changes.
    pub const fn new(name: &'static str, rule: Rule) -> Policy {
        Policy { name, rule, changes: Changes::Unknown }
    }

    /// Returns the policy with this name.
    pub fn from_name(name: &str) -> Option<Policy> {
        Policy::ALL.into_iter().find(|policy| policy.name == name)
    }
}

/// Position in which a policy has to choose.
pub struct PolicyChoice<'a> {
    /// The true world; a policy only uses its public part.
    pub world: &'a World,
    /// Games so far.
    pub rows: &'a Rows,
    /// The opponent.
    pub player: Player,
    /// Number of the round.
    pub round: u64,
    /// Index of the node.
    pub node: usize,
}

impl PolicyChoice<'_> {
    /// Returns the node of the move that a rule chooses.
    pub fn by(&self, rule: &Rule) -> usize {
        match rule {
            Rule::Verdict => self.first(|at| self.advice(at).order()),
            Rule::Uniform => self.any(),
            Rule::Greedy => self.first(|at| {
                let own = self.own(at);
                let mean = (f64::from(own.won) + 0.5) / (f64::from(own.games) + 1.0);
                mean + 1e-9 * self.advice(at).order()
            }),
            Rule::Ucb1 => self.ucb1(),
            Rule::Puct => self.puct(),
            Rule::Own(parameters) => self.bayes(parameters, |at| self.edge(at)),
            Rule::Pooled(parameters) if parameters.tau_level.is_some() => {
                let spread = parameters.spread(self.ply());
                self.bayes(parameters, |at| self.estimated(at, &spread))
            }
            Rule::Pooled(parameters) => self.bayes(parameters, |at| self.pooled(at)),
        }
    }

    fn children(&self) -> Range<usize> {
        self.world.tree.nodes()[self.node].children()
    }

    fn advice(&self, at: usize) -> Advice {
        self.world.advice[at]
    }

    fn own(&self, at: usize) -> OwnRow {
        self.rows.own(self.player)[at]
    }

    fn games(&self) -> f64 {
        let own = &self.rows.own(self.player)[self.children()];
        f64::from(own.iter().map(|row| row.games).sum::<u32>())
    }

    /// Returns the child with the highest value, the first of equals.
    fn first(&self, value: impl FnMut(usize) -> f64) -> usize {
        first(self.children(), value)
    }

    fn any(&self) -> usize {
        let children = self.children();
        let position = u64::from(self.world.tree.nodes()[self.node].id);
        let arguments = [self.player.opponent as u64, self.round, position];
        let draw = uniform(hash(self.world.seed, CHOICE, arguments));
        children.start + (draw * children.len() as f64) as usize
    }

    fn ucb1(&self) -> usize {
        let tried = (self.games() + 1.0).ln();
        first_untried(
            self.children(),
            |at| f64::from(self.own(at).games),
            |at| self.advice(at).order(),
            |at| {
                let own = self.own(at);
                ucb1(f64::from(own.won), f64::from(own.games), tried)
            },
        )
    }

    fn puct(&self) -> usize {
        let children = self.children();
        let weight = |at: usize| (3.0 + f64::from(self.advice(at).verdict)).powi(2);
        let whole: f64 = children.clone().map(weight).sum();
        let games = self.games();
        let own = &self.rows.own(self.player)[children];
        let won = f64::from(own.iter().map(|row| row.won).sum::<u32>());
        let untried = (won + 5.0 * self.rows.baseline(self.player)) / (games + 5.0);
        self.first(|at| {
            let own = self.own(at);
            let tried = f64::from(own.games);
            let mean = match own.games {
                0 => untried,
                _ => f64::from(own.won) / tried,
            };
            mean + PUCT * (weight(at) / whole) * (games + 1.0).sqrt() / (1.0 + tried)
        })
    }

    fn bayes(&self, parameters: &Parameters, edge: impl Fn(usize) -> Edge) -> usize {
        let children = self.children();
        let edges: SmallVec<[Edge; 8]> = children.clone().map(edge).collect();
        let beliefs: Beliefs = parameters.beliefs(&edges, &self.asked());
        first(children.clone(), |at| beliefs[at - children.start].priority())
    }

    fn ply(&self) -> usize {
        usize::from(self.world.tree.nodes()[self.node].depth)
    }

    fn asked(&self) -> PriorityContext {
        let incoming = |node| own(self.own(node));
        PriorityContext {
            ply: self.ply(),
            class: true,
            opponent: Some(OpponentContext {
                baseline: self.rows.baseline(self.player),
                incoming: (self.node > 0).then(|| incoming(self.node)),
            }),
        }
    }

    fn edge(&self, at: usize) -> Edge {
        Edge {
            prior: PriorEvidence { verdict: self.advice(at).verdict, ..PriorEvidence::default() },
            own: own(self.own(at)),
            ..Edge::default()
        }
    }

    fn pooled(&self, at: usize) -> Edge {
        let own = self.own(at);
        let class = self.rows.class(self.player)[at];
        let all = self.rows.all()[at];
        let others = PoolRow {
            games: all.games - class.games,
            above: all.above - class.above,
            opponents: all.opponents - class.opponents,
            classes: all.classes - u32::from(class.games > 0),
        };
        // An opponent before its change counts as another one of its class.
        let whole = self.rows.whole(self.player)[at];
        let before = u32::from(whole.games > own.games);
        let class = PoolRow {
            games: class.games - own.games,
            above: class.above - own.above,
            opponents: class.opponents + before - u32::from(whole.games > 0),
            classes: 0,
        };
        Edge { others: pool(others), class: pool(class), ..self.edge(at) }
    }

    /// The same, with each opponent weighted by its number of games.
    fn estimated(&self, at: usize, spread: &Spread) -> Edge {
        let mut edge = self.pooled(at);
        let mut others = Estimator::default();
        for class in 0..CLASSES {
            let of_class = self.class_estimate(class, at, spread);
            if class == self.player.class() {
                edge.class.estimate = of_class;
            } else if let Some(Estimate { mean, variance }) = of_class {
                others.add(Estimate { mean, variance: variance + spread.class });
            }
        }
        edge.others.estimate = others.estimate();
        edge
    }

    /// Returns what the games of a class say of a move, without the opponent's own.
    fn class_estimate(&self, class: usize, at: usize, spread: &Spread) -> Option<Estimate> {
        let mut estimator = Estimator::default();
        for opponent in (class..OPPONENTS).step_by(CLASSES) {
            let identities = [opponent, opponent + OPPONENTS].into_iter();
            for identity in identities.filter(|identity| self.rows.has(*identity)) {
                let mut row = self.rows.whole(Player { opponent, identity })[at];
                if identity == self.player.identity {
                    row = row.without(self.own(at));
                }
                if row.games > 0 {
                    let games = f64::from(row.games);
                    let variance = spread.opponent + spread.game / games;
                    estimator.add(Estimate { mean: row.above / games, variance });
                }
            }
        }
        estimator.estimate()
    }
}

fn own(row: OwnRow) -> OpponentGames {
    OpponentGames { games: f64::from(row.games), points: f64::from(row.won) }
}

fn pool(row: PoolRow) -> PooledGames {
    PooledGames {
        games: f64::from(row.games),
        above: row.above,
        opponents: row.opponents,
        classes: row.classes,
        estimate: None,
    }
}

/// Returns the reply of an opponent that learns by UCB1 from its own results; untried moves come
/// first, in the order of its preference.
pub fn learning_reply(children: Range<usize>, own: &[OwnRow], share: &[f64]) -> usize {
    let games = |at: usize| f64::from(own[at].games);
    let tried = (children.clone().map(games).sum::<f64>() + 1.0).ln();
    let value = |at: usize| ucb1(games(at) - f64::from(own[at].won), games(at), tried);
    first_untried(children, games, |at| share[at], value)
}

fn ucb1(points: f64, games: f64, tried: f64) -> f64 {
    points / games + UCB1 * (tried / games).sqrt()
}

/// Returns the best untried move by one order, or if there is none the best move by another.
fn first_untried(
    children: Range<usize>,
    games: impl Fn(usize) -> f64,
    untried: impl Fn(usize) -> f64,
    tried: impl Fn(usize) -> f64,
) -> usize {
    if children.clone().any(|at| games(at) == 0.0) {
        let value = |at| match games(at) {
            0.0 => untried(at),
            _ => f64::NEG_INFINITY,
        };
        first(children, value)
    } else {
        first(children, tried)
    }
}

/// Returns the move with the highest value, the first of equals.
fn first(children: Range<usize>, mut value: impl FnMut(usize) -> f64) -> usize {
    let mut best = (f64::NEG_INFINITY, children.start);
    for at in children {
        let value = value(at);
        if value > best.0 {
            best = (value, at);
        }
    }
    best.1
}
