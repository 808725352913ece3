//! Counts against GNU Go, on games that it plays against itself. `tests/run` installs it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use joseki::game::go::{Count, GoGame, PointSet, Position, Rules, Scoring, ScoringRules};
use joseki::game::{BoardSize, Color, Move, Point};
use joseki::influence::{LifeMethod, dead_stones};

use crate::programs::needs;

/// The games: lines of the board and seed.
const GAMES: [(u8, u32); 5] = [(9, 1), (9, 2), (9, 3), (9, 4), (13, 1)];
const KOMI: f64 = 6.5;

/// What GNU Go says of the end of a game.
struct Ended {
    board: Position,
    dead: PointSet,
    seki: PointSet,
    score: f64,
}

struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    fn start(rules: ScoringRules, seed: u32) -> GnuGo {
        let old = std::env::var("PATH").unwrap_or_default();
        let rules = if rules.is_area() { "--chinese-rules" } else { "--japanese-rules" };
        let mut child = Command::new("gnugo")
            .args(["--mode", "gtp", "--level", "1", "--never-resign", rules, "--seed"])
            .arg(seed.to_string())
            // Debian keeps it where root's path does not lead.
            .env("PATH", format!("{old}:/usr/games"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("GNU Go");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        GnuGo { child, input, output }
    }

    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").expect("it reads");
        let mut answer = String::new();
        loop {
            let before = answer.len();
            self.output.read_line(&mut answer).expect("it answers");
            let line = &answer[before..];
            assert!(!line.is_empty(), "GNU Go ended at {command}");
            if line == "\n" {
                break;
            }
        }
        let answer = answer.trim();
        let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
        text.trim().to_owned()
    }

    fn stones(&mut self, command: &str, size: BoardSize) -> PointSet {
        let answer = self.ask(command);
        let points = answer.split_whitespace();
        points.map(|text| Point::from_gtp(text, size).expect("a point")).collect()
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game of GNU Go with itself, to two passes.
fn play(rules: ScoringRules, lines: u8, seed: u32) -> Ended {
    let size = BoardSize::new(lines).expect("a size");
    let mut gnugo = GnuGo::start(rules, seed);
    gnugo.ask(&format!("boardsize {lines}"));
    gnugo.ask("clear_board");
    gnugo.ask(&format!("komi {KOMI}"));
    let mut game = GoGame::new(size, Rules::default());
    let (mut color, mut passes) = (Color::Black, 0);
    while passes < 2 {
        let text = gnugo.ask(&format!("genmove {}", color.name()));
        let played = Move::from_gtp(&text, size).expect("a move");
        game.play(color, played).expect("a legal move");
        passes = if played == Move::Pass { passes + 1 } else { 0 };
        color = color.opposite();
    }
    let score = gnugo.ask("final_score");
    let points: f64 = score[2..].parse().expect("points");
    Ended {
        board: *game.position(),
        dead: gnugo.stones("final_status_list dead", size),
        seki: gnugo.stones("final_status_list seki", size),
        score: if score.starts_with('W') { -points } else { points },
    }
}

/// With its dead stones our score is its score in every game, and our estimate finds the same dead stones in all but
/// one of ten at most.
#[test]
fn games_of_gnu_go_are_counted_as_it_counts_them() {
    needs!("gnugo");
    let kinds = [ScoringRules::Japanese, ScoringRules::Chinese];
    let of = |rules| GAMES.map(|(lines, seed)| (rules, lines, seed));
    let plays = |rules| {
        of(rules).map(|(rules, lines, seed)| (rules, lines, seed, play(rules, lines, seed)))
    };
    let games = std::thread::scope(|scope| {
        let threads = kinds.map(|rules| scope.spawn(move || plays(rules)));
        threads.map(|thread| thread.join().expect("no panic"))
    });
    let mut alike = 0;
    for (rules, lines, seed, ended) in games.iter().flatten() {
        let mut scoring = Scoring::new(*rules, KOMI);
        scoring.dead = ended.dead;
        let count = Count::new(&ended.board, &scoring).expect("stones");
        let which = format!("{rules}, {lines} lines, seed {seed}");
        assert_eq!(count.score().0, ended.score, "{which}");
        assert_eq!(count.seki, ended.seki, "{which}");
        alike += u32::from(dead_stones(&ended.board, &LifeMethod::default()) == ended.dead);
    }
    assert!(alike >= 9, "the same dead stones in {alike} of 10");
}

/// Games on 19 lines that GNU Go played once, with its scores of their ends.
const KEPT: &str = include_str!("../../fixtures/scoring/gnugo-19.txt");

fn kept() -> Vec<(ScoringRules, Ended)> {
    let size = BoardSize::NINETEEN;
    let games = KEPT.split("\n\n").filter(|game| game.contains("moves "));
    let ended = games.map(|game| {
        let line = |key: &str| -> &str {
            let mut lines = game.lines().filter_map(|line| line.strip_prefix(key));
            lines.next().unwrap_or_else(|| panic!("no {key} in {game}")).trim()
        };
        let stones = |key| -> PointSet {
            let texts = line(key).split_whitespace();
            texts.map(|text| Point::from_gtp(text, size).expect("a point")).collect()
        };
        let mut played = GoGame::new(size, Rules::default());
        for (text, color) in line("moves").split_whitespace().zip(Color::ALL.into_iter().cycle()) {
            let next = Move::from_gtp(text, size).expect("a move");
            played.play(color, next).expect("a legal move");
        }
        let score = line("score");
        let points: f64 = score[2..].parse().expect("points");
        let ended = Ended {
            board: *played.position(),
            dead: stones("dead"),
            seki: stones("seki"),
            score: if score.starts_with('W') { -points } else { points },
        };
        (line("rules").parse().expect("rules"), ended)
    });
    ended.collect()
}

#[test]
fn kept_games_on_19_lines_are_counted_as_gnu_go_counted_them() {
    let games = kept();
    let mut alike = 0;
    for (number, (rules, ended)) in games.iter().enumerate() {
        let mut scoring = Scoring::new(*rules, KOMI);
        scoring.dead = ended.dead;
        let count = Count::new(&ended.board, &scoring).expect("stones");
        assert_eq!(count.score().0, ended.score, "game {}", number + 1);
        assert_eq!(count.seki, ended.seki, "game {}", number + 1);
        alike += usize::from(dead_stones(&ended.board, &LifeMethod::default()) == ended.dead);
    }
    assert!(games.len() >= 11 && alike + 1 >= games.len(), "{alike} of {}", games.len());
}
