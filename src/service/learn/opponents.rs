//! Opponents: a list, and details of one: its games and the moves that fare differently against it.

use crate::error::ServiceError;
use crate::learn::Learning;
use crate::learn::error::ResultError;
use crate::page;
use crate::service::DEFAULT_BOOK;
use joseki_book::Line;
use joseki_ledger::{MoveComparison, OpponentName, OpponentView};
use joseki_store::LedgerRow;

/// Variance of the result of one game.
const SIGMA_SQUARED: f64 = 0.25;
/// Standard deviations on either side that cover 95 % of a normal distribution.
const TWO_SIDED: f64 = 1.96;

/// A page of the opponents.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentPage {
    /// Opponents ordered by name.
    pub opponents: Vec<OpponentView>,
    /// Cursor of the next page: it starts after this name. None on the last page.
    pub next: Option<String>,
}

/// Parameters of a query about an opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentQuery {
    /// Book whose lines are reported; the default one if not given.
    pub book: Option<String>,
    /// Maximum number of its games, last entered first.
    pub results: usize,
    /// Only games whose id in the ledger is below this one.
    pub before: Option<i64>,
    /// Maximum number of moves.
    pub differences: usize,
    /// Only moves with at least this many of its games, and as many games of others.
    pub min_games: u64,
}

/// An opponent, its games, and the moves that fare differently against it.
#[derive(Clone, Debug)]
pub struct OpponentAnswer {
    /// The opponent.
    pub opponent: OpponentView,
    /// Games entered last, including withdrawn ones.
    pub results: Vec<LedgerRow>,
    /// Cursor of older games: they start before this id. None on the last page.
    pub next: Option<i64>,
    /// Book moves whose results against it differ most from those against others.
    pub differences: Vec<OpponentDifference>,
}

/// A book move whose results against one opponent differ from those against others.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentDifference {
    /// Line that the move leads to.
    pub line: Line,
    /// Whether we played it; else the opponent did.
    pub ours: bool,
    /// Games of the opponent with the move.
    pub games: u64,
    /// Our mean result in those games.
    pub mean: f64,
    /// Games of others with the move.
    pub others: u64,
    /// How much better our results with this move are against this opponent than against others,
    /// each relative to the usual result against the opponent; in won games per game.
    pub difference: f64,
    /// Half the width of the 95 % interval around the difference.
    pub interval: f64,
}

impl Learning<'_> {
    /// Returns a page of the opponents: the first `limit` after the name `after`.
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
        let next = page::truncate(&mut opponents, limit).map(|last| last.name.clone());
        Ok(OpponentPage { opponents, next })
    }

    /// Returns one opponent with its games and the moves that fare differently against it. A name
    /// with a version selects the moves of that version only.
    ///
    /// # Errors
    /// Unknown opponent or unknown book.
    pub fn opponent(
        &self,
        name: &OpponentName,
        query: &OpponentQuery,
    ) -> Result<OpponentAnswer, ServiceError> {
        let book = self.service.book(query.book.as_deref().unwrap_or(DEFAULT_BOOK))?;
        let version = Some(name.version()).filter(|version| !version.is_empty());
        let standing = self.standing()?;
        let unknown = || ResultError::UnknownOpponent { name: name.to_string() };
        let opponent = standing.opponent_view(name.name()).ok_or_else(unknown)?;
        let compared = standing.compared(name.name(), version);
        drop(standing);
        if version.is_some_and(|asked| !opponent.versions.iter().any(|one| one.version == asked)) {
            return Err(unknown().into());
        }
        let often = |compared: &MoveComparison| {
            compared.games >= query.min_games && compared.others.games >= query.min_games as f64
        };
        let compared = compared.into_iter().filter(often);
        let differences = compared.filter_map(|compared| {
            let node = book.node_of(compared.edge.edge())?;
            Some(OpponentDifference::new(book.index.line(node), &compared))
        });
        let mut differences: Vec<OpponentDifference> = differences.collect();
        differences.sort_by(OpponentDifference::most_certain_first);
        differences.truncate(query.differences);
        let page = self.results(Some(name.name()), query.before, query.results)?;
        Ok(OpponentAnswer { opponent, next: page.next, results: page.results, differences })
    }
}

impl OpponentDifference {
    fn new(line: Line, compared: &MoveComparison) -> OpponentDifference {
        let (own, others) = (compared.own, compared.others);
        let variance = SIGMA_SQUARED / own.games + SIGMA_SQUARED / others.games;
        OpponentDifference {
            line,
            ours: compared.edge.is_ours(),
            games: compared.games,
            mean: compared.points / own.games,
            others: others.games as u64,
            difference: own.above / own.games - others.above / others.games,
            interval: TWO_SIDED * variance.sqrt(),
        }
    }

    /// Orders by distance from 0 in standard deviations, greatest first; ties by line.
    fn most_certain_first(&self, other: &OpponentDifference) -> std::cmp::Ordering {
        let certainty =
            |difference: &OpponentDifference| (difference.difference / difference.interval).abs();
        certainty(other)
            .total_cmp(&certainty(self))
            .then_with(|| self.line.cmp(&other.line))
            .then(other.ours.cmp(&self.ours))
    }
}
