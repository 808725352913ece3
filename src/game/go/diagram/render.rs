//! Renders a position as plain text.

use std::collections::BTreeMap;

use crate::Color;
use crate::go::{BoardSize, Point, PointSet, Position};
use crate::point::column_letter;

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
    let size = position.size();
    let at = |point| position.at(point);
    let (marks, stars) = (marks.into_iter().collect(), size.star_points());
    Drawing { size, at, marks, stars, column: column_letter }.draw()
}

pub(crate) struct Drawing<At, Column> {
    pub(crate) size: BoardSize,
    pub(crate) at: At,
    pub(crate) marks: BTreeMap<Point, char>,
    pub(crate) stars: PointSet,
    pub(crate) column: Column,
}

impl<At: Fn(Point) -> Option<Color>, Column: Fn(u8) -> char> Drawing<At, Column> {
    pub(crate) fn draw(&self) -> String {
        let columns = self.column_line();
        let rows = (0..self.size.get()).map(|y| self.row_line(y));
        std::iter::once(columns.clone()).chain(rows).chain([columns]).collect()
    }

    fn column_line(&self) -> String {
        let letters = (0..self.size.width()).flat_map(|x| [' ', (self.column)(x)]);
        format!("  {}\n", letters.collect::<String>())
    }

    fn row_line(&self, y: u8) -> String {
        let label = self.size.get() - y;
        let cells: String =
            (0..self.size.width()).flat_map(|x| [' ', self.cell(Point::new(x, y))]).collect();
        format!("{label:2}{cells} {label}\n")
    }

    fn cell(&self, point: Point) -> char {
        if let Some(&mark) = self.marks.get(&point) {
            return mark;
        }
        match (self.at)(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if self.stars.contains(point) => '+',
            None => '.',
        }
    }
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
