//! Which problems an address may answer, for its documentation.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use super::code::Code;
use super::problem::{PROBLEM_JSON, name};

/// What any address may answer that asks the service.
pub struct Always;
/// What an address may answer that reads a book.
pub struct OfBook;
/// What an address may answer that gives a counted game.
pub struct OfGame;
/// What an address may answer that gives counts.
pub struct OfCounts;
/// What a board may be refused for.
pub struct OfBoard;
/// What a board without a book may be refused for.
pub struct OfLadder;
/// What an address may answer that reads a body.
pub struct OfBody;
/// What game records may be refused for.
pub struct OfGames;
/// What an import may be refused for.
pub struct OfImport;
/// What a result may be refused for.
pub struct OfResult;
/// What an address may answer that takes results.
pub struct OfResults;
/// What an address may answer that gives or changes a result.
pub struct OfEntered;
/// What an address may answer that gives an opponent.
pub struct OfOpponent;
/// What a question or an answer to one may be refused for.
pub struct OfQuiz;
/// What an address may answer that looks at a player.
pub struct OfPlayer;
/// What an address may answer that needs a key.
pub struct OfKey;
/// What an address may answer that writes.
pub struct OfWrite;
/// What an address may answer that looks at a book as it was.
pub struct OfPast;
/// What an address may answer that changes a node.
pub struct OfEdit;
/// What an address may answer that needs to know what was seen.
pub struct OfSeen;
/// What an address may answer that looks at a change.
pub struct OfChange;
/// What an address may answer that takes back.
pub struct OfRevert;
/// What an address may answer that takes what was seen, but does not need it.
pub struct OfStale;
/// What an address may answer that needs one of several parameters.
pub struct OfMissing;
/// What an address may answer that takes moves.
pub struct OfPoints;
/// What a review may be refused for.
pub struct OfReview;
/// What a new book's name may be refused for.
pub struct OfName;

/// Makes a name of every group, and joins groups as the documentation of an address needs them.
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

/// The refusals of several groups together, one response for each status.
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
    /// Of reading what there is.
    Reading = Always;
    /// Of reading a book.
    ReadingBook = Always OfBook OfPast OfPoints;
    /// Of reading a counted game.
    ReadingGame = Always OfBook OfGame;
    /// Of writing a book out.
    Exporting = Always OfBook OfCounts OfPast;
    /// Of asking by an address.
    Asking = Always OfBoard OfPast;
    /// Of asking by a body.
    Posting = Always OfBoard OfBody OfPast;
    /// Of reading conditions.
    ReadingConditions = Always OfBook;
    /// Of holding games against conditions.
    WeighingConditions = Always OfBook OfGames;
    /// Of reading ladders.
    ReadingLadders = Always OfLadder OfBody;
    /// Of asking a model about a board.
    ReadingInfluence = Always OfLadder OfBody;
    /// Of counting a board.
    Counting = Always OfLadder OfBody;
    /// Of asking many questions at once.
    Batching = Always OfBody;
    /// Of reviewing games.
    Reviewing = Always OfBody OfReview OfPast;
    /// Of importing.
    Importing = Always OfImport OfWrite;
    /// Of entering results.
    PostingResults = Always OfBody OfResult OfResults OfWrite;
    /// Of looking at a result.
    ReadingResult = Always OfEntered;
    /// Of correcting a result.
    CorrectingResult = Always OfBody OfResult OfEntered OfWrite;
    /// Of withdrawing a result.
    WithdrawingResult = Always OfEntered OfWrite;
    /// Of looking at an opponent.
    ReadingOpponent = Always OfOpponent;
    /// Of changing a node.
    Editing = Always OfBook OfBody OfEdit OfSeen OfWrite;
    /// Of deleting a node.
    Deleting = Always OfBook OfEdit OfSeen OfWrite;
    /// Of editing a book.
    EditingMany = Always OfBook OfBody OfEdit OfSeen OfWrite;
    /// Of looking at changes.
    ReadingChanges = Always OfBook;
    /// Of looking at the changes of a node.
    ReadingNodeChanges = Always OfBook OfPoints;
    /// Of looking at a change.
    ReadingChange = Always OfChange;
    /// Of following changes.
    Following = Always OfBook OfChange;
    /// Of taking back.
    Reverting = Always OfBook OfBody OfChange OfRevert OfWrite;
    /// Of comparing books.
    Comparing = Always OfBook OfMissing OfPast;
    /// Of merging books.
    Merging = Always OfBook OfBody OfPast OfWrite;
    /// Of splitting a book.
    Splitting = Always OfBook OfBody OfName OfWrite;
    /// Of making a book.
    MakingBook = Always OfName OfWrite;
    /// Of copying a book.
    CopyingBook = Always OfBook OfBody OfName OfWrite;
    /// Of renaming a book.
    RenamingBook = Always OfBook OfBody OfName OfWrite OfStale;
    /// Of deleting a book.
    DeletingBook = Always OfBook OfSeen OfWrite;
    /// Of asking and answering questions.
    Quizzing = Always OfBoard OfBody OfQuiz OfWrite;
    /// Of looking at a player.
    ReadingPlayer = Always OfPlayer;
    /// Of taking in the answers of a player.
    TakingAnswers = Always OfBody OfWrite;
    /// Of forgetting a player.
    ForgettingPlayer = Always OfPlayer OfWrite;
    /// Of rotating a key.
    RotatingKey = Always OfKey OfBody OfWrite;
    /// Of making a key.
    MakingKey = Always OfBody OfWrite;
    /// Of revoking a key.
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
