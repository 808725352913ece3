//! `joseki find`: finds patterns in the games of a book.

mod report;

use std::collections::BTreeMap;
use std::io::Write;
use std::thread::available_parallelism;
use std::time::Duration;

use super::args::{FindArgs, Format};
use super::database::{self, DatabaseFile};
use super::error::CliError;
use super::log::note;
use super::look::OutputStyle;
use super::next::given_board;
use super::{output, source};
use joseki_game::{Board, Point, Variant};
use joseki_ledger::BoardRecord;
use joseki_service::{Code, Service, ServiceError, patterns::PatternLimits};
use joseki_wire::moves::{split_moves, split_stones};
use joseki_wire::{
    AnchorJson, AnchorName, AnchorPoints, BoardFields, PatternRequest, PatternResponse,
    PatternStoneJson, PieceCountJson, RequestError,
};

/// Finds the pattern, and prints what follows it.
pub fn run(
    db: &DatabaseFile,
    args: &FindArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
    // One search of one book: the limit is for servers.
    service.patterns().pattern_shelf().set_bytes(u64::MAX);
    let variant = service.variant_of(&args.book)?;
    let request = request(args, variant)?;
    let rows = request.rows.clone();
    let query = request.into_query(&args.book, variant).map_err(name_flag)?;
    let limits = PatternLimits {
        threads: available_parallelism().map_or(1, std::num::NonZero::get),
        may_load: true,
        time: None,
        clock: &|| Duration::ZERO,
    };
    let (mut found, mut searchable) = (None, 0);
    service.patterns().find_patterns(&query, &limits, |answer| {
        searchable = answer.searchable;
        found = Some(PatternResponse::new(&answer, query.by_year));
        Ok(true)
    })?;
    match (found, args.format.format) {
        (None, _) => {}
        (Some(found), Format::Json) => output::json(out, &found)?,
        (Some(found), Format::Text) => report::write(&rows, &found, look, out)?,
    }
    if searchable == 0 {
        // The note follows the numbers.
        out.flush()?;
        suggest_book(&service, &args.book, variant)?;
    }
    Ok(())
}

/// Names a book whose games can be searched, for a book that has none.
fn suggest_book(service: &Service, book: &str, variant: Variant) -> Result<(), CliError> {
    if let Some(other) = service.patterns().searchable_book(variant)? {
        note(&format!(
            "book \"{book}\" has no games that can be searched; book \"{other}\" has: --book {other}"
        ));
    }
    Ok(())
}

/// Maps fields to their flags.
fn name_flag(error: RequestError) -> CliError {
    let field = match error.field.as_str() {
        "rows" => "pattern".to_owned(),
        "board_size" => "size".to_owned(),
        _ => error.field,
    };
    CliError::Request(RequestError { field, ..error })
}

fn request(args: &FindArgs, variant: Variant) -> Result<PatternRequest, CliError> {
    let anchor = match (args.anchor, args.at.as_deref()) {
        (Some(word), _) => Some(AnchorJson::Word(AnchorName(word))),
        (None, Some(&[left, right, top, bottom])) => {
            Some(AnchorJson::Points(AnchorPoints { left, right, top, bottom }))
        }
        (None, Some(_)) => {
            let message = "expected four numbers: LEFT,RIGHT,TOP,BOTTOM";
            return Err(CliError::Request(RequestError::new(Code::InvalidValue, "at", message)));
        }
        (None, None) => None,
    };
    let request = PatternRequest {
        anchor,
        swap: Some(!args.no_swap),
        next: args.next.clone(),
        until_move: args.until_move,
        sequence: args.sequence.as_deref().map_or_else(|| Ok(Vec::new()), sequence)?,
        board_size: args.board.size,
        fen: args.fen.clone(),
        material: material(&args.material)?,
        exact: args.exact,
        since: args.since,
        until: args.until,
        source: args.source.clone(),
        strength: args.strength.clone(),
        player: args.player.clone(),
        black: args.black.clone(),
        white: args.white.clone(),
        result: args.result.clone(),
        years: args.years,
        limit: Some(args.limit),
        after: args.after.clone(),
        ..PatternRequest::default()
    };
    if let Some(rect) = &args.rect {
        return cut_out(args, rect, variant, request);
    }
    let text = match (&args.pattern, &args.file) {
        (Some(text), _) => text.replace('/', "\n"),
        (None, Some(file)) => String::from_utf8_lossy(&source::read(file)?).into_owned(),
        (None, None) => String::new(),
    };
    let rows = text.lines().map(|row| row.split_whitespace().collect::<String>());
    Ok(PatternRequest { rows: rows.filter(|row| !row.is_empty()).collect(), ..request })
}

/// Parses `R2` and `c0-1`.
fn material(words: &[String]) -> Result<BTreeMap<String, PieceCountJson>, CliError> {
    let count = |word: &str| {
        let (letter, count) = word.split_at_checked(1)?;
        let count = match count.split_once('-') {
            Some((least, most)) => PieceCountJson::Range([least.parse().ok()?, most.parse().ok()?]),
            None => PieceCountJson::Number(count.parse().ok()?),
        };
        Some((letter.to_owned(), count))
    };
    let counts = words.iter().map(|word| {
        count(word).ok_or_else(|| {
            let message = format!("invalid number of pieces `{word}`: expected R2 or c0-1");
            CliError::Request(RequestError::new(Code::InvalidValue, "material", message))
        })
    });
    counts.collect()
}

/// Parses `W:5,2 B:3,5`.
fn sequence(text: &str) -> Result<Vec<PatternStoneJson>, CliError> {
    let stone = |word: &str| {
        let (color, place) = word.split_once(':')?;
        let (x, y) = place.split_once(',')?;
        Some(PatternStoneJson { color: color.to_owned(), x: x.parse().ok()?, y: y.parse().ok()? })
    };
    let stones = text.split_whitespace().map(|word| {
        stone(word).ok_or_else(|| {
            let message =
                format!("invalid stone `{word}`: expected colour, column and row, as in W:5,2");
            CliError::Request(RequestError::new(Code::InvalidValue, "sequence", message))
        })
    });
    stones.collect()
}

/// Takes the pattern from a rectangle of a board.
fn cut_out(
    args: &FindArgs,
    rect: &str,
    variant: Variant,
    request: PatternRequest,
) -> Result<PatternRequest, CliError> {
    let board = &args.board;
    let record = match given_board::read(board)? {
        Some(given) => given.board,
        None => {
            let fields = BoardFields {
                variant,
                size: board.size,
                coords: board.coords,
                initial: &split_stones(&board.stones),
                moves: &split_moves(&board.moves),
            };
            fields.parse().map_err(CliError::Request)?
        }
    };
    let (coords, size) = (board.coords.for_game(variant.game()), record.size);
    let point = |text: &str| -> Result<Point, CliError> {
        coords.parse_point(text.trim(), size).map_err(|error| {
            CliError::Request(RequestError::new(Code::InvalidPoint, "rect", error))
        })
    };
    let (one, other) = rect.split_once(':').ok_or_else(|| {
        let message = format!("invalid rectangle `{rect}`: expected two points, as in N19:T13");
        CliError::Request(RequestError::new(Code::InvalidValue, "rect", message))
    })?;
    let (one, other) = (point(one)?, point(other)?);
    let replayed = replay(&record).map_err(|error| CliError::Query { error, coords, size })?;
    Ok(request.cut_out(&replayed, one, other))
}

/// Replays the moves of a board.
fn replay(record: &BoardRecord) -> Result<Board, ServiceError> {
    let mut board = Board::new(record.variant.game(), record.size);
    record.initial.iter().for_each(|(color, point)| board.place(*color, *point));
    for (index, (color, played)) in record.moves.iter().enumerate() {
        board.play(*color, *played).map_err(|reason| ServiceError::IllegalMove {
            index,
            color: *color,
            played: *played,
            reason,
        })?;
    }
    Ok(board)
}
