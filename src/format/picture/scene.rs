//! Layout of a picture as shapes. A point of the board is 25 units wide.

use super::font;
use super::shade::{CHALK, INK, LINE, RED, Rgb, shade};
use super::{Picture, PictureCell, PictureMark};
use joseki_game::{Color, Point};

/// The side of a point in units; odd, so that a line of one unit runs through its middle.
pub(super) const CELL: u32 = 25;
/// The distance from the left edge of a point to the line through it.
const HALF: u32 = CELL / 2;
/// The space above the board for the title.
const HEAD: u32 = 30;
/// The height of a line of the legend.
const ROW: u32 = CELL + 5;

/// Shapes in painting order.
pub(super) struct Scene {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) shapes: Vec<Shape>,
}

/// One shape.
pub(super) struct Shape {
    /// The class: `cell`, `grid`, `star`, `stone black`, `stone white`, `mark`, `candidate`,
    /// `label`, `title`, `legend`.
    pub(super) what: &'static str,
    /// The point of the board that it belongs to.
    pub(super) point: Option<Point>,
    pub(super) form: ShapeForm,
}

/// The form of a shape.
pub(super) enum ShapeForm {
    /// A filled rectangle.
    Box { x: u32, y: u32, width: u32, height: u32, fill: Rgb },
    /// A filled disc with an edge one unit wide; its centre is the middle of the unit square at
    /// `x`, `y`.
    Disc { x: u32, y: u32, radius: u32, fill: Rgb, edge: Rgb },
    /// Letters; `x` and `y` are the upper left corner of the first.
    Text { x: u32, y: u32, text: String, fill: Rgb },
}

impl Scene {
    /// Returns the layout of a picture.
    pub(super) fn layout(picture: &Picture) -> Scene {
        let board = (u32::from(picture.part.height) + 2) * CELL;
        let across = (u32::from(picture.part.width) + 2) * CELL;
        let texts = picture.legend.iter().map(|sample| font::width(&sample.text));
        let widest = texts.max().unwrap_or(0) + 2 * CELL;
        let width = across.max(widest + CELL).max(font::width(&picture.title) + 2 * HALF);
        let legend = u32::try_from(picture.legend.len()).unwrap_or(0);
        let mut scene =
            Scene { width, height: HEAD + board + legend * ROW + HALF, shapes: Vec::new() };
        scene.text("title", HALF, HALF, picture.title.clone());
        scene.board(picture);
        for (row, sample) in (0..).zip(&picture.legend) {
            let top = HEAD + board + row * ROW;
            scene.ground("legend", None, (HALF, top), sample.cell);
            scene.content(None, (HALF, top), sample.cell);
            let y = top + HALF - font::HEIGHT / 2;
            scene.text("legend", 2 * CELL, y, sample.text.clone());
        }
        scene
    }

    fn board(&mut self, picture: &Picture) {
        let size = picture.size;
        let points: Vec<(Point, (u32, u32))> = size
            .points()
            .filter_map(|point| {
                let (x, y) = picture.part.place_of(point)?;
                Some((point, (CELL * (x + 1), HEAD + CELL * (y + 1))))
            })
            .collect();
        for (point, at) in &points {
            self.ground("cell", Some(*point), *at, picture.cell(*point));
        }
        self.grid(picture);
        if picture.game.moves_pieces() {
            self.river_and_palaces(picture);
        }
        // Other games are shown without them.
        let stars: Vec<Point> = size.star_points().iter().collect();
        let is_star = |point: &Point| picture.game.has_corners() && stars.contains(point);
        for (point, (x, y)) in points.iter().filter(|(point, _)| is_star(point)) {
            self.filled("star", Some(*point), (x + HALF - 1, y + HALF - 1), 3, 3, LINE);
        }
        for (point, at) in &points {
            self.content(Some(*point), *at, picture.cell(*point));
        }
        self.labels(picture);
    }

    /// Adds the lines. Where the part ends inside the board, they go on to the end of the cell.
    fn grid(&mut self, picture: &Picture) {
        let (part, size) = (picture.part, picture.size);
        let (first, ends) = (CELL + HALF, |goes_on: bool| if goes_on { HALF } else { 0 });
        let span = |from: u8, count: u8, all: u8| {
            let (before, after) = (ends(from > 0), ends(from + count < all));
            (first - before, (u32::from(count) - 1) * CELL + 1 + before + after)
        };
        let (left, across) = span(part.left, part.width, size.width());
        let (top, down) = span(part.top, part.height, size.get());
        for line in 0..u32::from(part.width.max(part.height)) {
            let at = first + line * CELL;
            if line < u32::from(part.height) {
                self.filled("grid", None, (left, HEAD + at), across, 1, LINE);
            }
            if line < u32::from(part.width) {
                self.filled("grid", None, (at, HEAD + top), 1, down, LINE);
            }
        }
    }

    /// Clears the river of lines, and draws the diagonals of the palaces.
    fn river_and_palaces(&mut self, picture: &Picture) {
        let (left, top) = (CELL + HALF, HEAD + CELL + HALF);
        for file in 1..u32::from(picture.size.width()) - 1 {
            let river = (left + file * CELL, top + 4 * CELL + 1);
            self.filled("river", None, river, 1, CELL - 1, shade(0.0));
        }
        for rank in [0, 7] {
            for step in 0..=2 * CELL {
                let y = top + rank * CELL + step;
                self.filled("palace", None, (left + 3 * CELL + step, y), 1, 1, LINE);
                self.filled("palace", None, (left + 5 * CELL - step, y), 1, 1, LINE);
            }
        }
    }

    /// Adds the letters of the columns and the numbers of the rows, on all four sides.
    fn labels(&mut self, picture: &Picture) {
        let part = picture.part;
        let (right, bottom) =
            ((u32::from(part.width) + 1) * CELL, (u32::from(part.height) + 1) * CELL);
        let name = |x, y| picture.point_text(Point::new(part.left + x, part.top + y));
        for line in 0..part.width.max(part.height) {
            let place = (u32::from(line) + 1) * CELL;
            let column = if line < part.width { name(line, 0) } else { String::new() };
            let row = if line < part.height { name(0, line) } else { String::new() };
            let (column, row) = (column.get(..1).unwrap_or(""), row.get(1..).unwrap_or(""));
            for (text, x, y) in
                [(column, place, 0), (column, place, bottom), (row, 0, place), (row, right, place)]
            {
                if text.is_empty() {
                    continue;
                }
                let x = x + HALF + 1 - font::width(text) / 2;
                let y = HEAD + y + HALF - font::HEIGHT / 2;
                self.text("label", x, y, text.to_owned());
            }
        }
    }

    fn ground(
        &mut self,
        what: &'static str,
        point: Option<Point>,
        at: (u32, u32),
        cell: PictureCell,
    ) {
        self.filled(what, point, at, CELL, CELL, shade(cell.shade));
    }

    /// Adds the stone and the mark of a point, given its upper left corner.
    fn content(&mut self, point: Option<Point>, (x, y): (u32, u32), cell: PictureCell) {
        let centre = (x + HALF, y + HALF);
        if let Some(color) = cell.stone {
            let (what, fill) = match color {
                Color::Black => ("stone black", INK),
                Color::White => ("stone white", CHALK),
            };
            self.disc(what, point, centre, 11, fill, INK);
        }
        if let Some(mark) = cell.mark {
            self.mark(point, (x, y), cell, mark);
        }
    }

    fn piece(&mut self, point: Option<Point>, centre: (u32, u32), color: Color, letter: char) {
        let (what, fill, ink) = match color {
            Color::Black => ("piece red", CHALK, RED),
            Color::White => ("piece black", INK, CHALK),
        };
        self.disc(what, point, centre, 11, fill, ink);
        self.disc("ring", None, centre, 9, fill, ink);
        let (x, y) = (centre.0 - font::WIDTH / 2, centre.1 - font::HEIGHT / 2);
        let form = ShapeForm::Text { x, y, text: letter.to_string(), fill: ink };
        self.shapes.push(Shape { what: "letter", point: None, form });
    }

    fn mark(
        &mut self,
        point: Option<Point>,
        (x, y): (u32, u32),
        cell: PictureCell,
        mark: PictureMark,
    ) {
        let centre = (x + HALF, y + HALF);
        match mark {
            PictureMark::Own(color) => {
                let fill = match color {
                    Color::Black => INK,
                    Color::White => CHALK,
                };
                // The rim has the other colour; otherwise a black square on a black cell would be
                // invisible.
                let rim = match (color, cell.stone) {
                    (Color::Black, Some(_)) => CHALK,
                    _ => INK,
                };
                self.filled("mark", point, (x + 8, y + 8), 9, 9, rim);
                self.filled("mark", point, (x + 9, y + 9), 7, 7, fill);
            }
            PictureMark::Leaning(color) => {
                self.filled("mark", point, (x + 8, y + 11), 9, 3, INK);
                if color == Color::Black {
                    self.filled("mark", point, (x + 11, y + 8), 3, 9, INK);
                }
            }
            PictureMark::Neutral => self.disc("mark", point, centre, 2, INK, INK),
            PictureMark::Candidate(letter) => {
                self.filled("mark", point, (x + 6, y + 6), 13, 13, shade(cell.shade));
                let (left, top) = (x + HALF - font::WIDTH / 2, y + HALF - font::HEIGHT / 2);
                self.text("candidate", left, top, letter.to_string());
            }
            PictureMark::Forbidden => {
                for step in 0..9 {
                    self.filled("mark", point, (x + 8 + step, y + 8 + step), 2, 1, INK);
                    self.filled("mark", point, (x + 16 - step, y + 8 + step), 2, 1, INK);
                }
            }
            PictureMark::Piece(color, letter) => self.piece(point, centre, color, letter),
            PictureMark::Last => {
                let fill = if cell.stone == Some(Color::Black) { CHALK } else { INK };
                self.disc("last", point, centre, 4, fill, fill);
            }
            PictureMark::Seki => {
                let (ring, inside) = match cell.stone {
                    Some(Color::Black) => (CHALK, INK),
                    _ => (INK, CHALK),
                };
                self.disc("mark", point, centre, 5, ring, ring);
                self.disc("mark", point, centre, 3, inside, inside);
            }
        }
    }

    fn filled(
        &mut self,
        what: &'static str,
        point: Option<Point>,
        (x, y): (u32, u32),
        width: u32,
        height: u32,
        fill: Rgb,
    ) {
        let form = ShapeForm::Box { x, y, width, height, fill };
        self.shapes.push(Shape { what, point, form });
    }

    fn disc(
        &mut self,
        what: &'static str,
        point: Option<Point>,
        (x, y): (u32, u32),
        radius: u32,
        fill: Rgb,
        edge: Rgb,
    ) {
        let form = ShapeForm::Disc { x, y, radius, fill, edge };
        self.shapes.push(Shape { what, point, form });
    }

    fn text(&mut self, what: &'static str, x: u32, y: u32, text: String) {
        let form = ShapeForm::Text { x, y, text, fill: INK };
        let point = None;
        self.shapes.push(Shape { what, point, form });
    }
}
