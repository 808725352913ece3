//! How the marks and comments of a node that is its own mirror are turned: as what follows it.
//!
//! The node's content waits until a line below it equals none of its own images. The first one in
//! the order of the file decides.

use super::import::Importer;
use joseki_book::{NodeData, NodeId};
use joseki_game::{Symmetries, Symmetry};

/// The content of a node that equals some of its images.
pub struct WaitingContent {
    node: NodeId,
    /// In the orientation of the first of `own`.
    data: NodeData,
    /// The symmetries by which the node's line becomes canonical.
    own: Symmetries,
    /// The one of them by which a line below it does.
    turned: Option<Symmetry>,
    /// The content above it that waited, too.
    above: Option<usize>,
}

impl Importer<'_> {
    /// Adds what names points in the content of a node, below other content that waits, and returns
    /// its place. The rest is the same in every orientation and merged in the order of the file.
    pub(super) fn wait(
        &mut self,
        (node, mut content): (NodeId, NodeData),
        own: Symmetries,
        above: Option<usize>,
    ) -> Option<usize> {
        let data = NodeData {
            comment: content.comment.take(),
            marks: std::mem::take(&mut content.marks),
            ..NodeData::default()
        };
        if !content.is_empty() {
            self.merge_content(node, content);
        }
        if data.is_empty() {
            return above;
        }
        self.waiting.push(WaitingContent { node, data, own, turned: None, above });
        Some(self.waiting.len() - 1)
    }

    /// Turns the content at a place and above it, as far as nothing before has.
    pub(super) fn turn(&mut self, mut place: Option<usize>, symmetry: Symmetry) {
        while let Some(content) = place.and_then(|place| self.waiting.get_mut(place)) {
            if content.turned.is_some() {
                return;
            }
            content.turned = Some(symmetry);
            place = content.above;
        }
    }

    /// Merges what waited in a tree. What nothing turned has the least of its images.
    pub(super) fn merge_waiting(&mut self) {
        let alphabet = self.forest.variant().alphabet();
        for WaitingContent { node, data, own, turned, .. } in std::mem::take(&mut self.waiting) {
            let back = own.first().inverse();
            let data = match turned {
                Some(symmetry) => data.transformed(back.then(symmetry), alphabet),
                None => data.canonical(own.iter().map(|it| back.then(it)).collect(), alphabet),
            };
            self.merge_content(node, data);
        }
    }

    /// Merges the content of a node, whose conditions were settled when its move was placed.
    pub(super) fn merge_content(&mut self, node: NodeId, mut data: NodeData) {
        let own = self.forest.node(node).data();
        data.conditions = own.map(|own| own.conditions.clone()).unwrap_or_default();
        self.merge(node, false, &data);
    }
}
