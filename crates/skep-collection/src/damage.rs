//! Readers that pass on everything unpacked before the damage.
//!
//! A decoder that finds damage reports an error and forgets what it unpacked in the same call. How much that is depends
//! on the buffer of the caller, so two commands would read different games.

use std::io::{self, BufRead, Read};

use flate2::{Decompress, FlushDecompress, Status};

/// Reads a decoder in steps of one length, the same for every caller.
///
/// A decoder that reports damage may forget what it unpacked in the same step. Then this reads the same data again, up
/// to the damage.
pub(super) struct FixedSteps<'a, R, A> {
    reader: R,
    buffer: &'a mut [u8],
    /// The part of the buffer that is not passed on yet.
    waiting: std::ops::Range<usize>,
    /// The declared number of bytes that are left. A step ends there: what follows may be refused.
    declared: u64,
    /// The number of bytes in all steps so far.
    unpacked: u64,
    again: Option<A>,
    /// The damage, after what comes before it.
    error: Option<io::Error>,
}

/// The length of a step in bytes. Inflating is slow at the end of a buffer, so shorter steps cost time.
const STEP: usize = 16 << 10;

/// A buffer for [`FixedSteps`], which can be used for one reader after the other.
pub(super) fn buffer() -> Vec<u8> {
    vec![0; STEP]
}

impl<'a, R: Read, A: FnOnce(u64, &mut [u8]) -> usize> FixedSteps<'a, R, A> {
    /// Reads `reader`, which should have `declared` bytes, or 0 if that is unknown.
    ///
    /// `again` unpacks the same data from its start, skips a number of bytes, fills the buffer up to the damage, and
    /// returns the length. A reader that forgets nothing needs none.
    pub fn new(
        reader: R,
        declared: u64,
        buffer: &'a mut [u8],
        again: Option<A>,
    ) -> FixedSteps<'a, R, A> {
        FixedSteps {
            reader,
            buffer,
            waiting: 0..0,
            declared,
            unpacked: 0,
            again,
            error: None,
        }
    }

    fn step(&mut self) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let room = match usize::try_from(self.declared) {
            Ok(0) | Err(_) => self.buffer.len(),
            Ok(declared) => declared.min(self.buffer.len()),
        };
        let error = match self.reader.read(&mut self.buffer[..room]) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => error,
            read => return read,
        };
        match self
            .again
            .take()
            .map(|again| again(self.unpacked, &mut self.buffer[..room]))
        {
            None | Some(0) => Err(error),
            Some(n) => {
                self.error = Some(error);
                Ok(n)
            }
        }
    }
}

impl<R: Read, A: FnOnce(u64, &mut [u8]) -> usize> Read for FixedSteps<'_, R, A> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.waiting.is_empty() && !buf.is_empty() {
            let n = self.step()?;
            self.unpacked += n as u64;
            self.declared = self.declared.saturating_sub(n as u64);
            self.waiting = 0..n;
        }
        let n = self.waiting.len().min(buf.len());
        buf[..n].copy_from_slice(&self.buffer[self.waiting.start..self.waiting.start + n]);
        self.waiting.start += n;
        Ok(n)
    }
}

/// Skips a number of bytes of a decoder, and reads byte by byte up to the damage: a decoder forgets at most the byte
/// that it unpacks when it reports the damage.
pub(super) fn careful(mut decoder: impl Read, skipped: u64, buffer: &mut [u8]) -> usize {
    if io::copy(&mut decoder.by_ref().take(skipped), &mut io::sink()).is_err() {
        return 0;
    }
    let damage = (0..buffer.len()).find(|&n| !matches!(decoder.read(&mut buffer[n..=n]), Ok(1)));
    damage.unwrap_or(buffer.len())
}

/// Unpacks the members of a gzip, and passes on everything that is unpacked before an error.
pub(super) struct Gzip<R> {
    reader: R,
    /// None after a member.
    member: Option<Decompress>,
    begun: bool,
    error: Option<io::Error>,
}

/// The window of gzip: 32 KiB.
const WINDOW_BITS: u8 = 15;

impl<R: BufRead> Gzip<R> {
    /// Reads `reader` from the start of a member.
    pub fn new(reader: R) -> Gzip<R> {
        Gzip {
            reader,
            member: None,
            begun: false,
            error: None,
        }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    #[expect(clippy::cast_possible_truncation, reason = "lengths of buffers")]
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            let input = self.reader.fill_buf()?;
            let at_end = input.is_empty();
            if at_end && self.begun && self.member.is_none() {
                return Ok(0);
            }
            self.begun = true;
            let member = (self.member).get_or_insert_with(|| Decompress::new_gzip(WINDOW_BITS));
            let (read, unpacked) = (member.total_in(), member.total_out());
            let status = member.decompress(input, buf, FlushDecompress::None);
            let n = (member.total_out() - unpacked) as usize;
            self.reader.consume((member.total_in() - read) as usize);
            match status {
                Ok(Status::StreamEnd) => self.member = None,
                Ok(_) if n == 0 && at_end => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(_) => {}
                Err(error) => {
                    let reason = match error.message() {
                        Some("incorrect header check") => "invalid gzip header",
                        Some("incorrect data check" | "incorrect length check") => {
                            "corrupt gzip stream does not have a matching checksum"
                        }
                        _ => "corrupt deflate stream",
                    };
                    self.error = Some(io::Error::new(io::ErrorKind::InvalidInput, reason));
                }
            }
            if n > 0 {
                return Ok(n);
            }
        }
    }
}
