//! Reads every case under `fixtures/rules`; the format is described in its `README.md`.

use std::fs;
use std::path::{Path, PathBuf};

use joseki::game::go::{GoGame, PointSet, Position, Rules, diagram};
use joseki::game::{BoardSize, Color, IllegalMove, Move, ParsePointError, Point};

#[test]
fn every_case_holds() {
    let cases = case_files();
    assert!(cases.len() >= 20, "only {} cases were found", cases.len());
    let failures: Vec<String> = cases.iter().filter_map(|path| run(path).err()).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn a_wrong_case_fails() {
    let wrong = [
        "board\n. .\n. .\nmoves\nB A1 takes 1",
        "board\n. .\n. .\nmoves\nB A1 illegal ko",
        "board\n. .\n. .\nmoves\nB A1\nexpect\n. .\n. .",
        "board\n. .\n. .\nfacts\nprisoners B 1",
        "board\n. .\n. .\nfacts\nko W A1",
        "board\nX .\n. .\nfacts\nliberties A2 3",
        "board\nX .\n. .\nfacts\nchain A2 2",
        "board\n. .\n. .\nmoves\nundo",
        "board\n. .\n. .\nfact\n",
    ];
    for text in wrong {
        assert!(Case::read(text).and_then(|case| case.check()).is_err(), "{text}");
    }
}

fn case_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rules");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

fn run(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).unwrap();
    Case::read(&text)
        .and_then(|case| case.check())
        .map_err(|error| format!("{}: {error}", path.file_name().unwrap().display()))
}

/// The sections of one file, comments and blank lines left out.
#[derive(Default)]
struct Case {
    rules: Rules,
    board: String,
    moves: Vec<String>,
    expect: String,
    facts: Vec<String>,
}

impl Case {
    fn read(text: &str) -> Result<Self, String> {
        let mut case = Self::default();
        let mut section = String::new();
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with("# ")) {
            match line.split(' ').next().unwrap_or_default() {
                "rules" => case.rules = read_rules(line)?,
                "board" | "moves" | "expect" | "facts" => section = line.to_owned(),
                _ => case.add(&section, line)?,
            }
        }
        Ok(case)
    }

    fn add(&mut self, section: &str, line: &str) -> Result<(), String> {
        match section {
            "board" => self.board += &format!("{line}\n"),
            "expect" => self.expect += &format!("{line}\n"),
            "moves" => self.moves.push(line.to_owned()),
            "facts" => self.facts.push(line.to_owned()),
            _ => return Err(format!("{line:?} stands in no section")),
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        let start = diagram::parse(&self.board).map_err(|error| error.to_string())?;
        let mut game = GoGame::new(start.size(), self.rules);
        for color in Color::ALL {
            for point in start.stones(color) {
                game.place(color, point);
            }
        }
        for line in &self.moves {
            make_move(&mut game, line).map_err(|error| format!("{line}: {error}"))?;
        }
        if !self.expect.is_empty() {
            check_board(game.position(), &self.expect)?;
        }
        for line in &self.facts {
            check_fact(game.position(), line).map_err(|error| format!("{line}: {error}"))?;
        }
        Ok(())
    }
}

fn read_rules(line: &str) -> Result<Rules, String> {
    let mut rules = Rules::default();
    for word in line.split(' ').skip(1) {
        match word {
            "suicide" => rules.suicide = true,
            "superko" => rules.superko = true,
            _ => return Err(format!("{word:?} is no rule")),
        }
    }
    Ok(rules)
}

fn make_move(game: &mut GoGame, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split(' ').collect();
    let (color, text, rest) = match *words {
        ["undo"] => {
            return game.undo().map(drop).ok_or_else(|| "nothing to undo".to_owned());
        }
        [color, text, ref rest @ ..] => (color_of(color)?, text, rest),
        _ => return Err("no move".to_owned()),
    };
    let before = *game.position();
    let m = move_of(text, before.size())?;
    let expected = match *rest {
        [] => Ok(0),
        ["takes", count] => Ok(number(count)?),
        ["illegal", reason] => Err(reason_of(reason)?),
        _ => return Err("not understood".to_owned()),
    };
    let legal = game.is_legal(color, m);
    let found = game.play(color, m).map(|removed| removed.len());
    same("result", found, expected)?;
    same("is_legal", legal, found.map(drop))?;
    if found.is_err() {
        same("position after a refused move", *game.position(), before)?;
    }
    Ok(())
}

/// A point off the board is wanted too: the last of the largest board stands for any.
fn move_of(text: &str, size: BoardSize) -> Result<Move, String> {
    match Move::from_gtp(text, size) {
        Err(ParsePointError::OffBoard { .. }) => Ok(Move::Play(Point::new(24, 24))),
        read => read.map_err(|error| error.to_string()),
    }
}

fn color_of(text: &str) -> Result<Color, String> {
    text.parse().map_err(|_| format!("{text:?} is no colour"))
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn reason_of(text: &str) -> Result<IllegalMove, String> {
    Ok(match text {
        "offboard" => IllegalMove::OffBoard,
        "occupied" => IllegalMove::Occupied,
        "suicide" => IllegalMove::Suicide,
        "ko" => IllegalMove::Ko,
        "superko" => IllegalMove::Superko,
        _ => return Err(format!("{text:?} is no reason")),
    })
}

fn check_board(position: &Position, text: &str) -> Result<(), String> {
    let expected = diagram::parse(text).map_err(|error| error.to_string())?;
    if position.has_same_stones(&expected) {
        return Ok(());
    }
    let (found, expected) = (diagram::render(position), diagram::render(&expected));
    Err(format!("the board is\n{found}but should be\n{expected}"))
}

fn check_fact(position: &Position, line: &str) -> Result<(), String> {
    let point =
        |text: &str| Point::from_gtp(text, position.size()).map_err(|error| error.to_string());
    let size = |set: PointSet| set.len();
    match *line.split(' ').collect::<Vec<_>>() {
        ["prisoners", color, count] => {
            same("prisoners", position.prisoners(color_of(color)?), number(count)?)
        }
        ["ko", "none"] => same("ko", position.ko(), None),
        ["ko", color, at] => same("ko", position.ko(), Some((color_of(color)?, point(at)?))),
        ["liberties", at, count] => {
            same("liberties", size(position.liberties(point(at)?)), number(count)?)
        }
        ["chain", at, count] => same("chain", size(position.chain(point(at)?)), number(count)?),
        _ => Err("not understood".to_owned()),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what} is {found:?} but should be {expected:?}"))
}
