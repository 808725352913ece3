//! The JSON of questions and answers, the same at every door, apart from the domain's own types.
//!
//! - [`NextRequest`], [`NextResponse`]: the next move on a whole board
//! - [`moves`]: moves and stones as one text, for addresses and command lines
//! - [`InfluenceRequest`], [`InfluenceResponse`]: a model of influence asked about a board; [`SideModelsJson`]: boards compared
//! - [`ScoreRequest`], [`ScoreResponse`]: a board counted
//! - [`StatisticsJson`], [`ProposedJson`], [`TurnsJson`]: what counted games say of a move
//! - [`GamesAsked`]: which of the counted games a question asks about
//! - [`BookJson`], [`CountedBookJson`], [`LinesJson`], [`NodeJson`]: books and what is in them
//! - [`GameJson`], [`ExampleJson`], [`PlayedGameJson`]: counted games; [`BoardMovesJson`]: a board and its moves
//! - [`AnalysisRequest`], [`AnalysisJson`]: KataGo's analysis protocol
//! - [`BackupJson`], [`RestoreJson`], [`FileJson`]: a copy of the database, made and put back
//! - [`AssessJson`]: the account of an assessment
//! - [`PredictJson`]: how well models of influence tell who wins
//! - [`SimulateJson`]: what a simulation came to
//! - [`ContestJson`]: what a match came to
//! - [`ConditionsJson`]: conditions of a book, its own and proposed ones
//! - [`ImportJson`], [`PhrasesChoice`]: the account of an import, and of what comments say that moves depend on
//! - [`EvaluationJson`], [`EvaluationsJson`], [`EvaluateJson`]: what engines say of positions, and the account of asking
//! - [`LearnJson`], [`MergeJson`]: the accounts of learned games and of a merge
//! - [`DoctorJson`]: the account of a database's health
//! - [`MineJson`]: the account of counted games
//! - [`CornerChoice`], [`HandednessChoice`]: how a book is laid on the board
//! - [`EditsRequest`], [`PatchJson`], [`Laid`]: what curators change, and of which node
//! - [`ChangeJson`], [`DeltaJson`], [`ContradictionJson`]: what was changed; [`parse_moment`]: and when
//! - [`ChangedJson`], [`RevertedJson`], [`MergedBookJson`], [`SplitJson`]: what became of it
//! - [`NewKeyJson`], [`KeyJson`], [`CreatedKeyJson`]: keys
//! - [`ResultRequest`], [`PostedJson`], [`WithdrawnJson`], [`ResultJson`]: results of games
//! - [`ReviewRequest`], [`GameReviewJson`], [`ProfileJson`], [`ReviewJson`]: games reviewed, and players over many
//! - [`OpponentsJson`], [`OpponentAnswerJson`]: opponents and what is different with them
//! - [`QuizRequest`], [`QuizResponse`]: training; [`ProgressJson`], [`AnswerLine`], [`TrainingHead`]: what came of it
//! - [`EvidenceJson`]: what a priority is made of
//! - [`rfc3339`], [`civil`]: moments and days as texts
//! - [`ResultsJson`], [`WithdrawnListJson`]: results listed, and withdrawn together
//! - [`RequestError`]: a request that makes no sense, with its field

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
mod frame;
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
mod names;
mod next_request;
mod next_response;
mod node;
mod opponent;
mod outcome;
mod patch;
mod phrase;
mod predict;
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
    AnalysisAsked, AnalysisBookJson, AnalysisJson, AnalysisNotice, AnalysisRequest, MoveBookJson,
    MoveInfoJson, Perspective, RootInfoJson,
};
pub use assess::{AssessJson, AssessRowJson, AssessedRecordsJson, CoverageJson, MeasuresJson};
pub use backup::{BackupJson, FileJson, RestoreJson};
pub use book::{BookJson, BooksJson, CountedBookJson, LineJson, LinesJson};
pub use change::{
    ChangeDetailsJson, ChangeJson, ChangesJson, ContradictionJson, DeltaJson, FieldChangeJson,
    NodeChangeJson, NodeChangesJson, NodeLogJson,
};
pub use condition::ConditionJson;
pub use conditions::{
    BookConditionJson, ConditionEvidenceJson, ConditionGamesJson, ConditionRecordsJson,
    ConditionsJson, ConditionsLaid, RateDifferenceJson,
};
pub use contest::{ContestJson, RateJson};
pub use coords::Coords;
pub use doctor::{DoctorJson, MendedJson, ProblemJson};
pub use edit::{EditItem, EditOp};
pub use edits::{EditsRequest, check_reason};
pub use error::RequestError;
pub use evaluate::{
    EvaluateJson, EvaluatedMoveJson, EvaluationJson, EvaluationsJson, LostAgainstJson,
    PlannedPositionJson, RefusedPositionJson,
};
pub use evidence::{EvidenceGamesJson, EvidenceJson, PriorJson, SharesJson};
pub use frame::{CornerChoice, HandednessChoice};
pub use game::{BoardMovesJson, ExampleJson, GameJson, PlayedGameJson};
pub use games_asked::{GamesAsked, YEARS, split_names};
pub use import::{ConflictJson, FileImportJson, ImportJson, MergedJson, RefusalJson};
pub use influence::{
    BlockLevelJson, BlocksJson, HeldCountsJson, HeldJson, InfluenceRequest, InfluenceResponse,
    LineChangeJson, LinksJson, MetricsJson, SideLinksJson, StoneLinkJson, TerritoryCountsJson,
    TerritoryJson,
};
pub use key::{CreatedKeyJson, KeyJson, NewKeyAsked, NewKeyJson, RotateKeyJson, ScopeChoice};
pub use ladder::{LadderJson, LadderRequest, LadderResponse};
pub use laid::Laid;
pub use learn::{LearnJson, LearnedGamesJson, LearnedOpponentJson, RefusedJson};
pub use merge::{EvaluationsEnteredJson, MergeJson};
pub use mine::{MineJson, MineSettingsJson, MinedGamesJson, MinedMovesJson, RejectedJson};
pub use moment::{parse_as_of, parse_book_ref, parse_moment};
pub use names::{parse_class, parse_opponent};
pub use next_request::{FailedConditionsJson, NextParameters, NextRequest};
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
pub use phrase::{
    ConvertedJson, ConvertedPhraseJson, PhraseToReviewJson, PhrasesChoice, ToReviewJson,
};
pub use predict::{EstimateJson, PredictJson, PredictRecordsJson, PredictedJson, PredictorJson};
pub use profile::{
    HabitJson, InstanceJson, JosekiRowJson, KindCountsJson, LeaveRowJson, MeanLossJson,
    PlayedStepJson, ProfileJson, ReviewJson, ReviewedRecordsJson,
};
pub use proposed::ProposedJson;
pub use quiz_request::{QuizRequest, parse_player};
pub use quiz_response::{
    GradedJson, HintsJson, MemoryChangeJson, MemoryJson, QuestionJson, QuizResponse, ReplyJson,
};
pub use result::{ResultChoice, ResultRequest};
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
pub use simulate::{SimulateJson, SimulatedDifferenceJson, SimulatedJson};
pub use statistics::{AskedJson, LossJson, PathJson, StatisticsJson, TurnsJson, YearJson};
pub use time::{civil, days_since_1970, rfc3339, rfc3339_seconds};
pub use training::{
    AnswerLine, AnswersEnteredJson, ProgressCountsJson, ProgressJson, ProgressParameters,
    TrainingHead,
};
pub use whole_board::{WholeBoardJson, WholeCornerJson, WholeLineJson};
