//! The games that the service knows, and the boards that they are played on.

use strum::{Display, IntoStaticStr, VariantArray};

use super::go::is_foreign;
use super::square::{FILES, RANKS};
use super::{Alphabet, BoardSize, Color, Corner, Frame, ParseColorError, Region, Step, Symmetry};
use joseki_base::named::{Named, UnknownName};

/// The three ways to play five in a row that the service knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiveRules {
    /// Five or more win for both colours.
    Freestyle,
    /// Exactly five win for both colours; longer rows count for nothing.
    Standard,
    /// Black needs exactly five and may not play a double three, a double four or an overline;
    /// White wins with five or more. Passing is allowed after five stones.
    Renju,
}

/// A game. Stores keep the names.
///
/// The feature `test-game` adds two small games, which prove that nothing above `game` depends on
/// the rules of one.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Game {
    /// Go. A line belongs to a corner, so a book serves boards of all sizes.
    #[default]
    Go,
    /// Five in a row, freestyle: five or more win.
    Gomoku,
    /// Five in a row: exactly five win.
    Standard,
    /// Five in a row with moves that are forbidden to Black.
    Renju,
    /// Xiangqi, Chinese chess: Red, who moves first, has the part of Black in other games.
    Xiangqi,
    /// Stones on a square board with all eight symmetries.
    #[cfg(feature = "test-game")]
    TestSquare,
    /// Stones on a board of 3×5 points with four symmetries.
    #[cfg(feature = "test-game")]
    TestOblong,
}

/// Pawns by which the odds of an expected result grow by e.
pub const PAWNS: f64 = 3.3;

impl Game {
    /// Returns the sizes of the boards that a book may be for, the usual one first; empty if a book
    /// serves all sizes.
    #[must_use]
    pub const fn board_sizes(self) -> &'static [u8] {
        match self {
            Game::Go => &[],
            Game::Gomoku => &[15, 20],
            Game::Standard | Game::Renju => &[15],
            Game::Xiangqi => &[RANKS],
            #[cfg(feature = "test-game")]
            Game::TestSquare => &[5, 6],
            #[cfg(feature = "test-game")]
            Game::TestOblong => &[5],
        }
    }

    /// The share of points that an advantage in pawns means; `None` in games whose advantages are not
    /// those of engines.
    #[must_use]
    pub fn expected_of(self, advantage: f64) -> Option<f64> {
        (self == Game::Xiangqi).then(|| 1.0 / (1.0 + (-advantage / PAWNS).exp()))
    }

    /// The regions of the board in which lines are played, in the order in which answers list
    /// them.
    #[must_use]
    pub const fn regions(self) -> &'static [Region] {
        const CORNERS: [Region; 4] = {
            let [one, two, three, four] = Corner::ALL;
            [Region::Corner(one), Region::Corner(two), Region::Corner(three), Region::Corner(four)]
        };
        match self {
            Game::Go => &CORNERS,
            Game::Gomoku | Game::Standard | Game::Renju | Game::Xiangqi => &[Region::Board],
            #[cfg(feature = "test-game")]
            Game::TestSquare | Game::TestOblong => &[Region::Board],
        }
    }

    /// Whether a line is the same with the colours exchanged, so that either may begin it.
    #[must_use]
    pub const fn exchanges_colors(self) -> bool {
        match self {
            Game::Go => true,
            Game::Gomoku | Game::Standard | Game::Renju | Game::Xiangqi => false,
            #[cfg(feature = "test-game")]
            Game::TestSquare | Game::TestOblong => false,
        }
    }

    /// The name of a player's colour: Red, who moves first, and Black in xiangqi.
    #[must_use]
    pub const fn color_name(self, color: Color) -> &'static str {
        match (self, color) {
            (Game::Xiangqi, Color::Black) => "red",
            (Game::Xiangqi, Color::White) | (_, Color::Black) => "black",
            (_, Color::White) => "white",
        }
    }

    /// The name of a player's colour at the beginning of a sentence.
    #[must_use]
    pub fn side_name(self, color: Color) -> &'static str {
        match self.color_name(color) {
            "red" => "Red",
            "black" => "Black",
            _ => "White",
        }
    }

    /// The letter of a player's colour: `R` and `B` in xiangqi, else `B` and `W`.
    #[must_use]
    pub const fn color_letter(self, color: Color) -> &'static str {
        match (self, color) {
            (Game::Xiangqi, Color::Black) => "R",
            (Game::Xiangqi, Color::White) | (_, Color::Black) => "B",
            (_, Color::White) => "W",
        }
    }

    /// Parses a colour by its name or letter in any case; in xiangqi `w`, which is Red in FEN, too.
    ///
    /// # Errors
    /// The text names none of the game's colours.
    pub fn parse_color(self, text: &str) -> Result<Color, ParseColorError> {
        if self != Game::Xiangqi {
            return text.parse();
        }
        let is = |names: &[&str]| names.iter().any(|name| text.eq_ignore_ascii_case(name));
        match text {
            _ if is(&["r", "red", "w"]) => Ok(Color::Black),
            _ if is(&["b", "black"]) => Ok(Color::White),
            _ => Err(ParseColorError::RED_OR_BLACK),
        }
    }

    /// The number of the game in SGF (`GM`).
    #[must_use]
    pub const fn sgf_number(self) -> u32 {
        match self {
            Game::Go => 1,
            Game::Gomoku | Game::Standard | Game::Renju => 4,
            Game::Xiangqi => 7,
            #[cfg(feature = "test-game")]
            Game::TestSquare => 101,
            #[cfg(feature = "test-game")]
            Game::TestOblong => 102,
        }
    }

    /// The rules, if the game is five in a row.
    #[must_use]
    pub const fn five_rules(self) -> Option<FiveRules> {
        match self {
            Game::Gomoku => Some(FiveRules::Freestyle),
            Game::Standard => Some(FiveRules::Standard),
            Game::Renju => Some(FiveRules::Renju),
            _ => None,
        }
    }

    /// The stones that the opening rules place before colours are chosen, so that none of them is
    /// better than another.
    #[must_use]
    pub const fn opening_stones(self) -> usize {
        if self.has_opening_rules() { 3 } else { 0 }
    }

    /// Whether opening rules let the players choose colours and offer moves.
    #[must_use]
    pub const fn has_opening_rules(self) -> bool {
        match self {
            Game::Renju => true,
            Game::Go | Game::Gomoku | Game::Standard | Game::Xiangqi => false,
            #[cfg(feature = "test-game")]
            Game::TestSquare | Game::TestOblong => false,
        }
    }

    /// Whether a finished game is scored, with komi and handicap stones. Others end by their moves.
    #[must_use]
    pub const fn is_scored(self) -> bool {
        match self {
            Game::Go => true,
            Game::Gomoku | Game::Standard | Game::Renju | Game::Xiangqi => false,
            #[cfg(feature = "test-game")]
            Game::TestSquare | Game::TestOblong => false,
        }
    }

    /// Whether moves are those of pieces from point to point, which begin from a position; else stones
    /// are placed.
    #[must_use]
    pub const fn moves_pieces(self) -> bool {
        match self {
            Game::Xiangqi => true,
            Game::Go | Game::Gomoku | Game::Standard | Game::Renju => false,
            #[cfg(feature = "test-game")]
            Game::TestSquare | Game::TestOblong => false,
        }
    }

    /// Whether the program searches the game by itself and finds wins by force.
    #[must_use]
    pub const fn has_search(self) -> bool {
        match self {
            Game::Gomoku | Game::Standard | Game::Renju | Game::Xiangqi => true,
            Game::Go => false,
            #[cfg(feature = "test-game")]
            Game::TestSquare | Game::TestOblong => false,
        }
    }

    /// Whether its engines speak GTP, and KataGo's analysis protocol.
    #[must_use]
    pub const fn has_gtp_engines(self) -> bool {
        match self {
            Game::Go => true,
            Game::Gomoku | Game::Standard | Game::Renju | Game::Xiangqi => false,
            #[cfg(feature = "test-game")]
            Game::TestSquare | Game::TestOblong => false,
        }
    }

    /// Whether lines belong to corners, so that a board has four of them.
    #[must_use]
    pub const fn has_corners(self) -> bool {
        matches!(self.regions(), [Region::Corner(_), ..])
    }

    /// Whether a book serves boards of all sizes.
    #[must_use]
    pub const fn serves_all_sizes(self) -> bool {
        self.board_sizes().is_empty()
    }

    /// Parses the name of a game; `freestyle` is gomoku.
    ///
    /// # Errors
    /// The game is not built in; the error lists those that are.
    pub fn parse(name: &str) -> Result<Game, UnknownName> {
        match name {
            "freestyle" => Ok(Game::Gomoku),
            _ => <Game as Named>::parse("game", name),
        }
    }
}

/// What a book is about: a game, on boards of one size where the lines of two sizes differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant {
    game: Game,
    /// 0 if the game has one size, or its books serve all.
    board_size: u8,
}

impl Variant {
    /// Go, on boards of all sizes.
    pub const GO: Variant = Variant { game: Game::Go, board_size: 0 };

    /// Renju, on its board of 15 lines.
    pub const RENJU: Variant = Variant { game: Game::Renju, board_size: 0 };

    /// Xiangqi.
    pub const XIANGQI: Variant = Variant { game: Game::Xiangqi, board_size: 0 };

    /// Returns the variant with this board size, or with the game's usual one.
    ///
    /// # Errors
    /// The game is not played on boards of this size, or its books serve all sizes.
    pub fn new(game: Game, board_size: Option<u8>) -> Result<Variant, VariantError> {
        let sizes = game.board_sizes();
        match board_size.or(sizes.first().copied()) {
            None => Ok(Variant { game, board_size: 0 }),
            Some(size) if !sizes.contains(&size) => Err(VariantError { game, size }),
            Some(_) if sizes.len() == 1 => Ok(Variant { game, board_size: 0 }),
            Some(board_size) => Ok(Variant { game, board_size }),
        }
    }

    /// Returns the variant of a game on this board: boards of all sizes are one in Go.
    ///
    /// # Errors
    /// The lines of the game differ by board size, and none are kept for this one.
    pub fn on_board(game: Game, size: BoardSize) -> Result<Variant, VariantError> {
        match game.board_sizes() {
            [] | [_] => Variant::new(game, None),
            _ => Variant::new(game, Some(size.get())),
        }
    }

    /// Whether it is what a text or a stored row without a game is about.
    #[must_use]
    pub fn is_default(self) -> bool {
        self == Variant::default()
    }

    /// The game.
    #[must_use]
    pub const fn game(self) -> Game {
        self.game
    }

    /// The board on which lines are replayed alone: 19×19 for the corners of Go.
    #[must_use]
    pub const fn size(self) -> BoardSize {
        let (width, height) = match self.game {
            Game::Go => (19, 19),
            Game::Gomoku => (self.board_size, self.board_size),
            Game::Standard | Game::Renju => (15, 15),
            Game::Xiangqi => (FILES, RANKS),
            #[cfg(feature = "test-game")]
            Game::TestSquare => (self.board_size, self.board_size),
            #[cfg(feature = "test-game")]
            Game::TestOblong => (3, 5),
        };
        match BoardSize::rectangle(width, height) {
            Ok(size) => size,
            Err(_) => BoardSize::MIN,
        }
    }

    /// The alphabet of the steps.
    #[must_use]
    pub const fn alphabet(self) -> Alphabet {
        let board = match self.game {
            Game::Go => None,
            Game::Xiangqi => Some(Alphabet::FROM_TO),
            _ => Alphabet::board(self.size()),
        };
        match board {
            Some(board) => board,
            None => Alphabet::CORNER,
        }
    }

    /// Start value of the position keys, so that two variants never have the same. Frozen, because
    /// stores keep keys; Go's is 0.
    #[must_use]
    pub const fn salt(self) -> u64 {
        match self.game {
            Game::Go => 0,
            Game::Gomoku => 0x60B0_C0F1_5E00_0000 | self.board_size as u64,
            Game::Standard => 0x57A2_DA2D_F1FE_0000,
            Game::Renju => 0x2E21_0BAD_4CE5_0000,
            Game::Xiangqi => 0x71A9_6710_0E0A_0000,
            #[cfg(feature = "test-game")]
            Game::TestSquare => 0x7E57_5CA1_E000_0000 | self.board_size as u64,
            #[cfg(feature = "test-game")]
            Game::TestOblong => 0x7E57_0B10_7600_0000,
        }
    }

    /// Whether a symmetry of a position exchanges the sides.
    #[must_use]
    pub const fn exchanges_sides(self, symmetry: Symmetry) -> bool {
        matches!(self.game, Game::Xiangqi) && symmetry.turns_over()
    }

    /// Whether a step cannot belong to a line, because it is in another region of the board.
    #[must_use]
    pub fn is_elsewhere(self, step: Step) -> bool {
        match self.game {
            Game::Go => is_foreign(step, self.size()),
            _ => false,
        }
    }

    /// The frame in which a canonical line is shown: a corner as the upper right one; a whole board
    /// by its first two steps, since renju's diagrams have the second move above the centre or to
    /// its upper right; xiangqi with the first move off the middle file on Red's right.
    #[must_use]
    pub fn shown(self, line: &[Step]) -> Frame {
        if let [Region::Corner(_), ..] = self.game.regions() {
            return Frame::clockwise(Corner::UpperRight);
        }
        if self.game == Game::Xiangqi {
            // The lesser image is the one on the left.
            return Frame { region: Region::Board, symmetry: Symmetry::MIRROR_LEFT_RIGHT };
        }
        let centre = (self.size().width() / 2, self.size().get() / 2);
        let is_odd = self.size().get() % 2 == 1;
        let coordinates = |at: usize| line.get(at).and_then(|step| step.coordinates());
        let symmetry = match (coordinates(0), coordinates(1)) {
            _ if self.game.five_rules().is_none() || !is_odd => Symmetry::IDENTITY,
            (Some(first), Some((u, v))) if first == centre && u == v => Symmetry::MIRROR_LEFT_RIGHT,
            (Some(first), _) if first == centre => Symmetry::ROTATE_90,
            _ => Symmetry::IDENTITY,
        };
        Frame { region: Region::Board, symmetry: symmetry.inverse() }
    }

    /// The lines of the board; `None` if the game has one size, or its books serve all.
    #[must_use]
    pub const fn board_size(self) -> Option<u8> {
        if self.board_size == 0 { None } else { Some(self.board_size) }
    }
}

/// The error for a size on which a game has no books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid board size {size} for {game}: {}", sizes_of(*.game))]
pub struct VariantError {
    game: Game,
    size: u8,
}

fn sizes_of(game: Game) -> String {
    let sizes: Vec<String> = game.board_sizes().iter().map(ToString::to_string).collect();
    if sizes.is_empty() {
        "its books serve boards of all sizes, so leave the size out".to_owned()
    } else {
        format!("expected {}", sizes.join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_unknown_ones_are_refused_with_those_that_are_built_in() {
        for game in Game::VARIANTS {
            assert_eq!(Game::parse(&game.to_string()), Ok(*game));
        }
        assert_eq!(Game::Go.to_string(), "go");
        let error = Game::parse("shogi").unwrap_err().to_string();
        assert!(
            error.starts_with("unknown game \"shogi\": expected go, gomoku, standard"),
            "{error}"
        );
    }

    #[test]
    fn a_book_of_go_has_no_board_size() {
        assert_eq!(Variant::new(Game::Go, None), Ok(Variant::GO));
        assert_eq!(Variant::GO.board_size(), None);
        let error = Variant::new(Game::Go, Some(19)).unwrap_err().to_string();
        assert!(error.ends_with("leave the size out"), "{error}");
    }

    #[cfg(feature = "test-game")]
    #[test]
    fn a_game_of_several_sizes_has_a_usual_one() {
        let size = |game, size| Variant::new(game, size).map(Variant::board_size);
        assert_eq!(size(Game::TestSquare, None), Ok(Some(5)));
        assert_eq!(size(Game::TestSquare, Some(6)), Ok(Some(6)));
        let error = size(Game::TestSquare, Some(7)).unwrap_err().to_string();
        assert_eq!(error, "invalid board size 7 for test_square: expected 5 or 6");
        assert_eq!(size(Game::TestOblong, Some(5)), Ok(None));
    }
}
