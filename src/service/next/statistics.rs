//! Statistics of counted games for a candidate, within the selection of a query.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use smallvec::SmallVec;

use crate::book::{Band, Cohort, GameCount, GameNumber, Index, NodeId};

/// Selection of counted games; all games by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamesFilter {
    /// Games of this year and later; excludes games without a date.
    pub since: Option<u16>,
    /// Games of this year and earlier.
    pub until: Option<u16>,
    /// Games of these collections.
    pub sources: Vec<String>,
    /// Games of players of this strength.
    pub strengths: Vec<Band>,
}

impl GamesFilter {
    /// Returns, for each cohort, whether its games are selected.
    #[must_use]
    pub fn wanted(&self, cohorts: &[Cohort]) -> Vec<bool> {
        cohorts.iter().map(|cohort| self.wants(cohort)).collect()
    }

    fn wants(&self, cohort: &Cohort) -> bool {
        let dated = cohort.year > 0 || (self.since.is_none() && self.until.is_none());
        dated
            && self.since.is_none_or(|since| cohort.year >= since)
            && self.until.is_none_or(|until| cohort.year <= until)
            && (self.sources.is_empty() || self.sources.contains(&cohort.source))
            && (self.strengths.is_empty() || self.strengths.contains(&cohort.band))
    }
}

/// Counted games of a move, from the view of the side that plays it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Across all transpositions to the position after the move.
    pub position: GameCounts,
    /// For the node's own line alone.
    pub path: GameCounts,
    /// Corners that reached the position before the move, across transpositions.
    pub reached: u32,
    /// Those corners that continued with the move. The position after it may also have been reached
    /// from others.
    pub played: u32,
    /// By year, across transpositions, if requested; years without games are omitted, 0 is unknown.
    pub years: Option<BTreeMap<u16, Year>>,
    /// Some games with this move, strongest and most recent first. They are from the node's own
    /// line and ignore the selection.
    pub examples: Vec<GameNumber>,
}

/// Counts of one year.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Year {
    /// See [`Statistics::position`].
    pub position: GameCounts,
    /// See [`Statistics::reached`].
    pub reached: u32,
    /// See [`Statistics::played`].
    pub played: u32,
}

/// Counts from one side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameCounts {
    /// Number of games, each once.
    pub games: u32,
    /// Number of corners; a game may have several.
    pub corners: u32,
    /// Games with a result.
    pub scored: u32,
    /// Wins and half the draws in those games.
    pub points: f64,
    /// Mean loss according to engines, if there is one.
    pub lost: Option<MeanLoss>,
}

/// Mean loss of a move according to engines that played or analysed the games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = LossJson)]
pub struct MeanLoss {
    /// Loss in points; null if not reported in points.
    pub points: Option<f64>,
    /// Loss in win rate, 0 to 1; null if not reported as win rate.
    pub win_rate: Option<f64>,
    /// Number of plays evaluated.
    #[schema(value_type = u64)]
    pub plays: u32,
}

impl Statistics {
    /// Returns the statistics of a node's move over the selected cohorts; `None` if the book has no
    /// counts.
    #[must_use]
    pub fn new(index: &Index, node: NodeId, wanted: &[bool]) -> Option<Statistics> {
        let reached = Statistics::reached(index, index.parent(node), wanted)?;
        Some(Statistics::after(index, node, wanted, reached))
    }

    /// Returns the number of corners that reached a node's position, across transpositions; `None`
    /// if the book has no counts.
    #[must_use]
    pub fn reached(index: &Index, node: NodeId, wanted: &[bool]) -> Option<u32> {
        let is_wanted = |cohort: u32| wanted.get(cohort as usize).copied().unwrap_or(false);
        let counted = index.counts_games();
        counted.then(|| index.count_by_position(node, is_wanted).corners)
    }

    /// Does the same as [`Statistics::new`] for a known number of corners that reached the position.
    #[must_use]
    pub fn after(index: &Index, node: NodeId, wanted: &[bool], reached: u32) -> Statistics {
        let is_wanted = |cohort: u32| wanted.get(cohort as usize).copied().unwrap_or(false);
        let own = index.count(node, is_wanted).unwrap_or_default();
        let path = index.to_movers_perspective(node, own);
        let corners = |node: NodeId| Some(index.count(node, is_wanted)?.corners);
        let others = index.same_move(node).into_iter().skip(1);
        Statistics {
            position: GameCounts::of(&index.add_transpositions(node, path, is_wanted)),
            path: GameCounts::of(&path),
            reached,
            played: own.corners + others.filter_map(corners).sum::<u32>(),
            years: None,
            examples: Vec::new(),
        }
    }

    /// Returns the share of the corners that reached the position and continued with the move; 0 if
    /// none reached it.
    #[must_use]
    pub fn share(&self) -> f64 {
        share(self.played, self.reached)
    }

    /// Adds at most `most` examples.
    pub fn add_examples(&mut self, index: &Index, node: NodeId, most: usize) {
        let examples = index.tally(node).unwrap_or_default().examples;
        self.examples = examples.iter().copied().take(most).collect();
    }

    /// Adds the counts by year.
    pub fn add_years(&mut self, index: &Index, node: NodeId, wanted: &[bool]) {
        let mut by_year: BTreeMap<u16, Vec<bool>> = BTreeMap::new();
        let cohorts = index.cohorts();
        for (number, cohort) in cohorts.iter().enumerate() {
            if wanted.get(number).copied().unwrap_or(false) {
                let of_year = by_year.entry(cohort.year);
                of_year.or_insert_with(|| vec![false; cohorts.len()])[number] = true;
            }
        }
        let moved = SameMove::of(index, node);
        let counted = by_year.into_iter().map(|(year, wanted)| {
            let is_wanted = |cohort: u32| wanted.get(cohort as usize).copied().unwrap_or(false);
            (year, moved.count(index, is_wanted))
        });
        let counted = counted.filter(|(_, year)| year.position != GameCounts::default());
        self.years = Some(counted.collect());
    }
}

impl Year {
    /// See [`Statistics::share`].
    #[must_use]
    pub fn share(&self) -> f64 {
        share(self.played, self.reached)
    }
}

fn share(played: u32, reached: u32) -> f64 {
    f64::from(played) / f64::from(reached.max(1))
}

/// A node with those of the same move in transpositions.
struct SameMove {
    node: NodeId,
    same: SmallVec<[NodeId; 4]>,
}

impl SameMove {
    fn of(index: &Index, node: NodeId) -> SameMove {
        let same = index.same_move(node);
        SameMove { node, same }
    }

    fn count(&self, index: &Index, wanted: impl Fn(u32) -> bool) -> Year {
        let before = index.count_by_position(index.parent(self.node), &wanted);
        Year {
            position: GameCounts::of(&index.count_by_position(self.node, &wanted)),
            reached: before.corners,
            played: self.played(index, wanted),
        }
    }

    /// Returns the number of corners in which the move was played.
    fn played(&self, index: &Index, wanted: impl Fn(u32) -> bool) -> u32 {
        let corners = |node: &NodeId| Some(index.count(*node, &wanted)?.corners);
        self.same.iter().filter_map(corners).sum()
    }
}

impl GameCounts {
    fn of(count: &GameCount) -> GameCounts {
        let plays = count.points_lost.count.max(count.win_rate_lost.count);
        GameCounts {
            games: count.games,
            corners: count.corners,
            scored: count.scored,
            points: count.points(),
            lost: (plays > 0).then(|| MeanLoss {
                points: count.points_lost.mean().map(|mean| mean / 100.0),
                win_rate: count.win_rate_lost.mean().map(|mean| mean / 10_000.0),
                plays,
            }),
        }
    }
}
