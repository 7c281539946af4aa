//! `skep rules`: the rules in force for a game type.

use std::ffi::OsStr;
use std::io::Write as _;

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};

use super::explain::WIDTH;
use super::info::{Group, Info};
use crate::game_text::{VariantParser, variant_names};
use crate::rulebook::{self, Page};
use crate::{Exit, output, output::Output};
use skep_records::Game;

/// Print the rules of a game type
///
/// The page describes the aim, the turns, placing and moving, each piece, the packs, the options where sites and
/// leaflets differ (the default first), the choices of skep where the leaflet is silent, and the notation. Names in
/// square brackets are rules; skep check prints the rule that a turn breaks. The manual page skep-rules(7) contains the
/// rules of all types.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Rules {
    /// A game (hive, venom, hex-it) or a game type, such as Base+MP
    ///
    /// hive stands for Base+MLP. More game types: Venom+Predators+Honeycombo, Base+MLP+[Sc2,Tk]+Swarm, exxit-blitz.
    #[arg(value_name = "GAME|TYPE", default_value = HIVE, value_parser = GameParser, hide_possible_values = true)]
    game: Game,
}

const EXAMPLES: &str = "\
Examples:
  skep rules hive | less
  skep rules Base+P                  without Mosquito and Ladybug
  skep rules Venom+Guardians+Swarm
  skep rules exxit-blitz";

/// Hive with its usual pieces.
const HIVE: &str = "hive";
const EVERY_BUG: &str = "Base+MLP";

/// Parses a variant, or the name of the game Hive.
#[derive(Clone, Debug)]
struct GameParser;

impl TypedValueParser for GameParser {
    type Value = Game;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Game, clap::Error> {
        if value.eq_ignore_ascii_case(HIVE) {
            return VariantParser.parse_ref(command, argument, OsStr::new(EVERY_BUG));
        }
        VariantParser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            std::iter::once(PossibleValue::new(HIVE)).chain(variant_names()),
        ))
    }
}

impl Rules {
    pub const INFO: Info = Info {
        tips: &["rule rulebook: rules Base+MLP"],
        ..Info::new(Group::Help, 71)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let page: Page = match self.game.hexit() {
            Some(game) => rulebook::of_hexit(game.options().tiles),
            None => rulebook::of_hive(self.game.variant().parse()?),
        };
        let text = page.render(output::width().min(WIDTH), output::styled());
        let mut out = Output::stdout();
        out.coloured();
        out.write_all(text.as_bytes())?;
        out.finish()?;
        Ok(Exit::Success)
    }
}
