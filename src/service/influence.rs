//! What the stones of a board are worth to each other by a model, without a book.

use super::error::ServiceError;
use super::next::set_up;
use crate::game::Color;
use crate::game::go::{IllegalMove, Move, Point, PointSet, Position};
use crate::influence::{
    Blocks, Field, LineChange, Links, Mechanical, Model, PointMetrics, Territory, Whole,
};
use crate::ledger::Record;

/// A board, the model, and what is asked beside the field.
#[derive(Clone, Debug)]
pub struct InfluenceQuery {
    /// The board, of 2 to 25 lines.
    pub board: Record,
    /// The model with its parameters.
    pub model: Model,
    /// Dead stones, each for its whole chain: their points count for the other side. They push as all stones do.
    pub dead: Vec<Point>,
    /// Moves to try out on the board; none for none. Only the mechanical model weighs them.
    pub line: Vec<(Color, Move)>,
    /// Whether the numbers of every point are asked; the mechanical model has them.
    pub metrics: bool,
    /// Whether blocks are asked; the mechanical model has them.
    pub blocks: bool,
    /// Whether links are asked; they need no model.
    pub links: bool,
}

/// What a model makes of a board.
#[derive(Clone, Debug)]
pub struct InfluenceAnswer {
    /// The board as it stands.
    pub board: Position,
    /// The model that was asked.
    pub model: Model,
    /// The dead stones, whole chains.
    pub dead: PointSet,
    /// A number for every point, positive where Black has more.
    pub field: Field,
    /// The number from which on a point is wholly one side's; see [`Model::full`].
    pub full: i32,
    /// One number for the board, positive if Black leads; see [`Model::lead`].
    pub lead: f64,
    /// What only the mechanical model says.
    pub mechanical: Option<MechanicalAnswer>,
    /// The links of Black and of White, if they were asked.
    pub links: Option<[Links; 2]>,
}

/// What only the mechanical model says.
#[derive(Clone, Debug)]
pub struct MechanicalAnswer {
    /// The points that each side may call its own.
    pub territory: Territory,
    /// The numbers of every point, row by row from the top, if they were asked.
    pub metrics: Option<Vec<PointMetrics>>,
    /// What hangs together, if it was asked.
    pub blocks: Option<Blocks>,
    /// What the line changes, if there is one.
    pub line: Option<LineChange>,
}

/// Asks a model about a board.
///
/// # Errors
/// Initial stones without liberties or on one point, an illegal move of the board or of the line, a dead stone
/// where none stands.
pub fn influence(query: &InfluenceQuery) -> Result<InfluenceAnswer, ServiceError> {
    let Record {
        size,
        initial,
        moves,
    } = &query.board;
    let board = set_up(*size, initial, moves)?;
    let dead = whole_chains(&board, "dead", &query.dead)?;
    let mechanical = match &query.model {
        Model::Mechanical(model) => Some(mechanical(query, &board, dead, *model)?),
        _ => None,
    };
    Ok(InfluenceAnswer {
        field: query.model.field(&board),
        full: query.model.full(),
        lead: query.model.lead(&board, dead),
        model: query.model.clone(),
        mechanical,
        links: query
            .links
            .then(|| Color::ALL.map(|color| Links::of(&board, color))),
        board,
        dead,
    })
}

/// The chains of the stones that a list names.
///
/// # Errors
/// No stone stands at one of the points.
pub(super) fn whole_chains(
    board: &Position,
    field: &'static str,
    points: &[Point],
) -> Result<PointSet, ServiceError> {
    let mut chains = PointSet::EMPTY;
    for (index, &point) in points.iter().enumerate() {
        if board.at(point).is_none() {
            return Err(ServiceError::NoStone {
                field,
                index,
                point,
            });
        }
        chains = chains.union(board.chain(point));
    }
    Ok(chains)
}

fn mechanical(
    query: &InfluenceQuery,
    board: &Position,
    dead: PointSet,
    model: Mechanical,
) -> Result<MechanicalAnswer, ServiceError> {
    let whole = Whole::with_dead(board, dead, model);
    let forces = whole.forces();
    let metrics = || {
        let points = board.size().points();
        points.map(|at| PointMetrics::of(forces.at(at))).collect()
    };
    let line = match query.line.as_slice() {
        [] => None,
        line => Some(whole.line(line).map_err(|refused| illegal(line, refused))?),
    };
    Ok(MechanicalAnswer {
        territory: Territory::of(board, forces),
        metrics: query.metrics.then(metrics),
        blocks: query.blocks.then(|| Blocks::of(board, forces)),
        line,
    })
}

/// A pass is never illegal, so there is a point.
fn illegal(line: &[(Color, Move)], (index, reason): (usize, IllegalMove)) -> ServiceError {
    let played = line.get(index);
    let (color, played) = played.copied().unwrap_or((Color::Black, Move::Pass));
    ServiceError::IllegalContinuation {
        index,
        color,
        point: played.point().unwrap_or(Point::new(0, 0)),
        reason,
    }
}
