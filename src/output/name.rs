//! The format and the compression that the name of an output sets.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

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

/// The extensions of files that a command writes, and the formats that they stand for. Of several extensions of a
/// format, the usual one is first.
const WRITTEN: [(&str, &str); 20] = [
    ("uhp", "uhp"),
    ("pgn", "pgn"),
    ("sgf", "sgf"),
    ("jsonl", "jsonl"),
    ("json", "json"),
    ("json", "analysis"),
    ("ndjson", "jsonl"),
    ("hxt", "hxt"),
    ("csv", "csv"),
    ("csv", "excel"),
    ("tsv", "tsv"),
    ("md", "markdown"),
    ("parquet", "parquet"),
    ("sarif", "sarif"),
    ("arrow", "arrow"),
    ("html", "html"),
    ("htm", "html"),
    ("svg", "svg"),
    ("png", "png"),
    ("gif", "gif"),
];

/// The extension of text. It fits every format of a command that has several, unless a format has this name.
const TEXT: &str = "txt";

/// The extension of partial counts. Other programs use it for incomplete files.
const PART: &str = "part";

/// Extensions of formats that are not written.
const FOREIGN: [&str; 25] = [
    "7z", "avi", "avif", "bmp", "br", "bz2", "db", "docx", "jpeg", "jpg", "lz4", "markdown", "mov",
    "mp4", "ods", "pdf", "rar", "sqlite", "tar", "tgz", "tzst", "webm", "webp", "xlsx", "xz",
];

/// The format of a command's output, which the extension of the file can choose.
pub trait OutputFormat: Copy + PartialEq + Display + FromStr {}

impl<T: Copy + PartialEq + Display + FromStr> OutputFormat for T {}

/// The extensions of files in this format, the usual one first.
fn extensions<T: OutputFormat>(format: T) -> impl Iterator<Item = &'static str> {
    let names = WRITTEN.into_iter().chain([(TEXT, TEXT), (PART, PART)]);
    let of_format =
        names.filter(move |(_, name)| name.parse().is_ok_and(|other: T| other == format));
    of_format.map(|(extension, _)| extension)
}

/// The usual extension of files in the format with these spellings: the name of the format, if no extension stands for
/// it.
pub fn extension_of(spellings: &[&'static str]) -> &'static str {
    let known = WRITTEN.iter().find(|(_, name)| spellings.contains(name));
    known.map_or(spellings[0], |(extension, _)| extension)
}

/// The extensions of a command's output, in the order of its formats. Text is last.
pub fn known_extensions<T: OutputFormat>(formats: &[T]) -> Vec<&'static str> {
    let all = formats.iter().flat_map(|&format| extensions(format));
    let mut known: Vec<&str> = Vec::new();
    for name in all.filter(|name| *name != TEXT) {
        // A spreadsheet's CSV has the extension of CSV.
        if !known.contains(&name) {
            known.push(name);
        }
    }
    if formats.len() > 1 {
        known.push(TEXT);
    }
    known
}

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
#[cfg(feature = "full")]
pub fn extension_of_files(path: &Path) -> Option<String> {
    const DATABASES: [&str; 2] = ["db", "sqlite"];
    let extension = extension(path)?;
    let is_database = DATABASES.contains(&extension.as_str());
    let is_of_files = is_extension(&extension) && !is_database;
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

/// Whether a path has the extension of text, which sets no notation.
pub fn is_text(path: &Path) -> bool {
    extension(&unpacked(path)).is_some_and(|extension| extension == TEXT)
}

/// Whether a path names a folder: it is one, or it ends in a slash.
pub fn is_folder(path: &Path) -> bool {
    ends_in_slash(path) || path.is_dir()
}

/// Whether a path ends in what separates its parts: a slash, on Windows also a backslash.
pub fn ends_in_slash(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|&byte| std::path::is_separator(byte.into()))
}

/// The format of an output: the one that the option named `option` states, or else the one of the extension.
///
/// # Errors
/// The extension stands for another format than the stated one, or is unknown. If a format is stated, an extension that
/// stands for no format, such as `.tmp`, is allowed.
pub fn format<T: OutputFormat>(
    output: Option<&Path>,
    option: &str,
    stated: Option<T>,
    formats: &[T],
) -> anyhow::Result<Option<T>> {
    let Some(path) = output.filter(|path| !is_special(path)) else {
        return Ok(stated);
    };
    let Some(extension) = extension(&unpacked(path)) else {
        return Ok(stated);
    };
    let known = known_extensions(formats);
    if !known.contains(&extension.as_str()) {
        if stated.is_some() && !is_format(&extension) {
            return Ok(stated);
        }
        let instead = match extension.as_str() {
            "db" | "sqlite" | "sqlite3" | "duckdb" | "parquet" | "arrow" => {
                "; for tables and databases, use skep export --table games -o FILE.parquet, and DuckDB"
            }
            "tar" | "tgz" | "tzst" | "7z" | "rar" => {
                "; for an archive, use a name such as games.zip"
            }
            "skepdb" => "; for an index, use skep index",
            "html" => "; for a page, use skep report",
            "pdf" => {
                "; for PDF, print a page of skep report from the browser, or a picture of skep show"
            }
            "xlsx" => "; for Excel, use --format excel and a name such as games.csv",
            "svg" | "png" | "gif" => "; for a picture, use skep show",
            _ => "",
        };
        bail!(
            "{}: unknown extension .{extension}; known extensions: {}; .gz, .zst or .zip may follow{instead}",
            path.display(),
            known
                .iter()
                .map(|name| format!(".{name}"))
                .collect::<Vec<_>>()
                .join(" ")
        );
    }
    let is_named = |format: &T| extensions(*format).any(|name| name == extension);
    let is_stated = |format: &&T| stated.is_none_or(|stated| **format == stated);
    let mut of_name = formats.iter().filter(|format| is_named(format));
    let first = of_name.clone().next();
    let of_name = of_name.find(is_stated).or(first).copied();
    match (stated, of_name) {
        (Some(stated), Some(of_name)) if stated != of_name => bail!(
            "{}: {option} {stated} contradicts the extension .{extension}",
            path.display()
        ),
        _ => Ok(stated.or(of_name)),
    }
}

/// The name of the format that the extension of a file stands for.
pub fn named_format(path: &Path) -> Option<&'static str> {
    let path = unpacked(path);
    let extension = extension(&path).filter(|_| !is_special(&path))?;
    let mut names = WRITTEN.into_iter().chain([(TEXT, "text"), (PART, PART)]);
    names
        .find(|(known, _)| *known == extension)
        .map(|(_, name)| name)
}

/// Whether an extension, in lower case, stands for a known format or compression.
pub fn is_extension(extension: &str) -> bool {
    extension.parse::<Packing>().is_ok() || is_format(extension)
}

/// Whether an extension stands for a known format, written by skep or not.
fn is_format(extension: &str) -> bool {
    let written = WRITTEN.iter().map(|(name, _)| *name);
    written
        .chain([TEXT])
        .chain(FOREIGN)
        .any(|name| name == extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    closed_list! {
        enum NameKind: "kind" {
            Rows = "csv",
            Lines = "jsonl",
            Screen = "screen",
        }
    }

    fn of(path: &str, stated: Option<NameKind>) -> Result<Option<NameKind>, String> {
        format(Some(Path::new(path)), "--to", stated, &NameKind::ALL).map_err(|e| e.to_string())
    }

    #[test]
    fn extensions_set_the_format() {
        for (path, format) in [
            ("x.csv", Some(NameKind::Rows)),
            ("x.JSONL", Some(NameKind::Lines)),
            ("x.ndjson", Some(NameKind::Lines)),
            ("x/y.csv.gz", Some(NameKind::Rows)),
            ("x.CSV.ZIP", Some(NameKind::Rows)),
            ("x.zip", None),
            ("x.txt", None),
            ("x", None),
            ("v1.2", None),
            ("-", None),
        ] {
            assert_eq!(of(path, None), Ok(format), "{path}");
        }
        for path in ["x.jsonl", "x.ndjson", "x.tmp", "x.txt"] {
            assert_eq!(
                of(path, Some(NameKind::Lines)),
                Ok(Some(NameKind::Lines)),
                "{path}"
            );
        }
    }

    #[test]
    fn text_is_the_extension_of_a_format_or_of_several() {
        closed_list! {
            enum NamedPath: "kind" {
                Page = "html",
                Text = "text" | "txt",
            }
        }
        let of = |formats: &[NamedPath]| format(Some(Path::new("x.txt")), "--to", None, formats);
        assert_eq!(of(&NamedPath::ALL).unwrap(), Some(NamedPath::Text));
        assert!(of(&[NamedPath::Page]).is_err());
        assert_eq!(extension_of(NamedPath::Page.spellings()), "html");
        assert_eq!(extension_of(NameKind::Screen.spellings()), "screen");
    }

    #[test]
    fn unknown_and_contradicting_extensions_are_refused() {
        assert_eq!(
            of("x.jsonl", Some(NameKind::Rows)).unwrap_err(),
            "x.jsonl: --to csv contradicts the extension .jsonl"
        );
        assert_eq!(
            of("x.tmp", None).unwrap_err(),
            "x.tmp: unknown extension .tmp; known extensions: .csv .jsonl .ndjson .txt; .gz, .zst or .zip may follow"
        );
        for path in ["x.jpg", "x.tar.gz", "x.png", "x.xz"] {
            assert!(of(path, Some(NameKind::Rows)).is_err(), "{path}");
        }
    }
}
