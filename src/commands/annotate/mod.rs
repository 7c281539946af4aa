//! `skep annotate`: facts for each ply, as comments or as a table.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use crate::args::{GameArgs, one_of};
use crate::output::{self, Output};
use crate::reader::Reader;
use crate::report::{Human, Reportable};
use crate::scan::{Event, Scan};
use crate::table::{RowFormat, Shape, Sheet, Value};
use crate::writing::push_game;
use crate::{Exit, text};
use skep_analysis::plies;
use skep_collection::GameText;
use skep_records::diag::Severity;
use skep_records::notation::{Verdict, write};
use skep_records::record::{Format, Note, NoteKind, Record};
use skep_records::{Rules as _, each_kind};
use skep_rules::closed_list;

mod facts;

use facts::comment;
pub use facts::table;

/// Add facts to each ply of the games
///
/// The facts are the number of legal moves, the free cells beside each queen and the pinned pieces after the ply (for
/// Hex-It, the points), and the time used. They are written as comments after the existing comments, or with --format as
/// a table with a row per ply. An invalid game is written unchanged, and its table ends before the first error.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Annotate {
    #[command(flatten)]
    games: GameArgs,

    /// Write this notation [default: the notation of the game, or PGN if it has no comments]
    ///
    /// csv is the same as --format csv.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&Target::ALL), conflicts_with = "format")]
    to: Option<Target>,

    /// Write a table with a row per ply, in this format
    ///
    /// json is one document, and jsonl is one object per line. The columns are described by skep help columns.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&Shape::ALL))]
    format: Option<Shape>,

    /// Put ' before text that starts with = + - @ (CSV and TSV)
    #[arg(long)]
    csv_safe: bool,

    /// Write to FILE, which appears when it is complete [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  skep annotate game.pgn -o annotated.pgn
  skep annotate --format csv games.zip > plies.csv
  skep annotate --format jsonl --where 'plies > 60' archive/ -o long.jsonl";

closed_list! {
    /// What to write.
    enum Target: "format" {
        Csv = "csv",
        Pgn = "pgn",
        Boardspace = "boardspace" | "sgf",
        Jsonl = "jsonl" | "json",
        Hxt = "hxt",
    }
}

/// Where the games or the rows go.
enum Sink {
    Games(Output),
    Rows(Box<Sheet>),
}

/// The result of one batch of games.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    rows: Vec<Vec<Value>>,
    messages: Vec<u8>,
    written: u64,
    failed: u64,
    /// The notations written, one bit each.
    formats: u32,
}

impl Annotate {
    pub fn run(self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?;
        let mut sink = self.sink()?;
        let mut total = Batch::default();
        let scanned = scan.fold(
            || (),
            |reader, (), batch: &mut Batch, event| {
                match event {
                    Event::Game(game) => {
                        reader.judge();
                        self.annotate(scan.human(), reader, batch, game);
                    }
                    Event::Rejected(_) => {}
                    Event::Fault(fault) => batch.failed += u64::from(!fault.is_unreadable),
                }
                ControlFlow::Continue(())
            },
            |bar, batch| {
                total.written += batch.written;
                total.failed += batch.failed;
                total.formats |= batch.formats;
                bar.say(&batch.messages);
                bar.beside(false, || match &mut sink {
                    Sink::Games(out) => Ok(out.write_all(&batch.bytes)?),
                    Sink::Rows(sheet) => batch.rows.into_iter().try_for_each(|row| sheet.push(row)),
                })
            },
        )?;
        match sink {
            Sink::Games(out) => out.finish()?,
            Sink::Rows(sheet) => sheet.finish("")?,
        }
        self.tell(&total);
        Ok(match total.failed {
            0 => scanned.exit,
            _ => scanned.exit.and(Exit::Findings),
        })
    }

    /// The format of rows; none for games.
    fn shape(&self) -> Option<Shape> {
        let csv = (self.to == Some(Target::Csv)).then_some(Shape::Csv);
        self.format.or(csv)
    }

    fn sink(&self) -> anyhow::Result<Sink> {
        let path = self.output.as_deref();
        let Some(format) = self.shape() else {
            return Ok(Sink::Games(Output::to(path)?));
        };
        let csv_safe = self.csv_safe;
        let rows = RowFormat { format, csv_safe };
        let sheet = Sheet::new(table(), rows, output::is_stdout(path), || Output::to(path))?;
        Ok(Sink::Rows(Box::new(sheet)))
    }

    fn tell(&self, total: &Batch) {
        if total.formats.count_ones() > 1 {
            output::tell("note: the output mixes several notations; choose one with --to");
        }
        if total.failed > 0 {
            output::tell(format_args!(
                "{} annotated, {} not",
                text::counted(total.written, "game", "games"),
                text::count(total.failed)
            ));
        }
    }

    /// Writes one game. Runs in the workers.
    fn annotate(&self, human: &Human, reader: &Reader, batch: &mut Batch, game: &GameText<'_>) {
        let (record, verdict) = (&reader.record, &reader.verdict);
        let subject = Reportable::of_reader(game, reader);
        let valid = subject.is_sound();
        if !valid {
            for d in &verdict.diagnostics {
                if d.severity == Severity::Error {
                    human.line(&subject, d, &mut batch.messages);
                }
            }
        }
        if self.shape().is_some() {
            for facts in plies(record, verdict) {
                batch.rows.push(facts::row(game, record.game, &facts));
            }
        } else if valid {
            let target = self.target(record);
            let mut text = String::new();
            if let Err(error) =
                write::write(target, &with_comments(record, verdict), verdict, &mut text)
            {
                human.wrong(&subject, &error.to_string(), &mut batch.messages);
                batch.failed += 1;
                return;
            }
            batch.formats |= 1 << target as u32;
            batch.bytes.extend_from_slice(text.as_bytes());
        } else {
            let mut text = String::new();
            push_game(game, &mut text);
            batch.formats |= 1 << game.format as u32;
            batch.bytes.extend_from_slice(text.as_bytes());
        }
        batch.written += u64::from(valid);
        batch.failed += u64::from(!valid);
    }

    /// The notation to write a game in.
    fn target(&self, record: &Record) -> Format {
        match (self.to, record.format, record.game) {
            (Some(Target::Pgn), ..) => Format::Pgn,
            (Some(Target::Boardspace), ..) => Format::Boardspace,
            (Some(Target::Jsonl), ..) => Format::Jsonl,
            (Some(Target::Hxt), ..) => Format::Hxt,
            (_, own @ (Format::Pgn | Format::Boardspace | Format::Jsonl | Format::Hxt), _) => own,
            (_, _, kind) => each_kind!(kind, R => R::ANNOTATED),
        }
    }
}

/// The record with a comment after each written ply, behind its existing comments.
fn with_comments(record: &Record, verdict: &Verdict) -> Record {
    let mut annotated = record.clone();
    let mut notes = std::mem::take(&mut annotated.notes).into_iter().peekable();
    for facts in plies(record, verdict) {
        let Some(ply) = facts.written else { continue };
        let after = ply + 1;
        // The steps of the next turn have the same place and come later.
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
