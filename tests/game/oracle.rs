//! Compares the rules with an independent implementation, the board of Python's `sgfmill`.
//!
//! Random games try every kind of move, legal or not, under random rules. sgfmill says what the
//! board would be and which point a simple ko forbids; what is legal follows from that here. Needs
//! `python3` with `sgfmill`. `ORACLE_SCALE=40` plays forty times as many games, for changes of the
//! rules.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use joseki::game::go::{GoGame, PointSet, Position, Rules};
use joseki::game::{BoardSize, Color, IllegalMove, Move, Point};

use crate::go_support::random::Random;
use crate::programs::needs;

#[test]
fn some_hundred_games_agree() {
    needs!("python3", "python3:sgfmill");
    let scale = std::env::var("ORACLE_SCALE").map_or(1, |scale| scale.parse().expect("a number"));
    compare(|size| scale * if size.get() <= 9 { 16 } else { 5 });
}

fn compare(games: impl Fn(BoardSize) -> u64) {
    let mut oracle = Oracle::start();
    let mut seen = Seen::default();
    for size in BoardSize::all() {
        for n in 0..games(size) {
            let seed = u64::from(size.get()) << 32 | n;
            Match::new(&mut oracle, size, seed).run(&mut seen);
        }
    }
    seen.check();
}

/// How often each outcome was met: a comparison that never meets a ko proves nothing about it.
#[derive(Debug, Default)]
struct Seen {
    quiet: u32,
    captures: u32,
    captures_of_several: u32,
    suicides: u32,
    undone: u32,
    off_board: u32,
    occupied: u32,
    suicide: u32,
    ko: u32,
    superko: u32,
}

impl Seen {
    fn count(&mut self, result: Result<PointSet, IllegalMove>, point: Point) {
        *match result {
            Ok(removed) if removed.contains(point) => &mut self.suicides,
            Ok(removed) if removed.is_empty() => &mut self.quiet,
            Ok(removed) if removed.len() == 1 => &mut self.captures,
            Ok(_) => &mut self.captures_of_several,
            Err(IllegalMove::OffBoard) => &mut self.off_board,
            Err(IllegalMove::Occupied) => &mut self.occupied,
            Err(IllegalMove::Suicide) => &mut self.suicide,
            Err(IllegalMove::Ko) => &mut self.ko,
            Err(IllegalMove::Superko) => &mut self.superko,
            Err(other) => panic!("not a reason in Go: {other}"),
        } += 1;
    }

    fn check(&self) {
        let counts = [
            self.quiet,
            self.captures,
            self.captures_of_several,
            self.suicides,
            self.undone,
            self.off_board,
            self.occupied,
            self.suicide,
            self.ko,
            self.superko,
        ];
        println!("{self:?}");
        assert!(counts.iter().all(|&count| count >= 100), "{self:?}");
    }
}

/// One random game on both boards.
struct Match<'a> {
    oracle: &'a mut Oracle,
    random: Random,
    game: GoGame,
    /// What should be on the board, for every moment of the game, with the ko and the prisoners.
    moments: Vec<Moment>,
}

#[derive(Clone, Debug, PartialEq)]
struct Moment {
    board: String,
    ko: Option<(Color, Point)>,
    prisoners: [u32; 2],
}

impl<'a> Match<'a> {
    fn new(oracle: &'a mut Oracle, size: BoardSize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let rules = Rules { suicide: random.below(2) == 0, superko: random.below(2) == 0 };
        assert_eq!(oracle.ask(&format!("new {}", size.get())), "ok");
        let game = GoGame::new(size, rules);
        let moments = vec![Moment::of(game.position())];
        Self { oracle, random, game, moments }
    }

    fn run(&mut self, seen: &mut Seen) {
        let size = self.game.position().size();
        let mut color = Color::Black;
        for _ in 0..(150 + size.area()).min(450) {
            match self.random.below(40) {
                0 => self.pass(color),
                1 => seen.undone += u32::from(self.undo()),
                2 => self.turn(color.opposite(), seen),
                _ => self.turn(color, seen),
            }
            color = match self.game.moves().last() {
                Some((last, _)) => last.opposite(),
                None => Color::Black,
            };
            assert_eq!(Moment::of(self.game.position()), *self.now());
        }
    }

    fn now(&self) -> &Moment {
        self.moments.last().expect("the first moment stays")
    }

    fn pass(&mut self, color: Color) {
        assert_eq!(self.game.play(color, Move::Pass), Ok(PointSet::EMPTY));
        assert_eq!(self.oracle.ask("pass"), "ok");
        let moment = Moment { ko: None, ..self.now().clone() };
        self.moments.push(moment);
    }

    fn undo(&mut self) -> bool {
        if self.game.undo().is_none() {
            return false;
        }
        self.moments.pop();
        let answer = self.oracle.ask("undo");
        assert!(answer.ends_with(&format!(" {}", self.now().board)));
        true
    }

    fn turn(&mut self, color: Color, seen: &mut Seen) {
        let point = self.choose();
        let answer = self.oracle.attempt(color, point);
        let expected = self.judge(color, point, &answer);
        let before = *self.game.position();
        let legal = self.game.is_legal(color, Move::Play(point));
        let found = self.game.play(color, Move::Play(point));
        let context = || format!("{color} {point:?} {:?} {:?}", self.game.rules(), self.now());
        assert_eq!(found, expected.clone().map(|(removed, _)| removed), "{}", context());
        assert_eq!(legal, found.map(drop), "{}", context());
        seen.count(found, point);
        match expected {
            Ok((_, moment)) => {
                assert_eq!(self.oracle.ask("keep"), "ok");
                self.moments.push(moment);
            }
            Err(_) => assert_eq!(*self.game.position(), before),
        }
    }

    /// Often near the last stone or where the ko is, sometimes off the board.
    fn choose(&mut self) -> Point {
        let size = self.game.position().size();
        match (self.random.below(30), self.now().ko) {
            (0, _) => self.random.point(BoardSize::MAX),
            (1..12, Some((_, point))) => point,
            (12..20, _) => self.beside_the_last_stone().unwrap_or_else(|| self.random.point(size)),
            _ => self.random.point(size),
        }
    }

    fn beside_the_last_stone(&mut self) -> Option<Point> {
        let (_, last) = self.game.moves().last()?;
        let size = self.game.position().size();
        let next: Vec<Point> = last.point()?.neighbours(size).collect();
        next.get(self.random.below(next.len() as u32) as usize).copied()
    }

    /// What the rules say about a move, given what it would do to sgfmill's board.
    fn judge(
        &self,
        color: Color,
        point: Point,
        answer: &Answer,
    ) -> Result<(PointSet, Moment), IllegalMove> {
        let (ko, board) = match answer {
            Answer::OffBoard => return Err(IllegalMove::OffBoard),
            Answer::Occupied => return Err(IllegalMove::Occupied),
            Answer::Board { ko, board } => (ko, board),
        };
        let rules = self.game.rules();
        let removed = self.removed(point, board);
        let is_suicide = removed.contains(point);
        if is_suicide && !rules.suicide {
            return Err(IllegalMove::Suicide);
        }
        if self.now().ko == Some((color, point)) {
            return Err(IllegalMove::Ko);
        }
        if rules.superko && self.moments.iter().any(|moment| moment.board == *board) {
            return Err(IllegalMove::Superko);
        }
        let mut prisoners = self.now().prisoners;
        let taker = if is_suicide { color.opposite() } else { color };
        prisoners[taker as usize] += removed.len();
        let ko = ko.map(|point| (color.opposite(), point));
        Ok((removed, Moment { board: board.clone(), ko, prisoners }))
    }

    /// The points that were taken or played on, and are empty afterwards.
    fn removed(&self, point: Point, after: &str) -> PointSet {
        let size = self.game.position().size();
        let changes = self.now().board.chars().zip(after.chars());
        let gone = |(p, (before, after)): (Point, (char, char))| {
            ((before != '.' || p == point) && after == '.').then_some(p)
        };
        size.points().zip(changes).filter_map(gone).collect()
    }
}

impl Moment {
    fn of(position: &Position) -> Self {
        let letter = |color: Color| color.letter().to_ascii_lowercase();
        let at = |point| position.at(point).map_or('.', letter);
        Self {
            board: position.size().points().map(at).collect(),
            ko: position.ko(),
            prisoners: Color::ALL.map(|color| position.prisoners(color)),
        }
    }
}

/// What sgfmill says to a move that is tried.
enum Answer {
    OffBoard,
    Occupied,
    Board { ko: Option<Point>, board: String },
}

/// The Python process.
struct Oracle {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Oracle {
    fn start() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/oracle/rules_oracle.py");
        let mut process = Command::new("python3")
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python");
        let requests = process.stdin.take().expect("the input is piped");
        let answers = BufReader::new(process.stdout.take().expect("the output is piped"));
        let mut oracle = Self { process, requests, answers };
        let greeting = oracle.read();
        assert_eq!(greeting, "ready");
        oracle
    }

    fn ask(&mut self, request: &str) -> String {
        writeln!(self.requests, "{request}").expect("the oracle reads");
        self.read()
    }

    fn read(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the oracle answers");
        line.trim_end().to_owned()
    }

    fn attempt(&mut self, color: Color, point: Point) -> Answer {
        let letter = color.letter().to_ascii_lowercase();
        let answer = self.ask(&format!("try {letter} {} {}", point.x(), point.y()));
        let (ko, board) = match answer.as_str() {
            "offboard" => return Answer::OffBoard,
            "occupied" => return Answer::Occupied,
            state => state.split_once(' ').unwrap_or_else(|| panic!("no board: {state:?}")),
        };
        let ko = ko.split_once(',').map(|(x, y)| {
            let number = |text: &str| text.parse().expect("a coordinate");
            Point::new(number(x), number(y))
        });
        Answer::Board { ko, board: board.to_owned() }
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        // Only a process that a failed test leaves behind: nothing is lost with it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
