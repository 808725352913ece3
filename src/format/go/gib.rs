//! GIB, the records of Tygem: properties between `\HS` and `\HE`, moves between `\GS` and `\GE`.
//!
//! A property is a line `\[NAME=value\]`. `INI 0 1 2 &4` states two handicap stones, `STO 0 3 1 15
//! 3` is move 3 (with the start as 1) by Black (1; White is 2) in column 15 and row 3 from the
//! upper left, both from 0, and `SKI 0 4` is a pass.

use super::record::{GoRecord, Player};
use super::result::{in_words, won};
use crate::game_info::GameDate;
use crate::sgf::Limits;
use joseki_game::Color;

/// Whether a file is a record, by its first lines.
pub(super) fn is_gib<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    // Some have lines of another program before the record.
    lines.take(8).any(|line| line == b"\\HS" || line.starts_with(b"\\[GAME"))
}

/// Reads the records of a file.
pub(super) fn read(text: &str) -> Vec<GoRecord> {
    let mut records: Vec<GibRecord> = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line == "\\HS" || records.is_empty() {
            records.push(GibRecord::new());
        }
        if let Some(record) = records.last_mut() {
            record.line(number, line);
        }
    }
    records.into_iter().map(GibRecord::finish).collect()
}

struct GibRecord {
    game: GoRecord,
    /// The result by the server's code, which is preferred to its words.
    result: Option<String>,
    words: String,
    date: Option<String>,
    has_ended: bool,
}

impl GibRecord {
    fn new() -> GibRecord {
        GibRecord {
            game: GoRecord::new(),
            result: None,
            date: None,
            words: String::new(),
            has_ended: false,
        }
    }

    fn line(&mut self, number: usize, line: &str) {
        if let Some(property) = line.strip_prefix("\\[") {
            let property = property.strip_suffix("\\]").unwrap_or(property);
            if let Some((name, value)) = property.split_once('=') {
                self.property(name, value.trim());
            }
            return;
        }
        if self.has_ended {
            return;
        }
        let mut words = line.split_ascii_whitespace();
        let command = words.next().unwrap_or_default();
        let numbers: Vec<Option<u32>> = words.map(|word| word.parse().ok()).collect();
        match command {
            "\\GE" => self.has_ended = true,
            "INI" => self.handicap(numbers.get(2).copied().flatten()),
            "STO" => self.stone(number, line, &numbers),
            "SKI" => {
                let black = self.game.is_black_to_move();
                self.game.moves.push((black, None));
            }
            _ => {}
        }
    }

    fn handicap(&mut self, stones: Option<u32>) {
        let stones = stones.and_then(|stones| u8::try_from(stones).ok());
        self.game.handicap = stones.filter(|stones| *stones <= 9).unwrap_or_default();
    }

    fn stone(&mut self, number: usize, line: &str, numbers: &[Option<u32>]) {
        let [_, _, Some(player @ (1 | 2)), x, y] = numbers else {
            return self.stop(number, line);
        };
        match self.game.point(*x, *y) {
            Some(point) if self.game.moves.len() < Limits::default().nodes => {
                self.game.moves.push((*player == 1, Some(point)));
            }
            _ => self.stop(number, line),
        }
    }

    fn stop(&mut self, number: usize, line: &str) {
        let line: String = line.chars().take(40).collect();
        self.has_ended = true;
        self.game.problems.push(format!(
            "line {number}: invalid move `{line}`: expected `STO 0 NUMBER PLAYER X Y` with a player 1 or 2 \
             and a point on the board; the moves from there are left out"
        ));
    }

    fn property(&mut self, name: &str, value: &str) {
        match name {
            "GAMEBLACKNAME" => named(&mut self.game.black, value),
            "GAMEWHITENAME" => named(&mut self.game.white, value),
            "GAMEBLACKLEVEL" => leveled(&mut self.game.black, value),
            "GAMEWHITELEVEL" => leveled(&mut self.game.white, value),
            "GAMEBLACKNICK" => nicknamed(&mut self.game.black, value),
            "GAMEWHITENICK" => nicknamed(&mut self.game.white, value),
            "GAMEPLACE" => value.clone_into(&mut self.game.place),
            "GAMENAME" => value.clone_into(&mut self.game.event),
            "GAMEDATE" => self.dated(value),
            "GAMERESULT" => value.clone_into(&mut self.words),
            "GAMEINFOMAIN" => {
                let field = |name| fields(value, ':').find(|field| field.0 == name).map(|it| it.1);
                self.code(field("GRLT"), field("ZIPSU"));
                self.komi(field("GONGJE"));
                if let Some(size) = field("LINE").and_then(|size| size.parse().ok()) {
                    self.size(size);
                }
            }
            "GAMEINFOSUB" => {
                if let Some((_, date)) = fields(value, ':').find(|field| field.0 == "GDATE") {
                    self.dated(date);
                }
            }
            "BUSERINFO" => user(&mut self.game.black, value),
            "WUSERINFO" => user(&mut self.game.white, value),
            "GAMETAG" => self.tag(value),
            _ => {}
        }
    }

    /// `S1,R3,D5,G65,W3,Z0,T30-3-1200,C2016:03:26:17:29,…`: a letter and its value each.
    fn tag(&mut self, value: &str) {
        let field = |letter: char| value.split(',').find_map(|field| field.strip_prefix(letter));
        self.code(field('W'), field('Z'));
        self.komi(field('G'));
        if let Some(date) = field('C') {
            self.dated(date);
        }
    }

    fn size(&mut self, size: u8) {
        if (2..=19).contains(&size) && self.game.moves.is_empty() {
            self.game.size = size;
        }
    }

    /// Keeps the first date with a day: `2009- 1-31-17-56-38`, `2009:01:31:17:56`, or in words.
    fn dated(&mut self, value: &str) {
        let dashed = value.replace([':', ' '], "-").replace("--", "-");
        let dates = [value, dashed.as_str()].map(GameDate::parse);
        let date = dates.into_iter().flatten().find(|date| date.day.is_some());
        if let (None, Some(date)) = (&self.date, date) {
            self.date = Some(date.to_string());
        }
    }

    /// The code of a result, and the margin in tenths of a point.
    fn code(&mut self, code: Option<&str>, tenths: Option<&str>) {
        let margin = tenths.and_then(decimal).filter(|margin| margin != "0");
        let found = match (code, margin) {
            (Some("0"), Some(margin)) => won(Color::Black, &margin),
            (Some("1"), Some(margin)) => won(Color::White, &margin),
            (Some("3"), _) => won(Color::Black, "R"),
            (Some("4"), _) => won(Color::White, "R"),
            (Some("7"), _) => won(Color::Black, "T"),
            (Some("8"), _) => won(Color::White, "T"),
            // A win by nothing: a game that has not ended has these codes, too.
            _ => return,
        };
        self.result.get_or_insert(found);
    }

    fn komi(&mut self, tenths: Option<&str>) {
        if let Some(komi) = tenths.and_then(decimal).filter(|_| self.game.komi.is_empty()) {
            self.game.komi = komi;
        }
    }

    fn finish(self) -> GoRecord {
        let result = self.result.unwrap_or_else(|| in_words(&self.words));
        GoRecord { result, date: self.date.unwrap_or_default(), ..self.game }
    }
}

/// Fields `NAME:value`, separated by commas.
fn fields(value: &str, sign: char) -> impl Iterator<Item = (&str, &str)> {
    value.split(',').filter_map(move |field| field.split_once(sign))
}

/// A number of tenths as a decimal fraction: `65` is `6.5`.
fn decimal(tenths: &str) -> Option<String> {
    let tenths: u32 = tenths.trim().parse().ok()?;
    Some(match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}.{rest}", tenths / 10),
    })
}

/// A name with a rank in brackets at its end, such as `Lee (9D)`.
fn named(player: &mut Player, value: &str) {
    let with_rank = value.strip_suffix(')').and_then(|value| value.rsplit_once('('));
    match with_rank {
        Some((name, rank)) if !name.trim().is_empty() => {
            name.trim().clone_into(&mut player.name);
            rank.trim().clone_into(&mut player.rank);
        }
        _ => value.clone_into(&mut player.name),
    }
}

fn nicknamed(player: &mut Player, value: &str) {
    if player.name.is_empty() {
        value.clone_into(&mut player.name);
    }
}

/// Reads the server's level of a player: 17 is 1 kyu, 18 is 1 dan, 27 is 1 dan professional.
fn leveled(player: &mut Player, value: &str) {
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let Some(level) = value[..digits].parse::<u8>().ok().filter(|_| player.rank.is_empty()) else {
        return;
    };
    player.rank = match level {
        0..=17 => format!("{}k", 18 - level),
        18..=26 => format!("{}d", level - 17),
        27..=35 => format!("{}p", level - 26),
        _ => return,
    };
}

/// `BID:name,BLV:26,BNICK:name,…`, with `W` for White.
fn user(player: &mut Player, value: &str) {
    for (name, value) in fields(value, ':') {
        match name {
            "BNICK" | "WNICK" | "BID" | "WID" => nicknamed(player, value),
            "BLV" | "WLV" => leveled(player, value),
            _ => {}
        }
    }
}
