//! Parses single lines of a record.

/// A move line: coordinates as in the file and the time in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveLine {
    pub x: i64,
    pub y: i64,
    pub time: i64,
}

/// The head of a `.psq` file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub width: u32,
    pub height: u32,
    /// Whether the player who is named second began.
    pub second_began: bool,
}

/// Parses `Piskvorky 15x15, 11:11, 0`. The levels and the last number may be missing.
pub(super) fn parse_head(line: &str) -> Option<Head> {
    let rest = line.trim_start_matches('\u{FEFF}').trim();
    let rest = rest.get(HEAD_WORD.len()..).filter(|_| starts_with_head_word(rest.as_bytes()))?;
    let mut fields = rest.split(',');
    let (width, height) = fields.next()?.trim().split_once(['x', 'X', '×'])?;
    let first = fields.nth(1).map(str::trim);
    Some(Head {
        width: width.trim().parse().ok()?,
        height: height.trim().parse().ok()?,
        second_began: first == Some("1"),
    })
}

const HEAD_WORD: &str = "Piskvorky";

pub(super) fn starts_with_head_word(bytes: &[u8]) -> bool {
    bytes.get(..HEAD_WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(HEAD_WORD.as_bytes()))
}

/// Parses `x,y,milliseconds`, where the time may be missing.
pub(super) fn parse_move(line: &str) -> Option<MoveLine> {
    let mut numbers = line.split(',').map(|number| number.trim().parse::<i64>().ok());
    let (x, y) = (numbers.next()??, numbers.next()??);
    let time = numbers.next().unwrap_or(Some(0))?;
    numbers.next().is_none().then_some(MoveLine { x, y, time })
}

/// Whether a line starts as a move does: with a number and a comma.
pub(super) fn looks_like_move(line: &str) -> bool {
    line.split_once(',').is_some_and(|(first, _)| first.trim().parse::<i64>().is_ok())
}

/// Parses `1,Freestyle15_1`: the winner, 0 for a draw, and the group.
pub(super) fn parse_result(line: &str) -> Option<(u8, &str)> {
    let (winner, group) = line.split_once(',')?;
    let winner = winner.trim().parse().ok().filter(|&winner: &u8| winner <= 2)?;
    let group = group.trim();
    group
        .contains(|letter: char| !letter.is_ascii_digit() && letter != ',')
        .then_some((winner, group))
}
