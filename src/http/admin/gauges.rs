//! Gauges of the server's present state: queues, books and store.

use super::process::ProcessStats;
use crate::server::app::App;
use crate::server::exposition::Exposition;
use joseki_store::StoreStats;

/// Writes all gauges.
pub fn gauges(app: &App, store: &StoreStats, process: &ProcessStats, text: &mut Exposition) {
    server(app, text);
    used(process, text);
    queues(app, text);
    answers(app, text);
    books(app, text);
    stored(store, text);
}

fn server(app: &App, text: &mut Exposition) {
    let help = "Always 1; the label is the running version.";
    text.gauge("joseki_build_info", help).labelled(&[("version", env!("CARGO_PKG_VERSION"))], 1);
    let help = "When the server started, in seconds since 1970.";
    text.gauge("process_start_time_seconds", help).value(app.started);
    let help = "Memory of request bodies and of responses that are not sent yet, in bytes.";
    text.gauge("joseki_held_bytes", help).value(app.memory.held());
    let help = "Whether the last write succeeded: 1 or 0.";
    text.gauge("joseki_writable", help).value(u8::from(app.write_fault().is_none()));
}

fn used(process: &ProcessStats, text: &mut Exposition) {
    if let Some(bytes) = process.resident_bytes {
        let help = "Resident memory of the process, in bytes.";
        text.gauge("process_resident_memory_bytes", help).value(bytes);
    }
    if let Some(time) = process.cpu_time {
        let help = "Processor time of the process, in seconds.";
        text.counter("process_cpu_seconds_total", help).value(time.as_secs_f64());
    }
    if let Some(open) = process.open_files {
        text.gauge("process_open_fds", "Open file descriptors.").value(open);
    }
    if let Some(most) = process.max_files {
        text.gauge("process_max_fds", "Limit of open file descriptors.").value(most);
    }
}

fn queues(app: &App, text: &mut Exposition) {
    let queues = app.queues();
    let help = "Requests that wait in a queue for a worker.";
    let mut family = text.gauge("joseki_queue_waiting", help);
    for (name, load) in &queues {
        family.labelled(&[("queue", name)], load.waiting);
    }
    let help = "Requests that a worker is running.";
    let mut family = text.gauge("joseki_queue_working", help);
    for (name, load) in &queues {
        family.labelled(&[("queue", name)], load.working);
    }
}

fn answers(app: &App, text: &mut Exposition) {
    let help = "Wait of a request before it is read, in seconds: the recent minimum.";
    text.gauge("joseki_wait_seconds", help).value(app.pressure.wait().as_secs_f64());
    let help =
        "Next-move queries and pattern searches, by whether their response was in the cache.";
    let mut family = text.counter("joseki_answers_total", help);
    for (kept, count) in ["yes", "no"].iter().zip(app.response_cache.hits_and_misses()) {
        family.labelled(&[("kept", kept)], count);
    }
    let regions = app.service.next_moves().region_cache();
    let help = "Corners of other queries, by whether what the book says of them was in the cache.";
    let mut family = text.counter("joseki_corners_total", help);
    for (kept, count) in ["yes", "no"].iter().zip(regions.hits_and_misses()) {
        family.labelled(&[("kept", kept)], count);
    }
    let help = "Memory of the caches of responses and corners, in bytes.";
    let bytes = app.response_cache.bytes() + regions.bytes();
    text.gauge("joseki_answers_bytes", help).value(bytes);
    let help = "Memory of the games that pattern searches read, in bytes.";
    text.gauge("joseki_patterns_bytes", help).value(app.service.patterns().pattern_shelf().bytes());
    let help = "Games replayed for pattern searches, those from files left out.";
    text.counter("joseki_patterns_replayed_total", help)
        .value(app.service.patterns().pattern_shelf().replayed());
}

fn books(app: &App, text: &mut Exposition) {
    let books = app.service.loaded_books();
    let help = "Books in memory.";
    text.gauge("joseki_books", help).value(books.len());
    let help = "Books that are not in memory: questions read them in the database.";
    let on_disk =
        app.service.known_heads().keys().filter(|name| !books.contains_key(*name)).count();
    text.gauge("joseki_books_on_disk", help).value(on_disk);
    let [loads, evictions] = app.service.loads_and_evictions();
    let help = "Times that a book was read into memory whole.";
    text.counter("joseki_books_loaded_total", help).value(loads);
    let help = "Times that a book left memory for want of room.";
    text.counter("joseki_books_evicted_total", help).value(evictions);
    let help = "Version of each book in memory.";
    let mut family = text.gauge("joseki_book_version", help);
    for (name, book) in books.iter() {
        family.labelled(&[("book", name)], book.info.version);
    }
    let help = "Nodes of each book in memory.";
    let mut family = text.gauge("joseki_book_nodes", help);
    for (name, book) in books.iter() {
        family.labelled(&[("book", name)], book.info.nodes);
    }
    let help = "Memory of each book's index, in bytes.";
    let mut family = text.gauge("joseki_book_index_bytes", help);
    for (name, book) in books.iter() {
        family.labelled(&[("book", name)], book.index.heap_bytes());
    }
    let help = "Last change of the results that answers include.";
    let mut family = text.gauge("joseki_ledger_version", help);
    // The results are in memory before the server listens, so this does not read the store.
    if let Ok(version) = app.service.learning().results_version() {
        family.value(version);
    }
}

fn stored(store: &StoreStats, text: &mut Exposition) {
    let help = "Changes that wait for the writer thread.";
    text.gauge("joseki_store_writes_waiting", help).value(store.waiting);
    let help = "Changes in one commit.";
    text.histogram("joseki_store_commit_changes", help).spread(&[], &store.batches);
    let help = "Duration of a commit, its changes included.";
    text.histogram("joseki_store_commit_seconds", help).spread(&[], &store.commits);
    let help = "Transactions that were rolled back.";
    text.counter("joseki_store_commits_failed_total", help).value(store.failed);
    let help = "Transactions that were made again because of one of another node.";
    text.counter("joseki_store_commits_retried_total", help).value(store.retried);
    let help = "Times that the database was in an earlier state than before, or another one.";
    text.counter("joseki_store_setbacks_total", help).value(store.failovers);
    let help = "Reads that were meant for the replica, by who answered them.";
    let mut family = text.counter("joseki_store_replica_reads_total", help);
    family.labelled(&[("from", "replica")], store.replica_reads);
    family.labelled(&[("from", "primary")], store.replica_passed_over);
    let help = "Size of the database, in bytes.";
    text.gauge("joseki_store_file_bytes", help).value(store.file_bytes);
    let help = "Size of the write-ahead log, in bytes.";
    text.gauge("joseki_store_log_bytes", help).value(store.log_bytes);
}
