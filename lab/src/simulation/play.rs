//! Plays one policy in one scenario of one world, game by game.

use std::ops::Range;

use super::policy::{Changes, Policy, PolicyChoice, learning_reply};
use super::rows::{Player, Rows};
use super::scenario::{LAST, Phase, Scenario};
use super::world::{OPPONENTS, Opponent, World};
use joseki_priority::random::{hash, uniform};

const REPLY: u64 = 12;
const RESULT: u64 = 13;

/// Outcome of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Mean regret of the opponents at each checkpoint of the scenario: the expected result lost by
    /// our moves compared with the best ones, in won games.
    pub regret: Vec<f64>,
    /// Mean result of the last 500 rounds.
    pub win_last: f64,
}

/// Plays all games of a scenario.
#[must_use]
pub fn play(world: &World, scenario: Scenario, policy: &Policy) -> Outcome {
    let phases = scenario.phases();
    let changes = phases.iter().any(|phase| phase.version > 0);
    let nodes = world.tree.nodes().len();
    let rows = match policy.changes {
        Changes::Announced if changes => Rows::new(2 * OPPONENTS, nodes),
        Changes::Detected => Rows::detecting(OPPONENTS, nodes),
        _ => Rows::new(OPPONENTS, nodes),
    };
    let mut run = SimulationRun {
        world,
        scenario,
        policy,
        rows,
        path: Vec::new(),
        replies: Vec::new(),
        score: Score::default(),
        last: phases.last().map_or(0, |phase| phase.rounds.end - LAST),
    };
    phases.iter().for_each(|phase| run.phase(phase));
    let score = run.score;
    Outcome { regret: score.regret, win_last: score.won / score.games }
}

struct SimulationRun<'a> {
    world: &'a World,
    scenario: Scenario,
    policy: &'a Policy,
    rows: Rows,
    path: Vec<usize>,
    replies: Vec<(Range<usize>, usize)>,
    score: Score,
    /// First of the last rounds.
    last: u64,
}

/// Totals of the scored games.
#[derive(Default)]
struct Score {
    rounds: u64,
    total: f64,
    regret: Vec<f64>,
    games: f64,
    won: f64,
}

impl SimulationRun<'_> {
    fn phase(&mut self, phase: &Phase) {
        for round in phase.rounds.clone() {
            for opponent in phase.opponents.clone() {
                let player = self.player(opponent, phase.version);
                let (regret, won) = self.game(player, phase.version, round);
                if phase.scored {
                    self.score(round, regret, won);
                }
            }
            if phase.scored {
                self.end_of_round(phase.opponents.len());
            }
        }
    }

    fn player(&self, opponent: usize, version: usize) -> Player {
        let told = self.policy.changes == Changes::Announced && version > 0;
        Player { opponent, identity: opponent + if told { OPPONENTS } else { 0 } }
    }

    fn score(&mut self, round: u64, regret: f64, won: bool) {
        self.score.total += regret;
        if round >= self.last {
            self.score.games += 1.0;
            self.score.won += f64::from(u8::from(won));
        }
    }

    fn end_of_round(&mut self, opponents: usize) {
        self.score.rounds += 1;
        if self.scenario.checkpoints().contains(&self.score.rounds) {
            let regret = self.score.total / opponents as f64;
            self.score.regret.push(regret);
        }
    }

    /// Plays one game; returns its regret, and whether we won.
    fn game(&mut self, player: Player, version: usize, round: u64) -> (f64, bool) {
        let world = self.world;
        let truth = world.opponent(player.opponent, version);
        self.path.clear();
        self.replies.clear();
        let (mut at, mut regret) = (0, 0.0);
        while !world.tree.nodes()[at].is_last() {
            let next = if world.tree.nodes()[at].is_ours() {
                let next = self.choose(player, round, at);
                regret += truth.value[at] - truth.value[next];
                next
            } else {
                let next = self.reply(player, truth, round, at);
                self.replies.push((world.tree.nodes()[at].children(), next));
                next
            };
            self.path.push(next);
            at = next;
        }
        let draw = hash(world.seed, RESULT, [player.opponent as u64, round, 0]);
        let won = uniform(draw) < truth.value[at];
        self.rows.add(player, &self.path, &self.replies, won);
        (regret, won)
    }

    fn choose(&self, player: Player, round: u64, node: usize) -> usize {
        let choice = PolicyChoice { world: self.world, rows: &self.rows, player, round, node };
        choice.by(&self.policy.rule)
    }

    fn reply(&self, player: Player, truth: &Opponent, round: u64, at: usize) -> usize {
        let node = self.world.tree.nodes()[at];
        let children = node.children();
        if self.scenario == Scenario::Adversary {
            return learning_reply(children, self.rows.whole(player), &truth.share);
        }
        let arguments = [player.opponent as u64, round, u64::from(node.id)];
        let draw = uniform(hash(self.world.seed, REPLY, arguments));
        let last = children.end - 1;
        let mut sum = 0.0;
        let mut below = |child: &usize| {
            sum += truth.share[*child];
            draw < sum
        };
        { children }.find(|child| below(child)).unwrap_or(last)
    }
}
