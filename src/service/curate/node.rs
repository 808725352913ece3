//! One node of a book, as curators see it.

use crate::book::Book;
use crate::curate::Curation;
use crate::engine::evaluate::NodeEvaluation;
use crate::error::ServiceError;
use crate::next::examples::{ExampleGame, is_wanted};
use crate::next::statistics::{GamesFilter, PlayWeights, Statistics};
use crate::past::BookRef;
use joseki_book::{Forest, LeftOut, Line, NodeData, NodeId, Proposal, Tally, Turns, Verdict};
use joseki_game::LinePosition;

/// A node with its surroundings, all in the canonical frame of its line.
#[derive(Clone, Debug)]
pub struct NodeAnswer {
    /// Name of the book.
    pub book: String,
    /// Version of the book.
    pub version: u64,
    /// Version in which the node was last changed; 0 in an earlier state of a book.
    pub revision: u64,
    /// Whether the node or one of its ancestors is retired.
    pub retired: bool,
    /// Canonical line of the node.
    pub line: Line,
    /// Curated data of the node.
    pub data: NodeData,
    /// Whether a line ends here.
    pub ends: bool,
    /// Moves that follow, including tenukis.
    pub children: Vec<ChildNode>,
    /// Other lines that lead to the same position.
    pub transpositions: Vec<Line>,
    /// Verdict: a curator's, else the one that the evidence proposes.
    pub verdict: Option<Verdict>,
    /// Proposal from the evidence, even if a curator's verdict exists.
    pub proposal: Option<Proposal>,
    /// Statistics of counted games, including by year, from the view of the side that played the
    /// move.
    pub statistics: Option<Statistics>,
    /// Example games of the statistics.
    pub examples: Vec<ExampleGame>,
    /// Turns at which counted games continued after it.
    pub turns: Turns,
    /// Whether it is in the book only because of counted games.
    pub mined: bool,
    /// Engine evaluations of its position, most visits first.
    pub evaluations: Vec<NodeEvaluation>,
}

/// A child of the node.
#[derive(Clone, Debug)]
pub struct ChildNode {
    /// Line of the child.
    pub line: Line,
    /// Curated data of the child.
    pub data: NodeData,
    /// Verdict: a curator's, else the one that the evidence proposes.
    pub verdict: Option<Verdict>,
    /// Statistics of counted games, from the view of the side that plays the move.
    pub statistics: Option<Statistics>,
    /// Whether it has no continuation.
    pub leaf: bool,
    /// Whether it is retired.
    pub retired: bool,
}

impl Curation<'_> {
    /// Returns the node of a line in either handedness; the empty line is the empty corner.
    ///
    /// # Errors
    /// Unknown book, unknown line, or unreadable store.
    pub fn node(
        &self,
        book: &BookRef,
        line: &Line,
        games: &GamesFilter,
    ) -> Result<NodeAnswer, ServiceError> {
        self.service.ask(book, |book| self.node_of(book, line, games))
    }

    fn node_of(
        &self,
        book: &Book,
        line: &Line,
        games: &GamesFilter,
    ) -> Result<NodeAnswer, ServiceError> {
        games.check(book)?;
        let index = &book.index;
        let Some(node) = index.find(line) else {
            return retired_node(book, line).ok_or_else(|| ServiceError::UnknownNode {
                book: book.info.name.clone(),
                line: line.canonical(),
            });
        };
        let data = |id: NodeId| index.data(id).cloned().unwrap_or_default();
        let line = index.line(node);
        let key = LinePosition::replay(index.variant(), &line)
            .map(|position| position.key(line.to_move()));
        let same = key.into_iter().flat_map(|key| index.matches(key));
        let games = games.select(index.cohorts(), PlayWeights::default());
        let mut statistics = Statistics::new(index, node, &games);
        if let Some(statistics) = &mut statistics {
            statistics.add_years(index, node, &games);
            statistics.add_kinds(index, node, &games);
            statistics.add_examples(index, node, Tally::EXAMPLES);
        }
        let children = index.children(node).map(|child| ChildNode {
            line: index.line(child),
            data: data(child),
            verdict: index.verdict(child),
            statistics: Statistics::new(index, child, &games),
            leaf: !index.has_children(child),
            retired: false,
        });
        let numbers = statistics.as_ref().map(|found| found.examples.as_slice());
        let next_moves = self.service.next_moves();
        let examples = next_moves.games_of(book, numbers.unwrap_or_default())?;
        Ok(NodeAnswer {
            evaluations: self.service.engines().node_evaluations(index, node)?,
            examples: examples.into_iter().filter(|game| is_wanted(&games, game)).collect(),
            verdict: index.verdict(node),
            proposal: index.proposal(node),
            turns: index.turns(node).total(),
            mined: index.is_mined(node),
            statistics,
            book: book.info.name.clone(),
            version: book.info.version,
            revision: book.index.revision(node),
            retired: false,
            data: data(node),
            ends: index.ends(node),
            children: children.chain(retired_children(book, &line)).collect(),
            transpositions: same
                .filter(|found| found.node != node)
                .map(|found| index.line(found.node))
                .collect(),
            line,
        })
    }
}

/// Returns a retired node; it has no current counts or results.
fn retired_node(book: &Book, line: &Line) -> Option<NodeAnswer> {
    let shelf = book.shelf_along(line);
    let id = shelf.find(line)?;
    let node = shelf.node(id);
    let data = node.data().cloned().unwrap_or_default();
    Some(NodeAnswer {
        book: book.info.name.clone(),
        version: book.info.version,
        revision: node.revision,
        retired: true,
        line: shelf.line(id),
        verdict: data.verdict,
        data,
        ends: node.ends,
        children: shelf_children(&shelf, id),
        transpositions: Vec::new(),
        proposal: None,
        statistics: None,
        examples: Vec::new(),
        turns: Turns::default(),
        mined: node.mined,
        evaluations: Vec::new(),
    })
}

/// Returns the retired children of a node in use.
fn retired_children(book: &Book, line: &Line) -> impl Iterator<Item = ChildNode> {
    let shelf = book.shelf_along(line);
    let children = shelf.find(line).map(|id| shelf_children(&shelf, id)).unwrap_or_default();
    children.into_iter().filter(|child| book.index.find(&child.line).is_none())
}

fn shelf_children(shelf: &Forest, id: NodeId) -> Vec<ChildNode> {
    let children = shelf.node(id).children().iter().map(|child| {
        let node = shelf.node(*child);
        let data = node.data().cloned().unwrap_or_default();
        ChildNode {
            line: shelf.line(*child),
            verdict: data.verdict,
            data,
            statistics: None,
            leaf: node.children().is_empty() && node.left_out == LeftOut::Nothing,
            retired: true,
        }
    });
    children.collect()
}
