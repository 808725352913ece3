//! The server: binding, running and shutdown.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::play::host::TableHost;
use super::router::router;
use super::server::accept::accept;
use super::server::app::App;
use super::server::options::ServeOptions;
use crate::error::throttle::LogThrottle;
use joseki_base::cancel;
use joseki_service::{LOADED_AT_ONCE, Service, ServiceError};

/// Grace period for blocking threads after everything else has stopped.
const BLOCKING_GRACE: Duration = Duration::from_secs(1);
/// Pause after a failed load measurement.
const MEASURE_RETRY: Duration = Duration::from_secs(1);

/// Looks at the store, each `refresh_every` after the last, between two rounds that choose which
/// books are in memory.
const LOOKS_PER_ROUND: u32 = 40;

/// A server that listens; requests wait for [`Server::run`].
pub struct Server {
    runtime: Runtime,
    /// For heavy work without a key; its threads have a low priority.
    background: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    seen: u64,
    signals: Signals,
    stop: Stopper,
}

/// Handle that stops a server from another thread, as SIGTERM does.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

/// Nice value of threads for heavy work without a key. On a busy machine they get about a tenth of
/// the processor time of other threads.
#[cfg(target_os = "linux")]
const HEAVY_NICE: i32 = 10;

/// Error at start or shutdown of a server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The address is in use or not available.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The system provides no threads or signals.
    #[error("cannot start the server: {0}")]
    Runtime(#[from] io::Error),
    /// The store cannot be read at start, or failed at shutdown.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl Server {
    /// Binds the address, and loads small books into memory. Larger ones are loaded by
    /// [`Server::run`], for which requests, SIGTERM and SIGINT wait. If a book is damaged, the others are served, and changes are rejected.
    ///
    /// # Errors
    /// The address cannot be bound, the store cannot be read, or the system provides no threads or
    /// signals.
    pub fn bind(service: Arc<Service>, options: ServeOptions) -> Result<Server, ServerError> {
        // In this order, a change between the two calls is loaded twice rather than missed.
        let seen = service.data_version()?;
        service.keep_resident(options.resident_nodes as u64);
        let loaded = service.refresh().and_then(|_| service.load_resident(LOADED_AT_ONCE));
        loaded.or_else(|error| service.administration().guard_after(error))?;
        for error in service.unknown_variants().unwrap_or_default() {
            tracing::error!("{error}; the other books are served");
        }
        let runtime =
            Builder::new_multi_thread().enable_all().thread_name("joseki-http").build()?;
        let background = Builder::new_current_thread()
            .thread_name("joseki-heavy")
            .on_thread_start(lower_priority)
            .build()?;
        let address = options.listen;
        let at = |source| ServerError::Listen { address, source };
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(at)?;
        // Before the address is published: a client that knows it may send a signal.
        let signals = runtime.block_on(async { Signals::take() })?;
        Ok(Server {
            signals,
            address: listener.local_addr().map_err(at)?,
            app: Arc::new(App::new(service, options, runtime.handle(), background.handle())),
            stop: Stopper(watch::Sender::new(false)),
            runtime,
            background,
            listener,
            seen,
        })
    }

    /// Returns the bound address, with the real port if port 0 was requested.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns a handle that stops this server from another thread.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stop.clone()
    }

    /// Serves until SIGTERM, SIGINT or [`Stopper::stop`]. Then it finishes running requests, within
    /// the time of the options, and closes the service.
    ///
    /// # Errors
    /// The last write to the store failed.
    pub fn run(self) -> Result<(), ServerError> {
        let Server { runtime, background, listener, app, seen, signals, stop, .. } = self;
        let service = Arc::clone(&app.service);
        runtime.block_on(async {
            let tables = TableHost::new(Arc::clone(&app));
            tables.resume().await;
            let watching = [
                tokio::spawn(watch_store(Arc::clone(&app), seen)),
                tokio::spawn(watch_load(Arc::clone(&app))),
                tokio::spawn(Arc::clone(&tables).watch()),
                tokio::spawn(watch_books(Arc::clone(&app), background.handle().clone())),
            ];
            let router = router(Arc::clone(&app), Arc::clone(&tables));
            accept(listener, Arc::clone(&app), router, shutdown_signal(signals, stop)).await;
            watching.iter().for_each(JoinHandle::abort);
            if tables.load().0 > 0 {
                tables.note_running().await;
            }
        });
        background.shutdown_timeout(BLOCKING_GRACE);
        runtime.shutdown_timeout(BLOCKING_GRACE);
        Ok(service.close()?)
    }
}

impl Stopper {
    /// Requests shutdown; [`Server::run`] returns when it is complete.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// Returns a name for a node that has none: that of the machine, and the port.
#[must_use]
pub fn node_name(port: u16) -> String {
    #[cfg(unix)]
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let machine = std::env::var("COMPUTERNAME").unwrap_or_default();
    format!("{machine}:{port}")
}

/// Lowers the priority of the current thread, and makes it give way at checkpoints.
fn lower_priority() {
    cancel::give_way();
    // On other systems the call is for the whole process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, HEAVY_NICE) {
        tracing::debug!(%error, "cannot lower the priority of a thread");
    }
}

/// Loads books for which there is room in memory.
fn load_books(service: &Service) {
    let loaded = service.load_resident(u64::MAX);
    if let Err(error) = loaded.or_else(|error| service.administration().guard_after(error)) {
        tracing::warn!(%error, "cannot load all books: they are read in the database");
    }
}

/// Loads a book that is asked often, if there is one; returns true if it did.
fn rebalance_books(service: &Service) -> bool {
    let loaded = service.rebalance_resident();
    let loaded =
        loaded.or_else(|error| service.administration().guard_after(error).map(|()| false));
    loaded.unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot load a book that is asked often");
        false
    })
}

/// Measures the load. While that fails, no request is shed.
async fn watch_load(app: Arc<App>) {
    let (longest, open) = (app.options.longest_wait, &app.metrics.connections);
    let mut told = false;
    while let Err(error) = app.pressure.watch(longest, open).await {
        if !std::mem::replace(&mut told, true) {
            tracing::warn!(%error, "cannot measure the load: load shedding is off");
        }
        tokio::time::sleep(MEASURE_RETRY).await;
    }
}

/// Loads changes that other programs make to the store.
async fn watch_store(app: Arc<App>, mut seen: u64) {
    let every = app.options.refresh_every.max(Duration::from_millis(1));
    let mut ticks = interval_at(Instant::now() + every, every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut began, mut took) = (Instant::now(), Duration::ZERO);
    let failed = LogThrottle::new();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = app.catch_up.wanted(began, took) => {}
        }
        began = Instant::now();
        let (service, holder) = (Arc::clone(&app.service), Arc::clone(&app));
        let looked = tokio::task::spawn_blocking(move || {
            holder.record_store_file(&service.administration().check_place());
            let found = service.data_version()?;
            if found != seen
                && let Err(error) = service.refresh()
            {
                // A retry would find the same damage.
                tracing::error!(%error, "cannot read a change by another program");
                service.administration().guard_after(error)?;
            }
            Ok::<u64, ServiceError>(found)
        });
        match looked.await {
            Ok(Ok(found)) => {
                if found != seen {
                    app.books_changed.notify_one();
                    app.feed.wake();
                }
                seen = found;
                if failed.end().is_some() {
                    tracing::info!("the store is checked for changes again");
                }
            }
            Ok(Err(error)) => {
                if let Some(left_out) = failed.admit() {
                    tracing::warn!(%error, left_out, "cannot check the store for changes");
                }
            }
            Err(error) => tracing::error!(%error, "the check for changes in the store failed"),
        }
        took = began.elapsed();
        app.catch_up.looked();
    }
}

/// Loads books, and reads games into memory for pattern searches, at the start, after each change,
/// and when a book that is asked often was loaded: new games of the books whose games are in
/// memory, and if the options say so those of all books.
async fn watch_books(app: Arc<App>, background: Handle) {
    let mut preloaded = BTreeSet::new();
    let mut is_first = true;
    let mut next_round = Instant::now() + between_rounds(&app);
    loop {
        let (service, all) = (Arc::clone(&app.service), !app.options.patterns_on_demand);
        let mut names = preloaded.clone();
        let read = background.spawn_blocking(move || {
            load_books(&service);
            if is_first && let Err(error) = service.prepare_versions() {
                tracing::warn!(%error, "cannot prepare earlier versions of books");
            }
            let read = service.patterns().refresh_patterns();
            let read = read.and_then(|()| {
                if all { service.patterns().preload_patterns(&mut names) } else { Ok(()) }
            });
            (read, names)
        });
        is_first = false;
        match read.await {
            Ok((read, names)) => {
                preloaded = names;
                if let Err(error) = read {
                    tracing::warn!(%error, "cannot read games for pattern searches");
                }
            }
            Err(error) => tracing::error!(%error, "reading games for pattern searches failed"),
        }
        books_moved(&app, &background, &mut next_round).await;
    }
}

/// Returns the time between two rounds that choose which books are in memory.
fn between_rounds(app: &App) -> Duration {
    app.options.refresh_every.max(Duration::from_millis(1)) * LOOKS_PER_ROUND
}

/// Completes when books have changed, or one that is asked often was loaded. Changes do not put off
/// the next round, which may be due already.
async fn books_moved(app: &App, background: &Handle, next_round: &mut Instant) {
    loop {
        if Instant::now() < *next_round {
            tokio::select! {
                // A notification that nobody awaits is kept for the next call.
                () = app.books_changed.notified() => return,
                () = tokio::time::sleep_until(*next_round) => {}
            }
        }
        *next_round = Instant::now() + between_rounds(app);
        let service = Arc::clone(&app.service);
        match background.spawn_blocking(move || rebalance_books(&service)).await {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "choosing the books in memory failed"),
        }
    }
}

/// Completes when the server must shut down.
async fn shutdown_signal(mut signals: Signals, stop: Stopper) {
    tokio::select! {
        name = signals.next() => tracing::info!("shutting down: {name}"),
        () = stop.stopped() => tracing::info!("shutting down: requested"),
    }
}

/// Signals that request shutdown.
#[cfg(unix)]
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
}

#[cfg(unix)]
impl Signals {
    /// Installs handlers: from here on the signals do not kill the process, but wait for
    /// [`Signals::next`].
    fn take() -> io::Result<Signals> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    async fn next(&mut self) -> &'static str {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return "SIGTERM",
                _ = self.interrupt.recv() => return "SIGINT",
                _ = self.hangup.recv() => {}
            }
            // The terminal of a person is gone; a service is only asked to read its settings again.
            if io::stderr().is_terminal() {
                return "SIGHUP";
            }
            tracing::warn!("SIGHUP does nothing: settings are read at the start only");
        }
    }
}

/// Signals that request shutdown.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn take() -> io::Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) -> &'static str {
        // Without signals only the stopper ends the server.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        "interrupted"
    }
}

impl Stopper {
    async fn stopped(&self) {
        // `self` holds the sender, so the wait cannot fail.
        drop(self.0.subscribe().wait_for(|stop| *stop).await);
    }
}
