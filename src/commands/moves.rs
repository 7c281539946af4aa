//! `skep moves`: the legal moves of a position.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::cli::args::AnswerArgs;
use crate::cli::exit::PRINTED_OF_GAME;
use crate::cli::game_text::GameArg;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::Outlet;
use crate::emit::rows::ReportFormat;
use crate::output::{self, Exit};
use crate::scan::NumberPlace;
use skep_records::game::Tracker as _;
use skep_records::{Played, Rules, each_game};
use skep_rules::game::{Outcome, Position as _};
use skep_rules::geometry::Hex;

/// List the legal moves of a position
///
/// Prints one move per line, in canonical UHP or in the notation of Hex-It records. A forced pass is a move. A finished
/// game has no moves. json is one object, and jsonl has an object for each move; both also have the cells of each move.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Moves {
    #[command(flatten)]
    game: GameArg,

    /// List the moves after N plies; -3 is 3 plies before the end [default: in the last position]
    #[arg(long, value_name = "N|end", allow_hyphen_values = true, value_parser = str::parse::<NumberPlace>)]
    ply: Option<NumberPlace>,

    #[command(flatten)]
    answer: AnswerArgs,
}

const EXAMPLES: &str = "\
Examples:
  skep moves \"Base;InProgress;White[2];wS1;bS1 wS1-\"
  skep moves --ply 12 --format json game.sgf
  skep moves exxit-blitz";

#[derive(Serialize)]
struct MovesListing {
    schema: &'static str,
    game: &'static str,
    variant: String,
    ply: u32,
    turn: &'static str,
    over: bool,
    moves: Vec<LegalMove>,
}

/// A cell in axial coordinates, `[q, r]`: q grows to the east, r to the south-east. In Hive the first piece of the game
/// is at the origin (with Venom or packs, the first piece on the table in the order of tiles). In Hex-It column A and
/// row 0 are 0, and rows grow downwards.
type Axial = [i32; 2];

/// A move.
#[derive(Serialize)]
struct LegalMove {
    text: String,
    /// The bug that moves or enters (Hive).
    piece: Option<String>,
    from: Option<Axial>,
    to: Option<Axial>,
    /// The cells of prisoners that are released (Hex-It).
    #[serde(skip_serializing_if = "Option::is_none")]
    release: Option<Vec<Axial>>,
}

impl Moves {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["legal", "legal-moves"],
        tips: &[
            "best hint bestmove: moves FILE",
            "-n: --game N",
            "--files-from: skep moves reads one game; for a list of files, use xargs -n 1",
            "--count -c: to count the moves, use skep perft --depth 1",
            "--piece --of --filter: for the moves of a piece, pipe them into grep wA1",
            "--limit --max --top --columns: for some of the moves, pipe them into head or jq",
        ],
        exit: PRINTED_OF_GAME,
        ..CommandInfo::new(CommandGroup::Engine, 60)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let game = self.game.game(self.ply)?;
        let format = self.answer.format()?;
        let mut out = Outlet::answer(&self.answer.target, self.game.input())?;
        each_game!(&game, Game(game) => self.write(game, format, &mut out))?;
        out.finish("")?;
        Ok(Exit::Success)
    }

    fn write<R: Rules>(
        &self,
        game: &Played<R>,
        format: ReportFormat,
        out: &mut Outlet,
    ) -> anyhow::Result<()> {
        let tracker = game.tracked();
        let position = tracker.position();
        let drawn = self.game.is_drawn(game);
        let is_over = drawn || position.outcome() != Outcome::Undecided;
        if is_over {
            output::note("the game is over, so there are no moves");
        }
        let moves = if drawn {
            Vec::new()
        } else {
            self.game.moves::<R>(position)
        };
        if format == ReportFormat::Text {
            for mv in moves {
                writeln!(out, "{}", position.spell(mv))?;
            }
            return Ok(());
        }
        let choice = |mv| {
            let cells = R::cells(&tracker, mv);
            LegalMove {
                text: position.spell(mv).to_string(),
                piece: cells.piece.map(|piece| piece.to_string()),
                from: cells.from.map(pair),
                to: cells.to.map(pair),
                release: cells
                    .released
                    .map(|all| all.into_iter().map(pair).collect()),
            }
        };
        if format == ReportFormat::Jsonl {
            for mv in moves {
                serde_json::to_writer(&mut *out, &choice(mv))?;
                out.write_all(b"\n")?;
            }
            return Ok(());
        }
        let listing = MovesListing {
            schema: "skep-moves/1",
            game: R::KIND.as_str(),
            variant: game.variant().to_owned(),
            ply: position.ply(),
            turn: position.turn().as_str(),
            over: is_over,
            moves: moves.into_iter().map(choice).collect(),
        };
        serde_json::to_writer(&mut *out, &listing)?;
        out.write_all(b"\n")?;
        Ok(())
    }
}

const fn pair(h: Hex) -> Axial {
    [h.q, h.r]
}
