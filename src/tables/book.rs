//! A tree of openings as a file for boards and for programs that play.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{anyhow, ensure};

use super::opening_book;
use crate::{output, text};
use skep_analysis::openings::{ListedPart, OpeningNames, TreeStart, Trees, book, book_turns};
use skep_records::notation::write::write_trees;
use skep_records::{Format, Judge};

/// The kinds of files, by the end of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Book {
    /// One game with variations for each tree.
    Games(Format),
    /// A line for each turn of a position.
    Hop,
    /// A page to print.
    Page,
}

/// The names of the columns of a book for programs.
pub const HOP_COLUMNS: [&str; 5] = ["hop", "move", "played", "score", "line"];

/// Says that the book does not have all trees.
fn tell_left_out(trees: u64) {
    if trees > 0 {
        let left_out = text::counted(trees, "tree", "trees");
        output::note(format_args!(
            "left out {left_out} that the book cannot hold"
        ));
    }
}

impl Book {
    /// The book that a file name asks for.
    pub fn of(path: Option<&Path>) -> Option<Book> {
        let name = path?.file_name()?.to_string_lossy().to_lowercase();
        let name = name.trim_end_matches(".gz").trim_end_matches(".zst");
        let kinds = [
            (".pgn", Book::Games(Format::Pgn)),
            (".sgf", Book::Games(Format::Boardspace)),
            (".hop.tsv", Book::Hop),
            (".html", Book::Page),
            (".htm", Book::Page),
        ];
        let mut kinds = kinds.into_iter();
        kinds
            .find(|(end, _)| name.ends_with(end))
            .map(|(_, kind)| kind)
    }

    /// Whether a file name asks for a book.
    pub fn is_named(path: &Path) -> bool {
        Book::of(Some(path)).is_some()
    }

    /// The text of the book. A page names the inputs and the filter that it is `about`.
    ///
    /// # Errors
    /// A tree has too many variations for a game, or no tree can be written.
    pub fn text(
        self,
        trees: &Trees,
        starts: &[TreeStart],
        shown: ListedPart,
        names: &OpeningNames,
        about: &[String; 2],
    ) -> anyhow::Result<String> {
        let mut out = String::new();
        if self == Book::Page {
            return opening_book(trees, starts, shown, names, about);
        }
        let Book::Games(format) = self else {
            let _ = writeln!(out, "{}", HOP_COLUMNS.join("\t"));
            let (turns, left_out) = book_turns(trees, starts, shown);
            ensure!(
                !turns.is_empty(),
                "a book for programs needs games of plain Hive"
            );
            tell_left_out(left_out);
            for turn in turns {
                let score = turn
                    .score
                    .map(|score| format!("{score:.6}"))
                    .unwrap_or_default();
                let line = turn.line.join(";");
                let _ = writeln!(
                    out,
                    "{}\t{}\t{}\t{score}\t{line}",
                    turn.hop, turn.turn, turn.played
                );
            }
            return Ok(out);
        };
        let (records, left_out) = book(trees, starts, shown, names)
            .map_err(|limit| anyhow!("{limit}; raise --min-games or lower --depth"))?;
        ensure!(
            !records.is_empty(),
            "a book with variations needs games of Hive from the first turn, without hands of Swarm"
        );
        tell_left_out(left_out);
        // What a notation cannot hold of openings is the same for every book.
        write_trees(format, &records, &mut Judge::default(), &mut out)?;
        Ok(out)
    }
}
