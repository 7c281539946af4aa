//! One JSON document of many objects, written piece by piece.

use std::io::{self, Write};

/// Writes JSON Lines as one array.
#[derive(Debug, Default)]
pub struct JsonArray {
    begun: bool,
}

impl JsonArray {
    /// Writes whole lines, each an object.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn push(&mut self, lines: &[u8], out: &mut impl Write) -> io::Result<()> {
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            out.write_all(if self.begun { b",\n" } else { b"[\n" })?;
            out.write_all(line.trim_ascii_end())?;
            self.begun = true;
        }
        Ok(())
    }

    /// Writes the end of the array.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn finish(self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(if self.begun { b"\n]\n" } else { b"[]\n" })
    }
}
