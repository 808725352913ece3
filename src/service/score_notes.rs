//! What is to be known of a count.

use super::score::{DeadBy, ScoreAnswer};
use crate::game::go::{PointSet, Repetition, Scoring, ScoringRules};

/// If more than one point in so many is neither side's, the board may not be finished.
const UNFINISHED: u32 = 20;
/// More repetitions than this are told by their number alone.
const MOST_TOLD: usize = 3;

/// What is to be known of a count, in sentences.
pub(super) fn of(answer: &ScoreAnswer, scoring: &Scoring) -> Vec<String> {
    let estimate = answer.dead_by.as_ref();
    let mut notes: Vec<String> = estimate
        .and_then(|by| estimated(by, answer.count.dead))
        .into_iter()
        .collect();
    if scoring.rules == ScoringRules::Ing && answer.count.score().winner().is_none() {
        notes.push("a draw is Black's under the rules of Ing".to_owned());
    }
    notes.extend(unfinished(answer));
    notes.extend(both(scoring));
    if scoring.rules.is_area() && scoring.prisoners != [0; 2] {
        let rules = scoring.rules;
        notes.push(format!("prisoners do not count under {rules} rules"));
    }
    repeated(&answer.repetitions, scoring.rules, &mut notes);
    notes
}

fn estimated(by: &DeadBy, dead: PointSet) -> Option<String> {
    let stones = counted(dead.len(), "stone");
    match by {
        DeadBy::Nothing => None,
        by if dead.is_empty() => Some(format!("no stone is dead by an estimate ({})", by.name())),
        by => Some(format!(
            "{stones} counted as dead by an estimate ({}): name the dead stones if that is wrong",
            by.name()
        )),
    }
}

fn unfinished(answer: &ScoreAnswer) -> Option<String> {
    let (neutral, area) = (answer.count.neutral.len(), answer.board.size().area());
    let points = counted(neutral, "point");
    (neutral * UNFINISHED > area)
        .then(|| format!("{points} are neither side's: the board may not be finished"))
}

fn both(scoring: &Scoring) -> Option<String> {
    let both = scoring.seki?.intersection(scoring.dead);
    let stones = counted(both.len(), "stone");
    (!both.is_empty()).then(|| format!("{stones} dead and in seki at once: counted as dead"))
}

fn repeated(repetitions: &[Repetition], rules: ScoringRules, notes: &mut Vec<String>) {
    if repetitions.is_empty() {
        return;
    }
    for found in repetitions.iter().take(MOST_TOLD) {
        notes.push(match found.earlier {
            0 => format!("move {} makes the first board again", found.number),
            earlier => format!(
                "move {} makes the board again that was there after move {earlier}",
                found.number
            ),
        });
    }
    if repetitions.len() > MOST_TOLD {
        let more = repetitions.len() - MOST_TOLD;
        notes.push(format!("{more} more moves repeat an earlier board"));
    }
    notes.push(
        match rules {
            ScoringRules::Chinese => "Chinese rules forbid to repeat the whole board; it was counted all the same",
            ScoringRules::Ing => "under Ing rules a ko that disturbs may not be begun again after one cycle; it was counted all the same",
            ScoringRules::Japanese => "under Japanese rules a game whose board repeats has no result if both agree; it was counted all the same",
        }
        .to_owned(),
    );
}

fn counted(count: u32, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}
