//! A turn as the analysis protocol answers it.

use serde::Serialize;

use super::{AnalysisAsked, Perspective};
use crate::game::go::{BoardSize, Point};
use crate::service::{AnalysedMove, AnalysedTurn, Figures, FiguresSource};
use crate::wire::proposed::verdict_by;

/// A turn answered. Numbers are from the view of the [`Perspective`].
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisJson {
    /// The query.
    pub id: String,
    /// Never: nothing is searched.
    pub is_during_search: bool,
    /// Moves before the turn.
    pub turn_number: usize,
    /// The moves, best first.
    pub move_infos: Vec<MoveInfoJson>,
    /// The board as a whole.
    pub root_info: RootInfoJson,
    /// The moves' priors by point, row by row from the upper left, then that of a pass; -1 where none may be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<Vec<f64>>,
    /// What no engine would say.
    pub joseki: AnalysisBookJson,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfoJson {
    /// Where.
    #[serde(rename = "move")]
    pub point: String,
    /// Its place, from 0.
    pub order: usize,
    /// Counted games, or what stands for them.
    pub visits: u64,
    /// The same.
    pub edge_visits: u64,
    /// The same.
    pub weight: f64,
    /// 0 to 1.
    pub winrate: f64,
    /// What the win rate is at least for the side to move.
    pub lcb: f64,
    /// In points.
    pub score_lead: f64,
    /// The same.
    pub score_mean: f64,
    /// The same.
    pub score_selfplay: f64,
    /// In points; 0 where no engine says it.
    pub score_stdev: f64,
    /// The win rate from -1 to 1.
    pub utility: f64,
    /// What the utility is at least.
    pub utility_lcb: f64,
    /// The share of the score.
    pub prior: f64,
    /// The move and how the book goes on.
    pub pv: Vec<String>,
    /// The visits of those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv_visits: Option<Vec<u64>>,
    /// The move that it is the mirror image of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_symmetry_of: Option<String>,
    /// What no engine would say.
    pub joseki: MoveBookJson,
}

/// The board as a whole.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RootInfoJson {
    /// `B` or `W`.
    pub current_player: String,
    /// 0 to 1.
    pub winrate: f64,
    /// What the win rate is at least.
    pub lcb: f64,
    /// In points.
    pub score_lead: f64,
    /// The same.
    pub score_selfplay: f64,
    /// In points; 0 where no engine says it.
    pub score_stdev: f64,
    /// The win rate from -1 to 1.
    pub utility: f64,
    /// Those of the moves together, and one.
    pub visits: u64,
    /// The same.
    pub weight: f64,
    /// Names the position.
    pub this_hash: String,
    /// Names it and all that are symmetric to it.
    pub sym_hash: String,
}

/// The book that answered.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisBookJson {
    /// Its name.
    pub book: String,
    /// Its version.
    pub version: u64,
    /// Why there is no move, if there is none.
    pub reason: Option<&'static str>,
    /// From whose view numbers are told.
    pub report_as: &'static str,
}

/// What a book says of a move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveBookJson {
    /// The corner.
    pub corner: &'static str,
    /// The line of the book's node.
    pub leads_to: String,
    /// The verdict.
    pub verdict: Option<&'static str>,
    /// Whose it is.
    pub verdict_by: Option<&'static str>,
    /// Names of the joseki or variation.
    pub names: Vec<String>,
    /// Counted games.
    pub games: u32,
    /// The rank inside the corner.
    pub priority: f64,
    /// The rank over all corners.
    pub score: f64,
    /// Where win rate and lead come from: `evaluation` of this very board, `corner_evaluation`, or the `book`.
    pub figures: &'static str,
    /// The engine that made the evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Its visits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine_visits: Option<u32>,
}

impl AnalysisJson {
    /// A turn, told from a view unless the query says another.
    #[must_use]
    pub fn new(turn: &AnalysedTurn, asked: &AnalysisAsked, told_as: Perspective) -> AnalysisJson {
        let perspective = asked.perspective.unwrap_or(told_as);
        let told = |figures: &Figures| perspective.told(figures, turn.to_play);
        let view = View {
            size: asked.size(),
            asked,
        };
        let moves = turn.moves.iter().enumerate();
        AnalysisJson {
            id: asked.id.clone(),
            is_during_search: false,
            turn_number: turn.turn,
            move_infos: moves
                .map(|(order, one)| view.info(order, one, &told(&one.figures)))
                .collect(),
            root_info: root_info(turn, &told(&turn.root)),
            policy: asked.policy.then(|| policy(turn, asked.size())),
            joseki: AnalysisBookJson {
                book: turn.book.clone(),
                version: turn.version,
                reason: turn.reason.map(|reason| reason.code()),
                report_as: perspective.name(),
            },
        }
    }
}

fn root_info(turn: &AnalysedTurn, told: &Figures) -> RootInfoJson {
    RootInfoJson {
        current_player: turn.to_play.letter().to_string(),
        winrate: told.win_rate,
        lcb: told.bound,
        score_lead: told.lead,
        score_selfplay: told.lead,
        score_stdev: told.stdev.unwrap_or(0.0),
        utility: utility(told.win_rate),
        visits: turn.visits,
        weight: turn.visits as f64,
        this_hash: format!("{:032X}", turn.hash),
        sym_hash: format!("{:032X}", turn.symmetric_hash),
    }
}

/// The priors by point. Where the book has no move, all that may be played are alike.
fn policy(turn: &AnalysedTurn, size: BoardSize) -> Vec<f64> {
    let legal = turn.legal.iter().filter(|legal| **legal).count();
    let prior = |point: Point| {
        let mut moves = turn.moves.iter();
        let found = moves.find(|one| one.point == point).map(|one| one.prior);
        found.unwrap_or(match turn.moves.is_empty() {
            true => 1.0 / legal.max(1) as f64,
            false => 0.0,
        })
    };
    let points = size.points().zip(&turn.legal);
    let points = points.map(|(point, legal)| if *legal { prior(point) } else { -1.0 });
    let pass = if legal == 0 { 1.0 } else { 0.0 };
    points.chain([pass]).collect()
}

/// How a query wants moves to be told.
struct View<'a> {
    size: BoardSize,
    asked: &'a AnalysisAsked,
}

impl View<'_> {
    fn info(&self, order: usize, one: &AnalysedMove, told: &Figures) -> MoveInfoJson {
        let point = |point: Point| point.to_gtp(self.size);
        let line = || one.line.iter();
        MoveInfoJson {
            point: point(one.point),
            order,
            visits: one.visits,
            edge_visits: one.visits,
            weight: one.visits as f64,
            winrate: told.win_rate,
            lcb: told.bound,
            score_lead: told.lead,
            score_mean: told.lead,
            score_selfplay: told.lead,
            score_stdev: told.stdev.unwrap_or(0.0),
            utility: utility(told.win_rate),
            utility_lcb: utility(told.bound),
            prior: one.prior,
            pv: line().map(|(next, _)| point(*next)).collect(),
            pv_visits: self
                .asked
                .line_visits
                .then(|| line().map(|(_, visits)| *visits).collect()),
            is_symmetry_of: one.symmetry_of.map(point),
            joseki: book(one),
        }
    }
}

fn book(one: &AnalysedMove) -> MoveBookJson {
    let candidate = &one.candidate;
    let data = candidate.data.as_deref();
    let names = data.map(|data| data.names.iter().cloned().collect());
    let (figures, engine) = match &one.source {
        FiguresSource::Book => ("book", None),
        FiguresSource::Evaluation { engine, visits } => ("evaluation", Some((engine, *visits))),
        FiguresSource::CornerEvaluation { engine, visits } => {
            ("corner_evaluation", Some((engine, *visits)))
        }
    };
    MoveBookJson {
        corner: candidate.corner.name(),
        leads_to: candidate.leads_to.to_string(),
        verdict: candidate.verdict().map(|verdict| verdict.name()),
        verdict_by: verdict_by(data, candidate.verdict()),
        names: names.unwrap_or_default(),
        games: candidate.games(),
        priority: candidate.priority,
        score: candidate.score,
        figures,
        engine: engine.map(|(engine, _)| engine.clone()),
        engine_visits: engine.map(|(_, visits)| visits),
    }
}

fn utility(win_rate: f64) -> f64 {
    2.0 * win_rate - 1.0
}
