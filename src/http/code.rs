//! The stable codes of everything that is refused.

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// Writes the codes down once: with status and title.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $code:ident = $status:literal, $title:literal;)+) => {
        /// A stable code. Programs go by it; titles and details may be worded anew.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Code { $($(#[doc = $doc])+ $code,)+ }

        impl Code {
            /// All codes.
            pub const ALL: &'static [Code] = &[$(Code::$code,)+];

            /// The status that it is answered with.
            #[must_use]
            pub fn status(self) -> StatusCode {
                let status = match self { $(Code::$code => $status,)+ };
                StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
            }

            /// What it says in a few words.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)+ }
            }

            /// When it is answered, and what to do.
            #[must_use]
            pub fn meaning(self) -> String {
                match self { $(Code::$code => concat!($($doc),+).trim().to_owned(),)+ }
            }
        }
    };
}

codes! {
    /// The body is no JSON; `line` and `column` say where it breaks off.
    MalformedJson = 400, "The body is no JSON";
    /// A field or parameter that there is not; check its spelling.
    UnknownField = 400, "Unknown field";
    /// A field that must be there is not.
    MissingField = 400, "Missing field";
    /// A field or parameter has the wrong type or a value out of range.
    InvalidValue = 400, "Invalid value";
    /// A text that is no point, or a point off the board, in the coordinates that the request says.
    InvalidPoint = 400, "Invalid point";
    /// A text that is no colour; write `B` or `W`.
    InvalidColor = 400, "Invalid colour";
    /// A list is longer than allowed; split it.
    TooMany = 400, "Too many";
    /// A line or prefix is no step string.
    InvalidLine = 400, "Invalid line";
    /// A name that no book may have: 1 to 64 letters, digits, dots, dashes and underscores, a
    /// dash not first.
    InvalidBookName = 400, "Invalid name of a book";
    /// The path is not percent-encoded UTF-8.
    InvalidPath = 400, "Invalid path";
    /// The body broke off before its end; send it again.
    IncompleteBody = 400, "Incomplete body";
    /// The head can be understood in more than one way: no `Host` or several, several `Content-Type`, or a
    /// `Transfer-Encoding` that is not `chunked`.
    InvalidHead = 400, "The head is not clear";
    /// The multipart body cannot be read.
    InvalidMultipart = 400, "Invalid multipart body";
    /// A key is needed and none was sent; send `Authorization: Bearer …`.
    KeyMissing = 401, "A key is needed";
    /// The key is not known here.
    KeyUnknown = 401, "Unknown key";
    /// The key has expired or was revoked.
    KeyEnded = 401, "The key has ended";
    /// The key does not allow this; use one with the scope that is needed.
    KeyScope = 403, "The key does not allow this";
    /// There is nothing at this address; `/openapi.json` lists what there is.
    UnknownRoute = 404, "No such address";
    /// There is no book of that name; `known` lists those there are.
    UnknownBook = 404, "Unknown book";
    /// The book has no such line.
    UnknownNode = 404, "Unknown node";
    /// The book counted no such game, or did not keep its moves.
    UnknownGame = 404, "Unknown game";
    /// No games were counted in the book; `joseki mine` counts some.
    NothingCounted = 404, "No games were counted";
    /// No result of a game of that identity was ever entered.
    UnknownResult = 404, "Unknown result";
    /// No result against an opponent of that name was ever entered.
    UnknownOpponent = 404, "Unknown opponent";
    /// Nobody of that name has ever answered a question.
    UnknownPlayer = 404, "Unknown player";
    /// There is no change of that number; `/v1/changes` lists those there are.
    UnknownChange = 404, "Unknown change";
    /// The log does not reach back so far: what the book was then cannot be read.
    NoHistory = 404, "No history so far back";
    /// There is no such thing in the store.
    NotFound = 404, "Not found";
    /// The address is right and the method is not; `Allow` lists the methods.
    MethodNotAllowed = 405, "Method not allowed";
    /// The body did not arrive in time; send it faster or in smaller parts.
    BodyTimeout = 408, "The body did not arrive in time";
    /// Somebody else changed the book at the same time; send the request again.
    Conflict = 409, "Conflict";
    /// The name is taken.
    AlreadyExists = 409, "Already there";
    /// The question was asked about another board and answered; ask for a new one.
    QuestionConflict = 409, "Another question has this id";
    /// Another result was entered under this `game_id`; correct it with `PUT`, or take another id.
    ResultConflict = 409, "Another result has this id";
    /// The result was withdrawn; a correction with `PUT` has it count again.
    ResultWithdrawn = 409, "The result was withdrawn";
    /// The change is of a kind that cannot be taken back, or not in this book; `detail` says what to do instead.
    NotRevertible = 409, "The change cannot be taken back";
    /// Later changes touched the same, see `contradictions`; say with `later` whether to keep or to drop them.
    LaterChanges = 409, "Later changes touched the same";
    /// What is at the address is not what `If-Match` says, or is there though `If-None-Match` says it is not.
    /// `current` is what it is now, with its `ETag`; null if it is gone.
    PreconditionFailed = 412, "It was changed meanwhile";
    /// The body is larger than allowed; split it.
    BodyTooLarge = 413, "The body is too large";
    /// The body is of a type that this address does not read.
    UnsupportedType = 415, "Unsupported media type";
    /// The body is compressed; send it as it is.
    UnsupportedEncoding = 415, "Unsupported content encoding";
    /// The book has no move to ask for on this board; leave the moves out to have one drawn.
    NoQuestion = 422, "Nothing to ask";
    /// A move that the rules forbid; `field` and `move` say which one and why.
    IllegalMove = 422, "Illegal move";
    /// An initial stone on a taken point or without a liberty.
    IllegalStone = 422, "Illegal initial stone";
    /// A line that no book may have; `step` says which step cannot be played and why, where that is the reason.
    IllegalLine = 422, "Illegal line";
    /// An edit that makes no sense: of the empty corner, into itself, or below what is out of use.
    IllegalEdit = 422, "Cannot be edited so";
    /// The book has not reached that version yet.
    NotYet = 422, "No such version yet";
    /// Books answer on boards of 9 to 19 lines.
    UnsupportedSize = 422, "Unsupported board size";
    /// A text that is no SGF, or whose game cannot be played; nothing was imported or entered.
    InvalidSgf = 422, "This is no SGF";
    /// A file with more nodes, depth or text than is read; nothing was imported.
    SgfLimit = 422, "The file goes over a limit";
    /// The store does not take this.
    Unprocessable = 422, "Cannot be done";
    /// Say in `If-Match` what you have seen, so that nobody's change is lost: the `ETag` of the answer to `GET`.
    PreconditionRequired = 428, "Say what you have seen";
    /// The key is good for fewer requests a minute; try again after `Retry-After` seconds.
    RateLimited = 429, "Too many requests";
    /// A fault of the service; its log says more under the request's id.
    Internal = 500, "A fault of the service";
    /// The store is damaged or cannot be used; its owner has to look.
    StoreFailed = 500, "The store failed";
    /// More requests wait than can be answered in time; try again after `Retry-After` seconds.
    Overloaded = 503, "Too busy";
    /// The work took too long and nobody waits for it any more; a write may still be done later.
    Timeout = 503, "Took too long";
    /// Another program holds the store; try again after `Retry-After` seconds.
    StoreBusy = 503, "The store is busy";
    /// The service is ending; try again after `Retry-After` seconds.
    StoreClosed = 503, "The store is closed";
    /// The store may not be written; its owner has to give the right.
    StoreReadOnly = 503, "The store cannot be written";
    /// The store was found damaged, so that nothing is written; reading goes on as far as it can. Its owner has to put
    /// a backup in its place.
    StoreDamaged = 503, "The store is damaged";
    /// The file of the store was removed or replaced while the server ran: nothing is written. Its owner has to look, and
    /// to start the server again.
    StoreDisplaced = 503, "The store is not where it was";
    /// The disk is full: nothing was written, reading goes on.
    DiskFull = 507, "The disk is full";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_error_status_and_words() {
        for code in Code::ALL {
            let status = code.status();
            assert!(status.is_client_error() || status.is_server_error());
            assert!(!code.title().is_empty() && code.meaning().ends_with('.'));
        }
    }
}
