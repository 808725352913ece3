//! Response for one turn in the analysis protocol.

use clap::ValueEnum;
use serde::Serialize;

use super::ParsedAnalysisQuery;
use crate::next::proposed::verdict_by;
use joseki_game::{BoardSize, Color, Point};
use joseki_service::engine::analysis::{AnalysedMove, AnalysedTurn, FigureSource, Figures};

/// Analysis of one turn. Numbers are from the view of the [`Perspective`].
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisJson {
    /// Id of the query.
    pub id: String,
    /// Always `false`: nothing is searched.
    pub is_during_search: bool,
    /// Number of moves before the turn.
    pub turn_number: usize,
    /// Moves, best first.
    pub move_infos: Vec<MoveInfoJson>,
    /// The position as a whole.
    pub root_info: RootInfoJson,
    /// Priors by point, row by row from the upper left, then that of a pass; -1 for illegal moves.
    /// Omitted unless the query sets `includePolicy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<Vec<f64>>,
    /// Fields that KataGo does not have.
    pub joseki: AnalysisBookJson,
}

/// One move with its figures.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfoJson {
    /// The move as a GTP vertex.
    #[serde(rename = "move")]
    pub point: String,
    /// Rank, from 0.
    pub order: usize,
    /// Counted games; without counted games, 1000 times the prior.
    pub visits: u64,
    /// Same as `visits`.
    pub edge_visits: u64,
    /// Same as `visits`.
    pub weight: f64,
    /// Win rate, 0 to 1.
    pub winrate: f64,
    /// Confidence bound of the win rate: the lower one for the side to move.
    pub lcb: f64,
    /// Expected lead in points.
    pub score_lead: f64,
    /// Same as `scoreLead`.
    pub score_mean: f64,
    /// Same as `scoreLead`.
    pub score_selfplay: f64,
    /// Standard deviation of the score in points; 0 if unknown.
    pub score_stdev: f64,
    /// Win rate scaled to -1 to 1.
    pub utility: f64,
    /// `lcb` scaled to -1 to 1.
    pub utility_lcb: f64,
    /// Part of this move in the sum of all moves' scores, 0 to 1.
    pub prior: f64,
    /// The move and the book's continuation, as GTP vertices.
    pub pv: Vec<String>,
    /// Visits of each move of `pv`. Omitted unless the query sets `includePVVisits`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv_visits: Option<Vec<u64>>,
    /// The move whose mirror image this one is. Omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_symmetry_of: Option<String>,
    /// Fields that KataGo does not have.
    pub joseki: MoveBookJson,
}

/// The position as a whole.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RootInfoJson {
    /// Side to move: `B` or `W`.
    pub current_player: String,
    /// Win rate, 0 to 1.
    pub winrate: f64,
    /// Confidence bound of the win rate: the lower one for the side to move.
    pub lcb: f64,
    /// Expected lead in points.
    pub score_lead: f64,
    /// Same as `scoreLead`.
    pub score_selfplay: f64,
    /// Standard deviation of the score in points; 0 if unknown.
    pub score_stdev: f64,
    /// Win rate scaled to -1 to 1.
    pub utility: f64,
    /// Sum of the moves' visits plus one.
    pub visits: u64,
    /// Same as `visits`.
    pub weight: f64,
    /// Hash of the position, 32 hexadecimal digits.
    pub this_hash: String,
    /// Hash shared by all symmetric positions, 32 hexadecimal digits.
    pub sym_hash: String,
}

/// The book that the analysis comes from.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisBookJson {
    /// Name of the book.
    pub book: String,
    /// Version of the book.
    pub version: u64,
    /// Reason code if there are no moves; null otherwise.
    pub reason: Option<&'static str>,
    /// Perspective of the numbers: `BLACK`, `WHITE` or `SIDETOMOVE`.
    pub report_as: &'static str,
}

/// A book's data on a move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveBookJson {
    /// Corner that the move continues, e.g. `upper_right`.
    pub corner: &'static str,
    /// Canonical line of the resulting node.
    pub leads_to: String,
    /// Verdict; null if there is none.
    pub verdict: Option<&'static str>,
    /// Source of the verdict: `curator` or `games`; null without a verdict.
    pub verdict_by: Option<&'static str>,
    /// Names of the joseki or variation.
    pub names: Vec<String>,
    /// Counted games.
    pub games: u32,
    /// Priority within the corner.
    pub priority: f64,
    /// Score across all corners.
    pub score: f64,
    /// Source of win rate and lead: `evaluation` (this very board), `corner_evaluation` or `book`.
    pub figures: &'static str,
    /// Engine that made the evaluation. Omitted if `figures` is `book`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Visits of that evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine_visits: Option<u32>,
}

impl AnalysisJson {
    /// Creates the response; `default_perspective` is the perspective unless the query sets one.
    #[must_use]
    pub fn new(
        turn: &AnalysedTurn,
        query: &ParsedAnalysisQuery,
        default_perspective: Perspective,
    ) -> AnalysisJson {
        let perspective = query.perspective.unwrap_or(default_perspective);
        let reported = |figures: &Figures| perspective.apply(figures, turn.to_play);
        let view = TurnView { size: query.size(), query };
        let moves = turn.moves.iter().enumerate();
        AnalysisJson {
            id: query.id.clone(),
            is_during_search: false,
            turn_number: turn.turn,
            move_infos: moves
                .map(|(order, one)| view.info(order, one, &reported(&one.figures)))
                .collect(),
            root_info: root_info(turn, &reported(&turn.root)),
            policy: query.policy.then(|| policy(turn, query.size())),
            joseki: AnalysisBookJson {
                book: turn.book.clone(),
                version: turn.version,
                reason: turn.reason.map(Into::into),
                report_as: perspective.into(),
            },
        }
    }
}

fn root_info(turn: &AnalysedTurn, reported: &Figures) -> RootInfoJson {
    RootInfoJson {
        current_player: turn.to_play.letter().to_string(),
        winrate: reported.win_rate,
        lcb: reported.bound,
        score_lead: reported.lead,
        score_selfplay: reported.lead,
        score_stdev: reported.stdev.unwrap_or(0.0),
        utility: utility(reported.win_rate),
        visits: turn.visits,
        weight: turn.visits as f64,
        this_hash: format!("{:032X}", turn.hash),
        sym_hash: format!("{:032X}", turn.symmetric_hash),
    }
}

/// Priors by point. Without book moves, all legal moves get the same prior.
fn policy(turn: &AnalysedTurn, size: BoardSize) -> Vec<f64> {
    let legal = turn.legal.iter().filter(|legal| **legal).count();
    let prior = |point: Point| {
        let mut moves = turn.moves.iter();
        let found = moves.find(|one| one.point == point).map(|one| one.prior);
        found.unwrap_or(if turn.moves.is_empty() { 1.0 / legal.max(1) as f64 } else { 0.0 })
    };
    let points = size.points().zip(&turn.legal);
    let points = points.map(|(point, legal)| if *legal { prior(point) } else { -1.0 });
    let pass = if legal == 0 { 1.0 } else { 0.0 };
    points.chain([pass]).collect()
}

/// Output options of a query.
struct TurnView<'a> {
    size: BoardSize,
    query: &'a ParsedAnalysisQuery,
}

impl TurnView<'_> {
    fn info(&self, order: usize, one: &AnalysedMove, reported: &Figures) -> MoveInfoJson {
        let point = |point: Point| point.to_gtp(self.size);
        let line = || one.line.iter();
        MoveInfoJson {
            point: point(one.point),
            order,
            visits: one.visits,
            edge_visits: one.visits,
            weight: one.visits as f64,
            winrate: reported.win_rate,
            lcb: reported.bound,
            score_lead: reported.lead,
            score_mean: reported.lead,
            score_selfplay: reported.lead,
            score_stdev: reported.stdev.unwrap_or(0.0),
            utility: utility(reported.win_rate),
            utility_lcb: utility(reported.bound),
            prior: one.prior,
            pv: line().map(|(next, _)| point(*next)).collect(),
            pv_visits: self.query.line_visits.then(|| line().map(|(_, visits)| *visits).collect()),
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
        FigureSource::Book => ("book", None),
        FigureSource::Evaluation { engine, visits } => ("evaluation", Some((engine, *visits))),
        FigureSource::CornerEvaluation { engine, visits } => {
            ("corner_evaluation", Some((engine, *visits)))
        }
    };
    MoveBookJson {
        corner: candidate.region.into(),
        leads_to: candidate.leads_to.to_string(),
        verdict: candidate.verdict().map(Into::into),
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

/// Side whose view win rates and leads take: KataGo's `reportAnalysisWinratesAs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr, ValueEnum)]
#[strum(serialize_all = "UPPERCASE")]
#[value(rename_all = "UPPER")]
pub enum Perspective {
    /// Black's view.
    #[default]
    Black,
    /// White's view.
    White,
    /// The view of the side to move.
    SideToMove,
}

impl Perspective {
    /// Parses a name, ignoring case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Perspective> {
        match name.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Perspective::Black),
            "w" | "white" => Some(Perspective::White),
            "sidetomove" => Some(Perspective::SideToMove),
            _ => None,
        }
    }

    /// Converts figures from the view of the side to move.
    #[must_use]
    pub fn apply(self, figures: &Figures, to_play: Color) -> Figures {
        let own = match self {
            Perspective::Black => to_play == Color::Black,
            Perspective::White => to_play == Color::White,
            Perspective::SideToMove => true,
        };
        if own {
            return *figures;
        }
        Figures {
            win_rate: 1.0 - figures.win_rate,
            bound: 1.0 - figures.bound,
            lead: 0.0 - figures.lead,
            stdev: figures.stdev,
        }
    }
}

/// Error, which ends a query, or warning, which does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AnalysisNotice {
    /// Error message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Warning message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The field concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Id of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl AnalysisNotice {
    /// Creates an error for a line that is not a query.
    #[must_use]
    pub fn error(text: impl Into<String>) -> AnalysisNotice {
        AnalysisNotice { error: Some(text.into()), ..AnalysisNotice::default() }
    }

    /// Creates an error about a field.
    #[must_use]
    pub fn for_field(field: &str, text: impl Into<String>) -> AnalysisNotice {
        AnalysisNotice { field: Some(field.to_owned()), ..AnalysisNotice::error(text) }
    }

    /// Creates a warning about a field.
    #[must_use]
    pub fn warning(field: &str, text: impl Into<String>) -> AnalysisNotice {
        AnalysisNotice {
            warning: Some(text.into()),
            field: Some(field.to_owned()),
            ..AnalysisNotice::default()
        }
    }

    /// Adds the id of the query.
    #[must_use]
    pub fn with_id(self, id: &str) -> AnalysisNotice {
        AnalysisNotice { id: Some(id.to_owned()), ..self }
    }
}
