//! State shared by all handlers.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, UNIX_EPOCH};

use axum::body::Body;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio::sync::Notify;

use super::catch_up::CatchUp;
use super::channel_body::BodyWriter;
use super::client::has_key;
use super::connections::Connections;
use super::feed::Feed;
use super::load_shedder::LoadShedder;
use super::memory::MemoryBudget;
use super::metrics::Metrics;
use super::options::ServeOptions;
use super::rate::Rates;
use super::response_cache::ResponseCache;
use super::turns::WorkBudget;
use super::worker_pool::{PoolLoad, QueuePlace, WorkerPool};
use crate::error::problem::Problem;
use crate::etag::{Tag, TaggedJson, to_json};
use joseki_game::Variant;
use joseki_service::{KeyError, Service, ServiceError};
use joseki_store::{HistoryMoment, StoreError};

/// Concurrent checks of the store for `/readyz`.
const HEALTH_CHECKS: usize = 1;
/// Queued checks of the store.
const HEALTH_WAITING: usize = 15;
/// Exports at once that are worked out or sent, without a key and with one: each has a thread and
/// its selection of the book in memory.
const EXPORTS: usize = 8;
/// Pattern searches at once with a key, each on all processors at a low priority.
const SEARCHES: usize = 2;
/// Requests at once that wait for what another node wrote, without a key and with one. They hold no
/// thread.
const CATCHING_UP: usize = 256;
/// Time limit for a program's move at a table, its queue included.
const SEAT_LIMIT: Duration = Duration::from_secs(60);
/// Moves at once at tables where two programs play.
const PROGRAM_GAMES: usize = 1;
/// Concurrent imports. They are serialized in the service, so more would only use memory.
const IMPORTS: usize = 2;
/// Queued imports, each with its files in memory.
const IMPORTS_WAITING: usize = 8;

/// What work the running request may ask for: see [`ServeOptions::anonymous_nodes`] and
/// [`ServeOptions::anonymous_search`].
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The most nodes of a book; `None` with a key.
    nodes: Option<usize>,
    /// The most positions of a search; `None` with a key.
    search: Option<u64>,
}

impl Allowance {
    /// Returns how many positions a search gets that asks for this many.
    #[must_use]
    pub fn search(self, asked: u64) -> u64 {
        self.search.map_or(asked, |most| most.min(asked))
    }

    /// Admits work over all of a book; returns its number of nodes, 0 if there is none of the name.
    ///
    /// # Errors
    /// The book is large, and the running request has no key.
    pub fn admit(self, service: &Service, book: &str) -> Result<usize, Problem> {
        let nodes = service.known_nodes(book);
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        match self.nodes {
            Some(most) if nodes > most => {
                let book = book.to_owned();
                Err(ServiceError::Key(KeyError::LargeBook { book, nodes, most }).into())
            }
            _ => Ok(nodes),
        }
    }

    /// Admits the answer to a question about an earlier version of a book, if it is one.
    ///
    /// # Errors
    /// As [`Allowance::admit`].
    pub fn admit_as_of(
        self,
        service: &Service,
        book: &str,
        as_of: Option<&HistoryMoment>,
    ) -> Result<(), Problem> {
        if as_of.is_some() { self.admit(service, book).map(drop) } else { Ok(()) }
    }
}

/// The service with its worker pools, options and counters.
pub struct App {
    /// The service.
    pub service: Arc<Service>,
    /// The server's options.
    pub options: ServeOptions,
    /// Counters of the server.
    pub metrics: Metrics,
    /// Start time, in seconds since 1970.
    pub started: f64,
    /// Open connections.
    pub connections: Connections,
    /// Clients that follow the changes.
    pub feed: Feed,
    /// Clients that follow tables.
    pub table_feed: Feed,
    /// Cached responses to queries.
    pub response_cache: ResponseCache,
    /// Queueing delay, for load shedding.
    pub pressure: LoadShedder,
    /// Rate limits of keys.
    pub rates: Rates,
    /// Bodies and responses in memory.
    pub memory: MemoryBudget,
    /// Requests that wait for what another node wrote.
    pub catch_up: CatchUp,
    /// Notified when the store has changed.
    pub books_changed: Notify,
    work: WorkerPool,
    heavy: WorkerPool,
    keyed: WorkerPool,
    searches: WorkerPool,
    seats: WorkerPool,
    engine_seats: WorkerPool,
    program_seats: WorkerPool,
    health: WorkerPool,
    imports: WorkerPool,
    exports: WorkerPool,
    keyed_exports: WorkerPool,
    catching_up: WorkerPool,
    keyed_catching_up: WorkerPool,
    compressions: WorkerPool,
    keyed_compressions: WorkerPool,
    write_fault: Mutex<Option<WriteFault>>,
}

/// Sets the limits of what the service keeps in memory.
fn configure(service: &Service, options: &ServeOptions, region_bytes: usize) {
    let games_per_key = u32::try_from(options.games_per_key).unwrap_or(u32::MAX);
    service.learning().limit_games_per_key(games_per_key);
    service.next_moves().region_cache().set_bytes(region_bytes as u64);
    let shelf = service.patterns().pattern_shelf();
    shelf.set_bytes(options.patterns_bytes as u64);
    if let Some(folder) = &options.patterns_folder {
        shelf.set_folder(folder.clone());
    }
}

impl App {
    /// Creates the state of a server. Blocking work runs on the threads of `runtime`, heavy work
    /// without a key on those of `background`.
    #[must_use]
    pub fn new(
        service: Arc<Service>,
        mut options: ServeOptions,
        runtime: &Handle,
        background: &Handle,
    ) -> App {
        if options.node.is_empty() {
            "here".clone_into(&mut options.node);
        }
        let limit = options.handler_timeout;
        let pool = |workers, waiting| WorkerPool::new(runtime, workers, waiting, limit);
        let heavy_workers = match options.heavy_workers {
            0 => available_parallelism().map_or(1, |processors| processors.get() / 2),
            workers => workers,
        };
        let budget = Arc::new(WorkBudget::new(options.anonymous_work));
        let background_pool =
            |workers, limit| WorkerPool::new(background, workers, options.waiting, limit);
        let heavy = background_pool(heavy_workers, limit).for_long_work(&budget);
        let keyed = pool(options.workers, options.waiting);
        let work = pool(options.workers, options.waiting);
        // A quarter for whole answers, the rest for what they are put together from.
        let answer_bytes = options.answer_bytes / 4;
        configure(&service, &options, options.answer_bytes - answer_bytes);
        App {
            exports: heavy.with_places(EXPORTS),
            keyed_exports: keyed.with_places(EXPORTS),
            // Not behind heavy work, whose turns are long.
            compressions: background_pool(heavy_workers, limit),
            keyed_compressions: pool(options.workers, options.waiting),
            catching_up: work.with_places(CATCHING_UP),
            keyed_catching_up: keyed.with_places(CATCHING_UP),
            catch_up: CatchUp::default(),
            books_changed: Notify::new(),
            searches: background_pool(SEARCHES, limit).for_long_work(&budget),
            seats: background_pool(heavy_workers, SEAT_LIMIT),
            engine_seats: background_pool(heavy_workers, SEAT_LIMIT),
            program_seats: background_pool(PROGRAM_GAMES, SEAT_LIMIT),
            heavy,
            keyed,
            work,
            health: pool(HEALTH_CHECKS, HEALTH_WAITING),
            imports: WorkerPool::new(runtime, IMPORTS, IMPORTS_WAITING, options.import_timeout),
            metrics: Metrics::default(),
            started: UNIX_EPOCH.elapsed().unwrap_or_default().as_secs_f64(),
            connections: Connections::new(&options),
            feed: Feed::new(options.max_streams, options.max_streams_per_address),
            table_feed: Feed::new(
                options.max_table_followers,
                options.max_table_followers.div_ceil(4),
            ),
            response_cache: ResponseCache::new(answer_bytes),
            pressure: LoadShedder::default(),
            rates: Rates::default(),
            memory: MemoryBudget::new(options.memory_bytes),
            write_fault: Mutex::new(None),
            service,
            options,
        }
    }

    /// What work the running request may ask for.
    #[must_use]
    pub fn allowance(&self) -> Allowance {
        let without = |most: usize| (!has_key()).then_some(most);
        Allowance {
            nodes: without(self.options.anonymous_nodes),
            search: without(self.options.anonymous_search).map(|most| most as u64),
        }
    }

    /// Reads from the service on a thread that may block.
    ///
    /// # Errors
    /// An error of the service, or the queue is full.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Problem> {
        self.read_in(&self.enqueue()?, work).await
    }

    /// Returns what a book is about, for parsing its lines; Go for an unknown book.
    ///
    /// # Errors
    /// An error of the service, or the queue is full.
    pub async fn variant_of(&self, book: &str) -> Result<Variant, Problem> {
        match self.service.loaded_variant(book) {
            Some(variant) => Ok(variant),
            None => {
                let book = book.to_owned();
                self.read(move |service| service.variant_of(&book)).await
            }
        }
    }

    /// Reads from the service for `/readyz`, whatever else is going on.
    ///
    /// # Errors
    /// As [`App::read`].
    pub async fn read_for_health<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Problem> {
        self.read_in(&self.health.enqueue()?, work).await
    }

    async fn read_in<T: Send + 'static>(
        &self,
        place: &QueuePlace,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Problem> {
        let service = Arc::clone(&self.service);
        let read = place.run(move || work(&service)).await?;
        Ok(read.inspect_err(|error| self.service.administration().note_damage(error))?)
    }

    /// As [`App::read`], for what may take long: see [`App::compute`].
    ///
    /// # Errors
    /// As [`App::read`].
    pub async fn read_maybe_long<T: Send + 'static>(
        &self,
        is_long: bool,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = if is_long { self.enqueue_heavy()? } else { self.enqueue()? };
        self.read_in(&place, work).await
    }

    /// As [`App::read_maybe_long`], for an answer that may be large: the worker serializes it too.
    ///
    /// # Errors
    /// As [`App::read`], or the answer cannot be serialized.
    pub async fn read_json<T: Serialize>(
        &self,
        is_long: bool,
        work: impl FnOnce(&Service) -> Result<(Option<Tag>, T), ServiceError> + Send + 'static,
    ) -> Result<TaggedJson, Problem> {
        let read = self.read_maybe_long(is_long, move |service| {
            let (tag, answer) = work(service)?;
            Ok(to_json(&answer).map(|text| TaggedJson { tag, text }))
        });
        read.await?
    }

    /// Runs work that may take long. Without a key it is done by a few workers of its own.
    ///
    /// # Errors
    /// An error of the work, or the queue is full.
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let service = Arc::clone(&self.service);
        self.enqueue_heavy()?.run(move || work(&service)).await?
    }

    /// Produces a large response in parts, see [`QueuePlace::produce`].
    ///
    /// # Errors
    /// An error of the work before the head of the response is known, or too many exports at once.
    pub async fn produce<H: Send + 'static>(
        &self,
        work: impl FnOnce(&Service, &mut BodyWriter<H>) -> Result<(), ServiceError> + Send + 'static,
    ) -> Result<(H, Body), Problem> {
        let service = Arc::clone(&self.service);
        let exports = if has_key() { &self.keyed_exports } else { &self.exports };
        exports
            .enqueue()?
            .produce(self.options.write_timeout, move |writer| Ok(work(&service, writer)?))
            .await
    }

    /// Makes a small write.
    ///
    /// # Errors
    /// As [`App::read`].
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Problem> {
        self.write_in(&self.enqueue()?, work).await
    }

    /// Makes a small write; the inner result is for the caller to report.
    ///
    /// # Errors
    /// The queue is full.
    pub async fn try_write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<Result<T, ServiceError>, Problem> {
        self.try_write_in(&self.enqueue()?, work).await
    }

    async fn try_write_in<T: Send + 'static>(
        &self,
        place: &QueuePlace,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<Result<T, ServiceError>, Problem> {
        let service = Arc::clone(&self.service);
        let done = place.run(move || work(&service)).await?;
        self.record_write(&done);
        Ok(done)
    }

    /// Changes a book, and wakes the clients that follow the changes. The inner result is for the
    /// caller to report; a dry run writes nothing.
    ///
    /// # Errors
    /// The work timed out or panicked.
    pub async fn change<T: Send + 'static>(
        &self,
        place: &QueuePlace,
        dry_run: bool,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<Result<T, ServiceError>, Problem> {
        let service = Arc::clone(&self.service);
        let done = place.run(move || work(&service)).await?;
        if !dry_run {
            self.record_write(&done);
            self.feed.wake();
        }
        Ok(done)
    }

    /// Returns the load of each worker pool by name.
    #[must_use]
    pub fn queues(&self) -> [(&'static str, PoolLoad); 13] {
        [
            ("work", self.work.load()),
            ("heavy", self.heavy.load()),
            ("keyed", self.keyed.load()),
            ("search", self.searches.load()),
            ("table", self.seats.load()),
            ("table_engine", self.engine_seats.load()),
            ("table_programs", self.program_seats.load()),
            ("health", self.health.load()),
            ("import", self.imports.load()),
            ("export", self.exports.load()),
            ("keyed_export", self.keyed_exports.load()),
            ("compress", self.compressions.load()),
            ("keyed_compress", self.keyed_compressions.load()),
        ]
    }

    /// Returns the pool of ordinary requests: those with a key have one of their own.
    fn pool(&self) -> &WorkerPool {
        if has_key() { &self.keyed } else { &self.work }
    }

    /// Takes a place in the queue of ordinary requests.
    ///
    /// # Errors
    /// The queue is full.
    pub fn enqueue(&self) -> Result<QueuePlace, Problem> {
        self.pool().enqueue()
    }

    /// Takes a place in the queue of work that may take long; see [`App::compute`].
    ///
    /// # Errors
    /// The queue is full.
    pub fn enqueue_heavy(&self) -> Result<QueuePlace, Problem> {
        if has_key() { self.keyed.enqueue() } else { self.heavy.enqueue() }
    }

    /// Takes a place in a queue of programs that play at tables. Those against persons have queues of
    /// their own, with and without an operator's engine: one that hangs keeps only its like waiting.
    ///
    /// # Errors
    /// The queue is full.
    pub fn enqueue_table(
        &self,
        asks_engine: bool,
        has_person: bool,
    ) -> Result<QueuePlace, Problem> {
        let queue = match (has_person, asks_engine) {
            (false, _) => &self.program_seats,
            (true, true) => &self.engine_seats,
            (true, false) => &self.seats,
        };
        queue.enqueue()
    }

    /// Takes a place in the queue of pattern searches.
    ///
    /// # Errors
    /// The queue is full.
    pub fn enqueue_search(&self) -> Result<QueuePlace, Problem> {
        if has_key() { self.searches.enqueue() } else { self.heavy.enqueue() }
    }

    /// Takes a place among the requests that wait for what another node wrote.
    ///
    /// # Errors
    /// Too many wait.
    pub fn enqueue_catch_up(&self) -> Result<QueuePlace, Problem> {
        if has_key() { self.keyed_catching_up.enqueue() } else { self.catching_up.enqueue() }
    }

    /// Takes a place in the queue of large responses to compress.
    ///
    /// # Errors
    /// The queue is full.
    pub fn enqueue_compression(&self) -> Result<QueuePlace, Problem> {
        if has_key() { self.keyed_compressions.enqueue() } else { self.compressions.enqueue() }
    }

    /// Takes a place in the queue of imports.
    ///
    /// # Errors
    /// The queue is full.
    pub fn enqueue_import(&self) -> Result<QueuePlace, Problem> {
        self.imports.enqueue()
    }

    /// Writes from a place in a queue, and records whether the store can be written.
    ///
    /// # Errors
    /// As [`App::read`].
    pub async fn write_in<T: Send + 'static>(
        &self,
        place: &QueuePlace,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.try_write_in(place, work).await??)
    }

    /// Returns why the store cannot be written, as of the last write.
    #[must_use]
    pub fn write_fault(&self) -> Option<WriteFault> {
        if self.service.administration().refusal().is_some() {
            return Some(WriteFault::Damaged);
        }
        if self.service.administration().is_read_only() {
            return Some(WriteFault::OpenedReadOnly);
        }
        let fault = self.write_fault.lock();
        *fault.unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks whether the fault that made the last write fail has passed. A load balancer that goes
    /// by `/readyz` keeps writers away, so no write would find out.
    pub async fn probe(&self) {
        if self.write_fault().is_some_and(WriteFault::is_transient)
            && let Ok(place) = self.health.enqueue()
        {
            // Records the outcome.
            drop(self.try_write_in(&place, |service| service.administration().probe()).await);
        }
    }

    /// Records whether the store's file is in place, and logs when that changes.
    pub fn record_store_file(&self, found: &Result<(), ServiceError>) {
        let was_displaced = self.write_fault() == Some(WriteFault::Displaced);
        match found {
            Err(_) if was_displaced => {}
            Err(error) => {
                tracing::error!(%error, "the store file was removed or replaced");
                self.record_write(found);
            }
            Ok(()) if was_displaced => {
                tracing::info!("the store file is back in place");
                self.record_write(found);
            }
            Ok(()) => {}
        }
    }

    fn record_write<T>(&self, done: &Result<T, ServiceError>) {
        let fault = match done {
            Ok(_) => None,
            Err(ServiceError::Store(StoreError::DiskFull { .. })) => Some(WriteFault::DiskFull),
            Err(ServiceError::Store(StoreError::ReadOnly { .. })) => Some(WriteFault::ReadOnly),
            Err(ServiceError::Store(StoreError::Corrupt { .. })) => Some(WriteFault::Damaged),
            Err(ServiceError::Store(StoreError::Displaced { .. })) => Some(WriteFault::Displaced),
            // Unrelated to the store's state.
            Err(_) => return,
        };
        let mut held = self.write_fault.lock().unwrap_or_else(PoisonError::into_inner);
        *held = fault;
    }
}

/// Why the store cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteFault {
    /// The disk is full.
    DiskFull,
    /// The store is read-only.
    ReadOnly,
    /// The store was opened for reading only.
    OpenedReadOnly,
    /// The store is damaged.
    Damaged,
    /// The store's file was removed or replaced.
    Displaced,
}

impl WriteFault {
    /// Returns the reason in words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            WriteFault::DiskFull => "the disk is full",
            WriteFault::ReadOnly => "the store is read-only",
            WriteFault::OpenedReadOnly => "the server was started read-only",
            WriteFault::Damaged => "the store is damaged",
            WriteFault::Displaced => {
                "the store file or its log was removed or replaced while the server ran"
            }
        }
    }

    const fn is_transient(self) -> bool {
        matches!(self, WriteFault::DiskFull | WriteFault::ReadOnly)
    }
}
