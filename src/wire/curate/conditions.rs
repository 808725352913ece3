//! Conditions of a book, stored and proposed ones, in an orientation of the board.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{coords::Coords, oriented::OrientedLine};
use joseki_book::{LadderDoubt, Truth};
use joseki_game::go::Handedness;
use joseki_game::{BoardSize, Color, Corner, Side, Step, Variant};
use joseki_service::curate::{
    BookCondition, ConditionEvidence, ConditionGames, ConditionKind, ConditionPage,
    ConditionRecords, ConditionSource, ConditionsOutcome, RateDifference,
};
use joseki_store::BookVersion;

const SIZE: BoardSize = BoardSize::NINETEEN;

/// Orientation of conditions on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConditionsOrientation {
    /// Corner; default upper right.
    pub corner: Corner,
    /// Reading direction; default clockwise.
    pub handedness: Handedness,
    /// Colour of the first move; default Black.
    pub first: Option<Color>,
    /// Notation of points.
    pub coords: Coords,
}

/// Page of a book's conditions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConditionsJson {
    /// The book.
    pub book: BookVersion,
    /// Number of matching conditions over all pages.
    pub total: u64,
    /// Conditions, ordered by line.
    pub items: Vec<BookConditionJson>,
    /// Value of `after` for the next page; null on the last page.
    pub next: Option<String>,
    /// Outcome of the game records sent; null if none were sent.
    pub records: Option<ConditionRecords>,
}

/// Condition of a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookConditionJson {
    /// Canonical line of the move's node.
    pub line: String,
    /// The move in the requested orientation; null for a tenuki.
    pub point: Option<String>,
    /// Colour of the move in the requested orientation, `B` or `W`.
    pub color: String,
    /// Condition in steps of the canonical line.
    pub condition: String,
    /// Origin: `book` if stored in the book, `proposed` if found by reading ladders.
    pub source: &'static str,
    /// Kind of condition. Proposed: `needs` (the ladder works on an empty board and must keep
    /// working) or `leaves` (leaves a stone that the opponent captures in a ladder on an empty
    /// board). Stored: `ladder` or `other`.
    pub kind: &'static str,
    /// Whether the condition holds with only the line's stones on the board; null if undecided.
    pub holds_when_empty: Option<bool>,
    /// Moves of the ladder on that board, each `[colour, point]`; empty without a ladder.
    pub ladder: Vec<[String; 2]>,
    /// Regions in which one stone reverses the ladder: `side_u`, `side_v`, `next_u`, `next_v` or
    /// `opposite`.
    pub regions: Vec<&'static str>,
    /// Points at which one stone reverses the ladder, one per region.
    pub breakers: Vec<String>,
    /// Whether the book itself gives up the stone.
    pub sacrifice: bool,
    /// Reason why a proposed condition may not matter: `sacrifice`, `forcing`, `advised_against`,
    /// `threat` or `unclear`; null if none.
    pub doubt: Option<&'static str>,
    /// Explanation as a sentence.
    pub why: String,
    /// Statistics from the game records sent; null if none were sent.
    pub evidence: Option<ConditionEvidenceJson>,
}

/// Game statistics of a condition.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConditionEvidenceJson {
    /// Games in which the condition held.
    pub good: ConditionGamesJson,
    /// Games where it did not hold.
    pub bad: ConditionGamesJson,
    /// Games where it was undecided.
    pub unknown: ConditionGamesJson,
    /// Win rate of `good` minus that of `bad`; null unless both have games with a result.
    pub difference: Option<RateDifference>,
}

/// Games with one truth value of a condition.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConditionGamesJson {
    /// Number of games in which a player made the move.
    pub games: u64,
    /// Number of these with a known result.
    pub scored: u64,
    /// Wins plus half the draws of the player who made the move.
    pub points: f64,
    /// `points` / `scored`, 0 to 1; null without games with a result.
    pub win_rate: Option<f64>,
    /// Number of turns at which the position had just been reached in a corner.
    pub reached: u64,
    /// Number of these turns at which the move was made.
    pub chosen: u64,
    /// `chosen` / `reached`, 0 to 1; null without turns.
    pub share: Option<f64>,
}

impl ConditionsJson {
    /// Creates a page without game statistics.
    #[must_use]
    pub fn new(page: &ConditionPage, laid: ConditionsOrientation) -> ConditionsJson {
        ConditionsJson::page(page, &[], laid)
    }

    /// Creates a page with game statistics.
    #[must_use]
    pub fn with_games(outcome: &ConditionsOutcome, laid: ConditionsOrientation) -> ConditionsJson {
        ConditionsJson {
            records: Some(outcome.records.clone()),
            ..ConditionsJson::page(&outcome.page, &outcome.evidence, laid)
        }
    }

    fn page(
        page: &ConditionPage,
        evidence: &[ConditionEvidence],
        laid: ConditionsOrientation,
    ) -> ConditionsJson {
        let items = page.items.iter().enumerate();
        ConditionsJson {
            book: (&page.book).into(),
            total: page.total,
            items: items.map(|(at, item)| laid.item(item, evidence.get(at))).collect(),
            next: page.next.clone(),
            records: None,
        }
    }
}

impl ConditionsOrientation {
    fn item(self, item: &BookCondition, evidence: Option<&ConditionEvidence>) -> BookConditionJson {
        let first = self.first.unwrap_or(Color::Black);
        let frame = self.handedness.frame(self.corner);
        let laid = OrientedLine::from_steps(Variant::GO, &item.line, frame, first, self.coords);
        let view = ConditionsView { laid: &laid };
        let last = item.line.steps().last().copied();
        let moves = item.ladder.iter().filter_map(|(side, step)| {
            Some([view.color(*side).letter().to_string(), view.point(*step)?])
        });
        BookConditionJson {
            line: item.line.to_string(),
            point: last.and_then(|step| view.point(step)),
            color: view.color(item.mover()).letter().to_string(),
            condition: item.conditions.to_string(),
            source: item.source.into(),
            kind: item.kind.into(),
            holds_when_empty: match item.holds_when_empty {
                Truth::True => Some(true),
                Truth::False => Some(false),
                Truth::Unknown => None,
            },
            ladder: moves.collect(),
            regions: item.regions.iter().filter_map(|it| it.name()).collect(),
            breakers: item.breakers.iter().filter_map(|step| view.point(*step)).collect(),
            sacrifice: item.doubt == Some(LadderDoubt::Sacrifice),
            doubt: item.doubt.map(Into::into),
            why: view.why(item),
            evidence: evidence.map(Into::into),
        }
    }
}

struct ConditionsView<'a> {
    laid: &'a OrientedLine,
}

impl ConditionsView<'_> {
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
        let (runner, chaser) =
            if item.own { (mover, mover.opposite()) } else { (mover.opposite(), mover) };
        let target = item.target.and_then(|step| self.point(step));
        let (Some(target), ConditionSource::Proposed) = (target, item.source) else {
            return match item.kind {
                ConditionKind::Ladder => {
                    "the book states that the move depends on this ladder".to_owned()
                }
                _ => "the book states that the move depends on this".to_owned(),
            };
        };
        let captured = item.own != (item.holds_when_empty == Truth::True);
        let fate = if captured {
            format!(
                "with nothing else on the board {} catches {}'s {target} in a ladder",
                chaser.name(),
                runner.name()
            )
        } else {
            format!(
                "with nothing else on the board {}'s {target} gets out of the ladder",
                runner.name()
            )
        };
        let helper = if captured { runner } else { chaser };
        let breaker = item.breakers.first().and_then(|step| self.point(*step));
        let breaker = breaker.map_or_else(String::new, |point| {
            let (color, region) = (helper.name().to_lowercase(), item.regions.first());
            let region = region.and_then(|region| region.name());
            let place = region.map_or_else(String::new, |region| format!(" ({region})"));
            format!(", a {color} stone at {point}{place} reverses that")
        });
        let doubt = item.doubt.map_or("", doubt);
        format!("{fate}{breaker}{doubt}")
    }
}

const fn doubt(doubt: LadderDoubt) -> &'static str {
    match doubt {
        LadderDoubt::Sacrifice => "; but the book itself gives up the stone",
        LadderDoubt::Forcing => "; but the book lets the stones escape and plays elsewhere",
        LadderDoubt::AdvisedAgainst => "; but the book advises against the move anyway",
        LadderDoubt::Threat => "; but that is only a threat, with time to defend",
        LadderDoubt::Unclear => "; but the book does not say whether that matters",
    }
}

impl From<&ConditionEvidence> for ConditionEvidenceJson {
    fn from(evidence: &ConditionEvidence) -> ConditionEvidenceJson {
        ConditionEvidenceJson {
            good: (&evidence.good).into(),
            bad: (&evidence.bad).into(),
            unknown: (&evidence.unknown).into(),
            difference: evidence.difference(),
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
