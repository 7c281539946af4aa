use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use self::destination::Destination;
use crate::args::{Inputs, Rules, Selection, one_of};
use crate::output;
use crate::reader::Reader;
use crate::report::{Human, Subject};
use crate::sweep::sweep;
use crate::writing::{Complaints, Losses, Patience, TARGETS, complain};
use crate::{Exit, text};
use skep_analysis::select::Filter;
use skep_collection::{GameText, Item, Source};
use skep_records::notation::write;
use skep_records::record::Format;

mod destination;
mod verify;

/// Write games in another notation
///
/// Games that are not sound are reported on standard error, counted and left out. What the target notation cannot
/// hold is said once at the end.
///
/// Exit codes: 0 every game was written, 1 some game was not, 2 a path could not be read or written.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Convert {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    /// The notation to write
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&TARGETS))]
    to: Format,

    /// Where to write: a file, or a folder for one file per input file; without it, standard output
    ///
    /// A folder is one that exists, or a name that ends in a slash. Files appear when they are complete.
    #[arg(long, short, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    /// Write one file a game into the folder
    #[arg(long, requires = "output")]
    split: bool,

    /// Write the legal beginning of games that are not sound
    #[arg(long)]
    prefix: bool,

    /// Go on after a game that is not sound; the default
    #[arg(long, overrides_with = "no_keep_going")]
    keep_going: bool,

    /// Stop at the first game that is not sound; no file is written then
    #[arg(long)]
    no_keep_going: bool,

    /// End with 1 if anything is lost that the target notation cannot hold
    #[arg(long)]
    strict: bool,

    /// Read what was written back and compare every position
    #[arg(long)]
    verify: bool,

    /// List what the target notation cannot hold, with the number of games
    #[arg(long)]
    explain_loss: bool,

    /// Say nothing about losses and success
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    rules: Rules,
}

const EXAMPLES: &str = "\
Examples:
  skep convert --to uhp games.zip > all.uhp
  skep convert --to pgn games.zip -o pgn/ --split
  skep convert --to jsonl --verify archive/ -o archive.jsonl";

/// What comes of one unit of work.
#[derive(Default)]
struct Part {
    /// The games written, one after the other.
    text: String,
    /// Where each of them ends.
    games: Vec<End>,
    /// What to say on standard error of files and entries.
    messages: Vec<u8>,
    /// And of games.
    complaints: Complaints,
    /// Paths of the arguments that could not be read.
    unread: u64,
    /// Files and entries with a fault.
    faults: u64,
    /// Games that were not written.
    failed: u64,
    /// Games that were written in part.
    cut: u64,
    /// Games that do not read back as they were written.
    unfaithful: u64,
    losses: Losses,
    stopped: bool,
}

/// A game in a part's text.
struct End {
    source: Source,
    end: usize,
}

/// What all parts add up to.
#[derive(Default)]
struct Total {
    written: u64,
    unread: u64,
    faults: u64,
    failed: u64,
    cut: u64,
    unfaithful: u64,
    losses: Losses,
}

impl Convert {
    pub fn run(self) -> anyhow::Result<Exit> {
        let filter = self.selection.filter()?;
        let inputs = self.inputs.inputs();
        let mut destination = Destination::new(self.output.as_deref(), self.split, self.to)?;
        let human = Human::new(output::styled_stderr(), output::width());
        let mut total = Total::default();
        let mut patience = Patience::default();
        let mut stopped = false;

        sweep(
            &inputs,
            (&self.inputs.options(), self.quiet),
            || {
                (
                    Reader::new(self.rules.options()),
                    Reader::new(self.rules.options()),
                )
            },
            |(reader, back), part: &mut Part, item| {
                self.work(&human, filter.as_ref(), (reader, back), part, item);
            },
            |bar, part| {
                bar.say(&part.messages);
                patience.show(bar, &part.complaints);
                bar.beside(false, || part.write(&mut destination))?;
                total.add(&part);
                stopped = part.stopped;
                Ok(match stopped {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
            },
        )?;
        patience.finish();
        if stopped {
            output::tell(
                "stopped at the first game that is not sound; files are left as they were",
            );
            return Ok(Exit::Unsound);
        }
        if total.written > 0 || total.failed == 0 {
            destination.finish()?;
        }
        self.tell(&total);

        let incomplete = total.faults + total.failed + total.cut + total.unfaithful > 0;
        let lossy = self.strict && !total.losses.is_empty();
        Ok(match (total.unread > 0, incomplete || lossy) {
            (true, _) => Exit::CouldNotRun,
            (false, true) => Exit::Unsound,
            (false, false) => Exit::Sound,
        })
    }

    /// Reads, judges and writes one item. Runs in the workers.
    fn work(
        &self,
        human: &Human,
        filter: Option<&Filter>,
        (reader, back): (&mut Reader, &mut Reader),
        part: &mut Part,
        item: Item<'_>,
    ) {
        if part.stopped {
            return;
        }
        match item {
            Item::Game(game) => {
                if reader.read_selected(&game, filter) {
                    self.convert(human, reader, back, part, &game);
                }
            }
            Item::Fault { source, diagnostic } => {
                human.fault(source, &diagnostic, &mut part.messages);
                if self.inputs.cannot_be_read(source, &diagnostic) {
                    part.unread += 1;
                } else {
                    part.faults += 1;
                }
                part.stopped = self.no_keep_going;
            }
            Item::Skipped { .. } => {}
        }
    }

    fn convert(
        &self,
        human: &Human,
        reader: &Reader,
        back: &mut Reader,
        part: &mut Part,
        game: &GameText<'_>,
    ) {
        let (record, verdict) = (&reader.record, &reader.verdict);
        let subject = Subject::of_reader(game, reader);
        if !subject.is_sound() {
            complain(human, &subject, &mut part.complaints);
            if !self.prefix || verdict.plies() == 0 {
                part.fail(self.no_keep_going);
                return;
            }
        }
        let beginning;
        let record = if subject.is_sound() {
            record
        } else {
            beginning = verdict.beginning(record);
            &beginning
        };
        let start = part.text.len();
        let written = write::losses(self.to, record, verdict).and_then(|losses| {
            write::write(self.to, record, verdict, &mut part.text).map(|()| losses)
        });
        match written {
            Ok(losses) => part.losses.add(losses, &subject),
            Err(error) => {
                part.complaints
                    .add(|out| human.wrong(&subject, &error.to_string(), out));
                part.fail(self.no_keep_going);
                return;
            }
        }
        part.cut += u64::from(!subject.is_sound());
        part.games.push(End {
            source: game.source.clone(),
            end: part.text.len(),
        });
        if self.verify
            && let Err(why) = verify::same(self.to, &part.text[start..], verdict, back)
        {
            part.unfaithful += 1;
            part.complaints.add(|out| human.wrong(&subject, &why, out));
        }
    }

    fn tell(&self, total: &Total) {
        let mut said = Vec::new();
        if self.explain_loss {
            output::tell(total.losses.table(self.to).trim_end());
        } else if !self.quiet && !total.losses.is_empty() {
            let losses = total.losses.short(self.to);
            output::tell(format_args!("note: {losses}; --explain-loss tells more"));
        }
        if total.failed > 0 {
            said.push(format!(
                "{} left out",
                text::counted(total.failed, "game", "games")
            ));
        }
        if total.cut > 0 {
            said.push(format!(
                "{} cut short before the fault",
                text::counted(total.cut, "game", "games")
            ));
        }
        if total.unfaithful > 0 {
            said.push(format!(
                "{} back as something else",
                text::counted(total.unfaithful, "game reads", "games read")
            ));
        }
        if !said.is_empty() || self.output.is_some() && !self.quiet {
            said.insert(
                0,
                format!("{} written", text::counted(total.written, "game", "games")),
            );
            output::tell(said.join(", "));
        }
    }
}

impl Part {
    /// Counts a game that is not written.
    fn fail(&mut self, stop: bool) {
        self.failed += 1;
        self.stopped = stop;
    }

    fn write(&self, destination: &mut Destination) -> anyhow::Result<()> {
        let mut start = 0;
        for game in &self.games {
            destination.write(&game.source, &self.text.as_bytes()[start..game.end])?;
            start = game.end;
        }
        Ok(())
    }
}

impl Total {
    fn add(&mut self, part: &Part) {
        self.written += part.games.len() as u64;
        self.unread += part.unread;
        self.faults += part.faults;
        self.failed += part.failed;
        self.cut += part.cut;
        self.unfaithful += part.unfaithful;
        self.losses.merge(&part.losses);
    }
}
