//! The names of openings.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::board::XiangqiBoard;
use crate::square::Shift;

/// Codes and names of ECCO 2004 (xqbase), with the lines that reach them in games of the Chinese Chess
/// Practical Dataset (Tseng and Chen 2026, CC BY 4.0): code, whether it is the code's own line,
/// Chinese name, English name, moves.
const ROWS: &str = include_str!("openings.tsv");

/// The moves of a game in which its opening is looked for; names end before.
const LONGEST: usize = 40;

/// An opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XiangqiOpening {
    /// The ECCO code, such as `C00`.
    pub code: &'static str,
    /// Whether its line is the code's main one, where several share the code.
    pub is_main: bool,
    /// The name in Chinese.
    pub chinese: &'static str,
    /// The name in English.
    pub english: &'static str,
    /// The moves, with ranks from 0 and spaces between.
    pub line: &'static str,
}

/// The openings by the keys of their positions.
static BY_POSITION: LazyLock<HashMap<u64, XiangqiOpening>> = LazyLock::new(|| {
    let openings = XiangqiOpening::all();
    openings.map(|opening| (opening.position().position_key(), opening)).collect()
});

impl XiangqiOpening {
    /// All openings, by code.
    pub fn all() -> impl Iterator<Item = XiangqiOpening> {
        ROWS.lines().filter_map(|row| {
            let mut fields = row.split('\t');
            let mut next = || fields.next();
            let (code, is_main) = (next()?, next()? == "1");
            let (chinese, english, line) = (next()?, next()?, next()?);
            Some(XiangqiOpening { code, is_main, chinese, english, line })
        })
    }

    /// The position after its moves.
    #[must_use]
    pub fn position(&self) -> XiangqiBoard {
        let mut board = XiangqiBoard::new();
        for shift in self.line.split(' ').filter_map(Shift::parse) {
            // Nobody takes it back.
            let _ = board.make(shift);
        }
        board
    }

    /// The opening of a game from the usual start: the last one whose position it passed, in any
    /// order of the moves and on either side of the board.
    #[must_use]
    pub fn of_moves(moves: impl Iterator<Item = Shift>) -> Option<XiangqiOpening> {
        XiangqiOpening::of_game(XiangqiBoard::new(), moves)
    }

    /// The opening of a game that began at a position.
    #[must_use]
    pub fn of_game(
        mut board: XiangqiBoard,
        moves: impl Iterator<Item = Shift>,
    ) -> Option<XiangqiOpening> {
        let mut found = BY_POSITION.get(&board.position_key()).copied();
        for shift in moves.take(LONGEST) {
            if board.play(shift).is_err() {
                break;
            }
            found = BY_POSITION.get(&board.position_key()).copied().or(found);
        }
        found
    }
}
