//! Finds a pattern in one game.

use super::history::{Histories, NEVER};
use super::image::{Image, PatternImages, PatternStone, ROWS};
use super::pattern::Pattern;
use crate::game::{BoardSize, Color, Symmetry};

/// Rows of a board with as many empty ones below, so that a pattern may reach beyond its end.
type Rows = [u32; 2 * ROWS];

/// A pattern, prepared for finding it.
#[derive(Debug)]
pub(super) struct Matcher {
    size: BoardSize,
    pub images: PatternImages,
    until_move: u16,
    least: usize,
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
    /// What came next inside it: the move, and the stone in the pattern's own coordinates.
    pub next: Option<(u16, PatternStone)>,
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
    pub histories: Histories,
}

impl Default for Workspace {
    fn default() -> Workspace {
        let ever = [[0; 2 * ROWS]; 2];
        Workspace { ever, candidates: Vec::new(), histories: Histories::default() }
    }
}

impl Matcher {
    pub fn new(pattern: &Pattern) -> Matcher {
        let options = pattern.options();
        Matcher {
            size: pattern.size(),
            images: PatternImages::new(pattern),
            until_move: options.until_move.unwrap_or(NEVER - 1),
            least: options.sequence.len(),
        }
    }

    /// Finds where the pattern may be, by the points where stones ever were. Returns whether it may
    /// be anywhere.
    pub fn filter(&self, ever: &[u32], space: &mut Workspace) -> bool {
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

    /// Finds the pattern at the places that the filter left. `each` returns whether to go on.
    pub fn find(&self, space: &Workspace, mut each: impl FnMut(Hit) -> bool) {
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
        if self.least > 0 {
            for (point, color) in &image.sequence {
                let (later, area, found) = image.stone_after(histories, at, since);
                if later == NEVER || (area, found) != (usize::from(*point), *color) {
                    return None;
                }
                since = later;
            }
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

    /// Returns a hit as callers know it.
    pub fn hit(&self, hit: &Hit) -> PatternHit {
        let image = &self.images.images[usize::from(hit.image)];
        PatternHit {
            moment: hit.moment,
            x: hit.x,
            y: hit.y,
            symmetry: image.symmetry,
            is_exchanged: image.is_exchanged,
            next: hit
                .next
                .map(|(class, moment)| (moment, self.images.continuations[usize::from(class)])),
        }
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
