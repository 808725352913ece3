//! Every way of packing holds the same records.

use joseki::format::archive::{DEPTH, Skip};

use super::build::{Entries, Noise, Pack, entry, gz, gz_twice, tar, zip, zst};
use super::heard::Place;

/// Records in every compression, with names of all kinds.
fn records() -> Entries {
    let mut noise = Noise::new();
    let mut record = |name: &str, pack: Pack| (name.to_owned(), pack(&noise.text(3_000)));
    vec![
        record("plain.sgf", <[u8]>::to_vec),
        record("deep/er/one.SGF.gz", gz),
        record("two.sgf.gz", gz_twice),
        record("three.sgfs.zst", zst),
        record("囲碁/本因坊.sgf", <[u8]>::to_vec),
        record("../../escape.sgf", <[u8]>::to_vec),
        record("/etc/absolute.sgf", <[u8]>::to_vec),
        record("no ending", <[u8]>::to_vec),
        record("ending of nothing.bin", gz),
        record("twice.sgf.zst.gz", |bytes| gz(&zst(bytes))),
    ]
}

/// The names and texts that are in [`records`].
fn texts() -> Entries {
    let mut noise = Noise::new();
    let named = |(name, _)| (name, noise.text(3_000));
    records().into_iter().map(named).collect()
}

/// What is in a file is what is in [`texts`], with `inside` before each name.
fn holds_the_records(file: &str, bytes: Vec<u8>, inside: &str) {
    let place = Place::with(file, bytes);
    let heard = place.hear(file);
    let found: Vec<_> = heard.whole();
    let expected = texts();
    assert_eq!(found.len(), expected.len(), "{:?}", heard.skipped);
    for ((name, bytes), (record, text)) in found.iter().zip(&expected) {
        assert_eq!(*name, format!("{file}{inside}/{record}"));
        assert!(bytes == text, "{name}");
    }
}

#[test]
fn every_packing_holds_the_same_records() {
    let records = records();
    let packings: [(&str, &str, Vec<u8>); 9] = [
        ("a.tar", "", tar(&records)),
        ("a.zip", "", zip(&records)),
        ("a.tar.gz", "", gz(&tar(&records))),
        ("a.tgz", "", gz_twice(&tar(&records))),
        ("a.tar.zst", "", zst(&tar(&records))),
        ("a.zip.gz", "", gz(&zip(&records))),
        ("tar in zip.zip", "/a.tar", zip(&entry("a.tar", tar(&records)))),
        ("tgz in zip.zip", "/d/a.tgz", zip(&entry("d/a.tgz", gz(&tar(&records))))),
        ("zip in tar.tar", "/a.zip", tar(&entry("a.zip", zip(&records)))),
    ];
    for (file, inside, bytes) in packings {
        holds_the_records(file, bytes, inside);
    }
}

#[test]
fn contents_count_and_names_do_not() {
    for file in ["a", "a.sgf", "a.tar", "a.zip", "a.gz", "a.txt"] {
        holds_the_records(file, tar(&records()), "");
        holds_the_records(file, zip(&records()), "");
        holds_the_records(file, zst(&tar(&records())), "");
    }
}

#[test]
fn archives_nest_up_to_a_depth() {
    let text = Noise::new().text(100);
    for pack in [tar, zip] {
        let mut bytes = pack(&entry("one.sgf", text.clone()));
        let mut name = String::from("one.sgf");
        for _ in 1..DEPTH {
            bytes = pack(&entry("a.zip", bytes));
            name = format!("a.zip/{name}");
        }
        let heard = Place::with("a", &bytes).hear("a");
        assert_eq!(heard.whole(), [(format!("a/{name}").as_str(), &text[..])]);

        let deeper = pack(&[("a.zip".to_owned(), bytes), ("two.sgf".to_owned(), text.clone())]);
        let heard = Place::with("a", deeper).hear("a");
        let (broken, why) = heard.only_broken();
        assert_eq!(broken, "a/a.zip/a.zip/a.zip/a.zip");
        assert!(why.contains("inside 4 archives"), "{why}");
        assert_eq!(heard.names(), ["a/two.sgf"]);
    }
}

#[test]
fn compressions_nest_up_to_a_depth() {
    let text = Noise::new().text(100);
    let mut bytes = text.clone();
    for _ in 0..DEPTH {
        bytes = gz(&bytes);
    }
    let heard = Place::with("a.sgf.gz", &bytes).hear("a.sgf.gz");
    assert_eq!(heard.whole(), [("a.sgf.gz", &text[..])]);
    for pack in [gz as Pack, zst] {
        let more = pack(&bytes);
        for (name, bytes) in [("a.gz", more.clone()), ("a.tar", tar(&entry("b.sgf", more)))] {
            let heard = Place::with(name, bytes).hear(name);
            let (_, why) = heard.only_broken();
            assert!(why.contains("more than 4 times"), "{why}");
        }
    }
}

#[test]
fn what_is_no_record_is_skipped() {
    let text = Noise::new().text(100);
    let entries: Entries = [
        ("notes.txt", &b"not a game"[..]),
        ("list.lisp", b"(list 1 2)"),
        ("._one.sgf", b"\0\x05\x16\x07"),
        ("__MACOSX/one.sgf", b"\0\x05\x16\x07"),
        (".git/one.sgf", &text),
        ("page.docx", &zip(&entry("word.sgf", text.clone()))),
        ("notes.gz", &gz(b"not a game")),
        ("game.txt", &text),
        ("empty.sgf", b""),
    ]
    .map(|(name, bytes)| (name.to_owned(), bytes.to_vec()))
    .to_vec();
    for pack in [tar, zip] {
        let heard = Place::with("a", pack(&entries)).hear("a");
        assert_eq!(heard.whole(), [("a/game.txt", &text[..]), ("a/empty.sgf", b"")]);
        let not = |name: &str| (format!("a/{name}"), Skip::NotARecord);
        let hidden = |name: &str| (format!("a/{name}"), Skip::Hidden);
        assert_eq!(
            heard.skipped,
            [
                not("notes.txt"),
                not("list.lisp"),
                hidden("._one.sgf"),
                hidden("__MACOSX/one.sgf"),
                hidden(".git/one.sgf"),
                not("page.docx"),
                not("notes.gz"),
            ]
        );
    }
}

#[test]
fn entries_of_one_name_are_all_read() {
    let mut bytes = zip(&[
        ("a.sgf".to_owned(), b"(;C[1])".to_vec()),
        ("b.sgf".to_owned(), b"(;C[2])".to_vec()),
    ]);
    for at in 0..bytes.len() - 5 {
        if bytes[at..].starts_with(b"b.sgf") {
            bytes[at] = b'a';
        }
    }
    let heard = Place::with("a.zip", bytes).hear("a.zip");
    let expected: [(&str, &[u8]); 2] = [("a.zip/a.sgf", b"(;C[1])"), ("a.zip/a.sgf", b"(;C[2])")];
    assert_eq!(heard.whole(), expected);
}
