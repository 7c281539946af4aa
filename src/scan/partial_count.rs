//! Partial counts: files with the counts of one part of a collection, which can be added up.
//!
//! A partial count consists of
//!
//! - 8 bytes: `SKEPPART`
//! - 4 bytes: the version of the format, [`VERSION`], little-endian as all numbers here
//! - 8 bytes: the length of the rest, without the last 4 bytes
//! - the body: a Zstandard frame of two values in the postcard format, a [`CountHead`] and the tally
//!   ([`Stats`](skep_analysis::stats::Stats), [`Trees`](skep_analysis::openings::Trees) or
//!   [`Pairs`](skep_analysis::players::Pairs))
//! - 4 bytes: the CRC-32 of everything before

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::emit::Print;
use crate::scan::{CountedExit, STDIN, input_is_piped};
use skep_analysis::filter::{Attribute, UnknownField};
use skep_analysis::openings::Trees;
use skep_analysis::players::Pairs;
use skep_analysis::stats::Stats;
use skep_analysis::{Bounded, Tally};

const MAGIC: &[u8; 8] = b"SKEPPART";

/// The version of the format and of the tallies. A program reads only its own version.
pub const VERSION: u32 = 10;

const PROLOGUE: usize = MAGIC.len() + 4 + 8;
const CHECKSUM: usize = 4;

/// The largest unpacked size of a body, as a multiple of its length. Real counts unpack to 2 to 10 times their length.
const MAX_RATIO: usize = 100;

/// A body may always unpack to this number of bytes.
const MIN_UNPACKED: usize = 1 << 20;

/// The binary logarithm of the largest window of the decoder, which it holds in memory.
const MAX_WINDOW_LOG: u32 = 23;

/// The largest count of a part and of a sum. It is far from an overflow, even where counts are multiplied by 100.
const MAX_COUNT: u64 = 1 << 48;

/// The command that counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CountKind {
    Stats,
    Openings,
    Players,
}

impl fmt::Display for CountKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            CountKind::Stats => "skep stats",
            CountKind::Openings => "skep openings",
            CountKind::Players => "skep players",
        })
    }
}

/// The command that counted, its options, and what it skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountHead {
    pub kind: CountKind,
    /// The options that the count depends on, with their values.
    pub options: Vec<(String, String)>,
    pub seen: CountedExit,
}

impl CountHead {
    /// Writes the count of a part.
    ///
    /// # Errors
    /// The output cannot be written, or is a terminal.
    pub fn write<T: Serialize>(&self, print: &Print, tally: &T) -> anyhow::Result<()> {
        print.refuse_terminal("--format part")?;
        let mut out = print.answer()?;
        write(&mut out, self, tally)?;
        out.finish("")
    }

    /// The value of an option; empty if it was not given.
    pub fn option(&self, name: &str) -> &str {
        let found = self.options.iter().find(|(n, _)| n == name);
        found.map_or("", |(_, value)| value)
    }

    /// The names of the fields and tags that games are grouped by.
    pub fn by(&self) -> impl Iterator<Item = &str> {
        self.option("--by").split(',').filter(|by| !by.is_empty())
    }

    /// The fields and tags that games are grouped by.
    ///
    /// # Errors
    /// A field is unknown.
    pub fn attributes(&self) -> Result<Vec<Attribute>, UnknownField> {
        self.by().map(str::parse).collect()
    }
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PartialCountError {
    #[error("cannot read the file")]
    Io(#[from] io::Error),
    #[error("not a partial count; all inputs must be partial counts, or none")]
    Foreign,
    #[error(
        "the part has version {0}, but this program reads version {VERSION}; count again with this program"
    )]
    Version(u32),
    #[error("the part is incomplete")]
    Truncated,
    #[error("the part is damaged")]
    Damaged,
    #[error("the part has unknown contents; count again with this program")]
    Unknown,
    #[error("the counts are too large to add up")]
    TooLarge,
    #[error("a part of {own}, but {other} is a part of {theirs}")]
    CountKind {
        own: CountKind,
        theirs: CountKind,
        other: PathBuf,
    },
    #[error("counted {own}, but {other} {theirs}")]
    Options {
        own: String,
        theirs: String,
        other: PathBuf,
    },
}

/// Writes a partial count.
///
/// # Errors
/// The writer's errors.
pub fn write<T: Serialize>(out: &mut impl Write, head: &CountHead, tally: &T) -> io::Result<()> {
    let mut values = postcard::to_stdvec(head).map_err(io::Error::other)?;
    values = postcard::to_extend(tally, values).map_err(io::Error::other)?;
    out.write_all(&pack(&values)?)
}

/// The bytes of a partial count with these values.
///
/// # Errors
/// The values cannot be compressed.
pub fn pack(values: &[u8]) -> io::Result<Vec<u8>> {
    let body = zstd::bulk::compress(values, 0)?;
    let mut part = Vec::with_capacity(PROLOGUE + body.len() + CHECKSUM);
    part.extend_from_slice(MAGIC);
    part.extend_from_slice(&VERSION.to_le_bytes());
    part.extend_from_slice(&(body.len() as u64).to_le_bytes());
    part.extend_from_slice(&body);
    let checksum = crc32fast::hash(&part);
    part.extend_from_slice(&checksum.to_le_bytes());
    Ok(part)
}

/// Whether a file is a partial count, or is named like one. Standard input is looked at, and nothing of it is consumed.
pub fn is_one(path: &Path) -> bool {
    if path == Path::new(STDIN) {
        let mut input = io::stdin().lock();
        return input_is_piped() && input.fill_buf().is_ok_and(|begin| begin.starts_with(MAGIC));
    }
    let begin = || {
        let mut magic = [0; MAGIC.len()];
        let file = path.is_file().then(|| File::open(path).ok()).flatten();
        file?.read_exact(&mut magic).ok()?;
        Some(magic)
    };
    let is_named = path
        .extension()
        .is_some_and(|extension| extension == "part");
    is_named || begin() == Some(*MAGIC)
}

/// A partial count whose tally is not yet decoded.
pub struct PartialCount {
    path: PathBuf,
    pub head: CountHead,
    /// The tally, in the postcard format.
    tally: Vec<u8>,
}

impl PartialCount {
    /// Reads a partial count.
    ///
    /// # Errors
    /// The file cannot be read, is not a partial count, or is incomplete.
    pub fn open(path: &Path) -> Result<PartialCount, PartialCountError> {
        if path == Path::new(STDIN) {
            PartialCount::read(path, io::stdin().lock())
        } else {
            PartialCount::read(path, File::open(path)?)
        }
    }

    /// Reads the prologue, and then no more than it states.
    fn read(path: &Path, mut input: impl Read) -> Result<PartialCount, PartialCountError> {
        let mut bytes = Vec::new();
        input
            .by_ref()
            .take(PROLOGUE as u64)
            .read_to_end(&mut bytes)?;
        let rest = rest_of(&bytes)?;
        input.take(rest.saturating_add(1)).read_to_end(&mut bytes)?;
        PartialCount::parse(path, &bytes)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<PartialCount, PartialCountError> {
        let whole = rest_of(bytes)?;
        let rest = &bytes[PROLOGUE..];
        match (rest.len() as u64).cmp(&whole) {
            std::cmp::Ordering::Less => return Err(PartialCountError::Truncated),
            std::cmp::Ordering::Greater => return Err(PartialCountError::Damaged),
            std::cmp::Ordering::Equal => {}
        }
        let (body, checksum) = rest.split_at(rest.len() - CHECKSUM);
        let expected = crc32fast::hash(&bytes[..PROLOGUE + body.len()]).to_le_bytes();
        if checksum != expected {
            return Err(PartialCountError::Damaged);
        }
        let mut values = unpacked(body)?;
        let (head, tally): (CountHead, &[u8]) =
            postcard::take_from_bytes(&values).map_err(|_| PartialCountError::Unknown)?;
        let start = values.len() - tally.len();
        if head.seen.largest() > MAX_COUNT {
            return Err(PartialCountError::TooLarge);
        }
        Ok(PartialCount {
            path: path.to_owned(),
            head,
            tally: values.split_off(start),
        })
    }

    fn tally<T: PartialTally>(&self) -> Result<T, PartialCountError> {
        match postcard::take_from_bytes::<T>(&self.tally) {
            Ok((tally, [])) if !tally.fits(&self.head) => Err(PartialCountError::Unknown),
            Ok((tally, [])) if tally.largest() > MAX_COUNT => Err(PartialCountError::TooLarge),
            Ok((tally, [])) => Ok(tally),
            _ => Err(PartialCountError::Unknown),
        }
    }
}

/// The number of bytes after the prologue, which must be at the start of `bytes`.
fn rest_of(bytes: &[u8]) -> Result<u64, PartialCountError> {
    let known = bytes.len().min(MAGIC.len());
    if bytes.is_empty() || bytes[..known] != MAGIC[..known] {
        return Err(PartialCountError::Foreign);
    }
    let Some(prologue) = bytes.first_chunk::<PROLOGUE>() else {
        return Err(PartialCountError::Truncated);
    };
    let number = |at: usize| {
        let field = prologue.get(at..at + 4).and_then(|f| f.try_into().ok());
        u32::from_le_bytes(field.unwrap_or_default())
    };
    let version = number(MAGIC.len());
    if version != VERSION {
        return Err(PartialCountError::Version(version));
    }
    let length = u64::from(number(16)) << 32 | u64::from(number(12));
    length
        .checked_add(CHECKSUM as u64)
        .ok_or(PartialCountError::Damaged)
}

/// The values in a body. Memory is bounded by the length of the body.
fn unpacked(body: &[u8]) -> Result<Vec<u8>, PartialCountError> {
    let most = body.len().saturating_mul(MAX_RATIO).max(MIN_UNPACKED);
    let unpack = || {
        let mut decoder = zstd::Decoder::with_buffer(body)?;
        decoder.window_log_max(MAX_WINDOW_LOG)?;
        let mut values = Vec::new();
        decoder.take(most as u64 + 1).read_to_end(&mut values)?;
        Ok::<_, io::Error>(values)
    };
    match unpack() {
        Ok(values) if values.len() <= most => Ok(values),
        _ => Err(PartialCountError::Damaged),
    }
}

/// A tally that partial counts hold.
pub trait PartialTally: Bounded + Serialize + DeserializeOwned {
    /// Whether its rows have the shape that the options of the count give them.
    fn fits(&self, head: &CountHead) -> bool;
}

impl PartialTally for Stats {
    fn fits(&self, head: &CountHead) -> bool {
        let width = head.by().count();
        self.groups.keys().all(|group| group.len() == width)
    }
}

impl PartialTally for Trees {
    fn fits(&self, head: &CountHead) -> bool {
        let width = head.by().count();
        self.0.keys().all(|group| group.values.len() == width)
    }
}

impl PartialTally for Pairs {
    fn fits(&self, _: &CountHead) -> bool {
        true
    }
}

/// Checks that two partial counts used the same command and options.
fn check_alike(own: &CountHead, first: &PartialCount) -> Result<(), PartialCountError> {
    let theirs = &first.head;
    let other = || first.path.clone();
    if own.kind != theirs.kind {
        return Err(PartialCountError::CountKind {
            own: own.kind,
            theirs: theirs.kind,
            other: other(),
        });
    }
    let said = |name: &str, value: &str| match value {
        "" => format!("without {name}"),
        value => format!("with {name} {value}"),
    };
    let names = own.options.iter().chain(&theirs.options);
    for (name, _) in names {
        let (own, theirs) = (own.option(name), theirs.option(name));
        if own != theirs {
            return Err(PartialCountError::Options {
                own: said(name, own),
                theirs: said(name, theirs),
                other: other(),
            });
        }
    }
    Ok(())
}

/// Adds up partial counts of one kind.
///
/// # Errors
/// A file cannot be read or was counted with other options than the first. The error comes with its path.
pub fn merge<T: PartialTally>(
    first: PartialCount,
    others: &[PathBuf],
) -> Result<(CountHead, T), (PathBuf, PartialCountError)> {
    let at = |path: &Path| {
        let path = path.to_owned();
        |error| (path, error)
    };
    let mut sum: T = first.tally().map_err(at(&first.path))?;
    let mut head = first.head.clone();
    for path in others {
        let part = PartialCount::open(path).map_err(at(path))?;
        check_alike(&part.head, &first).map_err(at(path))?;
        sum.merge(part.tally().map_err(at(path))?);
        head.seen.merge(part.head.seen);
        if sum.largest().max(head.seen.largest()) > MAX_COUNT {
            return Err((path.clone(), PartialCountError::TooLarge));
        }
    }
    Ok((head, sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part() -> Vec<u8> {
        let head = CountHead {
            kind: CountKind::Stats,
            options: vec![("--by".to_owned(), "variant".to_owned())],
            seen: CountedExit::default(),
        };
        let mut bytes = Vec::new();
        write(&mut bytes, &head, &Stats::default()).unwrap();
        bytes
    }

    #[test]
    fn a_partial_count_is_read_back() {
        let part = PartialCount::parse(Path::new("a"), &part()).unwrap();
        assert_eq!(
            (part.head.kind, part.head.option("--by")),
            (CountKind::Stats, "variant")
        );
        assert_eq!(part.head.option("--where"), "");
        assert_eq!(part.tally::<Stats>().unwrap(), Stats::default());
    }

    #[test]
    fn every_damage_is_noticed() {
        let whole = part();
        let fault = |bytes: &[u8]| PartialCount::parse(Path::new("a"), bytes).err();
        for length in 0..whole.len() {
            let expected = if length == 0 {
                "not a part"
            } else {
                "incomplete"
            };
            let error = fault(&whole[..length]).unwrap().to_string();
            assert!(error.contains(expected), "{length}: {error}");
        }
        for place in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[place] ^= 1 << bit;
                assert!(fault(&bytes).is_some(), "bit {bit} of byte {place}");
            }
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert!(matches!(fault(&longer), Some(PartialCountError::Damaged)));
        let mut newer = whole;
        newer[8] += 1;
        let expected = VERSION + 1;
        assert!(
            matches!(fault(&newer), Some(PartialCountError::Version(found)) if found == expected)
        );
    }

    /// A part with these values and a correct checksum.
    fn crafted(values: &[u8]) -> Vec<u8> {
        let body = zstd::bulk::compress(values, 0).unwrap();
        let mut part = MAGIC.to_vec();
        part.extend(VERSION.to_le_bytes());
        part.extend((body.len() as u64).to_le_bytes());
        part.extend(body);
        let checksum = crc32fast::hash(&part);
        part.extend(checksum.to_le_bytes());
        part
    }

    fn head(by: &str) -> CountHead {
        CountHead {
            kind: CountKind::Stats,
            options: vec![("--by".to_owned(), by.to_owned())],
            seen: CountedExit::default(),
        }
    }

    /// The error of a part of statistics.
    fn fault_of(head: &CountHead, stats: &Stats) -> Option<PartialCountError> {
        let mut bytes = Vec::new();
        write(&mut bytes, head, stats).unwrap();
        let part = PartialCount::parse(Path::new("a"), &bytes).unwrap();
        part.tally::<Stats>().err()
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_unpacked() {
        let bomb = crafted(&vec![0; 64 << 20]);
        assert!(bomb.len() < 10_000);
        let error = PartialCount::parse(Path::new("a"), &bomb).err();
        assert!(matches!(error, Some(PartialCountError::Damaged)));
    }

    #[test]
    fn a_stated_length_takes_no_memory() {
        let mut part = part();
        part[12..20].copy_from_slice(&(u64::MAX - 4).to_le_bytes());
        let error = PartialCount::read(Path::new("a"), &part[..]).err();
        assert!(matches!(error, Some(PartialCountError::Truncated)));
    }

    #[test]
    fn rows_of_a_wrong_width_and_huge_counts_are_refused() {
        let mut stats = Stats::default();
        let group = stats.groups.entry(vec![None]).or_default();
        group.score.white = MAX_COUNT;
        assert!(fault_of(&head("variant"), &stats).is_none());
        let error = fault_of(&head("variant,date"), &stats);
        assert!(matches!(error, Some(PartialCountError::Unknown)));
        let error = fault_of(&head(""), &stats);
        assert!(matches!(error, Some(PartialCountError::Unknown)));
        stats.groups.get_mut(&vec![None]).unwrap().score.white += 1;
        let error = fault_of(&head("variant"), &stats);
        assert!(matches!(error, Some(PartialCountError::TooLarge)));
    }

    #[test]
    fn sums_do_not_overflow() {
        let folder = tempfile::tempdir().unwrap();
        let mut stats = Stats::default();
        let group = stats.groups.entry(vec![None]).or_default();
        group.score.white = MAX_COUNT;
        let mut bytes = Vec::new();
        write(&mut bytes, &head("variant"), &stats).unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, &bytes).unwrap();
        let first = PartialCount::open(&path).unwrap();
        let error = merge::<Stats>(first, &[path]).err().unwrap().1;
        assert!(matches!(error, PartialCountError::TooLarge));
    }
}
