//! Pieces of SGF text: points, escaped values, properties and the root of a game.

use crate::sgf::escape;

/// A point of the board, `(x, y)` to the right and down from the upper left corner.
pub type Point = (u8, u8);

/// A move: a point, or `None` for a pass.
pub type Move = Option<Point>;

/// The private property of a move's label in the diagram of its parent.
pub const BOARD_TEXT: &str = "JL";

/// The private property of a comment whose text is all in the part of several lines.
pub const COMMENT_FORM: &str = "JR";

/// The largest board whose points SGF can name.
pub const MAX_SIZE: u8 = 52;

/// The smallest board on which a row of five fits.
pub const MIN_SIZE: u8 = 5;

/// Appends `(;FF[4]GM[4]CA[UTF-8]SZ[size]`, the start of a game. The caller closes it with `)`.
pub fn push_game_start(out: &mut String, size: u8) {
    push_game_start_of(out, 4, size);
}

/// Appends the start of a game whose number in SGF is `game`.
pub fn push_game_start_of(out: &mut String, game: u32, size: u8) {
    out.push_str(&format!("(;FF[4]GM[{game}]CA[UTF-8]SZ[{size}]"));
}

/// Appends a point as two letters. Coordinates from 52 on have no letter and give `?`.
pub fn push_point(out: &mut String, (x, y): Point) {
    out.push(letter(x));
    out.push(letter(y));
}

/// Appends a move as a node on its own line, such as `\n;B[hh]`. A pass has an empty value.
pub fn push_move_node(out: &mut String, black: bool, played: Move) {
    out.push_str("\n;");
    push_move(out, black, played);
}

/// Appends a move property, such as `B[hh]`.
pub fn push_move(out: &mut String, black: bool, played: Move) {
    out.push_str(if black { "B[" } else { "W[" });
    if let Some(point) = played {
        push_point(out, point);
    }
    out.push(']');
}

/// Appends a property with one value, which is escaped.
pub fn push_property(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    push_value(out, value);
}

/// Appends a property unless `value` is empty.
pub fn push_if_present(out: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        push_property(out, name, value);
    }
}

/// Appends a property whose values are points. Appends nothing without points.
pub fn push_points(out: &mut String, name: &str, points: &[Point]) {
    if points.is_empty() {
        return;
    }
    out.push_str(name);
    for &point in points {
        out.push('[');
        push_point(out, point);
        out.push(']');
    }
}

/// Appends a value in brackets, with `\` and `]` escaped.
pub fn push_value(out: &mut String, value: &str) {
    out.push('[');
    escape(out, value, false);
    out.push(']');
}

/// Appends the composed value `[point:text]`, with `:` escaped too.
pub fn push_label(out: &mut String, point: Point, text: &str) {
    out.push('[');
    push_point(out, point);
    out.push(':');
    escape(out, text, true);
    out.push(']');
}

fn letter(coordinate: u8) -> char {
    match coordinate {
        0..=25 => char::from(b'a' + coordinate),
        26..=51 => char::from(b'A' + (coordinate - 26)),
        _ => '?',
    }
}

/// Writes a game without variations: a root with `properties`, which are SGF text, and the moves
/// of Black and White in turn.
#[must_use]
pub fn game_text(size: u8, properties: &str, moves: &[Move]) -> String {
    let mut out = String::with_capacity(64 + properties.len() + moves.len() * 7);
    push_game_start(&mut out, size);
    out.push_str(properties);
    let mut black = true;
    for &played in moves {
        push_move_node(&mut out, black, played);
        black = !black;
    }
    out.push_str(")\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_values() {
        let mut out = String::new();
        push_property(&mut out, "C", "a]b\\c:d");
        assert_eq!(out, "C[a\\]b\\\\c:d]");
        out.clear();
        push_label(&mut out, (0, 51), "1:2]");
        assert_eq!(out, "[aZ:1\\:2\\]]");
    }

    #[test]
    fn writes_one_node_a_line() {
        let text = game_text(15, "RE[0]", &[Some((7, 7)), None, Some((9, 5))]);
        assert_eq!(text, "(;FF[4]GM[4]CA[UTF-8]SZ[15]RE[0]\n;B[hh]\n;W[]\n;B[jf])\n");
    }
}
