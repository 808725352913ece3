//! What a book keeps of one node, whole: what a change of the book turns into something else.

use super::field::Field;
use super::node_data::NodeData;

/// A node without its place: what is written of it, and how it stands in its book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeState {
    /// Whether a line ends here.
    pub ends: bool,
    /// Whether the node is in the book only because of counted games.
    pub mined: bool,
    /// Whether the node and all that follows it was taken out of use.
    pub retired: bool,
    /// What is known of the move; nothing rather than empty data.
    pub data: Option<Box<NodeData>>,
}

impl NodeState {
    /// What is known of the move, empty if nothing is.
    #[must_use]
    pub fn known(&self) -> NodeData {
        self.data.as_deref().cloned().unwrap_or_default()
    }

    /// The state with other knowledge.
    #[must_use]
    pub fn with_data(self, data: NodeData) -> NodeState {
        let data = Some(data).filter(|data| !data.is_empty()).map(Box::new);
        NodeState { data, ..self }
    }

    /// The fields of the knowledge in which two states differ.
    pub fn differing_fields(&self, other: &NodeState) -> impl Iterator<Item = Field> + use<> {
        let (one, two) = (self.known(), other.known());
        let differ = move |field: &Field| !field.is_same(&one, &two);
        Field::ALL.iter().copied().filter(differ)
    }
}
