//! Nothing is collected that is large, whatever files hold.

use std::io::{BufRead, Read};
use std::ops::ControlFlow;

use joseki::format::archive::{Event, PIECE_BYTES, Sources};

use super::build::{Noise, entry, gz, tar, zip, zip_stored};
use super::heard::Place;

const MIB: usize = 1 << 20;

/// The header of a tar archive's entry.
fn header(name: &str, size: u64, kind: tar::EntryType) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_size(size);
    header.set_entry_type(kind);
    header.set_cksum();
    header.as_bytes().to_vec()
}

/// Reads `most` bytes of the first text of a file, and gives how many there were and how many
/// bytes of the file that took.
fn taste(place: &Place, name: &str, most: u64) -> (u64, u64) {
    let sources = Sources::find(&[place.path(name)]).expect("a path");
    let progress = sources.progress();
    let mut tasted = None;
    let mut take = |reader: &mut dyn BufRead| {
        let read = std::io::copy(&mut reader.take(most), &mut std::io::sink());
        tasted = Some((read.expect("no damage"), progress.bytes()));
        ControlFlow::Break(())
    };
    let read = sources.read(&mut |event| match event {
        Event::Piece(piece) => {
            assert!(piece.held_bytes() as u64 <= PIECE_BYTES);
            take(&mut piece.open().expect("a text"))
        }
        Event::Stream { reader, .. } => take(reader),
        Event::File { .. } => ControlFlow::Continue(()),
        other => panic!("{}", matches!(other, Event::Broken { .. })),
    });
    assert!(read.is_break());
    tasted.expect("a text")
}

#[test]
fn a_bomb_is_read_as_far_as_it_is_asked_for() {
    let member = gz(&vec![0; MIB]);
    let bomb = member.repeat(1024);
    let most = 4 * MIB as u64;
    // One file; an entry of a compressed archive; a compressed entry.
    let start = gz(&header("b.sgf", 1 << 30, tar::EntryType::Regular));
    let end = gz(&[0; 1024]);
    let inside = [start, bomb.clone(), end].concat();
    for (name, bytes) in [
        ("a.sgf.gz", bomb.clone()),
        ("a.tar.gz", inside.clone()),
        ("b.tar", tar(&entry("c.sgf.gz", bomb.clone()))),
        ("c.zip", zip(&entry("c.sgf.gz", bomb))),
        ("d.zip", zip(&entry("c.tar.gz", inside))),
    ] {
        let size = bytes.len() as u64;
        let place = Place::with(name, bytes);
        let (read, consumed) = taste(&place, name, most);
        assert_eq!(read, most, "{name}");
        // An entry of an archive is collected as it is there, which is small.
        let is_entry = name.ends_with("r") || name.ends_with("p");
        assert!(is_entry || consumed < size / 4, "{name}: {consumed}");
    }
}

#[test]
fn a_name_is_cut_where_it_is_absurd() {
    let long = tar::EntryType::GNULongName;
    let size = 16 * MIB as u64;
    let mut bytes = header("././@LongLink", size, long);
    bytes.resize(bytes.len() + 16 * MIB, b'n');
    bytes.extend(tar(&entry("a.sgf", "(;)")));
    let place = Place::with("a.tar", bytes);
    let sources = Sources::find(&[place.path("a.tar")]).expect("a path");
    let mut lengths = Vec::new();
    let _ = sources.read(&mut |event| {
        if let Event::Piece(piece) = event {
            lengths.push(piece.name().len());
        }
        ControlFlow::Continue(())
    });
    assert_eq!(lengths, [place.path("a.tar").as_os_str().len() + 1 + (64 << 10)]);
}

#[test]
fn what_is_large_is_a_stream() {
    let piece = usize::try_from(PIECE_BYTES).expect("small");
    let text = Noise::new().text(piece + 10_000);
    let exact = &text[..piece];
    let place = Place::new();
    place.write("large.sgf", &text);
    place.write("exact.sgf", exact);
    place.write("large.tar", tar(&entry("a.sgf", text.clone())));
    place.write("exact.tar", tar(&entry("a.sgf", exact)));
    place.write("large.zip", zip_stored(&entry("a.sgf", text.clone())));
    place.write("small.sgf.gz", gz(&text));
    // A zip archive that does not fit into a piece, and so goes through a file.
    let stored = zip_stored(&entry("b.sgf", text.clone()));
    assert!(stored.len() > piece);
    place.write("spooled.tar", tar(&entry("b.zip", stored)));
    for (file, name, bytes, is_stream) in [
        ("large.sgf", "large.sgf", &text[..], true),
        ("exact.sgf", "exact.sgf", exact, false),
        ("large.tar", "large.tar/a.sgf", &text, true),
        ("exact.tar", "exact.tar/a.sgf", exact, false),
        ("large.zip", "large.zip/a.sgf", &text, true),
        ("small.sgf.gz", "small.sgf.gz", &text, false),
        ("spooled.tar", "spooled.tar/b.zip/b.sgf", &text, true),
    ] {
        let heard = place.hear(file);
        assert_eq!(heard.names(), [name]);
        assert!(heard.whole()[0].1 == bytes, "{file}");
        assert_eq!(heard.texts[0].is_stream, is_stream, "{file}");
    }
}
