//! Boards as pictures: stones, marks, a heat map and a legend, as SVG or PNG.
//!
//! - [`Picture`], [`PicturePart`], [`PictureCell`], [`PictureMark`], [`LegendEntry`]: the content of a picture
//! - [`escaped()`]: a text as XML
//! - [`Picture::to_svg`]: the picture as SVG, with text for screen readers
//! - [`Picture::to_png`]: the picture as PNG
//!
//! The stages inside: `scene` arranges a picture as shapes, `svg` writes them, `raster` paints them
//! with the letters of `font`, `file` encodes the pixels; `shade` defines the colours.

mod file;
mod font;
mod raster;
mod scene;
mod shade;
mod svg;

pub use svg::escaped;

use joseki_game::xiangqi::Square;
use joseki_game::{BoardSize, Color, Corner, Game, Point};

/// A board as a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The game, whose players' notation names the points.
    pub game: Game,
    /// The size of the board.
    pub size: BoardSize,
    /// The part of the board that is shown.
    pub part: PicturePart,
    /// A short title, shown above the board.
    pub title: String,
    /// A description in full sentences, for screen readers.
    pub description: String,
    /// The points, row by row from the top; missing ones are empty.
    pub cells: Vec<PictureCell>,
    /// The meaning of colours and marks, shown below the board.
    pub legend: Vec<LegendEntry>,
}

/// A rectangle of points: left and top edge from 0, and the numbers of columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PicturePart {
    /// The leftmost column.
    pub left: u8,
    /// The top row.
    pub top: u8,
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
}

impl PicturePart {
    /// Lines of a corner: enough for all moves of common joseki.
    const CORNER: u8 = 13;

    /// A corner of a board, or all of it.
    #[must_use]
    pub fn of_corner(size: BoardSize, corner: Option<Corner>) -> PicturePart {
        let (columns, rows) = (size.width(), size.get());
        let Some(corner) = corner else {
            return PicturePart { left: 0, top: 0, width: columns, height: rows };
        };
        let (width, height) = (columns.min(PicturePart::CORNER), rows.min(PicturePart::CORNER));
        let is_right = matches!(corner, Corner::UpperRight | Corner::LowerRight);
        let is_lower = matches!(corner, Corner::LowerLeft | Corner::LowerRight);
        PicturePart {
            left: if is_right { columns - width } else { 0 },
            top: if is_lower { rows - height } else { 0 },
            width,
            height,
        }
    }

    /// The column and row of a point in the part, if it contains the point.
    fn place_of(self, point: Point) -> Option<(u32, u32)> {
        let x = point.x().checked_sub(self.left).filter(|x| *x < self.width)?;
        let y = point.y().checked_sub(self.top).filter(|y| *y < self.height)?;
        Some((x.into(), y.into()))
    }
}

/// The content of one point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PictureCell {
    /// The colour and its strength: −1 (White's, full) to 1 (Black's).
    pub shade: f64,
    /// Its stone.
    pub stone: Option<Color>,
    /// Its mark.
    pub mark: Option<PictureMark>,
}

/// A mark on a point. Marks never differ by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureMark {
    /// A side's territory: a full square, black, or white with a dark rim. On a stone it marks the
    /// stone as dead.
    Own(Color),
    /// A side has influence: a plus sign for Black, a minus sign for White.
    Leaning(Color),
    /// Neutral: a small dot.
    Neutral,
    /// A stone in seki: a ring on the stone.
    Seki,
    /// A candidate move: its letter or sign.
    Candidate(char),
    /// The last stone: a small disc of the other colour.
    Last,
    /// A point that renju forbids to Black: a cross.
    Forbidden,
    /// A piece of xiangqi: its letter on a light disc with a ring for Red, who is Black in other
    /// games, or on a dark disc.
    Piece(Color, char),
}

/// A line of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// Its appearance.
    pub cell: PictureCell,
    /// Its meaning.
    pub text: String,
}

impl Picture {
    /// The name of a point.
    fn point_text(&self, point: Point) -> String {
        if let Some(square) = Square::from_point(point).filter(|_| self.game.moves_pieces()) {
            return square.to_string();
        }
        let region = self.game.regions().first();
        region.map_or_else(|| point.to_gtp(self.size), |region| region.move_text(point, self.size))
    }

    /// The cell of a point; empty if missing.
    fn cell(&self, point: Point) -> PictureCell {
        let columns = usize::from(self.size.width());
        let index = usize::from(point.y()) * columns + usize::from(point.x());
        self.cells.get(index).copied().unwrap_or_default()
    }
}
