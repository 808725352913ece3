//! Everything at once for as long as is asked, with kills at random moments in between: nothing is lost, memory stays flat, the
//! doctor finds nothing. Half of the time is one life of the server, over which its memory is watched.

use std::env;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use joseki::store::SqliteStore;
use tempfile::TempDir;

use crate::claims::Claim;
use crate::load::Load;
use crate::random::Random;
use crate::report::{say, seed};
use crate::server::{FILE, Server, healthy, make_book};
use crate::verdict::wrong;
use crate::visitors::{Seen, Visitors, missing_imports};

/// A run of every day, and the longest of the lives that end in a kill.
const SHORT: Duration = Duration::from_secs(8);
const MAX_LIFE: Duration = Duration::from_secs(180);
/// How often memory is looked at.
const LOOK: Duration = Duration::from_millis(500);
/// What a server may grow by over the second half of a long life: what it learned, and what its allocator holds.
const GROWTH: u64 = 48 << 20;

#[test]
fn a_long_time_of_everything_loses_nothing() {
    let (time, seed) = (time(), seed());
    let directory = TempDir::new().expect("a directory");
    make_book(directory.path());
    let rest = if time > SHORT { Duration::from_millis(300) } else { Duration::from_millis(20) };
    let mut soak = Soak {
        directory: directory.path(),
        key: None,
        claims: Vec::new(),
        seen: Seen::default(),
        rest,
        seed,
    };
    let (started, mut random) = (Instant::now(), Random::new(seed));
    let mut kills = 0;
    while kills < 2 || started.elapsed() < time / 2 {
        let most = (time / 8).min(MAX_LIFE).as_millis() as usize;
        soak.live(kills, Duration::from_millis(random.below(most) as u64), Server::kill);
        kills += 1;
    }
    let left = time.saturating_sub(started.elapsed()).max(time / 4);
    let memory = soak.live(kills, left, |server| {
        server.ask_to_end();
        assert_eq!(server.ended().code(), Some(0));
    });
    soak.say(started.elapsed(), kills, &memory);
    is_flat(&memory);
}

fn time() -> Duration {
    let minutes = env::var("JOSEKI_SOAK_MINUTES").ok();
    let minutes = minutes.map(|text| text.parse::<f64>().expect("JOSEKI_SOAK_MINUTES is a number"));
    minutes.map_or(SHORT, |minutes| Duration::from_secs_f64(minutes * 60.0))
}

struct Soak<'a> {
    directory: &'a Path,
    key: Option<String>,
    claims: Vec<Claim>,
    seen: Seen,
    rest: Duration,
    seed: u64,
}

impl Soak<'_> {
    /// One life of the server under load, and what is left after it. Gives its memory, looked at again and again.
    fn live(&mut self, round: usize, life: Duration, end: impl FnOnce(Server)) -> Vec<u64> {
        let server = Server::start(self.directory);
        self.key = self.key.take().or_else(|| server.key.clone());
        let key = self.key.as_deref().expect("the first key");
        let load = Load::paced(server.address, key, round, self.seed, self.rest);
        let visitors = Visitors::start(server.address, key, self.directory, self.rest);
        let started = Instant::now();
        let mut memory = Vec::new();
        load.wait_for(1);
        while started.elapsed() < life {
            sleep(LOOK.min(life));
            memory.push(server.memory());
        }
        end(server);
        self.claims.extend(load.claims());
        self.seen.add(visitors.seen());
        self.look(round);
        memory
    }

    fn look(&self, round: usize) {
        let at = format!("life {round}, JOSEKI_SEED={}", self.seed);
        let store = SqliteStore::open(self.directory.join(FILE)).expect("a store");
        let found = wrong(&store, self.claims.iter(), Claim::is_done).expect("a store");
        assert!(found.is_empty(), "{at}: {found:#?}");
        let missing = missing_imports(&store, &self.seen);
        assert!(missing.is_empty(), "{at}: {missing:#?}");
        assert!(self.seen.wrong.is_empty(), "{at}: {:#?}", self.seen.wrong);
        drop(store);
        healthy(self.directory);
    }

    fn say(&self, time: Duration, kills: usize, memory: &[u64]) {
        let writes = self.claims.iter().filter(|claim| claim.is_kept() && claim.is_done()).count();
        let Seen { questions, imports, backups, .. } = &self.seen;
        let mib = |bytes: Option<&u64>| bytes.map_or(0, |bytes| bytes >> 20);
        say(&format!(
            "soak: {:.1} minutes, {kills} kills, {writes} writes and {} imports acknowledged, 0 lost, {questions} questions, {backups} backups, \
             all sound; memory {} MiB halfway through the last life, {} MiB at its end, {} MiB at most; the doctor found nothing",
            time.as_secs_f64() / 60.0,
            imports.len(),
            mib(memory.get(memory.len() / 2)),
            mib(memory.last()),
            mib(memory.iter().max()),
        ));
    }
}

/// The second half of a life needs no more memory than the first, but for what was learned in it.
fn is_flat(memory: &[u64]) {
    let (first, second) = memory.split_at(memory.len() / 2);
    let most = |part: &[u64]| part.iter().max().copied().unwrap_or_default();
    assert!(most(second) < most(first) + GROWTH, "{} and then {} bytes", most(first), most(second));
}
