//! Remarks on a count.

use super::score::{DeadEstimate, ScoreAnswer};
use joseki_game::go::{PointSet, Repetition, Scoring, ScoringRules};

/// If more than one point in this many is neutral, the board may be unfinished.
const UNFINISHED: u32 = 20;
/// Maximum number of repetitions listed individually.
const MAX_LISTED: usize = 3;

/// Returns remarks on a count, in sentences. `unsure` are stones that could be dead or alive.
pub(crate) fn notes_for(answer: &ScoreAnswer, scoring: &Scoring, unsure: PointSet) -> Vec<String> {
    let estimate = answer.dead_by.as_ref();
    let mut notes: Vec<String> =
        estimate.and_then(|by| estimated(by, answer.count.dead)).into_iter().collect();
    if scoring.rules == ScoringRules::Ing && answer.count.score().winner().is_none() {
        notes.push("under Ing rules a draw is a win for Black".to_owned());
    }
    notes.extend(unfinished(answer));
    notes.extend(doubtful(unsure));
    notes.extend(both(scoring));
    if scoring.rules.is_area() && scoring.prisoners != [0; 2] {
        let rules = scoring.rules;
        notes.push(format!("prisoners do not count under {rules} rules"));
    }
    repeated(&answer.repetitions, scoring.rules, &mut notes);
    notes
}

fn estimated(by: &DeadEstimate, dead: PointSet) -> Option<String> {
    let stones = counted(dead.len(), "stone");
    match by {
        DeadEstimate::AllAlive => None,
        by if dead.is_empty() => Some(format!("no stones estimated dead ({})", by.name())),
        by => Some(format!(
            "{stones} estimated dead ({}): list the dead stones if that is wrong",
            by.name()
        )),
    }
}

fn unfinished(answer: &ScoreAnswer) -> Option<String> {
    let (neutral, area) = (answer.count.neutral.len(), answer.board.size().area());
    let points = counted(neutral, "point");
    (neutral * UNFINISHED > area).then(|| format!("{points} neutral: the game may not be finished"))
}

/// One stone alone is worth a point or two.
fn doubtful(unsure: PointSet) -> Option<String> {
    let stones = unsure.len();
    (stones > 1).then(|| {
        format!("{stones} stones could be dead or alive: list the dead stones if the game is over")
    })
}

fn both(scoring: &Scoring) -> Option<String> {
    let both = scoring.seki?.intersection(scoring.dead);
    let stones = counted(both.len(), "stone");
    (!both.is_empty()).then(|| format!("{stones} both dead and in seki: counted as dead"))
}

fn repeated(repetitions: &[Repetition], rules: ScoringRules, notes: &mut Vec<String>) {
    if repetitions.is_empty() {
        return;
    }
    for found in repetitions.iter().take(MAX_LISTED) {
        notes.push(match found.earlier {
            0 => format!("move {} repeats the initial board", found.number),
            earlier => format!("move {} repeats the board after move {earlier}", found.number),
        });
    }
    if repetitions.len() > MAX_LISTED {
        let more = repetitions.len() - MAX_LISTED;
        notes.push(format!("{more} more moves repeat an earlier board"));
    }
    notes.push(
        match rules {
            ScoringRules::Chinese => "Chinese rules forbid repeating the whole board; the board was counted anyway",
            ScoringRules::Ing => "under Ing rules a disturbing ko may not be restarted after one cycle; the board was counted anyway",
            ScoringRules::Japanese => "under Japanese rules a game with a repeated board has no result if both players agree; the board was counted anyway",
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
