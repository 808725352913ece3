//! The starter book: whole, legal, free of duplicates, and judged where there is a choice.

use joseki::book::{Band, Forest, Index, Line, NodeId, Verdict};
use joseki::format::dictionary::{ImportReport, Importer};
use joseki::format::game_info::GameOutcome;
use joseki::format::sgf::{GameTree, Limits, read_collection};
use joseki::game::go::CornerPosition;
use joseki::game::{Alphabet, BoardSize, Color, Corner, Move, Region, Variant};
use joseki::ledger::ResultTotals;
use joseki::mine::{Entry, read_counts, read_game};
use joseki::service::{
    Service,
    next::{self, NextAnswer, NextQuery},
};
use joseki::store::{SqliteStore, Upkeep};

fn starter() -> (Forest, ImportReport) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/service/curate/starter/starter.sgf");
    let bytes = std::fs::read(path).expect("the starter book");
    let collection = read_collection(&bytes, &Limits::default()).expect("SGF");
    assert!(collection.warnings.is_empty(), "{:?}", collection.warnings);
    let mut forest = Forest::new();
    let mut importer = Importer::new(&mut forest);
    collection.trees.iter().for_each(|tree| importer.add(tree));
    let report = importer.finish();
    (forest, report)
}

#[test]
fn every_node_is_placed_and_none_twice() {
    let (forest, report) = starter();
    assert!(report.is_balanced());
    assert_eq!(report.refused, []);
    assert_eq!(report.conflicts, []);
    assert_eq!((report.merged.duplicate, report.merged.mirror, report.merged.tenuki), (0, 0, 0));
    assert_eq!(report.implied, 0, "tenukis are written out");
    assert_eq!(report.placed, forest.len());
    assert!(forest.len() >= 150);
}

/// Exports contain it at their root, in any corner and colour, with or without counts.
#[test]
fn the_comment_of_the_root_holds_for_every_export() {
    let (forest, _) = starter();
    let root = forest.node(NodeId::ROOT).data().expect("a comment");
    let comment = root.comment.as_ref().expect("a comment").template();
    for wrong in ["corner with", "Black", "White", "by hand", "this file"] {
        assert!(!comment.contains(wrong), "{wrong}: {comment}");
    }
}

#[test]
fn every_line_is_legal_and_canonical() {
    let (forest, _) = starter();
    for (line, _) in forest.lines() {
        assert!(CornerPosition::replay(&line).is_some(), "{line}");
        assert!(line.is_canonical(), "{line}");
    }
}

#[test]
fn every_choice_has_a_verdict_and_one_of_them_is_good() {
    let (forest, _) = starter();
    let mut wrong = Vec::new();
    for (id, node) in forest.nodes() {
        let children = node.children();
        if children.len() < 2 {
            continue;
        }
        let verdict = |child: &NodeId| forest.node(*child).data().and_then(|data| data.verdict);
        let line = forest.line(id);
        let sound = children.iter().any(|child| verdict(child).is_some_and(|v| v.value() > 0));
        if !sound || children.iter().any(|child| verdict(child).is_none()) {
            wrong.push(line.to_string());
        }
    }
    assert!(wrong.is_empty(), "a verdict is missing, or nothing is sound, after {wrong:?}");
}

#[test]
fn it_holds_the_golden_line_and_the_first_moves() {
    let (forest, _) = starter();
    let golden: Line = "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC".parse().expect("a line");
    assert!(forest.find(&golden).is_some());
    let first: Vec<String> = forest
        .node(NodeId::ROOT)
        .children()
        .iter()
        .map(|child| forest.node(*child).step.to_string())
        .collect();
    assert_eq!(
        first,
        ["CC", "CD", "CE", "CF", "DD", "DE", "DF", "EE"],
        "3-3, 3-4, 5-3, 6-3, 4-4, 5-4, 6-4, 5-5"
    );
}

/// Players search for a joseki by its name in their language. The name in English comes first in
/// every list, so it begins with a digit or a capital.
#[test]
fn names_are_unique_and_the_main_ones_come_in_four_languages() {
    let (forest, _) = starter();
    let mut by_name = std::collections::HashMap::new();
    let mut named = 0;
    for (id, node) in forest.nodes().skip(1) {
        let line = forest.line(id).to_string();
        let names = node.data().map(|data| &data.names).into_iter().flatten();
        named += usize::from(names.clone().next().is_some());
        if let Some(main) = names.clone().next() {
            let first = main.chars().next().expect("a name is not empty");
            assert!(first.is_ascii_digit() || first.is_ascii_uppercase(), "{line}: {main}");
        }
        for name in names {
            let other = by_name.insert(name.clone(), line.clone());
            assert_eq!(other, None, "{name} is also the name of {line}");
        }
    }
    assert!(named >= 410, "{named} moves have names");
    for (line, names) in [
        ("DD", ["4-4 point", "hoshi", "星", "화점"]),
        ("DDCC", ["4-4, 3-3 invasion", "hoshi sansan-iri", "星 点三三", "화점 삼삼침입"]),
        ("CD", ["3-4 point", "komoku", "小目", "소목"]),
        ("CDEDHD", ["Magic sword", "muramasa no yōtō", "妖刀", "요도정석"]),
        ("CDEDECDD", ["Avalanche", "nadare", "雪崩", "눈사태형"]),
    ] {
        for name in names {
            let found = by_name.get(name).map(String::as_str);
            assert_eq!(found, Some(line), "{name}");
        }
    }
    let dagger = "DDCCCDDCFCFBGBECFDED";
    assert_eq!(by_name.get("Flying dagger").map(String::as_str), Some(dagger));
}

/// A fresh database is not to open with advice about its own books. That of xiangqi has lines which
/// end where an opening is named, although counted games go on.
#[test]
fn the_doctor_finds_nothing_in_a_fresh_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("a.db")).expect("a store");
    let service = Service::new(std::sync::Arc::new(store));
    assert!(service.curation().ensure_companions().expect("the other starters"));
    assert!(service.curation().ensure_starter().expect("a starter"));
    for book in ["main", "renju", "engine-games"] {
        let findings = service.administration().examine(Some(book)).expect("an examination");
        let told: Vec<_> = findings.iter().map(|found| (&found.line, &found.why)).collect();
        assert!(told.is_empty(), "{book}: {told:?}");
    }
}

const IMAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/service/curate/starter/image.db");
const REGENERATE: &str = "JOSEKI_WRITE_STARTER=1 cargo test --test service starter";

/// What differs between two databases that are filled alike: their times, their marks, and the
/// checksums of rows with these.
const OF_ITS_OWN: [(&str, &str); 4] =
    [("book", "created"), ("book", "changed"), ("change", "at"), ("history", "mark")];

/// Commands without a database read the image, and new databases are copies of it.
#[test]
fn the_image_is_a_database_filled_by_imports() {
    let folder = tempfile::tempdir().expect("a folder");
    let store =
        std::sync::Arc::new(SqliteStore::open(folder.path().join("a.db")).expect("a store"));
    let service = Service::new(store.clone());
    assert!(service.curation().ensure_companions().expect("the other starters"));
    assert!(service.curation().ensure_starter().expect("a starter"));
    let filled = folder.path().join("filled.db");
    store.backup_to(&filled).expect("a copy");
    if std::env::var_os("JOSEKI_WRITE_STARTER").is_some() {
        let bytes = std::fs::read(&filled).expect("the copy");
        std::fs::write(IMAGE, bytes).expect("the image should be written");
    }
    let image = std::fs::read(IMAGE).expect("the image");
    let copy = folder.path().join("image.db");
    std::fs::write(&copy, &image).expect("a copy");
    let different = differences(&filled, &copy);
    assert!(
        different.is_empty(),
        "the image is out of date in {different:?}: write it again with `{REGENERATE}`"
    );
    assert_eq!(image[18..20], [1, 1], "a database in memory has no write-ahead log");
    let image = SqliteStore::open_image("the image", image.leak()).expect("an image");
    assert_eq!(image.check().expect("a check"), [""; 0]);
}

/// Returns what differs between two databases: the schema, or tables.
fn differences(one: &std::path::Path, other: &std::path::Path) -> Vec<String> {
    let conn = crate::raw::open(one);
    conn.execute("ATTACH ?1 AS other", [other.to_str().expect("UTF-8")]).expect("a database");
    let is_different = |columns: &str, table: &str| -> bool {
        let [ours, theirs] =
            ["main", "other"].map(|name| format!("SELECT {columns} FROM {name}.{table}"));
        let counts = [&ours, &theirs].map(|rows| format!("(SELECT count(*) FROM ({rows}))"));
        let sql =
            format!("SELECT {} <> {} OR EXISTS ({ours} EXCEPT {theirs})", counts[0], counts[1]);
        conn.query_row(&sql, [], |row| row.get(0)).expect("rows")
    };
    if is_different("type, name, sql", "sqlite_schema") {
        return vec!["the schema".to_owned()];
    }
    let mut tables = conn
        .prepare(
            "SELECT t.name, c.name FROM main.sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
             WHERE t.type = 'table' AND c.name <> 'seal' ORDER BY t.name, c.cid",
        )
        .expect("a query");
    let columns = tables.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("columns");
    let mut of_tables = std::collections::BTreeMap::<String, Vec<String>>::new();
    for column in columns {
        let (table, column): (String, String) = column.expect("a column");
        if !OF_ITS_OWN.contains(&(&table, &column)) {
            of_tables.entry(table).or_default().push(format!("\"{column}\""));
        }
    }
    assert!(of_tables.len() > 30, "{of_tables:?}");
    of_tables.retain(|table, columns| is_different(&columns.join(", "), table));
    of_tables.into_keys().collect()
}

/// The modern invasion is played out, and rare first stones have answers.
#[test]
fn the_invasion_and_rare_first_stones_are_answered() {
    let (forest, _) = starter();
    for line in
        ["DDCCCDDCFCECEDFBBCBBEB", "EECE", "EECC", "EECD", "DFDC", "CFDC", "CDDDDC", "CDXXFDHC"]
    {
        let parsed: Line = line.parse().expect("a line");
        let id = forest.find(&parsed.canonical()).unwrap_or_else(|| panic!("{line} is missing"));
        assert!(!forest.node(id).children().is_empty(), "{line} has no continuation");
    }
}

/// What a player expects first of the approach to the 4-4 point.
#[test]
fn the_usual_answers_come_first() {
    let (forest, _) = starter();
    let index = Index::build(forest);
    let size = BoardSize::NINETEEN;
    let played = |text: &str| Move::from_gtp(text, size).expect("a move");
    let query = NextQuery {
        moves: vec![(Color::Black, played("Q16")), (Color::White, played("R14"))],
        ..NextQuery::new(size)
    };
    let answer =
        next::answer("main", 1, &index, &ResultTotals::default(), &query).expect("an answer");
    let first: Vec<String> =
        answer.moves.iter().take(3).map(|candidate| candidate.points()[0].to_gtp(size)).collect();
    assert!(first.contains(&"O17".to_owned()), "the knight's answer is among {first:?}");
}

fn engine_games() -> Vec<GameTree> {
    let bytes = include_bytes!("../../src/service/curate/starter/engine_games.sgf.zst");
    assert!(bytes.len() < 300_000, "they are in the repository");
    let mut text = Vec::new();
    let mut games = joseki::format::archive::open_bytes(bytes).expect("a text");
    std::io::Read::read_to_end(&mut games, &mut text).expect("the records");
    let collection = read_collection(&text, &Limits::default()).expect("SGF");
    assert!(collection.warnings.is_empty(), "{:?}", collection.warnings);
    collection.trees
}

/// Two engines, a result, all rules stated, and legal to the last move; nothing about the machine.
#[test]
fn every_game_between_engines_is_whole() {
    let games = engine_games();
    assert!(games.len() >= 30, "{}", games.len());
    let mut fingerprints = std::collections::BTreeSet::new();
    let mut with_book = [0, 0];
    for (number, tree) in (1..).zip(&games) {
        let game = read_game(tree, Variant::GO).unwrap_or_else(|why| panic!("{number}: {why}"));
        assert_eq!(game.damaged_at, None, "{number}");
        assert_eq!(game.band, Band::Engine, "{number}");
        assert!(matches!(game.info.result, GameOutcome::Black | GameOutcome::White), "{number}");
        assert_eq!(game.info.komi.map(|komi| komi.to_string()).as_deref(), Some("6.5"), "{number}");
        assert!(game.info.date.is_some_and(|date| date.day.is_some()), "{number}");
        assert!((60..=400).contains(&game.moves.len()), "{number}: {} moves", game.moves.len());
        assert!(fingerprints.insert(game.fingerprint), "{number} is a repeated game");
        let names: Vec<&str> = tree.root().properties().map(|property| property.ident()).collect();
        assert_eq!(names, ["GM", "FF", "CA", "SZ", "RU", "KM", "DT", "PB", "PW", "RE"], "{number}");
        for (count, player) in with_book.iter_mut().zip([&game.info.black, &game.info.white]) {
            assert!(["GNU Go 3.8", "GNU Go 3.8 + joseki"].contains(&player.name.as_str()));
            *count += u32::from(player.name.ends_with(" + joseki"));
        }
    }
    assert!(with_book.iter().all(|games| *games > 0), "the book has both colours: {with_book:?}");
}

fn counts() -> Vec<(Line, Entry)> {
    let bytes = include_bytes!("../../src/service/curate/starter/starter_counts.txt.zst");
    assert!(bytes.len() < 4_000_000, "they are in the repository");
    let mut text = String::new();
    let mut counts = joseki::format::archive::open_bytes(bytes).expect("a text");
    std::io::Read::read_to_string(&mut counts, &mut text).expect("the counts");
    let (cohorts, entries) = read_counts(Alphabet::CORNER, &text).expect("counts");
    assert!(cohorts.len() > 5);
    let mut line = Line::new();
    let with_line = entries.into_iter().map(|entry| {
        while line.len() >= entry.depth.max(1) {
            line.pop();
        }
        if entry.depth > 0 {
            line.push(entry.step);
        }
        (line.clone(), entry)
    });
    with_line.collect()
}

#[test]
fn the_counts_add_up() {
    let counts = counts();
    assert!(counts.len() > 5_000);
    let mut path: Vec<Entry> = Vec::new();
    for (line, entry) in counts {
        assert!(line.is_canonical(), "{line}");
        path.truncate(entry.depth);
        let total = entry.tally.total();
        assert!(total.games <= total.corners && total.scored <= total.games, "{line}");
        assert!(total.half_points <= 2 * total.scored, "{line}");
        let turns = entry.tally.turns.total();
        for asked in [turns.at_once, turns.later, turns.again] {
            assert!(asked.here <= asked.turns, "{line}");
        }
        if let Some(before) = path.last().map(|before| before.tally.total()) {
            assert!(total.corners <= before.corners, "{line} is played more often than reached");
        }
        path.push(entry);
    }
}

#[test]
fn hand_written_moves_that_few_played_say_so() {
    let (forest, _) = starter();
    let counts: std::collections::HashMap<String, u32> = counts()
        .into_iter()
        .map(|(line, entry)| (line.to_string(), entry.tally.total().games))
        .collect();
    let mut wrong = Vec::new();
    for (id, node) in forest.nodes().skip(1) {
        let line = forest.line(id).to_string();
        let games = counts.get(&line).copied().unwrap_or(0);
        let tagged = node.data().is_some_and(|data| data.tags.contains("rare"));
        if tagged != (games < 20) {
            wrong.push((line, games));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// A strong engine's judgement of positions that are often reached: moves that lose more than three
/// points to the best one have a verdict against them.
#[test]
fn clear_mistakes_are_called_so() {
    let (forest, _) = starter();
    let verdict = |line: &str| {
        let line: Line = line.parse().expect("a line");
        let id = forest.find(&line.canonical()).unwrap_or_else(|| panic!("{line} is missing"));
        forest.node(id).data().and_then(|data| data.verdict)
    };
    for line in
        ["DDCFFCBDCGDGCHDFCCBH", "DDCFFDBDCGDGCHDFCCBH", "DDCCCDDCECEBFCFBBD", "CDFCEDDBHCFDCCHDHE"]
    {
        assert_eq!(verdict(line), Some(Verdict::Mistake), "{line}");
    }
    for line in ["DDCHXXBH", "DDCFCEDFFDCIXXBI", "CDXXECCHXXBH", "DDCFCHEFFCBDDICCEH"] {
        assert_eq!(verdict(line), Some(Verdict::Question), "{line}");
    }
    assert_eq!(verdict("DDCFFC"), Some(Verdict::Ideal), "the knight's answer");
}

/// The first page: what a strong player expects of the empty corner, 4-4, 3-4 and their approaches.
#[test]
fn the_first_moves_are_those_of_strong_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("a.db")).expect("a store");
    let service = Service::new(std::sync::Arc::new(store));
    assert!(service.curation().ensure_starter().expect("a starter"));
    let size = BoardSize::NINETEEN;
    let first = |moves: &[&str], count: usize| -> Vec<String> {
        let mut color = Color::Black;
        let moves = moves.iter().map(|text| {
            let played = (color, Move::from_gtp(text, size).expect("a move"));
            color = color.opposite();
            played
        });
        let query = NextQuery { moves: moves.collect(), ..NextQuery::new(size) };
        let answer: NextAnswer = service.next_moves().next(&query).expect("an answer");
        let corner = joseki::game::Corner::UpperRight;
        let here = answer.moves.iter().filter(|candidate| candidate.region == corner);
        here.take(count).map(|candidate| candidate.step.to_string()).collect()
    };
    let set = |steps: &[&str]| -> std::collections::BTreeSet<String> {
        steps.iter().map(|step| (*step).to_owned()).collect()
    };
    let among = |moves: &[&str], count: usize| -> std::collections::BTreeSet<String> {
        first(moves, count).into_iter().collect()
    };
    assert_eq!(first(&[], 2), ["DD", "CD"], "4-4, then 3-4");
    assert_eq!(first(&["Q16"], 1), ["CF"], "the low approach to 4-4");
    assert!(among(&["Q16"], 3).contains("CC"), "and the 3-3 invasion");
    assert_eq!(first(&["Q16", "R14"], 1), ["FC"], "the knight's answer");
    // The approaches to 3-4: low and high knight's, and one space.
    assert!(among(&["R16"], 3).is_superset(&set(&["EC", "ED"])), "{:?}", first(&["R16"], 3));
}

/// After common joseki: what stands on the board is not overlooked. By player and points, the
/// point that the book must not answer with, in the corner or on the whole board.
const OVERLOOKED: [(&str, &str, &str); 12] = [
    ("Q16,O17,R14,Q18,R17,L17", "B", "M17"),
    ("R16,P17,Q15,L17", "B", "M17"),
    ("Q16,O17,R14,K16", "B", "P17"),
    ("Q16,O17,R14,K16,D4", "W", "J17"),
    ("Q17,R15,P16,R11", "B", "R12"),
    ("R16,P17,Q14,L16", "B", "L17"),
    ("R16,O17,Q17,K16", "B", "J17"),
    ("R17,O17,R14,L17", "B", "M17"),
    ("Q16,O17,L17", "W", "J16"),
    ("Q16,O17,L17", "B", "L16"),
    // The same in another corner and with the colours exchanged.
    ("D4,F3,C6,D2,C3,J3", "B", "H3"),
    ("pass,R16,P17,Q15,L17", "W", "M17"),
];

#[test]
fn a_stone_that_stands_in_a_corner_is_not_taken_for_a_move_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("a.db")).expect("a store");
    let service = Service::new(std::sync::Arc::new(store));
    assert!(service.curation().ensure_starter().expect("a starter"));
    for (moves, to_play, never) in OVERLOOKED {
        let answer = service.next_moves().next(&query(moves, to_play)).expect("an answer");
        let points = answer.moves.iter().flat_map(|found| found.plays.iter());
        let points: Vec<String> = points.map(|played| played.to_gtp(BoardSize::NINETEEN)).collect();
        assert!(!points.iter().any(|point| point == never), "{moves}: {never} of {points:?}");
    }
    // The book continues the position on the board, and would rather play elsewhere.
    for (moves, line) in
        [("R16,P17,Q15,L17", "CDECDEICCJ"), ("Q16,O17,R14,Q18,R17,L17", "DDCFFCBDCCCICK")]
    {
        let found = service.next_moves().next(&query(moves, "B")).expect("an answer").moves;
        assert_ne!(found[0].region, Region::from(Corner::UpperRight), "{moves}");
        let here = found.iter().filter(|found| found.region == Corner::UpperRight);
        let lines: Vec<String> = here.map(|found| found.leads_to.to_string()).collect();
        assert!(lines.iter().any(|found| found == line), "{lines:?}");
    }
}

fn query(moves: &str, to_play: &str) -> NextQuery {
    let size = BoardSize::NINETEEN;
    let colors = [Color::Black, Color::White].into_iter().cycle();
    let moves = moves.split(',').map(|text| Move::from_gtp(text, size).expect("a move"));
    NextQuery {
        moves: colors.zip(moves).collect(),
        to_play: Some(to_play.parse().expect("a colour")),
        limit: 361,
        ..NextQuery::new(size)
    }
}
