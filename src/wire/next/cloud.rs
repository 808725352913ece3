//! The texts of chessdb's cloud book, plain and as JSON, for interfaces that ask it.

use serde_json::{Value, json};

use joseki_game::xiangqi::{Shift, XiangqiBoard};
use joseki_service::next::{CloudMove, CloudPosition, CloudRule};

/// An answer, to be written in either form.
#[derive(Clone, Debug)]
pub enum CloudAnswer {
    /// Nothing but a word: an error, or that something was accepted.
    Status(&'static str),
    /// All moves of a position, and legal ones that the book does not know.
    Moves(CloudPosition, Vec<Shift>),
    /// One move.
    Move(Shift),
    /// Moves that are worth a search.
    Search(Vec<Shift>),
    /// The score of the best move, and how far the position is from the start.
    Score(i64, usize),
    /// A line and the score of its first move.
    Line(i64, Vec<Shift>),
    /// What the rules say of each move.
    Rules(Vec<(Shift, CloudRule)>),
}

/// The moves of a list such as `h2e2|h9g7`, in which each may have a name before it, as in
/// `move:h2e2`; `None` if one is invalid.
#[must_use]
pub fn cloud_list(text: &str) -> Option<Vec<Shift>> {
    let moves = text.split('|').filter(|item| !item.is_empty());
    let moves = moves.map(|item| Shift::parse(item.strip_prefix("move:").unwrap_or(item)));
    moves.collect()
}

/// Whether a parameter is true, as PHP reads booleans.
#[must_use]
pub fn cloud_flag(text: &str) -> bool {
    ["1", "true", "on", "yes"].iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// The word for a position without legal moves.
#[must_use]
pub fn cloud_end(board: &XiangqiBoard) -> &'static str {
    if board.is_check() { "checkmate" } else { "stalemate" }
}

impl CloudAnswer {
    /// The plain text, without the byte at its end.
    #[must_use]
    pub fn text(&self) -> String {
        let join = |items: Vec<String>| items.join("|");
        match self {
            CloudAnswer::Status(status) => (*status).to_owned(),
            CloudAnswer::Moves(position, unknown) => {
                let known = position.moves.iter().map(|found| {
                    let rate = win_rate(found).map(|rate| format!(",winrate:{rate}"));
                    let (score, rank) = (found.score, found.rank);
                    let rate = rate.unwrap_or_default();
                    format!(
                        "move:{},score:{score},rank:{rank},note:{}{rate}",
                        found.shift,
                        note(found)
                    )
                });
                let unknown = unknown
                    .iter()
                    .map(|shift| format!("move:{shift},score:??,rank:0,note:{UNKNOWN}"));
                join(known.chain(unknown).collect())
            }
            CloudAnswer::Move(shift) => format!("move:{shift}"),
            CloudAnswer::Search(moves) => {
                join(moves.iter().map(|shift| format!("search:{shift}")).collect())
            }
            CloudAnswer::Score(score, _) => format!("eval:{score}"),
            CloudAnswer::Line(score, line) => {
                let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
                format!("score:{score},depth:{},pv:{}", line.len(), moves.join("|"))
            }
            CloudAnswer::Rules(rules) => {
                let written = rules
                    .iter()
                    .map(|(shift, rule)| format!("move:{shift},rule:{}", <&str>::from(*rule)));
                join(written.collect())
            }
        }
    }

    /// The answer as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let text = ToString::to_string;
        match self {
            CloudAnswer::Status(status) => json!({ "status": status }),
            CloudAnswer::Moves(position, unknown) => {
                let known = position.moves.iter().map(|found| {
                    let mut item = json!({
                        "uci": found.shift.to_string(), "score": found.score, "rank": found.rank,
                        "note": note(found),
                    });
                    if let Some(rate) = win_rate(found) {
                        item["winrate"] = json!(rate);
                    }
                    item
                });
                let unknown = unknown.iter().map(|shift| {
                    json!({"uci": shift.to_string(), "score": "??", "rank": 0, "note": UNKNOWN})
                });
                let moves: Vec<Value> = known.chain(unknown).collect();
                json!({"status": "ok", "moves": moves, "ply": position.ply})
            }
            CloudAnswer::Move(shift) => json!({"status": "ok", "move": shift.to_string()}),
            CloudAnswer::Search(moves) => {
                let moves: Vec<String> = moves.iter().map(text).collect();
                json!({"status": "ok", "search": moves})
            }
            CloudAnswer::Score(score, ply) => json!({"status": "ok", "eval": score, "ply": ply}),
            CloudAnswer::Line(score, line) => {
                let moves: Vec<String> = line.iter().map(text).collect();
                json!({"status": "ok", "score": score, "depth": line.len(), "pv": moves})
            }
            CloudAnswer::Rules(rules) => {
                let moves = rules.iter().map(
                    |(shift, rule)| json!({"uci": shift.to_string(), "rule": <&str>::from(*rule)}),
                );
                json!({"status": "ok", "moves": moves.collect::<Vec<Value>>()})
            }
        }
    }
}

/// The note of a legal move that the book does not know.
const UNKNOWN: &str = "? (??-??)";

/// The note: how good a move is, and how many replies and moves are known after it.
fn note(found: &CloudMove) -> String {
    let sign = match found.rank {
        2 => '!',
        1 => '*',
        _ => '?',
    };
    format!("{sign} ({:02}-{:02})", found.replies.min(99), found.depth.min(99))
}

/// The share of points that the score means, in hundredths.
fn win_rate(found: &CloudMove) -> Option<String> {
    found.win_rate().map(|rate| format!("{:.2}", 100.0 * rate))
}
