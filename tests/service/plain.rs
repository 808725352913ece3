//! The models once more, word by word as they are described, without a thought for speed.

use joseki::game::go::Position;
use joseki::game::{Color, Point};

/// The forces up, right, down and left at each point, row by row: every stone pushes on a stack of its own.
pub fn forces(board: &Position) -> Vec<[i32; 4]> {
    let lines = board.size().get();
    forces_in(board, lines, lines)
}

/// The same on the upper left `columns` by `rows` of a board, as if it were all.
pub fn forces_in(board: &Position, columns: u8, rows: u8) -> Vec<[i32; 4]> {
    const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    let (columns, rows) = (i32::from(columns), i32::from(rows));
    let mut field = vec![[0; 4]; (columns * rows) as usize];
    for (color, sign) in [(Color::Black, 1), (Color::White, -1)] {
        for stone in board.stones(color) {
            let at = (i32::from(stone.x()), i32::from(stone.y()));
            if at.0 >= columns || at.1 >= rows {
                continue;
            }
            let mut stack: Vec<((i32, i32), usize, i32)> = (0..4).map(|d| (at, d, 32)).collect();
            while let Some(((x, y), d, force)) = stack.pop() {
                if force == 0 {
                    continue;
                }
                let (mut d, mut to) = (d, (x + STEPS[d].0, y + STEPS[d].1));
                if !(0..columns).contains(&to.0) || !(0..rows).contains(&to.1) {
                    (d, to) = ((d + 2) % 4, (x, y));
                }
                field[(to.1 * columns + to.0) as usize][d] += sign * force;
                let point = Point::new(to.0 as u8, to.1 as u8);
                if board.at(point).is_none() {
                    stack.push((to, d, force / 2));
                }
                for side in [(d + 1) % 4, (d + 3) % 4] {
                    stack.push((to, side, force / 4));
                }
            }
        }
    }
    field
}

/// The quick model's field before and after it is smoothed, row by row.
pub fn quick(board: &Position) -> [Vec<i32>; 2] {
    let lines = i32::from(board.size().get());
    let inside = |x: i32, y: i32| (0..lines).contains(&x) && (0..lines).contains(&y);
    let at = |x: i32, y: i32| {
        let point = inside(x, y).then(|| Point::new(x as u8, y as u8));
        point.and_then(|point| board.at(point))
    };
    let everywhere = || (0..lines).flat_map(|y| (0..lines).map(move |x| (x, y)));
    let value = |x: i32, y: i32, color: Color| {
        let best = everywhere().filter(|&(sx, sy)| at(sx, sy) == Some(color));
        let best = best.filter_map(|(sx, sy)| {
            let (dx, dy) = (sx - x, sy - y);
            let enemy = Some(color.opposite());
            match (dx.abs().min(dy.abs()), dx.abs().max(dy.abs())) {
                (0, 1) => Some(6),
                // An enemy stone beside the point that touches the own stone stands at one of the two other points.
                (1, 1) if at(x + dx, y) == enemy || at(x, y + dy) == enemy => Some(3),
                (1, 1) => Some(5),
                (0, 2) => Some(3),
                (1, 2) => Some(2),
                _ => None,
            }
        });
        best.max().unwrap_or(0)
    };
    let raw: Vec<i32> = everywhere()
        .map(|(x, y)| match at(x, y) {
            Some(_) => 0,
            None => value(x, y, Color::Black) - value(x, y, Color::White),
        })
        .collect();
    let zeroed: Vec<i32> = raw.iter().map(|&v| if v.abs() == 1 { 0 } else { v }).collect();
    let smoothed = everywhere().map(|(x, y)| {
        let of = |x: i32, y: i32| zeroed[(y * lines + x) as usize];
        let own = of(x, y);
        let beside = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
        let beside = beside.into_iter().filter(|&(x, y)| inside(x, y) && at(x, y).is_none());
        let beside: Vec<i32> = beside.map(|(x, y)| of(x, y) * own.signum()).collect();
        let mut size = own.abs();
        if beside.iter().any(|&v| v <= 0) {
            size = size.min(3);
        }
        if beside.iter().any(|&v| v == 1 || v == 2) {
            size = size.min(5);
        }
        own.signum() * size
    });
    let smoothed = smoothed.collect();
    [raw, smoothed]
}

/// The field of Zobrist, row by row.
pub fn zobrist(board: &Position) -> Vec<i32> {
    let size = board.size();
    let lines = usize::from(size.get());
    let index = |point: Point| usize::from(point.y()) * lines + usize::from(point.x());
    let stone = |point: Point| match board.at(point) {
        Some(Color::Black) => 50,
        Some(Color::White) => -50,
        None => 0,
    };
    let mut field: Vec<i32> = size.points().map(stone).collect();
    for _ in 0..4 {
        let before = field.clone();
        for point in size.points() {
            let beside = point.neighbours(size);
            field[index(point)] += beside.map(|next| before[index(next)].signum()).sum::<i32>();
        }
    }
    field
}
