//! Commands that set up a game: board size, komi, handicap, time settings, records.

use std::fs::File;

use super::{
    board::GtpBoard,
    command::GtpCommand,
    error::GtpError,
    session::{GtpReply, GtpSession},
};
use joseki_format::{
    game_info::game_info,
    record::{as_sgf, read_record},
    sgf::{Limits, read_collection},
};
use joseki_game::{BoardSize, Color, Game, Point};

/// Maximum number of fixed handicap stones.
const MAX_FIXED: usize = 9;
/// Maximum absolute komi.
const MAX_KOMI: f64 = 1000.0;

impl GtpSession<'_> {
    pub(super) fn boardsize(&mut self, command: &GtpCommand) -> GtpReply {
        let size = command.argument(0).and_then(|size| size.parse().ok());
        let size: u8 = size.ok_or_else(|| GtpError::syntax("boardsize LINES"))?;
        let size = BoardSize::new(size).map_err(|_| GtpError::new("unacceptable size"))?;
        let mut board = self.board.clone();
        board.clear(size);
        self.sync_partner(&board)?;
        self.start(size)
    }

    pub(super) fn clear_board(&mut self) -> GtpReply {
        self.start(self.board.size())
    }

    /// Clears the board and starts a new game.
    fn start(&mut self, size: BoardSize) -> GtpReply {
        if !self.board.is_empty() {
            self.game += 1;
        }
        self.ending.new_game();
        "nobody".clone_into(&mut self.last);
        self.board.clear(size);
        // Load what other programs have entered since the last game.
        if let Err(error) = self.service.refresh() {
            tracing::warn!("cannot reload the database: {error}");
        }
        if let Some(partner) = &mut self.partner {
            partner.new_game();
            partner.clear(&self.board)?;
        }
        Ok(String::new())
    }

    pub(super) fn komi(&mut self, command: &GtpCommand) -> GtpReply {
        let komi = command.argument(0).and_then(|komi| komi.parse::<f64>().ok());
        let komi = komi.filter(|komi| komi.abs() <= MAX_KOMI);
        let komi = komi.ok_or_else(|| GtpError::syntax("komi POINTS"))?;
        self.send_to_partner(&format!("komi {komi}"))?;
        self.board.set_komi(komi);
        Ok(String::new())
    }

    pub(super) fn fixed_handicap(&mut self, command: &GtpCommand) -> GtpReply {
        let stones = number_of_stones(command)?;
        self.require_empty_board()?;
        let points = fixed_handicap(self.board.size(), stones)
            .ok_or_else(|| GtpError::new("invalid number of stones"))?;
        self.place_handicap(&points)
    }

    /// Lets the engine choose the points; without one, uses the fixed points.
    pub(super) fn place_free_handicap(&mut self, command: &GtpCommand) -> GtpReply {
        let stones = number_of_stones(command)?;
        self.require_empty_board()?;
        let size = self.board.size();
        let request = format!("place_free_handicap {stones}");
        let Some(partner) = self.partner.as_mut().filter(|p| p.supports("place_free_handicap"))
        else {
            let fewer =
                (2..=stones.min(MAX_FIXED)).rev().find_map(|stones| fixed_handicap(size, stones));
            let points = fewer.ok_or_else(|| GtpError::new("invalid number of stones"))?;
            return self.place_handicap(&points);
        };
        let answer = partner.ask(&self.board, &request)?;
        let points = answer.split_whitespace().map(|text| Point::from_gtp(text, size));
        let points: Result<Vec<Point>, _> = points.collect();
        match points {
            Ok(points) if points.len() >= 2 && are_different(&points) => {
                Ok(self.set_stones(&points))
            }
            _ => Err(partner.reject_response(&request, &answer)),
        }
    }

    pub(super) fn set_free_handicap(&mut self, command: &GtpCommand) -> GtpReply {
        self.require_empty_board()?;
        let size = self.board.size();
        let points = command.arguments.iter().map(|text| Point::from_gtp(text, size));
        let points: Vec<Point> = points
            .collect::<Result<_, _>>()
            .map_err(|error| GtpError::new(format!("bad vertex list: {error}")))?;
        let most = usize::from(size.get()) * usize::from(size.get()) - 1;
        if points.len() < 2 || points.len() > most || !are_different(&points) {
            return Err(GtpError::new("bad vertex list: two or more different points"));
        }
        self.place_handicap(&points)?;
        Ok(String::new())
    }

    fn place_handicap(&mut self, points: &[Point]) -> GtpReply {
        let mut board = self.board.clone();
        for point in points {
            board.place(Color::Black, *point);
        }
        self.sync_partner(&board)?;
        Ok(self.set_stones(points))
    }

    /// Sets the engine to another position; if it rejects that, back to ours.
    fn sync_partner(&mut self, board: &GtpBoard) -> Result<(), GtpError> {
        if let Some(partner) = &mut self.partner
            && let Err(error) = partner.sync(board)
        {
            drop(partner.sync(&self.board));
            return Err(error.into());
        }
        Ok(())
    }

    fn set_stones(&mut self, points: &[Point]) -> String {
        let size = self.board.size();
        for point in points {
            self.board.place(Color::Black, *point);
        }
        let texts = points.iter().map(|point| point.to_gtp(size));
        texts.collect::<Vec<_>>().join(" ")
    }

    fn require_empty_board(&self) -> Result<(), GtpError> {
        if self.board.is_empty() { Ok(()) } else { Err(GtpError::new("board not empty")) }
    }

    pub(super) fn time_settings(&mut self, command: &GtpCommand) -> GtpReply {
        let numbers = command.arguments.iter().map(|text| text.parse::<f64>());
        if command.arguments.len() != 3 || !numbers.into_iter().all(|n| n.is_ok_and(|n| n >= 0.0)) {
            return Err(GtpError::syntax("time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES"));
        }
        self.forward_if_supported(command)?;
        self.board.time_settings = Some(command.arguments.join(" "));
        Ok(String::new())
    }

    pub(super) fn time_left(&mut self, command: &GtpCommand) -> GtpReply {
        let color = command.argument(0).and_then(|color| color.parse::<Color>().ok());
        let numbers = command.arguments.iter().skip(1).map(|text| text.parse::<f64>());
        if command.arguments.len() != 3
            || color.is_none()
            || !numbers.into_iter().all(|n| n.is_ok())
        {
            return Err(GtpError::syntax("time_left COLOR TIME STONES"));
        }
        self.forward_if_supported(command)
    }

    /// Forwards a time command, if the engine supports it; otherwise it plays without a clock.
    fn forward_if_supported(&mut self, command: &GtpCommand) -> GtpReply {
        if self.partner.as_ref().is_some_and(|partner| partner.supports(&command.name)) {
            self.send_to_partner(&command.text()).map(|()| String::new())
        } else {
            Ok(String::new())
        }
    }

    /// Loads the position before a move of a record, or at its end.
    pub(super) fn loadsgf(&mut self, command: &GtpCommand) -> GtpReply {
        let (path, number) = match command.arguments.as_slice() {
            [path] => (path, None),
            [path, number] => (path, number.parse::<usize>().ok().filter(|number| *number > 0)),
            _ => return Err(GtpError::syntax("loadsgf FILE [MOVE_NUMBER]")),
        };
        if command.arguments.len() == 2 && number.is_none() {
            return Err(GtpError::syntax("loadsgf FILE [MOVE_NUMBER]"));
        }
        let cannot = |why: String| GtpError::new(format!("cannot load file: {why}"));
        let bytes = File::open(path).and_then(|file| Limits::default().read(file));
        let bytes = bytes.map_err(|error| cannot(format!("{path}: {error}")))?;
        let whole = read_record(&bytes, None).or_else(|_| {
            // Damage after the requested move does not matter.
            read_record(&bytes, number.map(|number| number - 1))
        });
        let record = whole.map_err(|error| cannot(format!("{path}: {error}")))?;
        let mut board = self.board.clone();
        board.clear(record.size);
        for (color, point) in &record.initial {
            board.place(*color, *point);
        }
        let most = number.map_or(usize::MAX, |number| number - 1);
        for (index, (color, played)) in record.moves.iter().take(most).enumerate() {
            let illegal = |error| cannot(format!("{path}: move {}: {error}", index + 1));
            board.play(*color, *played).map_err(illegal)?;
        }
        if let Some(komi) = komi_of(&bytes) {
            board.set_komi(komi);
        }
        self.load(board)
    }

    fn load(&mut self, board: GtpBoard) -> GtpReply {
        if let Some(partner) = &mut self.partner
            && let Err(error) = partner.sync(&board)
        {
            // The engine's position is unknown now: drop it, and start over on its next use.
            partner.discard();
            return Err(error.into());
        }
        self.game += 1;
        self.ending.new_game();
        // A loaded record was not played here, so its result is not ours.
        self.ending.mark_as_record();
        "nobody".clone_into(&mut self.last);
        self.board = board;
        Ok(String::new())
    }

    /// Sends the engine a command that it must accept.
    pub(super) fn send_to_partner(&mut self, text: &str) -> Result<(), GtpError> {
        if let Some(partner) = &mut self.partner {
            partner.ask(&self.board, text)?;
        }
        Ok(())
    }
}

fn number_of_stones(command: &GtpCommand) -> Result<usize, GtpError> {
    let stones = command.argument(0).and_then(|stones| stones.parse().ok());
    stones.ok_or_else(|| GtpError::syntax("expected the number of stones"))
}

fn are_different(points: &[Point]) -> bool {
    let mut sorted = points.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns the komi of a record, if it has one.
fn komi_of(bytes: &[u8]) -> Option<f64> {
    let collection = read_collection(&as_sgf(Game::Go, bytes).ok()?, &Limits::default()).ok()?;
    let komi = game_info(collection.trees.first()?).komi.map(f64::from)?;
    (komi.abs() <= MAX_KOMI).then_some(komi)
}

/// Returns the points of a fixed handicap (GTP version 2, section 4.1.1).
///
/// Returns `None` if the number is not defined: two to four stones on boards of even size and of 7
/// lines, two to nine on odd sizes from 9 lines, none on smaller boards.
#[must_use]
pub fn fixed_handicap(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    let lines = size.get();
    if !(2..=most(lines)).contains(&stones) {
        return None;
    }
    let near = if lines < 13 { 2 } else { 3 };
    let (far, middle) = (lines - 1 - near, lines / 2);
    // Rows are counted from the top.
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let (left, right) = ((near, middle), (far, middle));
    let (bottom, top) = ((middle, far), (middle, near));
    let center = (middle, middle);
    let mut points: Vec<(u8, u8)> = corners.into_iter().take(stones).collect();
    match stones {
        5 => points.push(center),
        6 => points.extend([left, right]),
        7 => points.extend([left, right, center]),
        8 => points.extend([left, right, bottom, top]),
        9 => points.extend([left, right, bottom, top, center]),
        _ => {}
    }
    Some(points.into_iter().map(|(x, y)| Point::new(x, y)).collect())
}

fn most(lines: u8) -> usize {
    match lines {
        0..=6 => 0,
        7 => 4,
        lines if lines % 2 == 0 => 4,
        _ => 9,
    }
}
