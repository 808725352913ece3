//! Client for engines that speak KataGo's analysis protocol.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::PeerError;
use super::katago_answer::{
    ResponseLine, RootEvaluation, parse_line, perspective_refused, root_evaluation,
};
use super::process::{Process, Stderr};
use joseki_game::{BoardSize, Color, Move, Point};

/// Maximum number of lines before the first one of the protocol: some programs print a greeting.
const MAX_GREETINGS: usize = 100;
/// Grace period for an engine to exit after its input is closed.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
/// The setting for the perspective of win rates; we request the side to move.
const PERSPECTIVE: &str = "reportAnalysisWinratesAs";

/// A running engine that analyses several positions at a time.
///
/// If no response arrives within the timeout, or an invalid one does, the caller gets an error and
/// the engine is terminated.
#[derive(Debug)]
pub struct KataGo {
    process: Process,
    timeout: Duration,
    name: String,
    /// Pending queries by number.
    waiting: BTreeMap<u64, PendingQuery>,
    speaks_protocol: bool,
}

/// A query that was sent, with what its response depends on.
#[derive(Debug)]
struct PendingQuery {
    line: String,
    size: BoardSize,
    policy: bool,
}

/// A position to analyse.
#[derive(Clone, Debug, PartialEq)]
pub struct KataGoQuery {
    /// Lines of the board.
    pub size: BoardSize,
    /// The stones before the moves.
    pub initial: Vec<(Color, Point)>,
    /// The side to move where no moves are given; else the side of the first move begins.
    pub to_play: Color,
    /// The moves from the initial stones on, including passes.
    pub moves: Vec<(Color, Move)>,
    /// The rules, under the engine's name for them.
    pub rules: String,
    /// Komi in half points.
    pub komi: i16,
    /// Maximum number of visits.
    pub visits: u32,
    /// Moves that the search leaves out, by player, before this ply of it. Engines reject a query
    /// that has both these and allowed moves.
    pub avoid: Vec<(Color, Vec<Move>, u32)>,
    /// The only moves of a player that the search considers before this ply of it; at most one
    /// entry a player.
    pub allow: Vec<(Color, Vec<Move>, u32)>,
    /// Whether to report the policy of the root.
    pub policy: bool,
}

/// A response of the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum KataGoResponse {
    /// The query with this number is finished.
    Done(u64, RootEvaluation),
    /// The query with this number was rejected, with the reason.
    Refused(u64, String),
    /// A warning; the analysis continues.
    Warning(String),
}

impl KataGo {
    /// Starts an engine with a timeout for every response, including its start, and queries its
    /// name.
    ///
    /// # Errors
    /// If the command line is invalid, or the program is missing, exits, times out or does not
    /// speak the protocol.
    pub fn start(command: &str, patience: Duration, stderr: Stderr) -> Result<KataGo, PeerError> {
        let mut engine = KataGo {
            process: Process::start(command, stderr)?,
            timeout: patience,
            name: String::new(),
            waiting: BTreeMap::new(),
            speaks_protocol: false,
        };
        engine.name = engine.ask_name()?;
        Ok(engine)
    }

    /// The engine's name, version and network, as far as it reports them, e.g.
    /// `KataGo 1.16.0 kata1-b28c512nbt`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of pending queries.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Sends a query without waiting for its response. Numbers of pending queries must be unique.
    ///
    /// # Errors
    /// If the engine has exited.
    pub fn send(&mut self, number: u64, query: &KataGoQuery) -> Result<(), PeerError> {
        let line = query.line(number).to_string();
        self.process.send(&line)?;
        let pending = PendingQuery { line, size: query.size, policy: query.policy };
        self.waiting.insert(number, pending);
        Ok(())
    }

    /// Returns the next response to any pending query; `None` if none is pending, or if none
    /// arrives in time where `within` is given. Reports during the search are skipped.
    ///
    /// # Errors
    /// If the engine has exited, times out or sends an invalid response.
    pub fn next(&mut self, within: Option<Duration>) -> Result<Option<KataGoResponse>, PeerError> {
        let Some(request) = self.waiting.values().next().map(|query| query.line.clone()) else {
            return Ok(None);
        };
        // Unsolicited reports during the search do not extend the timeout.
        let end = Instant::now() + within.unwrap_or(self.timeout);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.process.try_line(&request, left)?;
            if let Some(line) = line.as_ref().filter(|line| !line.trim().is_empty())
                && let Some(answer) = self.parse_response(line)?
            {
                return Ok(Some(answer));
            }
            if line.is_none() || left.is_zero() {
                return match within {
                    Some(_) => Ok(None),
                    None => Err(self.process.time_out(&request, self.timeout)),
                };
            }
        }
    }

    /// Closes the engine's input and waits for it to exit; terminates it if it does not.
    pub fn finish(mut self) {
        self.process.finish(EXIT_TIMEOUT);
    }

    fn parse_response(&mut self, line: &str) -> Result<Option<KataGoResponse>, PeerError> {
        let number = |id: &str| id.strip_prefix('j')?.parse::<u64>().ok();
        let is_ours = |id: &str| number(id).filter(|number| self.waiting.contains_key(number));
        match parse_line(line) {
            Some(ResponseLine::Warning { field, text }) if perspective_refused(&field, &text) => {
                let request = self.first_waiting();
                Err(self
                    .process
                    .invalid_response(&request, &format!("it does not support {PERSPECTIVE}")))
            }
            Some(ResponseLine::Warning { field, text }) => {
                Ok(Some(KataGoResponse::Warning(format!("{field}: {text}"))))
            }
            Some(ResponseLine::DuringSearch) => Ok(None),
            Some(ResponseLine::Error { id: Some(id), text }) if is_ours(&id).is_some() => {
                let number = is_ours(&id).unwrap_or_default();
                self.waiting.remove(&number);
                Ok(Some(KataGoResponse::Refused(number, text)))
            }
            Some(ResponseLine::NoResults { id }) if is_ours(&id).is_some() => {
                let number = is_ours(&id).unwrap_or_default();
                self.waiting.remove(&number);
                let text = "the engine was stopped before the analysis".to_owned();
                Ok(Some(KataGoResponse::Refused(number, text)))
            }
            Some(ResponseLine::Object { id, object }) if is_ours(&id).is_some() => {
                let number = is_ours(&id).unwrap_or_default();
                let Some(query) = self.waiting.remove(&number) else { return Ok(None) };
                match root_evaluation(&object, query.size, query.policy) {
                    Ok(root) => Ok(Some(KataGoResponse::Done(number, root))),
                    Err(why) => {
                        Err(self.process.invalid_response(&query.line, &format!("{why}: {line}")))
                    }
                }
            }
            _ => {
                let request = self.first_waiting();
                Err(self.process.invalid_response(&request, line))
            }
        }
    }

    fn first_waiting(&self) -> String {
        self.waiting.values().next().map(|query| query.line.clone()).unwrap_or_default()
    }

    fn ask_name(&mut self) -> Result<String, PeerError> {
        let version = self.run_action("query_version")?;
        // Versions before 1.14 do not support this action.
        let models = self.run_action("query_models")?;
        let text = |value: &Value| value.as_str().map(str::trim).map(str::to_owned);
        let version = version.as_ref().and_then(|answer| text(answer.get("version")?));
        let mut name = format!("KataGo {}", version.as_deref().unwrap_or("?"));
        let models = models.as_ref().and_then(|answer| answer.get("models")?.as_array());
        for model in models.into_iter().flatten() {
            let named = ["internalName", "name"].into_iter();
            let mut named = named.filter_map(|field| text(model.get(field)?));
            if let Some(model) = named.find(|name| !name.is_empty()) {
                name = format!("{name} {model}");
            }
        }
        // The name is a key in the store and is shown in tables.
        name.retain(|letter| letter.is_whitespace() || !letter.is_control());
        Ok(name.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the response to a special action; `None` if the engine does not support it.
    fn run_action(&mut self, action: &str) -> Result<Option<Value>, PeerError> {
        let request = json!({"id": action, "action": action}).to_string();
        self.process.send(&request)?;
        for _ in 0..MAX_GREETINGS {
            let line = self.process.line(&request, self.timeout)?;
            match parse_line(&line) {
                Some(ResponseLine::Object { id, object }) if id == action => {
                    self.speaks_protocol = true;
                    return Ok(Some(object));
                }
                Some(ResponseLine::Error { id: None, .. }) => return Ok(None),
                Some(ResponseLine::Error { id: Some(id), .. }) if id == action => return Ok(None),
                // GTP responses start like this.
                None if self.speaks_protocol || line.starts_with(['=', '?']) => {
                    let answer = format!("{line} (expected KataGo's analysis protocol)");
                    return Err(self.process.invalid_response(&request, &answer));
                }
                _ => {}
            }
        }
        Err(self.process.invalid_response(&request, "100 lines outside the analysis protocol"))
    }
}

impl KataGoQuery {
    fn line(&self, number: u64) -> Value {
        let text =
            |color: Color, played: Move| [color.letter().to_string(), played.to_gtp(self.size)];
        let moves = self.moves.iter().map(|(color, played)| text(*color, *played));
        let initial = self.initial.iter().map(|(color, point)| text(*color, Move::Play(*point)));
        let first = self.moves.first().map_or(self.to_play, |(color, _)| *color);
        let mut line = json!({
            "id": format!("j{number}"),
            "initialPlayer": first.letter().to_string(),
            "moves": moves.collect::<Vec<_>>(),
            "rules": self.rules,
            "komi": f64::from(self.komi) / 2.0,
            // Black's moves before White's first one are not a handicap.
            "whiteHandicapBonus": "0",
            "boardXSize": self.size.width(),
            "boardYSize": self.size.get(),
            "maxVisits": self.visits,
            "overrideSettings": {PERSPECTIVE: "SIDETOMOVE"},
        });
        // Engines reject a query with both kinds of restrictions, even if one is empty.
        let others = [
            (!self.initial.is_empty())
                .then(|| ("initialStones", json!(initial.collect::<Vec<_>>()))),
            (!self.avoid.is_empty()).then(|| ("avoidMoves", self.restrictions(&self.avoid))),
            (!self.allow.is_empty()).then(|| ("allowMoves", self.restrictions(&self.allow))),
            self.policy.then_some(("includePolicy", json!(true))),
        ];
        if let Some(object) = line.as_object_mut() {
            let others = others.into_iter().flatten();
            object.extend(others.map(|(field, value)| (field.to_owned(), value)));
        }
        line
    }

    fn restrictions(&self, restrictions: &[(Color, Vec<Move>, u32)]) -> Value {
        let restrictions = restrictions.iter().map(|(color, moves, until)| {
            let moves = moves.iter().map(|played| played.to_gtp(self.size));
            json!({
                "player": color.letter().to_string(),
                "moves": moves.collect::<Vec<_>>(),
                "untilDepth": until,
            })
        });
        restrictions.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query() -> KataGoQuery {
        KataGoQuery {
            size: BoardSize::NINETEEN,
            initial: Vec::new(),
            to_play: Color::White,
            moves: Vec::new(),
            rules: "chinese".to_owned(),
            komi: 15,
            visits: 100,
            avoid: Vec::new(),
            allow: Vec::new(),
            policy: false,
        }
    }

    fn played(text: &str) -> Move {
        Move::from_gtp(text, BoardSize::NINETEEN).unwrap()
    }

    #[test]
    fn a_query_has_the_fields_that_it_needs_alone() {
        let plain = query().line(7);
        assert_eq!((&plain["id"], &plain["initialPlayer"]), (&json!("j7"), &json!("W")));
        for field in ["initialStones", "avoidMoves", "allowMoves", "includePolicy"] {
            assert_eq!(plain.get(field), None, "{field}");
        }
        let black = KataGoQuery { moves: vec![(Color::Black, played("Q16"))], ..query() };
        assert_eq!(black.line(7)["initialPlayer"], "B", "the side of the first move begins");
    }

    #[test]
    fn stones_and_restrictions_are_sent_as_the_protocol_has_them() {
        let full = KataGoQuery {
            initial: vec![(Color::Black, Point::new(15, 3)), (Color::White, Point::new(2, 16))],
            avoid: vec![
                (Color::Black, vec![Move::Pass, played("C3")], 1),
                (Color::White, vec![Move::Pass], 9),
            ],
            policy: true,
            ..query()
        };
        let line = full.line(0);
        assert_eq!(line["initialStones"], json!([["B", "Q16"], ["W", "C3"]]));
        assert_eq!(
            line["avoidMoves"],
            json!([
                {"player": "B", "moves": ["pass", "C3"], "untilDepth": 1},
                {"player": "W", "moves": ["pass"], "untilDepth": 9},
            ])
        );
        assert_eq!(line["includePolicy"], true);
        let allow = vec![(Color::White, vec![played("R14")], 1)];
        let line = KataGoQuery { allow, ..query() }.line(0);
        let wanted = json!([{"player": "W", "moves": ["R14"], "untilDepth": 1}]);
        assert_eq!((&line["allowMoves"], line.get("avoidMoves")), (&wanted, None));
    }
}
