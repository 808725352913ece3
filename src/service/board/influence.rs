//! Influence of a board's stones on each other by a model, without a book.

use crate::error::ServiceError;
use crate::next::{query::side_to_move, set_up};
use joseki_game::go::{PointSet, Position};
use joseki_game::{Color, IllegalMove, Move, Point};
use joseki_influence::{
    Blocks, Field, LineChange, Links, Mechanical, Model, MoveGain, Ownership, PointMetrics, Ryder,
    RyderBlock, StoneGrades, Territory, Whole,
};
use joseki_ledger::BoardRecord;

/// A board, a model, and the parts wanted besides the field.
#[derive(Clone, Debug)]
pub struct InfluenceQuery {
    /// Board of 2 to 25 lines.
    pub board: BoardRecord,
    /// Model with its parameters.
    pub model: Model,
    /// Dead stones, each for its whole chain: their points count for the other side. They exert
    /// force like all stones.
    pub dead: Vec<Point>,
    /// Whether stones count by their ownership in random games, instead of as living or dead.
    pub graded: bool,
    /// Moves to try out on the board; may be empty. Only the mechanical model evaluates them.
    pub line: Vec<(Color, Move)>,
    /// Whether to return the metrics of every point (mechanical model only).
    pub metrics: bool,
    /// Whether to return blocks (mechanical model only).
    pub blocks: bool,
    /// Whether to return links, which need no model.
    pub links: bool,
    /// Whether to return ΔSFB of every legal move (mechanical model only).
    pub values: bool,
    /// Side whose moves these are; see `side_to_move` for the default.
    pub to_play: Option<Color>,
}

/// A model's evaluation of a board.
#[derive(Clone, Debug)]
pub struct InfluenceAnswer {
    /// Board after all moves.
    pub board: Position,
    /// Model that was used.
    pub model: Model,
    /// Dead stones, as whole chains.
    pub dead: PointSet,
    /// A value for every point, positive where Black has more influence.
    pub field: Field,
    /// Value at which a point is wholly one side's; see [`Model::full`].
    pub full: i32,
    /// Ownership of every point in random games, if stones count by it.
    pub ownership: Option<Ownership>,
    /// Value of the board, positive if Black leads; see [`Model::lead`].
    pub lead: f64,
    /// Results that only the mechanical model has.
    pub mechanical: Option<MechanicalAnswer>,
    /// Links of Black and of White, with the blocks that they join, if requested.
    pub links: Option<[(Links, Vec<RyderBlock>); 2]>,
}

/// Results that only the mechanical model has.
#[derive(Clone, Debug)]
pub struct MechanicalAnswer {
    /// Points that each side may claim.
    pub territory: Territory,
    /// Metrics of every point, row by row from the top, if requested.
    pub metrics: Option<Vec<PointMetrics>>,
    /// Connected blocks, if requested.
    pub blocks: Option<Blocks>,
    /// Effect of the line, if one was given.
    pub line: Option<LineChange>,
    /// Side to move and ΔSFB of each of its legal moves, best first, if requested.
    pub values: Option<(Color, Vec<MoveGain>)>,
}

/// Applies a model to a board.
///
/// # Errors
/// Initial stones without liberties or on the same point, illegal move of the board or of the line,
/// dead stone on an empty point.
pub fn influence(query: &InfluenceQuery) -> Result<InfluenceAnswer, ServiceError> {
    let BoardRecord { size, initial, moves, .. } = &query.board;
    let board = set_up(*size, initial, moves)?;
    let dead = whole_chains(&board, "dead", &query.dead)?;
    let owned = || Ownership::by_playouts(&board, Ownership::GAMES, Ownership::SEED);
    let ownership = query.graded.then(owned);
    let grades = match &ownership {
        Some(owned) => StoneGrades::by_ownership(&board, owned),
        None => StoneGrades::with_dead(&board, dead),
    };
    let mechanical = match &query.model {
        Model::Mechanical(model) => Some(mechanical(query, &board, grades.clone(), *model)?),
        _ => None,
    };
    Ok(InfluenceAnswer {
        field: query.model.field(&board),
        full: query.model.full(),
        lead: query.model.graded_lead(&board, grades),
        ownership,
        model: query.model.clone(),
        mechanical,
        links: query.links.then(|| Color::ALL.map(|color| links(&board, color, &query.model))),
        board,
        dead,
    })
}

/// Returns the chains of the stones in a list.
///
/// # Errors
/// One of the points is empty.
pub(crate) fn whole_chains(
    board: &Position,
    field: &'static str,
    points: &[Point],
) -> Result<PointSet, ServiceError> {
    let mut chains = PointSet::EMPTY;
    for (index, &point) in points.iter().enumerate() {
        if board.at(point).is_none() {
            return Err(ServiceError::NoStone { field, index, point });
        }
        chains = chains.union(board.chain(point));
    }
    Ok(chains)
}

/// Returns the links of a colour and its blocks, by the query's model if it is Ryder's.
fn links(board: &Position, color: Color, model: &Model) -> (Links, Vec<RyderBlock>) {
    let links = Links::new(board, color);
    let blocks = match model {
        Model::Ryder(model) => RyderBlock::find(board, color, &links, model),
        _ => RyderBlock::find(board, color, &links, &Ryder::default()),
    };
    (links, blocks)
}

fn mechanical(
    query: &InfluenceQuery,
    board: &Position,
    grades: StoneGrades,
    model: Mechanical,
) -> Result<MechanicalAnswer, ServiceError> {
    let whole = Whole::with_grades(board, grades, model);
    let forces = whole.forces();
    let metrics = || {
        let points = board.size().points();
        points.map(|at| PointMetrics::from_forces(forces.at(at))).collect()
    };
    let values = || {
        let default = || side_to_move(&query.board.initial, &query.board.moves);
        let color = query.to_play.unwrap_or_else(default);
        (color, whole.values(color))
    };
    let line = match query.line.as_slice() {
        [] => None,
        line => Some(whole.line(line).map_err(|refused| illegal(line, refused))?),
    };
    Ok(MechanicalAnswer {
        territory: Territory::new(board, forces),
        metrics: query.metrics.then(metrics),
        blocks: query.blocks.then(|| Blocks::new(board, forces)),
        line,
        values: query.values.then(values),
    })
}

/// A pass is never illegal, so the move has a point.
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
