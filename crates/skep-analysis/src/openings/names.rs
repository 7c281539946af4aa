//! Names of openings by the positions that they lead to.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::Walker;
use crate::Facts;
use crate::filter::board::Board;
use crate::filter::pattern::Pattern;
use skep_records::diag::Severity;
use skep_records::game::Hive;
use skep_records::notation::{Judge, JudgeOptions, OpeningChoice, Verdict, read};
use skep_records::record::{Format, Record};
use skep_records::{Game, Played};
use skep_rules::hive::{Canonical, GameType};

/// The names that come with the program.
const KNOWN: &str = include_str!("names.tsv");

/// Names of openings, by the positions they lead to.
///
/// They are read from a text with a line for each name: the name, a tab, and the moves of a line that leads to the
/// position, in any spelling, separated by semicolons. In place of moves, a line can have a pattern of the [filter
/// language](crate::filter), such as `pattern(wQ; bA wQ-)`: it names every position up to ply 12 that contains it.
/// Other pieces do not matter. After another tab, a line can say where the name is from. Empty lines and lines that
/// begin with `#` are ignored. A name applies in any rotation and reflection, with any numbers on equal bugs, with any
/// other bugs in play, and with the colours exchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningNames {
    /// The user's names, then the names that come with the program.
    layers: Vec<Layer>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Layer {
    names: FxHashMap<u64, String>,
    /// The patterns with their names. The first that a position shows names it.
    patterns: Vec<(Pattern, String)>,
    /// The moves of the longest line, without passes.
    depth: usize,
}

/// The last ply that a pattern names.
const PATTERN_PLIES: usize = 12;

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

impl OpeningNames {
    /// The names that come with the program.
    ///
    /// # Panics
    /// Never: a test reads the names.
    pub fn known() -> OpeningNames {
        OpeningNames {
            layers: vec![Layer::parse(KNOWN).expect("a test reads these names")],
        }
    }

    /// These names, with the names of a text before them.
    ///
    /// # Errors
    /// A line of the text is not a name with legal moves, or names a position again.
    pub fn with(mut self, text: &str) -> Result<OpeningNames, ParseNamesError> {
        self.layers.insert(0, Layer::parse(text)?);
        Ok(self)
    }

    /// All names, in alphabetical order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for layer in &self.layers {
            names.extend(layer.names.values().map(String::as_str));
            names.extend(layer.patterns.iter().map(|(_, name)| name.as_str()));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The name of the last named position of a line, by the first text that names any of its positions. The keys are
    /// those of the positions in order, from the position before the first move. `game` has these moves; it is made
    /// only if there are patterns.
    pub fn of_line<'g>(
        &self,
        keys: &[u64],
        game: impl FnOnce() -> Option<Cow<'g, Game>>,
    ) -> Option<&str> {
        let has_patterns = self.layers.iter().any(|layer| !layer.patterns.is_empty());
        let game = if has_patterns { game() } else { None };
        let game = game.as_deref().and_then(Game::hive);
        self.layers.iter().find_map(|layer| layer.name(keys, game))
    }

    /// The name of the opening of a valid game of Hive. `None` if the game begins in a set-up position.
    pub fn of_game(&self, facts: &Facts<'_>) -> Option<&str> {
        let all = &Walker::accepted(facts)?.game;
        let game = all.hive().filter(|game| !game.is_set_up())?;
        let depth = self.layers.iter().map(|l| l.depth).max()?;
        let mut canonical = Canonical::new(game.options().game_type);
        let mut keys = Vec::with_capacity(depth + 1);
        keys.push(canonical.key());
        for played in game.turns.iter().take(depth) {
            canonical.play(played.mv);
            keys.push(canonical.key());
        }
        self.of_line(&keys, || Some(Cow::Borrowed(all)))
    }
}

impl Layer {
    /// The name of the last named position. At one position, moves are more exact than a pattern.
    fn name(&self, keys: &[u64], game: Option<&Played<Hive>>) -> Option<&str> {
        let mut of_keys = keys.iter().enumerate().rev();
        let of_moves = of_keys.find_map(|(turns, key)| Some((turns, self.names.get(key)?)));
        let of_pattern = game.and_then(|game| self.last_shown(game));
        let (_, name) = match (of_moves, of_pattern) {
            (Some(moves), Some(pattern)) if pattern.0 > moves.0 => pattern,
            (Some(moves), _) => moves,
            (None, pattern) => pattern?,
        };
        Some(name)
    }

    /// The name of the last position that shows a pattern, and the number of turns before it.
    fn last_shown(&self, game: &Played<Hive>) -> Option<(usize, &String)> {
        if self.patterns.is_empty() || game.is_set_up() {
            return None;
        }
        let mut board = Board::of(game);
        let mut last = None;
        for turns in 1..=PATTERN_PLIES {
            if board.advance().is_none() {
                break;
            }
            let mut patterns = self.patterns.iter();
            if let Some((_, name)) = patterns.find(|(pattern, _)| pattern.occurs(&board)) {
                last = Some((turns, name));
            }
        }
        last
    }

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
            if let Some(text) = pattern_of(moves) {
                let pattern = Pattern::parse(text, 0..text.len());
                let pattern = pattern.map_err(|error| fault(start, error.message))?;
                (pattern.is_possible(PATTERN_PLIES)).map_err(|what| fault(start, what))?;
                layer
                    .add(pattern, name)
                    .map_err(|what| fault(start, what))?;
                continue;
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
        // In the same way for patterns.
        let patterns = layer.patterns.iter();
        let swapped: Vec<_> = patterns
            .map(|(p, name)| (p.swapped(), name.clone()))
            .collect();
        for (pattern, name) in swapped {
            if !layer
                .patterns
                .iter()
                .any(|(known, _)| known.is_same(&pattern))
            {
                layer.patterns.push((pattern, name));
            }
        }
        Ok(layer)
    }

    /// Adds a pattern, unless it has a name already.
    fn add(&mut self, pattern: Pattern, name: &str) -> Result<(), String> {
        let mut known = self.patterns.iter();
        if let Some((_, first)) = known.find(|(known, _)| known.is_same(&pattern)) {
            return Err(format!("this pattern already has the name {first}"));
        }
        self.patterns.push((pattern, name.to_owned()));
        Ok(())
    }
}

/// The pattern of a line that has a pattern in place of moves.
fn pattern_of(text: &str) -> Option<&str> {
    let text = text.trim().strip_prefix("pattern")?.trim_start();
    text.strip_prefix('(')?.strip_suffix(')')
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
