//! Archives and compressed files as the crates write them.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Names with their content.
pub type Entries = Vec<(String, Vec<u8>)>;

/// A packing of bytes into bytes.
pub type Pack = fn(&[u8]) -> Vec<u8>;

/// Numbers that do not compress.
pub struct Noise(u32);

impl Noise {
    pub fn new() -> Self {
        Self(1)
    }

    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
        self.0 >> 8
    }

    /// A text of one value.
    pub fn text(&mut self, bytes: usize) -> Vec<u8> {
        let letter = |noise: &mut Self| b'a' + (noise.next() % 26) as u8;
        let mut text = b"(;C[".to_vec();
        text.extend((0..bytes).map(|_| letter(self)));
        text.extend_from_slice(b"])\n");
        text
    }
}

/// The text of the fixtures.
pub fn forty_games() -> Vec<u8> {
    let mut noise = Noise::new();
    let mut text = String::new();
    for game in 0..40 {
        text.push_str(&format!("(;GM[1]SZ[19]GN[{game}]"));
        for number in 0..120 {
            let point = noise.next() % 361;
            let letter = |at: u32| char::from(b'a' + at as u8);
            let color = ['B', 'W'][number % 2];
            let (x, y) = (letter(point % 19), letter(point / 19));
            text.push_str(&format!(";{color}[{x}{y}]"));
        }
        text.push_str(")\n");
    }
    text.into_bytes()
}

pub fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Two members, one after the other.
pub fn gz_twice(bytes: &[u8]) -> Vec<u8> {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    [gz(first), gz(second)].concat()
}

pub fn zst(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

pub fn tar(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        // The crate refuses `..` in names, as it should; a hostile archive has them.
        let field = &mut header.as_old_mut().name;
        field[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, bytes.as_slice()).expect("memory");
    }
    builder.into_inner().expect("memory")
}

pub fn zip(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    zip_with(CompressionMethod::Deflated, entries)
}

pub fn zip_stored(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    zip_with(CompressionMethod::Stored, entries)
}

fn zip_with(method: CompressionMethod, entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in entries {
        writer.start_file(name.as_str(), options).expect("memory");
        writer.write_all(bytes).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}

/// One entry.
pub fn entry(name: &str, bytes: impl Into<Vec<u8>>) -> Entries {
    vec![(name.to_owned(), bytes.into())]
}
