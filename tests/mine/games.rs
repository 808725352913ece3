//! Random games, always the same for the same seed.

use joseki::game::go::Position;
use joseki::game::{BoardSize, Color, Move, Point};
use joseki::mine::Ratings;

use crate::go_support::games::realistic_game;
use crate::go_support::random::Random;

const SIZE: BoardSize = BoardSize::NINETEEN;
/// Where corners are opened, in the upper left.
const OPENINGS: [(u8, u8); 6] = [(3, 3), (2, 3), (3, 2), (2, 2), (2, 4), (4, 2)];
const RESULTS: [&str; 7] = ["B+R", "W+3.5", "B+0.5", "W+R", "0", "Void", ""];

/// A game as it is written.
#[derive(Clone, Debug)]
pub struct Record {
    pub moves: Vec<(Color, Move)>,
    pub result: &'static str,
    pub year: u16,
    pub players: [String; 2],
    pub ranks: &'static str,
    pub komi: &'static str,
    /// Whether the moves carry the comments of an engine.
    pub evaluated: Option<u64>,
    /// An illegal move at the end: a stone on a stone.
    pub cut_short: bool,
}

/// A game of corner play, captures, kos and passes; some with evaluations, some cut short. Every game
/// of a seed is another one.
pub fn record(seed: u64) -> Record {
    let mut random = Random::new(seed);
    let length = 30 + random.below(200) as usize;
    let moves = match seed % 5 {
        // Local fights with many captures and kos.
        0 => all_points(realistic_game(SIZE, length, seed)),
        1 => any_colors(&mut random, length),
        _ => corner_play(&mut random, length),
    };
    Record {
        moves,
        result: RESULTS[random.below(7) as usize],
        year: [0, 1999, 2008, 2024][random.below(4) as usize],
        players: [format!("Black {seed}"), format!("White {seed}")],
        ranks: ["", "BR[9p]WR[3p]", "BR[2k]WR[1d]", "BR[4d]WR[6d]"][random.below(4) as usize],
        evaluated: (random.below(3) == 0).then_some(seed),
        cut_short: random.below(6) == 0,
        komi: ["", "KM[6.5]", "KM[7.5]"][random.below(3) as usize],
    }
}

/// Invented ratings of the players of these games, in some collections; with an advantage, Black's
/// depends on komi.
pub fn ratings(collections: &[&str], seeds: u64, advantage: f64) -> Ratings {
    let mut text = "joseki ratings 1\n".to_owned();
    for (number, collection) in (1..).zip(collections) {
        let mut random = Random::new(number);
        text += &format!("collection {collection}\ngrade {}\n", 0.3 * number as f64);
        for (komi, factor) in [("-", 1.0), ("6.5", 0.5), ("7.5", -0.7)] {
            text += &format!("komi {komi} {}\n", advantage * factor);
        }
        for (seed, color) in (0..seeds).flat_map(|seed| [(seed, "Black"), (seed, "White")]) {
            let rating = f64::from(random.below(4000)) / 1000.0 - 2.0;
            text += &format!("player {rating} {color} {seed}\n");
        }
    }
    Ratings::parse(&text).expect("ratings")
}

impl Record {
    /// One line of SGF.
    pub fn text(&self) -> String {
        let [black, white] = &self.players;
        let mut text = format!("(;GM[1]SZ[19]PB[{black}]PW[{white}]{}{}", self.ranks, self.komi);
        if !self.result.is_empty() {
            text.push_str(&format!("RE[{}]", self.result));
        }
        if self.year > 0 {
            text.push_str(&format!("DT[{}-05-17]", self.year));
        }
        let mut random = Random::new(self.evaluated.unwrap_or_default());
        for &(color, played) in &self.moves {
            text.push_str(&format!(";{}[{}]", color.letter(), played.to_sgf()));
            if self.evaluated.is_some() {
                text.push_str(&comment(&mut random));
            }
        }
        if self.cut_short {
            let stone = self.moves.iter().find(|(_, played)| *played != Move::Pass);
            let (color, played) = stone.expect("a stone");
            text.push_str(&format!(";{}[{}]", color.letter(), played.to_sgf()));
            text.push_str(&format!(";{}[{}]", color.letter(), played.to_sgf()));
        }
        text.push_str(")\n");
        text
    }

    /// The same game on a board that is turned and mirrored, with the colours swapped: the same for
    /// all that is counted.
    pub fn turned(&self) -> Record {
        let turn = |played: Move| match played {
            Move::Play(point) => Move::Play(Point::new(18 - point.y(), point.x())),
            other => other,
        };
        let moves = self.moves.iter();
        let [black, white] = self.players.clone();
        Record {
            moves: moves.map(|&(color, played)| (color.opposite(), turn(played))).collect(),
            result: match self.result {
                "B+R" => "W+R",
                "W+3.5" => "B+3.5",
                "B+0.5" => "W+0.5",
                "W+R" => "B+R",
                other => other,
            },
            players: [white, black],
            ranks: match self.ranks {
                "BR[9p]WR[3p]" => "BR[3p]WR[9p]",
                "BR[2k]WR[1d]" => "BR[1d]WR[2k]",
                "BR[4d]WR[6d]" => "BR[6d]WR[4d]",
                other => other,
            },
            // Evaluations would have to be turned round too.
            ..self.clone()
        }
    }
}

/// What KataGo writes of the position before a move; sometimes the words of a person.
fn comment(random: &mut Random) -> String {
    if random.below(12) == 0 {
        return "C[0.5 is what I would say]".to_owned();
    }
    let no_result = random.below(3);
    let win = random.below(101 - no_result);
    let loss = 100 - no_result - win;
    let hundredths = |number: u32| format!("{}.{:02}", number / 100, number % 100);
    let lead = f64::from(random.below(400)) / 10.0 - 20.0;
    format!(
        "C[{} {} {} {lead:.1} v={}]",
        hundredths(win),
        hundredths(loss),
        hundredths(no_result),
        100 + random.below(900)
    )
}

fn all_points(moves: Vec<(Color, Point)>) -> Vec<(Color, Move)> {
    let moves = moves.into_iter();
    moves.map(|(color, point)| (color, Move::Play(point))).collect()
}

/// Corners are opened, played on near the last stone there, left and taken up again.
fn corner_play(random: &mut Random, length: usize) -> Vec<(Color, Move)> {
    let mut board = Position::new(SIZE);
    let mut moves = Vec::new();
    let mut color = Color::Black;
    let mut last: [Option<Point>; 4] = [None; 4];
    let mut corner = 0;
    while moves.len() < length {
        match random.below(20) {
            0 => {
                board.pass();
                moves.push((color, Move::Pass));
                color = color.opposite();
                continue;
            }
            1..=5 => corner = random.below(4) as usize,
            _ => {}
        }
        let point = match last[corner] {
            _ if random.below(15) == 0 => random.point(SIZE),
            Some(last) => near(random, last),
            None => opening(random, corner),
        };
        if board.play(color, point).is_ok() {
            last[corner] = Some(point);
            moves.push((color, Move::Play(point)));
            color = color.opposite();
        }
    }
    moves
}

/// Anything legal near the corners, by either colour.
fn any_colors(random: &mut Random, length: usize) -> Vec<(Color, Move)> {
    let mut board = Position::new(SIZE);
    let mut moves = Vec::new();
    while moves.len() < length {
        let color = [Color::Black, Color::White][random.below(2) as usize];
        let corner = random.below(4) as usize;
        let point = at_corner(random.below(9) as u8, random.below(13) as u8, corner);
        if board.play(color, point).is_ok() {
            moves.push((color, Move::Play(point)));
        }
    }
    moves
}

fn near(random: &mut Random, last: Point) -> Point {
    let mut step = |from: u8| (from + random.below(9) as u8).saturating_sub(4).min(18);
    Point::new(step(last.x()), step(last.y()))
}

fn opening(random: &mut Random, corner: usize) -> Point {
    let (x, y) = OPENINGS[random.below(6) as usize];
    at_corner(x, y, corner)
}

fn at_corner(x: u8, y: u8, corner: usize) -> Point {
    match corner {
        0 => Point::new(x, y),
        1 => Point::new(18 - x, y),
        2 => Point::new(x, 18 - y),
        _ => Point::new(18 - x, 18 - y),
    }
}
