use std::fs::{self, File};
use std::io;

use tempfile::{NamedTempFile, TempPath};

use super::Input;

/// Inputs that can be read more than once: standard input, pipes and the like are copied into temporary files, which
/// go when this does.
#[derive(Debug)]
pub struct Repeatable {
    inputs: Vec<Input>,
    _copies: Vec<TempPath>,
}

impl Repeatable {
    /// Makes inputs repeatable. What cannot be opened is left as it is, for the scan to report.
    ///
    /// # Errors
    /// An input cannot be read to its end, or a temporary file not be written.
    pub fn new(inputs: Vec<Input>) -> io::Result<Repeatable> {
        let mut copies = Vec::new();
        let inputs = inputs
            .into_iter()
            .map(|input| {
                let mut copy = NamedTempFile::new()?;
                match &input {
                    Input::Stdin => io::copy(&mut io::stdin().lock(), &mut copy)?,
                    Input::Path(path) => match fs::metadata(path) {
                        Ok(m) if m.is_file() || m.is_dir() => return Ok(input),
                        Ok(_) => match File::open(path) {
                            Ok(mut file) => io::copy(&mut file, &mut copy)?,
                            Err(_) => return Ok(input),
                        },
                        Err(_) => return Ok(input),
                    },
                    Input::Copy { .. } => return Ok(input),
                };
                let path = copy.into_temp_path();
                let file = path.to_path_buf();
                copies.push(path);
                let name = input.source().path;
                Ok(Input::Copy { file, name })
            })
            .collect::<io::Result<_>>()?;
        Ok(Repeatable {
            inputs,
            _copies: copies,
        })
    }

    /// The inputs.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_what_is_missing_are_left_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let inputs = vec![
            Input::Path(folder.path().into()),
            Input::Path(folder.path().join("missing")),
        ];
        let repeatable = Repeatable::new(inputs.clone()).unwrap();
        assert_eq!(repeatable.inputs(), inputs);
    }
}
