//! Conditions: what is written of them is read as the same, on any board they have an answer, and errors point into the text.

use joseki::book::{ConditionContext, Conditions, Truth};
use joseki::game::go::Position;
use joseki::game::{BoardSize, Color, Frame, Point, Symmetry};

/// The bytes before this one are moves on a board; the others are the text.
const STONES: usize = 40;

/// Reads any text as conditions and holds them against any board.
pub fn run(data: &[u8]) {
    let text = data.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let (moves, text) = data.split_at(text.min(STONES));
    let text = String::from_utf8_lossy(text);
    let text = text.trim_start_matches('\n');
    match text.parse::<Conditions>() {
        Ok(read) => {
            let told = read.to_string();
            assert_eq!(told.parse().as_ref(), Ok(&read), "{told}");
            assert_eq!(read.mirror().mirror(), read);
            assert_eq!(read.and(&read).as_ref(), Some(&read), "{told}");
            assert_eq!(read.or(&read), read);
            hold(&read, &board(moves));
        }
        Err(error) => {
            assert!(error.at <= text.chars().count(), "{error} in {text:?}");
            assert!(!error.problem.is_empty());
        }
    }
}

fn board(moves: &[u8]) -> Position {
    let mut board = Position::new(BoardSize::NINETEEN);
    for (index, pair) in moves.chunks_exact(2).enumerate() {
        let point = Point::new(pair[0] % 19, pair[1] % 19);
        // What is illegal is left out.
        let _ = board.play(Color::ALL[index % 2], point);
    }
    board
}

/// A board turned by its frame and conditions mirrored give the same answer.
fn hold(conditions: &Conditions, board: &Position) {
    let size = BoardSize::NINETEEN;
    for frame in Frame::all() {
        let scene =
            ConditionContext { board, frame, own: Color::Black, first: Color::White, step: None };
        let held = conditions.check(&scene);
        assert_eq!(held.is_empty(), conditions.is_always());
        for one in &held {
            assert!(one.points().iter().all(|point| size.contains(*point)));
            assert!(one.text.parse::<Conditions>().is_ok(), "{}", one.text);
        }
        let all = |truth| held.iter().all(|one| one.holds == truth);
        let mirrored = ConditionContext {
            frame: Frame { symmetry: frame.symmetry.then(Symmetry::TRANSPOSE), ..frame },
            ..scene
        };
        let other = conditions.mirror().check(&mirrored);
        for truth in [Truth::True, Truth::False, Truth::Unknown] {
            assert_eq!(all(truth), other.iter().all(|one| one.holds == truth));
        }
    }
}
