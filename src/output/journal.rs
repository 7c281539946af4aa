//! Changes an existing folder as a whole.
//!
//! Before the first file is moved, a journal beside the new files says what changes, and the old files are kept. If the
//! program is killed before the last file is moved, the next run that writes in the folder takes everything back.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use tempfile::TempPath;

use super::temporary;

/// The folder of the new files in the temporary folder.
pub(super) const NEW: &str = "new";
/// The folder of the old files, which have numbers.
const OLD: &str = "old";
const JOURNAL: &str = "journal.json";

#[derive(Serialize, Deserialize)]
struct Journal {
    changes: Vec<Change>,
    /// The folders that are created, outermost first.
    folders: BTreeSet<PathBuf>,
}

/// A file that appears, is replaced, or is removed.
#[derive(Serialize, Deserialize)]
struct Change {
    path: PathBuf,
    /// The new file; none if the file is removed.
    new: Option<Stamp>,
}

/// Tells a file from any other. Moving a file keeps it.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    bytes: u64,
    modified: Duration,
}

impl Stamp {
    /// The stamp of a file or link; none if nothing is there.
    fn of(path: &Path) -> Option<Stamp> {
        let metadata = fs::symlink_metadata(path).ok()?;
        let modified = metadata.modified().ok()?;
        Some(Stamp {
            bytes: metadata.len(),
            modified: modified
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default(),
        })
    }
}

/// Moves the files `added` from the temporary folder to its place in `target`, and removes the files `removed` there.
/// Their paths are relative. Without `replace`, no file may be where one is added.
///
/// # Errors
/// A file cannot be moved or removed, with its path. Then the folder is as it was before.
pub(super) fn apply(
    staged: &Path,
    target: &Path,
    added: &[PathBuf],
    removed: &[PathBuf],
    replace: bool,
) -> Result<(), (PathBuf, io::Error)> {
    let in_place = |error: io::Error| (target.to_path_buf(), error);
    // Another program must not change the folder at the same time. Not every system opens and locks folders.
    let lock = File::open(target).ok();
    if let Some(lock) = &lock {
        let _ = lock.lock();
    }
    let new = |path: &PathBuf| Change {
        new: Stamp::of(&staged.join(NEW).join(path)),
        path: path.clone(),
    };
    let only_old = removed.iter().filter(|path| !added.contains(path));
    let gone = only_old.map(|path| Change {
        new: None,
        path: path.clone(),
    });
    let changes: Vec<Change> = added.iter().map(new).chain(gone).collect();
    let parents = added.iter().flat_map(|path| path.ancestors().skip(1));
    let missing = parents.filter(|parent| !target.join(parent).exists());
    let mut journal = Journal {
        folders: missing.map(Path::to_path_buf).collect(),
        changes,
    };
    keep_old(staged, target, &journal)?;
    let text = serde_json::to_vec(&journal).map_err(|error| in_place(error.into()))?;
    fs::write(staged.join(JOURNAL), text).map_err(in_place)?;
    let (mut created, mut moved) = (0, 0);
    let mut make = || {
        for folder in &journal.folders {
            let folder = target.join(folder);
            fs::create_dir(&folder).map_err(|error| (folder, error))?;
            created += 1;
        }
        for change in &journal.changes {
            let place = target.join(&change.path);
            let done = match change.new {
                Some(_) => TempPath::try_from_path(staged.join(NEW).join(&change.path))
                    .and_then(|new| temporary::place(new, &place, replace)),
                None => fs::remove_file(&place),
            };
            done.map_err(|error| (place, error))?;
            moved += 1;
        }
        Ok(())
    };
    match make() {
        // From here on, the folder keeps its new files.
        Ok(()) => fs::remove_file(staged.join(JOURNAL)).map_err(in_place),
        Err(error) => {
            // A file of another program can have the same stamp as one that was not moved.
            journal.changes.truncate(moved);
            journal.folders = journal.folders.into_iter().take(created).collect();
            if take_back(staged, target, &journal) {
                let _ = fs::remove_file(staged.join(JOURNAL));
            }
            Err(error)
        }
    }
}

/// Keeps the files that are replaced or removed, as links or copies.
fn keep_old(staged: &Path, target: &Path, journal: &Journal) -> Result<(), (PathBuf, io::Error)> {
    fs::create_dir(staged.join(OLD)).map_err(|error| (target.to_path_buf(), error))?;
    for (number, change) in journal.changes.iter().enumerate() {
        let place = target.join(&change.path);
        if Stamp::of(&place).is_some() {
            let kept = old(staged, number);
            let linked =
                fs::hard_link(&place, &kept).or_else(|_| fs::copy(&place, &kept).map(drop));
            linked.map_err(|error| (place, error))?;
        }
    }
    Ok(())
}

/// The place of an old file.
fn old(staged: &Path, number: usize) -> PathBuf {
    staged.join(OLD).join(number.to_string())
}

/// Whether a change did not end and was not taken back.
pub(super) fn is_open(staged: &Path) -> bool {
    staged.join(JOURNAL).exists()
}

/// Takes back a change that did not end. Returns whether nothing is left to take back.
///
/// A journal may come from a stranger's archive: only files that are those of the journal are touched, and none outside
/// the folder.
pub(super) fn undo(staged: &Path) -> bool {
    let Ok(text) = fs::read(staged.join(JOURNAL)) else {
        return true;
    };
    // If the journal is incomplete, no file was moved.
    let (Ok(journal), Some(target)) = (serde_json::from_slice::<Journal>(&text), staged.parent())
    else {
        return true;
    };
    take_back(staged, target, &journal)
}

/// Takes back the changes of a journal. Returns whether nothing is left to take back.
fn take_back(staged: &Path, target: &Path, journal: &Journal) -> bool {
    let mut done = true;
    for (number, change) in journal.changes.iter().enumerate() {
        let place = target.join(&change.path);
        let now = Stamp::of(&place);
        if now.is_some() && now != change.new || !place.parent().is_some_and(Path::exists) {
            continue;
        }
        if !is_inside(target, &change.path) {
            done = false;
            continue;
        }
        let kept = old(staged, number);
        if Stamp::of(&kept).is_some() {
            done &= fs::rename(kept, place).is_ok();
        } else if now.is_some() {
            done &= fs::remove_file(place).is_ok();
        }
    }
    for folder in journal
        .folders
        .iter()
        .rev()
        .filter(|folder| is_inside(target, folder))
    {
        // It stays if another program put something there.
        let _ = fs::remove_dir(target.join(folder));
    }
    done
}

/// Whether a relative path leads to a place in `target`, without links.
fn is_inside(target: &Path, path: &Path) -> bool {
    let plain = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let parent = path.parent().unwrap_or(Path::new(""));
    let real = fs::canonicalize(target).map(|target| target.join(parent));
    plain && matches!((fs::canonicalize(target.join(parent)), real), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with old files and a temporary folder with new ones.
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let target = tempfile::tempdir().unwrap();
        let staged = target.path().join(".skep-abc123");
        fs::create_dir_all(staged.join(NEW).join("sub/deep")).unwrap();
        for name in ["replaced", "removed", "other"] {
            fs::write(target.path().join(name), format!("old {name}")).unwrap();
        }
        for name in ["replaced", "added", "sub/deep/added"] {
            fs::write(staged.join(NEW).join(name), "new").unwrap();
        }
        (target, staged)
    }

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    fn files(target: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(target)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = entries
            .filter(|path| !path.ends_with(".skep-abc123"))
            .map(|path| {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, fs::read_to_string(&path).unwrap_or_default())
            })
            .collect();
        files.sort();
        files
    }

    #[test]
    fn a_change_that_fails_is_taken_back() {
        let (target, staged) = folder();
        let before = files(target.path());
        let added = paths(&["replaced", "added", "sub/deep/added", "missing"]);
        let error = apply(&staged, target.path(), &added, &paths(&["removed"]), true).unwrap_err();
        assert!(error.0.ends_with("missing"), "{error:?}");
        assert_eq!(files(target.path()), before);
        assert!(!is_open(&staged));
    }

    #[test]
    fn a_file_that_appeared_is_not_replaced() {
        let (target, staged) = folder();
        let before = files(target.path());
        let added = paths(&["added", "sub/deep/added", "replaced"]);
        let error = apply(&staged, target.path(), &added, &[], false).unwrap_err();
        assert!(error.0.ends_with("replaced"), "{error:?}");
        assert_eq!(error.1.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(files(target.path()), before);
        assert!(!is_open(&staged));
    }

    #[test]
    fn a_change_that_ended_stays() {
        let (target, staged) = folder();
        let added = paths(&["replaced", "added", "sub/deep/added"]);
        apply(
            &staged,
            target.path(),
            &added,
            &paths(&["removed", "replaced"]),
            true,
        )
        .unwrap();
        assert!(undo(&staged));
        let names: Vec<String> = files(target.path())
            .into_iter()
            .map(|file| file.0)
            .collect();
        assert_eq!(names, ["added", "other", "replaced", "sub"]);
        let replaced = fs::read_to_string(target.path().join("replaced")).unwrap();
        assert_eq!(replaced, "new");
    }

    #[cfg(unix)]
    #[test]
    fn the_journal_of_a_stranger_touches_no_other_file() {
        let (target, staged) = folder();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("x"), "outside").unwrap();
        std::os::unix::fs::symlink(outside.path(), target.path().join("link")).unwrap();
        let beside = format!(
            "../{}/x",
            outside.path().file_name().unwrap().to_str().unwrap()
        );
        let whole = outside.path().join("x");
        // The journal knows the files outside, but not the file in the folder.
        let change = |path: &str, new| Change {
            path: path.into(),
            new,
        };
        let changes = vec![
            change(&beside, Stamp::of(&whole)),
            change(whole.to_str().unwrap(), Stamp::of(&whole)),
            change("link/x", Stamp::of(&whole)),
            change("link/y", None),
            change("other", Stamp::of(&whole)),
        ];
        let folders = paths(&["..", "link"]).into_iter().collect();
        let journal = serde_json::to_vec(&Journal { changes, folders }).unwrap();
        fs::write(staged.join(JOURNAL), journal).unwrap();
        fs::create_dir(staged.join(OLD)).unwrap();
        for number in 0..5 {
            fs::write(old(&staged, number), "hostile").unwrap();
        }
        let before = files(target.path());
        undo(&staged);
        assert_eq!(files(target.path()), before);
        assert_eq!(
            files(outside.path()),
            [("x".to_owned(), "outside".to_owned())]
        );
    }
}
