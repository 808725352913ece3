//! Opponents: listed, and one of them with its history and the moves that are different with it.

use super::error::ServiceError;
use super::service::{DEFAULT_BOOK, Service};
use crate::book::Line;
use crate::ledger::{Compared, OpponentName, OpponentView};
use crate::store::LedgerRow;

/// Variance of the result of one game.
const SIGMA_SQUARED: f64 = 0.25;
/// Deviations on either side that hold 95 % of a normal distribution.
const TWO_SIDED: f64 = 1.96;

/// A page of the opponents.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentPage {
    /// The opponents, in the order of their names.
    pub opponents: Vec<OpponentView>,
    /// Where the next page starts: after this name. Nothing on the last page.
    pub next: Option<String>,
}

/// What is asked of an opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentQuery {
    /// The book whose lines are named; the default one if none is.
    pub book: Option<String>,
    /// How many of its games at most, the last entered first.
    pub results: usize,
    /// Only games whose id in the ledger is below this one.
    pub before: Option<i64>,
    /// How many moves at most.
    pub differences: usize,
    /// Only moves of at least so many of its games, and as many of others.
    pub min_games: u64,
}

/// An opponent, its games, and what is different with it.
#[derive(Clone, Debug)]
pub struct OpponentAnswer {
    /// The opponent.
    pub opponent: OpponentView,
    /// The last games that were entered, withdrawn ones too.
    pub results: Vec<LedgerRow>,
    /// Where older games start: before this id. Nothing on the last page.
    pub next: Option<i64>,
    /// The moves of the book at which its results differ most from everybody's.
    pub differences: Vec<Difference>,
}

/// A move of the book with which an opponent fares otherwise than everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The line that the move leads to.
    pub line: Line,
    /// Whether we made it; else the opponent.
    pub ours: bool,
    /// The opponent's games of it, and our mean result in them.
    pub games: u64,
    /// Our mean result in them.
    pub mean: f64,
    /// Games of others with it.
    pub others: u64,
    /// By how much our results with this move are better against this opponent than they are against
    /// others, each against what is usual against the opponent; in won games a game.
    pub difference: f64,
    /// Half of the interval of 95 % around the difference.
    pub interval: f64,
}

impl Service {
    /// A page of the opponents, the first `limit` after the name `after`.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn opponents(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<OpponentPage, ServiceError> {
        let mut opponents = self.standing()?.opponents();
        opponents.retain(|opponent| after.is_none_or(|after| opponent.name.as_str() > after));
        let more = opponents.len() > limit;
        opponents.truncate(limit);
        let next = opponents.last().filter(|_| more);
        Ok(OpponentPage {
            next: next.map(|last| last.name.clone()),
            opponents,
        })
    }

    /// One opponent: its games, and the moves at which it is different. A name with a version looks at
    /// the moves of that version only.
    ///
    /// # Errors
    /// No result against it was ever entered, or there is no such book.
    pub fn opponent(
        &self,
        name: &OpponentName,
        asked: &OpponentQuery,
    ) -> Result<OpponentAnswer, ServiceError> {
        let book = self.book(asked.book.as_deref().unwrap_or(DEFAULT_BOOK))?;
        let version = Some(name.version()).filter(|version| !version.is_empty());
        let standing = self.standing()?;
        let unknown = || ServiceError::UnknownOpponent {
            name: name.to_string(),
        };
        let opponent = standing.opponent_view(name.name()).ok_or_else(unknown)?;
        let compared = standing.compared(name.name(), version);
        drop(standing);
        if version.is_some_and(|asked| !opponent.versions.iter().any(|one| one.version == asked)) {
            return Err(unknown());
        }
        let often = |compared: &Compared| {
            compared.games >= asked.min_games && compared.others.games >= asked.min_games as f64
        };
        let compared = compared.into_iter().filter(often);
        let differences = compared.filter_map(|compared| {
            let node = book.node_of(compared.edge.edge())?;
            Some(Difference::new(book.index.line(node), &compared))
        });
        let mut differences: Vec<Difference> = differences.collect();
        differences.sort_by(Difference::most_certain_first);
        differences.truncate(asked.differences);
        let page = self.results(Some(name.name()), asked.before, asked.results)?;
        Ok(OpponentAnswer {
            opponent,
            next: page.next,
            results: page.results,
            differences,
        })
    }
}

impl Difference {
    fn new(line: Line, compared: &Compared) -> Difference {
        let (own, others) = (compared.own, compared.others);
        let variance = SIGMA_SQUARED / own.games + SIGMA_SQUARED / others.games;
        Difference {
            line,
            ours: compared.edge.is_ours(),
            games: compared.games,
            mean: compared.points / own.games,
            others: others.games as u64,
            difference: own.above / own.games - others.above / others.games,
            interval: TWO_SIDED * variance.sqrt(),
        }
    }

    /// What is furthest from 0 in its own deviations first; ties by line.
    fn most_certain_first(&self, other: &Difference) -> std::cmp::Ordering {
        let certainty =
            |difference: &Difference| (difference.difference / difference.interval).abs();
        certainty(other)
            .total_cmp(&certainty(self))
            .then_with(|| self.line.cmp(&other.line))
            .then(other.ours.cmp(&self.ours))
    }
}
