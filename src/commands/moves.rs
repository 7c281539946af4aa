use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::args::{Answer, one_of};
use crate::game_text::Game;
use crate::{Exit, output::Output};
use skep_records::record::GameKind;
use skep_rules::game::{Outcome, Position};
use skep_rules::geometry::Hex;
use skep_rules::hexit::{self, Written};
use skep_rules::hive::PlaneTracker;
use skep_rules::hive::complete as venom;

/// List the legal moves of a position
///
/// One move a line, in the spelling of canonical UHP or of Hex-It records. A forced pass is a move; a finished game has
/// none.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Moves {
    /// A GameString, a variant (Base+MLP, hex-it), or a file (its first game); - is standard input
    #[arg(value_name = "GAMESTRING|FILE")]
    game: String,

    /// The position after this many plies, instead of the last one
    #[arg(long, value_name = "N")]
    ply: Option<u32>,

    /// One move a line (text), or one JSON object with the cell of each move (json)
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = one_of::<Answer>(Answer::ALL.map(Answer::as_str)))]
    format: Answer,
}

const EXAMPLES: &str = "\
Examples:
  skep moves 'Base;InProgress;White[2];wS1;bS1 wS1-'
  skep moves --ply 12 --format json game.sgf
  skep moves exxit-blitz";

#[derive(Serialize)]
struct Listing {
    schema: &'static str,
    game: &'static str,
    variant: String,
    ply: u32,
    turn: &'static str,
    over: bool,
    moves: Vec<Choice>,
}

/// A cell in axial coordinates, `[q, r]`: q grows to the east, r to the south-east. They are counted from the first
/// piece of the game in Hive (with Venom or packs, from the piece on the table that comes first in the order of tiles), and in Hex-It so that column A and row 0 are 0, and rows grow downwards.
type Cell = [i32; 2];

/// A move.
#[derive(Serialize)]
struct Choice {
    text: String,
    /// The bug that moves or enters (Hive).
    piece: Option<String>,
    from: Option<Cell>,
    to: Option<Cell>,
    /// The cells of prisoners that are released (Hex-It).
    #[serde(skip_serializing_if = "Option::is_none")]
    release: Option<Vec<Cell>>,
}

impl Moves {
    pub fn run(self) -> anyhow::Result<Exit> {
        let game = Game::from_argument(&self.game, self.ply)?;
        let mut out = Output::stdout();
        match (self.format, &game) {
            (Answer::Text, Game::Hive(line)) => {
                let position = line.position();
                for mv in legal_moves(&position) {
                    writeln!(out, "{}", position.spell(mv))?;
                }
            }
            (Answer::Text, Game::HexIt(position)) => {
                for mv in legal_moves(position.as_ref()) {
                    writeln!(out, "{}", position.written(mv))?;
                }
            }
            (Answer::Text, Game::Venom(line)) => {
                let position = line.position();
                for mv in legal_moves(&position) {
                    writeln!(out, "{}", position.spell(mv))?;
                }
            }
            (Answer::Json, game) => {
                let listing = match game {
                    Game::Venom(line) => venom(&line.position()),
                    Game::Hive(line) => hive(&line.unroll()),
                    Game::HexIt(position) => hexit(position),
                };
                serde_json::to_writer(&mut out, &listing)?;
                out.write_all(b"\n")?;
            }
        }
        out.finish()?;
        Ok(Exit::Sound)
    }
}

fn legal_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    moves
}

fn listing<P: Position>(
    position: &P,
    game: GameKind,
    variant: String,
    choice: impl FnMut(P::Move) -> Choice,
) -> Listing {
    Listing {
        schema: "skep-moves/1",
        game: game.as_str(),
        variant,
        ply: position.ply(),
        turn: position.turn().as_str(),
        over: position.outcome() != Outcome::Undecided,
        moves: legal_moves(position).into_iter().map(choice).collect(),
    }
}

const fn pair(h: Hex) -> Cell {
    [h.q, h.r]
}

fn hive(unroll: &PlaneTracker) -> Listing {
    let position = unroll.position();
    let variant = position.game_type().to_string();
    listing(position, GameKind::Hive, variant, |mv| {
        let step = unroll.preview(mv);
        Choice {
            text: position.spell(mv),
            piece: step.piece.map(|p| p.to_string()),
            from: step.from.map(pair),
            to: step.piece.map(|_| pair(step.to)),
            release: None,
        }
    })
}

/// Turns with Venom or packs: the piece and the cells of the first action, where it has them.
fn venom(position: &venom::Position) -> Listing {
    let variant = position.options().game_type.to_string();
    listing(position, GameKind::Venom, variant, |mv| {
        let step = position.preview(mv);
        Choice {
            text: position.spell(mv).to_string(),
            piece: step.piece.map(|name| name.to_string()),
            from: step.from.map(pair),
            to: step.to.map(pair),
            release: None,
        }
    })
}

fn hexit(position: &hexit::Position) -> Listing {
    let variant = position.options().tiles.as_str().to_owned();
    listing(position, GameKind::HexIt, variant, |mv| {
        let written = position.written(mv);
        let (mut from, mut to, mut release) = (None, None, None);
        match written {
            Written::Place(cell) => to = Some(pair(cell.hex())),
            Written::Distribute {
                from: start,
                to: end,
                ..
            } => {
                from = Some(pair(start.hex()));
                to = Some(pair(end.hex()));
            }
            Written::Release(cells) => {
                let cells = cells.as_slice().iter();
                release = Some(cells.map(|c| pair(c.hex())).collect());
            }
            Written::Pass
            | Written::EmptyTurn
            | Written::Towards { .. }
            | Written::ReleaseFrom(_) => {}
        }
        Choice {
            text: written.to_string(),
            piece: None,
            from,
            to,
            release,
        }
    })
}
