//! PGN of xiangqi: GB18030, Big5 or UTF-8; moves in Chinese, WXF or coordinates; variations.

use std::fmt::Write;

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::record::{RecordNode, RecordResult, XiangqiRecord};
use joseki_game::Side;
use joseki_game::xiangqi::{FenError, NotationError, Script, Shift, XiangqiBoard, XiangqiUndo};

/// The most moves of a record, with all variations.
const MAX_NODES: usize = 1_000_000;

/// The most variations in one another.
const MAX_DEPTH: usize = 1000;

/// The most problems of a record; then the rest of it is left out.
const MAX_PROBLEMS: usize = 100;

/// A record of a file.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The record, as far as it could be read.
    pub record: XiangqiRecord,
    /// The character set.
    pub charset: &'static str,
    /// The first line of the record in its file, from 1.
    pub line: usize,
    /// What could not be read.
    pub problems: Vec<PgnProblem>,
}

/// What could not be read of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnProblem {
    /// The position at the start; the moves are left out.
    #[error("tag FEN: {0}")]
    Fen(#[from] FenError),
    /// An invalid move; the moves after it are left out.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1; both sides' moves count.
        number: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// A comment or a variation that does not end.
    #[error("{0} has no end")]
    Unclosed(&'static str),
    /// Bytes that are invalid in every character set.
    #[error("some bytes are no text in {0}")]
    Charset(&'static str),
    /// More moves than a record may have.
    #[error("more than {MAX_NODES} moves")]
    TooMany,
    /// More variations in one another than are read.
    #[error("more than {MAX_DEPTH} variations in one another")]
    TooDeep,
    /// Too much is wrong; what follows is left out.
    #[error("more than {MAX_PROBLEMS} problems: the rest of the record is left out")]
    TooWrong,
}

/// Notation of the moves in PGN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum PgnNotation {
    /// Chinese, in simplified characters.
    #[default]
    Chinese,
    /// Chinese, in traditional characters.
    Traditional,
    /// That of the World Xiangqi Federation, such as C2=5.
    Wxf,
    /// Coordinates such as H2-E2.
    Iccs,
}

/// Reads the records of a file one by one.
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    rest: &'a [u8],
    line: usize,
    /// The character set of the last record that was not UTF-8, which is tried first.
    charset: Option<&'static Encoding>,
}

impl<'a> PgnReader<'a> {
    /// Creates the reader of a file.
    #[must_use]
    pub fn new(file: &'a [u8]) -> PgnReader<'a> {
        let rest = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
        PgnReader { rest, line: 1, charset: None }
    }

    /// Takes the bytes of the next record: up to the tags of another one.
    fn take_record(&mut self) -> Option<&'a [u8]> {
        let (mut end, mut has_moves, mut has_content) = (0, false, false);
        for line in self.rest.split_inclusive(|byte| *byte == b'\n') {
            let text = line.trim_ascii();
            let is_tag = is_tag(text);
            if is_tag && has_moves && begins_record(text) {
                break;
            }
            has_content |= !text.is_empty();
            has_moves |= has_content && !text.is_empty() && !is_tag;
            end += line.len();
        }
        let (record, rest) = self.rest.split_at(end);
        self.rest = rest;
        has_content.then_some(record)
    }
}

/// Whether a file is PGN, by its first bytes: it begins with a tag.
#[must_use]
pub fn is_pgn(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    is_tag(line.trim_ascii_end())
}

/// The bytes at the start of a part of a file that are whole records: all but the last.
#[must_use]
pub fn whole_records(part: &[u8]) -> usize {
    let mut reader = PgnReader { rest: part, line: 1, charset: None };
    let (mut whole, mut next) = (0, 0);
    while let Some(record) = reader.take_record() {
        (whole, next) = (next, next + record.len());
    }
    whole
}

fn is_tag(line: &[u8]) -> bool {
    line.first() == Some(&b'[')
        && line.last() == Some(&b']')
        && line.contains(&b'"')
        && line.get(1).is_some_and(u8::is_ascii_alphabetic)
}

fn begins_record(tag: &[u8]) -> bool {
    [&b"[Game "[..], b"[Event ", b"[game ", b"[event "].iter().any(|name| tag.starts_with(name))
}

impl Iterator for PgnReader<'_> {
    type Item = PgnGame;

    fn next(&mut self) -> Option<PgnGame> {
        let line = self.line;
        let bytes = self.take_record()?;
        self.line += bytes.iter().filter(|byte| **byte == b'\n').count();
        if let Ok(text) = str::from_utf8(bytes) {
            return Some(PgnGame { line, ..read_record(text) });
        }
        // The other character sets are distinguished by the moves that parse in them.
        let mut best: Option<(PgnGame, &'static Encoding)> = None;
        for encoding in self.charset.into_iter().chain([GB18030, BIG5]) {
            let (text, _, has_errors) = encoding.decode(bytes);
            let mut game = PgnGame { line, charset: encoding.name(), ..read_record(&text) };
            if has_errors {
                game.problems.push(PgnProblem::Charset(encoding.name()));
            }
            let is_whole = game.problems.is_empty();
            let worth = |game: &PgnGame| (game.problems.is_empty(), game.record.nodes.len());
            if best.as_ref().is_none_or(|(other, _)| worth(&game) > worth(other)) {
                best = Some((game, encoding));
            }
            if is_whole {
                break;
            }
        }
        let (game, encoding) = best?;
        self.charset = Some(encoding);
        Some(game)
    }
}

/// Reads the text of one record.
fn read_record(text: &str) -> PgnGame {
    let mut game = PgnGame {
        record: XiangqiRecord::new(XiangqiBoard::new()),
        charset: UTF_8.name(),
        line: 1,
        problems: Vec::new(),
    };
    let mut moves = text;
    loop {
        let (line, rest) = moves.split_once('\n').unwrap_or((moves, ""));
        let line = line.trim();
        if line.is_empty() && !rest.is_empty() {
            moves = rest;
        } else if is_tag(line.as_bytes()) {
            game.record.tags.extend(tag(line));
            moves = rest;
        } else {
            break;
        }
    }
    if let Some(fen) = game.record.tag("FEN") {
        match fen.parse() {
            Ok(start) => game.record.start = start,
            Err(error) => {
                game.problems.push(PgnProblem::Fen(error));
                moves = "";
            }
        }
    }
    let mut reader = MoveReader::new(&mut game);
    reader.read(moves);
    let said = game.record.tag("Result").and_then(RecordResult::parse);
    if let Some(said) = said.filter(|said| *said != RecordResult::Unknown) {
        game.record.result = said;
    }
    game
}

fn tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once('"')?;
    let (value, _) = rest.rsplit_once('"')?;
    Some((name.trim().to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// The moves of a record while they are read.
struct MoveReader<'a> {
    game: &'a mut PgnGame,
    board: XiangqiBoard,
    variation: Variation,
    /// The variations in which this one is, and their boards.
    above: Vec<(Variation, XiangqiBoard)>,
}

/// A variation while it is read.
#[derive(Clone, Debug, Default)]
struct Variation {
    /// Its last move.
    at: Option<usize>,
    /// The number of moves before the next one.
    length: usize,
    /// The last move and what takes it back, with the move before it.
    last: Option<(Option<usize>, Shift, XiangqiUndo)>,
    /// Whether a move could not be read, so that those after it mean nothing.
    is_lost: bool,
}

impl MoveReader<'_> {
    fn new(game: &mut PgnGame) -> MoveReader<'_> {
        let board = game.record.start;
        MoveReader { game, board, variation: Variation::default(), above: Vec::new() }
    }

    fn read(&mut self, mut text: &str) {
        while let Some(first) = text.chars().next() {
            let rest = &text[first.len_utf8()..];
            text = match first {
                '{' => match rest.split_once('}') {
                    Some((comment, rest)) => {
                        self.comment(comment);
                        rest
                    }
                    None => {
                        self.comment(rest);
                        self.game.problems.push(PgnProblem::Unclosed("a comment"));
                        ""
                    }
                },
                '(' if self.above.len() >= MAX_DEPTH => {
                    self.game.problems.push(PgnProblem::TooDeep);
                    break;
                }
                '(' => {
                    self.begin_variation();
                    rest
                }
                ')' => {
                    self.end_variation();
                    rest
                }
                _ if first.is_whitespace() => rest,
                _ => {
                    let end = text.find(|letter: char| {
                        letter.is_whitespace() || matches!(letter, '{' | '}' | '(' | ')')
                    });
                    // A stray brace is a token of its own.
                    let (token, rest) =
                        text.split_at(end.unwrap_or(text.len()).max(first.len_utf8()));
                    if token.starts_with("====") || !self.token(token) {
                        break;
                    }
                    rest
                }
            };
        }
        if !self.above.is_empty() {
            self.game.problems.push(PgnProblem::Unclosed("a variation"));
        }
    }

    fn comment(&mut self, comment: &str) {
        let record = &mut self.game.record;
        let to = match self.variation.at {
            None => &mut record.comment,
            Some(at) => &mut record.nodes[at].comment,
        };
        if !to.is_empty() {
            to.push('\n');
        }
        to.push_str(comment.trim());
    }

    fn begin_variation(&mut self) {
        self.above.push((self.variation.clone(), self.board));
        // It takes the place of the last move.
        match self.variation.last.take().filter(|_| !self.variation.is_lost) {
            Some((before, shift, undo)) => {
                self.board.undo(shift, undo);
                self.variation.at = before;
                self.variation.length -= 1;
            }
            None => self.variation.is_lost = true,
        }
    }

    fn end_variation(&mut self) {
        if let Some(state) = self.above.pop() {
            (self.variation, self.board) = state;
        }
    }

    /// Reads one token; false if no more are to be read.
    fn token(&mut self, token: &str) -> bool {
        if let Some(result) = RecordResult::parse(token) {
            if self.above.is_empty() {
                self.game.record.result = result;
            }
            return true;
        }
        let number = token.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_numbered = number.len() < token.len() && number.starts_with(['.', '…']);
        let text = if is_numbered { number.trim_start_matches(['.', '…']) } else { token };
        let text = text.trim_end_matches(['!', '?', '！', '？']);
        let is_nothing = text.is_empty()
            || text.starts_with('$')
            || text.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | '…'));
        if is_nothing || self.variation.is_lost {
            return true;
        }
        if self.game.record.nodes.len() >= MAX_NODES {
            self.game.problems.push(PgnProblem::TooMany);
            return false;
        }
        match self.board.read_move(text) {
            Ok(shift) => {
                let undo = self.board.make(shift);
                let (nodes, variation) = (&mut self.game.record.nodes, &mut self.variation);
                variation.last = Some((variation.at, shift, undo));
                variation.length += 1;
                nodes.push(RecordNode { parent: variation.at, shift, comment: String::new() });
                variation.at = Some(nodes.len() - 1);
            }
            Err(error) => {
                let number = self.variation.length + 1;
                self.game.problems.push(PgnProblem::Move { number, error });
                self.variation.is_lost = true;
            }
        }
        if self.game.problems.len() >= MAX_PROBLEMS {
            self.game.problems.push(PgnProblem::TooWrong);
            return false;
        }
        true
    }
}

/// Writes a record as PGN in UTF-8.
#[must_use]
pub fn write(record: &XiangqiRecord, notation: PgnNotation) -> String {
    let mut text = String::new();
    let format = match notation {
        PgnNotation::Chinese | PgnNotation::Traditional => "Chinese",
        PgnNotation::Wxf => "WXF",
        PgnNotation::Iccs => "ICCS",
    };
    let own = ["Game", "Result", "FEN", "Format"];
    let escaped = |value: &str| {
        let line: String = value.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
        line.replace('\\', "\\\\").replace('"', "\\\"")
    };
    let mut tag = |name: &str, value: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
    };
    tag("Game", "Chinese Chess");
    let others = record.tags.iter();
    for (name, value) in
        others.filter(|(name, _)| !own.iter().any(|it| it.eq_ignore_ascii_case(name)))
    {
        tag(name, value);
    }
    tag("Result", record.result.text());
    if record.start != XiangqiBoard::new() {
        tag("FEN", &record.start.fen());
    }
    tag("Format", format);
    text.push('\n');
    write_comment(&record.comment, &mut text);
    write_moves(record, notation, &mut text);
    text.push_str(record.result.text());
    text.push_str("\n\n");
    text
}

fn write_comment(comment: &str, text: &mut String) {
    if comment.is_empty() {
        return;
    }
    text.push('{');
    for (at, line) in comment.lines().enumerate() {
        if at > 0 {
            // A line that looks like a tag would begin another record.
            text.push(if line.trim_start().starts_with('[') { ' ' } else { '\n' });
        }
        // The format has no way to write a closing brace in a comment.
        text.push_str(&line.replace('}', "｝"));
    }
    text.push_str("}\n");
}

/// A move that is still to be written, or the end of a variation.
enum Pending {
    Move { node: usize, board: Box<XiangqiBoard>, begins: bool },
    Open,
    Close,
}

/// Writes the moves with their variations, without recursion.
fn write_moves(record: &XiangqiRecord, notation: PgnNotation, text: &mut String) {
    let children = record.children();
    let mut pending = Vec::new();
    let push = |pending: &mut Vec<Pending>, after: usize, board: &XiangqiBoard, begins: bool| {
        if let Some(main) = children[after].first() {
            let board = Box::new(*board);
            pending.push(Pending::Move { node: *main, board, begins });
        }
    };
    push(&mut pending, 0, &record.start, true);
    while let Some(next) = pending.pop() {
        let (node, board, begins) = match next {
            Pending::Open => {
                text.push('(');
                continue;
            }
            Pending::Close => {
                text.push_str(")\n");
                continue;
            }
            Pending::Move { node, board, begins } => (node, board, begins),
        };
        let shift = record.nodes[node].shift;
        let number = board.move_number();
        // Writing to a string does not fail.
        let _ = match board.to_move() {
            Side::First => write!(text, "{number}. "),
            Side::Second if begins => write!(text, "{number}... "),
            Side::Second => Ok(()),
        };
        text.push_str(&match notation {
            PgnNotation::Chinese => board.chinese(shift, Script::Simplified),
            PgnNotation::Traditional => board.chinese(shift, Script::Traditional),
            PgnNotation::Wxf => board.wxf(shift),
            PgnNotation::Iccs => shift.iccs(),
        });
        text.push(if board.to_move() == Side::Second { '\n' } else { ' ' });
        write_comment(&record.nodes[node].comment, text);
        let mut after = XiangqiBoard::clone(&board);
        // Nobody takes it back.
        let _ = after.make(shift);
        let siblings = &children[record.nodes[node].parent.map_or(0, |parent| parent + 1)];
        let is_main = siblings.first() == Some(&node);
        let has_others = is_main && siblings.len() > 1;
        let is_interrupted = has_others || !record.nodes[node].comment.is_empty();
        push(&mut pending, node + 1, &after, is_interrupted);
        if has_others {
            for other in siblings[1..].iter().rev() {
                pending.push(Pending::Close);
                pending.push(Pending::Move { node: *other, board: board.clone(), begins: true });
                pending.push(Pending::Open);
            }
        }
    }
}
