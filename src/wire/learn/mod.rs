//! Report of learning from game records.

use serde::Serialize;

use joseki_service::learn::{LearnOutcome, RefusedRecords};
use joseki_store::EntryCounts;

pub mod opponent;
pub mod result;
pub mod result_answer;

/// Report of a learning run: every record was counted, already known or refused.
#[derive(Clone, Debug, Serialize)]
pub struct LearnJson {
    /// Whether nothing was written because it was a dry run.
    pub dry_run: bool,
    /// Whether all records were read; if not, what was counted is kept.
    pub complete: bool,
    /// Record counts: `seen` = `counted` + `kept` + `duplicates` + `unchanged` + `refused`.
    pub games: LearnedGamesJson,
    /// Number of book moves in the counted games, each once per game.
    pub learned: u64,
    /// Refused records, by reason.
    pub refused: Vec<RefusedRecordsJson>,
    /// Records stored that do not count, by reason: `kept` or `duplicate_game`.
    pub uncounted: Vec<RefusedRecordsJson>,
    /// Counted games by opponent, ordered by name.
    pub opponents: Vec<LearnedOpponentJson>,
    /// Files and archive entries that are not game records.
    pub skipped: u64,
    /// Texts, or parts of texts, that could not be read.
    pub unreadable: u64,
    /// Descriptions and locations of unreadable or truncated parts; at most 100.
    pub defects: Vec<String>,
}

/// Record counts by outcome.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedGamesJson {
    /// Records read.
    pub seen: u64,
    /// Records counted.
    pub counted: u64,
    /// Records stored that teach nothing because of their terms.
    pub kept: u64,
    /// Records stored that do not count because the same games do under other ids.
    pub duplicates: u64,
    /// Records already entered, in this run or an earlier one.
    pub unchanged: u64,
    /// Records refused.
    pub refused: u64,
    /// Counted records truncated at an illegal move.
    pub cut_short: u64,
}

/// Records refused for one reason.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedRecordsJson {
    /// Reason code: `not_go`, `size`, `other_game`, `other_size`, `no_moves`, `damaged`,
    /// `no_result`, `other_players`, `no_opponent`, `conflict` or `withdrawn`.
    pub reason: &'static str,
    /// The reason in words.
    pub text: &'static str,
    /// Number of records.
    pub games: u64,
    /// File and line of the first 100, with details.
    pub first: Vec<String>,
}

/// Counted games against one opponent.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedOpponentJson {
    /// Name of the opponent, with its version after an `@`.
    pub name: String,
    /// Number of games.
    pub games: u64,
    /// Games that we won.
    pub won: u64,
    /// Games that we lost.
    pub lost: u64,
    /// Drawn games.
    pub drawn: u64,
}

/// Reasons of records that are stored and do not count, as codes and in words.
pub const UNCOUNTED: [(&str, &str); 2] = [
    ("kept", "stored without teaching, because of their terms"),
    ("duplicate_game", "stored without counting, because the same game does under another id"),
];

impl From<&LearnOutcome> for LearnJson {
    fn from(outcome: &LearnOutcome) -> LearnJson {
        let report = &outcome.report;
        let row = |reason, text, refused: &RefusedRecords| RefusedRecordsJson {
            reason,
            text,
            games: refused.games,
            first: refused.first.clone(),
        };
        let refused =
            report.refused.iter().map(|(why, refused)| row(why.into(), why.text(), refused));
        let uncounted = UNCOUNTED
            .into_iter()
            .zip([&report.kept, &report.duplicates])
            .filter(|(_, records)| records.games > 0)
            .map(|((reason, text), records)| row(reason, text, records));
        let opponents = report.opponents.iter().map(|(name, score)| LearnedOpponentJson {
            name: name.clone(),
            games: score.games(),
            won: score.won,
            lost: score.lost,
            drawn: score.drawn,
        });
        LearnJson {
            dry_run: outcome.dry_run,
            complete: outcome.stopped.is_none(),
            games: LearnedGamesJson {
                seen: report.games,
                counted: report.counted,
                kept: report.kept.games,
                duplicates: report.duplicates.games,
                unchanged: report.unchanged,
                refused: report.refused.values().map(|refused| refused.games).sum(),
                cut_short: report.cut_short,
            },
            learned: report.learned,
            refused: refused.collect(),
            uncounted: uncounted.collect(),
            opponents: opponents.collect(),
            skipped: report.skipped,
            unreadable: report.unreadable,
            defects: report.defects.clone(),
        }
    }
}

/// Report of a merge; the counts at the top level are games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MergeJson {
    /// Games.
    #[serde(flatten)]
    pub games: EntryCounts,
    /// Training answers.
    pub answers: EntryCounts,
    /// Engine evaluations.
    pub evaluations: EntryCounts,
}
