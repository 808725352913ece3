//! The server: bound, run, and ended.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::accept::accept;
use super::app::App;
use super::options::ServeOptions;
use crate::service::{Service, ServiceError};

/// How long threads that block may go on after everything else has ended.
const LAST_WORK: Duration = Duration::from_secs(1);
/// The pause before the load is measured again that could not be.
const MEASURE_AGAIN: Duration = Duration::from_secs(1);

/// A server that listens and waits for [`Server::run`].
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    seen: u64,
    signals: Signals,
    stop: Stopper,
}

/// Ends a server from another thread, as SIGTERM does.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

/// Why a server does not start or did not end well.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The address cannot be listened on.
    #[error(
        "cannot listen on {address}: {source}; end what listens there or choose another address"
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The system gives no threads or signals.
    #[error("the server cannot run: {0}")]
    Runtime(#[from] io::Error),
    /// The store cannot be read at the start, or failed at the end.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl Server {
    /// Listens, and loads all books into memory. Requests wait until [`Server::run`], and so do SIGTERM and SIGINT. Where a book
    /// is damaged the others are served, and changes are refused.
    ///
    /// # Errors
    /// The address cannot be listened on, the store cannot be read, or the system gives no threads or signals.
    pub fn bind(service: Arc<Service>, options: ServeOptions) -> Result<Server, ServerError> {
        // In this order: a change between the two is loaded twice rather than never.
        let seen = service.data_version()?;
        service
            .refresh()
            .map(drop)
            .or_else(|error| service.guard_after(error))?;
        let runtime = Builder::new_multi_thread()
            .enable_all()
            .thread_name("joseki-http")
            .build()?;
        let address = options.listen;
        let at = |source| ServerError::Listen { address, source };
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(at)?;
        // Before anybody is told the address: who knows it may ask for the end.
        let signals = runtime.block_on(async { Signals::take() })?;
        Ok(Server {
            signals,
            address: listener.local_addr().map_err(at)?,
            app: Arc::new(App::new(service, options)),
            stop: Stopper(watch::Sender::new(false)),
            runtime,
            listener,
            seen,
        })
    }

    /// The address that it listens on, with the real port where 0 was asked for.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends this server from another thread.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stop.clone()
    }

    /// Serves until SIGTERM, SIGINT or [`Stopper::stop`]; then requests under way are finished,
    /// for as long as the options allow, and the service is closed.
    ///
    /// # Errors
    /// The last writing to the store failed.
    pub fn run(self) -> Result<(), ServerError> {
        let Server {
            runtime,
            listener,
            app,
            seen,
            signals,
            stop,
            ..
        } = self;
        let service = Arc::clone(&app.service);
        runtime.block_on(async {
            let watching = [
                tokio::spawn(follow(Arc::clone(&app), seen)),
                tokio::spawn(measure(Arc::clone(&app))),
            ];
            accept(listener, app, end(signals, stop)).await;
            watching.iter().for_each(JoinHandle::abort);
        });
        runtime.shutdown_timeout(LAST_WORK);
        Ok(service.close()?)
    }
}

impl Stopper {
    /// Asks the server to end; [`Server::run`] returns when it has.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// Watches how far the server is behind. While that cannot be measured, nobody is sent away.
async fn measure(app: Arc<App>) {
    let (longest, open) = (app.options.longest_wait, &app.metrics.connections);
    let mut told = false;
    while let Err(error) = app.pressure.watch(longest, open).await {
        if !std::mem::replace(&mut told, true) {
            tracing::warn!(%error, "how busy the server is cannot be measured: nobody is sent away for too much load");
        }
        tokio::time::sleep(MEASURE_AGAIN).await;
    }
}

/// Loads what other programs change in the store.
async fn follow(app: Arc<App>, mut seen: u64) {
    let mut ticks = interval(app.options.refresh_every.max(Duration::from_millis(1)));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let (service, holder) = (Arc::clone(&app.service), Arc::clone(&app));
        let looked = tokio::task::spawn_blocking(move || {
            holder.note_place(&service.check_place());
            let found = service.data_version()?;
            if found != seen
                && let Err(error) = service.refresh()
            {
                // Looking again would find the same damage.
                tracing::error!(%error, "what another program changed cannot be read");
                service.guard_after(error)?;
            }
            Ok::<u64, ServiceError>(found)
        });
        match looked.await {
            Ok(Ok(found)) => {
                if found != seen {
                    app.feed.wake();
                }
                seen = found;
            }
            Ok(Err(error)) => tracing::warn!(%error, "the store cannot be looked at for changes"),
            Err(error) => tracing::error!(%error, "looking at the store for changes failed"),
        }
    }
}

/// Comes to its end when the server is to end.
async fn end(mut signals: Signals, stop: Stopper) {
    tokio::select! {
        name = signals.next() => tracing::info!("ending: {name}"),
        () = stop.stopped() => tracing::info!("ending: asked to"),
    }
}

/// The signals that ask for the end.
#[cfg(unix)]
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

#[cfg(unix)]
impl Signals {
    /// From now on they do not end the program; one that comes waits for [`Signals::next`].
    fn take() -> io::Result<Signals> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}

/// The signals that ask for the end.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn take() -> io::Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) -> &'static str {
        // If there are none, nothing but the stopper ends the server.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        "interrupted"
    }
}

impl Stopper {
    async fn stopped(&self) {
        // The sender is held here, so waiting fails only if it is gone too.
        drop(self.0.subscribe().wait_for(|stop| *stop).await);
    }
}
