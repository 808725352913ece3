//! A ladder reader that is as plain as can be: a board of its own, no memory, every line to its end.
//!
//! It plays the ladder twice, as two games that somebody wins. In one the defender may take back any ko at
//! once and the attacker may not, in the other it is the other way round.

use joseki::game::go::{LadderOutcome, Position};
use joseki::game::{Color, Point};

/// What becomes of the chain on `target`, which has one or two liberties, with `first` to play. Nothing when
/// that takes more than `patience` positions.
pub fn plain_outcome(
    position: &Position,
    target: Point,
    first: Color,
    patience: u32,
) -> Option<LadderOutcome> {
    let defender = position.at(target)?;
    let taken_although = |free: Color| {
        let mut game = Game {
            side: usize::from(position.size().get()),
            target: 0,
            defender,
            free,
            seen: Vec::new(),
            patience,
        };
        game.target = game.index(target);
        let board = Board::of(position);
        game.is_taken_from(&board, first)
    };
    if taken_although(defender)? {
        return Some(LadderOutcome::Captured);
    }
    Some(if taken_although(defender.opposite())? {
        LadderOutcome::Ko
    } else {
        LadderOutcome::Escapes
    })
}

#[derive(Clone, PartialEq)]
struct Board {
    cells: Vec<Option<Color>>,
    ko: Option<(Color, usize)>,
}

struct Game {
    side: usize,
    target: usize,
    defender: Color,
    /// Who may take back a ko.
    free: Color,
    /// The positions of the line, each with the side to play and whether its move takes back a ko.
    seen: Vec<(Board, Color, bool)>,
    patience: u32,
}

impl Board {
    fn of(position: &Position) -> Self {
        let side = usize::from(position.size().get());
        let index = |point: Point| usize::from(point.y()) * side + usize::from(point.x());
        let mut cells = vec![None; side * side];
        for point in position.size().points() {
            cells[index(point)] = position.at(point);
        }
        let ko = position.ko().map(|(color, point)| (color, index(point)));
        Self { cells, ko }
    }
}

impl Game {
    fn index(&self, point: Point) -> usize {
        usize::from(point.y()) * self.side + usize::from(point.x())
    }

    fn beside(&self, at: usize) -> Vec<usize> {
        let (x, y) = (at % self.side, at / self.side);
        let mut out = Vec::new();
        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (x, y) = (x as i32 + dx, y as i32 + dy);
            let range = 0..self.side as i32;
            if range.contains(&x) && range.contains(&y) {
                out.push(y as usize * self.side + x as usize);
            }
        }
        out
    }

    /// The stones and the liberties of the chain on a point.
    fn chain(&self, board: &Board, at: usize) -> (Vec<usize>, Vec<usize>) {
        let color = board.cells[at];
        let (mut stones, mut liberties) = (vec![at], Vec::new());
        let mut next = 0;
        while next < stones.len() {
            for beside in self.beside(stones[next]) {
                let list = match board.cells[beside] {
                    None => &mut liberties,
                    other if other == color => &mut stones,
                    _ => continue,
                };
                if !list.contains(&beside) {
                    list.push(beside);
                }
            }
            next += 1;
        }
        (stones, liberties)
    }

    /// The board after a move, nothing if it is suicide.
    fn after(&self, board: &Board, color: Color, at: usize) -> Option<Board> {
        let mut next = board.clone();
        next.cells[at] = Some(color);
        let mut taken = Vec::new();
        for beside in self.beside(at) {
            if next.cells[beside] == Some(color.opposite()) {
                let (stones, liberties) = self.chain(&next, beside);
                if liberties.is_empty() {
                    taken.extend(stones);
                }
            }
        }
        taken.sort_unstable();
        taken.dedup();
        for &stone in &taken {
            next.cells[stone] = None;
        }
        let (stones, liberties) = self.chain(&next, at);
        if liberties.is_empty() {
            return None;
        }
        let is_ko = taken.len() == 1 && stones.len() == 1 && liberties == taken;
        next.ko = is_ko.then(|| (color.opposite(), taken[0]));
        Some(next)
    }

    /// The first move, which a defender with two liberties may also make elsewhere.
    fn is_taken_from(&mut self, board: &Board, first: Color) -> Option<bool> {
        let (_, liberties) = self.chain(board, self.target);
        if first == self.defender && liberties.len() == 2 {
            let elsewhere = Board { ko: None, ..board.clone() };
            if !self.is_taken(&elsewhere, first.opposite())? {
                return Some(false);
            }
        }
        self.is_taken(board, first)
    }

    fn is_taken(&mut self, board: &Board, color: Color) -> Option<bool> {
        self.patience = self.patience.checked_sub(1)?;
        let (stones, liberties) = self.chain(board, self.target);
        let attacks = color != self.defender;
        if attacks && liberties.len() != 2 {
            let is_banned = board.ko.is_some_and(|(who, at)| who == color && liberties == [at]);
            return Some(liberties.len() < 2 && (!is_banned || self.free == color));
        }
        let again = |(other, who, _): &(Board, Color, bool)| *who == color && other == board;
        if let Some(place) = self.seen.iter().position(again) {
            let took_back = self.seen[place..].iter().any(|&(_, _, back)| back);
            // Nobody can take back a ko for ever; if nobody must, it is as good as a ko.
            return Some((self.free == self.defender) == took_back);
        }
        let mut moves = liberties;
        if !attacks {
            moves.extend(self.takes(board, &stones));
        }
        for at in moves {
            let takes_back = board.ko == Some((color, at));
            if takes_back && self.free != color {
                continue;
            }
            let Some(next) = self.after(board, color, at) else {
                continue;
            };
            self.seen.push((board.clone(), color, takes_back));
            let taken = self.is_taken(&next, color.opposite());
            self.seen.pop();
            if taken? == attacks {
                return Some(attacks);
            }
        }
        Some(!attacks)
    }

    /// Where enemy chains in atari beside these stones are taken.
    fn takes(&self, board: &Board, stones: &[usize]) -> Vec<usize> {
        let mut out = Vec::new();
        for &stone in stones {
            for beside in self.beside(stone) {
                if board.cells[beside] == Some(self.defender.opposite()) {
                    let (_, liberties) = self.chain(board, beside);
                    if liberties.len() == 1 {
                        out.extend(liberties);
                    }
                }
            }
        }
        out
    }
}
