//! The state of a table, as a player or a watcher sees it.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use crate::coords::Coords;
use joseki_game::table::{SaidPhrase, SideClock, TableCounting, TableOffer, TablePhase};
use joseki_game::{BoardSize, Color, GameInPlay, Move};
use joseki_service::play::{ClockReading, NewTable, PlayedTable, TableSide};

/// A table that was just made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NewTableJson {
    /// The tokens, which are the only rights to the table and are shown once.
    pub tokens: TableTokensJson,
    /// The state.
    pub table: TableJson,
}

/// The tokens of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableTokensJson {
    /// Plays Black, in xiangqi Red; null if a program does.
    pub black: Option<String>,
    /// Plays White, in xiangqi Black; null if a program does.
    pub white: Option<String>,
    /// Watches.
    pub watch: String,
}

/// A table. Sides are `black`, who in xiangqi is Red, and `white`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableJson {
    /// The game.
    pub game: String,
    /// Board size in lines; in xiangqi the number of ranks.
    pub board_size: u8,
    /// Notation of points.
    pub coords: Coords,
    /// Rules by which Go is counted; null in other games.
    pub rules: Option<&'static str>,
    /// Komi of Go; null in other games.
    pub komi: Option<f64>,
    /// The position at which the moves begin.
    pub start: TableStartJson,
    /// The sides that this token may play.
    pub you: Vec<&'static str>,
    /// Who plays.
    pub sides: SidesJson<TableSeatJson>,
    /// Number of things done at this table.
    pub version: u32,
    /// The moves.
    pub moves: Vec<String>,
    /// The words of programs on their moves, one entry a move, null for others.
    pub comments: Vec<Option<String>>,
    /// The side to move.
    pub to_move: &'static str,
    /// `playing`, `paused`, `counting` or `over`.
    pub phase: &'static str,
    /// The offer that waits for an answer.
    pub offer: Option<TableOfferJson>,
    /// The side whose program thinks.
    pub thinking: Option<&'static str>,
    /// The clocks, at the moment at which this was sent.
    pub clock: Option<TableClockJson>,
    /// The count of a board of Go.
    pub counting: Option<TableCountingJson>,
    /// The result; null before the end.
    pub result: Option<TableResultJson>,
    /// Phrases that were sent, in order.
    pub said: Vec<SaidJson>,
    /// When the table was made, in seconds since 1970 UTC.
    pub made: i64,
    /// When the table is removed if nothing is done there, in seconds since 1970 UTC.
    pub expires: i64,
}

/// One value for each side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SidesJson<T> {
    /// Of Black, in xiangqi Red.
    pub black: T,
    /// Of White, in xiangqi Black.
    pub white: T,
}

/// The start of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableStartJson {
    /// The position of xiangqi, if it is not the usual one.
    pub fen: Option<String>,
    /// The handicap stones of Go.
    pub handicap: Vec<String>,
    /// The side that moves first.
    pub to_move: &'static str,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TableSeatJson {
    /// `person`, `book` or `engine`.
    pub kind: TableSide,
    /// Whether somebody with the token of the side follows the table now; true for a program.
    pub present: bool,
}

/// An offer of a side.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TableOfferJson {
    /// Who made it.
    pub by: &'static str,
    /// `undo`, `draw` or `pause`.
    pub what: &'static str,
    /// Number of moves, for `undo`.
    pub count: Option<usize>,
}

/// The clocks of a table.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TableClockJson {
    /// Black's, in xiangqi Red's.
    pub black: SideClockJson,
    /// White's, in xiangqi Black's.
    pub white: SideClockJson,
    /// The side whose clock runs.
    pub running: Option<&'static str>,
}

/// What a side has left, in seconds.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SideClockJson {
    /// Main time.
    pub main: f64,
    /// Periods of byo-yomi, the running one included.
    pub periods: u32,
    /// Time of the running period; all of it before one runs.
    pub period: f64,
}

/// The count of a board of Go.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableCountingJson {
    /// The stones marked as dead.
    pub dead: Vec<String>,
    /// The sides that agree with the marks.
    pub agreed: Vec<&'static str>,
    /// Owner of each point: one string per row from the top, one `B`, `W` or `.` per point.
    pub owner: Vec<String>,
    /// The score with these marks, as in SGF.
    pub score: String,
}

/// The result of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableResultJson {
    /// As in SGF: `B+R`, `W+T`, `B+3.5`, `B+`, `0`.
    pub record: String,
    /// In words.
    pub words: String,
    /// The winner; null of a draw.
    pub winner: Option<&'static str>,
}

/// A phrase that was sent.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SaidJson {
    /// By which side.
    pub by: &'static str,
    /// The phrase.
    pub phrase: &'static str,
    /// After how many moves.
    pub after_move: usize,
}

/// What a program thinks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableThinkingJson {
    /// The side.
    pub side: &'static str,
    /// Depth in plies.
    pub depth: u32,
    /// Value for the side, in the engine's own unit.
    pub value: i32,
    /// Positions searched.
    pub nodes: u64,
    /// The expected moves.
    pub line: Vec<String>,
}

/// Who looks at a table, and what only the server knows of it.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The sides that the token may play.
    pub own: Vec<Color>,
    /// Whether somebody with the token of each side follows the table.
    pub present: [bool; 2],
    /// The side whose program thinks.
    pub thinking: Option<Color>,
    /// The time.
    pub now: ClockReading,
    /// Notation of points.
    pub coords: Coords,
}

/// Returns the name of a side.
pub const fn side_word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn counting_json(counting: &TableCounting, coords: Coords, size: BoardSize) -> TableCountingJson {
    let count = counting.count();
    let row = |y| {
        let owner = |x| count.owner(joseki_game::Point::new(x, y));
        (0..size.get()).map(|x| owner(x).map_or('.', |color: Color| color.letter())).collect()
    };
    TableCountingJson {
        dead: counting.dead().iter().map(|point| coords.point(point, size)).collect(),
        agreed: sides(|color| counting.has_agreed(color)),
        owner: (0..size.get()).map(row).collect(),
        score: count.score().to_string(),
    }
}

fn offer_json(by: Color, offer: TableOffer) -> TableOfferJson {
    let (what, count) = match offer {
        TableOffer::Undo(count) => ("undo", Some(count)),
        TableOffer::Draw => ("draw", None),
        TableOffer::Pause => ("pause", None),
    };
    TableOfferJson { by: side_word(by), what, count }
}

impl From<&SaidPhrase> for SaidJson {
    fn from(said: &SaidPhrase) -> SaidJson {
        SaidJson { by: side_word(said.by), phrase: said.phrase.into(), after_move: said.moves }
    }
}

impl TableJson {
    /// Writes the state of a table for a viewer.
    #[must_use]
    pub fn new(played: &PlayedTable, view: &TableView) -> TableJson {
        let table = &played.table;
        let in_play = table.game();
        let game = in_play.game();
        let board = in_play.board();
        let size = board.size();
        let coords = view.coords.for_game(game);
        let at = played.game_time(view.now);
        let is_scored = game.is_scored();
        let moves = in_play.moves();
        let point = |point| coords.point(point, size);
        let start = in_play.beginning();
        let [black, white] = Color::ALL.map(|color| TableSeatJson {
            kind: played.setup.sides()[color as usize],
            present: view.present[color as usize]
                || played.setup.sides()[color as usize] != TableSide::Person,
        });
        let counting = match table.phase() {
            TablePhase::Counting(counting) => Some(counting_json(counting, coords, size)),
            _ => None,
        };
        TableJson {
            game: game.to_string(),
            board_size: size.get(),
            coords,
            rules: is_scored.then(|| table.rules().scoring.into()),
            komi: is_scored.then_some(table.rules().komi),
            start: TableStartJson {
                fen: start.position().map(|board| board.fen()),
                handicap: start.handicap_stones().into_iter().map(point).collect(),
                to_move: side_word(start.to_move()),
            },
            you: sides(|color| view.own.contains(&color)),
            sides: SidesJson { black, white },
            version: played.version(),
            comments: (0..moves.len()).map(|at| played.comment(at).map(str::to_owned)).collect(),
            moves: move_texts(coords, start, &moves),
            to_move: side_word(in_play.to_move()),
            phase: match table.phase() {
                TablePhase::Playing => "playing",
                TablePhase::Paused => "paused",
                TablePhase::Counting(_) => "counting",
                TablePhase::Over(_) => "over",
            },
            offer: table.offer().map(|(by, offer)| offer_json(by, offer)),
            thinking: view.thinking.map(side_word),
            clock: clocks(played, at),
            counting,
            result: table.result().map(|result| TableResultJson {
                record: result.record(),
                words: result.words(game),
                winner: result.winner.map(side_word),
            }),
            said: table.said().iter().map(SaidJson::from).collect(),
            made: played.made / 1000,
            expires: played.expires() / 1000,
        }
    }
}

impl NewTableJson {
    /// Writes a table that was just made.
    #[must_use]
    pub fn new(new: NewTable, view: &TableView) -> NewTableJson {
        let table = TableJson::new(&new.table, view);
        let [black, white] = new.sides;
        NewTableJson { tokens: TableTokensJson { black, white, watch: new.watch }, table }
    }
}

/// Returns the texts of moves from a position. Only xiangqi has notations that need the board.
pub fn move_texts(coords: Coords, mut start: GameInPlay, moves: &[(Color, Move)]) -> Vec<String> {
    let size = start.board().size();
    let needs_board = start.xiangqi().is_some();
    let written = moves.iter().map(|(_, played)| {
        if !needs_board {
            return coords.move_text(*played, size);
        }
        let board = start.board();
        // It was legal when it was played; one that is expected may not be.
        let _ = start.play(*played);
        coords.move_on(board.xiangqi(), *played, size)
    });
    written.collect()
}

fn clocks(played: &PlayedTable, at: Duration) -> Option<TableClockJson> {
    let table = &played.table;
    let side = |color| {
        let SideClock { main, periods, period } = table.clock(color, at)?;
        Some(SideClockJson { main: main.as_secs_f64(), periods, period: period.as_secs_f64() })
    };
    Some(TableClockJson {
        black: side(Color::Black)?,
        white: side(Color::White)?,
        running: (*table.phase() == TablePhase::Playing).then(|| side_word(table.game().to_move())),
    })
}

fn sides(is_one: impl Fn(Color) -> bool) -> Vec<&'static str> {
    Color::ALL.into_iter().filter(|color| is_one(*color)).map(side_word).collect()
}
