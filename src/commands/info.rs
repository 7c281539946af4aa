//! What a command says about itself beside its arguments, for help, manual pages, exit codes and tips.

use crate::cli::exit::{Meanings, PRINTED};
use skep_rules::closed_list;

closed_list! {
    /// What commands are for. Help lists them under these titles.
    pub enum Group: "group" {
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
pub struct Info {
    pub group: Group,
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
}

impl Info {
    /// A command that prints, that only the long help describes, and that has no other names.
    pub const fn new(group: Group, place: u8) -> Info {
        Info {
            group,
            place,
            common: false,
            rare: false,
            other_names: &[],
            tips: &[],
            exit: PRINTED,
        }
    }
}
