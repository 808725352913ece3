//! The use cases, the only module that interfaces call.
//!
//! - [`Service`]: books in memory over a store; querying, listing, exporting
//! - [`NextQuery`], [`NextAnswer`]: the next joseki move on a whole board
//! - [`BookFileRequest`], [`BookFormat`]: books as files for other programs
//! - [`ImportRequest`], [`ImportOutcome`]: files merged into a book
//! - [`EditRequest`], [`RevertRequest`], [`ChangeOutcome`]: curators' edits and reverts
//! - [`BookRef`], [`ChangePage`]: earlier versions of books, and the log of changes
//! - [`SplitRequest`], [`MergeRequest`], [`Author`]: operations on whole books
//! - [`MineRequest`], [`MineOutcome`]: game records counted into a book
//! - [`AssessRequest`], [`AssessOutcome`], [`Measures`]: quality of a book measured on games
//! - [`ReviewFilesRequest`], [`GameReview`], [`Profile`]: games compared with a book, and players
//!   over many games
//! - [`ConditionsQuery`], [`BookCondition`], [`ConditionEvidence`]: conditions of moves, with
//!   evidence from games
//! - [`ContestRequest`], [`ContestOutcome`]: matches between engines
//! - [`Statistics`], [`GamesFilter`]: statistics of counted games
//! - [`WholeBoard`], [`WholeCorner`], [`WholeLine`]: values of moves and corners on the whole board
//! - [`ExampleGame`]: a counted game and its record
//! - [`NodeAnswer`]: one node as curators see it
//! - [`GameResult`], [`PostedResult`], [`ResultPage`]: results of games against opponents
//! - [`AnalysisQuery`], [`AnalysedTurn`]: analysis-engine queries on a book
//! - [`EvaluateRequest`], [`EvaluateOutcome`], [`NodeEvaluation`]: engine evaluations of a book's
//!   positions
//! - [`LearnRequest`], [`LearnOutcome`]: results extracted from game records
//! - [`OpponentAnswer`]: what was learned about one opponent
//! - [`QuizQuery`], [`QuizOutcome`], [`QuizProgress`]: training of players
//! - [`CreatedKey`]: API keys and their scopes
//! - [`ladders`]: ladder reading on a board, without a book
//! - [`score`]: scoring of a board; [`rules_named`]: the rules that a record names
//! - [`influence`]: influence of a board's stones by a model
//! - [`predict`]: accuracy of influence models in predicting winners, measured on games
//! - [`simulate`]: comparison of policies in the simulation
//! - [`ServiceError`]: errors of the use cases

mod ahead;
mod analysis;
mod assess;
mod assess_game;
mod book_file;
mod book_options;
mod condition_game;
mod condition_games;
mod condition_tally;
mod conditions;
mod contest;
mod counts;
mod doctor;
mod edit;
mod error;
mod evaluate;
mod found;
mod games;
mod going;
mod history;
mod import;
mod influence;
mod keys;
mod ladder;
mod learn;
mod learn_game;
mod learn_report;
mod ledgers;
mod measures;
mod mine;
pub mod next;
mod node;
mod opponents;
mod past;
mod predict;
mod priorities;
mod query;
mod quiz;
mod ranking;
mod record;
mod result_page;
mod results;
mod revert;
mod review;
mod score;
mod score_notes;
#[expect(
    clippy::module_inception,
    reason = "the module is named after its main type"
)]
mod service;
mod shelves;
pub mod simulate;
mod standing;
mod statistics;
mod text;
mod whole_board;
mod wilson;

pub use analysis::{
    AnalysedMove, AnalysedTurn, AnalysisQuery, FigureSource as FiguresSource, Figures,
    ProhibitedMoves,
};
pub use assess::{AssessOutcome, AssessProgress, AssessReport, AssessRequest, AssessRow};
pub use book_file::{BookFileRequest, BookFormat};
pub use book_options::{ExportFormat, FileKind, FileOptions, OptionRefusal, Orientations};
pub use condition_games::{ConditionRecords, ConditionsOutcome};
pub use condition_tally::{ConditionEvidence, ConditionGames, RateDifference};
pub use conditions::{
    BookCondition, ConditionKind, ConditionPage, ConditionSource, ConditionsQuery,
};
pub use contest::{
    ContestError, ContestOutcome, ContestProgress, ContestRequest, ContestTally, LearnFrom,
    RateInterval, Scorer, Seat,
};
pub use doctor::Repairs;
pub use edit::{ChangeOutcome, ConditionalEdit, EditBasis, EditRequest, MOST_EDITS};
pub use error::{KeyError, LONGEST_GAME_ID, ServiceError};
pub use evaluate::{
    EvaluateOutcome, EvaluateProgress, EvaluateRequest, EvaluatedMove, EvaluationsQuery,
    LostAgainst, NodeEvaluation, PlannedPosition, RefusedPosition,
};
pub use games::ExampleGame;
pub use history::{ChangePage, NodeChangePage};
pub use import::{ImportOutcome, ImportRequest, SourceFile};
pub use influence::{InfluenceAnswer, InfluenceQuery, MechanicalAnswer, influence};
pub use keys::{CreatedKey, allow, now};
pub use ladder::{LadderAnswer, LadderQuery, ladders};
pub use learn::{LearnOutcome, LearnProgress, LearnRequest};
pub use learn_game::{LearnOptions, LearnRefusal, PlayerIdentity};
pub use learn_report::{LearnReport, OpponentScore, RefusedRecords};
pub use measures::{Coverage, DEPTHS, Guess, Measures, OTHER_POINTS, SMOOTHING, Smoothing};
pub use mine::{MineOutcome, MineProgress, MineRequest, PruningChange};
pub use node::{ChildNode, NodeAnswer};
pub use opponents::{OpponentAnswer, OpponentDifference, OpponentPage, OpponentQuery};
pub use past::BookRef;
pub use predict::{
    Agreement, Estimate, PredictOutcome, PredictProgress, PredictRecords, PredictRequest,
    PredictionsAt, Predictor, PredictorComparison, PredictorMeasures, Separation, predict,
};
pub use query::{
    CandidateMove, CornerAnswer, FailedConditions, NextAnswer, NextQuery, NoMoveReason, PlacedLine,
    PriorityEvidence,
};
pub use quiz::{
    GradedAnswer, HardPosition, JosekiProgress, MemoryChange, MisplayedMove, ProgressCounts,
    ProgressQuery, QuestionOrigin, QuizBoard, QuizFilter, QuizLoss as LostByMove, QuizOutcome,
    QuizProgress, QuizQuery, QuizQuestion, QuizReply,
};
pub use result_page::ResultPage;
pub use results::{GameResult, PostedResult, read_game};
pub use revert::{OnConflict, RevertOutcome, RevertRequest, Undo};
pub use review::{
    BookContinuation, BookExit, CornerReview, Cost, ExpectedMove, GamePlace, GameReview, Habit,
    Instance, JosekiRow, JudgedKind, JudgedMove, KindCounts, LEAST_GAMES, LeaveRow, Profile,
    PunishingMove, ReviewFilesRequest, ReviewOptions, ReviewOutcome, ReviewProgress, ReviewRefusal,
    ReviewReport, ReviewedGame, SubmittedOutcome, SubmittedReview, describe, in_upper_right,
};
pub use score::{DeadByError, DeadEstimate, ScoreAnswer, ScoreQuery, rules_named, score};
pub use service::{Book, DEFAULT_BOOK, LinePage, Service};
pub use shelves::{Author, MergeOutcome, MergeRequest, SplitOutcome, SplitRequest};
pub use statistics::{GameCounts, GamesFilter, MeanLoss, Statistics, Year};
pub use whole_board::{
    BiggestBy, BiggestCorner, LONGEST_WHOLE_LINE, MOST_WHOLE_LINES, WholeBoard, WholeCorner,
    WholeLine,
};
