//! The targets of the fuzzer on the stable toolchain: every file of the corpus, and some thousands of mutations of them.
//!
//! `fuzz/run` runs the same targets for millions of executions. What it finds becomes a file of the corpus.

#[path = "../../fuzz/targets/mod.rs"]
mod targets;

use crate::full::count;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use targets::{Run, TARGETS};

/// Mutations of each target, by what one costs: some start programs, some ask the book for many moves.
const MUTATIONS: u64 = 2000;
const FEWER: [(&str, u64); 4] =
    [("analysis", 100), ("book_files", 300), ("engine_replies", 30), ("gtp", 50)];
/// What is longer is cut: time goes into many small inputs.
const LONGEST: usize = 4096;

/// Pieces that mean something to one of the readers.
const PIECES: [&[u8]; 51] = [
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"\\",
    b":",
    b"\"",
    b"{",
    b"}",
    b",",
    b"\n",
    b"\n\n",
    b"\r",
    b"B[pd]",
    b"W[]",
    b"AB[aa:ss]",
    b"AE[pd]",
    b"SZ[19]",
    b"SZ[9]",
    b"CA[GBK]",
    b"CA[UTF-16]",
    b"JC[own(DD)]",
    b"VW[]",
    b"FF[4]",
    b"XX",
    b"DD",
    b"SS",
    b" or ",
    b" and ",
    b"not ",
    b"own(CF)",
    b"ladder(DD, first)",
    b"null",
    b"-1",
    b"1e999",
    b"18446744073709551616",
    b"\\ud800",
    b"\x1b[2J",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"\0",
    b"\x1f\x8b\x08\0",
    b"PK\x03\x04",
    b"\x28\xb5\x2f\xfd",
    b"genmove b\n",
    b"play w q16\n",
    b"\xffRenLib\xff\x03\x04",
    b"h8i9",
    b"@BTXT@",
];

#[test]
fn every_target_has_a_corpus_and_its_laws_hold() {
    let mut broken = Vec::new();
    for (name, run) in TARGETS {
        let corpus = corpus(name);
        assert!(!corpus.is_empty(), "fuzz/corpus/{name} is empty");
        let files = corpus.iter();
        broken.extend(files.filter_map(|(file, bytes)| broken_by(run, bytes, file)));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn mutations_of_the_corpus_break_no_law() {
    let mut broken = Vec::new();
    for (name, run) in TARGETS {
        let corpus: Vec<Vec<u8>> = corpus(name).into_iter().map(|(_, bytes)| bytes).collect();
        let fewer = FEWER.iter().find(|(fewer, _)| *fewer == name);
        let mutations = fewer.map_or(MUTATIONS, |(_, mutations)| *mutations);
        let mutations = count(mutations / 2, mutations);
        broken.extend((0..mutations).find_map(|seed| {
            let bytes = Mutator(seed).mutated(&corpus);
            broken_by(run, &bytes, &format!("{name}, mutation {seed}"))
        }));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Runs a target. If a law does not hold, the input is reported, to become a file of the corpus.
fn broken_by(run: Run, bytes: &[u8], what: &str) -> Option<String> {
    let done = catch_unwind(AssertUnwindSafe(|| run(bytes)));
    let told = || format!("{what}: {}", bytes.escape_ascii());
    done.is_err().then(told)
}

fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("a corpus")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let read = |path: std::path::PathBuf| {
        let bytes = fs::read(&path).expect("a file");
        (path.display().to_string(), bytes)
    };
    files.into_iter().map(read).collect()
}

/// Mutations by a number; the same number gives the same.
struct Mutator(u64);

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).unwrap_or_default()
    }

    fn mutated(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = corpus[self.below(corpus.len())].clone();
        for _ in 0..=self.below(4) {
            let other = &corpus[self.below(corpus.len())];
            self.change(&mut bytes, other);
            bytes.truncate(LONGEST);
        }
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let (from, to) = self.span(bytes.len());
        match self.below(7) {
            0 => drop(bytes.drain(from..to)),
            1 => bytes.extend_from_within(from..to),
            2 => {
                let piece = PIECES[self.below(PIECES.len())];
                bytes.splice(from..from, piece.iter().copied());
            }
            3 => {
                let (start, end) = self.span(other.len());
                bytes.splice(from..to, other[start..end].iter().copied());
            }
            4 => {
                let piece = bytes[from..to].repeat(1 + self.below(8));
                bytes.splice(from..to, piece);
            }
            _ if from < bytes.len() => match self.below(3) {
                0 => bytes[from] ^= 1 << self.below(8),
                1 => bytes[from] = self.below(256) as u8,
                _ => bytes[from] = bytes[from].wrapping_add(1),
            },
            _ => bytes.push(self.below(256) as u8),
        }
    }

    fn span(&mut self, length: usize) -> (usize, usize) {
        let from = self.below(length + 1);
        (from, from + self.below((length - from).min(64) + 1))
    }
}
