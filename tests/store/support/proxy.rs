//! A proxy before a PostgreSQL server that cuts a connection: as it commits, or in the middle of any
//! message.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, Ordering::SeqCst};
use std::thread;

/// How a client asks for a commit.
const COMMIT: &[u8] = b"COMMIT\0";

/// What happens to the next commit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// The server commits, and its answer is lost.
    Answer = 1,
    /// The server never receives it.
    Question = 2,
    /// The server commits, its answer is lost, and it can no longer be reached.
    Server = 3,
    /// The server commits, and its answer never comes, though the connection stays open.
    Stall = 4,
}

/// In which direction bytes go.
#[derive(Clone, Copy, Debug)]
pub enum Direction {
    ToServer,
    ToClient,
}

/// A proxy; its threads end with their connections.
pub struct Proxy {
    port: u16,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    /// What happens to the next commit.
    next: AtomicU8,
    /// Whether the server can no longer be reached.
    gone: AtomicBool,
    /// By direction: the number of bytes before the cut, plus 1; 0 without one.
    left: [AtomicI64; 2],
}

impl State {
    /// Returns how many of some bytes may pass, and whether the connection is cut after them.
    fn allowed(&self, direction: Direction, bytes: usize) -> (usize, bool) {
        let (left, bytes) = (&self.left[direction as usize], bytes as i64);
        match left.load(SeqCst) {
            0 => (bytes as usize, false),
            more if more > bytes => {
                left.fetch_sub(bytes, SeqCst);
                (bytes as usize, false)
            }
            last => {
                left.store(0, SeqCst);
                ((last - 1) as usize, true)
            }
        }
    }
}

impl Proxy {
    /// Starts a proxy before the server at a port of this machine.
    pub fn start(server: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::<State>::default();
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.expect("a client");
                let server = TcpStream::connect(("127.0.0.1", server)).expect("a server");
                if !shared.gone.load(SeqCst) {
                    pass(&client, &server, &shared);
                }
            }
        });
        Proxy { port, state }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Cuts the connection that commits next.
    pub fn cut_next(&self, cut: Cut) {
        self.state.next.store(cut as u8, SeqCst);
    }

    /// Cuts the connection on which a number of bytes is reached after this call.
    pub fn cut_after(&self, direction: Direction, bytes: u32) {
        self.state.left[direction as usize].store(i64::from(bytes) + 1, SeqCst);
    }

    /// Whether a cut is still to come.
    pub fn is_waiting(&self) -> bool {
        self.state.next.load(SeqCst) != 0 || self.state.left.iter().any(|it| it.load(SeqCst) != 0)
    }

    /// Cuts nothing.
    pub fn disarm(&self) {
        self.state.next.store(0, SeqCst);
        self.state.left.iter().for_each(|left| left.store(0, SeqCst));
    }
}

fn pass(client: &TcpStream, server: &TcpStream, state: &Arc<State>) {
    let lost = Arc::new(AtomicU8::new(0));
    for direction in [Direction::ToServer, Direction::ToClient] {
        let (mut from, mut to) = match direction {
            Direction::ToServer => pair(client, server),
            Direction::ToClient => pair(server, client),
        };
        let (state, lost) = (Arc::clone(state), Arc::clone(&lost));
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                let (allowed, is_cut) = state.allowed(direction, read);
                let part = &buffer[..allowed];
                if let Direction::ToServer = direction
                    && part.windows(COMMIT.len()).any(|part| part == COMMIT)
                {
                    let cut = state.next.swap(0, SeqCst);
                    state.gone.fetch_or(cut == Cut::Server as u8, SeqCst);
                    lost.store(cut, SeqCst);
                }
                let ends = match (direction, lost.load(SeqCst)) {
                    (Direction::ToServer, cut) => cut == Cut::Question as u8,
                    (Direction::ToClient, cut) => {
                        cut == Cut::Answer as u8 || cut == Cut::Server as u8
                    }
                };
                if let (Direction::ToClient, cut) = (direction, lost.load(SeqCst))
                    && cut == Cut::Stall as u8
                {
                    continue;
                }
                if ends || to.write_all(part).is_err() || is_cut {
                    break;
                }
            }
            drop(from.shutdown(Shutdown::Both));
            drop(to.shutdown(Shutdown::Both));
        });
    }
}

fn pair(one: &TcpStream, two: &TcpStream) -> (TcpStream, TcpStream) {
    (one.try_clone().expect("a socket"), two.try_clone().expect("a socket"))
}
