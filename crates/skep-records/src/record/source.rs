//! Where a game was found.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::{self, Write as _};
#[cfg(unix)]
use std::path::PathBuf;
use std::path::{Component, Path};
use std::sync::Arc;

/// The source of a game: a file, and an entry if the file is an archive.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Source {
    /// The file as it was named or found, or `-` for standard input. Bytes that are not UTF-8 are escaped
    /// ([`Source::spelled`]), and on Windows the backslashes between folders are replaced: a source is the same on
    /// every system.
    pub path: Arc<str>,
    /// The path inside the archive. For an archive inside another, `!` joins the paths.
    pub entry: Option<Arc<str>>,
}

impl Source {
    /// The source of a file.
    pub fn file(path: &Path) -> Source {
        Source {
            path: Source::with_slashes(&Source::spelled(path)).into(),
            entry: None,
        }
    }

    /// A path as text. On Unix, a byte that is not UTF-8 is `\u{FFFD}` and two hexadecimal digits, and so is each byte
    /// of a `\u{FFFD}`. Thus two paths never have the same text, and [`Source::path_of`] gives the path back.
    pub fn spelled(path: &Path) -> Cow<'_, str> {
        if cfg!(unix) {
            Source::spelled_name(path.as_os_str().as_encoded_bytes())
        } else {
            path.to_string_lossy()
        }
    }

    /// The name of an entry of an archive as text, where bytes that are not UTF-8 stand as in [`Source::spelled`].
    pub fn spelled_name(name: &[u8]) -> Cow<'_, str> {
        let is_plain = |text: &&str| !text.contains(char::REPLACEMENT_CHARACTER);
        if let Some(text) = str::from_utf8(name).ok().filter(is_plain) {
            return text.into();
        }
        let mut text = String::new();
        let escape = |bytes: &[u8], text: &mut String| {
            for byte in bytes {
                // Writing to a string cannot fail.
                let _ = write!(text, "{}{byte:02x}", char::REPLACEMENT_CHARACTER);
            }
        };
        for chunk in name.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    char::REPLACEMENT_CHARACTER => {
                        escape(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut text);
                    }
                    _ => text.push(c),
                }
            }
            escape(chunk.invalid(), &mut text);
        }
        text.into()
    }

    /// The path that a text stands for, as [`Source::spelled`] writes it.
    #[cfg(unix)]
    pub fn path_of(text: &str) -> Cow<'_, Path> {
        use std::os::unix::ffi::OsStringExt as _;
        const MARK: char = char::REPLACEMENT_CHARACTER;
        let mut parts = text.split(MARK);
        let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
        if bytes.len() == text.len() {
            return Path::new(text).into();
        }
        for part in parts {
            let escaped = part
                .split_at_checked(2)
                .and_then(|(digits, rest)| Some((u8::from_str_radix(digits, 16).ok()?, rest)));
            if let Some((byte, rest)) = escaped {
                bytes.push(byte);
                bytes.extend(rest.as_bytes());
            } else {
                bytes.extend(MARK.encode_utf8(&mut [0; 4]).as_bytes());
                bytes.extend(part.as_bytes());
            }
        }
        PathBuf::from(OsString::from_vec(bytes)).into()
    }

    /// The path that a text stands for.
    #[cfg(not(unix))]
    pub fn path_of(text: &str) -> Cow<'_, Path> {
        Path::new(text).into()
    }

    /// The path that is meant by an argument: one that skep wrote as text, unless a file has that name.
    pub fn typed(argument: OsString) -> OsString {
        match argument.to_str().map(Source::path_of) {
            Some(Cow::Owned(path)) if !Path::new(&argument).exists() => path.into(),
            _ => argument,
        }
    }

    /// The path of a source as it is typed, with the separators that sources have.
    pub fn with_slashes(path: &str) -> Cow<'_, str> {
        if cfg!(windows) {
            without_backslashes(path)
        } else {
            path.into()
        }
    }

    /// The source of an entry of this archive.
    pub fn with_entry(&self, name: &str) -> Source {
        Source {
            path: Arc::clone(&self.path),
            entry: Some(match &self.entry {
                None => name.into(),
                Some(outer) => format!("{outer}!{name}").into(),
            }),
        }
    }

    /// The source without the folders of this machine, for pages that others see. An absolute path becomes relative to
    /// the folder around the first of these inputs that holds the file. If none holds it, only the name of the file
    /// stays. A relative path is unchanged.
    pub fn relative_to(&self, inputs: impl IntoIterator<Item = impl AsRef<Path>>) -> Source {
        let path = Path::new(&*self.path);
        // On Windows, a path can have a root without a drive, and a drive without a root.
        let begins_with_name = |path: &Path| {
            !matches!(
                path.components().next(),
                Some(Component::Prefix(_) | Component::RootDir)
            )
        };
        if begins_with_name(path) {
            return self.clone();
        }
        let inside = inputs.into_iter().find_map(|input| {
            let inside = path.strip_prefix(&input).ok()?;
            Some(Path::new(input.as_ref().file_name()?).join(inside))
        });
        let name = || path.file_name().map(Into::into);
        let parts = inside.or_else(name).unwrap_or_default();
        let parts: Vec<_> = parts.iter().map(|part| part.to_string_lossy()).collect();
        Source {
            path: parts.join("/").into(),
            entry: self.entry.clone(),
        }
    }

    /// The name of the file or entry, without folders.
    pub fn name(&self) -> &str {
        let whole = self.entry.as_deref().unwrap_or(&self.path);
        whole.rsplit(['/', '\\', '!']).next().unwrap_or(whole)
    }
}

/// A path of Windows with slashes. Paths with the prefix `\\\\?\\` or `\\\\.\\` do not allow them.
fn without_backslashes(path: &str) -> Cow<'_, str> {
    if path.contains('\\')
        && ![r"\\?\", r"\\.\"]
            .iter()
            .any(|prefix| path.starts_with(prefix))
    {
        path.replace('\\', "/").into()
    } else {
        path.into()
    }
}

/// `path`, or `path!entry`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        match &self.entry {
            None => Ok(()),
            Some(entry) => write!(f, "!{entry}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn folders_of_this_machine_are_left_out() {
        let inputs = ["/home/ann/games", "/home/ann/old/b.zip", "/"];
        for (path, name) in [
            ("/home/ann/games/2024/a.uhp", "games/2024/a.uhp"),
            ("/home/ann/old/b.zip", "b.zip"),
            ("/home/ann/old/c.zip", "c.zip"),
            ("games/a.uhp", "games/a.uhp"),
            ("-", "-"),
        ] {
            let source = Source::file(Path::new(path)).with_entry("c.sgf");
            assert_eq!(
                source.relative_to(inputs).to_string(),
                format!("{name}!c.sgf")
            );
        }
    }

    #[test]
    fn a_path_of_windows_has_slashes() {
        for (path, written) in [
            (r"games\2024\a.uhp", "games/2024/a.uhp"),
            (r"games/2024\a.uhp", "games/2024/a.uhp"),
            (r"C:\games\a.uhp", "C:/games/a.uhp"),
            (r"\\server\share\a.uhp", "//server/share/a.uhp"),
            (r"\\?\C:\games\a.uhp", r"\\?\C:\games\a.uhp"),
            ("a.uhp", "a.uhp"),
        ] {
            assert_eq!(without_backslashes(path), written, "{path}");
        }
    }

    #[cfg(windows)]
    #[test]
    fn folders_of_windows_are_left_out() {
        let inputs = [r"C:\Users\ann\games", r"\Users\ann\old"];
        for (path, name) in [
            (r"c:\Users\ann\games\2024\a.uhp", "games/2024/a.uhp"),
            (r"\Users\ann\old\b.uhp", "old/b.uhp"),
            (r"\Users\ann\g.sgf", "g.sgf"),
            (r"C:g.sgf", "g.sgf"),
            (r"\\server\share\ann\g.sgf", "g.sgf"),
            (r"games\a.uhp", "games/a.uhp"),
        ] {
            let source = Source::file(Path::new(path));
            assert_eq!(source.relative_to(inputs).to_string(), name, "{path}");
        }
    }

    #[test]
    fn entries_nest() {
        let zip = Source::file(Path::new("a/b.zip"));
        let inner = zip.with_entry("c/d.tar");
        let game = inner.with_entry("e.sgf");
        assert_eq!(game.to_string(), "a/b.zip!c/d.tar!e.sgf");
        assert_eq!(
            [zip.name(), inner.name(), game.name()],
            ["b.zip", "d.tar", "e.sgf"]
        );
        assert_eq!(&*game.path, "a/b.zip");
    }
}
