//! Winner and margin of a game.

use super::play::{PlayError, Players};
use super::player::ask_or;
use super::request::{ContestRequest, Scorer};
use joseki_format::game_info::GameOutcome;
use joseki_game::go::{Count, Position, Scoring, ScoringRules};
use joseki_game::{Color, GameConclusion};
use joseki_influence::{LifeMethod, dead_stones};

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEnd {
    /// Scored: the result in SGF's form.
    Scored(String),
    /// Ended by the rules of the game.
    Concluded(GameConclusion),
    /// Drawn, because it reached the limit of moves.
    MoveLimit,
    /// The side resigned.
    Resigned(Color),
    /// The side played this illegal move.
    Illegal(Color, String),
    /// The other side or the scorer refused a legal move: no winner.
    Disputed(String),
    /// The players disagree on the winner: their scores, Black's first.
    Disagreed(String, String),
    /// Read from a record with this result.
    Recorded(String),
}

impl GameEnd {
    /// Returns the value of `RE`.
    #[must_use]
    pub fn result(&self) -> String {
        let won = |loser: &Color, how: &str| format!("{}+{how}", loser.opposite().letter());
        match self {
            GameEnd::Scored(score) | GameEnd::Recorded(score) => score.clone(),
            GameEnd::Concluded(conclusion) => match conclusion.winner() {
                Some(winner) => format!("{}+", winner.letter()),
                None => "0".to_owned(),
            },
            GameEnd::MoveLimit => "0".to_owned(),
            GameEnd::Resigned(loser) => won(loser, "R"),
            GameEnd::Illegal(loser, _) => won(loser, "F"),
            GameEnd::Disputed(_) | GameEnd::Disagreed(..) => "Void".to_owned(),
        }
    }

    /// Returns the record's comment beyond the result.
    #[must_use]
    pub fn comment(&self) -> Option<String> {
        match self {
            GameEnd::Illegal(_, answer) => Some(format!("{answer} is illegal.")),
            GameEnd::Concluded(GameConclusion::Won(_, reason) | GameConclusion::Drawn(reason)) => {
                Some(format!("The game ended by {reason}."))
            }
            GameEnd::MoveLimit => Some("The limit of moves was reached.".to_owned()),
            GameEnd::Disputed(answer) => Some(format!("{answer} was refused by the other side.")),
            GameEnd::Disagreed(black, white) => Some(format!("Black says {black}, White {white}.")),
            GameEnd::Concluded(GameConclusion::Unscored)
            | GameEnd::Scored(_)
            | GameEnd::Resigned(_)
            | GameEnd::Recorded(_) => None,
        }
    }

    /// Returns the winner.
    #[must_use]
    pub fn outcome(&self) -> GameOutcome {
        GameOutcome::parse(&self.result())
    }
}

/// Scores a game that is over. If both sides passed, dead stones are removed by an estimate; a
/// board that was left earlier is counted as it stands.
///
/// # Errors
/// An engine failed.
pub fn score(
    players: &mut Players,
    request: &ContestRequest,
    number: u32,
    board: &Position,
    ended: bool,
) -> Result<GameEnd, PlayError> {
    let counted = || {
        let mut scoring = Scoring::new(ScoringRules::Chinese, request.komi);
        if ended {
            scoring.dead = dead_stones(board, &LifeMethod::default());
        }
        GameEnd::Scored(Count::new_unchecked(board, &scoring).score().to_string())
    };
    let scored = |answer: String| {
        let known = GameOutcome::parse(&answer) != GameOutcome::Unknown;
        known.then_some(GameEnd::Scored(answer))
    };
    match &request.scorer {
        Scorer::Board => Ok(counted()),
        Scorer::Engine(_) => match &mut players.scorer {
            Some(scorer) => Ok(scored(ask_or(scorer, "final_score", "")?).unwrap_or_else(counted)),
            None => Ok(counted()),
        },
        Scorer::Players => {
            let mut answers = [String::new(), String::new()];
            for (answer, color) in answers.iter_mut().zip(Color::ALL) {
                let engine = players.engine(request, number, color);
                *answer = engine.final_score()?;
            }
            let [black, white] = answers;
            let (of_black, of_white) = (GameOutcome::parse(&black), GameOutcome::parse(&white));
            if of_black != GameOutcome::Unknown
                && of_white != GameOutcome::Unknown
                && of_black != of_white
            {
                return Ok(GameEnd::Disagreed(black, white));
            }
            Ok(scored(black).or_else(|| scored(white)).unwrap_or_else(counted))
        }
    }
}
