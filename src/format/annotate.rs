//! Annotates a game record with comments, judgements, labels and variations.

use std::collections::BTreeMap;
use std::io::Write;

use super::dictionary::verdict_property;
use super::sgf::{GameTree, NodeRef, SgfNodeId, WriteError, Writer};
use joseki_book::Verdict;
use joseki_game::{Color, Move, Point};

/// The properties that judge a move; a node may have one of them (FF\[4\], "Move annotation").
const JUDGEMENTS: [&str; 4] = ["BM", "DO", "IT", "TE"];
/// Setup stones; a node must not mix them with a move.
const SETUP: [&str; 3] = ["AB", "AW", "AE"];
/// The letters of labels.
const LETTERS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];

/// The annotations of a game, by node.
pub type NodeAnnotations = BTreeMap<SgfNodeId, NodeAnnotation>;

/// The annotations of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeAnnotation {
    /// Paragraphs of the comment, appended to the existing one.
    pub comment: Vec<String>,
    /// The judgement of the move. Omitted if the node has no move, two moves, or already a
    /// judgement.
    pub judgement: Option<Verdict>,
    /// Points to be lettered, `A` first. Omitted if the node already has labels.
    pub labels: Vec<Point>,
    /// Variations, appended to the existing ones. Omitted at the last node of a line, where the
    /// first one would look like the moves played.
    pub variations: Vec<Variation>,
}

/// An alternative sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// The comment on the first move.
    pub comment: String,
    /// The judgement of the first move.
    pub judgement: Option<Verdict>,
}

/// Writes a game with annotations in UTF-8.
///
/// All nodes and properties are kept in order, and the main line stays first. `CA` becomes UTF-8,
/// and `FF` is added if missing. The additions are valid FF\[4\], even if applied repeatedly.
///
/// # Errors
/// When the output fails.
pub fn annotate<W: Write>(
    writer: &mut Writer<W>,
    tree: &GameTree,
    notes: &NodeAnnotations,
) -> Result<(), WriteError> {
    let mut annotator = Annotator { writer, tree, notes, open: Vec::new() };
    annotator.writer.begin_tree()?;
    annotator.root()?;
    for node in tree.nodes().skip(1) {
        annotator.close(node.depth())?;
        annotator.open(node)?;
        annotator.writer.node()?;
        annotator.properties(node, None)?;
    }
    annotator.close(0)?;
    annotator.writer.end_tree()
}

struct Annotator<'a, W> {
    writer: &'a mut Writer<W>,
    tree: &'a GameTree,
    notes: &'a NodeAnnotations,
    /// The nodes that opened the current variations.
    open: Vec<SgfNodeId>,
}

impl<'a, W: Write> Annotator<'a, W> {
    fn variations(&self, node: NodeRef<'_>) -> &'a [Variation] {
        let note = self.notes.get(&node.id());
        note.filter(|_| node.children().next().is_some())
            .map_or(&[], |note| note.variations.as_slice())
    }

    /// Begins a variation if the node starts one.
    fn open(&mut self, node: NodeRef<'_>) -> Result<(), WriteError> {
        let Some(parent) = node.parent() else {
            return Ok(());
        };
        if parent.children().nth(1).is_some() || !self.variations(parent).is_empty() {
            self.open.push(node.id());
            self.writer.begin_variation()?;
        }
        Ok(())
    }

    /// Ends the variations that do not contain a node of this depth; those of the notes follow the
    /// last existing one.
    fn close(&mut self, depth: usize) -> Result<(), WriteError> {
        while let Some(last) = self.open.last().map(|id| self.tree.node(*id)) {
            if last.depth() < depth {
                break;
            }
            self.open.pop();
            self.writer.end_variation()?;
            let Some(parent) = last.parent() else {
                continue;
            };
            if last.is_last_child() {
                for variation in self.variations(parent) {
                    self.variation(variation)?;
                }
            }
        }
        Ok(())
    }

    fn variation(&mut self, variation: &Variation) -> Result<(), WriteError> {
        self.writer.begin_variation()?;
        for (index, (color, played)) in variation.moves.iter().enumerate() {
            self.writer.node()?;
            self.writer.property(ident(*color), [played.to_sgf()])?;
            if index == 0 {
                let said = Some(&variation.comment).filter(|text| !text.is_empty());
                self.writer.property("C", said)?;
                self.judge(variation.judgement)?;
            }
        }
        self.writer.end_variation()
    }

    fn judge(&mut self, judgement: Option<Verdict>) -> Result<(), WriteError> {
        match judgement.map(verdict_property) {
            Some((ident, value)) => self.writer.property(ident, [value]),
            None => Ok(()),
        }
    }

    fn root(&mut self) -> Result<(), WriteError> {
        let root = self.tree.root();
        self.writer.node()?;
        if !root.has("FF") {
            self.writer.property("FF", ["4"])?;
        }
        if !root.has("CA") {
            self.writer.property("CA", ["UTF-8"])?;
        }
        self.properties(root, Some("UTF-8"))
    }

    /// Writes the properties of a node and the additions of its note; `charset` replaces the root's
    /// `CA`.
    fn properties(&mut self, node: NodeRef<'_>, charset: Option<&str>) -> Result<(), WriteError> {
        let note = self.notes.get(&node.id());
        let said = note.map_or(&[][..], |note| note.comment.as_slice());
        for property in node.properties() {
            match (property.ident(), charset) {
                ("CA", Some(charset)) => self.writer.property("CA", [charset])?,
                ("C", _) if !said.is_empty() => {
                    let before = property.values().map(|value| value.text().into_owned());
                    let all = before.chain(said.iter().cloned());
                    let all: Vec<String> = all.filter(|text| !text.is_empty()).collect();
                    self.writer.property("C", [all.join("\n\n")])?;
                }
                (ident, _) => self.writer.raw(ident, property.values())?,
            }
        }
        let Some(note) = note else {
            return Ok(());
        };
        if !said.is_empty() && !node.has("C") {
            self.writer.property("C", [said.join("\n\n")])?;
        }
        if may_be_judged(node) {
            self.judge(note.judgement)?;
        }
        if !node.has("LB") {
            let labels = note.labels.iter().map(|point| point.to_sgf());
            self.writer.composed("LB", labels.zip(LETTERS.map(str::to_owned)))?;
        }
        Ok(())
    }
}

/// Whether a node has exactly one move and no judgement.
fn may_be_judged(node: NodeRef<'_>) -> bool {
    let any = |idents: &[&str]| idents.iter().any(|ident| node.has(ident));
    node.has("B") != node.has("W") && !any(&JUDGEMENTS) && !any(&SETUP)
}

const fn ident(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Limits, read_collection};
    use proptest::prelude::*;

    fn tree(text: &str) -> GameTree {
        let collection = read_collection(text.as_bytes(), &Limits::default()).expect("SGF");
        assert_eq!(collection.trees.len(), 1, "{text}");
        collection.trees.into_iter().next().expect("a tree")
    }

    fn written(tree: &GameTree, notes: &NodeAnnotations) -> String {
        let mut writer = Writer::new(Vec::new());
        annotate(&mut writer, tree, notes).expect("written");
        String::from_utf8(writer.finish().expect("whole")).expect("UTF-8")
    }

    fn variation(text: &str) -> Variation {
        Variation {
            moves: vec![
                (Color::Black, Point::new(3, 3).into()),
                (Color::White, Point::new(2, 2).into()),
            ],
            comment: text.to_owned(),
            judgement: Some(Verdict::Ideal),
        }
    }

    fn note(text: &str) -> NodeAnnotation {
        NodeAnnotation {
            comment: vec![text.to_owned()],
            judgement: Some(Verdict::Mistake),
            labels: vec![Point::new(0, 0), Point::new(1, 1)],
            variations: vec![variation("better]"), variation("")],
        }
    }

    fn at(tree: &GameTree, index: usize) -> SgfNodeId {
        tree.nodes().nth(index).expect("a node").id()
    }

    #[test]
    fn what_is_there_stays_and_comes_first() {
        let game = tree("(;GM[1]CA[gb2312];B[pd]C[old\\]]XX[a](;W[dd])(;W[qf]))");
        let notes = NodeAnnotations::from([(at(&game, 1), note("new"))]);
        let text = written(&game, &notes).replace('\n', "");
        assert_eq!(
            text,
            "(;FF[4]GM[1]CA[UTF-8];B[pd]C[old\\]new]XX[a]BM[1]LB[aa:A][bb:B](;W[dd])(;W[qf])\
             (;B[dd]C[better\\]]TE[2];W[cc])(;B[dd]TE[2];W[cc]))"
        );
    }

    #[test]
    fn a_judgement_and_labels_that_are_there_are_not_doubled() {
        for before in ["BM[2]", "TE[1]", "DO[]", "IT[]"] {
            let game = tree(&format!("(;GM[1];B[pd]{before}LB[cc:1];W[dd])"));
            let text = written(&game, &NodeAnnotations::from([(at(&game, 1), note("new"))]));
            let idents = JUDGEMENTS.map(|ident| text.matches(&format!("]{ident}[")).count());
            // Two of them are in the variations.
            assert_eq!(idents.iter().sum::<usize>(), 3, "{text}");
            assert!(text.contains("LB[cc:1]C[new]"), "{text}");
        }
    }

    #[test]
    fn only_one_move_is_judged() {
        for node in ["", "B[pd]W[dd]", "AB[dd]", "AB[dd]B[pd]"] {
            let game = tree(&format!("(;GM[1];{node})"));
            let text = written(&game, &NodeAnnotations::from([(at(&game, 1), note("new"))]));
            assert!(!text.contains("BM"), "{text}");
        }
    }

    #[test]
    fn the_end_of_a_line_gets_no_continuation() {
        let game = tree("(;GM[1];B[pd])");
        let text = written(&game, &NodeAnnotations::from([(at(&game, 1), note("new"))]));
        assert_eq!(tree(&text).node_count(), 2, "{text}");
    }

    /// A tree as text: letters open and close variations.
    fn trees() -> impl Strategy<Value = String> {
        let nodes = proptest::collection::vec((0u8..4, 0u8..5), 1..14);
        nodes.prop_map(|nodes| {
            let mut text = "(;GM[1]".to_owned();
            let mut open = 0;
            for (shape, what) in nodes {
                let node = ["B[aa]", "W[bb]", "C[x]", "", "B[cc]DO[]"][usize::from(what)];
                match shape {
                    0 if !text.ends_with(')') => {
                        text += &format!("(;{node}");
                        open += 1;
                    }
                    1 if open > 0 => {
                        text += &format!(")(;{node}");
                    }
                    _ if !text.ends_with(')') => text += &format!(";{node}"),
                    _ => {}
                }
            }
            text + &")".repeat(open + 1)
        })
    }

    proptest! {
        /// Without notes the tree is the same; with them the old nodes are found in their order,
        /// and the main line stays first.
        #[test]
        fn every_node_stays(text in trees(), places in proptest::collection::btree_set(0usize..14, 0..5)) {
            let game = tree(&text);
            let same = tree(&written(&game, &NodeAnnotations::new()));
            prop_assert_eq!(same.node_count(), game.node_count());
            let notes: NodeAnnotations = places.into_iter().filter(|place| *place < game.node_count())
                .map(|place| (at(&game, place), note("new"))).collect();
            let once = tree(&written(&game, &notes));
            let added: usize = notes.keys().filter(|id| game.node(**id).children().next().is_some()).count();
            prop_assert_eq!(once.node_count(), game.node_count() + 4 * added);
            let line = |tree: &GameTree| {
                std::iter::successors(Some(tree.root()), |node| node.children().next()).map(|node| {
                    ["B", "W"].map(|ident| node.first(ident).map(|value| value.raw().to_owned()))
                }).collect::<Vec<_>>()
            };
            prop_assert_eq!(line(&once), line(&game));
            for node in once.nodes() {
                prop_assert!(JUDGEMENTS.iter().filter(|ident| node.has(ident)).count() <= 1);
            }
        }
    }
}
