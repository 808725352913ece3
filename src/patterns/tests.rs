//! Compares searches with the plainest one.

use proptest::prelude::*;

use super::plain::{Plain, exchanged, plain_search};
use super::*;
use joseki_format::game_info::GameOutcome;
use joseki_game::{Board, BoardSize, Color, Game, Move, Point, Symmetry};
use joseki_mine::ExampleRank;

const NINE: BoardSize = match BoardSize::new(9) {
    Ok(size) => size,
    Err(_) => BoardSize::NINETEEN,
};

/// Numbers that look random.
#[derive(Clone)]
pub(super) struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize * bound) >> 31
    }
}

/// A game of legal moves that fights: most are next to another stone, some are passes, some by the
/// same colour again.
fn random_game(numbers: &mut Numbers, size: BoardSize, length: usize) -> Vec<(Color, Move)> {
    let mut board = Board::new(Game::Go, size);
    let (mut moves, mut color, mut last) = (Vec::new(), Color::Black, Point::new(4, 4));
    for _ in 0..length * 4 {
        let lines = usize::from(size.get());
        let mut near = |at: u8| {
            let moved = usize::from(at) + numbers.below(4);
            (moved.max(1) - 1).min(lines - 1) as u8
        };
        let (x, y) = (near(last.x()), near(last.y()));
        let played = match numbers.below(20) {
            0 => Move::Pass,
            1..=4 => {
                let point = (numbers.below(lines) as u8, numbers.below(lines) as u8);
                Move::Play(Point::new(point.0, point.1))
            }
            _ => Move::Play(Point::new(x, y)),
        };
        if board.play(color, played).is_ok() {
            moves.push((color, played));
            if let Move::Play(point) = played {
                last = point;
            }
            if numbers.below(15) > 0 {
                color = color.opposite();
            }
        }
        if moves.len() == length {
            break;
        }
    }
    moves
}

pub(super) fn head(fingerprint: u64) -> GameHead {
    let outcome = [GameOutcome::Black, GameOutcome::White, GameOutcome::Draw, GameOutcome::Unknown]
        [fingerprint as usize % 4];
    let date = 20_000_101 + (fingerprint as u32 % 7) * 10_000;
    GameHead { fingerprint, number: fingerprint as u32, date, outcome, ..GameHead::default() }
}

fn held(games: &[Vec<(Color, Move)>]) -> PatternGames {
    let games = games.iter().zip(0..).map(|(moves, number)| {
        PatternGame::new(Game::Go, NINE, moves, head(number)).expect("legal moves")
    });
    PatternGames::new(NINE).with_games(games.collect())
}

pub(super) fn rank(head: &GameHead) -> ExampleRank {
    ExampleRank::new(0, head.number, head.fingerprint)
}

fn fast_search(games: &PatternGames, pattern: &Pattern, threads: usize) -> (Plain, PatternCounts) {
    let order: GameOrder<'_> = Box::new(rank);
    let search = PatternSearch::new(vec![SearchedPattern::everywhere(pattern)]);
    let mut search = search.listing(10_000, order, None);
    assert_eq!(search.run(games, threads, &|| false), Ok(true));
    let counts = search.counts();
    let mut found = Plain { no_continuation: counts.no_continuation, ..Plain::default() };
    let rows: Vec<Vec<char>> = pattern.rows().iter().map(|row| row.chars().collect()).collect();
    for (_, head, hits) in search.listed(games, usize::MAX) {
        for hit in hits {
            found.swapped += usize::from(hit.is_exchanged);
            let dimensions = (rows[0].len() as u8, rows.len() as u8);
            let turned =
                if hit.symmetry.transposes() { (dimensions.1, dimensions.0) } else { dimensions };
            let mut lies = Vec::new();
            for (y, row) in (0..).zip(&rows) {
                for (x, letter) in (0..).zip(row) {
                    let (x, y) = hit.symmetry.apply((x, y), turned);
                    let letter = if hit.is_exchanged { exchanged(*letter) } else { *letter };
                    lies.push((hit.x + x, hit.y + y, letter));
                }
            }
            lies.sort_unstable();
            found.hits.push((head.number as usize, hit.moment, lies));
        }
    }
    found.hits.sort_unstable();
    for next in &counts.continuations {
        let [black, white] = next.wins.unwrap_or_default();
        let PatternMove::Stone(stone) = next.at else { panic!("a stone") };
        let at = (stone.color as u8, stone.y, stone.x);
        found.continuations.insert(at, [next.count, next.later, black, white]);
    }
    (found, counts)
}

/// A pattern that is invented, or cut out of a game.
fn random_pattern(numbers: &mut Numbers, games: &[Vec<(Color, Move)>]) -> Pattern {
    let is_whole = numbers.below(8) == 0;
    let mut length = || if is_whole { 9 } else { 1 + numbers.below(5) };
    let (width, height) = (length(), length());
    let letters: Vec<char> = ".XOxo*".chars().collect();
    let cut = numbers.below(4) > 0;
    let game = &games[numbers.below(games.len())];
    let mut board = Board::new(Game::Go, NINE);
    for (color, played) in &game[..numbers.below(game.len() + 1)] {
        board.play(*color, *played).expect("legal");
    }
    let (left, top) = (numbers.below(10 - width), numbers.below(10 - height));
    let wild = numbers.below(3);
    let rows: Vec<String> = (0..height)
        .map(|y| {
            let letters = (0..width).map(|x| {
                let stone = board.at(Point::new((left + x) as u8, (top + y) as u8));
                match (cut && numbers.below(3) >= wild, stone) {
                    (true, None) => '.',
                    (true, Some(Color::Black)) => 'X',
                    (true, Some(Color::White)) => 'O',
                    _ => letters[numbers.below(letters.len())],
                }
            });
            letters.collect()
        })
        .collect();
    let place: PatternPlace = match numbers.below(5) {
        _ if is_whole => AnchorWord::Board.into(),
        0 => AnchorWord::Corner.into(),
        1 => AnchorWord::Side.into(),
        2 => {
            let (x, y) = ((9 - width) as u8, (9 - height) as u8);
            let left = numbers.below(usize::from(x) + 1) as u8;
            let top = numbers.below(usize::from(y) + 1) as u8;
            PatternAnchor { left, right: (left + 2).min(x), top, bottom: (top + 1).min(y) }.into()
        }
        _ => AnchorWord::Any.into(),
    };
    let mut stone = || PatternStone {
        color: Color::ALL[numbers.below(2)],
        x: numbers.below(width) as u8,
        y: numbers.below(height) as u8,
    };
    let sequence: Vec<PatternStone> = [stone(), stone()].to_vec();
    let sequence = sequence[..2 - numbers.below(8).clamp(0, 2)].to_vec();
    let options = PatternOptions {
        swap: numbers.below(3) > 0,
        next: [None, None, Some(Color::Black), Some(Color::White)][numbers.below(4)],
        until_move: (numbers.below(3) == 0).then(|| numbers.below(60) as u16),
        sequence,
    };
    Pattern::new(NINE, &rows, place, options).expect("a valid pattern")
}

fn check(seed: u64, games: usize, patterns: usize) {
    let mut numbers = Numbers(seed);
    let games: Vec<_> =
        (0..games).map(|_| random_game(&mut numbers, NINE, 20 + seed as usize % 130)).collect();
    let held = held(&games);
    for _ in 0..patterns {
        let pattern = random_pattern(&mut numbers, &games);
        let expected = plain_search(NINE, &games, &pattern);
        let (found, counts) = fast_search(&held, &pattern, 2);
        let expected = match counts.wins {
            Some(_) => expected,
            // Colours are not defined.
            None => {
                let mut expected = expected;
                expected.continuations.values_mut().for_each(|counted| counted[2..].fill(0));
                expected
            }
        };
        assert_eq!(found, expected, "{pattern:?}");
        assert_eq!(counts.hits as usize, expected.hits.len());
        assert!(counts.swapped.is_none_or(|swapped| swapped as usize == expected.swapped));
        let continued: u64 = counts.continuations.iter().map(|next| next.count).sum();
        assert_eq!(counts.hits, continued + counts.no_continuation);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_search_finds_what_replaying_every_game_finds(seed in any::<u64>()) {
        check(seed, 6, 6);
    }
}

/// Short games on a line of moves that differ by their number.
fn short_games(count: usize) -> Vec<Vec<(Color, Move)>> {
    let mut numbers = Numbers(7);
    (0..count).map(|_| random_game(&mut numbers, NINE, 6)).collect()
}

fn counts_of(held: &PatternGames, pattern: &Pattern) -> PatternCounts {
    let mut search = PatternSearch::new(vec![SearchedPattern::everywhere(pattern)]);
    assert_eq!(search.run(held, 1, &|| false), Ok(true));
    search.counts()
}

#[test]
fn parts_threads_and_the_order_of_games_change_nothing() {
    let games = short_games(6000);
    let pattern = Pattern::new(NINE, &["X.", ".o"], AnchorWord::Any, PatternOptions::default());
    let pattern = pattern.expect("a pattern");
    let order = || -> GameOrder<'static> { Box::new(rank) };
    let search = || {
        let patterns = vec![SearchedPattern::everywhere(&pattern)];
        PatternSearch::new(patterns).listing(7, order(), None).by_year(true)
    };
    let whole = held(&games);
    let mut once = search();
    assert_eq!(once.run(&whole, 1, &|| false), Ok(true));
    let expected = (once.counts(), once.listed(&whole, 3));
    assert_eq!(expected.0.searched, 6000);
    for threads in [1, 2, 3] {
        let mut parts = search();
        let mut before = 0;
        // A block for each thread at a time.
        while let Ok(false) = {
            let taken = std::sync::atomic::AtomicUsize::new(0);
            let is_over = || taken.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= threads;
            parts.run(&whole, threads, &is_over)
        } {
            let searched = parts.counts().searched;
            assert!(before < searched && searched < 6000, "{before} {searched}");
            before = searched;
        }
        assert_eq!((parts.counts(), parts.listed(&whole, 3)), expected, "{threads}");
    }
    // Added in other parts and another order.
    let made = |number: usize| {
        let head = head(number as u64);
        PatternGame::new(Game::Go, NINE, &games[number], head).expect("legal")
    };
    let mut grown = PatternGames::new(NINE);
    for part in (0..6000).rev().collect::<Vec<_>>().chunks(1700) {
        grown = grown.with_games(part.iter().copied().map(made).collect());
    }
    let mut again = search();
    assert_eq!(again.run(&grown, 2, &|| false), Ok(true));
    assert_eq!((again.counts(), again.listed(&grown, 3)), expected);
}

#[test]
fn nobody_who_waits_ends_a_search() {
    let held = held(&short_games(3000));
    let pattern = Pattern::new(NINE, &["X"], AnchorWord::Any, PatternOptions::default());
    let pattern = pattern.expect("a pattern");
    for threads in [1, 2] {
        let progress = std::sync::Arc::<joseki_base::cancel::Progress>::default();
        assert!(progress.cancel());
        let ended = joseki_base::cancel::run(progress, None, || {
            let mut search = PatternSearch::new(vec![SearchedPattern::everywhere(&pattern)]);
            search.run(&held, threads, &|| false)
        });
        assert_eq!(ended, Err(joseki_base::cancel::Cancelled));
    }
}

/// The pattern with its rows turned and mirrored, and its colours exchanged.
fn turned(pattern: &Pattern, symmetry: Symmetry, exchange: bool) -> Vec<String> {
    let rows: Vec<Vec<char>> = pattern.rows().iter().map(|row| row.chars().collect()).collect();
    let (width, height) = (rows[0].len() as u8, rows.len() as u8);
    let (across, down) = if symmetry.transposes() { (height, width) } else { (width, height) };
    let mut turned = vec![vec![' '; usize::from(across)]; usize::from(down)];
    for (y, row) in (0..).zip(&rows) {
        for (x, letter) in (0..).zip(row) {
            let (x, y) = symmetry.apply((x, y), (across, down));
            let letter = if exchange { exchanged(*letter) } else { *letter };
            turned[usize::from(y)][usize::from(x)] = letter;
        }
    }
    turned.into_iter().map(|row| row.into_iter().collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn turning_and_exchanging_a_pattern_changes_coordinates_only(
        seed in any::<u64>(), number in 0u8..8, exchange in any::<bool>(),
    ) {
        let mut numbers = Numbers(seed);
        let games: Vec<_> = (0..12).map(|_| random_game(&mut numbers, NINE, 90)).collect();
        let held = held(&games);
        let drawn = random_pattern(&mut numbers, &games);
        let free = |rows: &[String]| {
            Pattern::new(NINE, rows, AnchorWord::Any, PatternOptions::default()).expect("a pattern")
        };
        let (one, other) = (free(&drawn.rows()), free(&turned(&drawn, Symmetry::from_number(number), exchange)));
        let (one, other) = (counts_of(&held, &one), counts_of(&held, &other));
        prop_assert_eq!((one.games, one.hits, one.no_continuation), (other.games, other.hits, other.no_continuation));
        let sorted = |counts: &PatternCounts| {
            let mut all: Vec<_> = counts.continuations.iter().map(|next| (next.count, next.later, next.games)).collect();
            all.sort_unstable();
            all
        };
        prop_assert_eq!(sorted(&one), sorted(&other));
    }

    #[test]
    fn a_star_loses_no_game_and_an_earlier_pattern_adds_none(seed in any::<u64>(), at in 0usize..25) {
        let mut numbers = Numbers(seed);
        let games: Vec<_> = (0..12).map(|_| random_game(&mut numbers, NINE, 90)).collect();
        let held = held(&games);
        let drawn = random_pattern(&mut numbers, &games);
        let mut rows: Vec<Vec<char>> = drawn.rows().iter().map(|row| row.chars().collect()).collect();
        let (height, width) = (rows.len(), rows[0].len());
        rows[at / 5 % height][at % width] = '*';
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        let free = |rows: &[String]| {
            Pattern::new(NINE, rows, AnchorWord::Any, PatternOptions::default()).expect("a pattern")
        };
        let (narrow, wide) = (free(&drawn.rows()), free(&rows));
        let (found, more) = (counts_of(&held, &narrow), counts_of(&held, &wide));
        prop_assert!(more.games >= found.games);
        let patterns = [&wide, &narrow].map(SearchedPattern::everywhere);
        let mut both = PatternSearch::new(patterns.into());
        prop_assert_eq!(both.run(&held, 1, &|| false), Ok(true));
        prop_assert_eq!(both.counts().games, found.games);
    }

    #[test]
    fn what_is_cut_out_of_a_game_is_found_there_at_that_move_or_earlier(
        seed in any::<u64>(), moment in 0usize..90, left in 0u8..5, top in 0u8..5,
    ) {
        let mut numbers = Numbers(seed);
        let game = random_game(&mut numbers, NINE, 90);
        let moment = moment.min(game.len());
        let mut board = Board::new(Game::Go, NINE);
        for (color, played) in &game[..moment] {
            board.play(*color, *played).expect("legal");
        }
        let symbol = |x, y| match board.at(Point::new(x, y)) {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        };
        let rows: Vec<String> =
            (top..top + 4).map(|y| (left..left + 5).map(|x| symbol(x, y)).collect()).collect();
        let place = PatternAnchor::of_rectangle(9, (left, top), (5, 4));
        let pattern = Pattern::new(NINE, &rows, place, PatternOptions::default()).expect("a pattern");
        let (found, _) = fast_search(&held(&[game]), &pattern, 1);
        let mut lies: Vec<_> = (top..top + 4)
            .flat_map(|y| (left..left + 5).map(move |x| (x, y)))
            .map(|(x, y)| (x, y, symbol(x, y)))
            .collect();
        lies.sort_unstable();
        let hit = found.hits.iter().find(|(_, _, found)| *found == lies);
        prop_assert!(hit.is_some_and(|(_, found, _)| usize::from(*found) <= moment));
    }
}

#[test]
fn a_sequence_goes_on_through_captures() {
    // White takes the corner stone, and Black plays there again.
    let at = |color, x, y| (color, Move::Play(Point::new(x, y)));
    let (black, white) = (Color::Black, Color::White);
    let game = [
        at(black, 0, 0),
        at(white, 1, 0),
        at(black, 5, 5),
        at(white, 0, 1),
        at(black, 6, 6),
        at(white, 7, 7),
        at(black, 1, 1),
        at(white, 3, 3),
        at(black, 0, 2),
        at(white, 4, 4),
        at(black, 2, 0),
        at(white, 6, 2),
        at(black, 0, 0),
    ];
    let held = held(&[game.to_vec()]);
    let stone = |color, x, y| PatternStone { color, x, y };
    let search = |sequence: Vec<PatternStone>| {
        let options = PatternOptions { swap: false, sequence, ..PatternOptions::default() };
        let pattern = Pattern::new(NINE, &["X.", ".."], AnchorWord::Corner, options);
        counts_of(&held, &pattern.expect("a pattern"))
    };
    assert_eq!(search(vec![stone(white, 1, 0)]).hits, 1);
    let all = [stone(white, 1, 0), stone(white, 0, 1), stone(black, 1, 1), stone(black, 0, 0)];
    let found = search(all.to_vec());
    assert_eq!((found.hits, found.no_continuation), (1, 1));
    let next = search(all[..3].to_vec()).continuations;
    assert_eq!((next.len(), next[0].at, next[0].later), (1, PatternMove::Stone(all[3]), 1));
    assert_eq!(search(vec![stone(white, 1, 0), stone(black, 1, 1)]).hits, 0);
}

#[test]
fn a_game_with_more_changes_than_a_history_has_room_for_is_not_held() {
    // A ko, taken after every pass.
    let at = |color, x, y| (color, Move::Play(Point::new(x, y)));
    let (black, white) = (Color::Black, Color::White);
    let mut moves: Vec<_> = [(1, 0), (0, 1), (1, 2)].map(|(x, y)| at(black, x, y)).into();
    moves.extend([(2, 0), (3, 1), (2, 2), (1, 1)].map(|(x, y)| at(white, x, y)));
    for (color, x) in [(black, 2), (white, 1)].into_iter().cycle() {
        if moves.len() + 3 > super::history::MAX_CHANGES {
            break;
        }
        moves.extend([at(color, x, 1), (color.opposite(), Move::Pass)]);
    }
    moves.push(at(black, 8, 8));
    let held = held(&[moves.clone()]);
    let pattern = Pattern::new(NINE, &["X"], AnchorWord::Corner, PatternOptions::default());
    let (found, _) = fast_search(&held, &pattern.expect("a pattern"), 1);
    assert_eq!(found.hits, [(0, moves.len() as u16, vec![(8, 8, 'X')])]);
    moves.extend([at(white, 7, 7), at(black, 7, 8), at(white, 6, 6), at(black, 6, 8)]);
    assert!(PatternGame::new(Game::Go, NINE, &moves, head(0)).is_none());
}
