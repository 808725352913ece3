//! One version of an opponent: its games by move and epoch, and when its play last changed.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::EdgeKey;
use super::sums::{EdgeSum, OwnerId};
use super::totals::{KeyTable, LEVELS, MILLION, RowSum};
use super::view::VersionView;
use joseki_priority::OpponentGames;
use joseki_priority::drift::{DriftDetector, Replies, Since};
use joseki_priority::result::{EPOCH, epoch};

/// A version of an opponent.
#[derive(Clone, Debug, Default)]
pub(super) struct OpponentTotals {
    pub(super) version: String,
    /// Number of games ever entered.
    entered: u64,
    games: i64,
    points: i64,
    won_lost: (i64, i64),
    pub(super) rows: KeyTable<EdgeKey, MoveGames>,
    drift: DriftDetector,
    /// The first epoch that `drift` has not observed, or has to observe again.
    observed: u32,
}

/// The games of one version with one move.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveGames {
    games: i64,
    points: i64,
    /// Sorted by number and owner.
    epochs: SmallVec<[EpochGames; 1]>,
}

#[derive(Clone, Copy, Debug)]
struct EpochGames {
    number: u32,
    owner: OwnerId,
    games: i32,
    points: i64,
}

/// A version's own games with a move: those since it last changed.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnGames {
    pub(super) own: OpponentGames,
    /// Number of these games.
    pub(super) games: i64,
    /// By owner, relative to its baseline.
    pub(super) by_owner: SmallVec<[OwnedGames; 1]>,
}

/// A version's games with a move that one owner entered, relative to its baseline.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnedGames {
    pub(super) owner: OwnerId,
    /// All of them, including those before it last changed.
    pub(super) all: RowSum,
    /// Those since then.
    pub(super) since: RowSum,
}

impl OpponentTotals {
    pub(super) fn new(version: &str) -> OpponentTotals {
        OpponentTotals {
            version: version.to_owned(),
            drift: DriftDetector::new(),
            ..OpponentTotals::default()
        }
    }

    pub(super) fn count(&mut self, games: i64, points: i64, (won, lost): (i64, i64)) {
        self.games += games;
        self.points += points;
        self.won_lost.0 += won;
        self.won_lost.1 += lost;
    }

    /// Records the number of games ever entered.
    pub(super) fn raise_entered(&mut self, entered: u64) {
        self.entered = self.entered.max(entered);
    }

    /// Clears everything but the version; returns the rows.
    pub(super) fn clear(&mut self) -> KeyTable<EdgeKey, MoveGames> {
        let rows = std::mem::take(&mut self.rows);
        *self = OpponentTotals::new(&self.version);
        rows
    }

    /// Adds games with a move; returns all games with it that the same owner entered, before and
    /// after.
    pub(super) fn add(&mut self, sum: EdgeSum, level: i64) -> (RowSum, RowSum) {
        // Invalidates what was derived from a complete epoch.
        self.observed = self.observed.min(sum.epoch);
        let row = self.rows.entry(sum.edge).or_default();
        let before = row.owned(sum.owner, level);
        row.add(sum);
        let after = row.owned(sum.owner, level);
        if row.is_nothing() {
            self.rows.remove(&sum.edge);
        }
        (before, after)
    }

    /// Checks the epochs that are complete by now for a change in the opponent's play.
    pub(super) fn observe_epochs(&mut self) {
        let complete = u32::try_from(epoch(self.entered)).unwrap_or(u32::MAX);
        if self.observed < self.drift.epochs() {
            self.drift = DriftDetector::new();
        }
        let first = self.drift.epochs();
        if first < complete {
            let mut replies = self.replies(first, complete);
            for epoch in first..complete {
                self.drift.observe(replies.remove(&epoch).unwrap_or_default());
            }
        }
        self.observed = complete;
    }

    /// Returns the opponent's replies in a range of epochs, by epoch.
    fn replies(&self, first: u32, end: u32) -> BTreeMap<u32, Vec<Replies>> {
        let mut replies: BTreeMap<u32, Vec<Replies>> = BTreeMap::new();
        let rows = self.rows.iter().filter(|(edge, _)| !edge.is_ours());
        for (edge, row) in rows {
            for epochs in row.epochs.chunk_by(|a, b| a.number == b.number) {
                let number = epochs[0].number;
                if (first..end).contains(&number) {
                    let games: i32 = epochs.iter().map(|epoch| epoch.games).sum();
                    replies.entry(number).or_default().push(Replies {
                        position: edge.position(),
                        played: edge.0,
                        games: games.unsigned_abs(),
                    });
                }
            }
        }
        replies
    }

    /// Returns the games with a move since the opponent last changed, relative to its baseline.
    pub(super) fn own(&self, edge: EdgeKey, level: i64) -> OwnGames {
        let Some(row) = self.rows.get(&edge) else {
            return OwnGames::default();
        };
        let since = self.drift.own_period();
        let (games, points) = row.since(since);
        OwnGames {
            own: OpponentGames { games: games as f64, points: points as f64 / MILLION as f64 },
            games,
            by_owner: row.by_owner(since, level),
        }
    }

    pub(super) fn view(&self) -> VersionView {
        let since = u64::from(self.drift.own_period().epoch) * EPOCH;
        VersionView {
            version: self.version.clone(),
            games: self.games.unsigned_abs(),
            won: self.won_lost.0.unsigned_abs(),
            lost: self.won_lost.1.unsigned_abs(),
            points: self.points as f64 / MILLION as f64,
            changed_after: (since > 0).then_some(since),
        }
    }
}

impl MoveGames {
    fn add(&mut self, sum: EdgeSum) {
        self.games += sum.games;
        self.points += sum.points;
        let key = (sum.epoch, sum.owner);
        let place = self.epochs.partition_point(|epoch| (epoch.number, epoch.owner) < key);
        let (games, points) = (sum.games as i32, sum.points);
        match self.epochs.get_mut(place) {
            Some(epoch) if (epoch.number, epoch.owner) == key => {
                epoch.games += games;
                epoch.points += points;
            }
            _ => {
                let (number, owner) = key;
                self.epochs.insert(place, EpochGames { number, owner, games, points });
            }
        }
    }

    pub(super) fn games(&self) -> i64 {
        self.games
    }

    pub(super) fn points(&self) -> i64 {
        self.points
    }

    /// Returns the games that one owner entered.
    fn owned(&self, owner: OwnerId, level: i64) -> RowSum {
        let owned = self.epochs.iter().filter(|epoch| epoch.owner == owner);
        EpochGames::sum(owned, level)
    }

    /// Returns the games by owner: all, and those since an epoch.
    fn by_owner(&self, since: Since, level: i64) -> SmallVec<[OwnedGames; 1]> {
        let mut owners: SmallVec<[OwnerId; 1]> =
            self.epochs.iter().map(|epoch| epoch.owner).collect();
        owners.sort_unstable();
        owners.dedup();
        let games = |owner| {
            let owned = || self.epochs.iter().filter(move |epoch| epoch.owner == owner);
            OwnedGames {
                owner,
                all: EpochGames::sum(owned(), level),
                since: EpochGames::sum(owned().filter(|epoch| epoch.number >= since.epoch), level),
            }
        };
        owners.into_iter().map(games).collect()
    }

    /// Returns the games by owner.
    pub(super) fn owners(&self, level: i64) -> impl Iterator<Item = (OwnerId, RowSum)> {
        let by_owner = self.by_owner(Since::default(), level).into_iter();
        by_owner.map(|games| (games.owner, games.all))
    }

    /// Checks that it contains no game. A sum of zero games is not enough: changes arrive in any
    /// order, so one game may be subtracted before another is added.
    fn is_nothing(&self) -> bool {
        let nothing = |epoch: &EpochGames| (epoch.games, epoch.points) == (0, 0);
        self.epochs.iter().all(nothing)
    }

    fn since(&self, since: Since) -> (i64, i64) {
        if since.epoch == 0 {
            return (self.games, self.points);
        }
        let later = self.epochs.iter().filter(|epoch| epoch.number >= since.epoch);
        later.fold((0, 0), |(games, points), epoch| {
            (games + i64::from(epoch.games), points + epoch.points)
        })
    }
}

impl EpochGames {
    fn sum<'e>(epochs: impl Iterator<Item = &'e EpochGames>, level: i64) -> RowSum {
        let (games, points) = epochs.fold((0, 0), |(games, points), epoch| {
            (games + i64::from(epoch.games), points + epoch.points)
        });
        RowSum { games, above: above(games, points, level) }
    }
}

/// Returns Σ(r − b) in millionths, with b in units of 1/[`LEVELS`].
pub(super) fn above(games: i64, points: i64, level: i64) -> i64 {
    points - games * level * (MILLION / LEVELS)
}
