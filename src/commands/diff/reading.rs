use std::ffi::OsStr;

use serde::Serialize;

use crate::scan::one_game;
use crate::scan::{Scan, Selection};
use crate::text;
use skep_records::record::StatedResult;
use skep_records::{GameLine, Record, Verdict, each_kind};
use skep_rules::game::Position as _;
use skep_rules::geometry::Symmetry;
use skep_rules::hive::{self, Piece, Place};

/// A record to compare.
pub struct RecordToCompare {
    pub record: Record,
    pub verdict: Verdict,
    pub turns: Vec<ComparedTurn>,
    line: GameLine,
}

/// A legal turn of a record.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedTurn {
    /// In canonical spelling.
    pub text: String,
    /// The spelling of the record; none for a pass that is not written.
    pub written: Option<String>,
    /// The turn on the board of the other record, in canonical spelling, if the orientations differ and the turn can be
    /// written there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_other_lies: Option<String>,
}

impl RecordToCompare {
    /// The game of a scan with this selection.
    pub fn read(
        scan: &Scan<'_>,
        selection: &Selection,
        argument: &OsStr,
    ) -> anyhow::Result<RecordToCompare> {
        let name = argument.to_string_lossy();
        let (record, verdict) = one_game::read_in(scan, selection, &name, one_game::ANOTHER)?;
        Ok(RecordToCompare::new(record, verdict))
    }

    /// A record that was judged.
    pub fn new(record: Record, verdict: Verdict) -> RecordToCompare {
        let line = GameLine::new(&record, &verdict);
        let written = |ply: Option<u32>| {
            let ply = record.plies.get(ply? as usize)?;
            Some(each_kind!(record.game, R => record.written::<R>(ply).to_string()))
        };
        let canonical = line.playbacks().skip(1);
        let turns = canonical
            .zip(verdict.game.written())
            .map(|(playback, ply)| ComparedTurn {
                text: playback.last().unwrap_or_default().to_owned(),
                written: written(ply),
                as_other_lies: None,
            });
        RecordToCompare {
            turns: turns.collect(),
            record,
            verdict,
            line,
        }
    }

    /// The variant, the number of plies, and whether an error ends the game.
    pub fn summary(&self) -> String {
        let verdict = &self.verdict;
        let plies = text::counted(u64::from(verdict.plies()), "ply", "plies");
        let end = if verdict.status.is_sound() {
            ""
        } else {
            " before its first error"
        };
        format!(
            "{}, {plies}{end}, {}",
            verdict.title(),
            self.record.format.title()
        )
    }

    pub fn result(&self) -> StatedResult {
        self.verdict.result(&self.record)
    }

    /// Spells a turn of another record for this board. The turn follows the first `plies`, which are the same in both,
    /// and a symmetry maps the other board to this one. None if the turn makes no sense here, and for games other than
    /// Hive.
    pub fn respell(&self, turn: &str, plies: u32, symmetry: Symmetry) -> Option<String> {
        let playback = self.line.at(plies);
        let position = playback.hive()?;
        let hive::Written::Put { piece, to } = turn.parse().ok()? else {
            return Some(turn.to_owned());
        };
        let to = match to {
            Place::Beside(direction, of) => Place::Beside(symmetry.apply_direction(direction), of),
            _ => to,
        };
        let mv = position.move_to(Piece::from_name(piece)?, to)?;
        Some(position.spell(mv).to_string())
    }
}

impl ComparedTurn {
    /// The canonical spelling, and the original one if it differs.
    pub fn to_text(&self) -> String {
        let mut text = self.text.clone();
        match &self.written {
            None => text.push_str(" (not written)"),
            Some(written) if *written != self.text => {
                text.push_str(&format!(" (written {written})"));
            }
            Some(_) => {}
        }
        if let Some(there) = &self.as_other_lies {
            text.push_str(&format!(", which is {there} in the orientation of A"));
        }
        text
    }
}
