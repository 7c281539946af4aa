//! `skep convert`: games in another notation.

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;

use self::edits::GameEdits;
use crate::cli::args::one_of;
use crate::cli::exit::WRITTEN;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{OUTPUT, OUTPUT_NAMES};
use crate::emit::check_report::{Human, Reportable};
use crate::emit::games::{
    Closed, ConvertDestination, GameFile, GameOutlet, LeftOutGames, StateArgs, Writing,
    WrittenGames, require_state,
};
use crate::emit::{Outlet, Unit};
use crate::output::{self, Exit, FileTarget, Force, Guard};
use crate::scan::{GameQuery, Job, NumberPlace, Scan};
use crate::text;
use skep_analysis::{GameReader, GameWriter, Tally};
use skep_records::notation::unread;
use skep_records::notation::write::Loss;
use skep_records::{Format, GameText, Judge, Record, Verdict};
use skep_rules::closed_list;

mod edits;
mod split;
mod tree;
mod verify;

/// Convert, filter and merge games
///
/// With --to, every game is converted: invalid games are reported and skipped, and data that the target notation cannot
/// hold is listed once at the end. Without --to, the extension of the output file sets the notation, and games that
/// already have it are written unchanged. Without either, all games are written unchanged, in input order, and must
/// have one notation. Unchanged games can be invalid. Options that edit games, such as --set, write the notation of the
/// first game.
///
/// filter and merge are other names of this command. head, tail and sample are too, with --first 10, --last 10 and
/// --sample 10; head -5 and head -n 5 mean --first 5.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Convert {
    #[command(flatten)]
    games: GameQuery,

    /// Write the games in this notation [default: from the extension of FILE, or unchanged]
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&GameWriter::TARGETS), help_heading = OUTPUT)]
    to: Option<Format>,

    /// Write to a file, or to a folder with one file per input file [default: standard output]
    ///
    /// To name a folder, use an existing folder or end the name in a slash. Files appear when all are complete. The
    /// extension sets the notation; .gz, .zst and .zip compress the file.
    #[arg(long, short, value_name = "FILE|DIR", help_heading = OUTPUT, aliases = OUTPUT_NAMES)]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    /// Write the games that do not match --where or --player to FILE
    ///
    /// The extension sets the notation; with .txt, games stay unchanged. Invalid games always stay unchanged. --set and
    /// --remove do not change FILE.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, conflicts_with_all = ["number", "first", "last", "sample"])]
    rest: Option<PathBuf>,

    #[command(flatten)]
    state: StateArgs,

    #[command(flatten)]
    edits: GameEdits,

    /// Join the games of each variant into one record with variations, or split the variations
    ///
    /// Games share a line as long as their positions are equal, in any orientation and with any numbers on equal bugs.
    /// The most played move continues a line. A comment where a game ends has its players, date and result. Comments
    /// stay; clocks and tags that differ are left out. Several records of one game become one; where they differ,
    /// the first record is used.
    ///
    /// The opposite is --tree=split: the game and each of its variations become games of their own, each from the first
    /// turn. A variation has no stated result, and the tag Variation has its path, such as 2.1.
    #[arg(
        long,
        value_name = "join|split",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = TreeUse::Join.as_str(),
        hide_possible_values = true,
        value_parser = one_of(&TreeUse::ALL),
        conflicts_with_all = ["rest", "ply", "prefix", "fail_fast", "verify"]
    )]
    tree: Option<TreeUse>,

    /// Write only the first N plies of each game
    ///
    /// As a GameString, this is the position after N plies. A shorter game stays whole; -1 leaves out the last ply. A
    /// game that is cut has no stated result.
    #[arg(long, value_name = "N|end", allow_hyphen_values = true, value_parser = str::parse::<NumberPlace>)]
    ply: Option<NumberPlace>,

    /// Of an invalid game, write the moves before the error
    #[arg(long)]
    prefix: bool,

    /// Stop at the first error, and write no file
    #[arg(long)]
    fail_fast: bool,

    /// Exit with 1 if the notation cannot hold some data
    #[arg(long)]
    strict: bool,

    /// Read the output back and compare every position
    #[arg(long)]
    verify: bool,

    /// List the data that the target notation cannot hold
    #[arg(long)]
    explain_loss: bool,
}

const EXAMPLES: &str = "\
Examples:
  skep convert --to uhp games.zip > all.uhp
  skep convert games.zip -o all.pgn.gz
  skep convert --where \"player = Ann and plies >= 30\" archive/ > ann.sgf
  skep convert --where \"status = ok\" --rest bad.txt archive.zip -o good.sgf
  skep convert --set Event=\"Our League\" --remove Site old.pgn -o new.pgn
  skep convert monday.pgn tuesday.pgn -o week.pgn
  skep convert --to uhp --ply 12 game.sgf
  skep convert --tree --player Ann archive/ -o ann.sgf
  skep convert --to jsonl --verify archive/ -o archive.jsonl";

/// Games that are not converted as they are.
#[derive(Default)]
struct OddGames {
    /// Games written only up to their first error.
    cut: u64,
    /// Games that read back differently.
    unfaithful: u64,
}

impl Tally for OddGames {
    fn merge(&mut self, other: OddGames) {
        self.cut += other.cut;
        self.unfaithful += other.unfaithful;
    }
}

closed_list! {
    /// What to do with variations.
    enum TreeUse: "use of variations" {
        /// Games become one record with variations.
        Join = "join",
        /// Each variation becomes a game.
        Split = "split" | "games" | "lines",
    }
}

impl Convert {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &[
            "filter", "merge", "head", "tail", "sample", "select", "query", "cat", "concat",
            "combine", "join",
        ],
        tips: &[
            "grep search find where: convert --where 'player = \"Ann\"' FILE",
            "extract get pick game: convert --game N FILE",
            "slice cut: convert --game 6..15 FILE",
            "first: convert --first N FILE",
            "-W: --to NOTATION",
            "--position --final --plies: --ply N",
            "-C --nocomments --strip-comments --remove-comments --no-comments: to leave out comments, use --remove comments",
            "-V --novars --strip-variations --remove-variations --mainline --main-line --no-variations: to leave out variations, use --remove variations",
            "-N --nonags --strip-nags: for the moves alone, use --to uhp",
            "--skip-invalid --skip-errors --ignore-errors --valid-only --only-valid --drop-invalid: invalid games are left out and named; leave the option out",
            "--output-dir --out-dir --outdir --directory --folder: to write a file for each input, end the name with a slash: -o FOLDER/",
            "-t: for a notation, use --to NOTATION; for games with a tag, use --where EXPR",
            "-7: all tags are written; to remove one, use --remove TAG",
            "--nofauxep: only chess has en passant; leave the option out",
            "--selectonly: --game 1,3,5",
            "-#: to write files of N games, use skep split --per-file N",
            "--split --per-game --file-per-game --each: for a file per game, use skep split --per-file 1 FILE -o FOLDER",
            "--variations --flatten --split-variations: for a game of each variation, use --tree=split",
            "-T: for the games of a player, use --player NAME; for games with a tag, use --where EXPR",
            "--notags: --remove TAG",
            "-D: to remove duplicates, use skep dedup",
            "-d: for a list of duplicates, use skep dedup --report FILE",
            "--plylimit --up-to --upto: --ply N",
            "-U --nounique --duplicates: for the duplicates, use skep dedup --rest FILE",
            "--stopafter: --first N",
            "--minply --maxply --minmoves --maxmoves: --where \"plies >= 20\"",
            "--anonymize --anonymise --anon --redact: --anonymous",
            "--rename --alias --player-name: to give a player another name, use --aliases \"Old=New\"",
            "rename alias: convert --aliases \"Old=New\" --to pgn FILE",
            "--repair --fix --fix-errors --truncate --trim: skep does not change turns; to write the valid beginning of invalid games, use --prefix",
            "--tag --settag --set-tag --add-tag: --set TAG=VALUE",
            "last: convert --last N FILE",
            "shuffle shuf: convert --sample N FILE",
            "-v: --where \"not (EXPR)\"",
            "-c --count -l --list: to count the games of each file, use skep count --by path FILE",
            "json jsonl tojson to-json: convert --to jsonl FILE",
            "pgn topgn to-pgn: convert --to pgn FILE",
            "sgf tosgf to-sgf: convert --to boardspace FILE",
            "export-uhp touhp to-uhp gamestring: convert --to uhp FILE",
            "fmt format normalize normalise clean to: convert --to NOTATION FILE",
            "cp copy transform: convert --to NOTATION FILE",
        ],
        exit: WRITTEN,
        ..CommandInfo::new(CommandGroup::Collection, 22)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let writing = Writing {
            to: self.to,
            state: self.state,
            aliases: self.aliases(),
            target: self.target(),
        };
        let writer = self.writer(&writing)?;
        require_state(&writer)?;
        // CSV is only written unchanged.
        let to = writer.to.filter(|to| *to != Format::Embedded);
        if let Some(to) = to.filter(|_| self.tree == Some(TreeUse::Join)) {
            return self.tree(to);
        }
        let games = self.outlet(to, &writing)?;
        let rest = self.rest()?;
        let of_rest = rest.writer();
        let mut outlet = Outlet::of_games(games, rest);
        let scan = Scan::new(&self.games)?;
        let scan = match of_rest {
            Some(_) => scan.with_unmatched(),
            None => scan,
        };
        let is_folder = self.is_for_folder();
        let human = scan.human();

        let job = Job::new(
            || GameReader::new(self.games.rules.options()),
            |reader, back, unit: &mut Unit<OddGames>, game| {
                let done = match writer.target(game.format) {
                    None => {
                        unit.games.keep(game);
                        true
                    }
                    Some(to) => {
                        reader.judge();
                        self.cut(reader);
                        writer.set_state(&mut reader.record, &reader.verdict, to);
                        self.edits.apply(&mut reader.record, &mut reader.verdict);
                        let mut write = |reader: &GameReader| {
                            self.convert(&writer, human, reader, back, unit, game)
                        };
                        match self.tree {
                            None | Some(TreeUse::Join) => write(reader),
                            Some(TreeUse::Split) => {
                                split::each_line(reader, self.games.rules.options(), write)
                            }
                        }
                    }
                };
                if done && is_folder {
                    let WrittenGames { text, ends, .. } = &mut unit.games;
                    ends.push((text.len(), GameFile::OfSource(game.source.clone())));
                }
                unit.is_last = self.fail_fast && !done;
            },
        );
        let job = job.compared_if(Some(to.is_some()), "written");
        let job = job.fault(|_, unit, _| unit.is_last = self.fail_fast);
        let job = job.unmatched(|reader, _, unit, game| {
            if let Some(writer) = &of_rest {
                unit.rest.add(writer, human, reader, game);
            }
        });
        let (scanned, odd) = scan.run(job, &mut outlet)?;
        scanned.close(outlet, |closed| {
            let counts = &closed.counts;
            let is_lossy = self.strict && (!counts.losses.is_empty() || counts.unjudged > 0);
            self.tell(closed, &odd)
                .and(Exit::of_findings(odd.cut + odd.unfaithful > 0 || is_lossy))
        })
    }

    fn target(&self) -> FileTarget {
        FileTarget {
            output: self.output.clone(),
            force: self.force,
        }
    }

    /// Whether the output is a folder.
    fn is_for_folder(&self) -> bool {
        self.output.as_deref().is_some_and(output::is_folder)
    }

    /// The output of the converted games, or of those that are written unchanged.
    fn outlet(&self, to: Option<Format>, writing: &Writing) -> anyhow::Result<GameOutlet> {
        let mut read = self.games.inputs.inputs();
        let Some(to) = to else {
            return GameOutlet::new(writing, read);
        };
        read.extend(self.games.selection.alias_input());
        let guard = Guard::new(self.force, read);
        let path = self.output.as_deref();
        let place = ConvertDestination::new(path, self.edits.anonymous, to, guard)?;
        Ok(GameOutlet::at(path, Some(to), place))
    }

    /// The file with names of players.
    fn aliases(&self) -> Option<PathBuf> {
        self.games.selection.alias_file().map(PathBuf::from)
    }

    /// The output of the games that do not match.
    fn rest(&self) -> anyhow::Result<LeftOutGames> {
        let Some(path) = &self.rest else {
            return Ok(LeftOutGames::default());
        };
        ensure!(
            self.games.selection.filter()?.is_some(),
            "--rest needs --where or --player"
        );
        ensure!(
            !self.edits.anonymous,
            "--rest keeps the games as they are, with all names; leave out --anonymous or --rest"
        );
        ensure!(
            !output::is_one_output(self.output.as_deref(), Some(path)),
            "--rest and the games have the same output; choose another file for one of them"
        );
        ensure!(
            self.aliases().is_none(),
            "--rest leaves games unchanged; leave out --aliases"
        );
        LeftOutGames::new(path, self.games.inputs.inputs(), self.state, self.force)
    }

    /// How games are written.
    ///
    /// # Errors
    /// An option needs a notation; or the name of the output has an unknown extension, or contradicts `--to`.
    fn writer(&self, writing: &Writing) -> anyhow::Result<GameWriter> {
        let is_folder = self.is_for_folder();
        let writer = if is_folder {
            self.state.writer(self.to)
        } else {
            writing.writer()?
        };
        // A game that is copied as it stands is neither changed nor judged.
        let is_edited = !self.edits.is_empty() || self.aliases().is_some() || self.ply.is_some();
        let is_rewritten = is_edited || self.prefix || self.fail_fast || self.tree.is_some();
        let is_compared = self.verify || self.strict || self.explain_loss;
        let writer = match writer.to {
            None if is_rewritten && !is_folder => self.state.writer(self.first_notation()?),
            _ => writer,
        };
        ensure!(
            writer.to.is_some() || !(is_folder || is_compared || is_rewritten),
            "choose a notation with --to, or with the extension of -o FILE, such as games.pgn or games.pgn.gz"
        );
        ensure!(
            self.tree.is_none() || writer.to != Some(Format::Embedded),
            "CSV cannot hold variations; choose another notation with --to"
        );
        ensure!(
            !is_rewritten || writer.to != Some(Format::Embedded),
            "CSV is written unchanged; to change games, choose a notation with --to"
        );
        Ok(if is_rewritten {
            self.state.writer(writer.to)
        } else {
            writer
        })
    }

    /// The notation of the first game, if skep writes it and the input can be read twice.
    fn first_notation(&self) -> anyhow::Result<Option<Format>> {
        let mut notation = None;
        if self.games.inputs.can_be_reread() {
            let job = Job::new(
                || (),
                |_, (), unit: &mut Unit<Option<Format>>, game| {
                    unit.counts = Some(game.format);
                    unit.is_last = true;
                },
            );
            Scan::new(&self.games)?
                .second_pass()
                .run_with(job, |_, unit| {
                    notation = notation.or(unit.counts);
                    Ok(())
                })?;
        }
        Ok(notation.filter(|notation| GameWriter::TARGETS.contains(notation)))
    }

    /// Leaves only the plies of `--ply`. An invalid game is valid up to a ply before its error.
    fn cut(&self, reader: &mut GameReader) {
        let Some(ply) = self.ply else {
            return;
        };
        let (plies, legal) = (ply.ply(reader.verdict.plies()), reader.verdict.plies());
        let is_before_error =
            ply == NumberPlace::At(legal.into()) && !reader.verdict.status.is_sound();
        if plies < legal || is_before_error {
            reader.record = reader.verdict.first_plies(&reader.record, plies);
            Judge::new(self.games.rules.options()).judge(&reader.record, &mut reader.verdict);
        }
    }

    /// Writes one judged game. Returns false if the game cannot be written. Runs in the workers.
    fn convert(
        &self,
        writer: &GameWriter,
        human: &Human,
        reader: &GameReader,
        back: &mut GameReader,
        unit: &mut Unit<OddGames>,
        game: &GameText<'_>,
    ) -> bool {
        let to = writer.to.unwrap_or_default();
        let subject = Reportable::of_reader(game, reader);
        let games = &mut unit.games;
        let is_cut = self.prefix && !subject.is_sound() && reader.verdict.plies() > 0;
        let mut beginning = (Record::default(), Verdict::default());
        let (record, verdict) = if is_cut {
            games.complain(human, &subject);
            beginning.0 = reader.verdict.beginning(&reader.record);
            Judge::new(self.games.rules.options()).judge(&beginning.0, &mut beginning.1);
            (&beginning.0, &beginning.1)
        } else {
            (&reader.record, &reader.verdict)
        };
        let start = games.text.len();
        let losses = match writer.convert(to, record, verdict, &mut games.text) {
            Ok(losses) => losses,
            Err(why) => {
                games.refuse(&why, human, &subject);
                return false;
            }
        };
        games.accept(to, start, losses, &subject, reader);
        if self.explain_loss {
            let unread = unread(game.format, game.text);
            games.counts.losses.add_unread(unread);
        }
        unit.counts.cut += u64::from(is_cut);
        let has_variations =
            !(losses.contains(Loss::Variations) || losses.contains(Loss::VariationTurns));
        if self.verify
            && let Err(why) = verify::same(to, &games.text[start..], verdict, has_variations, back)
        {
            unit.counts.unfaithful += 1;
            games.say(human, &subject, &why);
        }
        true
    }

    /// Reports what was written and what was lost.
    fn tell(&self, closed: &Closed, odd: &OddGames) -> Exit {
        if self.explain_loss {
            let to = closed.to.unwrap_or_default();
            output::tell(closed.counts.losses.table(to).trim_end());
        }
        if !self.explain_loss {
            closed.tell_losses("; for details: --explain-loss");
        }
        closed.counts.renamed.tell();
        let also = [
            (odd.cut, "game", "games", "cut before the error"),
            (
                odd.unfaithful,
                "game reads",
                "games read",
                "back differently",
            ),
        ];
        let also = also.into_iter().filter(|(games, ..)| *games > 0);
        let also = also
            .map(|(games, one, many, what)| format!("{} {what}", text::counted(games, one, many)));
        let mut said: Vec<String> = closed.skipped().into_iter().chain(also).collect();
        if !said.is_empty() || closed.is_named && !output::is_quiet() {
            said.insert(0, closed.number());
            output::tell(said.join(", "));
        }
        closed.exit()
    }
}
