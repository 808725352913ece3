//! The plainest search: every game replayed and turned, the whole rectangle compared after every
//! move, at every place.

use std::collections::BTreeMap;

use super::tests::head;
use super::*;
use joseki_format::game_info::GameOutcome;
use joseki_game::{Board, BoardSize, Color, Game, Move, Point, Symmetries, Symmetry};

/// A hit of one game: move, and what stands where on the board.
pub(super) type PlainHit = (usize, u16, Vec<(u8, u8, char)>);

/// What the plain search counts.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Plain {
    pub(super) hits: Vec<PlainHit>,
    pub(super) swapped: usize,
    pub(super) no_continuation: u64,
    /// By colour, y and x: hits, later ones, wins of the pattern's black and white.
    pub(super) continuations: BTreeMap<(u8, u8, u8), [u64; 4]>,
}

pub(super) fn exchanged(letter: char) -> char {
    match letter {
        'X' => 'O',
        'O' => 'X',
        'x' => 'o',
        'o' => 'x',
        other => other,
    }
}

pub(super) fn holds(letter: char, stone: Option<Color>) -> bool {
    match letter {
        '.' => stone.is_none(),
        'X' => stone == Some(Color::Black),
        'O' => stone == Some(Color::White),
        'x' => stone != Some(Color::White),
        'o' => stone != Some(Color::Black),
        _ => true,
    }
}

/// Searches by turning the games instead of the pattern.
pub(super) fn plain_search(
    size: BoardSize,
    games: &[Vec<(Color, Move)>],
    pattern: &Pattern,
) -> Plain {
    let lines = size.get();
    let rows: Vec<Vec<char>> = pattern.rows().iter().map(|row| row.chars().collect()).collect();
    let (width, height) = (rows[0].len() as u8, rows.len() as u8);
    let anchor = pattern.anchor();
    let options = pattern.options();
    let exchanges: &[bool] = if options.swap { &[false, true] } else { &[false] };
    let turns: Vec<(Symmetry, bool)> = exchanges
        .iter()
        .flat_map(|exchange| Symmetries::SQUARE.iter().map(|symmetry| (symmetry, *exchange)))
        .collect();
    // What stands where on the board that is not turned, if the pattern lies there on the turned.
    let on_board = |(symmetry, exchange): (Symmetry, bool), x: u8, y: u8| {
        let back = symmetry.inverse();
        let mut points = Vec::new();
        for (dy, row) in (0..).zip(&rows) {
            for (dx, letter) in (0..).zip(row) {
                let (x, y) = back.apply((x + dx, y + dy), (lines, lines));
                points.push((x, y, if exchange { exchanged(*letter) } else { *letter }));
            }
        }
        points.sort_unstable();
        points
    };
    let places: Vec<(u8, u8)> = (anchor.top..=anchor.bottom)
        .flat_map(|y| (anchor.left..=anchor.right).map(move |x| (x, y)))
        .collect();
    // Turns under which the pattern lies on the board in the same ways are one image, unless their
    // sequences differ.
    let signature = |turn: (Symmetry, bool)| {
        let mut all: Vec<_> = places
            .iter()
            .map(|(x, y)| {
                let back = turn.0.inverse();
                let sequence: Vec<_> = options
                    .sequence
                    .iter()
                    .map(|stone| {
                        let at = (x + stone.x, y + stone.y);
                        let color = if turn.1 { stone.color.opposite() } else { stone.color };
                        (back.apply(at, (lines, lines)), color as u8)
                    })
                    .collect();
                (on_board(turn, *x, *y), sequence)
            })
            .collect();
        all.sort_unstable();
        all
    };
    let mut images: Vec<(_, Vec<(Symmetry, bool)>)> = Vec::new();
    for turn in turns {
        let signature = signature(turn);
        match images.iter_mut().find(|(found, _)| *found == signature) {
            Some((_, turns)) => turns.push(turn),
            None => images.push((signature, vec![turn])),
        }
    }
    let mut found = Plain::default();
    for (number, moves) in games.iter().enumerate() {
        for (_, turns) in &images {
            let (first, exchange) = turns[0];
            for (x, y) in &places {
                let hit = first_in(size, moves, (first, exchange), &rows, (*x, *y));
                let Some(moment) = hit.filter(|it| *it <= options.until_move.unwrap_or(u16::MAX))
                else {
                    continue;
                };
                let lies = on_board((first, exchange), *x, *y);
                // Stones inside, under each turn that is the same image.
                let inside = |turn: (Symmetry, bool)| {
                    let (at_x, at_y) = *places
                        .iter()
                        .find(|(x, y)| on_board(turn, *x, *y) == lies)
                        .expect("the same image");
                    let after = moves.iter().zip(1u16..).filter(move |(_, at)| *at > moment);
                    let inside = after.filter_map(move |((color, played), at)| {
                        let Move::Play(point) = played else { return None };
                        let (x, y) = turn.0.apply((point.x(), point.y()), (lines, lines));
                        let (x, y) = (x.checked_sub(at_x)?, y.checked_sub(at_y)?);
                        let color = if turn.1 { color.opposite() } else { *color };
                        (x < width && y < height).then_some((at, (color as u8, y, x)))
                    });
                    inside.collect::<Vec<_>>()
                };
                let seen = inside((first, exchange));
                let must = options.sequence.iter().map(|it| (it.color as u8, it.y, it.x));
                let must: Vec<_> = must.collect();
                let follows: Vec<_> = seen.iter().map(|(_, it)| *it).take(must.len()).collect();
                if follows != must {
                    continue;
                }
                let since = must.len().checked_sub(1).map_or(moment, |last| seen[last].0);
                let at = seen.get(must.len()).map(|(at, _)| *at);
                let names = turns.iter().map(|turn| inside(*turn));
                let least = names.filter_map(|seen| Some(seen.get(must.len())?.1)).min();
                if options.next.is_some_and(|next| {
                    let has_colors = turns.iter().all(|turn| turn.1 == exchange);
                    least.is_none_or(|it| has_colors && it.0 != next as u8)
                }) {
                    continue;
                }
                found.hits.push((number, moment, lies.clone()));
                found.swapped += usize::from(exchange);
                let result = head(number as u64).outcome;
                let black = (result == GameOutcome::Black) != exchange;
                let has_winner = matches!(result, GameOutcome::Black | GameOutcome::White);
                match (at, least) {
                    (Some(at), Some(least)) => {
                        let counted = found.continuations.entry(least).or_default();
                        counted[0] += 1;
                        counted[1] += u64::from(at - since > 2);
                        counted[2] += u64::from(has_winner && black);
                        counted[3] += u64::from(has_winner && !black);
                    }
                    _ => found.no_continuation += 1,
                }
            }
        }
    }
    found.hits.sort_unstable();
    found
}

/// Returns the first move after which a turned game has the rows at a place.
pub(super) fn first_in(
    size: BoardSize,
    moves: &[(Color, Move)],
    (symmetry, exchange): (Symmetry, bool),
    rows: &[Vec<char>],
    (x, y): (u8, u8),
) -> Option<u16> {
    let lines = size.get();
    let mut board = Board::new(Game::Go, size);
    let mut played = moves.iter();
    for moment in 0u16.. {
        let holds = (y..).zip(rows).all(|(y, row)| {
            (x..).zip(row).all(|(x, letter)| {
                let (x, y) = symmetry.inverse().apply((x, y), (lines, lines));
                let stone = board.at(Point::new(x, y));
                let stone = if exchange { stone.map(Color::opposite) } else { stone };
                holds(*letter, stone)
            })
        });
        if holds {
            return Some(moment);
        }
        let (color, played) = played.next()?;
        board.play(*color, *played).expect("legal");
    }
    None
}
