//! Arguments that several commands share.

/// Lets clap read a value of a lower floor from the arguments of another type.
macro_rules! read_as {
    ($typed:ident => $value:ident { $($field:ident),+ }) => {
        impl From<$typed> for $value {
            fn from($typed { $($field),+ }: $typed) -> $value {
                $value { $($field),+ }
            }
        }

        read_as!($typed => $value);
    };
    ($typed:ident => $value:ident) => {
        impl clap::Args for $value {
            fn augment_args(command: clap::Command) -> clap::Command {
                $typed::augment_args(command)
            }

            fn augment_args_for_update(command: clap::Command) -> clap::Command {
                $typed::augment_args_for_update(command)
            }
        }

        impl clap::FromArgMatches for $value {
            fn from_arg_matches(matches: &clap::ArgMatches) -> Result<$value, clap::Error> {
                Ok(<$typed as clap::FromArgMatches>::from_arg_matches(matches)?.into())
            }

            fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
                *self = <$value as clap::FromArgMatches>::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}

mod inputs;
mod outputs;
mod selection;
mod values;

pub use inputs::*;
pub use outputs::*;
pub use selection::*;
pub use values::*;

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use skep_records::notation::{JudgeOptions, RuleOption};

use crate::scan::RuleArguments;

use crate::cli::usage::{FORMAT_NAMES, OUTPUT, RULES};
use crate::emit::rows::ReportFormat;
use crate::output::{self, FileTarget};

impl Args for RuleArguments {
    fn augment_args(command: Command) -> Command {
        let default = JudgeOptions::default();
        RuleOption::ALL.iter().fold(command, |command, option| {
            let arg = Arg::new(option.name)
                .long(option.name)
                .value_name(option.placeholder)
                .value_parser(option.values().to_vec())
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
        RuleArguments::augment_args(command)
    }
}

impl FromArgMatches for RuleArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<RuleArguments, clap::Error> {
        let mut rules = RuleArguments::default();
        rules.update_from_arg_matches(matches)?;
        Ok(rules)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for option in RuleOption::ALL {
            if let Some(value) = matches.get_one::<String>(option.name)
                && !option.set(&mut self.options, value)
            {
                return Err(clap::Error::new(ErrorKind::InvalidValue));
            }
        }
        Ok(())
    }
}

/// The output formats of a command with a single answer.
const ANSWERS: [ReportFormat; 3] = [ReportFormat::Text, ReportFormat::Json, ReportFormat::Jsonl];

/// How and where an answer is written.
#[derive(Clone, Debug, Args)]
pub struct AnswerArgs {
    /// Print lines of text (text), one JSON object (json), or an object per line (jsonl)
    /// [default: from the file name, or text]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&ANSWERS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<ReportFormat>,

    #[command(flatten)]
    pub target: FileTarget,
}

impl AnswerArgs {
    /// Whether there is no answer but the exit code. With -q, an answer is written only if a file or a format is named.
    pub fn is_silent(&self) -> bool {
        output::is_quiet() && self.format.is_none() && self.target.output.is_none()
    }

    /// The format.
    ///
    /// # Errors
    /// The name of the output has an unknown extension, or contradicts `--format`.
    pub fn format(&self) -> anyhow::Result<ReportFormat> {
        let path = self.target.output.as_deref();
        let format = output::format(path, "--format", self.format, &ANSWERS)?;
        Ok(format.unwrap_or(ReportFormat::Text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_the_rules_is_an_argument() {
        for option in RuleOption::ALL {
            for value in option.values() {
                let program = RuleArguments::augment_args(Command::new("skep"));
                let flag = format!("--{}", option.name);
                let words = ["skep".to_owned(), flag, value.to_uppercase()];
                let matches = program.get_matches_from(words);
                let rules = RuleArguments::from_arg_matches(&matches).expect("a value");
                assert_eq!(option.get(&rules.options()), Some(*value));
            }
        }
        let matches = RuleArguments::augment_args(Command::new("skep")).get_matches_from(["skep"]);
        let rules = RuleArguments::from_arg_matches(&matches).expect("defaults");
        assert_eq!(rules.options(), JudgeOptions::default());
    }
}
