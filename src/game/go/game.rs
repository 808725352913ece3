//! A game: a position with its history.

use super::{BoardSize, IllegalMove, Move, Point, PointSet, Position};
use crate::Color;

/// Optional rules of a game. Both are off by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// Suicide is allowed.
    pub suicide: bool,
    /// No move may repeat an earlier position of the stones (positional superko).
    pub superko: bool,
}

/// One entry of a game's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEntry {
    /// A move or a pass.
    Play(Color, Move),
    /// A stone set up.
    Place(Color, Point),
    /// A point cleared.
    Clear(Point),
}

/// A position with the entries that led to it from the empty board.
///
/// ```
/// use joseki_game::{BoardSize, Color, IllegalMove, Move, Point};
/// use joseki_game::go::{GoGame, Rules};
///
/// let mut game = GoGame::new(BoardSize::NINETEEN, Rules::default());
/// let point = Move::Play(Point::new(3, 3));
/// game.play(Color::Black, point)?;
/// assert_eq!(game.is_legal(Color::White, point), Err(IllegalMove::Occupied));
/// game.undo();
/// assert_eq!(game.moves().count(), 0);
/// # Ok::<(), IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct GoGame {
    rules: Rules,
    position: Position,
    /// Each entry with the position before it, so that undo restores everything.
    history: Vec<(GameEntry, Position)>,
}

impl GoGame {
    /// Creates a game that starts from an empty board.
    #[must_use]
    pub const fn new(size: BoardSize, rules: Rules) -> Self {
        Self { rules, position: Position::new(size), history: Vec::new() }
    }

    /// The optional rules in force.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves and passes so far, in order, without setup.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> {
        self.entries().filter_map(|entry| match entry {
            GameEntry::Play(color, m) => Some((color, m)),
            GameEntry::Place(..) | GameEntry::Clear(_) => None,
        })
    }

    /// All entries so far, in order.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = GameEntry> + ExactSizeIterator {
        self.history.iter().map(|&(entry, _)| entry)
    }

    /// Checks whether a colour may play a move.
    ///
    /// # Errors
    ///
    /// The reason, as [`GoGame::play`] would return it.
    pub fn is_legal(&self, color: Color, m: Move) -> Result<(), IllegalMove> {
        self.after(color, m).map(|_| ())
    }

    /// Plays a move and returns the stones that it removes.
    ///
    /// # Errors
    ///
    /// When the move is illegal; the game is then unchanged.
    pub fn play(&mut self, color: Color, m: Move) -> Result<PointSet, IllegalMove> {
        let (position, removed) = self.after(color, m)?;
        self.record(GameEntry::Play(color, m), position);
        Ok(removed)
    }

    /// Checks whether a legal move repeats an earlier position of the stones, as positional superko
    /// forbids.
    #[must_use]
    pub fn would_repeat(&self, color: Color, m: Move) -> bool {
        let Move::Play(point) = m else {
            return false;
        };
        let mut after = self.position;
        let played = if self.rules.suicide {
            after.play_allowing_suicide(color, point)
        } else {
            after.play(color, point)
        };
        played.is_ok() && self.has_been(&after)
    }

    /// Sets up a stone and returns the one that it replaces. The superko history restarts here. A
    /// point off the board is ignored and not recorded.
    pub fn place(&mut self, color: Color, point: Point) -> Option<Color> {
        if !self.position.size().contains(point) {
            return None;
        }
        let mut position = self.position;
        let before = position.place(color, point);
        self.record(GameEntry::Place(color, point), position);
        before
    }

    /// Clears a point and returns the stone that was there. The superko history restarts here. An
    /// empty point is ignored and not recorded.
    pub fn clear(&mut self, point: Point) -> Option<Color> {
        let mut position = self.position;
        let before = position.clear(point)?;
        self.record(GameEntry::Clear(point), position);
        Some(before)
    }

    /// Undoes the last entry and returns it. The whole earlier state is restored.
    pub fn undo(&mut self) -> Option<GameEntry> {
        let (entry, position) = self.history.pop()?;
        self.position = position;
        Some(entry)
    }

    fn record(&mut self, entry: GameEntry, after: Position) {
        self.history.push((entry, self.position));
        self.position = after;
    }

    fn after(&self, color: Color, m: Move) -> Result<(Position, PointSet), IllegalMove> {
        let mut position = self.position;
        let Move::Play(point) = m else {
            position.pass();
            return Ok((position, PointSet::EMPTY));
        };
        let removed = if self.rules.suicide {
            position.play_allowing_suicide(color, point)?
        } else {
            position.play(color, point)?
        };
        if self.rules.superko && self.has_been(&position) {
            return Err(IllegalMove::Superko);
        }
        Ok((position, removed))
    }

    /// Whether the same stones have occurred since the last setup. Setup restarts the history: the
    /// board that it leaves was not reached by play.
    fn has_been(&self, position: &Position) -> bool {
        let same = |earlier: &Position| position.has_same_stones(earlier);
        let played = self.history.iter().rev().map_while(|(entry, before)| match entry {
            GameEntry::Play(..) => Some(before),
            GameEntry::Place(..) | GameEntry::Clear(_) => None,
        });
        same(&self.position) || played.into_iter().any(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const B: Color = Color::Black;
    const W: Color = Color::White;

    fn at(x: u8, y: u8) -> Point {
        Point::new(x, y)
    }

    fn play(x: u8, y: u8) -> Move {
        Move::Play(at(x, y))
    }

    fn small(rules: Rules) -> GoGame {
        GoGame::new(BoardSize::MIN, rules)
    }

    #[test]
    fn undo_gives_the_entries_back_in_reverse_and_ends_at_the_empty_board() {
        let mut game = small(Rules::default());
        game.place(B, at(0, 0));
        game.play(W, play(1, 0)).unwrap();
        game.play(B, Move::Pass).unwrap();
        game.clear(at(0, 0));
        let entries: Vec<GameEntry> = game.entries().collect();
        let mut undone: Vec<GameEntry> = std::iter::from_fn(|| game.undo()).collect();
        undone.reverse();
        assert_eq!(undone, entries);
        assert_eq!(entries.len(), 4);
        assert_eq!(*game.position(), Position::new(BoardSize::MIN));
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn moves_are_the_turns_without_setup() {
        let mut game = small(Rules::default());
        game.place(B, at(0, 0));
        game.play(W, play(1, 0)).unwrap();
        game.play(B, Move::Pass).unwrap();
        let moves: Vec<_> = game.moves().collect();
        assert_eq!(moves, [(W, play(1, 0)), (B, Move::Pass)]);
    }

    #[test]
    fn what_changes_nothing_is_not_recorded() {
        let mut game = small(Rules::default());
        assert_eq!(game.clear(at(0, 0)), None);
        assert_eq!(game.place(B, at(2, 0)), None);
        assert_eq!(game.play(B, play(2, 0)), Err(IllegalMove::OffBoard));
        assert_eq!(game.entries().len(), 0);
    }

    /// On two lines, up to the move at the upper left that captures all of White's stones and so
    /// repeats the position after the first move.
    fn before_the_repetition(rules: Rules) -> GoGame {
        let mut game = small(rules);
        for (color, x, y) in [(B, 0, 0), (W, 1, 0), (B, 0, 1), (W, 1, 1), (B, 0, 0), (W, 0, 1)] {
            game.play(color, play(x, y)).unwrap();
        }
        game
    }

    #[test]
    fn superko_looks_back_through_the_whole_game() {
        let superko = Rules { superko: true, ..Rules::default() };
        let mut game = before_the_repetition(superko);
        assert_eq!(game.is_legal(B, play(0, 0)), Err(IllegalMove::Superko));
        assert_eq!(game.play(B, play(0, 0)), Err(IllegalMove::Superko));
        game.play(B, Move::Pass).unwrap();
        assert_eq!(game.play(B, play(0, 0)), Err(IllegalMove::Superko));

        let mut game = before_the_repetition(Rules::default());
        assert_eq!(game.play(B, play(0, 0)).map(|taken| taken.len()), Ok(3));
    }

    #[test]
    fn undo_takes_positions_out_of_the_superko_history() {
        let superko = Rules { superko: true, ..Rules::default() };
        let mut game = before_the_repetition(superko);
        while game.undo().is_some() {}
        assert_eq!(game.play(B, play(0, 0)), Ok(PointSet::EMPTY));
    }

    #[test]
    fn setup_starts_the_superko_history_again() {
        let superko = Rules { superko: true, ..Rules::default() };
        let mut game = before_the_repetition(superko);
        assert_eq!(game.place(W, at(0, 1)), Some(W));
        assert_eq!(game.play(B, play(0, 0)).map(|taken| taken.len()), Ok(3));
        game.undo();
        game.undo();
        assert_eq!(game.play(B, play(0, 0)), Err(IllegalMove::Superko));
    }
}
