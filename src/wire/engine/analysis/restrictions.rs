//! Parses `allowMoves` and `avoidMoves`.

use serde_json::{Map, Value};

use super::AnalysisNotice;
use super::fields::{Fields, must_be, parse_vertex};
use joseki_game::{BoardSize, Color, Move};
use joseki_service::engine::analysis::ProhibitedMoves;

const ALLOW: &str = "allowMoves";
const AVOID: &str = "avoidMoves";
const DEEPEST: i64 = 1_000_000_000;

/// Reads the moves excluded from the analysis.
///
/// # Errors
/// Both fields are present, or one is invalid.
pub fn read(fields: &Fields<'_>, size: BoardSize) -> Result<ProhibitedMoves, AnalysisNotice> {
    let mut prohibited = ProhibitedMoves::default();
    let (field, list) = match (fields.get(ALLOW), fields.get(AVOID)) {
        (None, None) => return Ok(prohibited),
        (Some(_), Some(_)) => {
            let text = "Cannot specify both allowMoves and avoidMoves";
            return Err(AnalysisNotice::for_field(ALLOW, text));
        }
        (Some(list), None) => (ALLOW, list),
        (None, Some(list)) => (AVOID, list),
    };
    let shape = || must_be(field, "a list of objects with player, moves and untilDepth");
    let list = list.as_array().ok_or_else(shape)?;
    let mut players = Vec::new();
    for item in list {
        let item = item.as_object().ok_or_else(shape)?;
        if ["player", "moves", "untilDepth"].iter().any(|name| !item.contains_key(*name)) {
            return Err(shape());
        }
        let player = restrict(&mut prohibited, field, item, size)?;
        if field == ALLOW && players.contains(&player) {
            return Err(must_be(field, "a list of at most one object per player"));
        }
        players.push(player);
    }
    Ok(prohibited)
}

/// Reads one object, and returns its player.
fn restrict(
    prohibited: &mut ProhibitedMoves,
    field: &str,
    item: &Map<String, Value>,
    size: BoardSize,
) -> Result<Color, AnalysisNotice> {
    let inner = Fields(item);
    let player = inner.player("player")?.ok_or_else(|| must_be("player", "\"b\" or \"w\""))?;
    let points = item.get("moves").and_then(Value::as_array);
    let points = points.ok_or_else(|| must_be("moves", "a list of points as in GTP"))?;
    let points = points.iter().map(|point| {
        let text = point.as_str();
        let text = text.ok_or_else(|| must_be("moves", "a list of points as in GTP"))?;
        parse_vertex("moves", text, size)
    });
    let points: Vec<Move> = points.collect::<Result<_, _>>()?;
    let until = inner.integer("untilDepth", 1, DEEPEST, "a positive integer")?;
    let until = until.and_then(|until| u32::try_from(until).ok());
    let until = until.ok_or_else(|| must_be("untilDepth", "a positive integer"))?;
    match field {
        ALLOW => prohibited.allow_only(player, points, until),
        _ => {
            for point in points {
                prohibited.avoid(player, point, until);
            }
        }
    }
    Ok(player)
}
