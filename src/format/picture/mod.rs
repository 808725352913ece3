//! Boards as pictures: a heat map with stones, marks and a legend, as SVG and as PNG.
//!
//! - [`Picture`], [`Cell`], [`Mark`], [`Sample`]: what is on a picture
//! - [`Picture::to_svg`]: the picture as text, with names for those who cannot see it
//! - [`Picture::to_png`]: the same as pixels
//!
//! Inside, by stage: `scene` lays a picture out as shapes, `svg` writes them, `raster` paints them with the letters
//! of `font`, `file` packs the pixels; `shade` has the colours.

mod file;
mod font;
mod raster;
mod scene;
mod shade;
mod svg;

use crate::game::Color;
use crate::game::go::{BoardSize, Point};

/// A board as a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Lines of the board.
    pub size: BoardSize,
    /// What it shows, in a few words; it stands above the board.
    pub title: String,
    /// The same in whole sentences, for those who cannot see it.
    pub description: String,
    /// The points, row by row from the top; missing ones are empty.
    pub cells: Vec<Cell>,
    /// What colours and marks mean; below the board.
    pub legend: Vec<Sample>,
}

/// One point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// Whose colour it has, and how strong it is: −1 (White's, full) to 1 (Black's).
    pub shade: f64,
    /// Its stone.
    pub stone: Option<Color>,
    /// What is marked on it.
    pub mark: Option<Mark>,
}

/// What is marked on a point. No mark is told from another by its colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A side's own: a full square, black, or white with a dark rim. On a stone it says that the stone is dead.
    Own(Color),
    /// A side has influence: a plus sign for Black, a minus sign for White.
    Leaning(Color),
    /// Neither side's: a small dot.
    Neutral,
    /// A stone in seki: a ring on it.
    Seki,
}

/// A line of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// How it looks.
    pub cell: Cell,
    /// What it means.
    pub text: String,
}

impl Picture {
    /// The point's cell; an empty one if it is missing.
    fn cell(&self, point: Point) -> Cell {
        let lines = usize::from(self.size.get());
        let index = usize::from(point.y()) * lines + usize::from(point.x());
        self.cells.get(index).copied().unwrap_or_default()
    }
}
