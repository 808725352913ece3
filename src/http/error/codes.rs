//! Problem codes of the operations, in groups, for the OpenAPI document.

use std::collections::BTreeMap;

use serde_json::json;
use utoipa::IntoResponses;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::{ContentBuilder, OpenApi as Document, Ref, RefOr, Response, ResponseBuilder};

use super::problem::{PROBLEM_JSON, code_name};
use joseki_service::Code;

/// Name of the response that all problems share.
const PROBLEM: &str = "Problem";

/// Defines groups of problem codes. An operation lists its groups among its responses: one response
/// per code, until [`share_problem`] replaces them.
macro_rules! groups {
    ($($(#[doc = $doc:literal])+ $group:ident: $($code:ident)+;)+) => {$(
        $(#[doc = $doc])+
        pub struct $group;

        impl IntoResponses for $group {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                let problem = || Ref::from_response_name(PROBLEM).into();
                [$(Code::$code),+].map(|code| (code_name(code), problem())).into()
            }
        }
    )+};
}

groups! {
    /// Problems of every endpoint that calls the service.
    Common: InvalidHead UnknownHost InvalidPath UnknownField InvalidValue KeyMissing KeyUnknown KeyEnded
        KeyScope RateLimited Internal StoreFailed Overloaded Timeout OutcomeUnknown StoreBusy StoreClosed;
    /// Problems of endpoints that read a book.
    Book: UnknownBook UnknownNode NotFound InvalidLine OtherGame;
    /// Problems of endpoints that return a counted game.
    Game: UnknownGame;
    /// Problems of searches for patterns.
    Patterns: UnknownGame InvalidColor TooMany GamesNotLoaded;
    /// Problems of endpoints that return counts.
    Counts: NothingCounted;
    /// Problems of a board with a book.
    Board: InvalidPoint InvalidColor TooMany UnknownBook IllegalMove IllegalStone UnsupportedSize
        OtherGame;
    /// Problems of a board without a book.
    Ladder: InvalidPoint InvalidColor TooMany IllegalMove IllegalStone;
    /// Problems of a board of renju.
    Forbidden: InvalidPoint;
    /// Problems of endpoints that read a body.
    Body: MalformedJson MissingField IncompleteBody BodyTimeout BodyTooLarge UnsupportedType
        UnsupportedEncoding;
    /// Problems of game records.
    Games: TooMany IncompleteBody BodyTimeout BodyTooLarge UnsupportedType UnsupportedEncoding;
    /// Problems of an import.
    Import: InvalidBookName InvalidMultipart TooMany IncompleteBody BodyTimeout BodyTooLarge
        UnsupportedType UnsupportedEncoding InvalidSgf SgfLimit OtherGame;
    /// Problems of a result.
    Result: InvalidPoint InvalidColor TooMany IllegalMove IllegalStone UnsupportedSize InvalidSgf;
    /// Problems of endpoints that accept results.
    Results: ResultConflict ResultWithdrawn;
    /// Problems of endpoints that return or change a result.
    Entered: UnknownResult;
    /// Problems of endpoints that change a result.
    Owned: NotOwnResult;
    /// Problems of endpoints that return an opponent.
    Opponent: UnknownBook UnknownOpponent;
    /// Problems of a quiz question or an answer to it.
    Quiz: NoQuestion QuestionConflict UnknownNode;
    /// Problems of endpoints that return or change a player.
    Player: UnknownBook UnknownPlayer;
    /// Problems of endpoints that take the id of a key.
    Key: NotFound;
    /// Problems of endpoints that write.
    Write: Conflict AlreadyExists Unprocessable StoreReadOnly StoreDisplaced DiskFull;
    /// Problems of endpoints that take `Idempotency-Key`.
    Repeat: IdempotencyKeyReused;
    /// Problems of endpoints that take `min_version` and `min_results`.
    MinVersion: NodeBehind;
    /// Problems of endpoints that read a book as of an earlier version.
    Past: NoHistory NotYet;
    /// Problems of endpoints that change a node.
    Edit: UnknownNode InvalidLine InvalidPoint InvalidColor TooMany MissingField IllegalLine
        IllegalEdit;
    /// Problems of endpoints that require `If-Match`.
    Seen: PreconditionFailed PreconditionRequired;
    /// Problems of endpoints that take the number of a change.
    Change: UnknownChange;
    /// Problems of endpoints that revert changes.
    Revert: MissingField NotRevertible LaterChanges NoHistory NotYet;
    /// Problems of endpoints where `If-Match` is optional.
    Stale: PreconditionFailed;
    /// Problems of endpoints that require one of several parameters.
    Missing: MissingField;
    /// Problems of endpoints that take moves.
    Points: InvalidPoint InvalidColor;
    /// Problems of a review.
    Review: UnknownBook TooMany OtherGame;
    /// Problems of a batch.
    Batch: TooMany;
    /// Problems of endpoints that take the token of a table.
    Table: UnknownTable TableElsewhere;
    /// Problems of endpoints that take the id of a table.
    ClosedTable: UnknownTable;
    /// Problems of an action at a table.
    TableAction: UnknownTable TableElsewhere TableRefused TableMovedOn IllegalMove InvalidPoint;
    /// Problems of a record.
    Unwritable: Unprocessable;
    /// Problems of a new table.
    NewTable: UnknownBook TooManyTables;
    /// Problems of a split.
    Split: IllegalEdit;
    /// Problems of a new book's name.
    Name: InvalidBookName;
}

/// Replaces the problem responses of each operation with one `default` response and the sorted list
/// of their codes, `x-codes`.
pub fn share_problem(document: &mut Document) {
    for item in document.paths.paths.values_mut() {
        let methods =
            [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in methods.into_iter().flatten() {
            // Statuses are digits and codes are letters, so that codes sort last.
            let problems = operation.responses.responses.split_off("a");
            let codes: Vec<&String> = problems.keys().collect();
            if codes.is_empty() {
                continue;
            }
            let codes = ExtensionsBuilder::new().add("x-codes", json!(codes));
            operation.extensions = Some(codes.build());
            let problem = Ref::from_response_name(PROBLEM).into();
            let responses = &mut operation.responses.responses;
            responses.insert("default".to_owned(), problem);
        }
    }
    let components = document.components.get_or_insert_default();
    components.responses.insert(PROBLEM.to_owned(), problem().into());
}

/// Returns the response that all problems share.
fn problem() -> Response {
    let status = |code: &Code| (code_name(*code), code.status());
    let statuses: BTreeMap<String, u16> = Code::ALL.iter().map(status).collect();
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ProblemJson")));
    ResponseBuilder::new()
        .description(
            "The request failed. `x-codes` of an operation lists the codes that it can return, \
             `x-statuses` here the HTTP status of each code; `/problems` explains them.",
        )
        .content(PROBLEM_JSON, content.build())
        .extensions(Some(ExtensionsBuilder::new().add("x-statuses", json!(statuses)).build()))
        .build()
}
