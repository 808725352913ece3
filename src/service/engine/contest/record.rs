//! A match game as SGF: writing it, and reading an earlier one.

use std::time::Duration;

use super::play::PlayedGame;
use super::referee::GameEnd;
use super::request::ContestRequest;
use joseki_format::game_info::game_info;
use joseki_format::game_writer::write_game;
use joseki_format::main_line::main_line;
use joseki_format::sgf::{Limits, WriteError, read_collection};

/// Prefix of the comment on a book move.
const BOOK: &str = "book: ";

/// Writes a game.
///
/// # Errors
/// Text that SGF cannot represent.
pub fn write(
    request: &ContestRequest,
    game: &PlayedGame,
    identity: &str,
) -> Result<Vec<u8>, WriteError> {
    let [black, white] = &game.names;
    let round = game.number.to_string();
    let komi = request.variant.game().is_scored().then(|| request.komi.to_string());
    let result = game.verdict.result();
    let event = event(identity);
    let comment = game.verdict.comment();
    let properties = [
        ("AP", Some(concat!("joseki:", env!("CARGO_PKG_VERSION")))),
        ("KM", komi.as_deref()),
        ("PB", Some(black.as_str())),
        ("PW", Some(white.as_str())),
        ("EV", Some(&event)),
        ("RO", Some(&round)),
        ("RE", Some(&result)),
        ("GC", comment.as_deref()),
    ];
    let book = |at: usize| game.book.get(at)?.as_ref().map(|book| format!("{BOOK}{book}"));
    write_game(request.variant, request.size, &properties, &[], &game.moves, book)
}

/// Value of `EV`, common to all records of a match and unique to it.
fn event(identity: &str) -> String {
    format!("joseki match {identity}")
}

/// Reads a game written by [`write`].
///
/// # Errors
/// Text that describes why the game is invalid.
pub fn read(
    request: &ContestRequest,
    bytes: &[u8],
    number: u32,
    identity: &str,
) -> Result<PlayedGame, String> {
    let collection = read_collection(bytes, &Limits::default());
    let collection = collection.map_err(|error| error.to_string())?;
    let tree = collection.trees.first().ok_or("it contains no game")?;
    let line = main_line(request.variant, tree).map_err(|error| error.to_string())?;
    if let Some(number) = line.damaged_at {
        return Err(format!("move {number} is illegal"));
    }
    let text = |node: joseki_format::sgf::NodeRef<'_>, ident: &str| {
        let value = node.first(ident)?;
        Some(value.text().into_owned())
    };
    if text(tree.root(), "EV") != Some(event(identity)) {
        return Err(format!("EV[{}] is missing", event(identity)));
    }
    let info = game_info(tree);
    let result = text(tree.root(), "RE").ok_or("it has no result (RE)")?;
    let book_comments = line.nodes.iter().map(|node| {
        let comment = text(tree.node(*node), "C")?;
        comment.strip_prefix(BOOK).map(str::to_owned)
    });
    Ok(PlayedGame {
        number,
        names: [info.black.name, info.white.name],
        book: book_comments.collect(),
        moves: line.record.moves,
        verdict: GameEnd::Recorded(result),
        took: Duration::ZERO,
    })
}
