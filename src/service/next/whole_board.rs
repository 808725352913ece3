//! Effect of book moves and their continuations on the whole board, measured in SFB.

use std::sync::Arc;

use super::ReplayedGame;
use super::answer::RegionAnswer;
use super::candidate::CandidateMove;
use super::order::is_sound;
use super::query::NextQuery;
use crate::next::candidate::WholeLine;
use joseki_game::{Board, Color, Move, Point, Region};
use joseki_influence::{Mechanical, Whole, to_millionths};
use joseki_ledger::Results;

/// Maximum number of lines per corner, which bounds the response time for any book and limit.
pub const MAX_WHOLE_LINES: usize = 32;

/// Maximum number of moves in a line.
pub const MAX_WHOLE_LINE_LENGTH: usize = 40;

/// Number of symmetric positions in a line at which both twins are followed.
const TWINS: usize = 4;

/// Value of one corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WholeCorner {
    /// ΔSFB of the best candidate's line; none without a candidate.
    pub line: Option<f64>,
    /// Line of the best sound move that the opponent would have here on our turn, from our view.
    pub opponent: Option<WholeLine>,
}

impl WholeCorner {
    /// Returns the difference between our line and the opponent's; none unless both exist.
    #[must_use]
    pub fn swing(&self) -> Option<f64> {
        Some(to_millionths(self.line? - self.opponent.as_ref()?.change))
    }
}

/// Whole-board evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeBoard {
    /// SFB of the present board, from the view of the side to move: positive if it leads.
    pub lead: f64,
    /// Corner with the greatest value; none if no corner's best candidate is sound, or only those of
    /// settled corners.
    pub biggest: Option<BiggestCorner>,
}

/// Corner with the greatest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiggestCorner {
    /// The corner.
    pub corner: Region,
    /// Criterion of the comparison.
    pub by: BiggestBy,
}

/// Criterion by which corners are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum BiggestBy {
    /// [`WholeCorner::swing`]: the opponent has a sound move in every compared corner.
    Swing,
    /// [`WholeCorner::line`]: in one corner the opponent has no sound move, so swings cannot be
    /// compared.
    Line,
}

/// Board of a query, on which lines are evaluated.
pub(crate) struct WholeBoardEvaluation<'a> {
    followed: &'a ReplayedGame<'a>,
    standing: &'a dyn Results,
    /// SFB of the present board.
    before: f64,
    /// Query for our moves in a line, with the client's restrictions.
    ours: NextQuery,
    /// Query for the opponent's moves, by the book and its games alone. The client's restrictions
    /// do not apply to it, and results against it describe our moves.
    theirs: NextQuery,
}

impl<'a> WholeBoardEvaluation<'a> {
    pub fn new(
        followed: &'a ReplayedGame<'a>,
        standing: &'a dyn Results,
        query: &NextQuery,
    ) -> WholeBoardEvaluation<'a> {
        let to_play = query.to_play();
        let asked = |color: Color| NextQuery {
            to_play: Some(color),
            limit: usize::MAX,
            games: query.games.clone(),
            ..NextQuery::new(query.size)
        };
        WholeBoardEvaluation {
            before: sfb(followed.board()),
            ours: NextQuery {
                opponent: query.opponent.clone(),
                class: query.class.clone(),
                min_verdict: query.min_verdict,
                min_games: query.min_games,
                ..asked(to_play)
            },
            theirs: asked(to_play.opposite()),
            followed,
            standing,
        }
    }

    /// Evaluates a candidate with the book's continuation.
    pub fn evaluate(&self, candidate: &CandidateMove) -> Option<WholeLine> {
        self.weightiest(&self.start(), self.ours.to_play(), candidate, TWINS)
    }

    /// Evaluates each corner and finds the one with the greatest value. `moves` are those of the
    /// answer in order.
    pub fn sum_up(
        &self,
        corners: &mut [Arc<RegionAnswer>],
        moves: &[Arc<CandidateMove>],
    ) -> WholeBoard {
        let mut sound = Vec::with_capacity(corners.len());
        for answer in corners {
            let best = moves.iter().find(|found| found.region == answer.region);
            let line = best.and_then(|best| best.whole_board.as_ref());
            let whole = WholeCorner {
                line: line.map(|line| line.change),
                opponent: self.of_opponent(answer.region),
            };
            if answer.settled.is_none() && best.is_some_and(|best| is_sound(best)) {
                sound.push((answer.region, whole.line, whole.swing()));
            }
            Arc::make_mut(answer).whole_board = Some(Box::new(whole));
        }
        WholeBoard { lead: to_millionths(self.in_view(self.before)), biggest: biggest(&sound) }
    }

    /// Returns the line that the opponent would have in a corner if it were to move.
    fn of_opponent(&self, corner: Region) -> Option<WholeLine> {
        let start = self.start();
        let first = self.best(&start, &self.theirs, corner)?;
        self.weightiest(&start, self.theirs.to_play(), &first, TWINS)
    }

    fn start(&self) -> ContinuedGame<'a> {
        ContinuedGame { followed: self.followed.clone(), moves: Vec::new() }
    }

    /// Returns the line that starts with a move and continues with the book. Of twins it is the one
    /// with more value for its player, of equals the first: the reading order of twins depends on
    /// the board's orientation.
    fn weightiest(
        &self,
        game: &ContinuedGame<'a>,
        color: Color,
        candidate: &CandidateMove,
        twins: usize,
    ) -> Option<WholeLine> {
        let worth = |line: &WholeLine| {
            let of_mover = |ours: f64| {
                if color == self.ours.to_play() { ours } else { 0.0 - ours }
            };
            (of_mover(line.change), of_mover(line.first))
        };
        let mut best: Option<WholeLine> = None;
        for point in candidate.points() {
            let mut game = game.clone();
            if game.play(color, point).is_none() {
                continue;
            }
            let line = self.go_on(game, candidate.region, twins);
            if best.as_ref().is_none_or(|best| worth(&line) > worth(best)) {
                best = Some(line);
            }
            if twins == 0 {
                break;
            }
        }
        best
    }

    /// Returns the line of the moves just played and of the book's continuation.
    fn go_on(&self, mut game: ContinuedGame<'a>, corner: Region, twins: usize) -> WholeLine {
        let first = self.change(&game);
        let before = game.moves.len();
        let ended = |game: &ContinuedGame<'_>| WholeLine {
            first,
            change: if game.moves.len() == before { first } else { self.change(game) },
            moves: game.moves.clone(),
        };
        while let Some((last, _)) = game.moves.last()
            && game.moves.len() < MAX_WHOLE_LINE_LENGTH
        {
            let color = last.opposite();
            let query = if color == self.ours.to_play() { &self.ours } else { &self.theirs };
            let Some(next) = self.best(&game, query, corner) else {
                break;
            };
            if next.plays.len() > 1 && twins > 0 {
                let line = self.weightiest(&game, color, &next, twins - 1);
                return line.map_or_else(|| ended(&game), |line| WholeLine { first, ..line });
            }
            let Some(point) = next.points().first().copied() else {
                break;
            };
            if game.play(color, point).is_none() {
                break;
            }
        }
        ended(&game)
    }

    /// Returns the book's best sound move in a corner that is not settled.
    fn best(
        &self,
        game: &ContinuedGame<'_>,
        query: &NextQuery,
        corner: Region,
    ) -> Option<CandidateMove> {
        let (answer, found) = game.followed.in_region(self.standing, query, corner);
        found.into_iter().find(|found| answer.settled.is_none() && is_sound(found))
    }

    fn change(&self, game: &ContinuedGame<'_>) -> f64 {
        to_millionths(self.in_view(sfb(game.followed.board()) - self.before))
    }

    fn in_view(&self, sfb: f64) -> f64 {
        match self.ours.to_play() {
            Color::Black => sfb,
            Color::White => 0.0 - sfb,
        }
    }
}

/// A game that continues from the query's board.
#[derive(Clone)]
struct ContinuedGame<'a> {
    followed: ReplayedGame<'a>,
    /// Moves played since.
    moves: Vec<(Color, Point)>,
}

impl ContinuedGame<'_> {
    /// Plays a move; none if it is illegal.
    fn play(&mut self, color: Color, point: Point) -> Option<()> {
        self.followed.play(color, Move::Play(point)).ok()?;
        self.moves.push((color, point));
        Some(())
    }
}

/// Returns the corner with the greatest value, the first of equals: by swing if all corners have
/// one, else by our lines, since a corner without a known opponent's line would seem to have half
/// the value.
fn biggest(corners: &[(Region, Option<f64>, Option<f64>)]) -> Option<BiggestCorner> {
    let by = if corners.iter().all(|(.., swing)| swing.is_some()) {
        BiggestBy::Swing
    } else {
        BiggestBy::Line
    };
    let mut most: Option<(Region, f64)> = None;
    for (corner, line, swing) in corners {
        let value = match by {
            BiggestBy::Swing => *swing,
            BiggestBy::Line => *line,
        };
        if let Some(value) = value.filter(|value| most.is_none_or(|(_, most)| *value > most)) {
            most = Some((*corner, value));
        }
    }
    most.map(|(corner, _)| BiggestCorner { corner, by })
}

fn sfb(board: &Board) -> f64 {
    // Only Go has influence, which the query was checked for.
    board.go().map_or(0.0, |board| Whole::new(board, Mechanical::default()).sfb())
}
