//! Win rates and leads of the moves on a board, from engine evaluations of corners and from the
//! book's beliefs.

use std::collections::BTreeMap;

use super::answer::{FigureSource, Figures};
use crate::engine::evaluate::{StoredEvaluations, colour_to_move, lead_after, win_rate_after};
use crate::next::CandidateMove;
use crate::next::statistics::SelectedGames;
use joseki_book::{Index, Interpretation, NodeId, Tracker};
use joseki_game::go::{CornerPosition, Position};
use joseki_game::{BoardSize, Color, Corner, Side};
use joseki_priority::Parameters;
use joseki_store::{EvaluationKey, PositionEvaluation};

/// Standard deviations on either side that cover 95 % of a normal distribution.
const TWO_SIDED: f64 = 1.96;
/// Figures of a board about which nothing is known.
const EVEN: Figures = Figures { win_rate: 0.5, bound: 0.5, lead: 0.0, stdev: None };

/// Inputs for the figures of a board.
pub struct FigureInputs<'a> {
    pub index: &'a Index,
    pub board: &'a Position,
    pub to_play: Color,
    pub komi: Option<f64>,
    /// Nodes of the corners' present positions, with the side to play on turn.
    pub here: Vec<NodeId>,
    /// Win rate that the counted games of the corners' positions make one expect.
    pub counted: f64,
    pub evaluations: &'a StoredEvaluations,
}

/// Engine, rules, komi, board and side to move: evaluations in one series are comparable.
type Series<'a> = (&'a str, &'a str, i16, &'a str, Color);

/// Candidates in one corner.
struct CornerCandidates<'a> {
    /// Evaluation of each candidate, if it belongs to the corner's series.
    evaluated: Vec<Option<&'a PositionEvaluation>>,
    /// Best win rate and best lead among them.
    best: Option<(f64, f64)>,
    /// Evaluation of the board before the move, if an engine evaluated this very board.
    root: Option<&'a PositionEvaluation>,
    /// Whether the engine evaluated exactly this board.
    alone: bool,
    /// Win rate the book expects of the best move.
    best_expected: f64,
    /// Mean of the win rates the book expects, weighted by how often the moves are chosen.
    mean_expected: f64,
    /// Smallest point loss of any candidate in annotated records.
    least_lost: f64,
}

/// Figures of the whole board.
struct Root {
    figures: Figures,
    /// Whether they are an engine's, and so those of the best move.
    evaluated: bool,
}

impl FigureInputs<'_> {
    /// Returns the nodes of the corners' present positions in which `to_play` is on turn.
    pub fn here(tracker: &Tracker<'_>, to_play: Color) -> Vec<NodeId> {
        let index = tracker.index();
        let on_turn = |reading: &Interpretation| {
            // In an empty corner either side may move.
            let first = reading.first_mover();
            first.is_none_or(|first| (first == to_play) == reading.line().len().is_multiple_of(2))
        };
        let corners = Corner::ALL.into_iter();
        corners
            .filter_map(|corner| {
                let mut known = tracker.region(corner).known();
                let reading = known.find(|reading| on_turn(reading))?;
                reading.position_node(index)
            })
            .collect()
    }

    /// Returns the win rate of `to_play` that counted games make one expect, whatever is played
    /// next: how much better the games of each corner's position ended than the players' strength
    /// promised, added up over the corners. All moves of a joseki have nearly the same games, so it
    /// hardly changes along one. It is that of a game between equals, also if an opponent is given:
    /// the answers for both sides form one curve.
    pub fn counted(tracker: &Tracker<'_>, games: &SelectedGames, to_play: Color) -> f64 {
        let index = tracker.index();
        let gain = |corner| {
            let reading = tracker.region(corner).known().next()?;
            let last = reading.last_color()?;
            let node = reading.position_node(index)?;
            let count = index.count_by_position(node, |cohort| games.wants(cohort));
            let scored = f64::from(count.scored);
            let above = (count.points() - count.expected_points()) / scored.max(1.0);
            let gain = Parameters::DEFAULT.counted_weight(scored) * above;
            Some(if last == to_play { gain } else { -gain })
        };
        let gain: f64 = Corner::ALL.into_iter().filter_map(gain).sum();
        (0.5 + gain).clamp(0.0, 1.0)
    }

    /// Returns the keys of the positions whose evaluations are needed.
    pub fn positions(index: &Index, candidates: &[CandidateMove], here: &[NodeId]) -> Vec<u64> {
        let nodes =
            candidates.iter().flat_map(|candidate| [candidate.node, index.parent(candidate.node)]);
        let nodes = nodes.chain(here.iter().copied());
        nodes.filter_map(|node| Some(index.key(node)?.key)).collect()
    }

    /// Returns the figures of the board, then those of each candidate with their source.
    pub fn figures(&self, candidates: &[CandidateMove]) -> (Figures, Vec<(Figures, FigureSource)>) {
        let mut corners: BTreeMap<Corner, (Vec<usize>, CornerCandidates<'_>)> = BTreeMap::new();
        for corner in Corner::ALL {
            let places = candidates.iter().enumerate();
            let places = places.filter(|(_, candidate)| candidate.region == corner);
            let places: Vec<usize> = places.map(|(place, _)| place).collect();
            let found: Vec<&CandidateMove> =
                places.iter().map(|place| &candidates[*place]).collect();
            corners.insert(corner, (places, self.in_corner(&found)));
        }
        let root = self.root(candidates, &corners);
        let mut figures = vec![(EVEN, FigureSource::Book); candidates.len()];
        for (places, corner) in corners.values() {
            for (at, place) in places.iter().enumerate() {
                figures[*place] = corner.figures(at, &candidates[*place], &root);
            }
        }
        (root.figures, figures)
    }

    fn in_corner(&self, candidates: &[&CandidateMove]) -> CornerCandidates<'_> {
        let all: Vec<&[PositionEvaluation]> =
            candidates.iter().map(|candidate| self.evaluations(candidate)).collect();
        let series = self.best_series(candidates, &all);
        let evaluated: Vec<Option<&PositionEvaluation>> = all
            .iter()
            .map(|evaluations| {
                let mut evaluations = evaluations.iter();
                evaluations.find(|one| Some(series_of(one)) == series)
            })
            .collect();
        let known = || evaluated.iter().flatten();
        let best = known().next().map(|first| {
            let best = |value: fn(&PositionEvaluation) -> f64| {
                known().map(|one| value(one)).fold(value(first), f64::max)
            };
            (best(win_rate_after), best(lead_after))
        });
        let first = candidates.iter().zip(&evaluated);
        let first = first.clone().find(|(_, one)| one.is_some());
        let alone = first
            .is_some_and(|(candidate, one)| one.is_some_and(|one| self.is_alone(candidate, one)));
        let parent = candidates.first().and_then(|candidate| {
            let parent = self.index.parent(candidate.node);
            let to_play = colour_to_move(self.index.depth(parent));
            let key = self.index.key(parent)?.key;
            let mut found = self.evaluations.at(key, to_play).iter();
            found
                .find(|one| series.is_none_or(|series| series == before(one)))
                .filter(|one| self.is_alone(candidate, one))
        });
        CornerCandidates {
            best,
            root: parent,
            alone,
            best_expected: candidates.iter().map(|one| expected(one)).fold(0.0, f64::max),
            mean_expected: mean_expected(candidates),
            least_lost: candidates.iter().filter_map(|one| lost(one)).fold(f64::INFINITY, f64::min),
            evaluated,
        }
    }

    /// Returns the stored evaluations of the position after a move, in the orientation of its line.
    fn evaluations(&self, candidate: &CandidateMove) -> &[PositionEvaluation] {
        let key = self.index.key(candidate.node);
        let to_play = colour_to_move(candidate.leads_to.len());
        key.map_or(&[], |key| self.evaluations.at(key.key, to_play))
    }

    /// Returns the series that covers the most moves; ties go to the one of this very board, then
    /// to the one with the most visits.
    fn best_series<'e>(
        &self,
        candidates: &[&CandidateMove],
        all: &[&'e [PositionEvaluation]],
    ) -> Option<Series<'e>> {
        let mut ranks: BTreeMap<Series<'e>, (usize, bool, u64)> = BTreeMap::new();
        for (candidate, evaluations) in candidates.iter().zip(all) {
            for one in *evaluations {
                let rank = ranks.entry(series_of(one)).or_default();
                rank.0 += 1;
                rank.1 |= self.is_alone(candidate, one);
                rank.2 += u64::from(one.visits);
            }
        }
        let best = ranks.into_iter().max_by_key(|(_, rank)| *rank);
        best.map(|(series, _)| series)
    }

    /// Whether an engine evaluated exactly the board before the move: no other stone there or here,
    /// same colours and komi.
    fn is_alone(&self, candidate: &CandidateMove, evaluation: &PositionEvaluation) -> bool {
        self.is_board(self.index.parent(candidate.node), evaluation)
    }

    /// Whether the board holds a node's position and nothing else, with the colours and the komi
    /// that the engine had.
    fn is_board(&self, node: NodeId, evaluation: &PositionEvaluation) -> bool {
        let same_komi = |komi: f64| komi * 2.0 == f64::from(evaluation.key.komi);
        let line = self.index.line(node);
        let stones = |position: &CornerPosition, side| position.stones(side).len();
        let on_board = |color| self.board.stones(color).len();
        evaluation.key.board == EvaluationKey::EMPTY_BOARD
            && self.board.size() == BoardSize::NINETEEN
            && colour_to_move(line.len()) == self.to_play
            && self.komi.is_none_or(same_komi)
            && CornerPosition::replay(&line).is_some_and(|position| {
                stones(&position, Side::First) == on_board(Color::Black)
                    && stones(&position, Side::Second) == on_board(Color::White)
            })
    }

    /// Returns the figures of the whole board: an engine's evaluation of this very board, or of the
    /// best move on it; else what counted games make one expect before the choice of a move.
    fn root(
        &self,
        candidates: &[CandidateMove],
        corners: &BTreeMap<Corner, (Vec<usize>, CornerCandidates<'_>)>,
    ) -> Root {
        let in_order = || {
            let order = candidates.iter().filter_map(|one| corners.get(&one.region.corner()?));
            order.map(|(_, corner)| corner)
        };
        let seen = in_order().find_map(|corner| corner.root);
        if let Some(seen) = seen.or_else(|| self.evaluation_here()) {
            let figures = evaluated(seen.win_rate, seen.lead, seen);
            return Root { figures, evaluated: true };
        }
        let alone = in_order().filter(|corner| corner.alone);
        let seen = alone.flat_map(|corner| corner.evaluated.iter().flatten());
        if let Some(best) =
            seen.max_by(|one, other| win_rate_after(one).total_cmp(&win_rate_after(other)))
        {
            let figures = evaluated(win_rate_after(best), lead_after(best), best);
            return Root { figures, evaluated: true };
        }
        let first = candidates.first();
        let figures = Figures {
            win_rate: self.counted,
            bound: self.counted,
            lead: first.and_then(|first| first.advantage).unwrap_or(0.0),
            stdev: None,
        };
        Root { figures, evaluated: false }
    }

    /// Returns an engine's evaluation of this very board, whether or not the book has a
    /// continuation.
    fn evaluation_here(&self) -> Option<&PositionEvaluation> {
        self.here.iter().find_map(|node| {
            let key = self.index.key(*node)?;
            let mut seen = self.evaluations.at(key.key, self.to_play).iter();
            seen.find(|one| self.is_board(*node, one))
        })
    }
}

impl CornerCandidates<'_> {
    fn figures(
        &self,
        at: usize,
        candidate: &CandidateMove,
        root: &Root,
    ) -> (Figures, FigureSource) {
        let (Some(one), Some((best_won, best_ahead))) = (self.evaluated[at], self.best) else {
            return (self.figures_by_book(candidate, root), FigureSource::Book);
        };
        let (engine, visits) = (one.key.engine.clone(), one.visits);
        if self.alone {
            let figures = evaluated(win_rate_after(one), lead_after(one), one);
            return (figures, FigureSource::Evaluation { engine, visits });
        }
        let loss = best_won - win_rate_after(one);
        let win_rate = (root.figures.win_rate - loss).clamp(0.0, 1.0);
        let lead = root.figures.lead - (best_ahead - lead_after(one));
        let figures = evaluated(win_rate, lead, one);
        (figures, FigureSource::CornerEvaluation { engine, visits })
    }

    fn figures_by_book(&self, candidate: &CandidateMove, root: &Root) -> Figures {
        // An engine's root is worth what its best move is; the book's is worth what is chosen.
        let reference = if root.evaluated { self.best_expected } else { self.mean_expected };
        let win_rate = root.figures.win_rate + expected(candidate) - reference;
        let win_rate = win_rate.clamp(0.0, 1.0);
        let deviation =
            candidate.evidence.map_or(0.5, |evidence| evidence.belief.variance.max(0.0).sqrt());
        let lost = lost(candidate).map_or(0.0, |lost| lost - self.least_lost);
        Figures {
            win_rate,
            bound: win_rate - TWO_SIDED * deviation,
            lead: root.figures.lead - lost,
            stdev: None,
        }
    }
}

/// Builds figures from an engine's win rate; the bound follows from its visits.
fn evaluated(win_rate: f64, lead: f64, evaluation: &PositionEvaluation) -> Figures {
    let deviation = 0.5 / f64::from(evaluation.visits).sqrt();
    Figures { win_rate, bound: win_rate - TWO_SIDED * deviation, lead, stdev: evaluation.stdev }
}

fn series_of(evaluation: &PositionEvaluation) -> Series<'_> {
    let key = &evaluation.key;
    (&key.engine, &key.rules, key.komi, &key.board, key.to_play)
}

/// Returns the series of an evaluation as seen by the side that moves next.
fn before(evaluation: &PositionEvaluation) -> Series<'_> {
    let (engine, rules, komi, board, to_play) = series_of(evaluation);
    (engine, rules, komi, board, to_play.opposite())
}

/// Returns the result, 0 to 1, that the book expects of a move.
fn expected(candidate: &CandidateMove) -> f64 {
    let evidence = candidate.evidence;
    evidence.map_or(0.5, |evidence| evidence.belief.expected())
}

/// Returns the mean of the expected results, weighted by counted games, in a book without them by
/// score.
fn mean_expected(candidates: &[&CandidateMove]) -> f64 {
    let weight = |one: &CandidateMove| match one.statistics {
        Some(_) => f64::from(one.games().max(1)),
        None => one.score,
    };
    let weights: f64 = candidates.iter().map(|one| weight(one)).sum();
    let sum: f64 = candidates.iter().map(|one| weight(one) * expected(one)).sum();
    if weights > 0.0 { sum / weights } else { 0.5 }
}

/// Returns the points that a move lost in engine-annotated records.
fn lost(candidate: &CandidateMove) -> Option<f64> {
    candidate.statistics.as_ref()?.position.lost?.points
}
