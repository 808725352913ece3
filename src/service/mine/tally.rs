//! Tallies of the games of a book about the whole board: how many lines and positions they have.

use crate::mine::Mining;
use std::collections::{BTreeMap, HashMap, HashSet};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::games::kept_moves;
use super::xiangqi_tally::{XiangqiTally, XiangqiTallyCounter};
use crate::book::Book;
use crate::error::ServiceError;
use crate::mine::error::MineError;
use crate::past::BookRef;
use joseki_base::cancel::checkpoint;
use joseki_book::Line;
use joseki_format::game_info::GameOutcome;
use joseki_game::five::FirstStones;
use joseki_game::{Color, Frame, Move, Point, Region, Step, Variant};

/// The number of moves up to which lines and positions are counted.
const TALLY_DEPTH: usize = 10;

/// After this many stones the most played positions are listed.
const LISTED_AFTER: usize = 4;

/// The number of positions listed.
const LISTED: usize = 10;

/// Games read at a time.
const ROWS: u32 = 1000;

/// Results of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ResultTally {
    /// All games.
    pub games: u64,
    /// Won by Black.
    pub black: u64,
    /// Won by White.
    pub white: u64,
    /// Draws.
    pub draw: u64,
}

/// What the counted games of a book are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GamesTally {
    /// All games; serialized as `games` and `results`, by the result as in SGF.
    #[serde(flatten, serialize_with = "total")]
    pub total: ResultTally,
    /// Different lines of 1, 2, … moves, under the symmetries of the board.
    #[serde(rename = "distinct_lines")]
    pub lines: Vec<u64>,
    /// Different positions after 1, 2, … moves.
    #[serde(rename = "distinct_positions")]
    pub positions: Vec<u64>,
    /// Results by opening of renju, by its code.
    pub openings: BTreeMap<&'static str, ResultTally>,
    /// The positions of four stones that most games have.
    #[serde(rename = "most_played_after_four")]
    pub most_played: Vec<PositionTally>,
}

/// Number of games with a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionTally {
    /// Steps of Black's stones, of White's, and the side to move.
    pub position: String,
    /// Number of games.
    pub games: u64,
}

fn total<S: Serializer>(tally: &ResultTally, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct ByResult {
        #[serde(rename = "B")]
        black: u64,
        #[serde(rename = "W")]
        white: u64,
        #[serde(rename = "0")]
        draw: u64,
    }
    let ResultTally { games, black, white, draw } = *tally;
    let mut map = to.serialize_map(Some(2))?;
    map.serialize_entry("games", &games)?;
    map.serialize_entry("results", &ByResult { black, white, draw })?;
    map.end()
}

/// The tally of a book's games, by its game.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum BookTally {
    /// Of games of stones.
    Stones(GamesTally),
    /// Of games of xiangqi.
    Xiangqi(XiangqiTally),
}

impl Mining<'_> {
    /// Tallies the counted games of a book about the whole board, whose moves must be stored.
    ///
    /// # Errors
    /// Unknown book, a book of Go, or games without their moves.
    pub fn tally(&self, book: &str) -> Result<BookTally, ServiceError> {
        let held = self.service.head_of(&BookRef::from(book))?;
        let (name, variant) = (&held.info.name, held.index.variant());
        if variant.game().has_corners() {
            return Err(ServiceError::OtherGame {
                feature: "tallies",
                only: "games of the whole board",
                book: name.clone(),
                game: variant.game(),
            });
        }
        if variant.game().moves_pieces() {
            let mut counter = XiangqiTallyCounter::default();
            self.each_game(&held, |moves, outcome| counter.add(moves, outcome))?;
            let mut positions = counter.list();
            self.each_game(&held, |moves, outcome| positions.add(moves, outcome))?;
            return Ok(BookTally::Xiangqi(positions.finish()));
        }
        let mut counter = TallyCounter::new(variant);
        self.each_game(&held, |moves, outcome| counter.add(moves, outcome))?;
        Ok(BookTally::Stones(counter.finish()))
    }

    /// Calls a function with the moves and the result of each counted game of a book.
    pub(crate) fn each_game(
        &self,
        held: &Book,
        mut each: impl FnMut(&[(Color, Move)], GameOutcome),
    ) -> Result<(), ServiceError> {
        let (name, variant) = (&held.info.name, held.index.variant());
        let mut first = 0;
        loop {
            checkpoint()?;
            let rows = self.service.store.games_from(name, first, ROWS)?;
            let Some(last) = rows.last() else { return Ok(()) };
            first = last.number + 1;
            for row in rows {
                let (size, moves) =
                    kept_moves(&row, variant).ok_or_else(|| MineError::NoRecord {
                        book: name.clone(),
                        game: format!("{:016x}", row.fingerprint),
                    })?;
                // Games on other boards are kept, but not counted.
                if size != variant.size() {
                    continue;
                }
                each(&moves, GameOutcome::of_game(variant.game(), &row.result));
            }
        }
    }
}

struct TallyCounter {
    variant: Variant,
    tally: GamesTally,
    lines: Vec<HashSet<Line>>,
    positions: Vec<HashSet<String>>,
    listed: HashMap<String, u64>,
}

impl TallyCounter {
    fn new(variant: Variant) -> TallyCounter {
        TallyCounter {
            variant,
            tally: GamesTally::default(),
            lines: vec![HashSet::new(); TALLY_DEPTH],
            positions: vec![HashSet::new(); TALLY_DEPTH],
            listed: HashMap::new(),
        }
    }

    fn add(&mut self, moves: &[(Color, Move)], outcome: GameOutcome) {
        self.tally.total.add(outcome);
        let stones: Vec<(Color, Point)> = moves
            .iter()
            .filter_map(|(color, played)| Some((*color, played.point()?)))
            .take(TALLY_DEPTH)
            .collect();
        let size = self.variant.size();
        if let Some(FirstStones::Opening(opening)) = FirstStones::from_stones(&stones, size) {
            self.tally.openings.entry(opening.code).or_default().add(outcome);
        }
        let frame = Frame::plain(Region::Board);
        let step = |(color, played): &(Color, Move)| match played {
            Move::Pass => Some((*color, Step::TENUKI)),
            played => Some((*color, frame.step_of(*played, size)?)),
        };
        let steps: Vec<(Color, Step)> = moves.iter().filter_map(step).take(TALLY_DEPTH).collect();
        for count in 1..=steps.len() {
            let line: Line = steps[..count].iter().map(|(_, step)| *step).collect();
            let position = self.position(&steps[..count]);
            if count == LISTED_AFTER {
                *self.listed.entry(position.clone()).or_default() += 1;
            }
            self.lines[count - 1].insert(line.canonical());
            self.positions[count - 1].insert(position);
        }
    }

    /// The text of a position: Black's steps, White's, and the side to move; the least of its images.
    fn position(&self, steps: &[(Color, Step)]) -> String {
        let to_move = steps.last().map_or(Color::Black, |(color, _)| color.opposite());
        let image = |symmetry| {
            let of = |wanted: Color| {
                let stones =
                    steps.iter().filter(|(color, step)| *color == wanted && !step.is_tenuki());
                let mut texts: Vec<String> =
                    stones.map(|(_, step)| step.transformed(symmetry).to_string()).collect();
                texts.sort_unstable();
                texts.concat()
            };
            let letter = if to_move == Color::Black { 'b' } else { 'w' };
            format!("{}/{}/{letter}", of(Color::Black), of(Color::White))
        };
        let images = self.variant.alphabet().symmetries().iter().map(image);
        images.min().unwrap_or_default()
    }

    fn finish(self) -> GamesTally {
        let mut listed: Vec<(String, u64)> = self.listed.into_iter().collect();
        listed.sort_unstable_by(|one, other| (other.1, &one.0).cmp(&(one.1, &other.0)));
        listed.truncate(LISTED);
        let count = |len: usize| len as u64;
        GamesTally {
            lines: self.lines.iter().map(|lines| count(lines.len())).collect(),
            positions: self.positions.iter().map(|positions| count(positions.len())).collect(),
            most_played: listed
                .into_iter()
                .map(|(position, games)| PositionTally { position, games })
                .collect(),
            ..self.tally
        }
    }
}

impl ResultTally {
    fn add(&mut self, outcome: GameOutcome) {
        self.games += 1;
        match outcome {
            GameOutcome::Black => self.black += 1,
            GameOutcome::White => self.white += 1,
            GameOutcome::Draw => self.draw += 1,
            GameOutcome::Unknown => {}
        }
    }
}
