//! Time of a drawn question inside the process, over books of three sizes, for somebody new and for somebody who
//! has learned a lot.

use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box};
use joseki::book::{Forest, Line};
use joseki::game::{Move, Step};
use joseki::priority::random;
use joseki::service::{
    Service,
    train::{QuizBoard, QuizFilter, QuizQuery, QuizQuestion},
};
use joseki::store::{BookChange, SqliteStore, Store};
use tempfile::TempDir;

const NODES: [usize; 3] = [10_000, 100_000, 1_000_000];
/// Answers of somebody who has learned a lot.
const ANSWERS: u64 = 2_000;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().expect("a folder"));
static SCHOOL: LazyLock<Service> = LazyLock::new(|| {
    let store = SqliteStore::open(FOLDER.path().join("a.db")).expect("a store");
    for nodes in NODES {
        let forest = book(nodes);
        let name = format!("b{nodes}");
        let change = BookChange::new_book(&name, &forest, "a bench");
        store.apply(&change).expect("written");
    }
    let service = Service::new(Arc::new(store) as Arc<dyn Store>);
    for nodes in NODES {
        learn(&service, nodes);
    }
    service
});

fn main() {
    LazyLock::force(&SCHOOL);
    divan::main();
    drop(SCHOOL.close());
}

/// A book shaped like a joseki dictionary: many choices at first, then few, each near the last.
fn book(nodes: usize) -> Forest {
    let mut forest = Forest::new();
    let mut n = 0;
    while forest.len() < nodes {
        n += 1;
        let mut line = Line::new();
        let mut path = 0;
        for ply in 0..(12 + random::hash(1, 2, [n, 0, 0]) % 20) {
            let choices = match ply {
                0..4 => 8,
                4..10 => 4,
                _ => 1 + random::hash(1, 3, [path, 0, 0]) % 2,
            };
            let choice = random::hash(1, 4, [n, ply, 0]) % choices;
            path = random::hash(1, 5, [path, choice, 0]);
            let (u, v) = (path % 8, (path >> 8) % 8);
            line.extend(Step::corner(u as u8, v as u8).filter(|step| !line.steps().contains(step)));
        }
        forest.insert(&line);
    }
    forest.mark_leaves();
    forest
}

fn query(nodes: usize, player: Option<&str>, seed: u64) -> QuizQuery {
    QuizQuery {
        book: Some(format!("b{nodes}")),
        player: player.map(str::to_owned),
        seed: Some(seed),
        filter: QuizFilter::default(),
        ..QuizQuery::new()
    }
}

fn learn(service: &Service, nodes: usize) {
    let player = format!("ann{nodes}");
    let mut answers = Vec::new();
    for seed in 0..ANSWERS {
        let drawn = service.training().quiz(&query(nodes, None, seed)).expect("a question");
        let question = drawn.next.expect("a question");
        let answered = service.training().quiz(&answer(nodes, &question, &format!("one{nodes}")));
        let kept = service.training().answers(&format!("one{nodes}"), None, 1).expect("answers");
        answers.extend(answered.ok().and_then(|_| kept.into_iter().next()));
        service.training().forget_player(&format!("one{nodes}")).expect("forgotten");
    }
    for (number, answer) in answers.iter_mut().enumerate() {
        answer.question = format!("{number}");
    }
    service.training().enter_answers(&player, answers).expect("entered");
}

fn answer(nodes: usize, question: &QuizQuestion, player: &str) -> QuizQuery {
    QuizQuery {
        board: Some(QuizBoard { record: question.board.clone(), to_play: Some(question.to_play) }),
        answer: Some(Move::Pass),
        question: Some("q".to_owned()),
        ..query(nodes, Some(player), 1)
    }
}

#[divan::bench(args = NODES)]
fn drawn_for_nobody(bencher: Bencher, nodes: usize) {
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        black_box(SCHOOL.training().quiz(&query(nodes, None, seed)).expect("a question"))
    });
}

#[divan::bench(args = NODES)]
fn drawn_for_somebody(bencher: Bencher, nodes: usize) {
    let mut seed = 0;
    let player = format!("ann{nodes}");
    bencher.bench_local(|| {
        seed += 1;
        black_box(SCHOOL.training().quiz(&query(nodes, Some(&player), seed)).expect("a question"))
    });
}

#[divan::bench(args = NODES)]
fn answered_by_nobody(bencher: Bencher, nodes: usize) {
    let drawn = SCHOOL.training().quiz(&query(nodes, None, 1)).expect("a question");
    let question = drawn.next.expect("a question");
    let answer = QuizQuery { player: None, ..answer(nodes, &question, "") };
    bencher.bench_local(|| black_box(SCHOOL.training().quiz(&answer).expect("a grade")));
}
