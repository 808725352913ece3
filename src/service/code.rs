//! Stable codes of errors with their class, title and meaning.

use serde::Serialize;
use utoipa::ToSchema;

/// Defines each code once, with its status and title.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $code:ident = $status:literal, $title:literal;)+) => {
        /// Stable problem code. Programs match on it; titles and details may change their wording.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Code { $($(#[doc = $doc])+ $code,)+ }

        impl Code {
            /// All codes.
            pub const ALL: &'static [Code] = &[$(Code::$code,)+];

            /// Returns the number of the code's class: the HTTP status of responses with it.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self { $(Code::$code => $status,)+ }
            }

            /// Returns the problem's title.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)+ }
            }

            /// Returns when the code occurs and what to do about it.
            #[must_use]
            pub fn meaning(self) -> String {
                match self { $(Code::$code => concat!($($doc),+).trim().to_owned(),)+ }
            }
        }
    };
}

codes! {
    /// The body is not valid JSON; `line` and `column` locate the error.
    MalformedJson = 400, "Malformed JSON";
    /// The request has an unknown field or parameter; check its spelling.
    UnknownField = 400, "Unknown field";
    /// A required field is missing.
    MissingField = 400, "Missing field";
    /// A field or parameter has the wrong type or a value out of range.
    InvalidValue = 400, "Invalid value";
    /// A text is not a point in the request's coordinates, or the point is off the board.
    InvalidPoint = 400, "Invalid point";
    /// A text is not a colour; use `B` or `W`.
    InvalidColor = 400, "Invalid colour";
    /// A list is longer than allowed; split it.
    TooMany = 400, "Too many items";
    /// A line or prefix is not a valid step string.
    InvalidLine = 400, "Invalid line";
    /// A book name has 1 to 64 letters, digits, dots, dashes and underscores, and does not start
    /// with a dash.
    InvalidBookName = 400, "Invalid book name";
    /// The path is not percent-encoded UTF-8.
    InvalidPath = 400, "Invalid path";
    /// The body ended early; send it again.
    IncompleteBody = 400, "Incomplete body";
    /// The request head is ambiguous: no `Host` or several, several `Content-Type`, or a
    /// `Transfer-Encoding` other than `chunked` or beside a `Content-Length`.
    InvalidHead = 400, "Ambiguous request head";
    /// The multipart body cannot be parsed.
    InvalidMultipart = 400, "Invalid multipart body";
    /// An API key is required and none was sent; send `Authorization: Bearer …`.
    KeyMissing = 401, "Missing API key";
    /// The API key is not known to this server.
    KeyUnknown = 401, "Unknown API key";
    /// The API key has expired or was revoked.
    KeyEnded = 401, "Expired or revoked API key";
    /// The API key lacks the required scope; use a key with that scope.
    KeyScope = 403, "Insufficient scope";
    /// The result was entered with another key; only that key, one that replaced it, or a key with
    /// the scope `curate` or `admin` may correct or withdraw it.
    NotOwnResult = 403, "Result of another key";
    /// The path does not exist; `/openapi.json` lists the paths.
    UnknownRoute = 404, "Unknown route";
    /// No book has this name; `known` lists the existing books.
    UnknownBook = 404, "Unknown book";
    /// The book does not contain this line.
    UnknownNode = 404, "Unknown node";
    /// The book has not counted this game, or did not keep its moves.
    UnknownGame = 404, "Unknown game";
    /// The games of the book are not in memory for pattern searches: they are being read, try again;
    /// or they need more memory than the operator allows.
    GamesNotLoaded = 503, "Games not in memory";
    /// No games were counted in the book; count some with `joseki mine`.
    NothingCounted = 404, "No games counted";
    /// No result was ever entered under this `game_id`.
    UnknownResult = 404, "Unknown result";
    /// No result against an opponent of this name was ever entered.
    UnknownOpponent = 404, "Unknown opponent";
    /// No player of this name has ever answered a question.
    UnknownPlayer = 404, "Unknown player";
    /// No table has this token: it is wrong, or the table was removed, 30 days after its last move.
    UnknownTable = 404, "Unknown table";
    /// No change has this number; `/v1/changes` lists the changes.
    UnknownChange = 404, "Unknown change";
    /// The change log does not reach back to that version, so it cannot be read.
    NoHistory = 404, "History not available";
    /// The store has no such entry.
    NotFound = 404, "Not found";
    /// The path exists but does not support the method; `Allow` lists the methods.
    MethodNotAllowed = 405, "Method not allowed";
    /// The body did not arrive in time; send it faster or in smaller parts.
    BodyTimeout = 408, "Request body timeout";
    /// Another writer changed the book at the same time; send the request again.
    Conflict = 409, "Conflict";
    /// The name is already in use.
    AlreadyExists = 409, "Already exists";
    /// The question was already answered for another board; request a new one.
    QuestionConflict = 409, "Question id already in use";
    /// Another result was entered under this `game_id`; correct it with `PUT`, or use another id.
    ResultConflict = 409, "Result id already in use";
    /// The result was withdrawn; a correction with `PUT` makes it count again.
    ResultWithdrawn = 409, "Result withdrawn";
    /// The table does not allow this now: it is the other side's turn, the game is over, nothing was
    /// offered; `detail` says what.
    TableRefused = 409, "Not possible at this table";
    /// Something else was done at the table since `version`; read its state and decide again.
    TableMovedOn = 409, "Table has moved on";
    /// Changes of this kind cannot be reverted, or not in this book; `detail` says what to do
    /// instead.
    NotRevertible = 409, "Change not revertible";
    /// Later changes touched the same lines, see `contradictions`; set `later` to keep or to drop
    /// them.
    LaterChanges = 409, "Conflicting later changes";
    /// The resource does not match `If-Match`, or exists although `If-None-Match` says it must not.
    /// `current` is its present state, with its `ETag`; null if it is gone.
    PreconditionFailed = 412, "Precondition failed";
    /// The body is larger than the operation allows.
    BodyTooLarge = 413, "Request body too large";
    /// The endpoint does not accept this media type.
    UnsupportedType = 415, "Unsupported media type";
    /// The body is compressed; send it uncompressed.
    UnsupportedEncoding = 415, "Unsupported content encoding";
    /// The server does not answer for this `Host`; use `localhost`, a loopback address, or a name
    /// that its operator allows with the setting `hosts`.
    UnknownHost = 421, "Misdirected request";
    /// The table is played at another node, which `node` names; ask there.
    TableElsewhere = 421, "Table at another node";
    /// The book has no move to quiz on this board; omit `moves` to have a position drawn.
    NoQuestion = 422, "No question available";
    /// The rules forbid a move; `field` and `move` say which one and why.
    IllegalMove = 422, "Illegal move";
    /// An initial stone is on an occupied point or has no liberty.
    IllegalStone = 422, "Illegal initial stone";
    /// The line is not valid in a book; if a step cannot be played, `step` says which and why.
    IllegalLine = 422, "Illegal line";
    /// The edit is not possible: of the empty corner, into itself, or below a retired node.
    IllegalEdit = 422, "Invalid edit";
    /// The book has not reached that version yet.
    NotYet = 422, "Version not reached yet";
    /// Books are available on boards of 9 to 19 lines.
    UnsupportedSize = 422, "Unsupported board size";
    /// The feature is for books of Go, and this book is about another game.
    OtherGame = 422, "Other game";
    /// The text is not SGF, or its game cannot be played; nothing was imported or entered.
    InvalidSgf = 422, "Invalid SGF";
    /// The file exceeds a limit on nodes, depth or text; nothing was imported.
    SgfLimit = 422, "SGF limit exceeded";
    /// The store rejected the request.
    Unprocessable = 422, "Unprocessable content";
    /// Another request was sent with this `Idempotency-Key`; choose another one.
    IdempotencyKeyReused = 422, "Idempotency key reused";
    /// The request needs `If-Match` with the `ETag` of the last `GET`, so that no other writer's
    /// change is lost.
    PreconditionRequired = 428, "Precondition required";
    /// The API key's rate limit is exceeded; try again after `Retry-After` seconds.
    RateLimited = 429, "Too many requests";
    /// The server failed; its log has the details under the request id.
    Internal = 500, "Internal server error";
    /// The store is damaged or cannot be used; its operator must check it.
    StoreFailed = 500, "Store failure";
    /// This node does not have yet what `min_version` or `min_results` asks for; try again after
    /// `Retry-After` seconds. If that persists, no node is that new: omit the parameter.
    NodeBehind = 503, "Node behind";
    /// There are as many tables as the operator allows; try again later.
    TooManyTables = 503, "Too many tables";
    /// More requests are waiting than can be served in time; try again after `Retry-After` seconds.
    Overloaded = 503, "Service overloaded";
    /// The work took too long and was cancelled; nothing was changed.
    Timeout = 503, "Processing timeout";
    /// A write took too long and may still complete; read what it was to change before you send it
    /// again.
    OutcomeUnknown = 504, "Outcome unknown";
    /// Another program has locked the store; try again after `Retry-After` seconds.
    StoreBusy = 503, "Store busy";
    /// The server is shutting down; try again after `Retry-After` seconds.
    StoreClosed = 503, "Store closed";
    /// The store is read-only: the server was started with `--read-only`, or its operator must grant
    /// write permission.
    StoreReadOnly = 503, "Store read-only";
    /// The store is damaged: writes are disabled, and reads continue where possible. Its operator
    /// must restore a backup.
    StoreDamaged = 503, "Store damaged";
    /// The store's file was removed or replaced while the server ran: writes are disabled. Its
    /// operator must check it and restart the server.
    StoreDisplaced = 503, "Store file removed or replaced";
    /// The disk is full: nothing was written, reads continue.
    DiskFull = 507, "Disk full";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_error_status_and_words() {
        for code in Code::ALL {
            assert!((400..600).contains(&code.status()));
            assert!(!code.title().is_empty() && code.meaning().ends_with('.'));
        }
    }
}
