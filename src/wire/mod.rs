//! JSON types of requests and responses, shared by all interfaces and separate from the domain
//! types. Where a type of the store or the service has exactly the fields of its JSON, it derives the
//! JSON itself: `BookInfo`, `QuizProgress`, the counts of records of a run and others.
//!
//! - [`NextRequest`], [`NextResponse`]: the next move on a whole board
//! - [`moves`]: moves and stones in one string, for URLs and command lines
//! - [`InfluenceRequest`], [`InfluenceResponse`]: influence on a board; [`SideModelsJson`]: board
//!   sizes compared
//! - [`ScoreRequest`], [`ScoreResponse`]: scoring of a board
//! - [`StatisticsJson`], [`ProposedJson`], [`TurnsJson`]: statistics of counted games
//! - [`GamesFilterParameters`]: filter on the counted games
//! - [`BookJson`], [`CountedBookJson`], [`LinesJson`], [`NodeJson`]: books and their contents
//! - [`GameJson`], [`ExampleJson`], [`PlayedGameJson`]: counted games; [`BoardMovesJson`]: stones
//!   and moves of a game
//! - [`AnalysisRequest`], [`AnalysisJson`]: KataGo's analysis protocol
//! - [`BackupJson`], [`RestoreJson`]: backup and restore of the database
//! - [`AssessJson`]: report of an assessment
//! - [`SimulateJson`]: results of a simulation
//! - [`ContestJson`]: result of a match
//! - [`ConditionsJson`]: conditions of a book, stored and proposed ones
//! - [`ImportJson`]: report of an import
//! - [`EvaluationJson`], [`EvaluationsJson`], [`EvaluateJson`]: engine evaluations, and the report
//!   of an evaluation run
//! - [`LearnJson`], [`MergeJson`]: reports of learning from games and of a merge
//! - [`DoctorJson`]: health report of a database
//! - [`MineJson`]: report of mining games
//! - [`EditsRequest`], [`PatchJson`], [`Laid`]: edits, and the node and orientation that they refer
//!   to
//! - [`ChangeJson`], [`DeltaJson`], [`ContradictionJson`]: history of changes; [`parse_moment`]:
//!   points in it
//! - [`ChangedJson`], [`RevertedJson`], [`MergedBookJson`], [`SplitJson`]: outcomes of changes
//! - [`NewKeyJson`], [`KeyJson`], [`CreatedKeyJson`]: API keys
//! - [`ResultRequest`], [`PostedJson`], [`WithdrawnJson`], [`ResultJson`]: game results
//! - [`ReviewRequest`], [`GameReviewJson`], [`ProfileJson`], [`ReviewJson`]: reviews of games and
//!   profiles of players
//! - [`OpponentsJson`], [`OpponentAnswerJson`]: opponents and how they differ from others
//! - [`QuizRequest`], [`QuizResponse`]: training; [`ProgressJson`], [`AnswerLine`],
//!   [`TrainingHead`]: its progress and export
//! - [`ExportParameters`]: options of an export
//! - [`EvidenceJson`]: components of a priority
//! - [`rfc3339`], [`civil`]: formatting of times and dates
//! - [`ResultsJson`], [`WithdrawnListJson`]: lists of results and of withdrawals
//! - [`RequestError`]: validation error of a request, with its field

mod admin;
mod board;
mod coords;
mod curate;
mod engine;
mod error;
mod laid;
mod learn;
mod mine;
pub mod moves;
mod named;
mod names;
mod next;
mod review;
mod time;
mod train;

pub use admin::{
    backup::{BackupJson, RestoreJson},
    doctor::{DoctorJson, ProblemJson},
    key::{CreatedKeyJson, KeyJson, NewKeyJson, RotateKeyJson, ScopeChoice, ValidatedNewKey},
};
pub use board::{
    influence::{
        BlockLevelJson, BlocksJson, HeldCountsJson, HeldJson, InfluenceRequest, InfluenceResponse,
        LineChangeJson, LinksJson, MetricsJson, SideLinksJson, StoneLinkJson, TerritoryCountsJson,
        TerritoryJson,
    },
    ladder::{LadderJson, LadderRequest, LadderResponse},
    score::{
        PrisonersJson, RepetitionJson, ScoreRequest, ScoreResponse, SideCountJson, StonesJson,
    },
    side_model::{FractionJson, SideModelJson, SideModelsJson},
};
pub use coords::Coords;
pub use curate::{
    book::{BookJson, BooksJson, CountedBookJson, LineJson, LinesJson},
    change::{
        ChangeDetailsJson, ChangeJson, ChangesJson, ContradictionJson, DeltaJson, FieldChangeJson,
        NodeChangeJson, NodeChangesJson, NodeLogJson,
    },
    conditions::{
        BookConditionJson, ConditionEvidenceJson, ConditionGamesJson, ConditionJson,
        ConditionsJson, ConditionsOrientation,
    },
    edit::{EditItem, EditOp},
    edits::{EditsRequest, check_reason},
    export::ExportParameters,
    import::{ConflictJson, FileImportJson, ImportJson, MergedJson, RefusalJson},
    moment::{parse_as_of, parse_book_ref, parse_moment},
    node::{ChildJson, MarkJson, NodeJson, NodeView},
    outcome::{ChangedJson, ContradictionsJson, MergedBookJson, RevertedJson, SplitJson},
    patch::{ListChangeJson, ListPatchJson, MarkPatchJson, PatchJson},
    phrase::{ConvertedJson, ConvertedPhraseJson, PhraseToReviewJson, ToReviewJson},
};
pub use engine::{
    analysis::{
        AnalysisBookJson, AnalysisJson, AnalysisNotice, AnalysisRequest, MoveBookJson,
        MoveInfoJson, ParsedAnalysisQuery, Perspective, RootInfoJson,
    },
    contest::ContestJson,
    evaluate::{EvaluateJson, EvaluatedMoveJson, EvaluationJson, EvaluationsJson},
};
pub use error::RequestError;
pub use laid::Laid;
pub use learn::{
    LearnJson, LearnedGamesJson, LearnedOpponentJson, MergeJson, RefusedRecordsJson,
    opponent::{
        DifferenceJson, OpponentAnswerJson, OpponentJson, OpponentParameters, OpponentsJson,
        VersionJson,
    },
    result::ResultRequest,
    result_answer::{
        CornerLinesJson, PostedJson, ResultHeadJson, ResultJson, ResultsJson, WithdrawnJson,
        WithdrawnListJson,
    },
};
pub use mine::{
    MineJson, MineSettingsJson, MinedGamesJson, MinedMovesJson, RejectedJson,
    game::{BoardMovesJson, ExampleJson, GameJson, PlayedGameJson},
};
pub use names::{parse_class, parse_opponent};
pub use next::{
    evidence::{EvidenceGamesJson, EvidenceJson, PriorJson, SharesJson},
    games_asked::{GamesFilterParameters, YEARS, split_names},
    proposed::ProposedJson,
    request::{NextParameters, NextRequest},
    response::{
        BookVersionJson, CandidateJson, CornerJson, FilteredJson, LeftBookJson, NextResponse,
        PlacedLineJson,
    },
    simulate::{SimulateJson, SimulatedDifferenceJson, SimulatedFiguresJson},
    statistics::{AskedJson, PathJson, StatisticsJson, TurnsJson, YearJson},
    whole_board::{WholeBoardJson, WholeCornerJson, WholeLineJson},
};
pub use review::{
    MOST_REVIEWED_MOVES, REVIEWED_MOVES, ReviewParameters, ReviewRequest,
    assess::{AssessJson, AssessRowJson, CoverageJson, MeasuresJson},
    profile::{
        HabitJson, InstanceJson, KindCountsJson, LeaveRowJson, MeanLossJson, PlayedStepJson,
        ProfileJson, ReviewJson,
    },
    reviewed::{
        BookLineJson, CostJson, EvaluatedLossJson, ExpectedJson, GameReviewJson, JudgedJson,
        PlayerJson, ReviewLeftJson, ReviewedCornerJson,
    },
};
pub use time::{civil, days_since_1970, rfc3339, rfc3339_seconds};
pub use train::{
    progress::{AnswerLine, AnswersEnteredJson, ProgressJson, ProgressParameters, TrainingHead},
    request::{QuizRequest, parse_player},
    response::{
        GradedJson, HintsJson, MemoryChangeJson, MemoryJson, QuestionJson, QuizResponse, ReplyJson,
    },
};
