//! Converts a game element to SGF.

use std::collections::HashSet;

use super::RifGame;
use super::error::{RifFault, RifProblem};
use super::tables::{Tables, value};
use super::text::Attributes;
use crate::five::pos::parse_renju_text;
use crate::five::sgf_text::{Move, Point, game_text, push_if_present, push_points, push_property};

const BOARD_SIZE: u8 = 15;

/// A game element of the file.
pub(super) struct GameElement {
    attributes: Attributes,
    pub moves: String,
    pub info: String,
    pub is_truncated: bool,
}

impl GameElement {
    pub(super) fn new(attributes: Attributes) -> Self {
        Self { attributes, moves: String::new(), info: String::new(), is_truncated: false }
    }

    pub(super) fn id(&self) -> Option<&str> {
        Some(value(&self.attributes, "id")).filter(|id| !id.is_empty())
    }

    /// Converts the game to SGF. A game without moves is a problem.
    pub(super) fn convert(
        &self,
        tables: &Tables,
        is_repeated: bool,
    ) -> Result<RifGame, RifProblem> {
        let mut faults = Vec::new();
        if self.id().is_none() {
            faults.push(RifFault::MissingId);
        }
        if is_repeated {
            faults.push(RifFault::RepeatedId);
        }
        if self.is_truncated {
            faults.push(RifFault::Truncated);
        }
        let moves = read_moves(&self.moves, &mut faults);
        if moves.is_empty() {
            let fault = faults.pop().unwrap_or(RifFault::NoMoves);
            let is_of_moves = matches!(fault, RifFault::InvalidMove { .. });
            let fault = if is_of_moves { fault } else { RifFault::NoMoves };
            return Err(RifProblem { game: self.id().map(str::to_owned), fault });
        }
        let root = self.root(tables, &mut faults);
        let sgf = game_text(BOARD_SIZE, &root, &moves);
        Ok(RifGame { id: self.id().unwrap_or_default().to_owned(), sgf, faults })
    }

    /// Returns the properties of the root.
    fn root(&self, tables: &Tables, faults: &mut Vec<RifFault>) -> String {
        let attribute = |name| value(&self.attributes, name);
        let mut out = String::new();
        push_if_present(&mut out, "GN", attribute("id"));
        push_if_present(&mut out, "PB", self.player(tables, "black", faults));
        push_if_present(&mut out, "PW", self.player(tables, "white", faults));
        let tournament = tables.tournament(attribute("tournament"));
        if let Some(tournament) = tournament {
            push_if_present(&mut out, "DT", &tournament.date);
            push_if_present(&mut out, "PC", &tournament.place);
            push_if_present(&mut out, "EV", &tournament.name);
        }
        push_if_present(&mut out, "RO", attribute("round"));
        push_if_present(&mut out, "RE", self.result(faults));
        push_property(&mut out, "RU", "renju");
        push_if_present(&mut out, "ON", tables.opening(attribute("opening")).unwrap_or_default());
        push_points(&mut out, "JA", &self.offers(faults));
        push_if_present(&mut out, "JW", attribute("swap"));
        let rule = tables.rule(attribute("rule"));
        let rule = rule.or_else(|| tables.rule(&tournament?.rule));
        push_if_present(&mut out, "JY", rule.unwrap_or_default());
        push_if_present(&mut out, "JD", tournament.map_or("", |tournament| &tournament.rated));
        push_if_present(&mut out, "GC", self.info.trim());
        push_property(&mut out, "SO", "RenjuNet");
        out
    }

    fn player<'a>(&self, tables: &'a Tables, side: &str, faults: &mut Vec<RifFault>) -> &'a str {
        let id = value(&self.attributes, side);
        tables.player(id).unwrap_or_else(|| {
            let id = Some(id.to_owned()).filter(|id| !id.is_empty());
            faults.push(RifFault::UnknownPlayer { black: side == "black", id });
            ""
        })
    }

    fn result(&self, faults: &mut Vec<RifFault>) -> &'static str {
        match value(&self.attributes, "bresult") {
            "1" | "1.0" => "B+",
            "0" | "0.0" => "W+",
            "0.5" | "0,5" | ".5" | "1/2" | "½" => "0",
            "" => {
                faults.push(RifFault::NoResult);
                ""
            }
            other => {
                faults.push(RifFault::InvalidResult { text: other.to_owned() });
                ""
            }
        }
    }

    /// Returns the fifth moves that were offered and refused.
    fn offers(&self, faults: &mut Vec<RifFault>) -> Vec<Point> {
        let text = value(&self.attributes, "alt");
        let mut offers = Vec::new();
        for word in words(text) {
            match parse_renju_text(word, BOARD_SIZE) {
                Ok(points) => offers.extend(points.into_iter().flatten()),
                Err(_) => faults.push(RifFault::InvalidOffer { text: word.to_owned() }),
            }
        }
        offers
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_separator = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '/');
    text.split(is_separator).filter(|word| !word.is_empty())
}

/// Reads moves up to the first that is invalid.
fn read_moves(text: &str, faults: &mut Vec<RifFault>) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut stones = HashSet::new();
    for word in words(text) {
        let (played, is_valid) = match parse_renju_text(word, BOARD_SIZE) {
            Ok(played) => (played, true),
            Err(_) => (Vec::new(), false),
        };
        for next in played {
            if next.is_some_and(|point| !stones.insert(point)) {
                let (number, text) = (moves.len() + 1, word.to_owned());
                faults.push(RifFault::OccupiedPoint { number, text });
                return moves;
            }
            moves.push(next);
        }
        if !is_valid {
            let (number, text) = (moves.len() + 1, word.chars().take(40).collect());
            faults.push(RifFault::InvalidMove { number, text });
            break;
        }
    }
    moves
}
