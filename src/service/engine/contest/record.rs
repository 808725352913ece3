//! A match game as SGF: writing it, and reading an earlier one.

use std::time::Duration;

use super::play::PlayedGame;
use super::referee::GameEnd;
use super::request::ContestRequest;
use crate::format::game_info::game_info;
use crate::format::main_line::main_line;
use crate::format::sgf::{Limits, WriteError, Writer, read_collection};
use crate::game::{Color, Variant};

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
    let mut writer = Writer::new(Vec::new());
    writer.begin_tree()?;
    writer.node()?;
    let [black, white] = &game.names;
    let round = game.number.to_string();
    let (size, komi) = (request.size.get().to_string(), request.komi.to_string());
    let result = game.verdict.result();
    let event = event(identity);
    let root = [
        ("GM", "1"),
        ("FF", "4"),
        ("CA", "UTF-8"),
        ("AP", concat!("joseki:", env!("CARGO_PKG_VERSION"))),
        ("SZ", &size),
        ("KM", &komi),
        ("PB", black),
        ("PW", white),
        ("EV", &event),
        ("RO", &round),
        ("RE", &result),
    ];
    for (ident, value) in root {
        writer.property(ident, [value])?;
    }
    if let Some(comment) = game.verdict.comment() {
        writer.property("GC", [comment])?;
    }
    for ((color, played), book) in game.moves.iter().zip(&game.book) {
        writer.node()?;
        let ident = if *color == Color::Black { "B" } else { "W" };
        writer.property(ident, [played.to_sgf()])?;
        if let Some(book) = book {
            writer.property("C", [format!("{BOOK}{book}")])?;
        }
    }
    writer.end_tree()?;
    writer.finish()
}

/// Value of `EV`, common to all records of a match and unique to it.
fn event(identity: &str) -> String {
    format!("joseki match {identity}")
}

/// Reads a game written by [`write`].
///
/// # Errors
/// Text that describes why the game is invalid.
pub fn read(bytes: &[u8], number: u32, identity: &str) -> Result<PlayedGame, String> {
    let collection = read_collection(bytes, &Limits::default());
    let collection = collection.map_err(|error| error.to_string())?;
    let tree = collection.trees.first().ok_or("it contains no game")?;
    let line = main_line(Variant::GO, tree).map_err(|error| error.to_string())?;
    if let Some(number) = line.damaged_at {
        return Err(format!("move {number} is illegal"));
    }
    let text = |node: crate::format::sgf::NodeRef<'_>, ident: &str| {
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
