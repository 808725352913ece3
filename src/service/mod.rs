//! The use cases, the only module that interfaces call.
//!
//! - [`Service`]: books in memory over a store; querying, listing, exporting
//! - [`NextQuery`], [`NextAnswer`]: the next joseki move on a whole board
//! - [`BookFileRequest`], [`BookFormat`]: books as files for other programs
//! - [`ImportRequest`], [`ImportOutcome`]: files merged into a book
//! - [`EditRequest`], [`RevertRequest`], [`ChangeOutcome`]: curators' edits and reverts
//! - [`BookRef`], [`ChangePage`]: earlier versions of books, and the log of changes
//! - [`SplitRequest`], [`MergeRequest`], [`By`]: operations on whole books
//! - [`MineRequest`], [`MineOutcome`]: game records counted into a book
//! - [`AssessRequest`], [`AssessOutcome`], [`Measures`]: quality of a book measured on games
//! - [`ReviewRequest`], [`GameReview`], [`Profile`]: games compared with a book, and players over
//!   many games
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
//! - [`QuizQuery`], [`QuizAnswered`], [`Progress`]: training of players
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
mod whole_board;
mod wilson;

pub use analysis::{
    AnalysedMove, AnalysedTurn, AnalysisQuery, Figures, Prohibited, Source as FiguresSource,
};
pub use assess::{AssessOutcome, AssessProgress, AssessReport, AssessRequest, AssessRow};
pub use book_file::{BookFileRequest, BookFormat};
pub use book_options::{FileKind, OptionRefusal, Options};
pub use condition_games::{ConditionRecords, ConditionsOutcome};
pub use condition_tally::{ConditionEvidence, ConditionGames, RateDifference};
pub use conditions::{
    BookCondition, ConditionKind, ConditionPage, ConditionSource, ConditionsQuery,
};
pub use contest::{
    ContestError, ContestOutcome, ContestProgress, ContestRequest, ContestTally, LearnFrom,
    RateInterval, Scorer, Seat,
};
pub use doctor::Mended;
pub use edit::{ChangeOutcome, EditRequest, MOST_EDITS, Seen, SeenEdit};
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
pub use learn_game::{LearnHow, LearnRefusal, Whose};
pub use learn_report::{LearnReport, Refused, Score};
pub use measures::{Covered, DEPTHS, Guess, Measures, OTHERS, SMOOTHING, Smoothing};
pub use mine::{MineOutcome, MineProgress, MineRequest, PruningChange};
pub use node::{ChildNode, NodeAnswer};
pub use opponents::{Difference, OpponentAnswer, OpponentPage, OpponentQuery};
pub use past::BookRef;
pub use predict::{
    Agreement, Compared, Estimate, PredictOutcome, PredictProgress, PredictRecords, PredictRequest,
    Predicted, Predictor, PredictorMeasures, Separation, predict,
};
pub use query::{
    Candidate, CornerAnswer, Explanation, FailedConditions, NextAnswer, NextQuery, PlacedLine,
    Reason,
};
pub use quiz::{
    Drawn, Graded, Hard, Joseki, Lost as LostByMove, MemoryChange, Misplayed, Progress,
    ProgressCounts, ProgressQuery, Question, QuizAnswered, QuizBoard, QuizFilter, QuizQuery, Reply,
};
pub use result_page::ResultPage;
pub use results::{GameResult, PostedResult, read_game};
pub use revert::{Later, RevertOutcome, RevertRequest, Undo};
pub use review::{
    CornerReview, Cost, Expected, GameReview, Habit, Instance, JosekiRow, Judged, Kind, KindCounts,
    LEAST_GAMES, LeaveRow, Left, Place, Profile, Punished, Punishment, ReviewAsked, ReviewOutcome,
    ReviewProgress, ReviewRefusal, ReviewReport, ReviewRequest, ReviewedGame, SentGame,
    TextsReviewed, describe, in_upper_right,
};
pub use score::{DeadBy, DeadByError, ScoreAnswer, ScoreQuery, rules_named, score};
pub use service::{Book, DEFAULT_BOOK, LinePage, Service};
pub use shelves::{By, MergeOutcome, MergeRequest, SplitOutcome, SplitRequest};
pub use statistics::{GamesFilter, Lost, Numbers, Statistics, Year};
pub use whole_board::{
    Biggest, BiggestBy, LONGEST_WHOLE_LINE, MOST_WHOLE_LINES, WholeBoard, WholeCorner, WholeLine,
};
