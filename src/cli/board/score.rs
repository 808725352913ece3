//! `joseki score`: scores a board.

use std::io::Write;

use super::score_report;
use crate::{
    args::{Format, ScoreArgs},
    error::CliError,
    look::OutputStyle,
    next::given_board,
    output, picture,
    text::first_line,
};
use joseki_format::{
    game_info::game_info,
    record::as_sgf,
    sgf::{Limits, read_collection},
};
use joseki_game::{Game, go::ScoringRules};
use joseki_service::board::{ScoreQuery, rules_named, score};
use joseki_store::DatabaseAddress;
use joseki_wire::{
    PrisonersJson, RequestError, ScoreRequest, ScoreResponse,
    moves::{split_moves, split_stones},
};

/// Minimum number of stones that count as a handicap.
const MIN_HANDICAP: u32 = 2;

/// Scores the board and prints the result.
pub fn run(
    db: &DatabaseAddress,
    args: &ScoreArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    picture::check(&args.picture, db)?;
    let (query, properties) = question(args)?;
    let size = query.board.size;
    let mut answer = score(&query).map_err(|error| CliError::Query {
        error,
        coords: args.board.coords,
        size,
    })?;
    picture::write(&args.picture, || score_report::picture(&answer), db)?;
    let mut notes = notes_of(args, &properties);
    notes.append(&mut answer.notes);
    answer.notes = notes;
    match args.format.format {
        Format::Json => {
            let response = ScoreResponse::new(&answer, args.board.coords);
            output::json(out, &response)
        }
        Format::Text => {
            let coords = args.board.coords;
            let result = properties.result.as_deref();
            Ok(score_report::write(&answer, result, coords, look, out)?)
        }
    }
}

fn question(args: &ScoreArgs) -> Result<(ScoreQuery, ScoringProperties), CliError> {
    let board = &args.board;
    let given = given_board::read(board)?;
    let properties = given.as_ref().map(|given| read(&given.bytes));
    let properties = properties.unwrap_or_default();
    let of_record = properties.rules.map(|rules| rules.to_string());
    let request = ScoreRequest {
        board_size: board.size,
        coords: board.coords,
        moves: split_moves(&board.moves),
        initial_stones: split_stones(&board.stones),
        rules: args.rules.clone().or(of_record),
        komi: args.komi.or(properties.komi),
        dead: args.dead.as_deref().map(point_list),
        estimate: args.estimate.clone(),
        seki: args.seki.as_deref().map(point_list),
        prisoners: PrisonersJson { black: args.prisoners_black, white: args.prisoners_white },
        groups: args.groups,
    };
    let query = match given {
        Some(given) => request.on_board(given.board),
        None => request.to_query(),
    };
    Ok((query.map_err(name_flag)?, properties))
}

/// Returns the points of a list; `none` is an empty list.
fn point_list(points: &[String]) -> Vec<String> {
    match points {
        [none] if none == "none" => Vec::new(),
        points => points.to_vec(),
    }
}

fn name_flag(error: RequestError) -> CliError {
    let field = error.field.replace('.', "-");
    CliError::Request(RequestError { field, ..error })
}

/// Returns notes on rules, komi and handicap that were taken from the record, or could not be.
fn notes_of(args: &ScoreArgs, properties: &ScoringProperties) -> Vec<String> {
    let mut notes = Vec::new();
    if args.rules.is_none() {
        match (&properties.rules, &properties.rules_text) {
            (Some(rules), _) => notes.push(format!("rules {rules}, from the record")),
            (None, Some(text)) => notes
                .push(format!("unknown rules {text:?} in the record: choose rules with --rules")),
            (None, None) => {}
        }
    }
    match (args.komi, properties.komi, &properties.komi_text) {
        (None, Some(komi), Some(text)) if text.trim().parse() != Ok(komi) => {
            notes.push(format!("komi {komi}, from the record's {text:?}"));
        }
        (None, Some(komi), _) => notes.push(format!("komi {komi}, from the record")),
        (None, None, Some(text)) => {
            notes.push(format!("invalid komi {text:?} in the record: set it with --komi"))
        }
        _ => {}
    }
    if properties.handicap >= MIN_HANDICAP {
        notes.push(format!(
            "{} handicap stones: compensation for White beyond komi is not counted",
            properties.handicap
        ));
    }
    notes
}

/// Scoring properties of a game record.
#[derive(Debug, Default)]
pub struct ScoringProperties {
    /// `RU`, if it names supported rules.
    pub rules: Option<ScoringRules>,
    /// `RU` as it is written.
    pub rules_text: Option<String>,
    /// `KM` in points, rounded to hundredths.
    pub komi: Option<f64>,
    /// `KM` as it is written.
    pub komi_text: Option<String>,
    /// `HA`, the number of handicap stones.
    pub handicap: u32,
    /// `RE` as it is written.
    pub result: Option<String>,
}

/// Reads the properties of the first game of a file. The file was parsed before, so errors are
/// ignored.
pub fn read(bytes: &[u8]) -> ScoringProperties {
    let sgf = as_sgf(Game::Go, bytes).ok();
    let collection = sgf.and_then(|sgf| read_collection(&sgf, &Limits::default()).ok());
    let Some(tree) = collection.and_then(|all| all.trees.into_iter().next()) else {
        return ScoringProperties::default();
    };
    let info = game_info(&tree);
    let text_of = |ident| {
        let text = tree.root().first(ident).map(|value| value.simple_text());
        text.and_then(|text| Some(first_line(&text)?.0))
    };
    ScoringProperties {
        rules: info.rules.as_deref().and_then(rules_named),
        rules_text: info.rules,
        // 0.6 as `f32` would show its rounding error as `f64`.
        komi: info.komi.map(|komi| (f64::from(komi) * 100.0).round() / 100.0),
        komi_text: text_of("KM"),
        handicap: info.handicap,
        result: text_of("RE"),
    }
}
