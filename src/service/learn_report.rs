//! What became of the records that were learned from.

use std::collections::BTreeMap;

use super::error::ServiceError;
use super::learn_game::LearnRefusal;
use super::results::{GameResult, PostedResult};
use crate::ledger::Outcome;
use crate::store::LedgerStatus;

/// Defects that are kept for the report, and refused records by reason; more are only counted.
const TOLD: usize = 100;

/// What became of the records: `games` is the sum of `counted`, `unchanged` and all `refused`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnReport {
    /// Records seen.
    pub games: u64,
    /// Counted.
    pub counted: u64,
    /// Not counted, for they were entered before, in this run or an earlier one.
    pub unchanged: u64,
    /// Not learned from, by reason.
    pub refused: BTreeMap<LearnRefusal, Refused>,
    /// Counted up to a move that cannot be played.
    pub cut_short: u64,
    /// The moves of the books in the counted games, each once a game.
    pub learned: u64,
    /// The counted games by opponent and version.
    pub opponents: BTreeMap<String, Score>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable or cut short, and where; the first hundred.
    pub defects: Vec<String>,
}

/// Records that were refused for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// How many.
    pub games: u64,
    /// Where the first hundred are, and what there is to say of them.
    pub first: Vec<String>,
}

/// Counted games against one opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Those that we won.
    pub won: u64,
    /// Those that we lost.
    pub lost: u64,
    /// Those that nobody won.
    pub drawn: u64,
}

/// A record that is to be entered.
pub(super) struct Waiting {
    pub place: String,
    pub result: GameResult,
    pub damaged_at: Option<usize>,
}

impl LearnReport {
    /// Counts a record as what became of it.
    pub(super) fn take(
        &mut self,
        waiting: &Waiting,
        answer: Result<PostedResult, ServiceError>,
    ) -> Result<(), ServiceError> {
        let refusal = match answer {
            Ok(posted) => {
                self.games += 1;
                self.enter(waiting, &posted);
                return Ok(());
            }
            Err(ServiceError::OtherResult { .. }) => LearnRefusal::Conflict,
            Err(ServiceError::WithdrawnResult { .. }) => LearnRefusal::Withdrawn,
            Err(
                ServiceError::InitialStoneTwice { .. }
                | ServiceError::InitialStoneWithoutLiberty { .. }
                | ServiceError::IllegalMove { .. },
            ) => LearnRefusal::Damaged,
            Err(other) => return Err(other),
        };
        self.games += 1;
        let entered = refusal != LearnRefusal::Damaged;
        let what = entered.then(|| waiting.result.game.clone());
        self.refuse(refusal, &waiting.place, what);
        Ok(())
    }

    fn enter(&mut self, waiting: &Waiting, posted: &PostedResult) {
        if posted.status != LedgerStatus::Counted {
            self.unchanged += 1;
            return;
        }
        self.counted += 1;
        self.learned += posted.learned as u64;
        let result = &waiting.result;
        let score = self.opponents.entry(result.opponent.to_string());
        let score = score.or_default();
        match result.outcome {
            Outcome::Win => score.won += 1,
            Outcome::Loss => score.lost += 1,
            Outcome::Draw => score.drawn += 1,
        }
        if let Some(at) = waiting.damaged_at {
            self.cut_short += 1;
            self.tell(format!(
                "{}: what comes after move {} cannot be played",
                waiting.place,
                at - 1
            ));
        }
    }

    /// Counts a record as refused.
    pub(super) fn refuse(&mut self, why: LearnRefusal, place: &str, what: Option<String>) {
        let refused = self.refused.entry(why).or_default();
        refused.games += 1;
        if refused.first.len() < TOLD {
            let what = what.map(|what| format!(": {what}")).unwrap_or_default();
            refused.first.push(format!("{place}{what}"));
        }
    }

    /// Keeps a defect, unless there are enough.
    pub(super) fn tell(&mut self, what: String) {
        if self.defects.len() < TOLD {
            self.defects.push(what);
        }
    }
}

impl Score {
    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}
