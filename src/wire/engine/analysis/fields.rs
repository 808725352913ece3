//! Fields of an analysis query, parsed as KataGo parses them.

use serde_json::{Map, Value};

use super::AnalysisNotice;
use joseki_game::{BoardSize, Color, Move, Point};

/// Fields of a query.
pub struct Fields<'a>(pub &'a Map<String, Value>);

type Read<T> = Result<T, AnalysisNotice>;

/// KataGo's rule sets, lower case without separators.
const RULES: [&str; 16] = [
    "tromptaylor",
    "chinese",
    "chineseogs",
    "chinesekgs",
    "japanese",
    "korean",
    "stonescoring",
    "ancientarea",
    "ancientterritory",
    "aga",
    "bga",
    "french",
    "agabutton",
    "newzealand",
    "newzealandrules",
    "nz",
];
/// Largest priority, either sign.
const MAX_PRIORITY: i64 = 0x3fff_ffff_ffff_ffff;

impl<'a> Fields<'a> {
    pub fn get(&self, field: &str) -> Option<&'a Value> {
        self.0.get(field)
    }

    /// Parses the board size: square, 9 to 19 lines.
    pub fn size(&self) -> Read<BoardSize> {
        let side = |field: &str| {
            let lines = self.get(field).and_then(Value::as_u64);
            let lines = lines.filter(|lines| (9..=19).contains(lines));
            let lines = lines.and_then(|lines| u8::try_from(lines).ok());
            lines.ok_or_else(|| AnalysisNotice::for_field(field, "Must be an integer from 9 to 19"))
        };
        let (width, height) = (side("boardXSize")?, side("boardYSize")?);
        if width != height {
            let square =
                format!("Must equal boardXSize ({width}): only square boards are supported");
            return Err(AnalysisNotice::for_field("boardYSize", square));
        }
        BoardSize::new(width)
            .map_err(|error| AnalysisNotice::for_field("boardXSize", error.to_string()))
    }

    /// Parses a list of colour and move pairs.
    pub fn moves(&self, field: &str, list: &Value, size: BoardSize) -> Read<Vec<(Color, Move)>> {
        let shape = || {
            let text = "Must be a list of pairs: [\"b\" or \"w\", a point as in GTP]";
            AnalysisNotice::for_field(field, text)
        };
        let list = list.as_array().ok_or_else(shape)?;
        let pairs = list.iter().map(|pair| {
            let pair = pair.as_array().map(Vec::as_slice);
            let Some([Value::String(color), Value::String(point)]) = pair else {
                return Err(shape());
            };
            let color: Color = color.trim().parse().map_err(|_| {
                AnalysisNotice::for_field(field, format!("Could not parse player: {color}"))
            })?;
            Ok((color, parse_vertex(field, point, size)?))
        });
        pairs.collect()
    }

    /// Parses initial stones: like moves, but without passes.
    pub fn stones(&self, size: BoardSize) -> Read<Vec<(Color, Point)>> {
        let field = "initialStones";
        let Some(list) = self.get(field) else {
            return Ok(Vec::new());
        };
        let stones = self.moves(field, list, size)?.into_iter();
        let stones = stones.map(|(color, played)| match played {
            Move::Play(point) => Ok((color, point)),
            Move::Pass | Move::Shift(_) => {
                let text = "Could not parse board location: pass";
                Err(AnalysisNotice::for_field(field, text))
            }
        });
        stones.collect()
    }

    /// Returns for each turn whether to analyse it; by default only the last one.
    pub fn turns(&self, moves: usize) -> Read<Vec<bool>> {
        let field = "analyzeTurns";
        let mut turns = vec![false; moves + 1];
        let Some(list) = self.get(field) else {
            turns[moves] = true;
            return Ok(turns);
        };
        for turn in parse_integers(field, list)? {
            let place = usize::try_from(turn).ok().and_then(|turn| turns.get_mut(turn));
            let Some(place) = place else {
                let text = format!("Invalid turn number: {turn}");
                return Err(AnalysisNotice::for_field(field, text));
            };
            *place = true;
        }
        Ok(turns)
    }

    /// Validates priorities. They have no effect: responses come in the order of the queries.
    pub fn check_priorities(&self) -> Read<()> {
        if let Some(list) = self.get("priorities") {
            let wrong = |text: &str| Err(AnalysisNotice::for_field("priorities", text));
            let priorities = parse_integers("priorities", list)?;
            let Some(turns) = self.get("analyzeTurns").and_then(Value::as_array) else {
                return wrong("Requires analyzeTurns");
            };
            if turns.len() != priorities.len() {
                return wrong("Must have the same length as analyzeTurns");
            }
            if self.get("priority").is_some() {
                let text = "Cannot specify both priority and priorities";
                return Err(AnalysisNotice::for_field("priority", text));
            }
        }
        let range = (-MAX_PRIORITY, MAX_PRIORITY);
        self.integer("priority", range.0, range.1, "a number between -2^62 and 2^62")?;
        Ok(())
    }

    /// Validates rules. They have no effect here, but KataGo rejects a query without them.
    pub fn check_rules(&self) -> Read<()> {
        let wrong = |text: String| Err(AnalysisNotice::for_field("rules", text));
        match self.get("rules") {
            Some(Value::Object(_)) => Ok(()),
            Some(Value::String(text)) => {
                let name = text.trim().to_ascii_lowercase().replace(['-', '_', ' '], "");
                let spelled = name.starts_with("ko") || name.starts_with('{');
                if spelled || RULES.contains(&name.as_str()) {
Ok(())
} else {
wrong(format!("Could not parse rules: {text}"))
}
            }
            _ => wrong("Must be the name of rules, such as \"chinese\" or \"tromp-taylor\", or a JSON object of them".to_owned()),
        }
    }

    /// Parses komi, in points.
    pub fn komi(&self) -> Read<Option<f64>> {
        let what = "an integer or half-integer from -150.0 to 150.0";
        let komi = self.number("komi", -150.0, 150.0, what)?;
        match komi {
            Some(komi) if (komi * 2.0).fract() != 0.0 => Err(must_be("komi", what)),
            komi => Ok(komi),
        }
    }

    pub fn player(&self, field: &str) -> Read<Option<Color>> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let color = value.as_str().and_then(|text| text.trim().parse().ok());
        color.map(Some).ok_or_else(|| must_be(field, "\"b\" or \"w\""))
    }

    pub fn integer(&self, field: &str, least: i64, most: i64, what: &str) -> Read<Option<i64>> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let number = value.as_i64().filter(|number| (least..=most).contains(number));
        number.map(Some).ok_or_else(|| must_be(field, what))
    }

    pub fn number(&self, field: &str, least: f64, most: f64, what: &str) -> Read<Option<f64>> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let number = value.as_f64().filter(|number| (least..=most).contains(number));
        number.map(Some).ok_or_else(|| must_be(field, what))
    }

    pub fn flag(&self, field: &str) -> Read<bool> {
        match self.get(field) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(must_be(field, "a boolean")),
        }
    }
}

/// Parses a vertex as KataGo does: GTP, or column and row from the upper left as in `(15,3)`.
pub fn parse_vertex(field: &str, text: &str, size: BoardSize) -> Result<Move, AnalysisNotice> {
    let word = text.trim();
    let by_numbers = || {
        let inner = word.strip_prefix('(')?.strip_suffix(')')?;
        let (x, y) = inner.split_once(',')?;
        size.point(x.trim().parse().ok()?, y.trim().parse().ok()?).map(Move::Play)
    };
    let found = by_numbers().or_else(|| Move::from_gtp(word, size).ok());
    let wrong = || format!("Could not parse board location: {text}");
    found.ok_or_else(|| AnalysisNotice::for_field(field, wrong()))
}

pub fn must_be(field: &str, what: &str) -> AnalysisNotice {
    AnalysisNotice::for_field(field, format!("Must be {what}"))
}

/// Parses a list of integers.
///
/// # Errors
/// The value is not a list of integers.
pub fn parse_integers(field: &str, list: &Value) -> Result<Vec<i64>, AnalysisNotice> {
    let numbers = list.as_array().map(|list| list.iter().map(Value::as_i64));
    let numbers = numbers.and_then(Iterator::collect::<Option<Vec<i64>>>);
    numbers.ok_or_else(|| must_be(field, "a list of integers"))
}
