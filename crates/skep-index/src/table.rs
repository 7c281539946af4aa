//! Writes the table of positions of a segment; see [`super::positions`].

use std::io::Write as _;

use tantivy::directory::TerminatingWrite as _;
use tantivy::{DocId, Segment};
use tantivy_bitpacker::{BitPacker, BitUnpacker};

use super::popular::PopularCounter;
use super::positions::component;
use super::schema::{CountedNumbers, PackedStep};

/// The largest average number of rows in a bucket. The table is smallest with 11 to 22.
const BUCKET: u64 = 22;

/// The number of bits in a number.
fn bits(number: u64) -> u8 {
    (u64::BITS - number.leading_zeros()) as u8
}

/// The end of the file: the numbers that give the sizes of the columns.
#[derive(Clone, Copy, Debug)]
pub struct Foot {
    /// The number of rows, or a slightly larger number that was known before the rows were written.
    pub most_rows: u32,
    pub rows: u32,
    /// The number of rows with more than one game.
    pub lists: u32,
    pub games: u32,
    /// The size of the lists of games, in bytes.
    pub list_bytes: u32,
    /// The size of the counts of popular positions, in bytes.
    pub popular: u32,
}

impl Foot {
    pub const BYTES: usize = 24;

    pub fn of_numbers(numbers: [u32; 6]) -> Foot {
        let [most_rows, rows, lists, games, list_bytes, popular] = numbers;
        Foot {
            most_rows,
            rows,
            lists,
            games,
            list_bytes,
            popular,
        }
    }

    fn numbers(self) -> [u32; 6] {
        [
            self.most_rows,
            self.rows,
            self.lists,
            self.games,
            self.list_bytes,
            self.popular,
        ]
    }

    /// The number of bits in the number of a bucket.
    fn bucket_bits(self) -> u8 {
        // A column has at most 56 bits.
        bits(u64::from(self.most_rows) / BUCKET).max(PackedStep::BITS - 56)
    }

    pub fn buckets(self) -> u64 {
        1 << self.bucket_bits()
    }

    /// The first row of each bucket, and the end.
    pub fn start(self) -> BitUnpacker {
        BitUnpacker::new(bits(self.most_rows.into()))
    }

    /// The bits of a step that are not the number of its bucket.
    pub fn rest(self) -> BitUnpacker {
        BitUnpacker::new(PackedStep::BITS - self.bucket_bits())
    }

    /// Twice the number of the game; or twice the number of the list of games, plus 1.
    pub fn value(self) -> BitUnpacker {
        BitUnpacker::new(bits(self.lists.max(self.games).into()) + 1)
    }
}

/// A step with a game.
pub type Row = (PackedStep, DocId);

/// A function that receives a slice of rows.
pub type Receiver<'a> = dyn FnMut(&[Row]) -> tantivy::Result<()> + 'a;

/// Writes the table. `slices` gives all steps with their games, sorted, in slices that do not split a position. It is
/// called twice, so that a merge does not have to hold all steps in memory.
pub fn write(
    segment: &Segment,
    most_rows: u32,
    games: &[(CountedNumbers, u32)],
    slices: impl Fn(&mut Receiver<'_>) -> tantivy::Result<()>,
) -> tantivy::Result<()> {
    let mut file = segment.open_write(component())?;
    let mut packer = BitPacker::new();
    let mut counter = PopularCounter::new(games);
    let mut foot = Foot {
        most_rows,
        rows: 0,
        lists: 0,
        games: games.len() as u32,
        list_bytes: 0,
        popular: 0,
    };
    let width = foot.rest().bit_width();
    let mask = (1 << width) - 1;
    let (mut starts, mut ends, mut lists) = (Vec::new(), Vec::new(), Vec::new());
    slices(&mut |steps| {
        counter.reach(steps);
        for group in steps.chunk_by(|a, b| a.0 == b.0) {
            let step = group[0].0.0;
            let bucket = (step >> width) as usize;
            if starts.len() <= bucket {
                starts.resize(bucket + 1, foot.rows);
            }
            packer.write(step & mask, width, &mut file)?;
            foot.rows += 1;
            if group.len() > 1 {
                ends.push(lists.len() as u32);
                let mut next = 0;
                for (_, doc) in group {
                    push(&mut lists, doc - next);
                    next = doc + 1;
                }
            }
        }
        Ok(())
    })?;
    packer.flush(&mut file)?;
    foot.lists = ends.len() as u32;
    foot.list_bytes = lists.len() as u32;
    starts.resize(foot.buckets() as usize + 1, foot.rows);
    ends.push(foot.list_bytes);
    for start in starts {
        packer.write(start.into(), foot.start().bit_width(), &mut file)?;
    }
    packer.flush(&mut file)?;
    for end in ends {
        file.write_all(&end.to_le_bytes())?;
    }
    file.write_all(&lists)?;
    counter.turn();
    let mut list = 0;
    slices(&mut |steps| {
        counter.play(steps);
        for group in steps.chunk_by(|a, b| a.0 == b.0) {
            let value = match group {
                [(_, doc)] => u64::from(*doc) << 1,
                _ => {
                    list += 1;
                    ((list - 1) << 1) | 1
                }
            };
            packer.write(value, foot.value().bit_width(), &mut file)?;
        }
        Ok(())
    })?;
    packer.flush(&mut file)?;
    let popular = counter.to_bytes();
    file.write_all(&popular)?;
    foot.popular = popular.len() as u32;
    for number in foot.numbers() {
        file.write_all(&number.to_le_bytes())?;
    }
    file.terminate()?;
    Ok(())
}

/// Appends a number, with 7 bits in each byte.
fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
