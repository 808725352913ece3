//! Client for engines of xiangqi that speak the XBoard protocol (CECP).

use std::time::Duration;

use super::process::Process;
use super::search::{
    EngineAnswer, EngineLimits, EnginePosition, EngineSetup, EngineValue, EngineWait, SearchPeer,
    SearchWatch, await_answer, wait_for,
};
use super::{PeerError, PeerRequestError};
use joseki_game::Move;
use joseki_game::xiangqi::Shift;

/// Time for an engine to say what it can; the protocol grants two seconds to begin.
const GREETING: Duration = Duration::from_secs(5);

/// A running engine.
#[derive(Debug)]
pub struct XboardEngine {
    process: Process,
    timeout: Duration,
    features: Features,
}

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Features {
    name: String,
    /// Whether positions can be set up.
    setboard: bool,
    /// Whether moves are sent after a word.
    usermove: bool,
    /// Whether it plays this variant, and perhaps others.
    xiangqi: bool,
}

impl XboardEngine {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// The command line is invalid, the program is missing, or it does not speak the protocol.
    pub fn start(setup: &EngineSetup) -> Result<XboardEngine, PeerError> {
        let mut process = Process::start_with(&setup.command, setup.stderr, &setup.variables)?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let mut features = Features::default();
        let within = GREETING.min(setup.timeout);
        let done = wait_for(&mut process, "protover 2", within, |line| features.read(line))?;
        if done.is_none() {
            return Err(process.time_out("protover 2", within));
        }
        if features.name.is_empty() {
            features.name.clone_from(&setup.command);
        }
        for (name, value) in &setup.options {
            process.send(&format!("option {name}={value}"))?;
        }
        Ok(XboardEngine { process, timeout: setup.timeout, features })
    }
}

impl SearchPeer for XboardEngine {
    fn name(&self) -> &str {
        &self.features.name
    }

    fn choose(
        &mut self,
        position: &EnginePosition<'_>,
        limits: &EngineLimits,
        watch: &mut SearchWatch<'_>,
    ) -> Result<EngineAnswer, PeerRequestError> {
        for line in self.features.question(position, limits).map_err(PeerRequestError::Rejected)? {
            self.process.send(&line)?;
        }
        let wait = EngineWait {
            request: "go",
            within: Some(self.timeout.saturating_add(limits.time.unwrap_or_default())),
            after_stop: self.timeout,
            stop_word: "?",
        };
        let answer = await_answer(&mut self.process, &wait, watch, |process, line, answer| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["move", text] => {
                    let Some(shift) = Shift::parse(text) else {
                        return Err(process.invalid_response("go", line).into());
                    };
                    answer.played = Some(Move::Shift(shift));
                    return Ok(true);
                }
                ["resign", ..] | ["1-0" | "0-1" | "1/2-1/2", ..] => return Ok(true),
                ["Illegal", "move" | "position", ..] => {
                    return Err(PeerRequestError::Rejected(line.to_owned()));
                }
                ["#", ..] | ["tellics" | "telluser" | "tellall", ..] => answer.push(line),
                ref report => read_report(answer, report),
            }
            Ok(false)
        })?;
        // It must not think about what the other side may play.
        self.process.send("force")?;
        Ok(answer)
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }
}

impl Features {
    /// Reads a line of `feature`; true if it is the last one.
    fn read(&mut self, line: &str) -> bool {
        let Some(pairs) = line.strip_prefix("feature ") else { return false };
        let mut is_done = false;
        for pair in shell_words::split(pairs).unwrap_or_default() {
            let Some((name, value)) = pair.split_once('=') else { continue };
            match name {
                "myname" => value.clone_into(&mut self.name),
                "setboard" => self.setboard = value == "1",
                "usermove" => self.usermove = value == "1",
                "variants" => self.xiangqi = value.split(',').any(|it| it.trim() == "xiangqi"),
                "done" => is_done = value == "1",
                _ => {}
            }
        }
        is_done
    }

    /// Returns the lines that set up a position and ask for a move.
    fn question(
        &self,
        position: &EnginePosition<'_>,
        limits: &EngineLimits,
    ) -> Result<Vec<String>, String> {
        let mut lines = vec!["new".to_owned()];
        if self.xiangqi {
            lines.push("variant xiangqi".to_owned());
        }
        lines.extend(["force", "post"].map(str::to_owned));
        match (limits.time, limits.depth, limits.nodes) {
            (_, _, Some(_)) => {
                return Err("XBoard's protocol limits depth or seconds, not nodes".to_owned());
            }
            (None, None, None) => {
                return Err("a search over XBoard's protocol needs a depth or seconds".to_owned());
            }
            (time, depth, None) => {
                // Whole seconds.
                let seconds = time.map(|time| time.as_secs_f64().ceil().max(1.0));
                lines.extend(seconds.map(|seconds| format!("st {seconds}")));
                lines.extend(depth.map(|depth| format!("sd {depth}")));
            }
        }
        if let Some(start) = position.start {
            if !self.setboard {
                return Err(format!("{} cannot set up a position", self.name));
            }
            lines.push(format!("setboard {}", start.fen()));
        }
        let word = if self.usermove { "usermove " } else { "" };
        lines.extend(position.moves.iter().filter_map(|(_, played)| match played {
            Move::Shift(shift) => Some(format!("{word}{shift}")),
            _ => None,
        }));
        lines.push("go".to_owned());
        Ok(lines)
    }
}

/// Reads depth, value, positions and line: `4 23 12 2811 h2e2 h9g7`.
fn read_report(answer: &mut EngineAnswer, words: &[&str]) {
    let number = |at: usize| words.get(at)?.parse::<i64>().ok();
    let (Some(depth), Some(value), Some(_), Some(nodes)) =
        (number(0), number(1), number(2), number(3))
    else {
        return;
    };
    let Some(depth) = u32::try_from(depth).ok().filter(|depth| *depth > 0) else { return };
    answer.depth = Some(depth);
    answer.value = i32::try_from(value).ok().map(EngineValue::Points);
    answer.nodes = u64::try_from(nodes).ok();
    answer.line = words[4..].iter().map_while(|word| Shift::parse(word)).map(Move::Shift).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_over_several_lines() {
        let mut features = Features::default();
        assert!(!features.read("tellics say MaxQi 4.8 (G)"));
        assert!(!features.read("feature myname=\"MaxQi 4.8G\" setboard=1 usermove=1 done=0"));
        assert!(features.read("feature variants=\"normal,xiangqi\" done=1"));
        let name = "MaxQi 4.8G".to_owned();
        assert_eq!(features, Features { name, setboard: true, usermove: true, xiangqi: true });
        assert!(!features.read("feature myname=\"open"));
    }

    #[test]
    fn reports_are_read_and_other_lines_are_not() {
        let mut answer = EngineAnswer::default();
        read_report(&mut answer, &["0", "2", "0", "121", "b9c7"]);
        read_report(&mut answer, &["hash", "8", "0", "1"]);
        assert_eq!(answer, EngineAnswer::default());
        read_report(&mut answer, &["4", "-23", "12", "2811", "h2e2", "h9g7", "1."]);
        assert_eq!((answer.depth, answer.nodes, answer.line.len()), (Some(4), Some(2811), 2));
        assert_eq!(answer.value, Some(EngineValue::Points(-23)));
    }
}
