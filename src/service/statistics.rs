//! What counted games say of a candidate, for the games that a question asks about.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::book::{Band, Cohort, Count, GameNumber, Index, NodeId};

/// Which of the counted games a question asks about; all of them unless something is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamesFilter {
    /// Games of this year and later. Games without a date are then left out.
    pub since: Option<u16>,
    /// Games of this year and earlier.
    pub until: Option<u16>,
    /// Games of these collections.
    pub sources: Vec<String>,
    /// Games of players of this strength.
    pub strengths: Vec<Band>,
}

impl GamesFilter {
    /// By cohort, whether its games matter.
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

/// Counted games of a move, from the view of the side that makes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Over all orders that lead to the position after the move.
    pub position: Numbers,
    /// Of the node's own line alone.
    pub path: Numbers,
    /// The corners that reached the position before the move, over all orders.
    pub reached: u32,
    /// Those of them that went on with the move. The position after it may have come about from others.
    pub played: u32,
    /// By year, over all orders, if they were asked for; years without a game are left out, 0 is
    /// unknown.
    pub years: Option<BTreeMap<u16, Year>>,
    /// A few games that went this way, the strongest and most recent first. They are of the node's own
    /// line, whatever games are asked about.
    pub examples: Vec<GameNumber>,
}

/// What was counted in one year.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Year {
    /// As [`Statistics::position`].
    pub position: Numbers,
    /// As [`Statistics::reached`].
    pub reached: u32,
    /// As [`Statistics::played`].
    pub played: u32,
}

/// Counts from one side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Numbers {
    /// Games, each once.
    pub games: u32,
    /// Corners; a game may have several.
    pub corners: u32,
    /// Games with a result.
    pub scored: u32,
    /// Wins and half the draws, of those.
    pub points: f64,
    /// What engines say it lost, if they do.
    pub lost: Option<Lost>,
}

/// What a move lost on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lost {
    /// In points.
    pub points: Option<f64>,
    /// In win rate, 0 to 1.
    pub win_rate: Option<f64>,
    /// The plays that were measured.
    pub plays: u32,
}

impl Statistics {
    /// What is counted of a node's move among the wanted cohorts; `None` if nothing is counted at all.
    #[must_use]
    pub fn of(index: &Index, node: NodeId, wanted: &[bool]) -> Option<Statistics> {
        let reached = Statistics::reached(index, index.parent(node), wanted)?;
        Some(Statistics::after(index, node, wanted, reached))
    }

    /// The corners that reached a node's position, over all orders; `None` if nothing is counted at all.
    #[must_use]
    pub fn reached(index: &Index, node: NodeId, wanted: &[bool]) -> Option<u32> {
        let is_wanted = |cohort: u32| wanted.get(cohort as usize).copied().unwrap_or(false);
        let counted = index.counts_games();
        counted.then(|| index.count_by_position(node, is_wanted).corners)
    }

    /// The same as [`Statistics::of`], with the corners that reached the position before the move.
    #[must_use]
    pub fn after(index: &Index, node: NodeId, wanted: &[bool], reached: u32) -> Statistics {
        let is_wanted = |cohort: u32| wanted.get(cohort as usize).copied().unwrap_or(false);
        let own = index.count(node, is_wanted).unwrap_or_default();
        let path = index.in_view_of_mover(node, own);
        let corners = |node: NodeId| Some(index.count(node, is_wanted)?.corners);
        let others = index.same_move(node).into_iter().skip(1);
        Statistics {
            position: Numbers::of(&index.with_others_of_position(node, path, is_wanted)),
            path: Numbers::of(&path),
            reached,
            played: own.corners + others.filter_map(corners).sum::<u32>(),
            years: None,
            examples: Vec::new(),
        }
    }

    /// The share of the corners that reached the position before the move and went on with it; 0 if
    /// none reached it.
    #[must_use]
    pub fn share(&self) -> f64 {
        share(self.played, self.reached)
    }

    /// Adds at most so many examples.
    pub fn add_examples(&mut self, index: &Index, node: NodeId, most: usize) {
        let examples = index.tally(node).unwrap_or_default().examples;
        self.examples = examples.iter().copied().take(most).collect();
    }

    /// Adds what is counted by year.
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
        let counted = counted.filter(|(_, year)| year.position != Numbers::default());
        self.years = Some(counted.collect());
    }
}

impl Year {
    /// As [`Statistics::share`].
    #[must_use]
    pub fn share(&self) -> f64 {
        share(self.played, self.reached)
    }
}

fn share(played: u32, reached: u32) -> f64 {
    f64::from(played) / f64::from(reached.max(1))
}

/// A node with those that make the same move in the same position, by other orders.
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
            position: Numbers::of(&index.count_by_position(self.node, &wanted)),
            reached: before.corners,
            played: self.played(index, wanted),
        }
    }

    /// The corners in which it was made.
    fn played(&self, index: &Index, wanted: impl Fn(u32) -> bool) -> u32 {
        let corners = |node: &NodeId| Some(index.count(*node, &wanted)?.corners);
        self.same.iter().filter_map(corners).sum()
    }
}

impl Numbers {
    fn of(count: &Count) -> Numbers {
        let plays = count.points_lost.count.max(count.win_rate_lost.count);
        Numbers {
            games: count.games,
            corners: count.corners,
            scored: count.scored,
            points: count.points(),
            lost: (plays > 0).then(|| Lost {
                points: count.points_lost.mean().map(|mean| mean / 100.0),
                win_rate: count.win_rate_lost.mean().map(|mean| mean / 10_000.0),
                plays,
            }),
        }
    }
}
