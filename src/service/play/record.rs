//! The record of a game at a table, in the formats of each game.

use serde::Deserialize;
use strum::{Display, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use joseki_format::book_file::write_go;
use joseki_format::five::piskvork::write_psq;
use joseki_format::game_writer::write_game;
use joseki_format::sgf::WriteError;
use joseki_format::xiangqi::pgn::{self, PgnNotation};
use joseki_format::xiangqi::{RecordResult, XiangqiRecord};
use joseki_game::table::Table;
use joseki_game::{BoardSize, Color, Game, Move, Point, Variant};

/// Format of a record.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, Display, IntoStaticStr, VariantArray, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TableRecordFormat {
    /// Smart Game Format, of all games.
    Sgf,
    /// Portable Game Notation, of xiangqi.
    Pgn,
    /// Of Piskvork, of five in a row.
    Psq,
    /// Two bytes a move, of Go on 19 lines without handicap and passes.
    Go,
}

impl TableRecordFormat {
    /// Returns the format that players of a game expect.
    #[must_use]
    pub const fn usual(game: Game) -> TableRecordFormat {
        match game {
            Game::Xiangqi => TableRecordFormat::Pgn,
            _ => TableRecordFormat::Sgf,
        }
    }

    /// Returns the format of a file's name, by its extension; the usual one without a known one.
    #[must_use]
    pub fn of_name(extension: Option<&str>, game: Game) -> TableRecordFormat {
        let all = TableRecordFormat::VARIANTS.iter().copied();
        let named = |format: &TableRecordFormat| {
            extension.is_some_and(|end| end.eq_ignore_ascii_case((*format).into()))
        };
        all.into_iter().find(named).unwrap_or(TableRecordFormat::usual(game))
    }
}

/// Why a game cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum TableRecordError {
    /// The format is of another game.
    #[error("a record of {game} cannot be written as {format}")]
    OtherGame {
        /// The game.
        game: Game,
        /// The format.
        format: TableRecordFormat,
    },
    /// The game began at a position that the format cannot hold.
    #[error("{0} has no start position of xiangqi: use pgn")]
    Position(TableRecordFormat),
    /// The game has what the format cannot hold.
    #[error("{format} has no {what}: use sgf")]
    Lacks {
        /// The format.
        format: TableRecordFormat,
        /// What it lacks.
        what: &'static str,
    },
    /// A text that SGF cannot hold.
    #[error(transparent)]
    Sgf(#[from] WriteError),
}

/// What a record says besides the table.
#[derive(Clone, Copy, Debug)]
pub struct RecordTexts<'a> {
    /// The names of Black, or Red, and White.
    pub names: [&'a str; 2],
    /// The day of the game, as in `2026-01-31`.
    pub date: &'a str,
}

/// Writes the record of a game. `comment` is called with the index of each move.
///
/// # Errors
/// The format cannot hold the game.
pub fn table_record(
    table: &Table,
    format: TableRecordFormat,
    texts: &RecordTexts<'_>,
    comment: impl Fn(usize) -> Option<String>,
) -> Result<Vec<u8>, TableRecordError> {
    let game = table.game().game();
    let moves = table.game().moves();
    match format {
        TableRecordFormat::Sgf => sgf(table, &moves, texts, comment),
        TableRecordFormat::Pgn if game.moves_pieces() => Ok(pgn(table, &moves, texts)),
        TableRecordFormat::Psq if game.five_rules().is_some() => psq(table, &moves, texts),
        TableRecordFormat::Go if game.is_scored() => {
            let lacks = |what| TableRecordError::Lacks { format, what };
            if table.game().board().size() != BoardSize::NINETEEN {
                return Err(lacks("boards of other sizes than 19 lines"));
            }
            if !table.game().handicap_stones().is_empty() {
                return Err(lacks("handicap stones"));
            }
            let points = points_of(&without_last_passes(&moves));
            Ok(write_go(&points.ok_or_else(|| lacks("passes"))?))
        }
        TableRecordFormat::Pgn | TableRecordFormat::Psq | TableRecordFormat::Go => {
            Err(TableRecordError::OtherGame { game, format })
        }
    }
}

fn sgf(
    table: &Table,
    moves: &[(Color, Move)],
    texts: &RecordTexts<'_>,
    comment: impl Fn(usize) -> Option<String>,
) -> Result<Vec<u8>, TableRecordError> {
    let played = table.game();
    let game = played.game();
    if played.position().is_some() {
        return Err(TableRecordError::Position(TableRecordFormat::Sgf));
    }
    let rules = table.rules();
    let is_scored = game.is_scored();
    let komi = is_scored.then(|| rules.komi.to_string());
    let scoring = is_scored.then(|| capitalized(rules.scoring.into()));
    let result = table.result().map(|result| result.record());
    let properties = [
        ("PB", Some(texts.names[0])),
        ("PW", Some(texts.names[1])),
        ("DT", Some(texts.date)),
        ("KM", komi.as_deref()),
        ("RU", scoring.as_deref()),
        ("RE", result.as_deref()),
    ];
    let size = played.board().size();
    // A game at a table is on a board that its game has.
    let variant = Variant::on_board(game, size).unwrap_or(Variant::GO);
    Ok(write_game(variant, size, &properties, &played.handicap_stones(), moves, comment)?)
}

fn pgn(table: &Table, moves: &[(Color, Move)], texts: &RecordTexts<'_>) -> Vec<u8> {
    let start = table.game().position().copied().unwrap_or_default();
    let mut record = XiangqiRecord::from_moves(start, moves);
    let date = texts.date.replace('-', ".");
    let tags = [("Date", date.as_str()), ("Red", texts.names[0]), ("Black", texts.names[1])];
    let tags = tags.into_iter().filter(|(_, value)| !value.is_empty());
    record.tags.extend(tags.map(|(name, value)| (name.to_owned(), value.to_owned())));
    record.result = match table.result().map(|result| result.winner) {
        Some(Some(winner)) => RecordResult::Won(winner.side()),
        Some(None) => RecordResult::Draw,
        None => RecordResult::Unknown,
    };
    pgn::write(&record, PgnNotation::Iccs).into_bytes()
}

fn psq(
    table: &Table,
    moves: &[(Color, Move)],
    texts: &RecordTexts<'_>,
) -> Result<Vec<u8>, TableRecordError> {
    let points = points_of(&without_last_passes(moves));
    let lacks = || TableRecordError::Lacks { format: TableRecordFormat::Psq, what: "passes" };
    let size = table.game().board().size();
    Ok(write_psq(size, &points.ok_or_else(lacks)?, texts.names).into_bytes())
}

/// The moves without the passes that end a game.
fn without_last_passes(moves: &[(Color, Move)]) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.iter().map(|(_, played)| *played).collect();
    while moves.last() == Some(&Move::Pass) {
        moves.pop();
    }
    moves
}

/// The points of moves; `None` if a move is a pass.
fn points_of(moves: &[Move]) -> Option<Vec<Point>> {
    let point = |played: &Move| match played {
        Move::Play(point) => Some(*point),
        Move::Pass | Move::Shift(_) => None,
    };
    moves.iter().map(point).collect()
}

/// Writes a word of Latin letters with a capital.
fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
