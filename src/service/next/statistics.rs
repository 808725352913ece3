//! Statistics of counted games for a candidate, within the selection of a query.

use std::collections::{BTreeMap, BTreeSet};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::book::Book;
use crate::error::ServiceError;
use joseki_book::{Band, Cohort, CohortId, GameCount, GameNumber, Index, NodeId, PlayerKind};
use joseki_priority::GROUPS;

/// Selection of counted games; all games by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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

/// Weights of counted plays in the order of moves.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, ValueEnum,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = PlayWeightsJson)]
pub enum PlayWeights {
    /// Recent plays weigh more, and so do those of engines and professionals.
    #[default]
    StrongRecent,
    /// All plays weigh the same.
    Equal,
}

/// Weight of one play without a discount.
pub const PLAY: u32 = 1024;
/// Years after which a play weighs half as much as one of the newest games of its kind.
const HALF_LIFE: i32 = 4;

/// Cohorts selected by a query, with the weights of their plays.
#[derive(Clone, Debug)]
pub struct SelectedGames(Vec<Option<(PlayerKind, u32)>>);

impl SelectedGames {
    /// Selects all games.
    #[must_use]
    pub fn all(cohorts: &[Cohort]) -> SelectedGames {
        GamesFilter::default().select(cohorts, PlayWeights::default())
    }

    /// Whether the games of a cohort are selected.
    #[must_use]
    pub fn wants(&self, cohort: CohortId) -> bool {
        self.weight(cohort).is_some()
    }

    fn weight(&self, cohort: CohortId) -> Option<(PlayerKind, u32)> {
        *self.0.get(cohort as usize)?
    }

    /// Selects some of the selected cohorts.
    fn only(&self, wanted: impl Fn(usize) -> bool) -> SelectedGames {
        let cohorts = self.0.iter().enumerate();
        SelectedGames(cohorts.map(|(at, weight)| weight.filter(|_| wanted(at))).collect())
    }
}

impl GamesFilter {
    /// Checks that a book's counts have the sources of the filter.
    ///
    /// # Errors
    /// The first unknown source, with the known ones.
    pub(crate) fn check(&self, book: &Book) -> Result<(), ServiceError> {
        let cohorts = book.index.cohorts();
        let known = |source: &&String| cohorts.iter().any(|cohort| cohort.source == **source);
        match self.sources.iter().find(|source| !known(source)) {
            None => Ok(()),
            Some(source) => {
                let names: BTreeSet<&str> =
                    cohorts.iter().map(|cohort| cohort.source.as_str()).collect();
                Err(ServiceError::UnknownSource {
                    book: book.info.name.clone(),
                    source_name: source.clone(),
                    known: names.into_iter().map(str::to_owned).collect(),
                })
            }
        }
    }

    /// Selects games of a book's cohorts.
    #[must_use]
    pub fn select(&self, cohorts: &[Cohort], weights: PlayWeights) -> SelectedGames {
        let wanted = || cohorts.iter().filter(|cohort| self.wants(cohort));
        let mut newest = [0; GROUPS];
        for cohort in wanted() {
            let year = &mut newest[cohort.band.kind() as usize];
            *year = cohort.year.max(*year);
        }
        let weight = |cohort: &Cohort| match weights {
            PlayWeights::StrongRecent => {
                let kind = cohort.band.kind();
                (kind, recent(cohort.year, newest[kind as usize]))
            }
            PlayWeights::Equal => (PlayerKind::Other, PLAY),
        };
        let weights = cohorts.iter().map(|cohort| self.wants(cohort).then(|| weight(cohort)));
        SelectedGames(weights.collect())
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

/// Returns the weight of a play of a year. One of an unknown year, 0, weighs half, unless all of its
/// kind are.
fn recent(year: u16, newest: u16) -> u32 {
    let age = match year {
        0 if newest > 0 => HALF_LIFE,
        _ => i32::from(newest) - i32::from(year),
    };
    let weight = f64::from(PLAY) * 0.5f64.powf(f64::from(age) / f64::from(HALF_LIFE));
    (weight.round() as u32).max(1)
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
    /// The same by kind of players and weighted, in parts of `PLAY`.
    pub plays: [u64; GROUPS],
    /// By year, across transpositions, if requested; years without games are omitted, 0 is unknown.
    pub years: Option<BTreeMap<u16, CountsOfPart>>,
    /// By kind of players, across transpositions, if requested; kinds without games are omitted.
    pub kinds: Option<BTreeMap<PlayerKind, CountsOfPart>>,
    /// Some games with this move, strongest and most recent first. They are from the node's own
    /// line and ignore the selection.
    pub examples: Vec<GameNumber>,
}

/// Counts of a part of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CountsOfPart {
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
    /// What the strength of the players, colour and komi make one expect of them.
    pub expected: f64,
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
    /// Returns the statistics of a node's move over the selected games; `None` if the book has no
    /// counts.
    #[must_use]
    pub fn new(index: &Index, node: NodeId, games: &SelectedGames) -> Option<Statistics> {
        let reached = Statistics::reached(index, index.parent(node), games)?;
        Some(Statistics::after(index, node, games, reached))
    }

    /// Returns the number of corners that reached a node's position, across transpositions; `None`
    /// if the book has no counts.
    #[must_use]
    pub fn reached(index: &Index, node: NodeId, games: &SelectedGames) -> Option<u32> {
        let counted = index.counts_games();
        counted.then(|| index.count_by_position(node, |cohort| games.wants(cohort)).corners)
    }

    /// Does the same as [`Statistics::new`] for a known number of corners that reached the position.
    #[must_use]
    pub fn after(index: &Index, node: NodeId, games: &SelectedGames, reached: u32) -> Statistics {
        let (mut own, mut played, mut plays) = (GameCount::default(), 0u32, [0u64; GROUPS]);
        for same in index.same_move(node) {
            index.each_count(same, |cohort, count| {
                let Some((kind, weight)) = games.weight(cohort) else {
                    return;
                };
                if same == node {
                    own.add(count);
                }
                played = played.saturating_add(count.corners);
                plays[kind as usize] += u64::from(weight) * u64::from(count.corners);
            });
        }
        let path = index.to_movers_perspective(node, own);
        let wanted = |cohort| games.wants(cohort);
        Statistics {
            position: GameCounts::of(&index.add_transpositions(node, path, wanted)),
            path: GameCounts::of(&path),
            reached,
            played,
            plays,
            ..Statistics::default()
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
    pub fn add_years(&mut self, index: &Index, node: NodeId, games: &SelectedGames) {
        self.years = Some(parts(index, node, games, |cohort| cohort.year));
    }

    /// Adds the counts by kind of players.
    pub fn add_kinds(&mut self, index: &Index, node: NodeId, games: &SelectedGames) {
        self.kinds = Some(parts(index, node, games, |cohort| cohort.band.kind()));
    }
}

impl CountsOfPart {
    /// See [`Statistics::share`].
    #[must_use]
    pub fn share(&self) -> f64 {
        share(self.played, self.reached)
    }
}

/// Returns the counts of a move by a property of the cohorts, without parts that have no games.
fn parts<K: Ord>(
    index: &Index,
    node: NodeId,
    games: &SelectedGames,
    part: impl Fn(&Cohort) -> K,
) -> BTreeMap<K, CountsOfPart> {
    let cohorts = index.cohorts();
    let wanted = (0..).zip(cohorts).filter(|(number, _)| games.wants(*number));
    let found: BTreeSet<K> = wanted.map(|(_, cohort)| part(cohort)).collect();
    let counted = found.into_iter().map(|found| {
        let games = games.only(|number| part(&cohorts[number]) == found);
        let moved = Statistics::new(index, node, &games).unwrap_or_default();
        let Statistics { position, reached, played, .. } = moved;
        (found, CountsOfPart { position, reached, played })
    });
    counted.filter(|(_, part)| part.position != GameCounts::default()).collect()
}

fn share(played: u32, reached: u32) -> f64 {
    f64::from(played) / f64::from(reached.max(1))
}

impl GameCounts {
    fn of(count: &GameCount) -> GameCounts {
        let plays = count.points_lost.count.max(count.win_rate_lost.count);
        GameCounts {
            games: count.games,
            corners: count.corners,
            scored: count.scored,
            points: count.points(),
            expected: count.expected_points(),
            lost: (plays > 0).then(|| MeanLoss {
                points: count.points_lost.mean().map(|mean| mean / 100.0),
                win_rate: count.win_rate_lost.mean().map(|mean| mean / 10_000.0),
                plays,
            }),
        }
    }
}
