//! Damaged files and archives: nothing panics, every error is reported, what can be read is read.

use crate::full::cases;
use std::sync::LazyLock;

use joseki::format::archive::Damage;
use proptest::prelude::*;

use super::build::{Entries, Noise, entry, gz, gz_twice, tar, zip, zst};
use super::heard::{Heard, Place};

fn records() -> Entries {
    let mut noise = Noise::new();
    (0..5).map(|number| (format!("{number}.sgf"), noise.text(2_000))).collect()
}

/// Files of all kinds with the records in them.
static PACKED: LazyLock<Vec<(&str, Vec<u8>)>> = LazyLock::new(packed);

fn packed() -> Vec<(&'static str, Vec<u8>)> {
    let records = records();
    let all: Vec<u8> = records.iter().flat_map(|(_, text)| text.clone()).collect();
    let packed: Entries =
        records.iter().map(|(name, text)| (format!("{name}.gz"), gz(text))).collect();
    vec![
        ("a.sgf.gz", gz(&all)),
        ("b.sgf.gz", gz_twice(&all)),
        ("c.sgf.zst", zst(&all)),
        ("d.tar", tar(&records)),
        ("e.tar.gz", gz(&tar(&records))),
        ("f.tar.zst", zst(&tar(&records))),
        ("g.zip", zip(&records)),
        ("h.tar", tar(&packed)),
        ("i.zip", zip(&packed)),
        ("j.zip", zip(&entry("in.tar.gz", gz(&tar(&packed))))),
        ("k.tar.gz", gz(&tar(&entry("in.zip", zip(&packed))))),
    ]
}

/// Whether every text is the start of a record, or of all of them.
fn holds_only_records(heard: &Heard) -> bool {
    let records = records();
    let all: Vec<u8> = records.iter().flat_map(|(_, text)| text.clone()).collect();
    let mut texts = heard.texts.iter();
    texts.all(|text| {
        let mut records = records.iter();
        all.starts_with(&text.bytes)
            || records.any(|(name, record)| {
                text.name.contains(name.as_str()) && record.starts_with(&text.bytes)
            })
    })
}

#[test]
fn what_is_whole_is_not_damaged() {
    for (name, bytes) in &*PACKED {
        let heard = Place::with(name, bytes).hear(name);
        assert!(!heard.has_damage(), "{name}: {heard:?}");
        let length: usize = heard.texts.iter().map(|text| text.bytes.len()).sum();
        assert_eq!(length, 5 * 2_007, "{name}");
    }
}

#[test]
fn what_is_cut_off_is_told_and_read_up_to_there() {
    for (name, bytes) in &*PACKED {
        for part in 1..7 {
            let cut = bytes.len() * part / 7;
            let heard = Place::with(name, &bytes[..cut]).hear(name);
            assert!(heard.has_damage(), "{name} at {cut}");
            assert!(holds_only_records(&heard), "{name} at {cut}: {heard:?}");
            let length: usize = heard.texts.iter().map(|text| text.bytes.len()).sum();
            // Of a part of the bytes nearly that part of the text is there, but for a block of the
            // compression, and for a file that is invalid until its end.
            let least = (5 * 2_007 * part / 7).saturating_sub(2_800);
            let is_solid = name.ends_with("zst");
            assert!(is_solid || length >= least, "{name} at {part}/7: {length}");
        }
    }
}

#[test]
fn a_cut_stream_gives_its_first_games() {
    let whole = super::build::forty_games();
    for file in ["forty.sgf.zst", "frames.sgf.zst"] {
        let root = env!("CARGO_MANIFEST_DIR");
        let bytes = std::fs::read(format!("{root}/fixtures/archives/{file}")).expect("a fixture");
        let cut = &bytes[..bytes.len() - 20];
        let heard = Place::with(file, cut).hear(file);
        let [text] = heard.texts.as_slice() else {
            panic!("{:?}", heard.broken);
        };
        assert!(text.error.is_some() && whole.starts_with(&text.bytes));
        if file == "frames.sgf.zst" {
            assert!(text.bytes.len() >= 5_000, "{}", text.bytes.len());
        }
    }
    let bytes = gz(&whole);
    let heard = Place::with("a.sgf.gz", &bytes[..bytes.len() / 2]).hear("a.sgf.gz");
    let [text] = heard.texts.as_slice() else {
        panic!("{:?}", heard.broken);
    };
    assert!(text.error.is_some() && whole.starts_with(&text.bytes));
    assert!(text.bytes.len() > whole.len() / 3, "{}", text.bytes.len());
}

/// Two frames of about the same size, the second one cut: the window of the decoder holds
/// all of it.
#[test]
fn what_a_decoder_keeps_to_itself_is_not_lost() {
    let texts: Vec<_> = records().into_iter().map(|(_, text)| text).collect();
    let (first, second) = (texts.concat(), texts[..2].concat().repeat(200));
    let mut bytes = zst(&first);
    // More than one block of 128 KiB.
    let frame = zst(&second);
    bytes.extend_from_slice(&frame[..frame.len() - 10]);
    let heard = Place::with("a.sgf.zst", bytes).hear("a.sgf.zst");
    let text = &heard.texts[0];
    assert!(text.error.is_some());
    assert!(text.bytes.len() > first.len() + (128 << 10), "{}", text.bytes.len());
    assert!([first, second].concat().starts_with(&text.bytes));
}

#[test]
fn wrong_checksums_are_told_after_the_text() {
    let text = Noise::new().text(500);
    let flip = |mut bytes: Vec<u8>, at: usize| {
        bytes[at] ^= 1;
        bytes
    };
    let packed = gz(&text);
    let at = packed.len() - 8;
    let zipped = zip(&entry("a.sgf", text.clone()));
    let listed = zipped.windows(4).position(|four| four == b"PK\x01\x02");
    let stamped = zst(&text);
    for (name, bytes) in [
        ("a.sgf.gz", flip(packed, at)),
        ("a.zip", flip(zipped, listed.expect("a directory") + 16)),
        ("a.sgf.zst", flip(stamped.clone(), stamped.len() - 1)),
    ] {
        let heard = Place::with(name, bytes).hear(name);
        assert_eq!(heard.texts.len(), 1, "{name}");
        assert!(heard.texts[0].bytes == text, "{name}");
        assert!(heard.texts[0].error.is_some(), "{name}");
    }
}

#[test]
fn a_damaged_entry_does_not_hide_the_next() {
    let mut entries = records();
    let cut = gz(&entries[1].1);
    entries[1] = ("1.sgf.gz".to_owned(), cut[..cut.len() / 2].to_vec());
    entries[2] = ("2.sgf.gz".to_owned(), b"\x1f\x8b\x08".to_vec());
    entries[3] = ("3.tar".to_owned(), tar(&records())[..2_000].to_vec());
    for pack in [tar, zip] {
        let heard = Place::with("a", pack(&entries)).hear("a");
        let errors: Vec<_> = heard.texts.iter().map(|text| text.error.is_some()).collect();
        let names = ["a/0.sgf", "a/1.sgf.gz", "a/2.sgf.gz", "a/3.tar/0.sgf", "a/4.sgf"];
        assert_eq!(heard.names(), names);
        assert_eq!(errors, [false, true, true, true, false]);
        assert_eq!(heard.only_broken().0, "a/3.tar");
    }
}

#[test]
fn a_tar_archive_is_read_on_after_a_damaged_header() {
    let mut bytes = tar(&records());
    // 2,007 bytes take four blocks, so headers are five blocks apart.
    bytes[5 * 512] ^= 1;
    let heard = Place::with("a.tar", bytes).hear("a.tar");
    let names = ["a.tar/0.sgf", "a.tar/2.sgf", "a.tar/3.sgf", "a.tar/4.sgf"];
    assert_eq!(heard.names(), names);
    assert!(matches!(heard.broken[..], [(_, Damage::TarHeader { at: 2_560 })]));
}

#[test]
fn tar_archives_one_after_the_other_are_one() {
    let records = records();
    let (first, second) = records.split_at(2);
    let heard = Place::with("a.tar", [tar(first), tar(second)].concat()).hear("a.tar");
    assert_eq!(heard.whole().len(), 5);
    // Bytes after the end of an archive are ignored.
    let heard = Place::with("a.tar", [tar(first), vec![7; 2_000]].concat()).hear("a.tar");
    assert_eq!(heard.whole().len(), 2);
}

#[test]
fn what_is_not_supported_is_named() {
    let xz = b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4\x46";
    for (name, bytes, word) in [
        ("a.sgf.xz", &xz[..], "unsupported compression xz"),
        ("a.tar.bz2", b"BZh91AY&SY", "unsupported compression bzip2"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c\0\x04", "format 7z"),
        ("a.sgf.gz", &gz(xz), "unsupported compression xz"),
    ] {
        let place = Place::with(name, bytes);
        place.write("in.tar", tar(&entry(name, bytes)));
        for heard in [place.hear(name), place.hear("in.tar")] {
            let (broken, why) = heard.only_broken();
            assert!(broken.ends_with(name) && why.contains(word), "{broken}: {why}");
            assert!(why.contains(" first"), "{why}");
        }
    }
}

#[test]
fn an_encrypted_entry_is_broken() {
    let mut bytes = zip(&[
        ("a.sgf".to_owned(), b"(;C[1])".to_vec()),
        ("b.sgf".to_owned(), b"(;C[2])".to_vec()),
    ]);
    // The first bit of the flags, in the table of contents and in the header.
    let listed = bytes.windows(4).position(|four| four == b"PK\x01\x02");
    bytes[listed.expect("a directory") + 8] |= 1;
    bytes[6] |= 1;
    let heard = Place::with("a.zip", bytes).hear("a.zip");
    let (name, why) = heard.only_broken();
    assert_eq!(name, "a.zip/a.sgf");
    assert!(why.to_lowercase().contains("password"), "{why}");
    assert_eq!(heard.names(), ["a.zip/b.sgf"]);
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn no_damage_panics(
        which in 0..11_usize,
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 1..6),
    ) {
        let (name, mut bytes) = PACKED[which].clone();
        for (at, flip) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= flip;
        }
        Place::with(name, bytes).hear(name);
    }
}
