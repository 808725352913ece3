//! The use cases, the only module that interfaces call.
//!
//! - [`Service`]: books in memory over a store; querying, listing, exporting
//! - [`NextQuery`], [`NextAnswer`]: the next joseki move on a whole board
//! - [`BookFileRequest`], [`BookFormat`]: books as files for other programs
//! - [`ImportRequest`], [`ImportOutcome`]: files merged into a book
//! - [`EditRequest`], [`RevertRequest`], [`ChangeOutcome`]: curators' edits and reverts
//! - [`BookRef`], [`ChangePage`]: earlier versions of books, and the log of changes
//! - [`PublishRequest`], [`FollowRequest`]: snapshots and deltas for others, and copies that follow
//! - [`SolveBookRequest`], [`SolveBookOutcome`]: wins by force in a book
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
//! - [`PatternQuery`], [`PatternAnswer`]: patterns of stones in the games of a book
//! - [`NodeAnswer`]: one node as curators see it
//! - [`GameResult`], [`PostedResult`], [`ResultPage`]: results of games against opponents
//! - [`AnalysisQuery`], [`AnalysedTurn`]: analysis-engine queries on a book
//! - [`EvaluateRequest`], [`EvaluateOutcome`], [`NodeEvaluation`]: engine evaluations of a book's
//!   positions
//! - [`EngineWeights`], [`WeightsRef`]: weights of our own engines, in versions
//! - [`LearnRequest`], [`LearnOutcome`]: results extracted from game records
//! - [`TableSetup`], [`PlayedTable`]: games between two sides that are kept
//! - [`OpponentAnswer`]: what was learned about one opponent
//! - [`QuizQuery`], [`QuizOutcome`], [`QuizProgress`]: training of players
//! - [`MinVersions`]: what a read must include at least
//! - [`CreatedKey`]: API keys and their scopes
//! - [`ladders`]: ladder reading on a board, without a book
//! - [`solve`]: wins by force on a board, without a book
//! - [`score`]: scoring of a board; [`rules_named`]: the rules that a record names
//! - [`influence`]: influence of a board's stones by a model
//! - [`ServiceError`], [`Fault`], [`ErrorInfo`], [`Code`]: errors of the use cases, of features, and
//!   what interfaces answer

mod admin;
mod ahead;
mod board;
mod book;
mod code;
mod curate;
mod engine;
mod error;
mod feature_state;
mod free_memory;
mod go_only;
mod learn;
mod min_versions;
mod mine;
mod next;
mod past;
mod patterns;
mod play;
mod review;
mod service;
mod source_file;
mod text;
mod train;
mod wilson;

pub use admin::{
    doctor::Repairs,
    keys::{CreatedKey, allow, now},
};
pub use board::{
    influence::{InfluenceAnswer, InfluenceQuery, MechanicalAnswer, influence},
    ladder::{LadderAnswer, LadderQuery, ladders},
    score::{DeadByError, DeadEstimate, ScoreAnswer, ScoreQuery, rules_named, score},
    solve::{SolveAnswer, SolveQuery, solve},
};
pub use book::Book;
pub use code::Code;
pub use curate::{
    author::Author,
    book_file::{BookFileRequest, BookFormat},
    book_options::{ExportFormat, FileKind, FileOptions, OptionRefusal, Orientations},
    condition_games::{ConditionRecords, ConditionsOutcome},
    condition_tally::{ConditionEvidence, ConditionGames, RateDifference},
    conditions::{BookCondition, ConditionKind, ConditionPage, ConditionSource, ConditionsQuery},
    edit::{ChangeOutcome, ConditionalEdit, EditBasis, EditRequest},
    error::{ChangeError, MOST_EDITS},
    forced::{SolveBookOutcome, SolveBookRequest},
    history::{ChangePage, ChangedNodesPage, NodeChangePage},
    import::{ImportOutcome, ImportRequest},
    judge::JudgeRequest,
    node::{ChildNode, NodeAnswer},
    published::{
        digest::{BookDigest, DigestJson},
        error::PublishedError,
        follow::{FollowOutcome, FollowRequest},
        license::LicensePolicy,
        manifest::{
            DeltaHead, DeltaRef, DeltaState, LatestJson, PreviousState, PublishedBook,
            PublishedFile, PublishedSource, SnapshotEntry, SnapshotManifest, is_published_path,
        },
        publish::{PublishOutcome, PublishRequest},
        row::PublicRow,
        rows_file::RowChange,
    },
    revert::{OnConflict, RevertOutcome, RevertRequest, Undo},
    search::{FoundIn, FoundNode, FoundNodes, TextQuery},
    shelves::{MergeOutcome, MergeRequest, SplitOutcome, SplitRequest},
    sources::{SourceFields, SourceUse},
    starter::StarterBook,
    subtree::{Subtree, SubtreeRequest, read_subtree},
};
pub use engine::{
    analysis::{AnalysedMove, AnalysedTurn, AnalysisQuery, FigureSource, Figures, ProhibitedMoves},
    contest::{
        ContestError, ContestOutcome, ContestProgress, ContestRequest, ContestTally, LearnFrom,
        RateInterval, Scorer, Seat, Sprt, SprtState, elo_of_share,
    },
    evaluate::{
        EvaluateOutcome, EvaluateProgress, EvaluateRequest, EvaluatedBook, EvaluatedMove,
        EvaluationsQuery, LostAgainst, NodeEvaluation, PlannedPosition, RefusedPosition,
    },
    weights::{EngineWeights, LONGEST_WEIGHTS, WeightsError, WeightsRef},
};
pub use error::{ErrorInfo, Fault, KeyError, ServiceError};
pub use go_only::GoFeature;
pub use learn::{
    LearnOutcome, LearnProgress, LearnRequest,
    error::{LONGEST_GAME_ID, ResultError},
    opponents::{OpponentAnswer, OpponentDifference, OpponentPage, OpponentQuery},
    record::{LearnOptions, LearnRefusal, PlayerIdentity},
    report::{LearnReport, OpponentScore, RefusedRecords},
    results::{
        GameResult, PostedResult, ResultPage, Withdrawal, read_game, read_game_info,
        recorded_outcome,
    },
};
pub use min_versions::MinVersions;
pub use mine::{
    MineOutcome, MineProgress, MineRequest, PruningChange,
    counts::ReducedCounts,
    error::MineError,
    tally::{BookTally, GamesTally, ResultTally},
    xiangqi_tally::{ShiftTally, XiangqiTally},
};
pub use next::{
    answer::{NextAnswer, NoMoveReason, PlacedLine, RegionAnswer, Tenuki},
    candidate::{CandidateMove, ForcedLine, PriorityEvidence, WholeLine},
    cloud::{CloudMove, CloudPosition, CloudRule, cloud_rules},
    examples::ExampleGame,
    opening_rules::{
        FifthEvidence, FifthGrade, FifthMove, FifthMoves, FourthMove, FourthMoves, MOST_ANNOUNCED,
        MOST_FIFTHS, SwapAdvice, SwapEvidence,
    },
    picture::{MarkedBoard, candidate_letter, next_picture},
    query::{FailedConditions, NextQuery},
    region_cache::{RegionJson, SharedRegion},
    searched::{MOST_SEARCHED, SearchedBoard},
    settled::{SettledReason, SettledRegion},
    statistics::{CountsOfPart, GameCounts, GamesFilter, MeanLoss, PlayWeights, Statistics},
    whole_board::{
        BiggestBy, BiggestCorner, LONGEST_WHOLE_LINE, MOST_WHOLE_LINES, WholeBoard, WholeCorner,
    },
};
pub use past::BookRef;
pub use patterns::{
    error::PatternGamesError,
    find::{ListedGame, PatternAnswer, PatternLimits},
    held::{BookGames, PATTERN_BYTES, PatternShelf},
    query::{
        BoardPattern, GameSelection, MOST_HITS, MOST_LISTED, MOST_NARROWING, NamePattern,
        PatternQuery, SelectedPattern,
    },
};
pub use play::{
    ClockReading, ClockSetup, EngineRests, FoundTable, HostDuties, HostSchedule, KeptTable,
    ListedTable, NewTable, NextTable, PlayedTable, ProgramTurn, RecordTexts, TableNotifier,
    TableRecordError, TableRecordFormat, TableSetup, TableSide, TableStep, TableTurn, board_size,
    error::TableError, estimate, table_record, token_hash,
};
pub use review::{
    BookContinuation, BookExit, CornerReview, Cost, ExpectedMove, GamePlace, GameReview, Habit,
    Instance, JosekiRow, JudgedKind, JudgedMove, KindCounts, LEAST_GAMES, LeaveRow, LineWriter,
    Profile, PunishingMove, ReviewFilesRequest, ReviewOptions, ReviewOutcome, ReviewProgress,
    ReviewRefusal, ReviewReport, ReviewedGame, SubmittedGames, SubmittedReview,
    assess::{AssessOutcome, AssessProgress, AssessReport, AssessRequest, AssessRow},
    describe,
    measures::{Coverage, DEPTHS, Guess, Measures, OTHER_POINTS, SMOOTHING, Smoothing},
    why_settled,
};
pub use service::{
    DEFAULT_BOOK, ENGINE_GAMES_BOOK, GAMES_PER_KEY, LinePage, RENJU_BOOK, Service, XIANGQI_BOOK,
};
pub use source_file::{FileError, OpeningFileError, SourceFile};
pub use train::{
    GradedAnswer, HardPosition, JosekiProgress, MemoryChange, MisplayedMove, ProgressCounts,
    ProgressQuery, QuestionOrigin, QuizBoard, QuizFilter, QuizLoss, QuizOutcome, QuizProgress,
    QuizQuery, QuizQuestion, QuizReply, QuizSubject, error::QuizError,
};
pub use wilson::wilson;
