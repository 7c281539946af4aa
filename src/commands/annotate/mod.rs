//! `skep annotate`: facts for each ply, as comments or as a table.

use std::collections::BTreeSet;
use std::path::Path;

use clap::Args;

use crate::cli::args::{DEFAULT_TURNS, of_rows, one_of, output_help, turns};
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::emit::check_report::{Human, Reportable};
use crate::emit::games::marks::{add_notes, is_facts, is_of_engine, is_proof};
use crate::emit::rows::{Head, ReportFormat, RowFormat, RowPick, Table};
use crate::emit::{Outlet, RowSink, Unit};
use crate::output::{self, Exit};
use crate::scan::{GameQuery, Job, Scan};
use crate::text;
use skep_analysis::tactics::{TurnTactics, tactics};
use skep_analysis::{GameReader, Tally, for_each_ply, for_each_written_ply};
use skep_records::diag::Severity;
use skep_records::notation::Verdict;
use skep_records::record::{Format, GameKind, NoteKind, Record};
use skep_records::{GameText, OwnedGameText};
use skep_rules::closed_list;

mod engine;
mod facts;
mod marks;
mod verdicts;

use engine::{Analyst, EngineArgs, EngineOpinion};
use facts::{AnnotatedPly, comment};
pub use facts::{PlyColumns, head};
use marks::TurnProof;
use verdicts::Verdicts;

/// Add comments on legal turns, free cells, time and forced wins
///
/// The facts are the number of legal moves, the time used, and what is on the board after the ply: the free cells
/// beside each queen and the pinned pieces, or the points of Hex-It. They are comments after the existing comments.
/// With --format, they are a table with a row per ply. An invalid game is written unchanged if it already has the
/// notation of the output; otherwise it is skipped. With --format, the rows of an invalid game stop before its first
/// error.
///
/// --tactics also marks forced wins. A win in N is forced if the player to move wins with at most N turns, whatever the
/// replies. A draw (see --repetition) is not a win. Every mark is proved. Turns that lead to the same position, up to
/// symmetry, count as one turn.
///
/// The marks: "win in K found" (the turn keeps the win), "win in K delayed" (a slower win in N remains), "win in K
/// missed" (no win in N remains), "allows a win in K" (of the other player), "loses at once", "only defence found"
/// (every other turn allows a win), "only defence missed", and "no defence" (every turn allows a win). The line that
/// wins follows the mark.
///
/// --engine adds what an engine says, as marks: the scores before and after the turn, as White sees them, its best turn
/// and line, the depth, and its name. The scores are the engine's own; those of skep are chances to win in percent. SGF
/// has them in a comment. Turns get glyphs by the chances of skep: "?!" loses 5 % of the chances, "?" 10 %, "??" 15 %;
/// "!" gains 10 %. A forced win in 2 (in N with --tactics N) counts more than any score.
///
/// A later run replaces the comments and marks of an earlier one, also of another depth. The marks of each engine, and
/// those of
/// --tactics, are replaced only if it is asked again. A turn that has a glyph of somebody else gets no other one.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_args(|arg| of_rows(arg, "With --format")), mut_arg("output", |arg| output_help(arg, "Without --to and --format, the extension sets the notation; .csv is a table.")))]
pub struct Annotate {
    #[command(flatten)]
    games: GameQuery,

    /// Write this notation [default: from the file name, or the notation of the games, or PGN if it has no comments]
    ///
    /// csv is the same as --format csv.
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&AnnotateTarget::ALL), conflicts_with = "format", help_heading = OUTPUT)]
    to: Option<AnnotateTarget>,

    /// Write a table with a row per ply, in this format
    ///
    /// json is one document, and jsonl is one object per line. excel is csv for spreadsheets. See: skep help columns
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&ReportFormat::ROWS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<ReportFormat>,

    /// Mark forced wins in at most N turns, 1 to 3 [default N: 2]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = DEFAULT_TURNS, value_parser = turns())]
    tactics: Option<u32>,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    pick: RowPick,

    #[command(flatten)]
    target: output::FileTarget,
}

const EXAMPLES: &str = "\
Examples:
  skep annotate game.pgn -o annotated.pgn
  skep annotate --format csv games.zip > plies.csv
  skep annotate --tactics game.sgf -o wins.sgf
  skep annotate --engine \"nokamute uhp\" --depth 3 --cache answers.tsv games.zip -o engine.pgn";

closed_list! {
    /// What to write: a table, or a notation.
    enum AnnotateTarget: "format" {
        Csv = "csv",
        Pgn = "pgn",
        Boardspace = "boardspace" | "sgf",
        Jsonl = "jsonl" | "json",
        Hxt = "hxt",
    }
}

/// What games are annotated with.
struct Annotations<'a> {
    head: &'a Head<facts::Of>,
    analyst: Option<&'a Analyst>,
}

/// The numbers of games that were annotated, and of those that were not.
#[derive(Default)]
struct Annotated {
    done: u64,
    failed: u64,
    /// Those of the failed games that skep cannot judge.
    unjudged: u64,
}

impl Tally for Annotated {
    fn merge(&mut self, other: Annotated) {
        self.done += other.done;
        self.failed += other.failed;
        self.unjudged += other.unjudged;
    }
}

impl Annotate {
    pub const INFO: CommandInfo = CommandInfo {
        tips: &[
            "blame analyse analyze analysis eval comment: annotate FILE",
            "blunder blunders: annotate --tactics FILE",
            "--blunders --blunder --wins --missed: --tactics",
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
                head(PlyColumns::ALL).table().keys(),
            )]
        },
        ..CommandInfo::new(CommandGroup::Tactics, 52)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let to = self.to()?;
        let analyst = self.engine.analyst()?;
        let head = head(PlyColumns {
            tactics: self.tactics.is_some(),
            engine: analyst.is_some(),
        });
        if self.target.path().is_none() {
            // Before the head of a table is written.
            self.games.inputs.require_paths()?;
        }
        let mut outlet = self.outlet(to, head.table())?;
        let with = Annotations {
            head: &head,
            analyst: analyst.as_ref(),
        };
        let scan = Scan::new(&self.games)?;
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<Annotated>, game| {
                self.annotate(to, scan.human(), &with, reader, unit, game);
            },
        );
        let job = job.compared("written").fault(|(), unit, fault| {
            unit.counts.failed += u64::from(!fault.is_unreadable);
        });
        let (scanned, total) = scan.run(job, &mut outlet)?;
        let written = outlet.close("")?;
        let is_file = self.target.path().is_some() && written == Exit::Success;
        if to != Some(AnnotateTarget::Csv) && is_file && total.failed == 0 {
            output::tell_written(total.done, ("game", "games"), None::<&str>);
            if self.tactics.is_none() && analyst.is_none() {
                output::note(
                    "no turn is judged; for forced wins, use --tactics, and for good and bad turns, --engine skep",
                );
            }
        }
        tell(&total);
        let exit = scanned.exit(total.failed > total.unjudged).and(written);
        let has_answers = analyst.is_none_or(|analyst| analyst.tell());
        Ok(exit.and(Exit::of_findings(!has_answers)))
    }

    /// The notation, or the table, of the output. `None` if the games decide.
    fn to(&self) -> anyhow::Result<Option<AnnotateTarget>> {
        let path = self.target.output.as_deref();
        let is_uhp = |path: &Path| {
            path.extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("uhp"))
        };
        if self.to.is_none() && path.is_some_and(is_uhp) {
            anyhow::bail!("UHP cannot hold comments; choose another notation, such as .pgn");
        }
        match ReportFormat::of_output(path, self.format) {
            Ok(_) if self.format.is_some() => Ok(Some(AnnotateTarget::Csv)),
            Err(error) if self.format.is_some() => Err(error),
            _ => output::format(path, "--to", self.to, &AnnotateTarget::ALL),
        }
    }

    fn outlet(&self, to: Option<AnnotateTarget>, table: Table) -> anyhow::Result<Outlet> {
        let read = self.games.inputs.inputs();
        if to == Some(AnnotateTarget::Csv) {
            let rows = RowFormat {
                format: self.format.unwrap_or(ReportFormat::Csv),
                pick: self.pick.clone(),
            };
            let target = &self.target;
            return Outlet::rows(table, rows, target, || target.open_checked(read));
        }
        Outlet::games(to.and_then(AnnotateTarget::notation), read, &self.target)
    }

    /// Writes one game. Runs in the workers.
    fn annotate(
        &self,
        to: Option<AnnotateTarget>,
        human: &Human,
        &Annotations { head, analyst }: &Annotations<'_>,
        reader: &GameReader,
        unit: &mut Unit<Annotated>,
        game: &GameText<'_>,
    ) {
        let (record, verdict) = (&reader.record, &reader.verdict);
        let subject = Reportable::of_reader(game, reader);
        let valid = subject.is_sound();
        if !valid {
            for d in &verdict.diagnostics {
                if d.severity == Severity::Error {
                    human.line(&subject, d, &mut unit.messages);
                }
            }
        }
        unit.counts.failed += u64::from(!valid);
        unit.counts.unjudged += u64::from(verdict.status.is_unjudged());
        let found = (self.tactics).map(|turns| tactics(&verdict.game, turns));
        let mut opinions = analyst.map_or_else(Vec::new, |analyst| analyst.opinions(&verdict.game));
        let knows_chances = analyst.is_some_and(|analyst| analyst.knows_chances);
        let proofs = match (&found, analyst) {
            (Some(found), _) => found.iter().map(TurnProof::of).collect(),
            (None, Some(analyst)) => analyst.proofs(&verdict.game),
            (None, None) => Vec::new(),
        };
        marks::mark(&verdict.game, &mut opinions, &proofs, knows_chances);
        let Some(target) = notation(to, game.format, record.game) else {
            let plies = AnnotatedPlies {
                head: head.clone(),
                tactics: found.unwrap_or_default(),
                opinions,
            };
            if verdict.plies() > LONG_GAME {
                let (record, verdict) = (record.clone(), verdict.clone());
                let mut game = OwnedGameText::from(game);
                game.take_text();
                let rows =
                    move |put: RowSink<'_>| plies.rows(&game.borrowed(), &record, &verdict, put);
                unit.late.push((unit.rows.len(), Box::new(rows)));
            } else {
                let rows = &mut unit.rows;
                let put = &mut |row| {
                    rows.push(row);
                    Ok(())
                };
                let never = plies.rows(game, record, verdict, put);
                debug_assert!(never.is_ok(), "memory takes all rows");
            }
            // A table without plies is written, too.
            unit.games.games += u64::from(valid);
            unit.counts.done += u64::from(valid);
            return;
        };
        if !valid {
            if game.format == target {
                unit.games.keep(game);
            }
            return;
        }
        let verdicts = Verdicts {
            engine: analyst.map(|analyst| (analyst.name.as_str(), analyst.depth())),
            opinions: &opinions,
            proofs: &proofs,
            tactics: found.as_deref().unwrap_or_default(),
        };
        let annotated = annotated(record, verdict, &verdicts, target);
        match unit.games.convert(target, &annotated, verdict, game) {
            Ok(()) => unit.counts.done += 1,
            Err(error) => {
                human.wrong(&subject, &error.to_string(), &mut unit.messages);
                unit.counts.failed += 1;
            }
        }
    }
}

/// The rows of a game with more plies are made when they are written.
const LONG_GAME: u32 = 10_000;

/// What the rows of a game are made of, besides the game.
struct AnnotatedPlies {
    head: Head<facts::Of>,
    tactics: Vec<TurnTactics>,
    opinions: Vec<Option<EngineOpinion>>,
}

impl AnnotatedPlies {
    /// Makes a row for each ply.
    fn rows(
        &self,
        game: &GameText<'_>,
        record: &Record,
        verdict: &Verdict,
        put: RowSink<'_>,
    ) -> anyhow::Result<()> {
        let (mut i, mut written) = (0, Ok(()));
        for_each_written_ply(record, verdict, |facts| {
            let ply = AnnotatedPly {
                game,
                kind: record.game,
                facts,
                tactics: self.tactics.get(i),
                opinion: self.opinions.get(i).and_then(Option::as_ref),
            };
            i += 1;
            if written.is_ok() {
                written = put(self.head.row(|of| of(&ply)));
            }
        });
        written
    }
}

fn tell(total: &Annotated) {
    if total.failed > 0 {
        output::tell(format_args!(
            "{} annotated, {} not",
            text::counted(total.done, "game", "games"),
            text::count(total.failed)
        ));
    }
}

impl AnnotateTarget {
    /// The notation. `None` for a table.
    fn notation(self) -> Option<Format> {
        match self {
            AnnotateTarget::Csv => None,
            AnnotateTarget::Pgn => Some(Format::Pgn),
            AnnotateTarget::Boardspace => Some(Format::Boardspace),
            AnnotateTarget::Jsonl => Some(Format::Jsonl),
            AnnotateTarget::Hxt => Some(Format::Hxt),
        }
    }
}

/// The notation to write a game in. `None` for a table.
fn notation(to: Option<AnnotateTarget>, own: Format, kind: GameKind) -> Option<Format> {
    let is_target = || {
        AnnotateTarget::ALL
            .iter()
            .any(|to| to.notation() == Some(own))
    };
    match to {
        Some(to) => to.notation(),
        None if is_target() => Some(own),
        None => Some(kind.annotated_notation()),
    }
}

/// The record with what was found about each written ply: the marks of forced wins and the opinion of an engine, if
/// there are any, and the facts.
fn annotated(
    record: &Record,
    verdict: &Verdict,
    verdicts: &Verdicts<'_>,
    target: Format,
) -> Record {
    let mut annotated = record.clone();
    let engine = verdicts.engine.map(|(name, _)| name);
    // What an earlier run added is replaced.
    let has_tactics = !verdicts.tactics.is_empty();
    let is_old_verdict = |kind: &NoteKind| {
        let text = match kind {
            NoteKind::Comment(text) => Some(text),
            _ => None,
        };
        let is_of_engine = |name| {
            text.is_some_and(|text| is_of_engine(text, name)) || verdicts::is_of_engine(kind, name)
        };
        has_tactics && (text.is_some_and(|text| is_proof(text)) || verdicts::is_proof(kind))
            || engine.is_some_and(is_of_engine)
    };
    let has_old_facts = |kind: &NoteKind| matches!(kind, NoteKind::Comment(text) if is_facts(text));
    verdicts::remove(&mut annotated.notes, has_old_facts, is_old_verdict);
    let has_evaluations = target.holds_evaluations();
    let judged: BTreeSet<u32> = (annotated.notes.iter())
        .filter(|note| matches!(note.kind, NoteKind::Glyph(glyph) if glyph.judges()))
        .map(|note| note.after)
        .collect();
    let mut notes = Vec::with_capacity(record.plies.len());
    for_each_ply(record, verdict, |facts| {
        let i = facts.ply as usize - 1;
        let Some(after) = facts.written.map(|ply| ply + 1) else {
            return;
        };
        let mut words = Vec::new();
        if let Some(turn) = verdicts.tactics.get(i) {
            words.extend(turn.words());
        }
        if let Some(name) = engine
            && !has_evaluations
            && let Some(Some(opinion)) = verdicts.opinions.get(i)
        {
            words.extend(opinion.words(name));
        }
        notes.extend(
            words
                .into_iter()
                .map(|text| (after, NoteKind::Comment(text))),
        );
        if has_evaluations {
            let evaluations = verdicts.evaluations(i, facts.side);
            notes.extend(evaluations.into_iter().map(|found| (after, found)));
        }
        let glyph = verdicts.glyph(i).filter(|_| !judged.contains(&after));
        notes.extend(glyph.map(|glyph| (after, glyph)));
        notes.push((after, NoteKind::Comment(comment(facts))));
    });
    add_notes(&mut annotated, notes);
    annotated
}
