//! New books from streams of their nodes: the same as if they were written from memory.

use std::io;

use joseki::book::{Forest, Line, NodeId, Tally};
use joseki::game::{Alphabet, BoardSize, Step, Variant};
use joseki::mine::{Entry, Settings};
use joseki::store::{
    BookChange, BookStream, ChangeKind, GamesChange, NodeQuery, Store, StoreError, StreamedNode,
    Upkeep,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::full::{cases, count};
use crate::large;
use crate::positions::{agree, same_rows};
use crate::store_support::changes::{lines_of, load, of_book, replays, sound};
use crate::store_support::{
    OpenStore, TempStore, any_line, cohorts, entry, forest, game, games_change, note, parts,
};

/// A book as a stream.
fn stream(name: &str, forest: &Forest) -> BookStream {
    let node = |(depth, id): (usize, NodeId)| {
        let node = forest.node(id);
        let (ends, mined, tally) = (node.ends, node.mined, node.tally().cloned());
        StreamedNode { depth, step: node.step, ends, mined, tally }
    };
    let nodes: Vec<StreamedNode> = forest.walk().skip(1).map(node).collect();
    let lines = forest.live_ends().into_iter().filter(|ends| *ends).count();
    stream_of(name, forest.variant(), nodes, (forest.len() as u64, lines as u64))
}

fn stream_of(
    name: &str,
    variant: Variant,
    moves: Vec<StreamedNode>,
    (nodes, lines): (u64, u64),
) -> BookStream {
    BookStream {
        name: name.to_owned(),
        variant,
        note: note(ChangeKind::Create),
        nodes,
        lines,
        moves: Box::new(moves.into_iter().map(Ok)),
        games: None,
    }
}

/// Everything that both books store, except their ids, is the same.
fn same_books(temp: &TempStore, store: &OpenStore, [one, other]: [&str; 2]) {
    let [first, second] = [one, other].map(|name| load(store, name));
    assert_eq!(first, second);
    let rest = |forest: &Forest| -> Vec<(bool, u64, Option<Tally>)> {
        let nodes = forest.walk().map(|(_, id)| forest.node(id));
        nodes.map(|node| (node.mined, node.revision, node.tally().cloned())).collect()
    };
    assert_eq!(rest(&first), rest(&second));
    same_games(store, [one, other]);
    let info = |name: &str| store.book(name).unwrap().unwrap();
    let [a, b] = [one, other].map(info);
    assert_eq!((a.version, a.nodes, a.lines, a.variant), (b.version, b.nodes, b.lines, b.variant));
    assert_eq!(lines_of(store, one), lines_of(store, other));
    let [a, b] = [one, other].map(|name| store.changes(&of_book(name)).unwrap().remove(0));
    assert_eq!((a.inserted, a.updated, a.deleted), (b.inserted, b.updated, b.deleted));
    assert_eq!((a.version, &a.note, a.has_contents), (b.version, &b.note, b.has_contents));
    let [a, b] = [a.id, b.id].map(|id| store.change(id).unwrap().unwrap().1);
    assert_eq!(a, b);
    for name in [one, other] {
        agree(temp, store, name);
        replays(store, name);
    }
    sound(store);
}

/// The counted games of both books, and all counted lines, are the same.
fn same_games(store: &OpenStore, [one, other]: [&str; 2]) {
    let counted = store.counted(one).unwrap();
    assert_eq!(counted, store.counted(other).unwrap());
    let games = |name: &str| store.games_from(name, 0, 100).unwrap();
    assert_eq!(games(one), games(other));
    for part in 0..=counted.parts {
        let [a, b] = [one, other].map(|name| store.tally_part(name, part).unwrap());
        assert_eq!(a, b);
    }
}

/// Writes a book in both ways and compares them.
fn write_both(temp: &TempStore, forest: &Forest) {
    let store = temp.open();
    let info = store.stream_book(stream("streamed", forest)).unwrap();
    assert_eq!(store.book("streamed").unwrap(), Some(info));
    store.apply(&BookChange::new_book("written", forest, "test")).unwrap();
    same_books(temp, &store, ["streamed", "written"]);
    let loaded = load(&store, "streamed");
    let numbers = loaded.walk().map(|(_, id)| loaded.node(id).stored.unwrap() as u32);
    assert!(numbers.eq(0..=forest.len() as u32), "numbered in preorder");
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn a_streamed_book_is_the_written_one(
        lines in vec((any_line(), any::<bool>(), any::<bool>()), 0..24),
    ) {
        let mut forest = Forest::new();
        for (line, ends, mined) in lines {
            let id = forest.insert(&line);
            // A line ends at a node that nothing follows even so.
            forest.set_ends(id, ends);
            forest.set_mined(id, mined && !line.is_empty());
        }
        write_both(&TempStore::new(), &forest);
    }
}

/// Returns counts of lines; the nodes of a book get those of their lines.
fn count_lines(lines: impl IntoIterator<Item = Line>, book: &mut Forest) -> Vec<Entry> {
    let mut all = Forest::new();
    for line in lines {
        all.insert(&line);
    }
    let entries = (0..).zip(all.walk()).map(|(number, (_, id))| {
        let line = all.line(id);
        let counted = entry(&line.to_string(), 1 + number % 7, number % 2, &[number % 5]);
        if let Some(node) = book.find(&line) {
            book.set_tally(node, Some(counted.tally.clone()));
        }
        counted
    });
    entries.collect()
}

fn all_games(entries: &[Entry]) -> GamesChange {
    let games = (0..5).map(|number| game(number, number % 2)).collect();
    let settings = Settings { floor: 3, ..Settings::default() };
    games_change(cohorts(&[1985, 2016]), Some(settings), games, parts(entries.to_vec()))
}

proptest! {
    #![proptest_config(cases(16))]

    /// The one that is written derives the counts of its nodes from those of all lines.
    #[test]
    fn a_streamed_book_with_counted_games_is_the_written_one(
        kept in vec((any_line(), any::<bool>()), 0..16),
        cut in vec(any_line(), 0..16),
        own in vec(any_line(), 0..4),
    ) {
        let mut book = Forest::new();
        for (line, mined) in &kept {
            let id = book.insert(line);
            book.set_mined(id, *mined && !line.is_empty());
        }
        // Not counted, unless they begin other lines.
        for line in &own {
            book.insert(line);
        }
        let lines = kept.into_iter().map(|(line, _)| line).chain(cut);
        let entries = count_lines(lines, &mut book);
        let temp = TempStore::new();
        let store = temp.open();
        let streamed =
            BookStream { games: Some(all_games(&entries)), ..stream("streamed", &book) };
        let info = store.stream_book(streamed).unwrap();
        prop_assert_eq!(store.book("streamed").unwrap(), Some(info));
        let ids: Vec<_> = book.nodes().map(|(id, _)| id).collect();
        ids.into_iter().for_each(|id| book.set_tally(id, None));
        let written = BookChange::new_book("written", &book, "test");
        store.apply_games(&written, all_games(&entries)).unwrap();
        same_books(&temp, &store, ["streamed", "written"]);
    }
}

#[test]
fn counted_streams_that_break_off_leave_nothing() {
    let temp = TempStore::new();
    let store = temp.open();
    let mut book = forest(&["DDCF"]);
    let entries = count_lines(["DDCF", "CC"].map(|line| line.parse().unwrap()), &mut book);
    let fine = || all_games(&entries);
    let streamed = |games| BookStream { games: Some(games), ..stream("main", &book) };
    let gone = || io::Error::other("gone");
    let node = Ok(StreamedNode::new(1, "DD".parse().unwrap()));
    let broken = [
        streamed(GamesChange {
            games: Box::new([Ok(game(0, 0)), Err(gone())].into_iter()),
            ..fine()
        }),
        streamed(GamesChange { parts: Box::new(std::iter::once(Err(gone()))), ..fine() }),
        BookStream { moves: Box::new([node, Err(gone())].into_iter()), ..streamed(fine()) },
    ];
    for stream in broken {
        let error = store.stream_book(stream);
        assert!(matches!(error, Err(StoreError::Source { .. })), "{error:?}");
    }
    let invalid = [
        // Of an unknown cohort.
        streamed(GamesChange { games: Box::new(std::iter::once(Ok(game(0, 2)))), ..fine() }),
        BookStream { nodes: 3, ..streamed(fine()) },
    ];
    for stream in invalid {
        let error = store.stream_book(stream);
        assert!(matches!(error, Err(StoreError::Invalid { .. })), "{error:?}");
    }
    assert_eq!(store.books().unwrap(), []);
    assert_eq!(store.changes(&of_book("main")).unwrap(), []);
    sound(&store);
    assert_eq!(store.stream_book(streamed(fine())).unwrap().version, 1);
    agree(&temp, &store, "main");
    sound(&store);
}

#[test]
fn books_of_all_games_are_streamed() {
    let books = [
        (Variant::GO, vec!["DDCFFC", "DDCFXXCC", "DDCFXXFC", "CCDDDD"]),
        (Variant::RENJU, vec!["HHHGIF", "HHIG", "HHIGGG"]),
        (Variant::XIANGQI, vec!["h2e2h9g7", "h2e2b9c7h0g2"]),
        (Variant::XIANGQI, vec![]),
    ];
    for (variant, lines) in books {
        let mut forest = Forest::for_variant(variant);
        for text in lines {
            forest.insert(&Line::parse(variant.alphabet(), text).unwrap());
        }
        write_both(&TempStore::new(), &forest);
    }
}

#[test]
fn versions_of_a_name_continue() {
    let temp = TempStore::new();
    let store = temp.open();
    let book = forest(&["DDCF", "CC"]);
    store.stream_book(stream("main", &book)).unwrap();
    let error = store.stream_book(stream("main", &book)).unwrap_err();
    assert_eq!(error, StoreError::AlreadyExists { what: "book \"main\"".to_owned() });
    store.delete_book("main", None, &note(ChangeKind::Delete)).unwrap();
    assert_eq!(store.stream_book(stream("main", &book)).unwrap().version, 3);
    assert_eq!(load(&store, "main"), book);
    sound(&store);
}

#[test]
fn invalid_streams_are_refused() {
    let temp = TempStore::new();
    let store = temp.open();
    let step = |text: &str| text.parse::<Step>().unwrap();
    let on_board = Alphabet::board(BoardSize::new(15).unwrap()).unwrap().parse_step("HH").unwrap();
    let (dd, cf, fc) = (step("DD"), step("CF"), step("FC"));
    let two = vec![(1, dd), (2, cf)];
    for (nodes, counts, why) in [
        (two.clone(), (3, 1), "fewer nodes or lines than announced: expected 3 nodes and 1 lines"),
        (two.clone(), (1, 1), "more nodes or lines than announced: expected 1 nodes and 1 lines"),
        (two.clone(), (2, 2), "fewer nodes or lines than announced: expected 2 nodes and 2 lines"),
        (two.clone(), (2, 0), "more nodes or lines than announced: expected 2 nodes and 0 lines"),
        (
            vec![(0, dd)],
            (1, 1),
            "node 1 of the stream, DD at depth 0: the depth must be from 1 to 1",
        ),
        (vec![(2, dd)], (1, 1), "DD at depth 2: the depth must be from 1 to 1"),
        (vec![(1, dd), (3, cf)], (2, 1), "CF at depth 3: the depth must be from 1 to 2"),
        (vec![(1, dd), (1, cf)], (2, 2), "must ascend, but DD came before"),
        (vec![(1, dd), (2, cf), (2, cf)], (3, 2), "node 3 of the stream, CF at depth 2: a step"),
        (vec![(1, dd), (2, fc)], (2, 1), "line DDFC must be canonical: DDCF"),
        (vec![(1, on_board)], (1, 1), "HH at depth 1: unknown step"),
        (vec![], (1 << 32, 1), "at most 4294967295 nodes"),
    ] {
        let nodes = nodes.into_iter().map(|(depth, step)| StreamedNode::new(depth, step));
        let stream = stream_of("main", Variant::GO, nodes.collect(), counts);
        let error = store.stream_book(stream).unwrap_err();
        assert!(matches!(error, StoreError::Invalid { .. }), "{error}");
        assert!(error.to_string().contains(why), "{error}, not {why}");
    }
    let tenuki = vec![StreamedNode::new(1, Step::TENUKI)];
    let error = store.stream_book(stream_of("main", Variant::XIANGQI, tenuki, (1, 1)));
    assert!(error.unwrap_err().to_string().contains("unknown step"));
    let error = store.stream_book(stream("", &forest(&["DD"]))).unwrap_err();
    assert!(matches!(error, StoreError::Invalid { .. }), "{error}");
    let unreadable = [Ok(StreamedNode::new(1, dd)), Err(io::Error::other("gone"))];
    let moves = Box::new(unreadable.into_iter());
    let error = store.stream_book(BookStream { moves, ..stream("main", &forest(&["DD"])) });
    assert!(matches!(error, Err(StoreError::Source { .. })), "{error:?}");

    assert_eq!(store.books().unwrap(), []);
    assert_eq!(store.changes(&of_book("main")).unwrap(), []);
    sound(&store);
    let book = forest(&["DDCF"]);
    assert_eq!(store.stream_book(stream("main", &book)).unwrap().version, 1);
    assert_eq!(load(&store, "main"), book);
}

/// Large enough that a server makes the indexes afterwards.
#[test]
fn a_generated_book_is_sound() {
    let temp = TempStore::new();
    let store = temp.open();
    let schema = if temp.is_file() {
        "SELECT name FROM sqlite_schema WHERE type = 'index'"
    } else {
        "SELECT CAST(indexname AS TEXT) FROM pg_indexes
         WHERE indexname IN ('node_child', 'node_text', 'node_source', 'line_node')"
    };
    let indexes = temp.texts(schema);
    assert!(indexes.len() >= 4, "{indexes:?}");
    let nodes = count(12_000, 200_000);
    let info = store.stream_book(large::book("main", nodes)).unwrap();
    assert_eq!((info.nodes, info.lines), (nodes, large::line_count(nodes)));
    assert_eq!(temp.texts(schema), indexes);
    same_rows(&temp, &store, "main");
    replays(&store, "main");
    sound(&store);
    let snapshot = store.snapshot("main").unwrap().unwrap();
    let first = store.nodes(&snapshot, NodeQuery::Children(0)).unwrap();
    assert_eq!(first.len(), 8);
    // The indexes of another book's rows stay in place.
    store.stream_book(large::book("other", 300)).unwrap();
    agree(&temp, &store, "other");
}

#[test]
fn generated_trees_have_every_size_and_their_lines_are_canonical() {
    for nodes in [1, 7, 8, 9, 300, 4_680, 4_681, 9_000, 30_000] {
        let mut line = Line::new();
        let (mut found, mut ends) = (0, 0);
        for node in large::Preorder::new(nodes) {
            while line.len() >= node.depth {
                line.pop();
            }
            line.push(node.step);
            assert_eq!((line.len(), line.canonical()), (node.depth, line.clone()));
            found += 1;
            ends += u64::from(node.ends);
        }
        assert_eq!((found, ends), (nodes, large::line_count(nodes)));
    }
}

#[test]
fn boards_follow_the_lines_of_a_generated_tree() {
    for draw in [large::Draw::Plays, large::Draw::Uniform] {
        let boards: Vec<large::Board> =
            (0..200).map(|number| large::board(1_000_000, draw, number)).collect();
        assert!(boards.iter().all(|moves| (16..=48).contains(&moves.len())));
        assert!(boards.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
