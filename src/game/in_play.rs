//! A game of any kind while it is played: its moves, whose turn it is, and how it ended.

use super::five::{FiveBoard, FiveEnd, FiveUndo};
use super::go::{GoGame, Rules};
#[cfg(feature = "test-game")]
use super::stones::Stones;
use super::xiangqi::{XiangqiBoard, XiangqiEnd, XiangqiGame, XiangqiRules};
use super::{Board, BoardSize, Color, Game, IllegalMove, Move, Point};

/// A game between two players who move in turn.
///
/// ```
/// use joseki_game::{BoardSize, Color, Game, GameConclusion, GameInPlay, Move};
///
/// let size = BoardSize::new(15)?;
/// let mut game = GameInPlay::new(Game::Gomoku, size);
/// for text in ["A1", "A15", "B1", "B15", "C1", "C15", "D1", "D15", "E1"] {
///     game.play(Move::from_gtp(text, size)?)?;
/// }
/// assert!(matches!(game.conclusion(), Some(GameConclusion::Won(Color::Black, _))));
/// assert!(game.undo().is_some() && game.conclusion().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameInPlay {
    game: Game,
    first: Color,
    moves: Vec<Move>,
    state: PlayState,
}

#[derive(Clone, Debug)]
enum PlayState {
    Go(Box<GoGame>),
    Five(FiveBoard, Vec<FiveUndo>),
    Xiangqi(Box<XiangqiGame>),
    #[cfg(feature = "test-game")]
    Stones(Stones),
}

/// How a game ended by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameConclusion {
    /// This side won.
    Won(Color, EndReason),
    /// Nobody won.
    Drawn(EndReason),
    /// Both sides passed in Go: the board decides.
    Unscored,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum EndReason {
    /// A row of five.
    #[strum(serialize = "five in a row")]
    Five,
    /// No stone can be placed, or both sides passed.
    #[strum(serialize = "a full board or passes")]
    Full,
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move.
    Stalemate,
    /// A position occurred once too often.
    Repetition,
    /// Too many moves without a capture.
    #[strum(serialize = "no progress")]
    NoProgress,
}

impl GameConclusion {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameConclusion::Won(color, _) => Some(color),
            GameConclusion::Drawn(_) | GameConclusion::Unscored => None,
        }
    }
}

impl GameInPlay {
    /// Begins a game on an empty board, or at the start position of xiangqi.
    #[must_use]
    pub fn new(game: Game, size: BoardSize) -> GameInPlay {
        let state = match Board::new(game, size) {
            Board::Go(_) => PlayState::Go(Box::new(GoGame::new(size, Rules::default()))),
            Board::Five(board) => PlayState::Five(board, Vec::new()),
            Board::Xiangqi(board) => return GameInPlay::from_position(*board),
            #[cfg(feature = "test-game")]
            Board::Stones(board) => PlayState::Stones(board),
        };
        GameInPlay { game, first: Color::Black, moves: Vec::new(), state }
    }

    /// Begins a game of Go with handicap stones: White moves first if there are any.
    ///
    /// # Errors
    /// A point off the board or with a stone, or a game that has no handicap.
    pub fn with_handicap(size: BoardSize, stones: &[Point]) -> Result<GameInPlay, IllegalMove> {
        let mut game = GoGame::new(size, Rules::default());
        for point in stones {
            if !size.contains(*point) {
                return Err(IllegalMove::OffBoard);
            }
            if game.place(Color::Black, *point).is_some() {
                return Err(IllegalMove::Occupied);
            }
        }
        let first = if stones.is_empty() { Color::Black } else { Color::White };
        let state = PlayState::Go(Box::new(game));
        Ok(GameInPlay { game: Game::Go, first, moves: Vec::new(), state })
    }

    /// The points of `stones` handicap stones; `None` if the board has no place for them: 2 to 9
    /// on odd boards of at least 9 lines, up to 4 on others of at least 7 lines.
    #[must_use]
    pub fn handicap_points(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
        let (lines, near) = (size.get(), if size.get() < 13 { 2 } else { 3 });
        let (far, middle) = (size.max().checked_sub(near)?, size.max() / 2);
        let corners = [(far, near), (near, far), (far, far), (near, near)];
        let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
        let most = if lines < 7 {
            0
        } else if lines % 2 == 0 || lines < 9 {
            4
        } else {
            9
        };
        if stones == 1 || stones > most {
            return None;
        }
        let on_sides = stones.saturating_sub(4) / 2 * 2;
        let centre = (stones > 4 && stones % 2 == 1).then_some((middle, middle));
        let points =
            corners.into_iter().take(stones.min(4)).chain(sides.into_iter().take(on_sides));
        Some(points.chain(centre).map(|(x, y)| Point::new(x, y)).collect())
    }

    /// Begins a game of xiangqi at a position.
    #[must_use]
    pub fn from_position(board: XiangqiBoard) -> GameInPlay {
        let played = XiangqiGame::new(board, XiangqiRules::default());
        GameInPlay {
            game: Game::Xiangqi,
            first: Color::from_side(board.to_move()),
            moves: Vec::new(),
            state: PlayState::Xiangqi(Box::new(played)),
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { self.first } else { self.first.opposite() }
    }

    /// The moves so far, with their colours.
    #[must_use]
    pub fn moves(&self) -> Vec<(Color, Move)> {
        let colors = [self.first, self.first.opposite()].into_iter().cycle();
        colors.zip(self.moves.iter().copied()).collect()
    }

    /// Returns the game before its first move.
    #[must_use]
    pub fn beginning(&self) -> GameInPlay {
        let mut game = self.clone();
        while game.undo().is_some() {}
        game
    }

    /// Returns the handicap stones with which a game of Go began.
    #[must_use]
    pub fn handicap_stones(&self) -> Vec<Point> {
        let board = self.beginning().board();
        let size = board.go().map(|board| board.size());
        let points = size.into_iter().flat_map(BoardSize::points);
        points.filter(|point| board.at(*point).is_some()).collect()
    }

    /// The position at which a game of xiangqi began, if it is not the usual one.
    #[must_use]
    pub fn position(&self) -> Option<&XiangqiBoard> {
        match &self.state {
            PlayState::Xiangqi(played) => {
                played.boards().first().filter(|board| **board != XiangqiBoard::new())
            }
            _ => None,
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        match &self.state {
            PlayState::Go(played) => Board::Go(*played.position()),
            PlayState::Five(board, _) => Board::Five(board.clone()),
            PlayState::Xiangqi(played) => Board::Xiangqi(Box::new(*played.board())),
            #[cfg(feature = "test-game")]
            PlayState::Stones(board) => Board::Stones(*board),
        }
    }

    /// The game of xiangqi with its history; `None` in another game.
    #[must_use]
    pub fn xiangqi(&self) -> Option<&XiangqiGame> {
        match &self.state {
            PlayState::Xiangqi(played) => Some(played),
            _ => None,
        }
    }

    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// The move is illegal or forbidden, or the game has ended; nothing changes then.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        if self.conclusion().is_some() {
            return Err(IllegalMove::GameOver);
        }
        let color = self.to_move();
        match (&mut self.state, played) {
            (PlayState::Go(game), Move::Play(_) | Move::Pass) => drop(game.play(color, played)?),
            (PlayState::Five(board, undo), Move::Play(_) | Move::Pass) => {
                if let Move::Play(point) = played {
                    board.is_legal(color, point)?;
                }
                undo.push(board.play(color, played)?);
            }
            (PlayState::Xiangqi(game), Move::Shift(shift)) => {
                game.play(shift).map_err(IllegalMove::Shift)?;
            }
            (PlayState::Xiangqi(_), Move::Pass) => return Err(IllegalMove::Pass),
            #[cfg(feature = "test-game")]
            (PlayState::Stones(board), played) => board.play(color, played)?,
            _ => return Err(IllegalMove::OtherGame),
        }
        self.moves.push(played);
        Ok(())
    }

    /// Whether the side to move has a legal move; in renju, a stone that is not forbidden.
    #[must_use]
    pub fn can_move(&self) -> bool {
        match &self.state {
            PlayState::Five(board, _) => {
                let mut points = board.size().points();
                points.any(|point| board.is_legal(self.to_move(), point).is_ok())
            }
            PlayState::Xiangqi(played) => played.board().count_legal_moves() > 0,
            PlayState::Go(_) => true,
            #[cfg(feature = "test-game")]
            PlayState::Stones(_) => true,
        }
    }

    /// Whether a move of the side to move brings back an earlier position of Go, which only superko
    /// forbids.
    #[must_use]
    pub fn would_repeat(&self, played: Move) -> bool {
        match &self.state {
            PlayState::Go(game) => game.would_repeat(self.to_move(), played),
            _ => false,
        }
    }

    /// Takes back the last move and returns it; `None` at the beginning.
    pub fn undo(&mut self) -> Option<Move> {
        let played = self.moves.pop()?;
        match &mut self.state {
            PlayState::Go(game) => drop(game.undo()),
            PlayState::Five(board, undo) => undo.pop().into_iter().for_each(|it| board.undo(it)),
            PlayState::Xiangqi(game) => drop(game.undo()),
            #[cfg(feature = "test-game")]
            PlayState::Stones(board) => {
                if let Move::Play(point) = played {
                    let color = [self.first, self.first.opposite()][self.moves.len() % 2];
                    board.remove(color, point);
                }
            }
        }
        Some(played)
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn conclusion(&self) -> Option<GameConclusion> {
        match &self.state {
            PlayState::Go(_) => {
                let ended = matches!(self.moves[..], [.., Move::Pass, Move::Pass]);
                ended.then_some(GameConclusion::Unscored)
            }
            PlayState::Five(board, _) => board.end().map(|end| match end {
                FiveEnd::Five(color) => GameConclusion::Won(color, EndReason::Five),
                FiveEnd::Draw => GameConclusion::Drawn(EndReason::Full),
            }),
            PlayState::Xiangqi(played) => {
                let end = played.end()?;
                let reason = match end {
                    XiangqiEnd::Checkmate(_) => EndReason::Checkmate,
                    XiangqiEnd::Stalemate(_) => EndReason::Stalemate,
                    XiangqiEnd::Repetition(_) => EndReason::Repetition,
                    XiangqiEnd::NoProgress => EndReason::NoProgress,
                };
                Some(match end.loser() {
                    Some(loser) => GameConclusion::Won(Color::from_side(loser).opposite(), reason),
                    None => GameConclusion::Drawn(reason),
                })
            }
            #[cfg(feature = "test-game")]
            PlayState::Stones(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Shift;

    fn size(lines: u8) -> BoardSize {
        BoardSize::new(lines).expect("a size")
    }

    #[test]
    fn games_end_as_their_rules_say_and_go_on_when_a_move_is_taken_back() {
        let mut go = GameInPlay::new(Game::Go, size(9));
        go.play(Move::Pass).expect("legal");
        assert_eq!((go.conclusion(), go.to_move()), (None, Color::White));
        go.play(Move::Pass).expect("legal");
        assert_eq!(go.conclusion(), Some(GameConclusion::Unscored));
        assert_eq!(go.play(Move::Pass), Err(IllegalMove::GameOver));
        assert_eq!(go.undo(), Some(Move::Pass));
        assert_eq!((go.conclusion(), go.moves().len()), (None, 1));

        let mut renju = GameInPlay::new(Game::Renju, size(15));
        assert_eq!(renju.play(Move::Pass), Err(IllegalMove::Pass));
        let point = |text: &str| Move::Play(text_point(text));
        for text in ["h9", "a1", "h10", "a15", "g8", "o1", "f8", "o15"] {
            renju.play(point(text)).expect("legal");
        }
        // The double three of the page on renju: it is refused, and the turn does not change.
        assert!(matches!(renju.play(point("h8")), Err(IllegalMove::Forbidden(_))));
        assert_eq!((renju.to_move(), renju.moves().len()), (Color::Black, 8));

        let mate = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w".parse::<XiangqiBoard>().expect("a position");
        let mut xiangqi = GameInPlay::from_position(mate);
        assert!(xiangqi.position().is_some());
        let shift = Shift::parse("b7b9").expect("a move");
        xiangqi.play(Move::Shift(shift)).expect("legal");
        let won = GameConclusion::Won(Color::Black, EndReason::Checkmate);
        assert_eq!(xiangqi.conclusion(), Some(won));
        assert_eq!(xiangqi.play(Move::Shift(shift)), Err(IllegalMove::GameOver));
    }

    #[test]
    fn handicap_stones_stand_on_star_points_and_white_moves_first() {
        for lines in [9, 13, 19] {
            let stars = size(lines).star_points();
            for stones in [0, 2, 3, 4, 5, 6, 7, 8, 9] {
                let points = GameInPlay::handicap_points(size(lines), stones).expect("places");
                assert_eq!(points.len(), stones);
                let game = GameInPlay::with_handicap(size(lines), &points).expect("a game");
                assert_eq!(game.to_move(), [Color::Black, Color::White][usize::from(stones > 0)]);
                let board = game.board();
                assert_eq!(points.iter().filter(|it| board.at(**it).is_some()).count(), stones);
                let mut played = game.clone();
                played.play(Move::Play(crate::Point::new(0, 0))).expect("legal");
                let mut began = played.handicap_stones();
                began.sort_by_key(|point| points.iter().position(|other| other == point));
                assert_eq!((began, played.beginning().to_move()), (points.clone(), game.to_move()));
                // A board of 9 or 13 lines has no star points on its sides.
                assert!(lines < 19 || points.iter().all(|point| stars.contains(*point)));
            }
            assert!(GameInPlay::handicap_points(size(lines), 1).is_none());
        }
        assert!(GameInPlay::handicap_points(size(10), 5).is_none());
        let twice = [crate::Point::new(3, 3); 2];
        let refused = GameInPlay::with_handicap(size(9), &twice).expect_err("a point twice");
        assert_eq!(refused, IllegalMove::Occupied);
    }

    /// Both points left make a row of six; the board was found by a search of another program.
    #[test]
    fn a_side_whose_points_are_all_forbidden_cannot_move() {
        let rows = ["OOOOXO", "XXX.XX", "OOOXOO", "XOOOOX", "XX.XXX", "OXXXOO"];
        let mut board = FiveBoard::new(crate::five::FiveRules::Renju, size(6));
        for (y, row) in (0..).zip(rows) {
            for (x, letter) in (0..).zip(row.chars()) {
                let color = match letter {
                    'X' => Color::Black,
                    'O' => Color::White,
                    _ => continue,
                };
                board.place(color, crate::Point::new(x, y));
            }
        }
        let game = |first| GameInPlay {
            game: Game::Renju,
            first,
            moves: Vec::new(),
            state: PlayState::Five(board.clone(), Vec::new()),
        };
        assert!(!game(Color::Black).can_move() && game(Color::White).can_move());
        assert!(GameInPlay::new(Game::Renju, size(15)).can_move());
    }

    fn text_point(text: &str) -> crate::Point {
        crate::Point::from_letter_number(text, size(15)).expect("a point")
    }
}
