//! `skep diff`: where two records of one game differ.

mod comparison;
mod folders;
mod reading;

use std::ffi::OsString;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use clap::Args;

use self::comparison::Comparison;
use self::reading::RecordToCompare;
use crate::cli::args::AnswerArgs;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::INPUT;
use crate::emit::rows::ReportFormat;
use crate::emit::{Outlet, Unit};
use crate::output::Exit;
use crate::scan::{Inputs, Job, RuleArguments, STDIN, Scan, Selection};
use crate::text;

/// Compare two games or collections
///
/// Compares moves by their effect, across notations. Spelling differences and the numbers of equal bugs are ignored. If
/// one board is shifted, rotated or mirrored, skep says so. The games diverge at the first ply where no rotation or
/// reflection makes all moves agree. Games of different variants are compared without rotation. In an invalid game, the
/// turns before the first error are compared.
///
/// Folders, archives and files with several games are compared game by game, unless --game, --game-b or --where
/// chooses a game. Two files are compared with each other. In folders and archives, files are paired by name,
/// then by content. The games of a pair are paired by text, by moves, and by players and date; others in their
/// order, unless their players or first turns differ. Games that are left are paired by text, then by moves, then by
/// players and date, whatever their files.
///
/// --format json prints one object. jsonl prints the same object for two games. For collections, jsonl prints a line
/// for each pair that differs, each game in only A or B, and each renamed file; the key "what" names the kind.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Diff {
    /// A GameString, a file or a folder; - is standard input
    #[arg(value_name = "A")]
    a: OsString,

    /// The other record [default: a pipe or a redirected file]
    #[arg(value_name = "B", default_value = STDIN, hide_default_value = true)]
    b: OsString,

    #[command(flatten)]
    selection: Selection,

    /// Use game N of B, also if --game names another game of A
    #[arg(long, value_name = "N", value_parser = crate::cli::args::whole_number, help_heading = INPUT)]
    game_b: Option<u64>,

    /// Compare only the moves
    #[arg(long)]
    moves_only: bool,

    /// List every move that is only spelled differently (json always does)
    #[arg(long)]
    spelling: bool,

    #[command(flatten)]
    answer: AnswerArgs,

    #[command(flatten)]
    rules: RuleArguments,
}

const EXAMPLES: &str = "\
Examples:
  skep diff game.sgf game.pgn
  skep diff before/ after/
  skep diff before.pgn after.pgn
  skep diff --moves-only before.uhp after.uhp && echo same
  skep diff games.uhp games.uhp --game 1 --game-b 2
  skep diff --format json game.sgf game.pgn | jq .divergence.ply";

/// The number of games that a scan finds, up to two.
fn games(scan: &Scan<'_>) -> anyhow::Result<u32> {
    let mut games = 0;
    let job = Job::new(|| (), |_, (), unit: &mut Unit<u32>, _| unit.counts += 1);
    let scan = scan.second_pass().quiet(true).unread();
    scan.run_until(job, |_, unit| {
        games += unit.counts;
        Ok(if games > 1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    Ok(games.min(2))
}

impl Diff {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["compare", "cmp"],
        tips: &[
            "--stat --shortstat --numstat --summary: of folders and files with several games, the last line counts what differs",
            "--name-only --name-status: for the names of the files that differ, use --format jsonl and jq",
            "-WORD: skep diff compares two inputs, A and B, which can be folders; to find equal games among many files, use skep dedup or skep related",
            "--ignore --ignore-tags --no-tags --only-moves: --moves-only",
            "--brief -U --silent -s: --quiet",
            "--from --to -r --no-index --cached: name the two records or folders: skep diff A B",
            "-w -b --ignore-all-space --ignore-space-change: moves are compared by their effect, so their spelling does not matter",
            "--files-from: skep diff compares two inputs; for a list of pairs, use xargs -n 2",
        ],
        exit: [
            "the records have the same moves, result and tags, or the folders have the same games",
            "they differ",
            "a record could not be read",
        ],
        ..CommandInfo::new(CommandGroup::Check, 11)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        if self.a == STDIN && self.b == STDIN {
            anyhow::bail!("only one record can come from standard input");
        }
        let selects = !self.selection.is_whole()
            || !self.selection.text().is_empty()
            || self.game_b.is_some();
        let folders = [&self.a, &self.b].map(|path| Path::new(path).is_dir());
        if folders.contains(&true) && selects {
            anyhow::bail!("options that choose games do not apply to folders");
        }
        if folders.contains(&true) && (self.a == STDIN || self.b == STDIN) {
            anyhow::bail!("a folder cannot be compared with standard input");
        }
        let inputs = [&self.a, &self.b].map(|path| Inputs::new(vec![path.clone()], None, 0));
        let format = self.answer.format()?;
        let read = inputs.iter().flat_map(Inputs::inputs);
        let mut out = if self.answer.is_silent() {
            Outlet::nothing()
        } else {
            Outlet::answer(&self.answer.target, read)?
        };
        let [of_a, of_b] = [None, self.game_b].map(|n| self.selection.with_number(n));
        let scan = |inputs, selection| {
            Scan::by_rules(inputs, selection, self.rules.options())?.repeatable()
        };
        let scan_a = scan(&inputs[0], &of_a)?;
        let scan_b = scan(&inputs[1], &of_b)?;
        // Without a game on one side, reading it gives the reason.
        let is_collection = || -> anyhow::Result<bool> {
            let games = [games(&scan_a)?, games(&scan_b)?];
            Ok(games.contains(&2) && !games.contains(&0))
        };
        if folders.contains(&true) || !selects && is_collection()? {
            return folders::run(&self, &scan_a, &scan_b, format, out);
        }
        let a = RecordToCompare::read(&scan_a, &of_a, &self.a)?;
        let b = RecordToCompare::read(&scan_b, &of_b, &self.b)?;
        let comparison = Comparison::new(&a, &b, !self.moves_only);
        if format == ReportFormat::Text {
            let mut shown = Vec::new();
            comparison.write(self.spelling, &mut shown)?;
            let shown = text::clean_lines(&String::from_utf8_lossy(&shown));
            out.write_all(shown.as_bytes())?;
        } else {
            serde_json::to_writer(&mut out, &comparison)?;
            out.write_all(b"\n")?;
        }
        out.finish("")?;
        Ok(if comparison.differs() {
            Exit::Findings
        } else {
            Exit::Success
        })
    }
}
