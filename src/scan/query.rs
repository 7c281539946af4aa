//! What a scan reads and selects.

use super::{Inputs, Selection};
use skep_records::notation::{JudgeOptions, RuleOption};

/// What to read, which games to use, and the rules for judging them.
#[derive(Debug)]
pub struct GameQuery {
    pub inputs: Inputs,
    pub selection: Selection,
    pub rules: RuleArguments,
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
