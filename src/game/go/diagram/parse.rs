//! Parses a position from plain text.

use std::iter::Peekable;

use thiserror::Error;

use crate::BoardSizeError;
use crate::Color;
use crate::go::{BoardSize, Point, Position};
use crate::point::column_letter;

/// Parses a whole board, one line per row: `.` `+` `,` empty, `X` `#` `B` black, `O` `W` white,
/// with or without spaces between the points.
///
/// Coordinates may surround the board as GTP programs print them. Text after the right-hand label
/// is ignored, and parentheses round the last move are skipped. The lines of a forum diagram may
/// begin with `$$`; such a diagram may have a title and a frame of `|` and `-`. Stones are set up
/// as drawn: a chain without liberties stays.
///
/// ```
/// use joseki_game::go::diagram;
/// use joseki_game::Point;
///
/// let position = diagram::parse(". X .\nX O X\n. X .")?;
/// assert_eq!(position.size().get(), 3);
/// assert!(position.at(Point::new(1, 1)).is_some());
/// assert!(diagram::parse(". X\n. ? ").is_err());
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
///
/// # Errors
///
/// When a row contains any other character, a row label has the wrong number, or the rows do not
/// form a square of 2 to 25 lines.
pub fn parse(text: &str) -> Result<Position, ParseDiagramError> {
    let rows = read_rows(text)?;
    let size = size_of(&rows)?;
    let mut position = Position::new(size);
    for (y, row) in (0..size.get()).zip(&rows) {
        check_labels(row, size.get() - y)?;
        for (x, &cell) in (0..size.get()).zip(&row.cells) {
            if let Some(color) = cell {
                position.place(color, Point::new(x, y));
            }
        }
    }
    Ok(position)
}

/// The reason why a text is not a board. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseDiagramError {
    /// No row at all.
    #[error("the diagram has no rows")]
    NoRows,
    /// A character that does not stand for a point.
    #[error(
        "line {line}, column {column}: invalid point {found:?}: \
         expected one of . + , (empty), X # B (black), O W (white)"
    )]
    Cell {
        /// The line of the text.
        line: usize,
        /// The column of the text.
        column: usize,
        /// The character found.
        found: char,
    },
    /// A row that is shorter or longer than the first.
    #[error(
        "line {line}, column {column}: {found} points in this row, but {expected} in the first"
    )]
    Length {
        /// The line of the text.
        line: usize,
        /// The column of the row's last point.
        column: usize,
        /// The points in this row.
        found: usize,
        /// The points in the first row.
        expected: usize,
    },
    /// A row label that is not the number of the row, counted from the bottom.
    #[error("line {line}, column {column}: the row label is {found}, expected {expected}")]
    Label {
        /// The line of the text.
        line: usize,
        /// The column of the label.
        column: usize,
        /// The label.
        found: u8,
        /// The row's number.
        expected: u8,
    },
    /// The number of rows differs from the number of columns.
    #[error("line {line}: {rows} rows of {columns} points, but a board must be square")]
    NotSquare {
        /// The line of the last row.
        line: usize,
        /// The number of rows.
        rows: usize,
        /// The number of points in each row.
        columns: usize,
    },
    /// A square of an unsupported size.
    #[error("line {line}: {source}")]
    Size {
        /// The line of the last row.
        line: usize,
        /// The error for the number of lines.
        source: BoardSizeError,
    },
}

/// One row of points and the labels next to it.
#[derive(Default)]
struct DiagramRow {
    line: usize,
    cells: Vec<Option<Color>>,
    /// The column of the last point.
    end: usize,
    labels: Vec<Label>,
}

struct Label {
    column: usize,
    number: u8,
}

fn read_rows(text: &str) -> Result<Vec<DiagramRow>, ParseDiagramError> {
    let mut rows = Vec::new();
    let mut may_be_title = true;
    for (line, whole) in (1..).zip(text.lines()) {
        let forum = whole.trim_start().strip_prefix("$$");
        let bare = forum.unwrap_or(whole);
        let is_title = forum.is_some() && std::mem::take(&mut may_be_title) && is_title(bare);
        if !is_title && !is_around(bare) {
            // Columns are those of the whole line, so the stripped prefix counts.
            let first_column = whole.chars().count() - bare.chars().count() + 1;
            rows.push(read_row(line, first_column, bare)?);
        }
    }
    Ok(rows)
}

/// Whether the first line of a forum diagram is its title: rows have no lower-case letters and do
/// not begin with a letter directly after the `$$`.
fn is_title(line: &str) -> bool {
    line.starts_with(char::is_alphabetic) || line.contains(char::is_lowercase)
}

/// Whether a line is blank, a line of column letters, or a border.
fn is_around(line: &str) -> bool {
    let mut marks = line.chars().filter(|c| !c.is_whitespace());
    let is_border = line.contains('-') && marks.clone().all(|c| "-+|".contains(c));
    let mut letters = (0..BoardSize::MAX.get()).map(column_letter);
    is_border || marks.all(|mark| letters.next() == Some(mark))
}

fn read_row(line: usize, first_column: usize, text: &str) -> Result<DiagramRow, ParseDiagramError> {
    let mut row = DiagramRow { line, ..DiagramRow::default() };
    let mut rest = (first_column..).zip(text.chars()).peekable();
    while let Some(&(column, found)) = rest.peek() {
        if found.is_ascii_digit() {
            let number = read_number(&mut rest);
            row.labels.push(Label { column, number });
            if !row.cells.is_empty() {
                break;
            }
            continue;
        }
        if !is_filler(found) {
            let cell = cell_of(found).ok_or(ParseDiagramError::Cell { line, column, found })?;
            row.cells.push(cell);
            row.end = column;
        }
        rest.next();
    }
    Ok(row)
}

/// Whether the character may stand between points: white space, a frame, parentheses round the last
/// move.
fn is_filler(c: char) -> bool {
    c.is_whitespace() || "|()".contains(c)
}

fn cell_of(c: char) -> Option<Option<Color>> {
    match c {
        '.' | '+' | ',' => Some(None),
        'X' | '#' | 'B' => Some(Some(Color::Black)),
        'O' | 'W' => Some(Some(Color::White)),
        _ => None,
    }
}

/// Reads digits. Saturates, so a number that is too large for a label never matches one.
fn read_number(rest: &mut Peekable<impl Iterator<Item = (usize, char)>>) -> u8 {
    let mut number: u8 = 0;
    while let Some((_, c)) = rest.next_if(|(_, c)| c.is_ascii_digit()) {
        let digit = c.to_digit(10).map_or(0, |digit| digit as u8);
        number = number.saturating_mul(10).saturating_add(digit);
    }
    number
}

fn size_of(rows: &[DiagramRow]) -> Result<BoardSize, ParseDiagramError> {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return Err(ParseDiagramError::NoRows);
    };
    let expected = first.cells.len();
    if let Some(row) = rows.iter().find(|row| row.cells.len() != expected) {
        let (line, column, found) = (row.line, row.end, row.cells.len());
        return Err(ParseDiagramError::Length { line, column, found, expected });
    }
    let (line, rows, columns) = (last.line, rows.len(), expected);
    if rows != columns {
        return Err(ParseDiagramError::NotSquare { line, rows, columns });
    }
    let lines = u8::try_from(columns).unwrap_or(u8::MAX);
    BoardSize::new(lines).map_err(|source| ParseDiagramError::Size { line, source })
}

fn check_labels(row: &DiagramRow, expected: u8) -> Result<(), ParseDiagramError> {
    match row.labels.iter().find(|label| label.number != expected) {
        None => Ok(()),
        Some(label) => Err(ParseDiagramError::Label {
            line: row.line,
            column: label.column,
            found: label.number,
            expected,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram::render;

    fn stones(text: &str) -> String {
        let position = parse(text).unwrap();
        let letter = |p| position.at(p).map_or('.', Color::letter);
        position.size().points().map(letter).collect()
    }

    #[track_caller]
    fn refused(text: &str, message: &str) {
        assert_eq!(parse(text).unwrap_err().to_string(), message);
    }

    #[test]
    fn bare_rows_with_and_without_spaces() {
        assert_eq!(stones(". X\nO ."), ".BW.");
        assert_eq!(stones(".X\nO."), ".BW.");
        assert_eq!(stones("+#,\nB.X\nWO."), ".B.B.BWW.");
        assert_eq!(stones("\n\n  .X \r\n\t O. \r\n\n"), ".BW.");
    }

    #[test]
    fn coordinates_as_a_gtp_program_prints_them() {
        let text = "
   A B C
 3 . X . 3
 2 X(O)+ 2     WHITE (O) has captured 0 stones
 1 . . . 1     BLACK (X) has captured 1 stones
   A B C
";
        assert_eq!(stones(text), ".B.BW....");
        assert_eq!(stones("  A B\n2 X .\n1 . O"), "B..W");
        assert_eq!(stones("X . 2\n. O 1\nA B"), "B..W");
    }

    #[test]
    fn forum_diagrams_with_title_and_frame() {
        let text = "
$$B Black to play
$$ +-------+
$$ | . X . |
$$ | O X , |
$$ | . . . |
$$ +-------+
";
        assert_eq!(stones(text), ".B.WB....");
        assert_eq!(stones("$$ A title\n$$ . X\n$$ O ."), ".BW.");
        assert_eq!(stones("$$\n$$ . X\n$$ O ."), ".BW.");
        assert_eq!(stones("$$ . X\n$$ O ."), ".BW.");
    }

    #[test]
    fn drawings_of_every_size_read_back() {
        for size in BoardSize::all() {
            let mut position = Position::new(size);
            for (n, point) in size.points().enumerate() {
                match n % 7 {
                    0 | 3 => position.place(Color::Black, point),
                    1 | 6 => position.place(Color::White, point),
                    _ => None,
                };
            }
            assert_eq!(parse(&render(&position)), Ok(position));
        }
    }

    #[test]
    fn errors_name_line_and_column() {
        refused("", "the diagram has no rows");
        refused("A B C\n\n---", "the diagram has no rows");
        refused(
            "  A B\n2 . x\n1 . .",
            "line 2, column 5: invalid point 'x': \
             expected one of . + , (empty), X # B (black), O W (white)",
        );
        refused(
            "$$ . .\n$$ . é",
            "line 2, column 6: invalid point 'é': \
             expected one of . + , (empty), X # B (black), O W (white)",
        );
        refused(". .\n. . .", "line 2, column 5: 3 points in this row, but 2 in the first");
        refused("2 . . 2\n2 . . 1", "line 2, column 1: the row label is 2, expected 1");
        refused("2 . . 2\n1 . . 3", "line 2, column 7: the row label is 3, expected 1");
        refused("9999 . .\n1 . .", "line 1, column 1: the row label is 255, expected 2");
        refused(". . .\n. . .", "line 2: 2 rows of 3 points, but a board must be square");
        refused(".", "line 1: invalid board size 1: expected 2 to 25 lines");
    }

    #[test]
    fn a_board_that_is_too_large_is_refused() {
        let square = |lines: usize| format!("{}\n", ".".repeat(lines)).repeat(lines);
        assert!(parse(&square(25)).is_ok());
        refused(&square(26), "line 26: invalid board size 26: expected 2 to 25 lines");
        refused(&square(300), "line 300: invalid board size 255: expected 2 to 25 lines");
    }
}
