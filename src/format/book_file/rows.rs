//! A node as a row of a table.

use super::head::Contents;
use super::selection::Selection;
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_book::NodeId;
use joseki_game::{Color, Side};

/// The columns, in order.
pub const COLUMNS: [&str; 19] = [
    "line",
    "parent",
    "step",
    "depth",
    "mover",
    "ends",
    "verdict",
    "confidence",
    "advantage",
    "sente",
    "games",
    "scored",
    "points",
    "weight",
    "names",
    "tags",
    "sources",
    "comment",
    "conditions",
];

/// The row of a node. Points and steps are letters of the line.
pub struct NodeRow {
    /// The canonical line.
    pub line: String,
    /// The parent's line; empty for a first step.
    pub parent: String,
    /// The last step; `XX` is a tenuki.
    pub step: String,
    /// The number of steps.
    pub depth: usize,
    /// The mover, `first` or `second`.
    pub mover: &'static str,
    /// Whether a line ends here.
    pub ends: bool,
    /// The verdict on the move, a curator's or one from evidence.
    pub verdict: Option<&'static str>,
    /// The confidence, 0 to 100.
    pub confidence: Option<u8>,
    /// The advantage after it, positive for the first mover.
    pub advantage: Option<f64>,
    /// The side that ends in sente.
    pub sente: Option<&'static str>,
    /// The number of counted games, over all move orders that lead to the position.
    pub games: u32,
    /// The number of those with a result.
    pub scored: u32,
    /// The mover's points in these; a draw counts half.
    pub points: f64,
    /// The weight.
    pub weight: u32,
    /// Names.
    pub names: Vec<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Sources.
    pub sources: Vec<String>,
    /// The comment; points in it are steps.
    pub comment: Option<String>,
    /// The conditions on the board.
    pub conditions: Option<String>,
}

/// The selected nodes, in the order of their lines.
pub fn nodes(selection: &Selection<'_>) -> Result<Vec<NodeId>, Cancelled> {
    let mut nodes = Vec::new();
    for (_, node) in selection.index.walk().skip(1) {
        checkpoint()?;
        if selection.takes(node) {
            nodes.push(node);
        }
    }
    Ok(nodes)
}

/// The contents of a file with a row for each of these nodes.
pub fn contents(selection: &Selection<'_>, nodes: &[NodeId]) -> Contents {
    let (rows, left_out) = (nodes.len(), selection.left_out());
    Contents { unit: "row", entries: rows, moves: rows, left_out, ..Contents::default() }
}

/// The row of a node.
pub fn row(selection: &Selection<'_>, node: NodeId) -> NodeRow {
    let index = selection.index;
    let depth = selection.depth(node);
    let count = index.count_by_position(node, |_| true);
    let data = index.data(node).cloned().unwrap_or_default();
    let comment = data.comment.as_ref();
    let alphabet = index.variant().alphabet();
    NodeRow {
        line: index.line(node).to_string(),
        parent: index.line(index.parent(node)).to_string(),
        step: index.step(node).to_string(),
        depth,
        mover: Side::to_move_after(depth - 1).into(),
        ends: index.ends(node),
        verdict: index.verdict(node).map(Into::into),
        confidence: data.confidence,
        advantage: data.advantage,
        sente: data.sente.map(Into::into),
        games: count.games,
        scored: count.scored,
        points: f64::from(count.half_points) / 2.0,
        weight: selection.weight(node),
        comment: comment.map(|text| text.render(alphabet, Color::Black, |step| step.to_string())),
        conditions: (!data.conditions.is_always()).then(|| data.conditions.to_string()),
        names: data.names.into_iter().collect(),
        tags: data.tags.into_iter().collect(),
        sources: data.sources.into_iter().collect(),
    }
}
