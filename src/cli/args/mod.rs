//! Arguments that several commands share.

mod inputs;
mod selection;
mod values;

pub use inputs::*;
pub use selection::*;
pub use values::*;

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use skep_records::notation::{JudgeOptions, RuleOption};

use crate::cli::usage::{FORMAT_NAMES, OUTPUT, RULES};
use crate::output::{self, Target};
use crate::rows::Shape;

/// What to read, which games to use, and the rules for judging them.
#[derive(Debug, Args)]
pub struct GameArgs {
    #[command(flatten)]
    pub inputs: Inputs,

    #[command(flatten)]
    pub selection: Selection,

    #[command(flatten)]
    pub rules: Rules,
}

/// The rules for judging games. Each option of the rules is an argument.
#[derive(Clone, Debug, Default)]
pub struct Rules(JudgeOptions);

impl Args for Rules {
    fn augment_args(command: Command) -> Command {
        let default = JudgeOptions::default();
        RuleOption::ALL.iter().fold(command, |command, option| {
            let arg = Arg::new(option.name)
                .long(option.name)
                .value_name(option.placeholder)
                .value_parser(option.values.to_vec())
                .ignore_case(true)
                .help(option.summary)
                .long_help(format!("{}\n\n{}", option.summary, option.details))
                .help_heading(RULES)
                // These values are in the name of the placeholder.
                .hide_possible_values(option.placeholder.contains('|'));
            command.arg(match option.get(&default) {
                Some(value) => arg.default_value(value),
                None => arg,
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Rules::augment_args(command)
    }
}

impl FromArgMatches for Rules {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Rules, clap::Error> {
        let mut rules = Rules::default();
        rules.update_from_arg_matches(matches)?;
        Ok(rules)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for option in RuleOption::ALL {
            if let Some(value) = matches.get_one::<String>(option.name)
                && !option.set(&mut self.0, value)
            {
                return Err(clap::Error::new(ErrorKind::InvalidValue));
            }
        }
        Ok(())
    }
}

impl Rules {
    /// The options and their values: those whose value is a word of its own, and each other option that is set.
    pub fn words(&self) -> Vec<(String, &'static str)> {
        let value = |option: &RuleOption| {
            if option.is_word() {
                option.get(&self.0)
            } else {
                option.changed(&self.0)
            }
        };
        let options = RuleOption::ALL.iter();
        options
            .filter_map(|option| Some((format!("--{}", option.name), value(option)?)))
            .collect()
    }

    /// The rules as the judge expects them.
    pub fn options(&self) -> JudgeOptions {
        self.0
    }
}

/// The output formats of a command with a single answer.
const ANSWERS: [Shape; 3] = [Shape::Text, Shape::Json, Shape::Jsonl];

/// How and where an answer is written.
#[derive(Clone, Debug, Args)]
pub struct AnswerArgs {
    /// Print lines of text (text), one JSON object (json), or an object per line (jsonl)
    /// [default: from the file name, or text]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&ANSWERS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<Shape>,

    #[command(flatten)]
    pub target: Target,
}

impl AnswerArgs {
    /// The format.
    ///
    /// # Errors
    /// The name of the output has an unknown extension, or contradicts `--format`.
    pub fn format(&self) -> anyhow::Result<Shape> {
        let path = self.target.output.as_deref();
        let format = output::format(path, "--format", self.format, &ANSWERS)?;
        Ok(format.unwrap_or(Shape::Text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_the_rules_is_an_argument() {
        for option in RuleOption::ALL {
            for value in option.values {
                let program = Rules::augment_args(Command::new("skep"));
                let flag = format!("--{}", option.name);
                let words = ["skep".to_owned(), flag, value.to_uppercase()];
                let matches = program.get_matches_from(words);
                let rules = Rules::from_arg_matches(&matches).expect("a value");
                assert_eq!(option.get(&rules.options()), Some(*value));
            }
        }
        let matches = Rules::augment_args(Command::new("skep")).get_matches_from(["skep"]);
        let rules = Rules::from_arg_matches(&matches).expect("defaults");
        assert_eq!(rules.options(), JudgeOptions::default());
    }
}
