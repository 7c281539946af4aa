//! The options: their values, and why the rules leave a choice.

use super::{Chapter, RulebookEntry};
use skep_records::notation::RuleOption;
use skep_rules::hexit::{ReleaseChain, TileSet};
use skep_rules::hive::GameType;

const TITLE: &str = "Options (the default is listed first)";

const TAGS: &str = "Tags of a record (the default is listed first)";

/// The number of tiles in Hex-It. Only records choose it.
const TILES: &str = "The number of tiles: the standard game, the quick game (exxit-blitz on Boardspace), the \
                     beginner's game (exxit-beginner), or the standard game with the expert start (exxit-pro).";

/// What a release frees in Hex-It. Only records choose it.
const RELEASE: &str = "Which prisoners of a chain a release frees. The leaflet says that a release may be multiple: the \
                       player chooses any connected part of the chain in which one cell touches two tiles (optional). \
                       Boardspace frees the whole chain, cell by cell in its own order of directions, until no tile is \
                       left (forced). Boardspace records use forced.";

pub(super) fn of_hive(game_type: GameType) -> Chapter {
    let options = RuleOption::ALL.iter().filter_map(|option| {
        let in_hive = option.hive.filter(|hive| (hive.holds)(game_type))?;
        Some(argument(option, in_hive.why))
    });
    chapter(options.collect())
}

pub(super) fn of_hexit() -> Chapter {
    let options = RuleOption::ALL.iter();
    let arguments = options.filter_map(|option| Some(argument(option, option.hexit?)));
    chapter(arguments.collect())
}

/// The choices of Hex-It that only a record makes, by its tags.
pub(super) fn tags_of_hexit() -> Chapter {
    Chapter {
        title: TAGS.to_owned(),
        table: false,
        entries: vec![
            entry("Tiles", TileSet::NAMES, TILES),
            entry("ReleaseChain", ReleaseChain::NAMES, RELEASE),
        ],
    }
}

fn argument(option: &RuleOption, why: &str) -> RulebookEntry {
    let name = format!("--{}", option.name);
    entry(&name, &option.default_first(), why)
}

fn entry(name: &str, values: &[&str], why: &str) -> RulebookEntry {
    RulebookEntry {
        lead: Some(format!("{name}: {}", values.join(", "))),
        paragraphs: vec![why.to_owned()],
    }
}

fn chapter(entries: Vec<RulebookEntry>) -> Chapter {
    Chapter {
        title: TITLE.to_owned(),
        table: false,
        entries,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_explained() {
        for option in RuleOption::ALL {
            let explanations = [option.hive.map(|hive| hive.why), option.hexit];
            let Some(why) = explanations.into_iter().flatten().next() else {
                panic!("{}: no game has it", option.name);
            };
            for word in option.values() {
                let explained = why.contains(&format!("({word})"));
                assert!(explained, "{}: {word}", option.name);
            }
        }
    }
}
