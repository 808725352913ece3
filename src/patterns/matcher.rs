//! Finds a pattern in one game.

use super::history::{Histories, NEVER};
use super::image::{Image, PatternImages, PatternStone, ROWS};
use super::pattern::Pattern;
use super::pieces::{PieceMatcher, SHIFTS};
use crate::game::xiangqi::Shift;
use crate::game::{BoardSize, Color, Symmetry};

/// Rows of a board with as many empty ones below, so that a pattern may reach beyond its end.
type Rows = [u32; 2 * ROWS];

/// Takes each hit, and returns whether to go on.
pub(super) type EachHit<'a> = dyn FnMut(Hit) -> bool + 'a;

/// A pattern, prepared for finding it.
#[derive(Debug)]
pub(super) enum Matcher {
    /// Of stones.
    Stones(StoneMatcher),
    /// Of pieces.
    Pieces(PieceMatcher),
}

/// What came next inside a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternMove {
    /// A stone, in the pattern's own coordinates and colours.
    Stone(PatternStone),
    /// A move of a piece, as the pattern lies.
    Shift(Shift),
}

/// A pattern of stones, prepared for finding it.
#[derive(Debug)]
pub(super) struct StoneMatcher {
    size: BoardSize,
    images: PatternImages,
    until_move: u16,
}

/// A place where a game has a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternHit {
    /// The first move after which the pattern is there; 0 before the first move.
    pub moment: u16,
    /// Column of the image's upper left point on the board.
    pub x: u8,
    /// Its row.
    pub y: u8,
    /// How the pattern was turned to become the image.
    pub symmetry: Symmetry,
    /// Whether its colours were exchanged.
    pub is_exchanged: bool,
    /// What came next inside it, with the number of the move.
    pub next: Option<(u16, PatternMove)>,
}

/// A hit as counted: image, place, moment, and index and moment of the continuation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub image: u16,
    pub x: u8,
    pub y: u8,
    pub moment: u16,
    /// The last move of the sequence, or the moment itself.
    pub since: u16,
    pub next: Option<(u16, u16)>,
}

/// A place where an image may be.
type Candidate = (u16, u8, u8);

/// Memory of a thread that searches.
#[derive(Debug)]
pub(super) struct Workspace {
    ever: [Rows; 2],
    candidates: Vec<Candidate>,
    histories: Histories,
}

impl Default for Workspace {
    fn default() -> Workspace {
        let ever = [[0; 2 * ROWS]; 2];
        Workspace { ever, candidates: Vec::new(), histories: Histories::default() }
    }
}

impl Matcher {
    /// Whether a game may have the pattern.
    pub fn filter(&self, ever: &[u32], space: &mut Workspace) -> bool {
        match self {
            Matcher::Stones(matcher) => matcher.filter(ever, space),
            Matcher::Pieces(matcher) => matcher.filter(ever),
        }
    }

    /// Finds the pattern in a game that the filter left. Reads the histories of the game's points if
    /// it needs them, unless `is_read` says that an earlier pattern did.
    pub fn find(
        &self,
        events: &[u16],
        (space, is_read): (&mut Workspace, &mut bool),
        each: &mut EachHit<'_>,
    ) {
        match self {
            Matcher::Stones(matcher) => {
                if !std::mem::replace(is_read, true) {
                    space.histories.read(events, matcher.size.area() as usize);
                }
                matcher.find(space, each);
            }
            Matcher::Pieces(matcher) => matcher.find(events, each),
        }
    }

    /// Number of different images.
    pub fn images(&self) -> usize {
        match self {
            Matcher::Stones(matcher) => matcher.images.images.len(),
            Matcher::Pieces(matcher) => matcher.len(),
        }
    }

    /// Whether the pattern is its own image with exchanged colours.
    pub fn is_colorless(&self) -> bool {
        match self {
            Matcher::Stones(matcher) => matcher.images.is_colorless,
            Matcher::Pieces(matcher) => matcher.is_colorless(),
        }
    }

    /// Whether an image has exchanged colours.
    #[inline]
    pub fn is_exchanged(&self, image: u16) -> bool {
        match self {
            Matcher::Stones(matcher) => matcher.images.images[usize::from(image)].is_exchanged,
            Matcher::Pieces(matcher) => matcher.image(image).turns_over(),
        }
    }

    /// Number of different continuations.
    pub fn continuations(&self) -> usize {
        match self {
            Matcher::Stones(matcher) => matcher.images.continuations.len(),
            Matcher::Pieces(_) => SHIFTS,
        }
    }

    /// Returns the continuation with a number.
    pub fn continuation(&self, number: u16) -> Option<PatternMove> {
        match self {
            Matcher::Stones(matcher) => {
                let stone = matcher.images.continuations.get(usize::from(number));
                stone.copied().map(PatternMove::Stone)
            }
            Matcher::Pieces(_) => Shift::from_index(usize::from(number)).map(PatternMove::Shift),
        }
    }

    /// Returns a hit as callers know it.
    pub fn hit(&self, hit: &Hit) -> PatternHit {
        let symmetry = match self {
            Matcher::Stones(matcher) => matcher.images.images[usize::from(hit.image)].symmetry,
            Matcher::Pieces(matcher) => matcher.image(hit.image),
        };
        PatternHit {
            moment: hit.moment,
            x: hit.x,
            y: hit.y,
            symmetry,
            is_exchanged: self.is_exchanged(hit.image),
            next: hit.next.and_then(|(number, moment)| Some((moment, self.continuation(number)?))),
        }
    }
}

impl StoneMatcher {
    pub fn new(pattern: &Pattern) -> StoneMatcher {
        let options = pattern.options();
        StoneMatcher {
            size: pattern.size(),
            images: PatternImages::new(pattern),
            until_move: options.until_move.unwrap_or(NEVER - 1),
        }
    }

    /// Finds where the pattern may be, by the points where stones ever were. Returns whether it may
    /// be anywhere.
    fn filter(&self, ever: &[u32], space: &mut Workspace) -> bool {
        let lines = usize::from(self.size.get());
        space.candidates.clear();
        // A game on another board does not have it.
        if ever.len() != 2 * lines {
            return false;
        }
        for (rows, ever) in space.ever.iter_mut().zip(ever.chunks_exact(lines)) {
            rows[..lines].copy_from_slice(ever);
        }
        for (number, image) in (0..).zip(&self.images.images) {
            image.filter(number, &space.ever, &mut space.candidates);
        }
        !space.candidates.is_empty()
    }

    /// Finds the pattern at the places that the filter left.
    fn find(&self, space: &Workspace, each: &mut EachHit<'_>) {
        let lines = usize::from(self.size.get());
        for &(number, x, y) in &space.candidates {
            let image = &self.images.images[usize::from(number)];
            let at = usize::from(y) * lines + usize::from(x);
            let moment = image.first_moment(&space.histories, at);
            if moment > self.until_move {
                continue;
            }
            let Some((since, next)) = self.continuation(image, &space.histories, at, moment) else {
                continue;
            };
            if !each(Hit { image: number, x, y, moment, since, next }) {
                return;
            }
        }
    }

    /// Returns the last moment of the sequence and what comes next; `None` if something else
    /// follows than must.
    #[inline]
    fn continuation(
        &self,
        image: &Image,
        histories: &Histories,
        at: usize,
        moment: u16,
    ) -> Option<(u16, Option<(u16, u16)>)> {
        let mut since = moment;
        for (point, color) in &image.sequence {
            let (later, area, found) = image.stone_after(histories, at, since);
            if later == NEVER || (area, found) != (usize::from(*point), *color) {
                return None;
            }
            since = later;
        }
        let (later, area, color) = image.stone_after(histories, at, since);
        let next = (later != NEVER).then(|| (image.classes[area][color as usize], later));
        let allowed = &self.images.allowed;
        // Without a demand all are allowed, and no continuation as well.
        let is_allowed = match next {
            Some((class, _)) => allowed[usize::from(class)],
            None => !self.images.asks_for_next,
        };
        is_allowed.then_some((since, next))
    }
}

impl Image {
    /// Adds the places where each point of a stone ever had one.
    fn filter(&self, number: u16, ever: &[Rows; 2], candidates: &mut Vec<Candidate>) {
        let (top, bottom) = (usize::from(self.anchor.top), usize::from(self.anchor.bottom));
        if bottom - top < 3 {
            for y in top..=bottom {
                let mut places = self.places[y];
                for (x, dy, color) in &self.stones {
                    places &= ever[*color as usize][y + usize::from(*dy)] >> x;
                    if places == 0 {
                        break;
                    }
                }
                push(number, y, places, candidates);
            }
            return;
        }
        let mut places = self.places;
        for (x, dy, color) in &self.stones {
            let rows = &ever[*color as usize][usize::from(*dy)..];
            let mut any = 0;
            for (place, row) in places.iter_mut().zip(rows) {
                *place &= row >> x;
                any |= *place;
            }
            if any == 0 {
                return;
            }
        }
        for (y, places) in places.into_iter().enumerate() {
            push(number, y, places, candidates);
        }
    }

    /// Returns the first moment at which the image is there, with its upper left point `at`.
    #[inline]
    fn first_moment(&self, histories: &Histories, at: usize) -> u16 {
        let (mut moment, mut held) = (0, 0);
        // Once around since the moment last changed, all points are as they must be.
        loop {
            for (distance, symbol) in &self.points {
                let earliest = histories.earliest(at + usize::from(*distance), *symbol, moment);
                if earliest == moment {
                    held += 1;
                } else if earliest == NEVER {
                    return NEVER;
                } else {
                    (moment, held) = (earliest, 1);
                }
                if held == self.points.len() {
                    return moment;
                }
            }
            if self.points.is_empty() {
                return 0;
            }
        }
    }

    /// Returns the moment, point and colour of the first stone inside after a moment.
    #[inline]
    fn stone_after(&self, histories: &Histories, at: usize, since: u16) -> (u16, usize, Color) {
        let mut found = (NEVER, 0, Color::Black);
        for (area, distance) in self.area.iter().enumerate() {
            let (moment, color) = histories.stone_after(at + usize::from(*distance), since);
            if moment < found.0 {
                found = (moment, area, color);
            }
        }
        found
    }
}

/// Adds the places of a row.
#[inline]
fn push(number: u16, y: usize, mut places: u32, candidates: &mut Vec<Candidate>) {
    while places != 0 {
        candidates.push((number, places.trailing_zeros() as u8, y as u8));
        places &= places - 1;
    }
}
