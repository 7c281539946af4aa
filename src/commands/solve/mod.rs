//! `skep solve`: forced wins.

mod answer;
mod proof;
mod puzzle;

use std::io::Write;
use std::time::Duration;

use clap::Args;

use crate::cli::args::{one_of, seconds};
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::emit::check_report::human;
use crate::emit::rows::ReportFormat;
use crate::emit::{Outlet, Unit};
use crate::output::{self, Exit, FileTarget};
use crate::scan::NumberPlace;
use crate::scan::one_game::{first_plies, require_sound};
use crate::scan::{GameQuery, Job, Scan, is_game_string};
use crate::text;
use skep_analysis::{GameReader, Tally};
use skep_records::{Game, GameText, JudgeOptions, Played, Rules, Status};
use skep_tactics::{MOST_TURNS, Solver, Solvers, Tactics};

use answer::{SolveSearch, SolvedPosition};
use puzzle::SolutionInTags;

/// Find forced wins
///
/// Searches the last position of each game for a forced win: the player to move wins with at most N turns, whatever the
/// replies. Prints all first turns of the fastest win, and a line in which the other player resists as long as
/// possible. If there is no forced win, it says whether every turn loses.
///
/// The input can also be a state; see skep help notations. Every win is proved. A draw is not a win. With --repetition
/// draw, the third occurrence of a position is a draw. In Swarm, a win must hold for every tile that can be drawn.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    #[command(flatten)]
    games: GameQuery,

    /// Search after N plies, or -3 from the end [default: the last position]
    #[arg(long, value_name = "N|end", allow_hyphen_values = true, value_parser = str::parse::<NumberPlace>, conflicts_with = "verify")]
    ply: Option<NumberPlace>,

    /// Search for wins in at most N turns of the player, 1 to 5
    ///
    /// 3 takes milliseconds in plain Hive, seconds with Venom, and minutes with all packs. 4 and 5 can take hours.
    #[arg(long, value_name = "N", default_value_t = 3, conflicts_with = "verify", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_TURNS)))]
    moves: u32,

    /// Give up the search of a position after this time, in seconds
    #[arg(long, value_name = "SECONDS", conflicts_with = "verify", value_parser = seconds)]
    time: Option<Duration>,

    /// Also show how the other player wins if the player to move passes
    #[arg(long)]
    threat: bool,

    /// Show the whole proof: every reply, with the answer that wins
    #[arg(long)]
    proof: bool,

    /// Check the solutions of puzzles: length, first turn and line
    ///
    /// Reads what skep puzzles writes. In uhp, a puzzle is one line with a GameString or a state, the number of plies
    /// and the turns of the solution: GAMESTRING 3 TURN;TURN;TURN. In csv, tsv and jsonl, the solution is in the column
    /// solution. In sgf, it is the end of the game, after the comment "White to move wins in 2". skep looks as
    /// far ahead.
    #[arg(long)]
    verify: bool,

    /// Print text, or an object per position: json is one document, and jsonl has one object per line
    /// [default: from the file name, or text]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&FORMATS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<ReportFormat>,

    #[command(flatten)]
    target: FileTarget,
}

const EXAMPLES: &str = "\
Examples:
  skep solve game.sgf --ply 30
  skep solve --format jsonl games.zip | jq -r \"select(.win_in).line[0]\"
  skep solve --proof --threat --game 7 games.pgn
  skep solve --verify puzzles.txt";

/// How positions are printed.
const FORMATS: [ReportFormat; 3] = [ReportFormat::Text, ReportFormat::Json, ReportFormat::Jsonl];

/// The results of some games.
#[derive(Default)]
struct Solutions {
    invalid: bool,
    right: u64,
    wrong: u64,
}

impl Tally for Solutions {
    fn merge(&mut self, other: Solutions) {
        self.invalid |= other.invalid;
        self.right += other.right;
        self.wrong += other.wrong;
    }
}

impl Solve {
    pub const INFO: CommandInfo = CommandInfo {
        tips: &[
            "--tree --whole: --proof",
            "--missed --blunders: for forced wins that were missed, use skep annotate --tactics FILE; for the games with one, skep list --where \"missed > 0\" FILE",
            "--mate-in --mate --turns --depth: --moves N",
            "--timeout --limit-time --movetime --st --seconds: --time SECONDS",
        ],
        exit: [
            "every position was searched",
            "a game is invalid, or with --verify a solution is wrong or missing",
            "a path could not be read",
        ],
        ..CommandInfo::new(CommandGroup::Tactics, 50)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        let path = self.target.output.as_deref();
        self.format = output::format(path, "--format", self.format, &FORMATS)?;
        let out = self.target.open(self.games.inputs.inputs())?;
        if self.target.path().is_some() {
            self.games.inputs.require_paths()?;
        }
        let mut outlet = Outlet::text(self.format(), out, &self.target).eager();
        let job = Job::new(
            || (Solvers::default(), GameReader::new(JudgeOptions::default())),
            |reader, (solvers, other), unit: &mut Unit<Solutions>, game| {
                reader.judge();
                if let Err(error) = self.work(reader, solvers, other, unit, game) {
                    let (source, index) = (game.source, game.index);
                    let message = format!("error: {source}: game {index}: {error:#}\n");
                    unit.messages.extend(text::clean_lines(&message).bytes());
                    unit.counts.invalid = true;
                }
            },
        );
        let (scanned, found) = Scan::new(&self.games)?.run(job, &mut outlet)?;
        let written = outlet.close("")?;
        let Solutions {
            invalid,
            right,
            wrong,
        } = found;
        if self.verify {
            let solutions = text::counted(right + wrong, "solution", "solutions");
            output::tell(format!("note: checked {solutions}: {wrong} wrong"));
        }
        let is_wrong = invalid || wrong > 0 || self.verify && right == 0;
        Ok(scanned.exit(is_wrong).and(written))
    }

    /// The format of the answers.
    fn format(&self) -> ReportFormat {
        self.format.unwrap_or(ReportFormat::Text)
    }

    /// Solves the position of one game. Runs in the workers.
    fn work(
        &self,
        reader: &GameReader,
        solvers: &mut Solvers,
        other: &mut GameReader,
        unit: &mut Unit<Solutions>,
        game: &GameText<'_>,
    ) -> anyhow::Result<()> {
        let ply = self.ply.map(|ply| ply.ply(reader.verdict.plies()));
        if reader.verdict.status != Status::Unverifiable {
            require_sound(&reader.verdict, ply)?;
        }
        let mut stated = None;
        if self.verify {
            stated = SolutionInTags::of(reader, game.text, other);
            if stated.is_none() {
                anyhow::bail!(
                    "the record has no solution; skep puzzles writes it with --format uhp, csv, tsv, jsonl or sgf"
                );
            }
        }
        let ply = stated.as_ref().map(|stated| stated.before).or(ply);
        let before = first_plies(reader.verdict.game.clone(), ply)?;
        let mut answer = self.answer_of(&before, solvers, stated.as_ref());
        match answer.verified {
            Some(true) => unit.counts.right += 1,
            Some(false) => unit.counts.wrong += 1,
            None => {}
        }
        answer.source = game.source.to_string();
        answer.index = game.index;
        if self.format() == ReportFormat::Text && !self.is_one_position() {
            write!(unit.text, "{}: ", text::clean(&human::place(game)))?;
        }
        self.write(&answer, &mut unit.text)?;
        Ok(())
    }

    /// Writes an answer without its source.
    fn write(&self, answer: &SolvedPosition, out: &mut Vec<u8>) -> std::io::Result<()> {
        if self.format() == ReportFormat::Text {
            return answer.write(out);
        }
        serde_json::to_writer(&mut *out, answer)?;
        out.push(b'\n');
        Ok(())
    }

    /// Solves the last position of a game.
    fn answer_of(
        &self,
        game: &Game,
        solvers: &mut Solvers,
        stated: Option<&SolutionInTags>,
    ) -> SolvedPosition {
        match game {
            Game::Hive(played) => self.answer(played, &mut solvers.hive, stated),
            Game::Venom(played) => self.answer(played, &mut solvers.venom, stated),
            Game::HexIt(played) => self.answer(played, &mut solvers.hexit, stated),
        }
    }

    /// Whether the argument is a GameString, so that the answer needs no name.
    fn is_one_position(&self) -> bool {
        let paths = &self.games.inputs.paths;
        paths.len() == 1 && is_game_string(&paths[0].to_string_lossy())
    }

    fn answer<R>(
        &self,
        played: &Played<R>,
        solver: &mut Solver<R::Position>,
        stated: Option<&SolutionInTags>,
    ) -> SolvedPosition
    where
        R: Rules<Position: Tactics>,
    {
        let search = SolveSearch {
            turns: stated.and_then(SolutionInTags::own).unwrap_or(self.moves),
            time: self.time,
            threat: self.threat,
            proof: self.proof,
        };
        let mut answer = SolvedPosition::new(played, solver, search);
        if let Some(stated) = stated {
            let checked = stated.check(played, solver);
            answer.verified = Some(checked.is_ok());
            answer.problem = checked.err();
        }
        answer
    }
}
