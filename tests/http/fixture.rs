//! A server on a free port over a store of its own, ended with the test.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use joseki::http::{ServeOptions, Server, ServerError, Stopper};
use joseki::service::Service;
use joseki::store::{Scopes, SqliteStore, Store};
use tempfile::TempDir;

use crate::client::Request;
use crate::faulty::FaultyStore;
use crate::messages::keep_short;

/// Longer than any test runs.
pub const UNLIMITED: Duration = Duration::from_secs(3600);

/// A running server.
pub struct Fixture {
    pub address: SocketAddr,
    pub service: Arc<Service>,
    pub faults: Arc<FaultyStore>,
    pub directory: TempDir,
    stopper: Stopper,
    running: Option<JoinHandle<Result<(), ServerError>>>,
}

impl Fixture {
    /// A server with the starter book.
    pub fn new() -> Fixture {
        Fixture::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut ServeOptions)) -> Fixture {
        Fixture::on(TempDir::new().expect("a directory"), change)
    }

    /// A server on a directory that may have a store already.
    pub fn on(directory: TempDir, change: impl FnOnce(&mut ServeOptions)) -> Fixture {
        let path = directory.path().join("joseki.db");
        if !path.exists() {
            std::fs::write(&path, starter_database()).expect("a database");
        }
        Fixture::serve(&path, directory, change)
    }

    /// Another node: a server of its own on the store of this one.
    pub fn beside(&self, change: impl FnOnce(&mut ServeOptions)) -> Fixture {
        let path = self.directory.path().join("joseki.db");
        Fixture::serve(&path, TempDir::new().expect("a directory"), change)
    }

    /// A server that only reads the store of this one.
    pub fn beside_read_only(&self) -> Fixture {
        let path = self.directory.path().join("joseki.db");
        let store = SqliteStore::open_read_only(&path).expect("a store");
        Fixture::serve_store(store, TempDir::new().expect("a directory"), |_| ())
    }

    fn serve(path: &Path, directory: TempDir, change: impl FnOnce(&mut ServeOptions)) -> Fixture {
        let store = SqliteStore::open(path).expect("a store");
        Fixture::serve_store(store, directory, change)
    }

    fn serve_store(
        store: SqliteStore,
        directory: TempDir,
        change: impl FnOnce(&mut ServeOptions),
    ) -> Fixture {
        keep_short();
        let faults = Arc::new(FaultyStore::new(store));
        let service = Service::new(Arc::clone(&faults) as Arc<dyn Store>);
        service.curation().ensure_starter().expect("the starter book");
        let service = Arc::new(service);
        let mut options = ServeOptions {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            // On a machine that is busy with other tests nobody is sent away, and nothing is ended
            // by its time limit, but where that is the test.
            longest_wait: UNLIMITED,
            header_timeout: UNLIMITED,
            body_timeout: UNLIMITED,
            handler_timeout: UNLIMITED,
            import_timeout: UNLIMITED,
            write_timeout: UNLIMITED,
            anonymous_work: Duration::ZERO,
            ..ServeOptions::default()
        };
        change(&mut options);
        let server = Server::bind(Arc::clone(&service), options).expect("a server");
        let (address, stopper) = (server.address(), server.stopper());
        let running = Some(std::thread::spawn(move || server.run()));
        Fixture { address, service, faults, directory, stopper, running }
    }

    /// Ends the server and starts another on the same store.
    pub fn restarted(mut self) -> Fixture {
        self.ended().expect("an orderly end");
        let elsewhere = TempDir::new().expect("a directory");
        let directory = std::mem::replace(&mut self.directory, elsewhere);
        Fixture::on(directory, |_| {})
    }

    pub fn request(&self, method: &str, path: &str) -> Request {
        Request::new(self.address, method, path).in_history(&self.service.history())
    }

    pub fn get(&self, path: &str) -> Request {
        self.request("GET", path)
    }

    pub fn post(&self, path: &str) -> Request {
        self.request("POST", path)
    }

    /// A key with these scopes.
    pub fn key(&self, scopes: Scopes) -> String {
        let created =
            self.service.administration().create_key("a test", scopes, None, None, "test");
        created.expect("a key").secret
    }

    /// Asks the server to end, without waiting.
    pub fn stop(&self) {
        self.stopper.stop();
    }

    /// Waits for the end and gives what [`Server::run`] gave.
    pub fn ended(&mut self) -> Result<(), ServerError> {
        self.stop();
        let running = self.running.take().expect("a server that runs");
        running.join().expect("no panic")
    }
}

/// Returns the bytes of a database with the starter book, built once per process.
fn starter_database() -> &'static [u8] {
    static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join("joseki.db");
        let store = SqliteStore::open(&path).expect("a store");
        let service = Service::new(Arc::new(store));
        service.curation().ensure_starter().expect("the starter book");
        service.close().expect("a closed store");
        std::fs::read(path).expect("the database")
    });
    &BYTES
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.stop();
        if let Some(running) = self.running.take() {
            drop(running.join());
        }
    }
}

/// Asks until it is so; the time is for a machine that is busy, not for luck.
#[track_caller]
pub fn eventually(what: &str, mut so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(120);
    while !so() {
        assert!(Instant::now() < end, "{what} did not come true");
        std::thread::sleep(Duration::from_millis(5));
    }
}
