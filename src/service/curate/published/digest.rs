//! The digest of a book, by which any two copies are compared.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::row::PublicRow;

/// The digest of a book's rows: independent of their order, and kept up by what a change adds and
/// removes.
///
/// It begins with the sum, modulo 2^256, of the SHA-256 of every row's text, each read as a
/// big-endian number. The digest is the SHA-256 of the text `joseki-digest-1 SUM NODES ENDS`: the
/// sum in 64 hexadecimal digits, the rows of moves, and the rows at which a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "DigestJson", try_from = "DigestJson")]
pub struct BookDigest {
    /// The sum, least significant part first.
    sum: [u64; 4],
    /// Number of moves.
    pub nodes: u64,
    /// Number of rows at which a line ends, retired ones included.
    pub ends: u64,
}

/// Digest of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DigestJson {
    /// Sum of the SHA-256 of all rows, modulo 2^256, in hexadecimal digits.
    pub sum: String,
    /// Number of moves.
    pub nodes: u64,
    /// Number of rows at which a line ends.
    pub ends: u64,
    /// SHA-256 of sum, moves and ends, in hexadecimal digits.
    pub sha256: String,
}

impl BookDigest {
    /// Adds a row.
    pub fn add(&mut self, row: &PublicRow) {
        let mut carry = false;
        for (own, other) in self.sum.iter_mut().zip(hash_of(row)) {
            let (sum, first) = own.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*own, carry) = (sum, first | second);
        }
        self.nodes = self.nodes.wrapping_add(u64::from(!row.line.is_empty()));
        self.ends = self.ends.wrapping_add(u64::from(row.state.ends));
    }

    /// Removes a row that was added.
    pub fn remove(&mut self, row: &PublicRow) {
        let mut borrow = false;
        for (own, other) in self.sum.iter_mut().zip(hash_of(row)) {
            let (rest, first) = own.overflowing_sub(other);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            (*own, borrow) = (rest, first | second);
        }
        self.nodes = self.nodes.wrapping_sub(u64::from(!row.line.is_empty()));
        self.ends = self.ends.wrapping_sub(u64::from(row.state.ends));
    }

    /// Returns the digest in hexadecimal digits.
    #[must_use]
    pub fn sha256(&self) -> String {
        let BookDigest { nodes, ends, .. } = self;
        sha256_hex(format!("joseki-digest-1 {} {nodes} {ends}", self.sum_hex()).as_bytes())
    }

    fn sum_hex(&self) -> String {
        self.sum.iter().rev().map(|part| format!("{part:016x}")).collect()
    }
}

/// Returns the SHA-256 of a row's text as a number, least significant part first.
fn hash_of(row: &PublicRow) -> [u64; 4] {
    let hash = Sha256::digest(row.text.as_bytes());
    let mut parts = [0; 4];
    for (part, bytes) in parts.iter_mut().rev().zip(hash.chunks_exact(8)) {
        *part = bytes.iter().fold(0, |part, byte| part << 8 | u64::from(*byte));
    }
    parts
}

/// Returns the SHA-256 of some bytes in hexadecimal digits.
pub(super) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns bytes in hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl From<BookDigest> for DigestJson {
    fn from(digest: BookDigest) -> DigestJson {
        let BookDigest { nodes, ends, .. } = digest;
        DigestJson { sum: digest.sum_hex(), nodes, ends, sha256: digest.sha256() }
    }
}

impl TryFrom<DigestJson> for BookDigest {
    type Error = String;

    fn try_from(json: DigestJson) -> Result<BookDigest, String> {
        let invalid = || format!("invalid digest `{}`: expected 64 hexadecimal digits", json.sum);
        let is_hex = |text: &str| text.len() == 64 && text.bytes().all(|it| it.is_ascii_hexdigit());
        if !is_hex(&json.sum) {
            return Err(invalid());
        }
        let mut sum = [0; 4];
        for (index, part) in sum.iter_mut().rev().enumerate() {
            let digits = json.sum.get(16 * index..16 * index + 16).ok_or_else(invalid)?;
            *part = u64::from_str_radix(digits, 16).map_err(|_| invalid())?;
        }
        let digest = BookDigest { sum, nodes: json.nodes, ends: json.ends };
        if digest.sha256() == json.sha256 {
            Ok(digest)
        } else {
            Err(format!("invalid digest {}: not that of its sum", json.sha256))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use joseki_book::{Line, NodeState};

    fn row(line: &str, ends: bool) -> PublicRow {
        let line: Line = line.parse().unwrap();
        PublicRow::new(line, NodeState { ends, ..NodeState::default() }).unwrap()
    }

    fn digest(rows: &[PublicRow]) -> BookDigest {
        let mut digest = BookDigest::default();
        rows.iter().for_each(|row| digest.add(row));
        digest
    }

    #[test]
    fn the_digest_is_frozen() {
        let digest = digest(&[row("", false), row("DD", false), row("DDCF", true)]);
        assert_eq!((digest.nodes, digest.ends), (2, 1));
        let json = DigestJson::from(digest);
        assert_eq!(BookDigest::try_from(json.clone()), Ok(digest));
        assert_eq!(json.sha256, "ce2f832ff067e23c3ff0c9cd300726de12168d659a95abadf289b6c99fdaa38e");
        let forged = DigestJson { nodes: 3, ..json };
        assert!(BookDigest::try_from(forged).unwrap_err().contains("not that of its sum"));
    }

    proptest! {
        #[test]
        fn order_does_not_matter_and_what_is_removed_leaves_no_trace(
            lines in proptest::collection::vec((0usize..8, any::<bool>()), 0..12),
            seed in any::<u64>(),
        ) {
            const LINES: [&str; 8] = ["", "DD", "DDCF", "CD", "CC", "CDDF", "CF", "CE"];
            let rows: Vec<PublicRow> =
                lines.iter().map(|(line, ends)| row(LINES[*line], *ends)).collect();
            let mut other = rows.clone();
            other.sort_by_key(|row| Sha256::digest(format!("{seed}{}", row.text)).to_vec());
            prop_assert_eq!(digest(&rows), digest(&other));
            let (kept, gone) = rows.split_at(rows.len() / 2);
            let mut rest = digest(&rows);
            gone.iter().for_each(|row| rest.remove(row));
            prop_assert_eq!(rest, digest(kept));
        }
    }
}
