//! Quiz requests and responses.

use super::{
    lay::PlacedGame,
    plan::{Ply, QuizPositions},
    walk::{Dice, QuizBook},
};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::next::{CandidateMove, NextAnswer};
use joseki_book::{Line, NodeId};
use joseki_game::five::Opening;
use joseki_game::{BoardSize, Color, Move, Region};
use joseki_ledger::{
    BoardRecord, Results,
    training::{Grade, Memory},
};

/// A request for a question, or an answer to one.
#[derive(Clone, Debug)]
pub struct QuizQuery {
    /// Book to draw from; the default one if not given.
    pub book: Option<String>,
    /// Player of the session; nothing is stored for an anonymous player.
    pub player: Option<String>,
    /// Board of the question; drawn if not given.
    pub board: Option<QuizBoard>,
    /// Answer on that board; a pass means "I do not know".
    pub answer: Option<Move>,
    /// Identifier of the question being answered.
    pub question: Option<String>,
    /// The opening of the question being answered, if it is one about openings.
    pub opening: Option<&'static Opening>,
    /// What is asked.
    pub ask: QuizSubject,
    /// Restrictions on drawn positions.
    pub filter: QuizFilter,
    /// Maximum difference in expected result, in won games, to count as equally good as the best
    /// move.
    pub tolerance: f64,
    /// Seed that makes the draws reproducible.
    pub seed: Option<u64>,
}

/// What a quiz asks.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, ValueEnum,
)]
#[serde(rename_all = "lowercase")]
#[schema(as = QuizSubject)]
pub enum QuizSubject {
    /// The right move of a position.
    #[default]
    Moves,
    /// The third stone of one of the 26 openings of renju.
    Openings,
    /// The fifth move of renju, which Black offers.
    Fifths,
}

/// Board of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuizBoard {
    /// Stones and moves.
    pub record: BoardRecord,
    /// Side to move; by default the opponent of the last mover.
    pub to_play: Option<Color>,
}

/// Restrictions on drawn positions.
#[derive(Clone, Debug, PartialEq)]
pub struct QuizFilter {
    /// Board size.
    pub size: BoardSize,
    /// The player's colour; drawn if not given.
    pub color: Option<Color>,
    /// Only positions that this line leads to.
    pub prefix: Option<Line>,
    /// Only positions below a move whose name contains one of these texts, ignoring case.
    pub names: Vec<String>,
    /// Maximum number of moves before the question.
    pub max_depth: Option<usize>,
    /// Minimum number of counted games of the position.
    pub min_games: u32,
    /// Only positions learned before and due for review.
    pub only_due: bool,
    /// Share of questions that are new to the player, 0 to 1, while there is something to review.
    pub new_share: f64,
}

impl QuizQuery {
    /// Default tolerance.
    pub const TOLERANCE: f64 = 0.02;

    /// Creates a request for a drawn question from the default book, without a player.
    #[must_use]
    pub fn new() -> QuizQuery {
        QuizQuery {
            book: None,
            player: None,
            board: None,
            answer: None,
            question: None,
            opening: None,
            ask: QuizSubject::Moves,
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
    /// Default share of new questions: small, to consolidate what was begun.
    pub const NEW_SHARE: f64 = 0.05;

    /// Returns the probability that the next question is new to the player, who has forgotten this
    /// many of those that may be reviewed.
    pub(super) fn chance_of_new(&self, forgotten: f64) -> f64 {
        if self.only_due { 0.0 } else { 1.0 - (1.0 - self.new_share) * forgotten.min(1.0) }
    }
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

/// Response to a [`QuizQuery`].
#[derive(Clone, Debug)]
pub struct QuizOutcome {
    /// Name of the book.
    pub book: String,
    /// Version of the book.
    pub version: u64,
    /// The graded answer, if one was given.
    pub graded: Option<GradedAnswer>,
    /// The opponent's reply, if the line continues.
    pub reply: Option<QuizReply>,
    /// Whether the next question continues the same line.
    pub continues: bool,
    /// The next question.
    pub next: Option<QuizQuestion>,
    /// Why there is no next question.
    pub reason: Option<&'static str>,
}

/// A question: which move is right here?
#[derive(Clone, Debug)]
pub struct QuizQuestion {
    /// Identifier; a player answers it once.
    pub id: String,
    /// Board of the question.
    pub board: BoardRecord,
    /// Side to move.
    pub to_play: Color,
    /// Corner of the question.
    pub corner: Region,
    /// Canonical line played there.
    pub line: Line,
    /// Names along the line, last one first.
    pub names: Vec<String>,
    /// Why it is asked.
    pub drawn: QuestionOrigin,
    /// The opening whose third stone is asked.
    pub opening: Option<&'static Opening>,
    /// Probability that the player remembers it; none if it is new or the player is anonymous.
    pub recall: Option<f64>,
    /// Number of right moves.
    pub right_moves: usize,
    /// Points of all book moves, good and bad, in reading order.
    pub choices: Vec<Move>,
}

/// Why a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum QuestionOrigin {
    /// New to the player.
    New,
    /// Review of a position met before.
    Review,
    /// Continuation of the previous question's line.
    Continued,
    /// Board given by the client.
    Given,
}

/// A graded answer.
#[derive(Clone, Debug)]
pub struct GradedAnswer {
    /// Identifier of the question, if it has one.
    pub question: Option<String>,
    /// Board of the question.
    pub board: BoardRecord,
    /// Side to move.
    pub to_play: Color,
    /// Move that was answered.
    pub played: Move,
    /// Grade of the move.
    pub grade: Grade,
    /// Book moves of the corner on this board.
    pub moves: NextAnswer,
    /// Number of right moves, which come first, best first.
    pub right: usize,
    /// Candidate of the answered move, if the book contains it.
    pub chosen: Option<CandidateMove>,
    /// How much worse it is than the best move.
    pub lost: Option<QuizLoss>,
    /// The opponent's best replies to it, if it is wrong and the book has some.
    pub refutation: Option<NextAnswer>,
    /// Memory changes of the right moves; empty for an anonymous player.
    pub memory: Vec<MemoryChange>,
}

/// Loss of a move compared with the best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = QuizLostJson)]
pub struct QuizLoss {
    /// Loss in value, in won games.
    pub mean: f64,
    /// Loss in advantage, in the unit of the book; null unless known for both moves.
    pub advantage: Option<f64>,
}

/// Memory of a move before and after an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryChange {
    /// Line of the move, if the book still contains it.
    pub line: Option<Line>,
    /// State before; none if it was new.
    pub before: Option<Memory>,
    /// Probability that it was remembered.
    pub recall: Option<f64>,
    /// State after.
    pub after: Memory,
}

/// An opponent's reply.
#[derive(Clone, Debug)]
pub struct QuizReply {
    /// The move; a pass is a tenuki.
    pub played: Move,
    /// Colour of the opponent.
    pub color: Color,
    /// Probability with which it was drawn, 0 to 1.
    pub share: f64,
    /// Number of possible replies.
    pub among: usize,
}

impl PlacedGame<'_> {
    /// Plays an opponent's reply to the move of a node, drawn as opponents play; none if the line
    /// ends here. Replies that cannot be played on this board are skipped.
    pub fn reply(
        &mut self,
        map: QuizBook<'_>,
        standing: &dyn Results,
        node: NodeId,
        opponent: Color,
        dice: &mut Dice,
    ) -> Option<QuizReply> {
        let first = QuizPositions::first(map.index, node)?;
        let spot = map.plan.spot(map.index, first);
        if spot.is_settled {
            return None;
        }
        let mut ways: Vec<(Ply, f64)> = spot.ways.iter().map(|way| (way.ply, way.share)).collect();
        while !ways.is_empty() {
            let drawn = dice.choose(ways.iter().map(|(_, share)| *share))?;
            let (ply, share) = ways.swap_remove(drawn);
            if let Some(played) = self.play(map.index, standing, opponent, ply, dice) {
                return Some(QuizReply { played, color: opponent, share, among: spot.ways.len() });
            }
        }
        None
    }
}
