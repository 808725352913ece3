//! Response to a query for the next move.

use serde::Serialize;
use utoipa::ToSchema;

use super::condition::ConditionJson;
use super::evidence::EvidenceJson;
use super::opening::{FifthsJson, FourthsJson, OpeningJson, Swap2Json};
use super::proposed::{ProposedJson, verdict_by};
use super::statistics::StatisticsJson;
use super::whole_board::{WholeBoardJson, WholeCornerJson, WholeLineJson};
use crate::coords::Coords;
use crate::mine::game::ExampleJson;
use joseki_book::LeftBook;
use joseki_game::go::Handedness;
use joseki_game::{BoardSize, Color, Frame, Move, Region, Step};
use joseki_service::next::{
    CandidateMove, ForcedLine, NextAnswer, PlacedLine, RegionAnswer, SettledRegion, SwapAdvice,
    Tenuki, WholeCorner, WholeLine,
};
use joseki_store::BookVersion;

/// Candidates of all corners, best first, and the state of each corner.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "book": {"name": "main", "version": 1}, "to_play": "B", "coords": "gtp", "best": "P17", "reason": null,
    "moves": [{
        "point": "P17", "points": ["P17"], "corner": "upper_right", "step": "CE", "leads_to": "DDCFCE",
        "handedness": "clockwise", "first_mover": "B", "verdict": "ideal", "verdict_by": "curator", "proposed": null, "advantage": null, "names": ["4-4, kick"],
        "comment": "Takes the corner away from O17 and makes White stand up.", "conditions": [],
        "statistics": null, "priority": 0.0928, "score": 0.988, "via": "line", "leaf": false,
        "evidence": {
            "mean": 0.52, "interval": [0.29, 0.75], "popularity": 0.03, "bonus": 0.07, "contested": false,
            "games": {"own": 0, "class": 0, "all": 0},
            "prior": {"mean": 0.52, "games": 17.5}, "shares": {"verdict": 1.0, "all": 0.0, "class": 0.0, "own": 0.0}
        }
    }],
    "corners": [{
        "corner": "upper_right", "state": "ongoing", "first_mover": "B", "steps": "DDCF",
        "handedness": "clockwise", "node": {"line": "DDCF", "handedness": "clockwise", "first_mover": "B"},
        "left_book": null, "urgency": 0.9, "tenuki": null, "settled": null, "reason": null,
        "filtered": {"min_verdict": 0, "min_games": 0, "conditions": 0}
    }]
}))]
pub struct NextResponse {
    /// The book.
    pub book: BookVersion,
    /// Side to move, `B` or `W`.
    pub to_play: &'static str,
    /// Notation of points.
    pub coords: Coords,
    /// Point of the first move, or of a win by force that a search found; null if there is none, or
    /// if there are only moves in settled corners.
    pub best: Option<String>,
    /// Reason code if there is no best move: the reason shared by all corners, otherwise `mixed`, or
    /// `settled` if there are only moves in settled corners; null if there is one.
    pub reason: Option<&'static str>,
    /// Opening: of renju the first three stones, in any orientation and order; of xiangqi the last
    /// position with a name. Absent before, and in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub opening: Option<OpeningJson>,
    /// Which colour to take, in renju and gomoku with one to five stones that the book knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub swap: Option<SwapAdvice>,
    /// Which fifth moves to offer, in renju with four stones and Black to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fifths: Option<FifthsJson>,
    /// What fourth moves are worth, in renju with three stones and White to move. Omitted without a
    /// search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fourths: Option<FourthsJson>,
    /// What to do in Swap2, in gomoku and standard with three stones and White to move. Omitted
    /// without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub swap2: Option<Swap2Json>,
    /// What a search found. Omitted unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub search: Option<SearchJson>,
    /// Candidates, one per corner that they continue.
    pub moves: Vec<CandidateJson>,
    /// Corners: upper left, upper right, lower left, lower right.
    pub corners: Vec<CornerJson>,
    /// The whole board. Omitted unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub whole_board: Option<WholeBoardJson>,
}

/// Move of the book on the client's board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CandidateJson {
    /// Point to play.
    pub point: String,
    /// The point and, if the position is symmetric, its mirror image.
    pub points: Vec<String>,
    /// Corner that the move continues: `upper_left`, `upper_right`, `lower_left` or `lower_right`.
    pub corner: &'static str,
    /// The move as a step in the corner's frame, e.g. `CF`.
    pub step: String,
    /// Canonical line of the resulting node.
    pub leads_to: String,
    /// Orientation of that line in the corner, with `point` as its last move: `clockwise` or
    /// `counter_clockwise`; `undetermined` on a whole board.
    pub handedness: &'static str,
    /// Orientation of that line on the whole board: the symmetry that leads from the board to it,
    /// such as `rotate_90`. Absent in games of corners.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub symmetry: Option<&'static str>,
    /// Colour of that line's first move on this board, `B` or `W`.
    pub first_mover: &'static str,
    /// Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; a curator's, otherwise the
    /// proposed one; null if there is none.
    pub verdict: Option<&'static str>,
    /// Source of the verdict: `curator` or `games`; null without a verdict.
    pub verdict_by: Option<&'static str>,
    /// Verdict supported by counted games, even if a curator's overrides it; null without enough
    /// evidence.
    pub proposed: Option<ProposedJson>,
    /// Advantage after the move, in the unit of the book, positive for the side to move; null if
    /// unknown.
    pub advantage: Option<f64>,
    /// Names of the joseki or variation.
    pub names: Vec<String>,
    /// Comment, with its points on the client's board in GTP coordinates; null if there is none.
    pub comment: Option<String>,
    /// Conditions of the move, with their truth values on this board.
    pub conditions: Vec<ConditionJson>,
    /// Statistics of counted games; null if the book counts none.
    pub statistics: Option<StatisticsJson>,
    /// Priority within the corner.
    pub priority: f64,
    /// Score across all corners: urgency times e to the power of the priority less the best priority
    /// of the corner.
    pub score: f64,
    /// Components of the priority.
    #[schema(required = true, nullable = false)]
    pub evidence: Option<EvidenceJson>,
    /// How the node was found: `line` if the moves as played lead there, `transposition` if another
    /// order does, `fewer_stones` if the book has the move only without a stone that stands in this
    /// corner. Then the move has no verdict, names, comment and statistics here.
    pub via: &'static str,
    /// Whether the line ends with this move.
    pub leaf: bool,
    /// Effect on the whole board. Omitted unless requested, and beyond the first 32 moves of a
    /// corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub whole_board: Option<WholeLineJson>,
    /// Who wins by force after the move, as `joseki solve --book` found. Omitted if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub forced: Option<ForcedResultJson>,
    /// How the opponent wins by force after the move. Omitted unless a search found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub loses: Option<ForcedLineJson>,
}

/// What a search found on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SearchJson {
    /// A win by force of the side to move; null if none was found.
    #[schema(required = true)]
    pub win: Option<ForcedLineJson>,
    /// Whether the first move of that win is in the book.
    pub in_book: bool,
    /// Whether a search reached its number of positions, so that more may be found with more.
    pub limit: bool,
}

/// A win by force.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ForcedLineJson {
    /// How it wins: `fours`, `threats` or `mate`.
    pub by: &'static str,
    /// Moves of the winner until the win is certain, or until mate.
    pub n: u32,
    /// The line with the longest defence.
    pub line: Vec<String>,
}

/// Who wins by force after a move of the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ForcedResultJson {
    /// Whether the side that plays the move wins, rather than its opponent.
    pub won: bool,
    /// Plies after the move until five in a row or mate, at most.
    pub plies: u32,
}

/// State of one corner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CornerJson {
    /// Corner: `upper_left`, `upper_right`, `lower_left` or `lower_right`.
    pub corner: &'static str,
    /// State: `empty`, `ongoing`, `interrupted`, `tenuki`, `finished` or `terminated`.
    pub state: &'static str,
    /// Colour of the first move, `B` or `W`; null in an empty corner.
    pub first_mover: Option<&'static str>,
    /// Canonical line of the moves played; empty for an empty corner.
    pub steps: String,
    /// Orientation on the board: `clockwise`, `counter_clockwise` or `undetermined`.
    pub handedness: &'static str,
    /// Orientation on the whole board: the symmetry that leads from the board to `steps`. Absent in
    /// games of corners.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub symmetry: Option<&'static str>,
    /// Book node of the position, possibly reached in another order than `steps`; null before the
    /// first stone and for unknown positions.
    pub node: Option<PlacedLineJson>,
    /// How the corner left the book; null if it did not.
    pub left_book: Option<LeftBookJson>,
    /// Urgency of playing here, 0 to 1.
    pub urgency: f64,
    /// Playing elsewhere instead of an answer here; null if it is not to be answered, or if the book
    /// does not know it. It is never among `moves`.
    pub tenuki: Option<TenukiJson>,
    /// What says that neither side has to play here; null if one has, or if nothing is known of it.
    pub settled: Option<SettledRegion>,
    /// Moves of the book that renju forbids to Black on this board. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub forbidden: Vec<ForbiddenMoveJson>,
    /// Reason code if the corner has no moves; null otherwise.
    pub reason: Option<&'static str>,
    /// Numbers of moves filtered out.
    pub filtered: FilteredJson,
    /// What is at stake here on the whole board. Omitted unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub whole_board: Option<WholeCornerJson>,
}

/// Move of the book that renju forbids to Black.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ForbiddenMoveJson {
    /// Point.
    pub point: String,
    /// Reason: `double_three`, `double_four` or `overline`.
    pub foul: &'static str,
}

/// Playing elsewhere instead of an answer in a corner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TenukiJson {
    /// The step, `XX`.
    pub step: String,
    /// Canonical line after it.
    pub leads_to: String,
    /// Statistics of the games in which this corner was resumed after it; null if the book does not
    /// have the line.
    pub statistics: Option<StatisticsJson>,
    /// Share of the turns like this one that were played elsewhere, 0 to 1; null without counted
    /// games. The `share` of its statistics is the same.
    pub share: Option<f64>,
    /// Whether that is more than the share of any move here.
    pub commonest: bool,
    /// Urgency of this corner for the other player after it, 0 to 1.
    pub urgency: f64,
}

impl From<&Tenuki> for TenukiJson {
    fn from(tenuki: &Tenuki) -> TenukiJson {
        let statistics = tenuki.statistics.as_ref().map(|counted| {
            let counted = StatisticsJson::new(counted, None);
            StatisticsJson { share: tenuki.share.unwrap_or(counted.share), ..counted }
        });
        TenukiJson {
            step: Step::TENUKI.to_string(),
            leads_to: tenuki.leads_to.to_string(),
            statistics,
            share: tenuki.share,
            commonest: tenuki.is_commonest,
            urgency: tenuki.urgency,
        }
    }
}

/// Book line placed in its corner, ready for `GET /v1/books/{book}/nodes/{steps}` to return points
/// as on this board (`first_mover` is `color` there).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlacedLineJson {
    /// Canonical line.
    pub line: String,
    /// Orientation: `clockwise` or `counter_clockwise`; `undetermined` on a whole board.
    pub handedness: &'static str,
    /// Orientation on the whole board: the symmetry that leads from the board to `line`. Absent in
    /// games of corners.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub symmetry: Option<&'static str>,
    /// Colour of the line's first move, `B` or `W`.
    pub first_mover: &'static str,
}

/// How a corner left the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeftBookJson {
    /// Number of the move in the game, from 1; 0 for initial stones.
    #[serde(rename = "move")]
    pub move_number: usize,
    /// Colour of the move, `B` or `W`.
    pub color: String,
    /// Point of the move.
    pub point: String,
    /// The move as a step in the corner's frame.
    pub step: String,
    /// Canonical line of the last known node.
    pub node: String,
    /// Points that the book expected of this colour.
    pub expected: Vec<String>,
}

/// Numbers of moves filtered out, by filter.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FilteredJson {
    /// Moves with a verdict below `min_verdict`.
    pub min_verdict: usize,
    /// Moves with fewer games than `min_games`.
    pub min_games: usize,
    /// Moves whose conditions fail.
    pub conditions: usize,
}

impl NextResponse {
    /// Creates the response with points in the given notation.
    #[must_use]
    pub fn new(answer: &NextAnswer, coords: Coords, size: BoardSize) -> NextResponse {
        let view = NextView { answer, coords, size };
        let moves = answer.moves.iter().map(|candidate| view.candidate(candidate)).collect();
        view.response(moves, answer.regions.iter().map(|region| view.region(region)).collect())
    }
}

/// An answer as it is written for a client.
pub(super) struct NextView<'a> {
    pub(super) answer: &'a NextAnswer,
    pub(super) coords: Coords,
    pub(super) size: BoardSize,
}

impl NextView<'_> {
    pub(super) fn response(
        &self,
        moves: Vec<CandidateJson>,
        corners: Vec<CornerJson>,
    ) -> NextResponse {
        let NextView { answer, coords, size } = *self;
        let search = answer.searched.as_ref().map(|searched| SearchJson {
            win: searched.win.as_ref().map(|win| self.forced(win, None)),
            in_book: searched.in_book,
            limit: searched.is_limited,
        });
        let win = search.as_ref().and_then(|search| search.win.as_ref()?.line.first().cloned());
        let first = || self.plays(&answer.best()?.plays).into_iter().next();
        NextResponse {
            book: BookVersion { name: answer.book.clone(), version: answer.version },
            to_play: coords.letter(answer.to_play),
            coords,
            best: win.or_else(first),
            reason: answer.reason.map(Into::into),
            opening: answer.opening.map(OpeningJson::from),
            swap: answer.swap,
            fifths: answer.fifths.as_ref().map(|fifths| FifthsJson::new(fifths, coords, size)),
            fourths: answer.fourths.as_ref().map(|it| FourthsJson::new(it, coords, size)),
            swap2: answer.swap2.as_ref().map(|advice| Swap2Json::new(advice, coords, size)),
            search,
            moves,
            whole_board: answer.whole_board.as_ref().map(WholeBoardJson::from),
            corners,
        }
    }

    pub(super) fn plays(&self, plays: &[Move]) -> Vec<String> {
        let board = self.answer.board.as_deref();
        plays.iter().map(|played| self.coords.move_on(board, *played, self.size)).collect()
    }

    /// A line of moves, after one that was played on the board.
    fn forced(&self, found: &ForcedLine, after: Option<Move>) -> ForcedLineJson {
        let mut board = self.answer.board.clone();
        let texts = after.iter().chain(&found.line).map(|played| {
            let text = self.coords.move_on(board.as_deref(), *played, self.size);
            // Moves of xiangqi are written by the board before them.
            if let (Some(board), Move::Shift(shift)) = (&mut board, played) {
                let _ = board.make(*shift);
            }
            text
        });
        let line = texts.skip(usize::from(after.is_some())).collect();
        ForcedLineJson { by: found.by, n: found.moves, line }
    }

    pub(super) fn candidate(&self, candidate: &CandidateMove) -> CandidateJson {
        let points = self.plays(&candidate.plays);
        let data = candidate.data.as_deref();
        let comment = data.and_then(|data| data.comment.as_ref()).map(|text| {
            text.render(self.answer.variant.alphabet(), candidate.first_mover, |step| {
                match candidate.frame.move_of(step, self.size) {
                    Ok(played) => candidate.region.move_text(played, self.size),
                    Err(_) => step.to_string(),
                }
            })
        });
        CandidateJson {
            point: points.first().cloned().unwrap_or_default(),
            points,
            corner: candidate.region.into(),
            step: candidate.step.to_string(),
            leads_to: candidate.leads_to.to_string(),
            handedness: handedness(
                candidate.region.corner().map(|_| candidate.frame.symmetry.into()),
            ),
            symmetry: symmetry(candidate.frame),
            first_mover: self.coords.letter(candidate.first_mover),
            verdict: candidate.verdict().map(Into::into),
            verdict_by: verdict_by(data, candidate.verdict()),
            proposed: candidate.proposal.as_ref().map(ProposedJson::from),
            advantage: candidate.advantage,
            names: data.map(|data| data.names.iter().cloned().collect()).unwrap_or_default(),
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
            via: via(candidate),
            leaf: candidate.leaf,
            whole_board: self.whole_line(candidate.whole_board.as_deref()),
            forced: candidate
                .forced
                .map(|forced| ForcedResultJson { won: forced.is_won, plies: forced.plies }),
            loses: candidate
                .loses
                .as_ref()
                .map(|lost| self.forced(lost, candidate.plays.first().copied())),
        }
    }

    fn whole_line(&self, line: Option<&WholeLine>) -> Option<WholeLineJson> {
        line.map(|line| WholeLineJson::new(line, self.coords, self.size))
    }

    fn whole_corner(&self, corner: Option<&WholeCorner>) -> Option<WholeCornerJson> {
        corner.map(|corner| WholeCornerJson::new(corner, self.coords, self.size))
    }

    fn statistics(&self, candidate: &CandidateMove) -> Option<StatisticsJson> {
        let counted = candidate.statistics.as_ref()?;
        let examples = self.answer.examples.as_ref().map(|games| {
            let numbers = counted.examples.iter();
            let games = numbers.filter_map(|number| games.get(number));
            games.map(ExampleJson::from).collect()
        });
        Some(StatisticsJson::new(counted, examples))
    }

    pub(super) fn region(&self, corner: &RegionAnswer) -> CornerJson {
        CornerJson {
            corner: corner.region.into(),
            state: corner.state.into(),
            first_mover: corner.first_mover.map(|color| self.coords.letter(color)),
            steps: corner.steps.to_string(),
            handedness: handedness(
                corner.region.corner().and(Handedness::determined_by(corner.orientations)),
            ),
            symmetry: symmetry(Frame {
                region: corner.region,
                symmetry: corner.orientations.first(),
            }),
            node: corner
                .node
                .as_ref()
                .map(|placed| PlacedLineJson::new(placed, corner.region, self.coords)),
            left_book: corner
                .left_book
                .as_ref()
                .map(|left| left_book(left, self.coords, self.size)),
            urgency: corner.urgency,
            tenuki: corner.tenuki.as_deref().map(TenukiJson::from),
            settled: corner.settled.as_deref().copied(),
            forbidden: corner
                .forbidden
                .iter()
                .map(|(point, foul)| ForbiddenMoveJson {
                    point: self.coords.point(*point, self.size),
                    foul: foul.name(),
                })
                .collect(),
            reason: corner.reason.map(Into::into),
            filtered: FilteredJson {
                min_verdict: corner.filtered_by_verdict,
                min_games: corner.filtered_by_games,
                conditions: corner.filtered_by_conditions,
            },
            whole_board: self.whole_corner(corner.whole_board.as_deref()),
        }
    }
}

impl PlacedLineJson {
    fn new(placed: &PlacedLine, region: Region, coords: Coords) -> PlacedLineJson {
        PlacedLineJson {
            line: placed.line.to_string(),
            handedness: handedness(region.corner().map(|_| placed.symmetry.into())),
            symmetry: symmetry(Frame { region, symmetry: placed.symmetry }),
            first_mover: coords.letter(placed.first_mover),
        }
    }
}

/// Describes how a corner left the book, with points in the given notation.
pub fn left_book(left: &LeftBook, coords: Coords, size: BoardSize) -> LeftBookJson {
    let expected = left.expected.iter();
    let before = left.before.as_deref();
    LeftBookJson {
        move_number: left.move_number,
        color: coords.letter(left.color).to_owned(),
        point: coords.move_on(before, left.played, size),
        step: left.step.to_string(),
        node: left.line.to_string(),
        expected: expected.map(|played| coords.move_on(before, *played, size)).collect(),
    }
}

/// Returns how the node of a move was found.
const fn via(candidate: &CandidateMove) -> &'static str {
    match (candidate.is_whole, candidate.by_transposition) {
        (false, _) => "fewer_stones",
        (true, true) => "transposition",
        (true, false) => "line",
    }
}

/// Returns the name of the symmetry of a line on the whole board; a corner has a handedness.
fn symmetry(frame: Frame) -> Option<&'static str> {
    (frame.region == Region::Board).then(|| frame.symmetry.name())
}

/// Returns the name of an orientation.
pub const fn handedness(handedness: Option<Handedness>) -> &'static str {
    match handedness {
        Some(Handedness::Clockwise) => "clockwise",
        Some(Handedness::CounterClockwise) => "counter_clockwise",
        None => "undetermined",
    }
}

/// Returns a colour as `B` or `W`.
pub fn letter(color: Color) -> String {
    color_name(color).to_owned()
}

/// Does the same without allocating.
const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
