//! Groups of problem codes per endpoint, for the OpenAPI document.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use super::code::Code;
use super::problem::{PROBLEM_JSON, name};

/// Problems of every endpoint that calls the service.
pub struct Always;
/// Problems of endpoints that read a book.
pub struct OfBook;
/// Problems of endpoints that return a counted game.
pub struct OfGame;
/// Problems of endpoints that return counts.
pub struct OfCounts;
/// Problems of a board with a book.
pub struct OfBoard;
/// Problems of a board without a book.
pub struct OfLadder;
/// Problems of endpoints that read a body.
pub struct OfBody;
/// Problems of game records.
pub struct OfGames;
/// Problems of an import.
pub struct OfImport;
/// Problems of a result.
pub struct OfResult;
/// Problems of endpoints that accept results.
pub struct OfResults;
/// Problems of endpoints that return or change a result.
pub struct OfEntered;
/// Problems of endpoints that return an opponent.
pub struct OfOpponent;
/// Problems of a quiz question or an answer to it.
pub struct OfQuiz;
/// Problems of endpoints that return or change a player.
pub struct OfPlayer;
/// Problems of endpoints that take the id of a key.
pub struct OfKey;
/// Problems of endpoints that write.
pub struct OfWrite;
/// Problems of endpoints that read a book as of an earlier version.
pub struct OfPast;
/// Problems of endpoints that change a node.
pub struct OfEdit;
/// Problems of endpoints that require `If-Match`.
pub struct OfSeen;
/// Problems of endpoints that take the number of a change.
pub struct OfChange;
/// Problems of endpoints that revert changes.
pub struct OfRevert;
/// Problems of endpoints where `If-Match` is optional.
pub struct OfStale;
/// Problems of endpoints that require one of several parameters.
pub struct OfMissing;
/// Problems of endpoints that take moves.
pub struct OfPoints;
/// Problems of a review.
pub struct OfReview;
/// Problems of a new book's name.
pub struct OfName;

/// Assigns its problem codes to each group.
macro_rules! groups {
    ($($group:ident: $($code:ident)+;)+) => {
        $(impl $group {
            const CODES: &'static [Code] = &[$(Code::$code,)+];
        })+
    };
}

groups! {
    Always: InvalidHead InvalidPath UnknownField InvalidValue KeyMissing KeyUnknown KeyEnded KeyScope RateLimited
        Internal StoreFailed Overloaded Timeout StoreBusy StoreClosed;
    OfBook: UnknownBook UnknownNode NotFound InvalidLine;
    OfPast: NoHistory NotYet;
    OfEdit: UnknownNode InvalidLine InvalidPoint InvalidColor TooMany MissingField IllegalLine IllegalEdit;
    OfSeen: PreconditionFailed PreconditionRequired;
    OfChange: UnknownChange;
    OfRevert: MissingField NotRevertible LaterChanges NoHistory NotYet;
    OfName: InvalidBookName;
    OfStale: PreconditionFailed;
    OfMissing: MissingField;
    OfPoints: InvalidPoint InvalidColor;
    OfGame: UnknownGame;
    OfCounts: NothingCounted;
    OfBoard: InvalidPoint InvalidColor TooMany UnknownBook IllegalMove IllegalStone UnsupportedSize;
    OfLadder: InvalidPoint InvalidColor TooMany IllegalMove IllegalStone;
    OfBody: MalformedJson MissingField IncompleteBody BodyTimeout BodyTooLarge UnsupportedType
        UnsupportedEncoding;
    OfGames: TooMany IncompleteBody BodyTimeout BodyTooLarge UnsupportedType UnsupportedEncoding;
    OfImport: InvalidBookName InvalidMultipart TooMany IncompleteBody BodyTimeout BodyTooLarge
        UnsupportedType UnsupportedEncoding InvalidSgf SgfLimit;
    OfResult: InvalidPoint InvalidColor TooMany IllegalMove IllegalStone UnsupportedSize InvalidSgf;
    OfReview: UnknownBook TooMany;
    OfResults: ResultConflict ResultWithdrawn;
    OfEntered: UnknownResult;
    OfOpponent: UnknownBook UnknownOpponent;
    OfQuiz: NoQuestion QuestionConflict UnknownNode;
    OfPlayer: UnknownBook UnknownPlayer;
    OfKey: NotFound;
    OfWrite: Conflict AlreadyExists Unprocessable StoreReadOnly StoreDisplaced DiskFull;
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
    Reading = Always;
    /// Problems of reading a book.
    ReadingBook = Always OfBook OfPast OfPoints;
    /// Problems of reading a counted game.
    ReadingGame = Always OfBook OfGame;
    /// Problems of exporting a book.
    Exporting = Always OfBook OfCounts OfPast;
    /// Problems of a query in the URL.
    Asking = Always OfBoard OfPast;
    /// Problems of a query in the body.
    Posting = Always OfBoard OfBody OfPast;
    /// Problems of reading conditions.
    ReadingConditions = Always OfBook;
    /// Problems of checking games against conditions.
    WeighingConditions = Always OfBook OfGames;
    /// Problems of reading ladders.
    ReadingLadders = Always OfLadder OfBody;
    /// Problems of evaluating a board with a model.
    ReadingInfluence = Always OfLadder OfBody;
    /// Problems of scoring a board.
    Counting = Always OfLadder OfBody;
    /// Problems of a batch of queries.
    Batching = Always OfBody;
    /// Problems of reviewing games.
    Reviewing = Always OfBody OfReview OfPast;
    /// Problems of an import.
    Importing = Always OfImport OfWrite;
    /// Problems of entering results.
    PostingResults = Always OfBody OfResult OfResults OfWrite;
    /// Problems of reading a result.
    ReadingResult = Always OfEntered;
    /// Problems of correcting a result.
    CorrectingResult = Always OfBody OfResult OfEntered OfWrite;
    /// Problems of withdrawing a result.
    WithdrawingResult = Always OfEntered OfWrite;
    /// Problems of reading an opponent.
    ReadingOpponent = Always OfOpponent;
    /// Problems of changing a node.
    Editing = Always OfBook OfBody OfEdit OfSeen OfWrite;
    /// Problems of deleting a node.
    Deleting = Always OfBook OfEdit OfSeen OfWrite;
    /// Problems of editing a book.
    EditingMany = Always OfBook OfBody OfEdit OfSeen OfWrite;
    /// Problems of reading changes.
    ReadingChanges = Always OfBook;
    /// Problems of reading the changes of a node.
    ReadingNodeChanges = Always OfBook OfPoints;
    /// Problems of reading a change.
    ReadingChange = Always OfChange;
    /// Problems of following changes.
    Following = Always OfBook OfChange;
    /// Problems of reverting a change.
    Reverting = Always OfBook OfBody OfChange OfRevert OfWrite;
    /// Problems of comparing books.
    Comparing = Always OfBook OfMissing OfPast;
    /// Problems of merging books.
    Merging = Always OfBook OfBody OfPast OfWrite;
    /// Problems of splitting a book.
    Splitting = Always OfBook OfBody OfName OfWrite;
    /// Problems of creating a book.
    MakingBook = Always OfName OfWrite;
    /// Problems of copying a book.
    CopyingBook = Always OfBook OfBody OfName OfWrite;
    /// Problems of renaming a book.
    RenamingBook = Always OfBook OfBody OfName OfWrite OfStale;
    /// Problems of deleting a book.
    DeletingBook = Always OfBook OfSeen OfWrite;
    /// Problems of quiz questions and answers.
    Quizzing = Always OfBoard OfBody OfQuiz OfWrite;
    /// Problems of reading a player.
    ReadingPlayer = Always OfPlayer;
    /// Problems of importing a player's answers.
    TakingAnswers = Always OfBody OfWrite;
    /// Problems of deleting a player.
    ForgettingPlayer = Always OfPlayer OfWrite;
    /// Problems of rotating a key.
    RotatingKey = Always OfKey OfBody OfWrite;
    /// Problems of creating a key.
    MakingKey = Always OfBody OfWrite;
    /// Problems of revoking a key.
    RevokingKey = Always OfKey OfWrite;
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
