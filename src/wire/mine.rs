//! The account of counted games.

use serde::Serialize;
use utoipa::ToSchema;

use super::book::BookJson;
use crate::mine::{MineReport, PruneReport, Rejection, Settings};
use crate::service::MineOutcome;

/// What became of a run: every record was counted, counted before or rejected.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MineJson {
    /// The book as it is now; in a dry run, as it would be.
    pub book: BookJson,
    /// Whether nothing was written because it was a dry run.
    pub dry_run: bool,
    /// Whether the book changed, or would change.
    pub changed: bool,
    /// The games that the book has counted in all.
    pub total_games: u64,
    /// The records of this run.
    pub games: MinedGamesJson,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable or cut short, and where; the first hundred.
    pub defects: Vec<String>,
    /// All moves that were counted in the book, and what its pruning made of them.
    pub moves: MinedMovesJson,
    /// How the book is mined.
    pub settings: MineSettingsJson,
    /// Sources of this run of which the book has imported counts too: games may be counted twice.
    pub counted_twice: Vec<String>,
}

/// Records: `seen` = `counted` + `duplicates` + all of `rejected`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MinedGamesJson {
    /// Records seen.
    pub seen: u64,
    /// Records counted.
    pub counted: u64,
    /// Records that were counted before, in this run or an earlier one.
    pub duplicates: u64,
    /// Records that are not counted, by reason.
    pub rejected: RejectedJson,
    /// Counted up to a move that cannot be played.
    pub cut_short: u64,
    /// Counted without a known result.
    pub without_result: u64,
    /// Counted games in which an engine says what moves lost.
    pub evaluated: u64,
}

/// Records that are not counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RejectedJson {
    /// Another game than Go.
    pub not_go: u64,
    /// Not on 19 lines.
    pub size: u64,
    /// With handicap.
    pub handicap: u64,
    /// With stones set up.
    pub setup: u64,
    /// Without moves.
    pub no_moves: u64,
    /// The first move cannot be played.
    pub damaged: u64,
}

/// Counted moves: `counted` is all the others together.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MinedMovesJson {
    /// All moves that were counted.
    pub counted: u64,
    /// Those that the book answers with.
    pub kept: u64,
    /// In too few games.
    pub few_games: u64,
    /// Too small a share of their position.
    pub small_share: u64,
    /// Too deep.
    pub too_deep: u64,
    /// After a move that is not in the book.
    pub after_cut: u64,
}

/// How a book is mined.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MineSettingsJson {
    /// A corner is over after so many moves elsewhere.
    pub quiet: u8,
    /// A move is in the book if it is in at least so many games,
    pub min_games: u32,
    /// in at least this share of the corners that reached its position, 0 to 1,
    pub min_share: f64,
    /// and at most so many steps deep.
    pub max_depth: u32,
}

impl From<&MineOutcome> for MineJson {
    fn from(outcome: &MineOutcome) -> MineJson {
        let report = &outcome.report;
        MineJson {
            book: (&outcome.book).into(),
            dry_run: outcome.dry_run,
            changed: outcome.changed,
            total_games: outcome.games,
            games: report.into(),
            skipped: report.skipped,
            unreadable: report.unreadable,
            defects: report.defects.clone(),
            moves: outcome.pruned.into(),
            settings: outcome.settings.into(),
            counted_twice: outcome.twice.clone(),
        }
    }
}

impl From<&MineReport> for MinedGamesJson {
    fn from(report: &MineReport) -> MinedGamesJson {
        let rejected = |reason| report.rejected.get(&reason).copied().unwrap_or(0);
        MinedGamesJson {
            seen: report.games,
            counted: report.counted,
            duplicates: report.duplicates,
            rejected: RejectedJson {
                not_go: rejected(Rejection::NotGo),
                size: rejected(Rejection::Size),
                handicap: rejected(Rejection::Handicap),
                setup: rejected(Rejection::Setup),
                no_moves: rejected(Rejection::NoMoves),
                damaged: rejected(Rejection::Damaged),
            },
            cut_short: report.cut_short,
            without_result: report.without_result,
            evaluated: report.evaluated,
        }
    }
}

impl From<PruneReport> for MinedMovesJson {
    fn from(pruned: PruneReport) -> MinedMovesJson {
        MinedMovesJson {
            counted: pruned.counted,
            kept: pruned.kept,
            few_games: pruned.few_games,
            small_share: pruned.small_share,
            too_deep: pruned.too_deep,
            after_cut: pruned.after_cut,
        }
    }
}

impl From<Settings> for MineSettingsJson {
    fn from(settings: Settings) -> MineSettingsJson {
        MineSettingsJson {
            quiet: settings.quiet,
            min_games: settings.pruning.min_games,
            min_share: settings.pruning.min_share,
            max_depth: settings.pruning.max_depth,
        }
    }
}
