//! Client for engines of xiangqi that speak UCI or UCCI.

use std::time::Duration;

use super::process::Process;
use super::search::{
    EngineAnswer, EngineLimits, EnginePosition, EngineSetup, EngineValue, EngineWait, SearchPeer,
    SearchWatch, await_answer, wait_for,
};
use super::{PeerError, PeerRequestError};
use joseki_game::Move;
use joseki_game::xiangqi::Shift;

/// Time for an engine to answer `uci`; one that speaks UCCI ends or is silent.
const GREETING: Duration = Duration::from_secs(5);
/// How engines that speak XBoard's protocol answer words that they do not know.
const REFUSED: &str = "Error (unknown command)";

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UciDialect {
    /// UCI; ranks are counted from 1 by engines of many variants, such as Fairy-Stockfish, and from
    /// 0 by others, such as Pikafish.
    Uci {
        from_one: bool,
    },
    Ucci,
}

/// A running engine.
#[derive(Debug)]
pub struct UciEngine {
    process: Process,
    timeout: Duration,
    dialect: UciDialect,
    name: String,
}

impl UciEngine {
    /// Starts an engine with UCI, or with UCCI if it does not answer `uci`, and sets its options.
    ///
    /// # Errors
    /// The command line is invalid, the program is missing, or it speaks neither protocol.
    pub fn start(setup: &EngineSetup) -> Result<UciEngine, PeerError> {
        let engine = match Self::greet(setup, "uci", GREETING.min(setup.timeout)) {
            Err(PeerError::Timeout { .. } | PeerError::Ended { .. }) => {
                Self::greet(setup, "ucci", setup.timeout)
            }
            greeted => greeted,
        };
        let mut engine = engine?;
        match engine.dialect {
            UciDialect::Uci { from_one: true } => engine.set_option("UCI_Variant", "xiangqi")?,
            UciDialect::Uci { from_one: false } => {}
            UciDialect::Ucci => engine.set_option("usemillisec", "true")?,
        }
        for (name, value) in &setup.options {
            engine.set_option(name, value)?;
        }
        engine.ready()?;
        Ok(engine)
    }

    fn greet(setup: &EngineSetup, word: &str, within: Duration) -> Result<UciEngine, PeerError> {
        let mut process = Process::start_with(&setup.command, setup.stderr, &setup.variables)?;
        process.send(word)?;
        let (mut name, mut from_one, mut is_refused) = (None, false, false);
        let greeted = wait_for(&mut process, word, within, |line| {
            if let Some(said) = line.strip_prefix("id name ") {
                name = Some(said.trim().to_owned());
            }
            from_one |= line.starts_with("option name UCI_Variant ") && line.contains("xiangqi");
            is_refused |= line.starts_with(REFUSED);
            is_refused || matches!(line, "uciok" | "ucciok")
        })?;
        let dialect = match greeted.as_deref() {
            Some(_) if is_refused => return Err(process.time_out(word, within)),
            Some("ucciok") => UciDialect::Ucci,
            Some(_) => UciDialect::Uci { from_one },
            None => return Err(process.time_out(word, within)),
        };
        let name = name.unwrap_or_else(|| setup.command.clone());
        Ok(UciEngine { process, timeout: setup.timeout, dialect, name })
    }
}

impl SearchPeer for UciEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), PeerError> {
        match self.dialect {
            UciDialect::Uci { .. } => {
                self.process.send("ucinewgame")?;
                self.ready()
            }
            UciDialect::Ucci => self.set_option("newgame", ""),
        }
    }

    fn choose(
        &mut self,
        position: &EnginePosition<'_>,
        limits: &EngineLimits,
        watch: &mut SearchWatch<'_>,
    ) -> Result<EngineAnswer, PeerRequestError> {
        let question = self.position(position);
        self.process.send(&question)?;
        let go = self.go(limits);
        self.process.send(&go)?;
        let is_infinite = *limits == EngineLimits::default();
        let within = self.timeout.saturating_add(limits.time.unwrap_or_default());
        let wait = EngineWait {
            request: &go,
            within: Some(within).filter(|_| !is_infinite),
            after_stop: self.timeout,
            stop_word: "stop",
        };
        let dialect = self.dialect;
        await_answer(&mut self.process, &wait, watch, |process, line, answer| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["info", "string", ..] => answer.push(line["info string".len()..].trim()),
                ["info", ref report @ ..] => read_report(answer, report, dialect),
                ["nobestmove", ..]
                | ["bestmove", "(none)" | "none" | "0000" | "resign", ..]
                | ["bestmove", _, "resign"] => return Ok(true),
                ["bestmove", text, ..] => {
                    let Some(shift) = dialect.parse(text) else {
                        return Err(process.invalid_response(&go, line).into());
                    };
                    answer.played = Some(Move::Shift(shift));
                    return Ok(true);
                }
                _ => {}
            }
            Ok(false)
        })
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }
}

impl UciEngine {
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), PeerError> {
        let line = match self.dialect {
            UciDialect::Uci { .. } => format!("setoption name {name} value {value}"),
            UciDialect::Ucci => format!("setoption {name} {value}"),
        };
        self.process.send(line.trim())
    }

    /// Waits until the engine has done what it was sent.
    fn ready(&mut self) -> Result<(), PeerError> {
        self.process.send("isready")?;
        match wait_for(&mut self.process, "isready", self.timeout, |line| line == "readyok")? {
            Some(_) => Ok(()),
            None => Err(self.process.time_out("isready", self.timeout)),
        }
    }

    fn position(&self, position: &EnginePosition<'_>) -> String {
        // UCCI has no other name for the start, and every engine reads FEN.
        let start = position.start.copied().unwrap_or_default();
        let mut line = format!("position fen {}", start.fen());
        let shifts = position.moves.iter().filter_map(|(_, played)| match played {
            Move::Shift(shift) => Some(self.dialect.text(*shift)),
            _ => None,
        });
        for (at, text) in shifts.enumerate() {
            line += if at == 0 { " moves " } else { " " };
            line += &text;
        }
        line
    }

    fn go(&self, limits: &EngineLimits) -> String {
        if *limits == EngineLimits::default() {
            return "go infinite".to_owned();
        }
        let mut line = "go".to_owned();
        if let Some(depth) = limits.depth {
            line += &format!(" depth {depth}");
        }
        if let Some(nodes) = limits.nodes {
            line += &format!(" nodes {nodes}");
        }
        if let Some(time) = limits.time {
            let milliseconds = time.as_millis().max(1);
            line += &match self.dialect {
                UciDialect::Uci { .. } => format!(" movetime {milliseconds}"),
                // UCCI knows no time for one move.
                UciDialect::Ucci => format!(" time {milliseconds} movestogo 1"),
            };
        }
        line
    }
}

impl UciDialect {
    fn text(self, shift: Shift) -> String {
        match self {
            UciDialect::Uci { from_one: true } => shift.with_ranks_from_one(),
            _ => shift.to_string(),
        }
    }

    fn parse(self, text: &str) -> Option<Shift> {
        match self {
            UciDialect::Uci { from_one: true } => Shift::parse_with_ranks_from_one(text),
            _ => Shift::parse(text),
        }
    }
}

/// Reads depth, value, positions and line of an `info`.
fn read_report(answer: &mut EngineAnswer, words: &[&str], dialect: UciDialect) {
    let number = |word: Option<&&str>| word.and_then(|word| word.parse::<i64>().ok());
    // Only the best of several lines counts.
    let rank = words.iter().position(|word| *word == "multipv");
    if rank.is_some_and(|at| number(words.get(at + 1)) != Some(1)) {
        return;
    }
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1);
        match (*word, number(next)) {
            ("depth", Some(depth)) => answer.depth = u32::try_from(depth).ok(),
            ("nodes", Some(nodes)) => answer.nodes = u64::try_from(nodes).ok(),
            // UCCI has no unit.
            ("score", Some(value)) => answer.value = value.try_into().ok().map(EngineValue::Points),
            ("score", None) => {
                let Some(value) = number(words.get(at + 2)) else { continue };
                let value = value.clamp(-1_000_000, 1_000_000) as i32;
                answer.value = match next {
                    Some(&"cp") => Some(EngineValue::Points(value)),
                    // In moves of the side that mates; the last one is a ply.
                    Some(&"mate") if value > 0 => Some(EngineValue::Win(2 * value - 1)),
                    Some(&"mate") => Some(EngineValue::Win(2 * value)),
                    _ => answer.value,
                };
            }
            ("pv", _) => {
                let line = words[at + 1..].iter().map_while(|text| dialect.parse(text));
                answer.line = line.map(Move::Shift).collect();
                return;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_in_both_protocols() {
        let read = |text: &str, dialect| {
            let mut answer = EngineAnswer::default();
            let words: Vec<&str> = text.split_whitespace().collect();
            read_report(&mut answer, &words, dialect);
            (answer.depth, answer.value, answer.nodes, answer.line)
        };
        let shift = |text: &str| Move::Shift(Shift::parse(text).expect("a move"));
        let fairy = "depth 3 seldepth 3 multipv 1 score cp 41 nodes 254 nps 1 time 2 pv h1g3 b10c8";
        let line = vec![shift("h0g2"), shift("b9c7")];
        let found = read(fairy, UciDialect::Uci { from_one: true });
        assert_eq!(found, (Some(3), Some(EngineValue::Points(41)), Some(254), line.clone()));
        let ucci = "depth 6 score -12 pv h0g2 b9c7";
        let found = read(ucci, UciDialect::Ucci);
        assert_eq!(found, (Some(6), Some(EngineValue::Points(-12)), None, line));
        let mate = read("depth 9 score mate -3", UciDialect::Uci { from_one: false });
        assert_eq!(mate.1, Some(EngineValue::Win(-6)));
        let mate = read("depth 9 score mate 3", UciDialect::Uci { from_one: false });
        assert_eq!(mate.1, Some(EngineValue::Win(5)));
        let second = "depth 3 multipv 2 score cp 10 pv a0a1";
        let second = read(second, UciDialect::Uci { from_one: false });
        assert_eq!(second, (None, None, None, Vec::new()));
        for odd in ["", "score", "score cp", "depth x", "score cp 99999999999", "multipv"] {
            drop(read(odd, UciDialect::Ucci));
        }
    }
}
