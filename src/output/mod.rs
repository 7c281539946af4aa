//! Where results go: standard output, a file that appears only when it is complete, or a folder of such files.
//!
//! Every command that writes files keeps these rules. A file that is also an input is never written. An existing file
//! is replaced only with `--force`; devices and pipes are written directly. The extension of a file sets its format and
//! its compression.

mod exit;
pub mod file_name;
mod folder;
mod guard;
pub mod interrupt;
mod journal;
pub mod line_file;
mod name;
pub mod pager;
mod per_game;
pub mod progress;
mod shown;
mod temporary;
mod terminal;
mod told;

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;
use zip::write::{SimpleFileOptions, StreamWriter, ZipWriter};

use crate::output::interrupt::{Unfinished, undisturbed};
use skep_collection::as_utf8;

pub use exit::{Exit, NoMatch};
use file_name::WindowsDevice;
pub use folder::OutputFolder;
pub use guard::{FileTarget, Force, Guard, can_be_reread, is_one_output, repeated};
#[cfg(feature = "full")]
pub use name::extension_of_files;
use name::{Packing, ends_in_slash, unpacked};
pub use name::{extension_of, format, is_folder, is_text, known_extensions, named_format};
pub use per_game::{FilePerGame, GrowingFile, file_number};
use shown::TerminalText;
#[cfg(feature = "full")]
pub use temporary::remove_stale;
#[cfg(feature = "full")]
pub use temporary::{TemporaryFolder, remove_stale_scratch, scratch};
pub use terminal::{
    in_locale, refuse_terminal, speaks_unicode, stated_width, styled, styled_stderr, width,
};
pub use told::{
    Rendered, be_quiet, is_quiet, note, tell, tell_done, tell_error, tell_unwritten, tell_written,
};

/// Standard output or a file. If it is dropped before the end, a file does not appear, and buffered text goes to
/// standard output only if other text was written there before.
pub struct Output {
    /// `None` when the output is finished.
    body: Option<OutputBody>,
    /// The name for messages.
    name: String,
}

type Writer = BufWriter<RawOutput>;

/// The compression of an output.
enum OutputBody {
    Plain(Writer),
    Gzip(GzEncoder<Writer>),
    Zstd(zstd::Encoder<'static, Writer>),
    Zip {
        zip: Box<ZipWriter<StreamWriter<Writer>>>,
        /// The name of the only entry, until it is begun.
        entry: Option<PathBuf>,
    },
}

/// Bytes on their way to standard output or a file.
struct RawOutput {
    kind: RawKind,
    /// Whether anything is written.
    begun: bool,
    /// After an error nothing more is written. Compressors that are dropped would try to.
    failed: bool,
}

enum RawKind {
    Stdout {
        stdout: io::StdoutLock<'static>,
        terminal: Option<TerminalText>,
        /// What waits for the pager of a terminal.
        paged: Option<Vec<u8>>,
    },
    /// A temporary file beside its target.
    Fresh {
        temporary: NamedTempFile,
        target: PathBuf,
        /// Whether a file that is at the target in the end is replaced.
        replace: bool,
        _unfinished: Unfinished,
    },
    /// An existing target that is not a regular file, such as `/dev/null` or a named pipe.
    Special(File),
}

/// Bytes buffered before they are written.
const BUFFER: usize = 1 << 16;

/// Bytes held back from standard output by [`Output::hold`].
const HELD: usize = 16 << 20;

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        Output::stdout_with(BUFFER)
    }

    fn stdout_with(buffer: usize) -> Output {
        let stdout = io::stdout().lock();
        let terminal = stdout.is_terminal().then(TerminalText::default);
        let kind = RawKind::Stdout {
            stdout,
            terminal,
            paged: None,
        };
        Output {
            body: Some(OutputBody::Plain(writer(kind, buffer))),
            name: STDOUT.to_owned(),
        }
    }

    /// The file at `path`, or standard output without one or for `-`. The file appears when [`Output::finish`] is
    /// called.
    ///
    /// # Errors
    /// `guard` refuses it, or it cannot be created.
    pub fn new(path: Option<&Path>, guard: &Guard) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|p| !is_stdout(Some(p))) else {
            guard.check_stdout()?;
            return Ok(Output::stdout());
        };
        if ends_in_slash(path) {
            bail!(
                "cannot write {}: it is a folder; name a file",
                path.display()
            );
        }
        guard.check(path)?;
        let sink = open(path, guard.replaces())?;
        let packing = match sink {
            RawKind::Special(_) => None,
            _ => Packing::of(path),
        };
        let writer = writer(sink, BUFFER);
        let body = match packing {
            None => OutputBody::Plain(writer),
            Some(Packing::Gzip) => {
                OutputBody::Gzip(GzEncoder::new(writer, flate2::Compression::default()))
            }
            Some(Packing::Zstd) => OutputBody::Zstd(zstd::Encoder::new(writer, 0)?),
            Some(Packing::Zip) => OutputBody::Zip {
                zip: Box::new(ZipWriter::new_stream(writer)),
                entry: unpacked(path).file_name().map(PathBuf::from),
            },
        };
        Ok(Output {
            body: Some(body),
            name: path.display().to_string(),
        })
    }

    /// Holds back what is written to standard output, up to 16 MiB, so that an error leaves nothing there. A terminal
    /// shows everything at once.
    pub fn hold(&mut self) {
        if let Some(OutputBody::Plain(writer)) = &self.body
            && let RawKind::Stdout { terminal: None, .. } = writer.get_ref().kind
        {
            // Nothing is written yet. The lock can be taken twice.
            *self = Output::stdout_with(HELD);
        }
    }

    /// For text that can be longer than the screen: a terminal gets it at the end, through a pager.
    pub fn paged(&mut self) {
        if let Some(OutputBody::Plain(writer)) = &mut self.body
            && let RawKind::Stdout {
                terminal: Some(_),
                paged,
                ..
            } = &mut writer.get_mut().kind
        {
            *paged = Some(Vec::new());
        }
    }

    /// For text with colours, which is clean already: a terminal gets it as it is. Other text is cleaned for a
    /// terminal.
    pub fn coloured(&mut self) {
        if let Some(OutputBody::Plain(writer)) = &mut self.body
            && let RawKind::Stdout { terminal, .. } = &mut writer.get_mut().kind
            && terminal.is_some()
            && styled()
        {
            *terminal = Some(TerminalText::AsIs);
        }
    }

    /// Sets the extension of the entry of a zip if it has none. Other files keep their name.
    pub fn set_extension(&mut self, extension: &str) {
        if let Some(OutputBody::Zip {
            entry: Some(entry), ..
        }) = &mut self.body
            && entry.extension().is_none()
        {
            entry.set_extension(extension);
        }
    }

    /// Writes the buffered bytes and moves a file to its place.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, the file cannot be renamed.
    pub fn finish(mut self) -> io::Result<()> {
        self.begin_entry()?;
        let ended = self.body.take().map_or(Ok(()), finish);
        ended.map_err(|error| named(&self.name, &error))
    }

    /// Begins the entry of a zip.
    fn begin_entry(&mut self) -> io::Result<()> {
        if let Some(OutputBody::Zip { zip, entry }) = &mut self.body
            && let Some(entry) = entry.take()
        {
            let options = SimpleFileOptions::default().large_file(true);
            zip.start_file_from_path(entry, options)?;
        }
        Ok(())
    }
}

/// Ends the compression, and moves a file to its place.
fn finish(body: OutputBody) -> io::Result<()> {
    let writer = match body {
        OutputBody::Plain(writer) => writer,
        OutputBody::Gzip(gzip) => gzip.finish()?,
        OutputBody::Zstd(zstd) => zstd.finish()?,
        OutputBody::Zip { zip, .. } => zip.finish()?.into_inner(),
    };
    let sink = writer
        .into_inner()
        .map_err(io::IntoInnerError::into_error)?;
    if sink.failed {
        return Err(io::Error::other("an earlier write failed"));
    }
    match sink.kind {
        RawKind::Stdout {
            mut stdout,
            terminal,
            paged,
        } => {
            let end = terminal.map(TerminalText::end).unwrap_or_default();
            match paged {
                Some(mut text) => {
                    text.extend(end);
                    pager::show(&text, &mut stdout)?;
                }
                None => stdout.write_all(&end)?,
            }
            stdout.flush()
        }
        RawKind::Special(mut file) => file.flush(),
        RawKind::Fresh {
            temporary,
            target,
            replace,
            ..
        } => {
            // The open file keeps its lock until it is in its place.
            let (_file, temporary) = temporary.into_parts();
            undisturbed(|| temporary::place(temporary, &target, replace))
        }
    }
}

fn writer(kind: RawKind, buffer: usize) -> Writer {
    let sink = RawOutput {
        kind,
        begun: false,
        failed: false,
    };
    BufWriter::with_capacity(buffer, sink)
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(OutputBody::Plain(writer)) = self.body.take()
            && !writer.get_ref().begun
        {
            // The buffer is dropped with the parts.
            drop(writer.into_parts());
        }
    }
}

/// Opens the file at `path`. `replace` says whether another file can be replaced in the end.
fn open(path: &Path, replace: bool) -> anyhow::Result<RawKind> {
    if device(path) == Some(WindowsDevice::Nowhere) {
        let nowhere = File::options().write(true).open("NUL");
        return nowhere
            .map(RawKind::Special)
            .map_err(|error| cannot_write(path, &error));
    }
    refuse_device(path)?;
    let target = followed(path)?;
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|m| !m.is_file()) {
        let file = File::options().write(true).open(&target);
        return file
            .map(RawKind::Special)
            .map_err(|error| cannot_write(path, &error));
    }
    let folder = match target.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    refuse_index(&target)?;
    match fs::metadata(folder) {
        Ok(m) if m.is_dir() => {}
        Ok(_) => bail!(
            "cannot write {}: {} is not a folder",
            path.display(),
            folder.display()
        ),
        Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(
            "cannot write {}: there is no folder {}; make it first",
            path.display(),
            folder.display()
        ),
        Err(error) => return Err(cannot_write(path, &error)),
    }
    let permissions = old.map(|m| m.permissions());
    // Windows replaces no such file, whatever its folder allows.
    if cfg!(windows) && permissions.as_ref().is_some_and(fs::Permissions::readonly) {
        bail!("cannot write {}: it is read-only", path.display());
    }
    let (temporary, unfinished) =
        temporary::file(folder, permissions).map_err(|error| cannot_write(path, &error))?;
    Ok(RawKind::Fresh {
        temporary,
        target,
        replace,
        _unfinished: unfinished,
    })
}

/// Whether a folder is an index.
#[cfg(feature = "full")]
pub fn is_index(path: &Path) -> bool {
    skep_index::Index::is_at(path)
}

/// Whether a folder is an index. This program does not read it.
#[cfg(not(feature = "full"))]
pub fn is_index(path: &Path) -> bool {
    path.join(skep_collection::INDEX_MARK).is_file()
}

/// The device that a path names, in Windows.
fn device(path: &Path) -> Option<WindowsDevice> {
    if !cfg!(windows) {
        return None;
    }
    WindowsDevice::of(&path.to_string_lossy())
}

/// Refuses a path that Windows takes for a device.
///
/// # Errors
/// The path names a device.
fn refuse_device(path: &Path) -> anyhow::Result<()> {
    if device(path).is_some() {
        bail!(
            "cannot write {}: this is the name of a device in Windows; choose another name",
            path.display()
        );
    }
    Ok(())
}

/// Refuses a path that is an index or in one. Other files would be in the way of its own.
///
/// # Errors
/// The path is an index or in one.
fn refuse_index(path: &Path) -> anyhow::Result<()> {
    if let Some(index) = path.ancestors().find(|p| is_index(p)) {
        bail!(
            "cannot write {}: {} is an index; choose another folder",
            path.display(),
            index.display()
        );
    }
    Ok(())
}

/// The number of links that are followed, as in Linux.
const LINKS: usize = 40;

/// The path behind symbolic links, which stay. The last link may lead to a file that does not exist yet.
fn followed(path: &Path) -> anyhow::Result<PathBuf> {
    let mut target = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    bail!("cannot write {}: too many symbolic links", path.display())
}

/// The error for a file that cannot be written.
fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!(named(&path.display().to_string(), error))
}

/// The text of a file that an option names: UTF-8, or UTF-16 with a byte order mark.
///
/// # Errors
/// The file cannot be read or is no such text, in words.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).map_err(|error| anyhow!(reason(&error)))?;
    let text = String::from_utf8(as_utf8(bytes));
    text.map_err(|_| anyhow!("the text is neither UTF-8 nor UTF-16 with a byte order mark"))
}

/// What a file that an option names holds.
///
/// # Errors
/// The file cannot be read, or `parse` refuses its text.
pub fn parsed<T, E>(path: &Path, parse: impl FnOnce(&str) -> Result<T, E>) -> anyhow::Result<T>
where
    anyhow::Error: From<E>,
{
    let read = || -> anyhow::Result<T> { Ok(parse(&read_text(path)?)?) };
    read().with_context(|| format!("cannot use {}", path.display()))
}

/// The name of standard output in messages.
const STDOUT: &str = "standard output";

/// An error with the name of the output, without the names of temporary files.
fn named(name: &str, error: &io::Error) -> io::Error {
    let mut reason = reason(error);
    if cfg!(windows) && error.raw_os_error() == Some(ACCESS_DENIED) {
        reason.push_str(OPEN_ELSEWHERE);
    }
    let kind = if is_closed_pipe(error) {
        io::ErrorKind::BrokenPipe
    } else {
        error.kind()
    };
    io::Error::new(kind, format!("cannot write {name}: {reason}"))
}

/// The error of Windows for a file that is protected, or that another program has open.
const ACCESS_DENIED: i32 = 5;
/// The errors of Windows for a file that another program has locked, whole or in part.
const IN_USE: [i32; 2] = [32, 33];
/// The error of Windows for a pipe whose reader has closed it.
const NO_READER: i32 = 233;

/// A question to the user: Windows does not say why it denies access.
const OPEN_ELSEWHERE: &str = " (is it open in another program?)";

/// Whether an error says that the reader of a pipe has closed it.
fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
        || cfg!(windows) && error.raw_os_error() == Some(NO_READER)
}

/// Why the last step does not replace a file without `--force`: at the start there was none.
const APPEARED: &str = "another program made it during this run; replace it with --force";

/// An error of the system in words.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let code = error.raw_os_error();
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::NotADirectory => "a part of the path is not a folder".to_owned(),
        io::ErrorKind::AlreadyExists => APPEARED.to_owned(),
        _ if cfg!(windows) && code.is_some_and(|code| IN_USE.contains(&code)) => {
            format!("it is in use{OPEN_ELSEWHERE}")
        }
        _ => {
            // Windows ends its sentences.
            let text = code.map_or(text, |_| text.trim_end_matches('.'));
            let mut chars = text.chars();
            let first = chars.next().map(|c| c.to_ascii_lowercase());
            first.into_iter().chain(chars).collect()
        }
    }
}

impl Write for RawOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed {
            return Ok(bytes.len());
        }
        let written = match &mut self.kind {
            RawKind::Stdout {
                stdout,
                terminal: None,
                ..
            } => stdout.write(bytes),
            RawKind::Stdout {
                terminal: Some(shown),
                paged: Some(text),
                ..
            } => {
                text.extend_from_slice(&shown.show(bytes));
                Ok(bytes.len())
            }
            RawKind::Stdout {
                stdout,
                terminal: Some(shown),
                ..
            } => stdout.write_all(&shown.show(bytes)).map(|()| bytes.len()),
            RawKind::Fresh { temporary, .. } => temporary.write(bytes),
            RawKind::Special(file) => file.write(bytes),
        };
        let interrupted = |e: &io::Error| e.kind() == io::ErrorKind::Interrupted;
        self.failed = written.as_ref().is_err_and(|e| !interrupted(e));
        self.begun |= written.is_ok();
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.kind {
            RawKind::Stdout { stdout, .. } if !self.failed => stdout.flush(),
            _ => Ok(()),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begin_entry()?;
        let Some(body) = &mut self.body else {
            return Ok(bytes.len());
        };
        let written = match body {
            OutputBody::Plain(writer) => {
                let written = writer.write(bytes);
                // People see results as they come.
                match (&writer.get_ref().kind, written) {
                    (
                        RawKind::Stdout {
                            terminal: Some(_), ..
                        },
                        Ok(n),
                    ) => writer.flush().map(|()| n),
                    (_, written) => written,
                }
            }
            OutputBody::Gzip(gzip) => gzip.write(bytes),
            OutputBody::Zstd(zstd) => zstd.write(bytes),
            OutputBody::Zip { zip, .. } => zip.write(bytes),
        };
        written.map_err(|error| named(&self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let Some(body) = &mut self.body else {
            return Ok(());
        };
        let flushed = match body {
            OutputBody::Plain(writer) => writer.flush(),
            OutputBody::Gzip(gzip) => gzip.flush(),
            OutputBody::Zstd(zstd) => zstd.flush(),
            OutputBody::Zip { zip, .. } => zip.flush(),
        };
        flushed.map_err(|error| named(&self.name, &error))
    }
}

/// Whether the name of a file asks for compression.
pub fn is_packed(path: &Path) -> bool {
    Packing::of(path).is_some()
}

/// Whether an error is a closed pipe, as in `skep check … | head`, which is not an error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|e| e.downcast_ref::<io::Error>().is_some_and(is_closed_pipe))
}

/// Whether an output is standard output: no path, or `-`.
pub fn is_stdout(path: Option<&Path>) -> bool {
    path.is_none_or(|path| path == Path::new("-") || path == Path::new("/dev/stdout"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &Path, force: bool) -> anyhow::Result<Output> {
        Output::new(Some(path), &Guard::new(Force { force }, Vec::new()))
    }

    #[test]
    fn a_file_appears_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.uhp");
        let mut out = file(&path, false).unwrap();
        out.write_all(b"one").unwrap();
        assert!(!path.exists());
        out.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");

        // Given up half way, the old file stays and nothing else is left.
        let mut out = file(&path, true).unwrap();
        out.write_all(b"two").unwrap();
        drop(out);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_appears_during_the_run_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.uhp");
        let mut out = file(&path, false).unwrap();
        out.write_all(b"ours").unwrap();
        fs::write(&path, "theirs").unwrap();
        let error = out.finish().unwrap_err().to_string();
        assert!(
            error.contains("out.uhp") && error.ends_with(APPEARED),
            "{error}"
        );
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let mut out = file(&path, true).unwrap();
        out.write_all(b"ours").unwrap();
        fs::write(&path, "theirs again").unwrap();
        out.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"ours");
    }

    #[test]
    fn existing_files_need_force() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "old").unwrap();
        let error = file(&path, false).err().unwrap().to_string();
        assert!(
            error.ends_with("out exists; replace it with --force"),
            "{error}"
        );
        file(&path, true).unwrap().finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
    }

    #[test]
    fn folders_and_missing_folders_are_refused_with_their_path() {
        let folder = tempfile::tempdir().unwrap();
        let error = file(folder.path(), true).err().unwrap();
        assert!(format!("{error:#}").contains(&*folder.path().to_string_lossy()));
        assert!(file(&folder.path().join("no/such/file"), false).is_err());
    }

    #[test]
    fn leftovers_of_dead_runs_are_removed_and_those_of_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let names = [".skep-abc123", ".skep-aBc12X", ".skep-mine", ".skep-abc12_"];
        for name in &names[1..] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join(names[0])).unwrap();
        let running = file(&folder.path().join("a"), false).unwrap();
        file(&folder.path().join("b"), false)
            .unwrap()
            .finish()
            .unwrap();
        running.finish().unwrap();
        let mut left: Vec<_> = (fs::read_dir(folder.path()).unwrap())
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [names[3], names[2], "a", "b"]);
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to_and_links_stay_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let mut out = file(Path::new("/dev/null"), false).unwrap();
        out.write_all(b"gone").unwrap();
        out.finish().unwrap();

        let folder = tempfile::tempdir().unwrap();
        let (old, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&old, "old").unwrap();
        fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&old, &link).unwrap();
        let mut out = file(&link, true).unwrap();
        out.write_all(b"new").unwrap();
        out.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&old).unwrap(), b"new");
        assert_eq!(
            fs::metadata(&old).unwrap().permissions().mode() & 0o777,
            0o640
        );

        // A link to a file that does not exist yet.
        let ahead = folder.path().join("ahead");
        symlink("later", &ahead).unwrap();
        let mut out = file(&ahead, false).unwrap();
        out.write_all(b"then").unwrap();
        out.finish().unwrap();
        assert!(fs::symlink_metadata(&ahead).unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("later")).unwrap(), b"then");
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(file(&folder.path().join("circle"), true).is_err());
    }
}
