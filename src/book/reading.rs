//! A reading: one interpretation of a corner's stones as a line of the book, and its continuations.

use smallvec::SmallVec;

use super::forest::NodeId;
use super::index::Index;
use super::line::Line;
use joseki_game::{Color, LinePosition, PositionKey, Side, Step, Symmetries, Symmetry};

/// One interpretation of a region. Its line is in the region's plain frame (a corner's clockwise one)
/// and never ends in a tenuki.
///
/// ```
/// use joseki_book::{Index, Interpretation, Line};
/// use joseki_game::Color;
///
/// let line: Line = "DDCFFC".parse()?;
/// let index = Index::build([line].iter().collect());
/// let empty = &Interpretation::of_stones(&index, &[]);
/// let reading = empty[0].after(&index, 1, Color::Black, "DD".parse()?);
/// let next = reading.continuations(&index, Color::White);
/// assert_eq!(next.len(), 1);
/// assert!(next[0].is_at("CF".parse()?) && next[0].is_at("FC".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Interpretation {
    line: Line,
    /// The book's node of the line.
    node: Option<NodeId>,
    /// The stones without the order of moves.
    stones: InterpretationStones,
    /// Whether the stones are initial ones that no line leads to.
    stones_only: bool,
    first: Option<Color>,
    last: Option<Color>,
    last_move: usize,
    known: bool,
}

/// The stones of a reading, replayed only if the book's node does not provide their key.
#[derive(Clone, Debug)]
enum InterpretationStones {
    /// The stones of the line, not replayed.
    OfLine,
    /// Replayed stones.
    Replayed(Box<LinePosition>),
    /// The line cannot be replayed alone.
    None,
}

/// A book move that follows a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The move in the region's plain frame.
    pub step: Step,
    /// The symmetries whose images of the step are the same move, because they leave the position
    /// as it is.
    pub twins: Symmetries,
    /// The book's node of the move.
    pub node: NodeId,
    /// Region to node: leads from the plain frame to the node's.
    pub symmetry: Symmetry,
    /// Whether the reading's own line leads there, or another move order of the same position.
    pub by_line: bool,
}

/// Continuations of a reading; inline capacity of 8.
pub type Continuations = SmallVec<[Continuation; 8]>;

/// The readings of one corner; most corners have one.
pub type Interpretations = SmallVec<[Interpretation; 1]>;

impl Continuation {
    /// The orientations of the node in the region: the move in the plain frame, and the symmetry that
    /// leads from there to the node's. More than one if the position has a stabiliser.
    pub fn places(&self) -> impl Iterator<Item = (Step, Symmetry)> + use<> {
        let (step, symmetry) = (self.step, self.symmetry);
        let place = move |twin: Symmetry| (step.transformed(twin), twin.inverse().then(symmetry));
        self.twins.iter().map(place)
    }

    /// Keeps the places whose step in the plain frame is wanted; `false` if none is.
    pub fn retain_places(&mut self, wanted: impl Fn(Step) -> bool) -> bool {
        let step = self.step;
        let kept: Symmetries =
            self.twins.iter().filter(|twin| wanted(step.transformed(*twin))).collect();
        if !kept.is_empty() && !kept.contains(Symmetry::IDENTITY) {
            let first = kept.first();
            self.step = step.transformed(first);
            self.symmetry = first.inverse().then(self.symmetry);
            self.twins = kept.after(first.inverse());
        } else {
            self.twins = kept;
        }
        !kept.is_empty()
    }

    /// Whether this continuation is the move at a step.
    #[must_use]
    pub fn is_at(&self, step: Step) -> bool {
        self.places().any(|(here, _)| here == step)
    }
}

impl Interpretation {
    /// The readings of a corner's initial stones: the lines with their position, with either colour
    /// to move, or the stones alone if there is no such line. Without stones it is the empty line.
    #[must_use]
    pub fn of_stones(index: &Index, stones: &[(Color, Step)]) -> Interpretations {
        if stones.is_empty() {
            return Interpretations::from_buf([Interpretation::empty()]);
        }
        let mut position = LinePosition::new(index.variant());
        for (color, step) in stones {
            position.place(side_of(*color, Color::Black), *step);
        }
        let found = [Color::White, Color::Black]
            .map(|to_move| Interpretation::at(index, &position, to_move));
        let mut readings: Interpretations = found.into_iter().flatten().collect();
        readings.sort_by_key(|reading| std::cmp::Reverse(reading.line.len()));
        if readings.is_empty() {
            readings.push(Interpretation::of_unknown_stones(position));
        }
        readings
    }

    /// The reading of a position that was set up: the line that leads there, or the position alone.
    #[must_use]
    pub fn of_position(index: &Index, position: LinePosition, to_move: Color) -> Interpretation {
        Interpretation::at(index, &position, to_move).unwrap_or_else(|| {
            let known = index.contains_position(position.key(side_of(to_move, Color::Black)));
            let last = Some(to_move.opposite());
            Interpretation { known, last, ..Interpretation::of_unknown_stones(position) }
        })
    }

    /// Whether nothing was played or set up.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty() && !self.stones_only
    }

    /// Whether the line leads to the stones, rather than that they were set up.
    #[must_use]
    pub fn is_line(&self) -> bool {
        !self.stones_only
    }

    /// The line so far, in the plain frame, without a tenuki at its end.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The number of stones of the line.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.line.steps().iter().filter(|step| !step.is_tenuki()).count()
    }

    /// The colour that made the line's first move.
    #[must_use]
    pub fn first_mover(&self) -> Option<Color> {
        self.first
    }

    /// The game's move number of the last step; 0 for initial stones.
    #[must_use]
    pub fn last_move(&self) -> usize {
        self.last_move
    }

    /// The colour that made the last step.
    #[must_use]
    pub fn last_color(&self) -> Option<Color> {
        self.last
    }

    /// The book's node of the line, else the first node of its position.
    #[must_use]
    pub fn position_node(&self, index: &Index) -> Option<NodeId> {
        let by_position = || self.nodes_to_move(index, None).first().map(|found| found.0);
        self.node.or_else(by_position)
    }

    /// The book's node of the line, else the first node of its position, and the symmetry that leads
    /// from the plain frame to the node's; `None` before the first stone.
    #[must_use]
    pub fn placed_node(&self, index: &Index) -> Option<(NodeId, Symmetry)> {
        if let Some(node) = self.node.filter(|node| *node != NodeId::ROOT) {
            return Some((node, self.line.orientations().first()));
        }
        let nodes = self.nodes_to_move(index, None).into_iter();
        let mut ours = nodes.filter(|(node, ..)| {
            // A tenuki leads to the position with the other side to move, but is not a move on this
            // board.
            *node != NodeId::ROOT && index.step(*node) != Step::TENUKI
        });
        ours.next().map(|(node, symmetry, ..)| (node, symmetry))
    }

    /// Whether the line or its position is in the book.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// The canonical line of the book's node: that of the reading, or of a node with its position.
    #[must_use]
    pub fn book_line(&self, index: &Index) -> Line {
        let by_position = || self.nodes_to_move(index, None).first().map(|(node, ..)| *node);
        match self.node.or_else(by_position) {
            Some(node) => index.line(node),
            None => self.line.canonical(),
        }
    }

    /// Whether any node of the line or its position has a continuation, a tenuki included.
    #[must_use]
    pub fn has_continuation(&self, index: &Index) -> bool {
        let by_line = self.node.is_some_and(|node| index.has_children(node));
        by_line
            || self.nodes_to_move(index, None).iter().any(|(node, ..)| index.has_children(*node))
    }

    /// Follows a stone in place if the book's own line continues with it, as nearly all do. Returns
    /// `false` and changes nothing otherwise; see [`Interpretation::after`] for that case.
    pub fn advance(&mut self, index: &Index, number: usize, color: Color, step: Step) -> bool {
        let Some(next) = self.next_of_line(index, color, step) else {
            return false;
        };
        if self.last == Some(color) {
            self.line.push(Step::TENUKI);
        }
        self.line.push(step);
        self.node = Some(next);
        self.first = self.first.or(Some(color));
        self.last = Some(color);
        self.last_move = number;
        true
    }

    /// Whether the reading that [`Interpretation::after`] returns would be known, without computing
    /// it.
    #[must_use]
    pub fn knows_after(&self, index: &Index, color: Color, step: Step) -> bool {
        self.next_of_line(index, color, step).is_some()
            || self.knows_position_after(index, color, step)
    }

    /// The same where the book's own line does not continue with the stone.
    pub(super) fn knows_position_after(&self, index: &Index, color: Color, step: Step) -> bool {
        if !self.may_move(index, color) {
            return self.after(index, self.last_move, color, step).known;
        }
        let Some(mut position) = self.position(index) else {
            return false;
        };
        if self.last == Some(color) {
            position.pass();
        }
        let side = side_of(color, self.first_before(color));
        position.play(side, step).is_ok() && index.contains_position(position.key(side.opposite()))
    }

    /// The reading after a stone. A second move in a row by one colour implies a tenuki before it.
    #[must_use]
    pub fn after(&self, index: &Index, number: usize, color: Color, step: Step) -> Interpretation {
        if !self.may_move(index, color) {
            // No line begins so: the stone counts as one that was set up.
            let stones = Interpretation::of_stones(index, &[(color, step)]).into_iter().next();
            let stones = stones.unwrap_or_else(Interpretation::empty);
            return Interpretation { last: Some(color), last_move: number, ..stones };
        }
        let mut next = self.clone();
        if next.last == Some(color) {
            next.push(index, color.opposite(), Step::TENUKI);
        }
        next.push(index, color, step);
        next.first = next.first.or(Some(color));
        next.last = Some(color);
        next.last_move = number;
        next.known = next.node.is_some() || next.is_position_known(index);
        if next.known && next.stones_only {
            next = next.anchored(index);
        }
        next
    }

    /// The book's moves for a colour, those by line before those by position; never a tenuki.
    #[must_use]
    pub fn continuations(&self, index: &Index, color: Color) -> Continuations {
        let mut found = Continuations::new();
        for (node, symmetry, twins, by_line) in self.nodes_to_move(index, Some(color)) {
            let back = symmetry.inverse();
            // The children of one node are distinct except for twins.
            let before = found.len();
            for child in index.children(node) {
                let step = index.step(child);
                if step.is_tenuki() {
                    continue;
                }
                let step = step.transformed(back);
                let alike = if twins.len() > 1 { found.len() } else { before };
                if !found[..alike].iter().any(|other| other.is_at(step)) {
                    found.push(Continuation { step, twins, node: child, symmetry, by_line });
                }
            }
        }
        found
    }

    /// The book's node of the move at a step of the clockwise frame, consistent with
    /// [`Interpretation::continuations`].
    #[must_use]
    pub fn chosen(&self, index: &Index, color: Color, step: Step) -> Option<NodeId> {
        let nodes = self.nodes_to_move(index, Some(color)).into_iter();
        let mut children = nodes.filter_map(|(node, symmetry, twins, _)| {
            let images = twins.iter().map(|twin| step.transformed(twin.then(symmetry)));
            // The first in child order, as in the list.
            images.filter_map(|image| index.child(node, image)).min()
        });
        children.next()
    }

    /// Whether the book has the position with this colour to move.
    #[must_use]
    pub fn is_position_known_for(&self, index: &Index, color: Color) -> bool {
        !self.nodes_to_move(index, Some(color)).is_empty()
    }

    /// Whether the book's only move for this colour is a tenuki.
    #[must_use]
    pub fn is_only_tenuki(&self, index: &Index, color: Color) -> bool {
        let mut children = self
            .nodes_to_move(index, Some(color))
            .into_iter()
            .flat_map(|(node, ..)| index.children(node));
        let first = children.next();
        first.is_some_and(|child| index.step(child).is_tenuki())
            && children.all(|child| index.step(child).is_tenuki())
    }

    /// The canonical line of a node returned by [`Interpretation::placed_node`].
    #[must_use]
    pub fn line_at(&self, index: &Index, node: NodeId) -> Line {
        if self.node == Some(node) { self.line.canonical() } else { index.line(node) }
    }

    /// The canonical line of one of [`Interpretation::continuations`] for a colour.
    #[must_use]
    pub fn line_to(&self, index: &Index, color: Color, next: &Continuation) -> Line {
        if !next.by_line {
            return index.line(next.node);
        }
        let mut line = self.line.canonical();
        if self.last == Some(color) {
            line.push(Step::TENUKI);
        }
        line.push(index.step(next.node));
        line
    }

    /// The node by which the book's own line continues with a stone.
    fn next_of_line(&self, index: &Index, color: Color, step: Step) -> Option<NodeId> {
        if !self.may_move(index, color) {
            return None;
        }
        let node = if self.last == Some(color) {
            index.child(self.node?, Step::TENUKI)?
        } else {
            self.node?
        };
        index.child(node, self.canonical_step(step))
    }

    /// The next step of the line in the frame in which the line is canonical.
    #[must_use]
    pub fn canonical_step(&self, step: Step) -> Step {
        step.transformed(step.least_under(self.line.orientations()).first())
    }

    /// Whether the line may continue with a move of this colour: Black begins where colours are not
    /// exchanged.
    fn may_move(&self, index: &Index, color: Color) -> bool {
        let begins = self.line.is_empty() && !self.stones_only;
        !begins || color == Color::Black || index.variant().game().exchanges_colors()
    }

    fn empty() -> Interpretation {
        Interpretation {
            line: Line::new(),
            node: Some(NodeId::ROOT),
            stones: InterpretationStones::OfLine,
            stones_only: false,
            first: None,
            last: None,
            last_move: 0,
            known: true,
        }
    }

    fn of_unknown_stones(position: LinePosition) -> Interpretation {
        Interpretation {
            node: None,
            stones: InterpretationStones::Replayed(Box::new(position)),
            stones_only: true,
            // The stones keep their own colours: no line determines which side moved first.
            first: None,
            known: false,
            ..Interpretation::empty()
        }
    }

    /// The shortest line to a position in which Black is the first mover. Lines to the
    /// same position with the sides exchanged do not count.
    fn at(index: &Index, position: &LinePosition, to_move: Color) -> Option<Interpretation> {
        let key = position.key(side_of(to_move, Color::Black));
        let found = index.matches(key).find(|found| {
            index.step(found.node) != Step::TENUKI
                && !index.variant().exchanges_sides(found.symmetry)
        })?;
        let line = index.line(found.node).transformed(found.symmetry.inverse());
        let first = match line.to_move() {
            Side::First => to_move,
            Side::Second => to_move.opposite(),
        };
        Some(Interpretation {
            node: Some(found.node),
            first: Some(first),
            last: Some(to_move.opposite()),
            line,
            ..Interpretation::empty()
        })
    }

    /// Re-reads initial stones that were unknown and now form a known position as its line.
    fn anchored(self, index: &Index) -> Interpretation {
        let (Some(position), Some(last)) = (self.position(index), self.last) else {
            return self;
        };
        match Interpretation::at(index, &position, last.opposite()) {
            Some(line) => Interpretation { last_move: self.last_move, ..line },
            None => self,
        }
    }

    fn push(&mut self, index: &Index, color: Color, step: Step) {
        let first = self.first_before(color);
        self.line.push(step);
        let symmetry = self.line.orientations().first();
        self.node = self.node.and_then(|node| index.child(node, step.transformed(symmetry)));
        let played = match &mut self.stones {
            InterpretationStones::Replayed(stones) => {
                stones.play(side_of(color, first), step).is_ok()
            }
            InterpretationStones::OfLine | InterpretationStones::None => true,
        };
        if !played {
            self.stones = InterpretationStones::None;
        } else if self.node.is_none() && matches!(self.stones, InterpretationStones::OfLine) {
            self.stones = match LinePosition::replay(index.variant(), &self.line) {
                Some(position) => InterpretationStones::Replayed(Box::new(position)),
                None => InterpretationStones::None,
            };
        }
    }

    /// The colour that counts as the first mover when `color` moves next.
    fn first_before(&self, color: Color) -> Color {
        if self.stones_only { Color::Black } else { self.first.unwrap_or(color) }
    }

    fn position(&self, index: &Index) -> Option<LinePosition> {
        match &self.stones {
            InterpretationStones::Replayed(position) => Some(**position),
            InterpretationStones::OfLine => LinePosition::replay(index.variant(), &self.line),
            InterpretationStones::None => None,
        }
    }

    fn is_position_known(&self, index: &Index) -> bool {
        let key = self.key(index, self.node, false);
        key.is_some_and(|key| index.contains_position(key))
    }

    /// The key of the position, in the plain frame, at `node` or after a tenuki.
    fn key(&self, index: &Index, node: Option<NodeId>, after_tenuki: bool) -> Option<PositionKey> {
        if let Some(node) = node {
            return Some(index.key(node)?.transformed(self.line.orientations().first().inverse()));
        }
        let mut position = self.position(index)?;
        let side = self.next_side()?;
        if !after_tenuki {
            return Some(position.key(side));
        }
        position.pass();
        Some(position.key(side.opposite()))
    }

    /// The side to move if neither side plays elsewhere.
    fn next_side(&self) -> Option<Side> {
        if self.stones_only {
            return self.last.map(|last| side_of(last.opposite(), Color::Black));
        }
        Some(self.line.to_move())
    }

    /// The nodes of the line and its position with a colour to move (the next one if `None`). Each
    /// comes with the symmetry that leads to its frame, the stabiliser of the position, and whether
    /// the reading's own line leads there. The line's own node comes first.
    fn nodes_to_move(
        &self,
        index: &Index,
        color: Option<Color>,
    ) -> SmallVec<[(NodeId, Symmetry, Symmetries, bool); 4]> {
        if color.is_some_and(|color| !self.may_move(index, color)) {
            return SmallVec::new();
        }
        let after_tenuki = color.is_some() && color == self.last;
        let node = if after_tenuki {
            self.node.and_then(|node| index.child(node, Step::TENUKI))
        } else {
            self.node
        };
        let key = self.key(index, node, after_tenuki);
        let twins = key.map_or_else(|| self.line.stabiliser(), |key| key.stabiliser);
        let by_line = node.map(|node| (node, self.line.orientations().first(), twins, true));
        let is_alone = node.is_some_and(|node| index.is_alone(node));
        let by_position = key
            .filter(|_| !is_alone)
            .into_iter()
            .flat_map(|key| index.matches(key))
            .filter(|found| Some(found.node) != node)
            .map(|found| (found.node, found.symmetry, twins, false));
        by_line.into_iter().chain(by_position).collect()
    }
}

const fn side_of(color: Color, first: Color) -> Side {
    if color as u8 == first as u8 { Side::First } else { Side::Second }
}

#[cfg(test)]
mod tests;
