use std::ffi::OsStr;
use std::io::Write as _;

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};

use super::explain::WIDTH;
use crate::game_text::{Variant, VariantParser};
use crate::rulebook::{self, Page};
use crate::{Exit, output, output::Output};
use skep_rules::hive;

/// Print the rules in force for a game type
///
/// The aim, turns, placing and moving; each piece in play and what it can do; what Venom and the packs add; the options
/// where sites and leaflets differ, each with its choices, the default first, and why it is there; what skep does where
/// the leaflet is silent; and how all of it is written in records. The names in square brackets are those that reports
/// print. The manual page skep-rules(7) holds the rules of all types.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Rules {
    /// A game (hive, which is Base+MLP; venom; hex-it) or a game type: Base+MP, Venom+Predators+Honeycombo,
    /// Base+MLP+[Sc2,Tk]+Swarm, exxit-blitz
    #[arg(value_name = "GAME|TYPE", default_value = HIVE, value_parser = GameParser, hide_possible_values = true)]
    game: Variant,
}

const EXAMPLES: &str = "\
Examples:
  skep rules hive | less
  skep rules Base+P                  without Mosquito and Ladybug
  skep rules Venom+Guardians+Swarm
  skep rules exxit-blitz";

/// The game with all of its usual pieces.
const HIVE: &str = "hive";

/// Parses a variant, or the name of the game Hive.
#[derive(Clone, Debug)]
struct GameParser;

impl TypedValueParser for GameParser {
    type Value = Variant;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Variant, clap::Error> {
        if value.eq_ignore_ascii_case(HIVE) {
            return Ok(Variant::Hive(hive::GameType::MLP));
        }
        VariantParser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            std::iter::once(PossibleValue::new(HIVE)).chain(Variant::names()),
        ))
    }
}

impl Rules {
    pub fn run(self) -> anyhow::Result<Exit> {
        let page: Page = match self.game {
            Variant::Hive(game_type) => rulebook::of_hive(game_type.set_name().parse()?),
            Variant::Venom(game_type) => rulebook::of_hive(game_type),
            Variant::HexIt(tiles) => rulebook::of_hexit(tiles),
        };
        let text = page.render(output::width().min(WIDTH), output::styled());
        let mut out = Output::stdout();
        out.write_all(text.as_bytes())?;
        out.finish()?;
        Ok(Exit::Sound)
    }
}
