//! Names of openings by the positions that they lead to.

use rustc_hash::FxHashMap;

use super::Walker;
use crate::Facts;
use skep_records::diag::Severity;
use skep_records::notation::{Judge, JudgeOptions, OpeningChoice, Verdict, read};
use skep_records::record::{Format, Record};
use skep_rules::hive::{Canonical, GameType};

/// The names that come with the program.
const KNOWN: &str = include_str!("names.tsv");

/// Names of openings, by the positions they lead to.
///
/// They are read from a text with a line for each name: the name, a tab, and the moves of a line that leads to the
/// position, in any spelling, separated by semicolons. After another tab, a line can say where the name is from. Empty lines and lines that begin with `#` are ignored. A name
/// applies in any rotation and reflection, with any numbers on equal bugs, with any other bugs in play, and with the
/// colours exchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The user's names, then the names that come with the program.
    layers: Vec<Layer>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Layer {
    names: FxHashMap<u64, String>,
    /// The moves of the longest line, without passes.
    depth: usize,
}

/// A line of the text is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct ParseNamesError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The problem.
    pub what: String,
}

impl Names {
    /// The names that come with the program.
    ///
    /// # Panics
    /// Never: a test reads the names.
    pub fn known() -> Names {
        Names {
            layers: vec![Layer::parse(KNOWN).expect("a test reads these names")],
        }
    }

    /// These names, with the names of a text before them.
    ///
    /// # Errors
    /// A line of the text is not a name with legal moves, or names a position again.
    pub fn with(mut self, text: &str) -> Result<Names, ParseNamesError> {
        self.layers.insert(0, Layer::parse(text)?);
        Ok(self)
    }

    /// All names, in alphabetical order.
    pub fn names(&self) -> Vec<&str> {
        let all = self.layers.iter().flat_map(|layer| layer.names.values());
        let mut names: Vec<&str> = all.map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The name of the last named position of a line, by the first text that names any of its positions. The keys are
    /// those of the positions in order.
    pub fn of_line(&self, keys: &[u64]) -> Option<&str> {
        self.layers.iter().find_map(|layer| {
            let mut names = keys.iter().rev().filter_map(|key| layer.names.get(key));
            names.next().map(String::as_str)
        })
    }

    /// The name of the opening of a valid game of Hive.
    pub fn of_game(&self, facts: &Facts<'_>) -> Option<&str> {
        let game = Walker::accepted(facts)?.game.hive()?;
        let depth = self.layers.iter().map(|l| l.depth).max()?;
        let mut canonical = Canonical::new(game.options().game_type);
        let mut keys = Vec::with_capacity(depth);
        let mut moves = game.turns.iter();
        while keys.len() < depth
            && let Some(played) = moves.next()
        {
            canonical.play(played.mv);
            keys.push(canonical.key());
        }
        self.of_line(&keys)
    }
}

impl Layer {
    fn parse(text: &str) -> Result<Layer, ParseNamesError> {
        let mut layer = Layer::default();
        let mut swapped = Vec::new();
        let (mut record, mut verdict) = (Record::default(), Verdict::default());
        let mut judge = Judge::new(JudgeOptions {
            opening: OpeningChoice::Open,
            ..JudgeOptions::default()
        });
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let fault = |offset: usize, what: String| ParseNamesError {
                line: i + 1,
                column: line.get(..offset).unwrap_or(line).chars().count() + 1,
                what,
            };
            let Some((name, moves)) = line.split_once('\t') else {
                let what = "expected a name, a tab and moves".to_owned();
                return Err(fault(line.len(), what));
            };
            let start = name.len() + 1;
            let name = name.trim();
            let moves = moves.split('\t').next().unwrap_or_default();
            if name.is_empty() {
                return Err(fault(0, "expected a name before the tab".to_owned()));
            }
            read::read(Format::Moves, moves, &mut record);
            judge.judge(&record, &mut verdict);
            let errors = verdict.diagnostics.iter();
            if let Some(error) = errors.into_iter().find(|d| d.severity == Severity::Error) {
                let at = error.span.map_or(0, |span| span.start as usize);
                return Err(fault(start + at, error.message.clone()));
            }
            let Some(game) = verdict.game.hive().filter(|game| !game.turns.is_empty()) else {
                return Err(fault(start, "expected moves after the tab".to_owned()));
            };
            layer.depth = layer.depth.max(game.turns.len());
            let has_all = |t: &GameType| game.options().game_type.union(*t) == *t;
            for game_type in GameType::PLAIN.into_iter().filter(has_all) {
                let mut boards = [Canonical::new(game_type), Canonical::new(game_type)];
                for played in &game.turns {
                    boards[0].play(played.mv);
                    boards[1].play_swapped(played.mv);
                }
                let [own, other] = boards.map(|b| b.key());
                if let Some(first) = layer.names.insert(own, name.to_owned()) {
                    return Err(fault(
                        start,
                        format!("this position already has the name {first}"),
                    ));
                }
                swapped.push((other, name.to_owned()));
            }
        }
        // A name for the position itself takes precedence over a name with the colours exchanged.
        for (key, name) in swapped {
            layer.names.entry(key).or_insert(name);
        }
        Ok(layer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_known_name_has_a_source() {
        Layer::parse(KNOWN).unwrap();
        for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            assert_eq!(columns.len(), 3, "{line}");
            assert!(
                columns.iter().all(|column| !column.trim().is_empty()),
                "{line}"
            );
        }
    }
}
