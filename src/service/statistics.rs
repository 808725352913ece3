//! What counted games say of a candidate, for the games that a question asks about.

use std::collections::BTreeMap;

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
    /// By year, over all orders; years without a game are left out, 0 is unknown.
    pub years: BTreeMap<u16, Numbers>,
    /// A few games that went this way, the strongest and most recent first. They are of the node's own
    /// line, whatever games are asked about.
    pub examples: Vec<GameNumber>,
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
        if !index.counts_games() {
            return None;
        }
        let is_wanted = |cohort: u32| wanted.get(cohort as usize).copied().unwrap_or(false);
        let mut statistics = Statistics {
            reached: index
                .count_by_position(index.parent(node), is_wanted)
                .corners,
            ..Statistics::default()
        };
        let own = index.tally(node).unwrap_or_default();
        statistics.path = Numbers::of(&index.in_view_of_mover(node, own.count_of(is_wanted)));
        statistics.examples = own.examples.to_vec();
        statistics.position = Numbers::of(&index.count_by_position(node, is_wanted));
        Some(statistics)
    }

    /// The share of the corners that reached the position; 0 if none did.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.position.corners) / f64::from(self.reached.max(1))
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
        for (year, wanted) in by_year {
            let count = index.count_by_position(node, |cohort| wanted[cohort as usize]);
            if !count.is_empty() {
                self.years.insert(year, Numbers::of(&count));
            }
        }
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
