/// The kind of a file, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    Gzip,
    Zstd,
    Zip,
    Tar,
    Parquet,
    Arrow,
    /// A recognised kind that is not supported, with its name, and what to do.
    Other(&'static str, &'static str),
}

/// Archives that are recognised but not supported: first bytes, name, and what to do.
const OTHERS: [(&[u8], &str, &str); 5] = [
    (b"BZh", "a bzip2 file", UNPACK),
    (b"\xfd7zXZ\0", "an xz file", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    (b"\x04\x22\x4d\x18", "an LZ4 file", UNPACK),
];

const UNPACK: &str = "unpack it first";

impl Container {
    /// The kind of a file that begins with `head`; `None` if it is not an archive.
    ///
    /// Zip: APPNOTE 4.3 (a local header, or the end record of an empty or spanned archive). Gzip: RFC 1952. Zstandard:
    /// RFC 8878, also with a skippable frame in front, as pzstd writes it. The dialects of tar have no first bytes in
    /// common, so the checksum of the first header is tested.
    pub fn of(head: &[u8]) -> Option<Container> {
        match head {
            [0x1f, 0x8b, 8, ..] => Some(Container::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                Some(Container::Zstd)
            }
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => {
                Some(Container::Zip)
            }
            [b'P', b'A', b'R', b'1', ..] => Some(Container::Parquet),
            // A file, and a stream, whose first message is short.
            [b'A', b'R', b'R', b'O', b'W', b'1', 0, 0, ..]
            | [0xff, 0xff, 0xff, 0xff, _, _, _, 0, ..] => Some(Container::Arrow),
            _ if is_tar(head) => Some(Container::Tar),
            _ => OTHERS
                .iter()
                .find(|(magic, _, _)| head.starts_with(magic))
                .map(|&(_, name, help)| Container::Other(name, help)),
        }
    }
}

/// Whether the first block is a tar header: its checksum is right. The checksum is the sum of all bytes, with blanks in
/// place of the eight bytes of the checksum itself (POSIX ustar).
fn is_tar(head: &[u8]) -> bool {
    let Some(block) = head.first_chunk::<512>() else {
        return false;
    };
    let sum: u32 = block
        .iter()
        .enumerate()
        .map(|(i, &b)| {
            if (148..156).contains(&i) {
                32
            } else {
                u32::from(b)
            }
        })
        .sum();
    tar::Header::from_byte_slice(block).cksum().ok() == Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_identify_archives() {
        assert_eq!(Container::of(b"\x1f\x8b\x08\0"), Some(Container::Gzip));
        assert_eq!(Container::of(b"\x28\xb5\x2f\xfd"), Some(Container::Zstd));
        assert_eq!(
            Container::of(b"\x52\x2a\x4d\x18...."),
            Some(Container::Zstd)
        );
        assert_eq!(Container::of(b"PK\x03\x04"), Some(Container::Zip));
        assert_eq!(Container::of(b"PK\x05\x06"), Some(Container::Zip));
        assert!(matches!(
            Container::of(b"\xfd7zXZ\0\0"),
            Some(Container::Other(..))
        ));
        for text in [
            &b"Base;NotStarted;White[1]"[..],
            b"",
            b"\x1f",
            b"PK",
            &[0; 1024],
        ] {
            assert_eq!(Container::of(text), None);
        }
    }

    #[test]
    fn old_and_new_tars_are_tars() {
        for mut header in [
            tar::Header::new_old(),
            tar::Header::new_gnu(),
            tar::Header::new_ustar(),
        ] {
            header.set_path("a.sgf").unwrap();
            header.set_size(0);
            header.set_cksum();
            assert_eq!(Container::of(header.as_bytes()), Some(Container::Tar));
            let mut spoilt = *header.as_bytes();
            spoilt[0] ^= 1;
            assert_eq!(Container::of(&spoilt), None);
        }
    }
}
