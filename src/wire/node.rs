//! One node of a book, laid on a board.

use serde::Serialize;
use utoipa::ToSchema;

use super::evaluate::EvaluationJson;
use super::game::ExampleJson;
use super::laid::Laid;
use super::proposed::{ProposedJson, verdict_by};
use super::statistics::{StatisticsJson, TurnsJson};
use crate::book::{Mark, NodeData, Side};
use crate::game::Step;
use crate::game::go::{BoardSize, Handedness};
use crate::service::{ChildNode, NodeAnswer};

/// A node with the moves that follow it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeJson {
    /// The book.
    pub book: super::BookVersionJson,
    /// The version of the book in which the node was last changed; what is counted or learned of it is no
    /// change. 0 of an earlier state of a book.
    pub revision: u64,
    /// Whether the node, or one before it, is out of use: kept, and answered to nobody who asks for moves.
    pub retired: bool,
    /// The canonical line.
    pub line: String,
    /// The corner in which the line is laid.
    pub corner: &'static str,
    /// How the canonical line is laid there: `clockwise`, `counter_clockwise`, or `undetermined` while both
    /// ways fit.
    pub handedness: &'static str,
    /// Who makes the first move as the line is laid, `B` or `W`.
    pub color: String,
    /// The points of the line as laid on the board; null for a tenuki.
    pub points: Vec<Option<String>>,
    /// `ideal`, `good`, `mistake`, `trick` or `question`: a curator's, else the proposed one.
    pub verdict: Option<&'static str>,
    /// Whose verdict it is: a `curator`'s, or that of the `games`.
    pub verdict_by: Option<&'static str>,
    /// The verdict that counted games speak for, whoever's is given; null where they say too little.
    pub proposed: Option<ProposedJson>,
    /// The advantage after it, positive for the first mover.
    pub advantage: Option<f64>,
    /// Who ends in sente: `first` or `second` mover.
    pub sente: Option<&'static str>,
    /// How sure the curators are, 0 to 100.
    pub confidence: Option<u8>,
    /// Names of the joseki or variation.
    pub names: Vec<String>,
    /// Free keywords.
    pub tags: Vec<String>,
    /// Where it was taken from.
    pub sources: Vec<String>,
    /// The comment, its points and colours as laid on the board.
    pub comment: Option<String>,
    /// Marks and labels.
    pub marks: Vec<MarkJson>,
    /// What must be true of the board, in letters of the line as it is written in the address; empty for nothing.
    pub conditions: String,
    /// Properties of the source that are kept word for word.
    pub properties: std::collections::BTreeMap<String, Vec<String>>,
    /// Whether a line ends here.
    pub ends: bool,
    /// Whether it is in the book only because of counted games.
    pub mined: bool,
    /// What counted games say of its move, with trend and examples; null where the book counts none.
    pub statistics: Option<StatisticsJson>,
    /// How counted games went on after it, all of them; null where the book counts none.
    pub turns: Option<TurnsJson>,
    /// What engines say of its position, the evaluation with the most visits first.
    pub evaluations: Vec<EvaluationJson>,
    /// The moves that follow.
    pub children: Vec<ChildJson>,
    /// Other lines that lead to the same position.
    pub transpositions: Vec<String>,
}

/// A move that follows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChildJson {
    /// Its line.
    pub line: String,
    /// Its step, `XX` for a tenuki.
    pub step: String,
    /// Its point as laid on the board; null for a tenuki.
    pub point: Option<String>,
    /// Its verdict.
    pub verdict: Option<&'static str>,
    /// Whose verdict it is: a `curator`'s, or that of the `games`.
    pub verdict_by: Option<&'static str>,
    /// What counted games say of it; null where the book counts none.
    pub statistics: Option<StatisticsJson>,
    /// Its names.
    pub names: Vec<String>,
    /// Whether nothing follows it.
    pub leaf: bool,
    /// Whether it is out of use.
    pub retired: bool,
}

/// A mark.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MarkJson {
    /// The SGF property: `TR`, `LB`, `AR` and so on.
    pub kind: String,
    /// Where it stands, or starts.
    pub point: Option<String>,
    /// Where an arrow or a line ends.
    pub to: Option<String>,
    /// The text of a label.
    pub label: Option<String>,
}

/// A node told as it is laid on a board of 19 lines.
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'a>(pub &'a Laid);

const SIZE: BoardSize = BoardSize::NINETEEN;

impl NodeView<'_> {
    /// A node as laid on the board.
    #[must_use]
    pub fn node(self, node: &NodeAnswer) -> NodeJson {
        let data = &node.data;
        let list = |set: &std::collections::BTreeSet<String>| set.iter().cloned().collect();
        NodeJson {
            book: super::BookVersionJson {
                name: node.book.clone(),
                version: node.version,
            },
            revision: node.revision,
            retired: node.retired,
            line: node.line.to_string(),
            corner: self.0.frame.corner.name(),
            handedness: match (node.line.is_mirrored(), self.0.frame.handedness) {
                (None, _) => "undetermined",
                (_, Handedness::Clockwise) => "clockwise",
                (_, Handedness::CounterClockwise) => "counter_clockwise",
            },
            color: self.0.first.letter().to_string(),
            points: node
                .line
                .steps()
                .iter()
                .map(|step| self.point(*step))
                .collect(),
            verdict: node.verdict.map(|verdict| verdict.name()),
            verdict_by: verdict_by(Some(data), node.verdict),
            proposed: node.proposal.as_ref().map(ProposedJson::from),
            advantage: data.advantage,
            sente: data.sente.map(|side| {
                if side == Side::First {
                    "first"
                } else {
                    "second"
                }
            }),
            confidence: data.confidence,
            names: list(&data.names),
            tags: list(&data.tags),
            sources: list(&data.sources),
            comment: self.comment(data),
            marks: data.marks.iter().map(|mark| self.mark(mark)).collect(),
            conditions: match self.0.mirrored {
                true => data.conditions.mirror().to_string(),
                false => data.conditions.to_string(),
            },
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
            turns: node
                .statistics
                .is_some()
                .then(|| TurnsJson::from(&node.turns)),
            evaluations: node.evaluations.iter().map(EvaluationJson::from).collect(),
            children: node
                .children
                .iter()
                .map(|child| self.child(child))
                .collect(),
            transpositions: node
                .transpositions
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }

    fn point(self, step: Step) -> Option<String> {
        let point = self.0.frame.point_of(step, SIZE).ok()?;
        Some(self.0.coords.point(point, SIZE))
    }

    fn comment(self, data: &NodeData) -> Option<String> {
        let point = |step: Step| match self.0.frame.point_of(step, SIZE) {
            Ok(point) => point.to_gtp(SIZE),
            Err(_) => step.to_string(),
        };
        let text = data.comment.as_ref()?;
        Some(text.render(self.0.first, point))
    }

    fn mark(self, mark: &Mark) -> MarkJson {
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
            verdict: child.verdict.map(|verdict| verdict.name()),
            verdict_by: verdict_by(Some(&child.data), child.verdict),
            statistics: child
                .statistics
                .as_ref()
                .map(|counted| StatisticsJson::new(counted, None)),
            names: child.data.names.iter().cloned().collect(),
            leaf: child.leaf,
            retired: child.retired,
        }
    }
}
