//! When each point of a game's board was empty, black or white.
//!
//! A game has a word for each point that ever had a stone, row by row: the moment at which its only
//! stone was put there. If more happened, it is [`CHANGED`] and the index of a list that follows the
//! words: the number of changes, then each as moment and state.

use super::image::ROWS;
use super::symbol::PatternSymbol;
use joseki_game::Color;

/// A moment that never comes. Moment 0 is before the first move, moment 1 after it.
pub(super) const NEVER: u16 = i16::MAX as u16;
/// Points of a row in memory.
pub(super) const STRIDE: usize = 32;
/// Points that are compared at a time.
pub(super) const LANES: usize = 8;
/// Most changes of all points of a game, so that moments and indexes of lists fit in a word.
pub(super) const MAX_CHANGES: usize = 0x3fff;

/// A list of changes, not a moment.
const CHANGED: u16 = 1 << 15;
/// The columns in a row of the points where a colour ever had a stone.
const COLUMNS: u32 = (1 << ROWS) - 1;
// A list takes a word for its length besides its changes, at least two.
const _: () = assert!(MAX_CHANGES + MAX_CHANGES / 2 + ROWS * ROWS < CHANGED as usize);
const _: () = assert!(MAX_CHANGES < NEVER as usize && MAX_CHANGES <= (u16::MAX >> 2) as usize);

/// A game as it is held.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldGame<'a> {
    /// The points where each colour ever had a stone or piece, a row of bits for each line. Of
    /// stones, White's rows also have the number of words before the row, see [`word_of_row`].
    pub ever: &'a [u32],
    /// Words and lists of stones, or the moves of pieces.
    pub words: &'a [u16],
}

/// A stone that was put or taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub x: u8,
    pub y: u8,
    pub moment: u16,
    /// The new state: empty, black or white.
    pub state: PatternSymbol,
}

/// Returns rows and words of a game, from its changes in the order of moments.
pub(super) fn prepare(lines: u8, mut changes: Vec<Change>) -> (Vec<u32>, Vec<u16>) {
    let lines = usize::from(lines);
    let mut ever = vec![0u32; 2 * lines];
    changes.sort_by_key(|change| (change.y, change.x));
    let (mut words, mut lists) =
        (Vec::with_capacity(changes.len() + changes.len() / 4), Vec::new());
    let mut lists_of = Vec::new();
    for point in changes.chunk_by(|one, other| (one.x, one.y) == (other.x, other.y)) {
        let Change { x, y, moment, .. } = point[0];
        for color in point.iter().filter_map(|change| change.state.stone()) {
            ever[color as usize * lines + usize::from(y)] |= 1 << x;
        }
        if point.len() > 1 {
            lists_of.push((words.len(), lists.len()));
            lists.push(point.len() as u16);
            lists.extend(point.iter().map(|change| change.moment << 2 | change.state.code()));
        }
        words.push(moment);
    }
    let points = words.len();
    for (word, list) in lists_of {
        words[word] = CHANGED | (points + list) as u16;
    }
    words.append(&mut lists);
    let mut before = 0;
    for y in 0..lines {
        let points = (ever[y] | ever[lines + y]).count_ones();
        ever[lines + y] |= before << ROWS;
        before += points;
    }
    words.shrink_to_fit();
    (ever, words)
}

/// Returns the number of words before a row, from White's row.
const fn word_of_row(white: u32) -> usize {
    (white >> ROWS) as usize
}

/// Whether the words of a game have the places and lengths that its rows and words say.
pub(super) fn is_valid(game: HeldGame<'_>) -> bool {
    let (black, white) = game.ever.split_at(game.ever.len() / 2);
    let mut points = 0;
    for (black, white) in black.iter().zip(white) {
        if word_of_row(*white) != points {
            return false;
        }
        points += ((black | white) & COLUMNS).count_ones() as usize;
    }
    let lists = game.words.get(..points).unwrap_or_default();
    lists.len() == points
        && lists.iter().filter(|word| **word & CHANGED != 0).all(|word| {
            let list = usize::from(word & !CHANGED);
            let length = game.words.get(list).filter(|_| list >= points);
            length.is_some_and(|length| list + usize::from(*length) < game.words.len())
        })
}

/// Memory for the words of a game, by point.
#[derive(Debug)]
pub(super) struct Histories {
    words: Box<[i16; STRIDE * STRIDE]>,
    /// The rows that are read.
    rows: u32,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories { words: Box::new([NEVER as i16; STRIDE * STRIDE]), rows: 0 }
    }
}

impl Histories {
    /// Begins with another game.
    pub const fn clear(&mut self) {
        self.rows = 0;
    }

    /// Reads rows of a game, those that are not read yet.
    pub fn read<'a>(&'a mut self, game: HeldGame<'a>, rows: u32) -> History<'a> {
        let lines = game.ever.len() / 2;
        let (black, white) = game.ever.split_at(lines);
        let mut missing = rows & !self.rows;
        self.rows |= missing;
        while missing != 0 {
            let y = missing.trailing_zeros() as usize;
            missing &= missing - 1;
            let (Some(black), Some(white)) = (black.get(y), white.get(y)) else { break };
            let Some(row) = self.words[y * STRIDE..].first_chunk_mut::<ROWS>() else { break };
            let (points, mut at) = (black | white, word_of_row(*white));
            // Without branches, which could not be predicted.
            for (x, word) in row.iter_mut().enumerate() {
                let has_stone = points >> x & 1;
                let next = game.words.get(at).copied().unwrap_or(NEVER);
                *word = if has_stone == 0 { NEVER as i16 } else { next as i16 };
                at += has_stone as usize;
            }
        }
        History { words: &self.words, white, lists: game.words }
    }
}

/// The histories of the points of one game, in the rows that are read. Points are indexed by row
/// and column, with [`STRIDE`] points in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct History<'a> {
    words: &'a [i16; STRIDE * STRIDE],
    white: &'a [u32],
    lists: &'a [u16],
}

impl<'a> History<'a> {
    /// Returns the moment of a point's only stone, [`NEVER`] without one, less than 0 if the point
    /// changed again.
    #[inline]
    pub const fn word(&self, point: usize) -> i16 {
        self.words[point % (STRIDE * STRIDE)]
    }

    /// Returns the words of some points in a row.
    #[inline]
    pub fn lanes(&self, point: usize) -> &'a [i16; LANES] {
        const NONE: [i16; LANES] = [NEVER as i16; LANES];
        self.words[point..].first_chunk().unwrap_or(&NONE)
    }

    /// Returns the colour of a point's only stone.
    #[inline]
    pub fn color(&self, point: usize) -> Color {
        let white = self.white.get(point / STRIDE).copied().unwrap_or_default();
        if white >> (point % STRIDE) & 1 == 0 { Color::Black } else { Color::White }
    }

    /// Returns the first moment, not before `since`, at which a point matches a symbol, of a point
    /// that changed at most once.
    #[inline]
    pub fn earliest(&self, point: usize, symbol: PatternSymbol, since: u16) -> u16 {
        let moment = self.word(point) as u16;
        if since < moment && symbol.allows(PatternSymbol::EMPTY) {
            return since;
        }
        let is_possible =
            moment != NEVER && symbol.allows(PatternSymbol::of_stone(self.color(point)));
        if is_possible { moment.max(since) } else { NEVER }
    }

    /// As [`History::earliest`], of a point that changed again.
    #[inline]
    pub fn earliest_change(&self, word: i16, symbol: PatternSymbol, since: u16) -> u16 {
        let (mut start, mut state) = (0, PatternSymbol::EMPTY);
        for (moment, next) in self.changes(word) {
            if moment > since && symbol.allows(state) {
                return since.max(start);
            }
            (start, state) = (moment, next);
        }
        if symbol.allows(state) { since.max(start) } else { NEVER }
    }

    /// Returns the moment and colour of the first stone that was put on a point after a moment, of a
    /// point that changed again.
    pub fn stone_after(&self, word: i16, since: u16) -> (u16, Color) {
        let later = self.changes(word).filter(|(moment, _)| *moment > since);
        later
            .filter_map(|(moment, state)| Some((moment, state.stone()?)))
            .next()
            .unwrap_or((NEVER, Color::Black))
    }

    /// The changes in the list of a word.
    fn changes(&self, word: i16) -> impl Iterator<Item = (u16, PatternSymbol)> + use<'a> {
        let list = &self.lists[usize::from(word as u16 & !CHANGED)..];
        let (length, list) = list.split_first().unwrap_or((&0, &[]));
        let changes = list.iter().take(usize::from(*length));
        changes.map(|change| (change >> 2, PatternSymbol::from_code(change & 3)))
    }
}
