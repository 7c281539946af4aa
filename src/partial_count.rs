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
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::count_args::Seen;
use skep_analysis::Tally;

const MAGIC: &[u8; 8] = b"SKEPPART";

/// The version of the format and of the tallies. A program reads only its own version.
pub const VERSION: u32 = 1;

const PROLOGUE: usize = MAGIC.len() + 4 + 8;
const CHECKSUM: usize = 4;

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
    pub seen: Seen,
}

impl CountHead {
    /// The value of an option; empty if it was not given.
    pub fn option(&self, name: &str) -> &str {
        let found = self.options.iter().find(|(n, _)| n == name);
        found.map_or("", |(_, value)| value)
    }
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PartialCountError {
    #[error("cannot read the file")]
    Io(#[from] io::Error),
    #[error("not a part written by --partial")]
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
        let bytes = if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::Read::read_to_end(&mut io::stdin().lock(), &mut bytes)?;
            bytes
        } else {
            std::fs::read(path)?
        };
        PartialCount::parse(path, &bytes)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<PartialCount, PartialCountError> {
        let known = bytes.len().min(MAGIC.len());
        if bytes.is_empty() || bytes[..known] != MAGIC[..known] {
            return Err(PartialCountError::Foreign);
        }
        let Some((prologue, rest)) = bytes.split_at_checked(PROLOGUE) else {
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
        let whole = length
            .checked_add(CHECKSUM as u64)
            .ok_or(PartialCountError::Damaged)?;
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
        let values = zstd::stream::decode_all(body).map_err(|_| PartialCountError::Damaged)?;
        let (head, tally) =
            postcard::take_from_bytes(&values).map_err(|_| PartialCountError::Unknown)?;
        Ok(PartialCount {
            path: path.to_owned(),
            head,
            tally: tally.to_owned(),
        })
    }

    fn tally<T: DeserializeOwned>(&self) -> Result<T, PartialCountError> {
        match postcard::take_from_bytes(&self.tally) {
            Ok((tally, [])) => Ok(tally),
            _ => Err(PartialCountError::Unknown),
        }
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
pub fn merge<T: Tally + DeserializeOwned>(
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
        head.seen += part.head.seen;
    }
    Ok((head, sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_analysis::stats::Stats;

    fn part() -> Vec<u8> {
        let head = CountHead {
            kind: CountKind::Stats,
            options: vec![("--by".to_owned(), "variant".to_owned())],
            seen: Seen::default(),
        };
        let mut bytes = Vec::new();
        write(&mut bytes, &head, &Stats::default()).unwrap();
        bytes
    }

    #[test]
    fn what_is_written_is_read_back() {
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
        newer[8] = 2;
        assert!(matches!(fault(&newer), Some(PartialCountError::Version(2))));
    }
}
