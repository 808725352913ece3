//! Wins by force: request and response.

use clap::ValueEnum;
use joseki_service::Code;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::five_stones;
use crate::error::RequestError;
use joseki_game::five::{FiveBoard, FiveRules, LineClass};
use joseki_game::xiangqi::Shift;
use joseki_game::{BoardSize, Color, Game, Point};
use joseki_search::{MAX_MATE_LENGTH, MateAnswer, Refutation, WinAnswer};
use joseki_service::board::{SolveAnswer, SolveQuery};

/// Maximum length of a mate unless a request has another.
pub const MATE_MOVES: u32 = 8;

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolveKind {
    /// Mate, in xiangqi.
    Mate,
    /// Victory by continuous fours, in five in a row.
    Vcf,
    /// Victory by continuous threats, in five in a row.
    Vct,
}

/// A position to solve. Other fields are ignored, so that a file of expected answers can be sent as
/// it is.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(example = json!({"game": "renju", "kind": "vcf", "moves": "h8 i7 g9 e5 g7 j10 g8 g6 f8 e8 h10 i11 j8 i8"}))]
pub struct SolveRequest {
    /// Game: `renju`, `standard`, `gomoku` or `xiangqi`.
    pub game: String,
    /// What to look for; default: mates in xiangqi, otherwise `vcf`.
    pub kind: Option<SolveKind>,
    /// Xiangqi: the position.
    pub fen: Option<String>,
    /// Five in a row: the moves so far, such as `h8 i9`; `pass` or `--` for a pass.
    pub moves: Option<String>,
    /// Five in a row: Black's stones, instead of moves.
    pub black: Option<String>,
    /// White's stones.
    pub white: Option<String>,
    /// Five in a row: the side to move, `black` or `white`; default: by the number of moves or
    /// stones.
    pub to_move: Option<String>,
    /// Five in a row: lines of the board; default 15.
    pub board_size: Option<u8>,
    /// Maximum length of a mate, in moves of the side to move; default 8.
    pub max_moves: Option<u32>,
    /// Maximum number of positions to search. A server ends a longer search than it allows without a
    /// key.
    pub nodes: Option<u64>,
}

impl SolveRequest {
    /// Parses all fields but the number of positions.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn to_query(&self) -> Result<SolveQuery, RequestError> {
        let invalid =
            |field: &str, error: String| RequestError::new(Code::InvalidValue, field, error);
        if self.game.is_empty() {
            return Err(missing("game"));
        }
        let game = Game::parse(&self.game).map_err(|error| invalid("game", error.to_string()))?;
        let kind = match (self.kind, game.five_rules()) {
            (None | Some(SolveKind::Mate), None) if game.moves_pieces() => SolveKind::Mate,
            (None, Some(_)) => SolveKind::Vcf,
            (Some(kind @ (SolveKind::Vcf | SolveKind::Vct)), Some(_)) => kind,
            (_, None) if !game.moves_pieces() => {
                let message =
                    format!("\"{game}\" has no solver: use renju, standard, gomoku or xiangqi");
                return Err(invalid("game", message));
            }
            (_, None) => return Err(invalid("kind", "xiangqi has the kind mate only".to_owned())),
            (_, Some(_)) => {
                return Err(invalid("kind", format!("{game} has the kinds vcf and vct only")));
            }
        };
        if kind == SolveKind::Mate {
            let stones = [("moves", &self.moves), ("black", &self.black), ("white", &self.white)];
            if let Some((field, _)) = stones.into_iter().find(|(_, given)| given.is_some()) {
                return Err(invalid(field, "is for five in a row: use fen".to_owned()));
            }
            let fen = self.fen.as_deref().ok_or_else(|| missing("fen"))?;
            let board =
                fen.parse().map_err(|error| RequestError::new(Code::InvalidValue, "fen", error))?;
            let moves = self.max_moves.unwrap_or(MATE_MOVES);
            if !(1..=MAX_MATE_LENGTH).contains(&moves) {
                return Err(invalid(
                    "max_moves",
                    format!("{moves}: expected 1 to {MAX_MATE_LENGTH}"),
                ));
            }
            return Ok(SolveQuery::Mate { board: Box::new(board), moves });
        }
        if self.fen.is_some() {
            return Err(invalid("fen", "is for xiangqi: use moves, or black and white".to_owned()));
        }
        let rules = game.five_rules().ok_or_else(|| missing("game"))?;
        let (board, to_move) = self.five_board(game, rules)?;
        let won = Color::ALL.into_iter().find(|it| board.lines_of_class(*it, LineClass::Five) > 0);
        if let Some(color) = won {
            let message = format!("the game is over: {color} has five in a row");
            let field =
                if self.moves.is_some() { "moves" } else { ["black", "white"][color as usize] };
            return Err(invalid(field, message));
        }
        Ok(match kind {
            SolveKind::Vcf => SolveQuery::Fours(board, to_move),
            _ => SolveQuery::Threats(board, to_move),
        })
    }

    /// The board of five in a row, and the side to move.
    fn five_board(&self, game: Game, rules: FiveRules) -> Result<(FiveBoard, Color), RequestError> {
        let invalid =
            |field: &str, error: String| RequestError::new(Code::InvalidValue, field, error);
        let lines = self.board_size.unwrap_or(15);
        if !game.board_sizes().contains(&lines) {
            let sizes: Vec<String> = game.board_sizes().iter().map(u8::to_string).collect();
            let message = format!("{lines}: {game} has boards of {} lines", sizes.join(" or "));
            return Err(invalid("board_size", message));
        }
        let size =
            BoardSize::new(lines).map_err(|error| invalid("board_size", error.to_string()))?;
        let mut board = FiveBoard::new(rules, size);
        let mut count = 0;
        if let Some(moves) = &self.moves {
            if self.black.is_some() || self.white.is_some() {
                return Err(invalid("moves", "use either moves or black and white".to_owned()));
            }
            let mut color = Color::Black;
            for word in five_stones::words(moves) {
                if !matches!(word, "--" | "pass") {
                    five_stones::place(&mut board, color, "moves", word)?;
                }
                color = color.opposite();
                count += 1;
            }
        } else {
            if self.black.is_none() && self.white.is_none() {
                return Err(missing("moves"));
            }
            for (color, field, text) in
                [(Color::Black, "black", &self.black), (Color::White, "white", &self.white)]
            {
                for word in five_stones::words(text.as_deref().unwrap_or_default()) {
                    five_stones::place(&mut board, color, field, word)?;
                    count += 1;
                }
            }
        }
        let to_move = match &self.to_move {
            Some(text) => text
                .parse()
                .map_err(|error| RequestError::new(Code::InvalidValue, "to_move", error))?,
            None if count % 2 == 0 => Color::Black,
            None => Color::White,
        };
        Ok((board, to_move))
    }
}

fn missing(field: &str) -> RequestError {
    RequestError::new(Code::InvalidValue, field, "is missing")
}

/// What a solver found.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SolveResponse {
    /// In xiangqi.
    Mate(MateJson),
    /// In five in a row.
    Win(WinJson),
}

/// A mate.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct MateJson {
    /// Moves of the side to move until mate; null if none was found.
    pub mate_in: Option<u32>,
    /// All first moves that mate in that number.
    pub first: Vec<String>,
    /// The line with the longest defence.
    pub line: Vec<String>,
    /// Whether the limit of positions was reached; otherwise left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub limit: bool,
}

/// A win in five in a row.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct WinJson {
    /// Moves of the side to move until the win is certain; null if none was found.
    pub n: Option<u32>,
    /// For `vcf`, every first move of a win of at most 15 moves; for `vct`, first moves that were
    /// proved to win.
    pub first: Vec<String>,
    /// The line with the longest defence; for `vcf`, a shortest one.
    pub line: Vec<String>,
    /// The win against every defence; left out if there is none, or if it is too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<RefutationJson>,
    /// Whether the limit of positions was reached, so that there may be a win, or more first moves;
    /// otherwise left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub limit: bool,
}

/// A move that wins, and what follows every defence.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefutationJson {
    /// The move.
    pub attack: String,
    /// The defences that change what follows.
    pub answers: Vec<AnswerJson>,
    /// What wins after any other move, with the answers: a five, or a line of fours.
    pub otherwise: Vec<String>,
}

/// A defence and its refutation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnswerJson {
    /// The defence.
    pub defence: String,
    /// What wins against it.
    #[schema(no_recursion)]
    pub then: RefutationJson,
}

impl SolveResponse {
    /// Creates the response.
    #[must_use]
    pub fn new(answer: &SolveAnswer) -> SolveResponse {
        match answer {
            SolveAnswer::Mate(answer) => SolveResponse::Mate(mate(answer)),
            SolveAnswer::Win(answer, size) => SolveResponse::Win(win(answer, *size)),
        }
    }
}

fn mate(answer: &MateAnswer) -> MateJson {
    let texts = |moves: &[Shift]| moves.iter().map(Shift::to_string).collect();
    match answer {
        MateAnswer::Mate(mate) => MateJson {
            mate_in: Some(mate.mate_in),
            first: texts(&mate.first),
            line: texts(&mate.line),
            limit: false,
        },
        MateAnswer::None => MateJson::default(),
        MateAnswer::Unknown => MateJson { limit: true, ..MateJson::default() },
    }
}

fn win(answer: &WinAnswer, size: BoardSize) -> WinJson {
    match answer {
        WinAnswer::Win(win) => WinJson {
            n: Some(win.moves),
            first: texts(&win.first, size),
            line: texts(&win.line, size),
            refutation: win.refutation.as_ref().map(|refutation| tree(refutation, size)),
            limit: !win.is_complete,
        },
        WinAnswer::None => WinJson::default(),
        WinAnswer::Unknown => WinJson { limit: true, ..WinJson::default() },
    }
}

fn texts(points: &[Point], size: BoardSize) -> Vec<String> {
    points.iter().map(|point| point.to_letter_number(size)).collect()
}

fn tree(refutation: &Refutation, size: BoardSize) -> RefutationJson {
    let answers = refutation.answers.iter().map(|answer| AnswerJson {
        defence: answer.defence.to_letter_number(size),
        then: tree(&answer.then, size),
    });
    RefutationJson {
        attack: refutation.attack.to_letter_number(size),
        answers: answers.collect(),
        otherwise: texts(&refutation.otherwise, size),
    }
}
