//! Examples of the manual that run without games.

use std::fs;
use std::path::Path;

use crate::place::Place;

/// Runs each `$ cargo run … -p joseki-lab -- …` of a page; every line below it must be in the output,
/// in order, where `…` stands for any lines.
fn run_examples(page: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page);
    let text = fs::read_to_string(path).expect("the page");
    let mut examples = 0;
    for block in text.split("```text\n").skip(1) {
        let block = block.split("```").next().expect("a block");
        let Some((_, command)) = block.split_once(" -p joseki-lab -- ") else {
            continue;
        };
        let (arguments, shown) = command.split_once('\n').expect("a command line");
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let out = Place::new().ok(&arguments);
        let mut lines = out.lines();
        for line in shown.lines().filter(|line| *line != "…") {
            assert!(lines.any(|found| found == line), "{page}: {line:?} is not in {out}");
        }
        examples += 1;
    }
    examples
}

#[test]
fn examples_of_the_manual_give_what_it_shows() {
    assert_eq!(run_examples("priority.md"), 1);
    assert_eq!(run_examples("influence.md"), 1);
}
