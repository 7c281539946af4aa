//! One game of an input.

use std::ops::ControlFlow;

use anyhow::{anyhow, bail};

use super::{Inputs, Job, Paths, PlacedPath, STDIN, Scan, Selection};
use crate::emit::Unit;
use crate::output::{self, NoMatch};
use skep_records::diag::Severity;
use skep_records::notation::JudgeOptions;
use skep_records::record::Format;
use skep_records::{Game, Record, Verdict};

/// The first turns of a game, or all.
///
/// # Errors
/// The game has fewer turns.
pub fn first_plies(mut game: Game, plies: Option<u32>) -> anyhow::Result<Game> {
    if let Some(n) = plies {
        if n > game.plies() {
            bail!("the game has no ply {n}; it has {}", game.plies());
        }
        game.truncate(n);
    }
    Ok(game)
}

/// Further games that are counted. Large collections would take too long.
const MOST: u64 = 10_000;

/// What to type for another game than the first.
pub const ANOTHER: &str = "--game N";

/// The games of an input of which one is used.
#[derive(Default)]
struct Others {
    /// The games that match, with the one that is used.
    games: u64,
    /// The games after the part of the input with the first.
    seen: u64,
    /// Whether there may be more.
    more: bool,
}

impl Others {
    /// Says which game of several is used, and what to type for `another`.
    fn tell(&self, number: u64, name: &str, is_chosen: bool, another: &str) {
        let Others { games, more, .. } = self;
        let name = if name == STDIN {
            "standard input"
        } else {
            name
        };
        if *games == 1 && !more {
            return;
        }
        let of = if *more { "more than " } else { "" };
        let match_it = if is_chosen { " that match" } else { "" };
        output::note(format_args!(
            "{name}: this is game {number}, the first of {of}{games}{match_it}; for another, use {another}"
        ));
    }
}

/// Reads and judges one game of an input: the one with the number of `--game`, or the first that matches. A note says
/// which, if there are several, and what to type for `another`.
///
/// # Errors
/// There is no such game, or the `--where` expression is invalid.
pub fn read(
    argument: &PlacedPath,
    from: Option<Format>,
    selection: &Selection,
    rules: JudgeOptions,
    another: &str,
) -> anyhow::Result<(Record, Verdict)> {
    let inputs = Inputs {
        paths: Paths::from_iter([argument.clone()]),
        ..Inputs::new(Vec::new(), from, 1)
    };
    let scan = Scan::by_rules(&inputs, selection, rules)?;
    read_in(&scan, selection, &argument.path.to_string_lossy(), another)
}

/// Reads and judges the first game of a scan with this selection. `name` is the input in messages, and `another` what
/// to type for another game.
///
/// # Errors
/// There is no such game.
pub fn read_in(
    scan: &Scan<'_>,
    selection: &Selection,
    name: &str,
    another: &str,
) -> anyhow::Result<(Record, Verdict)> {
    let several = selection
        .numbers()
        .filter(|numbers| numbers.single().is_none());
    if let Some(numbers) = several {
        bail!("--game {numbers}: this command reads one game");
    }
    let (mut found, mut wrong, mut others) = (None, None, Others::default());
    let job = Job::new(
        || (),
        |reader, (), unit: &mut Unit<(Option<_>, Option<_>, u64)>, _| {
            unit.counts.2 += 1;
            if unit.counts.0.is_none() {
                reader.judge();
                let record = std::mem::take(&mut reader.record);
                let verdict = std::mem::take(&mut reader.verdict);
                unit.counts.0 = Some((record, verdict, unit.seen));
            }
        },
    );
    let job = job.fault(|(), unit, fault| {
        let message = || anyhow!("{}: {}", fault.source, fault.diagnostic.message);
        unit.counts.1.get_or_insert_with(message);
    });
    let scanned = scan.second_pass().quiet(true).run_until(job, |_, unit| {
        let (first, fault, games) = unit.counts;
        if found.is_some() {
            others.seen += unit.seen;
        }
        others.games += games;
        let before = unit.before;
        found =
            (found.take()).or(first.map(|(record, verdict, at)| (record, verdict, before + at)));
        wrong = wrong.take().or(fault);
        let enough = found.is_some() && (!selection.is_whole() || others.seen > MOST);
        Ok(if enough {
            others.more = true;
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    });
    match (found, wrong) {
        (Some((record, verdict, number)), _) => {
            if selection.is_whole() && !scan.names_places() {
                others.tell(number, name, !selection.text().is_empty(), another);
            }
            Ok((record, verdict))
        }
        (None, Some(fault)) => Err(fault),
        (None, None) => {
            scanned?;
            let games = match (selection.numbers(), &*selection.text()) {
                (_, "") => "no games found".to_owned(),
                (None, _) => "no game matches".to_owned(),
                (Some(number), _) => format!("game {number} does not match"),
            };
            Err(NoMatch(format!("{name}: {games}")).into())
        }
    }
}

/// Fails if a game has an error within its first `plies` plies, or anywhere for `None`.
pub fn require_sound(verdict: &Verdict, plies: Option<u32>) -> anyhow::Result<()> {
    let enough = plies.is_some_and(|n| n <= verdict.plies());
    if enough || verdict.status.is_sound() {
        return Ok(());
    }
    bail!("the game is invalid{}", fault(verdict));
}

/// The error of a game, as the end of a sentence.
pub fn fault(verdict: &Verdict) -> String {
    let error = verdict
        .diagnostics
        .iter()
        .find(|d| d.severity == Severity::Error);
    let message = error.map_or(verdict.status.as_str(), |d| &d.message);
    match error.and_then(|d| d.ply) {
        Some(ply) => format!(" on ply {ply}: {message}"),
        None => format!(": {message}"),
    }
}
