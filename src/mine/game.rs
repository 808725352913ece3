//! Games prepared for counting.

use std::io;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use joseki_book::{Bytes, PlayerKind, TallyError, put};
use joseki_game::xiangqi::Shift;
use joseki_game::{BoardSize, Color, Move, Point, Step};

/// A game whose corners are to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedGame {
    /// Its number in the book.
    pub number: u32,
    /// Its cohort's number.
    pub cohort: u32,
    /// The kind of its players.
    pub kind: PlayerKind,
    /// Its rank as an example, best first.
    pub rank: ExampleRank,
    /// Black's result; `None` if unknown.
    pub result: Option<CountedResult>,
    /// The moves, in order of play.
    pub moves: Vec<(Color, Move)>,
    /// The loss of each move; empty if no engine evaluated the game.
    pub losses: Vec<MoveLoss>,
}

/// The result of a game from Black's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedResult {
    /// 2 if Black won, 1 for a draw, 0 if White won.
    pub half_points: u8,
    /// What was expected, in thousandths of a point.
    pub expected: u16,
}

/// The order of examples: stronger players first, then later games. The fingerprint breaks ties, so
/// the order depends on the games and not on their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExampleRank(std::cmp::Reverse<(u64, u64)>);

impl ExampleRank {
    /// Creates the rank of a game from its strength (a band's code), date (e.g. 20080131) and
    /// fingerprint.
    #[must_use]
    pub const fn new(band: u8, date: u32, fingerprint: u64) -> ExampleRank {
        ExampleRank(std::cmp::Reverse(((band as u64) << 32 | date as u64, fingerprint)))
    }
}

/// An engine's estimate of what a move lost; negative if it gained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLoss {
    /// In hundredths of a point.
    pub points: Option<i16>,
    /// In ten-thousandths of the win rate.
    pub win_rate: Option<i16>,
}

/// The data of a game that are stored besides its counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameMetadata {
    /// Its number in the book.
    #[serde(skip)]
    pub number: u32,
    /// Its identity.
    pub fingerprint: u64,
    /// Its cohort's number.
    #[serde(skip)]
    pub cohort: u32,
    /// The year, month and day, each 0 if unknown.
    pub date: (u16, u8, u8),
    /// Name of the player with the black stones.
    pub black: String,
    /// Name of the player with the white stones.
    pub white: String,
    /// Black's rank, as the record writes it.
    pub black_rank: Option<String>,
    /// White's rank, as the record writes it.
    pub white_rank: Option<String>,
    /// The result as the record writes it, e.g. `B+R`.
    pub result: String,
    /// White's compensation in points.
    pub komi: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// Board and moves, see [`game_to_text`]; `None` if records are not kept.
    pub moves: Option<String>,
}

impl GameMetadata {
    /// Appends a line with what [`GameMetadata::text`] made of a game that was not numbered then.
    pub(super) fn push_line(into: &mut Vec<u8>, number: u32, cohort: u32, text: &[u8]) {
        into.extend_from_slice(format!("{number} {cohort} ").as_bytes());
        into.extend_from_slice(text);
        into.push(b'\n');
    }

    /// Returns all but the numbers, on one line.
    pub(super) fn text(&self) -> io::Result<Vec<u8>> {
        serde_json::to_vec(self).map_err(io::Error::other)
    }

    /// Parses a line of [`MiningResult::heads`](super::MiningResult).
    ///
    /// # Errors
    /// If it is another text.
    pub fn from_line(line: &[u8]) -> io::Result<GameMetadata> {
        let invalid = || io::Error::other("invalid line of a game");
        let mut parts = line.splitn(3, |byte| *byte == b' ');
        let mut number = || {
            let text = parts.next().and_then(|digits| str::from_utf8(digits).ok());
            text.and_then(|digits| digits.parse().ok()).ok_or_else(invalid)
        };
        let (number, cohort) = (number()?, number()?);
        let text = parts.next().ok_or_else(invalid)?;
        let data: GameMetadata = serde_json::from_slice(text).map_err(io::Error::other)?;
        Ok(GameMetadata { number, cohort, ..data })
    }
}

impl CountedGame {
    /// Appends the game without what follows from its number and cohort.
    #[cfg(test)]
    pub(super) fn encode(&self, into: &mut Vec<u8>) {
        let mut moves = Vec::new();
        CountedGame::encode_moves(&self.moves, &self.losses, &mut moves);
        CountedGame::push(into, self.number, self.cohort, &moves);
    }

    /// Appends a game with the bytes of [`CountedGame::encode_moves`].
    pub(super) fn push(into: &mut Vec<u8>, number: u32, cohort: u32, moves: &[u8]) {
        put(into, u64::from(number));
        put(into, u64::from(cohort));
        into.extend_from_slice(moves);
    }

    /// Appends moves and their losses.
    pub(super) fn encode_moves(moves: &[(Color, Move)], losses: &[MoveLoss], into: &mut Vec<u8>) {
        put(into, moves.len() as u64);
        for (color, played) in moves {
            let code = match played {
                Move::Play(point) => u64::from(point.y()) * LINES + u64::from(point.x()),
                Move::Pass => LINES * LINES,
                Move::Shift(shift) => SHIFTS + Step::from(*shift).index() as u64,
            };
            put(into, 2 * code + *color as u64);
        }
        put(into, losses.len() as u64);
        for loss in losses {
            // Zero is unknown.
            let code = |loss: i16| (i64::from(loss) - i64::from(i16::MIN) + 1) as u64;
            put(into, loss.points.map_or(0, code));
            put(into, loss.win_rate.map_or(0, code));
        }
    }

    /// Decodes what [`CountedGame::push`] wrote.
    pub(super) fn decode(
        bytes: &mut Bytes<'_>,
        about: impl Fn(u32, u32) -> (PlayerKind, ExampleRank, Option<CountedResult>),
    ) -> Result<CountedGame, TallyError> {
        let (number, cohort) = (bytes.small()?, bytes.small()?);
        let (kind, rank, result) = about(number, cohort);
        let played = |bytes: &mut Bytes<'_>| {
            let code = bytes.number()?;
            let color = if code % 2 == Color::Black as u64 { Color::Black } else { Color::White };
            let code = code / 2;
            let played = match (code % LINES, code / LINES) {
                _ if code >= SHIFTS => {
                    let shift = Shift::from_index((code - SHIFTS) as usize);
                    shift.map(Move::Shift).ok_or(TallyError)?
                }
                (_, LINES) => Move::Pass,
                (x, y) => Move::Play(Point::new(x as u8, y as u8)),
            };
            Ok((color, played))
        };
        let loss = |bytes: &mut Bytes<'_>| {
            let code = bytes.number()?;
            Ok((code > 0).then(|| (code as i64 - 1 + i64::from(i16::MIN)) as i16))
        };
        let moves = (0..bytes.small()?).map(|_| played(bytes)).collect::<Result<_, _>>()?;
        let losses = (0..bytes.small()?)
            .map(|_| Ok(MoveLoss { points: loss(bytes)?, win_rate: loss(bytes)? }))
            .collect::<Result<_, _>>()?;
        Ok(CountedGame { number, cohort, kind, rank, result, moves, losses })
    }
}

/// Encodes the moves of a game as [`moves_to_text`], on another board than that of its book after
/// the number of its lines: `9:eegc`.
#[must_use]
pub fn game_to_text(size: BoardSize, usual: BoardSize, moves: &[(Color, Move)]) -> String {
    let text = moves_to_text(moves);
    if size == usual { text } else { format!("{}:{text}", size.get()) }
}

/// Decodes the text of [`game_to_text`]; `None` if it is invalid.
#[must_use]
pub fn text_to_game(text: &str, usual: BoardSize) -> Option<(BoardSize, Vec<(Color, Move)>)> {
    let (size, text) = match text.split_once(':') {
        None => (usual, text),
        Some((lines, text)) => (BoardSize::new(lines.parse().ok()?).ok()?, text),
    };
    Some((size, text_to_moves(text, size)?))
}

/// The most lines of a board. The code is not stored.
const LINES: u64 = BoardSize::MAX.get() as u64;

/// The first code of a move between squares, after those of points and passes.
const SHIFTS: u64 = LINES * LINES + 1;

/// Encodes moves as text: two lower-case letters a move as in SGF, `tt` for a pass; four of a move
/// between squares, `h2e2`. The first letter is a capital if the colour does not alternate (Black
/// is expected first).
#[must_use]
pub fn moves_to_text(moves: &[(Color, Move)]) -> String {
    let mut text = Vec::with_capacity(2 * moves.len());
    let mut turn = Color::Black;
    for (color, played) in moves {
        let start = text.len();
        match played {
            Move::Play(point) => text.extend([b'a' + point.x(), b'a' + point.y()]),
            Move::Pass => text.extend([b'a' + PASS; 2]),
            Move::Shift(shift) => text.extend(shift.letters()),
        }
        if *color != turn {
            text[start].make_ascii_uppercase();
        }
        turn = color.opposite();
    }
    // Points of any board are ASCII letters here.
    String::from_utf8(text).unwrap_or_default()
}

/// Both coordinates of a pass in the text: `tt`.
const PASS: u8 = 19;

/// Decodes the text of [`moves_to_text`]; `None` if the text is invalid. On boards of more than 19
/// lines `tt` is a point, as no game on them knows a pass. On the board of xiangqi a move has four
/// letters.
#[must_use]
pub fn text_to_moves(text: &str, size: BoardSize) -> Option<Vec<(Color, Move)>> {
    let letters = text.as_bytes();
    let length = if size == BoardSize::XIANGQI { 4 } else { 2 };
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || length == 4 && byte.is_ascii_digit();
    if !letters.len().is_multiple_of(length) || !text.bytes().all(is_letter) {
        return None;
    }
    let mut turn = Color::Black;
    let moves = letters.chunks_exact(length).map(|pair| {
        if pair[0].is_ascii_uppercase() {
            turn = turn.opposite();
        }
        let point: SmallVec<[u8; 4]> = pair.iter().map(u8::to_ascii_lowercase).collect();
        let played = match std::str::from_utf8(&point).ok()? {
            "tt" if size <= BoardSize::NINETEEN => Move::Pass,
            point => Move::from_sgf(point, size).ok()?,
        };
        let color = turn;
        turn = turn.opposite();
        Some((color, played))
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::Point;
    use proptest::prelude::*;

    #[test]
    fn passes_and_colours_out_of_turn_are_in_the_text() {
        let moves = [
            (Color::White, Move::Play(Point::new(15, 3))),
            (Color::Black, Move::Pass),
            (Color::Black, Move::Play(Point::new(3, 3))),
        ];
        assert_eq!(moves_to_text(&moves), "PdttDd");
    }

    #[test]
    fn stronger_then_later_games_come_first() {
        let best = ExampleRank::new(4, 2010_0101, 5);
        assert!(best < ExampleRank::new(3, 2020_0101, 5));
        assert!(best < ExampleRank::new(4, 2009_1231, 9));
    }

    proptest! {
        #[test]
        fn moves_read_back(moves in proptest::collection::vec((any::<bool>(), 0u8..19, 0u8..20), 0..60)) {
            let moves: Vec<(Color, Move)> = moves.into_iter().map(|(black, x, y)| {
                let color = if black { Color::Black } else { Color::White };
                let played = if y == 19 { Move::Pass } else { Move::Play(Point::new(x, y)) };
                (color, played)
            }).collect();
            let text = moves_to_text(&moves);
            prop_assert_eq!(text_to_moves(&text, BoardSize::NINETEEN), Some(moves));
        }

        #[test]
        fn games_read_back(
            moves in proptest::collection::vec((any::<bool>(), 0u8..19, 0u8..20), 0..60),
            losses in proptest::collection::vec((any::<Option<i16>>(), any::<Option<i16>>()), 0..9),
        ) {
            let moves = moves.into_iter().map(|(black, x, y)| {
                let color = if black { Color::Black } else { Color::White };
                (color, if y == 19 { Move::Pass } else { Move::Play(Point::new(x, y)) })
            });
            let loss = |(points, win_rate)| MoveLoss { points, win_rate };
            let (kind, rank) = (PlayerKind::Professional, ExampleRank::new(4, 2010_0101, 5));
            let result = Some(CountedResult { half_points: 2, expected: 430 });
            let game = CountedGame {
                number: 70_000, cohort: 3, kind, rank, result, moves: moves.collect(),
                losses: losses.into_iter().map(loss).collect(),
            };
            let mut bytes = Vec::new();
            game.encode(&mut bytes);
            let mut rest = Bytes(&bytes);
            prop_assert_eq!(CountedGame::decode(&mut rest, |_, _| (kind, rank, result)), Ok(game));
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn any_text_is_moves_or_none(text: String) {
            if let Some(moves) = text_to_moves(&text, BoardSize::NINETEEN) {
                prop_assert_eq!(2 * moves.len(), text.len());
            }
        }
    }
}
