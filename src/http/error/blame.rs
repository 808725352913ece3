//! Maps service errors to problems, in one place.

use super::code::Code;
use super::problem::{IllegalMoveJson, IllegalStepJson, Problem};
use super::rejected::Reason;
use super::throttle::LogThrottle;
use crate::book::EditError;
use crate::format::sgf::{LimitKind, SgfError};
use crate::game::table::TableRefusal;
use crate::game::xiangqi::IllegalShift;
use crate::game::{BoardSize, IllegalMove, Point};
use crate::service::{KeyError, ServiceError};
use crate::store::StoreError;
use crate::wire::{ContradictionJson, Coords, RequestError};

/// Maximum number of contradictions in a problem.
const MAX_CONTRADICTIONS: usize = 1_000;

/// Notation of points in error texts: that of the request.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// The request's coordinates.
    pub coords: Coords,
    /// The request's board size.
    pub size: BoardSize,
}

impl Default for Notation {
    fn default() -> Notation {
        Notation { coords: Coords::Gtp, size: BoardSize::NINETEEN }
    }
}

impl Problem {
    /// Maps a service error to a problem, with points in the request's notation.
    #[must_use]
    pub fn from_service(error: ServiceError, notation: Notation) -> Problem {
        let detail = error.to_string();
        let about = |code, field: &str| Problem::new(code, detail.clone()).field(field);
        match error {
            ServiceError::UnsupportedSize { .. } => about(Code::UnsupportedSize, "board_size"),
            ServiceError::OtherSize { .. } => about(Code::UnsupportedSize, "board_size"),
            ServiceError::OtherGame { .. } => about(Code::OtherGame, "book"),
            ServiceError::NotThisGame { .. } => about(Code::OtherGame, "game"),
            ServiceError::PastBusy => {
                Problem::new(Code::Overloaded, detail).retry_after(1).with_reason(Reason::QueueFull)
            }
            ServiceError::BookTooLarge { .. } => {
                Problem::new(Code::Overloaded, detail).retry_after(60).with_reason(Reason::Memory)
            }
            ServiceError::PatternsNotLoaded { .. } => {
                Problem::new(Code::KeyMissing, detail).challenge(CHALLENGE)
            }
            ServiceError::PatternMemory { .. } => Problem::new(Code::GamesNotLoaded, detail),
            ServiceError::InitialStoneTwice { index, point } => {
                stone(index, &notation.point(point), "the point is occupied")
            }
            ServiceError::InitialStoneWithoutLiberty { index, point } => {
                stone(index, &notation.point(point), "it has no liberty")
            }
            ServiceError::IllegalMove { index, color, played, reason } => {
                let text = notation.coords.move_text(played, notation.size);
                illegal("moves", index, notation.coords.letter(color), text, reason)
            }
            ServiceError::IllegalContinuation { index, color, point, reason } => {
                illegal("line", index, notation.coords.letter(color), notation.point(point), reason)
            }
            ServiceError::NoStone { field, index, point } => {
                let detail = format!("no stone stands at {}", notation.point(point));
                Problem::new(Code::InvalidPoint, detail).field(format!("{field}[{index}]"))
            }
            ServiceError::UnknownBook { known, .. } => {
                about(Code::UnknownBook, "book").with(|json| json.known = Some(known))
            }
            ServiceError::UnknownNode { .. } => about(Code::UnknownNode, "steps"),
            ServiceError::InvalidBookName { .. } => about(Code::InvalidBookName, "book"),
            ServiceError::InvalidLinePrefix { .. } => about(Code::InvalidLine, "prefix"),
            ServiceError::StaleNode { index, .. } => {
                // The field already identifies the edit.
                let detail = detail.split_once(": ").map_or("", |(_, detail)| detail);
                let problem = Problem::new(Code::PreconditionFailed, detail.to_owned());
                problem.field(format!("edits[{index}]"))
            }
            ServiceError::Edit { index, source, .. } => {
                edit(source).field(format!("edits[{index}]"))
            }
            ServiceError::TooManyGames { .. } => Problem::new(Code::TooMany, detail),
            ServiceError::TooManyEdits { .. } => about(Code::TooMany, "edits"),
            ServiceError::BookBehind { .. } => {
                about(Code::NodeBehind, "min_version").retry_after(1)
            }
            ServiceError::ResultsBehind { .. } => {
                about(Code::NodeBehind, "min_results").retry_after(1)
            }
            ServiceError::UnknownVersion { .. } => about(Code::NotYet, "as_of"),
            ServiceError::UnknownChange { .. } => about(Code::UnknownChange, "change"),
            ServiceError::TokenReused => about(Code::IdempotencyKeyReused, "Idempotency-Key"),
            ServiceError::NotRevertible { .. } => about(Code::NotRevertible, "change"),
            ServiceError::RevertConflict { contradictions, .. } => {
                let first = contradictions.iter().take(MAX_CONTRADICTIONS);
                let first = first.map(ContradictionJson::from).collect();
                let problem = about(Code::LaterChanges, "later");
                problem.with(|json| json.contradictions = Some(first))
            }
            ServiceError::Sgf { file, source } => sgf(file, &source),
            ServiceError::GoFile { file, .. }
            | ServiceError::FiveFile { file, .. }
            | ServiceError::ServerFile { file, .. }
            | ServiceError::XiangqiFile { file, .. }
            | ServiceError::OpeningFile { file, .. } => {
                let problem = Problem::new(Code::InvalidSgf, detail);
                problem.with(|json| json.file = Some(file))
            }
            ServiceError::Key(error) => key(&error),
            ServiceError::UnknownGame { .. } | ServiceError::NoRecord { .. } => {
                about(Code::UnknownGame, "id")
            }
            ServiceError::TableSetup { field, .. } => about(Code::InvalidValue, field),
            ServiceError::UnknownTable => about(Code::UnknownTable, "table"),
            ServiceError::TableRefused(TableRefusal::Illegal(_)) => {
                about(Code::IllegalMove, "move")
            }
            ServiceError::TableRefused(_) => about(Code::TableRefused, "action"),
            ServiceError::TableFull => Problem::new(Code::TableRefused, detail),
            ServiceError::TooManyTables { .. } => {
                Problem::new(Code::TooManyTables, detail).retry_after(60)
            }
            ServiceError::TableRecord(_) => about(Code::Unprocessable, "format"),
            ServiceError::UnknownSource { .. } => about(Code::InvalidValue, "source"),
            ServiceError::Record(_) => about(Code::InvalidSgf, "sgf"),
            ServiceError::InvalidGameId => about(Code::InvalidValue, "game_id"),
            ServiceError::OtherResult { .. } => about(Code::ResultConflict, "game_id"),
            ServiceError::WithdrawnResult { .. } => about(Code::ResultWithdrawn, "game_id"),
            ServiceError::NotOwnResult { .. } => about(Code::NotOwnResult, "game_id"),
            ServiceError::UnknownResult { .. } => about(Code::UnknownResult, "game_id"),
            ServiceError::UnknownOpponent { .. } => about(Code::UnknownOpponent, "opponent"),
            ServiceError::NoQuestion { .. } => about(Code::NoQuestion, "moves"),
            ServiceError::OtherQuestion { .. } => about(Code::QuestionConflict, "question"),
            ServiceError::UnknownPlayer { .. } => about(Code::UnknownPlayer, "player"),
            ServiceError::InvalidWeightsName { .. }
            | ServiceError::UnknownWeights { .. }
            | ServiceError::UnknownWeightsVersion { .. }
            | ServiceError::Weights(_)
            | ServiceError::LongWeights => about(Code::InvalidValue, "weights"),
            ServiceError::ChangedMeanwhile { .. } => Problem::new(Code::Conflict, detail),
            ServiceError::NothingCounted { .. } => about(Code::NothingCounted, "book"),
            ServiceError::DifferentGames { .. } => about(Code::Unprocessable, "from"),
            ServiceError::QuietPeriodMismatch { .. }
            | ServiceError::Counts { .. }
            | ServiceError::CountedHere { .. }
            | ServiceError::Floored { .. }
            | ServiceError::DuplicateCounts { .. }
            | ServiceError::Records(_) => Problem::new(Code::Unprocessable, detail),
            ServiceError::Random(_)
            | ServiceError::Export(_)
            | ServiceError::Published(_)
            | ServiceError::Engine(_)
            | ServiceError::Spool(_) => Problem::internal(&detail),
            ServiceError::Cancelled(_) => Problem::timeout(),
            ServiceError::Store(error) => store(error),
        }
    }
}

impl Notation {
    fn point(self, point: Point) -> String {
        self.coords.point(point, self.size)
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        Problem::from_service(error, Notation::default())
    }
}

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Problem {
        let code = match error.code {
            "invalid_point" => Code::InvalidPoint,
            "invalid_color" => Code::InvalidColor,
            "too_many" => Code::TooMany,
            "missing_field" => Code::MissingField,
            "invalid_sgf" => Code::InvalidSgf,
            "other_game" => Code::OtherGame,
            _ => Code::InvalidValue,
        };
        Problem::new(code, error.to_string()).field(error.field)
    }
}

fn stone(index: usize, point: &str, why: &str) -> Problem {
    let detail = format!("initial stone {}, {point}: {why}", index + 1);
    Problem::new(Code::IllegalStone, detail).field(format!("initial_stones[{index}]"))
}

/// Creates the problem of an illegal move in `moves` or another list of moves.
fn illegal(list: &str, index: usize, color: &str, point: String, reason: IllegalMove) -> Problem {
    let shift;
    let why = match reason {
        IllegalMove::OffBoard => "the point is off the board",
        IllegalMove::Occupied => "the point is occupied",
        IllegalMove::Suicide => {
            "suicide: it captures nothing and leaves its own stones without a liberty"
        }
        IllegalMove::Ko => "it retakes the ko immediately",
        IllegalMove::Superko => "it repeats an earlier position of the game",
        IllegalMove::Forbidden(_) => "it is forbidden to Black in renju",
        IllegalMove::Shift(why) => {
            shift = why.to_string();
            &shift
        }
        IllegalMove::OtherGame => "the game has no such moves",
        IllegalMove::Pass => "a player may pass in renju only, and not before the sixth stone",
        IllegalMove::GameOver => "the game is over",
    };
    let (number, color) = (index + 1, color.to_owned());
    let detail = format!("move {number}, {color} {point}: {why}");
    let problem = Problem::new(Code::IllegalMove, detail).field(format!("{list}[{index}]"));
    problem.with(|json| {
        json.illegal_move =
            Some(IllegalMoveJson { number, color, point, reason: reason_code(reason) });
    })
}

const fn reason_code(reason: IllegalMove) -> &'static str {
    match reason {
        IllegalMove::OffBoard => "off_board",
        IllegalMove::Occupied => "occupied",
        IllegalMove::Suicide => "suicide",
        IllegalMove::Ko => "ko",
        IllegalMove::Superko => "superko",
        IllegalMove::Forbidden(foul) => foul.name(),
        IllegalMove::Shift(IllegalShift::OutOfTurn) => "out_of_turn",
        IllegalMove::Shift(IllegalShift::Empty(_)) => "no_piece",
        IllegalMove::Shift(IllegalShift::NotOwn(_)) => "not_own",
        IllegalMove::Shift(IllegalShift::OntoOwn(_)) => "onto_own",
        IllegalMove::Shift(IllegalShift::NotItsMove(_)) => "not_its_move",
        IllegalMove::Shift(IllegalShift::GeneralAttacked(_)) => "general_attacked",
        IllegalMove::OtherGame => "other_game",
        IllegalMove::Pass => "pass",
        IllegalMove::GameOver => "game_over",
    }
}

/// Maps an edit error; the caller sets the field.
fn edit(error: EditError) -> Problem {
    let detail = error.to_string();
    match error {
        EditError::Unknown(_) => Problem::new(Code::UnknownNode, detail),
        EditError::Exists(_) => Problem::new(Code::AlreadyExists, detail),
        EditError::Illegal { line, number, step, reason } => {
            Problem::new(Code::IllegalLine, detail).with(|json| {
                json.step = Some(IllegalStepJson {
                    line: line.to_string(),
                    number,
                    step: step.to_string(),
                    reason: reason_code(reason),
                });
            })
        }
        EditError::TooLong(_) | EditError::Tenuki(_) | EditError::OtherCorner { .. } => {
            Problem::new(Code::IllegalLine, detail)
        }
        EditError::Root | EditError::IntoItself(_) | EditError::Retired(_) => {
            Problem::new(Code::IllegalEdit, detail)
        }
    }
}

fn sgf(file: String, error: &SgfError) -> Problem {
    let code = match error {
        SgfError::Limit { kind: LimitKind::Bytes, .. } => Code::BodyTooLarge,
        SgfError::Limit { .. } => Code::SgfLimit,
        _ => Code::InvalidSgf,
    };
    let line = usize::try_from(error.line()).unwrap_or(usize::MAX);
    let problem = Problem::new(code, format!("{file}: {error}")).at(line, None);
    problem.with(|json| json.file = Some(file))
}

/// What a request without a key should send.
const CHALLENGE: &str = "Bearer realm=\"joseki\"";

fn key(error: &KeyError) -> Problem {
    let invalid = "Bearer realm=\"joseki\", error=\"invalid_token\"";
    let (code, challenge) = match error {
        KeyError::Missing | KeyError::LargeBook { .. } => (Code::KeyMissing, CHALLENGE),
        KeyError::Unknown => (Code::KeyUnknown, invalid),
        KeyError::Ended => (Code::KeyEnded, invalid),
        KeyError::Scope { .. } => {
            (Code::KeyScope, "Bearer realm=\"joseki\", error=\"insufficient_scope\"")
        }
    };
    Problem::new(code, error.to_string()).challenge(challenge)
}

/// Maps a store error. The detail omits the file's path, which goes to the log only.
/// Requests while the database cannot be reached.
static UNREACHABLE: LogThrottle = LogThrottle::new();

fn store(error: StoreError) -> Problem {
    let detail = error.to_string();
    match error {
        // Told to whoever waited, see `worker_pool`; this is for a caller that came in between.
        StoreError::Cancelled(_) => Problem::timeout(),
        StoreError::Conflict { .. } => Problem::new(Code::Conflict, detail).retry_after(1),
        StoreError::NotFound { .. } => Problem::new(Code::NotFound, detail),
        StoreError::NoHistory { .. } => Problem::new(Code::NoHistory, detail),
        StoreError::AlreadyExists { .. } => Problem::new(Code::AlreadyExists, detail),
        StoreError::Invalid { .. } | StoreError::Ledgers { .. } => {
            Problem::new(Code::Unprocessable, detail)
        }
        StoreError::Busy { .. } => {
            let detail = "another program has locked the store: try again";
            Problem::new(Code::StoreBusy, detail).retry_after(1)
        }
        StoreError::OutcomeUnknown { .. } => {
            tracing::error!(%detail, "the outcome of a commit is unknown");
            let detail = "the connection to the database was lost during the commit: the change may have been made";
            Problem::new(Code::OutcomeUnknown, detail).retry_after(5)
        }
        StoreError::Unreachable { .. } | StoreError::Refused { .. } => {
            if let Some(left_out) = UNREACHABLE.admit() {
                tracing::error!(%detail, left_out, "the database cannot be reached");
            }
            let detail = "the database cannot be reached: nothing was written, try again";
            Problem::new(Code::StoreBusy, detail).retry_after(1)
        }
        StoreError::Closed { .. } => {
            let detail = "the server is shutting down: try again in a moment";
            Problem::new(Code::StoreClosed, detail).retry_after(2)
        }
        StoreError::DiskFull { .. } => {
            tracing::error!(%detail, "the disk is full");
            let detail = "the disk is full: nothing was written, reads continue";
            Problem::new(Code::DiskFull, detail)
        }
        StoreError::ReadOnly { .. } => {
            tracing::error!(%detail, "the store is read-only");
            let detail = "the store is read-only: nothing was changed, reads continue";
            Problem::new(Code::StoreReadOnly, detail)
        }
        StoreError::OpenedReadOnly { .. } => {
            let detail = "the server was started read-only: nothing was changed";
            Problem::new(Code::StoreReadOnly, detail)
        }
        StoreError::Damaged { .. } => {
            let detail = "the store is damaged: writes are disabled, reads continue where possible";
            Problem::new(Code::StoreDamaged, detail)
        }
        StoreError::Displaced { .. } => {
            tracing::error!(%detail, "the store file was removed or replaced");
            let detail = "the store file was removed or replaced: writes are disabled, its operator must check it";
            Problem::new(Code::StoreDisplaced, detail)
        }
        StoreError::UnknownVariant { .. } => {
            tracing::error!(%detail, "the store has a book of an unknown game");
            Problem::new(Code::StoreFailed, detail)
        }
        StoreError::Corrupt { .. }
        | StoreError::NotAStore { .. }
        | StoreError::NewerFile { .. }
        | StoreError::OlderFile { .. }
        | StoreError::Source { .. }
        | StoreError::Other { .. } => {
            tracing::error!(%detail, "the store failed");
            let detail =
                "the store failed or is damaged: its operator must check it, see the server's log";
            Problem::new(Code::StoreFailed, detail)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Color, Move};

    #[test]
    fn an_illegal_move_is_reported_in_the_callers_coordinates() {
        let error = || ServiceError::IllegalMove {
            index: 2,
            color: Color::White,
            played: Move::Play(Point::new(15, 3)),
            reason: IllegalMove::Occupied,
        };
        let gtp = Problem::from(error()).into_json();
        assert_eq!(gtp.detail, "move 3, W Q16: the point is occupied");
        assert_eq!(gtp.field.as_deref(), Some("moves[2]"));
        let notation = Notation { coords: Coords::Sgf, size: BoardSize::NINETEEN };
        let sgf = Problem::from_service(error(), notation).into_json();
        assert_eq!(sgf.detail, "move 3, W pd: the point is occupied");
    }

    #[test]
    fn no_path_of_the_store_reaches_a_caller() {
        let errors: [fn(String, String) -> StoreError; 14] = [
            |file, _| StoreError::Busy { file },
            |file, _| StoreError::DiskFull { file },
            |file, _| StoreError::Closed { file },
            |file, detail| StoreError::ReadOnly { file, detail },
            |file, _| StoreError::OpenedReadOnly { file },
            |file, detail| StoreError::Corrupt { file, detail },
            |file, detail| StoreError::NotAStore { file, detail },
            |file, detail| StoreError::Displaced { file, detail },
            |file, detail| StoreError::Unreachable { file, detail },
            |file, detail| StoreError::Refused { file, detail },
            |file, _| StoreError::OutcomeUnknown { file },
            |what, detail| StoreError::Source { what, detail },
            |file, detail| StoreError::Other { file, detail },
            |file, _| StoreError::NewerFile { file, found: 9, known: 1 },
        ];
        for error in errors {
            let file = "/srv/secret/joseki.db".to_owned();
            let detail = format!("{file} says no");
            let error = error(file, detail);
            let json = Problem::from(ServiceError::from(error)).into_json();
            assert!(!json.detail.contains("secret"), "{}", json.detail);
        }
    }
}
