//! Reading and importing a dictionary of 60,000 nodes, beside one pass over its bytes: the ceiling.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use joseki::book::Forest;
use joseki::format::dictionary::{ExportOptions, Importer, export};
use joseki::format::sgf::{Limits, read_collection};
use joseki::game::Step;
use joseki::priority::random;

const NODES: usize = 60_000;

fn main() {
    divan::main();
}

/// A dictionary of random lines that share their beginnings, a comment on every third node.
fn dictionary() -> Vec<u8> {
    let mut forest = Forest::new();
    let mut n = 0;
    while forest.len() < NODES {
        n += 1;
        let draw = |ply: u64| random::hash(2, 1, [n, ply, 0]);
        let steps = (0..40).filter_map(|ply| {
            let choices = if ply < 6 { 3 } else { 9 };
            Step::corner((draw(ply) % choices) as u8, (draw(ply) >> 8) as u8 % 9)
        });
        forest.insert(&steps.collect());
    }
    let third: Vec<_> = forest.nodes().map(|(id, _)| id).skip(1).step_by(3).collect();
    for id in third {
        forest.data_mut(id).names.insert(format!("variation {}", id.index()));
    }
    export(&forest, ExportOptions::default(), Vec::new()).expect("memory takes it")
}

#[divan::bench]
fn ceiling_one_pass_over_the_bytes(bencher: Bencher) {
    let sgf = dictionary();
    bencher
        .counter(BytesCount::of_slice(&sgf))
        .bench(|| black_box(&sgf).iter().filter(|byte| **byte == b';').count());
}

#[divan::bench]
fn read(bencher: Bencher) {
    let sgf = dictionary();
    bencher
        .counter(BytesCount::of_slice(&sgf))
        .bench(|| read_collection(black_box(&sgf), &Limits::default()));
}

#[divan::bench]
fn read_and_place(bencher: Bencher) {
    let sgf = dictionary();
    bencher.counter(BytesCount::of_slice(&sgf)).bench(|| {
        let collection = read_collection(black_box(&sgf), &Limits::default()).ok()?;
        let mut forest = Forest::new();
        let mut importer = Importer::new(&mut forest);
        collection.trees.iter().for_each(|tree| importer.add(tree));
        Some(importer.finish().placed)
    });
}
