//! Tables, JSON lines and chosen SGF.

use std::collections::BTreeSet;

use joseki::book::{Index, Line, NodeId, Verdict};
use joseki::format::book_file::{SelectionCriteria, Weight};
use joseki::service::curate::{BookFileRequest, BookFormat};
use serde_json::Value;
use strum::VariantArray;
use tempfile::TempDir;

use super::support::*;

#[test]
fn csv_and_json_lines_say_the_same_and_all_of_it() {
    let request = BookFileRequest {
        license: Some("a \"licence\"\n, quoted".to_owned()),
        ..BookFileRequest::default()
    };
    let table = of_starter(BookFormat::Csv, &request);
    let mut reader = csv::Reader::from_reader(table.bytes.as_slice());
    let names: Vec<String> = reader.headers().expect("names").iter().map(str::to_owned).collect();
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let lines = text(&of_starter(BookFormat::Ndjson, &request));
    let mut lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let head = lines.next().expect("a head");
    assert_eq!(head["license"], "a \"licence\"\n, quoted");
    assert_eq!((&head["book"], &head["rows"]), (&"main".into(), &rows.len().into()));
    let objects: Vec<Value> = lines.collect();
    let book = book();
    assert_eq!((rows.len(), objects.len()), (book.index.len(), book.index.len()));
    for (row, object) in rows.iter().zip(&objects) {
        for (name, field) in names.iter().zip(row) {
            let said = match &object[name] {
                Value::Null => String::new(),
                Value::Bool(ends) => u8::from(*ends).to_string(),
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                Value::Array(texts) => {
                    let texts: Vec<&str> = texts.iter().filter_map(Value::as_str).collect();
                    texts.join("; ")
                }
                Value::Object(_) => panic!("{name}"),
            };
            assert_eq!(field, said, "{name} of {object}");
        }
        let line: Line = row[0].parse().expect("a line");
        let node = book.index.find(&line).expect("a node of the book");
        assert_eq!(row[0], format!("{}{}", &row[1], &row[2]));
        assert_eq!(row[5] == *"1", book.index.ends(node));
        assert_eq!(row[6], *book.index.verdict(node).map_or("", Into::into));
    }
}

#[test]
fn a_choice_leaves_out_what_it_says_and_what_follows() {
    let book = book();
    let index = &book.index;
    let chosen = |choice: SelectionCriteria| {
        let request =
            BookFileRequest { choice, weight: Weight::Games, ..BookFileRequest::default() };
        let file = of_starter(BookFormat::Csv, &request);
        let mut reader = csv::Reader::from_reader(file.bytes.as_slice());
        let lines = reader.records().map(|row| row.expect("a row")[0].to_owned());
        let lines: BTreeSet<String> = lines.collect();
        assert_eq!(lines.len() + file.contents.left_out.total(), index.len());
        lines
    };
    let expected = |takes: &dyn Fn(NodeId) -> bool| -> BTreeSet<String> {
        let mut taken = vec![true; index.len() + 1];
        for node in index.nodes().skip(1) {
            taken[node.index()] = taken[index.parent(node).index()] && takes(node);
        }
        let nodes = index.nodes().skip(1).filter(|node| taken[node.index()]);
        nodes.map(|node| index.line(node).to_string()).collect()
    };
    let games = |node: NodeId| index.count_by_position(node, |_| true).games;
    let none = SelectionCriteria::default();
    assert_eq!(
        chosen(SelectionCriteria { depth: Some(3), ..none }),
        expected(&|node| index.depth(node) <= 3)
    );
    assert_eq!(
        chosen(SelectionCriteria { min_games: 200, ..none }),
        expected(&|node| games(node) >= 200)
    );
    let by_weight = expected(&|node| index.step(node).is_tenuki() || games(node) >= 200);
    assert_eq!(chosen(SelectionCriteria { min_weight: 200, ..none }), by_weight);
    // The row's own verdict, whatever another order of its position says.
    let own = |node: NodeId| index.verdict(node).map(Verdict::value);
    for verdict in Verdict::VARIANTS.iter().copied() {
        let wanted = expected(&|node| match own(node) {
            None if index.step(node).is_tenuki() => true,
            value => value.unwrap_or(0) >= verdict.value(),
        });
        assert_eq!(
            chosen(SelectionCriteria { min_verdict: Some(verdict), ..none }),
            wanted,
            "{verdict}"
        );
    }
}

#[test]
fn a_chosen_sgf_is_a_book_of_the_chosen_lines() {
    let choice =
        SelectionCriteria { depth: Some(6), min_games: 100, ..SelectionCriteria::default() };
    let request = BookFileRequest {
        choice,
        license: Some("CC0-1.0".to_owned()),
        provenance: true,
        ..BookFileRequest::default()
    };
    let sgf = of_starter(BookFormat::Sgf, &request);
    let head = text(&sgf);
    assert!(head.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[19]AP[joseki:"), "{}", &head[..80]);
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    import(&service, "again", "again.sgf", &sgf.bytes);
    let whole = BookFileRequest::default();
    let lines = text(&written(&service, "again", BookFormat::Lines, &whole));
    assert_eq!(lines, text(&of_starter(BookFormat::Lines, &request)));
    assert!(lines.lines().all(|line| line.len() <= 12));
    // What a file says of itself is not read as part of the book, but for the licence.
    let again = service.book("again").expect("a book");
    let root = |index: &Index| {
        let data = index.data(NodeId::ROOT);
        data.map(|data| data.properties.clone()).unwrap_or_default()
    };
    let mut told = root(&book().index);
    told.insert("CP".to_owned(), ["CC0-1.0".to_owned()].into());
    assert_eq!(root(&again.index), told);
}

#[test]
fn a_table_shows_a_move_by_its_own_verdict_and_a_book_to_play_by_its_position() {
    // W O17 R14 and B R14 O17: one position, whose two orders do not agree.
    let (_folder, service) =
        small("(;SZ[19](;B[pd];W[nc];B[qf];W[qc]TE[1])(;B[pd];W[qc];B[qf];W[nc]BM[1];B[ob]))");
    let request = |least| BookFileRequest {
        choice: SelectionCriteria { min_verdict: Some(least), ..SelectionCriteria::default() },
        ..BookFileRequest::default()
    };
    let whole = written(&service, "own", BookFormat::Ndjson, &BookFileRequest::default());
    let verdicts = |text: &str| -> Vec<(String, Option<String>)> {
        let rows =
            text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let own = |row: &Value, name: &str| row[name].as_str().map(str::to_owned);
        rows.map(|row| (own(&row, "line").expect("a line"), own(&row, "verdict"))).collect()
    };
    let all = verdicts(&text(&whole));
    let judged = |steps: usize, what: &str| {
        let mut rows = all
            .iter()
            .filter(|(line, verdict)| line.len() == 2 * steps && verdict.as_deref() == Some(what));
        rows.next().map(|(line, _)| line.clone())
    };
    let (good, bad) = (judged(4, "ideal").or(judged(4, "good")), judged(4, "mistake"));
    let (good, bad) = (good.expect("a good move"), bad.expect("a mistake"));
    let least = Verdict::Question;
    let told = written(&service, "own", BookFormat::Ndjson, &request(least));
    let left: Vec<String> = verdicts(&text(&told)).into_iter().map(|(line, _)| line).collect();
    assert!(left.contains(&good), "{left:?}");
    // The mistake, and what follows it.
    assert!(!left.iter().any(|line| line.starts_with(&bad)), "{left:?}");
    assert_eq!(left.len(), all.len() - 2);
    assert_eq!(told.contents.left_out.count("with a lesser verdict"), 1);
    assert_eq!(told.contents.left_out.count("after a move that is left out"), 1);
}
