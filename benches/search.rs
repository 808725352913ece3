//! What each technique of the search saves: positions and seconds of processor at depths 1 to 6, for five
//! in a row and xiangqi, beside B^D and 2·B^(D/2)−1 for the mean number of moves B; and the speed of the solvers.
//! `cargo bench --bench search` prints tables; a cell that would take more than
//! `JOSEKI_BENCH_NODES` positions (20 million by default) is left out.

use std::env;
use std::sync::Arc;
use std::time::Instant;

use joseki::game::five::{FiveBoard, FiveRules};
use joseki::game::{BoardSize, Color, Point};
use joseki::search::{
    FivePosition, SearchGame, SearchLimits, Searcher, Techniques, XiangqiParts, XiangqiPosition,
    XiangqiWeights, solve_fours, solve_threats,
};

const DEEPEST: u32 = 6;

fn main() {
    let most = env::var("JOSEKI_BENCH_NODES").ok().and_then(|most| most.parse().ok());
    let most = most.unwrap_or(20_000_000);
    table("freestyle, six positions after 8 stones", &five_positions(), most);
    table("xiangqi, six positions of master games", &xiangqi_positions(), most);
    solvers();
}

/// Each technique with all those before it.
fn steps() -> [(&'static str, Techniques); 13] {
    let negascout = Techniques { nega_scout: true, ..Techniques::ALPHA_BETA };
    let table = Techniques { table: true, ..negascout };
    let history = Techniques { history: true, ..table };
    let killers = Techniques { killers: true, ..history };
    let deepening = Techniques { deepening: true, ..killers };
    let aspiration = Techniques { aspiration: true, deeper_entries: true, ..deepening };
    let quiescence = Techniques { quiescence: true, ..aspiration };
    let null_move = Techniques { null_move: true, ..quiescence };
    let extension = Techniques { extension: true, ..null_move };
    let reductions = Techniques { reductions: true, ..extension };
    let width = Techniques { width: true, ..reductions };
    [
        ("minimax", Techniques::MINIMAX),
        ("alpha-beta", Techniques::ALPHA_BETA),
        ("NegaScout", negascout),
        ("+ table", table),
        ("+ history", history),
        ("+ killers", killers),
        ("+ deepening", deepening),
        ("+ aspiration", aspiration),
        ("+ quiescence", quiescence),
        ("+ null move", null_move),
        ("+ extension", extension),
        ("+ reductions", reductions),
        ("+ width", width),
    ]
}

fn table<G: SearchGame + Clone>(what: &str, positions: &[G], most: u64) {
    let count = |game: &G| {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.len() as f64
    };
    let count_of = positions.len() as f64;
    let mean = positions.iter().map(count).sum::<f64>() / count_of;
    println!("\n{what}: positions, and seconds of processor, of each search; B = {mean:.1}\n");
    let depths: Vec<String> = (1..=DEEPEST).map(|depth| format!("{depth}")).collect();
    println!("| | {} |", depths.join(" | "));
    println!("|---|{}", "---|".repeat(depths.len()));
    let row = |name: &str, value: &dyn Fn(i32) -> f64| {
        let cells: Vec<String> = (1..=DEEPEST as i32).map(|depth| short(value(depth))).collect();
        println!("| {name} | {} |", cells.join(" | "));
    };
    row("B^D", &|depth| mean.powi(depth));
    row("2·B^(D/2)−1", &|depth| 2.0 * mean.powf(f64::from(depth) / 2.0) - 1.0);
    for (name, techniques) in steps() {
        let mut cells = Vec::new();
        let mut last = 0.0;
        for depth in 1..=DEEPEST {
            // Grows by the number of moves at most.
            if last * if techniques.alpha_beta { 8.0 } else { mean } > most as f64 {
                cells.push("–".to_owned());
                continue;
            }
            let start = Instant::now();
            let nodes: u64 = positions
                .iter()
                .map(|game| {
                    let mut searcher = Searcher::new(game.clone(), techniques);
                    searcher.search(&SearchLimits::depth(depth), &mut |_| {}).nodes
                })
                .sum();
            last = nodes as f64 / count_of;
            let seconds = start.elapsed().as_secs_f64() / count_of;
            cells.push(format!("{} {}", short(last), time(seconds)));
        }
        println!("| {name} | {} |", cells.join(" | "));
    }
}

/// A number with two or three digits that say something.
fn short(number: f64) -> String {
    match number {
        ..1e4 => format!("{number:.0}"),
        ..1e6 => format!("{:.0} k", number / 1e3),
        ..1e9 => format!("{:.1} M", number / 1e6),
        _ => format!("{number:.0e}"),
    }
}

fn time(seconds: f64) -> String {
    if seconds < 0.1 { format!("{:.1} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}

fn board(rules: FiveRules, moves: &str, most: usize) -> (FiveBoard, Color) {
    let size = BoardSize::new(15).expect("a size");
    let mut board = FiveBoard::new(rules, size);
    let mut color = Color::Black;
    for text in moves.split(' ').take(most) {
        board.place(color, Point::from_letter_number(text, size).expect("a point"));
        color = color.opposite();
    }
    (board, color)
}

fn fours() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../tests/game/five/fours.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next())
}

fn five_positions() -> Vec<FivePosition> {
    let positions = fours().step_by(12).take(6).map(|moves| board(FiveRules::Freestyle, moves, 8));
    positions.map(|(board, color)| FivePosition::new(board, color, Arc::default())).collect()
}

fn xiangqi_positions() -> Vec<XiangqiPosition> {
    let weights = Arc::new(XiangqiWeights::source().with_parts(XiangqiParts::first(3)));
    let lines = include_str!("../tests/game/xiangqi/evaluation.txt").lines();
    let fens =
        lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next());
    let boards = fens.step_by(5).take(6).map(|fen| fen.parse().expect("a position"));
    boards.map(|board| XiangqiPosition::new(board, Arc::clone(&weights))).collect()
}

fn solvers() {
    println!("\nsolvers, renju\n");
    let mut times: Vec<f64> = fours()
        .map(|moves| {
            let (board, color) = board(FiveRules::Renju, moves, usize::MAX);
            let start = Instant::now();
            solve_fours(&board, color, &SearchLimits::depth(u32::MAX)).expect("nobody cancels");
            start.elapsed().as_secs_f64()
        })
        .collect();
    report("VCF", &mut times);
    let lines = include_str!("../tests/game/five/threats.txt").lines();
    let mut times: Vec<f64> = lines
        .filter(|line| !line.starts_with('#'))
        .map(|moves| {
            let (board, color) = board(FiveRules::Renju, moves, usize::MAX);
            let start = Instant::now();
            solve_threats(&board, color, &SearchLimits::nodes(2_000_000)).expect("nobody cancels");
            start.elapsed().as_secs_f64()
        })
        .collect();
    report("VCT", &mut times);
}

fn report(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let sum: f64 = times.iter().sum();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{what}: {} positions in {sum:.2} s, median {}, worst {}",
        times.len(),
        time(median),
        time(worst)
    );
}
