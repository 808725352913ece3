//! Another engine behind the book.

use super::thinker::{Budget, Thought};
use joseki_game::{Game, Move};
use joseki_peer::{
    EngineAnswer, EngineLimits, EnginePosition, EngineSetup, EngineValue, PeerError,
    PeerRequestError, SearchEngine, SearchWatch,
};
use joseki_search::{WINNING, WON};

/// An engine that thinks where the book has no move.
#[derive(Debug)]
pub struct WrappedEngine(SearchEngine);

impl WrappedEngine {
    /// Creates the engine of a game, which is started when it is first needed.
    #[must_use]
    pub const fn new(game: Game, setup: EngineSetup) -> WrappedEngine {
        WrappedEngine(SearchEngine::new(game, setup))
    }

    /// Starts the engine, to report a wrong command line at once.
    ///
    /// # Errors
    /// It cannot be started, or does not speak the protocol.
    pub fn start(&mut self) -> Result<(), PeerError> {
        self.0.name().map(drop)
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// See [`WrappedEngine::start`].
    pub fn new_game(&mut self) -> Result<(), PeerError> {
        self.0.new_game()
    }

    /// Lets the engine choose a move, which `is_legal` checks. Calls `report` with the best line of
    /// each depth.
    ///
    /// # Errors
    /// The engine refuses the position, has no legal move, or has failed; it is started again when
    /// it is next needed.
    pub fn think(
        &mut self,
        position: &EnginePosition<'_>,
        budget: &Budget,
        is_legal: &dyn Fn(Move) -> bool,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, PeerRequestError> {
        let limits = EngineLimits { time: budget.time, nodes: budget.nodes, depth: budget.depth };
        let mut watch =
            SearchWatch { stop: &budget.stop, on_depth: &mut |answer| report(&thought(answer)) };
        let answer = self.0.choose(position, &limits, &mut watch)?;
        let Some(played) = answer.played else {
            return Err(PeerRequestError::Rejected("it resigns".to_owned()));
        };
        if !is_legal(played) {
            let text = format!("the illegal move {}", played.to_gtp(position.size));
            return Err(self.0.reject_response(&text).into());
        }
        let chosen = thought(&answer);
        if chosen.played() == Some(played) {
            Ok(chosen)
        } else {
            Ok(Thought { line: vec![played], ..chosen })
        }
    }

    /// Asks the engine to quit.
    pub fn quit(&mut self) {
        self.0.quit();
    }
}

/// Returns an engine's answer as one of our own searches.
pub(super) fn thought(answer: &EngineAnswer) -> Thought {
    let value = match answer.value {
        None => 0,
        Some(EngineValue::Points(points)) => points.clamp(1 - WINNING, WINNING - 1),
        Some(EngineValue::Win(plies)) if plies > 0 => WON.saturating_sub(plies),
        Some(EngineValue::Win(plies)) => WON.saturating_add(plies).saturating_neg(),
    };
    Thought {
        line: answer.line.clone(),
        value,
        depth: answer.depth.unwrap_or_default(),
        nodes: answer.nodes.unwrap_or_default(),
        solver: None,
    }
}
