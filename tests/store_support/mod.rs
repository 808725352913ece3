//! What the store's tests share: stores in temporary directories, and forests of anything.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use joseki::book::{Conditions, Forest, Line, Mark, NodeData, Predicate, Side, Text, Verdict};
use joseki::game::Step;
use joseki::store::SqliteStore;
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option::of;
use proptest::prelude::*;
use tempfile::TempDir;

/// A directory with a store in it, gone at the end.
pub struct TempStore(TempDir);

impl TempStore {
    /// An empty directory.
    pub fn new() -> TempStore {
        TempStore(tempfile::tempdir().expect("a directory"))
    }

    /// Opens the store, which may be open already.
    pub fn open(&self) -> SqliteStore {
        SqliteStore::open(self.path()).expect("a store")
    }

    /// The store's file.
    pub fn path(&self) -> PathBuf {
        self.beside("joseki.db")
    }

    /// Another file in the directory.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        self.0.path()
    }
}

/// The book of some lines.
pub fn forest(lines: &[&str]) -> Forest {
    let lines: Vec<Line> = lines
        .iter()
        .map(|text| text.parse().expect("a line"))
        .collect();
    lines.iter().collect()
}

/// Lines of few different steps, so that they share their beginnings.
pub fn any_line() -> impl Strategy<Value = Line> {
    vec(any_step(), 0..7).prop_map(|steps| {
        steps.into_iter().fold(Line::new(), |mut line, step| {
            if !(step.is_tenuki() && (line.is_empty() || line.ends_in_tenuki())) {
                line.push(step);
            }
            line
        })
    })
}

/// A forest with data at some of its nodes, the root included.
pub fn any_forest() -> impl Strategy<Value = Forest> {
    let root = of(any_data());
    let lines = vec((any_line(), of(any_data())), 0..24);
    (root, lines).prop_map(|(root, lines)| {
        let mut forest = Forest::new();
        for (line, data) in [(Line::new(), root)].into_iter().chain(lines) {
            let id = forest.insert(&line);
            if let Some(data) = data {
                *forest.data_mut(id) = data;
            }
        }
        forest
    })
}

fn any_data() -> impl Strategy<Value = NodeData> {
    let verdict = of(proptest::sample::select(Verdict::ALL.to_vec()));
    let advantage = of(prop_oneof![
        any::<f64>().prop_filter("a number", |number| !number.is_nan()),
        (-2i8..=2).prop_map(f64::from),
    ]);
    let sente = of(prop_oneof![Just(Side::First), Just(Side::Second)]);
    let lists = (any_texts(), any_texts(), any_texts());
    let comment = of(any_text().prop_map(Text::from_template));
    let marks = btree_set(any_mark(), 0..3);
    let properties = btree_map(any_text(), any_texts(), 0..3);
    let places = (comment, marks, any_conditions(), properties);
    (verdict, advantage, sente, lists, places).prop_map(
        |(verdict, advantage, sente, (names, tags, sources), places)| {
            let (comment, marks, conditions, properties): (_, _, _, BTreeMap<_, _>) = places;
            NodeData {
                verdict,
                advantage,
                sente,
                names,
                tags,
                sources,
                comment,
                marks,
                conditions,
                properties,
            }
        },
    )
}

fn any_texts() -> impl Strategy<Value = BTreeSet<String>> {
    btree_set(any_text(), 0..3)
}

/// Anything at all: quotes, braces, control characters and zeros, other scripts, nothing.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[\"'{}\\\\\u{0}\n\t;A-Z]{0,8}",
        "\\PC{0,8}",
        any::<String>(),
        Just("定石 小目".to_owned()),
    ]
}

fn any_mark() -> impl Strategy<Value = Mark> {
    (any_text(), any_step(), of(any_step()), of(any_text())).prop_map(
        |(property, step, to, label)| Mark {
            property,
            step,
            to,
            label,
        },
    )
}

fn any_conditions() -> impl Strategy<Value = Conditions> {
    let predicate = (0usize..3, any_step()).prop_map(|(kind, step)| {
        [
            Predicate::Own(step),
            Predicate::Enemy(step),
            Predicate::Empty(step),
        ][kind]
    });
    let all = vec(predicate, 0..3).prop_map(Conditions::all_of);
    (all.clone(), all).prop_map(|(a, b)| a.or(&b))
}

fn any_step() -> impl Strategy<Value = Step> + Clone {
    prop_oneof![
        (0u8..4, 0u8..4).prop_filter_map("in the frame", |(u, v)| Step::new(u, v)),
        (0u8..19, 0u8..19).prop_filter_map("in the frame", |(u, v)| Step::new(u, v)),
        Just(Step::TENUKI),
    ]
}
