//! A game of Hive with Venom or packs, as commands handle it.

use anyhow::bail;

use skep_records::notation::{Played, Verdict, write};
use skep_records::record::{Format, GameKind, Record};
use skep_rules::game::Position as _;
use skep_rules::hive::complete::{Move, Options, Position};

/// The legal turns of a game of Hive with Venom or packs.
#[derive(Clone, Debug)]
pub struct VenomLine {
    /// What it is played by.
    pub options: Options,
    /// The turns.
    pub moves: Vec<Move>,
}

impl VenomLine {
    /// A game without a turn.
    pub fn new(options: Options) -> VenomLine {
        VenomLine {
            options,
            moves: Vec::new(),
        }
    }

    /// The first `plies` turns of a game that was judged (all of them for none).
    ///
    /// # Errors
    /// It has fewer.
    pub fn from_verdict(verdict: &Verdict, plies: Option<u32>) -> anyhow::Result<VenomLine> {
        let moves = verdict.venom.iter().map(|played| played.mv);
        let line = VenomLine {
            options: verdict.venom_options,
            moves: moves
                .take(plies.map_or(usize::MAX, |n| n as usize))
                .collect(),
        };
        match plies {
            Some(n) if n as usize > line.moves.len() => {
                bail!("the game has no ply {n}, it has {}", line.moves.len())
            }
            _ => Ok(line),
        }
    }

    /// Appends the canonical GameString and a line feed.
    pub fn write(&self, out: &mut String) {
        let verdict = Verdict {
            game: GameKind::Venom,
            venom_options: self.options,
            venom_type: self.options.game_type.to_string(),
            venom: self
                .moves
                .iter()
                .map(|&mv| Played { mv, ply: None })
                .collect(),
            outcome: self.position().outcome(),
            ..Verdict::default()
        };
        let record = Record {
            game: GameKind::Venom,
            ..Record::default()
        };
        write::write(Format::Uhp, &record, &verdict, out).expect("UHP holds every game of Hive");
    }

    /// The position after the last turn.
    pub fn position(&self) -> Position {
        let mut position = Position::start(self.options);
        for &mv in &self.moves {
            position.play_unchecked(mv);
        }
        position
    }
}
