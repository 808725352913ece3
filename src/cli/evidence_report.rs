//! What results of games say of the candidates, for people.

use super::table::Column;
use crate::service::{Candidate, NextQuery};

/// Which games a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Those against the opponent, against its class, and against anybody.
    Opponent,
    /// Those against the class and against anybody.
    Class,
    /// Those against anybody.
    All,
}

impl Counts {
    /// What there is to count; nothing where no candidate has a result.
    pub fn of(query: &NextQuery, candidates: &[Candidate]) -> Option<Counts> {
        let told = |candidate: &Candidate| candidate.evidence.is_some_and(|told| told.all > 0);
        if !candidates.iter().any(told) {
            return None;
        }
        Some(match (&query.opponent, &query.class) {
            (Some(_), _) => Counts::Opponent,
            (None, Some(_)) => Counts::Class,
            (None, None) => Counts::All,
        })
    }

    /// The columns: games with results and, against an opponent, the result that is expected.
    pub fn columns(self) -> Vec<Column> {
        match self {
            Counts::Opponent => vec![Column::Right("own/class/all"), Column::Right("expected")],
            Counts::Class => vec![Column::Right("class/all")],
            Counts::All => vec![Column::Right("results")],
        }
    }

    /// The cells of a candidate.
    pub fn cells(self, candidate: &Candidate) -> Vec<String> {
        let Some(told) = &candidate.evidence else {
            return vec![String::new(); self.columns().len()];
        };
        match self {
            Counts::Opponent => {
                let (low, high) = told.belief.interval();
                let half = 50.0 * (high - low);
                let expected = 100.0 * told.belief.expected();
                let games = format!("{}/{}/{}", told.own, told.class, told.all);
                vec![games, format!("{expected:.0}% ±{half:.0}")]
            }
            Counts::Class => vec![format!("{}/{}", told.class, told.all)],
            Counts::All => vec![told.all.to_string()],
        }
    }

    /// The line below the candidates.
    pub fn legend(self) -> &'static str {
        match self {
            Counts::Opponent => {
                "own/class/all  our games with this move against the opponent, its class and anybody; expected: our result"
            }
            Counts::Class => "class/all  our games with this move against the class and anybody",
            Counts::All => "results  our games with this move against anybody",
        }
    }
}
