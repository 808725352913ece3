//! Report on the records that were learned from.

use std::collections::BTreeMap;

use super::record::LearnRefusal;
use super::results::{GameResult, PostedResult};
use crate::error::ServiceError;
use crate::learn::error::ResultError;
use joseki_ledger::OwnOutcome;
use joseki_store::LedgerStatus;

/// Maximum number of defects, and of refused records per reason, in the report; more are only
/// counted.
const MAX_REPORTED: usize = 100;

/// Counts of the records by outcome: `games` is the sum of `counted`, `kept`, `duplicates`,
/// `unchanged` and all `refused`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnReport {
    /// Records read.
    pub games: u64,
    /// Records counted.
    pub counted: u64,
    /// Records stored that teach nothing because of their terms.
    pub kept: RefusedRecords,
    /// Records stored that do not count because the same games do under other ids.
    pub duplicates: RefusedRecords,
    /// Not counted because they had been entered before, in this run or an earlier one.
    pub unchanged: u64,
    /// Refused records, by reason.
    pub refused: BTreeMap<LearnRefusal, RefusedRecords>,
    /// Counted up to an illegal move.
    pub cut_short: u64,
    /// Book moves in the counted games, each once per game.
    pub learned: u64,
    /// Counted games by opponent and version.
    pub opponents: BTreeMap<String, OpponentScore>,
    /// Files and archive entries that are not game records.
    pub skipped: u64,
    /// Texts or parts of texts that could not be read.
    pub unreadable: u64,
    /// Descriptions of unreadable or truncated games with their places; the first 100.
    pub defects: Vec<String>,
}

/// Records refused, or not counted, for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefusedRecords {
    /// Number of records.
    pub games: u64,
    /// Places of the first 100, with details.
    pub first: Vec<String>,
}

/// Counted games against one opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpponentScore {
    /// Games we won.
    pub won: u64,
    /// Games we lost.
    pub lost: u64,
    /// Drawn games.
    pub drawn: u64,
}

/// A record pending to be entered.
pub(crate) struct PendingResult {
    pub place: String,
    pub result: GameResult,
    pub damaged_at: Option<usize>,
}

impl LearnReport {
    /// Counts a record by its outcome.
    pub(crate) fn add_outcome(
        &mut self,
        pending: &PendingResult,
        answer: Result<PostedResult, ServiceError>,
    ) -> Result<(), ServiceError> {
        let refusal = match answer {
            Ok(posted) => {
                self.games += 1;
                self.add_result(pending, &posted);
                return Ok(());
            }
            Err(
                ServiceError::InitialStoneTwice { .. }
                | ServiceError::InitialStoneWithoutLiberty { .. }
                | ServiceError::IllegalMove { .. },
            ) => LearnRefusal::Damaged,
            Err(other) => match other.of() {
                Some(ResultError::Other { .. }) => LearnRefusal::Conflict,
                Some(ResultError::Withdrawn { .. }) => LearnRefusal::Withdrawn,
                _ => return Err(other),
            },
        };
        self.games += 1;
        let entered = refusal != LearnRefusal::Damaged;
        let what = entered.then(|| pending.result.game.clone());
        self.refuse(refusal, &pending.place, what);
        Ok(())
    }

    fn add_result(&mut self, pending: &PendingResult, posted: &PostedResult) {
        match posted.status {
            LedgerStatus::Counted => {}
            LedgerStatus::Kept => {
                let what = posted.untaught.map(|untaught| untaught.text().to_owned());
                return self.kept.note(&pending.place, what);
            }
            LedgerStatus::Duplicate => {
                return self.duplicates.note(&pending.place, posted.duplicate_of.clone());
            }
            _ => {
                self.unchanged += 1;
                return;
            }
        }
        self.counted += 1;
        self.learned += posted.learned as u64;
        let result = &pending.result;
        let score = self.opponents.entry(result.opponent.to_string());
        let score = score.or_default();
        match result.outcome {
            OwnOutcome::Win => score.won += 1,
            OwnOutcome::Loss => score.lost += 1,
            OwnOutcome::Draw => score.drawn += 1,
        }
        if let Some(at) = pending.damaged_at {
            self.cut_short += 1;
            self.add_defect(format!("{}: unplayable after move {}", pending.place, at - 1));
        }
    }

    /// Counts a record as refused.
    pub(crate) fn refuse(&mut self, why: LearnRefusal, place: &str, what: Option<String>) {
        self.refused.entry(why).or_default().note(place, what);
    }

    /// Adds a defect unless the report is full.
    pub(crate) fn add_defect(&mut self, what: String) {
        if self.defects.len() < MAX_REPORTED {
            self.defects.push(what);
        }
    }
}

impl RefusedRecords {
    fn note(&mut self, place: &str, what: Option<String>) {
        self.games += 1;
        if self.first.len() < MAX_REPORTED {
            let what = what.map(|what| format!(": {what}")).unwrap_or_default();
            self.first.push(format!("{place}{what}"));
        }
    }
}

impl OpponentScore {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}
