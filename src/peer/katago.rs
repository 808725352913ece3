//! An engine that analyses positions over KataGo's analysis protocol.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::PeerError;
use super::katago_answer::{Said, perspective_refused, root, said};
use super::process::{Process, Stderr};
use crate::game::Color;
use crate::game::go::{BoardSize, Move};

/// Lines that are none of the protocol, before the first that is: some programs greet.
const MOST_GREETINGS: usize = 100;
/// Answers in a row that settle nothing: warnings, and reports during the search.
const MOST_UNSETTLED: usize = 1_000_000;
/// How long an engine may take to end when its input is closed.
const TO_QUIT: Duration = Duration::from_secs(5);
/// Whose win rates are asked for: those of the side to move.
const PERSPECTIVE: &str = "reportAnalysisWinratesAs";

/// A running engine, of which several positions are asked at a time.
///
/// Whoever waits longer than the engine's patience for any answer gets an error, and the engine is ended; so it is
/// when it answers nonsense.
#[derive(Debug)]
pub struct KataGo {
    process: Process,
    patience: Duration,
    name: String,
    /// What has no answer yet, by number.
    waiting: BTreeMap<u64, String>,
    spoke: bool,
}

/// A position to analyse.
#[derive(Clone, Debug, PartialEq)]
pub struct KataGoQuery {
    /// Lines of the board.
    pub size: BoardSize,
    /// The moves from an empty board, Black's first; passes too.
    pub moves: Vec<(Color, Move)>,
    /// The rules, by the name that the engine knows.
    pub rules: String,
    /// Komi in half points.
    pub komi: i16,
    /// Visits.
    pub visits: u32,
}

/// What an engine says of a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootEvaluation {
    /// Visits.
    pub visits: u32,
    /// 0 to 1.
    pub win_rate: f64,
    /// In points, komi counted.
    pub lead: f64,
    /// Of the final score, in points.
    pub stdev: Option<f64>,
}

/// What an engine says.
#[derive(Clone, Debug, PartialEq)]
pub enum KataGoAnswer {
    /// The analysis of the query of this number is done.
    Done(u64, RootEvaluation),
    /// The query of this number has no analysis, and why.
    Refused(u64, String),
    /// A warning; the analysis goes on.
    Warning(String),
}

impl KataGo {
    /// Starts an engine, which has so long for every answer, its start included, and asks for its name.
    ///
    /// # Errors
    /// A command line that is none, a program that is not there, ends, says nothing or does not speak the
    /// protocol.
    pub fn start(command: &str, patience: Duration, stderr: Stderr) -> Result<KataGo, PeerError> {
        let mut engine = KataGo {
            process: Process::start(command, stderr)?,
            patience,
            name: String::new(),
            waiting: BTreeMap::new(),
            spoke: false,
        };
        engine.name = engine.ask_name()?;
        Ok(engine)
    }

    /// The engine's name, version and network, as far as it says them: `KataGo 1.16.0 kata1-b28c512nbt`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many queries have no answer yet.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Asks, without waiting for the answer. No two queries that wait may have one number.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn send(&mut self, number: u64, query: &KataGoQuery) -> Result<(), PeerError> {
        let line = query.line(number).to_string();
        self.process.send(&line)?;
        self.waiting.insert(number, line);
        Ok(())
    }

    /// The next answer to anything that waits; nothing if nothing does, or if none comes in time where time is
    /// limited. What comes during the search is left out.
    ///
    /// # Errors
    /// The engine has ended, says nothing for longer than its patience, or answers nonsense.
    pub fn next(&mut self, within: Option<Duration>) -> Result<Option<KataGoAnswer>, PeerError> {
        let Some(asked) = self.waiting.values().next().cloned() else {
            return Ok(None);
        };
        for _ in 0..MOST_UNSETTLED {
            let line = match within {
                Some(within) => match self.process.try_line(&asked, within)? {
                    Some(line) => line,
                    None => return Ok(None),
                },
                None => self.process.line(&asked, self.patience)?,
            };
            if line.trim().is_empty() {
                continue;
            }
            if let Some(answer) = self.understood(&line)? {
                return Ok(Some(answer));
            }
        }
        let endless = "a million lines that settle nothing";
        Err(self.process.nonsense(&asked, endless))
    }

    /// Closes the engine's input and waits until it has ended; ends it if it does not.
    pub fn finish(mut self) {
        self.process.finish(TO_QUIT);
    }

    fn understood(&mut self, line: &str) -> Result<Option<KataGoAnswer>, PeerError> {
        let number = |id: &str| id.strip_prefix('j')?.parse::<u64>().ok();
        let is_ours = |id: &str| number(id).filter(|number| self.waiting.contains_key(number));
        match said(line) {
            Some(Said::Warning { field, text }) if perspective_refused(&field, &text) => {
                let asked = self.first_waiting();
                Err(self
                    .process
                    .nonsense(&asked, &format!("it does not know {PERSPECTIVE}")))
            }
            Some(Said::Warning { field, text }) => {
                Ok(Some(KataGoAnswer::Warning(format!("{field}: {text}"))))
            }
            Some(Said::DuringSearch) => Ok(None),
            Some(Said::Error { id: Some(id), text }) if is_ours(&id).is_some() => {
                let number = is_ours(&id).unwrap_or_default();
                self.waiting.remove(&number);
                Ok(Some(KataGoAnswer::Refused(number, text)))
            }
            Some(Said::NoResults { id }) if is_ours(&id).is_some() => {
                let number = is_ours(&id).unwrap_or_default();
                self.waiting.remove(&number);
                let text = "the engine was stopped before it looked".to_owned();
                Ok(Some(KataGoAnswer::Refused(number, text)))
            }
            Some(Said::Object { id, object }) if is_ours(&id).is_some() => {
                let number = is_ours(&id).unwrap_or_default();
                let asked = self.waiting.remove(&number).unwrap_or_default();
                match root(&object) {
                    Ok(root) => Ok(Some(KataGoAnswer::Done(number, root))),
                    Err(why) => Err(self.process.nonsense(&asked, &format!("{why}: {line}"))),
                }
            }
            _ => {
                let asked = self.first_waiting();
                Err(self.process.nonsense(&asked, line))
            }
        }
    }

    fn first_waiting(&self) -> String {
        self.waiting.values().next().cloned().unwrap_or_default()
    }

    fn ask_name(&mut self) -> Result<String, PeerError> {
        let version = self.act("query_version")?;
        // Versions before 1.14 do not know this one.
        let models = self.act("query_models")?;
        let text = |value: &Value| value.as_str().map(str::trim).map(str::to_owned);
        let version = version
            .as_ref()
            .and_then(|answer| text(answer.get("version")?));
        let mut name = format!("KataGo {}", version.as_deref().unwrap_or("?"));
        let models = models
            .as_ref()
            .and_then(|answer| answer.get("models")?.as_array());
        for model in models.into_iter().flatten() {
            let named = ["internalName", "name"].into_iter();
            let mut named = named.filter_map(|field| text(model.get(field)?));
            if let Some(model) = named.find(|name| !name.is_empty()) {
                name = format!("{name} {model}");
            }
        }
        // It is a key in the store and stands in tables.
        name.retain(|letter| letter.is_whitespace() || !letter.is_control());
        Ok(name.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The answer to a special action; nothing if the engine does not know it.
    fn act(&mut self, action: &str) -> Result<Option<Value>, PeerError> {
        let asked = json!({"id": action, "action": action}).to_string();
        self.process.send(&asked)?;
        for _ in 0..MOST_GREETINGS {
            let line = self.process.line(&asked, self.patience)?;
            match said(&line) {
                Some(Said::Object { id, object }) if id == action => {
                    self.spoke = true;
                    return Ok(Some(object));
                }
                Some(Said::Error { id: None, .. }) => return Ok(None),
                Some(Said::Error { id: Some(id), .. }) if id == action => return Ok(None),
                // GTP's answers begin like this.
                None if self.spoke || line.starts_with(['=', '?']) => {
                    let answer = format!("{line} (it has to speak KataGo's analysis protocol)");
                    return Err(self.process.nonsense(&asked, &answer));
                }
                _ => {}
            }
        }
        Err(self
            .process
            .nonsense(&asked, "100 lines, none of the analysis protocol"))
    }
}

impl KataGoQuery {
    fn line(&self, number: u64) -> Value {
        let moves: Vec<[String; 2]> = self
            .moves
            .iter()
            .map(|(color, played)| [color.letter().to_string(), played.to_gtp(self.size)])
            .collect();
        json!({
            "id": format!("j{number}"),
            "initialPlayer": "B",
            "moves": moves,
            "rules": self.rules,
            "komi": f64::from(self.komi) / 2.0,
            // Black's moves before White's first are no handicap.
            "whiteHandicapBonus": "0",
            "boardXSize": self.size.get(),
            "boardYSize": self.size.get(),
            "maxVisits": self.visits,
            "overrideSettings": {PERSPECTIVE: "SIDETOMOVE"},
        })
    }
}
