//! `skep check`: which games are valid, and what is wrong with the others.

use std::io::Write;
use std::ops::{ControlFlow, Range};

use clap::Args;

use crate::args::{GameArgs, one_of};
use crate::output::{self, Output};
use crate::reader::Reader;
use crate::report::{Human, Reportable, Summary, csv, json, sarif};
use crate::scan::{Event, Scan};
use crate::{Exit, text};
use skep_records::diag::Severity;
use skep_rules::closed_list;

/// Check games and report what is wrong
///
/// Replays every game by the rules. Shows each error with its line, then a summary table. A repetition, a queen on the
/// first turn or an unusual bug number is only a remark: the game is still valid.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    #[command(flatten)]
    games: GameArgs,

    /// Choose the format of the report
    ///
    /// human is text for people, json is one JSON object per game, csv is one row per game, and sarif is a SARIF 2.1.0
    /// document for code-review tools.
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = one_of(&ReportFormat::ALL))]
    format: ReportFormat,

    /// Show each remark (human)
    ///
    /// Without this option, remarks are only counted.
    #[arg(long)]
    remarks: bool,

    /// Show at most N errors and count the rest (human, sarif)
    #[arg(long, value_name = "N")]
    max_errors: Option<u64>,

    /// Stop at the first invalid game
    #[arg(long)]
    strict: bool,

    /// Print nothing; only set the exit code
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  skep check games.zip
  skep check --remarks --rules historical archive-2009/
  skep check --format csv . > report.csv
  zcat games.gz | skep check -q - && echo valid";

closed_list! {
    /// The formats of the report.
    enum ReportFormat: "format" {
        Human = "human",
        Json = "json",
        Csv = "csv",
        Sarif = "sarif",
    }
}

/// The result of one batch of games.
#[derive(Default)]
struct Batch {
    /// The report.
    bytes: Vec<u8>,
    /// Where the errors are in the report, for `--max-errors`.
    errors: Vec<Range<usize>>,
    tally: Summary,
}

impl Check {
    pub fn run(self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?.quiet(self.quiet).show_unreadable();
        let human = Human::new(output::styled(), output::width());
        let mut printer = Printer::new(&self)?;
        let mut tally = Summary::default();

        let scanned = scan.fold(
            || (),
            |reader, (), batch, event| self.work(&human, reader, batch, &event),
            |bar, batch: Batch| {
                tally.merge(&batch.tally);
                if !batch.bytes.is_empty() {
                    bar.beside(false, || printer.write(&batch))?;
                }
                Ok(())
            },
        )?;
        printer.finish(&tally, scanned.skipped)?;
        let unread = scanned.exit == Exit::Failure;
        if tally.is_empty() && !unread && !self.quiet {
            output::tell("note: no games found");
        }
        Ok(match (unread, tally.unsound() > 0 || scanned.no_match) {
            (true, _) => Exit::Failure,
            (false, true) => Exit::Findings,
            (false, false) => Exit::Success,
        })
    }

    /// Judges and reports one item. Runs in the workers.
    fn work(
        &self,
        human: &Human,
        reader: &mut Reader,
        batch: &mut Batch,
        event: &Event<'_>,
    ) -> ControlFlow<()> {
        let subject = match event {
            Event::Game(game) => {
                reader.judge();
                Reportable::of_reader(game, reader)
            }
            Event::Rejected(_) => return ControlFlow::Continue(()),
            Event::Fault(fault) => {
                let place = (&*fault.source.path, fault.source.entry.as_deref());
                Reportable::fault(place, fault.diagnostic)
            }
        };
        // People see an unreadable path on standard error.
        let is_shown = matches!(event, Event::Fault(fault) if fault.is_unreadable);
        if !is_shown || self.format != ReportFormat::Human {
            self.report(human, batch, &subject);
        }
        match self.strict && !subject.is_sound() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn report(&self, human: &Human, batch: &mut Batch, subject: &Reportable<'_>) {
        batch.tally.add(subject);
        if self.quiet {
            return;
        }
        match self.format {
            ReportFormat::Json => json::write(subject, &mut batch.bytes),
            ReportFormat::Csv => csv::write(subject, &mut batch.bytes),
            ReportFormat::Sarif | ReportFormat::Human => {
                for d in subject.diagnostics {
                    let start = batch.bytes.len();
                    match (self.format, d.severity) {
                        (ReportFormat::Sarif, _) => sarif::write(subject, d, &mut batch.bytes),
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
    out: Output,
    format: ReportFormat,
    quiet: bool,
    /// The number of errors that may still be shown.
    room: u64,
    hidden: u64,
    /// Whether anything was written after the header.
    begun: bool,
}

impl Printer {
    fn new(check: &Check) -> anyhow::Result<Printer> {
        let mut out = Output::stdout();
        let mut head = Vec::new();
        match check.format {
            _ if check.quiet => {}
            ReportFormat::Csv => csv::header(&mut head),
            ReportFormat::Sarif => head = sarif::head(),
            ReportFormat::Human | ReportFormat::Json => {}
        }
        out.write_all(&head)?;
        Ok(Printer {
            out,
            format: check.format,
            quiet: check.quiet,
            room: check.max_errors.unwrap_or(u64::MAX),
            hidden: 0,
            begun: false,
        })
    }

    fn write(&mut self, batch: &Batch) -> std::io::Result<()> {
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
        self.put(&batch.bytes[from..])
    }

    fn put(&mut self, mut bytes: &[u8]) -> std::io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        if !self.begun && self.format == ReportFormat::Sarif {
            bytes = bytes.strip_prefix(sarif::SEPARATOR).unwrap_or(bytes);
        }
        self.begun = true;
        self.out.write_all(bytes)
    }

    fn finish(mut self, tally: &Summary, skipped: u64) -> std::io::Result<()> {
        match self.format {
            _ if self.quiet => {}
            ReportFormat::Sarif => self.out.write_all(sarif::TAIL)?,
            ReportFormat::Human => {
                let mut end = String::new();
                if self.hidden > 0 {
                    let more = text::counted(self.hidden, "more error is", "more errors are");
                    end.push_str(&format!("{more} not shown (--max-errors)\n\n"));
                }
                end.push_str(&tally.render(output::width()));
                if skipped > 0 {
                    let files = text::counted(
                        skipped,
                        "file that is not a game record",
                        "files that are not game records",
                    );
                    end.push_str(&format!("skipped {files}\n"));
                }
                if let Some(code) = tally.an_error() {
                    end.push_str(&format!("\nFor details: skep explain {code}\n"));
                }
                self.out.write_all(end.as_bytes())?;
            }
            ReportFormat::Json | ReportFormat::Csv => {}
        }
        self.out.finish()
    }
}
