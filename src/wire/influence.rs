//! Influence on a board: the question and its answer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{BoardAsked, check_points, pairs};
use super::coords::{Coords, Say};
use super::error::RequestError;
use crate::game::go::BoardSize;
use crate::influence::{
    BlockLevel, Blocks, Held, LineChange, Links, Model, PointMetrics, Territory,
};
use crate::ledger::Record;
use crate::service::{InfluenceAnswer, InfluenceQuery};

/// A board, the model, and what is asked beside the field.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({
    "moves": [["B", "Q16"], ["W", "D4"], ["B", "R5"]],
    "model": "mechanical",
    "line": [["W", "O17"], ["B", "O16"]]
}))]
pub struct InfluenceRequest {
    /// Lines of the board, 2 to 25; 19 unless said.
    pub board_size: Option<u8>,
    /// How points are written, here and in the answer.
    pub coords: Coords,
    /// The moves so far, each colour and point (`"pass"` for a pass).
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Handicap and setup stones, each colour and point.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// `mechanical`, `quick`, `zobrist` or `ryder`, with parameters as in `mechanical:force=64`; `mechanical` unless said.
    pub model: Option<String>,
    /// Dead stones, each for its whole chain: their points count for the other side.
    pub dead: Vec<String>,
    /// Moves to try out on this board: what each of them and all together change of SFB. Only the mechanical model.
    #[serde(deserialize_with = "pairs")]
    pub line: Vec<[String; 2]>,
    /// Whether to tell A, F, B and FB of every point. Only the mechanical model.
    pub metrics: bool,
    /// Whether to tell what hangs together. Only the mechanical model.
    pub blocks: bool,
    /// Whether to tell which stones are linked; it needs no model.
    pub links: bool,
}

impl InfluenceRequest {
    /// The question, every field understood.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn into_query(&self) -> Result<InfluenceQuery, RequestError> {
        let board = BoardAsked {
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        self.on_board(board.understood()?)
    }

    /// The question on a board that comes from elsewhere.
    ///
    /// # Errors
    /// As [`InfluenceRequest::into_query`].
    pub fn on_board(&self, board: Record) -> Result<InfluenceQuery, RequestError> {
        let model = self.model.as_deref().unwrap_or("mechanical");
        let model: Model = model
            .parse()
            .map_err(|error| RequestError::new("invalid_value", "model", error))?;
        self.check(&model)?;
        let line = BoardAsked {
            size: Some(board.size.get()),
            coords: self.coords,
            initial: &[],
            moves: &self.line,
        };
        Ok(InfluenceQuery {
            dead: check_points("dead", &self.dead, self.coords, board.size)?,
            line: line.line_understood("line")?,
            metrics: self.metrics,
            blocks: self.blocks,
            links: self.links,
            model,
            board,
        })
    }

    /// Refuses what a model has not, rather than to leave it out.
    fn check(&self, model: &Model) -> Result<(), RequestError> {
        if matches!(model, Model::Mechanical(_)) {
            return Ok(());
        }
        let asked = [
            ("line", !self.line.is_empty()),
            ("metrics", self.metrics),
            ("blocks", self.blocks),
        ];
        match asked.into_iter().find(|(_, asked)| *asked) {
            None => Ok(()),
            Some((field, _)) => {
                let name = model.name();
                let message = format!("the model {name} has none: leave it out, or ask mechanical");
                Err(RequestError::new("invalid_value", field, message))
            }
        }
    }
}

/// What a model makes of a board. Positive is Black's.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InfluenceResponse {
    /// Lines of the board.
    pub board_size: u8,
    /// How points are written.
    pub coords: Coords,
    /// The model.
    pub model: &'static str,
    /// Its parameters, as in `force=32`.
    pub parameters: String,
    /// The number of every point: rows from the top, each from the left.
    pub field: Vec<Vec<i32>>,
    /// One number for the board in points, positive if Black leads: SFB under the mechanical model, for the others
    /// the same kind of sum over their field.
    pub lead: f64,
    /// SFB, the sum of the balanced forces; only of the mechanical model.
    pub sfb: Option<f64>,
    /// The empty points that each side may call its own; only of the mechanical model.
    pub territory: Option<TerritoryJson>,
    /// How many they are.
    pub counts: Option<TerritoryCountsJson>,
    /// The dead stones, whole chains.
    pub dead: Vec<String>,
    /// What the line changes, if one was sent.
    pub line: Option<LineChangeJson>,
    /// The numbers of every point, if they were asked.
    pub metrics: Option<MetricsJson>,
    /// What hangs together, if it was asked.
    pub blocks: Option<BlocksJson>,
    /// Which stones are linked, if it was asked.
    pub links: Option<LinksJson>,
}

/// The points that each side may call its own.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TerritoryJson {
    /// Black's.
    pub black: HeldJson,
    /// White's.
    pub white: HeldJson,
}

/// The points that one side may call its own.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HeldJson {
    /// Points under its influence, the solid ones among them.
    pub influence: Vec<String>,
    /// Points that it holds firmly.
    pub solid: Vec<String>,
}

/// How many points each side may call its own.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TerritoryCountsJson {
    /// Black's.
    pub black: HeldCountsJson,
    /// White's.
    pub white: HeldCountsJson,
}

/// How many points one side may call its own.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct HeldCountsJson {
    /// Points under its influence, the solid ones among them.
    pub influence: u32,
    /// Those that are not solid.
    pub influence_only: u32,
    /// Points that it holds firmly.
    pub solid: u32,
}

/// What a line changes of SFB.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineChangeJson {
    /// SFB before the line.
    pub before: f64,
    /// SFB after each move.
    pub after: Vec<f64>,
    /// What each move changes.
    pub changes: Vec<f64>,
    /// What the whole line changes.
    pub change: f64,
    /// What its first move changes.
    pub first: f64,
}

/// The numbers of every point: rows from the top, each from the left.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MetricsJson {
    /// A, the sum of the forces; the same as `field`.
    pub a: Vec<Vec<i32>>,
    /// F, the length of the four forces as one vector.
    pub f: Vec<Vec<f64>>,
    /// B, how balanced the directions are, 0 to 1.
    pub b: Vec<Vec<f64>>,
    /// FB, F times B.
    pub fb: Vec<Vec<f64>>,
}

/// The blocks of both sides, level by level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BlocksJson {
    /// Black's.
    pub black: Vec<BlockLevelJson>,
    /// White's.
    pub white: Vec<BlockLevelJson>,
}

/// The blocks of one side at one level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BlockLevelJson {
    /// What signed FB has to be above on a path that joins two blocks of the level before; nothing for single stones and chains.
    pub threshold: Option<u32>,
    /// The blocks, each with its stones.
    pub blocks: Vec<Vec<String>>,
}

/// The links of both sides.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinksJson {
    /// Black's.
    pub black: SideLinksJson,
    /// White's.
    pub white: SideLinksJson,
}

/// The links of one side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SideLinksJson {
    /// Empty points with an own neighbour and no enemy one.
    pub connected: Vec<String>,
    /// Empty points with two own neighbours or more, and at least one enemy one.
    pub semi_connected: Vec<String>,
    /// Pairs of stones that belong together.
    pub strong: Vec<StoneLinkJson>,
}

/// Two stones that belong together.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StoneLinkJson {
    /// The first in reading order.
    pub from: String,
    /// The other.
    pub to: String,
    /// `adjacent`, `diagonal` (a point beside both is empty) or `jump` (the point between them is empty).
    pub kind: &'static str,
}

impl InfluenceResponse {
    /// The answer as it is sent.
    #[must_use]
    pub fn new(answer: &InfluenceAnswer, coords: Coords) -> InfluenceResponse {
        let size = answer.board.size();
        let say = Say { coords, size };
        let mechanical = answer.mechanical.as_ref();
        let territory = mechanical.map(|it| &it.territory);
        let metrics = mechanical.and_then(|it| it.metrics.as_deref());
        InfluenceResponse {
            board_size: size.get(),
            coords,
            model: answer.model.name(),
            parameters: answer.model.parameters(),
            field: answer.field.rows().map(<[i32]>::to_vec).collect(),
            lead: answer.lead,
            sfb: mechanical.map(|_| answer.lead),
            territory: territory.map(|territory| say.territory(territory)),
            counts: territory.map(TerritoryCountsJson::from),
            dead: say.points(answer.dead),
            line: mechanical.and_then(|it| it.line.as_ref()).map(Into::into),
            metrics: metrics.map(|points| metrics_json(points, size)),
            blocks: mechanical
                .and_then(|it| it.blocks.as_ref())
                .map(|blocks| say.blocks(blocks)),
            links: answer.links.as_ref().map(|[black, white]| LinksJson {
                black: say.links(black),
                white: say.links(white),
            }),
        }
    }
}

impl Say {
    fn territory(self, territory: &Territory) -> TerritoryJson {
        let held = |held: &Held| HeldJson {
            influence: self.points(held.influence),
            solid: self.points(held.solid),
        };
        TerritoryJson {
            black: held(&territory.black),
            white: held(&territory.white),
        }
    }

    fn blocks(self, blocks: &Blocks) -> BlocksJson {
        let levels = |levels: &[BlockLevel]| {
            let level = |level: &BlockLevel| BlockLevelJson {
                threshold: level.threshold,
                blocks: level.blocks.iter().map(|set| self.points(*set)).collect(),
            };
            levels.iter().map(level).collect()
        };
        BlocksJson {
            black: levels(&blocks.black),
            white: levels(&blocks.white),
        }
    }

    fn links(self, links: &Links) -> SideLinksJson {
        let strong = links.strong.iter().map(|link| StoneLinkJson {
            from: self.point(link.from),
            to: self.point(link.to),
            kind: link.kind.name(),
        });
        SideLinksJson {
            connected: self.points(links.connected),
            semi_connected: self.points(links.semi_connected),
            strong: strong.collect(),
        }
    }
}

impl From<&Territory> for TerritoryCountsJson {
    fn from(territory: &Territory) -> TerritoryCountsJson {
        let counts = |held: &Held| HeldCountsJson {
            influence: held.influence.len(),
            influence_only: held.influence_only().len(),
            solid: held.solid.len(),
        };
        TerritoryCountsJson {
            black: counts(&territory.black),
            white: counts(&territory.white),
        }
    }
}

impl From<&LineChange> for LineChangeJson {
    fn from(line: &LineChange) -> LineChangeJson {
        let before = std::iter::once(&line.before).chain(&line.after);
        let changes = line.after.iter().zip(before);
        LineChangeJson {
            before: line.before,
            after: line.after.clone(),
            changes: changes.map(|(after, before)| after - before).collect(),
            change: line.change(),
            first: line.of_first(),
        }
    }
}

fn metrics_json(points: &[PointMetrics], size: BoardSize) -> MetricsJson {
    MetricsJson {
        a: rows(points, size, |it| it.sum),
        f: rows(points, size, |it| it.strength),
        b: rows(points, size, |it| it.balance),
        fb: rows(points, size, PointMetrics::balanced),
    }
}

fn rows<T>(
    points: &[PointMetrics],
    size: BoardSize,
    number: impl Fn(PointMetrics) -> T,
) -> Vec<Vec<T>> {
    let rows = points.chunks(usize::from(size.get()));
    rows.map(|row| row.iter().map(|it| number(*it)).collect())
        .collect()
}
