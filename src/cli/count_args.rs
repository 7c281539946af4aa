//! Arguments and steps shared by the commands that count games.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::{Arg, Args};
use serde::Serialize;

use crate::cli::args::one_of;
use crate::emit::Print;
use crate::emit::rows::ReportFormat;
use crate::output::{self, Exit};
use crate::scan::partial_count::{self, CountHead, CountKind, PartialCount};
use crate::scan::{CountedExit, GameQuery, Scan, alias_text};
#[cfg(feature = "full")]
use skep_analysis::filter::Filter;
use skep_analysis::players::Aliases;
use skep_collection::Input;
use skep_records::notation::JudgeOptions;

/// What to read, by which rules, and how to show the counts.
#[derive(Debug, Args)]
#[command(mut_arg("format", counted))]
pub struct CountArgs {
    #[command(flatten)]
    games: GameQuery,

    #[command(flatten)]
    pub print: Print,
}

/// The formats of counts: those of rows, and partial counts.
fn counted(arg: Arg) -> Arg {
    arg.value_parser(one_of(&ReportFormat::COUNTS)).long_help(
        "Choose the format of the rows [default: from the file name, or table]\n\njson is one document, and jsonl is one \
         object per line. excel is csv for spreadsheets. part is a partial count of this command, as in -o 2024.part: for several partial counts as \
         PATHs, the same command shows the count of all games.",
    )
}

/// The number of an option; empty if it is not given.
pub fn number(number: Option<u32>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// A checksum that tells files apart by content; empty without a file.
///
/// # Errors
/// The file cannot be read.
pub fn fingerprint(path: Option<&Path>) -> anyhow::Result<String> {
    let Some(path) = path else {
        return Ok(String::new());
    };
    let text = output::read_text(path).with_context(|| format!("cannot use {}", path.display()))?;
    Ok(checksum(&text))
}

fn checksum(text: &str) -> String {
    let hash = crc32fast::hash(text.as_bytes());
    format!("(a file with the checksum {hash:08x})")
}

impl CountArgs {
    /// Whether to write a partial count in place of a table.
    pub fn is_partial(&self) -> bool {
        self.print.is_partial()
    }

    /// Adds up partial counts, if the inputs are some, and shows the sum or writes it as a partial count. `names` is a
    /// file that `show` reads.
    ///
    /// # Errors
    /// Rule options are given, which do not apply to partial counts; a part cannot be read, or is from another command;
    /// an input is something else; or the output cannot be written.
    pub fn merge<T: partial_count::PartialTally>(
        &self,
        kind: CountKind,
        names: Option<&Path>,
        show: impl FnOnce(&CountHead, &T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<Exit>> {
        let mut paths = self.games.inputs.paths.iter();
        if !paths.any(|path| partial_count::is_one(Path::new(path))) {
            return Ok(None);
        }
        if self.games.rules.options() != JudgeOptions::default() {
            bail!(
                "rule options do not apply to partial counts: they were counted by their own rules"
            );
        }
        let parts: Vec<PathBuf> = self.games.inputs.paths.iter().map(PathBuf::from).collect();
        let [first, others @ ..] = &parts[..] else {
            return Ok(None);
        };
        if let Some([first, again]) = output::repeated(&parts) {
            bail!(
                "{} and {} are the same part; each part counts once",
                first.display(),
                again.display()
            );
        }
        let inputs = parts
            .iter()
            .map(|part| part.clone().into_os_string().into());
        let names = names.map(|names| Input::Path(names.to_owned()));
        self.print.check(inputs.chain(names).collect())?;
        let part = PartialCount::open(first).with_context(|| first.display().to_string())?;
        if part.head.kind != kind {
            let other = part.head.kind;
            bail!(
                "{} is a partial count of {other}; use {other}",
                first.display()
            );
        }
        let (head, sum) = partial_count::merge::<T>(part, others).map_err(|(path, error)| {
            anyhow::Error::new(error).context(path.display().to_string())
        })?;
        head.seen.tell();
        if self.is_partial() {
            head.write(&self.print, &sum)?;
        } else if let Some(exit) = head.seen.unwritten(&self.print) {
            return Ok(Some(exit));
        } else {
            show(&head, &sum)?;
        }
        Ok(Some(head.seen.exit()))
    }

    /// The index that is the only input, and the filter, if the index can answer in place of its games.
    ///
    /// # Errors
    /// The `--where` expression is invalid.
    #[cfg(feature = "full")]
    pub fn index(&self) -> anyhow::Result<Option<(skep_index::Index, Option<Filter>)>> {
        if self.is_partial() {
            Ok(None)
        } else {
            self.games.index()
        }
    }

    /// Writes a partial count, with the options that it depends on.
    ///
    /// # Errors
    /// A file named by an option cannot be read, or the output cannot be written.
    pub fn part<T: Serialize>(
        &self,
        kind: CountKind,
        options: &[(&str, String)],
        seen: CountedExit,
        tally: &T,
    ) -> anyhow::Result<()> {
        let mut all = self.games.selection.words();
        let aliases = self.games.selection.alias_file().map(alias_text);
        let aliases = aliases.transpose()?.as_deref().map(checksum);
        all.push(("--aliases".to_owned(), aliases.unwrap_or_default()));
        let rules = self.games.rules.words().into_iter();
        all.extend(rules.map(|(name, value)| (name, value.to_owned())));
        let options = options.iter();
        all.extend(options.map(|(name, value)| ((*name).to_owned(), value.clone())));
        let head = CountHead {
            kind,
            options: all,
            seen,
        };
        head.write(&self.print, tally)
    }

    /// Whether `--player` chooses the games.
    pub fn has_player(&self) -> bool {
        self.games.selection.player().is_some()
    }

    /// The player of `--player`, whose games the command counts in its own way.
    pub fn take_player(&mut self) -> Option<String> {
        self.games.selection.take_player()
    }

    /// What is counted, for the title of a page: the names of the inputs, and the filter.
    pub fn about(&self) -> [String; 2] {
        [self.games.inputs.in_words(), self.games.selection.text()]
    }

    /// The names of players.
    ///
    /// # Errors
    /// Those of [`Selection::aliases`](crate::scan::Selection::aliases).
    pub fn aliases(&self) -> anyhow::Result<Arc<Aliases>> {
        self.games.selection.aliases()
    }

    /// A scan of the games to count. Shows only unreadable paths and counts all other faults. `files` are further files
    /// that the command reads.
    ///
    /// # Errors
    /// The `--where` expression is invalid, a path is missing and the output is a file, or the output cannot be
    /// written.
    pub fn scan(&self, files: impl IntoIterator<Item = Input>) -> anyhow::Result<Scan<'_>> {
        let mut inputs = self.games.inputs.inputs();
        inputs.extend(self.games.selection.alias_input());
        inputs.extend(files);
        self.print.check(inputs)?;
        Ok(Scan::new(&self.games)?.show_unreadable())
    }
}
