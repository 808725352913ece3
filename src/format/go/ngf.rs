//! NGF, the records of WBaduk and CyberOro: twelve lines about the game, then one line a move.
//!
//! The lines are: the kind of game, the size of the board, White, Black, the site, the handicap, a
//! zero, the komi without its half, the date, the time, the result in words, the number of moves. A
//! move is `PM`, its number as two letters, its side, and the point twice, from `B` for the first
//! line: `PMABBQEEQ`. Older records have fewer lines about the game.

use super::record::{GoRecord, Player};
use super::result::in_words;
use crate::game_info::GameDate;
use crate::sgf::Limits;

/// The lines about the game, from 0.
const SIZE: usize = 1;
const WHITE: usize = 2;
const BLACK: usize = 3;
const SITE: usize = 4;
const HANDICAP: usize = 5;
const KOMI: usize = 7;
const DATE: usize = 8;
const RESULT: usize = 10;
const MOVES: usize = 12;

/// Whether a file is a record, by its first lines.
pub(super) fn is_ngf<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let lines: Vec<&[u8]> = lines.take(MOVES + 1).collect();
    let size = lines.get(SIZE).and_then(|line| std::str::from_utf8(line).ok()?.parse().ok());
    let is_move = |line: &&[u8]| {
        matches!(line, [b'P', b'M', _, _, b'B' | b'W', b'A'..=b'Z', b'A'..=b'Z', ..])
    };
    size.is_some_and(|size: u8| (2..=25).contains(&size))
        && lines.iter().skip(SIZE + 1).any(is_move)
}

/// Reads the records of a file: after the moves of one, the lines about another may follow.
pub(super) fn read(text: &str) -> Vec<GoRecord> {
    let mut records: Vec<GoRecord> = Vec::new();
    let mut about: Vec<&str> = Vec::new();
    let mut is_in_moves = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        match (line.starts_with("PM") && about.len() > SIZE, is_in_moves) {
            (true, false) => {
                let game = game(&about);
                is_in_moves = game.is_some();
                records.extend(game);
            }
            (true, true) => {}
            (false, true) if line.is_empty() => continue,
            (false, _) => {
                if is_in_moves {
                    about.clear();
                }
                is_in_moves = false;
                about.push(line);
            }
        }
        if let (true, Some(game)) = (is_in_moves, records.last_mut()) {
            add_move(game, number, line);
        }
    }
    records
}

/// Reads the lines about a game; `None` if they state no board.
fn game(lines: &[&str]) -> Option<GoRecord> {
    let about = |at: usize| lines.get(at).copied().unwrap_or_default();
    let mut game = GoRecord::new();
    game.size = about(SIZE).parse().ok().filter(|size| (2..=25).contains(size))?;
    game.white = player(about(WHITE));
    game.black = player(about(BLACK));
    about(SITE).clone_into(&mut game.place);
    game.handicap = about(HANDICAP).parse().ok().filter(|stones| *stones <= 9).unwrap_or_default();
    game.komi = komi(about(KOMI), game.handicap);
    let date = about(DATE).split_whitespace().next().and_then(GameDate::parse);
    game.date = date.map(|date| date.to_string()).unwrap_or_default();
    game.result = in_words(about(RESULT));
    Some(game)
}

fn add_move(game: &mut GoRecord, number: usize, line: &str) {
    let is_whole = game.problems.is_empty() && game.moves.len() < Limits::default().nodes;
    if is_whole && !push_move(game, line) {
        let line: String = line.chars().take(40).collect();
        game.problems.push(format!(
            "line {number}: invalid move `{line}`: expected `PM`, two letters, B or W and a point on the \
             board; the moves from there are left out"
        ));
    }
}

fn push_move(game: &mut GoRecord, line: &str) -> bool {
    let [_, _, _, _, color @ (b'B' | b'W'), x @ b'A'..=b'Z', y @ b'A'..=b'Z', ..] = line.as_bytes()
    else {
        return false;
    };
    let black = *color == b'B';
    if (x, y) == (&b'A', &b'A') {
        game.moves.push((black, None));
        return true;
    }
    let at = |letter: u8| u32::from(letter).checked_sub(u32::from(b'B'));
    let point = game.point(at(*x), at(*y));
    game.moves.extend(point.map(|point| (black, Some(point))));
    point.is_some()
}

/// A name, spaces, and a rank: `K` for kyu, `D` for dan, `P` or `DP` for professionals, and a star
/// of players whose rank may change.
fn player(line: &str) -> Player {
    let split = line.rsplit_once(char::is_whitespace);
    let rank =
        split.map(|(_, rank)| rank).filter(|rank| rank.contains(|c: char| c.is_ascii_digit()));
    let (name, rank) = match (split, rank) {
        (Some((name, _)), Some(rank)) => (name.trim(), rank.trim_end_matches('*')),
        _ => (line, ""),
    };
    let rank = rank.replace("DP", "p").replace("段P", "p").replace("단P", "p");
    let rank = rank.replace('K', "k").replace('D', "d").replace('P', "p");
    Player { name: name.to_owned(), rank }
}

/// The komi, to whose number even games add half a point.
fn komi(line: &str, handicap: u8) -> String {
    match line.parse::<i32>() {
        Ok(komi) if handicap == 0 => format!("{komi}.5"),
        Ok(komi) => komi.to_string(),
        // Some write it whole.
        Err(_) => line.parse::<f32>().map(|komi| komi.to_string()).unwrap_or_default(),
    }
}
