//! The format and the compression that the name of an output sets.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use skep_rules::closed_list;

closed_list! {
    /// The compressed files that are written, by their extension.
    pub enum Packing: "compression" {
        Gzip = "gz",
        Zstd = "zst",
        Zip = "zip",
    }
}

/// Extensions of formats that are not written.
const FOREIGN: [&str; 24] = [
    "7z", "avi", "avif", "bmp", "br", "bz2", "db", "docx", "jpeg", "jpg", "lz4", "mov", "mp4",
    "ods", "pdf", "rar", "sqlite", "tar", "tgz", "tzst", "webm", "webp", "xlsx", "xz",
];

/// Extensions of formats that some command writes.
const WRITTEN: [&str; 18] = [
    "csv", "gif", "htm", "html", "hxt", "json", "jsonl", "markdown", "md", "ndjson", "parquet",
    "pgn", "png", "sgf", "svg", "tsv", "txt", "uhp",
];

/// The extensions of a command's output with their formats. An extension without a format fits every format.
pub type Extensions<T> = [(&'static str, Option<T>)];

impl Packing {
    /// The compression that a file name asks for.
    pub fn of(path: &Path) -> Option<Packing> {
        extension(path)?.parse().ok()
    }
}

/// The extension of a file in lower case. It has a letter: `v1.2` has no extension.
fn extension(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let has_letter = extension.bytes().any(|b| b.is_ascii_alphabetic());
    has_letter.then_some(extension)
}

/// The extension of a path, if it is the extension of an archive or of a file that a command writes.
#[cfg(feature = "explorer")]
pub fn extension_of_files(path: &Path) -> Option<String> {
    const DATABASES: [&str; 2] = ["db", "sqlite"];
    let extension = extension(path)?;
    let is_listed = |list: &[&str]| list.contains(&extension.as_str());
    let is_of_files = extension.parse::<Packing>().is_ok()
        || is_listed(&WRITTEN)
        || is_listed(&FOREIGN) && !is_listed(&DATABASES);
    is_of_files.then_some(extension)
}

/// The path without the extension of its compression.
pub fn unpacked(path: &Path) -> PathBuf {
    match Packing::of(path) {
        Some(_) => path.with_extension(""),
        None => path.to_path_buf(),
    }
}

/// Whether a path is `-` or an existing special file, such as a device or a pipe. Such names set no format.
fn is_special(path: &Path) -> bool {
    path == Path::new("-") || fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir())
}

/// Whether a path names a folder: it is one, or it ends in a slash.
pub fn is_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir()
}

/// The format of an output: the one that the option named `option` states, or else the one of the extension.
///
/// # Errors
/// The extension stands for another format than the stated one, or is unknown. If a format is stated, an extension that
/// stands for no format, such as `.tmp`, is allowed.
pub fn format<T: Copy + PartialEq + Display>(
    output: Option<&Path>,
    option: &str,
    stated: Option<T>,
    known: &Extensions<T>,
) -> anyhow::Result<Option<T>> {
    let Some(path) = output.filter(|path| !is_special(path)) else {
        return Ok(stated);
    };
    let Some(extension) = extension(&unpacked(path)) else {
        return Ok(stated);
    };
    let of_name = known.iter().filter(|(name, _)| *name == extension);
    let formats: Vec<Option<T>> = of_name.map(|(_, format)| *format).collect();
    let Some(first) = formats.first() else {
        let mut taken = FOREIGN.iter().chain(&WRITTEN);
        if stated.is_some() && !taken.any(|name| *name == extension) {
            return Ok(stated);
        }
        bail!(
            "{}: unknown extension .{extension}; known extensions: {}",
            path.display(),
            list(known)
        );
    };
    match (stated, first) {
        (None, format) => Ok(*format),
        (Some(stated), Some(_)) if !formats.contains(&Some(stated)) => bail!(
            "{}: {option} {stated} contradicts the extension .{extension}",
            path.display()
        ),
        (stated, _) => Ok(stated),
    }
}

/// The extensions in words.
fn list<T>(known: &Extensions<T>) -> String {
    let mut names: Vec<String> = known.iter().map(|(name, _)| format!(".{name}")).collect();
    names.dedup();
    format!("{}; .gz, .zst or .zip may follow", names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &Extensions<u8> = &[
        ("a", Some(1)),
        ("b", Some(2)),
        ("b", Some(3)),
        ("txt", None),
    ];

    fn of(path: &str, stated: Option<u8>) -> Result<Option<u8>, String> {
        format(Some(Path::new(path)), "--to", stated, KNOWN).map_err(|e| e.to_string())
    }

    #[test]
    fn extensions_set_the_format() {
        for (path, format) in [
            ("x.a", Some(1)),
            ("x.B", Some(2)),
            ("x/y.a.gz", Some(1)),
            ("x.A.ZIP", Some(1)),
            ("x.zip", None),
            ("x.txt", None),
            ("x", None),
            ("v1.2", None),
            ("-", None),
        ] {
            assert_eq!(of(path, None), Ok(format), "{path}");
        }
        assert_eq!(of("x.b", Some(3)), Ok(Some(3)));
        assert_eq!(of("x.tmp", Some(3)), Ok(Some(3)));
        assert_eq!(of("x.txt", Some(3)), Ok(Some(3)));
    }

    #[test]
    fn unknown_and_contradicting_extensions_are_refused() {
        assert_eq!(
            of("x.b", Some(1)).unwrap_err(),
            "x.b: --to 1 contradicts the extension .b"
        );
        assert_eq!(
            of("x.tmp", None).unwrap_err(),
            "x.tmp: unknown extension .tmp; known extensions: .a .b .txt; .gz, .zst or .zip may follow"
        );
        for path in ["x.jpg", "x.tar.gz", "x.png", "x.xz"] {
            assert!(of(path, Some(1)).is_err(), "{path}");
        }
    }
}
