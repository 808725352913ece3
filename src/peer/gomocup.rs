//! Client for engines that speak Gomocup's protocol.

use std::thread;
use std::time::Duration;

use super::process::Process;
use super::search::{
    EngineAnswer, EngineLimits, EnginePosition, EngineSetup, EngineValue, EngineWait, SearchPeer,
    SearchWatch, await_answer, wait_for,
};
use super::{PeerError, PeerRequestError};
use joseki_game::five::FiveRules;
use joseki_game::{BoardSize, Color, Game, Move, Point};

/// Time for an engine to answer `START` and `ABOUT`; some never do.
const GREETING: Duration = Duration::from_secs(5);
/// Pause after an answer: Rapfi drops a command that arrives before it has left its own reply.
const PAUSE: Duration = Duration::from_millis(10);

/// A running engine.
#[derive(Debug)]
pub struct GomocupEngine {
    process: Process,
    timeout: Duration,
    options: Vec<(String, String)>,
    name: String,
    /// The game and board that it was started for.
    started: Option<(Game, BoardSize)>,
    /// The moves that it knows.
    known: Option<Vec<(Color, Move)>>,
    limits: Option<EngineLimits>,
}

impl GomocupEngine {
    /// Starts an engine and asks for its name.
    ///
    /// # Errors
    /// The command line is invalid, the program is missing, or it ends at once.
    pub fn start(setup: &EngineSetup) -> Result<GomocupEngine, PeerError> {
        let mut process = Process::start_with(&setup.command, setup.stderr, &setup.variables)?;
        process.send("ABOUT")?;
        let said = wait_for(&mut process, "ABOUT", GREETING.min(setup.timeout), |line| {
            line.contains("name=") || line.starts_with("UNKNOWN") || line.starts_with("ERROR")
        })?;
        let field = |key: &str| {
            let (_, rest) = said.as_deref()?.split_once(&format!("{key}=\""))?;
            rest.split_once('"').map(|(value, _)| value.to_owned())
        };
        let words: Vec<String> = ["name", "version"].into_iter().filter_map(field).collect();
        let name = if words.is_empty() { setup.command.clone() } else { words.join(" ") };
        Ok(GomocupEngine {
            process,
            timeout: setup.timeout,
            options: setup.options.clone(),
            name,
            started: None,
            known: None,
            limits: None,
        })
    }
}

impl SearchPeer for GomocupEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), PeerError> {
        // The next question sends the game whole.
        (self.known, self.started) = (None, None);
        Ok(())
    }

    fn choose(
        &mut self,
        position: &EnginePosition<'_>,
        limits: &EngineLimits,
        watch: &mut SearchWatch<'_>,
    ) -> Result<EngineAnswer, PeerRequestError> {
        self.set_up(position, limits)?;
        let request = self.question(position);
        for line in &request {
            self.process.send(line)?;
        }
        let request = request.first().cloned().unwrap_or_default();
        let wait = EngineWait {
            request: &request,
            within: Some(self.timeout.saturating_add(limits.time.unwrap_or_default())),
            after_stop: self.timeout,
            stop_word: "YXSTOP",
        };
        let size = position.size;
        let answer = await_answer(&mut self.process, &wait, watch, |process, line, answer| {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word.to_ascii_uppercase().as_str() {
                "MESSAGE" | "DEBUG" => {
                    answer.push(rest);
                    read_report(answer, rest, size);
                }
                // `OK` of an engine that answers START late.
                "" | "OK" | "SUGGEST" | "FORBID" | "INFO" => {}
                "ERROR" | "UNKNOWN" => {
                    let reason = if rest.is_empty() { "no reason given" } else { rest };
                    return Err(PeerRequestError::Rejected(reason.to_owned()));
                }
                _ => match parse_point(line, size) {
                    Some(played) => {
                        answer.played = Some(played);
                        return Ok(true);
                    }
                    None => return Err(process.invalid_response(&request, line).into()),
                },
            }
            Ok(false)
        })?;
        self.known = answer.played.map(|played| {
            let own = std::iter::once((position.to_move, played));
            position.moves.iter().copied().chain(own).collect()
        });
        thread::sleep(PAUSE);
        Ok(answer)
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    fn quit_word(&self) -> &'static str {
        "END"
    }
}

impl GomocupEngine {
    /// Starts a game and sends what is known of time and rules, as far as it has changed.
    fn set_up(
        &mut self,
        position: &EnginePosition<'_>,
        limits: &EngineLimits,
    ) -> Result<(), PeerRequestError> {
        let table = (position.game, position.size);
        if self.started != Some(table) {
            self.started = None;
            self.known = None;
            self.limits = None;
            let start = format!("START {}", position.size.get());
            self.process.send(&start)?;
            let said = wait_for(&mut self.process, &start, GREETING.min(self.timeout), |line| {
                line.starts_with("OK") || line.starts_with("ERROR")
            })?;
            if let Some(problem) = said.filter(|said| said.starts_with("ERROR")) {
                return Err(PeerRequestError::Rejected(problem));
            }
            let rule = match position.game.five_rules() {
                Some(FiveRules::Renju) => 4,
                Some(FiveRules::Standard) => 1,
                _ => 0,
            };
            self.process.send(&format!("INFO rule {rule}"))?;
            for (name, value) in &self.options {
                self.process.send(&format!("INFO {name} {value}"))?;
            }
            self.started = Some(table);
        }
        if self.limits != Some(*limits) {
            // No limit of the match is sent: 0 ends some engines.
            let time = limits.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            let depth = limits.depth.map(u64::from);
            let wanted = [("timeout_turn", time), ("max_node", limits.nodes), ("max_depth", depth)];
            for (name, value) in wanted {
                if let Some(value) = value {
                    self.process.send(&format!("INFO {name} {value}"))?;
                }
            }
            self.limits = Some(*limits);
        }
        Ok(())
    }

    /// The lines that ask for a move: `TURN` if only the opponent's move is new.
    fn question(&self, position: &EnginePosition<'_>) -> Vec<String> {
        if let Some((last, before)) = position.moves.split_last()
            && self.known.as_deref() == Some(before)
            && let (color, Move::Play(point)) = last
            && *color != position.to_move
        {
            return vec![format!("TURN {},{}", point.x(), point.y())];
        }
        if position.moves.is_empty() {
            return vec!["BEGIN".to_owned()];
        }
        let stone = |(color, played): &(Color, Move)| {
            let who = if *color == position.to_move { 1 } else { 2 };
            match played {
                Move::Play(point) => format!("{},{},{who}", point.x(), point.y()),
                _ => format!("-1,-1,{who}"),
            }
        };
        let mut lines = vec!["BOARD".to_owned()];
        lines.extend(position.moves.iter().map(stone));
        lines.push("DONE".to_owned());
        lines
    }
}

/// A point in columns and rows from the upper left; `-1,-1` is a pass.
fn parse_point(text: &str, size: BoardSize) -> Option<Move> {
    let (x, y) = text.split_once(',')?;
    if (x.trim(), y.trim()) == ("-1", "-1") {
        return Some(Move::Pass);
    }
    let (x, y) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
    (x < size.width() && y < size.get()).then(|| Move::Play(Point::new(x, y)))
}

/// Reads depth, value and line of a message as Rapfi and Yixin write it:
/// `Depth 9-17 | Eval 47 | Time 27ms | H9 G10`, or `(1) 47 | 9-17 | H9 G10`.
fn read_report(answer: &mut EngineAnswer, message: &str, size: BoardSize) {
    let parts: Vec<&str> = message.split('|').map(str::trim).collect();
    let labelled = |label: &str| {
        let rest = parts.iter().find_map(|part| part.strip_prefix(label))?;
        rest.split_whitespace().next()
    };
    let (value, depth) = match (labelled("Eval"), labelled("Depth")) {
        (Some(value), Some(depth)) => (value, depth),
        _ => {
            let value = match parts[0].strip_prefix('(').and_then(|rest| rest.split_once(')')) {
                // Other moves than the best one.
                Some((rank, value)) if rank.trim() == "1" => value.trim(),
                _ => return,
            };
            let Some(depth) = parts.get(1) else { return };
            (value, *depth)
        }
    };
    let Some(value) = parse_value(value) else { return };
    let Ok(depth) = depth.split('-').next().unwrap_or_default().parse() else { return };
    answer.value = Some(value);
    answer.depth = Some(depth);
    answer.nodes = labelled("Node").and_then(|nodes| nodes.parse().ok()).or(answer.nodes);
    let line = parts.last().filter(|_| parts.len() > 2).copied().unwrap_or_default();
    // Rows are counted from the top, as in the position text of these programs.
    let point = |text: &str| {
        let (letter, row) = text.split_at_checked(1)?;
        let x = letter.bytes().next()?.to_ascii_uppercase().checked_sub(b'A')?;
        let y = row.parse::<u8>().ok()?.checked_sub(1)?;
        (x < size.width() && y < size.get()).then(|| Move::Play(Point::new(x, y)))
    };
    let points: Option<Vec<Move>> = line.split_whitespace().map(point).collect();
    // The summary at the end has none.
    if let Some(points) = points.filter(|points| !points.is_empty()) {
        answer.line = points;
    }
}

/// A value such as `47`, or `+M7` for a win in seven plies.
fn parse_value(text: &str) -> Option<EngineValue> {
    match text.split_once('M') {
        Some((sign, plies)) => {
            let plies: i32 = plies.parse().ok()?;
            Some(EngineValue::Win(if sign == "-" { -plies } else { plies }))
        }
        None => text.parse().ok().map(EngineValue::Points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_as_programs_write_them() {
        let size = BoardSize::new(15).expect("a size");
        let read = |text: &str| {
            let mut answer = EngineAnswer::default();
            read_report(&mut answer, text, size);
            (answer.value, answer.depth, answer.line.len())
        };
        let points = |value| Some(EngineValue::Points(value));
        // As Rapfi 0.43 writes them.
        assert_eq!(read("(1) -12 | 8-15 | G8 I8 H9"), (points(-12), Some(8), 3));
        assert_eq!(read("(2) -20 | 8-15 | G8 I8 H9"), (None, None, 0));
        assert_eq!(read("Depth 11-19 | Eval 53 | Time 41ms | H8 G7"), (points(53), Some(11), 2));
        assert_eq!(read("(1) +M7 | 9-9 | H8"), (Some(EngineValue::Win(7)), Some(9), 1));
        assert_eq!(read("(1) -M4 | 9-9 | Z9"), (Some(EngineValue::Win(-4)), Some(9), 0));
        for other in ["", "Speed 120K", "(1)", "(1) x | y", "Depth | Eval", "book good 0.5 HH"] {
            assert_eq!(read(other), (None, None, 0), "{other}");
        }
        let mut answer = EngineAnswer::default();
        read_report(&mut answer, "(1) 5 | 2-2 | J6", size);
        let point = Point::from_letter_number("j10", size).expect("a point");
        assert_eq!(answer.line, [Move::Play(point)]);
        // The summary keeps the line.
        let summary = "Speed 753K | Depth 10-10 | Eval 212 | Node 3012 | Time 4ms";
        read_report(&mut answer, summary, size);
        let found = (answer.value, answer.depth, answer.nodes, answer.line.len());
        assert_eq!(found, (points(212), Some(10), Some(3012), 1));
    }
}
