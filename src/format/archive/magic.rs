//! Detects file kinds by their first bytes.

/// The number of bytes needed: one tar block.
pub(super) const HEAD: usize = 512;

/// The kind of a file or entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContentKind {
    /// Any other content.
    Text,
    Gzip,
    Zstd,
    Zip,
    Tar,
    /// A compression that is not supported.
    Compression(&'static str),
    /// An archive that is not supported.
    Archive(&'static str),
}

/// The magic bytes of each kind except tar. Sources: RFC 1952 (gzip), RFC 8878 (zstd), APPNOTE.TXT
/// (zip), and the format descriptions of the others.
const MAGIC: [(&[u8], ContentKind); 14] = [
    (b"\x1f\x8b", ContentKind::Gzip),
    (b"\x28\xb5\x2f\xfd", ContentKind::Zstd),
    (b"PK\x03\x04", ContentKind::Zip),
    (b"PK\x05\x06", ContentKind::Zip),
    (b"PK\x07\x08", ContentKind::Zip),
    (b"PK00PK\x03\x04", ContentKind::Zip),
    (b"\xfd7zXZ\0", ContentKind::Compression("xz")),
    (b"BZh", ContentKind::Compression("bzip2")),
    (b"\x04\x22\x4d\x18", ContentKind::Compression("lz4")),
    (b"LZIP", ContentKind::Compression("lzip")),
    (b"\x1f\x9d", ContentKind::Compression("compress")),
    (b"\x5d\0\0", ContentKind::Compression("lzma")),
    (b"7z\xbc\xaf\x27\x1c", ContentKind::Archive("7z")),
    (b"Rar!\x1a\x07", ContentKind::Archive("rar")),
];

/// Detects the kind of data that starts with `head`, which has [`HEAD`] bytes if the data does.
pub(super) fn kind_of(head: &[u8]) -> ContentKind {
    let known = MAGIC.iter().find(|(magic, _)| head.starts_with(magic));
    match (known, head) {
        (Some(&(_, kind)), _) => kind,
        // A zstd stream may start with a skippable frame.
        (None, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) => ContentKind::Zstd,
        _ if head.first_chunk().is_some_and(is_tar_header) => ContentKind::Tar,
        _ => ContentKind::Text,
    }
}

/// Whether a block is a tar entry header, by its checksum. (The oldest tar format has no magic.)
pub(super) fn is_tar_header(block: &[u8; HEAD]) -> bool {
    let Ok(told) = tar::Header::from_byte_slice(block).cksum() else {
        return false;
    };
    let sum = |of: fn(u8) -> i64| -> i64 {
        // The checksum field itself counts as spaces.
        let counted = |(at, &byte)| {
            if (148..156).contains(&at) { 32 } else { of(byte) }
        };
        block.iter().enumerate().map(counted).sum()
    };
    let told = i64::from(told);
    let is_empty = block.iter().all(|&byte| byte == 0);
    // Some old programs summed signed bytes.
    !is_empty && (told == sum(i64::from) || told == sum(|byte| i64::from(byte.cast_signed())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_the_kind() {
        for (head, kind) in MAGIC {
            assert_eq!(kind_of(head), kind);
            assert_ne!(kind_of(&head[1..]), kind);
        }
        assert_eq!(kind_of(b"\x5a\x2a\x4d\x18\0\0\0\0"), ContentKind::Zstd);
        assert_eq!(kind_of(b"(;GM[1])"), ContentKind::Text);
        assert_eq!(kind_of(b""), ContentKind::Text);
        assert_eq!(kind_of(&[0; HEAD]), ContentKind::Text);
    }

    #[test]
    fn a_tar_header_is_known_by_its_checksum() {
        for mut header in [tar::Header::new_gnu(), tar::Header::new_ustar(), tar::Header::new_old()]
        {
            header.as_mut_bytes()[..5].copy_from_slice(b"a.sgf");
            header.set_size(3);
            header.set_cksum();
            assert_eq!(kind_of(header.as_bytes()), ContentKind::Tar);
            header.as_mut_bytes()[0] = b'b';
            assert_eq!(kind_of(header.as_bytes()), ContentKind::Text);
        }
    }
}
