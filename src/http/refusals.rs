//! Groups of problem codes per endpoint, for the OpenAPI document.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use super::code::Code;
use super::problem::{PROBLEM_JSON, name};

/// Problems of every endpoint that calls the service.
pub struct CommonGroup;
/// Problems of endpoints that read a book.
pub struct BookGroup;
/// Problems of endpoints that return a counted game.
pub struct GameGroup;
/// Problems of endpoints that return counts.
pub struct CountsGroup;
/// Problems of a board with a book.
pub struct BoardGroup;
/// Problems of a board without a book.
pub struct LadderGroup;
/// Problems of endpoints that read a body.
pub struct BodyGroup;
/// Problems of game records.
pub struct GamesGroup;
/// Problems of an import.
pub struct ImportGroup;
/// Problems of a result.
pub struct ResultGroup;
/// Problems of endpoints that accept results.
pub struct ResultsGroup;
/// Problems of endpoints that return or change a result.
pub struct EnteredGroup;
/// Problems of endpoints that return an opponent.
pub struct OpponentGroup;
/// Problems of a quiz question or an answer to it.
pub struct QuizGroup;
/// Problems of endpoints that return or change a player.
pub struct PlayerGroup;
/// Problems of endpoints that take the id of a key.
pub struct KeyGroup;
/// Problems of endpoints that write.
pub struct WriteGroup;
/// Problems of endpoints that read a book as of an earlier version.
pub struct PastGroup;
/// Problems of endpoints that change a node.
pub struct EditGroup;
/// Problems of endpoints that require `If-Match`.
pub struct SeenGroup;
/// Problems of endpoints that take the number of a change.
pub struct ChangeGroup;
/// Problems of endpoints that revert changes.
pub struct RevertGroup;
/// Problems of endpoints where `If-Match` is optional.
pub struct StaleGroup;
/// Problems of endpoints that require one of several parameters.
pub struct MissingGroup;
/// Problems of endpoints that take moves.
pub struct PointsGroup;
/// Problems of a review.
pub struct ReviewGroup;
/// Problems of a new book's name.
pub struct NameGroup;

/// Assigns its problem codes to each group.
macro_rules! groups {
    ($($group:ident: $($code:ident)+;)+) => {
        $(impl $group {
            const CODES: &'static [Code] = &[$(Code::$code,)+];
        })+
    };
}

groups! {
    CommonGroup: InvalidHead InvalidPath UnknownField InvalidValue KeyMissing KeyUnknown KeyEnded KeyScope RateLimited
        Internal StoreFailed Overloaded Timeout StoreBusy StoreClosed;
    BookGroup: UnknownBook UnknownNode NotFound InvalidLine;
    PastGroup: NoHistory NotYet;
    EditGroup: UnknownNode InvalidLine InvalidPoint InvalidColor TooMany MissingField IllegalLine IllegalEdit;
    SeenGroup: PreconditionFailed PreconditionRequired;
    ChangeGroup: UnknownChange;
    RevertGroup: MissingField NotRevertible LaterChanges NoHistory NotYet;
    NameGroup: InvalidBookName;
    StaleGroup: PreconditionFailed;
    MissingGroup: MissingField;
    PointsGroup: InvalidPoint InvalidColor;
    GameGroup: UnknownGame;
    CountsGroup: NothingCounted;
    BoardGroup: InvalidPoint InvalidColor TooMany UnknownBook IllegalMove IllegalStone UnsupportedSize;
    LadderGroup: InvalidPoint InvalidColor TooMany IllegalMove IllegalStone;
    BodyGroup: MalformedJson MissingField IncompleteBody BodyTimeout BodyTooLarge UnsupportedType
        UnsupportedEncoding;
    GamesGroup: TooMany IncompleteBody BodyTimeout BodyTooLarge UnsupportedType UnsupportedEncoding;
    ImportGroup: InvalidBookName InvalidMultipart TooMany IncompleteBody BodyTimeout BodyTooLarge
        UnsupportedType UnsupportedEncoding InvalidSgf SgfLimit;
    ResultGroup: InvalidPoint InvalidColor TooMany IllegalMove IllegalStone UnsupportedSize InvalidSgf;
    ReviewGroup: UnknownBook TooMany;
    ResultsGroup: ResultConflict ResultWithdrawn;
    EnteredGroup: UnknownResult;
    OpponentGroup: UnknownBook UnknownOpponent;
    QuizGroup: NoQuestion QuestionConflict UnknownNode;
    PlayerGroup: UnknownBook UnknownPlayer;
    KeyGroup: NotFound;
    WriteGroup: Conflict AlreadyExists Unprocessable StoreReadOnly StoreDisplaced DiskFull;
}

/// Defines the problem responses of an operation from several groups, one response per status.
macro_rules! refusals {
    ($($(#[doc = $doc:literal])+ $name:ident = $($group:ident)+;)+) => {
        $($(#[doc = $doc])+
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                responses(&[$($group::CODES),+].concat())
            }
        })+
    };
}

refusals! {
    /// Problems of reading data that belongs to no book.
    Reading = CommonGroup;
    /// Problems of reading a book.
    ReadingBook = CommonGroup BookGroup PastGroup PointsGroup;
    /// Problems of reading a counted game.
    ReadingGame = CommonGroup BookGroup GameGroup;
    /// Problems of exporting a book.
    Exporting = CommonGroup BookGroup CountsGroup PastGroup;
    /// Problems of a query in the URL.
    Asking = CommonGroup BoardGroup PastGroup;
    /// Problems of a query in the body.
    Posting = CommonGroup BoardGroup BodyGroup PastGroup;
    /// Problems of reading conditions.
    ReadingConditions = CommonGroup BookGroup;
    /// Problems of checking games against conditions.
    WeighingConditions = CommonGroup BookGroup GamesGroup;
    /// Problems of reading ladders.
    ReadingLadders = CommonGroup LadderGroup BodyGroup;
    /// Problems of evaluating a board with a model.
    ReadingInfluence = CommonGroup LadderGroup BodyGroup;
    /// Problems of scoring a board.
    Counting = CommonGroup LadderGroup BodyGroup;
    /// Problems of a batch of queries.
    Batching = CommonGroup BodyGroup;
    /// Problems of reviewing games.
    Reviewing = CommonGroup BodyGroup ReviewGroup PastGroup;
    /// Problems of an import.
    Importing = CommonGroup ImportGroup WriteGroup;
    /// Problems of entering results.
    PostingResults = CommonGroup BodyGroup ResultGroup ResultsGroup WriteGroup;
    /// Problems of reading a result.
    ReadingResult = CommonGroup EnteredGroup;
    /// Problems of correcting a result.
    CorrectingResult = CommonGroup BodyGroup ResultGroup EnteredGroup WriteGroup;
    /// Problems of withdrawing a result.
    WithdrawingResult = CommonGroup EnteredGroup WriteGroup;
    /// Problems of reading an opponent.
    ReadingOpponent = CommonGroup OpponentGroup;
    /// Problems of changing a node.
    Editing = CommonGroup BookGroup BodyGroup EditGroup SeenGroup WriteGroup;
    /// Problems of deleting a node.
    Deleting = CommonGroup BookGroup EditGroup SeenGroup WriteGroup;
    /// Problems of editing a book.
    EditingMany = CommonGroup BookGroup BodyGroup EditGroup SeenGroup WriteGroup;
    /// Problems of reading changes.
    ReadingChanges = CommonGroup BookGroup;
    /// Problems of reading the changes of a node.
    ReadingNodeChanges = CommonGroup BookGroup PointsGroup;
    /// Problems of reading a change.
    ReadingChange = CommonGroup ChangeGroup;
    /// Problems of following changes.
    Following = CommonGroup BookGroup ChangeGroup;
    /// Problems of reverting a change.
    Reverting = CommonGroup BookGroup BodyGroup ChangeGroup RevertGroup WriteGroup;
    /// Problems of comparing books.
    Comparing = CommonGroup BookGroup MissingGroup PastGroup;
    /// Problems of merging books.
    Merging = CommonGroup BookGroup BodyGroup PastGroup WriteGroup;
    /// Problems of splitting a book.
    Splitting = CommonGroup BookGroup BodyGroup NameGroup WriteGroup;
    /// Problems of creating a book.
    MakingBook = CommonGroup NameGroup WriteGroup;
    /// Problems of copying a book.
    CopyingBook = CommonGroup BookGroup BodyGroup NameGroup WriteGroup;
    /// Problems of renaming a book.
    RenamingBook = CommonGroup BookGroup BodyGroup NameGroup WriteGroup StaleGroup;
    /// Problems of deleting a book.
    DeletingBook = CommonGroup BookGroup SeenGroup WriteGroup;
    /// Problems of quiz questions and answers.
    Quizzing = CommonGroup BoardGroup BodyGroup QuizGroup WriteGroup;
    /// Problems of reading a player.
    ReadingPlayer = CommonGroup PlayerGroup;
    /// Problems of importing a player's answers.
    TakingAnswers = CommonGroup BodyGroup WriteGroup;
    /// Problems of deleting a player.
    ForgettingPlayer = CommonGroup PlayerGroup WriteGroup;
    /// Problems of rotating a key.
    RotatingKey = CommonGroup KeyGroup BodyGroup WriteGroup;
    /// Problems of creating a key.
    MakingKey = CommonGroup BodyGroup WriteGroup;
    /// Problems of revoking a key.
    RevokingKey = CommonGroup KeyGroup WriteGroup;
}

fn responses(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<String, Vec<Code>> = BTreeMap::new();
    for code in codes {
        let status = code.status().as_str().to_owned();
        by_status.entry(status).or_default().push(*code);
    }
    by_status
        .into_iter()
        .map(|(status, codes)| (status, RefOr::T(response(codes))))
        .collect()
}

fn response(mut codes: Vec<Code>) -> Response {
    codes.sort_unstable();
    codes.dedup();
    let line = |code: &Code| format!("- `{}`: {}", name(*code), code.meaning());
    let lines: Vec<String> = codes.iter().map(line).collect();
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("ProblemJson")))
        .build();
    ResponseBuilder::new()
        .description(lines.join("\n"))
        .content(PROBLEM_JSON, content)
        .build()
}
