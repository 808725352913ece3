//! The answer to the question for the next move.

use serde::Serialize;
use utoipa::ToSchema;

use super::condition::ConditionJson;
use super::coords::Coords;
use super::evidence::EvidenceJson;
use super::game::ExampleJson;
use super::proposed::{ProposedJson, verdict_by};
use super::statistics::StatisticsJson;
use super::whole_board::{WholeBoardJson, WholeCornerJson, WholeLineJson};
use crate::book::LeftBook;
use crate::game::Color;
use crate::game::go::{BoardSize, Handedness, Point};
use crate::service::{
    Candidate, CornerAnswer, NextAnswer, PlacedLine, Reason, WholeCorner, WholeLine,
};

/// The candidates of all corners, best first, and what became of each corner.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "book": {"name": "main", "version": 1}, "to_play": "B", "coords": "gtp", "best": "P17", "reason": null,
    "moves": [{
        "point": "P17", "points": ["P17"], "corner": "upper_right", "step": "CE", "leads_to": "DDCFCE",
        "handedness": "clockwise", "first_mover": "B", "verdict": "ideal", "verdict_by": "curator", "proposed": null, "advantage": null, "names": ["4-4, kick"],
        "comment": "Takes the corner away from O17 and makes White stand up.", "conditions": [],
        "statistics": null, "priority": 0.0928, "score": 0.988, "via": "line", "leaf": false,
        "evidence": {
            "mean": 0.52, "interval": [0.29, 0.75], "popularity": 0.03, "bonus": 0.07,
            "games": {"own": 0, "class": 0, "all": 0},
            "prior": {"mean": 0.52, "games": 17.5}, "shares": {"verdict": 1.0, "all": 0.0, "class": 0.0, "own": 0.0}
        }
    }],
    "corners": [{
        "corner": "upper_right", "state": "ongoing", "first_mover": "B", "steps": "DDCF",
        "handedness": "clockwise", "node": {"line": "DDCF", "handedness": "clockwise", "first_mover": "B"},
        "left_book": null, "urgency": 0.9, "reason": null,
        "filtered": {"min_verdict": 0, "min_games": 0, "conditions": 0}
    }]
}))]
pub struct NextResponse {
    /// The book that answered.
    pub book: BookVersionJson,
    /// Whose moves these are, `B` or `W`.
    pub to_play: &'static str,
    /// How points are written.
    pub coords: Coords,
    /// The point of the first move.
    pub best: Option<String>,
    /// Why there is no move: the reason that all corners share, else `mixed`.
    pub reason: Option<&'static str>,
    /// The candidates, once per corner that they continue.
    pub moves: Vec<CandidateJson>,
    /// The corners: upper left, upper right, lower left, lower right.
    pub corners: Vec<CornerJson>,
    /// The board as a whole; not there unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub whole_board: Option<WholeBoardJson>,
}

/// A book's name and version.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookVersionJson {
    /// The name.
    pub name: String,
    /// The version; every change makes it one more.
    pub version: u64,
}

/// One move of the book on the caller's board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CandidateJson {
    /// Where to play.
    pub point: String,
    /// The same with its twin where the position is its own mirror.
    pub points: Vec<String>,
    /// The corner that the move continues.
    pub corner: &'static str,
    /// The move in the corner's frame.
    pub step: String,
    /// The line of the book's node.
    pub leads_to: String,
    /// Which way that line lies in the corner, with `point` as its last move: `clockwise` or `counter_clockwise`.
    pub handedness: &'static str,
    /// Who makes that line's first move on this board, `B` or `W`.
    pub first_mover: &'static str,
    /// `ideal`, `good`, `mistake`, `trick` or `question`: a curator's, else the proposed one.
    pub verdict: Option<&'static str>,
    /// Whose verdict it is: a `curator`'s, or that of the `games`.
    pub verdict_by: Option<&'static str>,
    /// The verdict that counted games speak for, whoever's is given; null where they say too little.
    pub proposed: Option<ProposedJson>,
    /// The advantage after it from the view of the side to play.
    pub advantage: Option<f64>,
    /// Names of the joseki or variation.
    pub names: Vec<String>,
    /// The comment, its points on the caller's board in GTP coordinates.
    pub comment: Option<String>,
    /// What must be true of the board, and whether it is.
    pub conditions: Vec<ConditionJson>,
    /// What counted games say of this move; null where the book counts none.
    pub statistics: Option<StatisticsJson>,
    /// The rank inside the corner.
    pub priority: f64,
    /// The rank over all corners: urgency times e to the priority.
    pub score: f64,
    /// What the priority is made of.
    #[schema(required = true, nullable = false)]
    pub evidence: Option<EvidenceJson>,
    /// `line` if the line played leads there, `transposition` if another order of it does.
    pub via: &'static str,
    /// Whether the line ends with it.
    pub leaf: bool,
    /// What it does to the whole board; not there unless asked for, nor of more than 32 moves of a corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub whole_board: Option<WholeLineJson>,
}

/// What became of one corner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CornerJson {
    /// Which.
    pub corner: &'static str,
    /// `empty`, `ongoing`, `interrupted`, `tenuki`, `finished` or `terminated`.
    pub state: &'static str,
    /// Who made the first move, `B` or `W`.
    pub first_mover: Option<&'static str>,
    /// The canonical line.
    pub steps: String,
    /// How it lies on the board: `clockwise`, `counter_clockwise` or `undetermined`.
    pub handedness: &'static str,
    /// The book's node of the position, to which another order than that of `steps` may lead; null before the first
    /// stone, and where the book does not know it.
    pub node: Option<PlacedLineJson>,
    /// How it left the book.
    pub left_book: Option<LeftBookJson>,
    /// How urgent it is to go on here, 0 to 1.
    pub urgency: f64,
    /// Why it has no move.
    pub reason: Option<&'static str>,
    /// How many moves were left out, and by what.
    pub filtered: FilteredJson,
    /// What is at stake here on the whole board; not there unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub whole_board: Option<WholeCornerJson>,
}

/// A line of the book as it lies in its corner: what `GET /v1/books/{book}/nodes/{steps}` takes to write its points as
/// they are on the board (`first_mover` is `color` there).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlacedLineJson {
    /// The canonical line.
    pub line: String,
    /// Which way it lies: `clockwise` or `counter_clockwise`.
    pub handedness: &'static str,
    /// Who makes its first move, `B` or `W`.
    pub first_mover: &'static str,
}

/// How a corner left the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeftBookJson {
    /// The number of the move in the game; 0 for initial stones.
    #[serde(rename = "move")]
    pub move_number: usize,
    /// Who played it.
    pub color: String,
    /// Where.
    pub point: String,
    /// The move in the corner's frame.
    pub step: String,
    /// The last node known.
    pub node: String,
    /// What the book expected of this colour.
    pub expected: Vec<String>,
}

/// How many moves were left out, and by what.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FilteredJson {
    /// Because of their verdict.
    pub min_verdict: usize,
    /// Because they have too few games.
    pub min_games: usize,
    /// Because their conditions fail.
    pub conditions: usize,
}

impl NextResponse {
    /// An answer with its points as the caller writes them.
    #[must_use]
    pub fn new(answer: &NextAnswer, coords: Coords, size: BoardSize) -> NextResponse {
        let view = View {
            answer,
            coords,
            size,
        };
        let moves: Vec<CandidateJson> = answer
            .moves
            .iter()
            .map(|candidate| view.candidate(candidate))
            .collect();
        NextResponse {
            book: BookVersionJson {
                name: answer.book.clone(),
                version: answer.version,
            },
            to_play: letter_of(answer.to_play),
            coords,
            best: moves.first().map(|candidate| candidate.point.clone()),
            reason: answer.reason.map(Reason::code),
            moves,
            whole_board: answer.whole_board.as_ref().map(WholeBoardJson::from),
            corners: answer
                .corners
                .iter()
                .map(|corner| view.corner(corner))
                .collect(),
        }
    }
}

struct View<'a> {
    answer: &'a NextAnswer,
    coords: Coords,
    size: BoardSize,
}

impl View<'_> {
    fn points(&self, points: &[Point]) -> Vec<String> {
        points
            .iter()
            .map(|point| self.coords.point(*point, self.size))
            .collect()
    }

    fn candidate(&self, candidate: &Candidate) -> CandidateJson {
        let points = self.points(&candidate.points);
        let data = candidate.data.as_deref();
        let comment = data.and_then(|data| data.comment.as_ref()).map(|text| {
            text.render(candidate.first_mover, |step| {
                match candidate.frame.point_of(step, self.size) {
                    Ok(point) => point.to_gtp(self.size),
                    Err(_) => step.to_string(),
                }
            })
        });
        CandidateJson {
            point: points.first().cloned().unwrap_or_default(),
            points,
            corner: candidate.corner.name(),
            step: candidate.step.to_string(),
            leads_to: candidate.leads_to.to_string(),
            handedness: handedness(Some(candidate.frame.handedness)),
            first_mover: letter_of(candidate.first_mover),
            verdict: candidate.verdict().map(|verdict| verdict.name()),
            verdict_by: verdict_by(data, candidate.verdict()),
            proposed: candidate.proposal.as_ref().map(ProposedJson::from),
            advantage: candidate.advantage,
            names: data
                .map(|data| data.names.iter().cloned().collect())
                .unwrap_or_default(),
            comment,
            conditions: candidate
                .conditions
                .iter()
                .map(|checked| ConditionJson::new(checked, self.coords, self.size))
                .collect(),
            statistics: self.statistics(candidate),
            priority: candidate.priority,
            score: candidate.score,
            evidence: candidate.evidence.as_ref().map(EvidenceJson::from),
            via: if candidate.by_transposition {
                "transposition"
            } else {
                "line"
            },
            leaf: candidate.leaf,
            whole_board: self.whole_line(candidate.whole_board.as_deref()),
        }
    }

    fn whole_line(&self, line: Option<&WholeLine>) -> Option<WholeLineJson> {
        line.map(|line| WholeLineJson::new(line, self.coords, self.size))
    }

    fn whole_corner(&self, corner: Option<&WholeCorner>) -> Option<WholeCornerJson> {
        corner.map(|corner| WholeCornerJson::new(corner, self.coords, self.size))
    }

    fn statistics(&self, candidate: &Candidate) -> Option<StatisticsJson> {
        let counted = candidate.statistics.as_ref()?;
        let examples = self.answer.examples.as_ref().map(|games| {
            let numbers = counted.examples.iter();
            let games = numbers.filter_map(|number| games.get(number));
            games.map(ExampleJson::from).collect()
        });
        Some(StatisticsJson::new(counted, examples))
    }

    fn corner(&self, corner: &CornerAnswer) -> CornerJson {
        CornerJson {
            corner: corner.corner.name(),
            state: corner.state.name(),
            first_mover: corner.first_mover.map(letter_of),
            steps: corner.steps.to_string(),
            handedness: handedness(corner.handedness),
            node: corner.node.as_ref().map(PlacedLineJson::from),
            left_book: corner
                .left_book
                .as_ref()
                .map(|left| left_book(left, self.coords, self.size)),
            urgency: corner.urgency,
            reason: corner.reason.map(Reason::code),
            filtered: FilteredJson {
                min_verdict: corner.filtered_by_verdict,
                min_games: corner.filtered_by_games,
                conditions: corner.filtered_by_conditions,
            },
            whole_board: self.whole_corner(corner.whole_board.as_deref()),
        }
    }
}

impl From<&PlacedLine> for PlacedLineJson {
    fn from(placed: &PlacedLine) -> PlacedLineJson {
        PlacedLineJson {
            line: placed.line.to_string(),
            handedness: handedness(Some(placed.handedness)),
            first_mover: letter_of(placed.first_mover),
        }
    }
}

/// How a corner left the book, its points as the caller writes them.
pub(crate) fn left_book(left: &LeftBook, coords: Coords, size: BoardSize) -> LeftBookJson {
    let expected = left.expected.iter();
    LeftBookJson {
        move_number: left.move_number,
        color: letter(left.color),
        point: coords.point(left.point, size),
        step: left.step.to_string(),
        node: left.line.to_string(),
        expected: expected.map(|point| coords.point(*point, size)).collect(),
    }
}

/// How a line lies on the board.
pub(crate) const fn handedness(handedness: Option<Handedness>) -> &'static str {
    match handedness {
        Some(Handedness::Clockwise) => "clockwise",
        Some(Handedness::CounterClockwise) => "counter_clockwise",
        None => "undetermined",
    }
}

/// A colour as `B` or `W`.
pub(super) fn letter(color: Color) -> String {
    letter_of(color).to_owned()
}

/// The same, where nothing else can stand.
const fn letter_of(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
