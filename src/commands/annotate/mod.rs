//! `skep annotate`: facts for each ply, as comments or as a table.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use clap::Args;

use crate::cli::args::{DEFAULT_TURNS, of_rows, one_of, output_help, turns};
use crate::cli::info::{Group, Info};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::emit::check_report::{Human, Reportable};
use crate::emit::games::marks::add_comments;
use crate::emit::games::{Notations, extension, push_game};
use crate::emit::rows::{Head, Pick, RowFormat, Shape, Sheet, Table, Value};
use crate::output::{self, Exit, Guard, Output};
use crate::scan::duplicates::Keys;
use crate::scan::{Event, GameQuery, Scan};
use crate::text;
use skep_analysis::tactics::{TurnTactics, tactics};
use skep_analysis::{GameReader, for_each_ply, plies};
use skep_records::GameText;
use skep_records::diag::Severity;
use skep_records::notation::{Verdict, write};
use skep_records::record::{Format, GameKind, Record};
use skep_rules::closed_list;

mod engine;
mod facts;
mod marks;

use engine::{Analyst, EngineArgs, Opinion};
pub use facts::{Columns, head};
use facts::{Ply, comment};
use marks::Proof;

/// Add comments on legal turns, free cells, time and forced wins
///
/// The facts are the number of legal moves, the free cells beside each queen and the pinned pieces after the ply (for
/// Hex-It, the points), and the time used. They are written as comments after the existing comments, or with --format as
/// a table with a row per ply. An invalid game is written unchanged if it already has the notation of the output;
/// otherwise it is skipped. With --format, the rows of an invalid game stop before its first error.
///
/// --tactics also marks forced wins. A win in N is forced if the player to move wins with at most N turns, whatever the
/// replies. A draw is not a win. Every mark is proved. Turns that lead to the same position, up to symmetry, count as
/// one turn. The marks are:
///
/// win in K found: the player could force a win in K, and the turn keeps it. win in K delayed: a win in N is still
/// forced after the turn, but not the fastest. win in K missed: no win in N is forced after the turn. The line that wins
/// follows. allows a win in K: the other player can now force a win in K. The line follows. loses at once: the turn
/// makes the other player win. only defence found: every other turn allows a win. only defence missed: the turn allows
/// a win, and the mark names the only turn that does not. no defence: every turn allows a win.
///
/// --engine adds the turn that an engine would play, with its score and chance if it states one: "nokamute agrees" or
/// "nokamute plays wA1 bQ- (1.5, 57.4 %)". Turns are marked by scores: see --scale. A forced win in 2 (in N with
/// --tactics N) counts more than any score.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_args(|arg| of_rows(arg, "With --format")), mut_arg("output", |arg| output_help(arg, "Without --to and --format, the extension sets the notation; .csv is a table.")))]
pub struct Annotate {
    #[command(flatten)]
    games: GameQuery,

    /// Write this notation [default: from the file name, or the notation of the games, or PGN if it has no comments]
    ///
    /// csv is the same as --format csv.
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&Target::ALL), conflicts_with = "format", help_heading = OUTPUT)]
    to: Option<Target>,

    /// Write a table with a row per ply, in this format
    ///
    /// json is one document, and jsonl is one object per line. See: skep help columns
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&Shape::ROWS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<Shape>,

    /// Mark forced wins in at most N turns, 1 to 3 [default N: 2]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = DEFAULT_TURNS, value_parser = turns())]
    tactics: Option<u32>,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    pick: Pick,

    #[command(flatten)]
    target: output::Target,
}

const EXAMPLES: &str = "\
Examples:
  skep annotate game.pgn -o annotated.pgn
  skep annotate --format csv games.zip > plies.csv
  skep annotate --tactics game.sgf -o wins.sgf
  skep annotate --engine 'nokamute uhp' --depth 3 --cache answers.tsv games.zip -o engine.pgn";

closed_list! {
    /// What to write: a table, or a notation.
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
    Games(Box<Output>),
    Rows(Box<Sheet>),
}

/// What games are annotated with.
struct Annotations<'a> {
    head: &'a Head<facts::Of>,
    analyst: Option<&'a Analyst>,
}

/// The result of one batch of games.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    rows: Vec<Vec<Value>>,
    messages: Vec<u8>,
    written: u64,
    failed: u64,
    notations: Notations,
}

impl Annotate {
    pub const INFO: Info = Info {
        tips: &[
            "blame analyse analyze analysis eval comment: annotate FILE",
            "blunder blunders: annotate --tactics FILE",
            "--movetime --st --seconds --timeout: --time SECONDS",
        ],
        exit: [
            "every game was annotated",
            "a game was skipped, or an engine did not answer",
            "a path could not be read or written, or an engine could not start",
        ],
        tables: || {
            vec![(
                "annotate --format".into(),
                head(Columns::ALL).table().keys(),
            )]
        },
        ..Info::new(Group::Tactics, 52)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let to = self.to()?;
        let guard = Guard::new(self.target.force, self.games.inputs.inputs());
        let analyst = self.engine.analyst()?;
        let head = head(Columns {
            tactics: self.tactics.is_some(),
            engine: analyst.is_some(),
        });
        if self.target.path().is_none() {
            // Before the head of a table is written.
            self.games.inputs.require_paths()?;
        }
        let mut sink = self.sink(to, head.table(), &guard)?;
        let with = Annotations {
            head: &head,
            analyst: analyst.as_ref(),
        };
        let scan = Scan::new(&self.games)?;
        let keys = Keys::new();
        let mut total = Batch::default();
        let mut format = None;
        let mut is_empty = true;
        let scanned = scan.fold(
            || (),
            |reader, (), batch: &mut Batch, event| {
                match event {
                    Event::Game(game) => {
                        reader.judge();
                        keys.add(&reader.facts());
                        self.annotate(to, scan.human(), &with, reader, batch, game);
                    }
                    Event::Unmatched(_) | Event::Rejected(_) => {}
                    Event::Fault(fault) => batch.failed += u64::from(!fault.is_unreadable),
                }
                ControlFlow::Continue(())
            },
            |bar, batch| {
                total.written += batch.written;
                total.failed += batch.failed;
                is_empty &= batch.written == 0 && batch.bytes.is_empty() && batch.rows.is_empty();
                bar.say(&batch.messages);
                let Batch {
                    bytes,
                    rows,
                    notations,
                    ..
                } = batch;
                let out = match &mut sink {
                    Sink::Games(out) => out,
                    Sink::Rows(sheet) => {
                        return bar.beside(false, || {
                            rows.into_iter().try_for_each(|row| sheet.push(row))
                        });
                    }
                };
                let agreed = notations.agree(&mut format);
                if let Some(format) = format {
                    out.set_extension(extension(format));
                }
                let end = match &agreed {
                    Ok(()) => bytes.len(),
                    Err((end, _)) => *end,
                };
                bar.beside(false, || out.write_all(&bytes[..end]))?;
                agreed.map_err(|(_, error)| error)
            },
        )?;
        let unwritten = self.target.path().filter(|_| is_empty);
        match (unwritten, sink) {
            (Some(path), _) => output::tell_unwritten(path),
            (None, Sink::Games(out)) => {
                out.finish()?;
                if self.target.path().is_some() && total.failed == 0 {
                    let games = text::counted(total.written, "game", "games");
                    output::tell_done(format_args!("{games} written"));
                }
            }
            (None, Sink::Rows(sheet)) => sheet.finish("")?,
        }
        tell(&total);
        keys.found().tell("written");
        let has_answers = analyst.is_none_or(|analyst| analyst.tell());
        Ok(if total.failed > 0 || unwritten.is_some() || !has_answers {
            scanned.exit.and(Exit::Findings)
        } else {
            scanned.exit
        })
    }

    /// The notation, or the table, of the output. `None` if the games decide.
    fn to(&self) -> anyhow::Result<Option<Target>> {
        let path = self.target.output.as_deref();
        let is_uhp = |path: &Path| {
            path.extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("uhp"))
        };
        if self.to.is_none() && path.is_some_and(is_uhp) {
            anyhow::bail!("UHP cannot hold comments; choose another notation, such as .pgn");
        }
        match Shape::of_output(path, self.format) {
            Ok(_) if self.format.is_some() => Ok(Some(Target::Csv)),
            Err(error) if self.format.is_some() => Err(error),
            _ => output::format(path, "--to", self.to, &Target::ALL),
        }
    }

    fn sink(&self, to: Option<Target>, table: Table, guard: &Guard) -> anyhow::Result<Sink> {
        let path = self.target.output.as_deref();
        if to != Some(Target::Csv) {
            let mut out = Output::new(path, guard)?;
            if to.is_none() && self.games.inputs.can_be_reread() {
                out.hold();
            }
            return Ok(Sink::Games(Box::new(out)));
        }
        let rows = RowFormat {
            format: self.format.unwrap_or(Shape::Csv),
            pick: self.pick.clone(),
        };
        let sheet = Sheet::new(table, rows, output::is_stdout(path), || {
            Output::new(path, guard)
        })?;
        Ok(Sink::Rows(Box::new(sheet)))
    }

    /// Writes one game. Runs in the workers.
    fn annotate(
        &self,
        to: Option<Target>,
        human: &Human,
        &Annotations { head, analyst }: &Annotations<'_>,
        reader: &GameReader,
        batch: &mut Batch,
        game: &GameText<'_>,
    ) {
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
        batch.failed += u64::from(!valid);
        let start = batch.bytes.len();
        let found = (self.tactics).map(|turns| tactics(&verdict.game, turns));
        let mut opinions = analyst.map_or_else(Vec::new, |analyst| analyst.opinions(&verdict.game));
        let scale = analyst.and_then(|analyst| analyst.scale);
        let proofs = match (&found, analyst) {
            (Some(found), _) => found.iter().map(Proof::of).collect(),
            (None, Some(analyst)) => analyst.proofs(&verdict.game),
            (None, None) => Vec::new(),
        };
        marks::mark(&verdict.game, &mut opinions, &proofs, scale);
        let Some(target) = notation(to, game.format, record.game) else {
            for (i, facts) in plies(record, verdict).iter().enumerate() {
                let ply = Ply {
                    game,
                    kind: record.game,
                    facts,
                    tactics: found.as_ref().and_then(|turns| turns.get(i)),
                    opinion: opinions.get(i).and_then(Option::as_ref),
                };
                batch.rows.push(head.row(|of| of(&ply)));
            }
            batch.written += u64::from(valid);
            return;
        };
        let mut text = String::new();
        if valid {
            let said = analyst.map(|analyst| (analyst.name.as_str(), opinions.as_slice()));
            let annotated = with_comments(record, verdict, &found.unwrap_or_default(), said);
            if let Err(error) = write::write(target, &annotated, verdict, &mut text) {
                human.wrong(&subject, &error.to_string(), &mut batch.messages);
                batch.failed += 1;
                return;
            }
        } else if game.format == target {
            push_game(game, &mut text);
        } else {
            return;
        }
        batch.notations.add(target, game.source, start);
        batch.bytes.extend_from_slice(text.as_bytes());
        batch.written += u64::from(valid);
    }
}

fn tell(total: &Batch) {
    if total.failed > 0 {
        output::tell(format_args!(
            "{} annotated, {} not",
            text::counted(total.written, "game", "games"),
            text::count(total.failed)
        ));
    }
}

/// The notation to write a game in. `None` for a table.
fn notation(to: Option<Target>, own: Format, kind: GameKind) -> Option<Format> {
    Some(match (to, own, kind) {
        (Some(Target::Csv), ..) => return None,
        (Some(Target::Pgn), ..) => Format::Pgn,
        (Some(Target::Boardspace), ..) => Format::Boardspace,
        (Some(Target::Jsonl), ..) => Format::Jsonl,
        (Some(Target::Hxt), ..) => Format::Hxt,
        (_, own @ (Format::Pgn | Format::Boardspace | Format::Jsonl | Format::Hxt), _) => own,
        (_, _, kind) => kind.annotated_notation(),
    })
}

/// The record with comments after each written ply: the marks of forced wins and the opinion of an engine, if there are
/// any, and the facts.
fn with_comments(
    record: &Record,
    verdict: &Verdict,
    tactics: &[TurnTactics],
    said: Option<(&str, &[Option<Opinion>])>,
) -> Record {
    let mut annotated = record.clone();
    let mut comments = Vec::with_capacity(record.plies.len());
    for_each_ply(record, verdict, |facts| {
        let i = facts.ply as usize - 1;
        let Some(after) = facts.written.map(|ply| ply + 1) else {
            return;
        };
        if let Some(turn) = tactics.get(i) {
            comments.extend(turn.words().into_iter().map(|text| (after, text)));
        }
        if let Some((name, said)) = said
            && let Some(Some(opinion)) = said.get(i)
        {
            comments.extend(opinion.words(name).into_iter().map(|text| (after, text)));
        }
        comments.push((after, comment(facts)));
    });
    add_comments(&mut annotated, comments);
    annotated
}
