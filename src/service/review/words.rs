//! Texts that describe judged moves, with points as players of the game write them.

use super::judged::{BookContinuation, ExpectedMove, JudgedKind, JudgedMove};
use crate::next::{SettledReason, SettledRegion};
use joseki_book::{ConditionResult, FactWriter, Line, Verdict};
use joseki_format::evaluation::Loss;
use joseki_game::{BoardSize, Frame, Move, Region, Step, Variant};

/// Minimum cost that is mentioned: in expected result, and in points.
const MIN_MENTIONED: (f64, f32) = (0.01, 0.5);
/// Maximum number of expected moves that are named.
const MAX_NAMED: usize = 3;

/// Writes the name of a move.
type PointName<'a> = &'a dyn Fn(Move) -> String;

/// Describes a judged move with the expected moves and its cost:
/// `left the book; expected Q17 (ideal)`.
#[must_use]
pub fn describe(judged: &JudgedMove, size: BoardSize) -> String {
    let name = |played: Move| judged.corner.move_text(played, size);
    let name: PointName<'_> = &name;
    let mut parts = vec![what(judged, name)];
    let goes_on = !matches!(judged.kind, JudgedKind::Best | JudgedKind::Book);
    let settled = judged.settled.as_ref().filter(|_| goes_on || judged.cost.is_engine_loss());
    parts
        .extend(settled.map(|settled| format!("the corner was settled: {}", why_settled(settled))));
    if judged.excused {
        parts.push(excuse(judged, name));
    }
    parts.extend(cost(judged));
    if judged.kind == JudgedKind::Left && judged.cost.is_cleared() {
        parts.push("the record's engine sees no loss".to_owned());
    }
    if let Some(punishment) = &judged.punishment {
        parts.push(format!("the book continues {}", line(punishment, name)));
    }
    parts.extend(judged.names.first().cloned());
    parts.join("; ")
}

/// Says why a corner is settled: `86 % play elsewhere`.
#[must_use]
pub fn why_settled(settled: &SettledRegion) -> String {
    let share = settled.elsewhere.map(|share| format!("{:.0} % play elsewhere", 100.0 * share));
    match (settled.reason, share) {
        (SettledReason::Elsewhere, share) => {
            share.unwrap_or_else(|| "all play elsewhere".to_owned())
        }
        (SettledReason::End, None) => "the line ends here".to_owned(),
        (SettledReason::End, Some(share)) => format!("the line ends here, and {share}"),
    }
}

/// Writes the points of lines for readers who do not know steps: of a line in a corner as played in
/// the upper right, of a line on a whole board in the orientation of the book.
#[derive(Clone, Copy, Debug)]
pub struct LineWriter {
    variant: Variant,
}

impl LineWriter {
    /// Creates a writer for the lines of a variant.
    #[must_use]
    pub const fn new(variant: Variant) -> LineWriter {
        LineWriter { variant }
    }

    /// Returns the points of a line, separated by spaces.
    #[must_use]
    pub fn line(self, line: &Line) -> String {
        let frame = self.variant.shown(line.steps());
        let steps = line.steps().iter().map(|step| self.name(frame, *step));
        steps.collect::<Vec<_>>().join(" ")
    }

    /// Returns where a line is that has no moves yet.
    #[must_use]
    pub const fn beginning(self) -> &'static str {
        match self.variant.game().regions() {
            [Region::Board] => "on the empty board",
            _ => "in the empty corner",
        }
    }

    /// Returns the point of a step after a line.
    #[must_use]
    pub fn step(self, line: &Line, step: Step) -> String {
        self.name(self.variant.shown(line.steps()), step)
    }

    fn name(self, frame: Frame, step: Step) -> String {
        let size = self.variant.size();
        match (frame.move_of(step, size), frame.region) {
            (Ok(played), region) => region.move_text(played, size),
            (Err(_), Region::Board) => "pass".to_owned(),
            (Err(_), Region::Corner(_)) => "tenuki".to_owned(),
        }
    }
}

fn what(judged: &JudgedMove, name: PointName<'_>) -> String {
    let own = verdict(judged.verdict, judged.curated);
    let own = own.map(|own| format!(" ({own})")).unwrap_or_default();
    match judged.kind {
        JudgedKind::Best => format!("best{own}"),
        JudgedKind::Book => {
            let rank = judged.rank.unwrap_or_default();
            let first = preferred(judged, name, "after");
            format!("in the book{own}, choice {rank}{first}")
        }
        JudgedKind::Costly => format!("costly{own}{}", preferred(judged, name, "the book prefers")),
        JudgedKind::Mistake => {
            let bad = judged.verdict.filter(|verdict| verdict.value() < 0);
            let what = match bad {
                None => format!("condition fails{own}: {}", facts(&judged.failed, name)),
                Some(bad) => {
                    let proposed = if judged.curated { "" } else { ", according to games" };
                    format!("{}{proposed}", blame(bad))
                }
            };
            format!("{what}{}", preferred(judged, name, "the book prefers"))
        }
        JudgedKind::Left if judged.settled.is_some() => "left the book".to_owned(),
        JudgedKind::Left => format!("left the book; {}", expected(judged, name)),
        JudgedKind::Tenuki => {
            let what = match judged.verdict {
                Some(bad) => format!("which is {} here", blame(bad)),
                None => "which is not in the book here".to_owned(),
            };
            format!("played elsewhere, {what}; {}", expected(judged, name))
        }
    }
}

const fn blame(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mistake => "a mistake",
        Verdict::Trick => "a trick move",
        _ => "questionable",
    }
}

fn preferred(judged: &JudgedMove, name: PointName<'_>, how: &str) -> String {
    match judged.better() {
        Some(better) => format!(", {how} {}", candidate(better, name)),
        None => String::new(),
    }
}

fn expected(judged: &JudgedMove, name: PointName<'_>) -> String {
    let fit = judged.expected.iter();
    let fit: Vec<String> = fit
        .filter(|expected| expected.failed.is_empty())
        .map(|expected| candidate(expected, name))
        .collect();
    match fit.as_slice() {
        [] if judged.tenuki_only => "expected a tenuki".to_owned(),
        [] => "the book has no move here".to_owned(),
        [one] => format!("expected {one}"),
        [first @ .., last] if fit.len() <= MAX_NAMED => {
            format!("expected {} or {last}", first.join(", "))
        }
        more => {
            let others = judged.offered.saturating_sub(MAX_NAMED);
            format!(
                "expected {} or {others} other{}",
                more[..MAX_NAMED].join(", "),
                if others == 1 { "" } else { "s" }
            )
        }
    }
}

fn candidate(expected: &ExpectedMove, name: PointName<'_>) -> String {
    let points: Vec<String> = expected.plays.iter().map(|played| name(*played)).collect();
    let points = points.join("/");
    match verdict(expected.verdict, expected.curated) {
        Some(verdict) => format!("{points} ({verdict})"),
        None => points,
    }
}

/// Verdicts proposed from games are marked with `?`.
fn verdict(verdict: Option<Verdict>, curated: bool) -> Option<String> {
    let mark = if curated { "" } else { "?" };
    verdict.map(|verdict| format!("{verdict}{mark}"))
}

fn excuse(judged: &JudgedMove, name: PointName<'_>) -> String {
    let failed = judged.expected.iter().find(|expected| !expected.failed.is_empty());
    match failed {
        Some(expected) => {
            let why = facts(&expected.failed, name);
            let what = candidate(expected, name);
            format!("not a fault, since the condition of {what} fails: {why}")
        }
        None => "not a fault, since conditions fail".to_owned(),
    }
}

fn facts(failed: &[ConditionResult], name: PointName<'_>) -> String {
    let words = FactWriter { point: &|point| name(point.into()) };
    let why = failed.iter().map(|checked| words.describe(checked));
    why.collect::<Vec<_>>().join(", ")
}

fn cost(judged: &JudgedMove) -> Option<String> {
    let cost = &judged.cost;
    let counted = !matches!(judged.kind, JudgedKind::Best);
    let win_rate = cost.win_rate.filter(|rate| counted && *rate >= MIN_MENTIONED.0);
    let points = cost.points.filter(|points| counted && *points > 0.0);
    let cleared = judged.kind == JudgedKind::Left && cost.is_cleared();
    let engine = cost.evaluation.filter(|_| !cleared).and_then(by_engine);
    let costs = [
        win_rate.map(|rate| format!("{:.0} % in expected results", 100.0 * rate)),
        points.map(|points| format!("{points} in advantage")),
        engine,
    ];
    let costs: Vec<String> = costs.into_iter().flatten().collect();
    (!costs.is_empty()).then(|| format!("costs {}", costs.join(", ")))
}

fn by_engine(lost: Loss) -> Option<String> {
    match (lost.points, lost.win_rate) {
        (Some(points), _) => (points >= MIN_MENTIONED.1)
            .then(|| format!("{points:.1} points according to the record's engine")),
        (None, Some(rate)) => (f64::from(rate) >= MIN_MENTIONED.0)
            .then(|| format!("{:.0} % according to the record's engine", 100.0 * rate)),
        (None, None) => None,
    }
}

fn line(punishment: &BookContinuation, name: PointName<'_>) -> String {
    let moves = punishment.moves.iter();
    let points: Vec<String> = moves.map(|played| name(played.played)).collect();
    points.join(" ")
}
