use std::sync::Arc;

use super::OpenOptions;
use super::ratio::Growth;
use skep_records::Source;
use skep_records::diag::{Code, Diagnostic};

/// A file, an archive entry, or the content of a compressed file, before it is read.
#[derive(Clone, Debug)]
pub(super) struct InputNode {
    pub source: Arc<Source>,
    /// Whether the caller named it. Otherwise it was found in a folder or archive.
    pub named: bool,
    /// The number of archives around it.
    pub depth: usize,
    /// Whether its name leads out of the archive.
    pub unsafe_name: bool,
    /// The size of the content of the outermost archive around it. `None` outside archives.
    pub growth: Option<Arc<Growth>>,
    /// What is read of this archive: an entry, or a folder in it. `None` reads all of it.
    wanted: Option<Arc<str>>,
}

impl InputNode {
    /// A file or standard input.
    pub fn new(source: Source, named: bool) -> InputNode {
        InputNode {
            source: source.into(),
            named,
            depth: 0,
            unsafe_name: false,
            growth: None,
            wanted: None,
        }
    }

    /// A part of an archive: an entry, or a folder in it.
    pub fn of_entry(archive: Source, entry: &Arc<str>) -> InputNode {
        InputNode {
            wanted: Some(Arc::clone(entry)),
            ..InputNode::new(archive, true)
        }
    }

    /// The content of this compressed file.
    pub fn unwrapped(&self) -> InputNode {
        InputNode {
            depth: self.depth + 1,
            ..self.clone()
        }
    }

    /// This archive, with the size of its content if it is the outermost one.
    pub fn measured(&self, options: &OpenOptions) -> (InputNode, Arc<Growth>) {
        let new = || Arc::new(Growth::new(options));
        let growth = self.growth.clone().unwrap_or_else(new);
        let node = InputNode {
            growth: Some(Arc::clone(&growth)),
            ..self.clone()
        };
        (node, growth)
    }

    /// An entry of this archive, if it is to be read. Hidden entries are read only if they are named.
    pub fn entry(&self, name: &str) -> Option<InputNode> {
        let wanted = self.wanted.as_deref();
        let (named, wanted) = if let Some(after) = wanted.and_then(|wanted| after(wanted, name)) {
            match after {
                "" => (true, None),
                inside => (true, Some(inside.strip_prefix('!')?.into())),
            }
        } else {
            let inside = match wanted {
                Some(folder) => after(name, folder)?.strip_prefix(SEPARATORS)?,
                None => name,
            };
            if is_hidden(inside) {
                return None;
            }
            (false, None)
        };
        Some(InputNode {
            source: self.source.with_entry(name).into(),
            named,
            depth: self.depth + 1,
            unsafe_name: leads_outside(name),
            growth: self.growth.clone(),
            wanted,
        })
    }

    /// If only a part of this archive is to be read: the fault to report when the part is not there.
    pub fn has_no_entry(&self) -> Option<(Arc<Source>, Diagnostic)> {
        let wanted = self.wanted.as_deref()?;
        let diagnostic = Diagnostic::new(Code::Unreadable, "no such entry in the archive");
        Some((self.source.with_entry(wanted).into(), diagnostic))
    }

    /// Whether it is a fault if there is no game in it: the caller named it, or it has the name of a record.
    pub fn ought_to_be_a_record(&self) -> bool {
        self.named || has_record_name(self.source.name())
    }
}

/// What separates folders in the name of an entry. Some programs of Windows write backslashes, and people type them
/// there.
pub(super) const SEPARATORS: [char; 2] = ['/', '\\'];

/// What comes in `name` after its beginning, with either separator of folders.
fn after<'a>(name: &'a str, beginning: &str) -> Option<&'a str> {
    let is_separator = |byte: u8| SEPARATORS.contains(&char::from(byte));
    let is_same = |(a, b): (u8, u8)| a == b || is_separator(a) && is_separator(b);
    let (head, rest) = name.split_at_checked(beginning.len())?;
    head.bytes()
        .zip(beginning.bytes())
        .all(is_same)
        .then_some(rest)
}

/// Extensions of records.
const RECORDS: [&str; 5] = [".sgf", ".pgn", ".uhp", ".hxt", ".jsonl"];

fn has_record_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let bare = [".gz", ".zst"]
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(&name);
    RECORDS.iter().any(|end| bare.ends_with(end))
}

/// Whether a name inside an archive leads out of the folder it would be unpacked to: an absolute path, a drive letter,
/// or a parent folder.
fn leads_outside(name: &str) -> bool {
    name.starts_with(SEPARATORS)
        || name.as_bytes().get(1) == Some(&b':')
        || name.split(SEPARATORS).any(|part| part == "..")
}

/// Whether a component of a path inside an archive is hidden: it begins with a dot, but is not `.` or `..`.
fn is_hidden(name: &str) -> bool {
    name.split(SEPARATORS)
        .any(|part| part.starts_with('.') && part != "." && part != "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_judged_by_their_parts() {
        for name in [
            "../a.sgf",
            "/etc/a",
            "a/../../b",
            "C:\\a.sgf",
            "\\\\host\\a",
        ] {
            assert!(leads_outside(name), "{name}");
        }
        for name in ["a..b/c.sgf", "a/b", "", "..."] {
            assert!(!leads_outside(name), "{name}");
        }
        for name in [".git/config", "a/._b.sgf", "./.x"] {
            assert!(is_hidden(name), "{name}");
        }
        for name in ["./a.sgf", "../a.sgf", "a.b"] {
            assert!(!is_hidden(name), "{name}");
        }
    }

    #[test]
    fn entries_are_found_with_either_separator() {
        let entry = |wanted: &str, name: &str| {
            let archive = Source::file("a.zip".as_ref());
            let entry = InputNode::of_entry(archive, &wanted.into()).entry(name)?;
            Some(entry.source.to_string())
        };
        for (wanted, name) in [
            ("league/spring.pgn", "league/spring.pgn"),
            (r"league\spring.pgn", "league/spring.pgn"),
            ("league/spring.pgn", r"league\spring.pgn"),
            ("league", "league/spring.pgn"),
            ("league", r"league\spring.pgn"),
            (r"a\league", "a/league/spring.pgn"),
            (r"a\b.zip!league\spring.pgn", "a/b.zip"),
        ] {
            assert_eq!(
                entry(wanted, name),
                Some(format!("a.zip!{name}")),
                "{wanted}"
            );
        }
        for wanted in ["spring.pgn", "leagu", "league/spring", "leaguee"] {
            assert_eq!(entry(wanted, "league/spring.pgn"), None, "{wanted}");
        }
    }

    #[test]
    fn record_names_end_like_records() {
        for name in ["a.sgf", "A.SGF", "x.uhp.gz", "x.jsonl.zst", ".pgn"] {
            assert!(has_record_name(name), "{name}");
        }
        for name in ["README.md", "a.txt", "sgf", "a.sgf.bak", "a.gz"] {
            assert!(!has_record_name(name), "{name}");
        }
    }
}
