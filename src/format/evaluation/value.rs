//! An engine's evaluation of a position.

/// An engine's evaluation of a position, from Black's view. It has a lead or a win rate or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Black's lead in points, komi included; negative if White leads. Within ±1000.
    pub lead: Option<f32>,
    /// The probability that Black wins, from 0 to 1; a game without result counts as half a win.
    pub win_rate: Option<f32>,
    /// Visits or playouts of the search; rounded by some programs.
    pub visits: Option<u32>,
    /// The position evaluated.
    pub position: EvaluatedPosition,
}

/// The position that an evaluation at a node refers to. Without a move both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvaluatedPosition {
    /// The position before the node's own move.
    BeforeMove,
    /// The position after the node's own move.
    AfterMove,
}
