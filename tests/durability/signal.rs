//! SIGTERM ends a server cleanly. It reaches the whole process, so no other test of this binary may run a server in it.

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use joseki::http::{ServeOptions, Server};
use joseki::service::Service;
use joseki::store::SqliteStore;

use crate::programs;

#[test]
fn sigterm_is_a_good_end() {
    let directory = tempfile::TempDir::new().expect("a directory");
    let store = SqliteStore::open(directory.path().join("joseki.db")).expect("a store");
    let service = Arc::new(Service::new(Arc::new(store)));
    let options =
        ServeOptions { listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..ServeOptions::default() };
    let server = Server::bind(Arc::clone(&service), options).expect("a server");
    let address = server.address();
    // Keeps the signal from ending the test before the server has taken it over.
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let kind = tokio::signal::unix::SignalKind::terminate();
    let _taken = runtime.block_on(async { tokio::signal::unix::signal(kind) });
    let running = std::thread::spawn(move || server.run());
    let started = Instant::now();
    while !running.is_finished() {
        let id = std::process::id().to_string();
        assert!(programs::signal("-TERM", &id));
        assert!(started.elapsed() < Duration::from_secs(120), "the server does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
    running.join().expect("no panic").expect("a good end");
    assert!(TcpStream::connect(address).is_err());
    assert!(service.books().is_err(), "the store is closed");
}
