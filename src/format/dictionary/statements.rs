//! Collects the dependencies stated in the comments of an import, and settles them at the end.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::converting::{Meaning, meaning};
use super::phrases;
use super::phrases::Phrase;
use super::properties::NodePlacement;
use super::report::{ConvertedPhrase, ImportReport, PhraseToReview, Phrases, ReviewReason};
use super::walk::PlacedMove;
use crate::sgf::NodeRef;
use joseki_book::{Conditions, Forest, Index, MAX_ALTERNATIVES, NodeId, Predicate};

/// A sentence or some stones, with the file's line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceStatement {
    /// The file's line, from 1.
    pub at: u32,
    /// The text as written.
    pub text: String,
}

/// The statements of an import, by node.
pub struct SourceStatements {
    mode: Phrases,
    /// The conditions that source and book give each node apart from comments.
    given: HashMap<NodeId, GivenConditions>,
    phrases: BTreeMap<NodeId, Vec<(u32, Phrase)>>,
    review: Vec<(NodeId, SourceStatement, ReviewReason)>,
    reviewed: HashSet<(NodeId, SourceStatement, ReviewReason)>,
}

#[derive(Default)]
struct GivenConditions {
    before: Option<Conditions>,
    /// The source's conditions; `None` if it has not given the move yet.
    said: Option<Conditions>,
    explicit: bool,
}

impl SourceStatements {
    /// Creates an empty collection.
    pub fn new(mode: Phrases) -> SourceStatements {
        SourceStatements {
            mode,
            given: HashMap::new(),
            phrases: BTreeMap::new(),
            review: Vec::new(),
            reviewed: HashSet::new(),
        }
    }

    /// Records the conditions of a move in the source; `explicit` if the source states them itself.
    pub fn add_move(&mut self, placed: &PlacedMove, explicit: bool) {
        if self.mode == Phrases::Ignore {
            return;
        }
        let given = self.given.entry(placed.node).or_insert_with(|| GivenConditions {
            before: placed.before.clone(),
            ..GivenConditions::default()
        });
        given.explicit |= explicit;
        given.said = Some(match &given.said {
            Some(said) => said.or(&placed.said),
            None => placed.said.clone(),
        });
    }

    /// Records the statements in a source node's comment about the book's node.
    pub fn add_comment(&mut self, node: NodeRef<'_>, id: NodeId, place: NodePlacement) {
        if self.mode == Phrases::Ignore {
            return;
        }
        let comments = node.property("C").into_iter().flat_map(|it| it.values());
        for value in comments {
            for phrase in phrases::find(&value.text(), place) {
                let heard = self.phrases.entry(id).or_default();
                if !heard.iter().any(|(_, other)| *other == phrase) {
                    heard.push((node.line(), phrase));
                }
            }
        }
    }

    /// Records stones that cannot be a condition.
    pub fn review(&mut self, id: NodeId, said: SourceStatement, why: ReviewReason) {
        let entry = (id, said, why);
        if self.mode != Phrases::Ignore && self.reviewed.insert(entry.clone()) {
            self.review.push(entry);
        }
    }

    /// Converts clear statements to conditions and reports the others.
    pub fn settle(&mut self, forest: &mut Forest, report: &mut ImportReport) {
        let phrases = std::mem::take(&mut self.phrases);
        if !phrases.is_empty() {
            let index = Index::build(forest.clone().live());
            for (id, heard) in phrases {
                self.settle_node(&index, forest, id, heard, report);
            }
        }
        for (id, said, why) in std::mem::take(&mut self.review) {
            report.to_review.push(PhraseToReview {
                line: forest.line(id),
                at: said.at,
                phrase: said.text,
                why,
                suggested: None,
            });
        }
    }

    fn settle_node(
        &self,
        index: &Index,
        forest: &mut Forest,
        id: NodeId,
        heard: Vec<(u32, Phrase)>,
        report: &mut ImportReport,
    ) {
        let line = forest.line(id);
        let none = GivenConditions::default();
        let given = self.given.get(&id).unwrap_or(&none);
        let said = given.said.clone().unwrap_or_default();
        if given.explicit && speaks_of_ladders(&said) {
            // The conditions already state what the sentences say.
            return;
        }
        let mut asked = Conditions::always();
        let mut clear: Vec<(u32, String, Conditions)> = Vec::new();
        let mut review = |at: u32, phrase: String, why, suggested| {
            let line = line.clone();
            report.to_review.push(PhraseToReview { line, at, phrase, why, suggested });
        };
        for (at, phrase) in heard {
            match meaning(index, &line, &phrase, self.mode) {
                Meaning::Condition(condition) if given.explicit => {
                    review(at, phrase.text, ReviewReason::SaidItself, Some(condition));
                }
                Meaning::Condition(condition) => match asked.and(&condition) {
                    Some(both) if said.and(&both).is_some() => {
                        asked = both;
                        clear.push((at, phrase.text, condition));
                    }
                    _ => review(at, phrase.text, ReviewReason::Contradiction, Some(condition)),
                },
                Meaning::Review(why, suggested) => review(at, phrase.text, why, suggested),
            }
        }
        if clear.is_empty() {
            return;
        }
        // As if the source had given them with the move: the book's own are alternatives.
        let source = said.and(&asked).unwrap_or(asked);
        let whole = given.before.as_ref().map_or(source.clone(), |before| before.or(&source));
        let refused = if whole.is_always() {
            Some(ReviewReason::Unconditional)
        } else {
            (whole.alternatives().len() > MAX_ALTERNATIVES).then_some(ReviewReason::Contradiction)
        };
        if let Some(why) = refused {
            for (at, phrase, condition) in clear {
                review(at, phrase, why, Some(condition));
            }
            return;
        }
        forest.data_mut(id).conditions = whole;
        let told = clear.into_iter().map(|(_, phrase, conditions)| ConvertedPhrase {
            line: line.clone(),
            phrase,
            conditions,
        });
        report.converted.extend(told);
    }
}

fn speaks_of_ladders(conditions: &Conditions) -> bool {
    let mut literals = conditions.alternatives().flatten();
    literals.any(|literal| matches!(literal.predicate, Predicate::Ladder { .. }))
}
