//! Heat map of a board: a sign on every point, with background colours on a terminal.

use std::collections::BTreeMap;

use crate::drawing::point_at;
use crate::look::OutputStyle;
use joseki_game::Point;
use joseki_game::go::Position;
use joseki_game::go::diagram::render_marked;

/// Background colours of Black's points from weak to strong, from the 256-colour palette: oranges.
const BLACK: [u8; 4] = [230, 222, 215, 208];
/// Background colours of White's points: blues.
const WHITE: [u8; 4] = [195, 153, 111, 69];
/// Foreground colour of the signs: black, to stay readable on a dark terminal.
const INK: u8 = 16;

/// Draws a board with these signs instead of its stones and points. On a terminal, a point is
/// coloured by its shade, from −1 (White) to 1 (Black); the signs carry the same information.
pub fn draw(
    board: &Position,
    signs: &BTreeMap<Point, char>,
    shade: impl Fn(Point) -> f64,
    look: OutputStyle,
) -> String {
    let drawing = render_marked(board, signs.clone());
    if !look.styled {
        return drawing;
    }
    let mut colored = String::with_capacity(drawing.len() * 8);
    for (row, line) in drawing.lines().enumerate() {
        for (column, sign) in line.chars().enumerate() {
            let point = point_at(row, column).filter(|point| board.size().contains(*point));
            match point.and_then(|point| background(shade(point))) {
                Some(color) => {
                    colored.push_str(&format!("\x1b[38;5;{INK};48;5;{color}m{sign}\x1b[0m"));
                }
                None => colored.push(sign),
            }
        }
        colored.push('\n');
    }
    colored
}

/// Returns the colour of a shade; `None` for 0. Scales by the square root, as pictures do.
fn background(shade: f64) -> Option<u8> {
    if shade == 0.0 || shade.is_nan() {
        return None;
    }
    let colors = if shade < 0.0 { WHITE } else { BLACK };
    let step = (shade.abs().min(1.0).sqrt() * colors.len() as f64).ceil();
    colors.get((step as usize).saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::{BoardSize, Color};

    #[test]
    fn strong_points_have_the_last_color_and_empty_ones_none() {
        assert_eq!(background(1.0), Some(208));
        assert_eq!(background(-3.0), Some(69));
        assert_eq!(background(0.01), Some(230));
        assert_eq!(background(0.0), None);
    }

    #[test]
    fn only_points_are_colored_and_the_signs_stay() {
        let mut board = Position::new(BoardSize::MIN);
        board.place(Color::Black, Point::new(0, 0));
        let signs = BTreeMap::from([(Point::new(1, 0), '+')]);
        let shade = |point: Point| if point.y() == 0 { 1.0 } else { 0.0 };
        let plain = draw(&board, &signs, shade, OutputStyle::default());
        assert_eq!(plain, "   A B\n 2 X + 2\n 1 . . 1\n   A B\n");
        let look = OutputStyle { styled: true, width: None };
        let colored = draw(&board, &signs, shade, look);
        let cell = |sign| format!("\x1b[38;5;16;48;5;208m{sign}\x1b[0m");
        let expected = format!("   A B\n 2 {} {} 2\n 1 . . 1\n   A B\n", cell('X'), cell('+'));
        assert_eq!(colored, expected);
    }
}
