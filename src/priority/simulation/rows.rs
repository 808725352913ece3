//! What a policy keeps of the games that were played.

use std::ops::Range;

use super::noticed::Noticed;
use super::world::CLASSES;
use crate::priority::result::baseline;

/// The sums of all games: of each opponent, of the moves of each opponent, of each class, and of all.
/// A move is the node that it leads to.
pub struct Rows {
    opponents: Vec<Total>,
    own: Vec<Vec<OwnRow>>,
    classes: Vec<Vec<PoolRow>>,
    all: Vec<PoolRow>,
    /// One for each opponent, if it is kept as the service keeps it.
    noticed: Vec<Noticed>,
}

/// Settled baselines are in steps of one in so many.
const LEVELS: f64 = 64.0;

/// All games of one opponent.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    games: u32,
    points: u32,
}

/// The games of one opponent with one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OwnRow {
    /// How many.
    pub games: u32,
    /// How many we won.
    pub won: u32,
    /// By how much the results are above the baselines.
    pub above: f64,
}

impl OwnRow {
    /// Adds a game.
    pub fn add(&mut self, won: bool, above: f64) {
        self.games += 1;
        self.won += u32::from(won);
        self.above += above;
    }
}

/// The games of many opponents with one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoolRow {
    /// How many.
    pub games: u32,
    /// By how much the results are above the baselines.
    pub above: f64,
    /// Opponents with a game.
    pub opponents: u32,
    /// Classes with a game, if it is of all.
    pub classes: u32,
}

/// Who plays.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// Whose games count for the baseline.
    pub opponent: usize,
    /// Whose moves' rows they are: an opponent with a new version has new ones.
    pub identity: usize,
}

impl Player {
    /// The class.
    pub fn class(self) -> usize {
        self.opponent % CLASSES
    }
}

impl Rows {
    /// No games, of so many opponents in so many identities, with so many moves.
    pub fn new(identities: usize, moves: usize) -> Rows {
        Rows {
            opponents: vec![Total::default(); identities],
            own: vec![vec![OwnRow::default(); moves]; identities],
            classes: vec![vec![PoolRow::default(); moves]; CLASSES],
            all: vec![PoolRow::default(); moves],
            noticed: Vec::new(),
        }
    }

    /// The same as the service keeps it: changes of an opponent are noticed by its replies, and its games are
    /// measured against its baseline over all of them and not over those before each.
    pub fn noticing(identities: usize, moves: usize) -> Rows {
        Rows {
            noticed: (0..identities).map(|_| Noticed::new(moves)).collect(),
            ..Rows::new(identities, moves)
        }
    }

    /// The mean result against an opponent so far.
    pub fn baseline(&self, player: Player) -> f64 {
        let total = self.opponents[player.opponent];
        baseline(f64::from(total.points), f64::from(total.games))
    }

    /// The opponent's games with each move since it last changed, as far as that was noticed.
    pub fn own(&self, player: Player) -> &[OwnRow] {
        match self.noticed.get(player.identity) {
            Some(noticed) => noticed.own(),
            None => self.whole(player),
        }
    }

    /// All of the opponent's games with each move.
    pub fn whole(&self, player: Player) -> &[OwnRow] {
        &self.own[player.identity]
    }

    /// The games of the opponent's class with each move, the opponent's among them.
    pub fn class(&self, player: Player) -> &[PoolRow] {
        &self.classes[player.class()]
    }

    /// All games with each move.
    pub fn all(&self) -> &[PoolRow] {
        &self.all
    }

    /// Adds a game to the rows of its moves. `replies` are the opponent's choices in it: among which moves, and
    /// which one.
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
        let baseline = match self.noticed.is_empty() {
            true => before,
            false => self.settle(player, before, moves),
        };
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

    /// Measures all games of an opponent against its baseline as it is now, and gives that.
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
        new.for_each(|at| noticed.note(*at));
        baseline
    }
}
