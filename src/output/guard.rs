//! What an output must not destroy: the inputs, and existing files without `--force`.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::{Output, followed, is_stdout, temporary};
use skep_analysis::filter::Field;
use skep_collection::Input;
use skep_records::record::{composed, folded};

/// Whether existing files are replaced.
#[derive(Clone, Copy, Debug, Default)]
pub struct Force {
    pub force: bool,
}

/// Where to write a single file.
#[derive(Clone, Debug, Default)]
pub struct FileTarget {
    pub output: Option<PathBuf>,
    pub force: Force,
}

impl FileTarget {
    /// Opens the output of a command that reads these inputs.
    ///
    /// # Errors
    /// It is one of the inputs, it exists, or it cannot be created.
    pub fn open(&self, inputs: impl IntoIterator<Item = Input>) -> anyhow::Result<Output> {
        let Some(path) = self.path() else {
            return Ok(Output::stdout());
        };
        let guard = Guard::new(self.force, inputs.into_iter().collect());
        Output::new(Some(path), &guard)
    }

    /// Opens the output of a command that reads these inputs. Standard output must not be one of them, either.
    ///
    /// # Errors
    /// It is one of the inputs, it exists, or it cannot be created.
    pub fn open_checked(&self, inputs: Vec<Input>) -> anyhow::Result<Output> {
        Output::new(self.output.as_deref(), &Guard::new(self.force, inputs))
    }

    /// The path, if it is not standard output.
    pub fn path(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| *path != Path::new("-"))
    }
}

/// Protects inputs and existing files.
pub struct Guard {
    force: bool,
    inputs: Vec<Input>,
    /// The files of the inputs, found when they are needed.
    files: OnceCell<HashMap<FileId, String>>,
}

/// Refuses a name that is meant for several files: `{white}.pgn`.
fn refuse_fields(path: &Path) -> anyhow::Result<()> {
    let name = path.to_string_lossy();
    let field = name
        .split(['{', '}'])
        .nth(1)
        .and_then(|word| word.parse::<Field>().ok());
    if let Some(field) = field.filter(|_| name.contains('}')) {
        bail!(
            "cannot write {}: it is one file; for a file for each {field}, use skep split --by {field} -o FOLDER FILE",
            path.display()
        );
    }
    Ok(())
}

impl Guard {
    /// Protects these inputs, and without `force` all existing files.
    pub fn new(force: Force, inputs: Vec<Input>) -> Guard {
        Guard {
            force: force.force,
            inputs,
            files: OnceCell::new(),
        }
    }

    /// Whether existing files are replaced.
    pub fn replaces(&self) -> bool {
        self.force
    }

    /// Refuses a path that must not be written.
    ///
    /// # Errors
    /// It is an input, a folder, or an existing file without `--force`.
    pub fn check(&self, path: &Path) -> anyhow::Result<()> {
        refuse_fields(path)?;
        let Ok(metadata) = fs::metadata(path) else {
            return Ok(());
        };
        if metadata.is_dir() {
            bail!("cannot write {}: it is a folder", path.display());
        }
        if !metadata.is_file() {
            return Ok(());
        }
        if let Some(name) = FileId::of_path(path).and_then(|id| self.files().get(&id)) {
            if *name == path.to_string_lossy() {
                bail!("cannot write {name}: it is an input; choose another file");
            }
            bail!(
                "cannot write {}: it is the input {name}; choose another file",
                path.display()
            );
        }
        // mktemp makes an empty file as a place for the output.
        if !self.force && metadata.len() > 0 {
            bail!("{} exists; replace it with --force", path.display());
        }
        Ok(())
    }

    /// Refuses standard output if it is redirected to an input.
    ///
    /// # Errors
    /// It is an input.
    pub fn check_stdout(&self) -> anyhow::Result<()> {
        if let Some(name) = FileId::of_stdout().and_then(|id| self.files().get(&id)) {
            bail!("standard output is the input {name}; choose another file");
        }
        Ok(())
    }

    /// The files that the inputs read, with their names.
    fn files(&self) -> &HashMap<FileId, String> {
        self.files.get_or_init(|| {
            let mut files = HashMap::new();
            for input in &self.inputs {
                if *input == Input::Stdin {
                    files.extend(FileId::of_stdin().map(|id| (id, "on standard input".to_owned())));
                }
                for path in input.files() {
                    let name = || path.to_string_lossy().into_owned();
                    files.extend(FileId::of_path(&path).map(|id| (id, name())));
                }
            }
            files
        })
    }
}

/// Whether an input can be read more than once. Standard input and pipes cannot.
pub fn can_be_reread(input: &Input) -> bool {
    match input {
        Input::Stdin => false,
        // A missing path is reported when it is read.
        Input::Path(path) => fs::metadata(path).map_or(true, |m| m.is_file() || m.is_dir()),
        _ => true,
    }
}

/// Whether two outputs are one regular file, or both standard output.
pub fn is_one_output(a: Option<&Path>, b: Option<&Path>) -> bool {
    let (Some(a), Some(b)) = (
        a.filter(|path| !is_stdout(Some(path))),
        b.filter(|path| !is_stdout(Some(path))),
    ) else {
        return is_stdout(a) && is_stdout(b);
    };
    if a.exists() || b.exists() {
        let (a, b) = (FileId::of_path(a), FileId::of_path(b));
        return a.is_some() && a == b;
    }
    // A new file is known by its folder and its name.
    let place = |path: &Path| {
        let path = followed(path).ok()?;
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        Some((fs::canonicalize(folder).ok()?, path.file_name()?.to_owned()))
    };
    let (Some((in_a, a)), Some((in_b, b))) = (place(a), place(b)) else {
        return false;
    };
    in_a == in_b && (a == b || loosely(&a) == loosely(&b) && are_one_name(&in_a, &a, &b))
}

/// A name without what some folder ignores: case, the two spellings of `é`, and in Windows dots and blanks at the end.
fn loosely(name: &OsStr) -> String {
    let name = composed(&name.to_string_lossy()).to_uppercase();
    folded(name.trim_end_matches(['.', ' ']))
}

/// Whether a folder takes two names for one: most folders of Windows and macOS do not tell `A` from `a`, or the two
/// spellings of `é`. It is tried with a file in a temporary folder.
fn are_one_name(folder: &Path, a: &OsStr, b: &OsStr) -> bool {
    temporary::folder(folder).is_ok_and(|tried| {
        let folder = tried.path();
        File::create_new(folder.join(a)).is_ok() && folder.join(b).exists()
    })
}

/// A file that a list of inputs names more than once, under its first and its later name. Standard input is `-`.
pub fn repeated(paths: &[PathBuf]) -> Option<[&Path; 2]> {
    let mut known: HashMap<FileId, &Path> = HashMap::new();
    let is_stdin = |path: &Path| path == Path::new("-");
    paths.iter().find_map(|path| {
        let id = if is_stdin(path) {
            FileId::of_stdin()
        } else {
            FileId::of_path(path)
        };
        known.insert(id?, path).map(|first| [first, path.as_path()])
    })
}

/// Identifies a file, whatever path or link leads to it.
#[derive(Debug, PartialEq, Eq, Hash)]
struct FileId {
    /// The device or volume.
    volume: u64,
    /// The number of the file there.
    number: u64,
}

#[cfg(unix)]
impl FileId {
    fn of(metadata: std::io::Result<fs::Metadata>) -> Option<FileId> {
        use std::os::unix::fs::MetadataExt;
        let metadata = metadata.ok().filter(fs::Metadata::is_file)?;
        Some(FileId {
            volume: metadata.dev(),
            number: metadata.ino(),
        })
    }

    fn of_path(path: &Path) -> Option<FileId> {
        FileId::of(fs::metadata(path))
    }

    fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<FileId> {
        let stream = stream.as_fd().try_clone_to_owned().ok()?;
        FileId::of(File::from(stream).metadata())
    }

    fn of_stdin() -> Option<FileId> {
        FileId::of_stream(&std::io::stdin())
    }

    fn of_stdout() -> Option<FileId> {
        FileId::of_stream(&std::io::stdout())
    }
}

#[cfg(windows)]
impl FileId {
    fn of(handle: impl winapi_util::AsHandleRef) -> Option<FileId> {
        use winapi_util::file;
        file::typ(&handle).ok().filter(file::Type::is_disk)?;
        let found = file::information(&handle).ok()?;
        Some(FileId {
            volume: found.volume_serial_number(),
            number: found.file_index(),
        })
    }

    fn of_path(path: &Path) -> Option<FileId> {
        use std::os::windows::fs::OpenOptionsExt;
        fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        // Without access to the content, a file is opened that another program has open for itself.
        FileId::of(File::options().access_mode(0).open(path).ok()?)
    }

    fn of_stdin() -> Option<FileId> {
        FileId::of(winapi_util::HandleRef::stdin())
    }

    fn of_stdout() -> Option<FileId> {
        FileId::of(winapi_util::HandleRef::stdout())
    }
}
