use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use strum::{IntoStaticStr, VariantArray};

use crate::args::{Inputs, Rules, Selection, one_of};
use crate::output::{self, Output};
use crate::reader::Reader;
use crate::report::{Human, Subject, csv};
use crate::sweep::sweep;
use crate::writing::push_game;
use crate::{Exit, text};
use skep_analysis::{plies, select};
use skep_collection::{GameText, Item};
use skep_records::closed_list;
use skep_records::diag::Severity;
use skep_records::notation::{Verdict, write};
use skep_records::record::{Format, GameKind, Note, NoteKind, Record};

mod facts;

use facts::{COLUMNS, comment, write_row};

/// Add facts to each ply of games: as comments, or as a table
///
/// For each ply: how many legal moves there were, the empty cells beside each queen and the pinned pieces after it (in
/// Hex-It the points), and the time used. Comments follow what the record already holds. A game that is not sound is
/// written as it is, and its table ends before the fault.
///
/// Exit codes: 0 every game was annotated, 1 some game was not, 2 a path could not be read or written.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Annotate {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    /// The notation to write, or a row for each ply (csv) [default: that of the game; PGN where it has no comments]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&Target::ALL))]
    to: Option<Target>,

    /// The file to write, which appears when it is complete; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    rules: Rules,
}

const EXAMPLES: &str = "\
Examples:
  skep annotate game.pgn -o annotated.pgn
  skep annotate --to csv games.zip > plies.csv
  skep annotate --to csv --where 'plies > 60' archive/ -o long.csv";

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase", const_into_str)]
enum Target {
    Csv,
    Pgn,
    Boardspace,
    Jsonl,
    Hxt,
}

closed_list!(Target, "format");

/// What comes of one unit of work.
#[derive(Default)]
struct Part {
    bytes: Vec<u8>,
    messages: Vec<u8>,
    written: u64,
    failed: u64,
    unread: bool,
    /// The notations written, a bit each.
    formats: u32,
}

impl Annotate {
    pub fn run(self) -> anyhow::Result<Exit> {
        let filter = self.selection.filter()?;
        let inputs = self.inputs.inputs();
        let mut out = Output::to(self.output.as_deref())?;
        if self.to == Some(Target::Csv) {
            let mut head = Vec::new();
            csv::row(&mut head, &COLUMNS);
            out.write_all(&head)?;
        }
        let human = Human::new(output::styled_stderr(), output::width());
        let mut total = Part::default();
        sweep(
            &inputs,
            (&self.inputs.options(), false),
            || Reader::new(self.rules.options()),
            |reader, part, item| self.work(&human, filter.as_ref(), reader, part, item),
            |bar, part: Part| {
                total.written += part.written;
                total.failed += part.failed;
                total.unread |= part.unread;
                total.formats |= part.formats;
                bar.say(&part.messages);
                bar.beside(false, || out.write_all(&part.bytes))?;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        out.finish()?;
        self.tell(&total);
        Ok(match (total.unread, total.failed > 0) {
            (true, _) => Exit::CouldNotRun,
            (false, true) => Exit::Unsound,
            (false, false) => Exit::Sound,
        })
    }

    fn tell(&self, total: &Part) {
        if total.formats.count_ones() > 1 {
            output::tell("note: the games are in several notations; --to writes them in one");
        }
        if total.failed > 0 {
            output::tell(format_args!(
                "{} annotated, {} not",
                text::counted(total.written, "game", "games"),
                text::count(total.failed)
            ));
        }
    }

    /// Reads, judges and writes one item. Runs in the workers.
    fn work(
        &self,
        human: &Human,
        filter: Option<&select::Filter>,
        reader: &mut Reader,
        part: &mut Part,
        item: Item<'_>,
    ) {
        match item {
            Item::Game(game) => {
                if reader.read_selected(&game, filter) {
                    self.annotate(human, reader, part, &game);
                }
            }
            Item::Fault { source, diagnostic } => {
                human.fault(source, &diagnostic, &mut part.messages);
                if self.inputs.cannot_be_read(source, &diagnostic) {
                    part.unread = true;
                } else {
                    part.failed += 1;
                }
            }
            Item::Skipped { .. } => {}
        }
    }

    fn annotate(&self, human: &Human, reader: &Reader, part: &mut Part, game: &GameText<'_>) {
        let (record, verdict) = (&reader.record, &reader.verdict);
        let subject = Subject::of_reader(game, reader);
        let sound = subject.is_sound();
        if !sound {
            for d in &verdict.diagnostics {
                if d.severity == Severity::Error {
                    human.line(&subject, d, &mut part.messages);
                }
            }
        }
        if self.to == Some(Target::Csv) {
            for facts in plies(record, verdict) {
                write_row(game, record.game, &facts, &mut part.bytes);
            }
        } else if sound {
            let target = self.target(record);
            let mut text = String::new();
            if let Err(error) =
                write::write(target, &with_comments(record, verdict), verdict, &mut text)
            {
                human.wrong(&subject, &error.to_string(), &mut part.messages);
                part.failed += 1;
                return;
            }
            part.formats |= 1 << target as u32;
            part.bytes.extend_from_slice(text.as_bytes());
        } else {
            let mut text = String::new();
            push_game(game, &mut text);
            part.formats |= 1 << game.format as u32;
            part.bytes.extend_from_slice(text.as_bytes());
        }
        part.written += u64::from(sound);
        part.failed += u64::from(!sound);
    }

    /// The notation to write a game in.
    fn target(&self, record: &Record) -> Format {
        match (self.to, record.format, record.game) {
            (Some(Target::Pgn), ..) => Format::Pgn,
            (Some(Target::Boardspace), ..) => Format::Boardspace,
            (Some(Target::Jsonl), ..) => Format::Jsonl,
            (Some(Target::Hxt), ..) => Format::Hxt,
            (_, own @ (Format::Pgn | Format::Boardspace | Format::Jsonl | Format::Hxt), _) => own,
            (_, _, GameKind::Hive | GameKind::Venom) => Format::Pgn,
            (_, _, GameKind::HexIt) => Format::Hxt,
        }
    }
}

/// The record with a comment after each ply that it has written, behind what the record itself says there.
fn with_comments(record: &Record, verdict: &Verdict) -> Record {
    let mut annotated = record.clone();
    let mut notes = std::mem::take(&mut annotated.notes).into_iter().peekable();
    for facts in plies(record, verdict) {
        let Some(ply) = facts.written else { continue };
        let after = ply + 1;
        // The steps of the next turn stand there too, and come later.
        let before = |note: &Note| {
            let remark = matches!(note.kind, NoteKind::Comment(_) | NoteKind::Property { .. });
            note.after < after || note.after == after && remark
        };
        while let Some(note) = notes.next_if(before) {
            annotated.notes.push(note);
        }
        annotated.notes.push(Note {
            after,
            kind: NoteKind::Comment(comment(&facts)),
        });
    }
    annotated.notes.extend(notes);
    annotated
}
