//! Queries for patterns in the games of a book.

use crate::next::statistics::GamesFilter;
use joseki_format::game_info::GameOutcome;
use joseki_game::BoardSize;
use joseki_patterns::{Pattern, PiecePattern, SearchedPattern};

/// Most earlier patterns that a search may be narrowed by.
pub const MAX_NARROWING: usize = 8;
/// Most games that an answer lists.
pub const MAX_LISTED: usize = 100;
/// Most hits that an answer lists for a game.
pub const MAX_HITS: usize = 20;

/// A search for a pattern in the games of a book.
#[derive(Clone, Debug)]
pub struct PatternQuery {
    /// Name of the book.
    pub book: String,
    /// The pattern, in the games that are selected.
    pub pattern: SelectedPattern,
    /// Earlier patterns that the games must have as well.
    pub among: Vec<SelectedPattern>,
    /// Whether continuations are counted by year.
    pub by_year: bool,
    /// Number of games that are listed, at most [`MAX_LISTED`].
    pub limit: usize,
    /// Id of the game after which the list begins.
    pub after: Option<String>,
}

/// A pattern and the games that are searched for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedPattern {
    /// The pattern.
    pub pattern: BoardPattern,
    /// Selection of games.
    pub games: GameSelection,
}

/// A pattern of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardPattern {
    /// Stones.
    Stones(Pattern),
    /// Pieces of xiangqi.
    Pieces(Box<PiecePattern>),
}

impl BoardPattern {
    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        match self {
            BoardPattern::Stones(pattern) => pattern.size(),
            BoardPattern::Pieces(_) => BoardSize::XIANGQI,
        }
    }

    pub(super) fn searched<'a>(&self) -> SearchedPattern<'a> {
        match self {
            BoardPattern::Stones(pattern) => SearchedPattern::everywhere(pattern),
            BoardPattern::Pieces(pattern) => SearchedPattern::of_pieces(pattern),
        }
    }
}

/// Selection of games; all by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSelection {
    /// By source, year and strength.
    pub filter: GamesFilter,
    /// Name of one of the players.
    pub player: Option<NamePattern>,
    /// Name of Black.
    pub black: Option<NamePattern>,
    /// Name of White.
    pub white: Option<NamePattern>,
    /// Who won.
    pub outcome: Option<GameOutcome>,
}

/// A name, in which `*` stands for any text. Case does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern(Vec<String>);

impl NamePattern {
    /// Creates the pattern from its text.
    #[must_use]
    pub fn new(text: &str) -> NamePattern {
        NamePattern(fold(text).split('*').map(str::to_owned).collect())
    }

    /// Whether a name, folded by [`fold`], is meant.
    pub(super) fn matches(&self, name: &str) -> bool {
        let [first, middle @ .., last] = self.0.as_slice() else {
            return self.0.first().is_some_and(|only| only == name);
        };
        let inner = name.strip_prefix(first.as_str());
        let Some(inner) = inner.and_then(|rest| rest.strip_suffix(last.as_str())) else {
            return false;
        };
        let after_all = middle.iter().try_fold(inner, |rest, part| {
            rest.find(part.as_str()).map(|at| &rest[at + part.len()..])
        });
        after_all.is_some()
    }
}

/// Returns a name as names are compared: without differences of case and of space around it.
pub(super) fn fold(name: &str) -> String {
    name.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_in_a_name_is_any_text() {
        for (pattern, name, expected) in [
            ("Cho Chikun", "cho chikun", true),
            ("cho", "cho chikun", false),
            ("Cho *", "cho chikun", true),
            ("*chikun", "cho chikun", true),
            ("*ch*k*", "cho chikun", true),
            ("*k*h*", "cho chikun", false),
            ("a*a", "a", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("仲邑*", "仲邑菫", true),
        ] {
            assert_eq!(
                NamePattern::new(pattern).matches(&fold(name)),
                expected,
                "{pattern} {name}"
            );
        }
    }
}
