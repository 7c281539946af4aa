//! `skep check`: which games are valid, and what is wrong with the others.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{bail, ensure};
use clap::Args;

use self::compare::RulePair;
use crate::cli::args::{of_rows, one_of};
use crate::cli::exit::CHECKED;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::emit::check_report::{CheckSummary, Human, Reportable, json, row, sarif};
use crate::emit::rows::{
    OptionOfFormats, ReportFormat, RowFormat, RowPick, Screen, require_effect,
};
use crate::emit::{Outlet, Unit};
use crate::output::{self, Exit, FileTarget};
use crate::scan::duplicates::GameKeys;
use crate::scan::{Event, GameQuery, Scan};
use crate::text;
use skep_analysis::GameReader;
use skep_records::diag::Severity;
use skep_records::notation::{JudgeOptions, find};

pub mod compare;

/// Check games and report what is wrong
///
/// Replays every game by the rules. Shows each error with its line, then a summary table. A repetition, a queen on the
/// first turn or an unusual bug number is only a remark: the game is still valid. With -q, check prints no report: only
/// the exit code says whether all games are valid.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_args(|arg| of_rows(arg, "In a format with a row per game")))]
pub struct Check {
    #[command(flatten)]
    games: GameQuery,

    /// Choose the format of the report [default: from the file name, or human]
    ///
    /// human is text for people, and sarif is a SARIF 2.1.0 document for code-review tools. The other formats have one
    /// row per game. A row shows the most severe finding of the game; json and jsonl have all findings. json is one
    /// document, and jsonl is one object per line.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&FORMATS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<ReportFormat>,

    #[command(flatten)]
    pick: RowPick,

    #[command(flatten)]
    target: FileTarget,

    /// Show each remark, with --format human
    ///
    /// Without this option, remarks are only counted.
    #[arg(long)]
    remarks: bool,

    /// Show at most N errors and count the rest, with --format human or sarif
    #[arg(long, value_name = "N")]
    max_errors: Option<u64>,

    /// Stop at the first invalid game
    #[arg(long)]
    fail_fast: bool,

    /// List what the columns of data files become, and in how many games
    ///
    /// The columns of tables and the members of JSON beside a game. --map says what other names mean.
    #[arg(long, conflicts_with_all = ["remarks", "max_errors", "fail_fast", "format", "columns"])]
    explain_columns: bool,

    #[arg(long, value_name = "A,B", value_parser = str::parse::<RulePair>, conflicts_with_all = ["remarks", "max_errors", "fail_fast", "quiet"], help = "List the games that end differently under the rules A and the rules B", long_help = compare::help())]
    compare: Option<RulePair>,
}

const EXAMPLES: &str = "\
Examples:
  skep check games.zip
  skep check --remarks --rules historical archive-2009/
  skep check --compare default,draw games.zip
  skep check games/ -o report.csv
  zcat games.gz | skep check -q - && echo valid";

/// The formats of the report.
const FORMATS: [ReportFormat; 9] = {
    use ReportFormat::*;
    [
        Human, Table, Csv, Tsv, Json, Jsonl, Markdown, Parquet, Sarif,
    ]
};

/// The formats with a row for each game. An object of JSON has all findings of a game.
const OF_ROWS: [ReportFormat; 5] = {
    use ReportFormat::*;
    [Csv, Table, Tsv, Markdown, Parquet]
};

impl Check {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["validate", "verify", "lint", "audit"],
        tips: &[
            "fix repair status st fsck test: check FILE",
            "-l --files --files-with-matches: for the files with invalid games, use skep count --by path --where 'status != ok' FILE",
            "--by --group --group-by --per-file: for a row per file, use skep count --by path,status FILE",
            "--summary --summary-only --totals: for the totals, use --max-errors 0; for each file, use skep count --by path,status FILE",
            "--only-errors --errors-only --no-remarks --no-warnings: remarks are shown only with --remarks; for a row per invalid game, use skep list --where 'severity = error' FILE",
            "--strict -x --exitfirst --stop: to stop at the first invalid game, use --fail-fast",
        ],
        exit: CHECKED,
        tables: || {
            let of_rules = compare::head(["strict", "historical"]).table();
            vec![
                ("check".into(), row::HEAD.table().keys()),
                ("check --compare".into(), of_rules.keys()),
            ]
        },
        ..CommandInfo::new(CommandGroup::Check, 10)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        let path = self.target.output.as_deref();
        self.format = output::format(path, "--format", self.format, &FORMATS)?;
        if let Some(rules) = &self.compare {
            return self.compare(rules);
        }
        if self.explain_columns {
            return self.list_columns();
        }
        let scan = Scan::new(&self.games)?.show_unreadable();
        let to_file = self.target.path().is_some();
        let human = Human::new(!to_file && output::styled(), output::width());
        let mut outlet = self.outlet()?;
        let is_silent = outlet.is_nothing();
        let mut tally = CheckSummary::default();
        let keys = GameKeys::new();

        let scanned = scan.fold(
            || (),
            |reader, (), unit, event| {
                let flow = self.work(&human, reader, unit, &event, is_silent);
                if matches!(event, Event::Game(_)) && !is_silent {
                    keys.add(&reader.facts());
                }
                flow
            },
            |bar, unit: Unit<CheckSummary>| {
                tally.merge(&outlet.take(bar, unit)?);
                Ok(())
            },
        )?;
        let end = self.end(&tally, outlet.hidden(), scanned.skipped.as_deref());
        outlet.finish(&end)?;
        keys.found().tell("checked");
        let unread = scanned.exit == Exit::Failure;
        Ok(match (unread, tally.unsound() > 0 || scanned.no_match) {
            (true, _) => Exit::Failure,
            (false, true) => Exit::Findings,
            (false, false) => Exit::Success,
        })
    }

    fn compare(&self, rules: &RulePair) -> anyhow::Result<Exit> {
        let format = match self.format() {
            ReportFormat::Sarif => bail!("--compare has no findings for --format sarif"),
            ReportFormat::Human => ReportFormat::Table,
            format => format,
        };
        ensure!(
            self.games.rules.options() == JudgeOptions::default(),
            "--compare names both sets of rules; leave out the other options of the rules"
        );
        let scan = Scan::by_rules(&self.games.inputs, &self.games.selection, rules.a)?;
        let pick = self.pick.clone();
        let rows = RowFormat { format, pick };
        let out = self.target.open(self.games.inputs.inputs())?;
        rules.run(&scan, rows, self.target.path().is_none(), out)
    }

    /// Lists the names beside the games, what they become, and the number of their games.
    fn list_columns(&self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?.show_unreadable();
        let mut all: BTreeMap<(String, String), u64> = BTreeMap::new();
        let scanned = scan.fold(
            || (),
            |_, (), batch: &mut BTreeMap<(String, String), u64>, event| {
                if let Event::Game(game) = event {
                    for column in find::columns(game.format, game.text) {
                        *batch.entry(column).or_default() += 1;
                    }
                }
                ControlFlow::Continue(())
            },
            |_, batch| {
                for (column, games) in batch {
                    *all.entry(column).or_default() += games;
                }
                Ok(())
            },
        )?;
        let mut out = self.target.open(self.games.inputs.inputs())?;
        for ((name, becomes), games) in &all {
            let games = text::counted(*games, "game", "games");
            writeln!(out, "{}: {becomes}, in {games}", text::clean(name))?;
        }
        out.finish()?;
        Ok(scanned.exit)
    }

    /// The format of the report.
    fn format(&self) -> ReportFormat {
        self.format.unwrap_or(ReportFormat::Human)
    }

    /// Judges and reports one item. Runs in the workers.
    fn work(
        &self,
        human: &Human,
        reader: &mut GameReader,
        unit: &mut Unit<CheckSummary>,
        event: &Event<'_>,
        is_silent: bool,
    ) -> ControlFlow<()> {
        let subject = match event {
            Event::Game(game) => {
                reader.judge();
                Reportable::of_reader(game, reader)
            }
            Event::Unmatched(_) | Event::Rejected(_) => return ControlFlow::Continue(()),
            Event::Fault(fault) => Reportable::fault(fault.source, fault.diagnostic),
        };
        // People see an unreadable path on standard error.
        let is_shown = matches!(event, Event::Fault(fault) if fault.is_unreadable);
        if !is_shown || self.format() != ReportFormat::Human {
            unit.counts.add(&subject);
            if !is_silent {
                self.report(human, unit, &subject);
            }
        }
        if self.fail_fast && !subject.is_sound() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn report(&self, human: &Human, unit: &mut Unit<CheckSummary>, subject: &Reportable<'_>) {
        let text = &mut unit.text;
        match self.format() {
            ReportFormat::Json | ReportFormat::Jsonl => json::write(subject, text),
            format if OF_ROWS.contains(&format) => unit.rows.push(row::HEAD.row(|of| of(subject))),
            _ => {
                for d in subject.diagnostics {
                    let start = text.len();
                    match (self.format(), d.severity) {
                        (ReportFormat::Sarif, _) => sarif::write(subject, d, text),
                        (_, Severity::Error) => human.annotated(subject, d, text),
                        (_, Severity::Remark) if !self.remarks => {}
                        _ => human.line(subject, d, text),
                    }
                    if d.severity == Severity::Error {
                        unit.limited.push(start..text.len());
                    }
                }
            }
        }
    }

    /// Where the report goes. With -q, a report is written only if a file or a format is named.
    fn outlet(&self) -> anyhow::Result<Outlet> {
        let format = self.format();
        let of_findings: [OptionOfFormats; 2] = [
            ("--remarks", self.remarks, &[ReportFormat::Human]),
            (
                "--max-errors",
                self.max_errors.is_some(),
                &[ReportFormat::Human, ReportFormat::Sarif],
            ),
        ];
        let options = self.pick.options(&OF_ROWS).into_iter();
        require_effect(Some(format), options.chain(of_findings))?;
        if output::is_quiet() && self.format.is_none() && self.target.output.is_none() {
            return Ok(Outlet::nothing());
        }
        let read = self.games.inputs.inputs();
        if OF_ROWS.contains(&format) {
            let pick = self.pick.clone();
            let rows = RowFormat { format, pick };
            return Outlet::rows(row::HEAD.table(), rows, &self.target, || {
                self.target.open(read)
            });
        }
        let mut out = self.target.open(read)?;
        match format {
            ReportFormat::Human => out.coloured(),
            ReportFormat::Sarif => out.write_all(&sarif::head())?,
            _ => {}
        }
        let outlet = Outlet::text(format, out, &self.target).separated_by(match format {
            ReportFormat::Sarif => sarif::SEPARATOR,
            _ => b"",
        });
        Ok(outlet.at_most(self.max_errors.unwrap_or(u64::MAX)))
    }

    /// What the report ends with. `hidden` is the number of errors that are not shown.
    fn end(&self, tally: &CheckSummary, hidden: u64, skipped: Option<&str>) -> String {
        let mut end = String::new();
        if self.format() == ReportFormat::Sarif {
            end.push_str(sarif::TAIL);
        }
        if self.format() != ReportFormat::Human {
            return end;
        }
        let screen = match self.target.path() {
            None => Screen::stdout(),
            Some(_) => Screen::NONE,
        };
        if hidden > 0 {
            let more = text::counted(hidden, "more error is", "more errors are");
            end.push_str(&format!("{more} not shown (--max-errors)\n\n"));
        }
        end.push_str(&tally.render(screen));
        if let Some(skipped) = skipped {
            end.push_str(&format!("skipped {}\n", text::clean(skipped)));
        }
        if let Some(code) = tally.an_error() {
            end.push_str(&format!("\nFor details: skep help {code}\n"));
        }
        end
    }
}
