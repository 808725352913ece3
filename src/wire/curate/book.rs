//! Books.

use std::collections::BTreeSet;
use std::error::Error;

use serde::Serialize;
use utoipa::ToSchema;

use crate::RequestError;
use joseki_book::{Index, NodeId};
use joseki_game::{Game, Variant};
use joseki_service::{Code, curate::StarterBook};
pub use joseki_store::BookInfo as BookJson;

/// Parses the game of a new book, and the size of its boards.
///
/// # Errors
/// A game that is not built in, or a size that it has no books for.
pub fn parse_variant(game: &str, board_size: Option<u8>) -> Result<Variant, RequestError> {
    let invalid = |field, error: &dyn Error| RequestError::new(Code::InvalidValue, field, error);
    let game = Game::parse(game).map_err(|error| invalid("game", &error))?;
    Variant::new(game, board_size).map_err(|error| invalid("board_size", &error))
}

/// Parses what a book is about, if a caller says so.
///
/// # Errors
/// As [`parse_variant`].
pub fn parse_known_variant(
    game: Option<&str>,
    board_size: Option<u8>,
) -> Result<Option<Variant>, RequestError> {
    match (game, board_size) {
        (None, None) => Ok(None),
        (Some(game), size) => parse_variant(game, size).map(Some),
        (None, size) => parse_variant(&Game::default().to_string(), size).map(Some),
    }
}

/// Parses the game of a board of this size. Go's boards of all sizes are of one variant.
///
/// # Errors
/// As [`parse_variant`]; the size of a board of Go is not checked.
pub fn parse_variant_on(game: &str, board_size: Option<u8>) -> Result<Variant, RequestError> {
    match parse_variant(game, None)? {
        Variant::GO => Ok(Variant::GO),
        _ => parse_variant(game, board_size),
    }
}

/// Returns the starter book that a new book of this game begins with.
///
/// # Errors
/// The game has none.
pub fn parse_starter(variant: Variant) -> Result<StarterBook, RequestError> {
    StarterBook::of(variant).ok_or_else(|| {
        let message = format!("{} has no starter book: go and renju have one", variant.game());
        RequestError::new(Code::InvalidValue, "starter", message)
    })
}

/// List of all books.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BooksJson {
    /// Books, ordered by name.
    pub books: Vec<CountedBookJson>,
}

/// Head of a book with its number of counted games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountedBookJson {
    /// The head.
    #[serde(flatten)]
    pub book: BookJson,
    /// Number of games mined into the book, which can be asked for one by one; imported counts come
    /// without games.
    pub games: u64,
    /// Number of games that the book's statistics count, with those of imported counts; missing if
    /// it counts none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub counted_games: Option<u64>,
    /// Set in the list of books if it is not in the server's memory: its next moves and lines are
    /// read in the database, and what needs all of it is refused if it is too large.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub on_disk: bool,
    /// Collections of the counted games, by name: values of `source`. Only in the answer about one book;
    /// missing if it counts none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub collections: Vec<CollectionJson>,
}

/// Collection of counted games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CollectionJson {
    /// Its name.
    pub name: String,
    /// Number of its games that the book's statistics count.
    pub games: u64,
}

impl CountedBookJson {
    /// Creates the head of a book with its numbers of games.
    #[must_use]
    pub fn new(book: &BookJson, games: u64, counted_games: Option<u64>) -> CountedBookJson {
        let (book, collections) = (book.clone(), Vec::new());
        CountedBookJson { book, games, counted_games, on_disk: false, collections }
    }

    /// The same, saying whether the book is read in the database.
    #[must_use]
    pub fn on_disk(self, on_disk: bool) -> CountedBookJson {
        CountedBookJson { on_disk, ..self }
    }

    /// The same with the collections of its games.
    #[must_use]
    pub fn with_collections(self, index: &Index) -> CountedBookJson {
        let cohorts = index.cohorts();
        let names: BTreeSet<&String> = cohorts.iter().map(|cohort| &cohort.source).collect();
        let games = |name: &String| {
            let is_own =
                |cohort: u32| cohorts.get(cohort as usize).is_some_and(|it| it.source == *name);
            index.count(NodeId::ROOT, is_own).map_or(0, |count| count.games.into())
        };
        let collections =
            names.into_iter().map(|name| CollectionJson { name: name.clone(), games: games(name) });
        CountedBookJson { collections: collections.collect(), ..self }
    }
}
