//! Opening books of xiangqi programs: files as lines of a book, and a book as a file.

use crate::curate::Curation;
use std::io;
use std::path::Path;

use crate::book::Book;
use crate::error::ServiceError;
use crate::mine::error::MineError;
use crate::past::BookRef;
use crate::source_file::{FileError, OpeningFileError, SourceFile};
use joseki_book::NodeId;
use joseki_format::book_file::{Contents, FileSink, Selection};
use joseki_format::game_info::GameOutcome;
use joseki_format::xiangqi::opening_book::{
    BookPositions, OpeningBook, OpeningBookKind, book_record, read_book_dat, write_book_dat,
};
use joseki_format::xiangqi::pgn::{self, PgnNotation};
use joseki_game::{Color, Move, Side, Variant};
use joseki_store::{OpeningBookError, is_sqlite, read_opening_book, write_opening_book};

/// Maximum number of games whose results are recounted for a file.
const MAX_GAMES: u32 = 100_000;

/// Parses an opening book as SGF, with warnings; `None` for other files. A BOOK.DAT is recognized by
/// its extension.
pub(super) fn opening_book_as_sgf(
    file: &SourceFile,
) -> Option<Result<(String, Vec<String>), ServiceError>> {
    let ending = Path::new(&file.name).extension();
    if is_sqlite(&file.bytes) {
        Some(sqlite_as_sgf(file))
    } else if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("dat")) {
        let rows = read_book_dat(&file.bytes).map_err(|error| unreadable(file, error.into()));
        Some(rows.and_then(|rows| Ok(OpeningBook::new(OpeningBookKind::BookDat, rows).as_sgf()?)))
    } else {
        None
    }
}

/// The error for an opening book or PGN of a book of another game.
pub(super) fn no_opening_book(book: &str, variant: Variant) -> ServiceError {
    ServiceError::OtherGame {
        feature: "opening books and PGN",
        only: "xiangqi",
        book: book.to_owned(),
        game: variant.game(),
    }
}

fn sqlite_as_sgf(file: &SourceFile) -> Result<(String, Vec<String>), ServiceError> {
    let (kind, rows, odd) = read_opening_book(file.bytes.clone())
        .map_err(|error| unreadable(file, OpeningFileError::Sqlite(error)))?;
    let (sgf, mut warnings) = OpeningBook::new(kind, rows).as_sgf()?;
    if odd > 0 {
        warnings.push(format!("{odd} rows without a key or a move: left out"));
    }
    Ok((sgf, warnings))
}

fn unreadable(file: &SourceFile, source: OpeningFileError) -> ServiceError {
    match source {
        OpeningFileError::Sqlite(OpeningBookError::Cancelled(cancelled)) => cancelled.into(),
        source => FileError::Opening { file: file.name.clone(), source }.into(),
    }
}

impl Curation<'_> {
    /// Writes a book of xiangqi as an opening book of another program.
    pub(super) fn write_opening_book(
        &self,
        wanted: &BookRef,
        book: &Book,
        kind: OpeningBookKind,
        selection: &Selection<'_>,
        out: &mut dyn FileSink,
    ) -> Result<Contents, ServiceError> {
        let mut positions = BookPositions::collect(selection)?;
        let counted = self.count_results(wanted, book, &mut positions)?;
        let (rows, contents) = positions.rows(kind, selection, counted)?;
        let bytes = match kind {
            OpeningBookKind::BookDat => write_book_dat(&rows),
            _ => write_opening_book(kind, &rows).map_err(|error| match error {
                OpeningBookError::Cancelled(cancelled) => cancelled.into(),
                error => ServiceError::Export(error.to_string()),
            })?,
        };
        let write = |out: &mut dyn FileSink| -> io::Result<()> {
            out.begin(&contents)?;
            out.write_all(&bytes)
        };
        write(out).map_err(ServiceError::not_written)?;
        Ok(contents)
    }

    /// Adds the results of a book's games if their moves are stored; returns whether it did. The
    /// book's own counts are points, in which two draws equal a win.
    fn count_results(
        &self,
        wanted: &BookRef,
        book: &Book,
        positions: &mut BookPositions,
    ) -> Result<bool, ServiceError> {
        let games = book.index.count(NodeId::ROOT, |_| true).unwrap_or_default().games;
        let is_whole = wanted.as_of.is_none() && self.withheld()?.is_empty();
        if games == 0 || games > MAX_GAMES || !is_whole {
            return Ok(false);
        }
        let mut counted = 0;
        let read = self.service.mining().each_game(book, |moves, outcome| {
            counted += 1;
            if outcome == GameOutcome::Unknown {
                return;
            }
            let winner = outcome.winner().map(|winner| match winner {
                Color::Black => Side::First,
                Color::White => Side::Second,
            });
            let shifts = moves.iter().map_while(|(_, played)| match played {
                Move::Shift(shift) => Some(*shift),
                Move::Play(_) | Move::Pass => None,
            });
            positions.count(shifts, winner);
        });
        match read {
            Ok(()) if counted == games => Ok(true),
            Err(error) if !matches!(error.of(), Some(MineError::NoRecord { .. })) => Err(error),
            Ok(()) | Err(_) => {
                positions.forget_results();
                Ok(false)
            }
        }
    }
}

/// Writes a book of xiangqi as one record with variations.
pub(super) fn write_pgn(
    selection: &Selection<'_>,
    event: &str,
    out: &mut dyn FileSink,
) -> io::Result<Contents> {
    let (mut record, contents) = book_record(selection)?;
    record.tags.push(("Event".to_owned(), event.to_owned()));
    out.begin(&contents)?;
    out.write_all(pgn::write(&record, PgnNotation::Chinese).as_bytes())?;
    Ok(contents)
}
