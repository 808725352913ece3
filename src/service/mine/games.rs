//! Counted games of a book: examples, and single game records.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::{Band, Cohort, GameNumber};
use crate::format::game_writer::write_game;
use crate::format::record::RecordedGame;
use crate::format::sgf::WriteError;
use crate::format::xiangqi::pgn::{self, PgnNotation};
use crate::format::xiangqi::{RecordResult, XiangqiRecord};
use crate::game::xiangqi::XiangqiBoard;
use crate::game::{BoardSize, Color, Game, Move, Variant};
use crate::mine::{ExampleRank, text_to_game};
use crate::service::book::Book;
use crate::service::error::ServiceError;
use crate::service::next::query::NextAnswer;
use crate::service::next::statistics::{GamesFilter, PlayWeights, SelectedGames};
use crate::service::service::Service;
use crate::store::GameRow;

/// A counted game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleGame {
    /// Identifier, 16 hexadecimal digits.
    pub id: String,
    /// Collection that contains it.
    pub source: String,
    /// Strength of its players.
    pub band: Band,
    /// Stored data of the game.
    pub row: GameRow,
}

impl Service {
    /// Returns the games with these numbers, in that order.
    ///
    /// # Errors
    /// Unknown book or unreadable store.
    pub fn example_games(
        &self,
        book: &str,
        numbers: &[GameNumber],
    ) -> Result<Vec<ExampleGame>, ServiceError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let held = self.book(book)?;
        let rows = self.store.games(book, numbers)?;
        let example = |row| ExampleGame::new(row, held.index.cohorts());
        let visible = rows.into_iter().filter(|row| !held.withholds_cohort(row.cohort));
        Ok(visible.map(example).collect())
    }

    /// Returns the example games of an answer's moves, by number.
    pub(crate) fn examples_of(
        &self,
        answer: &NextAnswer,
        filter: &GamesFilter,
    ) -> Result<BTreeMap<GameNumber, ExampleGame>, ServiceError> {
        let statistics = answer.moves.iter().flat_map(|found| &found.statistics);
        let numbers: BTreeSet<GameNumber> =
            statistics.flat_map(|statistics| statistics.examples.iter().copied()).collect();
        let numbers: Vec<GameNumber> = numbers.into_iter().collect();
        let games = self.example_games(&answer.book, &numbers)?;
        let held = self.book(&answer.book)?;
        let wanted = filter.select(held.index.cohorts(), PlayWeights::default());
        let games = games.into_iter().filter(|game| is_wanted(&wanted, game));
        let by_number = games.map(|game| (game.row.number, game));
        Ok(by_number.collect())
    }

    /// Returns a counted game and the version of the book that contains it.
    ///
    /// # Errors
    /// Unknown book or game.
    pub fn game(&self, book: &str, id: &str) -> Result<(Arc<Book>, ExampleGame), ServiceError> {
        let held = self.book(book)?;
        let row = self.game_row(&held, id)?;
        let game = ExampleGame::new(row, held.index.cohorts());
        Ok((held, game))
    }

    /// Returns the record of a counted game as SGF, or as PGN if it is of xiangqi.
    ///
    /// # Errors
    /// Unknown book or game, or its moves were not stored.
    pub fn game_record(&self, book: &str, id: &str) -> Result<Vec<u8>, ServiceError> {
        let held = self.book(book)?;
        let info = held.info.clone();
        let name = info.name;
        let row = self.game_row(&held, id)?;
        let (size, moves) = kept_moves(&row, info.variant).ok_or_else(|| no_record(&name, id))?;
        if info.variant.game() == Game::Xiangqi {
            return Ok(write_pgn(&row, &moves).into_bytes());
        }
        write(&row, info.variant, size, &moves)
            .map_err(|error| ServiceError::Export(error.to_string()))
    }

    /// Returns the board size and the moves of a counted game.
    ///
    /// # Errors
    /// As [`Service::game_record`].
    pub fn game_moves(&self, book: &str, id: &str) -> Result<RecordedGame, ServiceError> {
        let held = self.book(book)?;
        let (name, variant) = (held.info.name.clone(), held.info.variant);
        let row = self.game_row(&held, id)?;
        let (size, moves) = kept_moves(&row, variant).ok_or_else(|| no_record(&name, id))?;
        // Only games without setup stones are kept.
        let (initial, warnings) = (Vec::new(), Vec::new());
        Ok(RecordedGame { variant, size, initial, moves, to_play: None, warnings })
    }

    fn game_row(&self, held: &Book, id: &str) -> Result<GameRow, ServiceError> {
        let book = held.info.name.as_str();
        let unknown = || ServiceError::UnknownGame { book: book.to_owned(), game: id.to_owned() };
        let digits = id.len() == 16 && id.bytes().all(|digit| digit.is_ascii_hexdigit());
        let fingerprint = u64::from_str_radix(id, 16).ok().filter(|_| digits);
        let row = self.store.game(book, fingerprint.ok_or_else(unknown)?)?;
        row.filter(|row| !held.withholds_cohort(row.cohort)).ok_or_else(unknown)
    }
}

/// Whether a game belongs to the selected cohorts.
pub(crate) fn is_wanted(wanted: &SelectedGames, game: &ExampleGame) -> bool {
    wanted.wants(game.row.cohort)
}

impl ExampleGame {
    fn new(row: GameRow, cohorts: &[Cohort]) -> ExampleGame {
        let cohort = cohorts.get(row.cohort as usize);
        ExampleGame {
            id: format!("{:016x}", row.fingerprint),
            source: cohort.map_or_else(String::new, |cohort| cohort.source.clone()),
            band: cohort.map_or(Band::Unknown, |cohort| cohort.band),
            row,
        }
    }

    /// Its place among examples.
    #[must_use]
    pub fn rank(&self) -> ExampleRank {
        ExampleRank::new(self.band as u8, self.row.date_number(), self.row.fingerprint)
    }

    /// Returns the date as precisely as it is known: `2008-01-31`, `2008-01`, `2008`.
    #[must_use]
    pub fn date(&self) -> Option<String> {
        date(&self.row)
    }
}

/// Returns the board and the moves of a game, if they were stored.
pub(in crate::service) fn kept_moves(
    row: &GameRow,
    variant: Variant,
) -> Option<(BoardSize, Vec<(Color, Move)>)> {
    text_to_game(std::str::from_utf8(row.moves.as_deref()?).ok()?, variant.size())
}

fn no_record(book: &str, game: &str) -> ServiceError {
    ServiceError::NoRecord { book: book.to_owned(), game: game.to_owned() }
}

fn date(row: &GameRow) -> Option<String> {
    match row.date {
        (0, ..) => None,
        (year, 0, _) => Some(format!("{year:04}")),
        (year, month, 0) => Some(format!("{year:04}-{month:02}")),
        (year, month, day) => Some(format!("{year:04}-{month:02}-{day:02}")),
    }
}

fn write_pgn(row: &GameRow, moves: &[(Color, Move)]) -> String {
    let mut record = XiangqiRecord::from_moves(XiangqiBoard::new(), moves);
    let date = date(row);
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
    let date = date(row);
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
