//! `skep check`: which games are valid, and what is wrong with the others.

use std::io::Write;
use std::ops::{ControlFlow, Range};

use anyhow::{bail, ensure};
use clap::Args;

use self::compare::RulePair;
use crate::cli::args::{of_rows, one_of};
use crate::cli::exit::CHECKED;
use crate::cli::info::{Group, Info};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::emit::check_report::{Human, Reportable, Summary, json, row, sarif};
use crate::emit::json_array::JsonArray;
use crate::emit::rows::{Pick, RowFormat, Screen, Shape, Sheet, Value};
use crate::output::{self, Exit, Output, Target};
use crate::scan::duplicates::Keys;
use crate::scan::{Event, GameQuery, Scan};
use crate::text;
use skep_analysis::GameReader;
use skep_records::diag::Severity;
use skep_records::notation::JudgeOptions;

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
    format: Option<Shape>,

    #[command(flatten)]
    pick: Pick,

    #[command(flatten)]
    target: Target,

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
const FORMATS: [Shape; 9] = {
    use Shape::*;
    [
        Human, Table, Csv, Tsv, Json, Jsonl, Markdown, Parquet, Sarif,
    ]
};

/// Whether the report has a row for each finding. An object of JSON has all findings of a game.
fn is_rows(format: Shape) -> bool {
    format.is_of_rows() && !matches!(format, Shape::Json | Shape::Jsonl)
}

/// The result of one batch of games.
#[derive(Default)]
struct Batch {
    /// The report as text.
    bytes: Vec<u8>,
    /// The report as rows.
    rows: Vec<Vec<Value>>,
    /// Where the errors are in the report, for `--max-errors`.
    errors: Vec<Range<usize>>,
    tally: Summary,
}

impl Check {
    pub const INFO: Info = Info {
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
        ..Info::new(Group::Check, 10)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        let path = self.target.output.as_deref();
        self.format = output::format(path, "--format", self.format, &FORMATS)?;
        if let Some(rules) = &self.compare {
            return self.compare(rules);
        }
        let scan = Scan::new(&self.games)?.show_unreadable();
        let to_file = self.target.path().is_some();
        let human = Human::new(!to_file && output::styled(), output::width());
        let mut printer = Printer::new(&self)?;
        let mut tally = Summary::default();
        let keys = Keys::new();

        let scanned = scan.fold(
            || (),
            |reader, (), batch, event| {
                let flow = self.work(&human, reader, batch, &event);
                if matches!(event, Event::Game(_)) && !output::is_quiet() {
                    keys.add(&reader.facts());
                }
                flow
            },
            |bar, batch: Batch| {
                tally.merge(&batch.tally);
                bar.beside(false, || printer.write(batch))
            },
        )?;
        printer.finish(&tally, scanned.skipped.as_deref())?;
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
            Shape::Sarif => bail!("--compare has no findings for --format sarif"),
            Shape::Human => Shape::Table,
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

    /// The format of the report.
    fn format(&self) -> Shape {
        self.format.unwrap_or(Shape::Human)
    }

    /// Judges and reports one item. Runs in the workers.
    fn work(
        &self,
        human: &Human,
        reader: &mut GameReader,
        batch: &mut Batch,
        event: &Event<'_>,
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
        if !is_shown || self.format() != Shape::Human {
            self.report(human, batch, &subject);
        }
        if self.fail_fast && !subject.is_sound() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn report(&self, human: &Human, batch: &mut Batch, subject: &Reportable<'_>) {
        batch.tally.add(subject);
        if output::is_quiet() {
            return;
        }
        match self.format() {
            Shape::Json | Shape::Jsonl => json::write(subject, &mut batch.bytes),
            format if is_rows(format) => batch.rows.push(row::HEAD.row(|of| of(subject))),
            _ => {
                for d in subject.diagnostics {
                    let start = batch.bytes.len();
                    match (self.format(), d.severity) {
                        (Shape::Sarif, _) => sarif::write(subject, d, &mut batch.bytes),
                        (_, Severity::Error) => human.annotated(subject, d, &mut batch.bytes),
                        (_, Severity::Remark) if !self.remarks => {}
                        _ => human.line(subject, d, &mut batch.bytes),
                    }
                    if d.severity == Severity::Error {
                        batch.errors.push(start..batch.bytes.len());
                    }
                }
            }
        }
    }
}

/// Puts the batches of a report together, in order.
struct Printer {
    out: Sink,
    format: Shape,
    screen: Screen,
    /// The number of errors that may still be shown.
    room: u64,
    hidden: u64,
    /// Whether anything was written after the header.
    begun: bool,
}

enum Sink {
    Quiet,
    Text(Box<Output>),
    Json(Box<Output>, JsonArray),
    Rows(Box<Sheet>),
}

impl Printer {
    fn new(check: &Check) -> anyhow::Result<Printer> {
        let format = check.format();
        if !is_rows(format) {
            check.pick.refuse(format)?;
        }
        let open = || check.target.open(check.games.inputs.inputs());
        let out = match format {
            _ if output::is_quiet() => Sink::Quiet,
            format if is_rows(format) => {
                let pick = check.pick.clone();
                let is_stdout = check.target.path().is_none();
                let rows = RowFormat { format, pick };
                let sheet = Sheet::new(row::HEAD.table(), rows, is_stdout, open)?;
                Sink::Rows(Box::new(sheet))
            }
            Shape::Json => Sink::Json(Box::new(open()?), JsonArray::default()),
            _ => {
                let mut out = open()?;
                if format == Shape::Human {
                    out.coloured();
                }
                if format == Shape::Sarif {
                    out.write_all(&sarif::head())?;
                }
                Sink::Text(Box::new(out))
            }
        };
        Ok(Printer {
            out,
            format,
            screen: match check.target.path() {
                None => Screen::stdout(),
                Some(_) => Screen::NONE,
            },
            room: check.max_errors.unwrap_or(u64::MAX),
            hidden: 0,
            begun: false,
        })
    }

    fn write(&mut self, batch: Batch) -> anyhow::Result<()> {
        if let Sink::Rows(sheet) = &mut self.out {
            return batch.rows.into_iter().try_for_each(|row| sheet.push(row));
        }
        if let Sink::Json(out, array) = &mut self.out {
            return Ok(array.push(&batch.bytes, out)?);
        }
        let mut from = 0;
        for error in &batch.errors {
            if self.room > 0 {
                self.room -= 1;
            } else {
                self.hidden += 1;
                self.put(&batch.bytes[from..error.start])?;
                from = error.end;
            }
        }
        Ok(self.put(&batch.bytes[from..])?)
    }

    fn put(&mut self, mut bytes: &[u8]) -> std::io::Result<()> {
        let Sink::Text(out) = &mut self.out else {
            return Ok(());
        };
        if bytes.is_empty() {
            return Ok(());
        }
        if !self.begun && self.format == Shape::Sarif {
            bytes = bytes.strip_prefix(sarif::SEPARATOR).unwrap_or(bytes);
        }
        self.begun = true;
        out.write_all(bytes)
    }

    fn finish(self, tally: &Summary, skipped: Option<&str>) -> anyhow::Result<()> {
        let mut out = match self.out {
            Sink::Quiet => return Ok(()),
            Sink::Rows(sheet) => return sheet.finish(""),
            Sink::Json(mut out, array) => {
                array.finish(&mut out)?;
                return Ok(out.finish()?);
            }
            Sink::Text(out) => *out,
        };
        if self.format == Shape::Sarif {
            out.write_all(sarif::TAIL)?;
        }
        if self.format == Shape::Human {
            let mut end = String::new();
            if self.hidden > 0 {
                let more = text::counted(self.hidden, "more error is", "more errors are");
                end.push_str(&format!("{more} not shown (--max-errors)\n\n"));
            }
            end.push_str(&tally.render(self.screen));
            if let Some(skipped) = skipped {
                end.push_str(&format!("skipped {}\n", text::clean(skipped)));
            }
            if let Some(code) = tally.an_error() {
                end.push_str(&format!("\nFor details: skep help {code}\n"));
            }
            out.write_all(end.as_bytes())?;
        }
        Ok(out.finish()?)
    }
}
