use rustc_hash::FxHashMap;

use super::Walker;
use crate::Facts;
use skep_records::diag::Severity;
use skep_records::notation::{Judge, JudgeOptions, OpeningChoice, Verdict, read};
use skep_records::record::{Format, Record};
use skep_rules::hive::{Canonical, GameType};

/// The names that come with the program.
const KNOWN: &str = include_str!("names.tsv");

/// Names of openings, by the positions that they lead to.
///
/// A text with a line for each name: the name, a tab, and the moves of a line that leads to the position, in any
/// spelling, parted by semicolons. Empty lines and lines that begin with `#` mean nothing. Of a position's images under
/// the 12 symmetries, of the numbers of equal bugs and of the other bugs in play nothing depends, nor does it matter
/// which side has which colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The user's own, then those that come with the program.
    layers: Vec<Layer>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Layer {
    names: FxHashMap<u64, String>,
    /// Moves of the longest line, passes not counted.
    depth: usize,
}

/// A line of the text says nothing that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct ParseNamesError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
}

impl Names {
    /// The names that come with the program.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn known() -> Names {
        Names {
            layers: vec![Layer::parse(KNOWN).expect("the names of the program are sound")],
        }
    }

    /// The same names, after those of a text.
    ///
    /// # Errors
    /// A line of the text is no name with legal moves, or names a position for the second time.
    pub fn with(mut self, text: &str) -> Result<Names, ParseNamesError> {
        self.layers.insert(0, Layer::parse(text)?);
        Ok(self)
    }

    /// The name of the last position of a line that has one: of the first text that names any of them. The keys are
    /// those of the positions in order.
    pub fn of_line(&self, keys: &[u64]) -> Option<&str> {
        self.layers.iter().find_map(|layer| {
            let mut names = keys.iter().rev().filter_map(|key| layer.names.get(key));
            names.next().map(String::as_str)
        })
    }

    /// The name of the opening of a game of Hive that is sound.
    pub fn of_game(&self, facts: &Facts<'_>) -> Option<&str> {
        let verdict = facts.verdict().filter(|_| Walker::accepts(facts))?;
        let depth = self.layers.iter().map(|l| l.depth).max()?;
        let mut canonical = Canonical::new(verdict.game_type);
        let mut keys = Vec::with_capacity(depth);
        let mut moves = verdict.hive.iter();
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
            if verdict.hive.is_empty() {
                return Err(fault(start, "expected moves after the tab".to_owned()));
            }
            layer.depth = layer.depth.max(verdict.hive.len());
            let has_all = |t: &GameType| verdict.game_type.union(*t) == *t;
            for game_type in GameType::PLAIN.into_iter().filter(has_all) {
                let mut boards = [Canonical::new(game_type), Canonical::new(game_type)];
                for played in &verdict.hive {
                    boards[0].play(played.mv);
                    boards[1].play_swapped(played.mv);
                }
                let [own, other] = boards.map(|b| b.key());
                if let Some(first) = layer.names.insert(own, name.to_owned()) {
                    return Err(fault(start, format!("the position is {first} already")));
                }
                swapped.push((other, name.to_owned()));
            }
        }
        // What a line says of a position itself goes before what another says of it with the colours exchanged.
        for (key, name) in swapped {
            layer.names.entry(key).or_insert(name);
        }
        Ok(layer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(names: &Names, moves: &str) -> Option<String> {
        let (mut record, mut verdict) = (Record::default(), Verdict::default());
        read::read(Format::Moves, moves, &mut record);
        Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
        let name = names.of_game(&Facts::new(&record, &verdict));
        name.map(str::to_owned)
    }

    #[test]
    fn the_deepest_name_wins_and_the_users_own_come_first() {
        let known = Names::known();
        assert_eq!(
            name(&known, "wS1;bG1 wS1-").as_deref(),
            Some("Spider opening")
        );
        let own = "# mine\n\nCorner\twS1;bG1 wS1-;wQ \\wS1\nPair\twL;bS1 wL-\n";
        let names = known.with(own).unwrap();
        let corner = Some("Corner".to_owned());
        assert_eq!(name(&names, "wS1;bG1 wS1-;wQ \\wS1"), corner);
        // Turned, mirrored, with another bug in play, and some moves later.
        assert_eq!(name(&names, "wS1;bG1 -wS1;wQ wS1/;bM -bG1"), corner);
        // With the colours exchanged.
        let pair = Some("Pair".to_owned());
        assert_eq!(name(&names, "wL;bS1 wL-"), pair);
        assert_eq!(name(&names, "wS1;bL wS1-"), pair);
        assert_eq!(
            name(&names, "wB1;bL wB1-").as_deref(),
            Some("Beetle opening")
        );
    }

    #[test]
    fn what_cannot_be_used_is_pointed_at() {
        for (text, line, column) in [
            ("No tab", 1, 7),
            ("# x\n\twS1", 2, 1),
            ("Ünused\twS1;bG1 wS1-;wQ bG1-", 1, 21),
            ("A\t", 1, 3),
            ("A\twS1;bX1 wS1-", 1, 7),
            ("A\twS1;bG1 wS1-\nB\twS1;bG1 \\wS1", 2, 3),
        ] {
            let error = Names::default().with(text).unwrap_err();
            assert_eq!(
                (error.line, error.column),
                (line, column),
                "{text}: {error}"
            );
        }
    }
}
