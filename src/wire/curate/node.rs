//! Node of a book in an orientation of the board.

use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::evaluate::EvaluationJson;
use crate::mine::game::ExampleJson;
use crate::next::proposed::{ProposedJson, verdict_by};
use crate::next::response::handedness;
use crate::next::statistics::{StatisticsJson, TurnsJson};
use crate::oriented::OrientedLine;
use joseki_book::{Mark, NodeData};
use joseki_game::{Side, Step};
use joseki_service::curate::{ChildNode, NodeAnswer};
use joseki_store::BookVersion;

/// Node of a book with the moves that follow it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeJson {
    /// The book.
    pub book: BookVersion,
    /// Version of the book in which the node was last edited, ignoring counted games and results; 0
    /// for past states of a book.
    pub revision: u64,
    /// Whether the node or one before it is retired: stored, but excluded from queries for moves.
    pub retired: bool,
    /// Canonical line; empty for the empty corner.
    pub line: String,
    /// Corner of the orientation: `upper_left`, `upper_right`, `lower_left` or `lower_right`.
    pub corner: &'static str,
    /// Orientation of the canonical line: `clockwise`, `counter_clockwise`, or `undetermined` for a
    /// symmetric line.
    pub handedness: &'static str,
    /// Colour of the line's first move in this orientation, `B` or `W`.
    pub color: String,
    /// Points of the line in this orientation; null for a tenuki.
    pub points: Vec<Option<String>>,
    /// Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; a curator's, otherwise the
    /// proposed one; null if there is none.
    pub verdict: Option<&'static str>,
    /// Source of the verdict: `curator` or `games`; null without a verdict.
    pub verdict_by: Option<&'static str>,
    /// Verdict supported by counted games, even if a curator's overrides it; null without enough
    /// evidence.
    pub proposed: Option<ProposedJson>,
    /// Advantage after the move, in the unit of the book, positive for the first mover; null if
    /// unknown.
    pub advantage: Option<f64>,
    /// Side that ends in sente: the `first` or `second` mover; null if unknown.
    pub sente: Option<&'static str>,
    /// Confidence of the curators, 0 to 100; null if not given.
    pub confidence: Option<u8>,
    /// Names of the joseki or variation.
    pub names: Vec<String>,
    /// Free keywords.
    pub tags: Vec<String>,
    /// Sources of the node.
    pub sources: Vec<String>,
    /// Comment, with points and colours in this orientation; null if there is none.
    pub comment: Option<String>,
    /// Marks and labels.
    pub marks: Vec<MarkJson>,
    /// Conditions, in steps of the line as written in the URL; empty if there are none.
    pub conditions: String,
    /// Other SGF properties of the source, unchanged.
    pub properties: std::collections::BTreeMap<String, Vec<String>>,
    /// Whether a line ends here.
    pub ends: bool,
    /// Whether the node exists only because of counted games.
    pub mined: bool,
    /// Statistics of counted games, with trend and examples; null if the book counts none.
    pub statistics: Option<StatisticsJson>,
    /// Continuations of counted games after this position, all filters ignored; null if the book
    /// counts none.
    pub turns: Option<TurnsJson>,
    /// Engine evaluations of the position, most visits first.
    pub evaluations: Vec<EvaluationJson>,
    /// Moves that follow.
    pub children: Vec<ChildJson>,
    /// Canonical lines of other move orders that reach the same position.
    pub transpositions: Vec<String>,
}

/// Move that follows a node.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChildJson {
    /// Canonical line of the move's node.
    pub line: String,
    /// The move as a step, `XX` for a tenuki.
    pub step: String,
    /// The move in this orientation; null for a tenuki.
    pub point: Option<String>,
    /// Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none.
    pub verdict: Option<&'static str>,
    /// Source of the verdict: `curator` or `games`; null without a verdict.
    pub verdict_by: Option<&'static str>,
    /// Statistics of counted games; null if the book counts none.
    pub statistics: Option<StatisticsJson>,
    /// Names of the joseki or variation.
    pub names: Vec<String>,
    /// Whether no moves follow.
    pub leaf: bool,
    /// Whether the node is retired.
    pub retired: bool,
}

/// Mark on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MarkJson {
    /// SGF property: `TR`, `LB`, `AR` and so on.
    pub kind: String,
    /// Point of the mark, or start of an arrow or line; null for a tenuki.
    pub point: Option<String>,
    /// End of an arrow or line; null for other marks.
    pub to: Option<String>,
    /// Text of a label; null for other marks.
    pub label: Option<String>,
}

/// View of a node in an orientation on a board of 19 lines.
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'a>(pub &'a OrientedLine);

impl NodeView<'_> {
    /// Describes a node in this orientation.
    #[must_use]
    pub fn node(self, node: &NodeAnswer) -> NodeJson {
        let data = &node.data;
        let list = |set: &std::collections::BTreeSet<String>| set.iter().cloned().collect();
        NodeJson {
            book: BookVersion { name: node.book.clone(), version: node.version },
            revision: node.revision,
            retired: node.retired,
            line: node.line.to_string(),
            corner: self.0.frame.region.into(),
            handedness: handedness(match node.line.orientations().len() {
                1 => Some(self.0.frame.symmetry.into()),
                _ => None,
            }),
            color: self.0.coords.letter(self.0.first).to_owned(),
            points: node.line.steps().iter().map(|step| self.point(*step)).collect(),
            verdict: node.verdict.map(Into::into),
            verdict_by: verdict_by(Some(data), node.verdict),
            proposed: node.proposal.as_ref().map(ProposedJson::from),
            advantage: data.advantage,
            sente: data.sente.map(|side| if side == Side::First { "first" } else { "second" }),
            confidence: data.confidence,
            names: list(&data.names),
            tags: list(&data.tags),
            sources: list(&data.sources),
            comment: self.comment(data),
            marks: data.marks.iter().map(|mark| self.mark(mark)).collect(),
            conditions: data.conditions.transformed(self.0.written).to_string(),
            properties: data
                .properties
                .iter()
                .map(|(name, set)| (name.clone(), list(set)))
                .collect(),
            ends: node.ends,
            mined: node.mined,
            statistics: node.statistics.as_ref().map(|counted| {
                let examples = node.examples.iter().map(ExampleJson::from);
                StatisticsJson::new(counted, Some(examples.collect()))
            }),
            turns: node.statistics.is_some().then(|| TurnsJson::from(&node.turns)),
            evaluations: node.evaluations.iter().map(EvaluationJson::from).collect(),
            children: node.children.iter().map(|child| self.child(child)).collect(),
            transpositions: node.transpositions.iter().map(ToString::to_string).collect(),
        }
    }

    pub(super) fn point(self, step: Step) -> Option<String> {
        let size = self.0.variant.size();
        let played = self.0.frame.move_of(step, size).ok()?;
        Some(self.0.coords.move_text(played, size))
    }

    pub(super) fn comment(self, data: &NodeData) -> Option<String> {
        let size = self.0.variant.size();
        let point = |step: Step| match self.0.frame.move_of(step, size) {
            Ok(played) => self.0.frame.region.move_text(played, size),
            Err(_) => step.to_string(),
        };
        let text = data.comment.as_ref()?;
        Some(text.render(self.0.variant.alphabet(), self.0.first, point))
    }

    pub(super) fn mark(self, mark: &Mark) -> MarkJson {
        MarkJson {
            kind: mark.property.clone(),
            point: self.point(mark.step),
            to: mark.to.and_then(|to| self.point(to)),
            label: mark.label.clone(),
        }
    }

    fn child(self, child: &ChildNode) -> ChildJson {
        let step = child.line.steps().last().copied().unwrap_or(Step::TENUKI);
        ChildJson {
            line: child.line.to_string(),
            step: step.to_string(),
            point: self.point(step),
            verdict: child.verdict.map(Into::into),
            verdict_by: verdict_by(Some(&child.data), child.verdict),
            statistics: child.statistics.as_ref().map(|counted| StatisticsJson::new(counted, None)),
            names: child.data.names.iter().cloned().collect(),
            leaf: child.leaf,
            retired: child.retired,
        }
    }
}
