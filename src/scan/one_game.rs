//! One game of an input.

use anyhow::{anyhow, bail};

use super::{Inputs, Job, Paths, PlacedPath, Scan, Selection};
use crate::emit::Unit;
use crate::output::NoMatch;
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

/// Reads and judges one game of an input: the one with the number of `--game`, or the first that matches.
///
/// # Errors
/// There is no such game, or the `--where` expression is invalid.
pub fn read(
    argument: &PlacedPath,
    from: Option<Format>,
    selection: &Selection,
    rules: JudgeOptions,
) -> anyhow::Result<(Record, Verdict)> {
    let inputs = Inputs {
        paths: Paths::from_iter([argument.clone()]),
        ..Inputs::new(Vec::new(), from, 1)
    };
    let scan = Scan::by_rules(&inputs, selection, rules)?;
    read_in(&scan, selection, &argument.path.to_string_lossy())
}

/// Reads and judges the first game of a scan with this selection. `name` is the input in messages.
///
/// # Errors
/// There is no such game.
pub fn read_in(
    scan: &Scan<'_>,
    selection: &Selection,
    name: &str,
) -> anyhow::Result<(Record, Verdict)> {
    let several = selection
        .numbers()
        .filter(|numbers| numbers.single().is_none());
    if let Some(numbers) = several {
        bail!("--game {numbers}: this command reads one game");
    }
    let (mut found, mut wrong) = (None, None);
    let job = Job::new(
        || (),
        |reader, (), unit: &mut Unit<(Option<_>, Option<_>)>, _| {
            reader.judge();
            let record = std::mem::take(&mut reader.record);
            unit.counts.0 = Some((record, std::mem::take(&mut reader.verdict)));
            unit.is_last = true;
        },
    );
    let job = job.fault(|(), unit, fault| {
        let message = || anyhow!("{}: {}", fault.source, fault.diagnostic.message);
        unit.counts.1.get_or_insert_with(message);
    });
    let scanned = scan.second_pass().quiet(true).run_with(job, |_, unit| {
        found = found.take().or(unit.counts.0);
        wrong = wrong.take().or(unit.counts.1);
        Ok(())
    });
    match (found, wrong) {
        (Some(game), _) => Ok(game),
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
