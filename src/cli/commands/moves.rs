use std::fmt;
use std::io::Write;
use std::str::FromStr;

use clap::Args;
use serde::Serialize;

use crate::cli::args::one_of;
use crate::cli::game_text::Line;
use crate::cli::{Exit, output::Output};
use crate::game::Outcome;
use crate::geometry::Hex;

/// List the legal moves of a position
///
/// One move a line, in the spelling of canonical UHP. A forced pass is a move; a finished game has none.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Moves {
    /// A GameString, a game type, or a file (its first game); - is standard input
    #[arg(value_name = "GAMESTRING|FILE")]
    game: String,

    /// The position after this many plies, instead of the last one
    #[arg(long, value_name = "N")]
    ply: Option<u32>,

    /// One move a line (text), or one JSON object with the cell of each move (json)
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = one_of::<Format>(["text", "json"]))]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  skep moves 'Base;InProgress;White[2];wS1;bS1 wS1-'
  skep moves --ply 12 --format json game.sgf";

#[derive(Clone, Copy, Debug)]
enum Format {
    Text,
    Json,
}

#[derive(Debug)]
struct NoSuchFormat;

impl fmt::Display for NoSuchFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such format")
    }
}

impl std::error::Error for NoSuchFormat {}

impl FromStr for Format {
    type Err = NoSuchFormat;

    fn from_str(s: &str) -> Result<Self, NoSuchFormat> {
        match s {
            "text" => Ok(Format::Text),
            "json" => Ok(Format::Json),
            _ => Err(NoSuchFormat),
        }
    }
}

#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    variant: &'static str,
    ply: u32,
    turn: &'static str,
    over: bool,
    moves: Vec<Choice>,
}

/// A move. Cells are axial, `[q, r]`, counted from the first piece of the game: q grows to the east, r to the
/// south-east.
#[derive(Serialize)]
struct Choice {
    text: String,
    piece: Option<String>,
    from: Option<[i32; 2]>,
    to: Option<[i32; 2]>,
}

impl Moves {
    pub fn run(self) -> anyhow::Result<Exit> {
        let unroll = Line::from_argument(&self.game, self.ply)?.unroll();
        let position = unroll.position();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut out = Output::stdout();
        match self.format {
            Format::Text => {
                for mv in moves {
                    writeln!(out, "{}", position.spell(mv))?;
                }
            }
            Format::Json => {
                let pair = |h: Hex| [h.q, h.r];
                let choices = moves.into_iter().map(|mv| {
                    let step = unroll.look(mv);
                    Choice {
                        text: position.spell(mv),
                        piece: step.piece.map(|p| p.to_string()),
                        from: step.from.map(pair),
                        to: step.piece.map(|_| pair(step.to)),
                    }
                });
                let answer = Answer {
                    schema: "skep-moves/1",
                    variant: position.game_type().as_str(),
                    ply: position.ply(),
                    turn: position.turn().as_str(),
                    over: position.outcome() != Outcome::Undecided,
                    moves: choices.collect(),
                };
                serde_json::to_writer(&mut out, &answer)?;
                out.write_all(b"\n")?;
            }
        }
        out.finish()?;
        Ok(Exit::Sound)
    }
}
