//! The account of learned games.

use serde::Serialize;

use crate::service::LearnOutcome;

/// What became of a run: every record was counted, known before or refused.
#[derive(Clone, Debug, Serialize)]
pub struct LearnJson {
    /// Whether nothing was written because it was a dry run.
    pub dry_run: bool,
    /// Whether every record was looked at; if not, what was counted stays.
    pub complete: bool,
    /// Records: `seen` = `counted` + `unchanged` + `refused`.
    pub games: LearnedGamesJson,
    /// The moves of the books in the counted games, each once a game.
    pub learned: u64,
    /// Records that were left out, by reason.
    pub refused: Vec<RefusedJson>,
    /// The counted games by opponent, in the order of the names.
    pub opponents: Vec<LearnedOpponentJson>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable or cut short, and where; the first hundred.
    pub defects: Vec<String>,
}

/// How many records became what.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedGamesJson {
    /// Records seen.
    pub seen: u64,
    /// Records counted.
    pub counted: u64,
    /// Records that were entered before, in this run or an earlier one.
    pub unchanged: u64,
    /// Records that were left out.
    pub refused: u64,
    /// Counted up to a move that cannot be played.
    pub cut_short: u64,
}

/// Records that were left out for one reason.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedJson {
    /// `not_go`, `size`, `no_moves`, `damaged`, `no_result`, `other_players`, `no_opponent`, `conflict` or
    /// `withdrawn`.
    pub reason: &'static str,
    /// The same in a few words.
    pub text: &'static str,
    /// How many.
    pub games: u64,
    /// The file and line of the first hundred, and what there is to say of them.
    pub first: Vec<String>,
}

/// Counted games against one opponent.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedOpponentJson {
    /// The name, with the version after an `@`.
    pub name: String,
    /// Games.
    pub games: u64,
    /// Those that we won.
    pub won: u64,
    /// Those that we lost.
    pub lost: u64,
    /// Those that nobody won.
    pub drawn: u64,
}

impl From<&LearnOutcome> for LearnJson {
    fn from(outcome: &LearnOutcome) -> LearnJson {
        let report = &outcome.report;
        let refused = report.refused.iter().map(|(why, refused)| RefusedJson {
            reason: why.code(),
            text: why.text(),
            games: refused.games,
            first: refused.first.clone(),
        });
        let opponents = report
            .opponents
            .iter()
            .map(|(name, score)| LearnedOpponentJson {
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
                unchanged: report.unchanged,
                refused: report.refused.values().map(|refused| refused.games).sum(),
                cut_short: report.cut_short,
            },
            learned: report.learned,
            refused: refused.collect(),
            opponents: opponents.collect(),
            skipped: report.skipped,
            unreadable: report.unreadable,
            defects: report.defects.clone(),
        }
    }
}
