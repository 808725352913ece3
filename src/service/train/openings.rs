//! Questions about the openings of renju: where is the third stone of this one?

use super::query::{QuestionOrigin, QuizBoard, QuizQuestion};
use super::session::QuizSession;
use super::walk::Dice;
use crate::next::{CandidateMove, NextQuery};
use joseki_book::{Line, NodeId};
use joseki_game::five::{FirstStones, OPENINGS, Opening};
use joseki_game::{Color, Frame, Move, Region, Symmetries, Variant};
use joseki_ledger::training::Lessons;
use joseki_ledger::{BoardRecord, EdgeKey};

impl QuizSession<'_> {
    /// Draws one of the openings that the book has and the filter allows. As for positions, one
    /// that the player has met is drawn by the probability that it is forgotten.
    pub(super) fn draw_opening(
        &self,
        below: Option<&[NodeId]>,
        lessons: Option<&Lessons>,
        dice: &mut Dice,
    ) -> Option<QuizQuestion> {
        let filter = &self.query().filter;
        let allowed = OPENINGS.iter().filter(|opening| self.is_allowed(opening, below));
        let recall = |opening: &&'static Opening| {
            let edge = self.index().edge(self.node_of(opening)?);
            let edge = EdgeKey::new(edge, true).on_board(filter.size);
            Some(lessons?.memory(edge)?.recall(self.now()))
        };
        let all: Vec<(&Opening, Option<f64>)> =
            allowed.map(|opening| (opening, recall(&opening))).collect();
        let review = |recall: Option<f64>| recall.filter(|now| *now <= 0.5 || !filter.only_due);
        let reviews = all.iter().map(|(_, recall)| review(*recall).map_or(0.0, |now| 1.0 - now));
        let news = all.iter().map(|(_, recall)| f64::from(u8::from(recall.is_none())));
        let drawn = if dice.throw() < filter.chance_of_new(reviews.clone().sum()) {
            dice.choose(news).or_else(|| dice.choose(reviews))
        } else {
            let review = dice.choose(reviews);
            review.or_else(|| if filter.only_due { None } else { dice.choose(news) })
        };
        let (opening, recall) = all[drawn?];
        let symmetries: Vec<_> = Symmetries::SQUARE.iter().collect();
        let symmetry = symmetries[dice.below(symmetries.len())];
        let frame = Frame { region: Region::Board, symmetry };
        let two = opening.points().take(2);
        let size = Variant::RENJU.size();
        let two = two.filter_map(|point| Frame::plain(Region::Board).step_at(point, size));
        let two = two.filter_map(|step| frame.point_of(step, size).ok());
        let moves = Color::ALL.into_iter().zip(two.map(Move::Play)).collect();
        let record = BoardRecord { variant: Variant::RENJU, size, initial: Vec::new(), moves };
        let board = QuizBoard { record, to_play: Some(Color::Black) };
        let (followed, query) = self.board(&board).ok()?;
        let answers = self.answers(&followed, &query, None, Some(opening)).ok()?;
        let id = self.id(&query, Some(opening), dice);
        let origin = if recall.is_some() { QuestionOrigin::Review } else { QuestionOrigin::New };
        Some(QuizQuestion { recall, ..self.question(&query, &answers, id, origin) })
    }

    fn is_allowed(&self, opening: &Opening, below: Option<&[NodeId]>) -> bool {
        let filter = &self.query().filter;
        let named = |text: &String| opening.is_called(text);
        let Some(node) = self.node_of(opening) else {
            return false;
        };
        let index = self.index();
        let is_below = |above: &NodeId| {
            let mut path = std::iter::successors(Some(node), |node| {
                (*node != NodeId::ROOT).then(|| index.parent(*node))
            });
            path.any(|node| node == *above)
        };
        filter.color != Some(Color::White)
            && filter.max_depth.is_none_or(|most| most >= 2)
            && index.count_by_position(node, |_| true).games >= filter.min_games
            && (filter.names.is_empty() || filter.names.iter().any(named))
            && below.is_none_or(|nodes| nodes.iter().any(is_below))
    }

    fn node_of(&self, opening: &Opening) -> Option<NodeId> {
        let size = Variant::RENJU.size();
        let steps = opening.points();
        let steps = steps.filter_map(|point| Frame::plain(Region::Board).step_at(point, size));
        self.index().find(&steps.collect::<Line>().canonical())
    }
}

/// Whether a move with the stones before it makes an opening.
pub(super) fn makes(opening: &Opening, query: &NextQuery, candidate: &CandidateMove) -> bool {
    let Some(played) = candidate.plays.first() else {
        return false;
    };
    let mut moves = query.moves.clone();
    moves.push((query.to_play(), *played));
    let made = FirstStones::of_game(Variant::RENJU, &query.initial, &moves);
    matches!(made, Some(FirstStones::Opening(made)) if made == opening)
}
