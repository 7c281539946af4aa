//! `skep convert --tree`: games joined into one record with variations.

use std::borrow::Cow;
use std::collections::BTreeSet;

use anyhow::{anyhow, ensure};

use super::Convert;
use crate::emit::Unit;
use crate::emit::check_report::Reportable;
use crate::emit::games::{GameOutlet, WrittenGames, extension};
use crate::output::progress::ScanBar;
use crate::output::{self, Exit};
use crate::scan::{Job, Scan};
use crate::text;
use crate::text::standing::score;
use skep_analysis::{Facts, Unwritten};
use skep_collection::ByteBudget;
use skep_records::game::{GameTrees, Joined};
use skep_records::notation::write::{MAX_GAME_BYTES, WriteError, write_trees};
use skep_records::record::Termination;
use skep_records::{Format, Judge, Record, Status, Verdict};
use skep_rules::game::Side;

/// The games to join, and the number of those without moves.
#[derive(Default)]
struct TreeGames {
    games: Vec<(Record, Verdict)>,
    empty: u64,
}

/// The bytes of all trees: those of eight of the longest games.
const TREES: usize = 8 * MAX_GAME_BYTES;

impl Convert {
    /// Writes a record with variations for each variant.
    pub(super) fn tree(&self, to: Format) -> anyhow::Result<Exit> {
        let path = self.output.as_deref();
        ensure!(
            !path.is_some_and(output::is_folder),
            "--tree writes one file; choose its name with -o, such as tree.{}",
            extension(to)
        );
        let scan = Scan::new(&self.games)?;
        let mut read = self.games.inputs.inputs();
        read.extend(self.games.selection.alias_input());
        let mut outlet = GameOutlet::open(Some(to), read, &self.target())?;

        let mut trees = GameTrees::default();
        let (mut empty, mut apart) = (0, 0);
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<TreeGames>, game| {
                reader.judge();
                let status = reader.verdict.status;
                if status == Status::Empty {
                    unit.counts.empty += 1;
                } else if status.is_sound() {
                    self.edits.apply(&mut reader.record, &mut reader.verdict);
                    unit.games.counts.renamed.add(reader);
                    (unit.counts.games).push((reader.record.clone(), reader.verdict.clone()));
                } else {
                    let subject = Reportable::of_reader(game, reader);
                    (unit.games).refuse(&Unwritten::Invalid, scan.human(), &subject);
                }
            },
        );
        let scanned = scan.run_with(job, |bar, unit| {
            outlet.put(bar, &unit.games)?;
            empty += unit.counts.empty;
            for (record, verdict) in unit.counts.games {
                let label = label(&Facts::new(&record, &verdict));
                apart += u64::from(!trees.add(&record, &verdict, &label));
                ensure!(
                    trees.largest() <= MAX_GAME_BYTES && trees.bytes() <= TREES,
                    "the tree would have more than {} of turns and comments; choose fewer games with --where or --first",
                    ByteBudget::new(MAX_GAME_BYTES)
                );
            }
            Ok(())
        })?;

        let mut judge = Judge::new(self.games.rules.options());
        let joined = trees.joined().iter();
        let joined: Vec<&dyn Joined> = joined
            .map(|tree| &**tree as &dyn Joined)
            .filter(|tree| tree.games() > 0)
            .collect();
        let mut records = Vec::new();
        for tree in &joined {
            let mut record = tree
                .record()
                .map_err(|limit| anyhow!("{limit}; choose fewer games with --where or --first"))?;
            // Its stated result is that of the board, if the board decides the game.
            (self.state.writer(Some(to))).set_state(&mut record, &Verdict::default(), to);
            records.push(record);
        }
        let mut text = String::new();
        let losses =
            write_trees(to, &records, &mut judge, &mut text).map_err(|error| match error {
                WriteError::Illegal(_) | WriteError::TooLong { .. } => {
                    anyhow!("{error}; choose fewer games with --where")
                }
                _ => error.into(),
            })?;
        let games: u64 = joined.iter().map(|tree| tree.games()).sum();
        if games > 0 {
            outlet.put(
                &ScanBar::hidden(),
                &WrittenGames::of_text(text, games, losses),
            )?;
        }
        let closed = outlet.close()?;
        tell(&joined);
        closed.tell_losses("");
        closed.counts.renamed.tell();
        if empty > 0 {
            let games = text::counted(empty, "game", "games");
            output::note(format_args!("skipped {games} without moves"));
        }
        let mut said = Vec::new();
        if closed.is_named && games > 0 && !output::is_quiet() {
            let trees = text::counted(joined.len() as u64, "tree", "trees");
            said.push(format!("{} in {trees}", closed.number()));
        }
        said.extend(closed.skipped());
        if apart > 0 {
            let games = text::counted(apart, "game that", "games that");
            said.push(format!(
                "{games} cannot be joined left out: a set-up position, or turns that current rules do not have"
            ));
        }
        if !said.is_empty() {
            output::tell(said.join(", "));
        }
        let incomplete = games == 0 || apart > 0 || self.strict && !losses.is_empty();
        Ok(scanned.exit(incomplete).and(closed.exit()))
    }
}

/// Reports what the trees do not have.
fn tell(trees: &[&dyn Joined]) {
    // The comment where a game ends has these.
    let is_in_label = |name: &str| {
        let mut own = ["White", "Black", "Date"].into_iter();
        own.any(|own| name.eq_ignore_ascii_case(own))
    };
    for is_one_game in [true, false] {
        let trees = trees
            .iter()
            .filter(|tree| tree.is_one_game() == is_one_game);
        let names: BTreeSet<Cow<'_, str>> = trees
            .flat_map(|tree| tree.differing())
            .filter(|name| is_one_game || !is_in_label(name))
            .map(|name| text::clean(name))
            .collect();
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        let names = text::list(&names);
        if names.is_empty() {
            continue;
        }
        if is_one_game {
            output::note(format_args!(
                "the records differ in {names}; kept the first value"
            ));
        } else {
            output::note(format_args!(
                "left out tags that differ between games: {names}"
            ));
        }
    }
    let games: u64 = trees.iter().map(|tree| tree.with_other_notes()).sum();
    if games > 0 {
        let games = text::counted(games, "game", "games");
        output::note(format_args!(
            "left out clocks, draw offers and other notes of {games}; a tree keeps comments"
        ));
    }
    let lost: u64 = trees.iter().map(|tree| tree.lost_variations()).sum();
    if lost > 0 {
        let lost = text::counted(lost, "variation", "variations");
        output::note(format_args!(
            "left out illegal turns of {lost}, or turns that current rules do not have"
        ));
    }
}

/// What the end of a game says: its players, date and result.
fn label(facts: &Facts<'_>) -> String {
    let player = |side| facts.player(side).unwrap_or("?");
    let mut label = format!("{} – {}", player(Side::White), player(Side::Black));
    if let Some(date) = facts.date() {
        label.push_str(&format!(", {date}"));
    }
    let result = facts.result().and_then(score).unwrap_or("*");
    label.push_str(&format!(", {result}"));
    if let Some(termination) = facts.termination().filter(|end| *end != Termination::Board) {
        label.push_str(&format!(" ({})", termination.as_str()));
    }
    label
}
