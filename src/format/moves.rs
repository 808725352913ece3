//! The moves of a node, by the one rule that all readers of records and trees follow.
//!
//! A node has at most one move (FF\[4\], "Move properties"), and on boards of up to 26 lines points
//! are small letters. FF\[4\] wants what is written otherwise to be corrected if possible, with a
//! warning:
//!
//! - capital letters (`B[PD]`) are read as small ones;
//! - of several values (`W[nc]W[qf]`) the first is the move, as in SGFC and Sabaki, since
//!   the others may be variations or further moves;
//! - a move of each colour (`B[pd]W[nc]`) is played in the order of the file.

use super::sgf::{NodeRef, PropertyRef, RawValue};
use joseki_game::{BoardSize, Color, Move, ParsePointError, Point};

/// An invalid move or point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPoint {
    /// The property.
    pub property: String,
    /// Its value.
    pub value: String,
}

/// Returns the moves of a node in file order; usually one or none.
///
/// # Errors
/// The first move that is not on the board.
pub fn moves_of(node: NodeRef<'_>, size: BoardSize) -> Result<Vec<(Color, Move)>, InvalidPoint> {
    let invalid = |property: PropertyRef<'_>, value: &str| InvalidPoint {
        property: property.ident().to_owned(),
        value: value.to_owned(),
    };
    let moves = node.properties().filter_map(|property| {
        let color = mover(property)?;
        let played = move_of(property, size).map_err(|value| invalid(property, value));
        Some(played.map(|played| (color, played)))
    });
    moves.collect()
}

/// Returns the points that a node's moves are played on, as far as they are on the board.
pub fn points_of(node: NodeRef<'_>, size: BoardSize) -> impl Iterator<Item = (Color, Point)> {
    node.properties().filter_map(move |property| {
        let color = mover(property)?;
        Some((color, move_of(property, size).ok()?.point()?))
    })
}

/// Returns the side that a property is a move of.
#[must_use]
pub fn mover(property: PropertyRef<'_>) -> Option<Color> {
    match property.ident() {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// Reads the move of a `B` or `W` property.
///
/// # Errors
/// The text of its value, if that is neither a move on the board nor a pass.
pub fn move_of(property: PropertyRef<'_>, size: BoardSize) -> Result<Move, &str> {
    let Some(value) = property.values().next() else {
        return Ok(Move::Pass);
    };
    // What nearly all moves are.
    if let [x @ b'a'..=b'z', y @ b'a'..=b'z'] = value.raw().as_bytes()
        && value.raw() != "tt"
        && let Some(point) = size.point(x - b'a', y - b'a')
    {
        return Ok(Move::Play(point));
    }
    Move::from_sgf(&small(&value.simple_text()), size).map_err(|_| value.raw())
}

/// Reads a point.
///
/// # Errors
/// It is not one of the board.
pub fn point(value: RawValue<'_>, size: BoardSize) -> Result<Point, ParsePointError> {
    Point::from_sgf(&small(&value.simple_text()), size)
}

fn small(text: &str) -> String {
    text.trim().to_ascii_lowercase()
}

/// Describes the moves and stones of a node that are not as FF\[4\] wants them, each with its line.
pub fn oddities(node: NodeRef<'_>) -> impl Iterator<Item = String> {
    let line = node.line();
    node.properties().filter_map(move |property| {
        let ident = property.ident();
        let is_move = mover(property).is_some();
        if !is_move && !["AB", "AE", "AW"].contains(&ident) {
            return None;
        }
        let mut values = property.values();
        let first = values.next()?.raw();
        if is_move && values.next().is_some() {
            return Some(format!(
                "line {line}: {ident} has several values: {ident}[{first}] is the move, and the others \
                 are left out"
            ));
        }
        let is_capital = |value: &RawValue<'_>| value.raw().bytes().any(|it| it.is_ascii_uppercase());
        let capital = property.values().find(is_capital)?.raw();
        let small = capital.to_ascii_lowercase();
        Some(format!("line {line}: {ident}[{capital}] is read as {ident}[{small}]"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Limits, read_collection};

    fn read(text: &str) -> (Result<String, InvalidPoint>, Vec<String>) {
        let collection = read_collection(text.as_bytes(), &Limits::default()).expect("SGF");
        let root = collection.trees[0].root();
        let moves = moves_of(root, BoardSize::NINETEEN).map(|moves| {
            let text = |(color, played): &(Color, Move)| format!("{color:?} {}", played.to_sgf());
            moves.iter().map(text).collect::<Vec<_>>().join(", ")
        });
        (moves, oddities(root).collect())
    }

    #[test]
    fn moves_are_corrected_with_a_warning() {
        let small = |text: &str, from: &str, to: &str| {
            assert_eq!(
                read(&format!("(;{text})")),
                (Ok(format!("Black {to}")), vec![format!("line 1: B[{from}] is read as B[{to}]")])
            );
        };
        small("B[PD]", "PD", "pd");
        small("B[Pd]", "Pd", "pd");
        small("Black[pD]", "pD", "pd");
        let (moves, odd) = read("(;W[nc]W[qf])");
        assert_eq!(moves.as_deref(), Ok("White nc"));
        let several =
            "line 1: W has several values: W[nc] is the move, and the others are left out";
        assert_eq!(odd, [several]);
        assert_eq!(read("(;W[nc][qf][])").1, [several]);
    }

    #[test]
    fn what_is_usual_has_no_warning() {
        for (text, moves) in [
            ("(;B[pd]W[nc])", "Black pd, White nc"),
            ("(;W[nc]B[pd])", "White nc, Black pd"),
            ("(;B[])", "Black "),
            ("(;B[tt])", "Black "),
            ("(;B[ pd\n])", "Black pd"),
            ("(;C[B[PD\\]])", ""),
        ] {
            assert_eq!(read(text), (Ok(moves.to_owned()), vec![]), "{text}");
        }
        assert_eq!(read("(;AB[DD:ee]AW[pp])").1, ["line 1: AB[DD:ee] is read as AB[dd:ee]"]);
    }

    #[test]
    fn what_is_off_the_board_is_invalid() {
        for value in ["tz", "p", "pdd", "P4", "é"] {
            let invalid = InvalidPoint { property: "B".to_owned(), value: value.to_owned() };
            assert_eq!(read(&format!("(;B[{value}])")).0, Err(invalid));
        }
    }
}
