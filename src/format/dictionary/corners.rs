//! Determines the corners of a tree, and the corner that a stone belongs to.

use crate::moves::points_of;
use crate::sgf::{GameTree, NodeRef};
use joseki_game::go::Position;
use joseki_game::{BoardSize, Color, Corner, Frame, IllegalMove, Point, Step};

pub use joseki_game::go::is_foreign;

/// The last letter at which a stone can open a corner other than the first: six lines.
const OPENING_LETTER: u8 = 5;

/// The last letter at which a stone is near the corner: eight lines.
const NEAR_LETTER: u8 = 7;

/// The colours that play in each corner's area at or below each node of a tree: bit `2 · corner +
/// colour`; and [`NEAR`].
pub struct CornerPlay(Vec<u16>);

/// Set if a stone is played near some corner.
const NEAR: u16 = 1 << 8;

impl CornerPlay {
    /// Collects the masks of a tree, from the leaves to the root.
    pub fn new(tree: &GameTree, size: BoardSize) -> CornerPlay {
        let mut masks: Vec<u16> = vec![0; tree.node_count()];
        let nodes: Vec<_> = tree.nodes().collect();
        for node in nodes.into_iter().rev() {
            for (color, point) in points_of(node, size) {
                if let Some((corner, step)) = home_of(point, size) {
                    let near = if is_near(step) { NEAR } else { 0 };
                    masks[node.id().index()] |= bit(corner, color) | near;
                }
            }
            if let Some(parent) = node.parent() {
                masks[parent.id().index()] |= masks[node.id().index()];
            }
        }
        CornerPlay(masks)
    }

    /// Whether both colours play in a corner at or below a node.
    pub fn both_play(&self, node: usize, corner: Corner) -> bool {
        let both = bit(corner, Color::Black) | bit(corner, Color::White);
        self.0.get(node).is_some_and(|mask| mask & both == both)
    }

    /// Whether a stone is played near some corner at or below a node.
    pub fn plays_near(&self, node: usize) -> bool {
        self.0.get(node).is_some_and(|mask| mask & NEAR != 0)
    }
}

/// Whether a move in a corner is answered there directly, in some variation.
pub fn is_answered(node: NodeRef<'_>, corner: Corner, size: BoardSize) -> bool {
    let plays_there = |child: NodeRef<'_>| {
        let mut homes = points_of(child, size).filter_map(|(_, point)| home_of(point, size));
        homes.any(|(other, _)| other == corner)
    };
    node.children().any(plays_there)
}

/// The corner whose area contains a point, with its clockwise step; `None` on a middle line.
pub fn home_of(point: Point, size: BoardSize) -> Option<(Corner, Step)> {
    let corner = Corner::containing(point, size)?;
    Some((corner, Frame::clockwise(corner).step_at(point, size)?))
}

/// Whether a stone may open another corner of a tree.
pub fn opens_corner(step: Step) -> bool {
    step.coordinates().is_some_and(|(u, v)| u.max(v) <= OPENING_LETTER)
}

/// Whether a step is near the corner: within its first eight lines.
pub fn is_near(step: Step) -> bool {
    step.coordinates().is_some_and(|(u, v)| u.max(v) <= NEAR_LETTER)
}

fn bit(corner: Corner, color: Color) -> u16 {
    1 << (2 * corner.index() + color as usize)
}

/// Plays a stone. Returns `false` if the point is occupied, which is the only error. A tree may
/// omit a ko threat, and a move that the rules forbid is for the curator to judge.
pub fn play(board: &mut Position, color: Color, point: Point) -> bool {
    match board.play(color, point) {
        Ok(_) => true,
        Err(IllegalMove::Ko) => {
            board.pass();
            board.play(color, point).is_ok()
        }
        Err(IllegalMove::Suicide) => board.play_allowing_suicide(color, point).is_ok(),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_steps_are_those_of_the_facts_page() {
        let foreign = |text: &str| is_foreign(text.parse().expect("a step"), BoardSize::NINETEEN);
        for text in ["KK", "PA", "AP", "SS", "LM", "PP"] {
            assert!(foreign(text), "{text}");
        }
        for text in ["DD", "JJ", "JK", "OJ", "CO", "JO"] {
            assert!(!foreign(text), "{text}");
        }
    }

    #[test]
    fn a_middle_line_is_no_corner() {
        let size = BoardSize::NINETEEN;
        let home = |text: &str| {
            home_of(Point::from_gtp(text, size).expect("a point"), size).map(|(corner, _)| corner)
        };
        assert_eq!(home("K10"), None);
        assert_eq!(home("K16"), None);
        assert_eq!(home("L16"), Some(Corner::UpperRight));
        assert_eq!(home("J9"), Some(Corner::LowerLeft));
    }
}
