//! The complete state of one node, as changes record it.

use strum::VariantArray;

use super::field::Field;
use super::node_data::NodeData;

/// A node without its place: its data and its flags.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeState {
    /// Whether a line ends here.
    pub ends: bool,
    /// Whether the node is in the book only because of counted games.
    pub mined: bool,
    /// Whether the node and its subtree are retired.
    pub retired: bool,
    /// The data of the move; `None` instead of empty data.
    pub data: Option<Box<NodeData>>,
}

impl NodeState {
    /// The data of the move, empty if there is none.
    #[must_use]
    pub fn known(&self) -> NodeData {
        self.data.as_deref().cloned().unwrap_or_default()
    }

    /// The state with other data.
    #[must_use]
    pub fn with_data(self, data: NodeData) -> NodeState {
        let data = Some(data).filter(|data| !data.is_empty()).map(Box::new);
        NodeState { data, ..self }
    }

    /// The data fields in which two states differ.
    pub fn differing_fields(&self, other: &NodeState) -> impl Iterator<Item = Field> + use<> {
        let (one, two) = (self.known(), other.known());
        let differ = move |field: &Field| !field.is_same(&one, &two);
        Field::VARIANTS.iter().copied().filter(differ)
    }
}
