//! The nodes with text of a book that is not in memory.

use std::collections::HashMap;
use std::sync::Arc;

use super::Index;
use super::source::StoredNode;
use super::stored::StoredNodes;
use crate::line::Line;

/// Number of lines that are kept, so that the nodes of a subtree need not be followed to the root
/// one by one.
const MAX_LINES: usize = 1 << 14;

/// Reads the nodes that have names, tags or a comment, page by page. None of them is kept.
#[derive(Debug)]
pub struct TextNodes {
    stored: Arc<StoredNodes>,
    /// The number from which the next page is read; `None` after the last page.
    next: Option<u32>,
    /// Lines by the numbers of nodes; `None` for a node that is not in use.
    lines: HashMap<u32, Option<Line>>,
}

impl Index {
    /// The nodes with text of a book that is not in memory; `None` for one in memory.
    #[must_use]
    pub fn text_nodes(&self) -> Option<TextNodes> {
        let stored = Arc::clone(self.stored.as_ref()?);
        Some(TextNodes { stored, next: Some(0), lines: HashMap::new() })
    }
}

impl TextNodes {
    /// Returns the next page, perhaps with nodes that are not in use; `None` after the last one, or
    /// once a page cannot be read.
    pub fn next_page(&mut self) -> Option<Vec<StoredNode>> {
        let page = self.stored.with_text(self.next?)?;
        self.next = page.last().and_then(|last| last.number.checked_add(1));
        Some(page)
    }

    /// Returns the line of a node; `None` if it is not in use.
    pub fn line(&mut self, node: &StoredNode) -> Option<Line> {
        if node.retired {
            return None;
        }
        if node.number == 0 {
            return Some(Line::new());
        }
        let mut line = self.line_before(node.parent)?;
        line.push(node.step);
        Some(line)
    }

    fn line_before(&mut self, number: u32) -> Option<Line> {
        if number == 0 {
            return Some(Line::new());
        }
        if let Some(known) = self.lines.get(&number) {
            return known.clone();
        }
        let path = self.stored.path(number)?;
        if self.lines.len() >= MAX_LINES {
            self.lines.clear();
        }
        let mut line = Line::new();
        for node in &path {
            line.push(node.step);
            self.lines.insert(node.number, Some(line.clone()));
        }
        let line = (!path.is_empty()).then_some(line);
        self.lines.insert(number, line.clone());
        line
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::index::stored::tests::stored;
    use crate::index::tests_support::{any_book, counted};
    use crate::{NodeId, Text};

    proptest! {
        #[test]
        fn nodes_with_text_are_those_of_the_loaded_book(
            book in any_book(), texts in proptest::collection::vec(0u8..5, 40),
        ) {
            let mut book = counted(book);
            let ids: Vec<NodeId> = book.nodes().map(|(id, _)| id).collect();
            for (id, text) in ids.into_iter().zip(texts) {
                match text {
                    0 => book.data_mut(id).names = BTreeSet::from(["a name".to_owned()]),
                    1 => book.data_mut(id).tags = BTreeSet::from(["a tag".to_owned()]),
                    2 => book.data_mut(id).comment = Some(Text::from_template("words")),
                    _ => {}
                }
            }
            let memory = Index::build(book.clone().live());
            let has_text = |id: &NodeId| {
                let data = memory.data(*id);
                data.is_some_and(|data| {
                    !data.names.is_empty() || !data.tags.is_empty() || data.comment.is_some()
                })
            };
            let games =
                |id: NodeId| memory.tally(id).map_or(0, |tally| u64::from(tally.total().games));
            let mut wanted: Vec<(Line, u64)> = memory
                .nodes()
                .filter(has_text)
                .map(|id| (memory.line(id), games(id)))
                .collect();
            wanted.sort_unstable();
            let index = stored(book, Vec::new());
            let mut texts = index.text_nodes().expect("a book that is stored");
            let mut found = Vec::new();
            while let Some(page) = texts.next_page() {
                let nodes = page.iter();
                found.extend(nodes.filter_map(|node| Some((texts.line(node)?, node.games()))));
            }
            found.sort_unstable();
            prop_assert_eq!(found, wanted);
            prop_assert!(!index.has_failed());
            prop_assert!(memory.text_nodes().is_none());
        }
    }
}
