//! UGF, also called UGI, the records of PandaNet and of Japanese newspapers: sections with a name
//! in square brackets.
//!
//! `[Header]` has lines `Name=value`. `[Data]` has a move a line, `QD,B1,1,0`: the column and the
//! row as letters, the side with the number of its player, the number of the move, 0 for stones on
//! the board before the first move, and the seconds used. Columns count from the left. Rows count
//! from below if `CoordinateType` is `IGS`, else from above. A column `Y` or `Z` beyond the board
//! is a pass.

use super::record::{GoRecord, Player};
use super::result::won;
use crate::game_info::{GameDate, leading_number};
use crate::sgf::{Limits, TextEncoding};
use joseki_game::Color;

/// Whether a file is a record, by its first lines: comments may precede the first section.
pub(super) fn is_ugf<'a>(mut lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.eq_ignore_ascii_case(b"[header]"))
}

/// The character set that a file names, if it is known; Shift-JIS if it names none.
pub(super) fn charset<'a>(mut lines: impl Iterator<Item = &'a [u8]>) -> Option<TextEncoding> {
    let named = lines.find_map(|line| line.strip_prefix(b"Lang="));
    let name = std::str::from_utf8(named.unwrap_or(b"SJIS")).ok()?;
    let name = if name.eq_ignore_ascii_case("SJIS") { "shift_jis" } else { name };
    name.parse().ok()
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Header,
    Data,
    Other,
}

/// Reads the records of a file.
pub(super) fn read(text: &str) -> Vec<GoRecord> {
    let mut records: Vec<UgfRecord> = Vec::new();
    let mut section = Section::Other;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = match name.to_ascii_lowercase().as_str() {
                "header" => Section::Header,
                "data" => Section::Data,
                _ => Section::Other,
            };
            if section == Section::Header || records.is_empty() {
                records.push(UgfRecord::new());
            }
            continue;
        }
        let Some(record) = records.last_mut() else { continue };
        match (section, line.split_once('=')) {
            (Section::Header, Some((name, value))) => record.property(name.trim(), value.trim()),
            (Section::Data, _) => record.row(number, line),
            _ => {}
        }
    }
    records.into_iter().map(|record| record.game).collect()
}

struct UgfRecord {
    game: GoRecord,
    /// Whether rows count from below.
    from_below: bool,
    has_ended: bool,
}

impl UgfRecord {
    fn new() -> UgfRecord {
        UgfRecord { game: GoRecord::new(), from_below: false, has_ended: false }
    }

    fn property(&mut self, name: &str, value: &str) {
        let game = &mut self.game;
        let mut fields = value.split(',').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        match name {
            "PlayerB" | "BMemb1" => game.black = player(field(), field()),
            "PlayerW" | "WMemb1" => game.white = player(field(), field()),
            "Size" => {
                game.size =
                    value.parse().ok().filter(|size| (2..=25).contains(size)).unwrap_or(game.size)
            }
            "Hdcp" => {
                game.handicap =
                    field().parse().ok().filter(|stones| *stones <= 9).unwrap_or_default();
                game.komi = field().parse::<f32>().map(|komi| komi.to_string()).unwrap_or_default();
            }
            "Rule" | "Rules" => game.rules = rules(value).to_owned(),
            "Date" => {
                let date = GameDate::parse(field());
                game.date = date.map(|date| date.to_string()).unwrap_or_default();
            }
            "Title" => {
                let words: Vec<&str> =
                    value.split(',').map(str::trim).filter(|it| !it.is_empty()).collect();
                game.event = words.join(", ");
            }
            "Place" => value.clone_into(&mut game.place),
            "Copyright" => value.clone_into(&mut game.copyright),
            "Winner" => game.result = result(field(), field()),
            "CoordinateType" => self.from_below = value.eq_ignore_ascii_case("IGS"),
            _ => {}
        }
    }

    /// Reads a line of the section with the moves.
    fn row(&mut self, number: usize, line: &str) {
        // Texts between the moves, of advertisements for one, begin with a full stop.
        if line.is_empty() || line.starts_with('.') || self.has_ended {
            return;
        }
        if self.game.moves.len() >= Limits::default().nodes || self.play(line).is_none() {
            let line: String = line.chars().take(40).collect();
            self.has_ended = true;
            self.game.problems.push(format!(
                "line {number}: invalid move `{line}`: expected a point of two letters, B or W and the \
                 number of the move; the moves from there are left out"
            ));
        }
    }

    fn play(&mut self, line: &str) -> Option<()> {
        let mut fields = line.split(',').map(str::trim);
        let (point, side, number) = (fields.next()?, fields.next()?, fields.next()?);
        let number: u32 = number.parse().ok()?;
        let black = match side.as_bytes().first()? {
            b'B' | b'b' => true,
            b'W' | b'w' => false,
            // A mark beside a pass.
            _ => self.game.is_black_to_move(),
        };
        let [x, y] = point.as_bytes() else { return None };
        let at = |letter: &u8| u32::from(letter.to_ascii_uppercase()).checked_sub(u32::from(b'A'));
        let (x, y) = (at(x)?, at(y)?);
        let played = match x {
            24 | 25 if x >= u32::from(self.game.size) => None,
            _ => {
                let row = if self.from_below {
                    u32::from(self.game.size).checked_sub(y + 1)
                } else {
                    Some(y)
                };
                Some(self.game.point(Some(x), row)?)
            }
        };
        match (number, played) {
            (0, Some(point)) => self.game.stones[usize::from(!black)].push(point),
            _ => self.game.moves.push((black, played)),
        }
        Some(())
    }
}

fn player(name: &str, rank: &str) -> Player {
    Player { name: name.to_owned(), rank: rank.to_owned() }
}

fn rules(code: &str) -> &str {
    match code {
        "JPN" => "Japanese",
        "CHN" | "CH" => "Chinese",
        other => other,
    }
}

/// A winner and how he won: a number of points, `C` or `R` for resignation, `T` for time, `F` for a
/// forfeit.
fn result(winner: &str, how: &str) -> String {
    let winner = match winner {
        "B" => Color::Black,
        "W" => Color::White,
        "D" => return "Draw".to_owned(),
        "N" | "N1" => return "Void".to_owned(),
        _ => return String::new(),
    };
    match how.chars().next() {
        Some('C' | 'c' | 'R' | 'r') => won(winner, "R"),
        Some('T' | 't') => won(winner, "T"),
        Some('F' | 'f') => won(winner, "F"),
        _ => {
            let points =
                leading_number(how).map(|(points, _)| points).filter(|points| *points > 0.0);
            won(winner, &points.map(|points| points.to_string()).unwrap_or_default())
        }
    }
}
