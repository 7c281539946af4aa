//! Where results go: standard output, or a file that appears only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use super::interrupt::{Unfinished, undisturbed};
use super::text;

/// Standard output or a file.
pub struct Output {
    sink: Sink,
}

enum Sink {
    Stdout {
        writer: BufWriter<io::StdoutLock<'static>>,
        terminal: bool,
    },
    /// A temporary file beside its target.
    Fresh {
        writer: BufWriter<NamedTempFile>,
        target: PathBuf,
        _unfinished: Unfinished,
    },
    /// An existing target that is not a regular file, such as `/dev/null` or a named pipe.
    Special(BufWriter<File>),
}

/// Bytes buffered before they are written.
const BUFFER: usize = 1 << 16;

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        let stdout = io::stdout().lock();
        Output {
            sink: Sink::Stdout {
                terminal: stdout.is_terminal(),
                writer: BufWriter::with_capacity(BUFFER, stdout),
            },
        }
    }

    /// The file at `path`, or standard output without one or for `-`.
    ///
    /// # Errors
    /// Those of [`Output::file`].
    pub fn to(path: Option<&Path>) -> anyhow::Result<Output> {
        match path {
            Some(path) if !is_stdout(Some(path)) => Output::file(path),
            _ => Ok(Output::stdout()),
        }
    }

    /// The file at `path`, which is replaced only when [`Output::finish`] is called.
    ///
    /// # Errors
    /// The folder does not exist or cannot be written to.
    pub fn file(path: &Path) -> anyhow::Result<Output> {
        let sink =
            Output::open(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Output { sink })
    }

    fn open(path: &Path) -> io::Result<Sink> {
        // A link stays a link: its target is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|m| m.is_dir()) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if old.as_ref().is_some_and(|m| !m.is_file()) {
            let file = File::options().write(true).open(&target)?;
            return Ok(Sink::Special(BufWriter::with_capacity(BUFFER, file)));
        }
        let folder = match target.parent() {
            Some(p) if !p.as_os_str().is_empty() => p,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".skep-");
        match old {
            Some(m) => {
                builder.permissions(m.permissions());
            }
            None => new_file_permissions(&mut builder),
        }
        let (temporary, unfinished) =
            Unfinished::make(|| builder.tempfile_in(folder), NamedTempFile::path)?;
        Ok(Sink::Fresh {
            _unfinished: unfinished,
            writer: BufWriter::with_capacity(BUFFER, temporary),
            target,
        })
    }

    /// Writes the buffered bytes and moves a file to its place.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, the file cannot be renamed.
    pub fn finish(self) -> io::Result<()> {
        match self.sink {
            Sink::Stdout { mut writer, .. } => writer.flush(),
            Sink::Special(mut writer) => writer.flush(),
            Sink::Fresh { writer, target, .. } => {
                let temporary = writer
                    .into_inner()
                    .map_err(io::IntoInnerError::into_error)?;
                undisturbed(|| temporary.persist(target)).map_err(|e| e.error)?;
                Ok(())
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout { writer, terminal } => {
                let n = writer.write(bytes)?;
                // People see results as they come.
                if *terminal {
                    writer.flush()?;
                }
                Ok(n)
            }
            Sink::Fresh { writer, .. } => writer.write(bytes),
            Sink::Special(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout { writer, .. } => writer.flush(),
            Sink::Fresh { writer, .. } => writer.flush(),
            Sink::Special(writer) => writer.flush(),
        }
    }
}

/// The permissions of a new file, as the umask allows. Temporary files would be readable only by their owner.
#[cfg(unix)]
fn new_file_permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn new_file_permissions(_: &mut tempfile::Builder<'_, '_>) {}

/// Whether an error is a closed pipe, as in `skep check … | head`, which is not an error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|e| {
        e.downcast_ref::<io::Error>()
            .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Whether standard output shows colours.
pub fn styled() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Whether standard error shows colours.
pub fn styled_stderr() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// Whether the locale allows more than ASCII on standard output. An unset locale does.
pub fn speaks_unicode() -> bool {
    let set = |name| std::env::var(name).ok().filter(|v| !v.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The width of reports: `COLUMNS`, else the terminal's width, else 80.
pub fn width() -> usize {
    stated_width().unwrap_or(80)
}

/// `COLUMNS`, else the width of the terminal, if standard output is one.
pub fn stated_width() -> Option<usize> {
    let stated = std::env::var("COLUMNS")
        .ok()
        .and_then(|c| c.trim().parse().ok());
    // Some terminals report 0.
    let terminal = || {
        let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
        Some(usize::from(width.0)).filter(|&width| width > 0)
    };
    stated.or_else(terminal).map(|width| width.clamp(20, 1000))
}

/// Whether an output is standard output: no path, or `-`.
pub fn is_stdout(path: Option<&Path>) -> bool {
    path.is_none_or(|path| path == Path::new("-"))
}

/// Refuses to write what only programs can read.
///
/// # Errors
/// Standard output is a terminal.
pub fn refuse_terminal(option: &str) -> anyhow::Result<()> {
    if io::stdout().is_terminal() {
        bail!("{option} writes binary data; use -o FILE or > FILE");
    }
    Ok(())
}

/// Writes lines to standard error, cleaned. Ignores errors.
pub fn tell(lines: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{}", text::clean_lines(&lines.to_string()));
}

/// Shows an error on standard error. Ignores errors.
pub fn tell_error(error: &anyhow::Error) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let message = match error.downcast_ref::<Rendered>() {
        Some(Rendered(message)) => message.clone(),
        None => text::clean_lines(&format!("{error:#}")),
    };
    let _ = writeln!(anstream::stderr(), "{style}error{style:#}: {message}");
}

/// A message with styles of its own, made from clean text.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Rendered(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.uhp");
        let mut out = Output::file(&path).unwrap();
        out.write_all(b"one").unwrap();
        assert!(!path.exists());
        out.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");

        // Given up half way, the old file stays and nothing else is left.
        let mut out = Output::file(&path).unwrap();
        out.write_all(b"two").unwrap();
        drop(out);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn folders_and_missing_folders_are_refused_with_their_path() {
        let folder = tempfile::tempdir().unwrap();
        let error = Output::file(folder.path()).err().unwrap();
        assert!(format!("{error:#}").contains(&*folder.path().to_string_lossy()));
        assert!(Output::file(&folder.path().join("no/such/file")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to_and_links_stay_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let mut out = Output::file(Path::new("/dev/null")).unwrap();
        out.write_all(b"gone").unwrap();
        out.finish().unwrap();

        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        let mut out = Output::file(&link).unwrap();
        out.write_all(b"new").unwrap();
        out.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o640
        );
    }
}
