//! State of a policy that detects changes of an opponent: its games by epoch, and which of them are
//! its own.

use std::collections::BTreeMap;
use std::ops::Range;

use super::rows::OwnRow;
use joseki_priority::drift::{DriftDetector, Replies, Since};
use joseki_priority::result::{EPOCH, epoch};

/// State kept about one opponent.
pub struct OpponentHistory {
    drift: DriftDetector,
    since: Since,
    /// Replies of the current epoch, by position and move.
    replies: BTreeMap<(usize, usize), u32>,
    games: Vec<Game>,
    /// Moves of all games, each once.
    moves: Vec<usize>,
    /// Rows of the games since the last change.
    own: Vec<OwnRow>,
}

struct Game {
    moves: Vec<usize>,
    won: bool,
}

impl OpponentHistory {
    /// Creates an opponent without games.
    pub fn new(moves: usize) -> OpponentHistory {
        OpponentHistory {
            drift: DriftDetector::new(),
            since: Since::default(),
            replies: BTreeMap::new(),
            games: Vec::new(),
            moves: Vec::new(),
            own: vec![OwnRow::default(); moves],
        }
    }

    /// Returns the rows of its games since it last changed.
    pub fn own(&self) -> &[OwnRow] {
        &self.own
    }

    /// Returns the moves of all of its games.
    pub fn moves(&self) -> &[usize] {
        &self.moves
    }

    /// Records that a move is played against it for the first time.
    pub fn record(&mut self, at: usize) {
        self.moves.push(at);
    }

    /// Adjusts all of its games to a baseline that is higher by `change`.
    pub fn settle(&mut self, change: f64) {
        for at in &self.moves {
            let row = &mut self.own[*at];
            row.above -= f64::from(row.games) * change;
        }
    }

    /// Adds a game. `replies` are the opponent's choices in it: the alternatives and the choice.
    pub fn add(
        &mut self,
        moves: &[usize],
        replies: &[(Range<usize>, usize)],
        won: bool,
        baseline: f64,
    ) {
        for (siblings, played) in replies {
            *self.replies.entry((siblings.start, *played)).or_default() += 1;
        }
        let above = f64::from(u8::from(won)) - baseline;
        moves.iter().for_each(|at| self.own[*at].add(won, above));
        let now = epoch(self.games.len() as u64);
        self.games.push(Game { moves: moves.to_vec(), won });
        if epoch(self.games.len() as u64) > now {
            self.end_epoch(baseline);
        }
    }

    fn end_epoch(&mut self, baseline: f64) {
        let replies = std::mem::take(&mut self.replies).into_iter();
        let reply = |((position, played), games): ((usize, usize), u32)| Replies {
            position: position as u64,
            played: played as u64,
            games,
        };
        self.drift.observe(replies.map(reply).collect());
        if self.drift.own_period() != self.since {
            self.since = self.drift.own_period();
            self.recount(baseline);
        }
    }

    /// Recomputes the rows after the set of its own games has changed.
    fn recount(&mut self, baseline: f64) {
        self.own.fill(OwnRow::default());
        let before = u64::from(self.since.epoch) * EPOCH;
        for game in self.games.iter().skip(before as usize) {
            let above = f64::from(u8::from(game.won)) - baseline;
            game.moves.iter().for_each(|at| self.own[*at].add(game.won, above));
        }
    }
}
