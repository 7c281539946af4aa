//! What a scan reads and selects.

use std::path::PathBuf;

use super::{Inputs, Job, Scan, Selection};
use crate::emit::Unit;
use crate::emit::games::Writing;
use skep_analysis::GameWriter;
use skep_records::Format;
use skep_records::notation::{JudgeOptions, RuleOption};

/// What to read, which games to use, and the rules for judging them.
#[derive(Debug)]
pub struct GameQuery {
    pub inputs: Inputs,
    pub selection: Selection,
    pub rules: RuleArguments,
}

impl GameQuery {
    /// Tells how the games of this query are written: with which names of players, and in which notation if options
    /// change them and set none.
    ///
    /// # Errors
    /// The name of the output has an unknown extension, or an input cannot be read.
    pub fn complete(&self, writing: &mut Writing) -> anyhow::Result<()> {
        writing.aliases = self.selection.alias_file().map(PathBuf::from);
        if writing.needs_notation()? {
            writing.to = self.first_notation()?;
        }
        Ok(())
    }

    /// The notation of the first game, if skep writes it and the input can be read twice.
    fn first_notation(&self) -> anyhow::Result<Option<Format>> {
        let mut notation = None;
        if self.inputs.can_be_reread() {
            let job = Job::new(
                || (),
                |_, (), unit: &mut Unit<Option<Format>>, game| {
                    unit.counts = Some(game.format);
                    unit.is_last = true;
                },
            );
            Scan::new(self)?.second_pass().run_with(job, |_, unit| {
                notation = notation.or(unit.counts);
                Ok(())
            })?;
        }
        Ok(notation.filter(|notation| GameWriter::TARGETS.contains(notation)))
    }
}

/// The rules for judging games.
#[derive(Clone, Debug, Default)]
pub struct RuleArguments {
    pub options: JudgeOptions,
}

impl RuleArguments {
    /// The options and their values: those whose value is a word of its own, and each other option that is set.
    pub fn words(&self) -> Vec<(String, &'static str)> {
        let value = |option: &RuleOption| {
            if option.is_word() {
                option.get(&self.options)
            } else {
                option.changed(&self.options)
            }
        };
        let options = RuleOption::ALL.iter();
        options
            .filter_map(|option| Some((format!("--{}", option.name), value(option)?)))
            .collect()
    }

    /// The rules as the judge expects them.
    pub fn options(&self) -> JudgeOptions {
        self.options
    }
}
