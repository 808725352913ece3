//! Estimates heap memory, without the allocator's overhead.

use std::collections::BTreeSet;
use std::mem::size_of;

use super::conditions::{Conditions, Literal};
use super::node_data::{Mark, NodeData};

/// The most entries of a node of the standard library's B-trees, and the bytes of its links.
const TREE_NODE: (usize, usize) = (11, 16);

/// The bytes of a list's capacity.
pub(super) fn list<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// The bytes of a node's data, the struct included.
pub(super) fn node_data(data: &NodeData) -> usize {
    let comment = data.comment.as_ref().map_or(0, |text| text.template().len());
    let properties = data.properties.iter();
    let properties: usize = properties.map(|(name, values)| name.capacity() + texts(values)).sum();
    size_of::<NodeData>()
        + comment
        + texts(&data.names)
        + texts(&data.tags)
        + texts(&data.sources)
        + marks(&data.marks)
        + conditions(&data.conditions)
        + properties
        + tree::<(String, BTreeSet<String>)>(data.properties.len())
}

fn texts(texts: &BTreeSet<String>) -> usize {
    tree::<String>(texts.len()) + texts.iter().map(String::capacity).sum::<usize>()
}

fn marks(marks: &BTreeSet<Mark>) -> usize {
    let own =
        |mark: &Mark| mark.property.capacity() + mark.label.as_ref().map_or(0, String::capacity);
    tree::<Mark>(marks.len()) + marks.iter().map(own).sum::<usize>()
}

fn conditions(conditions: &Conditions) -> usize {
    let alternatives = conditions.alternatives();
    tree::<BTreeSet<Literal>>(alternatives.len())
        + alternatives.map(|all| tree::<Literal>(all.len())).sum::<usize>()
}

/// The least bytes that a tree with this many entries takes.
fn tree<T>(entries: usize) -> usize {
    let (room, links) = TREE_NODE;
    entries.div_ceil(room) * (room * size_of::<T>() + links)
}
