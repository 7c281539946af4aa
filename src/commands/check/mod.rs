//! `skep check`: which games are valid, and what is wrong with the others.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{bail, ensure};
use clap::{Arg, Args, value_parser};

use self::compare::RulePair;
use crate::cli::args::{of_rows, one_of};
use crate::cli::exit::CHECKED;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::commands::list;
use crate::emit::check_report::{CheckSummary, Human, Reportable, json, row, sarif};
use crate::emit::rows::{ReportFormat, RowFormat, RowPick, Screen, Table};
use crate::emit::{Outlet, Unit};
use crate::output::{self, Exit, FileTarget};
use crate::scan::{GameQuery, Job, Scan};
use crate::text;
use skep_records::diag::Severity;
use skep_records::notation::{JudgeOptions, find};

pub mod compare;

/// Check games and report what is wrong
///
/// Replays every game by the rules. Shows each error with its line, then a summary table. A repetition, a queen on the
/// first turn or an unusual bug number is only a remark: the game is still valid. With -q, check prints no report: only
/// the exit code says whether all games are valid.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_args(|arg| of_rows(arg, "In a format with a row per game")), mut_arg("limit", of_errors))]
pub struct Check {
    #[command(flatten)]
    games: GameQuery,

    /// Choose the format of the report [default: from the file name, or human]
    ///
    /// human is text for people, and sarif is a SARIF 2.1.0 document for code-review tools. The other formats have one
    /// row per game. A row shows the most severe finding of the game; json and jsonl have all findings. json is one
    /// document, and jsonl is one object per line. excel is csv for spreadsheets.
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

    /// Stop at the first invalid game
    #[arg(long)]
    fail_fast: bool,

    /// Print only the paths of the files with a game that is not valid or empty, as skep list -l
    #[arg(long = "paths", short = 'l', aliases = ["files-with-matches", "files"], conflicts_with_all = ["remarks", "limit", "fail_fast", "format", "columns", "compare", "explain_columns", "quiet"])]
    only_paths: bool,

    /// List what the columns of data files become, and in how many games
    ///
    /// The columns of tables and the members of JSON beside a game. --map says what other names mean.
    #[arg(long, conflicts_with_all = ["remarks", "limit", "fail_fast", "format", "columns"])]
    explain_columns: bool,

    #[arg(long, value_name = "A,B", value_parser = str::parse::<RulePair>, conflicts_with_all = ["remarks", "fail_fast", "quiet"], help = "List the games that end differently under the rules A and the rules B", long_help = compare::help())]
    compare: Option<RulePair>,
}

/// The help of `--limit`, which also limits what is no row.
fn of_errors(arg: Arg) -> Arg {
    arg.value_parser(value_parser!(u64))
        .help("Write at most N rows; human and sarif show at most N errors and count the rest")
}

const EXAMPLES: &str = "\
Examples:
  skep check games.zip
  skep check --remarks --rules historical archive-2009/
  skep check --compare default,draw games.zip
  skep check games/ -o report.csv
  zcat games.gz | skep check -q - && echo valid";

/// The formats of the report.
const FORMATS: [ReportFormat; 10] = {
    use ReportFormat::*;
    [
        Human, Table, Csv, Excel, Tsv, Json, Jsonl, Markdown, Parquet, Sarif,
    ]
};

/// The formats with a row for each game. An object of JSON has all findings of a game.
const OF_ROWS: [ReportFormat; 6] = {
    use ReportFormat::*;
    [Csv, Excel, Table, Tsv, Markdown, Parquet]
};

impl Check {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["validate", "verify", "lint", "audit"],
        tips: &[
            "fix repair status st fsck test: check FILE",
            "--by --group --group-by --per-file: for a row per file, use skep count --by path,status FILE",
            "--summary --summary-only --totals: for the totals, use --limit 0; for each file, use skep count --by path,status FILE",
            "--only-errors --errors-only --no-remarks --no-warnings: remarks are shown only with --remarks; for a row per invalid game, use skep list --where \"severity = error\" FILE",
            "--list: -l",
            "-x --exitfirst --stop: to stop at the first invalid game, use --fail-fast",
            "--strict --warnings -W -Werror: the exit code does not depend on warnings; for the games with warnings, use skep list --where \"warnings > 0\" FILE; to stop at the first invalid game, use --fail-fast",
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
        if self.only_paths {
            return self.paths();
        }
        let scan = Scan::new(&self.games)?.show_unreadable();
        let to_file = self.target.path().is_some();
        let human = Human::new(!to_file && output::styled(), output::width());
        let mut outlet = self.outlet()?;
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<CheckSummary>, game| {
                reader.judge();
                self.work(&human, unit, &Reportable::of_reader(game, reader), false);
            },
        );
        let job = job.fault(|(), unit, fault| {
            let subject = Reportable::fault(fault.source, fault.diagnostic);
            self.work(&human, unit, &subject, fault.is_unreadable);
        });
        let job = job.compared_if((!self.is_silent()).then_some(true), "checked");
        let (scanned, tally) = scan.run(job, &mut outlet)?;
        let end = self.end(&tally, outlet.hidden(), scanned.skipped.as_deref());
        outlet.finish(&end)?;
        Ok(scanned.exit(tally.unsound() > 0))
    }

    /// Prints the paths of the files with a game that is not valid.
    fn paths(&self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?.show_unreadable();
        let out = Outlet::answer(&self.target, self.games.inputs.inputs())?;
        let is_unsound = AtomicBool::new(false);
        let exit = list::print_paths(&scan, out, b"\n", |reader| {
            reader.judge();
            let is_sound = reader.verdict.status.is_sound();
            is_unsound.fetch_or(!is_sound, Ordering::Relaxed);
            !is_sound
        })?;
        Ok(exit.and(Exit::of_findings(is_unsound.into_inner())))
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
        rules.run(&scan, self.of_rows(format, rules.table())?)
    }

    /// An outlet of rows.
    fn of_rows(&self, format: ReportFormat, table: Table) -> anyhow::Result<Outlet> {
        let pick = self.pick.clone();
        let rows = RowFormat { format, pick };
        let open = || self.target.open(self.games.inputs.inputs());
        Outlet::rows(table, rows, &self.target, open)
    }

    /// Lists the names beside the games, what they become, and the number of their games.
    fn list_columns(&self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?.show_unreadable();
        let mut all: BTreeMap<(String, String), u64> = BTreeMap::new();
        let exit = scan.games(
            |_, batch: &mut BTreeMap<(String, String), u64>, game| {
                for column in find::columns(game.format, game.text) {
                    *batch.entry(column).or_default() += 1;
                }
            },
            |_, batch| {
                for (column, games) in batch {
                    *all.entry(column).or_default() += games;
                }
                Ok(())
            },
        )?;
        let mut out = Outlet::answer(&self.target, self.games.inputs.inputs())?;
        for ((name, becomes), games) in &all {
            let games = text::counted(*games, "game", "games");
            writeln!(out, "{}: {becomes}, in {games}", text::clean(name))?;
        }
        out.finish("")?;
        Ok(exit)
    }

    /// The format of the report.
    fn format(&self) -> ReportFormat {
        self.format.unwrap_or(ReportFormat::Human)
    }

    /// Reports a game or a fault. Runs in the workers.
    fn work(
        &self,
        human: &Human,
        unit: &mut Unit<CheckSummary>,
        subject: &Reportable<'_>,
        is_unreadable: bool,
    ) {
        // People see an unreadable path on standard error.
        if !is_unreadable || self.format() != ReportFormat::Human {
            unit.counts.add(subject);
            if !self.is_silent() {
                self.report(human, unit, subject);
            }
        }
        unit.is_last = self.fail_fast && !subject.is_sound();
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

    /// Whether there is no report. With -q, a report is written only if a file or a format is named.
    fn is_silent(&self) -> bool {
        output::is_quiet() && self.format.is_none() && self.target.output.is_none()
    }

    /// Where the report goes.
    fn outlet(&self) -> anyhow::Result<Outlet> {
        let format = self.format();
        if self.is_silent() {
            return Ok(Outlet::nothing());
        }
        if OF_ROWS.contains(&format) {
            return self.of_rows(format, row::HEAD.table());
        }
        let mut out = self.target.open(self.games.inputs.inputs())?;
        match format {
            ReportFormat::Human => out.coloured(),
            ReportFormat::Sarif => out.write_all(&sarif::head())?,
            _ => {}
        }
        let outlet = Outlet::text(format, out, &self.target).separated_by(match format {
            ReportFormat::Sarif => sarif::SEPARATOR,
            _ => b"",
        });
        Ok(outlet.at_most(self.pick.limit.unwrap_or(u64::MAX)))
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
        if hidden > 0 {
            let more = text::counted(hidden, "more error is", "more errors are");
            end.push_str(&format!("{more} not shown (--limit)\n\n"));
        }
        end.push_str(&tally.render(Screen::of(&self.target)));
        if let Some(skipped) = skipped {
            end.push_str(&format!("skipped {}\n", text::clean(skipped)));
        }
        if let Some(code) = tally.an_error() {
            end.push_str(&format!("\nFor details: skep help {code}\n"));
        }
        end
    }
}
