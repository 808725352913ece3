//! Counted games of a book: examples, and single game records.

use crate::mine::Mining;
use std::sync::Arc;

use crate::book::Book;
use crate::error::ServiceError;
use crate::mine::error::MineError;
use crate::next::examples::ExampleGame;
use crate::past::BookRef;
use joseki_format::game_writer::write_game;
use joseki_format::record::RecordedGame;
use joseki_format::sgf::WriteError;
use joseki_format::xiangqi::pgn::{self, PgnNotation};
use joseki_format::xiangqi::{RecordResult, XiangqiRecord};
use joseki_game::xiangqi::XiangqiBoard;
use joseki_game::{BoardSize, Color, Move, Variant};
use joseki_mine::text_to_game;
use joseki_store::GameRow;

impl Mining<'_> {
    /// Returns a counted game and the version of the book that contains it.
    ///
    /// # Errors
    /// Unknown book or game.
    pub fn game(&self, book: &str, id: &str) -> Result<(Arc<Book>, ExampleGame), ServiceError> {
        let held = self.service.head_of(&BookRef::from(book))?;
        let row = self.game_row(&held, id)?;
        let game = ExampleGame::new(row, held.index.cohorts());
        Ok((held, game))
    }

    /// Returns the record of a counted game as SGF, or as PGN if it is of xiangqi.
    ///
    /// # Errors
    /// Unknown book or game, or its moves were not stored.
    pub fn game_record(&self, book: &str, id: &str) -> Result<Vec<u8>, ServiceError> {
        let held = self.service.head_of(&BookRef::from(book))?;
        let info = held.info.clone();
        let name = info.name;
        let row = self.game_row(&held, id)?;
        let (size, moves) = kept_moves(&row, info.variant).ok_or_else(|| no_record(&name, id))?;
        if info.variant.game().moves_pieces() {
            return Ok(write_pgn(&row, &moves).into_bytes());
        }
        write(&row, info.variant, size, &moves)
            .map_err(|error| ServiceError::Export(error.to_string()))
    }

    /// Returns the board size and the moves of a counted game.
    ///
    /// # Errors
    /// As `Mining::game_record`.
    pub fn game_moves(&self, book: &str, id: &str) -> Result<RecordedGame, ServiceError> {
        let held = self.service.head_of(&BookRef::from(book))?;
        let (name, variant) = (held.info.name.clone(), held.info.variant);
        let row = self.game_row(&held, id)?;
        let (size, moves) = kept_moves(&row, variant).ok_or_else(|| no_record(&name, id))?;
        // Only games without setup stones are kept.
        let (initial, warnings) = (Vec::new(), Vec::new());
        Ok(RecordedGame { variant, size, initial, moves, to_play: None, warnings })
    }

    fn game_row(&self, held: &Book, id: &str) -> Result<GameRow, ServiceError> {
        let book = held.info.name.as_str();
        let unknown = || MineError::UnknownGame { book: book.to_owned(), game: id.to_owned() };
        let digits = id.len() == 16 && id.bytes().all(|digit| digit.is_ascii_hexdigit());
        let fingerprint = u64::from_str_radix(id, 16).ok().filter(|_| digits);
        let row = self.service.store.game(book, fingerprint.ok_or_else(unknown)?)?;
        row.filter(|row| !held.withholds_cohort(row.cohort)).ok_or_else(|| unknown().into())
    }
}

/// Returns the board and the moves of a game, if they were stored.
pub(crate) fn kept_moves(
    row: &GameRow,
    variant: Variant,
) -> Option<(BoardSize, Vec<(Color, Move)>)> {
    text_to_game(std::str::from_utf8(row.moves.as_deref()?).ok()?, variant.size())
}

fn no_record(book: &str, game: &str) -> ServiceError {
    MineError::NoRecord { book: book.to_owned(), game: game.to_owned() }.into()
}

fn write_pgn(row: &GameRow, moves: &[(Color, Move)]) -> String {
    let mut record = XiangqiRecord::from_moves(XiangqiBoard::new(), moves);
    let date = row.date_text();
    let tags = [
        ("Event", row.event.as_ref()),
        ("Date", date.as_ref()),
        ("Red", Some(&row.black)),
        ("Black", Some(&row.white)),
    ];
    let tags = tags.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.clone())));
    record.tags.extend(tags.filter(|(_, value)| !value.is_empty()));
    record.result = RecordResult::parse(&row.result).unwrap_or_default();
    pgn::write(&record, PgnNotation::default())
}

fn write(
    row: &GameRow,
    variant: Variant,
    size: BoardSize,
    moves: &[(Color, Move)],
) -> Result<Vec<u8>, WriteError> {
    let date = row.date_text();
    let properties = [
        ("PB", Some(row.black.as_str())),
        ("BR", row.black_rank.as_deref()),
        ("PW", Some(row.white.as_str())),
        ("WR", row.white_rank.as_deref()),
        ("EV", row.event.as_deref()),
        ("DT", date.as_deref()),
        ("KM", row.komi.as_deref()),
        ("RE", Some(row.result.as_str())),
    ];
    write_game(variant, size, &properties, &[], moves, |_| None)
}
