//! Blocks of stones and connected points, and their strength under Ryder's model.

use super::{Links, Model, Ryder};
use joseki_game::go::{PointSet, Position};
use joseki_game::{Color, Point};

/// Stones of one colour and the connected and semi-connected points between and beside them, as far
/// as they are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RyderBlock {
    /// Its stones.
    pub stones: PointSet,
    /// Its connected points.
    pub connected: PointSet,
    /// Its semi-connected points.
    pub semi_connected: PointSet,
    /// The connected points whose influence exceeds [`RyderBlock::threshold`]: their number is the
    /// strength of the block.
    pub strong: PointSet,
}

impl RyderBlock {
    /// Returns the influence that a strong point exceeds: that beside a lone stone.
    #[must_use]
    pub fn threshold(model: &Ryder) -> i32 {
        Model::Ryder(model.clone()).full()
    }

    /// Finds the blocks of a colour, by their first stones.
    ///
    /// ```
    /// use joseki_game::Color;
    /// use joseki_game::go::diagram;
    /// use joseki_influence::{Links, Ryder, RyderBlock};
    ///
    /// // The point between two stones joins them, and has the influence of both.
    /// let board = diagram::parse(". . . . .\n. X . X .\n. . . . .\n. . . . .\nO . . . .")?;
    /// let links = Links::new(&board, Color::Black);
    /// let blocks = RyderBlock::find(&board, Color::Black, &links, &Ryder::default());
    /// assert_eq!(blocks.len(), 1);
    /// assert_eq!((blocks[0].connected.len(), blocks[0].strong.len()), (7, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn find(board: &Position, color: Color, links: &Links, model: &Ryder) -> Vec<RyderBlock> {
        let field = model.field(board);
        let threshold = RyderBlock::threshold(model);
        let is_strong = |point: &Point| match color {
            Color::Black => field.at(*point) > threshold,
            Color::White => -field.at(*point) > threshold,
        };
        let mut left = board.stones(color);
        let all = left.union(links.connected).union(links.semi_connected);
        let mut blocks = Vec::new();
        while let Some(first) = left.first() {
            let mut block = PointSet::from(first);
            loop {
                let grown = block.union(block.neighbours(board.size()).intersection(all));
                if grown == block {
                    break;
                }
                block = grown;
            }
            let connected = block.intersection(links.connected);
            blocks.push(RyderBlock {
                stones: block.intersection(left),
                connected,
                semi_connected: block.intersection(links.semi_connected),
                strong: connected.iter().filter(is_strong).collect(),
            });
            left = left.difference(block);
        }
        blocks
    }
}
