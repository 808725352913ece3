//! Judgement of one move by what the book had at that moment.

use super::judged::{Cost, ExpectedMove, JudgedKind, JudgedMove, MAX_EXPECTED, failed_conditions};
use crate::next::CandidateMove;
use joseki_book::{Index, LeftBook, Line, Verdict};
use joseki_format::evaluation::Loss;
use joseki_game::{Color, Move, Region, Step};

/// A move as it was played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove {
    /// Number of the move, from 1.
    pub number: usize,
    /// Player of the move.
    pub color: Color,
    /// The move.
    pub played: Move,
    /// Loss according to the record's engine.
    pub evaluation: Option<Loss>,
}

/// Judges a stone that is a book move; none if it is not among the candidates.
pub fn judge_known(
    index: &Index,
    corner: Region,
    candidates: &[&CandidateMove],
    moment: PlayedMove,
) -> Option<JudgedMove> {
    let place = candidates.iter().position(|candidate| candidate.plays.contains(&moment.played))?;
    let (played, best) = (candidates[place], candidates[0]);
    let cost = Cost {
        points: best.advantage.zip(played.advantage).map(|(best, played)| best - played),
        win_rate: mean(best).zip(mean(played)).map(|(best, played)| best - played),
        error: variance(best).zip(variance(played)).map(|(best, played)| (best + played).sqrt()),
        evaluation: moment.evaluation,
    };
    let advised_against = played.verdict().is_some_and(|verdict| verdict.value() < 0);
    let kind = match place {
        _ if advised_against || !played.holds() => JudgedKind::Mistake,
        0 => JudgedKind::Best,
        _ if cost.is_significant(played.verdict()) => JudgedKind::Costly,
        _ => JudgedKind::Book,
    };
    let data = played.data.as_ref();
    Some(JudgedMove {
        step: played.step,
        node: played.leads_to.clone(),
        kind,
        excused: is_excused(candidates, Some(place), kind),
        verdict: played.verdict(),
        curated: played.is_curated(),
        advantage: played.advantage,
        names: data.map(|data| data.names.iter().cloned().collect()).unwrap_or_default(),
        rank: Some(place + 1),
        cost,
        failed: failed_conditions(played),
        edge: Some(index.edge(played.node)),
        ..bare(corner, candidates, moment)
    })
}

/// Judges a stone that left the book; `tenuki_only` if the book's only continuation was a tenuki.
pub fn judge_left(
    corner: Region,
    left: &LeftBook,
    candidates: &[&CandidateMove],
    moment: PlayedMove,
    tenuki_only: bool,
) -> JudgedMove {
    JudgedMove {
        tenuki_only,
        step: left.step,
        node: left.line.clone(),
        excused: is_excused(candidates, None, JudgedKind::Left),
        ..bare(corner, candidates, moment)
    }
}

/// Judges a tenuki that the book does not have or advises against.
pub fn judge_tenuki(
    corner: Region,
    node: Line,
    expected: &[CandidateMove],
    moment: PlayedMove,
    verdict: Option<Verdict>,
) -> JudgedMove {
    let candidates: Vec<&CandidateMove> = expected.iter().collect();
    JudgedMove {
        step: Step::TENUKI,
        node,
        kind: JudgedKind::Tenuki,
        verdict,
        excused: is_excused(&candidates, None, JudgedKind::Tenuki),
        ..bare(corner, &candidates, moment)
    }
}

/// Returns the judgement common to all moves that are not in the book.
fn bare(corner: Region, candidates: &[&CandidateMove], moment: PlayedMove) -> JudgedMove {
    let shown = candidates.iter().take(MAX_EXPECTED);
    JudgedMove {
        number: moment.number,
        color: moment.color,
        played: moment.played,
        corner,
        step: Step::TENUKI,
        node: Line::new(),
        kind: JudgedKind::Left,
        excused: false,
        verdict: None,
        curated: false,
        advantage: None,
        names: Vec::new(),
        rank: None,
        expected: shown.map(|candidate| ExpectedMove::new(candidate)).collect(),
        offered: candidates.len(),
        tenuki_only: false,
        settled: None,
        cost: Cost { evaluation: moment.evaluation, ..Cost::default() },
        failed: Vec::new(),
        punishment: None,
        better_line: None,
        edge: None,
    }
}

/// Whether the conditions of all better moves failed, so that none of them could be played.
fn is_excused(candidates: &[&CandidateMove], place: Option<usize>, kind: JudgedKind) -> bool {
    if matches!(kind, JudgedKind::Best | JudgedKind::Book) {
        return false;
    }
    let others = || {
        let others = candidates.iter().enumerate();
        others.filter(move |(at, _)| Some(*at) != place).map(|(_, candidate)| candidate)
    };
    // Moves whose conditions hold come first, so a move after the played one is not better.
    let better = place.unwrap_or(candidates.len());
    let fit = candidates[..better].iter().any(|candidate| candidate.holds());
    !fit && others().any(|candidate| !candidate.holds())
}

fn mean(candidate: &CandidateMove) -> Option<f64> {
    Some(candidate.evidence?.belief.expected())
}

fn variance(candidate: &CandidateMove) -> Option<f64> {
    Some(candidate.evidence?.belief.variance)
}
