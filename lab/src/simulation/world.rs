//! True values of moves against each opponent, and the opponents' preferences.

use super::tree::Tree;
use joseki_priority::random::{hash, normal};

const WORTH_TO_ALL: u64 = 4;
const WORTH_TO_CLASS: u64 = 5;
const WORTH_TO_ONE: u64 = 6;
const STRENGTH: u64 = 7;
const LIKED_BY_ALL: u64 = 8;
const LIKED_BY_ONE: u64 = 9;
const CURATOR: u64 = 10;
const COUNTED: u64 = 11;

/// Number of opponents.
pub const OPPONENTS: usize = 16;
/// Number of classes, assigned in turn.
pub const CLASSES: usize = 4;

/// True values for one seed.
pub struct World {
    /// The seed.
    pub seed: u64,
    /// Tree of positions.
    pub tree: Tree,
    /// Public knowledge of the move to each node: the value of the verdict and the number of master
    /// games.
    pub advice: Vec<Advice>,
    opponents: Vec<Opponent>,
}

/// Public knowledge of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Advice {
    /// Value of the verdict, −2 to 2.
    pub verdict: i8,
    /// Number of times played by masters.
    pub count: u8,
}

impl Advice {
    /// Returns a number that orders by verdict, then by count.
    pub fn order(self) -> f64 {
        f64::from(self.verdict) + 1e-4 * f64::from(self.count)
    }
}

/// True values of one opponent in one version.
pub struct Opponent {
    /// Expected result from each node with our best play.
    pub value: Vec<f64>,
    /// Probability of the opponent's move to each node; 0 for our moves.
    pub share: Vec<f64>,
}

/// Parts of a move's value that do not depend on the opponent.
struct SharedValues {
    all: Vec<f64>,
    liked: Vec<f64>,
    classes: Vec<Vec<f64>>,
}

impl World {
    /// Creates the world of a seed with a number of versions of every opponent.
    pub fn new(seed: u64, versions: usize) -> World {
        let tree = Tree::new(seed);
        let common = SharedValues::new(seed, &tree);
        let opponent =
            |at: usize| Opponent::new(seed, &tree, &common, at % OPPONENTS, at / OPPONENTS);
        World {
            seed,
            advice: advice(seed, &tree),
            opponents: (0..OPPONENTS * versions).map(opponent).collect(),
            tree,
        }
    }

    /// Returns an opponent in a version, from 0.
    pub fn opponent(&self, opponent: usize, version: usize) -> &Opponent {
        &self.opponents[version * OPPONENTS + opponent]
    }
}

/// `½ + ½·x/√(1 + x²)`, from 0 to 1.
fn sigmoid(x: f64) -> f64 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

fn advice(seed: u64, tree: &Tree) -> Vec<Advice> {
    let advice = |edge: u64| {
        let draw = |tag| normal(hash(seed, tag, [edge, 0, 0]));
        let worth = draw(WORTH_TO_ALL);
        let judged = 0.6 * worth + 0.8 * draw(CURATOR);
        let verdict = i8::from(judged.abs() > 0.5) + i8::from(judged.abs() > 1.5);
        let counted = 0.5 * worth + 0.866_025_403_784_438_6 * draw(COUNTED);
        Advice {
            verdict: if judged < 0.0 { -verdict } else { verdict },
            count: (100.0 * sigmoid(counted)) as u8,
        }
    };
    let nodes = tree.nodes().iter();
    nodes.map(|node| advice(u64::from(node.edge))).collect()
}

impl SharedValues {
    fn new(seed: u64, tree: &Tree) -> SharedValues {
        let draws = |tag, of| -> Vec<f64> {
            let draw = |edge| normal(hash(seed, tag, [u64::from(edge), of, 0]));
            tree.nodes().iter().map(|node| draw(node.edge)).collect()
        };
        let class = |class| draws(WORTH_TO_CLASS, class as u64);
        SharedValues {
            all: draws(WORTH_TO_ALL, 0),
            liked: draws(LIKED_BY_ALL, 0),
            classes: (0..CLASSES).map(class).collect(),
        }
    }
}

impl Opponent {
    fn new(seed: u64, tree: &Tree, common: &SharedValues, at: usize, version: usize) -> Opponent {
        let nodes = tree.nodes();
        let arguments = |edge: u32| [u64::from(edge), at as u64, version as u64];
        let class = &common.classes[at % CLASSES];
        let mut value = vec![0.0; nodes.len()];
        let mut share = vec![0.0; nodes.len()];
        value[0] = 0.35 * normal(hash(seed, STRENGTH, [at as u64, 0, 0]));
        for (parent, node) in nodes.iter().enumerate() {
            let reach = 0.30 * 0.92f64.powi(i32::from(node.depth));
            for child in node.children() {
                let arguments = arguments(nodes[child].edge);
                let one = normal(hash(seed, WORTH_TO_ONE, arguments));
                let worth = 0.4f64.sqrt() * common.all[child]
                    + 0.25f64.sqrt() * class[child]
                    + 0.35f64.sqrt() * one;
                value[child] = value[parent] + reach * worth;
                if !node.is_ours() {
                    let liked = normal(hash(seed, LIKED_BY_ONE, arguments));
                    let liking = sigmoid(0.8 * common.liked[child] + 0.8 * liked - 0.6 * worth);
                    share[child] = liking * liking + 0.01;
                }
            }
            if !node.is_ours() {
                normalise(&mut share[node.children()]);
            }
        }
        induce(tree, &mut value, &share);
        Opponent { value, share }
    }
}

fn normalise(weights: &mut [f64]) {
    let whole = 1.0 / weights.iter().sum::<f64>();
    weights.iter_mut().for_each(|weight| *weight *= whole);
}

/// Backward induction: from the summed worths of the terminal nodes to the value of every node.
fn induce(tree: &Tree, value: &mut [f64], share: &[f64]) {
    for (at, node) in tree.nodes().iter().enumerate().rev() {
        let children = node.children();
        value[at] = if node.is_last() {
            sigmoid(value[at])
        } else if node.is_ours() {
            value[children].iter().copied().fold(0.0, f64::max)
        } else {
            let replies = value[children.clone()].iter().zip(&share[children]);
            replies.map(|(value, share)| value * share).sum()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_golden_values_of_the_first_world() {
        let strength = 0.35 * normal(hash(1, STRENGTH, [0, 0, 0]));
        assert!((strength - 0.270_807_370_068_897_4).abs() < 1e-16);
        let world = World::new(1, 1);
        for (opponent, value) in [
            (0, 0.765_199_296_592_741_2),
            (1, 0.451_918_105_775_274_36),
            (15, 0.794_217_533_844_621_1),
        ] {
            let found = world.opponent(opponent, 0).value[0];
            assert!((found - value).abs() < 3e-16, "{opponent}: {found}");
        }
    }

    #[test]
    fn advice_and_replies_are_in_range() {
        let world = World::new(2, 2);
        assert!(world.advice.iter().all(|advice| advice.count < 100));
        let verdict = |verdict| world.advice.iter().filter(move |known| known.verdict == verdict);
        assert!((-2..=2).all(|value| verdict(value).count() > world.advice.len() / 30));
        for (version, opponent) in [(0, 3), (1, 3)] {
            let opponent = world.opponent(opponent, version);
            for node in world.tree.nodes().iter().filter(|node| !node.is_last()) {
                let sum: f64 = opponent.share[node.children()].iter().sum();
                let expected = if node.is_ours() { 0.0 } else { 1.0 };
                assert!((sum - expected).abs() < 1e-12);
            }
            assert!(opponent.value.iter().all(|value| (0.0..1.0).contains(value)));
        }
        let root = |version| world.opponent(3, version).value[0].to_bits();
        assert_ne!(root(0), root(1));
    }
}
