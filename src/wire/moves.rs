//! Moves and stones in one string, for URLs and command lines: `Q16,O17` or `W:Q16,B:pass`.

use joseki_game::Color;

/// Splits `Q16,O17` or `W:Q16,W:O17,B:pass` into colours and points. The colour is empty where none
/// is given, and alternates then. The empty text has no moves.
#[must_use]
pub fn split_moves(text: &str) -> Vec<[String; 2]> {
    let items = if text.is_empty() { Vec::new() } else { text.split(',').collect() };
    let item = |item: &str| {
        let (said, point) = item.split_once(':').unwrap_or(("", item));
        [said.trim().to_owned(), point.trim().to_owned()]
    };
    items.into_iter().map(item).collect()
}

/// Does the same for a line that starts with the given colour unless it names another.
#[must_use]
pub fn split_line(text: &str, first: Color) -> Vec<[String; 2]> {
    let mut moves = split_moves(text);
    if let Some([said, _]) = moves.first_mut().filter(|[said, _]| said.is_empty()) {
        said.push(first.letter());
    }
    moves
}

/// Returns the colour of the last of some moves, which alternate where no colour is given.
#[must_use]
pub fn last_color(moves: &[[String; 2]]) -> Option<Color> {
    moves.iter().fold(None, |last: Option<Color>, [said, _]| {
        let next = last.map_or(Color::Black, Color::opposite);
        Some(said.parse().unwrap_or(next))
    })
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
    fn moves_have_the_colour_that_is_given() {
        assert_eq!(text(split_moves("Q16,O17,R14")), ":Q16 :O17 :R14");
        assert_eq!(text(split_moves("W:Q16,W:O17,B:pass, D4")), "W:Q16 W:O17 B:pass :D4");
        assert_eq!(text(split_moves("pd,,dd")), ":pd : :dd");
        assert_eq!(text(split_moves("")), "");
        assert_eq!(text(split_moves("x:Q16,O17")), "x:Q16 :O17");
        assert_eq!(text(split_line("Q16,O17", Color::White)), "W:Q16 :O17");
        let last = |text: &str| last_color(&split_moves(text));
        assert_eq!(
            [last(""), last("Q16,D4"), last("W:Q16")],
            [None, Some(Color::White), Some(Color::White)]
        );
        assert_eq!(text(split_line("B:Q16,O17", Color::White)), "B:Q16 :O17");
    }

    #[test]
    fn stones_are_black_unless_a_colour_is_given() {
        assert_eq!(text(split_stones("D4,W:Q16")), "B:D4 W:Q16");
        assert_eq!(text(split_stones("")), "");
    }
}
