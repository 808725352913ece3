//! Power cuts at random moments of a recorded life: what was acknowledged is there, whole.

use std::fs;
use std::path::Path;

use joseki::store::{SqliteStore, Store, StoreError, Upkeep};
use tempfile::TempDir;

use crate::claims::Claim;
use crate::disk::{Disk, Honesty};
use crate::made_up_step::MadeDatabase;
use crate::random::Random;
use crate::recording::{Recording, birth, cannot_watch, life, migration};
use crate::report::{count, full, say, seed};
use crate::server::FILE;
use crate::trace::Event;
use crate::verdict::wrong;

#[test]
fn nothing_acknowledged_is_lost_by_a_power_cut() {
    if cannot_watch() {
        return;
    }
    let seed = seed();
    let mut lived = life(count(120, 600), seed);
    let early = lived.answered_too_early();
    assert!(early.is_empty(), "JOSEKI_SEED={seed}: {early:#?}");
    assert!(
        !full() || lived.written_back > 0,
        "the log was never written back while clients wrote"
    );
    let cuts = count(25, 500);
    let judge = |moment: usize, directory: &Path| of_life(&lived, moment, directory);
    let found = cut_often(&lived, Honesty::Honest, cuts, seed, judge);
    assert!(found.is_empty(), "JOSEKI_SEED={seed}: {found:#?}");
    let lies = count(20, 50);
    let found = |honesty| cut_often(&lived, honesty, lies, seed, judge).len();
    let liars = [Honesty::LiesAboutTheLog, Honesty::Lies].map(found);
    assert!(liars.iter().all(|found| *found > 0), "a disk that lies lost nothing: {liars:?}");
    let done = lived.done.len();
    lived.forget_syncs();
    let early = lived.answered_too_early().len();
    assert!(early > 0, "without syncs all answers came in time");
    say(&format!(
        "power cuts: {cuts} cuts of {} events, {} writes acknowledged, each after its commit was synced, 0 lost, none corrupt; \
         of {lies} cuts each a disk that lies about the log damaged {}, one that lies {}",
        lived.events.len(),
        done,
        liars[0],
        liars[1],
    ));
}

#[test]
fn a_power_cut_while_a_database_is_made_or_migrated_leaves_old_or_new() {
    if cannot_watch() {
        return;
    }
    let (cuts, seed) = (count(6, 100), seed());
    let born = birth();
    let judge = |moment: usize, directory: &Path| of_birth(directory, moment == born.events.len());
    let found = cut_often(&born, Honesty::Honest, cuts, seed, judge);
    assert!(found.is_empty(), "JOSEKI_SEED={seed}: {found:#?}");
    let (migrated, made) = migration(count(2_000, 10_000));
    let judge = |_: usize, directory: &Path| of_migration(directory, &made);
    let found = cut_often(&migrated, Honesty::Honest, cuts, seed, judge);
    assert!(found.is_empty(), "JOSEKI_SEED={seed}: {found:#?}");
    let events = [&born, &migrated].map(|recording| recording.events.len());
    say(&format!(
        "power cuts while a database is made: {cuts} of {} events; while one is migrated: {cuts} of {} events; \
         old or new each time, no copy by halves",
        events[0], events[1]
    ));
}

/// What is wrong after cuts at random moments, a text for each cut that did damage. `judge` looks at what a cut before
/// an event left in a directory.
fn cut_often(
    recording: &Recording,
    honesty: Honesty,
    cuts: usize,
    seed: u64,
    judge: impl Fn(usize, &Path) -> Vec<String>,
) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut disk = Disk::new(&recording.before, honesty);
    let mut taken = 0;
    let mut found = Vec::new();
    for moment in moments(recording, cuts, &mut random) {
        for number in taken..moment {
            disk.take(number, &recording.events[number]);
        }
        taken = moment;
        let directory = TempDir::new().expect("a directory");
        for (name, bytes) in disk.after_a_cut(&mut random) {
            fs::write(directory.path().join(name), bytes).expect("a file");
        }
        let problems = judge(moment, directory.path());
        if !problems.is_empty() {
            found.push(format!("cut before event {moment}: {problems:#?}"));
        }
    }
    found
}

/// Half of the cuts come just after an acknowledgement, the others anywhere. If nothing is acknowledged, a third comes
/// just before and after something becomes durable and a third at the very beginning. The last one is after everything.
fn moments(recording: &Recording, cuts: usize, random: &mut Random) -> Vec<usize> {
    let all = recording.events.len();
    let acknowledged: Vec<usize> = recording.done.values().map(|at| at + 1).collect();
    let is_sync =
        |at: &usize| matches!(recording.events[*at], Event::Sync { .. } | Event::SyncNames { .. });
    let synced: Vec<usize> = (0..all).filter(is_sync).collect();
    let mut moments: Vec<usize> = (1..cuts)
        .map(|cut| match (acknowledged.is_empty(), cut % 6) {
            (false, 1 | 3 | 5) => acknowledged[random.below(acknowledged.len())],
            (true, 1 | 4) => synced[random.below(synced.len())] + random.below(2),
            (true, 2 | 5) => random.below(all.min(FIRST)),
            _ => random.below(all),
        })
        .collect();
    moments.push(all);
    moments.sort_unstable();
    moments
}

/// The first events of a file, until its first change is durable.
const FIRST: usize = 40;

/// What is wrong with the database of a server.
fn of_life(recording: &Recording, moment: usize, directory: &Path) -> Vec<String> {
    let done = |claim: &Claim| recording.done.get(&claim.number).is_some_and(|at| *at < moment);
    let look = || {
        let store = SqliteStore::open(directory.join(FILE))?;
        let mut problems = store.check()?;
        problems.extend(wrong(&store, recording.claims.iter(), done)?);
        Ok(problems)
    };
    look().unwrap_or_else(|error: StoreError| vec![error.to_string()])
}

/// What is wrong with a database that was about to be made.
fn of_birth(directory: &Path, done: bool) -> Vec<String> {
    let look = || {
        let store = SqliteStore::open(directory.join(FILE))?;
        let mut problems = store.check()?;
        let books: Vec<String> = store.books()?.into_iter().map(|book| book.name).collect();
        if done && books != ["b", "engine-games", "main", "renju", "xiangqi"] {
            problems.push(format!("the import ended well, and the books are {books:?}"));
        }
        Ok(problems)
    };
    look().unwrap_or_else(|error: StoreError| vec![error.to_string()])
}

/// Returns the problems of a database that was about to be migrated, before and after it is opened
/// again.
fn of_migration(directory: &Path, made: &MadeDatabase) -> Vec<String> {
    let file = directory.join(FILE);
    let (version, mut problems) = made.problems(&file);
    let copies = made.copies(directory, &mut problems);
    if version > made.before && !copies.contains(&made.before) {
        problems.push(format!("it is at schema {version}, without a copy of the earlier one"));
    }
    problems.extend(made.complete(&file));
    problems
}
