//! Writes a game as an SGF record.

use super::sgf::{WriteError, Writer};
use joseki_game::{BoardSize, Color, Move, Point, Variant};

/// Writes a game: the properties of the root that have a value, handicap stones, and a node for each move with its
/// comment.
///
/// # Errors
/// Text that SGF cannot represent.
pub fn write_game(
    variant: Variant,
    size: BoardSize,
    properties: &[(&str, Option<&str>)],
    handicap: &[Point],
    moves: &[(Color, Move)],
    comment: impl Fn(usize) -> Option<String>,
) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new(Vec::new());
    writer.begin_tree()?;
    writer.node()?;
    let game = variant.game();
    let (number, lines) = (game.sgf_number().to_string(), size.get().to_string());
    for (ident, value) in [("FF", "4"), ("GM", &number), ("CA", "UTF-8"), ("SZ", &lines)] {
        writer.property(ident, [value])?;
    }
    let rules = game.five_rules().map(|_| game.to_string());
    writer.property("RU", rules)?;
    for (ident, value) in properties {
        writer.property(ident, value.filter(|value| !value.is_empty()))?;
    }
    if !handicap.is_empty() {
        writer.property("HA", [handicap.len().to_string()])?;
        writer.property("AB", handicap.iter().map(|point| point.to_sgf()))?;
    }
    for (at, (color, played)) in moves.iter().enumerate() {
        writer.node()?;
        writer.property(&color.letter().to_string(), [played.to_sgf()])?;
        writer.property("C", comment(at))?;
    }
    writer.end_tree()?;
    writer.finish()
}
