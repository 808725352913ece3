//! The tables of a lake, and its games.

use std::path::Path;

use joseki::book::Band;
use joseki::format::game_info::{GameInfo, GameOutcome, Player, Rank};
use joseki::game::{Color, Game, Move, Variant};
use joseki::mine::{ExampleRank, GameRecord, MoveLoss, moves_to_text, text_to_moves};
use parquet::data_type::ByteArray;
use strum::VariantArray;

use crate::error::ClusterError;
use crate::table::ColumnKind::{Bytes, Int, Long, SomeBytes, SomeText, Text, Texts};
use crate::table::{Column, TableReader, TableSchema};

/// One row a game.
pub const GAMES: TableSchema = TableSchema {
    name: "games",
    columns: &[
        ("game", Text),
        ("fingerprint", Text),
        ("source", Text),
        ("year", Int),
        ("month", Int),
        ("day", Int),
        ("band", Int),
        ("black", Text),
        ("white", Text),
        ("black_rank", SomeText),
        ("white_rank", SomeText),
        ("result", Text),
        ("komi", SomeText),
        ("event", SomeText),
        ("moves", Bytes),
        ("losses", SomeBytes),
        ("collection", Text),
        ("path", Text),
        ("ordinal", Long),
    ],
    sorted: None,
};

/// One row a line and cohort.
pub const COUNTS: TableSchema = TableSchema {
    name: "counts",
    columns: &[
        ("game", Text),
        ("line", Text),
        ("source", Text),
        ("year", Int),
        ("band", Int),
        ("games", Long),
        ("corners", Long),
        ("scored", Long),
        ("half_points", Long),
        ("expected", Long),
        ("points_lost_n", Long),
        ("points_lost_sum", Long),
        ("points_lost_squares", Long),
        ("win_rate_lost_n", Long),
        ("win_rate_lost_sum", Long),
        ("win_rate_lost_squares", Long),
        ("at_once_turns", Long),
        ("at_once_here", Long),
        ("later_turns", Long),
        ("later_here", Long),
        ("again_turns", Long),
        ("again_here", Long),
        ("examples", Texts),
    ],
    sorted: Some("line"),
};

/// The place of the first column of sums, and their number.
pub const SUMS: (usize, usize) = (5, 17);

/// The duplicate games, and one row for every file of games that was compared,
/// without a path and with its number of rows.
pub const DUPLICATES: TableSchema = TableSchema {
    name: "duplicates",
    columns: &[("file", Text), ("path", SomeText), ("ordinal", Long)],
    sorted: None,
};

/// The format of games and of counts.
pub const GAMES_FORMAT: &str = "joseki-cluster games 1";
/// See [`GAMES_FORMAT`].
pub const COUNTS_FORMAT: &str = "joseki-cluster counts 1";

/// Rows read at a time.
const CHUNK: usize = 1 << 14;
/// An unknown loss in the bytes of losses.
const UNKNOWN: i16 = i16::MIN;

/// Returns the text of what games are about: the game, and the lines of the board unless it is the
/// usual one.
pub fn variant_text(variant: Variant) -> String {
    let (game, size) = (variant.game(), variant.size().get());
    match game.board_sizes().first() {
        Some(usual) if *usual != size => format!("{game}-{size}"),
        _ => game.to_string(),
    }
}

/// Parses the text of [`variant_text`].
///
/// # Errors
/// Unknown game, or a board of another size.
pub fn parse_variant(text: &str) -> Result<Variant, String> {
    let (name, size) = match text.split_once('-') {
        None => (text, None),
        Some((name, size)) => {
            (name, Some(size.parse().map_err(|_| format!("invalid board size \"{size}\""))?))
        }
    };
    let game = Game::parse(name).map_err(|error| error.to_string())?;
    Variant::new(game, size).map_err(|error| error.to_string())
}

/// A row of a table of games.
#[derive(Clone, Debug, PartialEq)]
pub struct LakeGame {
    /// Its identity.
    pub fingerprint: u64,
    /// The source of its cohort.
    pub source: String,
    /// The year, month and day, each 0 if unknown.
    pub date: (u16, u8, u8),
    /// The strength of the weaker player.
    pub band: Band,
    /// The players.
    pub black: String,
    /// See `black`.
    pub white: String,
    /// Their ranks.
    pub black_rank: Option<String>,
    /// See `black_rank`.
    pub white_rank: Option<String>,
    /// The result as the record writes it.
    pub result: String,
    /// The compensation.
    pub komi: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The moves as stores keep them.
    pub moves: String,
    /// The losses of the moves.
    pub losses: Vec<MoveLoss>,
    /// The collection, the file and the place in it where it was read.
    pub collection: String,
    /// See `collection`.
    pub path: String,
    /// See `collection`.
    pub ordinal: i64,
}

impl LakeGame {
    /// Makes a row of a record, whose place in its file is not known yet.
    pub fn of_record(record: &GameRecord, source: &str, collection: &str, path: &str) -> LakeGame {
        let info = &record.info;
        let part = |part: Option<u8>| part.unwrap_or(0);
        LakeGame {
            fingerprint: record.fingerprint,
            source: source.to_owned(),
            date: info.date.map_or((0, 0, 0), |date| (date.year, part(date.month), part(date.day))),
            band: record.band,
            black: info.black.name.clone(),
            white: info.white.name.clone(),
            black_rank: info.black.rank.map(|rank| rank.to_string()),
            white_rank: info.white.rank.map(|rank| rank.to_string()),
            result: record.result.clone(),
            komi: info.komi.map(|komi| komi.to_string()),
            event: info.event.clone(),
            moves: moves_to_text(&record.moves),
            losses: record.losses.clone(),
            collection: collection.to_owned(),
            path: path.to_owned(),
            ordinal: 0,
        }
    }

    /// Its rank as an example.
    pub fn rank(&self) -> ExampleRank {
        ExampleRank::new(self.band as u8, day_number(self.date), self.fingerprint)
    }

    /// Its text in lists of examples, whose descending order is that of [`LakeGame::rank`].
    pub fn example(&self) -> String {
        example_text(self.band, self.date, self.fingerprint)
    }

    /// The moves.
    pub fn played(&self, variant: Variant) -> Option<Vec<(Color, Move)>> {
        text_to_moves(&self.moves, variant.size())
    }

    /// What ratings are computed from.
    pub fn info(&self, variant: Variant) -> GameInfo {
        let player = |name: &str, rank: Option<&String>| Player {
            name: name.to_owned(),
            rank: rank.and_then(|rank| Rank::parse(rank)),
        };
        GameInfo {
            black: player(&self.black, self.black_rank.as_ref()),
            white: player(&self.white, self.white_rank.as_ref()),
            date: None,
            result: GameOutcome::of_game(variant.game(), &self.result),
            margin: None,
            handicap: 0,
            komi: self.komi.as_ref().and_then(|komi| komi.parse().ok()),
            event: None,
            rules: None,
            number: 0,
        }
    }

    /// Its approximate size in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<LakeGame>() + self.moves.len() + self.losses.len() * size_of::<MoveLoss>()
    }
}

/// Returns the text of a game in lists of examples.
pub fn example_text(band: Band, date: (u16, u8, u8), fingerprint: u64) -> String {
    format!("{}{:08}{fingerprint:016x}", band as u8, day_number(date))
}

/// Returns a date as a number, such as 20080131.
fn day_number((year, month, day): (u16, u8, u8)) -> u32 {
    (u32::from(year) * 100 + u32::from(month)) * 100 + u32::from(day)
}

/// Returns the columns of rows of games.
pub fn columns(variant: Variant, games: &[LakeGame]) -> Vec<Column> {
    let text = |of: &dyn Fn(&LakeGame) -> &str| {
        Column::Text(games.iter().map(|game| of(game).into()).collect())
    };
    let some = |of: &dyn Fn(&LakeGame) -> Option<&String>| {
        let value = |game| of(game).map(|text| text.as_str().into());
        Column::SomeText(games.iter().map(value).collect())
    };
    let int = |of: &dyn Fn(&LakeGame) -> i32| Column::Int(games.iter().map(of).collect());
    let name = variant_text(variant);
    let fingerprint = |game: &LakeGame| format!("{:016x}", game.fingerprint).as_str().into();
    vec![
        Column::Text(vec![name.as_str().into(); games.len()]),
        Column::Text(games.iter().map(fingerprint).collect()),
        text(&|game| &game.source),
        int(&|game| game.date.0.into()),
        int(&|game| game.date.1.into()),
        int(&|game| game.date.2.into()),
        int(&|game| game.band as i32),
        text(&|game| &game.black),
        text(&|game| &game.white),
        some(&|game| game.black_rank.as_ref()),
        some(&|game| game.white_rank.as_ref()),
        text(&|game| &game.result),
        some(&|game| game.komi.as_ref()),
        some(&|game| game.event.as_ref()),
        text(&|game| &game.moves),
        Column::SomeText(games.iter().map(|game| losses_to_bytes(&game.losses)).collect()),
        text(&|game| &game.collection),
        text(&|game| &game.path),
        Column::Long(games.iter().map(|game| game.ordinal).collect()),
    ]
}

fn losses_to_bytes(losses: &[MoveLoss]) -> Option<ByteArray> {
    let bytes = losses.iter().flat_map(|loss| {
        let [points, rate] = [loss.points, loss.win_rate].map(|loss| loss.unwrap_or(UNKNOWN));
        points.to_le_bytes().into_iter().chain(rate.to_le_bytes())
    });
    let bytes: Vec<u8> = bytes.collect();
    (!bytes.is_empty()).then(|| bytes.into())
}

fn losses_of_bytes(bytes: &[u8]) -> Option<Vec<MoveLoss>> {
    let (losses, rest) = bytes.as_chunks::<4>();
    let known = |low, high| Some(i16::from_le_bytes([low, high])).filter(|loss| *loss != UNKNOWN);
    let loss = |[a, b, c, d]: &[u8; 4]| MoveLoss { points: known(*a, *b), win_rate: known(*c, *d) };
    rest.is_empty().then(|| losses.iter().map(loss).collect())
}

/// Visits the rows of a file of games.
///
/// # Errors
/// If the file cannot be read or has games of another variant; or the first error of `each`.
pub fn each_game(
    path: &Path,
    variant: Variant,
    each: &mut dyn FnMut(LakeGame) -> Result<(), ClusterError>,
) -> Result<(), ClusterError> {
    let mut reader = TableReader::open(path, &GAMES)?;
    let expected = variant_text(variant);
    let invalid = |problem: &str| ClusterError::invalid(path, problem);
    while let Some(columns) = reader.next(CHUNK)? {
        let rows = columns.first().map_or(0, Column::len);
        for row in 0..rows {
            let text =
                |at: usize| columns[at].text(row).ok_or_else(|| invalid("a text is not UTF-8"));
            let some = |at: usize| columns[at].text(row).map(str::to_owned);
            if text(0)? != expected {
                return Err(invalid(&format!("games of {}, expected {expected}", text(0)?)));
            }
            let number = |at: usize| {
                u16::try_from(columns[at].number(row)).map_err(|_| invalid("invalid date"))
            };
            let small = |at: usize| {
                u8::try_from(columns[at].number(row)).map_err(|_| invalid("invalid date"))
            };
            each(LakeGame {
                fingerprint: u64::from_str_radix(text(1)?, 16)
                    .map_err(|_| invalid("invalid fingerprint"))?,
                source: text(2)?.to_owned(),
                date: (number(3)?, small(4)?, small(5)?),
                band: band(columns[6].number(row)).ok_or_else(|| invalid("unknown band"))?,
                black: text(7)?.to_owned(),
                white: text(8)?.to_owned(),
                black_rank: some(9),
                white_rank: some(10),
                result: text(11)?.to_owned(),
                komi: some(12),
                event: some(13),
                moves: text(14)?.to_owned(),
                losses: losses_of_bytes(columns[15].bytes(row).unwrap_or_default())
                    .ok_or_else(|| invalid("invalid losses"))?,
                collection: text(16)?.to_owned(),
                path: text(17)?.to_owned(),
                ordinal: columns[18].number(row),
            })?;
        }
    }
    Ok(())
}

/// Returns the band with a code.
pub fn band(code: i64) -> Option<Band> {
    usize::try_from(code).ok().and_then(|code| Band::VARIANTS.get(code).copied())
}
