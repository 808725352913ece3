//! Converts sentences into conditions if they clearly refer to one ladder and one side.

use super::phrases::{GoodFor, Phrase, PhraseKind};
use super::report::{Phrases, ReviewReason};
use joseki_book::{
    ConditionSide, Conditions, Index, LadderCondition, Line, Literal, NodeId, Predicate,
    find_ladders_below,
};
use joseki_game::{Side, Step};

/// The number of moves after a node within which its ladder may be.
const DEEP: usize = 8;

/// The meaning of a node's sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// This condition.
    Condition(Conditions),
    /// Needs a curator's review; the condition is a suggestion.
    Review(ReviewReason, Option<Conditions>),
}

/// Interprets a sentence in the comment of the node of `line`. `index` is that of the book after
/// the import.
pub fn meaning(index: &Index, line: &Line, phrase: &Phrase, mode: Phrases) -> Meaning {
    let asked =
        PhraseContext { line, phrase, mover: Side::to_move_after(line.len().saturating_sub(1)) };
    let found = asked.found(index);
    match found {
        Meaning::Condition(conditions) if mode == Phrases::List => {
            Meaning::Review(ReviewReason::OnlyListed, Some(conditions))
        }
        found => found,
    }
}

struct PhraseContext<'a> {
    line: &'a Line,
    phrase: &'a Phrase,
    mover: Side,
}

impl PhraseContext<'_> {
    fn found(&self, index: &Index) -> Meaning {
        match self.phrase.kind {
            PhraseKind::Mention => Meaning::Review(ReviewReason::Mention, None),
            PhraseKind::Ladder => self.ladder(index),
            PhraseKind::KoThreat => self.other(self.who().map(Predicate::KoThreat)),
            PhraseKind::Open(region) => self.other(Some(Predicate::Open(region))),
            PhraseKind::Stone(step) => self.other(self.who().map(|who| match who {
                ConditionSide::Own | ConditionSide::First => Predicate::Own(step),
                ConditionSide::Enemy | ConditionSide::Second => Predicate::Enemy(step),
            })),
        }
    }

    fn other(&self, predicate: Option<Predicate>) -> Meaning {
        let suggested = predicate.map(|predicate| {
            let negated = self.phrase.negated;
            self.settled(Conditions::all_of([Literal { predicate, negated }]))
        });
        Meaning::Review(ReviewReason::NotALadder, suggested)
    }

    fn who(&self) -> Option<ConditionSide> {
        match self.phrase.good_for {
            GoodFor::Side(side) if side == self.mover => Some(ConditionSide::Own),
            GoodFor::Side(_) => Some(ConditionSide::Enemy),
            GoodFor::Mover => Some(ConditionSide::Own),
            GoodFor::Chaser | GoodFor::Unsaid => None,
        }
    }

    fn ladder(&self, index: &Index) -> Meaning {
        let meant = match self.meant(index) {
            Ok(meant) => meant,
            Err(reason) => return Meaning::Review(reason, None),
        };
        let conditions = self.condition(&meant);
        let chaser = if meant.ladder.own { meant.mover().opposite() } else { meant.mover() };
        // The side for which it must be good, after applying the negation.
        let side = match self.phrase.good_for {
            GoodFor::Side(side) => Some(side),
            GoodFor::Chaser => Some(chaser),
            GoodFor::Mover => Some(self.mover),
            GoodFor::Unsaid => None,
        };
        let side = side.map(|side| if self.phrase.negated { side.opposite() } else { side });
        let others = self.phrase.points.iter();
        let own = self.line.steps().last().copied();
        let names_others = others.into_iter().any(|point| Some(*point) != own);
        match side {
            None => Meaning::Review(ReviewReason::NoSide, Some(conditions)),
            Some(_) if !self.phrase.conditional => {
                Meaning::Review(ReviewReason::Statement, Some(conditions))
            }
            Some(side) if side != self.mover => Meaning::Review(ReviewReason::Opponent, None),
            Some(_) if names_others || self.phrase.of_another_move => {
                Meaning::Review(ReviewReason::OtherMove, Some(conditions))
            }
            Some(_) if !self.phrase.plain => {
                Meaning::Review(ReviewReason::SaysMore, Some(conditions))
            }
            Some(_) => Meaning::Condition(conditions),
        }
    }

    /// Finds the one ladder at the node or after it.
    fn meant(&self, index: &Index) -> Result<LadderCondition, ReviewReason> {
        let node = index.find(self.line).filter(|node| *node != NodeId::ROOT);
        let node = node.ok_or(ReviewReason::NoLadder)?;
        let found = find_ladders_below(index, node, DEEP);
        let (here, below): (Vec<_>, Vec<_>) = found.into_iter().partition(|it| it.node == node);
        for candidates in [here, below] {
            let (sure, rest): (Vec<_>, Vec<_>) =
                candidates.into_iter().partition(|it| it.doubt.is_none());
            for group in [sure, rest] {
                let Some(first) = group.iter().min_by_key(|it| it.line.len()).cloned() else {
                    continue;
                };
                // The same stones by several move orders are one ladder; the shortest line defines
                // it.
                let one = group.iter().all(|it| it.ladder.is_same_chain(&first.ladder));
                return one.then_some(first).ok_or(ReviewReason::SeveralLadders);
            }
        }
        Err(ReviewReason::NoLadder)
    }

    /// The condition that the ladder is good for the mover here, after the moves that lead to it.
    fn condition(&self, meant: &LadderCondition) -> Conditions {
        let after: Vec<Step> = meant.line.steps()[self.line.len()..].to_vec();
        self.settled(Conditions::all_of([Predicate::Ladder {
            step: meant.ladder.step,
            good_for: ConditionSide::Own,
            after,
        }]))
    }

    /// Conditions of a line that is its own mirror have one canonical form.
    fn settled(&self, conditions: Conditions) -> Conditions {
        match self.line.is_mirrored() {
            Some(_) => conditions,
            None => conditions.mirror().min(conditions),
        }
    }
}
