//! Settings of a mined book: when a corner is over, and which moves it contains.

use joseki_game::Game;

/// How a book is mined. Stored with the book, since games added later must be read in the same way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// A corner in which both colours have played is over after this many consecutive moves
    /// elsewhere; 1 to 250.
    pub quiet: u8,
    /// Which of the counted moves are in the book.
    pub pruning: Pruning,
    /// Lines of fewer games are not counted; 1 unless the counts were loaded without them.
    pub floor: u32,
}

/// Selects the counted moves that are in the book. All moves stay counted; a move is only in the
/// book if all moves before it are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// Minimum number of games.
    pub min_games: u32,
    /// Minimum share of the corners that reached the position before the move, 0 to 1.
    pub min_share: f64,
    /// Maximum number of steps from the empty corner, including tenukis.
    pub max_depth: u32,
}

impl Settings {
    /// The settings of a new book about a game. Lines of xiangqi go on: names of openings end only
    /// after 18 moves.
    #[must_use]
    pub fn for_game(game: Game) -> Settings {
        let settings = Settings::default();
        match game {
            Game::Xiangqi => {
                Settings { pruning: Pruning { max_depth: 40, ..settings.pruning }, ..settings }
            }
            _ => settings,
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { quiet: 20, pruning: Pruning::default(), floor: 1 }
    }
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning { min_games: 3, min_share: 0.005, max_depth: 30 }
    }
}
