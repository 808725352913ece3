//! Table columns with the results of our games for each candidate.

use std::sync::Arc;

use crate::table::Column;
use joseki_service::next::{CandidateMove, NextQuery};

/// Which results a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCounts {
    /// Results against the opponent, its class and everyone.
    Opponent,
    /// Results against the class and everyone.
    Class,
    /// Results against everyone.
    All,
}

impl ResultCounts {
    /// Chooses the counts for a query; `None` if no candidate has a result.
    pub fn for_query(query: &NextQuery, candidates: &[Arc<CandidateMove>]) -> Option<ResultCounts> {
        let has_results =
            |candidate: &Arc<CandidateMove>| candidate.evidence.is_some_and(|it| it.all > 0);
        if !candidates.iter().any(has_results) {
            return None;
        }
        Some(match (&query.opponent, &query.class) {
            (Some(_), _) => ResultCounts::Opponent,
            (None, Some(_)) => ResultCounts::Class,
            (None, None) => ResultCounts::All,
        })
    }

    /// Returns the columns: numbers of results and, against an opponent, the expected result.
    pub fn columns(self) -> Vec<Column> {
        match self {
            ResultCounts::Opponent => {
                vec![Column::Right("own/class/all"), Column::Right("expected")]
            }
            ResultCounts::Class => vec![Column::Right("class/all")],
            ResultCounts::All => vec![Column::Right("results")],
        }
    }

    /// Returns the cells of a candidate.
    pub fn cells(self, candidate: &CandidateMove) -> Vec<String> {
        let Some(evidence) = &candidate.evidence else {
            return vec![String::new(); self.columns().len()];
        };
        match self {
            ResultCounts::Opponent => {
                let (low, high) = evidence.belief.interval();
                let half = 50.0 * (high - low);
                let expected = 100.0 * evidence.belief.expected();
                let games = format!("{}/{}/{}", evidence.own, evidence.class, evidence.all);
                vec![games, format!("{expected:.0}% ±{half:.0}")]
            }
            ResultCounts::Class => vec![format!("{}/{}", evidence.class, evidence.all)],
            ResultCounts::All => vec![evidence.all.to_string()],
        }
    }

    /// Returns the legend below the table of candidates.
    pub fn legend(self) -> &'static str {
        match self {
            ResultCounts::Opponent => {
                "own/class/all  our games with this move against the opponent, its class and everyone; expected: our expected result"
            }
            ResultCounts::Class => {
                "class/all  our games with this move against the class and everyone"
            }
            ResultCounts::All => "results  our games with this move against everyone",
        }
    }
}
