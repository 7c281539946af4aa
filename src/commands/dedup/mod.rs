//! `skep dedup`: each game once.

mod copies;

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use self::copies::{DuplicateCandidate, DuplicateGames, Reason};
use crate::cli::args::{Against, against, one_of};
use crate::cli::exit::WRITTEN;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::emit::games::{GameOutlet, LeftOutGames, Writing, WrittenGames, require_state};
use crate::emit::rows::{CellValue, Head, ReportFormat, RowArgs, Table};
use crate::emit::{Outlet, Unit};
use crate::output::progress::ScanBar;
use crate::output::{self, Exit, FileTarget};
use crate::scan::duplicates::GameKeys;
use crate::scan::{GameQuery, Job, Scan};
use crate::text;
use skep_analysis::{GameReader, GameWriter, Sameness};
use skep_records::{GameText, Source};
use skep_rules::closed_list;

/// Remove duplicate games
///
/// Two records are duplicates if they have the same players and the same position after each ply. The notation and the
/// numbers of equal bugs do not matter. With the key players+moves, records that contradict each other are two games:
/// their results differ, or their dates are more than a day apart. A missing result or date fits any. Empty and invalid
/// games never count as duplicates. Games are written in input order. At the end a summary counts games and duplicates;
/// --report lists each duplicate. See skep help same.
///
/// Memory holds about 200 bytes per game. The input is read twice, or once with --keep first and a key of moves, and
/// once more with --beginnings.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("against", |arg| against(arg, "Also remove the games that are in PATH, such as an existing collection")))]
pub struct Dedup {
    #[command(flatten)]
    games: GameQuery,

    /// Choose what makes two games duplicates
    ///
    /// moves: the same moves. players+moves: the same players, too. canonical: the same moves, also if the board is
    /// rotated or mirrored.
    #[arg(long, value_name = "KEY", default_value = "players+moves", value_parser = one_of(&Sameness::ALL))]
    key: Sameness,

    /// Choose which duplicate to keep
    ///
    /// most-tags: the game with the most tags, or the first of them. first: the first game. With the key players+moves,
    /// a game with a result and a date comes before one without.
    #[arg(long, value_name = "WHICH", default_value = "most-tags", value_parser = one_of(&Keep::ALL))]
    keep: Keep,

    /// Also remove games that are the beginning of a longer game
    ///
    /// A game is often saved again after more moves. Beginnings with fewer plies than PLIES (default: 10) stay.
    #[arg(long, value_name = "PLIES", num_args = 0..=1, require_equals = true, default_missing_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    beginnings: Option<u32>,

    #[command(flatten)]
    against: Against,

    /// Write a table of the removed games to FILE
    ///
    /// --format or the extension sets the format: .csv, .tsv, .json, .jsonl, .md, .parquet, or .txt for a table.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Write the removed games to FILE; the extension sets the notation
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, hide_short_help = true)]
    rest: Option<PathBuf>,

    /// Choose the format of the rows of --report
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&ReportFormat::ROWS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<ReportFormat>,

    #[command(flatten)]
    writing: Writing,
}

const EXAMPLES: &str = "\
Examples:
  skep dedup games/ more.zip > all.sgf
  skep dedup --beginnings --keep most-tags games/ -o all.sgf
  skep dedup new.zip --against all.sgf -o only-new.sgf
  skep dedup --report duplicates.csv games/ -o all.sgf
  skep dedup --key canonical games/ -o all.uhp --rest removed.uhp";

closed_list! {
    /// Which duplicate to keep.
    enum Keep: "choice" {
        MostTags = "most-tags",
        First = "first",
    }
}

impl Keep {
    /// The worth of a game.
    fn worth(self, reader: &GameReader) -> usize {
        let tags = reader.record.tags.iter();
        match self {
            Keep::First => 0,
            Keep::MostTags => tags.filter(|(_, value)| !value.is_empty()).count(),
        }
    }
}

/// A game as it is written if it is kept, and if it is removed and written in another way.
struct Both {
    kept: WrittenGames,
    rest: Option<WrittenGames>,
}

impl Both {
    fn new(
        (writer, rest): (GameWriter, Option<GameWriter>),
        scan: &Scan<'_>,
        reader: &mut GameReader,
        game: &GameText<'_>,
    ) -> Both {
        let rest = rest.filter(|rest| *rest != writer);
        Both {
            rest: rest.map(|rest| WrittenGames::one(&rest, scan.human(), reader, game)),
            kept: WrittenGames::one(&writer, scan.human(), reader, game),
        }
    }
}

impl Dedup {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["dedupe", "deduplicate", "uniq"],
        tips: &[
            "unique duplicates twins twin: dedup FILE",
            "-s --select: --key KEY",
            "--prefix: --beginnings",
            "--prefer --priority: of equal games, --keep first keeps the first: name the files in the order in which you prefer them",
            "--dupes-output --dupes --removed: --rest FILE",
            "-u --unique --uniq --duplicates: --report FILE",
            "--dry-run --simulate --list: inputs never change; to list what is removed, use --report removed.csv -o kept.jsonl",
            "--count -c -n: a note says how many games were removed; to count the games that are left, pipe skep dedup FILE into skep count",
        ],
        exit: WRITTEN,
        tables: || vec![("dedup --report".into(), head().table().keys())],
        ..CommandInfo::new(CommandGroup::Collection, 24)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        self.games.complete(&mut self.writing)?;
        let writer = self.writing.writer()?;
        require_state(&writer)?;
        let rows = RowArgs {
            format: self.format,
            ..RowArgs::default()
        };
        let rows = rows.of(self.report.as_deref())?;
        let report = self.report.as_deref();
        if report.is_some() && output::is_one_output(self.writing.target.path(), report) {
            bail!(
                "--report and the games have the same output; choose another file for one of them"
            );
        }
        let rest = self.rest.as_deref();
        if rest.is_some()
            && (output::is_one_output(self.writing.target.path(), rest)
                || output::is_one_output(report, rest))
        {
            bail!("--rest names the file of the games or of --report; choose another file");
        }
        let base = self.against.games(&self.games)?;
        let mut read = self.games.inputs.clone();
        let of_base = base.iter().flat_map(|base| base.inputs.paths.list.clone());
        read.paths.list.extend(of_base);
        let force = self.writing.target.force;
        let kept = GameOutlet::new(&self.writing, read.inputs())?;
        let rest = match rest {
            Some(path) => LeftOutGames::new(path, read.inputs(), self.writing.state, force)?,
            None => LeftOutGames::default(),
        };
        let writers = (writer, rest.writer());
        let mut outlet = Outlet::of_games(kept, rest);
        let scan = Scan::new(&self.games)?;
        let report = FileTarget {
            output: self.report.clone(),
            force,
        };
        let out = match self.report {
            Some(_) => Some(report.open_checked(read.inputs())?),
            None => None,
        };
        let mut copies = DuplicateGames::default();
        let keys = GameKeys::new();
        let of_base = match &base {
            Some(base) => self.read_base(base, &mut copies, &keys)?,
            None => Exit::Success,
        };
        let is_first = self.keep == Keep::First && self.key != Sameness::PlayersAndMoves;
        let exit = if is_first && self.beginnings.is_none() {
            self.in_one_pass(writers, &scan, (&mut copies, &keys), &mut outlet)
        } else {
            let base = base.as_ref().map(Scan::new).transpose()?;
            let scan = scan.repeatable()?;
            self.in_passes(writers, base, &scan, (&mut copies, &keys), &mut outlet)
        }?;
        let skipped = copies.skipped();
        if let Some(out) = out.filter(|_| copies.len() > 0) {
            let table = report_table(&copies, &skipped);
            Outlet::tables(vec![table], rows, &report, || Ok(out))?;
        }
        let (outlet, rest) = outlet.into_games()?;
        let mut done = summary(&copies, &skipped);
        if outlet.failed() > 0 {
            done.push_str(&format!(
                ", {}",
                text::written(outlet.games(), "game", "games")
            ));
        }
        if let Some(width) = output::stated_width() {
            done = text::fill(&done, width).trim_end().to_owned();
        }
        let is_nothing_new = outlet.games() + outlet.failed() == 0 && !skipped.is_empty();
        let written = match outlet.finish(done)? {
            // For a script that adds new games, this is the usual day.
            Exit::Findings if is_nothing_new => Exit::Success,
            written => written,
        };
        let exit = exit.and(of_base).and(written);
        if self.key == Sameness::PlayersAndMoves {
            keys.found().tell_same_moves();
        }
        Ok(exit.and(rest.finish(Some("no game was removed"))?))
    }

    /// Adds the games of `--against`. They win over equal games of the input.
    fn read_base(
        &self,
        base: &GameQuery,
        copies: &mut DuplicateGames,
        keys: &GameKeys,
    ) -> anyhow::Result<Exit> {
        let scan = Scan::new(base)?;
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<(Vec<DuplicateCandidate>, bool)>, game| {
                let mut candidate = self.candidate(reader, game, keys);
                candidate.worth = usize::MAX;
                unit.counts.0.push(candidate);
            },
        );
        let mut is_damaged = false;
        let scanned = scan.run_with(job.fault(|(), unit, _| unit.counts.1 = true), |_, unit| {
            for game in unit.counts.0 {
                copies.add(game);
            }
            is_damaged |= unit.counts.1;
            Ok(())
        })?;
        copies.end_base();
        // A collection without games is not a fault.
        Ok(if is_damaged {
            scanned.exit
        } else {
            Exit::Success
        })
    }

    /// The key of a game that was read.
    fn candidate(
        &self,
        reader: &mut GameReader,
        game: &GameText<'_>,
        keys: &GameKeys,
    ) -> DuplicateCandidate {
        reader.judge();
        let facts = reader.facts();
        keys.add(&facts);
        DuplicateCandidate::new(game, &facts, self.key, self.keep.worth(reader))
    }

    /// Writes the first game of each group as it is read.
    fn in_one_pass(
        &self,
        writers: (GameWriter, Option<GameWriter>),
        scan: &Scan<'_>,
        (copies, keys): (&mut DuplicateGames, &GameKeys),
        outlet: &mut Outlet,
    ) -> anyhow::Result<Exit> {
        scan.games(
            |reader, games: &mut Vec<(DuplicateCandidate, Both)>, game| {
                let candidate = self.candidate(reader, game, keys);
                games.push((candidate, Both::new(writers, scan, reader, game)));
            },
            |bar, games| {
                let number = copies.len();
                let add = |(candidate, written)| {
                    copies.add(candidate);
                    written
                };
                let games: Vec<Both> = games.into_iter().map(add).collect();
                put(bar, copies, number, games, outlet)
            },
        )
    }

    /// Reads all games first, and then writes the best of each group.
    fn in_passes(
        &self,
        writers: (GameWriter, Option<GameWriter>),
        base: Option<Scan<'_>>,
        scan: &Scan<'_>,
        (copies, keys): (&mut DuplicateGames, &GameKeys),
        outlet: &mut Outlet,
    ) -> anyhow::Result<Exit> {
        let exit = scan.games(
            |reader, games: &mut Vec<DuplicateCandidate>, game| {
                games.push(self.candidate(reader, game, keys));
            },
            |_, games| {
                for candidate in games {
                    copies.add(candidate);
                }
                Ok(())
            },
        )?;
        let scan = scan.second_pass();
        if let Some(least) = self.beginnings {
            let mut covered = Vec::new();
            let known = &*copies;
            for scan in base.iter().map(Scan::second_pass).chain([scan.clone()]) {
                scan.games(
                    |reader, pairs: &mut Vec<(u128, u128)>, _| {
                        let start = pairs.len();
                        reader.judge();
                        let facts = reader.facts();
                        let mut whole = None;
                        self.key.keys(&facts, least, |key| {
                            if let Some(beginning) = whole.replace(key).filter(|&k| known.has(k)) {
                                pairs.push((beginning, 0));
                            }
                        });
                        let whole = whole.unwrap_or_default();
                        pairs[start..].iter_mut().for_each(|pair| pair.1 = whole);
                    },
                    |_, pairs| {
                        covered.extend(pairs);
                        Ok(())
                    },
                )?;
            }
            for (beginning, longer) in covered {
                copies.cover(beginning, longer);
            }
        }
        let (writer, rest) = writers;
        if writer.to.is_none()
            && let Some((odd, first)) = copies.odd()
        {
            return Err(odd.mixed_with(first));
        }
        let mut number = copies.base();
        let scan = match writer.to.or(rest.and_then(|rest| rest.to)) {
            Some(_) => scan,
            None => scan.unread(),
        };
        scan.games(
            |reader, games: &mut Vec<Both>, game| {
                games.push(Both::new(writers, &scan, reader, game));
            },
            |bar, games| {
                let first = number;
                number += games.len();
                put(bar, copies, first, games, outlet)
            },
        )?;
        if number != copies.len() {
            bail!("the input changed during the run");
        }
        Ok(exit)
    }
}

/// Writes the games of a batch: kept or removed. `first` is the number of its first game.
fn put(
    bar: &ScanBar,
    copies: &DuplicateGames,
    first: usize,
    games: Vec<Both>,
    outlet: &mut Outlet,
) -> anyhow::Result<()> {
    for (number, game) in (first..).zip(games) {
        let mut unit = Unit::<()>::default();
        if copies.is_kept(number) {
            unit.games = game.kept;
        } else {
            unit.rest = game.rest.unwrap_or(game.kept);
        }
        outlet.take(bar, unit)?;
    }
    Ok(())
}

/// The numbers of games and of duplicates by kind, for people.
fn summary(copies: &DuplicateGames, skipped: &[usize]) -> String {
    let (mut same_file, mut other_file, mut beginnings, mut known) = (0, 0, 0, 0);
    let mut differ = 0;
    for &number in skipped {
        if let Some((_, kept)) = copies.reason(number) {
            differ += u64::from(copies.differ(number, kept));
        }
        match copies.reason(number) {
            Some((_, kept)) if kept < copies.base() => known += 1,
            Some((Reason::Beginning, _)) => beginnings += 1,
            Some((Reason::Same, kept)) if copies.place(kept).0 == copies.place(number).0 => {
                same_file += 1;
            }
            _ => other_file += 1,
        }
    }
    let kinds = [
        (same_file, "in the same file"),
        (other_file, "in another file"),
        (beginnings, "the beginning of a longer game"),
        (known, "in --against"),
        (
            differ,
            "with another event or site than the game that is kept",
        ),
    ];
    let kinds = kinds.iter().filter(|(games, _)| *games > 0);
    let kinds: Vec<String> = kinds
        .map(|(games, kind)| format!("{} {kind}", text::count(*games)))
        .collect();
    let kinds = if kinds.is_empty() {
        String::new()
    } else {
        format!(" ({})", kinds.join(", "))
    };
    format!(
        "{}: {} unique, {}{kinds}",
        text::counted((copies.len() - copies.base()) as u64, "game", "games"),
        text::count((copies.len() - copies.base() - skipped.len()) as u64),
        text::counted(skipped.len() as u64, "duplicate", "duplicates"),
    )
}

/// How a column gets its value from the places of the skipped and the kept game.
type Of = fn((&Source, u64), Reason, (&Source, u64)) -> CellValue;

/// The columns of the skipped games.
pub fn head() -> Head<Of> {
    Head::<Of>::new("duplicates")
        .column("path", "file", |(source, _), _, _| {
            source.path.as_ref().into()
        })
        .column("entry", "entry", |(source, _), _, _| {
            source.entry.as_deref().into()
        })
        .column("index", "game in file", |(_, index), _, _| index.into())
        .column("reason", "reason", |_, reason, _| reason.as_str().into())
        .column("kept_path", "kept file", |_, _, (source, _)| {
            source.path.as_ref().into()
        })
        .column("kept_entry", "kept entry", |_, _, (source, _)| {
            source.entry.as_deref().into()
        })
        .column("kept_index", "kept game", |_, _, (_, index)| index.into())
}

/// The skipped games, each with the game that is kept.
fn report_table(copies: &DuplicateGames, skipped: &[usize]) -> Table {
    let head = head();
    let mut table = head.table();
    for &number in skipped {
        if let Some((reason, kept)) = copies.reason(number) {
            let (place, kept) = (copies.place(number), copies.place(kept));
            table.push(head.row(|of| of(place, reason, kept)));
        }
    }
    table
}
