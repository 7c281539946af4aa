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
        let (named, wanted) = if let Some(wanted) = wanted.filter(|w| w.starts_with(name)) {
            match &wanted[name.len()..] {
                "" => (true, None),
                inside => (true, Some(inside.strip_prefix('!')?.into())),
            }
        } else {
            let inside = match wanted {
                Some(folder) => name.strip_prefix(folder)?.strip_prefix('/')?,
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
    name.starts_with(['/', '\\'])
        || name.as_bytes().get(1) == Some(&b':')
        || name.split(['/', '\\']).any(|part| part == "..")
}

/// Whether a component of a path inside an archive is hidden: it begins with a dot, but is not `.` or `..`.
fn is_hidden(name: &str) -> bool {
    name.split(['/', '\\'])
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
    fn record_names_end_like_records() {
        for name in ["a.sgf", "A.SGF", "x.uhp.gz", "x.jsonl.zst", ".pgn"] {
            assert!(has_record_name(name), "{name}");
        }
        for name in ["README.md", "a.txt", "sgf", "a.sgf.bak", "a.gz"] {
            assert!(!has_record_name(name), "{name}");
        }
    }
}
