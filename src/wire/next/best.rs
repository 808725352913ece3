//! The best move alone.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::opening::OpeningJson;
use crate::coords::Coords;
use joseki_game::BoardSize;
use joseki_service::next::NextAnswer;

/// The best move of the book on a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "move": "P17", "verdict": "ideal", "name": "4-4, kick", "line": "DDCFCE", "book": "main", "version": 1, "reason": null
}))]
pub struct BestJson {
    /// The move, or the first one of a win by force that a search found; null if there is none.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// Its verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null without one.
    pub verdict: Option<&'static str>,
    /// Name of the joseki or variation, or of the opening; null if it has none.
    pub name: Option<String>,
    /// Canonical line of the book to which it leads; null if it is not in the book.
    pub line: Option<String>,
    /// Name of the book.
    pub book: String,
    /// Version of the book.
    pub version: u64,
    /// Reason code if there is no move; null if there is one.
    pub reason: Option<&'static str>,
}

impl BestJson {
    /// Creates the JSON of the first move of an answer.
    #[must_use]
    pub fn new(answer: &NextAnswer, coords: Coords, size: BoardSize) -> BestJson {
        // A win by force comes first, as in the long answer.
        let win = answer.searched.as_ref().and_then(|it| it.win.as_ref()?.line.first().copied());
        let best = match win {
            Some(win) => {
                let moves = answer.moves.iter().map(Arc::as_ref);
                moves.into_iter().find(|candidate| candidate.plays.contains(&win))
            }
            None => answer.best(),
        };
        let played = win.or_else(|| best?.plays.first().copied());
        let named = best.and_then(|best| best.data.as_ref()?.names.first().cloned());
        let opening = || Some(OpeningJson::from(answer.opening?).name.to_owned());
        BestJson {
            played: played.map(|played| coords.move_on(answer.board.as_deref(), played, size)),
            verdict: best.and_then(|best| best.verdict.map(Into::into)),
            name: named.or_else(opening),
            line: best.map(|best| best.leads_to.to_string()),
            book: answer.book.clone(),
            version: answer.version,
            reason: answer.reason.filter(|_| played.is_none()).map(Into::into),
        }
    }
}
