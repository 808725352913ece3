//! Totals that a policy keeps of the games played.

use std::ops::Range;

use super::noticed::OpponentHistory;
use super::world::CLASSES;
use joseki_priority::result::baseline;

/// Totals of all games: by opponent, and by move for each opponent, each class and overall. A move
/// is identified by the node that it leads to.
pub struct Rows {
    opponents: Vec<OpponentTally>,
    own: Vec<Vec<OwnRow>>,
    classes: Vec<Vec<PoolRow>>,
    all: Vec<PoolRow>,
    /// One per opponent if changes are detected, as in the service.
    noticed: Vec<OpponentHistory>,
}

/// Baselines are rounded to multiples of 1/64 before games are adjusted to them.
const LEVELS: f64 = 64.0;

/// All games of one opponent.
#[derive(Clone, Copy, Debug, Default)]
struct OpponentTally {
    games: u32,
    points: u32,
}

/// Games of one opponent with one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OwnRow {
    /// Number of games.
    pub games: u32,
    /// Number of games that we won.
    pub won: u32,
    /// Sum of the results minus the baselines.
    pub above: f64,
}

impl OwnRow {
    /// Adds a game.
    pub fn add(&mut self, won: bool, above: f64) {
        self.games += 1;
        self.won += u32::from(won);
        self.above += above;
    }

    /// Returns the games that are not among others.
    #[must_use]
    pub fn without(self, other: OwnRow) -> OwnRow {
        OwnRow {
            games: self.games - other.games,
            won: self.won - other.won,
            above: self.above - other.above,
        }
    }
}

/// Games of many opponents with one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoolRow {
    /// Number of games.
    pub games: u32,
    /// Sum of the results minus the baselines.
    pub above: f64,
    /// Number of opponents with a game.
    pub opponents: u32,
    /// Number of classes with a game, in the overall totals.
    pub classes: u32,
}

/// Opponent as seen by a policy.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// Index of the opponent whose games count for the baseline.
    pub opponent: usize,
    /// Index of the rows of moves: an opponent with a new version has new ones.
    pub identity: usize,
}

impl Player {
    /// Returns the class.
    pub fn class(self) -> usize {
        self.opponent % CLASSES
    }
}

impl Rows {
    /// Creates totals without games for a number of identities and moves.
    pub fn new(identities: usize, moves: usize) -> Rows {
        Rows {
            opponents: vec![OpponentTally::default(); identities],
            own: vec![vec![OwnRow::default(); moves]; identities],
            classes: vec![vec![PoolRow::default(); moves]; CLASSES],
            all: vec![PoolRow::default(); moves],
            noticed: Vec::new(),
        }
    }

    /// Creates totals as kept by the service: changes of an opponent are detected from its replies,
    /// and its games are measured against its baseline over all of them rather than over those
    /// before each.
    pub fn detecting(identities: usize, moves: usize) -> Rows {
        Rows {
            noticed: (0..identities).map(|_| OpponentHistory::new(moves)).collect(),
            ..Rows::new(identities, moves)
        }
    }

    /// Returns the mean result against an opponent so far.
    pub fn baseline(&self, player: Player) -> f64 {
        let total = self.opponents[player.opponent];
        baseline(f64::from(total.points), f64::from(total.games))
    }

    /// Returns the opponent's games by move since its last detected change.
    pub fn own(&self, player: Player) -> &[OwnRow] {
        match self.noticed.get(player.identity) {
            Some(noticed) => noticed.own(),
            None => self.whole(player),
        }
    }

    /// Returns all games of the opponent by move.
    pub fn whole(&self, player: Player) -> &[OwnRow] {
        &self.own[player.identity]
    }

    /// Whether there are rows of an identity.
    pub fn has(&self, identity: usize) -> bool {
        identity < self.own.len()
    }

    /// Returns the games of the opponent's class by move, including the opponent's.
    pub fn class(&self, player: Player) -> &[PoolRow] {
        &self.classes[player.class()]
    }

    /// Returns all games by move.
    pub fn all(&self) -> &[PoolRow] {
        &self.all
    }

    /// Adds a game to the rows of its moves. `replies` are the opponent's choices in it: the
    /// alternatives and the choice.
    pub fn add(
        &mut self,
        player: Player,
        moves: &[usize],
        replies: &[(Range<usize>, usize)],
        won: bool,
    ) {
        let before = self.baseline(player);
        let total = &mut self.opponents[player.opponent];
        total.games += 1;
        total.points += u32::from(won);
        let baseline =
            if self.noticed.is_empty() { before } else { self.settle(player, before, moves) };
        if let Some(noticed) = self.noticed.get_mut(player.identity) {
            noticed.add(moves, replies, won, baseline);
        }
        let above = f64::from(u8::from(won)) - baseline;
        for &at in moves {
            let own = &mut self.own[player.identity][at];
            let class = &mut self.classes[player.class()][at];
            let all = &mut self.all[at];
            all.classes += u32::from(class.games == 0);
            for pool in [class, all] {
                pool.opponents += u32::from(own.games == 0);
                pool.games += 1;
                pool.above += above;
            }
            own.add(won, above);
        }
    }

    /// Adjusts all games of an opponent to its current baseline, and returns it.
    fn settle(&mut self, player: Player, before: f64, moves: &[usize]) -> f64 {
        let round = |baseline: f64| (baseline * LEVELS).round() / LEVELS;
        let baseline = round(self.baseline(player));
        let change = baseline - round(before);
        let noticed = &mut self.noticed[player.identity];
        let own = &mut self.own[player.identity];
        if change != 0.0 {
            noticed.settle(change);
            for at in noticed.moves() {
                let more = f64::from(own[*at].games) * change;
                own[*at].above -= more;
                self.classes[player.class()][*at].above -= more;
                self.all[*at].above -= more;
            }
        }
        let new = moves.iter().filter(|at| own[**at].games == 0);
        new.for_each(|at| noticed.record(*at));
        baseline
    }
}
