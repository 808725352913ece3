//! Deserialization of JSON and query parameters, with the field and location of an error.

use serde::de::DeserializeOwned;

use crate::error::problem::Problem;
use joseki_service::Code;
use joseki_wire::in_words;

/// Parses a JSON object.
///
/// # Errors
/// Malformed JSON, or an unknown, missing or invalid field.
pub fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    if bytes.trim_ascii().is_empty() {
        let detail = "the body is empty: expected a JSON object";
        return Err(Problem::new(Code::MalformedJson, detail));
    }
    // Serde would read a list as a struct without field names.
    if bytes.trim_ascii_start().starts_with(b"[") {
        let detail = "the body is a list: send an object with named fields";
        return Err(Problem::new(Code::InvalidValue, detail));
    }
    // Tracking the path costs as much again as parsing, so it is done only after an error.
    if let Ok(value) = serde_json::from_slice(bytes) {
        return Ok(value);
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        json_problem(&path, error.inner())
    })?;
    match reader.end() {
        Ok(()) => Ok(value),
        Err(error) => Err(json_problem(".", &error)),
    }
}

/// Parses the query parameters of a URL.
///
/// # Errors
/// An unknown, repeated or invalid parameter.
pub fn query<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let reader = serde_urlencoded::Deserializer::new(pairs);
    serde_path_to_error::deserialize(reader).map_err(|error| {
        let path = error.path().to_string();
        let message = expectation::<T>(query, &path).unwrap_or_else(|| error.inner().to_string());
        data_problem(&path, message, "parameter")
    })
}

/// Returns what a parameter expects instead of its value. The parser of numbers in queries reports
/// only what is wrong with the text, so the text is read again as a JSON string.
fn expectation<T: DeserializeOwned>(query: &str, name: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let (_, value) = pairs.find(|(key, _)| key == name)?;
    let object = serde_json::json!({ name: value });
    let error = serde_path_to_error::deserialize::<_, T>(object).err()?;
    let message = error.inner().to_string();
    let text = message.strip_prefix("invalid type: string ")?;
    (error.path().to_string() == name).then(|| format!("invalid value {text}"))
}

fn json_problem(path: &str, error: &serde_json::Error) -> Problem {
    let problem = if error.is_data() {
        data_problem(path, error.to_string(), "field")
    } else {
        Problem::new(Code::MalformedJson, error.to_string())
    };
    problem.at(error.line(), Some(error.column()))
}

/// Converts serde's "unknown field `x`, expected …" and the like; the name goes into `field`.
fn data_problem(path: &str, message: String, noun: &str) -> Problem {
    let message = in_words(message);
    let starts = |words: &str| message.starts_with(words);
    let (code, named) = if starts("unknown field") {
        (Code::UnknownField, quoted(&message))
    } else if starts("missing field") {
        (Code::MissingField, quoted(&message))
    } else if starts("duplicate field") {
        (Code::InvalidValue, quoted(&message))
    } else {
        (Code::InvalidValue, None)
    };
    let detail = message.replacen("field `", &format!("{noun} `"), 1);
    match (path, named) {
        (".", None) => Problem::new(code, detail),
        (".", Some(name)) => Problem::new(code, detail).field(name),
        (path, Some(name)) if path != name && !path.ends_with(&format!(".{name}")) => {
            let field = format!("{path}.{name}");
            Problem::new(code, format!("{path}: {detail}")).field(field)
        }
        (path, Some(_)) => Problem::new(code, detail).field(path),
        (path, None) => {
            let example = example(path).filter(|_| detail.contains("expected a list"));
            let example = example.map_or_else(String::new, |it| format!("; an example: {it}"));
            Problem::new(code, format!("{path}: {detail}{example}")).field(path)
        }
    }
}

/// Returns an example of a list that few guess the form of.
fn example(path: &str) -> Option<&'static str> {
    let name = path.rsplit('.').next()?.split('[').next()?;
    match name {
        "moves" => Some(r#""moves": [["B","Q16"],["W","O17"]]"#),
        "initial_stones" => Some(r#""initial_stones": [["B","D4"],["B","Q16"]]"#),
        _ => None,
    }
}

fn quoted(message: &str) -> Option<String> {
    message.split('`').nth(1).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_wire::{NextParameters, NextRequest};

    fn refused<T: DeserializeOwned>(text: &str) -> (Code, Option<String>, Option<usize>) {
        let problem = json::<T>(text.as_bytes()).err().map(Problem::into_json);
        let problem = problem.expect("the text should be refused");
        (problem.code, problem.field, problem.column)
    }

    #[test]
    fn json_is_refused_with_field_and_place() {
        let check = |text, code, field: Option<&str>, column| {
            let expected = (code, field.map(str::to_owned), Some(column));
            assert_eq!(refused::<NextRequest>(text), expected, "{text}");
        };
        check("{", Code::MalformedJson, None, 1);
        check("{} x", Code::MalformedJson, None, 4);
        check("{\"move\":[]}", Code::UnknownField, Some("move"), 7);
        check("{\"seed\":-1}", Code::InvalidValue, Some("seed"), 10);
        check("{\"moves\":[[\"B\"]]}", Code::InvalidValue, Some("moves[0]"), 16);
        check("{\"moves\":[[\"B\",\"Q16\",\"x\"]]}", Code::InvalidValue, Some("moves[0]"), 26);
        check("{\"moves\":[[\"B\",4]]}", Code::InvalidValue, Some("moves[0][1]"), 16);
        check("{\"seed\":1,\"seed\":2}", Code::InvalidValue, Some("seed"), 16);
        check("{\"coords\":\"chess\"}", Code::InvalidValue, Some("coords"), 17);
        let empty = json::<NextRequest>(b" \n").expect_err("empty").into_json();
        assert_eq!(empty.code, Code::MalformedJson);
        assert_eq!(empty.detail, "the body is empty: expected a JSON object");
        let text = json::<NextRequest>(br#"{"moves":["Q16"]}"#).expect_err("a move is a list");
        let detail = text.into_json().detail;
        assert!(
            detail.ends_with(r#"; an example: "moves": [["B","Q16"],["W","O17"]]"#),
            "{detail}"
        );
        let list = json::<NextRequest>(b" []").err().map(Problem::into_json);
        assert_eq!(list.map(|list| list.code), Some(Code::InvalidValue));
    }

    #[test]
    fn types_are_described_in_words() {
        let check = |text: &str, words: &str| {
            let problem = json::<joseki_wire::ResultRequest>(text.as_bytes());
            let detail = problem.expect_err("it should be refused").into_json().detail;
            assert!(detail.contains(words), "{text}: {detail}");
        };
        check("null", "expected an object");
        check("{\"margin\":\"much\"}", "expected a number");
        check("{\"board_size\":1.5}", "expected a whole number of 0 to 255");
        check("{\"moves\":3}", "invalid type: integer `3`, expected a list");
        check("{\"margin\":[]}", "invalid type: list, expected a number");
        check("{\"margin\":{}}", "invalid type: object, expected a number");
    }

    #[test]
    fn parameters_say_what_they_expect() {
        let check = |text: &str, words: &str| {
            let problem = query::<NextParameters>(text).expect_err("it should be refused");
            assert_eq!(problem.into_json().detail, words, "{text}");
        };
        check("limit=many", "limit: invalid value \"many\", expected a whole number");
        check("limit=", "limit: invalid value \"\", expected a whole number");
        check("seed=-1", "seed: invalid value \"-1\", expected a whole number");
        check(
            "board_size=300",
            "board_size: invalid value \"300\", expected a whole number of 0 to 255",
        );
        check("seed=1&seed=2", "duplicate parameter `seed`");
    }

    #[test]
    fn parameters_are_refused_with_their_name() {
        let check = |text, code, field: &str| {
            let problem = query::<NextParameters>(text).expect_err("it should be refused");
            let problem = problem.into_json();
            assert_eq!((problem.code, problem.field.as_deref()), (code, Some(field)), "{text}");
        };
        check("move=Q16", Code::UnknownField, "move");
        check("limit=", Code::InvalidValue, "limit");
        check("limit=many", Code::InvalidValue, "limit");
        check("seed=1&seed=2", Code::InvalidValue, "seed");
        check("coords=chess", Code::InvalidValue, "coords");
    }
}
