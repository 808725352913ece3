//! Scoring of a board without a book: area or territory, dead stones and the result.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use super::influence::whole_chains;
use super::score_remarks;
use crate::error::ServiceError;
use crate::next::set_up;
use joseki_game::Point;
use joseki_game::go::{
    Count, GoGame, PointSet, Position, Repetition, Rules, Scoring, ScoringRules, repetitions,
};
use joseki_influence::{GroupStatus, LifeEstimate, LifeMethod, Model, ModelError, SettledStones};
use joseki_ledger::BoardRecord;

/// A board and the scoring parameters.
#[derive(Clone, Debug)]
pub struct ScoreQuery {
    /// Board of 2 to 25 lines.
    pub board: BoardRecord,
    /// The rules.
    pub rules: ScoringRules,
    /// Compensation for White in points.
    pub komi: f64,
    /// Dead stones, each for its whole chain; none to estimate them.
    pub dead: Option<Vec<Point>>,
    /// Estimate of dead stones if they are not given.
    pub estimate: DeadEstimate,
    /// Stones in seki, each for its whole chain; none to detect them.
    pub seki: Option<Vec<Point>>,
    /// Stones captured by Black and by White before the board was set up.
    pub prisoners: [u32; 2],
    /// Whether to list the groups.
    pub groups: bool,
}

/// Estimate of dead stones.
#[derive(Clone, Debug, PartialEq)]
pub enum DeadEstimate {
    /// No estimate: every stone is alive.
    AllAlive,
    /// Random playouts, or an influence model.
    Estimated(LifeMethod),
}

impl DeadEstimate {
    /// Returns the name: `none`, `playouts` or that of a model with its parameters.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            DeadEstimate::AllAlive => "none".to_owned(),
            DeadEstimate::Estimated(LifeMethod::Playouts { .. }) => "playouts".to_owned(),
            DeadEstimate::Estimated(LifeMethod::Model(model)) => model.to_string(),
        }
    }
}

impl Default for DeadEstimate {
    fn default() -> DeadEstimate {
        DeadEstimate::Estimated(LifeMethod::default())
    }
}

/// Invalid name of an estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadByError(ModelError);

impl FromStr for DeadEstimate {
    type Err = DeadByError;

    fn from_str(text: &str) -> Result<DeadEstimate, DeadByError> {
        match text {
            "none" => Ok(DeadEstimate::AllAlive),
            "playouts" => Ok(DeadEstimate::Estimated(LifeMethod::PLAYOUTS)),
            model => model
                .parse::<Model>()
                .map(|model| DeadEstimate::Estimated(LifeMethod::Model(model)))
                .map_err(DeadByError),
        }
    }
}

impl Display for DeadByError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ModelError::Name(name) => write!(
                f,
                "unknown estimate {name:?}: expected playouts, none, mechanical, quick, zobrist or ryder"
            ),
            other => other.fmt(f),
        }
    }
}

impl std::error::Error for DeadByError {}

/// A scored board.
#[derive(Clone, Debug)]
pub struct ScoreAnswer {
    /// Board after all moves.
    pub board: Position,
    /// Counts of both sides.
    pub count: Count,
    /// Source of the dead stones; none if they were given.
    pub dead_by: Option<DeadEstimate>,
    /// Whether the stones in seki were given instead of detected.
    pub seki_given: bool,
    /// Moves that repeat an earlier whole-board position.
    pub repetitions: Vec<Repetition>,
    /// Groups of both sides, if requested.
    pub groups: Option<Vec<GroupStatus>>,
    /// Remarks on the count, in sentences.
    pub notes: Vec<String>,
}

/// Scores a board.
///
/// # Errors
/// Initial stones without liberties or on the same point, illegal move, dead or seki stone on an
/// empty point.
pub fn score(query: &ScoreQuery) -> Result<ScoreAnswer, ServiceError> {
    let board = set_up(query.board.size, &query.board.initial, &query.board.moves)?;
    let given = query.dead.as_deref();
    let given = given.map(|dead| whole_chains(&board, "dead", dead));
    let given = given.transpose()?;
    let method = match &query.estimate {
        DeadEstimate::Estimated(by) if given.is_none() => Some(by),
        _ => None,
    };
    let estimate = method.map(|by| LifeEstimate::new(&board, by));
    let of_estimate = || estimate.as_ref().map_or(PointSet::EMPTY, |found| found.dead);
    let dead = given.unwrap_or_else(of_estimate);
    let seki = query.seki.as_deref();
    let seki = seki.map(|seki| whole_chains(&board, "seki", seki));
    let seki = seki.transpose()?;
    let scoring =
        Scoring { rules: query.rules, komi: query.komi, dead, seki, prisoners: query.prisoners };
    let count = Count::new_unchecked(&board, &scoring);
    let groups = || {
        let settled = SettledStones {
            dead: count.dead,
            seki: count.seki,
            dead_given: given.is_some(),
            seki_given: seki.is_some(),
        };
        GroupStatus::find(&board, &settled, estimate.as_ref().zip(method))
    };
    let mut answer = ScoreAnswer {
        groups: query.groups.then(groups),
        count,
        dead_by: match query.dead {
            Some(_) => None,
            None => Some(query.estimate.clone()),
        },
        seki_given: seki.is_some(),
        repetitions: repetitions(&game(&query.board)),
        notes: Vec::new(),
        board,
    };
    let unsure = estimate.as_ref().map_or(PointSet::EMPTY, |found| found.unsure);
    answer.notes = score_remarks::notes_for(&answer, &scoring, unsure);
    Ok(answer)
}

/// Replays the game, whose moves are known to be legal.
fn game(record: &BoardRecord) -> GoGame {
    let mut game = GoGame::new(record.size, Rules::default());
    for (color, point) in &record.initial {
        game.place(*color, *point);
    }
    for (color, played) in &record.moves {
        let _legal = game.play(*color, *played);
    }
    game
}

/// Returns the rule set that a record names, such as `Chinese`, `GOE` or `Japanese`; none if that
/// rule set is not supported. Korean rules count as Japanese.
#[must_use]
pub fn rules_named(name: &str) -> Option<ScoringRules> {
    let name = name.trim().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["chinese", "中国", "中國"]) || name == "cn" {
        Some(ScoringRules::Chinese)
    } else if has(&["goe", "應氏", "应氏"]) || name == "ing" || name.starts_with("ing ") {
        Some(ScoringRules::Ing)
    } else if has(&["japan", "korea", "日本", "韓国", "韩国", "한국"]) || name == "jp" {
        Some(ScoringRules::Japanese)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_read_as_they_are_written() {
        for name in ["none", "playouts", "quick", "mechanical:force=64"] {
            assert_eq!(name.parse::<DeadEstimate>().unwrap().name(), name);
        }
        let error = "guess".parse::<DeadEstimate>().unwrap_err();
        assert!(error.to_string().contains("playouts, none, mechanical"));
        assert!("quick:force=3".parse::<DeadEstimate>().is_err());
    }

    #[test]
    fn names_of_rules_in_records() {
        for (name, rules) in [
            ("Chinese", Some(ScoringRules::Chinese)),
            ("中国规则", Some(ScoringRules::Chinese)),
            ("GOE", Some(ScoringRules::Ing)),
            (" Ing rules", Some(ScoringRules::Ing)),
            ("Japanese", Some(ScoringRules::Japanese)),
            ("korean", Some(ScoringRules::Japanese)),
            ("AGA", None),
            ("NZ", None),
            ("counting", None),
            ("", None),
        ] {
            assert_eq!(rules_named(name), rules, "{name}");
        }
    }
}
