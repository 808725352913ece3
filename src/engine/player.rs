//! The book's move, or the reason why it has none.

use std::sync::Arc;
use std::time::Duration;

use joseki_book::Verdict;
use joseki_game::xiangqi::XiangqiBoard;
use joseki_game::{Board, Color, Game, Move, Variant};
use joseki_ledger::OpponentName;
use joseki_search::{FiveTables, XiangqiWeights};
use joseki_service::{
    DEFAULT_BOOK, Service, ServiceError,
    next::{FailedConditions, NextQuery},
};

/// Settings of an engine.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// The book; by default `main` in Go, else that with the name of the game, if there is one.
    pub book: Option<String>,
    /// Whether the book is used.
    pub uses_book: bool,
    /// The opponent, whose results order the moves.
    pub opponent: Option<OpponentName>,
    /// The opponent's class.
    pub class: Option<String>,
    /// Seed for drawing book moves by weight; without it the best one is played.
    pub seed: Option<u64>,
    /// Minimum verdict of a book move; by default any except mistake, trick and question.
    pub min_verdict: Option<Verdict>,
    /// Minimum number of counted games of a book move.
    pub min_games: Option<u32>,
    /// Number of the last move of the game that may be from the book.
    pub until_move: Option<usize>,
    /// Time for a move if the controller does not say any.
    pub time: Duration,
    /// Maximum number of positions of a search.
    pub nodes: Option<u64>,
    /// The tables of five in a row.
    pub tables: Arc<FiveTables>,
    /// The weights of xiangqi.
    pub weights: Arc<XiangqiWeights>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            book: None,
            uses_book: true,
            opponent: None,
            class: None,
            seed: None,
            min_verdict: None,
            min_games: None,
            until_move: None,
            time: Duration::from_secs(2),
            nodes: None,
            tables: Arc::default(),
            weights: Arc::default(),
        }
    }
}

/// A game at one moment, as the book is asked about it.
#[derive(Clone, Debug)]
pub struct GameSoFar<'a> {
    /// The game and the size of its board.
    pub variant: Variant,
    /// The position at which the moves begin, in xiangqi, if it is not the usual one.
    pub position: Option<&'a XiangqiBoard>,
    /// The moves.
    pub moves: &'a [(Color, Move)],
    /// The side to move.
    pub to_move: Color,
    /// The board.
    pub board: &'a Board,
    /// The number of the game of the session, from 0.
    pub number: u64,
}

/// What the book says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookChoice {
    /// A move, and how it is described.
    Plays(Move, String),
    /// Why there is none.
    None(String),
}

/// The book of a game in a new database.
fn usual_book(game: Game) -> &'static str {
    match game {
        Game::Go => DEFAULT_BOOK,
        _ => game.into(),
    }
}

/// Asks the book for a move.
///
/// # Errors
/// The book that was named does not exist or is of another game; the store cannot be read.
pub fn book_move(
    service: &Service,
    settings: &EngineSettings,
    game: &GameSoFar<'_>,
) -> Result<BookChoice, ServiceError> {
    let none = |why: &str| Ok(BookChoice::None(why.to_owned()));
    if !settings.uses_book {
        return none("no book");
    }
    if settings.until_move.is_some_and(|last| game.moves.len() >= last) {
        return none("the game is past the last move of the book");
    }
    let name = match &settings.book {
        Some(name) => name.clone(),
        None => usual_book(game.variant.game()).to_owned(),
    };
    if settings.book.is_none()
        && matches!(service.book_info(&name), Err(ServiceError::UnknownBook { .. }))
    {
        return none(&format!("no book \"{name}\""));
    }
    let size = game.board.size();
    if service.variant_of(&name)? != game.variant {
        return none(&format!("the book \"{name}\" is of another game or board"));
    }
    let query = NextQuery {
        position: game.position.map(|board| Box::new(*board)),
        moves: game.moves.to_vec(),
        to_play: Some(game.to_move),
        book: Some(name),
        opponent: settings.opponent.clone(),
        class: settings.class.clone(),
        seed: settings.seed.map(|seed| seed.wrapping_add(game.number)),
        min_verdict: settings.min_verdict,
        min_games: settings.min_games,
        failed_conditions: FailedConditions::Hide,
        ..NextQuery::new(size)
    };
    let answer = match service.next_moves().next(&query) {
        Ok(answer) => answer,
        // A position that only the controller's rules allow.
        Err(ServiceError::IllegalMove { .. }) => return none("the game is not one of the book"),
        Err(error) => return Err(error),
    };
    for candidate in &answer.moves {
        let is_good = settings.min_verdict.is_some()
            || candidate.verdict.is_none_or(|verdict| verdict.value() >= 0);
        let Some(played) = candidate.plays.first().copied().filter(|_| is_good) else { continue };
        if game.board.is_legal(game.to_move, played).is_ok() {
            let verdict = candidate.verdict.map_or("-", Into::into);
            let what = format!("{verdict} {:.2} {}", candidate.priority, candidate.leads_to);
            return Ok(BookChoice::Plays(played, what));
        }
    }
    match answer.reason {
        Some(reason) => none(reason.into()),
        None => none("every move of the book is advised against"),
    }
}
