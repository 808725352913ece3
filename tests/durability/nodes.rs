//! Several nodes on one database, under load: nodes are killed, and so is the server of the database.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use joseki::book::Forest;
use joseki::store::{AnyStore, BookChange, Store, Upkeep};

use crate::claims::{Claim, Outcome};
use crate::client::{Request, connect};
use crate::cluster::{Cluster, address, is_missing};
use crate::load::Load;
use crate::report::{count, say};
use crate::server::Server;
use crate::verdict::{not_in_history, wrong};

/// How long all nodes may take to have the last version.
const TIMEOUT: Duration = Duration::from_secs(120);

#[test]
fn nothing_acknowledged_is_lost_by_several_nodes() {
    if is_missing() {
        return;
    }
    let (nodes, loads) = (count(2, 4), count(2, 25));
    let time = Duration::from_secs(count(8, 120));
    let (node_every, server_every) = count((2, 3), (2, 10));
    let cluster = Cluster::start();
    let db = address(&[cluster.port()]);
    let lines = ["DDCFFC", "DDCGFC"].map(|line| line.parse().expect("a line"));
    let forest: Forest = lines.iter().collect();
    let store = AnyStore::open(Path::new(&db)).expect("a store");
    store.apply(&BookChange::new_book("b", &forest, "test")).expect("a book");
    let first = Server::start_on(&db);
    let key = first.key.clone().expect("the first key");
    let mut servers: Vec<Server> = vec![first];
    servers.extend((1..nodes).map(|_| Server::start_on(&db)));
    let addresses = |servers: &[Server]| servers.iter().map(|server| server.address).collect();
    let running: Arc<Mutex<Vec<SocketAddr>>> = Arc::new(Mutex::new(addresses(&servers)));
    let loads: Vec<Load> =
        (0..loads).map(|round| Load::on_nodes(Arc::clone(&running), &key, round)).collect();
    let is_over = AtomicBool::new(false);
    let (mut killed, mut restarted) = (0, 0);
    thread::scope(|scope| {
        // What a node answers never goes back.
        scope.spawn(|| {
            let mut seen: BTreeMap<SocketAddr, u64> = BTreeMap::new();
            while !is_over.load(Ordering::Relaxed) {
                let now = running.lock().expect("no panic").clone();
                for address in now {
                    let Some(version) = version(address) else { continue };
                    let last = seen.entry(address).or_default();
                    assert!(version >= *last, "{address}: {version} after {last}");
                    *last = version;
                }
                thread::sleep(Duration::from_millis(20));
            }
        });
        let begun = Instant::now();
        let (mut node, mut server) = (node_every, server_every);
        while begun.elapsed() < time {
            thread::sleep(Duration::from_millis(50));
            let now = begun.elapsed().as_secs();
            if now >= server {
                cluster.kill();
                cluster.restart();
                (server, restarted) = (now + server_every, restarted + 1);
            }
            if now >= node {
                let victim = servers.remove(0);
                *running.lock().expect("no panic") = addresses(&servers);
                victim.kill();
                servers.push(Server::start_on(&db));
                *running.lock().expect("no panic") = addresses(&servers);
                (node, killed) = (now + node_every, killed + 1);
            }
        }
        is_over.store(true, Ordering::Relaxed);
        loads.iter().for_each(Load::enough);
    });
    let claims: Vec<Claim> = loads.into_iter().flat_map(Load::claims).collect();
    let found = wrong(&store, claims.iter(), Claim::is_done).expect("a store");
    assert!(found.is_empty(), "{found:#?}");
    let missing = not_in_history(&store, &claims);
    assert!(missing.is_empty(), "{missing:#?}");
    assert_eq!(store.check().expect("readable"), [""; 0]);
    let last = store.book("b").expect("readable").expect("a book").version;
    let end = Instant::now() + TIMEOUT;
    while !servers.iter().all(|server| version(server.address) == Some(last)) {
        assert!(Instant::now() < end, "not every node came to version {last}");
        thread::sleep(Duration::from_millis(20));
    }
    let of = |outcome: fn(&Outcome) -> bool| {
        claims.iter().filter(|claim| claim.is_kept() && outcome(&claim.outcome)).count()
    };
    say(&format!(
        "{nodes} nodes: {killed} kills of a node, {restarted} of the server, {} writes acknowledged, {} refused, {} without an answer: 0 lost, 0 done twice",
        of(|outcome| matches!(outcome, Outcome::Done(_))),
        of(|outcome| *outcome == Outcome::Refused),
        of(|outcome| *outcome == Outcome::Unknown),
    ));
}

/// The version of the book that a node answers from; `None` if it does not answer.
fn version(address: SocketAddr) -> Option<u64> {
    let mut stream = connect(address).ok()?;
    let request = Request::new(address, "GET", "/v1/next?book=b&moves=");
    let answer = request.try_send_on(&mut stream).ok()?;
    let version = answer.json()["book"]["version"].as_u64();
    assert!(version.is_some() || answer.status == 503, "{} {}", answer.status, answer.text());
    version
}
