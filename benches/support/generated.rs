//! Books of any size, and boards that follow them.

use joseki::book::{Forest, Index, Line, Tracker};
use joseki::game::go::{GoGame, Rules};
use joseki::game::{BoardSize, Color, Corner, Frame, Move, Step};
use joseki::priority::random::hash;

const SIZE: BoardSize = BoardSize::NINETEEN;

/// A book shaped like a joseki dictionary: many choices at first, then few, each near the last.
pub fn book(nodes: usize) -> Forest {
    let mut forest = Forest::new();
    let mut n = 0;
    while forest.len() < nodes {
        n += 1;
        let mut line = Line::new();
        let mut path = 0;
        for ply in 0..(12 + hash(1, 2, [n, 0, 0]) % 20) {
            let choices = match ply {
                0..4 => 8,
                4..10 => 4,
                _ => 1 + hash(1, 3, [path, 0, 0]) % 2,
            };
            let choice = hash(1, 4, [n, ply, 0]) % choices;
            path = hash(1, 5, [path, choice, 0]);
            let (u, v) = (path % 8, (path >> 8) % 8);
            line.extend(Step::corner(u as u8, v as u8).filter(|step| !line.steps().contains(step)));
        }
        forest.insert(&line);
    }
    forest
}

/// A legal game of 20 moves, five in each corner, all along lines of the book; another one for each number.
pub fn board(index: &Index, number: u64) -> Vec<(Color, Move)> {
    let mut game = GoGame::new(SIZE, Rules::default());
    let mut color = Color::Black;
    for turn in 0..20 {
        let corner = Corner::ALL[turn / 2 % 4];
        let legal = moves_in(index, &game, corner, color);
        let drawn = hash(2, number, [turn as u64, 0, 0]) as usize;
        let drawn = if number == 0 { 0 } else { drawn };
        let played = legal.get(drawn % legal.len().max(1)).copied().unwrap_or(Move::Pass);
        let _passes_where_the_book_ends = game.play(color, played);
        color = color.opposite();
    }
    game.moves().collect()
}

/// As many boards, without a pass on them.
pub fn boards(index: &Index, count: usize) -> Vec<Vec<(Color, Move)>> {
    let all = (0..).map(|number| board(index, number));
    let whole = |moves: &Vec<(Color, Move)>| moves.iter().all(|(_, played)| *played != Move::Pass);
    all.filter(whole).take(count).collect()
}

fn moves_in(index: &Index, game: &GoGame, corner: Corner, color: Color) -> Vec<Move> {
    let played: Vec<(Color, Move)> = game.moves().collect();
    let tracker = Tracker::replay(index, SIZE, &[], &played);
    let reading = tracker.region(corner).known().next();
    let moves = reading.map(|reading| reading.continuations(index, color)).unwrap_or_default();
    let points =
        moves.iter().filter_map(|next| Frame::clockwise(corner).point_of(next.step, SIZE).ok());
    let played = points.map(Move::Play);
    played.filter(|played| game.is_legal(color, *played).is_ok()).collect()
}
