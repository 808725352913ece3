//! One variation of a tree on its way through the book: the board, and a state in each corner.

use super::corners;
use super::statements::SourceStatement;
use crate::sgf;
use joseki_book::{Conditions, Conflict, Forest, Line, NodeData, NodeId, Predicate};
use joseki_game::go::{Handedness, Position};
use joseki_game::{BoardSize, Color, Corner, Frame, Point, Step};

/// The state of a variation.
#[derive(Clone)]
pub struct VariationWalk {
    /// The tree's own board.
    pub board: Position,
    /// The corner of the first move.
    pub home: Option<Corner>,
    /// The corner of the last move.
    pub active: Option<Corner>,
    /// The corners.
    pub corners: [CornerWalk; 4],
    /// Stones before the first move in a corner: set up, or played outside every corner.
    pub start: Vec<(Color, Point)>,
    /// Whether a stone was played outside every corner before the first move in one.
    pub is_outside: bool,
    /// The file's line of the refused node that this variation follows.
    pub refused: Option<u32>,
    /// Nodes without a move whose content belongs to the next move.
    pub pending: Vec<sgf::SgfNodeId>,
    /// Stones set up since the last move, as texts with the lines of the file.
    pub unused: Vec<SourceStatement>,
}

/// The state of a variation in one corner.
#[derive(Clone, Default)]
pub struct CornerWalk {
    /// The book's node reached.
    pub node: NodeId,
    status: Status,
    mirrored: Option<bool>,
    first: Option<Color>,
    last: Option<Color>,
    stones_played: usize,
    /// Whether the last step is a tenuki.
    tenuki: bool,
    /// The place of the last content that waits to be turned.
    pub waiting: Option<usize>,
    /// The stones required on the board for the moves that follow, in the clockwise frame.
    stones: Vec<(Step, Option<Color>)>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Status {
    /// No stone was played there.
    #[default]
    Untouched,
    /// It has a line of its own.
    Live,
    /// Its stones are ladder breakers and tenukis of another corner.
    Foreign,
}

/// What follows a stone in a corner that it might open.
#[derive(Clone, Copy)]
pub struct CornerActivity {
    /// Whether both colours play there from here.
    pub both_play: bool,
    /// Whether some variation answers it there directly.
    pub answered: bool,
}

/// Up to this many stones in the first corner it is still a whole-board opening, in which a stone
/// in another corner opens that corner. Later the stone must be answered there; otherwise it is a
/// ladder breaker.
const OPENING_STONES: usize = 2;

/// The effect of a move on the book.
pub struct PlacedMove {
    /// The node.
    pub node: NodeId,
    /// Whether it is new.
    pub new: bool,
    /// The number of further nodes inserted for it.
    pub implied: usize,
    /// The conditions that the source gives the move.
    pub said: Conditions,
    /// The conditions that the book had for it before; `None` if the move was new.
    pub before: Option<Conditions>,
}

impl VariationWalk {
    /// Creates the state before the first node.
    pub fn new(size: BoardSize) -> VariationWalk {
        VariationWalk {
            board: Position::new(size),
            home: None,
            active: None,
            corners: Default::default(),
            start: Vec::new(),
            is_outside: false,
            refused: None,
            pending: Vec::new(),
            unused: Vec::new(),
        }
    }

    /// Whether a move was placed.
    pub fn has_begun(&self) -> bool {
        self.home.is_some()
    }

    /// The corner that a stone is a step of, with the step in its clockwise frame; `None` for a
    /// stone elsewhere. `seen` reports what follows in a corner.
    pub fn owner(
        &mut self,
        point: Point,
        seen: impl Fn(Corner) -> CornerActivity,
    ) -> Option<(Corner, Step)> {
        let size = self.board.size();
        let area = corners::home_of(point, size);
        let Some(home) = self.home else {
            // After a stone outside, what is between it and a corner belongs to the stone.
            let (corner, step) =
                area.filter(|(_, step)| !self.is_outside || corners::is_near(*step))?;
            self.home = Some(corner);
            self.corners[corner.index()].status = Status::Live;
            return Some((corner, step));
        };
        if let Some((corner, step)) = area {
            self.open(corner, home, step, point, seen);
            if self.corners[corner.index()].status == Status::Live {
                return Some((corner, step));
            }
        }
        let step_in = |corner: &Corner| {
            let step = Frame::clockwise(*corner).step_at(point, size)?;
            (!corners::is_foreign(step, size)).then_some((*corner, step))
        };
        let live = |corner: &Corner| self.corners[corner.index()].status == Status::Live;
        let near = |(corner, step): &(Corner, Step)| {
            let (u, v) = step.coordinates().unwrap_or_default();
            (u.max(v), *corner != home)
        };
        Corner::ALL.into_iter().filter(live).filter_map(|corner| step_in(&corner)).min_by_key(near)
    }

    /// Determines the status of a corner when its first stone is played.
    fn open(
        &mut self,
        corner: Corner,
        home: Corner,
        step: Step,
        point: Point,
        seen: impl Fn(Corner) -> CornerActivity,
    ) {
        let size = self.board.size();
        if self.corners[corner.index()].status != Status::Untouched {
            return;
        }
        let early = self.corners[home.index()].stones_played <= OPENING_STONES;
        let CornerActivity { both_play, answered } = seen(corner);
        let foreign = Frame::clockwise(home)
            .step_at(point, size)
            .is_some_and(|step| corners::is_foreign(step, size));
        let opens = foreign && corners::opens_corner(step) && both_play && (early || answered);
        self.corners[corner.index()].status = if opens { Status::Live } else { Status::Foreign };
    }

    /// Records a stone required for the moves that follow in the corner of the last move.
    pub fn require(&mut self, point: Point, stone: Option<Color>) {
        let size = self.board.size();
        if let Some(corner) = self.active.or(self.home) {
            self.corners[corner.index()].require(Frame::clockwise(corner), point, size, stone);
        }
    }

    /// Whether a move of the line in the corner of the last move is at a point.
    pub fn is_of_line(&self, forest: &Forest, point: Point) -> bool {
        let Some(corner) = self.active.or(self.home) else {
            return false;
        };
        let here = &self.corners[corner.index()];
        let step = here.frame(corner).step_at(point, self.board.size());
        let steps = forest.line(here.node);
        step.is_some_and(|step| steps.steps().contains(&step))
    }

    /// Converts the initial position to the beginning of a corner's line before `color` moves:
    /// stones in the corner proper become steps, all others conditions. Returns the number of nodes
    /// inserted.
    pub fn begin(
        &mut self,
        forest: &mut Forest,
        corner: Corner,
        color: Color,
        conflicts: &mut Vec<(Line, Conflict)>,
    ) -> usize {
        let size = self.board.size();
        let frame = Frame::clockwise(corner);
        let mut own: Vec<Step> = Vec::new();
        let mut other: Vec<Step> = Vec::new();
        let walk = &mut self.corners[corner.index()];
        for (stone, point) in &self.start {
            match corners::home_of(*point, size) {
                Some((area, step)) if area == corner && corners::is_near(step) => {
                    if *stone == color { own.push(step) } else { other.push(step) }
                }
                _ => walk.require(frame, *point, size, Some(*stone)),
            }
        }
        own.sort_unstable();
        other.sort_unstable();
        let (mut first, mut second) = ((color, own), (color.opposite(), other));
        if second.1.len() > first.1.len() {
            std::mem::swap(&mut first, &mut second);
        }
        let mut made = 0;
        let mut stones = [first.1.into_iter(), second.1.into_iter()];
        loop {
            let pair = [(first.0, stones[0].next()), (second.0, stones[1].next())];
            for (stone, step) in pair {
                let Some(step) = step else { continue };
                let placed = walk.play(forest, stone, step, None, conflicts);
                made += placed.implied + usize::from(placed.new);
            }
            if pair.iter().all(|(_, step)| step.is_none()) {
                return made;
            }
        }
    }
}

impl CornerWalk {
    /// The frame in which the line is canonical.
    pub fn frame(&self, corner: Corner) -> Frame {
        Handedness::mirrored(self.mirrored.unwrap_or(false)).frame(corner)
    }

    /// Whether both handednesses fit.
    pub fn is_symmetric(&self) -> bool {
        self.mirrored.is_none()
    }

    /// The colour that made the first move; Black before any.
    pub fn first(&self) -> Color {
        self.first.unwrap_or(Color::Black)
    }

    /// Plays a step of the clockwise frame. A second move in a row by one colour gets a tenuki
    /// before it. A tenuki of the side that now moves after all is cancelled by the other side's.
    /// `said` are conditions that the source states itself; they replace those of the stones set
    /// up. Conditions that do not fit beside those of the book go to `conflicts`.
    pub fn play(
        &mut self,
        forest: &mut Forest,
        color: Color,
        step: Step,
        said: Option<&Conditions>,
        conflicts: &mut Vec<(Line, Conflict)>,
    ) -> PlacedMove {
        let mut implied = 0;
        if self.last == Some(color) && !self.tenuki {
            let other = color.opposite();
            let tenuki = self.step(forest, Step::TENUKI, other, said, conflicts);
            implied += usize::from(tenuki.new);
        } else if self.last != Some(color) && self.tenuki {
            self.node = forest.node(self.node).parent;
        }
        if self.mirrored.is_none() && step.mirror() != step {
            self.mirrored = Some(step.mirror() < step);
        }
        let here = step.mirror_if(self.mirrored == Some(true));
        let placed = self.step(forest, here, color, said, conflicts);
        self.first = self.first.or(Some(color));
        self.last = Some(color);
        self.stones_played += 1;
        self.tenuki = false;
        PlacedMove { implied, ..placed }
    }

    /// Plays a tenuki as [`CornerWalk::play`] does a step; `None` if that has no effect.
    pub fn play_elsewhere(
        &mut self,
        forest: &mut Forest,
        color: Color,
        said: Option<&Conditions>,
        conflicts: &mut Vec<(Line, Conflict)>,
    ) -> Option<PlacedMove> {
        let last = self.last?;
        if color == last {
            if self.tenuki {
                self.node = forest.node(self.node).parent;
                self.tenuki = false;
            }
            return None;
        }
        if self.tenuki {
            return None;
        }
        self.tenuki = true;
        Some(self.step(forest, Step::TENUKI, color, said, conflicts))
    }

    fn step(
        &mut self,
        forest: &mut Forest,
        step: Step,
        color: Color,
        said: Option<&Conditions>,
        conflicts: &mut Vec<(Line, Conflict)>,
    ) -> PlacedMove {
        let (node, new) = forest.child_or_insert(self.node, step);
        self.node = node;
        let conditions = said.cloned().unwrap_or_else(|| self.conditions(color));
        let found = forest.node(node);
        let before = (!new && !found.mined).then(|| {
            let own = found.data().map(|data| data.conditions.clone());
            own.unwrap_or_default()
        });
        let data = NodeData { conditions, ..NodeData::default() };
        for conflict in forest.merge_data(node, new, Some(&data)) {
            conflicts.push((forest.line(node), conflict));
        }
        PlacedMove { node, new, implied: 0, said: data.conditions, before }
    }

    fn require(&mut self, frame: Frame, point: Point, size: BoardSize, stone: Option<Color>) {
        if let Some(step) = frame.step_at(point, size) {
            self.stones.retain(|(other, _)| *other != step);
            self.stones.push((step, stone));
        }
    }

    /// The conditions for a move of this colour here.
    fn conditions(&self, color: Color) -> Conditions {
        if self.stones.is_empty() {
            return Conditions::always();
        }
        let mirror = self.mirrored == Some(true);
        let conditions = Conditions::all_of(self.stones.iter().map(|(step, stone)| {
            let step = step.mirror_if(mirror);
            match stone {
                None => Predicate::Empty(step),
                Some(stone) if *stone == color => Predicate::Own(step),
                Some(_) => Predicate::Enemy(step),
            }
        }));
        match self.mirrored {
            Some(_) => conditions,
            None => conditions.mirror().min(conditions),
        }
    }
}
