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

mod analysis;
mod assess;
mod backup;
mod board;
mod book;
mod change;
mod condition;
mod conditions;
mod contest;
mod coords;
mod doctor;
mod edit;
mod edits;
mod error;
mod evaluate;
mod evidence;
mod export;
mod game;
mod games_asked;
mod import;
mod influence;
mod key;
mod ladder;
mod laid;
mod learn;
mod merge;
mod mine;
mod moment;
pub mod moves;
mod named;
mod names;
mod next_request;
mod next_response;
mod node;
mod opponent;
mod outcome;
mod patch;
mod phrase;
mod profile;
mod proposed;
mod quiz_request;
mod quiz_response;
mod result;
mod result_answer;
mod results_list;
mod review;
mod reviewed;
mod score;
mod side_model;
mod simulate;
mod statistics;
mod time;
mod training;
mod whole_board;

pub use analysis::{
    AnalysisBookJson, AnalysisJson, AnalysisNotice, AnalysisRequest, MoveBookJson, MoveInfoJson,
    ParsedAnalysisQuery, Perspective, RootInfoJson,
};
pub use assess::{AssessJson, AssessRowJson, CoverageJson, MeasuresJson};
pub use backup::{BackupJson, RestoreJson};
pub use book::{BookJson, BooksJson, CountedBookJson, LineJson, LinesJson};
pub use change::{
    ChangeDetailsJson, ChangeJson, ChangesJson, ContradictionJson, DeltaJson, FieldChangeJson,
    NodeChangeJson, NodeChangesJson, NodeLogJson,
};
pub use condition::ConditionJson;
pub use conditions::{
    BookConditionJson, ConditionEvidenceJson, ConditionGamesJson, ConditionsJson,
    ConditionsOrientation,
};
pub use contest::ContestJson;
pub use coords::Coords;
pub use doctor::{DoctorJson, ProblemJson};
pub use edit::{EditItem, EditOp};
pub use edits::{EditsRequest, check_reason};
pub use error::RequestError;
pub use evaluate::{EvaluateJson, EvaluatedMoveJson, EvaluationJson, EvaluationsJson};
pub use evidence::{EvidenceGamesJson, EvidenceJson, PriorJson, SharesJson};
pub use export::ExportParameters;
pub use game::{BoardMovesJson, ExampleJson, GameJson, PlayedGameJson};
pub use games_asked::{GamesFilterParameters, YEARS, split_names};
pub use import::{ConflictJson, FileImportJson, ImportJson, MergedJson, RefusalJson};
pub use influence::{
    BlockLevelJson, BlocksJson, HeldCountsJson, HeldJson, InfluenceRequest, InfluenceResponse,
    LineChangeJson, LinksJson, MetricsJson, SideLinksJson, StoneLinkJson, TerritoryCountsJson,
    TerritoryJson,
};
pub use key::{CreatedKeyJson, KeyJson, NewKeyJson, RotateKeyJson, ScopeChoice, ValidatedNewKey};
pub use ladder::{LadderJson, LadderRequest, LadderResponse};
pub use laid::Laid;
pub use learn::{LearnJson, LearnedGamesJson, LearnedOpponentJson, RefusedRecordsJson};
pub use merge::MergeJson;
pub use mine::{MineJson, MineSettingsJson, MinedGamesJson, MinedMovesJson, RejectedJson};
pub use moment::{parse_as_of, parse_book_ref, parse_moment};
pub use names::{parse_class, parse_opponent};
pub use next_request::{NextParameters, NextRequest};
pub use next_response::{
    BookVersionJson, CandidateJson, CornerJson, FilteredJson, LeftBookJson, NextResponse,
    PlacedLineJson,
};
pub use node::{ChildJson, MarkJson, NodeJson, NodeView};
pub use opponent::{
    DifferenceJson, OpponentAnswerJson, OpponentJson, OpponentParameters, OpponentsJson,
    VersionJson,
};
pub use outcome::{ChangedJson, ContradictionsJson, MergedBookJson, RevertedJson, SplitJson};
pub use patch::{ListChangeJson, ListPatchJson, MarkPatchJson, PatchJson};
pub use phrase::{ConvertedJson, ConvertedPhraseJson, PhraseToReviewJson, ToReviewJson};
pub use profile::{
    HabitJson, InstanceJson, KindCountsJson, LeaveRowJson, MeanLossJson, PlayedStepJson,
    ProfileJson, ReviewJson,
};
pub use proposed::ProposedJson;
pub use quiz_request::{QuizRequest, parse_player};
pub use quiz_response::{
    GradedJson, HintsJson, MemoryChangeJson, MemoryJson, QuestionJson, QuizResponse, ReplyJson,
};
pub use result::ResultRequest;
pub use result_answer::{CornerLinesJson, PostedJson, ResultHeadJson, ResultJson, WithdrawnJson};
pub use results_list::{ResultsJson, WithdrawnListJson};
pub use review::{MOST_REVIEWED_MOVES, REVIEWED_MOVES, ReviewParameters, ReviewRequest};
pub use reviewed::{
    BookLineJson, CostJson, EvaluatedLossJson, ExpectedJson, GameReviewJson, JudgedJson,
    PlayerJson, ReviewLeftJson, ReviewedCornerJson,
};
pub use score::{
    PrisonersJson, RepetitionJson, ScoreRequest, ScoreResponse, SideCountJson, StonesJson,
};
pub use side_model::{FractionJson, SideModelJson, SideModelsJson};
pub use simulate::{SimulateJson, SimulatedDifferenceJson, SimulatedFiguresJson};
pub use statistics::{AskedJson, PathJson, StatisticsJson, TurnsJson, YearJson};
pub use time::{civil, days_since_1970, rfc3339, rfc3339_seconds};
pub use training::{
    AnswerLine, AnswersEnteredJson, ProgressJson, ProgressParameters, TrainingHead,
};
pub use whole_board::{WholeBoardJson, WholeCornerJson, WholeLineJson};
