//! The positions that all games of a scan reach, grouped by position. Those that do not fit in memory are in a
//! temporary file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use anyhow::Context;
use rayon::slice::ParallelSliceMut as _;

use skep_analysis::Occurrence;

/// The number of parts into which positions are divided by their keys. Each part is sorted on its own.
const PARTS: usize = 64;
/// The bytes of an occurrence in the temporary file.
const BYTES: usize = 15;
/// The most occurrences in memory, at 16 bytes each. Others are in a temporary file.
const HELD: usize = 1 << 24;

/// The occurrences of positions, which can be added in any order.
pub struct Occurrences {
    parts: [Vec<Occurrence>; PARTS],
    count: usize,
    most: usize,
    spill: Option<OccurrenceRuns>,
}

/// The occurrences that are not in memory. They are written in runs, and each run has the parts in order.
struct OccurrenceRuns {
    file: BufWriter<File>,
    /// The number of occurrences of each part in each run.
    runs: Vec<[usize; PARTS]>,
}

impl Default for Occurrences {
    fn default() -> Occurrences {
        Occurrences {
            parts: std::array::from_fn(|_| Vec::new()),
            count: 0,
            most: HELD,
            spill: None,
        }
    }
}

impl Occurrences {
    /// Adds occurrences.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn extend(&mut self, all: Vec<Occurrence>) -> anyhow::Result<()> {
        self.count += all.len();
        for one in all {
            // The first bits of a key are as random as the others.
            self.parts[(one.key >> 58) as usize].push(one);
        }
        if self.count > self.most {
            self.spill().context("cannot write a temporary file")?;
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        let spill = match &mut self.spill {
            Some(spill) => spill,
            empty => empty.insert(OccurrenceRuns {
                file: BufWriter::with_capacity(1 << 20, tempfile::tempfile()?),
                runs: Vec::new(),
            }),
        };
        spill
            .runs
            .push(std::array::from_fn(|i| self.parts[i].len()));
        for one in self.parts.iter_mut().flat_map(|part| part.drain(..)) {
            spill.file.write_all(&to_bytes(one))?;
        }
        self.count = 0;
        Ok(())
    }

    /// Calls `each` with all occurrences of each position, in the order of [`Occurrence`].
    ///
    /// # Errors
    /// The temporary file cannot be read.
    pub fn each_position(mut self, mut each: impl FnMut(&[Occurrence])) -> anyhow::Result<()> {
        let mut file = match self.spill.take() {
            Some(OccurrenceRuns { file, runs }) => Some((file.into_inner()?, runs)),
            None => None,
        };
        for number in 0..PARTS {
            let mut part = std::mem::take(&mut self.parts[number]);
            if let Some((file, runs)) = &mut file {
                read_part(file, runs, number, &mut part).context("cannot read a temporary file")?;
            }
            part.par_sort_unstable();
            part.chunk_by(|a, b| a.key == b.key).for_each(&mut each);
        }
        Ok(())
    }
}

/// Reads the occurrences of a part from all runs.
fn read_part(
    file: &mut File,
    runs: &[[usize; PARTS]],
    number: usize,
    part: &mut Vec<Occurrence>,
) -> io::Result<()> {
    let mut start = 0;
    let mut bytes = Vec::new();
    for run in runs {
        let before: usize = run[..number].iter().sum();
        file.seek(SeekFrom::Start(((start + before) * BYTES) as u64))?;
        bytes.resize(run[number] * BYTES, 0);
        file.read_exact(&mut bytes)?;
        let (all, _) = bytes.as_chunks::<BYTES>();
        part.extend(all.iter().map(of_bytes));
        start += run.iter().sum::<usize>();
    }
    Ok(())
}

fn to_bytes(one: Occurrence) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes[..8].copy_from_slice(&one.key.to_le_bytes());
    bytes[8..12].copy_from_slice(&one.game.to_le_bytes());
    bytes[12..14].copy_from_slice(&one.at.to_le_bytes());
    bytes[14] = u8::from(one.swapped);
    bytes
}

fn of_bytes(bytes: &[u8; BYTES]) -> Occurrence {
    let (key, rest) = bytes.split_first_chunk().expect("15 bytes");
    let (game, rest) = rest.split_first_chunk().expect("7 bytes");
    let (at, rest) = rest.split_first_chunk().expect("3 bytes");
    Occurrence {
        key: u64::from_le_bytes(*key),
        game: u32::from_le_bytes(*game),
        at: u16::from_le_bytes(*at),
        swapped: rest[0] != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_file_changes_nothing() {
        let all: Vec<Occurrence> = (0..5000_u32)
            .map(|i| Occurrence {
                key: u64::from(i % 700).wrapping_mul(0x9e37_79b9_7f4a_7c15),
                game: i / 3,
                at: (i % 90) as u16,
                swapped: i % 5 == 0,
            })
            .collect();
        let groups = |most| {
            let mut occurrences = Occurrences {
                most,
                ..Occurrences::default()
            };
            for part in all.chunks(97) {
                occurrences.extend(part.to_vec()).unwrap();
            }
            assert_eq!(occurrences.spill.is_some(), most < all.len());
            let mut groups = Vec::new();
            let each = |group: &[Occurrence]| groups.push(group.to_vec());
            occurrences.each_position(each).unwrap();
            groups
        };
        let in_memory = groups(usize::MAX);
        assert_eq!(in_memory.len(), 700);
        assert!(in_memory.iter().all(|group| group.is_sorted()));
        assert_eq!(groups(1000), in_memory);
        assert_eq!(groups(1), in_memory);
    }
}
