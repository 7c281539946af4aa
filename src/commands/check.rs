use std::io::Write;
use std::ops::{ControlFlow, Range};

use clap::Args;
use strum::{IntoStaticStr, VariantArray};

use crate::args::{Inputs, Rules, Selection, one_of};
use crate::output::{self, Output};
use crate::reader::Reader;
use crate::report::{Human, Subject, Tally, csv, json, sarif};
use crate::sweep::sweep;
use crate::{Exit, text};
use skep_analysis::select::Filter;
use skep_collection::Item;
use skep_records::closed_list;
use skep_records::diag::Severity;

/// Tell which games are sound, and what is wrong with the others
///
/// Replays every game by the rules. Errors are shown with the line they stand in, then a table sums up. A repetition,
/// a queen on the first turn, bugs out of number order and the like are remarks: the game is sound.
///
/// Exit codes: 0 every game is sound, 1 some game is not, 2 a path could not be read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    rules: Rules,

    /// How to report: for people (human), one JSON object a game (json), one row a game (csv), or one SARIF 2.1.0
    /// document for code-review tools (sarif)
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = one_of(&Format::ALL))]
    format: Format,

    /// Show each remark, instead of only counting them (human)
    #[arg(long)]
    remarks: bool,

    /// Show at most N errors and count the others (human, sarif)
    #[arg(long, value_name = "N")]
    max_errors: Option<u64>,

    /// Stop at the first game that is not sound
    #[arg(long)]
    strict: bool,

    /// Print nothing; the exit code tells
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  skep check games.zip
  skep check --remarks --rules historical archive-2009/
  skep check --format csv . > report.csv
  zcat games.gz | skep check -q - && echo sound";

/// The reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase", const_into_str)]
enum Format {
    Human,
    Json,
    Csv,
    Sarif,
}

closed_list!(Format, "format");

/// What comes of one unit of work.
#[derive(Default)]
struct Part {
    /// The report.
    bytes: Vec<u8>,
    /// Where the errors are in it, for `--max-errors`.
    errors: Vec<Range<usize>>,
    /// What the arguments name and cannot be read, for standard error.
    unreadable: Vec<u8>,
    tally: Tally,
    /// Whether a game was not sound and nothing after it counts (`--strict`).
    stopped: bool,
}

impl Check {
    pub fn run(self) -> anyhow::Result<Exit> {
        let filter = self.selection.filter()?;
        let inputs = self.inputs.inputs();
        let human = Human::new(output::styled(), output::width());
        let mut printer = Printer::new(&self)?;
        let mut tally = Tally::default();
        let mut unread = Exit::Sound;

        let summary = sweep(
            &inputs,
            (&self.inputs.options(), self.quiet),
            || Reader::new(self.rules.options()),
            |reader, part: &mut Part, item| self.work(&human, filter.as_ref(), reader, part, item),
            |bar, part| {
                tally.merge(&part.tally);
                if !part.unreadable.is_empty() {
                    unread = Exit::CouldNotRun;
                    bar.say(&part.unreadable);
                }
                if !part.bytes.is_empty() {
                    bar.beside(false, || printer.write(&part))?;
                }
                Ok(match part.stopped {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
            },
        )?;
        printer.finish(&tally, summary.skipped)?;
        if tally.is_empty() && unread == Exit::Sound && !self.quiet {
            output::tell("note: there is no game in what was to be checked");
        }
        let unsound = if tally.unsound() > 0 {
            Exit::Unsound
        } else {
            Exit::Sound
        };
        Ok(unsound.and(unread))
    }

    /// Reads, judges and reports one item. Runs in the workers.
    fn work(
        &self,
        human: &Human,
        filter: Option<&Filter>,
        reader: &mut Reader,
        part: &mut Part,
        item: Item<'_>,
    ) {
        if part.stopped {
            return;
        }
        match item {
            Item::Game(game) => {
                if !reader.read_selected(&game, filter) {
                    return;
                }
                let subject = Subject::of_reader(&game, reader);
                self.report(human, part, &subject);
            }
            Item::Fault { source, diagnostic } => {
                let place = (&*source.path, source.entry.as_deref());
                let subject = Subject::fault(place, &diagnostic);
                if self.inputs.cannot_be_read(source, &diagnostic) {
                    human.fault(source, &diagnostic, &mut part.unreadable);
                    if self.format == Format::Human {
                        part.stopped = self.strict;
                        return;
                    }
                }
                self.report(human, part, &subject);
            }
            Item::Skipped { .. } => {}
        }
    }

    fn report(&self, human: &Human, part: &mut Part, subject: &Subject<'_>) {
        part.tally.add(subject);
        part.stopped = self.strict && !subject.is_sound();
        if self.quiet {
            return;
        }
        match self.format {
            Format::Json => json::write(subject, &mut part.bytes),
            Format::Csv => csv::write(subject, &mut part.bytes),
            Format::Sarif | Format::Human => {
                for d in subject.diagnostics {
                    let start = part.bytes.len();
                    match (self.format, d.severity) {
                        (Format::Sarif, _) => sarif::write(subject, d, &mut part.bytes),
                        (_, Severity::Error) => human.annotated(subject, d, &mut part.bytes),
                        (_, Severity::Remark) if !self.remarks => {}
                        _ => human.line(subject, d, &mut part.bytes),
                    }
                    if d.severity == Severity::Error {
                        part.errors.push(start..part.bytes.len());
                    }
                }
            }
        }
    }
}

/// Puts the parts of a report together, in order.
struct Printer {
    out: Output,
    format: Format,
    quiet: bool,
    /// Errors that may still be shown.
    room: u64,
    hidden: u64,
    /// Whether anything has been written after the head.
    begun: bool,
}

impl Printer {
    fn new(check: &Check) -> anyhow::Result<Printer> {
        let mut out = Output::stdout();
        let mut head = Vec::new();
        match check.format {
            _ if check.quiet => {}
            Format::Csv => csv::header(&mut head),
            Format::Sarif => head = sarif::head(),
            Format::Human | Format::Json => {}
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

    fn write(&mut self, part: &Part) -> std::io::Result<()> {
        let mut from = 0;
        for error in &part.errors {
            if self.room > 0 {
                self.room -= 1;
            } else {
                self.hidden += 1;
                self.put(&part.bytes[from..error.start])?;
                from = error.end;
            }
        }
        self.put(&part.bytes[from..])
    }

    fn put(&mut self, mut bytes: &[u8]) -> std::io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        if !self.begun && self.format == Format::Sarif {
            bytes = bytes.strip_prefix(sarif::SEPARATOR).unwrap_or(bytes);
        }
        self.begun = true;
        self.out.write_all(bytes)
    }

    fn finish(mut self, tally: &Tally, skipped: u64) -> std::io::Result<()> {
        match self.format {
            _ if self.quiet => {}
            Format::Sarif => self.out.write_all(sarif::TAIL)?,
            Format::Human => {
                let mut end = String::new();
                if self.hidden > 0 {
                    let more = text::counted(self.hidden, "more error is", "more errors are");
                    end.push_str(&format!("{more} not shown (--max-errors)\n\n"));
                }
                end.push_str(&tally.render(output::width()));
                if skipped > 0 {
                    let files = text::counted(skipped, "other file is", "other files are");
                    end.push_str(&format!("{files} no record and left out\n"));
                }
                if let Some(code) = tally.an_error() {
                    end.push_str(&format!(
                        "\nskep explain tells more about a finding: skep explain {code}\n"
                    ));
                }
                self.out.write_all(end.as_bytes())?;
            }
            Format::Json | Format::Csv => {}
        }
        self.out.finish()
    }
}
