//! Maps service errors to problems, in one place.

use std::borrow::Cow;

use super::problem::{IllegalMoveJson, IllegalStepJson, Problem};
use super::rejected::Reason;
use super::throttle::LogThrottle;
use joseki_book::EditError;
use joseki_game::IllegalMove;
use joseki_game::xiangqi::IllegalShift;
use joseki_service::{Code, FileError, KeyError, ServiceError, curate::ChangeError};
use joseki_store::StoreError;
use joseki_wire::{ContradictionJson, PointWriter, RequestError};

/// Maximum number of contradictions in a problem.
const MAX_CONTRADICTIONS: usize = 1_000;

impl Problem {
    /// Maps a service error to a problem, with points in the request's notation.
    #[must_use]
    pub fn from_service(error: ServiceError, notation: PointWriter) -> Problem {
        let detail = match &error {
            ServiceError::InitialStoneTwice { index, point } => {
                stone(*index, &notation.point(*point), "the point is occupied")
            }
            ServiceError::InitialStoneWithoutLiberty { index, point } => {
                stone(*index, &notation.point(*point), "it has no liberty")
            }
            ServiceError::IllegalMove { index, color, played, reason } => {
                let text = notation.coords.move_text(*played, notation.size);
                return illegal(&error, *index, notation.coords.letter(*color), text, *reason);
            }
            ServiceError::IllegalContinuation { index, color, point, reason } => {
                let text = notation.point(*point);
                return illegal(&error, *index, notation.coords.letter(*color), text, *reason);
            }
            ServiceError::NoStone { point, .. } => {
                format!("no stone stands at {}", notation.point(*point))
            }
            ServiceError::Cancelled(_) => return Problem::timeout(),
            ServiceError::Store(store) => return of_store(&error, store),
            ServiceError::Feature(_) => return of_feature(&error),
            _ => error.to_string(),
        };
        let problem = with_info(&error, detail);
        match error {
            ServiceError::Key(error) => problem.challenge(challenge(&error)),
            ServiceError::PastBusy => problem.with_reason(Reason::QueueFull),
            ServiceError::BookTooLarge { .. } => problem.with_reason(Reason::Memory),
            ServiceError::UnknownBook { known, .. } => {
                problem.with(|json| json.known = Some(known))
            }
            _ => problem,
        }
    }
}

/// Creates the problem with the code and field of an error.
fn with_info(error: &ServiceError, detail: impl Into<Cow<'static, str>>) -> Problem {
    let detail = detail.into();
    let info = error.info();
    if info.code == Code::Internal {
        return Problem::internal(&detail);
    }
    let problem = Problem::new(info.code, detail);
    let problem = match info.field {
        Some(field) => problem.field(field),
        None => problem,
    };
    match info.retry_after {
        Some(seconds) => problem.retry_after(seconds),
        None => problem,
    }
}

/// Creates the problem of a feature's error, with what else a client may need.
fn of_feature(error: &ServiceError) -> Problem {
    let problem = with_info(error, error.to_string());
    if let Some(error) = error.of::<FileError>() {
        let problem = match error {
            FileError::Sgf { source, .. } => {
                problem.at(usize::try_from(source.line()).unwrap_or(usize::MAX), None)
            }
            _ => problem,
        };
        return problem.with(|json| json.file = Some(error.file().to_owned()));
    }
    match error.of() {
        // The field already identifies the edit.
        Some(ChangeError::Stale { .. }) => problem.without_start(),
        Some(ChangeError::Edit { source, .. }) => edit(problem, source),
        Some(ChangeError::Conflict { contradictions, .. }) => {
            let first = contradictions.iter().take(MAX_CONTRADICTIONS);
            let first = first.map(ContradictionJson::from).collect();
            problem.with(|json| json.contradictions = Some(first))
        }
        _ if problem.code() == Code::KeyMissing => problem.challenge(CHALLENGE),
        _ => problem,
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        Problem::from_service(error, PointWriter::default())
    }
}

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Problem {
        Problem::new(error.code, error.to_string()).field(error.field)
    }
}

fn stone(index: usize, point: &str, why: &str) -> String {
    format!("initial stone {}, {point}: {why}", index + 1)
}

/// Creates the problem of an illegal move in `moves` or another list of moves.
fn illegal(
    error: &ServiceError,
    index: usize,
    color: &str,
    point: String,
    reason: IllegalMove,
) -> Problem {
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
    with_info(error, format!("move {number}, {color} {point}: {why}")).with(|json| {
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

/// Adds the step that cannot be played to the problem of an edit, and names only what the edit says.
fn edit(problem: Problem, error: &EditError) -> Problem {
    problem.with(|json| {
        json.detail = error.to_string().into();
        if let EditError::Illegal { line, number, step, reason } = error {
            json.step = Some(IllegalStepJson {
                line: line.to_string(),
                number: *number,
                step: step.to_string(),
                reason: reason_code(*reason),
            });
        }
    })
}

/// What a request without a key should send.
const CHALLENGE: &str = "Bearer realm=\"joseki\"";

/// What a request should send instead of the key that it has or lacks.
const fn challenge(error: &KeyError) -> &'static str {
    match error {
        KeyError::Missing | KeyError::LargeBook { .. } => CHALLENGE,
        KeyError::Unknown | KeyError::Ended => "Bearer realm=\"joseki\", error=\"invalid_token\"",
        KeyError::Scope { .. } => "Bearer realm=\"joseki\", error=\"insufficient_scope\"",
    }
}

/// Requests while the database cannot be reached.
static UNREACHABLE: LogThrottle = LogThrottle::new();

/// Creates the problem of a store error. The detail omits the file's path, which goes to the log only.
fn of_store(error: &ServiceError, store: &StoreError) -> Problem {
    let detail = store.to_string();
    let detail = match store {
        // Answered by `worker_pool` where a caller waits; this is for one that came in between.
        StoreError::Cancelled(_) => return Problem::timeout(),
        StoreError::Conflict { .. }
        | StoreError::NotFound { .. }
        | StoreError::NoHistory { .. }
        | StoreError::AlreadyExists { .. }
        | StoreError::Invalid { .. }
        | StoreError::Ledgers { .. } => return with_info(error, detail),
        StoreError::Busy { .. } => "another program has locked the store: try again",
        StoreError::OutcomeUnknown { .. } => {
            tracing::error!(%detail, "the outcome of a commit is unknown");
            "the connection to the database was lost during the commit: the change may have been made"
        }
        StoreError::Unreachable { .. } | StoreError::Refused { .. } => {
            if let Some(left_out) = UNREACHABLE.admit() {
                tracing::error!(%detail, left_out, "the database cannot be reached");
            }
            "the database cannot be reached: nothing was written, try again"
        }
        StoreError::Closed { .. } => "the server is shutting down: try again in a moment",
        StoreError::DiskFull { .. } => {
            tracing::error!(%detail, "the disk is full");
            "the disk is full: nothing was written, reads continue"
        }
        StoreError::ReadOnly { .. } | StoreError::Unmerged { .. } => {
            tracing::error!(%detail, "the store is read-only");
            "the store is read-only: nothing was changed, reads continue"
        }
        StoreError::OpenedReadOnly { .. } => {
            "the server was started read-only: nothing was changed"
        }
        StoreError::Damaged { .. } => {
            "the store is damaged: writes are disabled, reads continue where possible"
        }
        StoreError::Displaced { .. } => {
            tracing::error!(%detail, "the store file was removed or replaced");
            "the store file was removed or replaced: writes are disabled, its operator must check it"
        }
        StoreError::UnknownVariant { .. } => {
            tracing::error!(%detail, "the store has a book of an unknown game");
            return with_info(error, detail);
        }
        StoreError::Corrupt { .. }
        | StoreError::NotAStore { .. }
        | StoreError::NewerFile { .. }
        | StoreError::OlderFile { .. }
        | StoreError::OutdatedFile { .. }
        | StoreError::Source { .. }
        | StoreError::Other { .. } => {
            tracing::error!(%detail, "the store failed");
            "the store failed or is damaged: its operator must check it, see the server's log"
        }
    };
    with_info(error, detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::{BoardSize, Color, Move, Point};
    use joseki_wire::Coords;

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
        let notation = PointWriter { coords: Coords::Sgf, size: BoardSize::NINETEEN };
        let sgf = Problem::from_service(error(), notation).into_json();
        assert_eq!(sgf.detail, "move 3, W pd: the point is occupied");
    }

    #[test]
    fn no_path_of_the_store_reaches_a_caller() {
        let errors: [fn(String, String) -> StoreError; 15] = [
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
            |file, _| StoreError::OutdatedFile { file, found: 1 },
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
