//! A proxy before a PostgreSQL server that cuts a connection as it commits.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;

/// How a client asks for a commit.
const COMMIT: &[u8] = b"COMMIT\0";

/// What happens to the next commit.
#[derive(Clone, Copy)]
pub enum Cut {
    /// The server commits, and its answer is lost.
    Answer = 1,
    /// The server never receives it.
    Question = 2,
    /// The server commits, its answer is lost, and it can no longer be reached.
    Server = 3,
}

/// A proxy; its threads end with their connections.
pub struct Proxy {
    port: u16,
    next: Arc<AtomicU8>,
}

impl Proxy {
    /// Starts a proxy before the server at a port of this machine.
    pub fn start(server: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let next = Arc::new(AtomicU8::new(0));
        let (shared, gone) = (Arc::clone(&next), Arc::<AtomicBool>::default());
        thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.expect("a client");
                let server = TcpStream::connect(("127.0.0.1", server)).expect("a server");
                if !gone.load(Ordering::SeqCst) {
                    pass(client, server, &shared, &gone);
                }
            }
        });
        Proxy { port, next }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Cuts the connection that commits next.
    pub fn cut_next(&self, cut: Cut) {
        self.next.store(cut as u8, Ordering::SeqCst);
    }

    /// Whether the cut is still to come.
    pub fn is_waiting(&self) -> bool {
        self.next.load(Ordering::SeqCst) != 0
    }
}

fn pass(client: TcpStream, server: TcpStream, next: &Arc<AtomicU8>, gone: &Arc<AtomicBool>) {
    let lost = Arc::new(AtomicU8::new(0));
    let (mut from, mut to) = pair(&client, &server);
    let (next, losing, gone) = (Arc::clone(next), Arc::clone(&lost), Arc::clone(gone));
    thread::spawn(move || {
        let mut buffer = [0; 1 << 16];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            if buffer[..read].windows(COMMIT.len()).any(|part| part == COMMIT) {
                let cut = next.swap(0, Ordering::SeqCst);
                gone.fetch_or(cut == Cut::Server as u8, Ordering::SeqCst);
                losing.store(cut, Ordering::SeqCst);
            }
            if losing.load(Ordering::SeqCst) == Cut::Question as u8
                || to.write_all(&buffer[..read]).is_err()
            {
                break;
            }
        }
        close(&from, &to);
    });
    let (mut from, mut to) = pair(&server, &client);
    thread::spawn(move || {
        let mut buffer = [0; 1 << 16];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            if [Cut::Answer as u8, Cut::Server as u8].contains(&lost.load(Ordering::SeqCst))
                || to.write_all(&buffer[..read]).is_err()
            {
                break;
            }
        }
        close(&from, &to);
    });
}

fn pair(one: &TcpStream, two: &TcpStream) -> (TcpStream, TcpStream) {
    (one.try_clone().expect("a socket"), two.try_clone().expect("a socket"))
}

fn close(one: &TcpStream, two: &TcpStream) {
    drop(one.shutdown(Shutdown::Both));
    drop(two.shutdown(Shutdown::Both));
}
