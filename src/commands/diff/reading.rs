use std::collections::BTreeMap;

use serde::Serialize;

use crate::args::Rules;
use crate::game_text;
use crate::reader::Reader;
use crate::text;
use skep_records::record::StatedResult;
use skep_records::{GameLine, Rules as _, each_kind};
use skep_rules::geometry::Symmetry;
use skep_rules::hive::{self, Piece, Place};

/// A record to compare.
pub struct Reading {
    pub reader: Reader,
    pub turns: Vec<Turn>,
    line: GameLine,
}

/// A legal turn of a record.
#[derive(Clone, Debug, Serialize)]
pub struct Turn {
    /// In canonical spelling.
    pub text: String,
    /// As the record has it; none for a pass that it leaves out.
    pub written: Option<String>,
    /// What it is on the board of the other record, in canonical spelling, where the two boards lie differently and
    /// that can be text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_other_lies: Option<String>,
}

impl Reading {
    pub fn read(argument: &str, number: u64, rules: &Rules) -> anyhow::Result<Reading> {
        let mut reader = Reader::new(rules.options());
        game_text::read(argument, number, &mut reader)?;
        let (record, verdict) = (&reader.record, &reader.verdict);
        let line = GameLine::new(record, verdict);
        let written = |ply: Option<u32>| {
            let token = record.plies.get(ply? as usize)?.token;
            Some(each_kind!(record.game, R => R::written(token, &record.overflow).to_string()))
        };
        let canonical = line.playbacks().skip(1);
        let turns = canonical
            .zip(verdict.game.written())
            .map(|(playback, ply)| Turn {
                text: playback.last().unwrap_or_default().to_owned(),
                written: written(ply),
                as_other_lies: None,
            });
        Ok(Reading {
            turns: turns.collect(),
            reader,
            line,
        })
    }

    /// The variant and the number of plies, and whether a fault ends it.
    pub fn summary(&self) -> String {
        let verdict = &self.reader.verdict;
        let plies = text::counted(u64::from(verdict.plies()), "ply", "plies");
        let end = if verdict.status.is_sound() {
            ""
        } else {
            " before its first fault"
        };
        format!(
            "{}, {plies}{end}, {}",
            verdict.title(),
            self.reader.record.format.title()
        )
    }

    pub fn result(&self) -> StatedResult {
        self.reader.verdict.result(&self.reader.record)
    }

    /// The tags, by their names without regard to case. Empty ones say nothing.
    pub fn tags(&self) -> BTreeMap<String, (&str, &str)> {
        let tags = self.reader.record.tags.iter();
        tags.filter(|(_, value)| !value.is_empty() && *value != "?")
            .map(|(name, value)| (name.to_ascii_lowercase(), (name, value)))
            .collect()
    }

    /// A turn that another record has after the first `plies`, which are the same in both, as it is spelled here: a
    /// symmetry takes the other board to this one. None where it means nothing here, and for games but Hive.
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
        Some(position.spell(mv))
    }
}

impl Turn {
    /// Canonical, and as written where that is something else.
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
            text.push_str(&format!(", which is {there} as A lies"));
        }
        text
    }
}
