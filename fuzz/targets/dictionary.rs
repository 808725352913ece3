//! Dictionaries: every node is accounted for, and a book that is written and read is the same book.

use joseki::book::{Forest, Index};
use joseki::format::dictionary::{ExportOptions, Importer, Phrases, export};
use joseki::format::sgf::{GameTree, Limits, read_collection};
use joseki::game::{Color, Frame};

/// Imports any bytes; the first of them chooses the orientation of the book.
pub fn run(data: &[u8]) {
    let Some((how, sgf)) = data.split_first() else {
        return;
    };
    let phrases = [Phrases::Ignore, Phrases::List, Phrases::Convert][usize::from(how >> 4) % 3];
    let Some(forest) = imported(sgf, phrases) else {
        return;
    };
    let frame = Frame::all().nth(usize::from(how % 8)).expect("8 frames");
    let first = Color::ALL[usize::from(how >> 3) % 2];
    let options = ExportOptions { frame, first };
    let (written, again) = there_and_back(&forest, options);
    // Annotations of points off a smaller board are kept unchanged, and such points are on the board that a book is written on.
    let exact = is_all_of_19_lines(sgf) && !is_judged_twice(&forest);
    let same = again == forest || !exact;
    assert!(same, "{}", String::from_utf8_lossy(&written));
    assert!(there_and_back(&again, options).1 == again);
    let index = Index::build(forest.clone());
    assert_eq!(index.len(), forest.len());
    assert!(index.to_forest() == forest);
}

fn there_and_back(forest: &Forest, options: ExportOptions) -> (Vec<u8>, Forest) {
    let written = export(forest, options, Vec::new()).expect("memory takes it");
    let again = imported(&written, Phrases::Ignore).expect("what was written");
    (written, again)
}

/// Whether a node keeps a second judgement word for word: where it has the name of the first, they are read as one.
fn is_judged_twice(forest: &Forest) -> bool {
    let names = ["TE", "BM", "DO", "IT", "GB", "GW", "DM", "V"];
    let data = forest.nodes().filter_map(|(_, node)| node.data());
    let mut kept = data.flat_map(|data| data.properties.keys());
    kept.any(|name| names.contains(&name.as_str()))
}

fn is_all_of_19_lines(sgf: &[u8]) -> bool {
    let size = |tree: &GameTree| tree.root().first("SZ").map(|size| size.text().trim() == "19");
    let read = read_collection(sgf, &Limits::default());
    read.is_ok_and(|read| read.trees.iter().all(|tree| size(tree) != Some(false)))
}

/// A book from SGF; `None` if it is invalid.
pub fn imported(sgf: &[u8], phrases: Phrases) -> Option<Forest> {
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    let read = read_collection(sgf, &limits).ok()?;
    let mut forest = Forest::new();
    let mut importer = Importer::with_phrases(&mut forest, phrases);
    read.trees.iter().for_each(|tree| importer.add(tree));
    let report = importer.finish();
    assert!(report.is_balanced(), "{report:?}");
    for (line, _) in forest.lines() {
        assert!(line.is_canonical(), "{line}");
    }
    Some(forest)
}
