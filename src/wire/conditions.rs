//! The conditions of a book, its own and proposed ones, laid on a board.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::coords::Coords;
use super::frame::{CornerChoice, HandednessChoice};
use super::laid::Laid;
use crate::book::{LadderDoubt, Side, Truth};
use crate::game::go::BoardSize;
use crate::game::{Color, Step};
use crate::service::{
    BookCondition, ConditionEvidence, ConditionGames, ConditionKind, ConditionPage,
    ConditionRecords, ConditionSource, ConditionsOutcome,
};

const SIZE: BoardSize = BoardSize::NINETEEN;

/// How the lines of conditions are laid on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConditionsLaid {
    /// The corner.
    pub corner: CornerChoice,
    /// Which way.
    pub handedness: HandednessChoice,
    /// Who makes the first move; Black unless said.
    pub first: Option<Color>,
    /// How points are written.
    pub coords: Coords,
}

/// A page of conditions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConditionsJson {
    /// The book.
    pub book: super::BookVersionJson,
    /// The conditions that were asked for, on all pages.
    pub total: u64,
    /// The conditions, in the order of the lines.
    pub items: Vec<BookConditionJson>,
    /// Ask for `after=` this to get the next page; null on the last.
    pub next: Option<String>,
    /// What became of the games that were sent; null if none were.
    pub records: Option<ConditionRecordsJson>,
}

/// A condition of a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookConditionJson {
    /// The line of the move's node, canonical.
    pub line: String,
    /// The move as laid on the board; null for a tenuki.
    pub point: Option<String>,
    /// Who makes it as the line is laid, `B` or `W`.
    pub color: String,
    /// The condition, in letters of the line.
    pub condition: String,
    /// `book` if the book has it, `proposed` if the move depends on it and does not say so.
    pub source: &'static str,
    /// Of a proposed one `needs` (it works while nothing else is on the board, and needs the ladder to stay so) or
    /// `leaves` (it leaves a stone that the opponent takes in a ladder on an empty board); else `ladder` or `other`.
    pub kind: &'static str,
    /// Whether it holds where nothing but the line's stones is on the board; null if that cannot be said.
    pub holds_when_empty: Option<bool>,
    /// The ladder there, both sides' moves as laid on the board; empty if there is none.
    pub ladder: Vec<[String; 2]>,
    /// Regions in which one stone turns the ladder round: `side_u`, `side_v`, `next_u`, `next_v`, `opposite`.
    pub regions: Vec<&'static str>,
    /// Points at which one stone turns it round, one for each region.
    pub breakers: Vec<String>,
    /// Whether the book itself gives the stone up.
    pub sacrifice: bool,
    /// Why a proposed condition may not matter: `sacrifice`, `forcing`, `advised_against`, `threat` or `unclear`;
    /// null if it does.
    pub doubt: Option<&'static str>,
    /// The reason in words.
    pub why: String,
    /// What games say; null if none were sent.
    pub evidence: Option<ConditionEvidenceJson>,
}

/// What games say of a condition.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConditionEvidenceJson {
    /// Where it held.
    pub good: ConditionGamesJson,
    /// Where it did not.
    pub bad: ConditionGamesJson,
    /// Where it could not be said.
    pub unknown: ConditionGamesJson,
    /// How much better the move fares where it holds; null unless games with a result are on both sides.
    pub difference: Option<RateDifferenceJson>,
}

/// Games where a condition held, did not, or could not be said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConditionGamesJson {
    /// Games in which a player made the move.
    pub games: u64,
    /// Of these, those whose result is known.
    pub scored: u64,
    /// Wins and half the draws of who made it.
    pub points: f64,
    /// The points of a game; null without games.
    pub win_rate: Option<f64>,
    /// Turns at which the position was first reached in a corner.
    pub reached: u64,
    /// Of these, those at which the move was made.
    pub chosen: u64,
    /// Their share; null without turns.
    pub share: Option<f64>,
}

/// A difference of win rates, good less bad.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RateDifferenceJson {
    /// The difference.
    pub by: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What became of the records: `seen` is the sum of `counted`, `duplicates` and all `rejected`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConditionRecordsJson {
    /// Records read.
    pub seen: u64,
    /// Counted.
    pub counted: u64,
    /// Left out, for the same game came before.
    pub duplicates: u64,
    /// Left out as when mining, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable, and where; the first hundred.
    pub defects: Vec<String>,
}

impl ConditionsJson {
    /// A page without games.
    #[must_use]
    pub fn new(page: &ConditionPage, laid: ConditionsLaid) -> ConditionsJson {
        ConditionsJson::of(page, &[], laid)
    }

    /// A page with what games say.
    #[must_use]
    pub fn with_games(outcome: &ConditionsOutcome, laid: ConditionsLaid) -> ConditionsJson {
        ConditionsJson {
            records: Some((&outcome.records).into()),
            ..ConditionsJson::of(&outcome.page, &outcome.evidence, laid)
        }
    }

    fn of(
        page: &ConditionPage,
        evidence: &[ConditionEvidence],
        laid: ConditionsLaid,
    ) -> ConditionsJson {
        let items = page.items.iter().enumerate();
        ConditionsJson {
            book: super::BookVersionJson {
                name: page.book.name.clone(),
                version: page.book.version,
            },
            total: page.total,
            items: items
                .map(|(at, item)| laid.item(item, evidence.get(at)))
                .collect(),
            next: page.next.clone(),
            records: None,
        }
    }
}

impl ConditionsLaid {
    fn item(self, item: &BookCondition, evidence: Option<&ConditionEvidence>) -> BookConditionJson {
        let first = self.first.unwrap_or(Color::Black);
        let laid = Laid::steps(&item.line, self.corner, self.handedness, first, self.coords);
        let view = View { laid: &laid };
        let last = item.line.steps().last().copied();
        let moves = item.ladder.iter().filter_map(|(side, step)| {
            Some([view.color(*side).letter().to_string(), view.point(*step)?])
        });
        BookConditionJson {
            line: item.line.to_string(),
            point: last.and_then(|step| view.point(step)),
            color: view.color(item.mover()).letter().to_string(),
            condition: item.conditions.to_string(),
            source: item.source.name(),
            kind: item.kind.name(),
            holds_when_empty: match item.holds_when_empty {
                Truth::True => Some(true),
                Truth::False => Some(false),
                Truth::Unknown => None,
            },
            ladder: moves.collect(),
            regions: item.regions.iter().filter_map(|it| it.name()).collect(),
            breakers: item
                .breakers
                .iter()
                .filter_map(|step| view.point(*step))
                .collect(),
            sacrifice: item.doubt == Some(LadderDoubt::Sacrifice),
            doubt: item.doubt.map(LadderDoubt::name),
            why: view.why(item),
            evidence: evidence.map(Into::into),
        }
    }
}

struct View<'a> {
    laid: &'a Laid,
}

impl View<'_> {
    fn point(&self, step: Step) -> Option<String> {
        let point = self.laid.frame.point_of(step, SIZE).ok()?;
        Some(self.laid.coords.point(point, SIZE))
    }

    fn color(&self, side: Side) -> Color {
        match side {
            Side::First => self.laid.first,
            Side::Second => self.laid.first.opposite(),
        }
    }

    fn why(&self, item: &BookCondition) -> String {
        let mover = self.color(item.mover());
        let (runner, chaser) = match item.own {
            true => (mover, mover.opposite()),
            false => (mover.opposite(), mover),
        };
        let target = item.target.and_then(|step| self.point(step));
        let (Some(target), ConditionSource::Proposed) = (target, item.source) else {
            return match item.kind {
                ConditionKind::Ladder => "the book says that it depends on this ladder".to_owned(),
                _ => "the book says that it depends on this".to_owned(),
            };
        };
        let captured = item.own != (item.holds_when_empty == Truth::True);
        let fate = match captured {
            true => format!(
                "with nothing else on the board {} catches {}'s {target} in a ladder",
                chaser.name(),
                runner.name()
            ),
            false => format!(
                "with nothing else on the board {}'s {target} gets out of the ladder",
                runner.name()
            ),
        };
        let helper = if captured { runner } else { chaser };
        let breaker = item.breakers.first().and_then(|step| self.point(*step));
        let breaker = breaker.map_or_else(String::new, |point| {
            let (color, region) = (helper.name().to_lowercase(), item.regions.first());
            let region = region.and_then(|region| region.name());
            let place = region.map_or_else(String::new, |region| format!(" ({region})"));
            format!(", a {color} stone at {point}{place} turns that round")
        });
        let doubt = item.doubt.map_or("", doubt);
        format!("{fate}{breaker}{doubt}")
    }
}

const fn doubt(doubt: LadderDoubt) -> &'static str {
    match doubt {
        LadderDoubt::Sacrifice => "; but the book itself gives the stone up",
        LadderDoubt::Forcing => "; but the book lets the stones out and plays on elsewhere",
        LadderDoubt::AdvisedAgainst => "; but the book advises against the move anyway",
        LadderDoubt::Threat => "; but that is a threat, against which there is time",
        LadderDoubt::Unclear => "; but the book does not say whether that matters",
    }
}

impl From<&ConditionEvidence> for ConditionEvidenceJson {
    fn from(evidence: &ConditionEvidence) -> ConditionEvidenceJson {
        ConditionEvidenceJson {
            good: (&evidence.good).into(),
            bad: (&evidence.bad).into(),
            unknown: (&evidence.unknown).into(),
            difference: evidence.difference().map(|found| RateDifferenceJson {
                by: found.by,
                low: found.low,
                high: found.high,
            }),
        }
    }
}

impl From<&ConditionGames> for ConditionGamesJson {
    fn from(games: &ConditionGames) -> ConditionGamesJson {
        ConditionGamesJson {
            games: games.games,
            scored: games.scored,
            points: games.half_points as f64 / 2.0,
            win_rate: games.win_rate(),
            reached: games.reached,
            chosen: games.chosen,
            share: games.share(),
        }
    }
}

impl From<&ConditionRecords> for ConditionRecordsJson {
    fn from(records: &ConditionRecords) -> ConditionRecordsJson {
        let rejected = records.rejected.iter();
        ConditionRecordsJson {
            seen: records.games,
            counted: records.counted,
            duplicates: records.duplicates,
            rejected: rejected.map(|(why, games)| (why.text(), *games)).collect(),
            skipped: records.skipped,
            unreadable: records.unreadable,
            defects: records.defects.clone(),
        }
    }
}
