//! Report of mining game records.

pub mod game;

use serde::Serialize;
use utoipa::ToSchema;

use joseki_mine::{MineReport, PruneReport, RecordRejection, Settings};
use joseki_service::mine::MineOutcome;
use joseki_store::BookInfo as BookJson;

/// Report of a mining run: every record was counted, already counted or rejected.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MineJson {
    /// The book after the run; in a dry run, as it would be.
    pub book: BookJson,
    /// Whether nothing was written because it was a dry run.
    pub dry_run: bool,
    /// Whether the book changed; in a dry run, would change.
    pub changed: bool,
    /// Total number of games counted in the book.
    pub total_games: u64,
    /// Record counts of this run.
    pub games: MinedGamesJson,
    /// Files and archive entries that are not game records.
    pub skipped: u64,
    /// Texts, or parts of texts, that could not be read.
    pub unreadable: u64,
    /// Descriptions and locations of unreadable or truncated parts; at most 100.
    pub defects: Vec<String>,
    /// All moves counted in the book, and the effect of pruning.
    pub moves: MinedMovesJson,
    /// Mining settings of the book.
    pub settings: MineSettingsJson,
    /// Sources of this run for which the book also has imported counts: their games may be counted
    /// twice.
    pub counted_twice: Vec<String>,
    /// Sources of this run that have games of RenjuNet's database: what rests on them alone is
    /// neither served nor exported. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renjunet: Vec<String>,
}

/// Record counts: `seen` = `counted` + `duplicates` + `kept` + all of `rejected`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MinedGamesJson {
    /// Records read.
    pub seen: u64,
    /// Records counted.
    pub counted: u64,
    /// Records already counted, in this run or an earlier one.
    pub duplicates: u64,
    /// Records on smaller boards, not counted but kept for pattern searches. Absent if there are
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub kept: Option<u64>,
    /// Records not counted and not kept, by reason.
    pub rejected: RejectedJson,
    /// Counted records truncated at an illegal move.
    pub cut_short: u64,
    /// Counted records without a known result.
    pub without_result: u64,
    /// Counted records with engine evaluations of their moves.
    pub evaluated: u64,
}

/// Records not counted, by reason.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RejectedJson {
    /// Another game than Go.
    pub not_go: u64,
    /// Board size other than 19 lines.
    pub size: u64,
    /// Handicap games.
    pub handicap: u64,
    /// Games with setup stones.
    pub setup: u64,
    /// Games without moves, or of passes alone.
    pub no_moves: u64,
    /// Games whose first move is illegal.
    pub damaged: u64,
    /// Of another game than that of a book that is not about Go. Absent if there are none, as the
    /// next two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub other_game: Option<u64>,
    /// By other rules (`RU`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub other_rules: Option<u64>,
    /// On a board of another size.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub other_size: Option<u64>,
}

/// Move counts: `counted` is the sum of all others.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MinedMovesJson {
    /// All counted moves.
    pub counted: u64,
    /// Moves that are in the book.
    pub kept: u64,
    /// Pruned: in too few games.
    pub few_games: u64,
    /// Pruned: too small a share of their position.
    pub small_share: u64,
    /// Pruned: too deep.
    pub too_deep: u64,
    /// Pruned: after a pruned move.
    pub after_cut: u64,
}

/// Mining settings of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MineSettingsJson {
    /// A corner is over after more than this many consecutive moves elsewhere, 1 to 250.
    pub quiet: u8,
    /// Minimum number of games for a move to be in the book.
    pub min_games: u32,
    /// Minimum share of the corners that reached the position, 0 to 1, for a move to be in the
    /// book.
    pub min_share: f64,
    /// Maximum depth of a move in the book, in steps.
    pub max_depth: u32,
}

impl From<&MineOutcome> for MineJson {
    fn from(outcome: &MineOutcome) -> MineJson {
        let report = &outcome.report;
        MineJson {
            book: outcome.book.clone(),
            dry_run: outcome.dry_run,
            changed: outcome.changed,
            total_games: outcome.games,
            games: report.into(),
            skipped: report.skipped,
            unreadable: report.unreadable,
            defects: report.defects.clone(),
            moves: outcome.pruned.into(),
            settings: outcome.settings.into(),
            counted_twice: outcome.counted_twice.clone(),
            renjunet: outcome.renjunet.clone(),
        }
    }
}

impl From<&MineReport> for MinedGamesJson {
    fn from(report: &MineReport) -> MinedGamesJson {
        let some = |count: u64| Some(count).filter(|count| *count > 0);
        let rejected = |reason| report.rejected.get(&reason).copied().unwrap_or(0);
        MinedGamesJson {
            seen: report.games,
            counted: report.counted,
            duplicates: report.duplicates,
            rejected: RejectedJson {
                other_game: some(rejected(RecordRejection::OtherGame)),
                other_rules: some(rejected(RecordRejection::OtherRules)),
                other_size: some(rejected(RecordRejection::OtherSize)),
                not_go: rejected(RecordRejection::NotGo),
                size: rejected(RecordRejection::Size),
                handicap: rejected(RecordRejection::Handicap),
                setup: rejected(RecordRejection::Setup),
                no_moves: rejected(RecordRejection::NoMoves),
                damaged: rejected(RecordRejection::Damaged),
            },
            kept: some(report.kept),
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
