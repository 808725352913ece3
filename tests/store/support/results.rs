//! Games against few opponents, and what the store says of them.

use std::collections::BTreeMap;

use joseki::format::game_info::GameDate;
use joseki::game::{BoardSize, Color, Move, Point, Variant};
use joseki::ledger::{
    BoardRecord, EdgeKey, GameTerms, LedgerEntry, MoveEvidence, OpponentSums, OwnOutcome,
    ResultTotals, Results,
};
use joseki::priority::Parameters;
use joseki::store::{LedgerOutcome, LedgerRequest, LedgerRow, Store, StoreError};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use strum::VariantArray;

/// The opponents of [`any_entry`].
pub const OPPONENTS: [&str; 4] = ["katago@1.15", "katago@1.16", "katago", "本因坊 \"@\"@"];

/// The classes of [`any_entry`].
pub const CLASSES: [&str; 2] = ["engine", "9 dan"];

/// Moves of books in [`any_entry`]; their highest bit is a sign where they are kept.
pub const EDGES: [EdgeKey; 5] =
    [EdgeKey(2), EdgeKey(3), EdgeKey(40), EdgeKey(u64::MAX - 1), EdgeKey(1 << 63)];

/// A game on a full board with some moves of books, won.
pub fn won(game: &str, opponent: &str, edges: &[u64]) -> LedgerEntry {
    let size = BoardSize::new(19).expect("a size");
    LedgerEntry {
        game: game.to_owned(),
        opponent: opponent.parse().expect("a name"),
        class: None,
        color: Color::Black,
        outcome: OwnOutcome::Win,
        margin: None,
        record: BoardRecord {
            variant: Variant::GO,
            size,
            initial: Vec::new(),
            moves: vec![(Color::Black, Move::Play(Point::new(3, 3)))],
        },
        terms: None,
        edges: edges.iter().copied().map(EdgeKey).collect(),
    }
}

/// Terms that teach and terms that do not, or none.
fn any_terms() -> impl Strategy<Value = Option<GameTerms>> {
    let dated = GameTerms { date: GameDate::parse("2026-01-31"), ..GameTerms::default() };
    let handicap = GameTerms { handicap: 3, ..dated.clone() };
    select(vec![None, Some(GameTerms::default()), Some(dated.clone()), Some(dated), Some(handicap)])
}

/// Anything that a game of this identity may be.
pub fn any_entry(game: String) -> impl Strategy<Value = LedgerEntry> {
    let outcome = select(OwnOutcome::VARIANTS);
    let margin = of(select(vec![0.0, 0.5, 3.5, 361.0]));
    let edges = proptest::sample::subsequence(EDGES.to_vec(), 0..=EDGES.len());
    let moves = vec((any::<bool>(), 0u8..9, 0u8..10), 0..6);
    // Short games on few days are often the same game.
    let moves = (moves, select(vec![0, 0, 6]));
    let who = (select(OPPONENTS.to_vec()), of(select(CLASSES.to_vec())));
    (who, any::<bool>(), (outcome, margin), edges, moves, any_terms()).prop_map(
        move |((opponent, class), black, (outcome, margin), mut edges, (moves, longest), terms)| {
            edges.sort();
            let color = |black| if black { Color::Black } else { Color::White };
            let played = |y: u8, x| match y {
                9 => Move::Pass,
                y => Move::Play(Point::new(x, y)),
            };
            LedgerEntry {
                game: game.clone(),
                opponent: opponent.parse().expect("a name"),
                class: class.map(str::to_owned),
                color: color(black),
                outcome,
                margin: margin.filter(|margin| outcome.margin(*margin).is_ok()),
                record: BoardRecord {
                    variant: Variant::GO,
                    size: BoardSize::new(9).expect("a size"),
                    initial: vec![(Color::Black, Point::new(2, 2))],
                    moves: moves
                        .into_iter()
                        .map(|(black, x, y)| (color(black), played(y, x)))
                        .take(longest)
                        .collect(),
                },
                terms,
                edges,
            }
        },
    )
}

/// Anything that may be asked of the ledger about few games.
pub fn any_request(games: usize) -> impl Strategy<Value = LedgerRequest> {
    let game = (0..games).prop_map(|game| format!("game {game}"));
    let entry = game.clone().prop_flat_map(any_entry).prop_map(Box::new);
    prop_oneof![
        4 => entry.clone().prop_map(LedgerRequest::Enter),
        2 => entry.prop_map(LedgerRequest::Correct),
        1 => game.prop_map(LedgerRequest::Withdraw),
    ]
}

/// A request to enter a game.
pub fn enter(entry: &LedgerEntry) -> LedgerRequest {
    LedgerRequest::Enter(Box::new(entry.clone()))
}

/// A request to correct a game.
pub fn correct(entry: &LedgerEntry) -> LedgerRequest {
    LedgerRequest::Correct(Box::new(entry.clone()))
}

/// Has one thing done.
pub fn ask(store: &dyn Store, request: LedgerRequest) -> Result<LedgerOutcome, StoreError> {
    let outcomes = store.enter(vec![request], "test", 1)?;
    Ok(outcomes.into_iter().next().expect("an outcome"))
}

/// All games in the order of arrival.
pub fn all_rows(store: &dyn Store) -> Vec<LedgerRow> {
    let mut rows = Vec::new();
    let told = store.for_each_ledger_row(&mut |row| {
        rows.push(row);
        true
    });
    told.expect("rows");
    rows
}

/// All sums without what says when they changed; opponents and versions without a game are left out.
pub fn all_sums(store: &dyn Store) -> Vec<OpponentSums> {
    let mut opponents = store.sums(0).expect("sums").opponents;
    for opponent in &mut opponents {
        (opponent.changed, opponent.class_change) = (0, 0);
        opponent.contenders.retain(|version| version.entered > 0);
    }
    opponents.retain(|opponent| !opponent.contenders.is_empty());
    opponents
}

/// What a standing says of every move of [`EDGES`] for every opponent and class of these tests.
pub fn evidence(standing: &ResultTotals) -> BTreeMap<String, Vec<MoveEvidence>> {
    let mut told = BTreeMap::new();
    let spread = Parameters::DEFAULT.spread(0);
    let opponents = OPPONENTS.map(|name| Some(name.parse().expect("a name")));
    let classes = CLASSES.map(Some);
    for opponent in opponents.iter().chain([&None]) {
        for class in classes.iter().chain([&None]) {
            let rival = standing.rival(opponent.as_ref(), *class);
            let evidence = EDGES.map(|edge| standing.evidence(&rival, edge, &spread));
            told.insert(format!("{opponent:?} {class:?}"), evidence.to_vec());
        }
    }
    told
}
