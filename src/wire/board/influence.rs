//! Influence on a board: request and response.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BoardFields, pairs, parse_color, parse_points};
use crate::coords::{Coords, PointWriter};
use crate::error::RequestError;
use joseki_game::{BoardSize, Color, Game, Point, Variant};
use joseki_influence::{
    BlockLevel, Blocks, LineChange, Links, Model, MoveGain, PointMetrics, RyderBlock,
    SideTerritory, Territory,
};
use joseki_ledger::BoardRecord;
use joseki_service::Code;
use joseki_service::board::{InfluenceAnswer, InfluenceQuery};

/// Influence query: a board, a model and the optional parts of the response.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({
    "moves": [["B", "Q16"], ["W", "D4"], ["B", "R5"]],
    "model": "mechanical",
    "line": [["W", "O17"], ["B", "O16"]]
}))]
pub struct InfluenceRequest {
    /// Board size in lines, 2 to 25; default 19.
    pub board_size: Option<u8>,
    /// Notation of points in the request and the response; default `gtp`.
    pub coords: Coords,
    /// Moves so far, each `[colour, point]`; `"pass"` for a pass.
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Handicap and setup stones, each `[colour, point]`.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// Model: `mechanical`, `quick`, `zobrist` or `ryder`, optionally with parameters as in
    /// `mechanical:force=64`; default `mechanical`.
    pub model: Option<String>,
    /// Dead stones; one point marks its whole chain. Their points count for the other side.
    pub dead: Vec<String>,
    /// Whether a stone counts by its ownership in 100 random games, −1 to 1 in Black's favour,
    /// instead of as living or dead; default `false`. Not with `dead`.
    pub graded: bool,
    /// Moves to try on this board, at most 200, each `[colour, point]`; the response reports their
    /// effect on SFB. Only for the mechanical model.
    #[serde(deserialize_with = "pairs")]
    pub line: Vec<[String; 2]>,
    /// Whether to include A, F, B and FB of every point; default `false`. Only for the mechanical
    /// model.
    pub metrics: bool,
    /// Whether to include the blocks of connected stones; default `false`. Only for the mechanical
    /// model.
    pub blocks: bool,
    /// Whether to include links between stones, which do not depend on the model; default `false`.
    pub links: bool,
    /// Whether to include ΔSFB of every legal move of `to_play`, best first; default `false`. Only
    /// for the mechanical model.
    pub values: bool,
    /// Side to move for `values`, `B` or `W`. Default: the opponent of the last mover; at the start
    /// White after two or more black initial stones, otherwise Black.
    pub to_play: Option<String>,
}

impl InfluenceRequest {
    /// Parses all fields.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn to_query(&self) -> Result<InfluenceQuery, RequestError> {
        let board = BoardFields {
            variant: Variant::GO,
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        self.to_query_on(board.parse()?)
    }

    /// Parses all fields but the board, which is given.
    ///
    /// # Errors
    /// See [`InfluenceRequest::to_query`].
    pub fn to_query_on(&self, board: BoardRecord) -> Result<InfluenceQuery, RequestError> {
        let model = self.model.as_deref().unwrap_or("mechanical");
        let model: Model =
            model.parse().map_err(|error| RequestError::new(Code::InvalidValue, "model", error))?;
        self.check(&model)?;
        if self.graded && !self.dead.is_empty() {
            let message = "not allowed with `dead`: omit one of the two";
            return Err(RequestError::new(Code::InvalidValue, "graded", message));
        }
        let line = BoardFields {
            variant: Variant::GO,
            size: Some(board.size.get()),
            coords: self.coords,
            initial: &[],
            moves: &self.line,
        };
        Ok(InfluenceQuery {
            dead: parse_points("dead", &self.dead, self.coords, board.size)?,
            graded: self.graded,
            line: line.parse_line("line")?,
            metrics: self.metrics,
            blocks: self.blocks,
            links: self.links,
            values: self.values,
            to_play: self.to_play()?,
            model,
            board,
        })
    }

    fn to_play(&self) -> Result<Option<Color>, RequestError> {
        match &self.to_play {
            Some(_) if !self.values => {
                let message = "only used with `values`: add `values`, or omit it";
                Err(RequestError::new(Code::InvalidValue, "to_play", message))
            }
            Some(color) => parse_color(Game::Go, || "to_play".to_owned(), color).map(Some),
            None => Ok(None),
        }
    }

    /// Rejects parts that the model does not provide instead of omitting them.
    fn check(&self, model: &Model) -> Result<(), RequestError> {
        if matches!(model, Model::Mechanical(_)) {
            return Ok(());
        }
        let asked = [
            ("line", !self.line.is_empty()),
            ("metrics", self.metrics),
            ("blocks", self.blocks),
            ("values", self.values),
        ];
        match asked.into_iter().find(|(_, asked)| *asked) {
            None => Ok(()),
            Some((field, _)) => {
                let name: &str = model.into();
                let message = format!(
                    "not supported by the model {name}: omit it, or use the model mechanical"
                );
                Err(RequestError::new(Code::InvalidValue, field, message))
            }
        }
    }
}

/// A model's evaluation of a board; positive numbers favour Black.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InfluenceResponse {
    /// Board size in lines.
    pub board_size: u8,
    /// Notation of points.
    pub coords: Coords,
    /// Name of the model.
    pub model: &'static str,
    /// Parameters of the model, e.g. `force=32`.
    pub parameters: String,
    /// Influence at every point: rows from the top, each from the left.
    pub field: Vec<Vec<i32>>,
    /// Lead in points, positive if Black leads: SFB under the mechanical model, the corresponding
    /// sum over the field under the others.
    pub lead: f64,
    /// SFB, the sum of the balanced forces, in points; null unless the model is mechanical.
    pub sfb: Option<f64>,
    /// Empty points held by each side; null unless the model is mechanical.
    pub territory: Option<TerritoryJson>,
    /// Numbers of these points; null unless the model is mechanical.
    pub counts: Option<TerritoryCountsJson>,
    /// Dead stones, as whole chains.
    pub dead: Vec<String>,
    /// Ownership of every point in random games, −1 (White) to 1 (Black): rows from the top, each
    /// from the left; null unless `graded`.
    pub ownership: Option<Vec<Vec<f64>>>,
    /// Effect of the line; null if none was sent.
    pub line: Option<LineChangeJson>,
    /// Metrics of every point; null unless requested.
    pub metrics: Option<MetricsJson>,
    /// Blocks of connected stones; null unless requested.
    pub blocks: Option<BlocksJson>,
    /// Links between stones; null unless requested.
    pub links: Option<LinksJson>,
    /// ΔSFB of every legal move; null unless requested.
    pub values: Option<MoveValuesJson>,
}

/// ΔSFB of every legal move of one side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveValuesJson {
    /// Side to move, `B` or `W`.
    pub to_play: String,
    /// Its legal moves, the best for it first, equal ones in reading order.
    pub moves: Vec<MoveValueJson>,
}

/// Effect of one move on SFB.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveValueJson {
    /// Point of the move.
    pub point: String,
    /// ΔSFB of the move in points, rounded to a millionth; positive if Black gained.
    pub change: f64,
}

/// Empty points held by each side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TerritoryJson {
    /// Points of Black.
    pub black: SideTerritoryJson,
    /// Points of White.
    pub white: SideTerritoryJson,
}

/// Empty points held by one side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SideTerritoryJson {
    /// Points under its influence, including the solid ones.
    pub influence: Vec<String>,
    /// Points that it holds firmly.
    pub solid: Vec<String>,
}

/// Numbers of empty points held by each side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TerritoryCountsJson {
    /// Numbers of Black.
    pub black: SideTerritoryCountsJson,
    /// Numbers of White.
    pub white: SideTerritoryCountsJson,
}

/// Numbers of empty points held by one side.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SideTerritoryCountsJson {
    /// Points under its influence, including the solid ones.
    pub influence: u32,
    /// Points under its influence that are not solid.
    pub influence_only: u32,
    /// Points that it holds firmly.
    pub solid: u32,
}

/// Effect of a line on SFB, in points; positive changes favour Black.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineChangeJson {
    /// SFB before the line.
    pub before: f64,
    /// SFB after each move.
    pub after: Vec<f64>,
    /// Change of SFB by each move.
    pub changes: Vec<f64>,
    /// Change of SFB by the whole line; 0 for an empty line.
    pub change: f64,
    /// Change of SFB by the first move; 0 for an empty line.
    pub first: f64,
}

/// Metrics of every point: rows from the top, each from the left.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MetricsJson {
    /// A, the sum of the forces; equals `field`.
    pub a: Vec<Vec<i32>>,
    /// F, the length of the vector of the four forces.
    pub f: Vec<Vec<f64>>,
    /// B, the balance of the directions, 0 to 1.
    pub b: Vec<Vec<f64>>,
    /// FB, the product of F and B.
    pub fb: Vec<Vec<f64>>,
}

/// Blocks of both sides, by level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BlocksJson {
    /// Blocks of Black.
    pub black: Vec<BlockLevelJson>,
    /// Blocks of White.
    pub white: Vec<BlockLevelJson>,
}

/// Blocks of one side at one level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BlockLevelJson {
    /// Signed FB that a path must exceed to join two blocks of the previous level; null for single
    /// stones and chains.
    pub threshold: Option<u32>,
    /// Blocks, each a list of its stones.
    pub blocks: Vec<Vec<String>>,
}

/// Links of both sides.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinksJson {
    /// Links of Black.
    pub black: SideLinksJson,
    /// Links of White.
    pub white: SideLinksJson,
}

/// Links of one side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SideLinksJson {
    /// Empty points next to an own stone and to no enemy stone.
    pub connected: Vec<String>,
    /// Empty points next to at least two own stones and at least one enemy stone.
    pub semi_connected: Vec<String>,
    /// Pairs of strongly linked stones.
    pub strong: Vec<StoneLinkJson>,
    /// Blocks of stones with connected and semi-connected points, with their strength under Ryder's
    /// model.
    pub blocks: Vec<RyderBlockJson>,
}

/// Block of stones with connected and semi-connected points.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RyderBlockJson {
    /// Its stones.
    pub stones: Vec<String>,
    /// Number of its connected points.
    pub connected: u32,
    /// Number of its semi-connected points.
    pub semi_connected: u32,
    /// Number of its connected points with more influence than a lone stone has beside it.
    pub strength: u32,
}

/// Pair of linked stones.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StoneLinkJson {
    /// First stone in reading order.
    pub from: String,
    /// Second stone.
    pub to: String,
    /// Kind of link: `adjacent`, `diagonal` (a point adjacent to both is empty) or `jump` (the
    /// point between them is empty).
    pub kind: &'static str,
}

impl InfluenceResponse {
    /// Creates the response.
    #[must_use]
    pub fn new(answer: &InfluenceAnswer, coords: Coords) -> InfluenceResponse {
        let size = answer.board.size();
        let say = PointWriter { coords, size };
        let mechanical = answer.mechanical.as_ref();
        let territory = mechanical.map(|it| &it.territory);
        let metrics = mechanical.and_then(|it| it.metrics.as_deref());
        InfluenceResponse {
            board_size: size.get(),
            coords,
            model: (&answer.model).into(),
            parameters: answer.model.parameters(),
            field: answer.field.rows().map(<[i32]>::to_vec).collect(),
            lead: answer.lead,
            sfb: mechanical.map(|_| answer.lead),
            territory: territory.map(|territory| say.territory(territory)),
            counts: territory.map(TerritoryCountsJson::from),
            dead: say.points(answer.dead),
            ownership: answer.ownership.as_ref().map(|owned| {
                let points: Vec<Point> = size.points().collect();
                let rows = points.chunks(usize::from(size.get()));
                rows.map(|row| row.iter().map(|point| owned.at(*point)).collect()).collect()
            }),
            line: mechanical.and_then(|it| it.line.as_ref()).map(Into::into),
            metrics: metrics.map(|points| metrics_json(points, size)),
            blocks: mechanical.and_then(|it| it.blocks.as_ref()).map(|blocks| say.blocks(blocks)),
            links: answer.links.as_ref().map(|[black, white]| LinksJson {
                black: say.links(&black.0, &black.1),
                white: say.links(&white.0, &white.1),
            }),
            values: mechanical
                .and_then(|it| it.values.as_ref())
                .map(|(color, moves)| say.values(*color, moves)),
        }
    }
}

impl PointWriter {
    fn territory(self, territory: &Territory) -> TerritoryJson {
        let held = |held: &SideTerritory| SideTerritoryJson {
            influence: self.points(held.influence),
            solid: self.points(held.solid),
        };
        TerritoryJson { black: held(&territory.black), white: held(&territory.white) }
    }

    fn blocks(self, blocks: &Blocks) -> BlocksJson {
        let levels = |levels: &[BlockLevel]| {
            let level = |level: &BlockLevel| BlockLevelJson {
                threshold: level.threshold,
                blocks: level.blocks.iter().map(|set| self.points(*set)).collect(),
            };
            levels.iter().map(level).collect()
        };
        BlocksJson { black: levels(&blocks.black), white: levels(&blocks.white) }
    }

    fn values(self, color: Color, moves: &[MoveGain]) -> MoveValuesJson {
        let moves = moves
            .iter()
            .map(|value| MoveValueJson { point: self.point(value.point), change: value.change });
        MoveValuesJson { to_play: color.letter().to_string(), moves: moves.collect() }
    }

    fn links(self, links: &Links, blocks: &[RyderBlock]) -> SideLinksJson {
        let strong = links.strong.iter().map(|link| StoneLinkJson {
            from: self.point(link.from),
            to: self.point(link.to),
            kind: link.kind.into(),
        });
        SideLinksJson {
            connected: self.points(links.connected),
            semi_connected: self.points(links.semi_connected),
            strong: strong.collect(),
            blocks: blocks
                .iter()
                .map(|block| RyderBlockJson {
                    stones: self.points(block.stones),
                    connected: block.connected.len(),
                    semi_connected: block.semi_connected.len(),
                    strength: block.strong.len(),
                })
                .collect(),
        }
    }
}

impl From<&Territory> for TerritoryCountsJson {
    fn from(territory: &Territory) -> TerritoryCountsJson {
        let counts = |held: &SideTerritory| SideTerritoryCountsJson {
            influence: held.influence.len(),
            influence_only: held.influence_only().len(),
            solid: held.solid.len(),
        };
        TerritoryCountsJson { black: counts(&territory.black), white: counts(&territory.white) }
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
            first: line.first_change(),
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
    rows.map(|row| row.iter().map(|it| number(*it)).collect()).collect()
}
