//! Renders a position as plain text.

use std::collections::BTreeMap;

use crate::game::Color;
use crate::game::go::{BoardSize, Point, PointSet, Position};
use crate::game::point::column_letter;

/// Renders a position with coordinates around it: `X` black, `O` white, `.` empty, `+` a star
/// point. Every line ends with a line feed, none with a space.
#[must_use]
pub fn render(position: &Position) -> String {
    render_marked(position, [])
}

/// Like [`render`], with a given character at some points, such as a letter for each candidate
/// move. The last mark of a point wins.
#[must_use]
pub fn render_marked(
    position: &Position,
    marks: impl IntoIterator<Item = (Point, char)>,
) -> String {
    let marks = marks.into_iter().collect();
    let drawing = Drawing { position, marks, stars: position.size().star_points() };
    drawing.draw()
}

struct Drawing<'a> {
    position: &'a Position,
    marks: BTreeMap<Point, char>,
    stars: PointSet,
}

impl Drawing<'_> {
    fn draw(&self) -> String {
        let size = self.position.size();
        let columns = column_line(size);
        let rows = (0..size.get()).map(|y| self.row_line(y));
        std::iter::once(columns.clone()).chain(rows).chain([columns]).collect()
    }

    fn row_line(&self, y: u8) -> String {
        let size = self.position.size();
        let label = size.get() - y;
        let cells: String =
            (0..size.get()).flat_map(|x| [' ', self.cell(Point::new(x, y))]).collect();
        format!("{label:2}{cells} {label}\n")
    }

    fn cell(&self, point: Point) -> char {
        if let Some(&mark) = self.marks.get(&point) {
            return mark;
        }
        match self.position.at(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if self.stars.contains(point) => '+',
            None => '.',
        }
    }
}

fn column_line(size: BoardSize) -> String {
    let mut line = "  ".to_owned();
    for x in 0..size.get() {
        line.push(' ');
        line.push(column_letter(x));
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_with_coordinates_star_points_and_stones() {
        let mut position = Position::new(BoardSize::new(9).unwrap());
        position.place(Color::Black, Point::new(2, 2));
        position.place(Color::White, Point::new(8, 0));
        let expected = "
   A B C D E F G H J
 9 . . . . . . . . O 9
 8 . . . . . . . . . 8
 7 . . X . . . + . . 7
 6 . . . . . . . . . 6
 5 . . . . + . . . . 5
 4 . . . . . . . . . 4
 3 . . + . . . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
";
        assert_eq!(render(&position), expected[1..]);
    }

    #[test]
    fn marks_stand_above_stones_and_the_last_one_wins() {
        let mut position = Position::new(BoardSize::MIN);
        position.place(Color::Black, Point::new(0, 0));
        let (a, b) = (Point::new(0, 0), Point::new(1, 1));
        let drawn =
            render_marked(&position, [(a, 'a'), (b, '1'), (b, '2'), (Point::new(9, 9), 'z')]);
        assert_eq!(drawn, "   A B\n 2 a . 2\n 1 . 2 1\n   A B\n");
    }

    #[test]
    fn two_digit_rows_line_up() {
        let drawn = render(&Position::new(BoardSize::NINETEEN));
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "   A B C D E F G H J K L M N O P Q R S T");
        assert!(lines[1].starts_with("19 . ") && lines[1].ends_with(". 19"));
        assert!(lines[16].starts_with(" 4 . . . + . . . . . + . "));
        assert!(lines.iter().all(|line| !line.ends_with(' ')));
    }
}
