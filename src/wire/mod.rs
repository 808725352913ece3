//! JSON of requests and responses, shared by all interfaces and separate from the domain types.
//! Where a type of the store or the service has exactly the fields of its JSON, it derives the JSON
//! itself: `BookInfo`, `QuizProgress`, the counts of records of a run and others.
//!
//! - `next`, `curate`, `learn`, `mine`, `patterns`, `play`, `review`, `train`, `board`, `engine`, `admin`: the JSON of
//!   each feature; the interfaces use its types by their names here
//! - [`moves`]: moves and stones in one string, for URLs and command lines
//! - [`Coords`], `oriented`, `named`, `names`, `time`: notation of points, orientation on the board,
//!   values by name, and formats of names and times
//! - [`RequestError`]: validation error of a request, with its field

mod admin;
mod board;
mod coords;
mod curate;
mod engine;
mod error;
mod learn;
mod mine;
mod moment;
pub mod moves;
pub mod named;
mod names;
mod next;
mod oriented;
mod patterns;
mod play;
mod review;
mod time;
mod train;

// What clients of the library build requests with and read answers from.
pub use admin::key::NewKeyJson;
pub use board::{
    forbidden::{ForbiddenRequest, ForbiddenResponse},
    influence::{InfluenceRequest, InfluenceResponse},
    ladder::{LadderRequest, LadderResponse},
    notation::{NotationRequest, NotationResponse},
    score::{ScoreRequest, ScoreResponse},
    solve::{SolveKind, SolveRequest, SolveResponse},
};
pub use coords::{Coords, PointWriter};
pub use curate::edits::EditsRequest;
pub use engine::analysis::{AnalysisJson, AnalysisRequest, Perspective};
pub use error::RequestError;
pub use learn::result::ResultRequest;
pub use moment::parse_book_ref;
pub use next::{request::NextRequest, response::NextResponse};
pub use patterns::{
    request::{
        AnchorJson, AnchorName, AnchorPoints, PatternRequest, PatternStoneJson, PieceCountJson,
    },
    response::{ContinuationJson, FoundGameJson, PatternResponse},
};
pub use review::{ReviewRequest, reviewed::GameReviewJson};
pub use train::{
    progress::{AnswerLine, TrainingHead},
    request::QuizRequest,
    response::QuizResponse,
};

pub use admin::{
    backup::{BackupJson, CopiedTableJson, CopyJson, RecoverJson, RestoreJson},
    doctor::{DoctorJson, ProblemJson},
    key::{AuditJson, RotateKeyJson, check_label, is_bidi_format},
};
pub use board::{BoardFields, influence::TerritoryCountsJson, score::PrisonersJson};
pub use curate::{
    book::{
        BookJson, BooksJson, CountedBookJson, parse_known_variant, parse_starter, parse_variant,
    },
    change::{
        ChangeDetailsJson, ChangeJson, ChangesJson, ContradictionJson, DeltaJson, FieldChangeJson,
        NodeChangeJson, NodeChangesJson,
    },
    conditions::{
        BookConditionJson, ConditionEvidenceJson, ConditionGamesJson, ConditionsJson,
        ConditionsOrientation,
    },
    edit::{EditItem, EditOp},
    edits::check_reason,
    export::{ExportParameters, charset},
    import::{ConflictJson, FileImportJson, ImportJson},
    node::{NodeJson, NodeView},
    outcome::{ChangedJson, MergedBookJson, RevertedJson, SplitJson},
    patch::{ListChangeJson, ListPatchJson, MarkPatchJson, PatchJson},
    published::SnapshotsJson,
    search::{FoundNodeJson, FoundNodesJson, parse_text_query},
    subtree::{parse_subtree, write_subtree},
};
pub use engine::{
    analysis::{AnalysisNotice, ParsedAnalysisQuery},
    contest::ContestJson,
    evaluate::EvaluationsJson,
    weights::WeightsJson,
};
pub use error::in_words;
pub use learn::{
    LearnJson, MergeJson, UNCOUNTED,
    opponent::{
        DifferenceJson, OpponentAnswerJson, OpponentJson, OpponentParameters, OpponentsJson,
        VersionJson,
    },
    result_answer::{PostedJson, ResultJson, ResultsJson, WithdrawnJson, WithdrawnListJson},
};
pub use mine::{
    MineJson,
    game::{ExampleJson, GameJson, PlayedGameJson},
};
pub use moment::{parse_as_of, parse_moment};
pub use names::parse_opponent;
pub use next::condition::ConditionJson;
pub use next::{
    best::BestJson,
    cloud::{CloudAnswer, cloud_end, cloud_flag, cloud_list},
    fields::{ResponseFields, SelectedFields},
    games_filter::{GamesFilterParameters, split_names},
    opening::{FifthJson, FifthsJson, FourthJson, FourthsJson, OpeningJson, Swap2Json},
    request::NextParameters,
    response::{CandidateJson, CornerJson, ForcedLineJson, LeftBookJson, SearchJson, TenukiJson},
    statistics::{PartJson, StatisticsJson, YearJson},
};
pub use oriented::{OrientedLine, frame_of};
pub use play::{
    action::{TableActionRequest, TableCommand},
    state::{NewTableJson, TableJson, TableThinkingJson, TableView, move_texts, side_word},
};
pub use review::{
    REVIEWED_MOVES, ReviewParameters,
    assess::{AssessJson, MeasuresJson},
    profile::{ProfileJson, ReviewJson},
};
pub use time::{civil, day};
pub use train::{
    progress::{AnswersEnteredJson, ProgressJson, ProgressParameters},
    request::parse_player,
};
