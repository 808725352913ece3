//! `joseki solve`: wins by force.

use std::io::Write;

use serde::{Deserialize, Serialize};

use super::line_answers::{LineError, answer_lines};
use crate::cli::args::SolveArgs;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::game::xiangqi::{Shift, XiangqiBoard};
use crate::search::{MateAnswer, solve_mate};
use crate::service::ServiceError;
use crate::wire::RequestError;

#[derive(Deserialize)]
struct Question {
    fen: String,
}

#[derive(Default, Serialize)]
struct Answer {
    mate_in: Option<u32>,
    first: Vec<String>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    limit: bool,
}

/// Solves one position, or one a line.
pub fn run(args: &SolveArgs, out: &mut impl Write) -> Result<(), CliError> {
    let Some(fen) = &args.fen else {
        let answer = |line: &[u8]| {
            let question: Question =
                serde_json::from_slice(line).map_err(|error| format!("invalid JSON: {error}"))?;
            let board = question.fen.parse().map_err(|error| format!("fen: {error}"))?;
            solve(board, args).map_err(|error| LineError::from(error.to_string()))
        };
        return match answer_lines(args.file.as_deref(), out, answer)? {
            0 => Ok(()),
            refused => Err(CliError::BoardsRefused { refused }),
        };
    };
    let board = fen
        .parse()
        .map_err(|error| CliError::Request(RequestError::new("invalid_value", "fen", error)))?;
    output::json(out, &solve(board, args)?)
}

fn solve(board: XiangqiBoard, args: &SolveArgs) -> Result<Answer, ServiceError> {
    let texts = |moves: &[Shift]| moves.iter().map(Shift::to_string).collect();
    Ok(match solve_mate(board, args.moves, args.nodes)? {
        MateAnswer::Mate(mate) => Answer {
            mate_in: Some(mate.mate_in),
            first: texts(&mate.first),
            line: texts(&mate.line),
            limit: false,
        },
        MateAnswer::None => Answer::default(),
        MateAnswer::Unknown => Answer { limit: true, ..Answer::default() },
    })
}
