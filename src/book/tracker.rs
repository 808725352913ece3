//! The tracker: follows a game's moves through the regions of the board and reports their states.

use smallvec::SmallVec;

use super::forest::NodeId;
use super::index::Index;
use super::line::Line;
use super::reading::{Interpretation, Interpretations};
use joseki_game::xiangqi::{XiangqiBoard, XiangqiLine};
use joseki_game::{
    Alphabet, Board, BoardSize, Color, Frame, LinePosition, Move, Point, Reach, Region,
    RegionStones, Step, Symmetries,
};

/// The most readings kept for one region.
const READINGS: usize = 8;

/// Follows a game through the regions of a board.
///
/// ```
/// use joseki_book::{RegionState, Index, Line, Tracker};
/// use joseki_game::{BoardSize, Color, Corner, Move};
///
/// let line: Line = "DDCFFC".parse()?;
/// let index = Index::build([line].iter().collect());
/// let size = BoardSize::NINETEEN;
/// let mut tracker = Tracker::new(&index, size, &[]);
/// tracker.play(Color::Black, Move::from_gtp("Q16", size)?);
/// tracker.play(Color::White, Move::from_gtp("O17", size)?);
/// assert_eq!(tracker.state(Corner::UpperRight), RegionState::Ongoing);
/// assert_eq!(tracker.state(Corner::LowerLeft), RegionState::Empty);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tracker<'a> {
    index: &'a Index,
    size: BoardSize,
    initial: Vec<(Color, Point)>,
    /// The position of xiangqi at which the game begins, if it is not the usual one.
    position: Option<Box<XiangqiBoard>>,
    moves: Vec<(Color, Move)>,
    regions: SmallVec<[RegionTrack; 4]>,
}

/// The moves in one region that belong to a line.
#[derive(Clone, Debug)]
pub struct RegionTrack {
    /// The region.
    pub region: Region,
    /// The readings of the region, the longest first: all known, or all unknown.
    readings: Interpretations,
    /// The stones that belong to the region, in its plain frame.
    stones: RegionStones,
    /// Other stones played or set up where a joseki may reach, in the plain frame. They stay after
    /// they are captured: a line that takes their moves for elsewhere is not this game's.
    pub(super) far: SmallVec<[Step; 8]>,
    finished: bool,
    left: Option<Box<LeftBook>>,
}

/// The state of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum RegionState {
    /// No move played.
    Empty,
    /// Known, with a continuation, and the last move on the board was here.
    Ongoing,
    /// Known, with a continuation, but the last move on the board was elsewhere.
    Interrupted,
    /// As `Ongoing`, in a line with a tenuki.
    Tenuki,
    /// A whole line was played, root to leaf.
    Finished,
    /// No reading is known.
    Terminated,
}

/// The move with which a region left the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftBook {
    /// The number of the move in the game, from 1; 0 for initial stones.
    pub move_number: usize,
    /// The player.
    pub color: Color,
    /// The move on the board.
    pub played: Move,
    /// The move in the frame in which [`LeftBook::line`] is canonical.
    pub step: Step,
    /// The line of the last known node, canonical.
    pub line: Line,
    /// The legal moves that the book expected of this colour, in reading order; empty if the tenuki
    /// before the move was already unknown.
    pub expected: Vec<Move>,
    /// The board of xiangqi before the move, by which moves are written.
    pub before: Option<Box<XiangqiBoard>>,
}

impl<'a> Tracker<'a> {
    /// Starts a game with these stones. A region whose stones form an unknown position is
    /// terminated at move 0.
    #[must_use]
    pub fn new(index: &'a Index, size: BoardSize, initial: &[(Color, Point)]) -> Tracker<'a> {
        let regions = index.variant().game().regions().iter();
        let regions = regions.map(|region| RegionTrack::new(index, size, *region, initial));
        let regions = regions.collect();
        let (initial, moves) = (initial.to_vec(), Vec::new());
        Tracker { index, size, initial, position: None, moves, regions }
    }

    /// Starts a game of xiangqi at a position.
    #[must_use]
    pub fn at_position(index: &'a Index, board: &XiangqiBoard) -> Tracker<'a> {
        let mut tracker = Tracker::new(index, BoardSize::XIANGQI, &[]);
        let position = LinePosition::Xiangqi(XiangqiLine::from(*board));
        let reading =
            Interpretation::of_position(index, position, Color::from_side(board.to_move()));
        for region in &mut tracker.regions {
            region.readings = Interpretations::from_elem(reading.clone(), 1);
        }
        tracker.position = Some(Box::new(*board));
        tracker
    }

    /// Replays a game of xiangqi from a position, or from the usual one.
    #[must_use]
    pub fn replay_from(
        index: &'a Index,
        position: Option<&XiangqiBoard>,
        moves: &[(Color, Move)],
    ) -> Tracker<'a> {
        let Some(position) = position else {
            return Tracker::replay(index, index.variant().size(), &[], moves);
        };
        let mut tracker = Tracker::at_position(index, position);
        moves.iter().for_each(|(color, played)| tracker.play(*color, *played));
        tracker
    }

    /// Replays a game up to its last move.
    #[must_use]
    pub fn replay(
        index: &'a Index,
        size: BoardSize,
        initial: &[(Color, Point)],
        moves: &[(Color, Move)],
    ) -> Tracker<'a> {
        let mut tracker = Tracker::new(index, size, initial);
        tracker.moves.reserve(moves.len());
        moves.iter().for_each(|(color, played)| tracker.play(*color, *played));
        tracker
    }

    /// Follows one move, whichever side's turn it was. A pass is a move elsewhere for every region.
    pub fn play(&mut self, color: Color, played: Move) {
        self.moves.push((color, played));
        if played != Move::Pass {
            let number = self.moves.len();
            for region in &mut self.regions {
                region.play(self.index, self.size, number, color, played);
            }
            let mut lefts = self.regions.iter_mut().filter_map(|region| region.left.as_mut());
            if lefts.any(|left| left.move_number == number && !left.expected.is_empty()) {
                self.expect_legal_moves(color);
            }
        }
    }

    /// Removes moves that were illegal on the board from what the last move was expected to be. A
    /// reading does not know stones that it takes for moves elsewhere.
    fn expect_legal_moves(&mut self, color: Color) {
        let mut board = match &self.position {
            Some(position) => Board::Xiangqi(position.clone()),
            None => Board::new(self.index.variant().game(), self.size),
        };
        for (color, point) in &self.initial {
            if board.at(*point).is_none() {
                board.place(*color, *point);
            }
        }
        let number = self.moves.len();
        for (color, played) in &self.moves[..number - 1] {
            // An illegal move is followed, but changes no board.
            let _ = board.play(*color, *played);
        }
        let lefts = self.regions.iter_mut().filter_map(|region| region.left.as_mut());
        for left in lefts.filter(|left| left.move_number == number) {
            left.expected.retain(|expected| board.is_legal(color, *expected).is_ok());
            left.before = board.xiangqi().map(|board| Box::new(*board));
        }
    }

    /// The book moves that this move would be, one for each region that contains it.
    #[must_use]
    pub fn chosen(&self, color: Color, played: Move) -> Vec<(Region, NodeId)> {
        let regions = self.regions.iter().filter_map(|track| {
            let node = track.chosen(self.index, self.size, color, played)?;
            Some((track.region, node))
        });
        regions.collect()
    }

    /// Takes back the last move by replaying the game up to it.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let taken = self.moves.pop()?;
        *self = match &self.position {
            Some(position) => Tracker::replay_from(self.index, Some(position), &self.moves),
            None => Tracker::replay(self.index, self.size, &self.initial, &self.moves),
        };
        Some(taken)
    }

    /// The moves followed so far.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The index in use.
    #[must_use]
    pub fn index(&self) -> &'a Index {
        self.index
    }

    /// The track of one region of the game.
    #[must_use]
    pub fn region(&self, region: impl Into<Region>) -> &RegionTrack {
        &self.regions[region.into().index()]
    }

    /// The state of a region, by its longest known reading.
    #[must_use]
    pub fn state(&self, region: impl Into<Region>) -> RegionState {
        let track = self.region(region);
        let Some(reading) = track.known().next() else {
            return if track.finished { RegionState::Finished } else { RegionState::Terminated };
        };
        if reading.is_empty() {
            RegionState::Empty
        } else if !reading.has_continuation(self.index) {
            RegionState::Finished
        } else if reading.last_move() != self.moves.len() {
            RegionState::Interrupted
        } else if reading.line().has_tenuki() {
            RegionState::Tenuki
        } else {
            RegionState::Ongoing
        }
    }
}

impl RegionTrack {
    /// The known readings, the longest first; empty once the region has left the book.
    pub fn known(&self) -> impl Iterator<Item = &Interpretation> {
        self.readings.iter().filter(|reading| reading.is_known())
    }

    /// All readings, the longest first: all known, or all unknown.
    #[must_use]
    pub fn readings(&self) -> &[Interpretation] {
        &self.readings
    }

    /// The longest reading.
    #[must_use]
    pub fn longest(&self) -> Option<&Interpretation> {
        self.readings.first()
    }

    /// The move that left the book; `None` while the region is known or after a finished line.
    #[must_use]
    pub fn left_book(&self) -> Option<&LeftBook> {
        self.left.as_deref()
    }

    fn new(
        index: &Index,
        size: BoardSize,
        region: Region,
        initial: &[(Color, Point)],
    ) -> RegionTrack {
        let frame = Frame::plain(region);
        let empty = RegionStones::new(region);
        let (stones, far): (Vec<(Color, Point, Step)>, Vec<_>) = initial
            .iter()
            .filter_map(|(color, point)| Some((*color, *point, frame.step_at(*point, size)?)))
            .filter(|(_, _, step)| RegionStones::may_reach(region, *step, size))
            .partition(|(_, _, step)| empty.reach(*step, size) == Reach::Near);
        let placed: Vec<(Color, Step)> =
            stones.iter().map(|(color, _, step)| (*color, *step)).collect();
        let readings = Interpretation::of_stones(index, &placed);
        let left = stones.first().filter(|_| !readings.iter().any(Interpretation::is_known)).map(
            |(color, point, step)| {
                Box::new(LeftBook {
                    move_number: 0,
                    color: *color,
                    played: Move::Play(*point),
                    step: canonical(*step),
                    line: Line::new(),
                    expected: Vec::new(),
                    before: None,
                })
            },
        );
        let mut all = empty;
        stones.iter().for_each(|(_, _, step)| all.add(*step));
        let far = far.into_iter().map(|(_, _, step)| step).collect();
        RegionTrack { region, readings, stones: all, far, finished: false, left }
    }

    /// The book's node of a move, consistent with [`RegionTrack::moves`].
    fn chosen(&self, index: &Index, size: BoardSize, color: Color, played: Move) -> Option<NodeId> {
        let step = Frame::plain(self.region).step_of(played, size)?;
        if !index.uses(step) || self.stones.reach(step, size) == Reach::Elsewhere {
            return None;
        }
        let mut moves = self.moves(index, color).into_iter();
        Some(moves.find(|found| found.continuation.is_at(step))?.continuation.node)
    }

    fn play(&mut self, index: &Index, size: BoardSize, number: usize, color: Color, played: Move) {
        let Some(step) = Frame::plain(self.region).step_of(played, size) else {
            return;
        };
        let reach = self.stones.reach(step, size);
        if reach != Reach::Near && RegionStones::may_reach(self.region, step, size) {
            self.far.push(step);
        }
        if reach == Reach::Near && self.advance(index, number, color, step) {
            return;
        }
        let readings = match reach {
            Reach::Near => self.with_near_stone(index, number, color, step),
            Reach::Far if index.uses(step) => {
                match self.with_far_stone(index, number, color, step) {
                    Some(readings) => readings,
                    None => return,
                }
            }
            Reach::Far | Reach::Elsewhere => return,
        };
        let taken_up = readings.iter().any(|reading| reading.last_move() == number);
        if taken_up {
            self.stones.add(step);
        }
        if readings.iter().any(Interpretation::is_known) {
            (self.finished, self.left) = (false, None);
        } else if self.known().next().is_some() {
            let left = self.leave(index, size, number, color, played);
            self.left = left.map(Box::new);
            self.finished = self.left.is_none();
        }
        self.readings = readings;
    }

    /// Follows a near stone in place, if the first reading's own line continues with it.
    fn advance(&mut self, index: &Index, number: usize, color: Color, step: Step) -> bool {
        let mut readings = self.readings.iter_mut();
        let follows = |first: &mut Interpretation| first.advance(index, number, color, step);
        if !readings.next().is_some_and(follows) {
            return false;
        }
        if self.readings.len() > 1 {
            // The first reading is known, so others count only if they are.
            let mut is_first = true;
            self.readings.retain(|reading| {
                if std::mem::take(&mut is_first) || reading.advance(index, number, color, step) {
                    return true;
                }
                let known = reading.knows_position_after(index, color, step);
                if known {
                    *reading = reading.after(index, number, color, step);
                }
                known
            });
            self.readings = best(std::mem::take(&mut self.readings));
        }
        self.stones.add(step);
        (self.finished, self.left) = (false, None);
        true
    }

    fn with_near_stone(
        &self,
        index: &Index,
        number: usize,
        color: Color,
        step: Step,
    ) -> Interpretations {
        let next = self.readings.iter().map(|reading| reading.after(index, number, color, step));
        best(next.collect())
    }

    /// Reads a far stone in both ways: as a step if that is known, and as played elsewhere. Returns
    /// `None` if no reading knows it.
    fn with_far_stone(
        &self,
        index: &Index,
        number: usize,
        color: Color,
        step: Step,
    ) -> Option<Interpretations> {
        let knows = |reading: &&Interpretation| reading.knows_after(index, color, step);
        let with = self.readings.iter().filter(knows);
        let mut with = with.map(|reading| reading.after(index, number, color, step)).peekable();
        with.peek()?;
        Some(best(with.chain(self.readings.iter().cloned()).collect()))
    }

    /// The move that left the book; `None` if the line that it left was finished.
    fn leave(
        &self,
        index: &Index,
        size: BoardSize,
        move_number: usize,
        color: Color,
        played: Move,
    ) -> Option<LeftBook> {
        let frame = Frame::plain(self.region);
        let last = self.known().next().filter(|last| last.has_continuation(index))?;
        let step = frame.step_of(played, size)?;
        let mut line = last.line().clone();
        line.push(step);
        let mut expected: Vec<Move> = self
            .moves(index, color)
            .iter()
            .flat_map(|found| found.continuation.places())
            .filter_map(|(step, _)| frame.move_of(step, size).ok())
            .collect();
        expected.sort_unstable();
        expected.dedup();
        Some(LeftBook {
            move_number,
            color,
            played,
            step: step.transformed(line.orientations().first()),
            line: last.book_line(index),
            expected,
            before: None,
        })
    }
}

/// Returns the least of the images of a step.
fn canonical(step: Step) -> Step {
    let symmetries = step.alphabet().map_or(Symmetries::IDENTITY, Alphabet::symmetries);
    step.transformed(step.least_under(symmetries).first())
}

/// Keeps the known readings, or all of them if none is known: those with most stones first, at
/// most [`READINGS`].
fn best(mut readings: Interpretations) -> Interpretations {
    if readings.len() < 2 {
        return readings;
    }
    if readings.iter().any(Interpretation::is_known) {
        readings.retain(|reading| reading.is_known());
    }
    readings.sort_by_key(|reading| std::cmp::Reverse((reading.stones(), reading.line().len())));
    readings.truncate(READINGS);
    readings
}
