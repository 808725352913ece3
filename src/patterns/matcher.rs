//! Finds a pattern in one game.

use super::history::{HeldGame, Histories, History, LANES, NEVER, STRIDE};
use super::image::{Image, PatternImages, PatternStone, ROWS};
use super::pattern::Pattern;
use super::pieces::{PieceMatcher, SHIFTS};
use super::symbol::PatternSymbol;
use joseki_game::xiangqi::Shift;
use joseki_game::{BoardSize, Color, Symmetry};

/// Rows of a board with as many empty ones below, so that a pattern may reach beyond its end.
type Rows = [u32; 2 * ROWS];

/// Visitor of hits; returns whether to continue.
pub(super) type EachHit<'a> = dyn FnMut(Hit) -> bool + 'a;

/// A pattern, prepared for finding it.
#[derive(Debug)]
pub(super) enum Matcher {
    /// Of stones.
    Stones(StoneMatcher),
    /// Of pieces.
    Pieces(PieceMatcher),
}

/// A continuation inside a pattern.
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
    /// Its continuation, with the number of the move.
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

/// Scan for the first stone after a moment, among the points that it examines.
struct FirstStone<'a> {
    history: History<'a>,
    at: usize,
    since: u16,
    /// Moment of the stone; [`NEVER`] if there is none.
    moment: u16,
    distance: usize,
    /// Its colour, if its point changed again.
    changed: Option<Color>,
}

impl FirstStone<'_> {
    #[inline]
    fn look(&mut self, distance: usize) {
        let word = self.history.word(self.at + distance);
        if word > self.since as i16 && word < self.moment as i16 {
            (self.moment, self.distance, self.changed) = (word as u16, distance, None);
        } else if word < 0 {
            let (moment, color) = self.history.stone_after(word, self.since);
            if moment < self.moment {
                (self.moment, self.distance, self.changed) = (moment, distance, Some(color));
            }
        }
    }

    fn found(&self) -> Option<(u16, usize, Color)> {
        let color = || self.changed.unwrap_or_else(|| self.history.color(self.at + self.distance));
        (self.moment != NEVER).then(|| (self.moment, self.distance, color()))
    }
}

/// When an image is first at a place.
#[derive(Clone, Copy)]
struct FirstMoment {
    /// [`NEVER`] if it is not.
    moment: u16,
    /// Whether its points may have changed more than once.
    has_changes: bool,
}

/// A place where an image may be.
type Candidate = (u16, u8, u8);

/// Memory of a thread that searches.
#[derive(Debug)]
pub(super) struct Workspace {
    ever: [Rows; 2],
    candidates: Vec<Candidate>,
    /// The rows of all candidates.
    rows: u32,
    histories: Histories,
}

impl Default for Workspace {
    fn default() -> Workspace {
        let ever = [[0; 2 * ROWS]; 2];
        Workspace { ever, candidates: Vec::new(), rows: 0, histories: Histories::default() }
    }
}

impl Workspace {
    /// Begins with another game.
    pub const fn clear(&mut self) {
        self.histories.clear();
    }
}

impl Matcher {
    /// Whether a game may have the pattern.
    pub fn filter(&self, game: HeldGame<'_>, space: &mut Workspace) -> bool {
        match self {
            Matcher::Stones(matcher) => matcher.filter(game.ever, space),
            Matcher::Pieces(matcher) => matcher.filter(game.ever),
        }
    }

    /// Finds the pattern in a game that passed the prefilter. The space was cleared for this game.
    pub fn find(&self, game: HeldGame<'_>, space: &mut Workspace, each: &mut EachHit<'_>) {
        match self {
            Matcher::Stones(matcher) => matcher.find(game, space, each),
            Matcher::Pieces(matcher) => matcher.find(game.words, each),
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

    /// Prefilter: collects candidate places by the points where stones ever were. Returns whether
    /// there are any.
    fn filter(&self, ever: &[u32], space: &mut Workspace) -> bool {
        let lines = usize::from(self.size.get());
        space.candidates.clear();
        // A game on another board cannot match.
        if ever.len() != 2 * lines {
            return false;
        }
        for (rows, ever) in space.ever.iter_mut().zip(ever.chunks_exact(lines)) {
            rows[..lines].copy_from_slice(ever);
        }
        space.rows = 0;
        for (number, image) in (0..).zip(&self.images.images) {
            image.filter(number, &space.ever, (&mut space.candidates, &mut space.rows));
        }
        !space.candidates.is_empty()
    }

    /// Finds the pattern at the candidate places that passed the prefilter.
    fn find(&self, game: HeldGame<'_>, space: &mut Workspace, each: &mut EachHit<'_>) {
        let history = space.histories.read(game, space.rows);
        for &(number, x, y) in &space.candidates {
            let image = &self.images.images[usize::from(number)];
            let at = usize::from(y) * STRIDE + usize::from(x);
            let found = image.first_moment(history, at);
            let moment = found.moment;
            if moment > self.until_move {
                continue;
            }
            let Some((since, next)) = self.continuation(image, history, at, found) else {
                continue;
            };
            if !each(Hit { image: number, x, y, moment, since, next }) {
                return;
            }
        }
    }

    /// Returns the last moment of the sequence and the continuation; `None` if another stone
    /// follows than the required one.
    #[inline]
    fn continuation(
        &self,
        image: &Image,
        history: History<'_>,
        at: usize,
        found: FirstMoment,
    ) -> Option<(u16, Option<(u16, u16)>)> {
        let mut since = found.moment;
        let stone_after = |since| image.stone_after(history, at, since, found.has_changes);
        for (point, color) in &image.sequence {
            let (later, found, stone) = stone_after(since)?;
            if (found, stone) != (usize::from(*point), *color) {
                return None;
            }
            since = later;
        }
        let next = stone_after(since);
        let next = next.map(|(later, point, color)| (image.class(point, color), later));
        let allowed = &self.images.allowed;
        // Without a required colour any continuation is allowed, or none.
        let is_allowed = match next {
            Some((class, _)) => allowed[usize::from(class)],
            None => !self.images.asks_for_next,
        };
        is_allowed.then_some((since, next))
    }
}

impl Image {
    /// Adds the places where each point of a stone ever had one, and the rows that they take.
    fn filter(
        &self,
        number: u16,
        ever: &[Rows; 2],
        (candidates, rows): (&mut Vec<Candidate>, &mut u32),
    ) {
        let mut push = |y: usize, mut places: u32| {
            *rows |= if places == 0 { 0 } else { self.rows << y };
            while places != 0 {
                candidates.push((number, places.trailing_zeros() as u8, y as u8));
                places &= places - 1;
            }
        };
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
                push(y, places);
            }
            return;
        }
        let mut places = self.places;
        for (x, dy, color) in &self.stones {
            let rows = ever[*color as usize][usize::from(*dy)..].first_chunk::<ROWS>();
            let rows = rows.unwrap_or(&[0; ROWS]);
            let mut any = 0;
            for y in 0..ROWS {
                places[y] &= rows[y] >> x;
                any |= places[y];
            }
            if any == 0 {
                return;
            }
        }
        places.into_iter().enumerate().for_each(|(y, places)| push(y, places));
    }

    /// Returns the first moment at which the image is there, with its upper left point `at`. Its
    /// stones were all there at some time.
    #[inline]
    fn first_moment(&self, history: History<'_>, at: usize) -> FirstMoment {
        let (stones, others) = self.points.split_at(self.stones.len());
        let (mut moment, mut signs) = (0, 0);
        for (distance, _) in stones {
            let word = history.word(at + usize::from(*distance));
            moment = moment.max(word);
            signs |= word;
        }
        // After the last stone, all that were never taken are there, and so are those elsewhere.
        for (distance, symbol) in others {
            let point = at + usize::from(*distance);
            let word = history.word(point);
            if word > moment {
                continue;
            }
            signs |= word;
            if word >= 0 && !symbol.allows(PatternSymbol::of_stone(history.color(point))) {
                return FirstMoment { moment: NEVER, has_changes: false };
            }
        }
        let (moment, has_changes) = (moment as u16, signs < 0);
        let moment =
            if has_changes { self.first_common_moment(history, at, moment) } else { moment };
        FirstMoment { moment, has_changes }
    }

    /// As [`Image::first_moment`], where points changed again: the first moment not before `since`,
    /// when all stones that were never taken are there.
    fn first_common_moment(&self, history: History<'_>, at: usize, since: u16) -> u16 {
        let mut moment = since;
        loop {
            let before = moment;
            for (number, (distance, symbol)) in self.points.iter().enumerate() {
                let point = at + usize::from(*distance);
                let word = history.word(point);
                moment = match word {
                    ..0 => history.earliest_change(word, *symbol, moment),
                    _ if number < self.stones.len() => continue,
                    _ => history.earliest(point, *symbol, moment),
                };
                if moment == NEVER {
                    return NEVER;
                }
            }
            // After a whole round without a change, all points match.
            if moment == before {
                return moment;
            }
        }
    }

    /// Returns the moment, distance and colour of the first stone inside after a moment.
    #[inline]
    fn stone_after(
        &self,
        history: History<'_>,
        at: usize,
        since: u16,
        has_changes: bool,
    ) -> Option<(u16, usize, Color)> {
        let mut first =
            FirstStone { history, at, since, moment: NEVER, distance: 0, changed: None };
        let is_small = self.classes.len() < 2 * LANES;
        if is_small && !has_changes {
            // Nothing is put on stones that are never taken.
            self.open.iter().for_each(|distance| first.look(usize::from(*distance)));
            return first.found();
        }
        let rows = (0..self.rows.count_ones() as usize).map(|y| y * STRIDE);
        if is_small {
            let columns = 0..usize::from(self.width);
            rows.for_each(|row| columns.clone().for_each(|x| first.look(row + x)));
            return first.found();
        }
        for row in rows {
            for x in (0..usize::from(self.width)).step_by(LANES) {
                let (words, inside) = (history.lanes(at + row + x), &self.inside[x..][..LANES]);
                // Whether any is after the moment and before what was found, or changed again.
                let mut any = 0;
                for lane in 0..LANES {
                    let word = words[lane] & inside[lane];
                    let is_first = (word > since as i16) & (word < first.moment as i16);
                    any |= -i16::from(is_first) | word;
                }
                if any < 0 {
                    let columns = LANES.min(usize::from(self.width) - x);
                    (row + x..row + x + columns).for_each(|distance| first.look(distance));
                }
            }
        }
        first.found()
    }

    /// Index of the continuation by a stone at a distance.
    #[inline]
    fn class(&self, distance: usize, color: Color) -> u16 {
        let point = distance / STRIDE * usize::from(self.width) + distance % STRIDE;
        self.classes[point][color as usize]
    }
}
