//! What is asked of a quiz, and what it answers.

use crate::book::Line;
use crate::game::Color;
use crate::game::go::{BoardSize, Corner, Move, Point};
use crate::ledger::Record;
use crate::ledger::training::{Grade, Memory};
use crate::service::{Candidate, NextAnswer};

/// A question asked for, or answered.
#[derive(Clone, Debug)]
pub struct QuizQuery {
    /// The book; the default one if none is named.
    pub book: Option<String>,
    /// Who answers; nothing is kept of somebody without a name.
    pub player: Option<String>,
    /// The board that is asked about; one is drawn if there is none.
    pub board: Option<QuizBoard>,
    /// The answer on that board; a pass says "I do not know".
    pub answer: Option<Move>,
    /// The identity of the question that is answered.
    pub question: Option<String>,
    /// What may be drawn.
    pub filter: QuizFilter,
    /// How much worse than the best an expected result may be to count as equally good, in won games.
    pub tolerance: f64,
    /// Makes the draws repeatable.
    pub seed: Option<u64>,
}

/// The board of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuizBoard {
    /// The stones and the moves.
    pub record: Record,
    /// Whose move is asked for; the other colour of the last move unless said.
    pub to_play: Option<Color>,
}

/// What may be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct QuizFilter {
    /// Lines of the board.
    pub size: BoardSize,
    /// The player's colour; either unless said.
    pub color: Option<Color>,
    /// Only positions that this line leads to.
    pub prefix: Option<Line>,
    /// Only positions below a move with a name that contains one of these texts, in any case.
    pub names: Vec<String>,
    /// At most so many moves before the question.
    pub max_depth: Option<usize>,
    /// At least so many counted games of the position.
    pub min_games: u32,
    /// Only what was learned before and is due.
    pub only_due: bool,
    /// The share of questions that the player has not met before, 0 to 1, as long as something is forgotten.
    pub new_share: f64,
}

impl QuizQuery {
    /// The tolerance unless somebody says.
    pub const TOLERANCE: f64 = 0.02;

    /// A question drawn from the default book for nobody.
    #[must_use]
    pub fn new() -> QuizQuery {
        QuizQuery {
            book: None,
            player: None,
            board: None,
            answer: None,
            question: None,
            filter: QuizFilter::default(),
            tolerance: QuizQuery::TOLERANCE,
            seed: None,
        }
    }
}

impl Default for QuizQuery {
    fn default() -> QuizQuery {
        QuizQuery::new()
    }
}

impl QuizFilter {
    /// The share of new questions unless somebody says: few, as what was begun is to be kept.
    pub const NEW_SHARE: f64 = 0.05;
}

impl Default for QuizFilter {
    fn default() -> QuizFilter {
        QuizFilter {
            size: BoardSize::NINETEEN,
            color: None,
            prefix: None,
            names: Vec::new(),
            max_depth: None,
            min_games: 0,
            only_due: false,
            new_share: QuizFilter::NEW_SHARE,
        }
    }
}

/// The answer to a [`QuizQuery`].
#[derive(Clone, Debug)]
pub struct QuizAnswered {
    /// The book that was asked.
    pub book: String,
    /// Its version.
    pub version: u64,
    /// How the answer was graded, if there was one.
    pub graded: Option<Graded>,
    /// How the opponent went on, if the line goes on for it.
    pub reply: Option<Reply>,
    /// Whether the next question is in the same line.
    pub continues: bool,
    /// The next question.
    pub next: Option<Question>,
    /// Why there is none.
    pub reason: Option<&'static str>,
}

/// A question: which move is right here?
#[derive(Clone, Debug)]
pub struct Question {
    /// Its identity; a player answers it once.
    pub id: String,
    /// The board.
    pub board: Record,
    /// Whose move is asked for.
    pub to_play: Color,
    /// In which corner.
    pub corner: Corner,
    /// The canonical line that was played there.
    pub line: Line,
    /// The names along it, the last one first.
    pub names: Vec<String>,
    /// Why it is asked.
    pub drawn: Drawn,
    /// How likely the player is expected to know it; nothing if it is new or nobody is named.
    pub recall: Option<f64>,
    /// How many moves are right.
    pub right_moves: usize,
    /// All points of the book's moves, good and bad, in reading order.
    pub choices: Vec<Point>,
}

/// Why a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawn {
    /// The player has not met it.
    New,
    /// The player may have forgotten it.
    Review,
    /// The line of the question before leads here.
    Continued,
    /// The caller's own board.
    Given,
}

impl Drawn {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Drawn::New => "new",
            Drawn::Review => "review",
            Drawn::Continued => "continued",
            Drawn::Given => "given",
        }
    }
}

/// A graded answer.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The question's identity, if there is one.
    pub question: Option<String>,
    /// The board of the question.
    pub board: Record,
    /// Whose move was asked for.
    pub to_play: Color,
    /// What was answered.
    pub played: Move,
    /// How good it is.
    pub grade: Grade,
    /// The moves of the corner as the book has them on this board.
    pub moves: NextAnswer,
    /// How many of these are right: the first ones, the best first.
    pub right: usize,
    /// The move that was answered, if the book has it.
    pub chosen: Option<Candidate>,
    /// What it is worse by than the best.
    pub lost: Option<Lost>,
    /// The opponent's best answers to it, if it is wrong and the book has some.
    pub refutation: Option<NextAnswer>,
    /// What became of the memory of the moves that were right; nothing if nobody is named.
    pub memory: Vec<MemoryChange>,
}

/// What a move is worse by than the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lost {
    /// In won games.
    pub mean: f64,
    /// In points, where a curator says the advantage after both.
    pub advantage: Option<f64>,
}

/// The memory of a move before and after an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryChange {
    /// The line that the move leads to, if the book has it now.
    pub line: Option<Line>,
    /// Before; nothing if it was new.
    pub before: Option<Memory>,
    /// How likely it was remembered.
    pub recall: Option<f64>,
    /// After.
    pub after: Memory,
}

/// How an opponent went on.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move; a pass is a move elsewhere.
    pub played: Move,
    /// Its colour.
    pub color: Color,
    /// How often an opponent goes on like this, 0 to 1.
    pub share: f64,
    /// How many ways to go on there are.
    pub among: usize,
}
