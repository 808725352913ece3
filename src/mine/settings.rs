//! What a mined book was told: when a corner is over, and which moves are for answers.

/// How a book is mined. Kept with the book, for games that are added later must be read alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// A corner in which both have played is over once more than so many moves in a row were played
    /// elsewhere; 1 to 250.
    pub quiet: u8,
    /// Which of the counted moves the book answers with.
    pub pruning: Pruning,
}

/// Which of the counted moves a book answers with. All stay counted; a move is only in the book if
/// the moves before it are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// In at least so many games.
    pub min_games: u32,
    /// In at least this share of the corners that reached the position before it, 0 to 1.
    pub min_share: f64,
    /// At most so many steps from the empty corner, tenukis included.
    pub max_depth: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            quiet: 20,
            pruning: Pruning::default(),
        }
    }
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning {
            min_games: 3,
            min_share: 0.005,
            max_depth: 30,
        }
    }
}
