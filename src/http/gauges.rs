//! How the server is at this moment, as metrics: its queues, its books and its store.

use super::app::App;
use super::exposition::Exposition;
use crate::store::StoreStats;

/// Writes how everything is.
pub fn gauges(app: &App, store: &StoreStats, text: &mut Exposition) {
    server(app, text);
    queues(app, text);
    answers(app, text);
    books(app, text);
    stored(store, text);
}

fn server(app: &App, text: &mut Exposition) {
    let help = "Always 1; the label says which version runs.";
    text.gauge("joseki_build_info", help)
        .labelled(&[("version", env!("CARGO_PKG_VERSION"))], 1);
    let help = "When the server started, in seconds since 1970.";
    text.gauge("process_start_time_seconds", help)
        .value(app.started);
    let help = "Whether the last write went through: 1 or 0.";
    text.gauge("joseki_writable", help)
        .value(u8::from(app.write_fault().is_none()));
}

fn queues(app: &App, text: &mut Exposition) {
    let queues = app.queues();
    let help = "Requests that have a place in a queue and no worker.";
    let mut family = text.gauge("joseki_queue_waiting", help);
    for (name, load) in &queues {
        family.labelled(&[("queue", name)], load.waiting);
    }
    let help = "Requests that a worker works on.";
    let mut family = text.gauge("joseki_queue_working", help);
    for (name, load) in &queues {
        family.labelled(&[("queue", name)], load.working);
    }
}

fn answers(app: &App, text: &mut Exposition) {
    let help = "How long a request waits before it is read; the shortest of the last moment.";
    text.gauge("joseki_wait_seconds", help)
        .value(app.pressure.wait().as_secs_f64());
    let help = "Questions about the next move, by whether their answer was kept.";
    let mut family = text.counter("joseki_answers_total", help);
    for (kept, count) in ["yes", "no"].iter().zip(app.answers.asked()) {
        family.labelled(&[("kept", kept)], count);
    }
    let help = "The memory of answers that are kept.";
    text.gauge("joseki_answers_bytes", help)
        .value(app.answers.bytes());
}

fn books(app: &App, text: &mut Exposition) {
    let books = app.service.held();
    let help = "The books in memory.";
    text.gauge("joseki_books", help).value(books.len());
    let help = "The version of each book in memory.";
    let mut family = text.gauge("joseki_book_version", help);
    for (name, book) in books.iter() {
        family.labelled(&[("book", name)], book.info.version);
    }
    let help = "The nodes of each book in memory.";
    let mut family = text.gauge("joseki_book_nodes", help);
    for (name, book) in books.iter() {
        family.labelled(&[("book", name)], book.info.nodes);
    }
    let help = "The memory of each book's index.";
    let mut family = text.gauge("joseki_book_index_bytes", help);
    for (name, book) in books.iter() {
        family.labelled(&[("book", name)], book.index.heap_bytes());
    }
    let help = "The last change of the results that is in the answers.";
    let mut family = text.gauge("joseki_ledger_version", help);
    // They are in memory since the server listens, so the store is not asked.
    if let Ok(version) = app.service.results_version() {
        family.value(version);
    }
}

fn stored(store: &StoreStats, text: &mut Exposition) {
    let help = "Changes that wait for the thread that writes.";
    text.gauge("joseki_store_writes_waiting", help)
        .value(store.waiting);
    let help = "Changes in a commit.";
    text.histogram("joseki_store_commit_changes", help)
        .spread(&[], &store.batches);
    let help = "Time of a commit, its changes included.";
    text.histogram("joseki_store_commit_seconds", help)
        .spread(&[], &store.commits);
    let help = "Transactions of which nothing was kept.";
    text.counter("joseki_store_commits_failed_total", help)
        .value(store.failed);
    let help = "The size of the database.";
    text.gauge("joseki_store_file_bytes", help)
        .value(store.file_bytes);
    let help = "The size of the log beside the database.";
    text.gauge("joseki_store_log_bytes", help)
        .value(store.log_bytes);
}
