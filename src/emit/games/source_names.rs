//! The names of files in a folder, one for each input file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::output::file_name::{safe, stem};
use skep_collection::Input;
use skep_records::Source;

/// Names files after the input files that their games are from. The folders in an input folder stay, and no two names
/// are equal.
pub struct SourceNames {
    /// The input folders.
    folders: Vec<PathBuf>,
    /// The names of input files in lower case, each with its folder.
    files: Vec<(String, Option<PathBuf>)>,
    /// Names in use, in lower case: some file systems ignore case.
    taken: HashSet<String>,
}

impl SourceNames {
    pub fn new(read: &[Input]) -> SourceNames {
        let paths = read.iter().filter_map(|input| match input {
            Input::Path(path) | Input::Entry(path, _) => Some(path),
            _ => None,
        });
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.cloned().partition(|path| path.is_dir());
        let named = |file: PathBuf| {
            let name = stem(&file.to_string_lossy()).to_lowercase();
            (name, file.parent().map(Path::to_path_buf))
        };
        SourceNames {
            folders,
            files: files.into_iter().map(named).collect(),
            taken: HashSet::new(),
        }
    }

    /// The name for an input file. With one input folder, it begins below this folder, and with several it has their
    /// names. A file that is an input has the name of its folder only if a file of another folder has the same name.
    pub fn name(&mut self, source: &str, extension: &str) -> String {
        let (path, stem) = (&*Source::path_of(source), stem(source));
        let mut parts: Vec<String> = Vec::new();
        let mut add = |folder: &Path| {
            let names = folder.iter().map(|name| name.to_string_lossy());
            parts.extend(names.filter_map(|name| safe(&name)));
        };
        let mut below = (self.folders.iter())
            .filter_map(|folder| Some((folder, path.strip_prefix(folder).ok()?.parent()?)));
        if let Some((folder, below)) = below.next() {
            let is_one = self.folders.len() == 1;
            add(Path::new(
                folder.file_name().filter(|_| !is_one).unwrap_or_default(),
            ));
            add(below);
        } else {
            let name = stem.to_lowercase();
            let parent = path.parent();
            let is_other = |(other, folder): &(String, Option<PathBuf>)| {
                *other == name && folder.as_deref() != parent
            };
            if self.files.iter().any(is_other) {
                add(Path::new(
                    parent.and_then(Path::file_name).unwrap_or_default(),
                ));
            }
        }
        parts.push(stem);
        self.free(&parts.join("/"), extension)
    }

    /// The name, with a number if it is in use.
    pub fn free(&mut self, name: &str, extension: &str) -> String {
        let mut free = format!("{name}.{extension}");
        let mut n = 1;
        while !self.taken.insert(free.to_lowercase()) {
            n += 1;
            free = format!("{name}-{n}.{extension}");
        }
        free
    }
}
