//! What a command says about itself beside its arguments, for help, manual pages, exit codes and tips.

use std::cell::OnceCell;

use crate::cli::exit::{Meanings, PRINTED};
use skep_rules::closed_list;

closed_list! {
    /// What commands are for. Help lists them under these titles.
    pub enum CommandGroup: "group" {
        Check = "Check",
        Collection = "Collections",
        Statistics = "Statistics",
        Look = "Look at games",
        Tactics = "Tactics",
        Engine = "Engine",
        Help = "Help",
    }
}

/// The facts about a command. Each command has them in its constant `INFO`.
#[derive(Debug)]
pub struct CommandInfo {
    pub group: CommandGroup,
    /// Its place in its group and in the short help: smaller numbers come first.
    pub place: u8,
    /// Whether the short help describes it. It only names the others.
    pub common: bool,
    /// Whether the long help of the program only names it, too.
    pub rare: bool,
    /// Other names. They work like the name, and help does not list them.
    pub other_names: &'static [&'static str],
    /// Wrong words, a colon, and what to type instead, with ` | ` between alternatives. A word with a dash is an
    /// unknown option of this command, or an option with an invalid value. A word without a dash is an unknown command.
    /// Examples: `first: head FILE`, `-n: --depth N`, `--table=openings: use skep openings`.
    pub tips: &'static [&'static str],
    /// The meaning of its exit codes.
    pub exit: Meanings,
    /// The tables that it prints: how to get each, and its columns. `skep help columns` lists them.
    pub tables: fn() -> Vec<PrintedTable>,
}

/// How to get a table, such as `list --like`, and the names of its columns for programs.
pub type PrintedTable = (String, Vec<&'static str>);

/// The commands of the program.
pub struct Catalogue {
    /// Each command with its facts.
    pub infos: Vec<(String, &'static CommandInfo)>,
    /// The commands that this build lacks.
    pub not_built: Vec<String>,
    /// The program without the layout of help, which takes most of the time.
    pub parser: fn() -> clap::Command,
    /// What the parser makes.
    pub built: OnceCell<clap::Command>,
}

impl Catalogue {
    /// The facts about a command.
    pub fn info(&self, command: &str) -> Option<&'static CommandInfo> {
        let mut infos = self.infos.iter();
        infos.find_map(|(name, info)| (name == command).then_some(*info))
    }

    /// The program with the arguments that clap adds, without the layout of help.
    pub fn built(&self) -> &clap::Command {
        self.built.get_or_init(|| {
            let mut program = (self.parser)();
            program.build();
            program
        })
    }

    /// All tables that commands print, those of `list` first.
    pub fn tables(&self) -> Vec<PrintedTable> {
        let mut infos: Vec<_> = self.infos.iter().collect();
        infos.sort_by_key(|(name, _)| name != "list");
        let tables = infos.into_iter().flat_map(|(_, info)| (info.tables)());
        tables.collect()
    }
}

impl CommandInfo {
    /// A command that prints, that only the long help describes, and that has no other names.
    pub const fn new(group: CommandGroup, place: u8) -> CommandInfo {
        CommandInfo {
            group,
            place,
            common: false,
            rare: false,
            other_names: &[],
            tips: &[],
            exit: PRINTED,
            tables: Vec::new,
        }
    }
}
