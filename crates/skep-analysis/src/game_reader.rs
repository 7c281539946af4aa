//! A reader of games that reuses its buffers.

use std::sync::Arc;

use super::Facts;
use super::filter::{Attribute, Filter, Truth, Values};
use super::players::Aliases;
use skep_records::{Format, GameText, Judge, JudgeOptions, Record, Source, Verdict, read};

/// Reads, selects and judges games one by one into the same buffers. A game is judged only if something needs that.
///
/// # Examples
/// ```
/// use skep_analysis::{GameReader, filter::Filter};
/// use skep_collection::{Input, Item, OpenOptions, Progress, scan};
/// use std::ops::ControlFlow;
///
/// let filter = Filter::parse("plies > 4")?;
/// let inputs = [Input::Path("../../fixtures/cli/sound.uhp".into())];
/// let mut matching = 0;
/// scan(
///     &inputs,
///     &OpenOptions::default(),
///     &Progress::new(),
///     GameReader::default,
///     || 0,
///     |reader, found, item| match item {
///         Item::Game(game) if reader.read_and_filter(&game, Some(&filter)) => *found += 1,
///         _ => {}
///     },
///     |found| {
///         matching += found;
///         ControlFlow::Continue(())
///     },
/// )?;
/// assert!(matching > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct GameReader {
    judge: Judge,
    /// The last game as read.
    pub record: Record,
    /// The verdict on the last game, once it is judged.
    pub verdict: Verdict,
    judged: bool,
    aliases: Arc<Aliases>,
    /// The number of names in the last game that were replaced.
    renamed: u32,
}

impl GameReader {
    /// A reader that judges by these rules.
    pub fn new(rules: JudgeOptions) -> GameReader {
        GameReader {
            judge: Judge::new(rules),
            ..GameReader::default()
        }
    }

    /// Gives players their one name in every game that is read.
    #[must_use]
    pub fn renaming(self, aliases: Arc<Aliases>) -> GameReader {
        GameReader { aliases, ..self }
    }

    /// The names of players.
    pub fn aliases(&self) -> &Aliases {
        &self.aliases
    }

    /// The number of names in the last game that were replaced.
    pub fn renamed(&self) -> u32 {
        self.renamed
    }

    /// The rules by which the reader judges.
    pub fn rules(&self) -> JudgeOptions {
        self.judge.options()
    }

    /// Reads a game and returns whether a filter matches it, or may match a puzzle of it. Judges the game only if the
    /// filter needs that.
    pub fn read_and_filter(&mut self, game: &GameText<'_>, filter: Option<&Filter>) -> bool {
        self.judged = false;
        game.read_into(&mut self.record);
        self.renamed = self.aliases.rename(&mut self.record);
        filter.is_none_or(|filter| {
            let mut truth = filter.test(&self.facts(), game.source);
            if truth == Truth::Pending {
                self.judge();
                truth = filter.test(&self.facts(), game.source);
            }
            // What a judged game leaves pending depends on its puzzles.
            matches!(truth, Truth::True | Truth::Pending)
        })
    }

    /// Reads the last game again if names in it were replaced, with the names of its record.
    pub fn restore_names(&mut self, game: &GameText<'_>) {
        if self.renamed > 0 {
            self.judged = false;
            game.read_into(&mut self.record);
            self.renamed = 0;
        }
    }

    /// Reads and judges a text that does not come from a file.
    pub fn read_text(&mut self, format: Format, text: &str) {
        self.judged = false;
        read(format, text, &mut self.record);
        self.renamed = self.aliases.rename(&mut self.record);
        self.judge();
    }

    /// Judges the last game, if it is not judged yet.
    pub fn judge(&mut self) {
        if !self.judged {
            self.judge.judge(&self.record, &mut self.verdict);
            self.judged = true;
        }
    }

    /// The facts of the last game. Those that need a replay are missing if it is not judged yet.
    pub fn facts(&self) -> Facts<'_> {
        if self.judged {
            Facts::new(&self.record, &self.verdict)
        } else {
            Facts::of_record(&self.record)
        }
    }

    /// The value of a field or tag in the last game. Judges the game only if the field needs that.
    pub fn values<'a>(&'a mut self, field: &Attribute, source: &'a Source) -> Values<'a> {
        if field.values(&self.facts(), source) == Values::Pending {
            self.judge();
        }
        field.values(&self.facts(), source)
    }
}
