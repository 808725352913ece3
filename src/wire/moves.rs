//! Moves and stones in one string, for URLs and command lines: `Q16,O17` or `W:Q16,B:pass`.

use crate::game::Color;

/// Splits `Q16,O17` or `W:Q16,W:O17,B:pass` into colours and points. Without colours, moves
/// alternate, starting with Black. The empty text has no moves.
#[must_use]
pub fn split_moves(text: &str) -> Vec<[String; 2]> {
    split_line(text, Color::Black)
}

/// Does the same for a line that starts with the given colour unless it names another.
#[must_use]
pub fn split_line(text: &str, first: Color) -> Vec<[String; 2]> {
    let mut color = first;
    let items = if text.is_empty() { Vec::new() } else { text.split(',').collect() };
    let item = |item: &str| {
        let (said, point) = match item.split_once(':') {
            Some((said, point)) => (said.trim().to_owned(), point),
            None => (color.letter().to_string(), item),
        };
        color = said.parse::<Color>().map_or(color, Color::opposite);
        [said, point.trim().to_owned()]
    };
    items.into_iter().map(item).collect()
}

/// Splits `B:D4,B:Q4,W:Q16`; stones without a colour are black.
#[must_use]
pub fn split_stones(text: &str) -> Vec<[String; 2]> {
    let items = if text.is_empty() { Vec::new() } else { text.split(',').collect() };
    let item = |item: &str| match item.split_once(':') {
        Some((color, point)) => [color.trim().to_owned(), point.trim().to_owned()],
        None => ["B".to_owned(), item.trim().to_owned()],
    };
    items.into_iter().map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pairs: Vec<[String; 2]>) -> String {
        pairs.into_iter().map(|pair| pair.join(":")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_alternate_unless_a_colour_is_given() {
        assert_eq!(text(split_moves("Q16,O17,R14")), "B:Q16 W:O17 B:R14");
        assert_eq!(text(split_moves("W:Q16,W:O17,B:pass, D4")), "W:Q16 W:O17 B:pass W:D4");
        assert_eq!(text(split_moves("pd,,dd")), "B:pd W: B:dd");
        assert_eq!(text(split_moves("")), "");
        assert_eq!(text(split_moves("x:Q16,O17")), "x:Q16 B:O17");
    }

    #[test]
    fn stones_are_black_unless_a_colour_is_given() {
        assert_eq!(text(split_stones("D4,W:Q16")), "B:D4 W:Q16");
        assert_eq!(text(split_stones("")), "");
    }
}
