//! What moves of the book and their continuations do to the whole board, in SFB.

use super::going::is_sound;
use super::next::Followed;
use super::query::{Candidate, CornerAnswer, NextQuery};
use crate::game::Color;
use crate::game::go::{Corner, Move, Point, Position};
use crate::influence::{Mechanical, Whole};
use crate::ledger::Standing;

/// The most lines of one corner: so an answer takes a bounded time whatever the book and the limit.
pub const MOST_WHOLE_LINES: usize = 32;

/// The most moves of a line.
pub const LONGEST_WHOLE_LINE: usize = 40;

/// In so many places of a line both twins are followed.
const TWINS: usize = 4;

/// Numbers are whole multiples of one part in so many. SFB is summed row by row, so that the images of a board differ
/// in their last bits; rounded, what is equal in one orientation is equal in all.
const PARTS: f64 = 1e6;

/// A line of the book played on a board. All numbers are in points of SFB, from the view of the side to play.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeLine {
    /// ΔSFB of its first move alone.
    pub first: f64,
    /// ΔSFB of all of it. A line of an odd number of moves has one stone more of the side that began it.
    pub change: f64,
    /// The line, its first move among them.
    pub moves: Vec<(Color, Point)>,
}

impl WholeLine {
    /// Who made its last move; the other side then has the turn.
    #[must_use]
    pub fn last(&self) -> Option<Color> {
        self.moves.last().map(|(color, _)| *color)
    }
}

/// What is at stake in one corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WholeCorner {
    /// The line of its best candidate; nothing if it has none.
    pub line: Option<f64>,
    /// The line of the best sound move that the opponent would have here in our place, from our view.
    pub opponent: Option<WholeLine>,
}

impl WholeCorner {
    /// How far our line and the opponent's are apart; nothing unless both sides have one.
    #[must_use]
    pub fn swing(&self) -> Option<f64> {
        Some(rounded(self.line? - self.opponent.as_ref()?.change))
    }
}

/// The board as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeBoard {
    /// SFB as the board stands, from the view of the side to play: positive if it leads.
    pub lead: f64,
    /// Where most is at stake; nothing if no corner's best candidate is sound.
    pub biggest: Option<Biggest>,
}

/// The corner where most is at stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Biggest {
    /// Which.
    pub corner: Corner,
    /// What was compared.
    pub by: BiggestBy,
}

/// What corners are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiggestBy {
    /// [`WholeCorner::swing`]: in every corner that is compared the opponent has a sound move, too.
    Swing,
    /// [`WholeCorner::line`]: in one of them it has none, so that swings cannot be compared.
    Line,
}

impl BiggestBy {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BiggestBy::Swing => "swing",
            BiggestBy::Line => "line",
        }
    }
}

/// The board of a question, on which lines are reckoned.
pub(super) struct Reckoning<'a> {
    followed: &'a Followed<'a>,
    standing: &'a Standing,
    /// SFB as the board stands.
    before: f64,
    /// How our moves of a line are asked for: what the caller wants to play holds there, too.
    ours: NextQuery,
    /// How the opponent's are: by the book and its games. It does not keep to what the caller wants to play, and
    /// results against it say how our moves do.
    theirs: NextQuery,
}

impl<'a> Reckoning<'a> {
    pub fn new(
        followed: &'a Followed<'a>,
        standing: &'a Standing,
        query: &NextQuery,
    ) -> Reckoning<'a> {
        let to_play = query.to_play();
        let asked = |color: Color| NextQuery {
            to_play: Some(color),
            limit: usize::MAX,
            games: query.games.clone(),
            ..NextQuery::new(query.size)
        };
        Reckoning {
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

    /// A candidate with the book's continuation.
    pub fn of(&self, candidate: &Candidate) -> Option<WholeLine> {
        self.weightiest(&self.start(), self.ours.to_play(), candidate, TWINS)
    }

    /// What is at stake in each corner, and where it is most. `moves` are those of the answer in their order.
    pub fn sum_up(&self, corners: &mut [CornerAnswer], moves: &[Candidate]) -> WholeBoard {
        let mut sound = Vec::with_capacity(corners.len());
        for answer in corners {
            let best = moves.iter().find(|found| found.corner == answer.corner);
            let line = best.and_then(|best| best.whole_board.as_ref());
            let whole = WholeCorner {
                line: line.map(|line| line.change),
                opponent: self.of_opponent(answer.corner),
            };
            if best.is_some_and(is_sound) {
                sound.push((answer.corner, whole.line, whole.swing()));
            }
            answer.whole_board = Some(Box::new(whole));
        }
        WholeBoard {
            lead: rounded(self.in_view(self.before)),
            biggest: biggest(&sound),
        }
    }

    /// The line that the opponent would have in a corner if it were its turn.
    fn of_opponent(&self, corner: Corner) -> Option<WholeLine> {
        let start = self.start();
        let first = self.best(&start, &self.theirs, corner)?;
        self.weightiest(&start, self.theirs.to_play(), &first, TWINS)
    }

    fn start(&self) -> Game<'a> {
        Game {
            followed: self.followed.clone(),
            moves: Vec::new(),
        }
    }

    /// The line that goes on with a move, and then with the book. Of twins it is the one that is worth more to who
    /// plays it, of equals the first: which of them comes first in reading order depends on how the board is turned.
    fn weightiest(
        &self,
        game: &Game<'a>,
        color: Color,
        candidate: &Candidate,
        twins: usize,
    ) -> Option<WholeLine> {
        let worth = |line: &WholeLine| {
            let of_mover = |ours: f64| {
                if color == self.ours.to_play() {
                    ours
                } else {
                    0.0 - ours
                }
            };
            (of_mover(line.change), of_mover(line.first))
        };
        let mut best: Option<WholeLine> = None;
        for point in &candidate.points {
            let mut game = game.clone();
            if game.play(color, *point).is_none() {
                continue;
            }
            let line = self.go_on(game, candidate.corner, twins);
            if best.as_ref().is_none_or(|best| worth(&line) > worth(best)) {
                best = Some(line);
            }
            if twins == 0 {
                break;
            }
        }
        best
    }

    /// The line of the moves that were just played, and of the book's from there on.
    fn go_on(&self, mut game: Game<'a>, corner: Corner, twins: usize) -> WholeLine {
        let first = self.change(&game);
        let before = game.moves.len();
        let ended = |game: &Game<'_>| WholeLine {
            first,
            change: if game.moves.len() == before {
                first
            } else {
                self.change(game)
            },
            moves: game.moves.clone(),
        };
        while let Some((last, _)) = game.moves.last()
            && game.moves.len() < LONGEST_WHOLE_LINE
        {
            let color = last.opposite();
            let query = match color == self.ours.to_play() {
                true => &self.ours,
                false => &self.theirs,
            };
            let Some(next) = self.best(&game, query, corner) else {
                break;
            };
            if next.points.len() > 1 && twins > 0 {
                let line = self.weightiest(&game, color, &next, twins - 1);
                return line.map_or_else(|| ended(&game), |line| WholeLine { first, ..line });
            }
            let Some(point) = next.points.first() else {
                break;
            };
            if game.play(color, *point).is_none() {
                break;
            }
        }
        ended(&game)
    }

    /// The book's best sound move of a corner.
    fn best(&self, game: &Game<'_>, query: &NextQuery, corner: Corner) -> Option<Candidate> {
        let (_, found) = game.followed.in_corner(self.standing, query, corner);
        found.into_iter().find(is_sound)
    }

    fn change(&self, game: &Game<'_>) -> f64 {
        rounded(self.in_view(sfb(game.followed.board()) - self.before))
    }

    fn in_view(&self, sfb: f64) -> f64 {
        match self.ours.to_play() {
            Color::Black => sfb,
            Color::White => 0.0 - sfb,
        }
    }
}

/// A game that goes on from the question's board.
#[derive(Clone)]
struct Game<'a> {
    followed: Followed<'a>,
    /// What was played since.
    moves: Vec<(Color, Point)>,
}

impl Game<'_> {
    /// Plays a move; nothing if it is illegal.
    fn play(&mut self, color: Color, point: Point) -> Option<()> {
        self.followed.play(color, Move::Play(point)).ok()?;
        self.moves.push((color, point));
        Some(())
    }
}

/// The corner with the most, the first of equals: by the swing where all have one, else by our lines, as a corner in
/// which the opponent's line is not known would seem to have half as much at stake.
fn biggest(corners: &[(Corner, Option<f64>, Option<f64>)]) -> Option<Biggest> {
    let by = match corners.iter().all(|(.., swing)| swing.is_some()) {
        true => BiggestBy::Swing,
        false => BiggestBy::Line,
    };
    let mut most: Option<(Corner, f64)> = None;
    for (corner, line, swing) in corners {
        let value = match by {
            BiggestBy::Swing => *swing,
            BiggestBy::Line => *line,
        };
        if let Some(value) = value.filter(|value| most.is_none_or(|(_, most)| *value > most)) {
            most = Some((*corner, value));
        }
    }
    most.map(|(corner, _)| Biggest { corner, by })
}

fn sfb(board: &Position) -> f64 {
    Whole::new(board, Mechanical::default()).sfb()
}

fn rounded(number: f64) -> f64 {
    // The sum makes 0 of −0.
    (number * PARTS).round() / PARTS + 0.0
}
