use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};

use crate::cli::output::Output;
use crate::collection::Source;
use crate::record::Format;

/// Where converted games go.
pub enum Destination {
    /// All to one place.
    One(Output),
    /// A file in the folder for each input file.
    PerFile {
        folder: PathBuf,
        extension: &'static str,
        /// The input file and the output that belongs to it.
        open: Option<(Arc<str>, Output)>,
        /// Names given, in lower case: some file systems do not tell the cases apart.
        taken: HashSet<String>,
    },
    /// A file in the folder for each game.
    PerGame {
        folder: PathBuf,
        extension: &'static str,
        games: u64,
    },
}

impl Destination {
    /// The destination that the arguments name.
    ///
    /// # Errors
    /// The file or the folder cannot be made.
    pub fn new(output: Option<&Path>, split: bool, target: Format) -> anyhow::Result<Destination> {
        let Some(path) = output.filter(|p| *p != "-") else {
            if split {
                bail!("--split writes into a folder: name one with --output");
            }
            return Ok(Destination::One(Output::stdout()));
        };
        let ends_in_slash = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        if !split && !ends_in_slash && !path.is_dir() {
            return Ok(Destination::One(Output::file(path)?));
        }
        fs::create_dir_all(path)
            .with_context(|| format!("cannot make the folder {}", path.display()))?;
        let (folder, extension) = (path.to_path_buf(), extension(target));
        Ok(if split {
            Destination::PerGame {
                folder,
                extension,
                games: 0,
            }
        } else {
            Destination::PerFile {
                folder,
                extension,
                open: None,
                taken: HashSet::new(),
            }
        })
    }

    /// Writes the next game, which comes from `source`.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn write(&mut self, source: &Source, game: &[u8]) -> anyhow::Result<()> {
        match self {
            Destination::One(out) => out.write_all(game)?,
            Destination::PerFile {
                folder,
                extension,
                open,
                taken,
            } => {
                let same = open.as_ref().is_some_and(|(path, _)| *path == source.path);
                if !same {
                    let stem = stem(&source.path);
                    let mut name = format!("{stem}.{extension}");
                    let mut n = 1;
                    while !taken.insert(name.to_lowercase()) {
                        n += 1;
                        name = format!("{stem}-{n}.{extension}");
                    }
                    let next = Output::file(&folder.join(name))?;
                    if let Some((_, done)) = open.replace((Arc::clone(&source.path), next)) {
                        done.finish()?;
                    }
                }
                if let Some((_, out)) = open {
                    out.write_all(game)?;
                }
            }
            Destination::PerGame {
                folder,
                extension,
                games,
            } => {
                *games += 1;
                let stem = stem(source.entry.as_deref().unwrap_or(&source.path));
                let mut out = Output::file(&folder.join(format!("{games:06}-{stem}.{extension}")))?;
                out.write_all(game)?;
                out.finish()?;
            }
        }
        Ok(())
    }

    /// Puts the last file in its place.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn finish(self) -> anyhow::Result<()> {
        match self {
            Destination::One(out)
            | Destination::PerFile {
                open: Some((_, out)),
                ..
            } => out.finish()?,
            Destination::PerFile { .. } | Destination::PerGame { .. } => {}
        }
        Ok(())
    }
}

/// The extension of files in a notation.
const fn extension(target: Format) -> &'static str {
    match target {
        Format::Boardspace => "sgf",
        other => other.as_str(),
    }
}

/// Extensions that say how a file is packed or written, and nothing of what is in it.
const KNOWN: [&str; 13] = [
    "zip", "gz", "tgz", "zst", "tzst", "tar", "sgf", "pgn", "uhp", "jsonl", "txt", "hxt", "json",
];

/// The longest stem, in bytes: names of 255 bytes are what file systems have room for.
const LONGEST: usize = 120;

/// The name of a file or entry without folders and known extensions, safe as a file name anywhere.
fn stem(path: &str) -> String {
    let mut name = path.rsplit(['/', '\\', '!']).next().unwrap_or(path);
    while let Some((rest, extension)) = name.rsplit_once('.') {
        if rest.is_empty() || !KNOWN.iter().any(|k| k.eq_ignore_ascii_case(extension)) {
            break;
        }
        name = rest;
    }
    let mut stem = String::new();
    for c in name.chars() {
        if stem.len() + c.len_utf8() > LONGEST {
            break;
        }
        stem.push(if c.is_alphanumeric() || "-_.+".contains(c) {
            c
        } else {
            '_'
        });
    }
    // No hidden files, no name that ends in a dot.
    let stem = stem.trim_matches('.');
    match stem {
        "" | "-" => "games".to_owned(),
        _ => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_safe() {
        for (path, expected) in [
            ("a/b/HV-x-y-2024-04-02-1857.sgf", "HV-x-y-2024-04-02-1857"),
            ("T!HV-a-b.SGF", "HV-a-b"),
            ("games.tar.gz", "games"),
            ("-", "games"),
            ("../..", "games"),
            ("...sgf", "games"),
            ("c:\\x\\con?.uhp", "con_"),
            ("a\u{0}b\n<>.pgn", "a_b___"),
            ("v1.2.zip", "v1.2"),
            ("Zoë.sgf", "Zoë"),
        ] {
            assert_eq!(stem(path), expected, "{path}");
        }
        assert!(stem(&"é".repeat(300)).len() <= LONGEST);
    }
}
