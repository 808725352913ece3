//! Whether a store has what was acknowledged, once, and nothing by halves.

use std::collections::{BTreeMap, BTreeSet};

use joseki::book::{Forest, Line, NodeData, NodeState};
use joseki::store::{ChangeQuery, LedgerRow, NodeLogEntry, Store, StoreError};

use crate::claims::{Claim, Outcome, What};
use crate::load::games;

/// What is wrong with what a store has of requests, each in a sentence; nothing if all is well. `claims` are all that
/// may have reached it, and `done` are those that were acknowledged.
pub fn wrong<'a>(
    store: &dyn Store,
    claims: impl Iterator<Item = &'a Claim> + Clone,
    done: impl Fn(&Claim) -> bool,
) -> Result<Vec<String>, StoreError> {
    let mut wrong = Vec::new();
    let contents = Contents::of(store)?;
    contents.each_game_once(&mut wrong);
    for claim in claims.clone() {
        contents.judge(claim, done(claim), &mut wrong);
    }
    contents.nothing_else(claims, &mut wrong);
    Ok(wrong)
}

/// What a store has of what clients send.
struct Contents {
    rows: Vec<LedgerRow>,
    places: BTreeMap<String, usize>,
    /// Opponents and how many games the sums say.
    sums: BTreeMap<String, i64>,
    book: Forest,
    /// The changes of the book in the log.
    changes: BTreeSet<i64>,
    keys: Vec<String>,
}

impl Contents {
    fn of(store: &dyn Store) -> Result<Contents, StoreError> {
        let mut rows = Vec::new();
        store.for_each_ledger_row(&mut |row| {
            rows.push(row);
            true
        })?;
        let places = rows.iter().enumerate();
        let places = places.map(|(at, row)| (row.entry.game.clone(), at)).collect();
        let sums = store.sums(0)?.opponents.into_iter();
        let asked =
            ChangeQuery { book: Some("b".to_owned()), limit: usize::MAX, ..ChangeQuery::default() };
        Ok(Contents {
            places,
            rows,
            sums: sums
                .map(|sums| (sums.name, sums.contenders.iter().map(|one| one.games).sum()))
                .collect(),
            book: store.load("b")?.map(|(_, forest)| forest).unwrap_or_default(),
            changes: store.changes(&asked)?.iter().map(|row| row.id).collect(),
            keys: store.keys()?.into_iter().map(|key| key.name).collect(),
        })
    }

    /// Every game is there once, and the sums have as many.
    fn each_game_once(&self, wrong: &mut Vec<String>) {
        if self.places.len() != self.rows.len() {
            wrong.push("a game is there twice".to_owned());
        }
        let mut games: BTreeMap<String, i64> = BTreeMap::new();
        for row in &self.rows {
            *games.entry(row.entry.opponent.to_string()).or_default() += 1;
        }
        let sums: BTreeMap<_, _> =
            self.sums.clone().into_iter().filter(|(_, games)| *games > 0).collect();
        if games != sums {
            wrong.push(format!("{games:?} are there, and {sums:?} are counted"));
        }
    }

    fn judge(&self, claim: &Claim, done: bool, wrong: &mut Vec<String>) {
        let (there, whole) = self.found(claim, wrong);
        let name = claim.name();
        if done && there < whole {
            wrong.push(format!(
                "{name} was acknowledged, and {there} of {whole} is there: {claim:?}"
            ));
        }
        let together = !matches!(claim.what, What::Results { together: false, .. });
        if together && there != 0 && there != whole {
            wrong.push(format!("{name} is there by halves: {there} of {whole}: {claim:?}"));
        }
        if claim.outcome == Outcome::Refused && there > 0 {
            wrong.push(format!("{name} was refused and is there: {claim:?}"));
        }
    }

    /// How much of a request is there, and how much it has.
    fn found(&self, claim: &Claim, wrong: &mut Vec<String>) -> (usize, usize) {
        match &claim.what {
            What::Results { .. } => self.results(claim, wrong),
            What::Node { line } => self.node(claim, line, wrong),
            What::Key => {
                let name = claim.name();
                let found = self.keys.iter().filter(|key| **key == name).count();
                if found > 1 {
                    wrong.push(format!("the key {name} is there {found} times"));
                }
                (found.min(1), 1)
            }
            What::Read => (0, 0),
        }
    }

    fn results(&self, claim: &Claim, wrong: &mut Vec<String>) -> (usize, usize) {
        let games = games(claim);
        let mut there = 0;
        for (at, game) in games.iter().enumerate() {
            let Some(place) = self.places.get(&claim.game(at)) else {
                continue;
            };
            there += 1;
            let row = &self.rows[*place];
            let kept = (
                row.entry.opponent.to_string(),
                <&str>::from(row.entry.outcome),
                row.entry.record.moves.len(),
            );
            let sent =
                (game["opponent"].as_str(), game["result"].as_str(), game["moves"].as_array());
            let sent = (
                sent.0.unwrap_or_default(),
                sent.1.unwrap_or_default(),
                sent.2.map_or(0, Vec::len),
            );
            if (kept.0.as_str(), kept.1, kept.2) != sent || row.revision != 1 || row.withdrawn {
                wrong.push(format!("{game} is kept as {row:?}"));
            }
        }
        (there, games.len())
    }

    /// A node's tag and the entry in the log are one change.
    fn node(&self, claim: &Claim, line: &str, wrong: &mut Vec<String>) -> (usize, usize) {
        let name = claim.name();
        let tags = self.data(line).is_some_and(|data| data.tags.contains(&name));
        if let Outcome::Done(change) = claim.outcome
            && tags != self.changes.contains(&change)
        {
            wrong.push(format!("{name}: the node and change {change} of the log differ"));
        }
        (usize::from(tags), 1)
    }

    fn data(&self, line: &str) -> Option<&NodeData> {
        let line: Line = line.parse().ok()?;
        self.book.node(self.book.find(&line)?).data()
    }

    /// There is nothing that nobody sent, and a node's comment is one of its tags.
    fn nothing_else<'a>(&self, claims: impl Iterator<Item = &'a Claim>, wrong: &mut Vec<String>) {
        let mut games = BTreeSet::new();
        let mut names = BTreeSet::new();
        for claim in claims {
            names.insert(claim.name());
            if let What::Results { games: count, .. } = claim.what {
                games.extend((0..count).map(|at| claim.game(at)));
            }
        }
        let strange = self.places.keys().filter(|game| !games.contains(*game));
        wrong.extend(strange.map(|game| format!("nobody sent the game {game}")));
        for (_, node) in self.book.nodes() {
            let Some(data) = node.data() else { continue };
            let strange = data.tags.iter().filter(|tag| !names.contains(*tag));
            wrong.extend(strange.map(|tag| format!("nobody sent the tag {tag}")));
            let comment = data.comment.as_ref().map(|text| text.template().to_owned());
            if comment.is_some_and(|comment| !data.tags.contains(&comment)) {
                wrong.push(format!("a comment without its tag: {data:?}"));
            }
        }
    }
}

/// What the histories of nodes do not have: each request's tag in the change that was acknowledged, and not before.
/// The node in an answer is as it is now, which may be after another's change.
pub fn not_in_history(store: &dyn Store, claims: &[Claim]) -> Vec<String> {
    let mut logs: BTreeMap<&str, Vec<NodeLogEntry>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for claim in claims {
        let (What::Node { line }, Outcome::Done(change)) = (&claim.what, claim.outcome) else {
            continue;
        };
        let log = logs.entry(line).or_insert_with(|| {
            let line: Line = line.parse().expect("a line");
            store.node_changes("b", &line, None, usize::MAX).unwrap_or_default()
        });
        let name = claim.name();
        let has = |state: &Option<NodeState>| {
            state.as_ref().is_some_and(|state| state.known().tags.contains(&name))
        };
        let at = log.iter().find(|entry| entry.change.id == change);
        if !at.is_some_and(|entry| has(&entry.node.after) && !has(&entry.node.before)) {
            wrong.push(format!("{name} did not come by change {change}: {at:?}"));
        }
    }
    wrong
}
