use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::Arc;

use super::Input;
use super::input::Copied;

impl Input {
    /// An input that can be read more than once: standard input, a pipe and the like are copied into a temporary file.
    /// An input that cannot be opened is returned unchanged, and the scan reports it.
    ///
    /// # Errors
    /// The input cannot be read to its end, or the temporary file cannot be written.
    pub fn repeatable(self) -> io::Result<Input> {
        let mut input: Box<dyn Read> = match &self {
            Input::Entry(..)
            | Input::Copy(_)
            | Input::Bytes { .. }
            | Input::Stored(_)
            | Input::Part(_) => return Ok(self),
            Input::Stdin => Box::new(io::stdin().lock()),
            Input::Path(path) => match (fs::metadata(path), File::open(path)) {
                (Ok(m), Ok(file)) if !m.is_file() && !m.is_dir() => Box::new(file),
                _ => return Ok(self),
            },
        };
        // Only here: a container may have no folder for temporary files.
        let mut copy = tempfile::tempfile()?;
        io::copy(&mut input, &mut copy)?;
        Ok(Input::Copy(Copied {
            file: Arc::new(copy),
            name: self.source().path,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_what_is_missing_are_left_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().to_path_buf(), folder.path().join("missing")] {
            let input = Input::Path(path);
            assert_eq!(input.clone().repeatable().unwrap(), input);
        }
    }
}
